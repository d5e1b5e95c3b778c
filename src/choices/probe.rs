//! How many combinations of decisions there are, without visiting them all.

use super::{Choices, Random};

/// Follows one random path through a tree of decisions. [`Choices::style`]
/// answers 0, as for [`super::Odometer`].
///
/// A path is taken with probability 1/[`Probe::weight`], hence the mean of the
/// weights over many probes tends to the number of paths, and the mean over
/// those paths alone that have some property to the number of these (D. Knuth,
/// "Estimating the efficiency of backtrack programs", 1975).
#[derive(Debug, Clone)]
pub struct Probe {
    random: Random,
    weight: f64,
}

impl Probe {
    /// The probe with this number, always the same path.
    pub fn new(number: u64) -> Self {
        Self { random: Random::new(0, number), weight: 1.0 }
    }

    /// The product of the numbers of ways to go at all decisions so far.
    pub fn weight(&self) -> f64 {
        self.weight
    }
}

impl Choices for Probe {
    fn below(&mut self, n: u32) -> u32 {
        self.weight *= f64::from(n.max(1));
        self.random.below(n)
    }

    fn style(&mut self, _weights: &[u32]) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_weight_is_the_number_of_paths() {
        // 1 + 2 + 4 paths.
        let probes = 4_000;
        let weights = (0..probes).map(|number| {
            let mut probe = Probe::new(number);
            for _ in 0..probe.below(3) {
                probe.below(2);
            }
            probe.weight()
        });
        let mean = weights.sum::<f64>() / probes as f64;
        assert!((mean - 7.0).abs() < 0.2, "{mean}");
    }
}
