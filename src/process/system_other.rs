//! Unixes other than Linux: what `system.rs` offers, as far as it goes. Only the
//! process group of a program is found, and only its wall clock is known while
//! it runs.

use super::spawner::Caps;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags};
use rustix::process::{Pid, WaitId, WaitIdOptions};
use std::io::{self, Seek, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Rust's runtime ignores the signal that writing to nobody raises.
pub(super) const SEND: SendFlags = SendFlags::empty();

/// See [`close_on_exec`].
pub(super) const RECEIVE: RecvFlags = RecvFlags::empty();

/// A descriptor that has come is closed when a program is loaded.
pub(super) fn close_on_exec(descriptor: &OwnedFd) -> io::Result<()> {
    Ok(rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::CLOEXEC)?)
}

/// Where this program is.
pub(super) fn own_program() -> io::Result<PathBuf> {
    std::env::current_exe()
}

/// A file without a name that holds these bytes.
pub(super) fn input_file(bytes: &[u8]) -> io::Result<OwnedFd> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file.into())
}

/// As it is: there is one for each run.
pub(super) fn reopened(file: OwnedFd) -> OwnedFd {
    file
}

/// A thread of this process: not told apart.
pub(crate) type ThreadId = ();

/// The calling thread.
pub(crate) fn this_thread() -> ThreadId {}

/// Not known.
pub(crate) fn queued((): ThreadId) -> Option<Duration> {
    None
}

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
        "not on Linux: memory is not limited, only the wall clock is, and processes that a \
         program leaves behind are not found",
    )
}

/// No limits are set.
#[derive(Default)]
pub(super) struct Inherited;

impl Inherited {
    /// Sets nothing.
    pub(super) fn set(&mut self, _: &Caps) {}
}

/// There is no way to limit another process.
pub(super) fn set_limits(_: Pid, _: &Caps) {}

/// There is no limit on files.
pub(super) fn file_was_full(_: Pid, _: &End, _: u64) -> bool {
    false
}

/// What a program did since the last look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(dead_code)]
pub(super) enum Activity {
    /// Or nothing is known.
    Busy,
    /// Never seen here.
    Stopped,
    /// Never seen here.
    Asleep,
}

/// What is known of a running program: nothing.
#[derive(Default)]
pub(super) struct Sample {
    /// CPU time: known at the end only.
    pub(super) cpu: Duration,
    /// Not known.
    pub(super) peak_memory: Option<u64>,
    /// Not known: none.
    pub(super) queued: Duration,
}

impl Sample {
    /// Whether CPU time is seen here at all.
    pub(super) fn is_possible() -> bool {
        false
    }

    /// Sees nothing.
    pub(super) fn look(&mut self, _: Pid) -> Activity {
        Activity::Busy
    }
}

/// These systems count a program's memory afresh.
pub(super) fn is_own_peak(_: u64) -> bool {
    true
}

/// There are no subreapers: orphans fall to init, which reaps them.
pub(super) fn adopt_orphans() {}

/// There is no such signal.
pub(super) fn go_on_alone() {}

/// No orphans fall to us.
pub(super) fn children() -> Vec<Pid> {
    Vec::new()
}

/// Killing the group is all that can be done.
pub(super) fn descendants() -> Vec<Pid> {
    Vec::new()
}

/// The same.
pub(super) fn kill_below(_: Pid) {}
