//! How strong five cards are, as tables of numbers.
//!
//! Five-card hands fall into 7,462 classes of equal strength. They are numbered
//! from 1 (7-5-4-3-2) up to 7,462 (royal flush) by listing them in ascending
//! order; no hand is evaluated here, so that nothing is shared with the naive
//! program:
//!
//! | type | classes |
//! |---|---|
//! | high card, flush | C(13, 5) − 10 = 1,277 each |
//! | pair | 13 · C(12, 3) = 2,860 |
//! | two pairs | C(13, 2) · 11 = 858 |
//! | three of a kind | 13 · C(12, 2) = 858 |
//! | straight, straight flush (royal flush included) | 10 each |
//! | full house, four of a kind | 13 · 12 = 156 each |
//!
//! Ranks are 0 to 12 here (2 to ace); a set of ranks is a mask of 13 bits. Sets
//! of equally many distinct ranks, compared from the highest rank down, compare
//! as their masks do as numbers: listing masks in ascending order lists kickers
//! (and high cards, and flushes) in ascending strength.

use std::sync::LazyLock;

/// Multisets of three ranks: C(13 + 2, 3).
pub(super) const TRIPLES: u16 = 455;

/// The class of every hand. About 150 KB; making them takes a fraction of a
/// millisecond.
pub(super) struct Tables {
    /// The class of a hand that is no flush, at [`row()`] of the two cards in the
    /// hand plus [`column()`] of the three from the table: 91 · 455 entries used.
    /// The length lets any `u16` be an index. 0 where five ranks are equal.
    pub(super) plain: [u16; 1 << 16],
    /// The class of a flush by its set of ranks. 0 for sets of another size.
    pub(super) flush: [u16; 1 << 13],
}

/// The tables, made at the first use.
pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// Where the entries of a pair `x <= y` start in [`Tables::plain`]. Pairs are
/// numbered x + C(y + 1, 2), which runs through 0..91.
pub(super) fn row(x: u16, y: u16) -> u16 {
    (x + y * (y + 1) / 2) * TRIPLES
}

/// The number of a triple `x <= y <= z` in a row:
/// x + C(y + 1, 2) + C(z + 2, 3), which runs through 0..455.
pub(super) fn column(x: u16, y: u16, z: u16) -> u16 {
    x + y * (y + 1) / 2 + z * (z + 1) * (z + 2) / 6
}

/// The straights from the lowest: A-2-3-4-5 (5 high), then 6 high to ace high.
const STRAIGHTS: [u16; 10] = {
    let mut straights = [0b1_0000_0000_1111; 10];
    let mut low = 0;
    while low < 9 {
        straights[low + 1] = 0b1_1111 << low;
        low += 1;
    }
    straights
};

/// The ways to part five into two and three.
const PARTINGS: [([usize; 2], [usize; 3]); 10] = [
    ([0, 1], [2, 3, 4]),
    ([0, 2], [1, 3, 4]),
    ([0, 3], [1, 2, 4]),
    ([0, 4], [1, 2, 3]),
    ([1, 2], [0, 3, 4]),
    ([1, 3], [0, 2, 4]),
    ([1, 4], [0, 2, 3]),
    ([2, 3], [0, 1, 4]),
    ([2, 4], [0, 1, 3]),
    ([3, 4], [0, 1, 2]),
];

impl Tables {
    fn new() -> Self {
        let mut tables = Self { plain: [0; 1 << 16], flush: [0; 1 << 13] };
        let mut class = 0;
        let ranks = || 0..13u16;
        for set in sets(5).filter(|set| !STRAIGHTS.contains(set)) {
            tables.enter(&mut class, ranks_of(set));
        }
        for pair in ranks() {
            for kickers in sets(3).filter(|set| set >> pair & 1 == 0) {
                let [a, b, c] = ranks_of(kickers);
                tables.enter(&mut class, [pair, pair, a, b, c]);
            }
        }
        for high in ranks() {
            for low in 0..high {
                for kicker in ranks().filter(|kicker| ![high, low].contains(kicker)) {
                    tables.enter(&mut class, [high, high, low, low, kicker]);
                }
            }
        }
        for triple in ranks() {
            for kickers in sets(2).filter(|set| set >> triple & 1 == 0) {
                let [a, b] = ranks_of(kickers);
                tables.enter(&mut class, [triple, triple, triple, a, b]);
            }
        }
        for set in STRAIGHTS {
            tables.enter(&mut class, ranks_of(set));
        }
        for set in sets(5).filter(|set| !STRAIGHTS.contains(set)) {
            tables.enter_flush(&mut class, set);
        }
        for triple in ranks() {
            for pair in ranks().filter(|pair| *pair != triple) {
                tables.enter(&mut class, [triple, triple, triple, pair, pair]);
            }
        }
        for four in ranks() {
            for kicker in ranks().filter(|kicker| *kicker != four) {
                tables.enter(&mut class, [four, four, four, four, kicker]);
            }
        }
        for set in STRAIGHTS {
            tables.enter_flush(&mut class, set);
        }
        tables
    }

    /// Gives the next class to a hand, at each of the ten ways to part it.
    fn enter(&mut self, class: &mut u16, mut ranks: [u16; 5]) {
        *class += 1;
        ranks.sort_unstable();
        for ([first, second], [x, y, z]) in &PARTINGS {
            let index =
                row(ranks[*first], ranks[*second]) + column(ranks[*x], ranks[*y], ranks[*z]);
            self.plain[usize::from(index)] = *class;
        }
    }

    fn enter_flush(&mut self, class: &mut u16, set: u16) {
        *class += 1;
        self.flush[usize::from(set)] = *class;
    }
}

/// The sets of `size` ranks (at least one) as masks, ascending. The next number
/// with as many bits moves the lowest bit that can move, and all below it to
/// the bottom (Gosper; Knuth, *The Art of Computer Programming* 4A, 7.1.3).
fn sets(size: u32) -> impl Iterator<Item = u16> {
    let next = |set: &u32| {
        let lowest = set & set.wrapping_neg();
        let moved = set + lowest;
        let bottom = ((set ^ moved) >> 2) >> lowest.trailing_zeros();
        (moved | bottom < 1 << 13).then_some(moved | bottom)
    };
    std::iter::successors(Some((1 << size) - 1), next).map(|set| set as u16)
}

/// The `N` ranks of a set that has as many.
fn ranks_of<const N: usize>(set: u16) -> [u16; N] {
    let mut left = set;
    [(); N].map(|()| {
        let lowest = left.trailing_zeros() as u16;
        left &= left.wrapping_sub(1);
        lowest
    })
}

#[cfg(test)]
mod tests {
    use super::super::solver::code;
    use super::*;
    use duipai_reference::poker::{Card, Strength, Suit, strength};

    /// All C(52, 5) = 2,598,960 hands: classes order hands as the naive
    /// evaluation does, and all classes occur.
    #[test]
    fn classes_order_all_hands_as_the_reference_does() {
        let deck: Vec<Card> = (2..=14)
            .flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit).unwrap()))
            .collect();
        let mut strengths: Vec<Option<Strength>> = vec![None; 7_463];
        let mut hands = 0;
        for e in 4..52 {
            for d in 3..e {
                for c in 2..d {
                    for b in 1..c {
                        for a in 0..b {
                            let hand = [a, b, c, d, e].map(|place: usize| deck[place]);
                            let class = usize::from(class(&hand));
                            let want = strength(&hand);
                            let known = *strengths[class].get_or_insert(want);
                            assert_eq!(known, want, "{hand:?}");
                            hands += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(hands, 2_598_960);
        assert_eq!(strengths[0], None);
        assert!(strengths[1..].iter().all(Option::is_some), "an empty class");
        assert!(strengths[1..].is_sorted_by(|a, b| a < b));
    }

    /// The class of cards in ascending order. All ways to part them agree.
    fn class(hand: &[Card; 5]) -> u16 {
        let ranks = hand.map(|card| u16::from(code(card) >> 2));
        if hand.iter().all(|card| card.suit() == hand[0].suit()) {
            return TABLES.flush[ranks.iter().map(|rank| 1 << rank).sum::<usize>()];
        }
        let [a, b, c, d, e] = ranks;
        let at = |row: u16, column: u16| TABLES.plain[usize::from(row + column)];
        let class = at(row(a, b), column(c, d, e));
        assert_eq!(at(row(a, c), column(b, d, e)), class);
        assert_eq!(at(row(a, d), column(b, c, e)), class);
        assert_eq!(at(row(a, e), column(b, c, d)), class);
        assert_eq!(at(row(b, c), column(a, d, e)), class);
        assert_eq!(at(row(b, d), column(a, c, e)), class);
        assert_eq!(at(row(b, e), column(a, c, d)), class);
        assert_eq!(at(row(c, d), column(a, b, e)), class);
        assert_eq!(at(row(c, e), column(a, b, d)), class);
        assert_eq!(at(row(d, e), column(a, b, c)), class);
        class
    }
}
