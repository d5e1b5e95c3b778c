//! What became of a subject on an input.

mod class;
mod signature;

pub use class::Class;
use serde::Serialize;
pub use signature::signature;
use std::fmt;

/// The verdicts of the contest world.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Verdict {
    /// Accepted: the output is right.
    Ac,
    /// Wrong answer.
    Wa,
    /// Presentation error: the right values in a wrong layout. Only where the
    /// problem's judge tells the two apart.
    Pe,
    /// Runtime error (RTE): a panic, a signal or an exit code other than 0,
    /// named here.
    Re(Crash),
    /// Time limit exceeded.
    Tle,
    /// Idleness limit exceeded: the wall clock ran out without CPU time used.
    Ile,
    /// Memory limit exceeded.
    Mle,
    /// Output limit exceeded.
    Ole,
    /// Judge error: the testbed's own trouble, never the subject's.
    Je,
}

/// How a program died.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Crash {
    /// A Rust panic in process. The place, without the message (which may hold
    /// values of the instance), tells panics apart.
    Panic(String),
    /// A signal, for example 11 (SIGSEGV).
    Signal(i32),
    /// An exit code other than 0.
    Exit(i32),
    /// The program could not be started or talked to.
    Other(String),
    /// It named the reason on standard error: see [`signature`].
    Named {
        /// The reason.
        name: String,
        /// How it died.
        by: Box<Crash>,
    },
}

impl Crash {
    /// With the reason that the program's standard error names, if it does.
    #[must_use]
    pub fn named(self, stderr: &[u8]) -> Self {
        match signature(&String::from_utf8_lossy(stderr)) {
            Some(name) => Self::Named { name, by: Box::new(self) },
            None => self,
        }
    }
}

impl Verdict {
    /// The code that contests print: `AC`, `WA`, …
    pub fn code(&self) -> &'static str {
        match self {
            Self::Ac => "AC",
            Self::Wa => "WA",
            Self::Pe => "PE",
            Self::Re(_) => "RE",
            Self::Tle => "TLE",
            Self::Ile => "ILE",
            Self::Mle => "MLE",
            Self::Ole => "OLE",
            Self::Je => "JE",
        }
    }

    /// Whether it is a matter of time: then two runs have shown it already.
    pub fn is_of_time(&self) -> bool {
        match self {
            Self::Tle | Self::Ile => true,
            Self::Ac | Self::Wa | Self::Pe | Self::Re(_) | Self::Mle | Self::Ole | Self::Je => {
                false
            }
        }
    }

    /// Whether the subject passed.
    pub fn is_ac(&self) -> bool {
        *self == Self::Ac
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Re(crash) => write!(f, "RE ({crash})"),
            other => f.write_str(other.code()),
        }
    }
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panic(place) => write!(f, "panic at {place}"),
            Self::Signal(number) => match signal_name(*number) {
                Some(name) => write!(f, "{name}"),
                None => write!(f, "signal {number}"),
            },
            Self::Exit(code) => write!(f, "exit code {code}"),
            Self::Other(what) => f.write_str(what),
            Self::Named { name, by } => write!(f, "{name}, {by}"),
        }
    }
}

/// Names of the signals that end programs (Linux numbers).
fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => return None,
    })
}

/// What a judge says of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// For everything but AC: what is wrong, in one line, for a person.
    pub message: String,
    /// The first instance of the document (from 0) whose answer is wrong, where
    /// the judge can tell.
    pub case: Option<usize>,
    /// In which way a wrong answer is wrong, where the judge can tell.
    pub class: Option<Class>,
}

/// The verdict, with the class if there is one: `WA (order)`.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class {
            Some(class) => write!(f, "{} ({class})", self.verdict),
            None => self.verdict.fmt(f),
        }
    }
}

impl Judgement {
    fn new(verdict: Verdict, case: Option<usize>, message: impl Into<String>) -> Self {
        Self { verdict, message: message.into(), case, class: None }
    }

    /// Accepted.
    pub fn accepted() -> Self {
        Self::new(Verdict::Ac, None, "")
    }

    /// A wrong answer, in the instance with this index if it is known.
    pub fn wrong(case: Option<usize>, message: impl Into<String>) -> Self {
        Self::new(Verdict::Wa, case, message)
    }

    /// Of this class.
    #[must_use]
    pub fn of(self, class: Class) -> Self {
        Self { class: Some(class), ..self }
    }

    /// Nothing can be said of the output, which is not its fault.
    pub fn unanswerable(case: Option<usize>, message: impl Into<String>) -> Self {
        Self::new(Verdict::Je, case, message)
    }

    /// A program that did not end by itself, or not within its limits.
    pub fn died(verdict: Verdict) -> Self {
        let message = match &verdict {
            Verdict::Re(crash) => format!("the program died: {crash}"),
            Verdict::Tle => {
                "the time limit was exceeded, in two runs, the second one alone".to_owned()
            }
            Verdict::Ile => {
                "the program did nothing until its time was over, in two runs, the second one alone"
                    .to_owned()
            }
            Verdict::Mle => "the memory limit was exceeded".to_owned(),
            Verdict::Ole => "the program printed more than it may".to_owned(),
            Verdict::Ac | Verdict::Wa | Verdict::Pe | Verdict::Je => verdict.to_string(),
        };
        Self::new(verdict, None, message)
    }

    /// The right values in a wrong layout.
    pub fn presentation(case: Option<usize>, message: impl Into<String>) -> Self {
        Self::new(Verdict::Pe, case, message)
    }
}
