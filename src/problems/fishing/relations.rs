//! How the answers of related deals depend on each other, at any size.

use super::shape::Shape;
use super::{Fishing, generate, simplify};
use crate::choices::Choices;
use crate::problem::Relation;
use duipai_reference::fishing::{Deal, MAX_N, Ways, steps};
use std::time::Duration;

/// See [`crate::problem::Problem::relations`].
///
/// Moving the players up is not among them: A begins, and that matters.
pub(super) static ALL: [Relation<Fishing>; 7] = [
    Relation {
        name: "names",
        about: "other names of the cards: same answer",
        check: |_, case, answer, choices, solve| names(case, answer, choices, solve),
    },
    Relation {
        name: "order",
        about: "hands in another order: same answer",
        check: |_, case, answer, choices, solve| order(case, answer, choices, solve),
    },
    Relation {
        name: "own-pairs",
        about: "an own pair more or less for each player: same answer",
        check: |_, case, answer, choices, solve| own_pairs(case, answer, choices, solve),
    },
    Relation {
        name: "first-round",
        about: "the answers after each way to play the first round add up to this answer",
        check: |_, case, answer, choices, solve| first_round(case, answer, choices, solve),
    },
    Relation {
        name: "two-players",
        about: "two players share all m values, the third has own pairs only: m! ways",
        check: |_, case, answer, choices, solve| two_players(case, answer, choices, solve),
    },
    Relation {
        name: "steps",
        about: "where the naive recursion takes 5 ms at most: what it says",
        check: |_, case, answer, choices, solve| naive_steps(case, answer, choices, solve),
    },
    Relation {
        name: "known",
        about: "no own pairs, and n is one for which the answer is known",
        check: |_, case, answer, choices, solve| known(case, answer, choices, solve),
    },
];

const P: u64 = 1_000_000_007;

/// The solver under test.
type Solve<'a> = &'a dyn Fn(&Deal) -> Ways;

fn expect(what: &str, want: Ways, got: Ways) -> Result<(), String> {
    if want == got { Ok(()) } else { Err(format!("{what}: wanted {want}, got {got}")) }
}

fn names(
    deal: &Deal,
    answer: &Ways,
    choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    expect("with other names", *answer, solve(&generate::renamed(deal, choices)))
}

fn order(
    deal: &Deal,
    answer: &Ways,
    choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    expect("in another order", *answer, solve(&generate::disordered(deal, choices)))
}

fn own_pairs(
    deal: &Deal,
    answer: &Ways,
    choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    let own = [1, 1, 1, 0, 0, 0];
    if deal.n() > 1 && simplify::possible_units(deal).contains(&own) {
        expect("with an own pair less each", *answer, solve(&simplify::without(deal, own)))?;
    }
    if deal.n() < MAX_N {
        let first = 3 * deal.n() as u16 + 1;
        let mut hands = deal.hands().clone();
        for (hand, value) in hands.iter_mut().zip(first..) {
            for _ in 0..2 {
                let at = choices.index(hand.len() + 1);
                hand.insert(at, value);
            }
        }
        expect("with an own pair more each", *answer, solve(&super::deal(hands)))?;
    }
    Ok(())
}

/// The eight ways to play a round by kind of card, over numbers of split pairs.
/// Deals in which A has no cards at first are left to `two-players`.
fn first_round(
    deal: &Deal,
    answer: &Ways,
    _choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    let shape = Shape::of(deal);
    if shape.0[0] == 0 {
        return Ok(());
    }
    let mut total = 0;
    for kinds in 0..7u32 {
        // Bit p: player p passes a card that makes no pair. Not all three.
        let [mut bc, mut ac, mut ab] = shape.split().map(u64::from);
        let mut ways = 1;
        for player in 0..3 {
            let moves_on = kinds >> player & 1 == 1;
            let (from, to) = match (player, moves_on) {
                (0, false) => (&mut ab, None),
                (0, true) => (&mut ac, Some(&mut bc)),
                (1, false) => (&mut bc, None),
                (1, true) => (&mut ab, Some(&mut ac)),
                (_, false) => (&mut ac, None),
                (_, true) => (&mut bc, Some(&mut ab)),
            };
            ways = ways * *from % P;
            *from = from.saturating_sub(1);
            if let Some(to) = to {
                *to += 1;
            }
        }
        if ways > 0 {
            let halves = [ac + ab, bc + ab, bc + ac].map(|cards| cards as u32 / 2);
            let after = Shape(halves).plainest(deal.n() as u32);
            total = (total + ways * u64::from(solve(&after))) % P;
        }
    }
    expect("the sum over the first round", total as Ways, *answer)
}

fn two_players(
    deal: &Deal,
    _answer: &Ways,
    choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    let n = deal.n() as u32;
    let third = choices.index(3);
    let mut shape = [n; 3];
    shape[third] = 0;
    let want = (1..=2 * u64::from(n)).fold(1, |product, factor| product * factor % P);
    let got = solve(&Shape(shape).plainest(n));
    expect(&format!("n = {n}, {} without cards", ["A", "B", "C"][third]), want as Ways, got)
}

/// What the naive recursion may take here; it takes less.
const AFFORDABLE: Duration = Duration::from_millis(5);

fn naive_steps(
    deal: &Deal,
    answer: &Ways,
    _choices: &mut dyn Choices,
    _solve: Solve,
) -> Result<(), String> {
    match steps::cost(deal) {
        Some(cost) if cost <= AFFORDABLE => {
            expect("the naive recursion's answer", steps::ways(deal), *answer)
        }
        _ => Ok(()),
    }
}

/// (n, the number of ways without own pairs).
const KNOWN: [(usize, Ways); 2] = [(1, 7), (99, 509_809_125)];

fn known(
    deal: &Deal,
    answer: &Ways,
    _choices: &mut dyn Choices,
    _solve: Solve,
) -> Result<(), String> {
    let n = deal.n() as u32;
    match KNOWN.iter().find(|(known, _)| *known == deal.n()) {
        Some((_, want)) if Shape::of(deal) == Shape([n; 3]) => {
            expect("the known answer", *want, *answer)
        }
        _ => Ok(()),
    }
}
