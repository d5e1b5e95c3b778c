//! `duipai problems`: what there is.

use super::{Stop, find_problems};
use crate::any::AnyProblem;
use crate::exit::Exit;
use crate::terminal::{self, FAINT, STRONG};
use std::fmt::Write;

/// List the problems
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai problems
  duipai problems --mutants
  duipai problems pigs --behaviours --relations")]
pub(super) struct Args {
    /// Problems, by name or alias; all by default.
    problems: Vec<String>,
    /// Also list the mutants of each problem: mistakes that are planted, to see
    /// whether they are found.
    #[arg(long, alias = "mistakes")]
    mutants: bool,
    /// Also list what must hold between the answers of related instances, which
    /// takes the place of an oracle where none can follow.
    #[arg(long)]
    relations: bool,
    /// Also list the behaviours that a run counts.
    #[arg(long)]
    behaviours: bool,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let mut out = String::new();
    for problem in find_problems(problems, &args.problems)? {
        let info = problem.info();
        let _ = writeln!(out, "{STRONG}{}{STRONG:#}  {}", info.about.name, info.about.title);
        let memory = info.about.limits.memory >> 20;
        let seconds = info.about.limits.time.as_secs_f64();
        if !info.about.aliases.is_empty() {
            let _ = writeln!(out, "  also:      {}", info.about.aliases.join(", "));
        }
        let _ = writeln!(out, "  limits:    {seconds} s, {memory} MiB");
        let _ = writeln!(out, "  exhaust:   {}", info.universe.what);
        let mut list = |what: &str, items: &[(&str, &str)]| {
            for (name, about) in items {
                let _ = writeln!(out, "  {what:<10} {name:<24} {FAINT}{about}{FAINT:#}");
            }
        };
        list("oracle:", &info.oracles);
        list("view:", &info.views);
        if args.mutants {
            list("mutant:", &info.mutants);
        }
        if args.relations {
            list("relation:", &info.relations);
        }
        if args.behaviours {
            for behaviour in info.about.behaviours {
                let _ = writeln!(out, "  behaviour: {behaviour}");
            }
        }
    }
    terminal::styled(&out)?;
    Ok(Exit::Fine)
}
