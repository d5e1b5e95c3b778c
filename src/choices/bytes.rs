//! Decisions from the bytes of a fuzzer.

use super::{Choices, by_weight};
use arbitrary::Unstructured;

/// Decisions read from [`Unstructured`] bytes. When they run out, every further
/// decision is the first (0), so that any byte string makes a whole instance.
#[derive(Debug)]
pub struct Bytes<'a, 'b> {
    bytes: &'b mut Unstructured<'a>,
}

impl<'a, 'b> Bytes<'a, 'b> {
    /// Reads from `bytes` as far as they go.
    pub fn new(bytes: &'b mut Unstructured<'a>) -> Self {
        Self { bytes }
    }
}

impl Choices for Bytes<'_, '_> {
    fn below(&mut self, n: u32) -> u32 {
        self.bytes.int_in_range(0..=n.max(1) - 1).unwrap_or(0)
    }

    fn style(&mut self, weights: &[u32]) -> usize {
        by_weight(weights, |total| self.below(total))
    }
}
