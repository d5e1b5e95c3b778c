//! Wrong solvers that a good programmer could have written.

use super::Fishing;
use super::shape::Shape;
use crate::problem::{Mutant, Program};
use duipai_reference::fishing::{Deal, Ways};
use std::collections::HashMap;

/// See [`crate::problem::Problem::mutants`].
pub(super) static ALL: [Mutant<Fishing>; 5] = [
    Mutant {
        name: "no-card-no-way",
        about: "counts 0 ways where a player has no card to pass, instead of one",
        program: Program::Cases(|_, case| no_card_no_way(case)),
        narrate: None,
    },
    Mutant {
        name: "ends-only-between-rounds",
        about: "lets A pass nothing, but sees the end of the game only after a whole round",
        program: Program::Cases(|_, case| ends_only_between_rounds(case)),
        narrate: None,
    },
    Mutant {
        name: "round-without-pair",
        about: "forgets that a round must discard a pair; its memory answers what it has so far \
                for the state that such a round comes back to",
        program: Program::Cases(|_, case| round_without_pair(case)),
        narrate: None,
    },
    Mutant {
        name: "all-at-once",
        about: "lets the three players pass at the same time, not one after the other",
        program: Program::Cases(|_, case| all_at_once(case)),
        narrate: None,
    },
    Mutant {
        name: "product-in-32-bits",
        about: "multiplies the choices of a round with the rest in 32 bits before reducing",
        program: Program::Cases(|_, case| product_in_32_bits(case)),
        narrate: None,
    },
];

const P: u64 = 1_000_000_007;

/// Split pairs by the player who has no copy: B and C, A and C, A and B.
type Split = [u32; 3];

/// A card of A, of B or of C passed on: to a pair, or to be split anew.
const TO_PAIR: [usize; 3] = [2, 0, 1];
const TO_OTHER: [usize; 3] = [1, 2, 0];

/// The counter that all mutants but one build on, with its mutants as
/// switches. Right if none is set.
#[derive(Default)]
struct Counter {
    no_way_without_cards: bool,
    only_a_may_lack_cards: bool,
    narrow: bool,
    memory: HashMap<Split, u64>,
}

impl Counter {
    fn of(mut self, deal: &Deal) -> Ways {
        self.round(Shape::of(deal).split()) as Ways
    }

    fn round(&mut self, split: Split) -> u64 {
        if split == [0; 3] {
            return 1;
        }
        if let Some(known) = self.memory.get(&split) {
            return *known;
        }
        let ways = self.step(split, 0, false, 1);
        self.memory.insert(split, ways);
        ways
    }

    fn step(&mut self, split: Split, player: usize, paired: bool, so_far: u64) -> u64 {
        if player == 3 {
            if !paired {
                return 0;
            }
            let rest = self.round(split);
            return if self.narrow {
                u64::from((so_far as u32).wrapping_mul(rest as u32)) % P
            } else {
                so_far.wrapping_mul(rest) % P
            };
        }
        let (pair, other) = (split[TO_PAIR[player]], split[TO_OTHER[player]]);
        if pair + other == 0 {
            let stuck = self.no_way_without_cards || self.only_a_may_lack_cards && player > 0;
            return if stuck { 0 } else { self.step(split, player + 1, paired, so_far) };
        }
        let mut ways = 0;
        if pair > 0 {
            let mut next = split;
            next[TO_PAIR[player]] -= 1;
            ways += self.step(next, player + 1, true, so_far * u64::from(pair) % P);
        }
        if other > 0 {
            let mut next = split;
            next[TO_OTHER[player]] -= 1;
            next[player] += 1;
            ways += self.step(next, player + 1, paired, so_far * u64::from(other) % P);
        }
        ways % P
    }
}

fn no_card_no_way(deal: &Deal) -> Ways {
    Counter { no_way_without_cards: true, ..Counter::default() }.of(deal)
}

fn ends_only_between_rounds(deal: &Deal) -> Ways {
    Counter { only_a_may_lack_cards: true, ..Counter::default() }.of(deal)
}

fn round_without_pair(deal: &Deal) -> Ways {
    idle(Shape::of(deal).split(), &mut HashMap::new()) as Ways
}

/// A round without a pair comes back to the state in which it began. That state
/// is in the memory already, with what has been added up so far.
fn idle(split: Split, memory: &mut HashMap<Split, u64>) -> u64 {
    if split == [0; 3] {
        return 1;
    }
    if let Some(known) = memory.get(&split) {
        return *known;
    }
    let mut so_far = 0;
    memory.insert(split, so_far);
    for kinds in 0..8u32 {
        // Bit p: player p passes a card that makes no pair.
        let mut after = split;
        let mut ways = 1;
        for player in 0..3 {
            let moves_on = kinds >> player & 1 == 1;
            let kind = if moves_on { TO_OTHER[player] } else { TO_PAIR[player] };
            if after[TO_OTHER[player]] + after[TO_PAIR[player]] == 0 {
                // Nothing to pass: once, not once for each kind.
                ways *= u64::from(!moves_on);
                continue;
            }
            ways = ways * u64::from(after[kind]) % P;
            after[kind] = after[kind].saturating_sub(1);
            if moves_on {
                after[player] += 1;
            }
        }
        if ways > 0 {
            so_far = (so_far + ways * idle(after, memory)) % P;
            memory.insert(split, so_far);
        }
    }
    so_far
}

fn product_in_32_bits(deal: &Deal) -> Ways {
    Counter { narrow: true, ..Counter::default() }.of(deal)
}

fn all_at_once(deal: &Deal) -> Ways {
    simultaneous(Shape::of(deal).split(), &mut HashMap::new()) as Ways
}

/// All three choose a card, then all three cards move. A pair is made unless
/// the receiver has just passed the other copy on.
fn simultaneous(split: Split, memory: &mut HashMap<Split, u64>) -> u64 {
    if split == [0; 3] {
        return 1;
    }
    if let Some(known) = memory.get(&split) {
        return *known;
    }
    // Each player's choice: a card to make a pair, one to be split anew, none.
    let choices = |player: usize| {
        let (pair, other) = (split[TO_PAIR[player]], split[TO_OTHER[player]]);
        [(0, pair), (1, other), (2, u32::from(pair + other == 0))]
    };
    let mut ways = 0;
    for a in choices(0) {
        for b in choices(1) {
            for c in choices(2) {
                ways += together(split, [a, b, c], memory);
            }
        }
    }
    memory.insert(split, ways % P);
    ways % P
}

/// The ways in which the players pass cards of these kinds (and numbers).
fn together(split: Split, choice: [(usize, u32); 3], memory: &mut HashMap<Split, u64>) -> u64 {
    let product: u64 = choice.iter().map(|(_, cards)| u64::from(*cards)).product();
    if product == 0 {
        return 0;
    }
    // A player meant to make a pair of a card whose other copy the receiver
    // passes on: possible where the receiver passes a card split with him.
    let clash = (0..3).find(|p| choice[*p].0 == 0 && choice[(p + 1) % 3].0 == 1);
    let mut ways = 0;
    for same in [false, true] {
        let mut next = split.map(i64::from);
        let mut pairs = 0;
        let mut number = product;
        for (player, (kind, _)) in choice.iter().enumerate() {
            match kind {
                0 if same && clash == Some(player) => {}
                0 => {
                    next[TO_PAIR[player]] -= 1;
                    pairs += 1;
                }
                1 => {
                    next[TO_OTHER[player]] -= 1;
                    next[player] += 1;
                }
                _ => {}
            }
        }
        if let Some(player) = clash {
            // One of the cards that the two share, or two different ones.
            let shared = u64::from(choice[player].1);
            number = if same { number / shared } else { number / shared * (shared - 1) };
        } else if same {
            number = 0;
        }
        if number > 0 && pairs > 0 {
            let next = next.map(|pairs| pairs.max(0) as u32);
            ways += number % P * simultaneous(next, memory) % P;
        }
    }
    ways % P
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_mistake_the_counter_is_right() {
        for shape in Shape::all(6) {
            let ways = Counter::default().round(shape.split()) as u32;
            assert_eq!(ways, super::super::solver::small_table().get(shape), "{shape:?}");
        }
    }
}
