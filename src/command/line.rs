//! From a line of text to a program and its arguments.

use super::file_io::FileIo;
use super::habits::Habits;
use super::words::{Meaning, Refused, for_shell, in_single_quotes, split};
use rustix::fs::{Access, access};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A program and its arguments, known to exist.
///
/// Words are separated and quoted as in a shell (`"a b"`, `'a b'`, `a\ b`), but
/// no shell is involved: what only a shell acts on (variables, patterns, pipes,
/// redirections, comments, …) is refused unless it is quoted. For a shell to act
/// on it, say `sh -c '…'`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    line: String,
    program: PathBuf,
    words: Vec<String>,
    /// What is set in its environment besides ours.
    environment: Vec<(String, OsString)>,
    place: Place,
    habits: Arc<Habits>,
}

/// Where a program runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Place {
    /// In our own folder.
    #[default]
    Ours,
    /// In this one.
    At(PathBuf),
    /// In one that is its own for this run, with files for standard streams.
    Private(FileIo),
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
    /// Something that only a shell acts on, and no shell reads the command.
    #[error(
        "`{what}` in the command `{line}` is {meaning} to a shell, but no shell reads it: \
         say {shell}{quote}"
    )]
    Shell {
        /// As given.
        line: String,
        /// The part in question.
        what: String,
        /// What a shell would make of it.
        meaning: Meaning,
        /// The command that lets a shell read it, as a word for a shell.
        shell: String,
        /// What else may have been meant; empty if nothing.
        quote: String,
    },
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
    /// current directory. A line that is as a whole the path of a file
    /// (`./sol (1)`) is that program.
    ///
    /// # Errors
    ///
    /// No words, unbalanced quotes, what only a shell understands, or nothing
    /// there that can be run.
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        let words = match line.trim() {
            path if path.contains('/') && Path::new(path).is_file() => vec![path.to_owned()],
            _ => split_words(line)?,
        };
        match words.first() {
            None => Err(CommandError::Empty),
            Some(program) => {
                let program = locate(program)?;
                Ok(Self::of(line, program, words))
            }
        }
    }

    /// This program with these words, the first of which is its name; shown as
    /// `line`.
    pub(crate) fn of(line: &str, program: PathBuf, words: Vec<String>) -> Self {
        let line = line.trim().to_owned();
        let (environment, place, habits) = (Vec::new(), Place::default(), Arc::default());
        Self { line, program, words, environment, place, habits }
    }

    /// With variables in its environment, besides ours.
    pub(crate) fn with_environment(self, environment: Vec<(String, OsString)>) -> Self {
        Self { environment, ..self }
    }

    /// There instead of in our own folder, where relative paths would lead
    /// elsewhere: that of the program becomes absolute; in a private folder, words
    /// that name a file of ours as well.
    pub(crate) fn in_place(mut self, place: Place) -> Self {
        let absolute = |path: &Path| std::path::absolute(path).ok();
        self.program = absolute(&self.program).unwrap_or(self.program);
        if matches!(place, Place::Private(_)) {
            for word in self.words.iter_mut().skip(1) {
                let path = Path::new(&*word);
                if path.is_file()
                    && let Some(path) =
                        absolute(path).and_then(|path| path.to_str().map(str::to_owned))
                {
                    *word = path;
                }
            }
        }
        Self { place, ..self }
    }

    /// The file that is run.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Why the program could not be started, in words: what the system says
    /// leaves out that the file was there when the line was parsed.
    pub fn why_not_started(&self, error: &io::Error) -> String {
        match error.kind() {
            io::ErrorKind::NotFound if !self.program.exists() => {
                "the file has vanished: it was there when the run began".to_owned()
            }
            io::ErrorKind::NotFound => {
                format!("{error} (is the interpreter that its first line names installed?)")
            }
            _ if error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
                format!("{error} (a script needs a first line such as #!/bin/sh)")
            }
            _ => error.to_string(),
        }
    }

    /// The program as it was given, which it also sees as its own name.
    pub fn name(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// What is set in its environment besides ours.
    pub(crate) fn environment(&self) -> &[(String, OsString)] {
        &self.environment
    }

    /// Where it runs.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// What its first run showed.
    pub(crate) fn habits(&self) -> &Habits {
        &self.habits
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

/// The words of a line, without a look at what they name.
///
/// # Errors
///
/// What [`CommandLine::parse`] refuses of a line, whatever there is to be run.
pub fn split_words(line: &str) -> Result<Vec<String>, CommandError> {
    if line.contains('\0') {
        return Err(CommandError::Zero(line.to_owned()));
    }
    split(line).map_err(|why| refusal(line, why))
}

fn refusal(line: &str, why: Refused) -> CommandError {
    let shown = line.trim().to_owned();
    match why {
        Refused::Unbalanced => CommandError::Unbalanced(shown),
        Refused::Shell(meaning, from, to) => {
            let what = line.get(from..to).unwrap_or_default();
            let quote = match meaning {
                // Nobody means a line end as a part of a word.
                Meaning::LineEnd => String::new(),
                _ => format!(", or quote it ('{what}') where it is meant as it stands"),
            };
            CommandError::Shell {
                what: what.replace('\n', "\\n"),
                meaning,
                shell: for_shell(&format!("sh -c {}", in_single_quotes(&shown))),
                quote,
                line: shown,
            }
        }
    }
}

/// The file to run for a program's name.
///
/// # Errors
///
/// There is none, or it cannot be run.
pub(crate) fn locate(program: &str) -> Result<PathBuf, CommandError> {
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
                Some(_) if is_of_a_shell(program) => {
                    "; it is a word of the shell, which reads the rest in sh -c '…'".to_owned()
                }
                Some(_) => String::new(),
            };
            not_found(program, "in the directories of PATH".to_owned(), hint)
        })
}

/// Whether a word is a shell's own: a reserved one (POSIX 2.4) or a special
/// built-in (2.14), and those built-ins that are of use ahead of a program.
fn is_of_a_shell(word: &str) -> bool {
    const WORDS: [&str; 36] = [
        "!", "{", "[[", "case", "for", "function", "if", "select", "until", "while", ".", ":",
        "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set",
        "shift", "times", "trap", "unset", "alias", "cd", "command", "declare", "local", "pushd",
        "read", "source", "ulimit", "umask", "wait",
    ];
    WORDS.contains(&word)
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
            let word = for_shell(&path.display().to_string());
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
