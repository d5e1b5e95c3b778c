//! JUnit XML, which continuous integration reads: a suite for each problem, a
//! case for each fixture.

use super::replay::{Kind, Ran};
use crate::any::Replayed;
use crate::corpus::Fixture;
use crate::report;
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};
use std::sync::Arc;
use std::time::Duration;

/// The report on fixtures in order; those without a result were not run.
pub(super) fn report<'a>(
    results: impl Iterator<Item = (Arc<str>, &'a Fixture, &'a Option<Ran>)>,
    time: Duration,
) -> Result<String, SerializeError> {
    let mut suites: Vec<TestSuite> = Vec::new();
    for (problem, fixture, ran) in results {
        let case = case(&problem, fixture, ran.as_ref());
        match suites.iter_mut().find(|suite| suite.name.as_str() == &*problem) {
            Some(suite) => suite.add_test_case(case),
            None => {
                let mut suite = TestSuite::new(&*problem);
                suite.add_test_case(case);
                suites.push(suite);
                continue;
            }
        };
    }
    let mut report = Report::new("duipai replay");
    report.set_time(time).add_test_suites(suites);
    report.to_string()
}

fn case(problem: &str, fixture: &Fixture, ran: Option<&Ran>) -> TestCase {
    let status = match ran {
        None => {
            let mut status = TestCaseStatus::skipped();
            status.set_message("not run: interrupted");
            status
        }
        Some(ran) => status(fixture, ran),
    };
    let mut case = TestCase::new(fixture.name.as_str(), status);
    case.set_classname(problem);
    if let Some(ran) = ran {
        case.set_time(ran.took);
    }
    case
}

fn status(fixture: &Fixture, ran: &Ran) -> TestCaseStatus {
    let (kind, message) = ran.outcome();
    let mut status = match kind {
        Kind::Passed => return TestCaseStatus::success(),
        Kind::Skipped => TestCaseStatus::skipped(),
        Kind::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        // Nothing is said of the subject: the fixture or the testbed is broken.
        Kind::Bad | Kind::Trouble => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    status.set_message(message);
    match &ran.replayed {
        Replayed::Failed(finding) => {
            status.set_type(finding.failure.judgement.verdict.code());
            // The escapes of styles are left out by the writer.
            status.set_description(report::finding(finding, fixture.path.as_deref(), None));
        }
        Replayed::Bad(_) | Replayed::Trouble(_) => {
            status.set_type(kind.name());
        }
        _ => {}
    }
    status
}
