//! Who is doing what since when: so that a hang in process is noticed, kept
//! on disk and blamed on the right program.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a thread is busy with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The subject runs, in process.
    Subject,
    /// The solver runs as the oracle of another subject.
    Solver,
    /// A naive oracle runs.
    Oracle,
}

/// The activity of one thread, readable by a watchdog.
#[derive(Debug, Default)]
pub struct Slot {
    current: Mutex<Option<(Phase, Instant, Arc<str>)>>,
}

impl Slot {
    /// Runs `work`, during which the thread counts as busy with this phase on
    /// this text.
    pub fn during<T>(&self, phase: Phase, text: &Arc<str>, work: impl FnOnce() -> T) -> T {
        self.set(Some((phase, Instant::now(), Arc::clone(text))));
        let result = work();
        self.set(None);
        result
    }

    /// The phase and text if the thread has been busy with it for longer than
    /// `limit`.
    pub fn stuck(&self, limit: Duration) -> Option<(Phase, Arc<str>)> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        match &*current {
            Some((phase, since, text)) if since.elapsed() > limit => {
                Some((*phase, Arc::clone(text)))
            }
            _ => None,
        }
    }

    fn set(&self, value: Option<(Phase, Instant, Arc<str>)>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = value;
    }
}
