//! A program as a user names it.

use super::error::CompileError;
use super::{Source, program};
use crate::command::{
    CommandError, CommandLine, FileIo, Language, Place, freopen_names, split_words,
};
use crate::process::{Limits, Trouble};
use crate::shell;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A line that names a program, in whatever role, and how it is made.
#[derive(Debug, Clone, Default)]
pub struct ProgramSpec {
    line: String,
    options: ProgramOptions,
    /// What came of it, once somebody has asked. Copies share it.
    ready: Arc<OnceLock<Result<CommandLine, CompileError>>>,
}

/// How a program is made of a source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProgramOptions {
    /// The compiler's command, with `{src}` and `{out}`, if the user chose one.
    pub compile: Option<String>,
    /// Whether C and C++ are compiled with AddressSanitizer and
    /// UndefinedBehaviorSanitizer.
    pub sanitize: bool,
    /// Files that stand for its standard streams.
    pub file_io: Option<FileIo>,
    /// Whether each run has a folder of its own even if it is a command.
    pub fresh_dir: bool,
}

/// As options of the command line, each with a blank ahead of it; nothing if
/// nothing was chosen.
impl fmt::Display for ProgramOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(command) = &self.compile {
            write!(f, " {}", shell::option("--compile", command))?;
        }
        if self.sanitize {
            f.write_str(" --sanitize")?;
        }
        if let Some(files) = &self.file_io {
            write!(f, " {}", shell::option("--file-io", &files.to_string()))?;
        }
        if self.fresh_dir {
            f.write_str(" --fresh-dir")?;
        }
        Ok(())
    }
}

/// The same line with the same options is the same program.
impl PartialEq for ProgramSpec {
    fn eq(&self, other: &Self) -> bool {
        (&self.line, &self.options) == (&other.line, &other.options)
    }
}

impl Eq for ProgramSpec {}

/// The line as it was written.
impl fmt::Display for ProgramSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

/// What a line stands for.
enum Meant {
    Source(Source),
    Command(CommandLine),
}

impl ProgramSpec {
    /// A program without options.
    pub fn new(line: impl Into<String>) -> Self {
        Self { line: line.into(), ..Self::default() }
    }

    /// With these options.
    #[must_use]
    pub fn with(self, options: ProgramOptions) -> Self {
        Self { line: self.line, options, ready: Arc::default() }
    }

    /// How it is made.
    pub fn options(&self) -> &ProgramOptions {
        &self.options
    }

    /// Whether the line can be understood: cheap, without compiling anything.
    ///
    /// # Errors
    ///
    /// It is neither a command nor a source file.
    pub fn check(&self) -> Result<(), CompileError> {
        self.meant().map(drop)
    }

    /// The command that starts it. What is a source is compiled for that, the
    /// first time: within a minute of the compiler's CPU time. `cancel` is asked
    /// at least every 10 ms meanwhile.
    ///
    /// # Errors
    ///
    /// The line is no command, or the source does not compile.
    pub fn ready(&self, cancel: &dyn Fn() -> bool) -> Result<CommandLine, CompileError> {
        let make = || {
            let ProgramOptions { file_io, fresh_dir, .. } = &self.options;
            let (command, private) = match self.meant()? {
                Meant::Command(command) => (command, *fresh_dir || file_io.is_some()),
                Meant::Source(source) => (program(&source, &self.options, cancel)?, true),
            };
            let place = Place::Private(file_io.clone().unwrap_or_default());
            Ok(if private { command.in_place(place) } else { command })
        };
        self.ready.get_or_init(make).clone()
    }

    /// Starts it once, without input, and ends it at once: what the system refuses
    /// to start is wrong usage, which a verb had better say before it begins. What
    /// is a source is compiled for that. About a millisecond besides.
    ///
    /// # Errors
    ///
    /// Why it cannot be made or started.
    pub fn try_start(&self, cancel: &dyn Fn() -> bool) -> Result<(), CompileError> {
        match self.ready(cancel)?.run(b"", &Limits::default(), &|| true).trouble {
            // That it was ended by us, or died by itself, is no news.
            None | Some(Trouble::Cancelled | Trouble::Lost(_)) => Ok(()),
            Some(trouble) => Err(CompileError::Trouble(trouble)),
        }
    }

    /// The command, if somebody has asked for it and there is one.
    pub(super) fn known(&self) -> Option<&CommandLine> {
        self.ready.get()?.as_ref().ok()
    }

    /// The files that a C or C++ source opens in place of its standard streams.
    pub(super) fn reopened(&self) -> Option<FileIo> {
        let Ok(Meant::Source(source)) = self.meant() else { return None };
        let (Language::C | Language::Cpp) = source.language? else { return None };
        let content = super::inputs::source(&source.path).ok()?;
        freopen_names(&String::from_utf8_lossy(&content))
    }

    fn meant(&self) -> Result<Meant, CompileError> {
        let line = self.line.trim();
        let (path, arguments) = match Path::new(line) {
            whole if whole.is_file() && Language::of(whole).is_some() => {
                (whole.to_owned(), Vec::new())
            }
            _ => {
                let mut words = split_words(line)?.into_iter();
                let first = words.next().ok_or(CommandError::Empty)?;
                (PathBuf::from(first), words.collect())
            }
        };
        let language = Language::of(&path);
        let chosen = self.options.compile.is_some();
        if path.is_file() && (chosen || language.is_some() && !starts_itself(&path)) {
            let line = line.to_owned();
            return Ok(Meant::Source(Source { line, path, arguments, language }));
        }
        let command = CommandLine::parse(line).map_err(|error| match error {
            CommandError::NotFound { .. } if chosen || language.is_some() => {
                CompileError::NoSource(path)
            }
            other => other.into(),
        })?;
        match (chosen, self.options.sanitize) {
            (true, _) => Err(self.needs_source("--compile")),
            (_, true) => Err(self.needs_source("--sanitize")),
            _ => Ok(Meant::Command(command)),
        }
    }

    fn needs_source(&self, option: &str) -> CompileError {
        let line = &self.line;
        CompileError::Option(format!("{option} needs a source file, and `{line}` is a command"))
    }
}

/// Whether a file is a script that names its interpreter and may be run: then it
/// is a program as it stands.
fn starts_itself(path: &Path) -> bool {
    let mut start = [0; 2];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *b"#!" && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}
