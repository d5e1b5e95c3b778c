//! The problems: one folder each, one line in [`PROBLEMS`].

pub mod fishing;
pub mod pigs;
pub mod poker;
pub mod split;
pub mod strategy;

use crate::any::AnyProblem;

/// Every problem that the program knows.
pub static PROBLEMS: &[&dyn AnyProblem] = &[];
