//! What only Linux offers: `/proc`, pidfds, limits from outside, orphans.

use super::Limits;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitId, WaitIdOptions, WaitOptions,
};
use std::collections::hash_map::RandomState;
use std::ffi::OsString;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io::Read;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

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
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error (no such child) will not get better by waiting.
        !matches!(
            rustix::process::waitid(WaitId::Pid(self.pid), options),
            Ok(None) | Err(Errno::INTR)
        )
    }

    /// Waits for it for at most `most`; whether it came.
    pub(super) fn wait(&self, most: Duration) -> bool {
        wait_until(most, |pause| {
            if let Some(fd) = self.fd() {
                let mut watched = [PollFd::from_borrowed_fd(fd, PollFlags::IN)];
                // The pause, however the wait ends, is the only effect.
                let _ = poll(&mut watched, Timespec::try_from(pause).ok().as_ref());
            } else {
                std::thread::sleep(pause);
            }
            self.seen()
        }) || self.seen()
    }
}

/// Tries `done` with growing pauses (which it keeps itself) until it succeeds,
/// at most this long in all.
fn wait_until(most: Duration, mut done: impl FnMut(Duration) -> bool) -> bool {
    let deadline = Instant::now() + most;
    let mut pause = Duration::from_micros(50);
    loop {
        if done(pause) {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

/// A program that writes files may write as much as to its output, but enough
/// for the caches and logs that runtimes keep.
const LEAST_FILE_LIMIT: u64 = 64 << 20;

/// Sets the limits that the kernel keeps, for `pid` and what it will start.
pub(super) fn set_limits(pid: Pid, limits: &Limits) {
    // Without a limit on CPU time, what all processors can do in the time on
    // the clock: this ends what escapes from everything else.
    // The number is asked for once, it costs many system calls.
    static PROCESSORS: LazyLock<u32> = LazyLock::new(|| {
        let number = std::thread::available_parallelism().map_or(1, usize::from);
        u32::try_from(number).unwrap_or(u32::MAX)
    });
    let cpu = limits.cpu.unwrap_or_else(|| limits.wall.saturating_mul(*PROCESSORS));
    // Whole seconds, and late enough that our own look comes first. At the
    // soft limit the signal has a name; the hard one kills.
    let cpu = cpu.as_secs().saturating_add(2);
    let file = limits.output.max(LEAST_FILE_LIMIT);
    for (resource, soft, hard) in [
        (Resource::Cpu, cpu, cpu.saturating_add(1)),
        (Resource::Fsize, file, file),
        // Thousands of crashes must not fill the disk with memory images.
        (Resource::Core, 0, 0),
    ] {
        let limit = Rlimit { current: Some(soft), maximum: Some(hard) };
        // It fails if the program has ended already, or if a limit of our own
        // that it inherited is stricter; both are well.
        let _ = rustix::process::prlimit(Some(pid), resource, limit);
    }
}

/// What `/proc` said of a program and its descendants so far.
#[derive(Default)]
pub(super) struct Sample {
    /// CPU time of all, in steps of 10 ms.
    pub(super) cpu: Duration,
    /// Time that the program's first thread was ready but had no processor, if
    /// known. Seen in the last look only.
    pub(super) queued: Option<Duration>,
    /// Peak resident set of the largest process, in bytes.
    pub(super) peak_memory: Option<u64>,
}

/// Descendants that one look visits; a fork bomb must not keep us busy.
const MOST_VISITED: usize = 64;

impl Sample {
    /// Looks again. Fields never decrease.
    pub(super) fn look(&mut self, leader: Pid) {
        let mut cpu = Duration::ZERO;
        let mut visit = vec![leader];
        let mut next = 0;
        while let Some(&pid) = visit.get(next).filter(|_| next < MOST_VISITED) {
            next += 1;
            cpu += cpu_time(pid).unwrap_or_default();
            self.peak_memory = self.peak_memory.max(peak_memory(pid));
            visit.extend(children(pid));
        }
        self.cpu = self.cpu.max(cpu);
    }

    /// The last look, at a program that is about to be stopped.
    pub(super) fn last_look(&mut self, leader: Pid) {
        self.look(leader);
        self.queued = queued(leader);
    }
}

/// Whether `/proc` is there and tells of the processes that we know by number.
/// In a container it may be missing, or be that of the outside, where our
/// numbers belong to strangers.
fn proc_is_ours() -> bool {
    static OURS: LazyLock<bool> = LazyLock::new(|| {
        let known_there_as = fs::read_link("/proc/self").ok();
        let known_there_as = known_there_as.as_deref().and_then(std::path::Path::to_str);
        known_there_as == Some(&std::process::id().to_string())
    });
    *OURS
}

/// See [`super::shortfall`].
pub(super) fn shortfall() -> Option<&'static str> {
    (!proc_is_ours()).then_some(
        "/proc is missing or not ours: memory is not limited, and processes that a program \
         leaves behind are not found",
    )
}

/// What is read of a file of `/proc` at first: more than most environments.
const PIECE: usize = 16 << 10;

/// As long as an environment can be where the system's limits are the usual
/// ones. Of a longer one, the beginning is looked at.
const LONGEST_FILE: usize = 4 << 20;

/// In one piece: the environment of a process that loads a program between two
/// reads seems to end there.
fn proc_file(pid: Pid, file: &str) -> Option<Vec<u8>> {
    if !proc_is_ours() {
        return None;
    }
    let path = format!("/proc/{pid}/{file}");
    let mut size = PIECE;
    loop {
        let mut content = vec![0; size];
        let length = fs::File::open(&path).ok()?.read(&mut content).ok()?;
        if length < size || size >= LONGEST_FILE {
            content.truncate(length);
            return Some(content);
        }
        size *= 4;
    }
}

/// User and system time of a process and of the children it has waited for.
fn cpu_time(pid: Pid) -> Option<Duration> {
    /// Ticks per second.
    static HERTZ: LazyLock<u64> = LazyLock::new(|| rustix::param::clock_ticks_per_second().max(1));
    let stat = Stat::of(pid)?;
    let ticks = stat.fields(11..15).sum::<u64>();
    Some(Duration::from_millis(ticks.saturating_mul(1000) / *HERTZ))
}

/// `/proc/PID/stat`.
struct Stat(String);

impl Stat {
    fn of(pid: Pid) -> Option<Self> {
        let text = String::from_utf8_lossy(&proc_file(pid, "stat")?).into_owned();
        // The second field is a name in parentheses that may hold anything.
        let (_, rest) = text.rsplit_once(')')?;
        Some(Self(rest.trim_start().to_owned()))
    }

    /// The third field of the manual page, the state, has number 0 here.
    fn fields(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = u64> {
        let words = self.0.split_ascii_whitespace().skip(range.start).take(range.len());
        words.filter_map(|word| word.parse().ok())
    }

    /// Ended, but not reaped.
    fn is_zombie(&self) -> bool {
        self.0.starts_with('Z')
    }

    fn session(&self) -> Option<u64> {
        self.fields(3..4).next()
    }
}

/// `VmHWM`: the most that was ever resident since the program was loaded.
fn peak_memory(pid: Pid) -> Option<u64> {
    let status = proc_file(pid, "status")?;
    let line = status.split(|&byte| byte == b'\n').find_map(|line| line.strip_prefix(b"VmHWM:"))?;
    let words = std::str::from_utf8(line).ok()?;
    let kibibytes: u64 = words.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}

fn queued(pid: Pid) -> Option<Duration> {
    let text = String::from_utf8(proc_file(pid, "schedstat")?).ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// The children of all threads of a process.
fn children(pid: Pid) -> Vec<Pid> {
    if !proc_is_ours() {
        return Vec::new();
    }
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    threads.flatten().flat_map(|thread| pids_in(&thread.path().join("children"))).collect()
}

fn pids_in(file: &std::path::Path) -> Vec<Pid> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.split_ascii_whitespace().filter_map(|word| Pid::from_raw(word.parse().ok()?)).collect()
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
    peak_memory(rustix::process::getpid()).is_some_and(|ours| {
        OURS.store(ours, Ordering::Relaxed);
        is_beyond(ours)
    })
}

/// Makes this process the one that orphans among its descendants fall to.
pub(super) fn adopt_orphans() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a list of our children, they would stay with us for ever.
        if !proc_is_ours() {
            return;
        }
        // Any number but 0 says yes. It cannot fail since Linux 3.4; without
        // it, orphans fall to init, which reaps them.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    });
}

/// The environment variable that says to which run a process belongs.
const VARIABLE: &str = "DUIPAI_RUN";

/// Names one run among all processes of the system. Always of the same length:
/// the size of its environment moves a program's stack.
pub(super) struct Mark(String);

impl Mark {
    /// A mark that nobody else has.
    pub(super) fn new() -> Self {
        static PROCESS: LazyLock<u64> = LazyLock::new(|| {
            let mut hasher = RandomState::new().build_hasher();
            hasher.write_u32(std::process::id());
            hasher.finish()
        });
        static RUN: AtomicU32 = AtomicU32::new(0);
        Self(format!("{:016x}{:08x}", *PROCESS, RUN.fetch_add(1, Ordering::Relaxed)))
    }

    /// The name of the variable to set.
    pub(super) fn variable(&self) -> &'static str {
        VARIABLE
    }

    /// The value to give it. Marks of runs around us stay, so that these can
    /// find what we start.
    pub(super) fn value(&self) -> OsString {
        let mut value = std::env::var_os(VARIABLE).unwrap_or_default();
        if !value.is_empty() {
            value.push(":");
        }
        value.push(&self.0);
        value
    }

    /// Whether this process was started with the mark in its environment;
    /// `None` if it shows no environment. That is so for a moment while it is
    /// loading a program, and for good if it was started with none, has
    /// overwritten it or has ended.
    fn is_on(&self, pid: Pid) -> Option<bool> {
        let mark = self.0.as_bytes();
        let environment = proc_file(pid, "environ").filter(|shown| !shown.is_empty())?;
        Some(environment.windows(mark.len()).any(|part| part == mark))
    }
}

/// How long to go after what is left of a run. Killed processes end within
/// milliseconds; only those that fork as fast as we kill need the rest.
const HUNT: Duration = Duration::from_secs(1);

/// How long to look again at orphans that show no environment. Loading a
/// program takes well under a millisecond, on a busy machine a few turns of the
/// scheduler.
const LOADING: Duration = Duration::from_millis(100);

/// What a look at our orphans found.
#[derive(PartialEq)]
enum Strays {
    /// Some with the mark.
    Some,
    /// None with the mark, some that show no environment.
    Unknown,
    None,
}

/// Ends and reaps what is left of a run whose leader has been reaped and whose
/// group has been killed.
///
/// What has lost its parent is our child by now, so that its number stays its
/// own until we reap it. Members of the group carry the group's number. The
/// others are known by their mark; those that have ended already show no
/// environment and are known by lying in another session: runs start none
/// there.
pub(super) fn hunt(group: Pid, mark: &Mark) {
    let start = Instant::now();
    let deadline = start + HUNT;
    loop {
        let dying = reap_group(group);
        let found = kill_strays(mark, deadline);
        let now = Instant::now();
        let again = match found {
            // What one of them had started falls to us when it ends.
            Strays::Some => true,
            Strays::Unknown => dying || now < start + LOADING,
            Strays::None => dying,
        };
        if !again || now >= deadline {
            break;
        }
        if found != Strays::Some {
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}

/// Reaps the dead of a killed group; whether others are about to die.
fn reap_group(group: Pid) -> bool {
    // Nearly always false at once. The number cannot have been given away
    // while there are members, and these are reaped only here.
    while rustix::process::test_kill_process_group(group).is_ok() {
        match rustix::process::waitpgid(group, WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return true,
            // Children of a stray: not ours before it is killed.
            Err(_) => return false,
        }
    }
    false
}

/// Kills and reaps those of our children that carry the mark, and reaps dead
/// strays of any run.
fn kill_strays(mark: &Mark, deadline: Instant) -> Strays {
    if !proc_is_ours() {
        return Strays::None;
    }
    // One at a time: between reading the list and reaping nobody else reaps.
    static HUNTING: Mutex<()> = Mutex::new(());
    let _hunting = HUNTING.lock().unwrap_or_else(PoisonError::into_inner);

    // Orphans fall to the first living thread, which is the main thread, as
    // Rust programs end with it.
    let us = rustix::process::getpid();
    let orphanage = format!("/proc/{us}/task/{us}/children");
    // From `/proc` too, for ourselves: a session that was begun outside our
    // container has the number 0, which is no `Pid`. Seldom asked for.
    let is_foreign = |stat: &Stat| {
        let ours = Stat::of(us).and_then(|stat| stat.session());
        ours.is_some() && stat.session() != ours
    };
    let mut found = Strays::None;
    for pid in pids_in(orphanage.as_ref()) {
        match mark.is_on(pid) {
            Some(true) => {
                found = Strays::Some;
                let _ = rustix::process::kill_process(pid, Signal::KILL);
                if !End::of(pid).wait(deadline.saturating_duration_since(Instant::now())) {
                    continue;
                }
            }
            Some(false) => continue,
            None => {
                let Some(stat) = Stat::of(pid) else { continue };
                if !stat.is_zombie() && found == Strays::None {
                    found = Strays::Unknown;
                }
                if !(stat.is_zombie() && is_foreign(&stat)) {
                    continue;
                }
            }
        }
        let _ = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG);
    }
    found
}
