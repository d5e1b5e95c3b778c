//! Choices that are written down.

use super::{Draw, Part, Tape};
use crate::choices::Choices;

/// Asks `source` and records its answers.
pub(super) struct Recorder<'s> {
    source: &'s mut dyn Choices,
    tape: Tape,
    /// Parts that have begun and not ended, innermost last.
    open: Vec<usize>,
}

impl<'s> Recorder<'s> {
    pub(super) fn new(source: &'s mut dyn Choices) -> Self {
        Self { source, tape: Tape::default(), open: Vec::new() }
    }

    /// The tape. Parts that were left open end here.
    pub(super) fn finish(mut self) -> Tape {
        while !self.open.is_empty() {
            self.close();
        }
        self.tape
    }
}

impl Choices for Recorder<'_> {
    fn below(&mut self, n: u32) -> u32 {
        let value = self.source.below(n);
        self.tape.draws.push(Draw { value, of: n.max(1) });
        value
    }

    fn style(&mut self, weights: &[u32]) -> usize {
        let style = self.source.style(weights);
        self.tape.draws.push(Draw { value: style as u32, of: weights.len().max(1) as u32 });
        style
    }

    fn open(&mut self) {
        self.source.open();
        let from = self.tape.draws.len();
        let parent = self.open.last().copied();
        self.open.push(self.tape.parts.len());
        self.tape.parts.push(Part { from, to: from, parent });
    }

    fn close(&mut self) {
        self.source.close();
        if let Some(part) = self.open.pop() {
            self.tape.parts[part].to = self.tape.draws.len();
        }
    }
}
