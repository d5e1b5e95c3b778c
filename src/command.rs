//! From what a user writes to what is started: words, refusals, the program.
//!
//! Knows nothing of processes: [`crate::process`] starts what is found here.

mod line;
mod words;

pub use line::{CommandError, CommandLine};
pub use words::{Meaning, for_shell};
