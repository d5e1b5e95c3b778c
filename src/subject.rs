//! The program under test.

use crate::problem::{Layout, Mistake, Problem};
use crate::process::{CommandLine, Limits, Trouble};
use std::fmt;
use std::time::Duration;

/// The subject as it is named on the command line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SubjectSpec {
    /// Our own solver, checked by the oracles.
    #[default]
    Solver,
    /// A built-in mistake: `mistake:NAME`.
    Mistake(String),
    /// Anybody's program: a command that reads an input from standard input
    /// and prints the answer.
    Command(String),
}

impl std::str::FromStr for SubjectSpec {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.strip_prefix("mistake:") {
            Some(name) => Self::Mistake(name.to_owned()),
            None if text == "solver" => Self::Solver,
            None => Self::Command(text.to_owned()),
        })
    }
}

impl fmt::Display for SubjectSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solver => f.write_str("solver"),
            Self::Mistake(name) => write!(f, "mistake:{name}"),
            Self::Command(command) => f.write_str(command),
        }
    }
}

impl SubjectSpec {
    /// Starts a command once, without input, and ends it at once: what the
    /// system refuses to start is wrong usage, which a verb had better say
    /// before it begins. A command that cannot be understood or found is
    /// refused as well; other subjects are not looked at. About a millisecond.
    ///
    /// # Errors
    ///
    /// Why the command cannot be started.
    pub fn try_start(&self) -> Result<(), String> {
        let Self::Command(command) = self else { return Ok(()) };
        let command = CommandLine::parse(command).map_err(|error| error.to_string())?;
        match command.run(b"", &Limits::default(), &|| true).trouble {
            Some(trouble @ Trouble::Start { .. }) => Err(trouble.to_string()),
            // That it was ended by us, or died by itself, is no news.
            _ => Ok(()),
        }
    }
}

/// Limits for an external subject where they differ from the contest's.
#[derive(Debug, Clone, Copy, Default)]
pub struct LimitOverrides {
    /// Wall time for one document.
    pub time: Option<Duration>,
    /// Peak resident memory in bytes.
    pub memory: Option<u64>,
}

/// The most that an external subject may print for one document. The largest
/// right answer is a listing of some hundred thousand lines; a program in an
/// endless loop would fill the memory.
const OUTPUT_LIMIT: u64 = 64 << 20;

/// A subject of one problem, ready to run.
pub enum Subject<P: Problem> {
    /// The problem's solver.
    Solver,
    /// One of its mistakes.
    Mistake(&'static Mistake<P>),
    /// A child process per document.
    External {
        /// What to start.
        command: CommandLine,
        /// What it may use.
        limits: Limits,
    },
}

impl<P: Problem> Subject<P> {
    /// Finds what the specification names. The error says what there is.
    pub fn find(spec: &SubjectSpec, overrides: LimitOverrides) -> Result<Self, String> {
        match spec {
            SubjectSpec::Solver => Ok(Self::Solver),
            SubjectSpec::Mistake(name) => P::mistakes()
                .iter()
                .find(|mistake| mistake.name == name)
                .map(Self::Mistake)
                .ok_or_else(|| {
                    let known: Vec<_> = P::mistakes().iter().map(|m| m.name).collect();
                    format!(
                        "{} has no mistake `{name}`; it has {}",
                        P::NAME,
                        if known.is_empty() { "none".to_owned() } else { known.join(", ") }
                    )
                }),
            SubjectSpec::Command(command) => {
                let time = overrides.time.unwrap_or(P::LIMITS.time);
                Ok(Self::External {
                    command: CommandLine::parse(command).map_err(|error| error.to_string())?,
                    limits: Limits {
                        wall: time,
                        cpu: None,
                        memory: Some(overrides.memory.unwrap_or(P::LIMITS.memory)),
                        output: OUTPUT_LIMIT,
                    },
                })
            }
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
