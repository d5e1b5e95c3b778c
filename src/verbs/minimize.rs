//! An input from a file, minimised.

use super::{FIXTURE_PATIENCE, unpromised};
use crate::campaign::Watchdog;
use crate::document::Document;
use crate::finding::{Finding, FindingStore, Origin};
use crate::minimize::{self, Outcome};
use crate::problem::{InputError, Layout, Problem};
use crate::subject::{LimitOverrides, SubjectError, SubjectSpec};
use crate::testbed::{Scrutiny, TestError, Testbed};
use crate::watch::Slot;
use std::sync::Arc;
use std::time::Duration;

/// A minimisation.
pub struct MinimizeJob<'a> {
    /// The failing input.
    pub input: &'a [u8],
    /// The subject.
    pub subject: &'a SubjectSpec,
    /// Its limits, where they differ.
    pub limits: LimitOverrides,
    /// Time and layout.
    pub time: Duration,
    /// The layout that the subject may get; by default what suits it.
    pub layout: Option<Layout>,
    /// Threads.
    pub threads: usize,
    /// Where the input came from, if a description says so.
    pub origin: Option<Origin>,
    /// Where the input goes on which a program in process hangs.
    pub store: FindingStore,
    /// Asked now and then.
    pub cancel: &'a (dyn Fn() -> bool + Sync),
}

/// Why nothing can be minimised.
#[derive(Debug, thiserror::Error)]
pub enum MinimizeError {
    /// There is no such subject.
    #[error(transparent)]
    Subject(#[from] SubjectError),
    /// It is no valid input.
    #[error(transparent)]
    Input(#[from] InputError),
}

/// What a minimisation came to.
pub enum Shrunk {
    /// A finding with its figures.
    Finding {
        /// The finding.
        finding: Box<Finding>,
        /// What failed in other ways on the way down: findings of their own.
        others: Vec<Finding>,
    },
    /// The subject is right on the input.
    Passes {
        /// Whether it was given another layout of the same instances, because
        /// the input's is none that the statement promises.
        relaid: bool,
    },
    /// It is no input for other people's programs, for this reason.
    NotPromised(String),
    /// Interrupted before it was known to fail.
    Interrupted,
    /// It fails in some runs only.
    Flaky {
        /// The finding, not minimised.
        finding: Box<Finding>,
        /// Runs that failed.
        failed: u32,
        /// Runs in all.
        of: u32,
    },
    /// The testbed's own trouble.
    Trouble(TestError),
}

/// Minimises an input on which a subject fails.
///
/// # Errors
///
/// There is no such subject, or the input is none.
pub fn minimize<P: Problem>(problem: &P, job: &MinimizeJob<'_>) -> Result<Shrunk, MinimizeError> {
    let testbed =
        Testbed::new(problem, job.subject, job.limits, FIXTURE_PATIENCE)?.with(Scrutiny::Thorough);
    let layout = job.layout.unwrap_or(testbed.default_layout());
    let mut document = std::str::from_utf8(job.input)
        .map_err(|_| InputError::new(1, 1, "expected text in UTF-8"))
        .and_then(|text| Document::read(problem, text))?;
    if testbed.subject.is_external() {
        document = match document.promised(problem, layout) {
            Ok(document) => document,
            Err(broken) => return Ok(Shrunk::NotPromised(unpromised(broken))),
        };
    }
    let relaid = document.text.as_bytes() != job.input;
    let slots: Arc<Vec<Slot>> =
        Arc::new((0..job.threads.max(1)).map(|_| Slot::default()).collect());
    let name = problem.about().name;
    let _watchdog = Watchdog::of(&name, Arc::clone(&slots), job.store.clone(), job.subject.clone());
    let made = job.origin.as_ref().and_then(Origin::made);
    let options = minimize::Options { time: job.time, exhaust: job.time / 2, layout, made };
    let outcome = minimize::minimize(&testbed, &document, None, options, &slots, job.cancel);
    let finding = |text, failure, figures| {
        Box::new(Finding {
            problem: Arc::clone(&name),
            text,
            failure,
            subject: job.subject.clone(),
            limits: job.limits,
            layout,
            origin: job.origin.clone(),
            minimized: figures,
        })
    };
    Ok(match outcome {
        Outcome::Minimized(m) => {
            let others = m.others.into_iter();
            let others =
                others.map(|(document, failure)| *finding(document.text, failure, None)).collect();
            let finding = finding(m.document.text, m.failure, Some(m.figures));
            Shrunk::Finding { finding, others }
        }
        Outcome::Passes { .. } => Shrunk::Passes { relaid },
        Outcome::Interrupted => Shrunk::Interrupted,
        Outcome::Flaky { failed, of, failure } => {
            Shrunk::Flaky { finding: finding(document.text, *failure, None), failed, of }
        }
        Outcome::Trouble(why) => Shrunk::Trouble(why),
    })
}
