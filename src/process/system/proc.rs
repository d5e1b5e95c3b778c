//! What `/proc` says of a process.

use rustix::process::Pid;
use std::fs;
use std::io::Read;
use std::sync::LazyLock;
use std::time::Duration;

/// Whether `/proc` is there and tells of the processes that we know by number.
/// In a container it may be missing, or be that of the outside, where our
/// numbers belong to strangers.
pub(super) fn proc_is_ours() -> bool {
    static OURS: LazyLock<bool> = LazyLock::new(|| {
        let known_there_as = fs::read_link("/proc/self").ok();
        let known_there_as = known_there_as.as_deref().and_then(std::path::Path::to_str);
        known_there_as == Some(&std::process::id().to_string())
    });
    *OURS
}

/// See [`crate::process::shortfall`].
pub(in super::super) fn shortfall() -> Option<&'static str> {
    (!proc_is_ours()).then_some(
        "/proc is missing or not ours: memory is not limited, only the wall clock is, and \
         processes that a program leaves behind are not found",
    )
}

/// The files that are read here are shorter.
const LONGEST_FILE: usize = 8 << 10;

/// In one piece: what is read in two may be of two moments.
pub(super) fn proc_file(pid: Pid, file: &str) -> Option<Vec<u8>> {
    if !proc_is_ours() {
        return None;
    }
    let mut content = vec![0; LONGEST_FILE];
    let length = fs::File::open(format!("/proc/{pid}/{file}")).ok()?.read(&mut content).ok()?;
    content.truncate(length);
    Some(content)
}

/// `/proc/PID/stat`, of a process or one of its threads.
pub(super) struct Stat(String);

impl Stat {
    /// `file` is `stat` or `task/NUMBER/stat`.
    pub(super) fn of(pid: Pid, file: &str) -> Option<Self> {
        let text = String::from_utf8_lossy(&proc_file(pid, file)?).into_owned();
        // The second field is a name in parentheses that may hold anything.
        let (_, rest) = text.rsplit_once(')')?;
        Some(Self(rest.trim_start().to_owned()))
    }

    /// The third field of the manual page, the state, has number 0 here.
    fn fields(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = u64> {
        let words = self.0.split_ascii_whitespace().skip(range.start).take(range.len());
        words.filter_map(|word| word.parse().ok())
    }

    /// `R` (running or ready), `S` (asleep), `D` (waiting for a disk), `Z`
    /// (ended), `T` (stopped), …
    pub(super) fn state(&self) -> char {
        self.0.chars().next().unwrap_or('?')
    }

    /// User and system time of a process and of the children it has waited for,
    /// in steps of the system's clock (10 ms).
    pub(super) fn cpu_time(&self) -> Duration {
        ticks(self.fields(11..15).sum())
    }

    /// Of the children alone that it has waited for.
    pub(super) fn cpu_time_of_children(&self) -> Duration {
        ticks(self.fields(13..15).sum())
    }

    pub(super) fn threads(&self) -> u64 {
        self.fields(17..18).next().unwrap_or(1)
    }
}

fn ticks(number: u64) -> Duration {
    /// Ticks per second.
    static HERTZ: LazyLock<u64> = LazyLock::new(|| rustix::param::clock_ticks_per_second().max(1));
    Duration::from_millis(number.saturating_mul(1000) / *HERTZ)
}

/// `VmHWM`: the most that was ever resident since the program was loaded.
pub(super) fn peak_memory(pid: Pid) -> Option<u64> {
    let status = proc_file(pid, "status")?;
    let line = status.split(|&byte| byte == b'\n').find_map(|line| line.strip_prefix(b"VmHWM:"))?;
    let words = std::str::from_utf8(line).ok()?;
    let kibibytes: u64 = words.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}

/// How long a thread was ready but had no processor.
pub(super) fn queued(pid: Pid, thread: Pid) -> Option<Duration> {
    let text = String::from_utf8(proc_file(pid, &format!("task/{thread}/schedstat"))?).ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// The threads of a process.
pub(super) fn threads(pid: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let numbers = threads.flatten().filter_map(|thread| thread.file_name().to_str()?.parse().ok());
    numbers.filter_map(Pid::from_raw).collect()
}

/// The children of all threads of a process.
pub(super) fn children_of(pid: Pid) -> Vec<Pid> {
    let lists =
        threads(pid).into_iter().map(|thread| format!("/proc/{pid}/task/{thread}/children"));
    lists.flat_map(|list| pids_in(&list)).collect()
}

fn pids_in(file: &str) -> Vec<Pid> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.split_ascii_whitespace().filter_map(|word| Pid::from_raw(word.parse().ok()?)).collect()
}
