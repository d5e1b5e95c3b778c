//! A property over a strategy: found by proptest, then shrunk, kept and shown as
//! every other finding is.

use super::{Drawn, MAX_SHRINK_TIME, Properties, Text};
use crate::document::Document;
use crate::failure::Failure;
use crate::finding::{Finding, FindingStore};
use crate::minimize::{self, Figures, Options, Outcome, bytes};
use crate::problem::{Layout, Problem};
use crate::report;
use crate::subject::{LimitOverrides, SubjectSpec};
use crate::terminal::plain;
use crate::testbed::{Held, Scrutiny, Testbed, caught};
use crate::watch::Slot;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A value that can be kept as a finding: its input, how it fails and what
/// minimising came to.
pub(super) trait Sample<P: Problem>: Clone + fmt::Debug {
    /// The smallest that fails in the same way.
    fn shrunk(
        self,
        testbed: &Testbed<P>,
        failure: Failure,
        time: Duration,
        layout: Layout,
    ) -> (Vec<u8>, Failure, Option<Figures>);
}

impl<P: Problem> Sample<P> for Document<P> {
    fn shrunk(
        self,
        testbed: &Testbed<P>,
        failure: Failure,
        time: Duration,
        layout: Layout,
    ) -> (Vec<u8>, Failure, Option<Figures>) {
        let options = Options { time, exhaust: time / 3, layout, made: None };
        let slots = [Slot::default()];
        match minimize::minimize(testbed, &self, None, options, &slots, &|| false) {
            Outcome::Minimized(least) => {
                let bytes = least.document.text.as_bytes().to_vec();
                (bytes, least.failure, Some(least.figures))
            }
            _ => (self.text.as_bytes().to_vec(), failure, None),
        }
    }
}

impl<P: Problem> Sample<P> for Text {
    fn shrunk(
        self,
        testbed: &Testbed<P>,
        failure: Failure,
        time: Duration,
        _: Layout,
    ) -> (Vec<u8>, Failure, Option<Figures>) {
        let (bytes, failure, figures) =
            bytes::minimize(&self.0, failure, time, |bytes| testbed.test_text(bytes));
        (bytes, failure, Some(figures))
    }
}

impl Properties {
    /// Runs a property. Panics if it fails, after the finding is on disk.
    pub(super) fn run<P: Problem, T: Sample<P>>(
        &self,
        problem: &P,
        name: &str,
        layout: Layout,
        strategy: Drawn<T>,
        holds: impl Fn(&Testbed<P>, &T) -> Held,
    ) {
        let testbed = Testbed::of_solver(problem, super::ORACLE_BUDGET).with(Scrutiny::Thorough);
        // proptest draws; what fails is shrunk by the one who knows how.
        let config = Config { max_shrink_iters: 0, ..self.config.clone() };
        let test = |value: T| match caught(|| holds(&testbed, &value)) {
            Ok(()) => Ok(()),
            Err(failure) => Err(TestCaseError::fail(failure.judgement.message)),
        };
        let value = match TestRunner::new(config).run(&strategy, test) {
            Ok(()) => return,
            Err(TestError::Abort(why)) => panic!("{}: {name}: {why}", problem.about().name),
            Err(TestError::Fail(_, value)) => value,
        };
        let Err(failure) = caught(|| holds(&testbed, &value)) else {
            panic!("{}: {name}: a value failed once and then held: {value:?}", problem.about().name)
        };
        let time = match self.config.max_shrink_time {
            0 => MAX_SHRINK_TIME,
            limit => limit,
        };
        let time = Duration::from_millis(time.into());
        let (bytes, failure, minimized) = value.shrunk(&testbed, *failure, time, layout);
        let finding = Finding {
            problem: problem.about().name,
            text: Arc::from(String::from_utf8_lossy(&bytes)),
            failure,
            subject: SubjectSpec::Solver,
            limits: LimitOverrides::default(),
            layout: Layout::Free,
            origin: None,
            minimized,
        };
        let store = FindingStore::new(&self.out);
        let kept = store.write_minimized_bytes(&finding, &bytes);
        let shown = plain(&report::finding(&finding, kept.as_deref().ok(), None));
        match kept {
            Ok(file) => panic!(
                "{}: {name}: not so\n{shown}\n{} accept {}\n",
                problem.about().name,
                crate::program::word(),
                crate::shell::quoted_path(&file)
            ),
            Err(error) => {
                panic!("{}: {name}: not so (and not kept: {error})\n{shown}", problem.about().name)
            }
        }
    }
}
