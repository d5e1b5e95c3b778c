//! What `/proc` says of a running program and its descendants.

use super::proc::{Stat, children_of, peak_memory, proc_is_ours, queued, threads};
use rustix::process::{Pid, Signal};
use std::collections::HashMap;
use std::time::Duration;

/// What a program did since the last look, all its processes together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Activity {
    /// It computed, was about to, or waited for a disk; or nothing is known.
    Busy,
    /// It was stopped by a signal, or its parent was.
    Stopped,
    /// Nothing: everybody slept.
    Asleep,
}

/// What was seen so far.
#[derive(Default)]
pub(in super::super) struct Sample {
    /// CPU time of all, in steps of 10 ms.
    pub(in super::super) cpu: Duration,
    /// Peak resident set of the largest process, in bytes.
    pub(in super::super) peak_memory: Option<u64>,
    /// The processes that were seen at the last look.
    seen: Vec<Pid>,
    /// What the spawner had reaped before.
    reaped_before: Option<Duration>,
    stopped_before: bool,
    /// How long some thread was ready but had no processor: between two looks,
    /// the longest that one of them waited.
    pub(in super::super) queued: Duration,
    /// By thread: what it had waited at the last look.
    queued_before: HashMap<Pid, Duration>,
}

/// Descendants that one look visits; a fork bomb must not keep us busy.
const MOST_VISITED: usize = 64;

impl Sample {
    /// Whether CPU time is seen here at all.
    pub(in super::super) fn is_possible() -> bool {
        proc_is_ours()
    }

    /// Looks again, at everything below this spawner. Fields never decrease.
    pub(in super::super) fn look(&mut self, spawner: Pid) -> Activity {
        let Some(above) = Stat::of(spawner, "stat") else { return Activity::Busy };
        // Orphans that have ended are reaped by the spawner.
        let reaped = above.cpu_time_of_children();
        let reaped_before = *self.reaped_before.get_or_insert(reaped);
        let mut cpu = reaped.saturating_sub(reaped_before);
        let mut found = children_of(spawner);
        let mut stats = Vec::new();
        while let Some(&pid) = found.get(stats.len()).filter(|_| stats.len() < MOST_VISITED) {
            let stat = Stat::of(pid, "stat");
            cpu += stat.as_ref().map_or(Duration::ZERO, Stat::cpu_time);
            self.peak_memory = self.peak_memory.max(peak_memory(pid));
            found.extend(children_of(pid));
            stats.push(stat);
        }
        found.truncate(stats.len());
        let is_new = found != self.seen;
        self.seen = found;
        self.count_queued();
        let computed = cpu > self.cpu;
        self.cpu = self.cpu.max(cpu);
        let parent_is_stopped = above.state() == 'T';
        if parent_is_stopped {
            // A program did that, to be seen by nobody; or a person, whom it
            // does not keep from doing so again.
            let _ = rustix::process::kill_process(spawner, Signal::CONT);
        }
        if computed || is_new || stats.is_empty() {
            // What is just being started is not asleep.
            return Activity::Busy;
        }
        self.activity(&stats, parent_is_stopped)
    }

    fn activity(&mut self, stats: &[Option<Stat>], parent_is_stopped: bool) -> Activity {
        let mut stopped = parent_is_stopped;
        for (&pid, stat) in self.seen.iter().zip(stats) {
            let Some(stat) = stat else { return Activity::Busy };
            let states = if stat.threads() > 1 {
                let of = |thread| Stat::of(pid, &format!("task/{thread}/stat"));
                threads(pid).into_iter().filter_map(of).map(|stat| stat.state()).collect()
            } else {
                vec![stat.state()]
            };
            for state in states {
                match state {
                    'S' | 'I' | 'Z' | 'X' => {}
                    'T' | 't' => stopped = true,
                    // Running, ready, waiting for a disk, or unheard of.
                    _ => return Activity::Busy,
                }
            }
        }
        // It may have been stopped, or have gone on, just before this look.
        let was_stopped = std::mem::replace(&mut self.stopped_before, stopped);
        if stopped || was_stopped { Activity::Stopped } else { Activity::Asleep }
    }

    /// Adds what was waited for a processor since the last look.
    fn count_queued(&mut self) {
        let of = |&pid: &Pid| threads(pid).into_iter().map(move |thread| (pid, thread));
        let all = self.seen.iter().flat_map(of);
        let now: HashMap<Pid, Duration> =
            all.filter_map(|(pid, thread)| Some((thread, queued(pid, thread)?))).collect();
        let since = now.iter().map(|(thread, queued)| {
            queued.saturating_sub(self.queued_before.get(thread).copied().unwrap_or_default())
        });
        self.queued += since.max().unwrap_or_default();
        self.queued_before = now;
    }
}
