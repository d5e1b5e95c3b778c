//! What there is to say of a problem.

use super::{About, Problem, Universe};

/// What there is to say of a problem.
#[derive(Debug, Clone)]
pub struct Info {
    /// Its names, limits, units and behaviours.
    pub about: About,
    /// See [`Enumeration::universe`](super::Enumeration::universe).
    pub universe: Universe,
    /// Name and description of each oracle.
    pub oracles: Vec<(&'static str, &'static str)>,
    /// Name and description of each mutant.
    pub mutants: Vec<(&'static str, &'static str)>,
    /// Name and description of each relation.
    pub relations: Vec<(&'static str, &'static str)>,
    /// Name and description of each view.
    pub views: Vec<(&'static str, &'static str)>,
}

impl Info {
    /// All that a problem says of itself.
    pub fn of<P: Problem>(problem: &P) -> Self {
        Self {
            about: problem.about(),
            universe: problem.enumeration().map_or(Universe::OF_SCOPE, |all| all.universe),
            oracles: problem.oracles().iter().map(|o| (o.name, o.about)).collect(),
            mutants: problem.mutants().iter().map(|m| (m.name, m.about)).collect(),
            relations: problem.relations().iter().map(|r| (r.name, r.about)).collect(),
            views: problem.views().iter().map(|v| (v.name, v.about)).collect(),
        }
    }
}
