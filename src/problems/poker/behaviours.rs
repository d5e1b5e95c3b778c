//! What the rules distinguish. "At the end" means the end of the optimal line in
//! which each player takes the first card in input order that keeps what can be
//! had.

use super::play::{Play, splits, taken_by_alice};
use crate::problem::Seen;
use duipai_reference::poker::{Answer, Card, HandType, Instance, Strength};

/// Their names. The first ten and the next nine follow [`HandType::ALL`].
pub(super) const NAMES: &[&str] = &[
    "won with a high card",
    "won with a pair",
    "won with two pairs",
    "won with three of a kind",
    "won with a straight",
    "won with a flush",
    "won with a full house",
    "won with four of a kind",
    "won with a straight flush",
    "won with a royal flush",
    "lost with a high card",
    "lost with a pair",
    "lost with two pairs",
    "lost with three of a kind",
    "lost with a straight",
    "lost with a flush",
    "lost with a full house",
    "lost with four of a kind",
    "lost with a straight flush",
    "a kicker decides",
    "equal hands at the end",
    "A-2-3-4-5 at the end",
    "A-2-3-4-5 in one suit at the end",
    "royal flush against royal flush in a split",
    "exactly one player has a flush at the end",
    "the first pick matters",
    "greedy picking ends otherwise",
    "a draw by force: both could win some split",
    "Alice wins every split",
    "Bob wins every split",
    "several deals in a document",
];
const WON: usize = 0;
const LOST: usize = 10;
const KICKER: usize = 19;
const TIE: usize = 20;
const WHEEL: usize = 21;
const STEEL_WHEEL: usize = 22;
const ROYALS: usize = 23;
const ONE_FLUSH: usize = 24;
const FIRST_PICK: usize = 25;
const NOT_GREEDY: usize = 26;
const FORCED_DRAW: usize = 27;
const ALL_ALICE: usize = 28;
const ALL_BOB: usize = 29;
const SEVERAL: usize = 30;

/// The lowest rank of a royal flush.
const TEN: u8 = 10;

pub(super) fn observe(cases: &[Instance], seen: &mut Seen) {
    seen.mark_if(cases.len() > 1, SEVERAL);
    for deal in cases {
        observe_deal(&Play::quickly(deal), seen);
    }
}

fn observe_deal(play: &Play, seen: &mut Seen) {
    let line = play.line();
    let alice_takes = taken_by_alice(&line);
    let (alice, bob) = play.hands(alice_takes);
    let (alice, bob) = (alice.strength, bob.strength);
    let answer = play.outcome(alice_takes);
    match answer {
        Answer::Draw => seen.mark(TIE),
        Answer::Alice | Answer::Bob => {
            let (winner, loser) = if answer == Answer::Alice { (alice, bob) } else { (bob, alice) };
            seen.mark(WON + winner.hand_type as usize);
            seen.mark_if(loser.hand_type < HandType::RoyalFlush, LOST + loser.hand_type as usize);
            seen.mark_if(kicker_decides(&winner, &loser), KICKER);
        }
    }
    for hand in [alice, bob] {
        let wheel = hand.ranks == [5, 4, 3, 2, 1];
        seen.mark_if(wheel && hand.hand_type == HandType::Straight, WHEEL);
        seen.mark_if(wheel && hand.hand_type == HandType::StraightFlush, STEEL_WHEEL);
    }
    seen.mark_if(is_flush(&alice) != is_flush(&bob), ONE_FLUSH);

    let first_differs =
        line.first().is_some_and(|pick| pick.options.iter().any(|(_, value)| *value != pick.value));
    seen.mark_if(first_differs, FIRST_PICK);
    seen.mark_if(play.outcome(play.greedy()) != answer, NOT_GREEDY);

    let occurs = |outcome| splits().any(|split| play.outcome(split) == outcome);
    let (alice_can, bob_can) = (occurs(Answer::Alice), occurs(Answer::Bob));
    seen.mark_if(answer == Answer::Draw && alice_can && bob_can, FORCED_DRAW);
    let draws = occurs(Answer::Draw);
    seen.mark_if(alice_can && !bob_can && !draws, ALL_ALICE);
    seen.mark_if(bob_can && !alice_can && !draws, ALL_BOB);

    let royal = |strength: Strength| strength.hand_type == HandType::RoyalFlush;
    // Most deals are settled without a look at the splits: a royal flush has
    // high cards only, and the two hands come to a draw.
    let high = |hole: [Card; 2]| hole.iter().all(|card| card.rank() >= TEN);
    let both_royal = high(play.deal.alice)
        && high(play.deal.bob)
        && splits().any(|split| {
            play.outcome(split) == Answer::Draw && royal(play.hands(split).0.strength)
        });
    seen.mark_if(both_royal, ROYALS);
}

fn is_flush(strength: &Strength) -> bool {
    matches!(strength.hand_type, HandType::Flush | HandType::StraightFlush | HandType::RoyalFlush)
}

/// Whether the hands differ only in cards that belong to no pair, three or four.
fn kicker_decides(winner: &Strength, loser: &Strength) -> bool {
    let grouped = match winner.hand_type {
        HandType::Pair => 2,
        HandType::ThreeOfAKind => 3,
        HandType::TwoPairs | HandType::FourOfAKind => 4,
        _ => return false,
    };
    winner.hand_type == loser.hand_type && winner.ranks[..grouped] == loser.ranks[..grouped]
}
