//! POSIX extended regular expressions over bytes, matched from the place where
//! the input stands, the longest match, byte by byte.
//!
//! IEEE Std 1003.1, chapter 9.4, is the source of the grammar; where it leaves
//! the meaning open, an expression is refused instead of guessed, save what
//! files in use rely on: `{,n}`, empty alternatives, `-` after a range, and a
//! backslash before any punctuation.

mod matcher;
mod parse;

pub use matcher::{Matching, Regex};

/// Why a regular expression is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("regular expression, byte {}: {reason}", .at + 1)]
pub struct PatternError {
    /// The byte of the expression, from 0.
    pub at: usize,
    /// What is wrong there.
    pub reason: String,
}

/// Something in an expression that other tools read otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remark {
    pub(crate) at: usize,
    pub(crate) message: &'static str,
}
