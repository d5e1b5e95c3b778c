//! What each problem *is*: the instance, the answer, the text format of the
//! contest, and a deliberately naive program that reads like the statement.
//!
//! One file per problem. Nothing here is fast, and nothing here is shared with
//! the solvers of the `duipai` crate except the instance and answer types, so
//! that no mistake can hide in both. Overflow checks are on in every build
//! profile of the workspace.

mod input;

pub mod fishing;
pub mod pigs;
pub mod poker;
pub mod split;
pub mod strategy;

pub use input::{InputError, Tokens};
