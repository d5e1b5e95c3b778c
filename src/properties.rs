//! Property tests with proptest, for every problem: strategies made of its own
//! `generate` and `simpler`, and the properties that all problems share. (Needs
//! the feature `proptest`.)
//!
//! ```no_run
//! # fn test<P: duipai::problem::Problem>(problem: &P) {
//! duipai::properties::check_all(problem);
//! # }
//! ```
//!
//! A failing property leaves a finding in the same folder and of the same form
//! as a campaign does, minimised; `duipai accept FILE` makes a fixture of it.
//! That is why proptest keeps no file of seeds here: a fixture stays the same
//! input when the generators change.
//!
//! The strategies serve other tests as well:
//!
//! ```no_run
//! use duipai::problem::{Problem, Scope};
//! use duipai::properties::{config, instances};
//! use proptest::test_runner::TestRunner;
//!
//! fn sizes_are_small<P: Problem>(problem: &P) {
//!     let mut runner = TestRunner::new(config());
//!     let result = runner.run(&instances(problem, Scope::Tiny), |instance| {
//!         proptest::prop_assert!(problem.size(&instance).0 < 100);
//!         Ok(())
//!     });
//!     result.unwrap();
//! }
//! ```

mod run;
mod strategy;

pub use strategy::{Descent, Drawn, Simpler, Simplify, Text, documents, instances, texts};

use crate::finding::DEFAULT_OUT;
use crate::fuzz::OUT_VARIABLE;
use crate::problem::{Layout, Problem, Scope};
use crate::testbed::{Scrutiny, Testbed};
use proptest::test_runner::Config;
use std::path::PathBuf;
use std::time::Duration;

/// Values tried on the way down from a failing one before the best so far is
/// taken. A greedy descent from a contest-sized instance takes some thousands;
/// proptest's own limit, four times the cases, would end it half-way.
const MAX_SHRINK_ITERS: u32 = 20_000;
/// The same in milliseconds: a CI job must end even if each try takes long.
const MAX_SHRINK_TIME: u32 = 30_000;
/// An oracle that predicts more is not asked. Small instances take a
/// millisecond at most; a slower one may come from another problem's crate.
const ORACLE_BUDGET: Duration = Duration::from_millis(20);
/// A property over contest-sized instances runs one of this many of the cases:
/// each takes milliseconds where a small instance takes microseconds.
const FULL_SHARE: u32 = 4;

/// proptest's settings for the properties of problems: 256 cases
/// (`PROPTEST_CASES` changes that, and the other variables of proptest work as
/// usual), limits for shrinking that suit these strategies, and no file of
/// failing seeds.
pub fn config() -> Config {
    let mut config = Config::default();
    // proptest's marks for "not set", by code or variable.
    if config.max_shrink_iters == u32::MAX {
        config.max_shrink_iters = MAX_SHRINK_ITERS;
    }
    if config.max_shrink_time == 0 {
        config.max_shrink_time = MAX_SHRINK_TIME;
    }
    config.failure_persistence = None;
    config
}

/// Checks every property of `P` with the usual settings.
///
/// # Panics
///
/// With the first property that fails: its minimised counterexample and the
/// file in which that was kept.
pub fn check_all<P: Problem>(problem: &P) {
    Properties::default().check_all(problem);
}

/// The properties, with settings. Each panics if it fails, after it has kept the
/// finding.
#[derive(Debug, Clone)]
pub struct Properties {
    /// How many cases are tried and how long they are shrunk.
    pub config: Config,
    /// The folder of findings.
    pub out: PathBuf,
}

/// [`config`], and the folder `duipai-out` unless the variable `DUIPAI_OUT`
/// names another.
impl Default for Properties {
    fn default() -> Self {
        let out = std::env::var_os(OUT_VARIABLE).map_or_else(|| DEFAULT_OUT.into(), PathBuf::from);
        Self { config: config(), out }
    }
}

impl Properties {
    /// Checks all of them.
    pub fn check_all<P: Problem>(&self, problem: &P) {
        self.solver_equals_oracles(problem);
        self.texts_keep_their_instances(problem);
        self.same_texts_are_refused(problem);
        self.judge_accepts_the_answer_only(problem);
        self.relations_hold(problem);
    }

    /// On small instances the solver gives what every oracle gives that can
    /// follow, as a function and as a whole program.
    pub fn solver_equals_oracles<P: Problem>(&self, problem: &P) {
        let layout = Layout::Free;
        let documents = documents(problem, Scope::Small, layout);
        self.run(
            problem,
            "the solver equals the oracles",
            layout,
            documents,
            |testbed, document| testbed.clone().with(Scrutiny::Quick).answers_hold(document),
        );
    }

    /// Print–parse is the identity in free layout, for small and for
    /// contest-sized instances; what was read can be written and read again.
    pub fn texts_keep_their_instances<P: Problem>(&self, problem: &P) {
        let layout = Layout::Free;
        for scope in [Scope::Small, Scope::Full] {
            let name = "texts keep their instances";
            let documents = documents(problem, scope, layout);
            self.sized(scope).run(problem, name, layout, documents, Testbed::same_instances);
        }
    }

    /// The reader and the solver as a whole program accept and refuse the same
    /// texts, with the same message: damaged texts and arbitrary bytes. Of a
    /// text that is accepted the whole program gives what the solver gives.
    pub fn same_texts_are_refused<P: Problem>(&self, problem: &P) {
        let (name, texts) = ("the same texts are refused", texts(problem));
        self.run(problem, name, Layout::Free, texts, |testbed, text: &Text| {
            testbed.test_text(&text.0)
        });
    }

    /// The judge accepts every [`Problem::presentation`] of the right answers,
    /// no [`Problem::forgery`], and survives anything.
    pub fn judge_accepts_the_answer_only<P: Problem>(&self, problem: &P) {
        let (name, layout) = ("the judge accepts the answer only", Layout::Contest);
        let documents = documents(problem, Scope::Small, layout);
        self.run(problem, name, layout, documents, |testbed, document| {
            testbed.judge_is_sound(document, &testbed.problem.solve_all(&document.cases))
        });
    }

    /// The relations hold for contest-sized instances.
    pub fn relations_hold<P: Problem>(&self, problem: &P) {
        if problem.relations().is_empty() {
            return;
        }
        let (name, layout) = ("the relations hold", Layout::Contest);
        let documents = documents(problem, Scope::Full, layout);
        self.sized(Scope::Full).run(problem, name, layout, documents, |testbed, document| {
            testbed.relations_hold(document, &testbed.problem.solve_all(&document.cases))
        });
    }

    fn sized(&self, scope: Scope) -> Self {
        let mut own = self.clone();
        if scope == Scope::Full {
            own.config.cases = own.config.cases.div_ceil(FULL_SHARE);
        }
        own
    }
}
