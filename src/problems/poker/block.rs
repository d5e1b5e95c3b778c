//! 64 deals at once.
//!
//! The cards are kept place by place, so that sorting, numbering triples and
//! looking for possible flushes are loops over 64 neighbouring bytes or words,
//! which compilers turn into vector instructions. Only the look-ups go deal by
//! deal: the two rows of a deal then stay in the nearest cache.

use super::solver::{
    LANES, NETWORK, Outcomes, SPLITS, add_flushes, all_outcomes, answer, code, forced, questions,
    solve,
};
use super::tables::{TABLES, Tables, column, row};
use duipai_reference::poker::{Answer, Instance};

/// A number for each of 64 deals.
type Lanes<T> = [T; LANES];

/// The cards of 64 deals, and room to work.
pub(super) struct Block {
    /// The codes of the cards, place by place: Alice's two, Bob's two, the
    /// community's six.
    pub(super) cards: [Lanes<u8>; 10],
    /// The community of each deal, sorted.
    community: [Lanes<u8>; 6],
    /// What the cards of the sorted community add to a column as the lowest,
    /// the middle or the highest of three.
    parts: [[Lanes<u16>; 3]; 6],
    /// For each split, where the class of Alice's hand stands in the table.
    alice_at: [Lanes<u16>; 20],
    /// The same of Bob's hand.
    bob_at: [Lanes<u16>; 20],
}

impl Block {
    /// 64 times the same meaningless deal.
    pub(super) fn new() -> Self {
        Self {
            cards: [[0; LANES]; 10],
            community: [[0; LANES]; 6],
            parts: [[[0; LANES]; 3]; 6],
            alice_at: [[0; LANES]; 20],
            bob_at: [[0; LANES]; 20],
        }
    }

    /// Puts a deal into a lane.
    pub(super) fn set(&mut self, lane: usize, deal: &Instance) {
        for (place, card) in self.cards.iter_mut().zip(deal.cards()) {
            place[lane] = code(card);
        }
    }

    /// Whether a card comes twice in one of the deals.
    pub(super) fn repeats(&self) -> bool {
        let mut repeated = [0u8; LANES];
        for second in 1..10 {
            for first in 0..second {
                for (lane, repeated) in repeated.iter_mut().enumerate() {
                    *repeated |= u8::from(self.cards[first][lane] == self.cards[second][lane]);
                }
            }
        }
        repeated != [0; LANES]
    }

    /// Whether Alice can force a win, and whether she can force a win or a
    /// draw: a bit for each deal.
    pub(super) fn solve(&mut self) -> [u64; 2] {
        self.sort_community();
        self.find_indices();
        let mut bits = self.outcomes(&TABLES);
        transpose(&mut bits);
        let mut good = [[0; 2]; 20];
        for (split, good) in good.iter_mut().enumerate() {
            *good = questions(bits[2 * split], bits[2 * split + 1]);
        }
        forced(&good)
    }

    /// The [`Outcomes`] of each deal.
    fn outcomes(&self, tables: &Tables) -> Lanes<u64> {
        let flushes = self.possible_flushes();
        let class = |index: u16| tables.plain[usize::from(index)];
        let mut all = [0; LANES];
        for (lane, all) in all.iter_mut().enumerate() {
            if flushes[lane] != 0 {
                *all = self.outcomes_with_flushes(tables, lane);
                continue;
            }
            let mut outcomes = Outcomes::new();
            for (alice, bob) in self.alice_at.iter().zip(&self.bob_at).rev() {
                outcomes.push(class(alice[lane]), class(bob[lane]));
            }
            *all = outcomes.word();
        }
        all
    }

    /// The same of one deal, flushes not left out.
    fn outcomes_with_flushes(&self, tables: &Tables, lane: usize) -> u64 {
        let (mut alice, mut bob) = ([0; 20], [0; 20]);
        for split in 0..20 {
            alice[split] = tables.plain[usize::from(self.alice_at[split][lane])];
            bob[split] = tables.plain[usize::from(self.bob_at[split][lane])];
        }
        let mut community = [0; 6];
        for (card, place) in community.iter_mut().zip(&self.community) {
            *card = place[lane];
        }
        let hole = |first: usize| [self.cards[first][lane], self.cards[first + 1][lane]];
        add_flushes(tables, hole(0), &community, alice.iter_mut());
        add_flushes(tables, hole(2), &community, bob.iter_mut().rev());
        all_outcomes(&alice, &bob)
    }

    fn sort_community(&mut self) {
        self.community.copy_from_slice(&self.cards[4..]);
        for (low, high) in NETWORK {
            for lane in 0..LANES {
                let (x, y) = (self.community[low][lane], self.community[high][lane]);
                self.community[low][lane] = x.min(y);
                self.community[high][lane] = x.max(y);
            }
        }
    }

    /// Row plus [`column()`] of both hands of each split. Bob has the three cards
    /// that Alice leaves.
    fn find_indices(&mut self) {
        for (part, cards) in self.parts.iter_mut().zip(&self.community) {
            for (lane, card) in cards.iter().enumerate() {
                let rank = u16::from(card >> 2);
                part[0][lane] = column(rank, 0, 0);
                part[1][lane] = column(0, rank, 0);
                part[2][lane] = column(0, 0, rank);
            }
        }
        let alice = rows(&self.cards[0], &self.cards[1]);
        let bob = rows(&self.cards[2], &self.cards[3]);
        for (split, [x, y, z]) in SPLITS.into_iter().enumerate() {
            let (alice_at, bob_at) = (&mut self.alice_at[split], &mut self.bob_at[19 - split]);
            let (low, middle, high) = (&self.parts[x][0], &self.parts[y][1], &self.parts[z][2]);
            for lane in 0..LANES {
                let column = low[lane] + middle[lane] + high[lane];
                alice_at[lane] = alice[lane].wrapping_add(column);
                bob_at[lane] = bob[lane].wrapping_add(column);
            }
        }
    }

    /// Marks the deals in which somebody holds two cards of a suit and three
    /// community cards share it: no others can end in a flush.
    fn possible_flushes(&self) -> Lanes<u8> {
        let mut marks = [0; LANES];
        let [a0, a1, b0, b1, community @ ..] = &self.cards;
        for (first, second) in [(a0, a1), (b0, b1)] {
            let mut same = [0u8; LANES];
            for place in community {
                for (lane, same) in same.iter_mut().enumerate() {
                    *same += u8::from((place[lane] ^ first[lane]) & 3 == 0);
                }
            }
            for (lane, mark) in marks.iter_mut().enumerate() {
                let suited = u8::from((first[lane] ^ second[lane]) & 3 == 0);
                *mark |= suited & u8::from(same[lane] >= 3);
            }
        }
        marks
    }
}

/// [`row()`] of each deal's two cards, in any order.
fn rows(first: &Lanes<u8>, second: &Lanes<u8>) -> Lanes<u16> {
    let mut rows = [0; LANES];
    for (lane, at) in rows.iter_mut().enumerate() {
        let (first, second) = (first[lane] >> 2, second[lane] >> 2);
        *at = row(first.min(second).into(), first.max(second).into());
    }
    rows
}

/// Bit i of word j becomes bit j of word i: halves of ever smaller squares are
/// exchanged (Warren, *Hacker's Delight*, 7-3).
fn transpose(words: &mut Lanes<u64>) {
    let mut width = 32;
    let mut low_half = 0x0000_0000_FFFF_FFFFu64;
    while width > 0 {
        for square in words.chunks_exact_mut(2 * width) {
            let (upper, lower) = square.split_at_mut(width);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let exchange = (*upper >> width ^ *lower) & low_half;
                *upper ^= exchange << width;
                *lower ^= exchange;
            }
        }
        width /= 2;
        low_half ^= low_half << width;
    }
}

/// Fewer deals than this are solved one by one: a block takes as long as this
/// many, however few of its lanes are used.
const FEW: usize = 12;

/// The answers of many deals.
pub(super) fn solve_all(cases: &[Instance]) -> Vec<Answer> {
    if cases.len() < FEW {
        return cases.iter().map(solve).collect();
    }
    let mut answers = Vec::with_capacity(cases.len());
    let mut block = Block::new();
    for deals in cases.chunks(LANES) {
        for (lane, deal) in deals.iter().enumerate() {
            block.set(lane, deal);
        }
        let [win, keep] = block.solve();
        answers.extend(
            (0..deals.len()).map(|lane| answer(win >> lane & 1 == 1, keep >> lane & 1 == 1)),
        );
    }
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_moves_every_bit() {
        let words: Lanes<u64> =
            std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut turned = words;
        transpose(&mut turned);
        for (i, word) in words.iter().enumerate() {
            for (j, other) in turned.iter().enumerate() {
                assert_eq!(word >> j & 1, other >> i & 1);
            }
        }
    }
}
