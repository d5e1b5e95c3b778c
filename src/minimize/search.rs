//! Trying candidates: on all cores, no text twice, the first in list order that
//! fails.

use super::repeats::Repeats;
use super::{Found, Options, layout};
use crate::choices::{Odometer, Probe};
use crate::document::Document;
use crate::failure::{Failure, Kind};
use crate::hash::hash;
use crate::problem::text;
use crate::problem::{Enumeration, Layout, Problem, Scope, Size};
use crate::testbed::{Check, Testbed};
use crate::threads;
use crate::watch::Slot;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Candidates handed to the threads at once. A success wastes at most what is
/// behind it in its batch; a batch must outweigh the cost of starting threads
/// (tens of microseconds).
const BATCH: usize = 256;
/// Below this cost of one check, a batch runs on one thread: starting threads
/// would cost more than they save.
const WORTH_THREADS: Duration = Duration::from_micros(20);
/// Hashes of texts known not to fail that are remembered (8 bytes each).
const MEMORY: usize = 1 << 22;

/// Other kinds of failure that are remembered: more are seldom told apart by a
/// person, and a program that dies anew each time must not fill the memory.
const MOST_OTHERS: usize = 8;

/// Probes with which the number of representatives of a size is estimated, and
/// the time after which it is first asked for: 2,000 cost some milliseconds and
/// are right to a few percent for the trees of all problems, where the answer
/// matters to a factor of two.
const PROBES: u64 = 2_000;
const FIRST_ESTIMATE: Duration = Duration::from_millis(500);

/// The state of a minimisation.
pub(super) struct Search<'a, P: Problem> {
    pub(super) testbed: &'a Testbed<P>,
    kind: &'a Kind,
    repeats: &'a Repeats<'a, P>,
    layout: Layout,
    deadline: Instant,
    exhaust: Duration,
    slots: &'a [Slot],
    cancel: &'a (dyn Fn() -> bool + Sync),
    passed: Mutex<HashSet<u64>>,
    /// The smallest of each other kind that a child process showed.
    others: Mutex<Vec<Found<P>>>,
    tries: AtomicU64,
    cut_short: AtomicBool,
    /// Whether candidates are written in free layouts.
    pub(super) free_layout: bool,
    /// Runs besides the first in which a candidate must fail in a child process.
    pub(super) again: u32,
    /// Candidates that failed once and passed when they were run again.
    pub(super) unsteady: u64,
    /// Successful simplifications so far.
    pub(super) steps: u64,
    /// What they led to in turn, where a child process may turn out unsteady.
    pub(super) way: Vec<Document<P>>,
}

impl<'a, P: Problem> Search<'a, P> {
    pub(super) fn new(
        testbed: &'a Testbed<P>,
        kind: &'a Kind,
        repeats: &'a Repeats<'a, P>,
        options: Options,
        slots: &'a [Slot],
        cancel: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        Self {
            testbed,
            kind,
            repeats,
            layout: options.layout,
            deadline: Instant::now() + options.time,
            exhaust: options.exhaust,
            slots,
            cancel,
            passed: Mutex::default(),
            others: Mutex::default(),
            tries: AtomicU64::new(0),
            cut_short: AtomicBool::new(false),
            free_layout: false,
            again: 1,
            unsteady: 0,
            steps: 0,
            way: Vec::new(),
        }
    }

    pub(super) fn tries(&self) -> u64 {
        self.tries.load(Ordering::Relaxed)
    }

    /// Whether a candidate was passed over because the time was up.
    pub(super) fn ended_early(&self) -> bool {
        self.cut_short.load(Ordering::Relaxed)
    }

    /// Does something that may be broken off without harm to the best so far.
    pub(super) fn optional<T>(&mut self, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.ended_early();
        let result = work(self);
        if result.is_none() {
            self.cut_short.store(before, Ordering::Relaxed);
        }
        result
    }

    pub(super) fn is_external(&self) -> bool {
        self.testbed.subject.is_external()
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    pub(super) fn exhaust_deadline(&self) -> Instant {
        self.deadline.min(Instant::now() + self.exhaust)
    }

    /// The documents to try for lists of instances: canonical; where the
    /// failure needs another layout, also that of `model` carried over, and
    /// several others.
    pub(super) fn documents<'i>(
        &self,
        model: &'i Document<P>,
        lists: impl Iterator<Item = Vec<P::Instance>> + 'i,
    ) -> impl Iterator<Item = Document<P>> + 'i
    where
        'a: 'i,
    {
        let problem = &self.testbed.problem;
        let model = self.free_layout.then_some((model, self.layout));
        lists.flat_map(move |cases| layout::tries(problem, model, cases))
    }

    /// Replaces `best` by the first candidate that fails in the same way.
    pub(super) fn improve(
        &mut self,
        best: &mut Found<P>,
        candidates: impl Iterator<Item = Document<P>>,
    ) -> bool {
        let mut candidates = candidates.peekable();
        while candidates.peek().is_some() {
            let batch = candidates.by_ref().take(self.batch()).collect();
            if self.first_of(best, batch).is_some() {
                return true;
            }
            if self.time_is_up() {
                return false;
            }
        }
        false
    }

    /// Replaces `best` by the first of these that fails in the same way, and
    /// returns its place.
    pub(super) fn first_of(
        &mut self,
        best: &mut Found<P>,
        mut batch: Vec<Document<P>>,
    ) -> Option<usize> {
        let mut passed = 0;
        while let Some((place, found)) = self.first_failing(&batch) {
            if self.fails_again(&found) {
                if self.is_external() {
                    self.way.push(found.document.clone());
                }
                *best = found;
                self.steps += 1;
                return Some(passed + place);
            }
            batch.drain(..=place);
            passed += place + 1;
        }
        None
    }

    /// Runs a child process again, alone: what fails by chance must not lead the
    /// way down.
    fn fails_again(&mut self, found: &Found<P>) -> bool {
        if !self.is_external() {
            return true;
        }
        self.tries.fetch_add(1, Ordering::Relaxed);
        if (0..self.again).all(|_| self.repeats.shows_again(&found.document, self.kind)) {
            return true;
        }
        if (self.cancel)() {
            self.cut_short.store(true, Ordering::Relaxed);
        } else {
            self.unsteady += 1;
            self.remember(&found.document);
        }
        false
    }

    /// Small batches for dear subjects: a success is usually near.
    pub(super) fn batch(&self) -> usize {
        if self.testbed.subject.is_external() { 4 * self.slots.len().max(1) } else { BATCH }
    }

    /// The first of the batch that fails in the same way, and its place.
    fn first_failing(&self, batch: &[Document<P>]) -> Option<(usize, Found<P>)> {
        let first = AtomicUsize::new(usize::MAX);
        let failures = self.on_all_cores(batch, |place, document, slot| {
            if place > first.load(Ordering::Relaxed) {
                return None;
            }
            let failure = self.fails(document, slot)?;
            first.fetch_min(place, Ordering::Relaxed);
            Some(failure)
        });
        let (place, failure) = failures.into_iter().min_by_key(|(place, _)| *place)?;
        let document = batch.get(place)?.clone();
        Some((place, Found { document, failure }))
    }

    /// Runs `work` for every document, in order of their places as far as
    /// threads allow, and collects what it returns.
    fn on_all_cores<T: Send>(
        &self,
        batch: &[Document<P>],
        work: impl Fn(usize, &Document<P>, &Slot) -> Option<T> + Sync,
    ) -> Vec<(usize, T)> {
        // The same text may be there twice, and two threads would try it at once.
        let mut texts = HashSet::with_capacity(batch.len());
        let new: Vec<bool> = batch.iter().map(|document| texts.insert(&*document.text)).collect();
        let work = |place: usize, document: &Document<P>, slot: &Slot| {
            if new[place] { work(place, document, slot) } else { None }
        };
        let own = Slot::default();
        let mut results = Vec::new();
        let start = Instant::now();
        let mut done = 0;
        // The first few on this thread show what a check costs.
        let alone = self.slots.len() < 2;
        while done < batch.len()
            && (alone || done < 4 || start.elapsed() / done as u32 <= WORTH_THREADS)
        {
            let slot = self.slots.first().unwrap_or(&own);
            results.extend(work(done, &batch[done], slot).map(|value| (done, value)));
            done += 1;
            if self.testbed.subject.is_external() && !alone {
                break;
            }
        }
        if done == batch.len() {
            return results;
        }
        let next = AtomicUsize::new(done);
        let shared = Mutex::new(&mut results);
        threads::share(self.slots, |slot| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(document) = batch.get(place) else { break };
                if let Some(value) = work(place, document, slot) {
                    let mut results = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    results.push((place, value));
                }
            }
        });
        results
    }

    /// Whether a document fails in the same way. A text that did not is
    /// remembered and not tried again.
    pub(super) fn fails(&self, document: &Document<P>, slot: &Slot) -> Option<Failure> {
        if self.time_is_up() {
            self.cut_short.store(true, Ordering::Relaxed);
            return None;
        }
        let hash = hash(document.text.as_bytes());
        if self.passed.lock().unwrap_or_else(PoisonError::into_inner).contains(&hash) {
            return None;
        }
        let failure = self.check(document, slot);
        if failure.is_none() {
            if self.time_is_up() {
                // A child process was ended half-way: nobody knows.
                self.cut_short.store(true, Ordering::Relaxed);
            } else {
                self.remember(document);
            }
        }
        failure
    }

    fn remember(&self, document: &Document<P>) {
        let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        if passed.len() < MEMORY {
            passed.insert(hash(document.text.as_bytes()));
        }
    }

    fn check(&self, document: &Document<P>, slot: &Slot) -> Option<Failure> {
        let problem = &self.testbed.problem;
        let external = self.testbed.subject.is_external();
        if external && document.cases.iter().any(|case| problem.promised(case).is_err()) {
            return None;
        }
        self.tries.fetch_add(1, Ordering::Relaxed);
        // Neither Ctrl-C nor the time limit waits for a child process.
        match self.testbed.test(document, slot, &|| self.time_is_up()) {
            Check::Failed(failure) if self.kind.includes(&failure) => Some(*failure),
            Check::Failed(failure) => {
                self.met(document, *failure);
                None
            }
            // Nothing is known of this candidate, so nothing may be claimed.
            Check::Trouble(_) => {
                self.cut_short.store(true, Ordering::Relaxed);
                None
            }
            _ => None,
        }
    }

    /// Remembers a failure of another kind, which is a finding of its own. What
    /// is a matter of time was cut short here and shows nothing.
    fn met(&self, document: &Document<P>, failure: Failure) {
        if !self.testbed.subject.is_external() || failure.judgement.verdict.is_of_time() {
            return;
        }
        let found = Found { document: document.clone(), failure };
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let room = others.len() < MOST_OTHERS;
        let known = others.iter_mut().find(|other| other.failure.includes(&found.failure));
        if let Some(known) = known {
            if in_order(&found.document.text) < in_order(&known.document.text) {
                *known = found;
            }
        } else if room {
            others.push(found);
        }
    }

    /// What was met of other kinds, and shows again.
    pub(super) fn others(&self) -> Vec<Found<P>> {
        let others =
            std::mem::take(&mut *self.others.lock().unwrap_or_else(PoisonError::into_inner));
        let shows_again = |found: &Found<P>| {
            !(self.cancel)()
                && self.repeats.shows_again(&found.document, &Kind::of(found.failure.clone()))
        };
        others.into_iter().filter(shows_again).collect()
    }

    pub(super) fn time_is_up(&self) -> bool {
        (self.cancel)() || Instant::now() >= self.deadline
    }

    /// Visits every representative of a size. `None` if the time did not
    /// suffice, else the least failing one, if any fails.
    ///
    /// Those that come behind a failing one in the order need not be run:
    /// `best`, which is known to fail, counts if it is a representative itself.
    pub(super) fn least_failing(
        &self,
        size: Size,
        best: &Document<P>,
        deadline: Instant,
        visited: &mut u64,
    ) -> Option<Option<Found<P>>> {
        let problem = &self.testbed.problem;
        let of_this_size = best.cases.first().is_some_and(|case| problem.size(case) == size);
        let text = of_this_size.then(|| text::canonical(problem, &best.cases));
        let mut visit = Visit { size, deadline, visited: 0, best: text, seen_best: false };
        let least = self.visit(&mut visit, false)?;
        *visited += visit.visited;
        if least.is_some() || !of_this_size {
            return Some(least);
        }
        if visit.seen_best {
            // Nothing smaller fails.
            let own = Slot::default();
            let slot = self.slots.first().unwrap_or(&own);
            let failure = self.check(best, slot)?;
            return Some(Some(Found { document: best.clone(), failure }));
        }
        self.visit(&mut visit, true)
    }

    /// Runs the representatives that come ahead of (or `behind`) `visit.best`.
    fn visit(&self, visit: &mut Visit, behind: bool) -> Option<Option<Found<P>>> {
        let problem = &self.testbed.problem;
        let enumeration = problem.enumeration()?;
        let deadline = visit.deadline;
        let late = || Instant::now() >= deadline || self.time_is_up();
        let mut odometer = Odometer::new();
        let start = Instant::now();
        let mut least: Option<Found<P>> = None;
        let (mut run, mut in_all) = (0, None);
        let mut more = true;
        while more {
            let mut batch = Vec::with_capacity(BATCH);
            let mut passed_over = 0;
            while batch.len() < BATCH && passed_over < PASSED_OVER {
                more = odometer.start();
                if !more {
                    break;
                }
                let instance =
                    (enumeration.generate)(problem, Scope::Tiny, visit.size, &mut odometer);
                let document = Document::canonical(problem, vec![instance]);
                visit.visited += 1;
                let bound = least.as_ref().map(|found| &*found.document.text);
                visit.seen_best |= visit.best.as_deref() == Some(&document.text);
                if visit.wants(&document.text, behind)
                    && bound.is_none_or(|bound| in_order(&document.text) < in_order(bound))
                {
                    batch.push(document);
                } else {
                    passed_over += 1;
                }
            }
            let failures =
                self.on_all_cores(
                    &batch,
                    |_, document, slot| {
                        if late() { None } else { self.fails(document, slot) }
                    },
                );
            run += batch.len() as u32;
            if late() {
                return None;
            }
            let spent = start.elapsed();
            if more && spent > FIRST_ESTIMATE {
                // Nobody should wait for a proof that will not come. Either the
                // visit itself is what costs, or the runs.
                let (all, wanted) =
                    *in_all.get_or_insert_with(|| visit.estimate(problem, &enumeration, behind));
                let share = (wanted / f64::from(run.max(1))).min(all / visit.visited as f64);
                let time = visit.deadline.saturating_duration_since(start);
                if least.is_none() && spent.as_secs_f64() * share > 2.0 * time.as_secs_f64() {
                    return None;
                }
            }
            for (place, failure) in failures {
                let document = batch[place].clone();
                let smaller = least
                    .as_ref()
                    .is_none_or(|least| in_order(&document.text) < in_order(&least.document.text));
                if smaller {
                    least = Some(Found { document, failure });
                }
            }
        }
        Some(least)
    }
}

/// Representatives passed over before the clock is looked at again.
const PASSED_OVER: usize = 4096;

/// A visit to all representatives of a size.
struct Visit {
    size: Size,
    deadline: Instant,
    visited: u64,
    /// The canonical text of the best so far, if it is of this size.
    best: Option<String>,
    /// Whether that is one of the representatives.
    seen_best: bool,
}

impl Visit {
    fn wants(&self, text: &str, behind: bool) -> bool {
        let Some(best) = &self.best else { return true };
        if behind { in_order(text) > in_order(best) } else { in_order(text) < in_order(best) }
    }

    /// About how many representatives there are, and how many are wanted.
    fn estimate<P: Problem>(
        &self,
        problem: &P,
        enumeration: &Enumeration<P>,
        behind: bool,
    ) -> (f64, f64) {
        let (mut all, mut wanted) = (0.0, 0.0);
        for number in 0..PROBES {
            let mut probe = Probe::new(number);
            let instance = (enumeration.generate)(problem, Scope::Tiny, self.size, &mut probe);
            all += probe.weight();
            if self.wants(&text::canonical(problem, &[instance]), behind) {
                wanted += probe.weight();
            }
        }
        (all / PROBES as f64, wanted / PROBES as f64)
    }
}

/// Canonical texts of instances of one size compare as these do.
fn in_order(text: &str) -> (usize, &str) {
    (text.len(), text)
}
