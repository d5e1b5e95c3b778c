//! Whether a failure shows again. Programs are run alone for that, so that what
//! shows under load only is no failure.

use super::{FLAKY_RUNS, Found, Outcome, REPEATS};
use crate::document::Document;
use crate::failure::{Failure, Kind};
use crate::problem::Problem;
use crate::testbed::{Check, Runs, TestError, Testbed};
use crate::watch::Slot;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Runs of a program on documents that have failed.
pub(super) struct Repeats<'a, P: Problem> {
    testbed: Testbed<P>,
    slot: &'a Slot,
    cancel: &'a (dyn Fn() -> bool + Sync),
    /// What is left of the time in which runs may begin.
    left: Mutex<Duration>,
}

/// What came of some runs on one document.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// Runs that failed in any way.
    pub(super) failed: u32,
    /// Runs in all.
    pub(super) of: u32,
    /// How it failed.
    kind: Option<Kind>,
    /// The longest run.
    pub(super) took: Duration,
}

impl Tally {
    /// Whether some runs failed and others passed.
    fn is_mixed(&self) -> bool {
        0 < self.failed && self.failed < self.of
    }
}

/// Why a run says nothing.
enum Nothing {
    Interrupted,
    Trouble(TestError),
}

impl<P: Problem> From<Nothing> for Outcome<P> {
    fn from(nothing: Nothing) -> Self {
        match nothing {
            Nothing::Interrupted => Self::Interrupted,
            Nothing::Trouble(trouble) => Self::Trouble(trouble),
        }
    }
}

impl<'a, P: Problem> Repeats<'a, P> {
    /// Of this testbed's subject, in runs that begin within `time` in all.
    pub(super) fn new(
        testbed: &Testbed<P>,
        slot: &'a Slot,
        time: Duration,
        cancel: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let testbed = Testbed { runs: Runs::Alone, ..testbed.clone() };
        Self { testbed, slot, cancel, left: Mutex::new(time) }
    }

    /// In which ways a document fails, if it fails in every run. `seen` is how it
    /// failed before; where the time does not suffice for a single run, that is
    /// all that is known.
    pub(super) fn confirm(
        &self,
        document: &Document<P>,
        seen: Option<&Failure>,
    ) -> Result<(Kind, Tally), Outcome<P>> {
        let mut tally = Tally::default();
        while tally.of < FLAKY_RUNS {
            if self.is_over() && (seen.is_some() || tally.of > 0) {
                break;
            }
            self.run_once(document, &mut tally)?;
            if !self.testbed.subject.is_external() {
                // A subject in process does the same every time.
                break;
            }
            let alike = tally.kind.as_ref().is_some_and(Kind::is_one);
            if tally.of == REPEATS && tally.failed == REPEATS && alike {
                break;
            }
        }
        let passed = tally.of - tally.failed;
        if let Some(seen) = seen {
            let runs = runs_behind(seen);
            tally.failed += runs;
            tally.of += runs;
        }
        let kind = tally.kind.take().or_else(|| Some(Kind::of(seen?.clone())));
        match kind {
            Some(kind) if passed > 0 => Err(tally.flaky(kind.first())),
            Some(kind) => Ok((kind, tally)),
            None => Err(Outcome::Passes { of: tally.of }),
        }
    }

    /// How a document fails, if it does in so many runs on end.
    fn holds(
        &self,
        document: &Document<P>,
        kind: &Kind,
        runs: u32,
    ) -> Result<Option<Failure>, Nothing> {
        let mut last = None;
        for _ in 0..runs {
            if self.is_over() {
                return Err(Nothing::Interrupted);
            }
            last = self.timed(document)?.filter(|failure| kind.includes(failure));
            if last.is_none() {
                break;
            }
        }
        Ok(last)
    }

    /// Once more, for one that has failed.
    pub(super) fn shows_again(&self, document: &Document<P>, kind: &Kind) -> bool {
        matches!(self.test(document), Ok(Some(failure)) if kind.includes(&failure))
    }

    /// Makes sure of a result. If it does not fail in every run, the last
    /// document on the way down that does takes its place. Returns whether it
    /// had to.
    ///
    /// `way` leads down from `document`, of which `tally` is what is known, and
    /// `unsteady` says whether anything on it failed in some runs only.
    pub(super) fn settle(
        &self,
        best: &mut Found<P>,
        kind: &Kind,
        unsteady: bool,
        (document, mut tally): (&Document<P>, Tally),
        way: &[Document<P>],
    ) -> Result<bool, Outcome<P>> {
        let steady = match self.holds(&best.document, kind, REPEATS - 1) {
            Ok(failure) => failure.is_some(),
            // No more is known than what the way has shown.
            Err(Nothing::Interrupted) => return Ok(false),
            Err(nothing) => return Err(nothing.into()),
        };
        if steady && !unsteady {
            return Ok(false);
        }
        for _ in 0..FLAKY_RUNS {
            if self.is_over() {
                break;
            }
            self.run_once(document, &mut tally)?;
        }
        if tally.is_mixed() {
            return Err(tally.flaky(&best.failure));
        }
        // Others have failed by chance: this one need not.
        if steady {
            match self.holds(&best.document, kind, FLAKY_RUNS) {
                Ok(Some(_)) | Err(Nothing::Interrupted) => return Ok(false),
                Ok(None) => {}
                Err(nothing) => return Err(nothing.into()),
            }
        }
        let (document, failure) = match self.last_steady(kind, way)? {
            Some((place, failure)) => (&way[place], failure),
            None => (document, kind.first().clone()),
        };
        *best = Found { document: document.clone(), failure };
        Ok(true)
    }

    /// The last document on a way down that fails in every run, if larger ones
    /// are the steadier; as far as the time suffices.
    fn last_steady(
        &self,
        kind: &Kind,
        way: &[Document<P>],
    ) -> Result<Option<(usize, Failure)>, Nothing> {
        let (mut last, mut from, mut to) = (None, 0, way.len());
        while from < to {
            let middle = from.midpoint(to);
            match self.holds(&way[middle], kind, FLAKY_RUNS) {
                Ok(Some(failure)) => {
                    last = Some((middle, failure));
                    from = middle + 1;
                }
                Ok(None) => to = middle,
                Err(Nothing::Interrupted) => break,
                Err(nothing) => return Err(nothing),
            }
        }
        Ok(last)
    }

    fn run_once(&self, document: &Document<P>, tally: &mut Tally) -> Result<(), Nothing> {
        let start = Instant::now();
        let failure = self.timed(document)?;
        tally.took = tally.took.max(start.elapsed());
        tally.of += 1;
        if let Some(failure) = failure {
            tally.failed += 1;
            match &mut tally.kind {
                Some(kind) => kind.add(failure),
                kind => *kind = Some(Kind::of(failure)),
            }
        }
        Ok(())
    }

    /// One of the runs that have a time in which to begin.
    fn timed(&self, document: &Document<P>) -> Result<Option<Failure>, Nothing> {
        let start = Instant::now();
        let result = self.test(document);
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        *left = left.saturating_sub(start.elapsed());
        result
    }

    fn is_over(&self) -> bool {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).is_zero()
    }

    fn test(&self, document: &Document<P>) -> Result<Option<Failure>, Nothing> {
        let check = self.testbed.test(document, self.slot, self.cancel);
        if (self.cancel)() && self.testbed.subject.is_external() {
            return Err(Nothing::Interrupted);
        }
        match check {
            Check::Passed(_) => Ok(None),
            Check::Failed(failure) => Ok(Some(*failure)),
            Check::Trouble(trouble) => Err(Nothing::Trouble(trouble)),
        }
    }
}

impl Tally {
    fn flaky<P: Problem>(self, failure: &Failure) -> Outcome<P> {
        let failure = Box::new(failure.clone());
        Outcome::Flaky { failed: self.failed, of: self.of, failure }
    }
}

/// The runs that a failure stands for: what is a matter of time was seen twice.
fn runs_behind(failure: &Failure) -> u32 {
    if failure.judgement.verdict.is_of_time() { 2 } else { 1 }
}
