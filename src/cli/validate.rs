//! `duipai validate`: is this an input of the contest?

use super::input::{self, Input};
use super::{Stop, find_problem};
use crate::any::AnyProblem;
use crate::exit::Exit;
use crate::terminal;
use std::path::PathBuf;

/// Check that files are valid inputs
///
/// The format, and what the statement promises beyond it (contest size; pigs:
/// that the game ends). Exit code 2 if a file fails.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai validate pigs tests/*.in
  duipai generate split | duipai validate split -")]
pub(super) struct Args {
    /// Problem, by name or alias.
    problem: String,
    /// Input files; standard input if there is none or for `-`.
    files: Vec<PathBuf>,
    /// Only the format: larger sizes and games that never end are fine.
    #[arg(long)]
    format_only: bool,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    input::stdin_once(&args.files)?;
    let mut files: Vec<_> = args.files.iter().map(|path| Input::new(Some(path))).collect();
    if files.is_empty() {
        files.push(Input::new(None));
    }
    let mut found = Exit::Fine;
    for input in files {
        let file = match input.open() {
            Ok(file) => file,
            // The others can be looked at all the same.
            Err(Stop::Usage(why)) => {
                found = Exit::Invalid;
                terminal::styled(&format!("{why}\n"))?;
                continue;
            }
            Err(stop) => return Err(stop),
        };
        let result = problem.validate(file);
        let mut text = String::new();
        match result {
            Err(error) => {
                found = Exit::Invalid;
                text = format!("{}:{error}\n", input.name());
            }
            Ok(validation) => {
                let broken = if args.format_only { Vec::new() } else { validation.broken };
                for (case, promise) in &broken {
                    found = Exit::Invalid;
                    text += &format!("{}: case {case}: {promise}\n", input.name());
                }
                if broken.is_empty() {
                    let plural = if validation.cases == 1 { "" } else { "s" };
                    text = format!("{}: valid, {} case{plural}\n", input.name(), validation.cases);
                }
            }
        }
        terminal::styled(&text)?;
    }
    Ok(found)
}
