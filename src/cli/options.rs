//! Options that several verbs share.

use super::Stop;
use super::interrupt::Interrupt;
use crate::command::FileIo;
use crate::compile::ProgramOptions;
use crate::finding::DEFAULT_OUT;
use crate::problem::{Layout, Scope};
use crate::process;
use crate::reporter::Reporters;
use crate::subject::{LimitOverrides, SubjectSpec};
use crate::terminal::{complain, printable};
pub(super) use crate::words::duration;
use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// A limit on time: without any, no program can do anything.
fn some_time(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err("no program ends in no time (examples: 1s, 500ms)".to_owned()),
        time => Ok(time),
    }
}

/// A limit on memory, such as `256MiB`; likewise.
fn some_memory(text: &str) -> Result<ByteSize, String> {
    match text.parse()? {
        ByteSize(0) => Err("no program runs without memory (examples: 256MiB, 1GB)".to_owned()),
        size => Ok(size),
    }
}

/// The subject and what it may use.
#[derive(Debug, Clone, Args)]
pub(super) struct SubjectOptions {
    /// The program under test: a command that reads standard input and prints
    /// the answer, or a source file (C, C++, Rust, Java, Python); `mutant:NAME`
    /// for a planted mistake, or `solver`.
    #[arg(short, long, value_name = "CMD", default_value = "solver")]
    pub(super) subject: String,
    /// How a source file is compiled, such as 'g++ -O2 {src} -o {out}', instead
    /// of the usual way (see docs/programs.md).
    #[arg(long, value_name = "CMD", conflicts_with = "sanitize")]
    compile: Option<String>,
    /// Compile C or C++ with AddressSanitizer and UndefinedBehaviorSanitizer,
    /// and grant four times the contest's time and memory.
    #[arg(long)]
    sanitize: bool,
    /// The files that the program reads and writes instead of its standard
    /// streams, in a folder of its own for each run.
    #[arg(long, value_name = "IN,OUT")]
    file_io: Option<FileIo>,
    /// Each run of a command in an empty folder of its own, not in yours; source
    /// files always run so.
    #[arg(long)]
    fresh_dir: bool,
    /// CPU time that a command gets for one document, and as much on the
    /// clock, instead of the contest's limit (see docs/verdicts.md).
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    time_limit: Option<Duration>,
    /// Peak memory that a command may use, instead of the contest's limit
    /// (256MiB, 1GB, …).
    #[arg(long, value_name = "SIZE", value_parser = some_memory)]
    memory_limit: Option<ByteSize>,
}

impl SubjectOptions {
    /// The subject as it was named.
    ///
    /// # Errors
    ///
    /// Options for a source with a subject that is none.
    pub(super) fn spec(&self) -> Result<SubjectSpec, Stop> {
        let spec = match self.subject.parse() {
            Ok(spec) => spec,
            Err(never) => match never {},
        };
        let options = ProgramOptions {
            compile: self.compile.clone(),
            sanitize: self.sanitize,
            file_io: self.file_io.clone(),
            fresh_dir: self.fresh_dir,
        };
        match spec {
            SubjectSpec::Command(program) => Ok(SubjectSpec::Command(program.with(options))),
            other if options == ProgramOptions::default() => Ok(other),
            other => {
                let needs = match &options {
                    ProgramOptions { sanitize: true, .. } => "--sanitize needs a source file",
                    ProgramOptions { compile: Some(_), .. } => "--compile needs a source file",
                    ProgramOptions { fresh_dir: true, .. } => "--fresh-dir needs a command",
                    _ => "--file-io needs a command",
                };
                Err(Stop::Usage(format!(
                    "{needs} as the program under test, and `{other}` is none"
                )))
            }
        }
    }

    pub(super) fn limits(&self) -> LimitOverrides {
        LimitOverrides {
            time: self.time_limit,
            memory: self.memory_limit.map(|size| size.as_u64()),
        }
    }
}

/// Makes sure that the subject can be started, which compiles a source, and says,
/// if it is a command, what this system does not let us guarantee. Signals must be
/// handled already.
pub(super) fn try_start(subject: &SubjectSpec, interrupt: &Interrupt) -> Result<(), Stop> {
    subject.try_start(&|| interrupt.is_set()).map_err(Stop::compiling)?;
    if let SubjectSpec::Command(program) = subject {
        let remarks = process::shortfall().map(str::to_owned).into_iter();
        remarks.chain(program.remark_before()).for_each(|remark| complain(&printable(&remark)));
    }
    Ok(())
}

/// What the runs of a command by so many workers have shown besides verdicts.
pub(super) fn remark(subject: &SubjectSpec, jobs: usize, interrupt: &Interrupt) {
    if let SubjectSpec::Command(program) = subject
        && !interrupt.is_set()
    {
        let remarks = program.remarks_after(jobs, &|| interrupt.is_set());
        remarks.iter().for_each(|remark| complain(&printable(remark)));
    }
}

/// How large instances are.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ScopeOption {
    /// So small that everything could be visited.
    Tiny,
    /// So small that the naive reference takes about a millisecond.
    Small,
    /// Contest size and beyond; relations take the reference's place.
    Full,
}

impl From<ScopeOption> for Scope {
    fn from(scope: ScopeOption) -> Self {
        match scope {
            ScopeOption::Tiny => Self::Tiny,
            ScopeOption::Small => Self::Small,
            ScopeOption::Full => Self::Full,
        }
    }
}

/// White space of inputs.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum LayoutOption {
    /// What the statement promises; what commands get by default.
    Contest,
    /// Everything that we accept; what our own programs get by default.
    Free,
}

impl From<LayoutOption> for Layout {
    fn from(layout: LayoutOption) -> Self {
        match layout {
            LayoutOption::Contest => Self::Contest,
            LayoutOption::Free => Self::Free,
        }
    }
}

/// What becomes of findings.
#[derive(Debug, Clone, Args)]
pub(super) struct FindingOptions {
    /// Leave findings as they were found.
    #[arg(long)]
    no_minimize: bool,
    /// Time for minimising each finding.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    minimize_time: Duration,
    /// Folder of findings.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_OUT)]
    pub(super) out: PathBuf,
}

impl FindingOptions {
    /// The time for minimising each; nothing if they are left as they are.
    pub(super) fn minimize(&self) -> Option<Duration> {
        (!self.no_minimize).then_some(self.minimize_time)
    }
}

/// Where results go.
#[derive(Debug, Clone, Args)]
pub(super) struct ReportOptions {
    /// One JSON object a line (see docs/json.md).
    #[arg(long)]
    json: bool,
    /// Also write a JUnit XML report to this file at the end. Links are
    /// followed; a pipe or device is written to.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

impl ReportOptions {
    /// `time` is what the verb may take; `whole` if failures of fixtures are
    /// shown in full.
    pub(super) fn reporters(&self, time: Option<Duration>, whole: bool) -> Reporters {
        Reporters::new(self.json, self.junit.clone(), time, whole)
    }
}

/// The most threads that are of any use: more than any machine has cores; each
/// costs memory, and the system refuses some number of them.
const MOST_THREADS: usize = 512;

/// Threads: all cores unless the user says otherwise.
pub(super) fn threads(jobs: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    jobs.unwrap_or_else(cores).clamp(1, MOST_THREADS)
}

/// A seed for a run that was given none: 32 bits, short enough to be typed.
pub(super) fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    // The standard library's hash keys come from the system's randomness.
    RandomState::new().build_hasher().finish() >> 32
}
