//! JUnit XML, which continuous integration reads: a suite for each problem, a
//! case for each fixture, finding, size that was visited, or campaign.

use super::{Begin, Concluded, Figures, ReportError, Reporter, Told, Work};
use crate::campaign::End;
use crate::corpus::Fixture;
use crate::exhaust::Visit;
use crate::exit::Exit;
use crate::finding::{Finding, Origin};
use crate::problem::Size;
use crate::program;
use crate::replay::{Kind, Ran};
use crate::report;
use crate::store;
use crate::terminal::shown;
use crate::verbs::Replayed;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A file of JUnit XML, written as a whole at the end.
pub(crate) struct JUnit {
    file: PathBuf,
    verb: &'static str,
    suites: Vec<TestSuite>,
}

impl JUnit {
    /// The report goes to this file. Links are followed; a pipe or device is
    /// written to.
    pub(crate) fn new(file: PathBuf) -> Self {
        Self { file, verb: "", suites: Vec::new() }
    }

    fn add(&mut self, problem: &str, name: &str, status: TestCaseStatus, took: Option<Duration>) {
        let mut case = TestCase::new(name, status);
        case.set_classname(problem);
        if let Some(took) = took {
            case.set_time(took);
        }
        match self.suites.iter_mut().find(|suite| suite.name.as_str() == problem) {
            Some(suite) => {
                suite.add_test_case(case);
            }
            None => {
                let mut suite = TestSuite::new(problem);
                suite.add_test_case(case);
                self.suites.push(suite);
            }
        }
    }

    fn campaign(&mut self, campaign: &Concluded<'_>) {
        let problem = &campaign.info.about.name;
        let status = match (campaign.trouble, campaign.end) {
            (None, End::Time | End::Done) if campaign.findings == 0 => TestCaseStatus::success(),
            // The findings are cases of their own.
            (None, End::Time | End::Done) => return,
            (None, End::Interrupted) => skipped("interrupted"),
            (trouble, _) => error(trouble.map_or("trouble".to_owned(), ToString::to_string)),
        };
        self.add(problem, "campaign", status, Some(campaign.stats.elapsed));
    }

    fn visit(&mut self, problem: &str, units: &[String], visit: &Visit) {
        for counts in &visit.sizes {
            let status = if counts.is_done() {
                TestCaseStatus::success()
            } else {
                skipped("not all of this size was checked")
            };
            self.add(problem, &in_words(counts.size, units), status, None);
        }
        if let Some(trouble) = &visit.trouble {
            self.add(problem, "visit", error(trouble.to_string()), Some(visit.elapsed));
        }
    }

    fn write(&mut self, took: Duration) -> Result<(), ReportError> {
        let name = format!("{} {}", program::name(), self.verb);
        let mut report = Report::new(&*name);
        report.set_time(took).add_test_suites(std::mem::take(&mut self.suites));
        let text = report.to_string();
        let text = text.map_err(|error| format!("{}: {error}", shown(&self.file)));
        let text = text.map_err(ReportError::File)?;
        store::write_where_told(&self.file, text.as_bytes())
            .map_err(|error| ReportError::File(error.to_string()))
    }
}

impl Reporter for JUnit {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), ReportError> {
        self.verb = match begin.work {
            Work::Run { .. } => "run",
            Work::Exhaust(_) => "exhaust",
            Work::Replay { .. } => "replay",
            Work::Minimize => "minimize",
        };
        Ok(())
    }

    fn finding(&mut self, told: &Told<'_>) -> Result<(), ReportError> {
        let finding = told.finding;
        let mut message = finding.failure.judgement.message.clone();
        if let Some(flaky) = told.flaky() {
            message += &format!("; flaky: {flaky}");
        }
        let status = failure(finding, told.path(), &message);
        self.add(&finding.problem, &name(told), status, None);
        Ok(())
    }

    fn fixture(
        &mut self,
        problem: &str,
        fixture: &Fixture,
        ran: Option<&Ran>,
    ) -> Result<(), ReportError> {
        let status = match ran {
            None => skipped("not run: interrupted"),
            Some(ran) => {
                let (kind, message) = ran.outcome();
                match (kind, &ran.replayed) {
                    (_, Replayed::Failed(finding)) => {
                        failure(finding, fixture.path.as_deref(), &message)
                    }
                    (Kind::Passed | Kind::Failed, _) => TestCaseStatus::success(),
                    (Kind::Skipped, _) => skipped(&message),
                    // Nothing is said of the subject: the fixture or the testbed
                    // is broken.
                    (Kind::Bad | Kind::Trouble, _) => {
                        let mut status = error(message.into_owned());
                        status.set_type(kind.name());
                        status
                    }
                }
            }
        };
        self.add(problem, &fixture.name, status, ran.map(|ran| ran.took));
        Ok(())
    }

    fn end(&mut self, figures: &Figures<'_>, _: Exit) -> Result<(), ReportError> {
        let took = match figures {
            Figures::Run { campaigns, .. } => {
                campaigns.iter().for_each(|campaign| self.campaign(campaign));
                campaigns.iter().map(|campaign| campaign.stats.elapsed).sum()
            }
            Figures::Exhaust { info, visit, .. } => {
                self.visit(&info.about.name, &info.about.size_units, visit);
                visit.elapsed
            }
            Figures::Replay { took, .. } => *took,
        };
        self.write(took)
    }
}

/// What tells a finding from others, also in the next run: where it came from,
/// else its file.
fn name(told: &Told<'_>) -> String {
    match (&told.finding.origin, told.path()) {
        (Some(Origin::Visited { size }), _) => format!("finding of size {size}"),
        (Some(origin), _) if let Some((seed, index)) = origin.case() => {
            format!("case {index} of seed {seed}")
        }
        (_, Some(file)) => shown(file),
        (_, None) => "finding".to_owned(),
    }
}

fn in_words(size: Size, units: &[String]) -> String {
    size.describe(units)
}

fn failure(finding: &Finding, file: Option<&Path>, message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(finding.failure.judgement.verdict.code());
    status.set_message(message);
    // The escapes of styles are left out by the writer.
    status.set_description(report::finding(finding, file, None));
    status
}

fn error(message: String) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("trouble");
    status.set_message(message);
    status
}

fn skipped(why: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(why);
    status
}
