//! `duipai solve`: the optimised solver.

use super::input::Input;
use super::{Stop, find_problem};
use crate::any::AnyProblem;
use crate::exit::Exit;
use crate::terminal;
use std::io::Write;
use std::path::PathBuf;

/// Solve contest input with the optimised solver
///
/// Contest text in, contest text out, as a stream. Answers ahead of an invalid
/// case are printed before the error is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai solve fishing deal.in
  duipai solve split --count cards.in
  duipai generate poker --pack 1000 | duipai solve poker -")]
pub(super) struct Args {
    /// Problem, by name or alias.
    problem: String,
    /// Input file; standard input if it is missing or `-`.
    file: Option<PathBuf>,
    /// Print another view of each instance (see `duipai problems`).
    #[arg(long, value_name = "NAME")]
    view: Option<String>,
    /// Short for `--view count`.
    #[arg(long, conflicts_with = "view")]
    count: bool,
    /// Short for `--view penalty`.
    #[arg(long, conflicts_with_all = ["view", "count"])]
    penalty: bool,
}

impl Args {
    /// `solve PROBLEM`.
    pub(super) fn of(problem: &str) -> Self {
        let problem = problem.to_owned();
        Self { problem, file: None, view: None, count: false, penalty: false }
    }
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    let view = match (args.count, args.penalty) {
        (true, _) => Some("count".to_owned()),
        (_, true) => Some("penalty".to_owned()),
        _ => args.view,
    };
    let input = Input::new(args.file.as_deref());
    let mut out = terminal::raw();
    let result = match view {
        None => problem.solve(input.open()?, &mut out),
        Some(view) => {
            let info = problem.info();
            if !info.views.iter().any(|(name, _)| *name == view) {
                let known: Vec<_> = info.views.iter().map(|(name, _)| *name).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let name = info.about.name;
                return Err(Stop::Usage(format!("{name} has no view `{view}`; it has {known}")));
            }
            problem.view(&view, input.open()?, &mut out)
        }
    };
    // What was answered ahead of an error is printed ahead of its message.
    out.flush()?;
    result.map_err(|error| input.stopped(error))?;
    Ok(Exit::Fine)
}
