//! The problems: one folder each, one line in [`PROBLEMS`].

pub mod fishing;
pub mod pigs;
pub mod poker;
pub mod split;
pub mod strategy;

pub use fishing::Fishing;
pub use pigs::Pigs;
pub use poker::Poker;
pub use split::Split;
pub use strategy::Strategy;

use crate::any::AnyProblem;

/// Every problem that the program knows.
pub static PROBLEMS: &[&dyn AnyProblem] = &[&Fishing, &Pigs, &Poker, &Split, &Strategy];
