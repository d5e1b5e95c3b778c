//! The program under test.

use crate::compile::{CompileError, ProgramSpec};
use crate::problem::{Layout, Problem, Program};
use crate::process::{CommandLine, Limits};
use std::fmt;
use std::time::Duration;

/// The subject as it is named on the command line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SubjectSpec {
    /// Our own solver, checked by the oracles.
    #[default]
    Solver,
    /// A mutant, a mistake that is planted: `mutant:NAME`, or `mistake:NAME`.
    Mutant(String),
    /// Anybody's program: a command, or a source file that is compiled first. It
    /// reads an input from standard input and prints the answer.
    Command(ProgramSpec),
}

impl std::str::FromStr for SubjectSpec {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // The second is what mutants were called at first.
        let mutant = text.strip_prefix("mutant:").or_else(|| text.strip_prefix("mistake:"));
        Ok(match mutant {
            Some(name) => Self::Mutant(name.to_owned()),
            None if text == "solver" => Self::Solver,
            None => Self::Command(ProgramSpec::new(text)),
        })
    }
}

impl fmt::Display for SubjectSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solver => f.write_str("solver"),
            Self::Mutant(name) => write!(f, "mutant:{name}"),
            Self::Command(program) => program.fmt(f),
        }
    }
}

impl SubjectSpec {
    /// Whether a command can be started, by starting it once; what is a source is
    /// compiled for that (see [`ProgramSpec::try_start`]). Other subjects are not
    /// looked at.
    ///
    /// # Errors
    ///
    /// Why it cannot be made or started.
    pub fn try_start(&self, cancel: &dyn Fn() -> bool) -> Result<(), CompileError> {
        match self {
            Self::Command(program) => program.try_start(cancel),
            Self::Solver | Self::Mutant(_) => Ok(()),
        }
    }
}

/// Limits for an external subject where they differ from the contest's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LimitOverrides {
    /// Time for one document.
    pub time: Option<Duration>,
    /// Peak resident memory in bytes.
    pub memory: Option<u64>,
}

/// As options of the command line, each with a blank ahead of it; nothing if
/// nothing differs. What reads these options finds the very same values.
impl fmt::Display for LimitOverrides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(time) = self.time {
            write!(f, " --time-limit {}", in_units(time))?;
        }
        match self.memory {
            Some(memory) if memory > 0 && memory % (1 << 20) == 0 => {
                write!(f, " --memory-limit {}MiB", memory >> 20)
            }
            // A number alone is one of bytes.
            Some(memory) => write!(f, " --memory-limit {memory}"),
            None => Ok(()),
        }
    }
}

/// `1s500ms`: in whole units, because a decimal point may be read otherwise,
/// and without blanks, to be one word for a shell.
fn in_units(time: Duration) -> String {
    let mut rest = time.subsec_nanos();
    let mut text = match time.as_secs() {
        0 if rest > 0 => String::new(),
        seconds => format!("{seconds}s"),
    };
    for (unit, nanos) in [("ms", 1_000_000), ("us", 1_000), ("ns", 1)] {
        if rest >= nanos {
            text += &format!("{}{unit}", rest / nanos);
            rest %= nanos;
        }
    }
    text
}

/// The most that an external subject may print for one document. The largest
/// right answer is a listing of some hundred thousand lines; a program in an
/// endless loop would fill the memory.
const OUTPUT_LIMIT: u64 = 64 << 20;

/// Times the contest's limits that a program with sanitizers gets: it takes two to
/// four times the time and the memory (AddressSanitizer's own figures are 2 and
/// 3), and is asked whether it goes wrong, not whether it is quick.
const SANITIZED: u32 = 4;

/// Why there is no such subject.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubjectError {
    /// The problem has no mutant of that name.
    #[error("{problem} has no mutant `{name}`; it has {known}")]
    Unknown {
        /// The problem's name.
        problem: String,
        /// What was asked for.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// It is no program, or none can be made of it.
    #[error(transparent)]
    Program(#[from] CompileError),
}

/// A subject of one problem, ready to run.
#[derive(Clone)]
pub enum Subject<P: Problem> {
    /// The problem's solver.
    Solver,
    /// One of its mutants.
    Mutant(Program<P>),
    /// A child process per document.
    External {
        /// What to start.
        command: CommandLine,
        /// What it may use.
        limits: Limits,
    },
}

impl<P: Problem> Subject<P> {
    /// Finds what the specification names. The error says what there is. What is
    /// a source is compiled, unless somebody has asked before.
    ///
    /// # Errors
    ///
    /// Nothing has that name, or it is no command.
    pub fn find(
        problem: &P,
        spec: &SubjectSpec,
        overrides: LimitOverrides,
    ) -> Result<Self, SubjectError> {
        match spec {
            SubjectSpec::Solver => Ok(Self::Solver),
            SubjectSpec::Mutant(name) => {
                let mutants = problem.mutants();
                match mutants.iter().find(|mutant| mutant.name == name) {
                    Some(mutant) => Ok(Self::Mutant(mutant.program)),
                    None => {
                        let known: Vec<_> = mutants.iter().map(|mutant| mutant.name).collect();
                        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
                        let problem = problem.about().name.to_string();
                        Err(SubjectError::Unknown { problem, name: name.clone(), known })
                    }
                }
            }
            SubjectSpec::Command(program) => {
                let limits = problem.about().limits;
                let more = if program.options().sanitize { SANITIZED } else { 1 };
                let time = overrides.time.unwrap_or(limits.time.saturating_mul(more));
                let memory = limits.memory.saturating_mul(more.into());
                Ok(Self::External {
                    command: program.ready(&|| false)?,
                    limits: Limits {
                        time,
                        memory: Some(overrides.memory.unwrap_or(memory)),
                        output: OUTPUT_LIMIT,
                    },
                })
            }
        }
    }

    /// Whether the specification names a subject, without compiling anything.
    ///
    /// # Errors
    ///
    /// Nothing has that name, or it is no program.
    pub fn check(problem: &P, spec: &SubjectSpec) -> Result<(), SubjectError> {
        match spec {
            SubjectSpec::Command(program) => Ok(program.check()?),
            other => Self::find(problem, other, LimitOverrides::default()).map(drop),
        }
    }

    /// Whether it runs outside of this process. Such a subject gets promised
    /// instances only, in contest layout unless more is asked for.
    pub fn is_external(&self) -> bool {
        matches!(self, Self::External { .. })
    }

    /// The layout that it gets unless the user chooses.
    pub fn default_layout(&self) -> Layout {
        if self.is_external() { Layout::Contest } else { Layout::Free }
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::LimitOverrides;
    use bytesize::ByteSize;
    use std::time::Duration;

    fn option(limits: LimitOverrides, name: &str) -> Option<String> {
        let text = limits.to_string();
        let mut words = text.split(' ').skip_while(|word| *word != name);
        words.nth(1).map(str::to_owned)
    }

    /// Nothing is rounded, whatever the user wrote.
    #[test]
    fn limits_are_read_back_as_they_were() {
        let units = ["0s", "1ns", "999us", "100ms", "1500ms", "2s", "90s", "1m", "1h 1ns", "2days"];
        let parsed = units.map(|text| humantime::parse_duration(text).unwrap());
        for time in parsed.into_iter().chain([Duration::MAX, Duration::from_secs(u64::MAX)]) {
            let limits = LimitOverrides { time: Some(time), memory: None };
            let word = option(limits, "--time-limit").unwrap();
            assert_eq!(humantime::parse_duration(&word), Ok(time), "{word}");
        }
        let sizes = ["0", "1", "1023", "1KB", "0.3MB", "64MiB", "256MB", "1.5GiB", "2TB"];
        let parsed = sizes.map(|text| text.parse::<ByteSize>().unwrap().as_u64());
        for memory in parsed.into_iter().chain([u64::MAX, u64::MAX << 20, (1 << 53) + 1]) {
            let limits = LimitOverrides { time: None, memory: Some(memory) };
            let word = option(limits, "--memory-limit").unwrap();
            assert_eq!(word.parse(), Ok(ByteSize(memory)), "{word}");
        }
        assert_eq!(LimitOverrides::default().to_string(), "");
    }
}
