//! Where decisions come from.
//!
//! Generators, mutators and layouts are written once, against [`Choices`], and
//! driven in several ways: by a seeded random stream ([`Random`]), by the bytes
//! of a fuzzer ([`Bytes`]), by every combination in turn ([`Odometer`]), or by
//! nothing at all ([`Zeros`], the plainest outcome).

mod bytes;
mod case;
mod odometer;
mod probe;
mod random;

pub use bytes::Bytes;
pub use case::Case;
pub use odometer::Odometer;
pub use probe::Probe;
pub use random::Random;

/// A source of decisions.
pub trait Choices {
    /// A number in `0..n`; `n` is at least 1. Every value must be possible
    /// where the source is random.
    fn below(&mut self, n: u32) -> u32;

    /// One of several ways to go, likelier with a larger weight. It may shape
    /// only *how often* something is made, never *what can* be made: a source
    /// that visits everything answers 0, so style 0 must reach every
    /// representative, each exactly once.
    fn style(&mut self, weights: &[u32]) -> usize;
}

/// The usual ways to ask.
impl dyn Choices + '_ {
    /// A number from `low` to `high`, both included. `low` if the range is empty.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        if low >= high { low } else { low + self.below(high - low + 1) }
    }

    /// True in `yes` of `of` cases. A source of zeros answers false.
    pub fn chance(&mut self, yes: u32, of: u32) -> bool {
        self.below(of) >= of - yes.min(of)
    }

    /// One of `items`, which must not be empty. A source of zeros takes the first.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// An index in `0..len`; `len` is at least 1.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u32) as usize
    }

    /// A random order (Fisher–Yates). A source of zeros leaves the order alone.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in 0..items.len().saturating_sub(1) {
            let j = i + self.index(items.len() - i);
            items.swap(i, j);
        }
    }

    /// An index drawn with the given integer weights, through [`Choices::below`]:
    /// unlike [`Choices::style`] it decides *what* is made, and a source that
    /// visits everything visits each index (several times for a weight over 1).
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u32 = weights.iter().sum();
        let mut left = self.below(total.max(1));
        for (index, weight) in weights.iter().enumerate() {
            if left < *weight {
                return index;
            }
            left -= weight;
        }
        0
    }
}

/// Always the first choice: the plainest outcome, and canonical layout.
#[derive(Debug, Clone, Copy, Default)]
pub struct Zeros;

impl Choices for Zeros {
    fn below(&mut self, _n: u32) -> u32 {
        0
    }

    fn style(&mut self, _weights: &[u32]) -> usize {
        0
    }
}

/// Index for a number in `0..sum(weights)`: the shared part of the random drivers.
fn by_weight(weights: &[u32], draw: impl FnOnce(u32) -> u32) -> usize {
    let total: u32 = weights.iter().sum();
    if total == 0 {
        return 0;
    }
    let mut left = draw(total);
    for (index, weight) in weights.iter().enumerate() {
        if left < *weight {
            return index;
        }
        left -= weight;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_take_the_first_of_everything() {
        let zeros: &mut dyn Choices = &mut Zeros;
        let mut items = [1, 2, 3, 4];
        zeros.shuffle(&mut items);
        assert_eq!(items, [1, 2, 3, 4]);
        assert_eq!(*zeros.pick(&items), 1);
        assert_eq!(zeros.between(5, 9), 5);
        assert!(!zeros.chance(1, 2));
        assert_eq!(zeros.weighted(&[0, 3, 1]), 1);
    }

    #[test]
    fn a_chance_is_as_likely_as_it_says() {
        let mut random = Random::new(1, 0);
        let random: &mut dyn Choices = &mut random;
        let hits = (0..10_000).filter(|_| random.chance(1, 4)).count();
        assert!((2_300..2_700).contains(&hits), "{hits}");
    }
}
