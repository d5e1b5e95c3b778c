//! `duipai judge`: is this output right?

use super::input::{self, Input};
use super::{Stop, find_problem};
use crate::any::AnyProblem;
use crate::encoding;
use crate::exit::Exit;
use crate::terminal::{self, BAD, GOOD, shown};
use std::path::PathBuf;

/// Judge an output for an input
///
/// Prints the verdict (AC, WA, PE) and, if it is not AC, what is wrong. Exit
/// code 1 if it is not AC.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai judge split cards.in my.out
  ./a.out < game.in | duipai judge pigs game.in - game.ans")]
pub(super) struct Args {
    /// Problem, by name or alias.
    problem: String,
    /// Input file.
    input: PathBuf,
    /// Output to judge; `-` for standard input.
    output: PathBuf,
    /// The answer that comes with the input: checked too, for an answer that
    /// is wrong judges nothing.
    answer: Option<PathBuf>,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    input::stdin_once([&args.input, &args.output].into_iter().chain(&args.answer))?;
    let input = Input::new(Some(&args.input));
    let text = input.read()?;
    let judge = |output: &[u8]| problem.judge(&text, output).map_err(|error| input.stopped(error));
    if let Some(answer) = &args.answer {
        let judgement = judge(&Input::new(Some(answer)).read_output()?)?;
        if !judgement.verdict.is_ac() {
            let name = shown(answer);
            return Err(Stop::Usage(format!("{name}: the answer is wrong: {}", judgement.message)));
        }
    }
    let bytes = Input::new(Some(&args.output)).read_output()?;
    let judgement = judge(&bytes)?;
    let code = judgement.verdict.code();
    if judgement.verdict.is_ac() {
        terminal::styled(&format!("{GOOD}{code}{GOOD:#}\n"))?;
        return Ok(Exit::Fine);
    }
    let mut text = format!("{BAD}{code}{BAD:#} {}\n", judgement.message);
    if let Some(remark) = encoding::remark(&bytes) {
        text += &format!("  the output: {remark}\n");
    }
    terminal::styled(&text)?;
    Ok(Exit::Disagreement)
}
