//! `duipai generate`: valid inputs.

use super::options::{LayoutOption, ScopeOption, fresh_seed};
use super::{Found, Stop, find_problem, output};
use crate::any::{AnyProblem, Recipe};
use crate::stderr::say;
use crate::store;
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
    /// Write `001.in`, `002.in`, … into this folder instead. A `001.ans` that
    /// belonged to an earlier `001.in` goes; other files there stay.
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

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Found, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    let info = problem.info();
    if args.pack > 1 && info.limits.batch == 1 {
        let name = info.name;
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
    let mut out = output::raw();
    // All names of a folder have the same length, so that they sort.
    let width = args.count.to_string().len().max(3);
    for index in 0..args.count {
        let document = problem.generate(&recipe, index);
        let Some(folder) = &args.out else {
            out.write_all(document.text.as_bytes())?;
            continue;
        };
        let file = folder.join(format!("{:0width$}.in", index + 1));
        let answer = file.with_extension("ans");
        // First of all, and whether or not another one follows: at no moment
        // may an earlier answer lie beside an input that it is not of.
        store::remove(&answer)?;
        store::write_renewable(&file, document.text.as_bytes())?;
        if args.answers {
            match document.answers {
                Ok(text) => store::write_renewable(&answer, text.as_bytes())?,
                Err(why) => say(&format!("{}: no answer: {why}", file.display())),
            }
        }
    }
    out.flush()?;
    Ok(Found::Nothing)
}
