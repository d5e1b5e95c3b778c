//! What the answer depends on: how many pairs are split between which players.

use super::deal;
use duipai_reference::fishing::Deal;

/// The shape of a deal: for each player half the number of cards that are left
/// after the first discard, α, β, γ for A, B, C.
///
/// A player with `a` own pairs has α = n − a. Two deals with the same shape are
/// relabellings of each other apart from their own pairs, which are gone when
/// the game begins, so that they have the same number of ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Shape(pub(crate) [u32; 3]);

impl Shape {
    /// The shape of a deal, in time linear in its cards.
    pub(crate) fn of(deal: &Deal) -> Self {
        let mut seen = vec![0u64; 3 * deal.n() / 64 + 1];
        Self(deal.hands().each_ref().map(|hand| {
            // A bit that is set a second time is an own pair; the bits are then
            // taken back for the next hand.
            let mut pairs = 0;
            for card in hand {
                if let Some(word) = seen.get_mut(usize::from(*card) / 64) {
                    let bit = 1 << (card % 64);
                    pairs += u32::from(*word & bit != 0);
                    *word |= bit;
                }
            }
            for card in hand {
                if let Some(word) = seen.get_mut(usize::from(*card) / 64) {
                    *word = 0;
                }
            }
            deal.n() as u32 - pairs
        }))
    }

    /// (i, j, k): the pairs split between B and C, A and C, A and B.
    ///
    /// A's 2α cards are those split with C and with B, j + k = 2α; likewise
    /// i + k = 2β and i + j = 2γ. Hence i = β + γ − α and so on.
    pub(crate) fn split(self) -> [u32; 3] {
        let [a, b, c] = self.0;
        [b + c - a, a + c - b, a + b - c]
    }

    /// All shapes with n pairs a player, in ascending order.
    pub(crate) fn all(n: u32) -> impl Iterator<Item = Self> {
        (0..=n).flat_map(move |a| {
            (0..=n).flat_map(move |b| {
                let [low, high] = third(n, a, b);
                (low..=high).map(move |c| Self([a, b, c]))
            })
        })
    }

    /// The plainest deal of this shape with n pairs a player, n at least
    /// the largest of α, β, γ. Values are numbered as they appear; each hand is
    /// sorted, and the values that appear first in it go, in this order, to own
    /// pairs, to B and to C.
    pub(crate) fn plainest(self, n: u32) -> Deal {
        let [i, j, k] = self.split();
        let mut next = 0u16;
        let mut some = |count: u32| {
            let first = next + 1;
            next += count as u16;
            first..=next
        };
        let twice = |own: std::ops::RangeInclusive<u16>| own.flat_map(|value| [value, value]);
        let own = self.0.map(|left| n - left);
        let (own_a, ab, ac) = (some(own[0]), some(k), some(j));
        let (own_b, bc, own_c) = (some(own[1]), some(i), some(own[2]));
        deal([
            twice(own_a).chain(ab.clone()).chain(ac.clone()).collect(),
            ab.chain(twice(own_b)).chain(bc.clone()).collect(),
            ac.chain(bc).chain(twice(own_c)).collect(),
        ])
    }
}

/// The range of the third of α, β, γ: i, j and k must not be negative.
pub(crate) fn third(n: u32, a: u32, b: u32) -> [u32; 2] {
    [a.abs_diff(b), n.min(a + b)]
}
