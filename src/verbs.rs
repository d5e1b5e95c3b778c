//! What each verb does, for every problem: text in, text out. Behind
//! [`AnyProblem`](crate::any::AnyProblem) they are chosen at run time.

mod answer;
mod explain;
mod generate;
mod minimize;
mod reference;
mod replay;
mod validate;
mod view;

pub use answer::{AnswerError, answer, judge};
pub use explain::{Parting, explain, parting};
pub use generate::{Generated, Recipe, generate};
pub use minimize::{MinimizeError, MinimizeJob, Shrunk, minimize};
pub use reference::{ReferenceError, reference};
pub use replay::{ReplayJob, Replayed, replay};
pub use validate::{Validation, validate};
pub use view::view;

use crate::problem::BrokenPromise;
use std::time::Duration;

/// An oracle may take this long for one instance when a person asks for the
/// reference by name or waits for a replay.
const PATIENCE: Duration = Duration::from_secs(60);
/// An oracle may take this long for an instance of a fixture: there are many.
const FIXTURE_PATIENCE: Duration = Duration::from_millis(500);

/// Why a document is none for other people's programs.
fn unpromised((number, broken): (usize, BrokenPromise)) -> String {
    format!("the statement promises otherwise: case {number}: {broken}")
}
