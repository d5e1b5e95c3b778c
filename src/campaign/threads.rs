//! Threads at work, and one that looks at the clock.

use super::End;
use crate::watch::Slot;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the coordinating thread looks at the clock and at the workers.
/// Short, so that a run of few cases ends at once.
const POLL: Duration = Duration::from_millis(5);

/// When to stop.
pub(crate) struct Clock<'a> {
    /// When the time is over.
    pub(crate) deadline: Option<Instant>,
    /// Asked now and then: whether the user wants an end.
    pub(crate) cancel: &'a (dyn Fn() -> bool + Sync),
    /// Told to the workers; they may also set it themselves.
    pub(crate) stop: &'a AtomicBool,
}

impl Clock<'_> {
    /// Runs `work` on a thread for each slot until all return, and `tick` on
    /// this one meanwhile. Sets `stop` when the time is over. [`End::Done`] if
    /// it did not come to that.
    pub(crate) fn run(
        &self,
        slots: &[Slot],
        work: impl Fn(&Slot) + Sync,
        mut tick: impl FnMut(),
    ) -> End {
        let mut end = End::Done;
        std::thread::scope(|scope| {
            let work = &work;
            let workers: Vec<_> =
                slots.iter().map(|slot| scope.spawn(move || work(slot))).collect();
            while !workers.iter().all(|worker| worker.is_finished()) {
                std::thread::sleep(POLL);
                let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if end == End::Done && ((self.cancel)() || late) {
                    end = if (self.cancel)() { End::Interrupted } else { End::Time };
                    self.stop.store(true, Ordering::Relaxed);
                }
                tick();
            }
        });
        end
    }
}
