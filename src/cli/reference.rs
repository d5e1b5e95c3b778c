//! `duipai reference`: the deliberately naive program.

use super::input::Input;
use super::{Stop, find_problem};
use crate::any::AnyProblem;
use crate::exit::Exit;
use crate::terminal;
use crate::verbs::ReferenceError;
use std::io::Write;
use std::path::PathBuf;

/// Solve contest input with the naive reference
///
/// Takes, for each case, the most trusted reference program that can follow it
/// within a minute, or the one that is named.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai reference pigs game.in
  duipai reference fishing --oracle NAME deal.in")]
pub(super) struct Args {
    /// Problem, by name or alias.
    problem: String,
    /// Input file; standard input if it is missing or `-`.
    file: Option<PathBuf>,
    /// Which reference program (see `duipai problems`).
    #[arg(long, value_name = "NAME")]
    oracle: Option<String>,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    let input = Input::new(args.file.as_deref());
    let mut out = terminal::raw();
    let result = problem.reference(args.oracle.as_deref(), input.open()?, &mut out);
    out.flush()?;
    result.map_err(|error| match error {
        ReferenceError::Text(error) => input.stopped(error),
        ReferenceError::Unknown(message) => Stop::Usage(message),
        ReferenceError::TooLarge(..) => Stop::Trouble(format!("{}: {error}", input.name())),
    })?;
    Ok(Exit::Fine)
}
