//! Every game is played out with real cards; nothing is remembered.

use super::{Deal, MODULUS, Ways};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

/// The hands of A, of B and of C in the middle of a game.
type Hands = [Vec<u16>; 3];

/// The number of ways, by playing each of them. Every card passed copies the
/// hands, so that one game's moves cannot disturb another's. Time grows with
/// the number of ways: see [`cost`].
pub fn ways(deal: &Deal) -> Ways {
    // "Input hands are before the first discard."
    let hands = deal.hands().clone().map(without_pairs);
    // "Already empty after the first discard: 1 way", which is what `pass` says
    // when no card is left.
    pass(&hands, 0, false) as Ways
}

/// The cards of a hand that occur in it only once.
fn without_pairs(hand: Vec<u16>) -> Vec<u16> {
    let copies = |card: u16| hand.iter().filter(|other| **other == card).count();
    hand.iter().copied().filter(|card| copies(*card) == 1).collect()
}

/// The number of ways to go on when it is `player`'s turn to pass; 3 stands for
/// the end of the round. `paired`: whether the round has discarded a pair.
fn pass(hands: &Hands, player: usize, paired: bool) -> u64 {
    // "The game ends the moment all hands are empty, even inside a round."
    if hands.iter().all(Vec::is_empty) {
        return 1;
    }
    if player == 3 {
        // "A round in which no pair is discarded makes the way invalid
        // (contributes 0)."
        return if paired { pass(hands, 0, false) } else { 0 };
    }
    // "A player with an empty hand passes nothing: one way for that step."
    if hands[player].is_empty() {
        return pass(hands, player + 1, paired);
    }
    // "A passes one card to B, B one to C, C one to A, one after the other."
    let receiver = (player + 1) % 3;
    let mut ways = 0;
    // "Two ways differ if at some step a different card is passed."
    for place in 0..hands[player].len() {
        let mut after = hands.clone();
        let card = after[player].remove(place);
        // "A player who receives the second copy of a card discards the pair at
        // once."
        let pair = match after[receiver].iter().position(|own| *own == card) {
            Some(own) => {
                after[receiver].remove(own);
                true
            }
            None => {
                after[receiver].push(card);
                false
            }
        };
        ways = (ways + pass(&after, player + 1, paired || pair)) % MODULUS;
    }
    ways
}

/// Time per call of `pass`, most of it for copying hands.
const PER_CALL: Duration = Duration::from_nanos(100);

/// Most pairs split between two players that are thought about at all: with 8
/// there are already billions of calls.
const MOST_SPLIT: u64 = 7;

/// About how long [`ways`] takes: the number of its calls depends only on how
/// many pairs are split between B and C, A and C, A and B. `None` from eight
/// such pairs on.
pub fn cost(deal: &Deal) -> Option<Duration> {
    let mut holders = vec![0; 3 * deal.n() + 1];
    for (hand, player) in deal.hands().iter().zip([1, 2, 4]) {
        for card in hand {
            holders[usize::from(*card)] |= player;
        }
    }
    let split = |players: u8| holders.iter().filter(|by| **by == players).count() as u64;
    let (bc, ac, ab) = (split(2 | 4), split(1 | 4), split(1 | 2));
    if bc + ac + ab > MOST_SPLIT {
        return None;
    }
    let calls = calls_remembered((bc, ac, ab));
    u32::try_from(calls).ok().map(|calls| PER_CALL * calls)
}

/// Numbers of pairs split between B and C, A and C, A and B.
type Split = (u64, u64, u64);

fn calls_remembered(split: Split) -> u64 {
    static KNOWN: LazyLock<Mutex<HashMap<Split, u64>>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(calls) = known().get(&split) {
        return *calls;
    }
    let calls = calls(split, 0, false);
    known().insert(split, calls);
    calls
}

/// How often `pass` is called, itself included. Cards that are split between
/// the same two players are alike.
fn calls((bc, ac, ab): Split, player: usize, paired: bool) -> u64 {
    if bc + ac + ab == 0 {
        return 1;
    }
    // How many cards make a pair at the receiver, and how many do not, with
    // what is split after each.
    let (pairs, others) = match player {
        0 => ((ab, (bc, ac, ab.saturating_sub(1))), (ac, (bc + 1, ac.saturating_sub(1), ab))),
        1 => ((bc, (bc.saturating_sub(1), ac, ab)), (ab, (bc, ac + 1, ab.saturating_sub(1)))),
        2 => ((ac, (bc, ac.saturating_sub(1), ab)), (bc, (bc.saturating_sub(1), ac, ab + 1))),
        _ if paired => return 1 + calls((bc, ac, ab), 0, false),
        _ => return 1,
    };
    if pairs.0 + others.0 == 0 {
        return 1 + calls((bc, ac, ab), player + 1, paired);
    }
    let after = |(cards, split), paired| {
        if cards == 0 { 0 } else { cards * calls(split, player + 1, paired) }
    };
    1 + after(pairs, true) + after(others, paired)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(hands: [&[u16]; 3]) -> Deal {
        Deal::new(hands.map(<[u16]>::to_vec)).unwrap()
    }

    #[test]
    fn anchors() {
        assert_eq!(ways(&deal([&[1, 2], &[3, 3], &[2, 1]])), 2);
        assert_eq!(ways(&deal([&[1, 3], &[1, 2], &[2, 3]])), 7);
        assert_eq!(ways(&deal([&[1, 1], &[3, 3], &[2, 2]])), 1);
    }

    #[test]
    fn calls_are_predicted_exactly() {
        assert_eq!(calls((0, 0, 0), 0, false), 1);
        // A and C share 1 and 2: pass by A (1 call, 2 cards), by B (2 calls, the
        // one card makes a pair at C), by C (2 calls, a pair at A), over (2).
        assert_eq!(calls((0, 2, 0), 0, false), 1 + 2 + 2 + 2);
        assert!(cost(&deal([&[1, 3], &[1, 2], &[2, 3]])).is_some());
    }
}
