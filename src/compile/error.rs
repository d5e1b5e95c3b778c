//! What can go wrong on the way from a source to a program.

use crate::command::CommandError;
use crate::process::Trouble;
use crate::terminal::shown;
use std::path::PathBuf;

/// Why there is no program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The line, or that of `--compile`, is no command.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A word that looks like a source file, but is none.
    #[error("there is no file `{}`", shown(.0))]
    NoSource(PathBuf),
    /// An option that does not go with the program.
    #[error("{0}")]
    Option(String),
    /// There is nobody to compile it.
    #[error(
        "`{}` needs {needs} in the directories of PATH, and there is none; \
         --compile 'CMD {{src}} {{out}}' names another compiler",
        shown(.source_file)
    )]
    NoCompiler {
        /// The source.
        source_file: PathBuf,
        /// What was looked for.
        needs: String,
    },
    /// The compiler refuses the source.
    #[error("`{}` does not compile ({how}): {command}\n{message}", shown(.source_file))]
    Refused {
        /// The source.
        source_file: PathBuf,
        /// How the compiler ended.
        how: String,
        /// Its command, without what only we need.
        command: String,
        /// What it said, as it is.
        message: String,
    },
    /// It did not end.
    #[error("`{}` was still being compiled after {seconds} s: {command}", shown(.source_file))]
    TooLong {
        /// The source.
        source_file: PathBuf,
        /// The limit.
        seconds: u64,
        /// The compiler's command.
        command: String,
    },
    /// It ended well and made nothing that can be run.
    #[error("`{command}` ended well, but {{out}} {why}")]
    Nothing {
        /// The compiler's command.
        command: String,
        /// What is there instead.
        why: String,
    },
    /// Its files change whenever it is compiled.
    #[error("`{}` changes while it is compiled", shown(.source_file))]
    Changing {
        /// The source.
        source_file: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("{0}")]
    Disk(String),
    /// There is no place for what is compiled.
    #[error("no place to keep compiled programs: {0} (XDG_CACHE_HOME names one)")]
    NoCache(String),
    /// The compiler could not be run; or `cancel` returned true.
    #[error("{0}")]
    Trouble(Trouble),
}

impl From<crate::store::DiskError> for CompileError {
    fn from(error: crate::store::DiskError) -> Self {
        Self::Disk(error.to_string())
    }
}
