//! Whose turn it is: programs run beside each other, but a run that decides
//! about an accusation runs alone.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How a program runs with respect to the others that this process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Beside any number of others.
    Beside,
    /// While no other program runs.
    Alone,
}

/// Between two questions to `cancel` while waiting.
const ASK_EVERY: Duration = Duration::from_millis(10);

struct Gate {
    /// Programs that run, or one that runs alone.
    running: usize,
    alone: bool,
    /// Runs that wait to be alone: nobody else starts meanwhile, or they might
    /// wait for ever.
    waiting: usize,
}

static GATE: Mutex<Gate> = Mutex::new(Gate { running: 0, alone: false, waiting: 0 });
static CHANGED: Condvar = Condvar::new();

/// The right to run a program, until it is dropped.
pub(super) struct Pass(());

impl Turn {
    /// Waits for the turn. `None` if `cancel` says so meanwhile; it is not
    /// asked where there is nothing to wait for.
    pub(super) fn take(self, cancel: &dyn Fn() -> bool) -> Option<Pass> {
        let mut gate = GATE.lock().unwrap_or_else(PoisonError::into_inner);
        let is_free = |gate: &Gate| match self {
            Self::Beside => !gate.alone && gate.waiting == 0,
            Self::Alone => gate.running == 0,
        };
        let alone = self == Self::Alone;
        if !is_free(&gate) {
            // Should `cancel` panic, others must not wait for ever.
            let waiting = alone.then(|| Waiting::announce(&mut gate));
            while !is_free(&gate) {
                gate =
                    CHANGED.wait_timeout(gate, ASK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
                drop(gate);
                if cancel() {
                    return None;
                }
                gate = GATE.lock().unwrap_or_else(PoisonError::into_inner);
            }
            if let Some(waiting) = waiting {
                waiting.over(&mut gate);
            }
        }
        gate.running += 1;
        gate.alone = alone;
        Some(Pass(()))
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut gate = GATE.lock().unwrap_or_else(PoisonError::into_inner);
        gate.running -= 1;
        gate.alone = false;
        if gate.waiting > 0 || gate.running == 0 {
            CHANGED.notify_all();
        }
    }
}

/// One that waits to be alone.
struct Waiting {
    over: bool,
}

impl Waiting {
    fn announce(gate: &mut Gate) -> Self {
        gate.waiting += 1;
        Self { over: false }
    }

    fn over(mut self, gate: &mut Gate) {
        gate.waiting -= 1;
        self.over = true;
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if !self.over {
            GATE.lock().unwrap_or_else(PoisonError::into_inner).waiting -= 1;
            CHANGED.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// One test, since there is one gate in a process.
    #[test]
    fn whoever_runs_alone_is_alone_and_waits_for_nobody_for_ever() {
        let running = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let running = &running;
                scope.spawn(move || {
                    for round in 0..200 {
                        let turn =
                            if (thread + round) % 4 == 0 { Turn::Alone } else { Turn::Beside };
                        let pass = turn.take(&|| false);
                        let others = running.fetch_add(1, Ordering::SeqCst);
                        std::thread::yield_now();
                        assert!(turn == Turn::Beside || others == 0);
                        running.fetch_sub(1, Ordering::SeqCst);
                        drop(pass);
                    }
                });
            }
        });
        // One that is cancelled while it waits leaves the others free.
        let pass = Turn::Beside.take(&|| false);
        assert!(Turn::Alone.take(&|| true).is_none());
        assert!(Turn::Beside.take(&|| true).is_some());
        drop(pass);
        assert!(Turn::Alone.take(&|| true).is_some());
    }
}
