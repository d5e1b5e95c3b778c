//! The campaign: many instances, one verdict each, until something differs.
//!
//! Case *i* of a run depends on (seed, *i*) alone, whatever the number of
//! threads, the time limit or the way in which cases are put into documents;
//! the checksum of a run does not depend on the order in which cases end.

mod schedule;
mod source;
mod stats;
mod watchdog;

pub use schedule::run_all;
pub use stats::Stats;
pub use watchdog::Watchdog;

use crate::check::{Check, Checker, Failure};
use crate::document::Document;
use crate::finding::{Finding, FindingStore, Origin};
use crate::minimize::{self, Outcome};
use crate::problem::{Layout, Problem, Scope};
use crate::store::DiskError;
use crate::subject::{LimitOverrides, Subject, SubjectSpec};
use crate::watch::Slot;
use source::{Batch, Source};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
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
    /// How large instances are.
    pub scope: Scope,
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
const ORACLE_BUDGET: Duration = Duration::from_millis(20);

/// A program in process that is busy with one document for longer than this
/// hangs. The slowest honest solver needs some ten seconds (fishing, n = 2000),
/// more on a busy machine.
pub const HANG: Duration = Duration::from_secs(60);

/// After this many duplicates in a row of findings already known, a run that
/// was to keep going gives up: nearly everything fails in the same few ways.
const DUPLICATES: u64 = 20;

/// What happened, for whoever shows it.
pub enum Event<'a> {
    /// Called several times a second.
    Progress(&'a Stats),
    /// A raw finding is about to be minimised.
    Found(&'a Finding),
    /// A finding in its final form, and the file that holds it (or why there
    /// is none).
    Finding {
        /// The finding, minimised if that was asked for.
        finding: &'a Finding,
        /// Its `.in` file.
        file: Result<PathBuf, DiskError>,
    },
    /// A failure that did not repeat.
    Flaky {
        /// The document.
        finding: &'a Finding,
        /// Runs that failed.
        failed: u32,
        /// Runs in all.
        of: u32,
        /// Its `.in` file.
        file: Result<PathBuf, DiskError>,
    },
}

/// A run over one problem, in one or several slices of time.
pub struct Campaign<P: Problem> {
    config: Config,
    checker: Arc<Checker<P>>,
    source: Source<P>,
    store: FindingStore,
    next: u64,
    stats: Stats,
    known: Vec<u64>,
    duplicates: u64,
    findings: u64,
    trouble: Option<String>,
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
    /// Threads that have not ended.
    running: AtomicUsize,
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
        let subject = Subject::<P>::find(&config.subject, config.limits)?;
        let layout = config.layout.unwrap_or(subject.default_layout());
        let external = subject.is_external();
        Ok(Self {
            source: Source::new(config.seed, config.scope, layout, external),
            checker: Arc::new(Checker { subject, oracle_budget: ORACLE_BUDGET }),
            store: FindingStore::new(&config.out),
            next: config.from,
            stats: Stats::new(P::BEHAVIOURS.len()),
            known: Vec::new(),
            duplicates: 0,
            findings: 0,
            trouble: None,
            config,
        })
    }

    /// The figures so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Different findings so far.
    pub fn findings(&self) -> u64 {
        self.findings
    }

    /// Why an oracle failed, if one did.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
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
                return if self.trouble.is_some() { End::Trouble } else { end };
            };
            self.next = index + 1;
            self.report(index, text, failure, cancel, events);
            if self.findings > self.config.keep_going || self.duplicates >= DUPLICATES {
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
        let last = self.config.cases.map(|cases| self.config.from.saturating_add(cases));
        if last.is_some_and(|last| self.next >= last) {
            return (End::Done, None);
        }
        let shared = Shared {
            block: AtomicU64::new(self.next / BLOCK),
            lowest: AtomicU64::new(u64::MAX),
            stop: AtomicBool::new(false),
            running: AtomicUsize::new(self.config.threads.max(1)),
            cancel,
            results: Mutex::new(Results {
                stats: std::mem::take(&mut self.stats),
                found: Vec::new(),
                trouble: None,
            }),
        };
        let slots: Arc<Vec<Slot>> =
            Arc::new((0..self.config.threads.max(1)).map(|_| Slot::default()).collect());
        let _watchdog = self.watchdog(Arc::clone(&slots));
        let mut end = End::Done;
        std::thread::scope(|scope| {
            let coordinator = std::thread::current();
            for slot in slots.iter() {
                let (this, shared, coordinator) = (&*self, &shared, coordinator.clone());
                let bounds = (self.next, last.unwrap_or(u64::MAX));
                scope.spawn(move || {
                    let _signs_off = SignsOff { running: &shared.running, coordinator };
                    this.work(bounds, slot, shared);
                });
            }
            // Ends as soon as the workers do, looks at the clock in between.
            while shared.running.load(Ordering::Acquire) > 0 {
                std::thread::park_timeout(POLL);
                let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                let found = shared.lowest.load(Ordering::Relaxed) != u64::MAX;
                if cancel() || late {
                    if !found {
                        end = if cancel() { End::Interrupted } else { End::Time };
                    }
                    shared.stop.store(true, Ordering::Relaxed);
                }
                let mut results = shared.results.lock().unwrap_or_else(PoisonError::into_inner);
                let before = results.stats.elapsed;
                results.stats.elapsed += start.elapsed();
                events(Event::Progress(&results.stats));
                results.stats.elapsed = before;
            }
        });
        let mut results = shared.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.stats.elapsed += start.elapsed();
        self.stats = results.stats;
        self.trouble = results.trouble;
        self.next = shared.block.load(Ordering::Relaxed).saturating_mul(BLOCK).max(self.next);
        let found = results.found.into_iter().min_by_key(|(index, ..)| *index);
        (end, found)
    }

    fn watchdog(&self, slots: Arc<Vec<Slot>>) -> Watchdog {
        let (store, subject) = (self.store.clone(), self.config.subject.clone());
        Watchdog::start(slots, HANG, move |phase, text| {
            watchdog::report_hang::<P>(&store, &subject, phase, text)
        })
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
                match self.checker.check(&batch.document, slot, &stopped) {
                    Check::Passed(answers) => stats.record::<P>(&batch, &answers),
                    // A run that was stopped half-way means nothing.
                    _ if stopped() && self.checker.subject.is_external() => break,
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
                if self.checker.subject.is_external() && stopped() {
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
        let finding = self.finding(index, Arc::clone(&batch.document.text), failure.clone());
        // What cannot be written is shown when it is reported.
        let _ = self.store.write_raw(&finding);
        shared.lowest.fetch_min(index, Ordering::Relaxed);
        let mut results = shared.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.found.push((index, Arc::clone(&batch.document.text), failure));
    }

    fn finding(&self, index: u64, text: Arc<str>, failure: Failure) -> Finding {
        Finding {
            problem: P::NAME,
            text,
            failure,
            subject: self.config.subject.clone(),
            origin: Some(Origin { seed: self.config.seed, index, scope: self.config.scope }),
            minimized: None,
        }
    }

    /// Minimises a finding, writes it and reports it.
    fn report(
        &mut self,
        index: u64,
        text: Arc<str>,
        failure: Failure,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(Event<'_>),
    ) {
        let raw = self.finding(index, text, failure);
        let file = self.store.write_raw(&raw);
        let (Some(time), Ok(document)) = (self.config.minimize, Document::<P>::read(&raw.text))
        else {
            self.findings += 1;
            events(Event::Finding { finding: &raw, file });
            return;
        };
        events(Event::Found(&raw));
        let slots: Arc<Vec<Slot>> =
            Arc::new((0..self.config.threads.max(1)).map(|_| Slot::default()).collect());
        let _watchdog = self.watchdog(Arc::clone(&slots));
        let layout = self.source.layout();
        let options = minimize::Options { time, exhaust: time / 3, layout };
        let outcome = minimize::minimize(&self.checker, &document, options, &slots, cancel);
        match outcome {
            Outcome::Minimized(minimized) => {
                let key = crate::hash::hash(minimized.document.text.as_bytes());
                if self.known.contains(&key) {
                    self.duplicates += 1;
                    if let Ok(raw) = &file {
                        for extension in ["desc", "ans", "in"] {
                            let _ = crate::store::remove(&raw.with_extension(extension));
                        }
                    }
                    return;
                }
                self.known.push(key);
                self.findings += 1;
                let mut finding = raw;
                finding.minimized = Some(minimized.figures.clone());
                finding.text = Arc::clone(&minimized.document.text);
                finding.failure = minimized.failure.clone();
                let raw = file.as_ref().ok().map(PathBuf::as_path);
                let file = self.store.write_minimized(&finding, raw);
                events(Event::Finding { finding: &finding, file });
            }
            Outcome::Flaky { failed, of, .. } => {
                self.findings += 1;
                events(Event::Flaky { finding: &raw, failed, of, file });
            }
            Outcome::Passes => {
                self.findings += 1;
                events(Event::Flaky { finding: &raw, failed: 0, of: 1, file });
            }
            Outcome::Trouble(why) => {
                self.trouble = Some(why);
                self.findings += 1;
                events(Event::Finding { finding: &raw, file });
            }
        }
    }
}

/// Tells the coordinating thread that a worker has ended, even by a panic.
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

/// How often the coordinating thread looks at the clock.
const POLL: Duration = Duration::from_millis(5);
