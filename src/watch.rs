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
    /// Time by phase, where somebody asks for it.
    spent: Option<Mutex<[Duration; 3]>>,
}

impl Slot {
    /// A slot that adds up the time of each phase.
    pub fn timed() -> Self {
        Self { spent: Some(Mutex::default()), ..Self::default() }
    }

    /// The time spent so far, by [`Phase`], in a [`Slot::timed`].
    pub fn spent(&self) -> [Duration; 3] {
        let spent = self.spent.as_ref();
        spent.map_or([Duration::ZERO; 3], |s| *s.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs `work`, during which the thread counts as busy with this phase on
    /// this text.
    pub fn during<T>(&self, phase: Phase, text: &Arc<str>, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        self.set(Some((phase, start, Arc::clone(text))));
        let result = work();
        self.set(None);
        if let Some(spent) = &self.spent {
            spent.lock().unwrap_or_else(PoisonError::into_inner)[phase as usize] += start.elapsed();
        }
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
