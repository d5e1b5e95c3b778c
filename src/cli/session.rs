//! What is shown while something is searched for disagreements: progress, and
//! each finding as soon as it is there.

use super::progress::Progress;
use super::{Stop, json, output};
use crate::any::AnyProblem;
use crate::campaign::Report;
use crate::finding::Finding;
use crate::problem::Lang;
use crate::report::{self, STRONG};
use crate::store::DiskError;
use crate::subject::SubjectSpec;
use serde_json::json;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// A search as a person (or a program, as JSON) sees it.
pub(super) struct Session {
    /// The line on standard error.
    pub(super) progress: Progress,
    json: bool,
    write_error: Option<io::Error>,
}

impl Session {
    /// `time` is what the whole may take.
    pub(super) fn new(json: bool, time: Option<Duration>) -> Self {
        Self { progress: Progress::new(json, time), json, write_error: None }
    }

    /// Prints the beginning.
    pub(super) fn begin(&mut self, print: impl FnOnce() -> io::Result<()>) {
        if let Err(error) = print() {
            self.write_error.get_or_insert(error);
        }
    }

    /// Shows a finding. What cannot be written is remembered until the end:
    /// the search writes to its folder as well.
    pub(super) fn report(&mut self, problem: &dyn AnyProblem, report: Report<'_>) {
        let result = match report {
            Report::Found(finding) => {
                let verdict = &finding.failure.judgement.verdict;
                let problem = &finding.problem;
                self.progress.note(&format!("{problem}: {verdict} found, minimising …"));
                Ok(())
            }
            Report::Finding { finding, file } => self.show(problem, finding, file, None),
            Report::Flaky { finding, failed, of, file } => {
                self.show(problem, finding, file, Some((failed, of)))
            }
        };
        if let Err(error) = result {
            self.write_error.get_or_insert(error);
        }
    }

    fn show(
        &mut self,
        problem: &dyn AnyProblem,
        finding: &Finding,
        file: Result<PathBuf, DiskError>,
        flaky: Option<(u32, u32)>,
    ) -> io::Result<()> {
        self.progress.clear();
        let file = file.map_err(|error| {
            // Nothing is lost: the finding goes to standard output, whole.
            self.progress.note(&format!("the finding could not be kept: {error}"));
        });
        let file = file.ok();
        if self.json {
            let mut value = json::finding(finding, file.as_deref());
            if let Some((failed, of)) = flaky {
                value["flaky"] = json!({ "failed": failed, "of": of });
            }
            return json::print(&value);
        }
        let width = output::width();
        let mut text = report::finding(finding, file.as_deref(), width);
        if let Some((failed, of)) = flaky {
            let flaky = format!(
                "{STRONG}flaky{STRONG:#}: when repeated it failed in {failed} of {of} runs; not minimised\n"
            );
            text += &report::wrapped(&flaky, width);
        }
        if let SubjectSpec::Mutant(name) = &finding.subject
            && let Some(parting) = problem.parting(finding.text.as_bytes(), name, Lang::En)
        {
            text.push('\n');
            text += &report::parting(&parting, width);
        }
        if file.is_none() {
            text += "\nthe whole input:\n";
            text += &finding.text;
        }
        output::as_is(&text)
    }

    /// Ends the progress. An output that could not be written is an error.
    pub(super) fn end(self) -> Result<(), Stop> {
        self.progress.clear();
        self.write_error.map_or(Ok(()), |error| Err(Stop::Output(error)))
    }
}
