//! A property over a strategy: found, shrunk, kept.

use super::{Drawn, Properties, Text};
use crate::check::Failure;
use crate::document::Document;
use crate::finding::{Finding, FindingStore};
use crate::fuzz::plain;
use crate::invariants::{Held, caught};
use crate::minimize::{Claim, Figures, extent};
use crate::problem::{Layout, Problem};
use crate::report;
use crate::subject::{LimitOverrides, SubjectSpec};
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A value that can be kept as a finding.
pub(super) trait Evidence: Clone + fmt::Debug {
    /// The input that it is or holds.
    fn bytes(&self) -> &[u8];
    /// How large it is, in words.
    fn extent(&self) -> String;
}

impl<P: Problem> Evidence for Document<P> {
    fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    fn extent(&self) -> String {
        extent(self)
    }
}

impl Evidence for Text {
    fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn extent(&self) -> String {
        format!("{} bytes", self.0.len())
    }
}

/// How the failing values went, from the first to the last.
struct Shrinking {
    start: Instant,
    from: String,
    last: Vec<u8>,
    failure: Box<Failure>,
    steps: u64,
    tries: u64,
}

impl Shrinking {
    fn claim(&self, elapsed: Duration, config: &Config) -> Claim {
        // The first try found the failure.
        let tries = self.tries - 1;
        let limit = Duration::from_millis(config.max_shrink_time.into());
        let stopped =
            tries >= config.max_shrink_iters().into() || (!limit.is_zero() && elapsed > limit);
        if stopped { Claim::Unfinished } else { Claim::OneMinimal }
    }
}

/// Whether two failures are of one kind: on the way to a smaller value one bug
/// must not turn into another.
fn same_kind(one: &Failure, two: &Failure) -> bool {
    let kind = |f: &Failure| (f.accused, f.judgement.verdict.clone(), f.according_to.clone());
    kind(one) == kind(two)
}

impl Properties {
    /// Runs a property. Panics if it fails, after the finding is on disk.
    pub(super) fn run<P: Problem, T: Evidence>(
        &self,
        name: &str,
        strategy: Drawn<T>,
        holds: impl Fn(&T) -> Held,
    ) {
        let shrinking: RefCell<Option<Shrinking>> = RefCell::new(None);
        let test = |value: T| {
            let held = caught(|| holds(&value));
            let mut shrinking = shrinking.borrow_mut();
            if let Some(shrinking) = &mut *shrinking {
                shrinking.tries += 1;
            }
            let Err(failure) = held else { return Ok(()) };
            let reason = failure.judgement.message.clone();
            match &mut *shrinking {
                Some(so_far) if !same_kind(&so_far.failure, &failure) => return Ok(()),
                Some(so_far) => {
                    so_far.steps += u64::from(so_far.last != value.bytes());
                    so_far.last = value.bytes().to_vec();
                    so_far.failure = failure;
                }
                first => {
                    *first = Some(Shrinking {
                        start: Instant::now(),
                        from: value.extent(),
                        last: value.bytes().to_vec(),
                        failure,
                        steps: 0,
                        tries: 1,
                    });
                }
            }
            Err(TestCaseError::fail(reason))
        };
        let value = match TestRunner::new(self.config.clone()).run(&strategy, test) {
            Ok(()) => return,
            Err(TestError::Abort(why)) => panic!("{}: {name}: {why}", P::NAME),
            Err(TestError::Fail(_, value)) => value,
        };
        let Some(shrinking) = shrinking.into_inner() else {
            unreachable!("a property failed without a failure")
        };
        let elapsed = shrinking.start.elapsed();
        let claim = shrinking.claim(elapsed, &self.config);
        let Shrinking { from, failure, steps, tries, .. } = shrinking;
        let figures = Figures { from, to: value.extent(), steps, tries, elapsed, claim };
        let finding = Finding {
            problem: P::NAME,
            text: Arc::from(String::from_utf8_lossy(value.bytes())),
            failure: *failure,
            subject: SubjectSpec::Solver,
            limits: LimitOverrides::default(),
            layout: Layout::Free,
            origin: None,
            minimized: Some(figures),
        };
        let store = FindingStore::new(&self.out);
        let kept = store.write_minimized_bytes(&finding, value.bytes());
        let shown = plain(&report::finding(&finding, kept.as_deref().ok(), None));
        match kept {
            Ok(file) => panic!(
                "{}: {name}: not so\n{shown}\nduipai accept {}\n",
                P::NAME,
                crate::shell::quoted_path(&file)
            ),
            Err(error) => {
                panic!("{}: {name}: not so (and not kept: {error})\n{shown}", P::NAME)
            }
        }
    }
}
