//! The ways in which a document fails.

use super::Failure;
use crate::verdict::Verdict;

/// The ways in which a document fails, at least one: what minimising keeps to. A
/// program that fails in every run, but not always alike, has several.
#[derive(Debug, Clone)]
pub struct Kind {
    first: Failure,
    others: Vec<Failure>,
}

impl Kind {
    /// One way.
    pub fn of(failure: Failure) -> Self {
        Self { first: failure, others: Vec::new() }
    }

    /// Another way as well.
    pub fn add(&mut self, failure: Failure) {
        if !self.includes(&failure) {
            self.others.push(failure);
        }
    }

    /// Whether a failure is of this kind.
    pub fn includes(&self, failure: &Failure) -> bool {
        self.ways().any(|way| way.includes(failure))
    }

    /// The failure that it was first known by.
    pub fn first(&self) -> &Failure {
        &self.first
    }

    /// Whether the same is the case in every run.
    pub fn is_one(&self) -> bool {
        self.others.is_empty()
    }

    /// Whether it shows only where the program may use all that the limits
    /// allow.
    pub fn needs_limits(&self) -> bool {
        self.ways().any(|way| match way.judgement.verdict {
            Verdict::Tle | Verdict::Ile | Verdict::Mle | Verdict::Ole => true,
            Verdict::Ac | Verdict::Wa | Verdict::Pe | Verdict::Re(_) | Verdict::Je => false,
        })
    }

    fn ways(&self) -> impl Iterator<Item = &Failure> {
        std::iter::once(&self.first).chain(&self.others)
    }
}
