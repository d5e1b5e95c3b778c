//! Unixes other than Linux: what `system.rs` offers, as far as it goes.

use super::Limits;
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions};
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

/// The end of a child of ours, awaited without reaping it.
pub(super) struct End(Pid);

impl End {
    /// Of this child, which has not been reaped.
    pub(super) fn of(pid: Pid) -> Self {
        Self(pid)
    }

    /// Nothing here becomes readable at the end.
    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// How long one may wait for other things without asking [`End::seen`].
    pub(super) fn patience(&self) -> Option<Duration> {
        Some(Duration::from_millis(1))
    }

    /// Whether it has come.
    pub(super) fn seen(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(
            rustix::process::waitid(WaitId::Pid(self.0), options),
            Ok(None) | Err(Errno::INTR)
        )
    }

    /// Waits for it for at most `most`; whether it came.
    pub(super) fn wait(&self, most: Duration) -> bool {
        let deadline = Instant::now() + most;
        while !self.seen() {
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }
}

/// See [`super::shortfall`].
pub(super) fn shortfall() -> Option<&'static str> {
    Some(
        "not on Linux: memory is not limited, and processes that a program leaves behind are \
         not found",
    )
}

/// There is no way to limit another process.
pub(super) fn set_limits(_: Pid, _: &Limits) {}

/// What is known of a running program: nothing.
#[derive(Default)]
pub(super) struct Sample {
    /// CPU time: known at the end only.
    pub(super) cpu: Duration,
    /// Not known.
    pub(super) queued: Option<Duration>,
    /// Not known.
    pub(super) peak_memory: Option<u64>,
}

impl Sample {
    /// Sees nothing.
    pub(super) fn look(&mut self, _: Pid) {}

    /// Sees nothing either.
    pub(super) fn last_look(&mut self, _: Pid) {}
}

/// These systems count a program's memory afresh.
pub(super) fn is_own_peak(_: u64) -> bool {
    true
}

/// There are no subreapers: orphans fall to init, which reaps them.
pub(super) fn adopt_orphans() {}

/// Names a run, for nobody to read.
pub(super) struct Mark;

impl Mark {
    /// The same for all.
    pub(super) fn new() -> Self {
        Self
    }

    /// The name of the variable to set.
    pub(super) fn variable(&self) -> &'static str {
        "DUIPAI_RUN"
    }

    /// The value to give it.
    pub(super) fn value(&self) -> &'static str {
        "1"
    }
}

/// Killing the group is all that can be done.
pub(super) fn hunt(_: Pid, _: &Mark) {}
