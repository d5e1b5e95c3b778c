//! In which way an answer is wrong.

use serde::Serialize;
use std::fmt;

/// In which way an answer is wrong, where the judge of a problem tells: two wrong
/// answers of one class may well be one bug, and minimising keeps the class. A
/// problem may have classes of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Class(&'static str);

impl Class {
    /// Something else stands where an answer should.
    pub const VALUE: Self = Self("value");
    /// Less was printed than was wanted.
    pub const MISSING: Self = Self("missing");
    /// More was printed than was wanted.
    pub const EXTRA: Self = Self("extra");
    /// All was printed, but not in the order that was wanted.
    pub const ORDER: Self = Self("order");
    /// What was printed is not of the form of an answer.
    pub const FORM: Self = Self("form");

    /// One with a name of its own: one word, in lower case.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// By how much was printed: `given` words or lines of `wanted`.
    pub fn by_count(wanted: usize, given: usize) -> Self {
        match given.cmp(&wanted) {
            std::cmp::Ordering::Less => Self::MISSING,
            std::cmp::Ordering::Equal => Self::VALUE,
            std::cmp::Ordering::Greater => Self::EXTRA,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
