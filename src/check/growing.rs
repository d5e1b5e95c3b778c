//! Choices that begin plain and grow.

use crate::choices::{Choices, Random};
use std::collections::HashMap;

/// Cases until what may be drawn doubles: after 128 of them, every number of 32
/// bits may be.
const DOUBLED_AFTER: u64 = 4;

/// The choices of case `index`, which depend on (seed, index) alone.
///
/// Draws of the same range have the same ceiling in a case. Early in a run all
/// ceilings are low: a mistake that shows in small inputs is found in one.
/// Later half of them are the range itself, the others powers of two below it:
/// so that a long list may have few different values, as uniform values up to
/// 10⁹ never meet.
pub(super) struct Growing {
    random: Random,
    /// The highest power of two that is a ceiling.
    most: u32,
    /// By range.
    ceilings: HashMap<u32, u32>,
}

impl Growing {
    pub(super) fn new(seed: u64, index: u64) -> Self {
        let most = (index / DOUBLED_AFTER).min(u32::BITS.into()) as u32;
        Self { random: Random::new(seed, index), most, ceilings: HashMap::new() }
    }
}

impl Choices for Growing {
    fn below(&mut self, n: u32) -> u32 {
        let Self { random, most, ceilings } = self;
        let ceiling = *ceilings.entry(n).or_insert_with(|| {
            let whole = u32::BITS - n.saturating_sub(1).leading_zeros();
            let power = match random.below(2) {
                0 => whole,
                _ => random.below(whole + 1),
            };
            (1 << power.min(*most)).min(u64::from(n)) as u32
        });
        random.below(ceiling)
    }

    fn style(&mut self, weights: &[u32]) -> usize {
        self.random.style(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(seed: u64, index: u64, n: u32) -> Vec<u32> {
        let mut growing = Growing::new(seed, index);
        (0..20).map(|_| growing.below(n)).collect()
    }

    /// (seed, index) that was printed once gives the same input for ever.
    #[test]
    fn golden() {
        let few = |index, n| drawn(7, index, n).into_iter().take(5).collect::<Vec<_>>();
        assert_eq!(few(0, 1000), [0; 5]);
        assert_eq!(few(20, 1000), [31, 21, 15, 28, 26]);
        assert_eq!(few(1000, 1000), [6, 7, 5, 7, 2]);
        assert_eq!(
            few(1001, u32::MAX),
            [1418528594, 1005506512, 4040693574, 3858955521, 1340666329]
        );
    }

    #[test]
    fn cases_begin_plain_and_reach_everything() {
        assert!(drawn(1, 0, u32::MAX).iter().all(|value| *value == 0));
        assert!(drawn(1, 20, u32::MAX).iter().all(|value| *value < 32));
        for n in [1, 2, 3, 9, 1000, 1 << 31, u32::MAX] {
            let all: Vec<_> = (128..400).flat_map(|index| drawn(1, index, n)).collect();
            assert!(all.iter().all(|value| *value < n));
            assert!(all.iter().any(|value| *value >= n - n.div_ceil(4)), "{n}");
        }
        // All of a large range and few values, in one case.
        let both = (128..200).any(|index| {
            let mut growing = Growing::new(1, index);
            let mut least = |n| (0..20).map(|_| growing.below(n)).max().unwrap();
            least(100_000) > 50_000 && least(1_000_000_000) < 16
        });
        assert!(both);
    }
}
