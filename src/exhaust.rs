//! Everything up to a size, the smallest first: every canonical representative
//! ([`Problem::enumeration`] and the [`Odometer`](crate::choices::Odometer)), or
//! all that the generator makes in scope tiny where a problem has no sizes.
//!
//! Where a campaign gives evidence, this gives a statement: *all* of these
//! agree. [`Visit::claim`] puts it into words, and claims nothing that was not
//! visited.
//!
//! Threads take blocks of consecutive representatives; every one has a number
//! in the order of visiting. Of several that fail, the one with the lowest
//! number is the finding, so that neither the number of threads nor their
//! timing matters.

mod claim;
mod everything;
mod visitor;

use crate::campaign::{Clock, End, Findings, Report, Rules};
use crate::document::Document;
use crate::failure::Failure;
use crate::finding::{Kept, Origin};
use crate::problem::{About, Problem, Size};
use crate::subject::{LimitOverrides, SubjectError, SubjectSpec};
use crate::testbed::{Check, TestError};
use crate::watch::Slot;
use everything::Everything;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use visitor::{Estimate, Stretch, Visitor};

/// An oracle that predicts more for one instance is not asked. Far more than in
/// a campaign: that the dear oracles agree as well is what a visit of
/// everything is for.
pub const ORACLE_BUDGET: Duration = Duration::from_secs(5);

/// What a block should take: long enough that handing out blocks does not
/// count, short enough that all threads end together and a deadline is kept.
const BLOCK_TIME: Duration = Duration::from_millis(5);
/// The most representatives in a block, however cheap they are.
const LARGEST_BLOCK: usize = 1024;
/// Instances in one document for an external subject, where the format allows
/// several: starting a process costs about a millisecond, which these share.
const LARGEST_DOCUMENT: usize = 256;

/// A size has to be going on for this long before its representatives are
/// counted ahead, which may take no longer than [`COUNTING`].
const WORTH_COUNTING: Duration = Duration::from_millis(200);
const COUNTING: Duration = Duration::from_millis(50);

/// What is wrong with a configuration.
#[derive(Debug, thiserror::Error)]
pub enum VisitError {
    /// There is no such subject.
    #[error(transparent)]
    Subject(#[from] SubjectError),
    /// The problem has no [`Enumeration`](crate::problem::Enumeration), and its
    /// generator makes too much in [`Scope::Tiny`](crate::problem::Scope::Tiny).
    #[error(
        "{problem} cannot be visited: its generator has more than {paths} ways to make an input \
         in scope tiny; make it smaller there, or implement `enumeration`"
    )]
    NotTiny {
        /// The problem's name.
        problem: Arc<str>,
        /// Ways that were gone.
        paths: u64,
    },
    /// Two numbers for a size that is one.
    #[error("a size of {problem} is one number ({unit}): --size {first}")]
    OneNumber {
        /// The problem's name.
        problem: Arc<str>,
        /// What is counted.
        unit: String,
        /// The first number.
        first: u64,
    },
    /// No instance is as small as the last size.
    #[error("nothing of {problem} is as small as that: the smallest has {least}")]
    TooSmall {
        /// The problem's name.
        problem: Arc<str>,
        /// The smallest size, in words.
        least: String,
    },
}

/// What to visit, and how.
#[derive(Debug, Clone)]
pub struct VisitConfig {
    /// The program under test.
    pub subject: SubjectSpec,
    /// Its limits, where they differ from the contest's.
    pub limits: LimitOverrides,
    /// The last size; without one it goes on until the time is over.
    pub last: Option<Last>,
    /// Threads.
    pub threads: usize,
    /// Whether a finding is minimised, and for how long at most.
    pub minimize: Option<Duration>,
    /// Folder of findings.
    pub out: PathBuf,
}

/// The last size to visit, as on the command line: the first count alone, with
/// all of the second, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Last(pub u64, pub Option<u64>);

impl Last {
    fn size(self) -> Size {
        Size(self.0, self.1.unwrap_or(u64::MAX))
    }
}

/// What happens on the way, for whoever shows it.
pub enum VisitEvent<'a> {
    /// The configuration is right; the visit begins.
    Begin,
    /// Called several times a second.
    Progress(&'a VisitProgress),
    /// A disagreement.
    Report(Report<'a>),
}

/// How far a visit is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VisitProgress {
    /// The size that is being visited.
    pub size: Size,
    /// Representatives of all sizes that were checked.
    pub checked: u64,
    /// The same in a second.
    pub rate: f64,
    /// The share of this size that was handed out, from 0 to 1.
    pub share: f64,
    /// About how long this size will still take.
    pub left: Option<Duration>,
    /// Whether it is the last size.
    pub is_last: bool,
}

/// What was visited.
#[derive(Debug, Clone)]
pub struct Visit {
    /// The sizes in order, each with its counts.
    pub sizes: Vec<Counts>,
    /// Why it ended.
    pub end: End,
    /// Findings: one at most.
    pub findings: u64,
    /// Whether the finding is a document of several representatives, none of
    /// which fails alone.
    pub together: bool,
    /// Why an oracle failed, if one did.
    pub trouble: Option<TestError>,
    /// Whether no larger size can be visited.
    pub at_largest: bool,
    /// How long the visit took, without minimising.
    pub elapsed: Duration,
}

/// The representatives of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// The size.
    pub size: Size,
    /// Made so far.
    pub made: u64,
    /// Whether these are all.
    pub all_made: bool,
    /// On which the subject was found right.
    pub agree: u64,
    /// Of these: those that no oracle could follow within [`ORACLE_BUDGET`].
    /// Only counted where our own solver is the subject.
    pub unfollowed: u64,
    /// Not given to the subject because the statement promises that they do not
    /// come.
    pub skipped: u64,
    /// How many each oracle followed, in the problem's order.
    pub followed: Vec<u64>,
}

impl Counts {
    /// Whether nothing of this size is left to check.
    pub fn is_done(&self) -> bool {
        self.all_made && self.agree + self.skipped == self.made
    }
}

/// What all threads share.
struct Shared<P: Problem> {
    state: Mutex<State<P>>,
    /// Lowest number that failed so far; blocks behind it are not started.
    lowest: AtomicU64,
    stop: AtomicBool,
}

struct State<P: Problem> {
    visitor: Visitor<P>,
    sizes: Vec<Counts>,
    found: Vec<Failing>,
    trouble: Option<TestError>,
}

/// A representative that fails.
struct Failing {
    /// Its number in the order of visiting, from 0.
    number: u64,
    /// The place of its size in the list of sizes.
    place: usize,
    /// Whether it fails only in one document with those behind it.
    together: bool,
    text: Arc<str>,
    failure: Failure,
    /// What is on disk of it.
    kept: Option<Kept>,
}

/// Visits every representative up to a size, for some time (without end if
/// `None`).
///
/// # Errors
///
/// What is wrong with the configuration.
pub fn exhaust<P: Problem>(
    problem: &P,
    config: &VisitConfig,
    time: Option<Duration>,
    cancel: &(dyn Fn() -> bool + Sync),
    events: &mut dyn FnMut(VisitEvent<'_>),
) -> Result<Visit, VisitError> {
    let everything = Arc::new(Everything::of(problem)?);
    check_last(problem, &everything, config.last)?;
    let mut findings = Findings::new(
        problem,
        Rules {
            subject: config.subject.clone(),
            limits: config.limits,
            layout: None,
            oracle_budget: ORACLE_BUDGET,
            threads: config.threads,
            keep_going: 0,
            minimize: config.minimize,
            out: config.out.clone(),
        },
    )?;
    events(VisitEvent::Begin);
    let start = Instant::now();
    let last = config.last.map(Last::size);
    let shared = Shared {
        state: Mutex::new(State {
            visitor: Visitor::new(problem, &everything, last),
            sizes: Vec::new(),
            found: Vec::new(),
            trouble: None,
        }),
        lowest: AtomicU64::new(u64::MAX),
        stop: AtomicBool::new(false),
    };
    let clock = Clock { deadline: time.map(|time| start + time), cancel, stop: &shared.stop };
    let end = {
        let (slots, _watchdog) = findings.watched_slots();
        let mut estimate = Estimate::new(start);
        clock.run(
            &slots,
            |slot| Worker { findings: &findings, shared: &shared, slot, cancel }.work(),
            || {
                if let Some(progress) = estimate.progress(&everything, &shared) {
                    events(VisitEvent::Progress(&progress));
                }
            },
        )
    };
    let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    // The clock may look once more when the last worker has just ended.
    let complete = state.visitor.is_done() && state.sizes.iter().all(Counts::is_done);
    let end = if end == End::Time && complete { End::Done } else { end };
    let mut visit = Visit {
        at_largest: state.visitor.is_at_largest(),
        sizes: state.sizes,
        end,
        findings: 0,
        together: false,
        trouble: state.trouble,
        elapsed: start.elapsed(),
    };
    let mut all_found = state.found;
    all_found.sort_by_key(|found| found.number);
    let mut all_found = all_found.into_iter();
    let first = all_found.next();
    all_found.filter_map(|found| found.kept).for_each(Kept::discard);
    if let Some(found) = first {
        if end == End::Done && visit.trouble.is_none() {
            // Everything before it was checked, and some behind it that depends
            // on the threads: that is left out.
            visitor::cut(
                &mut visit.sizes,
                found.place,
                found.number,
                &findings.testbed,
                &everything,
            );
        }
        let size = visit.sizes.get(found.place).map_or(Size(0, 0), |counts| counts.size);
        let origin = Origin::Visited { size: as_option(problem, size) };
        let mut reports = |report: Report<'_>| events(VisitEvent::Report(report));
        findings.report((origin, found.text, found.failure), found.kept, cancel, &mut reports);
        visit.findings = findings.count();
        visit.together = found.together;
        visit.trouble = visit.trouble.or(findings.trouble.take());
    }
    if visit.trouble.is_some() {
        visit.end = End::Trouble;
    } else if cancel() {
        visit.end = End::Interrupted;
    }
    Ok(visit)
}

/// A size as `--size` takes it.
fn as_option<P: Problem>(problem: &P, Size(first, second): Size) -> String {
    if problem.about().size_units.len() < 2 {
        format!("{first}")
    } else {
        format!("{first},{second}")
    }
}

/// Whether there is anything to visit up to this size.
fn check_last<P: Problem>(
    problem: &P,
    everything: &Everything<P>,
    last: Option<Last>,
) -> Result<(), VisitError> {
    let Some(last) = last else { return Ok(()) };
    if let (Some(_), [unit]) = (last.1, &problem.about().size_units[..]) {
        let (problem, unit) = (problem.about().name, unit.clone());
        return Err(VisitError::OneNumber { problem, unit, first: last.0 });
    }
    match everything.sizes().next() {
        Some(least) if least > last.size() => {
            let About { name: problem, size_units, .. } = problem.about();
            Err(VisitError::TooSmall { problem, least: least.describe(&size_units) })
        }
        _ => Ok(()),
    }
}

impl<P: Problem> Shared<P> {
    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One thread.
struct Worker<'a, P: Problem> {
    findings: &'a Findings<P>,
    shared: &'a Shared<P>,
    slot: &'a Slot,
    cancel: &'a (dyn Fn() -> bool + Sync),
}

impl<P: Problem> Worker<'_, P> {
    fn stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed) || (self.cancel)()
    }

    /// Block after block, each of a length that takes about [`BLOCK_TIME`].
    fn work(&self) {
        let problem = &self.findings.testbed.problem;
        let mut length = 1;
        while !self.stopped() {
            let block = {
                let mut state = self.shared.state();
                let State { visitor, sizes, .. } = &mut *state;
                if visitor.next_number() > self.shared.lowest.load(Ordering::Relaxed) {
                    return;
                }
                match visitor.take(length, sizes) {
                    Some(block) => block,
                    None => return,
                }
            };
            let start = Instant::now();
            let (place, mut counts) = (block.place, visitor::none_of(problem, block.size));
            let result = self.check(block, &mut counts);
            let mut state = self.shared.state();
            visitor::add(&mut state.sizes[place], &counts);
            match result {
                Stretched::Fine => {}
                Stretched::Failing(found) => state.found.push(*found),
                Stretched::Trouble(why) => {
                    state.trouble.get_or_insert(why);
                    self.shared.stop.store(true, Ordering::Relaxed);
                }
            }
            drop(state);
            let took = start.elapsed();
            if took < BLOCK_TIME / 2 {
                length = (length * 2).min(LARGEST_BLOCK);
            } else if took > BLOCK_TIME * 2 {
                length = (length / 2).max(1);
            }
        }
    }

    /// Checks a block until something fails.
    fn check(&self, block: Stretch<P>, counts: &mut Counts) -> Stretched {
        let problem = &self.findings.testbed.problem;
        let testbed = &self.findings.testbed;
        let external = testbed.subject.is_external();
        let most = if external { problem.about().limits.batch.min(LARGEST_DOCUMENT) } else { 1 };
        let (place, size) = (block.place, block.size);
        for batch in visitor::batches(block, most, testbed, counts) {
            let first = batch.numbers.first().copied().unwrap_or(0);
            if self.stopped() || first > self.shared.lowest.load(Ordering::Relaxed) {
                break;
            }
            let document = Document::canonical(problem, batch.cases);
            match testbed.test(&document, self.slot, &|| self.stopped()) {
                Check::Passed(_) => visitor::add(counts, &batch.tally),
                // A run that was stopped half-way means nothing.
                _ if external && self.stopped() => break,
                Check::Failed(failure) => {
                    let failed = match failure.judgement.case {
                        None => self.first_alone(&document, &batch.numbers),
                        case => case.and_then(|case| batch.numbers.get(case)).map(|number| {
                            (*number, Arc::clone(&document.text), (*failure).clone())
                        }),
                    };
                    let together = failed.is_none();
                    let (number, text, failure) =
                        failed.unwrap_or((first, document.text, *failure));
                    self.shared.lowest.fetch_min(number, Ordering::Relaxed);
                    let origin = Origin::Visited { size: as_option(problem, size) };
                    let kept = self.findings.keep((origin, Arc::clone(&text), failure.clone()));
                    let found = Failing { number, place, together, text, failure, kept };
                    return Stretched::Failing(Box::new(found));
                }
                Check::Trouble(why) => return Stretched::Trouble(why),
            }
        }
        Stretched::Fine
    }

    /// The first instance of a failing document that fails alone: a program
    /// that crashes does not say on which.
    fn first_alone(
        &self,
        document: &Document<P>,
        numbers: &[u64],
    ) -> Option<(u64, Arc<str>, Failure)> {
        let problem = &self.findings.testbed.problem;
        document.cases.iter().zip(numbers).find_map(|(instance, number)| {
            let alone = Document::canonical(problem, vec![instance.clone()]);
            match self.findings.testbed.test(&alone, self.slot, &|| self.stopped()) {
                Check::Failed(failure) if !self.stopped() => Some((*number, alone.text, *failure)),
                _ => None,
            }
        })
    }
}

enum Stretched {
    Fine,
    Failing(Box<Failing>),
    Trouble(TestError),
}
