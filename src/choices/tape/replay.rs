//! Choices that were written down.

use crate::choices::{Choices, Random};

/// Draws past the end of a tape that are answered by 0. Who draws more than a
/// whole instance of contest size in zeros will never end on zeros.
const ZEROS: usize = 1 << 16;

/// Answers what a tape says; see [`super::Tape::replay`].
pub(super) struct Replay {
    values: Vec<u32>,
    at: usize,
    /// For who draws without end.
    other: Random,
}

impl Replay {
    pub(super) fn new(values: Vec<u32>) -> Self {
        Self { values, at: 0, other: Random::new(0, 0) }
    }

    /// The next value of the tape, if it is not a matter for `other`.
    fn next(&mut self) -> Option<u32> {
        let value = self.values.get(self.at).copied();
        self.at += 1;
        value.or((self.at <= self.values.len() + ZEROS).then_some(0))
    }
}

impl Choices for Replay {
    fn below(&mut self, n: u32) -> u32 {
        match self.next() {
            Some(value) => value.min(n.max(1) - 1),
            None => self.other.below(n),
        }
    }

    fn style(&mut self, weights: &[u32]) -> usize {
        match self.next() {
            Some(value) => {
                // Not one that a random source would never take.
                let most = weights.len().min(value as usize + 1);
                weights[..most].iter().rposition(|weight| *weight > 0).unwrap_or(0)
            }
            None => self.other.style(weights),
        }
    }
}
