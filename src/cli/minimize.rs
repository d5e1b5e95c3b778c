//! `duipai minimize`: the smallest input on which a subject fails.

use super::input::Input;
use super::interrupt::Interrupt;
use super::options::{LayoutOption, SubjectOptions, duration, remark, threads, try_start};
use super::{Stop, find_problem};
use crate::any::AnyProblem;
use crate::exit::Exit;
use crate::finding::{DEFAULT_OUT, Finding, FindingStore};
use crate::reporter::{Begin, Reporters, Work};
use crate::terminal::{self, complain, shown};
use crate::verbs::{MinimizeJob, Shrunk};
use std::path::PathBuf;
use std::time::Duration;

/// Make a failing input as small as possible
///
/// Keeps the kind of failure. Writes the result to duipai-out/ and shows it.
/// Ctrl-C ends the search with the best so far.
#[derive(Debug, clap::Args)]
#[command(visible_aliases = ["minimise", "shrink"], after_help = "\
Examples:
  duipai minimize pigs big.in -s ./a.out
  duipai shrink split cards.in -s mutant:NAME --time 10s")]
pub(super) struct Args {
    /// Problem, by name or alias.
    problem: String,
    /// The failing input; `-` for standard input.
    file: PathBuf,
    #[command(flatten)]
    subject: SubjectOptions,
    /// After this time the best so far is the result.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    time: Duration,
    /// White space that the subject may be given.
    #[arg(long, value_enum)]
    layout: Option<LayoutOption>,
    /// Threads; all cores by default.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Folder of findings.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_OUT)]
    out: PathBuf,
    /// Print only the minimised input, to standard output.
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    let spec = args.subject.spec()?;
    problem.find_subject(&spec).map_err(Stop::usage)?;
    let input = Input::new(Some(&args.file));
    let text = input.read()?;
    // The position of an error belongs behind the file's name.
    problem.validate(Box::new(&text[..])).map_err(|error| input.invalid(&error))?;
    let interrupt = Interrupt::install()?;
    try_start(&spec, &interrupt)?;
    let job = MinimizeJob {
        input: &text,
        subject: &spec,
        limits: args.subject.limits(),
        time: args.time,
        layout: args.layout.map(Into::into),
        threads: threads(args.jobs),
        origin: None,
        store: FindingStore::new(&args.out),
        cancel: &|| interrupt.is_set(),
    };
    let show = |finding: &Finding, flaky: Option<(u32, u32)>| -> Result<(), Stop> {
        let file = job.store.write_minimized(finding, None);
        if args.quiet {
            if let Err(error) = &file {
                complain(&format!("the finding could not be kept: {error}"));
            }
            return Ok(terminal::as_is(&finding.text)?);
        }
        let mut reporters = Reporters::new(false, None, None, false);
        let (jobs, work) = (job.threads, Work::Minimize);
        reporters.begin(&Begin { subject: &spec, jobs, work });
        reporters.finding(problem, finding, &file, flaky);
        Ok(reporters.close()?)
    };
    let shrunk = problem.minimize(&job).map_err(Stop::usage)?;
    if !args.quiet {
        remark(&spec, job.threads, &interrupt);
    }
    match shrunk {
        Shrunk::Passes { relaid } => {
            let layout =
                if relaid { " (in contest layout; the file's own is --layout free)" } else { "" };
            terminal::styled(&format!(
                "{}: the subject is right here{layout}; nothing to minimise\n",
                input.name()
            ))?;
            Ok(Exit::Fine)
        }
        Shrunk::NotPromised(why) => Err(Stop::Usage(format!("{}: {why}", input.name()))),
        Shrunk::Interrupted => Ok(Exit::Interrupted),
        Shrunk::Trouble(why) => Err(Stop::Trouble(why.to_string())),
        Shrunk::Flaky { finding, failed, of } => {
            show(&finding, Some((failed, of)))?;
            Ok(Exit::Disagreement)
        }
        Shrunk::Finding { finding, others } => {
            show(&finding, None)?;
            for other in &others {
                let judgement = &other.failure.judgement;
                let said = match job.store.write_raw(other, None) {
                    Ok(file) => format!("kept in {}", shown(&file)),
                    Err(error) => format!("not kept: {error}"),
                };
                complain(&format!(
                    "on the way down the subject failed in another way, {judgement}, {said}"
                ));
            }
            Ok(if interrupt.is_set() { Exit::Interrupted } else { Exit::Disagreement })
        }
    }
}
