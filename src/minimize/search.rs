//! Trying candidates: on all cores, no text twice, the first in list order that
//! fails.

use super::{Found, Options};
use crate::check::{Accused, Check, Checker, Failure};
use crate::choices::Odometer;
use crate::document::Document;
use crate::hash::hash;
use crate::problem::{Layout, Problem, Scope, Size};
use crate::text;
use crate::verdict::Verdict;
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
/// Layouts tried for each candidate when the failure needs a free layout.
const LAYOUTS: u64 = 12;
/// Hashes of texts known not to fail that are remembered (8 bytes each).
const MEMORY: usize = 1 << 22;

/// Whether visiting a whole size will clearly take longer than there is time:
/// nobody should wait for a proof that will not come. Judged only after a
/// while, for the first visits say little, and with a factor of two to spare.
fn hopeless(odometer: &Odometer, start: Instant, deadline: Instant) -> bool {
    let spent = start.elapsed();
    let progress = odometer.progress();
    if spent < Duration::from_millis(500) || progress <= 0.0 {
        return false;
    }
    let left = spent.as_secs_f64() * (1.0 - progress) / progress;
    left > 2.0 * deadline.saturating_duration_since(Instant::now()).as_secs_f64()
}

/// The state of a minimisation.
pub(super) struct Search<'a, P: Problem> {
    checker: &'a Checker<P>,
    kind: Kind,
    layout: Layout,
    deadline: Instant,
    exhaust: Duration,
    slots: &'a [Slot],
    cancel: &'a (dyn Fn() -> bool + Sync),
    passed: Mutex<HashSet<u64>>,
    tries: AtomicU64,
    cut_short: AtomicBool,
    /// Whether candidates are written in free layouts.
    pub(super) free_layout: bool,
    /// Successful simplifications so far.
    pub(super) steps: u64,
}

/// What two failures must have in common to count as the same: who is wrong,
/// the verdict (a crash with its signal or place), and by which kind of
/// evidence.
#[derive(PartialEq, Eq)]
struct Kind {
    accused: Accused,
    verdict: Verdict,
    evidence: String,
}

impl Kind {
    fn of(failure: &Failure) -> Self {
        // Whether an oracle could confirm depends on the size.
        let evidence = match failure.according_to.strip_prefix("solver") {
            Some(_) => "solver".to_owned(),
            None => failure.according_to.clone(),
        };
        Self { accused: failure.accused, verdict: failure.judgement.verdict.clone(), evidence }
    }
}

impl<'a, P: Problem> Search<'a, P> {
    pub(super) fn new(
        checker: &'a Checker<P>,
        failure: &Failure,
        options: Options,
        slots: &'a [Slot],
        cancel: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        Self {
            checker,
            kind: Kind::of(failure),
            layout: options.layout,
            deadline: Instant::now() + options.time,
            exhaust: options.exhaust,
            slots,
            cancel,
            passed: Mutex::default(),
            tries: AtomicU64::new(0),
            cut_short: AtomicBool::new(false),
            free_layout: false,
            steps: 0,
        }
    }

    pub(super) fn tries(&self) -> u64 {
        self.tries.load(Ordering::Relaxed)
    }

    /// Whether a candidate was passed over because the time was up.
    pub(super) fn ended_early(&self) -> bool {
        self.cut_short.load(Ordering::Relaxed)
    }

    pub(super) fn exhaust_deadline(&self) -> Instant {
        self.deadline.min(Instant::now() + self.exhaust)
    }

    /// The documents to try for lists of instances: canonical, or in several
    /// layouts.
    pub(super) fn documents<'i>(
        &self,
        lists: impl Iterator<Item = Vec<P::Instance>> + 'i,
    ) -> Box<dyn Iterator<Item = Document<P>> + 'i> {
        let layout = self.layout;
        if self.free_layout {
            Box::new(lists.flat_map(move |cases| {
                (0..LAYOUTS).map(move |i| Document::laid_out_by_number(cases.clone(), layout, i))
            }))
        } else {
            Box::new(lists.map(Document::canonical))
        }
    }

    /// Replaces `best` by the first candidate that fails in the same way.
    pub(super) fn improve(
        &mut self,
        best: &mut Found<P>,
        candidates: impl Iterator<Item = Document<P>>,
    ) -> bool {
        let mut candidates = candidates.peekable();
        while candidates.peek().is_some() {
            let batch: Vec<_> = candidates.by_ref().take(self.batch()).collect();
            if let Some(found) = self.first_failing(batch) {
                *best = found;
                self.steps += 1;
                return true;
            }
            if self.time_is_up() {
                return false;
            }
        }
        false
    }

    /// Small batches for dear subjects: a success is usually near.
    fn batch(&self) -> usize {
        if self.checker.subject.is_external() { 4 * self.slots.len().max(1) } else { BATCH }
    }

    /// The first of the batch that fails in the same way.
    fn first_failing(&self, batch: Vec<Document<P>>) -> Option<Found<P>> {
        let first = AtomicUsize::new(usize::MAX);
        let failures = self.on_all_cores(&batch, |place, document, slot| {
            if place > first.load(Ordering::Relaxed) {
                return None;
            }
            let failure = self.fails(document, slot)?;
            first.fetch_min(place, Ordering::Relaxed);
            Some(failure)
        });
        let (place, failure) = failures.into_iter().min_by_key(|(place, _)| *place)?;
        let document = batch.into_iter().nth(place)?;
        Some(Found { document, failure })
    }

    /// Runs `work` for every document, in order of their places as far as
    /// threads allow, and collects what it returns.
    fn on_all_cores<T: Send>(
        &self,
        batch: &[Document<P>],
        work: impl Fn(usize, &Document<P>, &Slot) -> Option<T> + Sync,
    ) -> Vec<(usize, T)> {
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
            if self.checker.subject.is_external() && !alone {
                break;
            }
        }
        if done == batch.len() {
            return results;
        }
        let next = AtomicUsize::new(done);
        let shared = Mutex::new(&mut results);
        std::thread::scope(|scope| {
            for slot in self.slots {
                let (next, shared, work) = (&next, &shared, &work);
                scope.spawn(move || {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(document) = batch.get(place) else { break };
                        if let Some(value) = work(place, document, slot) {
                            let mut results = shared.lock().unwrap_or_else(PoisonError::into_inner);
                            results.push((place, value));
                        }
                    }
                });
            }
        });
        results
    }

    /// Whether a document fails in the same way. A text that did not is
    /// remembered and not tried again.
    fn fails(&self, document: &Document<P>, slot: &Slot) -> Option<Failure> {
        if self.time_is_up() {
            self.cut_short.store(true, Ordering::Relaxed);
            return None;
        }
        let hash = hash(document.text.as_bytes());
        if self.passed.lock().unwrap_or_else(PoisonError::into_inner).contains(&hash) {
            return None;
        }
        let failure = self.check(document, slot);
        if failure.is_none() && !(self.cancel)() {
            let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
            if passed.len() < MEMORY {
                passed.insert(hash);
            }
        }
        failure
    }

    fn check(&self, document: &Document<P>, slot: &Slot) -> Option<Failure> {
        if self.checker.subject.is_external()
            && document.cases.iter().any(|case| P::promised(case).is_err())
        {
            return None;
        }
        self.tries.fetch_add(1, Ordering::Relaxed);
        match self.checker.check(document, slot, self.cancel) {
            Check::Failed(failure) if Kind::of(&failure) == self.kind && !(self.cancel)() => {
                Some(*failure)
            }
            _ => None,
        }
    }

    fn time_is_up(&self) -> bool {
        (self.cancel)() || Instant::now() >= self.deadline
    }

    /// Visits every representative of a size. `None` if the time ran out, else
    /// the least failing one, if any fails.
    pub(super) fn least_failing(
        &self,
        size: Size,
        deadline: Instant,
        visited: &mut u64,
    ) -> Option<Option<Found<P>>> {
        let mut odometer = Odometer::new();
        let start = Instant::now();
        let mut least: Option<(String, Found<P>)> = None;
        let mut more = true;
        while more {
            let mut batch = Vec::with_capacity(BATCH);
            while batch.len() < BATCH {
                more = odometer.start();
                if !more {
                    break;
                }
                let instance = P::generate(Scope::Tiny, size, &mut odometer);
                batch.push(Document::canonical(vec![instance]));
            }
            *visited += batch.len() as u64;
            let failures = self.on_all_cores(&batch, |_, document, slot| {
                if Instant::now() >= deadline || (self.cancel)() {
                    return None;
                }
                self.check(document, slot)
            });
            if Instant::now() >= deadline || (self.cancel)() || hopeless(&odometer, start, deadline)
            {
                return None;
            }
            for (place, failure) in failures {
                let document = batch[place].clone();
                let text = text::canonical::<P>(&document.cases);
                let smaller = least
                    .as_ref()
                    .is_none_or(|(least, _)| (text.len(), &text) < (least.len(), least));
                if smaller {
                    least = Some((text, Found { document, failure }));
                }
            }
        }
        Some(least.map(|(_, found)| found))
    }
}
