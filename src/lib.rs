//! duipai (对拍: run two programs against each other): a differential
//! fuzz-and-verify testbed.
//!
//! Start at [`problem::Problem`], the one trait behind which every problem
//! stands; or, for two functions and no text at all, at [`check()`].

// They panic where nothing can be written; see `terminal/say.rs`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod any;
pub mod campaign;
pub mod case;
pub mod check;
pub mod choices;
#[cfg(feature = "cli")]
pub mod cli;
pub mod command;
pub mod compile;
pub mod corpus;
pub mod desc;
pub mod document;
pub mod edits;
pub mod encoding;
pub mod excerpt;
pub mod exhaust;
#[cfg(feature = "cli")]
mod exit;
pub mod failure;
pub mod finding;
pub mod fixtures;
pub mod fuzz;
pub mod hash;
pub mod judge;
pub mod laws;
mod looks;
pub mod minimize;
pub mod panics;
pub mod problem;
pub mod problems;
pub mod process;
mod program;
#[cfg(feature = "proptest")]
pub mod properties;
pub mod replay;
pub mod report;
#[cfg(feature = "cli")]
mod reporter;
pub mod shell;
pub mod store;
pub mod subject;
pub mod terminal;
pub mod testbed;
mod threads;
pub mod verbs;
pub mod verdict;
pub mod watch;
pub mod words;

pub use check::{Comparison, arbitrary, check};
pub use fixtures::fixtures;
