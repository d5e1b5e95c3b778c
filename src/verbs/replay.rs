//! A fixture, run again.

use super::{FIXTURE_PATIENCE, unpromised};
use crate::corpus::Fixture;
use crate::document::Document;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::problem::text;
use crate::problem::{Layout, Problem};
use crate::subject::{LimitOverrides, Subject, SubjectSpec};
use crate::testbed::{Check, Scrutiny, TestError, Testbed};
use crate::watch::Slot;
use std::sync::Arc;

/// How fixtures are run.
pub struct ReplayJob<'a> {
    /// The subject.
    pub subject: &'a SubjectSpec,
    /// Its limits, where they differ.
    pub limits: LimitOverrides,
    /// Whether external subjects get free layouts too.
    pub layout: Option<Layout>,
    /// Asked now and then.
    pub cancel: &'a (dyn Fn() -> bool + Sync),
}

/// What became of a fixture.
#[derive(Debug)]
pub enum Replayed {
    /// The subject is right.
    Passed,
    /// It is wrong.
    Failed(Box<Finding>),
    /// It was not run, for this reason.
    Skipped(String),
    /// The fixture is no valid input, or its `.ans` is wrong.
    Bad(String),
    /// The testbed's own trouble.
    Trouble(TestError),
}

/// Runs a fixture.
pub fn replay<P: Problem>(problem: &P, fixture: &Fixture, job: &ReplayJob<'_>) -> Replayed {
    let testbed = match Testbed::new(problem, job.subject, job.limits, FIXTURE_PATIENCE) {
        Ok(testbed) => testbed.with(Scrutiny::Thorough),
        // A mutant of another problem.
        Err(why) => return Replayed::Skipped(why.to_string()),
    };
    if fixture.must_be_refused() {
        return refused(fixture, &testbed, job);
    }
    let text = match std::str::from_utf8(&fixture.input) {
        Ok(text) => text,
        Err(error) => {
            let line = fixture.input[..error.valid_up_to()].split(|b| *b == b'\n').count();
            return Replayed::Bad(format!("line {line}: expected text in UTF-8"));
        }
    };
    let mut document = match Document::read(problem, text) {
        Ok(document) => document,
        Err(error) => return Replayed::Bad(format!("not a valid input: {error}")),
    };
    if testbed.subject.is_external() {
        document = match document.promised(problem, job.layout.unwrap_or(Layout::Contest)) {
            Ok(document) => document,
            Err(broken) => return Replayed::Skipped(unpromised(broken)),
        };
    }
    if let Some(answer) = &fixture.answer {
        // Only a solver that its oracles confirm may call an answer wrong.
        let own = Testbed::of_solver(problem, FIXTURE_PATIENCE);
        if let Check::Passed(right) = own.test(&document, &Slot::default(), job.cancel) {
            let judgement = problem.judge(&document.cases, &right, answer);
            if !judgement.verdict.is_ac() {
                return Replayed::Bad(format!("its .ans is wrong: {}", judgement.message));
            }
        }
    }
    match testbed.test(&document, &Slot::default(), job.cancel) {
        Check::Trouble(why) => Replayed::Trouble(why),
        Check::Failed(failure) => failed(document.text, *failure, &testbed, job),
        Check::Passed(_) => Replayed::Passed,
    }
}

/// A fixture that is no valid input: the reader and the solver refuse it alike.
fn refused<P: Problem>(fixture: &Fixture, testbed: &Testbed<P>, job: &ReplayJob<'_>) -> Replayed {
    if !matches!(testbed.subject, Subject::Solver) {
        return Replayed::Skipped(
            "not a valid input: only our own programs must say so".to_owned(),
        );
    }
    if text::parse(&testbed.problem, &fixture.input).is_ok() {
        return Replayed::Bad("its description says `input: refused`, but it is valid".to_owned());
    }
    match testbed.test_text(&fixture.input) {
        Ok(()) => Replayed::Passed,
        Err(failure) => {
            let text = String::from_utf8_lossy(&fixture.input).into();
            failed(text, *failure, testbed, job)
        }
    }
}

fn failed<P: Problem>(
    text: Arc<str>,
    failure: Failure,
    testbed: &Testbed<P>,
    job: &ReplayJob<'_>,
) -> Replayed {
    Replayed::Failed(Box::new(Finding {
        problem: testbed.problem.about().name,
        text,
        failure,
        subject: job.subject.clone(),
        limits: job.limits,
        layout: job.layout.unwrap_or(testbed.default_layout()),
        origin: None,
        minimized: None,
    }))
}
