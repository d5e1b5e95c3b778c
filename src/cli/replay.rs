//! `duipai replay`: fixtures, again.

use super::interrupt::Interrupt;
use super::options::{self, LayoutOption, ReportOptions, SubjectOptions};
use super::{Stop, find_problem, problem_of};
use crate::any::AnyProblem;
use crate::corpus::{self, Fixture};
use crate::exit::Exit;
use crate::replay::{self, Kind, NoAnswer, Ran};
use crate::reporter::{Begin, Figures, Work};
use crate::terminal::shown;
use crate::verbs::ReplayJob;
use std::path::PathBuf;
use std::time::Instant;

/// Run fixtures: the built-in ones, those that were accepted, folders or files
///
/// The subject's answer to each is compared with the right one. Exit code 1 if
/// one fails, 2 if there is no fixture at all or one is bad.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai replay                              the built-in corpus, our solvers
  duipai replay pigs -s ./a.out              your program on all fixtures of a problem
  duipai replay duipai-out/pigs/wa-1234.in   one finding
  duipai replay tests/ --problem split       a folder of your own
  duipai replay --junit replay.xml           for continuous integration
  duipai replay tests/ --write-answers       make missing .ans files")]
pub(super) struct Args {
    /// Problems, files or folders (`./pigs` for one named like a problem). Of
    /// problems the built-in fixtures and those below corpus/, where `accept`
    /// keeps them; of all problems if nothing is named.
    what: Vec<PathBuf>,
    #[command(flatten)]
    subject: SubjectOptions,
    /// The problem of files that do not say (by a .desc or their folder).
    #[arg(short, long, value_name = "PROBLEM")]
    problem: Option<String>,
    /// Free layout for commands too.
    #[arg(long, value_enum)]
    layout: Option<LayoutOption>,
    /// Threads; all cores by default.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    report: ReportOptions,
    /// Write the right answer beside each fixture file that has no .ans yet.
    #[arg(long)]
    write_answers: bool,
    /// Show the whole of each failure, not one line.
    #[arg(short, long)]
    verbose: bool,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let collected = collect(problems, &args)?;
    if collected.fixtures.is_empty() {
        return Err(Stop::Usage("there is no fixture to replay".to_owned()));
    }
    let spec = args.subject.spec()?;
    let mut resolved = Vec::new();
    for fixture in collected.fixtures {
        resolved.push((problem_of(problems, &fixture, args.problem.as_deref())?, fixture));
    }
    if !resolved.iter().any(|(problem, _)| problem.find_subject(&spec).is_ok())
        && let Some((problem, _)) = resolved.first()
    {
        problem.find_subject(&spec).map_err(Stop::usage)?;
    }
    let interrupt = Interrupt::install()?;
    options::try_start(&spec, &interrupt)?;
    let cancel = || interrupt.is_set();
    let job = ReplayJob {
        subject: &spec,
        limits: args.subject.limits(),
        layout: args.layout.map(Into::into),
        cancel: &cancel,
    };
    let mut reporters = args.report.reporters(None, args.verbose);
    let jobs = options::threads(args.jobs);
    let beside = collected.beside.as_ref().map(|(folder, fixtures)| (&**folder, *fixtures));
    let work = Work::Replay { fixtures: resolved.len(), beside };
    reporters.begin(&Begin { subject: &spec, jobs, work });
    let start = Instant::now();
    let results = replay::run(&resolved, jobs, args.write_answers, &job);
    let took = start.elapsed();
    let mut exit = Exit::Fine;
    let mut counts = [0; Kind::ALL.len()];
    for ((problem, fixture), ran) in resolved.iter().zip(&results) {
        exit = exit.max(ran.as_ref().map_or(Exit::Interrupted, came_to));
        if let Some(ran) = ran {
            counts[ran.outcome().0 as usize] += 1;
        }
        reporters.fixture(&problem.info().about.name, fixture, ran.as_ref());
    }
    let not_run = results.iter().filter(|ran| ran.is_none()).count();
    let exit = reporters.end(&Figures::Replay { counts, not_run, took }, exit)?;
    options::remark(&spec, jobs, &interrupt);
    Ok(exit)
}

/// What a fixture adds to the exit code.
fn came_to(ran: &Ran) -> Exit {
    let replayed = match ran.outcome().0 {
        Kind::Passed | Kind::Skipped => Exit::Fine,
        Kind::Failed => Exit::Disagreement,
        Kind::Bad => Exit::Invalid,
        Kind::Trouble => Exit::Trouble,
    };
    let answer = match &ran.answer {
        Some(Err(NoAnswer::Disputed(_))) => Exit::Disagreement,
        Some(Err(NoAnswer::Unwritable(_))) => Exit::Invalid,
        Some(Ok(_) | Err(NoAnswer::Needless(_))) | None => Exit::Fine,
    };
    replayed.max(answer)
}

/// The fixtures that the arguments name.
struct Collected {
    fixtures: Vec<Fixture>,
    /// The folder whose fixtures are among them although no argument names it,
    /// and how many.
    beside: Option<(PathBuf, usize)>,
}

fn collect(problems: &[&'static dyn AnyProblem], args: &Args) -> Result<Collected, Stop> {
    let names: Vec<_> = problems.iter().map(|problem| problem.info().about.name).collect();
    let mut fixtures = Vec::new();
    // Problems whose built-in fixtures are meant, and those that were kept since.
    let mut meant = Vec::new();
    if args.what.is_empty() {
        match &args.problem {
            Some(name) => meant.push(find_problem(problems, name)?),
            None => meant.extend(problems),
        }
    }
    for what in &args.what {
        // A program named after its problem is what contestants have lying
        // about: `pigs` is the problem, `./pigs` the file.
        if let Some(problem) = what.to_str().and_then(|word| find_problem(problems, word).ok()) {
            meant.push(problem);
        } else if what.exists() {
            fixtures.extend(corpus::load(what, &names)?);
        } else {
            let what = shown(what);
            return Err(Stop::Usage(format!("{what}: no such problem, file or folder")));
        }
    }
    let built_in = corpus::embedded();
    let folder = PathBuf::from(corpus::DEFAULT_FOLDER);
    let mut beside = 0;
    for problem in meant {
        let name = problem.info().about.name;
        let of = |fixture: &&Fixture| fixture.problem.as_deref() == Some(&*name);
        fixtures.extend(built_in.iter().filter(of).cloned());
        let kept = corpus::kept_beside(&built_in, &folder, &name)?;
        beside += kept.len();
        fixtures.extend(kept);
    }
    Ok(Collected { fixtures, beside: (beside > 0).then_some((folder, beside)) })
}
