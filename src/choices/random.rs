//! Decisions from a seed.

use super::{Choices, by_weight};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// A stream of random decisions that depends on (seed, stream) alone.
///
/// ChaCha8 with the seed in the first eight key bytes and the stream as its
/// nonce. The generator is `rand`'s, whose stream of words is specified; a
/// number is made of a word here and not by `rand`'s sampling, which may change
/// between versions: a seed printed today must give the same instance for ever
/// (`golden` below holds it to that).
#[derive(Debug)]
pub struct Random {
    rng: ChaCha8Rng,
}

impl Random {
    /// The stream with number `stream` of the run with `seed`.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(stream);
        Self { rng }
    }
}

/// The rest of the stream once more (the generator has no `Clone` of its own,
/// so that nobody copies the stream of a secret key by accident).
impl Clone for Random {
    fn clone(&self) -> Self {
        let mut rng = ChaCha8Rng::from_seed(self.rng.get_seed());
        rng.set_stream(self.rng.get_stream());
        rng.set_word_pos(self.rng.get_word_pos());
        Self { rng }
    }
}

impl Choices for Random {
    fn below(&mut self, n: u32) -> u32 {
        // Multiply and shift: the bias is below n / 2^64, far too small to see.
        ((u128::from(self.rng.next_u64()) * u128::from(n.max(1))) >> 64) as u32
    }

    fn style(&mut self, weights: &[u32]) -> usize {
        by_weight(weights, |total| self.below(total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden() {
        let draw = |seed, stream| {
            let mut random = Random::new(seed, stream);
            (0..8).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(0, 0), [836, 631, 232, 117, 255, 98, 6, 261]);
        assert_eq!(draw(7, 0), [764, 465, 5, 301, 386, 336, 354, 193]);
        assert_eq!(draw(7, 1), [934, 281, 963, 796, 804, 544, 631, 319]);
        // Both halves of the stream's number count: layouts have large ones.
        assert_eq!(draw(7, 1 << 63), [507, 67, 557, 376, 369, 163, 926, 792]);
    }

    #[test]
    fn a_clone_goes_on_where_its_origin_stands() {
        let mut random = Random::new(7, 1 << 63);
        // Across several blocks of the generator's buffer.
        for _ in 0..100 {
            let mut clone = random.clone();
            assert_eq!(clone.below(u32::MAX), random.below(u32::MAX));
        }
    }
}
