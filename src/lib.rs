//! duipai (对拍: run two programs against each other): a differential
//! fuzz-and-verify testbed.
//!
//! Start at [`problem::Problem`], the one trait behind which every problem
//! stands.

pub mod choices;
pub mod judge;
pub mod laws;
pub mod problem;
pub mod problems;
pub mod process;
pub mod text;
pub mod verdict;
