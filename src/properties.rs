//! Property tests with proptest, for every problem: strategies made of its own
//! `generate` and `simpler`, and the properties that all problems share. (Needs
//! the feature `proptest`.)
//!
//! ```no_run
//! # fn test<P: duipai::problem::Problem>() {
//! duipai::properties::check_all::<P>();
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
//! fn sizes_are_small<P: Problem>() {
//!     let mut runner = TestRunner::new(config());
//!     let result = runner.run(&instances::<P>(Scope::Tiny), |instance| {
//!         proptest::prop_assert!(P::size(&instance).0 < 100);
//!         Ok(())
//!     });
//!     result.unwrap();
//! }
//! ```

mod layout;
mod run;
mod strategy;

pub use strategy::{Descent, Drawn, Simpler, Text, documents, instances, texts};

use crate::document::Document;
use crate::finding::DEFAULT_OUT;
use crate::fuzz::OUT_VARIABLE;
use crate::invariants;
use crate::problem::{Layout, Problem, Scope};
use proptest::test_runner::Config;
use std::path::PathBuf;

/// Values tried on the way down from a failing one before the best so far is
/// taken. A greedy descent from a contest-sized instance takes some thousands;
/// proptest's own limit, four times the cases, would end it half-way.
const MAX_SHRINK_ITERS: u32 = 20_000;
/// The same in milliseconds: a CI job must end even if each try takes long.
const MAX_SHRINK_TIME: u32 = 30_000;
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
pub fn check_all<P: Problem>() {
    Properties::default().check_all::<P>();
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
    pub fn check_all<P: Problem>(&self) {
        self.solver_equals_oracles::<P>();
        self.texts_keep_their_instances::<P>();
        self.same_texts_are_refused::<P>();
        self.judge_accepts_the_answer_only::<P>();
        self.relations_hold::<P>();
    }

    /// On small instances the solver gives what every oracle gives that can
    /// follow, as a function and as a whole program.
    pub fn solver_equals_oracles<P: Problem>(&self) {
        let documents = documents::<P>(Scope::Small, Layout::Free);
        self.run::<P, _>("the solver equals the oracles", documents, invariants::solver);
    }

    /// Print–parse is the identity in free layout, for small and for
    /// contest-sized instances; what was read can be written and read again.
    pub fn texts_keep_their_instances<P: Problem>(&self) {
        for scope in [Scope::Small, Scope::Full] {
            let documents = documents::<P>(scope, Layout::Free);
            self.sized(scope).run::<P, _>(
                "texts keep their instances",
                documents,
                invariants::same_instances,
            );
        }
    }

    /// The reader and the solver as a whole program accept and refuse the same
    /// texts, with the same message: damaged texts and arbitrary bytes. Of a
    /// text that is accepted the whole program gives what the solver gives.
    pub fn same_texts_are_refused<P: Problem>(&self) {
        self.run::<P, _>("the same texts are refused", texts::<P>(), |text| {
            invariants::text::<P>(&text.0)
        });
    }

    /// The judge accepts every [`Problem::presentation`] of the right answers,
    /// no [`Problem::forgery`], and survives anything.
    pub fn judge_accepts_the_answer_only<P: Problem>(&self) {
        let documents = documents::<P>(Scope::Small, Layout::Contest);
        self.run::<P, _>("the judge accepts the answer only", documents, invariants::judge);
    }

    /// The relations hold for contest-sized instances.
    pub fn relations_hold<P: Problem>(&self) {
        if P::relations().is_empty() {
            return;
        }
        let documents = documents::<P>(Scope::Full, Layout::Contest);
        let own = self.sized(Scope::Full);
        own.run::<P, Document<P>>("the relations hold", documents, invariants::relations);
    }

    fn sized(&self, scope: Scope) -> Self {
        let mut own = self.clone();
        if scope == Scope::Full {
            own.config.cases = own.config.cases.div_ceil(FULL_SHARE);
        }
        own
    }
}
