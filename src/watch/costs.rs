//! What a program cost on a document.

use std::time::Duration;

/// What a run of a command cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// CPU time of the program and its descendants.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Whether a run before it exceeded a limit on time, so that it is a
    /// repetition, alone.
    pub again: bool,
}
