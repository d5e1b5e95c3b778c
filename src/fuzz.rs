//! What the cargo-fuzz targets do; the targets themselves are a few lines.
//!
//! The fuzzer's corpus is contest text, so that it is readable, survives
//! changes of the generators, and is shared with every other engine. What is no
//! document is rejected by [`check`]; [`mutate`] and [`crossover`] emit nothing
//! but complete documents.

use crate::check::{Check, Checker};
use crate::choices::{Choices, Random};
use crate::document::Document;
use crate::finding::{DEFAULT_OUT, Finding, FindingStore};
use crate::minimize::{self, Outcome};
use crate::panics;
use crate::problem::{Layout, Problem, Scope, TextError};
use crate::report;
use crate::subject::{LimitOverrides, Subject, SubjectSpec};
use crate::text;
use crate::watch::Slot;
use arbitrary::{Arbitrary, Unstructured};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;

/// The variable that chooses the subject: `solver` (default) or `mistake:NAME`.
pub const SUBJECT_VARIABLE: &str = "DUIPAI_SUBJECT";
/// The variable that chooses the folder of findings.
pub const OUT_VARIABLE: &str = "DUIPAI_OUT";

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
/// verdicts.
pub fn init() {
    panics::install_for_fuzzing();
}

fn subject() -> &'static SubjectSpec {
    static SUBJECT: OnceLock<SubjectSpec> = OnceLock::new();
    SUBJECT.get_or_init(|| match std::env::var(SUBJECT_VARIABLE) {
        Ok(name) => name.parse().unwrap_or_default(),
        Err(_) => SubjectSpec::Solver,
    })
}

/// Runs the subject on a document. False if the text is no document, or holds
/// what no oracle follows and no relation speaks of; the corpus should not keep
/// such a text. A disagreement is written, minimised, shown, and aborts the
/// process, which is how a fuzzer learns of it.
pub fn check<P: Problem>(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let Ok(document) = Document::<P>::read(text) else { return false };
    let subject = match Subject::<P>::find(subject(), LimitOverrides::default()) {
        Ok(subject) => subject,
        Err(why) => {
            eprintln!("{SUBJECT_VARIABLE}: {why}");
            std::process::exit(2);
        }
    };
    let checker = Checker { subject, oracle_budget: ORACLE_BUDGET };
    match checker.check(&document, &Slot::default(), &|| false) {
        Check::Passed(_) => true,
        Check::Trouble(why) => {
            eprintln!("the testbed's own trouble: {why}");
            std::process::abort();
        }
        Check::Failed(failure) => {
            let finding = Finding {
                problem: P::NAME,
                text: Arc::clone(&document.text),
                failure: *failure,
                subject: self::subject().clone(),
                origin: None,
                minimized: None,
            };
            report_finding(&checker, &document, finding);
            std::process::abort();
        }
    }
}

/// Keeps and shows a finding, minimised unless libFuzzer itself is minimising
/// or merging (it then runs the target many times on failing inputs).
fn report_finding<P: Problem>(checker: &Checker<P>, document: &Document<P>, mut finding: Finding) {
    let busy = std::env::args().any(|a| {
        a.starts_with("-minimize_crash") || a.starts_with("-merge") || a == "-exact_artifact_path"
    });
    if busy {
        eprintln!("{}: {}", P::NAME, finding.failure.judgement.message);
        return;
    }
    let out =
        std::env::var_os(OUT_VARIABLE).map_or_else(|| PathBuf::from(DEFAULT_OUT), PathBuf::from);
    let store = FindingStore::new(out);
    let raw = store.write_raw(&finding);
    let options = minimize::Options { time: MINIMIZE, exhaust: MINIMIZE / 3, layout: Layout::Free };
    let slots = [Slot::default()];
    let mut file = raw;
    if let Outcome::Minimized(minimized) =
        minimize::minimize(checker, document, options, &slots, &|| false)
    {
        finding.text = minimized.document.text;
        finding.failure = minimized.failure;
        finding.minimized = Some(minimized.figures);
        file = store.write_minimized(&finding, file.as_deref().ok());
    }
    if let Err(error) = &file {
        eprintln!("the finding could not be kept: {error}");
    }
    let text = report::finding(&finding, file.as_deref().ok());
    // A fuzzer's log is read later and elsewhere: no colours.
    eprintln!("{}", plain(&text));
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

/// Changes the document in `data[..size]` to another one of at most `max_size`
/// bytes, and returns its size. What is no document becomes a fresh one.
pub fn mutate<P: Problem>(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(u64::from(seed), 0);
    let room = max_size.min(data.len());
    let old = std::str::from_utf8(data.get(..size).unwrap_or_default())
        .ok()
        .and_then(|text| Document::<P>::read(text).ok());
    for _ in 0..ATTEMPTS {
        let text = match &old {
            Some(document) => changed(document, &mut random),
            None => fresh::<P>(&mut random),
        };
        if text.len() <= room {
            data[..text.len()].copy_from_slice(text.as_bytes());
            return text.len();
        }
    }
    size.min(room)
}

/// How often a mutation that turned out too long is tried anew before the input
/// is left as it is.
const ATTEMPTS: usize = 4;

fn fresh<P: Problem>(random: &mut Random) -> String {
    let size = P::draw_size(Scope::Small, random);
    let instance = P::generate(Scope::Small, size, random);
    laid_out::<P>(vec![instance], random)
}

fn laid_out<P: Problem>(cases: Vec<P::Instance>, random: &mut Random) -> String {
    // Mostly plain layout: the parser is fast on it, and it is what people
    // read in the corpus.
    if random.below(4) == 0 {
        Document::<P>::laid_out(cases, Layout::Free, random).text.to_string()
    } else {
        text::canonical::<P>(&cases)
    }
}

/// One to three changes: a neighbour of an instance mostly, now and then
/// another instance, one more, one less, or another layout.
fn changed<P: Problem>(document: &Document<P>, random: &mut Random) -> String {
    let mut cases = document.cases.clone();
    if cases.is_empty() || random.below(16) == 0 {
        return fresh::<P>(random);
    }
    for _ in 0..=random.below(3) {
        let place = random.below(cases.len() as u32) as usize;
        match random.below(12) {
            0 if P::LIMITS.batch > 1 && cases.len() < MOST_CASES => {
                let size = P::size(&cases[place]);
                let more = P::generate(Scope::Small, size, random);
                if P::batch_key(&more) == P::batch_key(&cases[place]) {
                    cases.insert(place, more);
                }
            }
            1 if cases.len() > 1 => drop(cases.remove(place)),
            2 => {}
            _ => {
                let neighbour = P::neighbour(&cases[place], random);
                if cases.len() == 1 || P::batch_key(&neighbour) == P::batch_key(&cases[place]) {
                    cases[place] = neighbour;
                }
            }
        }
    }
    laid_out::<P>(cases, random)
}

/// Instances in one document of the fuzzer: more would only make executions
/// slower.
const MOST_CASES: usize = 4;

/// Splices two documents: the instances of one and then of the other where they
/// may share a document, else the one or the other changed.
pub fn crossover<P: Problem>(one: &[u8], two: &[u8], out: &mut [u8], seed: u32) -> usize {
    let mut random = Random::new(u64::from(seed), 1);
    let read =
        |data| std::str::from_utf8(data).ok().and_then(|text| Document::<P>::read(text).ok());
    let text = match (read(one), read(two)) {
        (Some(one), Some(two)) => {
            let keys = |d: &Document<P>| d.cases.first().map(P::batch_key);
            if P::LIMITS.batch > 1 && keys(&one) == keys(&two) {
                let left = 1 + random.below(one.cases.len() as u32) as usize;
                let right = random.below(two.cases.len() as u32) as usize;
                let mut cases = one.cases;
                cases.truncate(left.min(MOST_CASES));
                cases.extend_from_slice(&two.cases[right..]);
                cases.truncate(2 * MOST_CASES);
                laid_out::<P>(cases, &mut random)
            } else {
                changed(if random.below(2) == 0 { &one } else { &two }, &mut random)
            }
        }
        (Some(document), None) | (None, Some(document)) => changed(&document, &mut random),
        (None, None) => fresh::<P>(&mut random),
    };
    if text.len() > out.len() {
        return 0;
    }
    out[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}

/// For arbitrary bytes: the reader and the solver as a whole program accept and
/// refuse the same texts with the same message, and neither panics.
///
/// # Panics
///
/// If they do not.
pub fn check_text<P: Problem>(data: &[u8]) {
    let read = text::parse::<P>(data).err();
    let solved = P::solve_text(Box::new(data), &mut std::io::sink());
    match (read, solved) {
        (None, Ok(()) | Err(TextError::Refused(..))) => {}
        (Some(read), Err(TextError::Input(solved))) if read == solved => {}
        // An unprintable answer ahead of the error.
        (Some(_), Err(TextError::Refused(..))) => {}
        (read, solved) => panic!("{}: the reader says {read:?}, the solver {solved:?}", P::NAME),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn styles_are_removed() {
        let style = crate::report::BAD;
        assert_eq!(super::plain(&format!("a {style}b{style:#} c")), "a b c");
    }
}
