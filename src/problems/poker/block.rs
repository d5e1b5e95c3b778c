//! 64 deals at once.
//!
//! The cards are kept place by place, so that sorting, numbering triples and
//! looking for possible flushes are loops over 64 neighbouring bytes or words,
//! which compilers turn into vector instructions. Only the look-ups go deal by
//! deal: the two rows of a deal then stay in the nearest cache.

use super::solver::{LANES, SPLITS, answer, code, forced, split_masks};
use super::tables::{TABLES, Tables};
use duipai_reference::poker::{Answer, Instance};

/// A number for each of 64 deals.
type Lanes<T> = [T; LANES];

/// The codes of the cards of 64 deals, place by place: Alice's two, Bob's two,
/// the community's six.
pub(super) struct Block {
    pub(super) cards: [Lanes<u8>; 10],
}

/// Twelve comparisons that sort six numbers (the least that suffice).
const NETWORK: [(usize, usize); 12] = [
    (0, 5),
    (1, 3),
    (2, 4),
    (1, 2),
    (3, 4),
    (0, 3),
    (2, 5),
    (0, 1),
    (2, 3),
    (4, 5),
    (1, 2),
    (3, 4),
];

impl Block {
    /// 64 times the same meaningless deal.
    pub(super) fn new() -> Self {
        Self { cards: [[0; LANES]; 10] }
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
    pub(super) fn solve(&self) -> [u64; 2] {
        let masks = self.split_masks(&TABLES);
        let columns = transposed(masks);
        forced(&std::array::from_fn(|split| [columns[split], columns[split + 32]]))
    }

    /// For each deal, the splits that Alice wins (from bit 0) and those that
    /// she does not lose (from bit 32), as in [`split_masks`].
    fn split_masks(&self, tables: &Tables) -> Lanes<u64> {
        let flushes = self.possible_flushes();
        let [a0, a1, b0, b1, community @ ..] = &self.cards;
        let columns = columns(*community);
        let (alice, bob) = (rows(a0, a1), rows(b0, b1));
        let mut masks = [0; LANES];
        for (lane, mask) in masks.iter_mut().enumerate() {
            let (mut win, mut keep) = (0u32, 0u32);
            // From the last split to the first, so that shifting leaves split i
            // at bit i.
            for split in (0..20).rev() {
                let class = |row: u16, split: usize| {
                    tables.plain[usize::from(row.wrapping_add(columns[split][lane]))]
                };
                let (a, b) = (class(alice[lane], split), class(bob[lane], 19 - split));
                win = win << 1 | u32::from(a > b);
                keep = keep << 1 | u32::from(a >= b);
            }
            if flushes[lane] != 0 {
                (win, keep) = split_masks(tables, self.cards.each_ref().map(|place| place[lane]));
            }
            *mask = u64::from(win) | u64::from(keep) << 32;
        }
        masks
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

/// [`row`](super::tables::row) of each deal's two cards, in any order.
fn rows(first: &Lanes<u8>, second: &Lanes<u8>) -> Lanes<u16> {
    std::array::from_fn(|lane| {
        let (first, second) = (first[lane] >> 2, second[lane] >> 2);
        super::tables::row(first.min(second).into(), first.max(second).into())
    })
}

/// [`column`](super::tables::column) of each triple of [`SPLITS`], after
/// sorting the cards.
fn columns(mut community: [Lanes<u8>; 6]) -> [Lanes<u16>; 20] {
    for (low, high) in NETWORK {
        for lane in 0..LANES {
            let (x, y) = (community[low][lane], community[high][lane]);
            community[low][lane] = x.min(y);
            community[high][lane] = x.max(y);
        }
    }
    // A column is a sum of one number for each card, depending on whether it is
    // the lowest, the middle or the highest of the three.
    let ranks = community.map(|place| place.map(|card| u16::from(card >> 2)));
    let middle = ranks.map(|place| place.map(|y| super::tables::column(0, y, 0)));
    let highest = ranks.map(|place| place.map(|z| super::tables::column(0, 0, z)));
    SPLITS.map(|[x, y, z]| {
        std::array::from_fn(|lane| ranks[x][lane] + middle[y][lane] + highest[z][lane])
    })
}

/// Bit i of word j becomes bit j of word i: halves of ever smaller squares are
/// exchanged (Warren, *Hacker's Delight*, 7-3).
fn transposed(mut words: Lanes<u64>) -> Lanes<u64> {
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
    words
}

/// The answers of many deals.
pub(super) fn solve_all(cases: &[Instance]) -> Vec<Answer> {
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
        let turned = transposed(words);
        for (i, word) in words.iter().enumerate() {
            for (j, other) in turned.iter().enumerate() {
                assert_eq!(word >> j & 1, other >> i & 1);
            }
        }
    }

    /// A network sorts everything if it sorts all sequences of zeros and ones
    /// (Knuth, *The Art of Computer Programming* 3, 5.3.4): 2^6 = 64 of them,
    /// one for each lane.
    #[test]
    fn the_network_sorts() {
        let mut places: [[usize; LANES]; 6] =
            std::array::from_fn(|place| std::array::from_fn(|lane| lane >> place & 1));
        for (low, high) in NETWORK {
            for lane in 0..LANES {
                let (x, y) = (places[low][lane], places[high][lane]);
                (places[low][lane], places[high][lane]) = (x.min(y), x.max(y));
            }
        }
        for lane in 0..LANES {
            assert!(places.map(|place| place[lane]).is_sorted());
        }
    }
}
