//! What only Linux offers: `/proc`, pidfds, limits from outside, orphans, files
//! without a name.

mod proc;
mod sample;

pub(super) use proc::shortfall;
pub(super) use sample::{Activity, Sample};

use super::spawner::Caps;
use proc::{children_of, proc_file, proc_is_ours};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitId, WaitIdOptions, WaitIdStatus,
};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Writing to somebody who is gone is an error and no signal.
pub(super) const SEND: SendFlags = SendFlags::NOSIGNAL;

/// Descriptors that come are closed when a program is loaded.
pub(super) const RECEIVE: RecvFlags = RecvFlags::CMSG_CLOEXEC;

/// Nothing to do: see [`RECEIVE`].
pub(super) fn close_on_exec(_: &OwnedFd) -> io::Result<()> {
    Ok(())
}

/// A path to this program that stays good when its file is replaced or removed.
pub(super) fn own_program() -> io::Result<PathBuf> {
    let link = PathBuf::from("/proc/self/exe");
    if link.exists() { Ok(link) } else { std::env::current_exe() }
}

/// A file without a name that holds these bytes and that nobody can change.
pub(super) fn input_file(bytes: &[u8]) -> io::Result<OwnedFd> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let file = rustix::fs::memfd_create("input", flags)?;
    let mut written = 0;
    // At a place of its own choice, so that the file is read from its beginning.
    while let Some(rest) = bytes.get(written..).filter(|rest| !rest.is_empty()) {
        match rustix::io::pwrite(&file, rest, written as u64) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(more) => written += more,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    rustix::fs::fcntl_add_seals(&file, seals)?;
    Ok(file)
}

/// The same file for reading only: a program may then map it in every way that
/// it may map an input on disk. Without `/proc` the file as it is.
pub(super) fn reopened(file: OwnedFd) -> OwnedFd {
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    rustix::fs::open(path, flags, Mode::empty()).unwrap_or(file)
}

/// A thread of this process.
pub(crate) type ThreadId = Pid;

/// The calling thread.
pub(crate) fn this_thread() -> ThreadId {
    thread_local! {
        // A look costs a system call, and is asked for in every test.
        static ID: Pid = rustix::thread::gettid();
    }
    ID.with(|id| *id)
}

/// How long a thread of this process was ready but had no processor, since it
/// began. `None` if that is not known.
pub(crate) fn queued(thread: ThreadId) -> Option<Duration> {
    proc::queued(rustix::process::getpid(), thread)
}

/// The end of a child of ours, awaited without reaping it.
pub(super) struct End {
    pid: Pid,
    /// `None` on kernels before 5.3, and where a sandbox forbids it.
    pidfd: Option<OwnedFd>,
}

impl End {
    /// Of this child, which has not been reaped.
    pub(super) fn of(pid: Pid) -> Self {
        Self { pid, pidfd: rustix::process::pidfd_open(pid, PidfdFlags::empty()).ok() }
    }

    /// Becomes readable at the end.
    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.pidfd.as_ref().map(AsFd::as_fd)
    }

    /// How long one may wait for other things without asking [`End::seen`].
    pub(super) fn patience(&self) -> Option<Duration> {
        self.pidfd.is_none().then_some(Duration::from_millis(1))
    }

    /// Whether it has come.
    pub(super) fn seen(&self) -> bool {
        // An error (no such child) will not get better by waiting.
        !matches!(self.status(), Ok(None) | Err(Errno::INTR))
    }

    fn status(&self) -> Result<Option<WaitIdStatus>, Errno> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        rustix::process::waitid(WaitId::Pid(self.pid), options)
    }

    /// Waits for it for at most `most`; whether it came.
    pub(super) fn wait(&self, most: Duration) -> bool {
        let deadline = Instant::now() + most;
        let mut pause = Duration::from_micros(50);
        while !self.seen() {
            if Instant::now() >= deadline {
                return false;
            }
            if let Some(fd) = self.fd() {
                let mut watched = [PollFd::from_borrowed_fd(fd, PollFlags::IN)];
                // The pause, however the wait ends, is the only effect.
                let _ = poll(&mut watched, Timespec::try_from(pause).ok().as_ref());
            } else {
                std::thread::sleep(pause);
            }
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        true
    }
}

/// What the programs that this process starts inherit from it.
#[derive(Default)]
pub(super) struct Inherited(Option<Caps>);

impl Inherited {
    /// Limits that hold from a program's first instruction on. Those of our own
    /// that are stricter stay.
    pub(super) fn set(&mut self, caps: &Caps) {
        if self.0 == Some(*caps) {
            return;
        }
        self.0 = Some(*caps);
        for (resource, want) in [
            (Resource::Stack, caps.stack),
            (Resource::Fsize, caps.file),
            // Thousands of crashes must not fill the disk with memory images.
            (Resource::Core, 0),
        ] {
            let most = rustix::process::getrlimit(resource).maximum;
            let soft = most.map_or(want, |most| want.min(most));
            // The hard limit stays, for another run may be granted more.
            let limit = Rlimit { current: Some(soft), maximum: most };
            // Lowering cannot fail, and nothing else is asked for.
            let _ = rustix::process::setrlimit(resource, limit);
        }
    }
}

/// Sets the limit on CPU time, for `pid` and what it will start. Not inherited:
/// it would bind this process too, which lives for thousands of runs.
pub(super) fn set_limits(pid: Pid, caps: &Caps) {
    // At the soft limit the signal has a name; the hard one kills.
    let limit = Rlimit { current: Some(caps.cpu), maximum: Some(caps.cpu.saturating_add(1)) };
    // It fails if the program has ended already, or if a limit of our own that
    // it inherited is stricter; both are well.
    let _ = rustix::process::prlimit(Some(pid), Resource::Cpu, limit);
}

/// Whether an ended program, not yet reaped, died of writing a file up to the
/// limit, as far as is known: it, or what it waited for, wrote that much in all.
/// It may also have sent itself the signal.
pub(super) fn file_was_full(pid: Pid, end: &End, limit: u64) -> bool {
    let signal = end.status().ok().flatten().and_then(|status| status.terminating_signal());
    if signal != Some(Signal::XFSZ.as_raw()) {
        return false;
    }
    let content = proc_file(pid, "io").unwrap_or_default();
    let content = String::from_utf8_lossy(&content);
    let written = content.lines().find_map(|line| line.strip_prefix("wchar:"));
    written.and_then(|bytes| bytes.trim().parse().ok()).is_some_and(|bytes: u64| bytes >= limit)
}

/// Whether `ru_maxrss` of a child is its own peak. The kernel starts it from
/// the peak of the process that started the child (which lent it its memory
/// until `exec`), so only a value beyond our own tells. Counters of resident
/// pages are kept per processor and may lag: an eighth and a mebibyte of
/// margin.
pub(super) fn is_own_peak(max_rss: u64) -> bool {
    // Peaks only grow, so that mostly the last one known will do.
    static OURS: AtomicU64 = AtomicU64::new(u64::MAX);
    let is_beyond = |ours: u64| max_rss > ours.saturating_add(ours / 8).saturating_add(1 << 20);
    let known = OURS.load(Ordering::Relaxed);
    if known != u64::MAX && !is_beyond(known) {
        return false;
    }
    proc::peak_memory(rustix::process::getpid()).is_some_and(|ours| {
        OURS.store(ours, Ordering::Relaxed);
        is_beyond(ours)
    })
}

/// Makes this process the one that orphans among its descendants fall to.
pub(super) fn adopt_orphans() {
    // Any number but 0 says yes. It cannot fail since Linux 3.4; without it,
    // orphans fall to init, which reaps them.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Makes this process go on when the one that started it dies: a program may have
/// stopped it.
pub(super) fn go_on_alone() {
    // It comes when the thread that started us ends, too, and then does nothing.
    // It cannot fail for a signal that exists.
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::CONT));
}

/// Our children.
pub(super) fn children() -> Vec<Pid> {
    if proc_is_ours() { children_of(rustix::process::getpid()) } else { Vec::new() }
}

/// All that is below us.
pub(super) fn descendants() -> Vec<Pid> {
    if proc_is_ours() { below(rustix::process::getpid()) } else { Vec::new() }
}

/// All that is below a process. Not more than a look can take in: whatever is
/// left, a further look will find.
fn below(pid: Pid) -> Vec<Pid> {
    /// More than a user may usually start within milliseconds.
    const MOST: usize = 4096;
    let mut found = children_of(pid);
    let mut next = 0;
    while let Some(&pid) = found.get(next).filter(|_| next < MOST) {
        next += 1;
        found.extend(children_of(pid));
    }
    found
}

/// Kills all that is below a spawner that does not do so itself. Its children
/// become orphans that somebody else reaps.
pub(super) fn kill_below(spawner: Pid) {
    /// What forks must not escape between two looks; what forks as fast as we
    /// kill must not keep us.
    const ROUNDS: usize = 100;
    for _ in 0..ROUNDS {
        let left = below(spawner).into_iter().filter(|&pid| {
            // Dead ones cannot be reaped by us.
            proc::Stat::of(pid, "stat").is_some_and(|stat| !matches!(stat.state(), 'Z' | 'X'))
        });
        let mut any = false;
        for pid in left {
            any |= rustix::process::kill_process(pid, Signal::KILL).is_ok();
        }
        if !any {
            return;
        }
    }
}
