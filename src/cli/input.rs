//! Input files of the command line; `-` is standard input.

use super::Stop;
use crate::encoding;
use crate::problem::{InputError, TextError};
use crate::process::Limits;
use crate::terminal::shown;
use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Standard input's name in messages.
const STDIN: &str = "<stdin>";
/// Bytes read at once: large enough that system calls do not count.
const BUFFER: usize = 1 << 16;

/// Standard input can be read once only.
pub(super) fn stdin_once<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Stop> {
    if files.into_iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err(Stop::Usage("only one of the files can be standard input, `-`".to_owned()));
    }
    Ok(())
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// A file argument.
#[derive(Debug, Clone)]
pub(super) struct Input {
    path: Option<PathBuf>,
    /// What is odd about its bytes, once they have been read.
    oddity: OnceCell<String>,
}

impl Input {
    /// The file at this path; standard input for `-` or for nothing.
    pub(super) fn new(path: Option<&Path>) -> Self {
        let path = path.filter(|path| !is_stdin(path)).map(Path::to_owned);
        Self { path, oddity: OnceCell::new() }
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        self.path.as_ref().map_or(STDIN.to_owned(), |path| shown(path))
    }

    /// Opens it as a stream.
    pub(super) fn open(&self) -> Result<Box<dyn BufRead>, Stop> {
        match &self.path {
            None => Ok(Box::new(BufReader::with_capacity(BUFFER, io::stdin()))),
            Some(path) => {
                let file = File::open(path).map_err(|error| self.unreadable(&error))?;
                if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
                    return Err(Stop::Usage(format!("{}: is a folder, not a file", self.name())));
                }
                Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
            }
        }
    }

    /// Reads all of it.
    pub(super) fn read(&self) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes).map_err(|error| self.unreadable(&error))?;
        if let Some(remark) = encoding::remark(&bytes) {
            let _ = self.oddity.set(remark);
        }
        Ok(bytes)
    }

    /// Reads all of an output. It may be as long as the runner lets one be where
    /// nothing else is said.
    pub(super) fn read_output(&self) -> Result<Vec<u8>, Stop> {
        let most = Limits::default().output;
        let mut bytes = Vec::new();
        let mut limited = self.open()?.take(most + 1);
        limited.read_to_end(&mut bytes).map_err(|error| self.unreadable(&error))?;
        if bytes.len() as u64 > most {
            let most = most >> 20;
            return Err(Stop::Usage(format!("{}: longer than {most} MiB", self.name())));
        }
        Ok(bytes)
    }

    fn unreadable(&self, error: &io::Error) -> Stop {
        Stop::Usage(format!("{}: cannot read: {error}", self.name()))
    }

    /// An invalid input, with file, line and column, and a word on the file where
    /// it is no UTF-8.
    pub(super) fn invalid(&self, error: &InputError) -> Stop {
        let oddity = self.oddity.get().map(|remark| format!(" ({remark})")).unwrap_or_default();
        Stop::Usage(format!("{}:{error}{oddity}", self.name()))
    }

    /// Why a whole program stopped.
    pub(super) fn stopped(&self, error: TextError) -> Stop {
        match error {
            TextError::Input(error) => self.invalid(&error),
            TextError::Refused(..) => Stop::Usage(format!("{}: {error}", self.name())),
            TextError::Output(error) => Stop::Output(error),
        }
    }
}
