//! `duipai generate`: valid inputs.

use super::options::{LayoutOption, ScopeOption, fresh_seed};
use super::{Stop, find_problem};
use crate::any::AnyProblem;
use crate::exit::Exit;
use crate::store::Made;
use crate::terminal::{self, say, shown};
use crate::verbs::Recipe;
use clap::builder::RangedU64ValueParser;
use std::io::Write;
use std::path::PathBuf;

/// Generate valid inputs
///
/// Document number I depends on the seed and I alone. Without --out the
/// documents are printed one after the other.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai generate pigs --seed 7 > game.in
  duipai generate fishing --scope full --pack 10
  duipai generate poker --count 100 --answers --out tests/")]
pub(super) struct Args {
    /// Problem, by name or alias.
    problem: String,
    /// How many documents.
    #[arg(short, long, default_value_t = 1, value_name = "N")]
    count: u64,
    /// Seed; a fresh one is drawn and told on standard error if it is missing.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How large instances are.
    #[arg(long, value_enum, default_value = "small")]
    scope: ScopeOption,
    /// White space.
    #[arg(long, value_enum, default_value = "contest")]
    layout: LayoutOption,
    /// Instances in each document, as far as the format allows; at most a
    /// million.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_PACKED))]
    pack: usize,
    /// Write `001.in`, `002.in`, … into this folder instead. Those of an earlier
    /// call are replaced, with their `001.ans`; if one of these names is a file of
    /// your own, or one that you changed, nothing is written.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write `001.ans`, … as well.
    #[arg(long, requires = "out")]
    answers: bool,
    /// Include what the statement promises not to give (pigs: games that never
    /// end).
    #[arg(long)]
    unpromised: bool,
}

/// The most instances in a document, which is made in memory as a whole: ten
/// times as many as the largest test of a contest has, and still some 200 MB of
/// small instances only.
const MOST_PACKED: u64 = 1_000_000;

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    let info = problem.info();
    if args.pack > 1 && info.about.limits.batch == 1 {
        let name = info.about.name;
        return Err(Stop::Usage(format!("a document of {name} holds one instance: --pack 1")));
    }
    let seed = args.seed.unwrap_or_else(|| {
        let seed = fresh_seed();
        say(&format!("seed {seed}"));
        seed
    });
    let recipe = Recipe {
        seed,
        scope: args.scope.into(),
        layout: args.layout.into(),
        pack: args.pack,
        promised: !args.unpromised,
    };
    let Some(folder) = &args.out else {
        let mut out = terminal::raw();
        for index in 0..args.count {
            out.write_all(problem.generate(&recipe, index).text.as_bytes())?;
        }
        out.flush()?;
        return Ok(Exit::Fine);
    };
    // All names of a folder have the same length, so that they sort.
    let width = args.count.to_string().len().max(3);
    let names = |index: u64| {
        let stem = format!("{:0width$}", index + 1);
        (format!("{stem}.in"), format!("{stem}.ans"))
    };
    let mut made = Made::in_folder(folder)?;
    // All or nothing: a folder half full of new files would be of little use.
    for index in 0..args.count {
        let (input, answer) = names(index);
        made.may_write(&input)?;
        made.may_write(&answer)?;
    }
    for index in 0..args.count {
        let document = problem.generate(&recipe, index);
        let (input, answer) = names(index);
        // First of all, and whether or not another one follows: at no moment
        // may an earlier answer lie beside an input that it is not of.
        made.remove(&answer)?;
        made.write(&input, document.text.as_bytes())?;
        if args.answers {
            match document.answers {
                Ok(text) => made.write(&answer, text.as_bytes())?,
                Err(why) => {
                    say(&format!("{}: no answer: {why}", shown(&folder.join(&input))));
                }
            }
        }
    }
    Ok(Exit::Fine)
}
