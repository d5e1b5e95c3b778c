//! What becomes of a disagreement, whoever came upon it: kept on disk at once,
//! made small, written in its final form and reported.

use super::watchdog::Watchdog;
use crate::document::Document;
use crate::failure::Failure;
use crate::finding::{Finding, FindingStore, Kept, Origin};
use crate::hash::hash;
use crate::minimize::{self, Minimized, Outcome};
use crate::problem::{Layout, Problem};
use crate::store::DiskError;
use crate::subject::{LimitOverrides, SubjectError, SubjectSpec};
use crate::testbed::{TestError, Testbed};
use crate::watch::Slot;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A program in process that is busy with one document for longer than this
/// hangs. The slowest honest solver needs some ten seconds (fishing, n = 2000),
/// more on a busy machine.
pub const HANG: Duration = Duration::from_secs(60);

/// After this many duplicates in a row of findings already known, a run that
/// was to keep going gives up: nearly everything fails in the same few ways.
const DUPLICATES: u64 = 20;

/// What is reported of a disagreement.
pub enum Report<'a> {
    /// A raw finding is about to be minimised.
    Found(&'a Finding),
    /// A finding in its final form, and the file that holds it (or why there
    /// is none).
    Finding {
        /// The finding, minimised if that was asked for.
        finding: &'a Finding,
        /// Its `.in` file.
        file: Result<PathBuf, DiskError>,
    },
    /// A failure that did not repeat.
    Flaky {
        /// The document.
        finding: &'a Finding,
        /// Runs that failed.
        failed: u32,
        /// Runs in all.
        of: u32,
        /// Its `.in` file.
        file: Result<PathBuf, DiskError>,
    },
}

/// A document that failed: where it came from, its text, and how it failed.
pub(crate) type Failed = (Origin, Arc<str>, Failure);

/// What is tested, and what happens to disagreements.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    /// The program under test.
    pub(crate) subject: SubjectSpec,
    /// Its limits, where they differ from the contest's.
    pub(crate) limits: LimitOverrides,
    /// Layout of documents; by default what suits the subject.
    pub(crate) layout: Option<Layout>,
    /// An oracle that predicts more than this for an instance is not asked.
    pub(crate) oracle_budget: Duration,
    /// Threads.
    pub(crate) threads: usize,
    /// Further, different findings after which it goes on.
    pub(crate) keep_going: u64,
    /// Whether findings are minimised, and for how long at most each.
    pub(crate) minimize: Option<Duration>,
    /// Folder of findings.
    pub(crate) out: PathBuf,
}

/// The findings of a run.
pub(crate) struct Findings<P: Problem> {
    /// The comparison.
    pub(crate) testbed: Arc<Testbed<P>>,
    /// The layout that the subject is given.
    pub(crate) layout: Layout,
    rules: Rules,
    store: FindingStore,
    known: Vec<u64>,
    duplicates: u64,
    count: u64,
    /// Why an oracle failed, if one did.
    pub(crate) trouble: Option<TestError>,
}

impl<P: Problem> Findings<P> {
    /// None yet. The error says what is wrong with the rules.
    pub(crate) fn new(problem: &P, rules: Rules) -> Result<Self, SubjectError> {
        let testbed = Testbed::new(problem, &rules.subject, rules.limits, rules.oracle_budget)?;
        Ok(Self {
            layout: rules.layout.unwrap_or(testbed.default_layout()),
            testbed: Arc::new(testbed),
            store: FindingStore::new(&rules.out),
            known: Vec::new(),
            duplicates: 0,
            count: 0,
            trouble: None,
            rules,
        })
    }

    /// Different findings so far.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Whether there are as many as were asked for, or going on is pointless.
    pub(crate) fn are_enough(&self) -> bool {
        self.count > self.rules.keep_going || self.duplicates >= DUPLICATES
    }

    /// A slot for each thread, watched for hangs as long as the watchdog lives.
    pub(crate) fn watched_slots(&self) -> (Arc<Vec<Slot>>, Watchdog) {
        let slots: Arc<Vec<Slot>> =
            Arc::new((0..self.rules.threads.max(1)).map(|_| Slot::default()).collect());
        let (store, subject) = (self.store.clone(), self.rules.subject.clone());
        let watchdog =
            Watchdog::of(&self.testbed.problem.about().name, Arc::clone(&slots), store, subject);
        (slots, watchdog)
    }

    /// Writes a failure to disk as it was found: whatever comes next, it is not
    /// lost. Nothing if it cannot be written: it is shown when it is reported.
    pub(crate) fn keep(&self, failed: Failed) -> Option<Kept> {
        self.store.keep(&self.raw(failed)).ok()
    }

    fn raw(&self, (origin, text, failure): Failed) -> Finding {
        let problem = &self.testbed.problem;
        Finding {
            problem: problem.about().name,
            text,
            failure,
            subject: self.rules.subject.clone(),
            limits: self.rules.limits,
            layout: self.layout,
            origin: Some(origin),
            minimized: None,
        }
    }

    /// Minimises a finding, writes it and reports it.
    pub(crate) fn report(
        &mut self,
        failed: Failed,
        kept: Option<Kept>,
        cancel: &(dyn Fn() -> bool + Sync),
        reports: &mut dyn FnMut(Report<'_>),
    ) {
        let problem = &self.testbed.problem;
        let raw = self.raw(failed);
        let (Some(time), Ok(document)) = (self.rules.minimize, Document::read(problem, &raw.text))
        else {
            return self.as_found(&raw, kept, reports);
        };
        reports(Report::Found(&raw));
        let (slots, _watchdog) = self.watched_slots();
        let made = raw.origin.as_ref().and_then(Origin::made);
        let options = minimize::Options { time, exhaust: time / 2, layout: self.layout, made };
        let outcome = minimize::minimize(
            &self.testbed,
            &document,
            Some(&raw.failure),
            options,
            &slots,
            cancel,
        );
        match outcome {
            Outcome::Minimized(minimized) => {
                let Minimized { document, failure, figures, others } = *minimized;
                let key = hash(document.text.as_bytes());
                if self.known.contains(&key) {
                    self.duplicates += 1;
                    if let Some(kept) = kept {
                        kept.discard();
                    }
                    return;
                }
                let as_found = self.store.write_raw(&raw, kept).ok();
                self.known.push(key);
                self.count += 1;
                let text = document.text;
                let finding = Finding { minimized: Some(figures), text, failure, ..raw };
                let file = self.store.write_minimized(&finding, as_found.as_deref());
                reports(Report::Finding { finding: &finding, file });
                for (document, failure) in others {
                    let key = hash(document.text.as_bytes());
                    if self.known.contains(&key) {
                        continue;
                    }
                    self.known.push(key);
                    // It was made by simplifying, not by this case.
                    let (origin, minimized, text) = (None, None, document.text);
                    let other = Finding { origin, minimized, text, failure, ..finding.clone() };
                    self.as_found(&other, None, reports);
                }
            }
            Outcome::Flaky { failed, of, .. } => self.flaky(&raw, kept, (failed, of), reports),
            Outcome::Passes { of } => self.flaky(&raw, kept, (0, of), reports),
            Outcome::Interrupted => self.as_found(&raw, kept, reports),
            Outcome::Trouble(why) => {
                self.trouble = Some(why);
                self.as_found(&raw, kept, reports);
            }
        }
    }

    /// Reports a finding that is not minimised.
    fn as_found(&mut self, raw: &Finding, kept: Option<Kept>, reports: &mut dyn FnMut(Report<'_>)) {
        self.count += 1;
        let file = self.store.write_raw(raw, kept);
        reports(Report::Finding { finding: raw, file });
    }

    /// Reports a failure that did not repeat: in so many of all runs it did.
    fn flaky(
        &mut self,
        raw: &Finding,
        kept: Option<Kept>,
        (failed, of): (u32, u32),
        reports: &mut dyn FnMut(Report<'_>),
    ) {
        self.count += 1;
        let file = self.store.write_raw(raw, kept);
        reports(Report::Flaky { finding: raw, failed, of, file });
    }
}
