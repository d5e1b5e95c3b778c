//! From what a user writes to what is started: words, refusals, the program;
//! and what can be told of a source file by reading it.
//!
//! Knows nothing of processes: [`crate::process`] starts what is found here, and
//! `compile` makes programs of sources.

mod blank;
mod freopen;
mod java;
mod line;
mod source;
mod words;

pub use freopen::{FileIo, ONLINE_JUDGE, freopen_names};
pub use java::{Classes, java_classes};
pub(crate) use line::locate;
pub use line::{CommandError, CommandLine, split_words};
pub use source::Language;
pub use words::{Meaning, for_shell};
