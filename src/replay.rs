//! Fixtures, run again: on all cores, each with what came of it.

use crate::any::AnyProblem;
use crate::corpus::Fixture;
use crate::problem::TextError;
use crate::store;
use crate::terminal::shown;
use crate::threads;
use crate::verbs::{AnswerError, ReplayJob, Replayed};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A fixture and the problem that it is of.
pub type Resolved<'p> = (&'p dyn AnyProblem, Fixture);

/// What became of a fixture, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The subject is right.
    Passed,
    /// It is wrong.
    Failed,
    /// It was not given to this subject.
    Skipped,
    /// The fixture is no valid input, or its answer is wrong.
    Bad,
    /// The testbed's own trouble.
    Trouble,
}

impl Kind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 5] =
        [Self::Passed, Self::Failed, Self::Skipped, Self::Bad, Self::Trouble];

    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Bad => "bad",
            Self::Trouble => "trouble",
        }
    }
}

/// A fixture that was run.
#[derive(Debug)]
pub struct Ran {
    /// What became of it.
    pub replayed: Replayed,
    /// How long it took.
    pub took: Duration,
    /// The `.ans` file that was made, or why there is none. Nothing if none was
    /// asked for or missing.
    pub answer: Option<Result<PathBuf, NoAnswer>>,
}

/// Why no answer was written.
#[derive(Debug)]
pub enum NoAnswer {
    /// There is none in the contest's format, or somebody else was faster.
    Needless(String),
    /// Solver and oracle differ.
    Disputed(String),
    /// It cannot be written.
    Unwritable(String),
}

impl Ran {
    /// What became of it, and why in one line.
    pub fn outcome(&self) -> (Kind, Cow<'_, str>) {
        match &self.replayed {
            Replayed::Passed => (Kind::Passed, "".into()),
            Replayed::Failed(finding) => {
                (Kind::Failed, (&*finding.failure.judgement.message).into())
            }
            Replayed::Skipped(why) => (Kind::Skipped, why.into()),
            Replayed::Bad(why) => (Kind::Bad, why.into()),
            Replayed::Trouble(why) => (Kind::Trouble, why.to_string().into()),
        }
    }

    /// What is said of its answer, and whether that is fine.
    pub fn said_of_the_answer(&self) -> Option<(bool, String)> {
        Some(match self.answer.as_ref()? {
            Ok(path) => (true, format!("wrote {}", shown(path))),
            Err(NoAnswer::Needless(why)) => (true, format!("no answer: {why}")),
            Err(NoAnswer::Disputed(why) | NoAnswer::Unwritable(why)) => {
                (false, format!("no answer: {why}"))
            }
        })
    }
}

/// Runs fixtures on so many threads; `None` where it was interrupted. Makes
/// missing `.ans` files if `write_answers`.
pub fn run(
    fixtures: &[Resolved<'_>],
    jobs: usize,
    write_answers: bool,
    job: &ReplayJob<'_>,
) -> Vec<Option<Ran>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Ran>>> = fixtures.iter().map(|_| Mutex::default()).collect();
    threads::share(0..jobs.min(fixtures.len()), |_| {
        while !(job.cancel)() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let (Some((problem, fixture)), Some(result)) =
                (fixtures.get(place), results.get(place))
            else {
                break;
            };
            let start = Instant::now();
            let replayed = problem.replay(fixture, job);
            let took = start.elapsed();
            // A program that was ended half-way says nothing of the fixture.
            if (job.cancel)() && matches!(replayed, Replayed::Trouble(_)) {
                break;
            }
            let answer = write_answers.then(|| write_answer(*problem, fixture, &replayed));
            let ran = Ran { replayed, took, answer: answer.flatten() };
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(ran);
        }
    });
    let inner = |result: Mutex<_>| result.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().map(inner).collect()
}

/// Writes the right answer beside a fixture that has none.
fn write_answer(
    problem: &dyn AnyProblem,
    fixture: &Fixture,
    replayed: &Replayed,
) -> Option<Result<PathBuf, NoAnswer>> {
    let path = fixture.path.as_ref()?.with_extension("ans");
    if fixture.answer.is_some() || matches!(replayed, Replayed::Bad(_)) {
        return None;
    }
    let answer = match problem.answer(&fixture.input) {
        Ok(answer) => answer,
        Err(AnswerError::Text(error @ TextError::Refused(..))) => {
            return Some(Err(NoAnswer::Needless(error.to_string())));
        }
        Err(error) => return Some(Err(NoAnswer::Disputed(error.to_string()))),
    };
    Some(match store::write_new_atomically(&path, answer.as_bytes()) {
        Ok(true) => Ok(path),
        Ok(false) => Err(NoAnswer::Needless(format!("{} appeared meanwhile", shown(&path)))),
        Err(error) => Err(NoAnswer::Unwritable(error.to_string())),
    })
}
