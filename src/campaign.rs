//! The campaign: many instances, one verdict each, until something differs.
//!
//! Case *i* of a run depends on (seed, *i*) alone, whatever the number of
//! threads, the time limit or the way in which cases are put into documents;
//! the checksum of a run does not depend on the order in which cases end.

mod findings;
mod schedule;
mod source;
mod stats;
mod threads;
mod watchdog;

pub(crate) use findings::{Findings, Rules};
pub use findings::{HANG, Report};
pub use schedule::run_all;
pub use source::{Origins, Snapshot};
pub use stats::Stats;
pub(crate) use threads::Clock;
pub use watchdog::Watchdog;

use crate::check::{Check, Failure};
use crate::problem::{Layout, Problem};
use crate::subject::{LimitOverrides, SubjectSpec};
use crate::watch::Slot;
use source::{Batch, Source};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How to run.
#[derive(Debug, Clone)]
pub struct Config {
    /// The program under test.
    pub subject: SubjectSpec,
    /// Its limits, where they differ from the contest's.
    pub limits: LimitOverrides,
    /// Seed of the run.
    pub seed: u64,
    /// First index.
    pub from: u64,
    /// How many cases at most.
    pub cases: Option<u64>,
    /// Where instances come from.
    pub origins: Origins,
    /// Layout of documents; by default what suits the subject.
    pub layout: Option<Layout>,
    /// Threads.
    pub threads: usize,
    /// Further, different findings after which the run goes on.
    pub keep_going: u64,
    /// Whether findings are minimised, and for how long at most each.
    pub minimize: Option<Duration>,
    /// Folder of findings.
    pub out: PathBuf,
}

/// Cases that a thread takes at once: enough to make documents of several
/// instances and to keep locks rare, few enough to end promptly with dear
/// oracles. Part of what makes runs repeatable only through documents of
/// several cases, never through the cases themselves.
const BLOCK: u64 = 64;

/// An oracle that predicts more for one instance is not asked in a campaign.
const ORACLE_BUDGET: Duration = Duration::from_millis(4);

/// What happened, for whoever shows it.
pub enum Event<'a> {
    /// Called several times a second.
    Progress(&'a Stats),
    /// A disagreement.
    Report(Report<'a>),
}

/// A run over one problem, in one or several slices of time.
pub struct Campaign<P: Problem> {
    from: u64,
    cases: Option<u64>,
    source: Source<P>,
    findings: Findings<P>,
    next: u64,
    stats: Stats,
}

/// Why a slice ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The slice's time is up.
    Time,
    /// All cases asked for have been run, or enough has been found.
    Done,
    /// Interrupted.
    Interrupted,
    /// An oracle failed.
    Trouble,
}

/// What all threads of a slice share.
struct Shared<'a> {
    block: AtomicU64,
    /// Lowest index that failed so far; blocks behind it are not started.
    lowest: AtomicU64,
    stop: AtomicBool,
    cancel: &'a (dyn Fn() -> bool + Sync),
    results: Mutex<Results>,
}

/// What threads hand in.
struct Results {
    stats: Stats,
    found: Vec<(u64, Arc<str>, Failure)>,
    trouble: Option<String>,
}

impl<P: Problem> Campaign<P> {
    /// Prepares a run. The error says what is wrong with the configuration.
    pub fn new(config: Config) -> Result<Self, String> {
        let findings = Findings::new(Rules {
            subject: config.subject,
            limits: config.limits,
            layout: config.layout,
            oracle_budget: ORACLE_BUDGET,
            threads: config.threads,
            keep_going: config.keep_going,
            minimize: config.minimize,
            out: config.out,
        })?;
        let external = findings.checker.subject.is_external();
        Ok(Self {
            source: Source::new(config.seed, &config.origins, findings.layout, external)?,
            findings,
            from: config.from,
            cases: config.cases,
            next: config.from,
            stats: Stats::new(P::BEHAVIOURS.len()),
        })
    }

    /// The figures so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Different findings so far.
    pub fn findings(&self) -> u64 {
        self.findings.count()
    }

    /// Why an oracle failed, if one did.
    pub fn trouble(&self) -> Option<&str> {
        self.findings.trouble.as_deref()
    }

    /// Runs for some time (without end if `None`), or until all is done.
    pub fn run(
        &mut self,
        time: Option<Duration>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(Event<'_>),
    ) -> End {
        let deadline = time.map(|time| Instant::now() + time);
        loop {
            let (end, found) = self.leg(deadline, cancel, events);
            let Some((index, text, failure)) = found else {
                return if self.trouble().is_some() { End::Trouble } else { end };
            };
            self.next = index + 1;
            let failed = (self.source.origin(index), text, failure);
            self.findings.report(failed, cancel, &mut |report| events(Event::Report(report)));
            if self.findings.are_enough() {
                return End::Done;
            }
            if cancel() {
                return End::Interrupted;
            }
        }
    }

    /// Runs until the first finding, the deadline or the end.
    fn leg(
        &mut self,
        deadline: Option<Instant>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(Event<'_>),
    ) -> (End, Option<(u64, Arc<str>, Failure)>) {
        let start = Instant::now();
        let last = self.cases.map(|cases| self.from.saturating_add(cases));
        if last.is_some_and(|last| self.next >= last) {
            return (End::Done, None);
        }
        let shared = Shared {
            block: AtomicU64::new(self.next / BLOCK),
            lowest: AtomicU64::new(u64::MAX),
            stop: AtomicBool::new(false),
            cancel,
            results: Mutex::new(Results {
                stats: std::mem::take(&mut self.stats),
                found: Vec::new(),
                trouble: None,
            }),
        };
        let (slots, _watchdog) = self.findings.watched_slots();
        let bounds = (self.next, last.unwrap_or(u64::MAX));
        let clock = Clock { deadline, cancel, stop: &shared.stop };
        let end = clock.run(
            &slots,
            |slot| self.work(bounds, slot, &shared),
            || {
                let mut results = shared.results.lock().unwrap_or_else(PoisonError::into_inner);
                let before = results.stats.elapsed;
                results.stats.elapsed += start.elapsed();
                events(Event::Progress(&results.stats));
                results.stats.elapsed = before;
            },
        );
        let mut results = shared.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.stats.elapsed += start.elapsed();
        self.stats = results.stats;
        self.findings.trouble = results.trouble;
        self.next = shared.block.load(Ordering::Relaxed).saturating_mul(BLOCK).max(self.next);
        let found = results.found.into_iter().min_by_key(|(index, ..)| *index);
        (end, found)
    }

    /// One thread: block after block.
    fn work(&self, (from, last): (u64, u64), slot: &Slot, shared: &Shared<'_>) {
        let stopped = || shared.stop.load(Ordering::Relaxed) || (shared.cancel)();
        while !stopped() {
            let block = shared.block.load(Ordering::Relaxed);
            let first = block.saturating_mul(BLOCK).max(from);
            if first >= last || first > shared.lowest.load(Ordering::Relaxed) {
                return;
            }
            if shared
                .block
                .compare_exchange(block, block + 1, Ordering::Relaxed, Ordering::Relaxed)
                .is_err()
            {
                continue;
            }
            let end = ((block + 1).saturating_mul(BLOCK)).min(last);
            let mut stats = Stats::new(P::BEHAVIOURS.len());
            let mut trouble = None;
            for batch in self.source.batches(first..end) {
                stats.skipped += batch.skipped;
                if batch.indices.is_empty() {
                    continue;
                }
                match self.findings.checker.check(&batch.document, slot, &stopped) {
                    Check::Passed(answers) => stats.record::<P>(&batch, &answers),
                    // A run that was stopped half-way means nothing.
                    _ if stopped() && self.findings.checker.subject.is_external() => break,
                    Check::Failed(failure) => {
                        self.found(&batch, *failure, shared);
                        break;
                    }
                    Check::Trouble(why) => {
                        trouble = Some(why);
                        shared.stop.store(true, Ordering::Relaxed);
                        break;
                    }
                }
                // Blocks in process are short: ending them keeps the set of
                // cases without gaps.
                if self.findings.checker.subject.is_external() && stopped() {
                    break;
                }
            }
            let mut results = shared.results.lock().unwrap_or_else(PoisonError::into_inner);
            results.stats.merge(stats);
            results.trouble = results.trouble.take().or(trouble);
        }
    }

    /// Keeps a finding, on disk first.
    fn found(&self, batch: &Batch<P>, failure: Failure, shared: &Shared<'_>) {
        let case = failure.judgement.case.unwrap_or(0);
        let index = batch.indices.get(case).or(batch.indices.first()).copied().unwrap_or(0);
        let text = Arc::clone(&batch.document.text);
        self.findings.keep_raw((self.source.origin(index), text, failure.clone()));
        shared.lowest.fetch_min(index, Ordering::Relaxed);
        let mut results = shared.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.found.push((index, Arc::clone(&batch.document.text), failure));
    }
}
