//! How much a run may do before it reads on.

use crate::error::FaultKind;

/// Counts steps, and ends a run that takes too many of them without reading.
///
/// A step is about a command, or an operation between numbers of 64 bits.
#[derive(Debug, Clone)]
pub struct Work {
    limit: u64,
    done: u64,
}

impl Work {
    /// At most `limit` steps.
    pub fn new(limit: u64) -> Self {
        Self { limit, done: 0 }
    }

    /// Counts steps.
    ///
    /// # Errors
    ///
    /// When there have been more than the limit since the last [`Self::rest`].
    pub fn charge(&mut self, steps: u64) -> Result<(), FaultKind> {
        self.done = self.done.saturating_add(steps);
        if self.done > self.limit { Err(FaultKind::Idle(self.limit)) } else { Ok(()) }
    }

    /// Begins to count anew: the run has read something.
    pub fn rest(&mut self) {
        self.done = 0;
    }
}
