//! From a line of text to a program and its arguments.

use rustix::fs::{Access, access};
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

/// A program and its arguments, known to exist.
///
/// Words are separated and quoted as in a shell (`"a b"`, `'a b'`, `a\ b`), but
/// no shell is involved: no variables, patterns or redirections. For those,
/// say `sh -c '…'`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    line: String,
    program: PathBuf,
    words: Vec<String>,
}

/// What is wrong with a command line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// Nothing but blanks.
    #[error("the command is empty; expected a program, such as `./a.out` or `python3 sub.py`")]
    Empty,
    /// A quote without its partner, or a backslash at the end.
    #[error("the command `{0}` has an unclosed quote or ends in a backslash")]
    Unbalanced(String),
    /// A byte 0, which no program can be given.
    #[error("the command {0:?} contains a zero byte")]
    Zero(String),
    /// No such program.
    #[error("there is no program `{program}` {place}{hint}")]
    NotFound {
        /// As given.
        program: String,
        /// Where it was looked for.
        place: String,
        /// What may have been meant; empty if there is no guess.
        hint: String,
    },
    /// The file is there, but cannot be run.
    #[error("`{program}` {why}")]
    NotExecutable {
        /// As given.
        program: String,
        /// Why not, and what to do.
        why: String,
    },
}

impl CommandLine {
    /// Splits `line` into words and looks for the program: in the directories
    /// of `PATH` if its name has no slash, else where it says, relative to the
    /// current directory.
    ///
    /// # Errors
    ///
    /// No words, unbalanced quotes, or nothing there that can be run.
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        if line.contains('\0') {
            return Err(CommandError::Zero(line.to_owned()));
        }
        let words =
            shlex::split(line).ok_or_else(|| CommandError::Unbalanced(line.trim().to_owned()))?;
        match words.first() {
            None => Err(CommandError::Empty),
            Some(program) => {
                let program = locate(program)?;
                Ok(Self { line: line.trim().to_owned(), program, words })
            }
        }
    }

    /// The file that is run.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The program as it was given, which it also sees as its own name.
    pub fn name(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// The words after the program.
    pub fn arguments(&self) -> &[String] {
        self.words.get(1..).unwrap_or(&[])
    }
}

impl std::str::FromStr for CommandLine {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        Self::parse(line)
    }
}

/// As it was given.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

/// The file to run for a program's name.
fn locate(program: &str) -> Result<PathBuf, CommandError> {
    if program.contains('/') {
        let path = PathBuf::from(program);
        return match blemish(&path) {
            None => Ok(path),
            Some(Blemish::Missing) => {
                let place = match std::env::current_dir() {
                    Ok(directory) if path.is_relative() => format!("in {}", directory.display()),
                    _ => "there".to_owned(),
                };
                Err(not_found(program, place, String::new()))
            }
            Some(Blemish::Other(why)) => {
                Err(CommandError::NotExecutable { program: program.to_owned(), why })
            }
        };
    }
    // Without PATH a shell would take its own default; so do we.
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    // An empty directory in PATH is the current one.
    std::env::split_paths(&path)
        .map(|directory| {
            let directory =
                if directory.as_os_str().is_empty() { Path::new(".") } else { &directory };
            directory.join(program)
        })
        .find(|candidate| !program.is_empty() && blemish(candidate).is_none())
        .ok_or_else(|| {
            let hint = match blemish(Path::new(program)) {
                None => format!("; did you mean `./{program}`?"),
                Some(Blemish::Other(why)) if Path::new(program).is_file() => {
                    format!("; the one in the current directory {why}")
                }
                Some(_) => String::new(),
            };
            not_found(program, "in the directories of PATH".to_owned(), hint)
        })
}

fn not_found(program: &str, place: String, hint: String) -> CommandError {
    CommandError::NotFound { program: program.to_owned(), place, hint }
}

/// Why a file cannot be run.
enum Blemish {
    Missing,
    Other(String),
}

fn blemish(path: &Path) -> Option<Blemish> {
    let other = |why: &str| Some(Blemish::Other(why.to_owned()));
    match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(Blemish::Missing),
        Err(error) => Some(Blemish::Other(format!("cannot be run: {error}"))),
        Ok(data) if data.is_dir() => other("is a directory, not a program"),
        Ok(data) if !data.is_file() => other("is not a file"),
        Ok(_) if access(path, Access::EXEC_OK).is_err() => {
            // To be copied into a shell.
            let name = path.display().to_string();
            let word = shlex::try_quote(&name).unwrap_or_else(|_| name.as_str().into());
            Some(Blemish::Other(match interpreter(path) {
                Some(interpreter) => {
                    format!("is not executable; did you mean `{interpreter} {word}`?")
                }
                None => format!("is not executable; try `chmod +x {word}`"),
            }))
        }
        Ok(_) => None,
    }
}

/// The usual interpreter of a script, by the ending of its name.
fn interpreter(path: &Path) -> Option<&'static str> {
    match path.extension().and_then(OsStr::to_str)? {
        "py" => Some("python3"),
        "sh" => Some("sh"),
        "js" => Some("node"),
        "rb" => Some("ruby"),
        "pl" => Some("perl"),
        "jar" => Some("java -jar"),
        _ => None,
    }
}
