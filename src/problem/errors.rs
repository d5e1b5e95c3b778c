//! What can be wrong with an instance, an answer or a text.

use super::InputError;
use std::io;

/// An answer that the contest's format cannot express: an unending game, a
/// listing that would be too long.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// What an instance does that the statement says never happens.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BrokenPromise(pub String);

/// Why a whole program stopped.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The input is not valid.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The answer of an instance (from 1) cannot be printed.
    #[error("case {0}: {1}")]
    Refused(u64, Refusal),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}
