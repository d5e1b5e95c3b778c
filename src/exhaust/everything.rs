//! What there is to visit.

use super::VisitError;
use crate::choices::Odometer;
use crate::problem::{Enumeration, Problem, Scope, Size, text};
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

/// The most paths through a generator, and the longest time, for a visit without
/// sizes: all instances are kept, and a scope that takes longer is not tiny.
const MOST_PATHS: u64 = 1 << 20;
const LONGEST: Duration = Duration::from_secs(20);

/// All that a problem lets be visited, by size.
pub(super) enum Everything<P: Problem> {
    /// It makes its instances by size.
    BySize(P, Enumeration<P>),
    /// All that its generator makes in [`Scope::Tiny`], made ahead, each once, in
    /// order.
    Listed(BTreeMap<Size, Vec<P::Instance>>),
}

/// A place among the instances of one size.
pub(super) enum Cursor {
    /// The path that comes next.
    Path(Odometer),
    /// The place in the list that comes next, and its length.
    Place(usize, usize),
}

impl<P: Problem> Everything<P> {
    /// All of a problem. Without sizes, everything is made now.
    pub(super) fn of(problem: &P) -> Result<Self, VisitError> {
        if let Some(enumeration) = problem.enumeration() {
            return Ok(Self::BySize(problem.clone(), enumeration));
        }
        let start = Instant::now();
        let mut seen = HashSet::new();
        let mut odometer = Odometer::new();
        let mut paths = 0;
        while odometer.start() {
            if paths == MOST_PATHS || start.elapsed() > LONGEST {
                return Err(VisitError::NotTiny { problem: problem.about().name, paths });
            }
            paths += 1;
            seen.insert(problem.generate(Scope::Tiny, &mut odometer));
        }
        let mut all: Vec<_> = seen.into_iter().collect();
        all.sort_by_cached_key(|instance| text::order(problem, instance));
        let mut listed = BTreeMap::<Size, Vec<_>>::new();
        for instance in all {
            listed.entry(problem.size(&instance)).or_default().push(instance);
        }
        Ok(Self::Listed(listed))
    }

    /// The sizes, ascending.
    pub(super) fn sizes(&self) -> Box<dyn Iterator<Item = Size> + '_> {
        match self {
            Self::BySize(problem, enumeration) => (enumeration.tiny_sizes)(problem),
            Self::Listed(all) => Box::new(all.keys().copied()),
        }
    }

    /// The first instance of a size.
    pub(super) fn begin(&self, size: Size) -> Cursor {
        match self {
            Self::BySize(..) => {
                let mut odometer = Odometer::new();
                odometer.start();
                Cursor::Path(odometer)
            }
            Self::Listed(all) => Cursor::Place(0, all.get(&size).map_or(0, Vec::len)),
        }
    }

    /// The instance at the cursor, which goes on. Whether there is one behind it.
    pub(super) fn next(&self, size: Size, cursor: &mut Cursor) -> Option<(P::Instance, bool)> {
        match (self, cursor) {
            (Self::BySize(problem, enumeration), Cursor::Path(odometer)) => {
                let instance = (enumeration.generate)(problem, Scope::Tiny, size, odometer);
                Some((instance, odometer.start()))
            }
            (Self::Listed(all), Cursor::Place(at, of)) => {
                let instance = all.get(&size)?.get(*at)?.clone();
                *at += 1;
                Some((instance, at < of))
            }
            _ => None,
        }
    }
}

impl Cursor {
    /// The share of the size that has been made, from 0 to 1.
    pub(super) fn progress(&self) -> f64 {
        match self {
            Self::Path(odometer) => odometer.progress(),
            Self::Place(at, of) => *at as f64 / (*of).max(1) as f64,
        }
    }
}
