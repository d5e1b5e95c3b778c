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
mod shorten;
mod times;

pub use environment::{OUT_VARIABLE, QUIET_VARIABLE, SUBJECT_VARIABLE, TIMES_VARIABLE};
pub use mutate::{crossover, fresh_text, mutate};

use crate::check::{Check, Checker, Failure};
use crate::document::Document;
use crate::finding::{Finding, FindingStore};
use crate::invariants;
use crate::minimize::{self, Claim, Figures, Outcome};
use crate::panics;
use crate::problem::{Layout, Problem};
use crate::report;
use crate::stderr::say;
use crate::store::DiskError;
use crate::subject::{LimitOverrides, SubjectSpec};
use crate::watch::Slot;
use arbitrary::{Arbitrary, Unstructured};
use shorten::{Shortened, shorten};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
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
pub fn init<P: Problem>() {
    init_text();
    let _ = environment::subject::<P>();
}

/// The same for [`check_text`], whose subject is always our own solver.
pub fn init_text() {
    panics::install_for_fuzzing();
    environment::tell_children_of_minimizing();
}

/// Runs the subject on a document. False if the text is none: the corpus should
/// not keep it. A disagreement is written, minimised, shown, and aborts the
/// process, which is how a fuzzer learns of it.
pub fn check<P: Problem>(data: &[u8]) -> bool {
    // What the mutator wrote is read in the check itself, and compared.
    let written = memory::recall::<P>(data);
    let fresh = written.is_none();
    let document = written.or_else(|| times::during(Part::Reading, || memory::read::<P>(data)));
    let Some(document) = document else {
        times::count(true, None);
        return false;
    };
    let slot = times::slot();
    times::during(Part::Check, || check_document(&document, fresh, &slot));
    times::count(false, Some(&slot));
    true
}

/// `fresh`: the text came from a file and not from the mutator.
fn check_document<P: Problem>(document: &Document<P>, fresh: bool, slot: &Slot) {
    let checker = Checker { subject: environment::subject::<P>(), oracle_budget: ORACLE_BUDGET };
    let failure = match checker.check(document, slot, &|| false) {
        Check::Trouble(why) => {
            say(&format!("the testbed's own trouble: {why}"));
            std::process::abort();
        }
        Check::Failed(failure) => Some(failure),
        // A mutator's document that is read as another one is found by the
        // check. So that the same text is found again when it comes from a
        // file, its instances are then written and read.
        Check::Passed(_) if fresh && *environment::subject_spec() == SubjectSpec::Solver => {
            invariants::caught(|| invariants::same_instances(document)).err()
        }
        Check::Passed(_) => None,
    };
    if let Some(failure) = failure {
        report_document(&checker, document, *failure);
        std::process::abort();
    }
}

/// Keeps and shows a finding, minimised unless libFuzzer itself is minimising
/// or merging.
fn report_document<P: Problem>(checker: &Checker<P>, document: &Document<P>, failure: Failure) {
    if environment::quiet() {
        return say_briefly::<P>(&failure);
    }
    let mut finding = Finding {
        problem: P::NAME,
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
    let options = minimize::Options { time: MINIMIZE, exhaust: MINIMIZE / 3, layout: Layout::Free };
    let slots = [Slot::default()];
    if let Outcome::Minimized(minimized) =
        minimize::minimize(checker, document, options, &slots, &|| false)
    {
        finding.text = minimized.document.text;
        finding.failure = minimized.failure;
        finding.minimized = Some(minimized.figures);
        file = store.write_minimized(&finding, file.as_deref().ok());
    }
    show(&finding, file);
}

/// One line, for a run that nobody looks at.
fn say_briefly<P: Problem>(failure: &Failure) {
    say(&format!("{}: {}", P::NAME, failure.judgement.message));
}

fn show(finding: &Finding, file: Result<PathBuf, DiskError>) {
    if let Err(error) = &file {
        say(&format!("the finding could not be kept: {error}"));
    }
    // A fuzzer's log is read later and elsewhere: no colours.
    say(&plain(&report::finding(finding, file.as_deref().ok(), None)));
}

/// A text without the escapes of styles (`ESC [ … m`).
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find('\u{1b}') {
        plain.push_str(&rest[..place]);
        rest = rest[place..].find('m').map_or("", |end| &rest[place + end + 1..]);
    }
    plain.push_str(rest);
    plain
}

/// For arbitrary bytes: the reader and the solver as a whole program accept and
/// refuse the same texts with the same message, neither panics, and what is
/// accepted is solved alike. If not so, the finding is written, minimised and
/// shown, and the process aborts.
pub fn check_text<P: Problem>(data: &[u8]) {
    let holds = |bytes: &[u8]| invariants::caught(|| invariants::text::<P>(bytes));
    let Err(failure) = holds(data) else { return };
    if environment::quiet() {
        say_briefly::<P>(&failure);
        std::process::abort();
    }
    let start = Instant::now();
    let Shortened { bytes, failure, steps, tries, whole } = shorten(data, *failure, |bytes| {
        if start.elapsed() > MINIMIZE { None } else { Some(holds(bytes).err().map(|f| *f)) }
    });
    let figures = Figures {
        from: format!("{} bytes", data.len()),
        to: format!("{} bytes", bytes.len()),
        steps,
        tries,
        elapsed: start.elapsed(),
        claim: if whole { Claim::OneMinimal } else { Claim::Unfinished },
    };
    let finding = Finding {
        problem: P::NAME,
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
mod tests {
    #[test]
    fn styles_are_removed() {
        let style = crate::report::BAD;
        assert_eq!(super::plain(&format!("a {style}b{style:#} c")), "a b c");
    }
}
