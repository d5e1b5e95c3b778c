//! From what a user writes to what is started: words, refusals, the program;
//! and what can be told of a source file by reading it.
//!
//! Knows nothing of processes: [`crate::process`] starts what is found here, and
//! `compile` makes programs of sources.

mod blank;
mod file_io;
mod freopen;
mod habits;
mod java;
mod line;
mod source;
mod words;

pub use file_io::{FileIo, FileIoError};
pub use freopen::{ONLINE_JUDGE, freopen_names};
pub(crate) use habits::{Listing, Seen};
pub use java::{Classes, java_classes};
pub use line::{CommandError, CommandLine, split_words};
pub(crate) use line::{Place, locate};
pub use source::Language;
pub use words::{Meaning, for_shell};
