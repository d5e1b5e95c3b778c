//! The textbook programs behind one name.

use duipai::problem::Problem;
use duipai::problems::{Fishing, Pigs, Poker, Split, Strategy};
use std::hint::black_box;
use std::time::Duration;

#[path = "../baselines/fishing.rs"]
mod fishing;
#[path = "../baselines/pigs.rs"]
mod pigs;
#[path = "../baselines/poker.rs"]
mod poker;
// Its text is for tests.
#[allow(dead_code)]
#[path = "../baselines/split.rs"]
mod split;
#[path = "../baselines/strategy.rs"]
mod strategy;

/// A problem with a textbook program.
pub(crate) trait Baseline: Problem {
    /// Runs it.
    fn baseline(case: &Self::Instance);

    /// About how long it takes, to keep benchmarks short.
    fn baseline_cost(case: &Self::Instance) -> Duration;
}

impl Baseline for Fishing {
    fn baseline(case: &Self::Instance) {
        black_box(fishing::fishing(case));
    }

    fn baseline_cost(case: &Self::Instance) -> Duration {
        Duration::from_nanos(100 * (case.n() as u64).pow(3))
    }
}

impl Baseline for Pigs {
    fn baseline(case: &Self::Instance) {
        black_box(pigs::solve(case));
    }

    fn baseline_cost(case: &Self::Instance) -> Duration {
        Duration::from_nanos(2_000 + (case.deck.len() as u64).pow(2))
    }
}

impl Baseline for Poker {
    fn baseline(case: &Self::Instance) {
        black_box(poker::solve(case));
    }

    fn baseline_cost(_case: &Self::Instance) -> Duration {
        Duration::from_micros(20)
    }
}

impl Baseline for Split {
    fn baseline(case: &Self::Instance) {
        black_box(split::solve(case));
    }

    fn baseline_cost(case: &Self::Instance) -> Duration {
        Duration::from_nanos(20 * 3u64.saturating_pow(case.values.len() as u32))
    }
}

impl Baseline for Strategy {
    fn baseline(case: &Self::Instance) {
        black_box(strategy::totals(case));
    }

    fn baseline_cost(case: &Self::Instance) -> Duration {
        Duration::from_nanos(3_000 * (case.programs.len() as u64).pow(2))
    }
}
