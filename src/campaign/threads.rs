//! Threads at work, and one that looks at the clock.

use super::End;
use crate::terminal::say;
use crate::threads::start;
use crate::watch::Slot;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How often the coordinating thread looks at the clock.
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
    /// it did not come to that; [`End::Trouble`], which is said, if the system
    /// has no thread for the first of them.
    pub(crate) fn run(
        &self,
        slots: &[Slot],
        work: impl Fn(&Slot) + Sync,
        mut tick: impl FnMut(),
    ) -> End {
        let mut end = End::Done;
        let running = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            // Should this thread panic, the scope still waits for the workers.
            let _stops = Stops(self.stop);
            let (work, running) = (&work, &running);
            for (number, slot) in slots.iter().enumerate() {
                let coordinator = std::thread::current();
                running.fetch_add(1, Ordering::Relaxed);
                let signs_off = SignsOff { running, coordinator };
                let started = start(scope, number > 0, move || {
                    let _signs_off = signs_off;
                    work(slot);
                });
                if !started {
                    if number == 0 {
                        say("duipai: the system gives us no thread (see `ulimit -u`)");
                        end = End::Trouble;
                    }
                    // Those that did start do all the work.
                    break;
                }
                // Starting hundreds on a busy machine takes a while.
                if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    break;
                }
            }
            while running.load(Ordering::Acquire) > 0 {
                std::thread::park_timeout(POLL);
                let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if end == End::Done && ((self.cancel)() || late) {
                    end = if (self.cancel)() { End::Interrupted } else { End::Time };
                    self.stop.store(true, Ordering::Relaxed);
                }
                tick();
            }
        });
        // Workers look too, and may all have ended before this thread did.
        if end == End::Done && (self.cancel)() { End::Interrupted } else { end }
    }
}

/// Tells the workers to stop when it is dropped by a panic.
struct Stops<'a>(&'a AtomicBool);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Tells the coordinating thread that a worker has ended, even by a panic, so
/// that a run of few cases ends at once.
struct SignsOff<'a> {
    running: &'a AtomicUsize,
    coordinator: std::thread::Thread,
}

impl Drop for SignsOff<'_> {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Release);
        self.coordinator.unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn workers_that_see_the_interruption_first_do_not_hide_it() {
        let (stop, cancelled) = (AtomicBool::new(false), AtomicBool::new(false));
        let cancel = || cancelled.load(Ordering::Relaxed);
        let clock = Clock { deadline: None, cancel: &cancel, stop: &stop };
        let work = |_: &Slot| cancelled.store(true, Ordering::Relaxed);
        assert_eq!(clock.run(&[Slot::default()], work, || ()), End::Interrupted);
    }

    /// It would wait for ever.
    #[test]
    fn a_panic_of_the_coordinating_thread_ends_the_workers() {
        let stop = AtomicBool::new(false);
        let clock = Clock { deadline: None, cancel: &|| false, stop: &stop };
        let work = |_: &Slot| {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        let tick = || panic!("this panic is part of the test");
        let result = catch_unwind(AssertUnwindSafe(|| {
            clock.run(&[Slot::default(), Slot::default()], work, tick)
        }));
        assert!(result.is_err());
    }
}
