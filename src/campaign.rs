//! The campaign: many instances, one verdict each, until something differs.
//!
//! Case *i* of a run depends on (seed, *i*) alone, whatever the number of
//! threads, the time limit or the way in which cases are put into documents;
//! the checksum of a run does not depend on the order in which cases end.

mod any;
mod findings;
mod schedule;
mod source;
mod stats;
mod threads;
mod watchdog;

pub use any::AnyCampaign;
pub(crate) use findings::{Findings, Rules};
pub use findings::{HANG, Report};
pub use schedule::run_all;
pub use source::{Origins, Snapshot};
pub use stats::{Slowest, Stats};
pub(crate) use threads::Clock;
pub use watchdog::Watchdog;

use crate::failure::Failure;
use crate::finding::{Again, Kept};
use crate::problem::{InputError, Layout, Problem};
use crate::subject::{LimitOverrides, SubjectError, SubjectSpec};
use crate::testbed::{Check, TestError};
use crate::watch::Slot;
use source::{Batch, Source, Unpromised};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is wrong with a configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// There is no such subject.
    #[error(transparent)]
    Subject(#[from] SubjectError),
    /// A fixture to be mutated is no valid input.
    #[error("{name}:{error}")]
    Fixture {
        /// The fixture.
        name: String,
        /// What is wrong with it.
        error: InputError,
    },
    /// There is nothing to mutate.
    #[error("there is no fixture of {problem} to mutate {place}")]
    NoFixture {
        /// The problem's name.
        problem: Arc<str>,
        /// Where fixtures were looked for.
        place: String,
    },
}

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
    /// The layout, if the user chose one.
    layout: Option<Layout>,
    next: u64,
    stats: Stats,
    behaviours: usize,
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
    /// The lowest block in which something failed; those behind it are not
    /// started.
    failed: AtomicU64,
    stop: AtomicBool,
    cancel: &'a (dyn Fn() -> bool + Sync),
    results: Mutex<Results>,
}

/// What threads hand in.
///
/// Blocks end in any order and are counted in theirs, up to and including the
/// first in which something failed: what a run counts and finds then depends on
/// neither the number of threads nor their timing.
struct Results {
    stats: Stats,
    /// The next block to be counted.
    next: u64,
    /// Blocks that ended ahead of their turn.
    waiting: BTreeMap<u64, Portion>,
    /// The failures of the last block that was counted.
    found: Vec<FailedCase>,
    trouble: Option<TestError>,
}

/// What came of a block.
struct Portion {
    stats: Stats,
    found: Vec<FailedCase>,
}

/// A document that failed.
struct FailedCase {
    index: u64,
    again: Again,
    text: Arc<str>,
    failure: Failure,
    /// What is on disk of it.
    kept: Option<Kept>,
    /// The figures of what was run of it.
    stats: Stats,
}

impl Results {
    /// Takes a block in and counts all whose turn has come.
    fn hand_in(&mut self, number: u64, block: Portion) {
        self.waiting.insert(number, block);
        while self.found.is_empty()
            && let Some(block) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.stats.merge(block.stats);
            self.found = block.found;
        }
    }
}

impl<P: Problem> Campaign<P> {
    /// Prepares a run.
    ///
    /// # Errors
    ///
    /// What is wrong with the configuration.
    pub fn new(problem: &P, config: Config) -> Result<Self, ConfigError> {
        let behaviours = problem.about().behaviours.len();
        let rules = Rules {
            subject: config.subject,
            limits: config.limits,
            layout: config.layout,
            oracle_budget: ORACLE_BUDGET,
            threads: config.threads,
            keep_going: config.keep_going,
            minimize: config.minimize,
            out: config.out,
        };
        let findings = Findings::new(problem, rules)?;
        let external = findings.testbed.subject.is_external();
        Ok(Self {
            source: Source::new(problem, config.seed, &config.origins, findings.layout, external)?,
            findings,
            layout: config.layout,
            from: config.from,
            cases: config.cases,
            next: config.from,
            stats: Stats::new(behaviours),
            behaviours,
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
    pub fn trouble(&self) -> Option<&TestError> {
        self.findings.trouble.as_ref()
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
            let mut found = found.into_iter();
            let Some(FailedCase { index, again, text, failure, kept, stats }) = found.next() else {
                return if self.trouble().is_some() { End::Trouble } else { end };
            };
            // The rest of the block runs again behind it.
            self.next = index + 1;
            self.stats.merge(stats);
            found.filter_map(|found| found.kept).for_each(Kept::discard);
            let failed = (self.source.origin(index, again), text, failure);
            self.findings.report(failed, kept, cancel, &mut |report| events(Event::Report(report)));
            if cancel() {
                return End::Interrupted;
            }
            if self.findings.are_enough() {
                return End::Done;
            }
        }
    }

    /// Runs until a block with a finding, the deadline or the end.
    fn leg(
        &mut self,
        deadline: Option<Instant>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(Event<'_>),
    ) -> (End, Vec<FailedCase>) {
        let start = Instant::now();
        let last = self.cases.map(|cases| self.from.saturating_add(cases));
        if last.is_some_and(|last| self.next >= last) {
            return (End::Done, Vec::new());
        }
        let shared = Shared {
            block: AtomicU64::new(self.next / BLOCK),
            failed: AtomicU64::new(u64::MAX),
            stop: AtomicBool::new(false),
            cancel,
            results: Mutex::new(Results {
                stats: std::mem::take(&mut self.stats),
                next: self.next / BLOCK,
                waiting: BTreeMap::new(),
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
        self.next = results.next.saturating_mul(BLOCK).max(self.next);
        // What failed behind the end will fail again if the run goes that far.
        let behind = results.waiting.into_values().flat_map(|block| block.found);
        behind.filter_map(|found| found.kept).for_each(Kept::discard);
        (end, results.found)
    }

    /// One thread: block after block.
    fn work(&self, (from, last): (u64, u64), slot: &Slot, shared: &Shared<'_>) {
        let problem = &self.findings.testbed.problem;
        let stopped = || shared.stop.load(Ordering::Relaxed) || (shared.cancel)();
        let external = self.findings.testbed.subject.is_external();
        while !stopped() {
            let number = shared.block.fetch_add(1, Ordering::Relaxed);
            let first = number.saturating_mul(BLOCK).max(from);
            if first >= last || number > shared.failed.load(Ordering::Relaxed) {
                return;
            }
            let indices = first..number.saturating_add(1).saturating_mul(BLOCK).min(last);
            let mut block = Portion { stats: Stats::new(self.behaviours), found: Vec::new() };
            let mut trouble = None;
            for batch in self.source.batches(indices.clone()) {
                let batch = match batch {
                    Ok(batch) => batch,
                    Err(Unpromised { index, broken }) => {
                        block.stats.skip(index, broken);
                        continue;
                    }
                };
                let Some(start) = batch.indices.first() else { continue };
                // Only the lowest failure is wanted: what comes behind it is run
                // anew if the run goes on.
                if block.found.iter().any(|found| found.index <= *start) {
                    continue;
                }
                match self.findings.testbed.test(&batch.document, slot, &stopped) {
                    Check::Passed(answers) => {
                        block.stats.record(problem, &batch, &answers);
                        if let Some(cost) = slot.take_cost() {
                            block.stats.note_cost(&batch, cost);
                        }
                    }
                    // A run that was stopped half-way means nothing.
                    _ if stopped() && external => break,
                    Check::Failed(failure) => {
                        shared.failed.fetch_min(number, Ordering::Relaxed);
                        block.found.push(self.found(&batch, *failure, &indices));
                    }
                    Check::Trouble(why) => {
                        trouble = Some(why);
                        shared.stop.store(true, Ordering::Relaxed);
                        break;
                    }
                }
                // Blocks in process are short: ending them keeps the set of
                // cases without gaps.
                if external && stopped() {
                    break;
                }
            }
            block.found.sort_by_key(|found| found.index);
            let mut results = shared.results.lock().unwrap_or_else(PoisonError::into_inner);
            results.hand_in(number, block);
            results.trouble = results.trouble.take().or(trouble);
        }
    }

    /// Keeps a finding, on disk first.
    fn found(&self, batch: &Batch<P>, failure: Failure, block: &Range<u64>) -> FailedCase {
        let case = failure.judgement.case.unwrap_or(0);
        let index = batch.indices.get(case).or(batch.indices.first()).copied().unwrap_or(0);
        let together = (batch.indices.len() > 1).then_some((block.start, block.end - block.start));
        let again = Again { together, layout: self.layout };
        let text = Arc::clone(&batch.document.text);
        let origin = self.source.origin(index, again);
        let kept = self.findings.keep((origin, Arc::clone(&text), failure.clone()));
        let mut stats = Stats::new(self.behaviours);
        stats.record_failed(&self.findings.testbed.problem, batch, index);
        FailedCase { index, again, text, failure, kept, stats }
    }
}
