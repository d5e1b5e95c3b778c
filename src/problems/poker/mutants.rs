//! Wrong solvers: a plain evaluate-and-minimax program with one thing wrong.

use super::Poker;
use crate::problem::{Mutant, Program};
use duipai_reference::poker::{ACE, Answer, Card, Instance};
use std::cmp::Ordering;

/// All of them.
pub(super) const MUTANTS: &[Mutant<Poker>] = &[
    Mutant {
        name: "no-wheel",
        about: "does not know that A-2-3-4-5 is a straight",
        program: Program::Cases(|_, deal| solve(deal, &Rules { wheel: Wheel::None, ..RIGHT })),
        narrate: None,
    },
    Mutant {
        name: "wheel-ace-high",
        about: "compares A-2-3-4-5 by its ace, so that it beats K-high straights",
        program: Program::Cases(|_, deal| solve(deal, &Rules { wheel: Wheel::AceHigh, ..RIGHT })),
        narrate: None,
    },
    Mutant {
        name: "wrap-around",
        about: "takes straights that run round the ace, such as Q-K-A-2-3",
        program: Program::Cases(|_, deal| solve(deal, &Rules { wrap: true, ..RIGHT })),
        narrate: None,
    },
    Mutant {
        name: "ranks-not-grouped",
        about: "compares hands of a type card by card from the highest, whatever is paired",
        program: Program::Cases(|_, deal| solve(deal, &Rules { grouped: false, ..RIGHT })),
        narrate: None,
    },
    Mutant {
        name: "no-kicker",
        about: "calls equal pairs, two pairs, threes and fours a draw without a look at the kickers",
        program: Program::Cases(|_, deal| solve(deal, &Rules { kickers: false, ..RIGHT })),
        narrate: None,
    },
    Mutant {
        name: "straight-flush-as-flush",
        about: "looks for a flush before it looks for a straight flush",
        program: Program::Cases(|_, deal| solve(deal, &Rules { straight_flush: false, ..RIGHT })),
        narrate: None,
    },
    Mutant {
        name: "greedy",
        about: "lets both players take the highest rank left",
        program: Program::Cases(|_, deal| {
            solve(deal, &Rules { picking: Picking::Greedy, ..RIGHT })
        }),
        narrate: None,
    },
    Mutant {
        name: "draw-is-loss-to-bob",
        about: "lets Bob, who cannot win, lose where he could have drawn",
        program: Program::Cases(|_, deal| {
            solve(deal, &Rules { picking: Picking::BobWinsOrGivesUp, ..RIGHT })
        }),
        narrate: None,
    },
];

/// What can be wrong.
struct Rules {
    wheel: Wheel,
    wrap: bool,
    grouped: bool,
    kickers: bool,
    straight_flush: bool,
    picking: Picking,
}

const RIGHT: Rules = Rules {
    wheel: Wheel::FiveHigh,
    wrap: false,
    grouped: true,
    kickers: true,
    straight_flush: true,
    picking: Picking::Optimal,
};

/// What A-2-3-4-5 counts as.
#[derive(PartialEq)]
enum Wheel {
    FiveHigh,
    AceHigh,
    None,
}

#[derive(PartialEq)]
enum Picking {
    Optimal,
    BobWinsOrGivesUp,
    Greedy,
}

fn solve(deal: &Instance, rules: &Rules) -> Answer {
    let mut outcomes = [Ordering::Equal; 64];
    for set in (0..64usize).filter(|set| set.count_ones() == 3) {
        let score = |hole: [Card; 2], set: usize| {
            let taken =
                deal.community.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            let mut hand = [hole[0], hole[1], hole[0], hole[0], hole[0]];
            for (slot, (_, card)) in hand[2..].iter_mut().zip(taken) {
                *slot = *card;
            }
            score(&hand, rules)
        };
        outcomes[set] = score(deal.alice, set).cmp(&score(deal.bob, 63 ^ set));
    }
    let outcome = if rules.picking == Picking::Greedy {
        let mut order = [0, 1, 2, 3, 4, 5];
        // A stable sort leaves equals in input order.
        order.sort_by_key(|place| std::cmp::Reverse(deal.community[*place].rank()));
        outcomes[1 << order[0] | 1 << order[2] | 1 << order[4]]
    } else {
        search(&outcomes, 0, 0, rules)
    };
    match outcome {
        Ordering::Greater => Answer::Alice,
        Ordering::Less => Answer::Bob,
        Ordering::Equal => Answer::Draw,
    }
}

/// Minimax; "greater" is good for Alice.
fn search(outcomes: &[Ordering; 64], alice: usize, bob: usize, rules: &Rules) -> Ordering {
    if alice | bob == 63 {
        return outcomes[alice];
    }
    let free = (0..6).map(|place| 1 << place).filter(|bit| (alice | bob) & bit == 0);
    if alice.count_ones() == bob.count_ones() {
        return best(free.map(|bit| search(outcomes, alice | bit, bob, rules)), Ordering::Greater);
    }
    let mut after = free.map(|bit| search(outcomes, alice, bob | bit, rules));
    match rules.picking {
        Picking::BobWinsOrGivesUp => {
            let first = after.next().unwrap_or(Ordering::Equal);
            if after.any(|outcome| outcome == Ordering::Less) { Ordering::Less } else { first }
        }
        _ => best(after, Ordering::Less),
    }
}

/// The best of the outcomes for the player who wishes for `wish`.
fn best(outcomes: impl Iterator<Item = Ordering>, wish: Ordering) -> Ordering {
    let mut best = wish.reverse();
    for outcome in outcomes {
        if outcome == wish {
            return wish;
        }
        if outcome == Ordering::Equal {
            best = outcome;
        }
    }
    best
}

/// The worth of five cards: a number for the type, then what equal types are
/// compared by, ended by zeros.
fn score(hand: &[Card; 5], rules: &Rules) -> (u8, [u8; 5]) {
    let mut times = [0u8; 15];
    for card in hand {
        times[usize::from(card.rank())] += 1;
    }
    let with = |count: u8| (2..=ACE).rev().filter(move |rank| times[usize::from(*rank)] == count);
    let flush = hand.windows(2).all(|two| two[0].suit() == two[1].suit());
    let highest = straight(&times, rules);
    let (fours, triples, pairs) = (with(4).count(), with(3).count(), with(2).count());
    let hand_type = match highest {
        Some(_) if flush && rules.straight_flush => 8,
        _ if fours == 1 => 7,
        _ if triples == 1 && pairs == 1 => 6,
        _ if flush => 5,
        Some(_) => 4,
        None if triples == 1 => 3,
        None => pairs as u8,
    };
    let mut ranks = [0; 5];
    if let (4 | 8, Some(highest)) = (hand_type, highest) {
        ranks[0] = highest;
    } else if rules.grouped {
        let drop_kickers = !rules.kickers && [1, 2, 3, 7].contains(&hand_type);
        let least = if drop_kickers { 2 } else { 1 };
        let in_order = [4, 3, 2, 1].into_iter().filter(|count| *count >= least).flat_map(with);
        ranks.iter_mut().zip(in_order).for_each(|(slot, rank)| *slot = rank);
    } else {
        ranks = hand.map(|card| card.rank());
        ranks.sort_unstable_by(|a, b| b.cmp(a));
    }
    (hand_type, ranks)
}

/// The rank by which a straight is compared.
fn straight(times: &[u8; 15], rules: &Rules) -> Option<u8> {
    let has = |rank: u8| times[usize::from(rank)] > 0;
    if let Some(highest) = (6..=ACE).find(|highest| (highest - 4..=*highest).all(has)) {
        return Some(highest);
    }
    if [ACE, 2, 3, 4, 5].into_iter().all(has) {
        return match rules.wheel {
            Wheel::FiveHigh => Some(5),
            Wheel::AceHigh => Some(ACE),
            Wheel::None => None,
        };
    }
    let round = |highest: u8| (0..5).all(|below| has((highest + 13 - 2 - below) % 13 + 2));
    if rules.wrap { (2..5).find(|highest| round(*highest)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Random;
    use crate::problem::Scope;

    /// The program without its mistake is right: each mutant is just what its
    /// description says.
    #[test]
    fn without_a_mistake_it_is_right() {
        for i in 0..2_000 {
            let deal = super::super::generate::generate(Scope::Small, &mut Random::new(31, i));
            assert_eq!(solve(&deal, &RIGHT), super::super::solver::solve(&deal), "{deal:?}");
        }
    }
}
