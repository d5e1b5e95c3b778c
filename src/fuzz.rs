//! What the cargo-fuzz targets do; the targets themselves are a few lines.
//!
//! The fuzzer's corpus is contest text, so that it is readable, survives
//! changes of the generators, and is shared with every other engine. What is no
//! document is rejected by [`check`]; [`mutate`] and [`crossover`] emit nothing
//! but complete documents.
//!
//! How to run them: CONTRIBUTING.md.

mod environment;
mod memory;
mod mutate;
mod times;

pub use environment::{OUT_VARIABLE, QUIET_VARIABLE, SUBJECT_VARIABLE, TIMES_VARIABLE};
pub use mutate::{crossover, fresh_text, mutate};

use crate::document::Document;
use crate::failure::Failure;
use crate::finding::{Finding, FindingStore};
use crate::minimize::bytes;
use crate::minimize::{self, Outcome};
use crate::panics;
use crate::problem::{Layout, Problem};
use crate::report;
use crate::store::DiskError;
use crate::subject::{LimitOverrides, SubjectSpec};
use crate::terminal::{plain, say};
use crate::testbed::{Check, Scrutiny, Testbed};
use crate::watch::Slot;
use arbitrary::{Arbitrary, Unstructured};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use times::Part;

/// An oracle that predicts more for one instance is not asked: a fuzzer lives
/// on many executions, and relations take its place.
const ORACLE_BUDGET: Duration = Duration::from_millis(5);
/// Longest minimisation before the target aborts: below the limit of seconds
/// that libFuzzer gives one execution by default (1,200).
const MINIMIZE: Duration = Duration::from_secs(30);

/// Contest text, shown as text by `cargo fuzz fmt`.
pub struct ContestText<'a>(pub &'a [u8]);

impl<'a> Arbitrary<'a> for ContestText<'a> {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let all = u.len();
        Ok(Self(u.bytes(all)?))
    }

    fn arbitrary_take_rest(u: Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(Self(u.take_rest()))
    }
}

impl fmt::Debug for ContestText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.0))
    }
}

/// Call this once before the fuzzer starts: panics of a subject become
/// verdicts. Ends the process with code 2 if there is no such subject.
pub fn init<P: Problem>(problem: &P) {
    init_text();
    let _ = environment::subject(problem);
}

/// The same for [`check_text`], whose subject is always our own solver.
pub fn init_text() {
    panics::install_for_fuzzing();
    environment::tell_children_of_minimizing();
}

/// Runs the subject on a document. False if the text is none: the corpus should
/// not keep it. A disagreement is written, minimised, shown, and aborts the
/// process, which is how a fuzzer learns of it.
pub fn check<P: Problem>(problem: &P, data: &[u8]) -> bool {
    // What the mutator wrote is read in the check itself, and compared.
    let written = memory::recall::<P>(data);
    let fresh = written.is_none();
    let document = written.or_else(|| times::during(Part::Reading, || memory::read(problem, data)));
    let Some(document) = document else {
        times::count(true, None);
        return false;
    };
    let slot = times::slot();
    times::during(Part::Check, || check_document(problem, &document, fresh, &slot));
    times::count(false, Some(&slot));
    true
}

/// `fresh`: the text came from a file and not from the mutator.
fn check_document<P: Problem>(problem: &P, document: &Document<P>, fresh: bool, slot: &Slot) {
    // So that a text that the reader takes for another one is found again when
    // it comes from a file, all that must hold is asked of it then.
    let scrutiny = if fresh { Scrutiny::Thorough } else { Scrutiny::Quick };
    let testbed = Testbed {
        subject: environment::subject(problem),
        ..Testbed::of_solver(problem, ORACLE_BUDGET).with(scrutiny)
    };
    let failure = match testbed.test(document, slot, &|| false) {
        Check::Trouble(why) => {
            say(&format!("the testbed's own trouble: {why}"));
            std::process::abort();
        }
        Check::Failed(failure) => Some(failure),
        Check::Passed(_) => None,
    };
    if let Some(failure) = failure {
        report_document(&testbed, document, *failure);
        std::process::abort();
    }
}

/// Keeps and shows a finding, minimised unless libFuzzer itself is minimising
/// or merging.
fn report_document<P: Problem>(testbed: &Testbed<P>, document: &Document<P>, failure: Failure) {
    let problem = &testbed.problem;
    if environment::quiet() {
        return say_briefly(problem, &failure);
    }
    let mut finding = Finding {
        problem: problem.about().name,
        text: Arc::clone(&document.text),
        failure,
        subject: environment::subject_spec().clone(),
        limits: LimitOverrides::default(),
        layout: Layout::Free,
        origin: None,
        minimized: None,
    };
    let store = FindingStore::new(environment::out());
    let mut file = store.write_raw(&finding, None);
    let options = minimize::Options {
        time: MINIMIZE,
        exhaust: MINIMIZE / 3,
        layout: Layout::Free,
        made: None,
    };
    let slots = [Slot::default()];
    if let Outcome::Minimized(minimized) =
        minimize::minimize(testbed, document, None, options, &slots, &|| false)
    {
        finding.text = minimized.document.text;
        finding.failure = minimized.failure;
        finding.minimized = Some(minimized.figures);
        file = store.write_minimized(&finding, file.as_deref().ok());
    }
    show(&finding, file);
}

/// One line, for a run that nobody looks at.
fn say_briefly<P: Problem>(problem: &P, failure: &Failure) {
    say(&format!("{}: {}", problem.about().name, failure.judgement.message));
}

fn show(finding: &Finding, file: Result<PathBuf, DiskError>) {
    if let Err(error) = &file {
        say(&format!("the finding could not be kept: {error}"));
    }
    // A fuzzer's log is read later and elsewhere: no colours.
    say(&plain(&report::finding(finding, file.as_deref().ok(), None)));
    // What cargo-fuzz prints when the target has aborted lacks the subject and
    // the flags.
    if let Ok(file) = &file {
        let again = environment::again(&finding.problem, file);
        say(&format!("with libFuzzer: {}\n", plain(&again)));
    }
}

/// For arbitrary bytes: the reader and the solver as a whole program accept and
/// refuse the same texts with the same message, neither panics, and what is
/// accepted is solved alike. If not so, the finding is written, minimised and
/// shown, and the process aborts.
pub fn check_text<P: Problem>(problem: &P, data: &[u8]) {
    let testbed = Testbed::of_solver(problem, ORACLE_BUDGET);
    let holds = |bytes: &[u8]| testbed.test_text(bytes);
    let Err(failure) = holds(data) else { return };
    if environment::quiet() {
        say_briefly(problem, &failure);
        std::process::abort();
    }
    let (bytes, failure, figures) = bytes::minimize(data, *failure, MINIMIZE, holds);
    let finding = Finding {
        problem: problem.about().name,
        text: Arc::from(String::from_utf8_lossy(&bytes)),
        failure,
        subject: SubjectSpec::Solver,
        limits: LimitOverrides::default(),
        layout: Layout::Free,
        origin: None,
        minimized: Some(figures),
    };
    let store = FindingStore::new(environment::out());
    show(&finding, store.write_minimized_bytes(&finding, &bytes));
    std::process::abort();
}

#[cfg(test)]
mod tests {}
