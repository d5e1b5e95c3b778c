//! The same game over numbers of pairs, with a memory.
//!
//! After the first discard each pair is split between two players, and all
//! that matters is how many pairs are split between which two. A step either
//! makes a pair at the receiver or moves one copy on, and each of the cards
//! that would do the same counts as a way of its own.

use super::{Deal, MODULUS, Ways};
use std::collections::HashMap;
use std::time::Duration;

/// How many pairs are split between which two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Split {
    bc: u64,
    ac: u64,
    ab: u64,
}

/// Who passes next, after which pairs are left, and whether the round has
/// discarded a pair.
type State = (Split, Turn, bool);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Turn {
    A,
    B,
    C,
    RoundOver,
}

/// The number of ways. Time and memory grow with the cube of the number of
/// cards left after the first discard.
pub fn ways(deal: &Deal) -> Ways {
    let mut memory = HashMap::new();
    pass((split(deal), Turn::A, false), &mut memory) as Ways
}

/// How the pairs are split after the first discard: a pair in one hand is gone.
fn split(deal: &Deal) -> Split {
    let mut held_by = vec![[false; 3]; 3 * deal.n() + 1];
    for (player, hand) in deal.hands().iter().enumerate() {
        for card in hand {
            held_by[usize::from(*card)][player] = true;
        }
    }
    let count = |players| held_by.iter().filter(|by| **by == players).count() as u64;
    Split {
        bc: count([false, true, true]),
        ac: count([true, false, true]),
        ab: count([true, true, false]),
    }
}

fn pass(state: State, memory: &mut HashMap<State, u64>) -> u64 {
    if let Some(known) = memory.get(&state) {
        return *known;
    }
    let (split, turn, paired) = state;
    let Split { bc, ac, ab } = split;
    // "The game ends the moment all hands are empty, even inside a round."
    let ways = if bc + ac + ab == 0 {
        1
    } else {
        match turn {
            // A holds ac + ab cards. One that B has too makes a pair there; one
            // that C has too is then split between B and C.
            Turn::A if ac + ab == 0 => pass((split, Turn::B, paired), memory),
            Turn::A => {
                let mut ways = 0;
                if ab > 0 {
                    ways += ab * pass((Split { ab: ab - 1, ..split }, Turn::B, true), memory);
                }
                if ac > 0 {
                    let moved = Split { ac: ac - 1, bc: bc + 1, ab };
                    ways += ac * pass((moved, Turn::B, paired), memory);
                }
                ways
            }
            // B holds bc + ab cards and passes to C.
            Turn::B if bc + ab == 0 => pass((split, Turn::C, paired), memory),
            Turn::B => {
                let mut ways = 0;
                if bc > 0 {
                    ways += bc * pass((Split { bc: bc - 1, ..split }, Turn::C, true), memory);
                }
                if ab > 0 {
                    let moved = Split { ab: ab - 1, ac: ac + 1, bc };
                    ways += ab * pass((moved, Turn::C, paired), memory);
                }
                ways
            }
            // C holds bc + ac cards and passes to A.
            Turn::C if bc + ac == 0 => pass((split, Turn::RoundOver, paired), memory),
            Turn::C => {
                let mut ways = 0;
                if ac > 0 {
                    let after = Split { ac: ac - 1, ..split };
                    ways += ac * pass((after, Turn::RoundOver, true), memory);
                }
                if bc > 0 {
                    let moved = Split { bc: bc - 1, ab: ab + 1, ac };
                    ways += bc * pass((moved, Turn::RoundOver, paired), memory);
                }
                ways
            }
            Turn::RoundOver if paired => pass((split, Turn::A, false), memory),
            // "A round in which no pair is discarded makes the way invalid
            // (contributes 0)."
            Turn::RoundOver => 0,
        }
    } % MODULUS;
    memory.insert(state, ways);
    ways
}

/// Most cards a player may have left after the first discard: deals with n up
/// to 32 whatever they hold. That takes some 50 ms; every doubling takes eight
/// times as long and as much memory.
const MOST_LEFT: u64 = 64;

/// About how long [`ways`] takes; `None` where a player has more than 64 cards
/// left after the first discard.
pub fn cost(deal: &Deal) -> Option<Duration> {
    let Split { bc, ac, ab } = split(deal);
    if (ac + ab).max(bc + ab).max(bc + ac) > MOST_LEFT {
        return None;
    }
    // A state is the numbers of cards that the three have left, who passes, and
    // whether a pair was made. About 500 ns each, and of all triples of numbers
    // up to the last the game can reach about one in six.
    let left = bc + ac + ab;
    let states = left.pow(3) / 9 + 12 * left + 6;
    Some(Duration::from_nanos(500 * states))
}
