//! Where decisions come from.
//!
//! Generators, mutators and layouts are written once, against [`Choices`], and
//! driven in several ways: by a seeded random stream ([`Random`]), by the bytes
//! of a fuzzer ([`Bytes`]), by every combination in turn ([`Odometer`]), by
//! what was drawn before ([`tape::Tape`]), or by nothing at all ([`Zeros`], the
//! plainest outcome).

mod bytes;
mod damage;
mod odometer;
mod probe;
mod random;
pub mod tape;

pub use bytes::Bytes;
pub(crate) use damage::damage;
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

    /// A part of what is made begins here: an element of a list, a node with all
    /// below it. Parts nest. They change nothing of what is drawn; they tell
    /// who shrinks a [`tape::Tape`] what can go as a whole.
    fn open(&mut self) {}

    /// The part that was opened last ends here.
    fn close(&mut self) {}
}

/// The usual ways to ask.
impl dyn Choices + '_ {
    /// Makes a part, as [`Choices::open`] and [`Choices::close`] mark it.
    pub fn part<T>(&mut self, make: impl FnOnce(&mut dyn Choices) -> T) -> T {
        self.open();
        let made = make(self);
        self.close();
        made
    }

    /// A list of `low` to `high` elements: first their number is drawn, then
    /// each as a part.
    pub fn list<T>(
        &mut self,
        low: u32,
        high: u32,
        mut make: impl FnMut(&mut dyn Choices) -> T,
    ) -> Vec<T> {
        (0..self.between(low, high)).map(|_| self.part(&mut make)).collect()
    }

    /// A number in `0..n`; `n` is at least 1. One draw if `n` fits 32 bits, else
    /// a more significant one first. All values come equally often but for those
    /// of a last block of up to 2³¹, which may be smaller than the others.
    pub fn below_u64(&mut self, n: u64) -> u64 {
        /// Draws of this many values each; the least significant one has
        /// nearly as many.
        const MOST: u64 = 1 << 31;
        if let Ok(n) = u32::try_from(n) {
            return self.below(n.max(1)).into();
        }
        // As equal blocks as possible: otherwise values in a small last block
        // would come far too often.
        let blocks = n.div_ceil(MOST);
        let width = n.div_ceil(blocks);
        let first = self.below_u64(n.div_ceil(width)) * width;
        first + u64::from(self.below(width.min(n - first) as u32))
    }

    /// A number from `low` to `high`, both included; `low` if the range is empty.
    /// The plainest is the one next to 0, and positive ones are plainer than
    /// negative ones.
    pub fn between_i64(&mut self, low: i64, high: i64) -> i64 {
        if low >= high {
            return low;
        }
        let width = high.abs_diff(low);
        let drawn = match width.checked_add(1) {
            Some(n) => self.below_u64(n),
            // All 64 bits.
            None => self.below_u64(1 << 32) << 32 | self.below_u64(1 << 32),
        };
        match (low, high) {
            (1.., _) => low.wrapping_add_unsigned(drawn),
            (_, ..=-1) => high.wrapping_sub_unsigned(drawn),
            _ if drawn <= high.unsigned_abs() => drawn as i64,
            _ => 0i64.wrapping_sub_unsigned(drawn - high.unsigned_abs()),
        }
    }

    /// A number from `low` to `high`, both included. `low` if the range is empty.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        if low >= high { low } else { low + self.below(high - low + 1) }
    }

    /// A number from 0 to `high`, both included.
    pub fn up_to(&mut self, high: u32) -> u32 {
        self.between(0, high)
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
    fn wide_ranges_give_each_of_their_values() {
        let mut random = Random::new(1, 0);
        let random: &mut dyn Choices = &mut random;
        for (low, high) in [
            (i64::MIN, i64::MAX),
            (i64::MIN, 0),
            (-3, i64::MAX),
            (5, 1 << 40),
            (-(1 << 40), -5),
            (-2, 2),
            (7, 7),
            (7, 3),
        ] {
            let plainest = 0i64.clamp(low, high.max(low));
            assert_eq!((&mut Zeros as &mut dyn Choices).between_i64(low, high), plainest);
            let (mut least, mut most) = (i64::MAX, i64::MIN);
            for _ in 0..1_000 {
                let value = random.between_i64(low, high);
                assert!((low..=high.max(low)).contains(&value), "{value} in {low}..={high}");
                (least, most) = (least.min(value), most.max(value));
            }
            // All of a short range; both ends of a long one, nearly.
            let width = high.max(low) as f64 - low as f64;
            assert!(least as f64 <= low as f64 + width / 100.0, "{least} {low}");
            assert!(most as f64 >= high.max(low) as f64 - width / 100.0, "{most} {high}");
        }
        let mut all: Vec<_> = (0..200).map(|_| random.between_i64(-2, 2)).collect();
        all.sort();
        all.dedup();
        assert_eq!(all, [-2, -1, 0, 1, 2]);
        // Blocks of equal width: no value is drawn far too often.
        let n = (1 << 32) + 1;
        let high = (0..10_000).filter(|_| random.below_u64(n) >= n / 2).count();
        assert!((4_800..5_200).contains(&high), "{high}");
    }

    #[test]
    fn a_chance_is_as_likely_as_it_says() {
        let mut random = Random::new(1, 0);
        let random: &mut dyn Choices = &mut random;
        let hits = (0..10_000).filter(|_| random.chance(1, 4)).count();
        assert!((2_300..2_700).contains(&hits), "{hits}");
    }
}
