//! The command line: one file per verb, no logic of its own.
//!
//! [`main!`](crate::main) takes a list of problems, so that a user's own crate
//! gets every verb for its own problems (see `examples/sixth_problem.rs`).

mod accept;
mod cache;
mod exhaust;
mod explain;
mod generate;
mod input;
mod interrupt;
mod judge;
mod minimize;
mod options;
mod own;
mod problems;
mod reference;
mod replay;
mod run;
mod solve;
mod validate;

use crate::any::AnyProblem;
use crate::compile::CompileError;
use crate::corpus::Fixture;
use crate::exit::Exit;
use crate::process::Trouble;
use crate::program;
use crate::terminal::{complain, printable_lines, say};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Exit codes, as in `--help` and the README.
const EXIT_CODES: &str = "\
Exit codes:
    0  nothing found, all is well
    1  a disagreement: a finding, a failed fixture, a wrong output
    2  wrong usage or invalid input
    3  an oracle, a generator or a judge failed: the testbed's own trouble
  130  interrupted (SIGINT or SIGTERM; a second one ends at once)";

/// 对拍: runs two programs against each other until they differ, then shrinks
/// the input to the smallest that shows it.
#[derive(Parser)]
#[command(name = "duipai", version, after_help = EXIT_CODES, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Run(run::Args),
    Exhaust(exhaust::Args),
    Solve(solve::Args),
    Reference(reference::Args),
    Generate(generate::Args),
    Validate(validate::Args),
    Judge(judge::Args),
    Explain(explain::Args),
    Minimize(minimize::Args),
    Replay(replay::Args),
    Accept(accept::Args),
    Problems(problems::Args),
    Cache(cache::Args),
}

/// Why a verb ended early.
enum Stop {
    /// Wrong usage or invalid input: exit code 2.
    Usage(String),
    /// The testbed's own trouble: exit code 3.
    Trouble(String),
    /// The output is closed or cannot be written.
    Output(std::io::Error),
    /// A source does not compile: what we say of it, and what the compiler says.
    Refused(String, String),
    /// A signal came before there was anything to tell: exit code 130.
    Interrupted,
}

impl Stop {
    /// What a person did wrong, or gave.
    fn usage(error: impl std::error::Error) -> Self {
        Self::Usage(error.to_string())
    }

    /// Why there is no program.
    fn compiling(error: CompileError) -> Self {
        match error {
            CompileError::Trouble(Trouble::Cancelled) => Self::Interrupted,
            CompileError::Refused { ref message, .. } => {
                let whole = error.to_string();
                let (ours, _) = whole.split_once('\n').unwrap_or((&whole, ""));
                Self::Refused(ours.to_owned(), message.clone())
            }
            other => Self::usage(other),
        }
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<crate::store::DiskError> for Stop {
    fn from(error: crate::store::DiskError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// A program of your own over problems of your own, with the name of the program
/// and the version of the crate: `fn main`, whole.
///
/// ```
/// # use duipai::problems::Pigs as Nim;
/// duipai::main!(Nim);
/// ```
///
/// With only one problem none need be named: `nim run -s ./a.out`, `nim explain
/// game.in`.
#[macro_export]
macro_rules! main {
    ($($problem:expr),+ $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::cli::main_of(::core::env!("CARGO_PKG_VERSION"), &[$({
                // Programs end with their problems.
                let problem: &'static dyn $crate::any::AnyProblem =
                    ::std::boxed::Box::leak(::std::boxed::Box::new($problem));
                problem
            }),+])
        }
    };
}

/// The whole program, over these problems. Of one's own: [`main!`](crate::main).
pub fn main(problems: &[&'static dyn AnyProblem]) -> ExitCode {
    whole(None, problems)
}

/// What [`main!`](crate::main) calls: the whole program of a crate with this
/// version.
pub fn main_of(version: &str, problems: &[&'static dyn AnyProblem]) -> ExitCode {
    whole(Some(version), problems)
}

fn whole(version: Option<&str>, problems: &[&'static dyn AnyProblem]) -> ExitCode {
    crate::process::serve();
    interrupt::outlive_full_files();
    let arguments: Vec<_> = std::env::args_os().collect();
    let called = arguments.first().map_or_else(Default::default, OsString::clone);
    program::called(&called, version, problems.len() == 1);
    // As contests call a program, game after game: making the parser for all
    // verbs would take a hundred times as long as a small game.
    if let [_, verb, problem] = arguments.as_slice()
        && verb == "solve"
        && let Some(problem) = problem.to_str().filter(|word| find_problem(problems, word).is_ok())
    {
        return conclude(solve::run(problems, solve::Args::of(problem)));
    }
    let cli = match parse(problems, arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version end with 0, wrong usage with 2.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    conclude(match cli.verb {
        Verb::Run(args) => run::run(problems, args),
        Verb::Exhaust(args) => exhaust::run(problems, args),
        Verb::Solve(args) => solve::run(problems, args),
        Verb::Reference(args) => reference::run(problems, args),
        Verb::Generate(args) => generate::run(problems, args),
        Verb::Validate(args) => validate::run(problems, args),
        Verb::Judge(args) => judge::run(problems, args),
        Verb::Explain(args) => explain::run(problems, args),
        Verb::Minimize(args) => minimize::run(problems, args),
        Verb::Replay(args) => replay::run(problems, args),
        Verb::Accept(args) => accept::run(problems, args),
        Verb::Problems(args) => problems::run(problems, args),
        Verb::Cache(args) => cache::run(args),
    })
}

/// The exit code, after a complaint if there is reason for one.
fn conclude(result: Result<Exit, Stop>) -> ExitCode {
    match result {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(Stop::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            // Whoever reads has enough.
            ExitCode::SUCCESS
        }
        Err(Stop::Output(error)) => {
            complained(&format!("cannot write the output: {error}"), Exit::Trouble)
        }
        Err(Stop::Usage(message)) => complained(&message, Exit::Invalid),
        Err(Stop::Trouble(message)) => complained(&message, Exit::Trouble),
        Err(Stop::Refused(message, said)) => {
            complain(&message);
            // As it is: a compiler points at columns.
            say(&printable_lines(&said));
            ExitCode::from(Exit::Invalid.code())
        }
        Err(Stop::Interrupted) => ExitCode::from(Exit::Interrupted.code()),
    }
}

fn complained(message: &str, exit: Exit) -> ExitCode {
    complain(message);
    ExitCode::from(exit.code())
}

/// Reads the arguments.
fn parse(
    problems: &[&'static dyn AnyProblem],
    arguments: Vec<OsString>,
) -> Result<Cli, clap::Error> {
    let command = own::command(Cli::command(), problems);
    let arguments = own::with_default_verb(&command, arguments);
    let arguments = own::with_the_only_problem(&command, problems, arguments);
    Cli::from_arg_matches(&command.try_get_matches_from(arguments)?)
}

/// The problems with these names or aliases, each once; all if none is named.
fn find_problems(
    problems: &[&'static dyn AnyProblem],
    names: &[String],
) -> Result<Vec<&'static dyn AnyProblem>, Stop> {
    if names.is_empty() {
        return Ok(problems.to_vec());
    }
    let mut chosen: Vec<&dyn AnyProblem> = Vec::new();
    for name in names {
        let problem = find_problem(problems, name)?;
        if chosen.iter().all(|other| other.info().about.name != problem.info().about.name) {
            chosen.push(problem);
        }
    }
    Ok(chosen)
}

/// The problem with this name or alias, in any case of letters.
fn find_problem(
    problems: &[&'static dyn AnyProblem],
    name: &str,
) -> Result<&'static dyn AnyProblem, Stop> {
    let same = |other: &str| other.to_lowercase() == name.to_lowercase();
    problems
        .iter()
        .find(|problem| {
            let info = problem.info();
            same(&info.about.name) || info.about.aliases.iter().any(|alias| same(alias))
        })
        .copied()
        .ok_or_else(|| {
            let known: Vec<_> = problems.iter().map(|problem| problem.info().about.name).collect();
            Stop::Usage(format!(
                "there is no problem `{name}`; the problems are {} (aliases: {program} problems; verbs: {program} --help)",
                known.join(", "),
                program = program::word()
            ))
        })
}

/// The problem of a file: what it says of itself comes first, then what the user
/// says, then the only one that there is.
fn problem_of(
    problems: &[&'static dyn AnyProblem],
    fixture: &Fixture,
    told: Option<&str>,
) -> Result<&'static dyn AnyProblem, Stop> {
    match (fixture.problem.as_deref().or(told), problems) {
        (Some(name), _) => find_problem(problems, name),
        (None, [only]) => Ok(*only),
        (None, _) => {
            let file = &fixture.name;
            Err(Stop::Usage(format!("{file}: which problem is it of? (--problem NAME)")))
        }
    }
}
