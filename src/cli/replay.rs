//! `duipai replay`: fixtures, again.

use super::interrupt::Interrupt;
use super::options::{self, LayoutOption, SubjectOptions};
use super::{Found, Stop, complain, find_problem, json, junit, output};
use crate::any::{AnswerError, AnyProblem, ReplayJob, Replayed};
use crate::corpus::{self, Fixture};
use crate::printable::shown;
use crate::problem::TextError;
use crate::report::{self, BAD, FAINT, GOOD, wrapped};
use crate::store;
use crate::threads;
use serde_json::json;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Run fixtures: the built-in corpus, folders or files
///
/// The subject's answer to each is compared with the right one. Exit code 1 if
/// one fails, 2 if there is no fixture at all or one is bad.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai replay                              the built-in corpus, our solvers
  duipai replay pigs -s ./a.out              your program on all pigs fixtures
  duipai replay duipai-out/pigs/wa-1234.in   one finding
  duipai replay tests/ --problem split       a folder of your own
  duipai replay --junit replay.xml           for continuous integration
  duipai replay tests/ --write-answers       make missing .ans files")]
pub(super) struct Args {
    /// Problems, files or folders (`./pigs` for one named like a problem); the
    /// built-in corpus if there is none.
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
    /// One JSON object a line (see docs/json.md).
    #[arg(long)]
    json: bool,
    /// Also write a JUnit XML report to this file, after the results are
    /// printed. Links are followed; a pipe or device is written to.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the right answer beside each fixture file that has no .ans yet.
    #[arg(long)]
    write_answers: bool,
    /// Show the whole of each failure, not one line.
    #[arg(short, long)]
    verbose: bool,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Found, Stop> {
    let fixtures = collect(problems, &args)?;
    if fixtures.is_empty() {
        return Err(Stop::Usage("there is no fixture to replay".to_owned()));
    }
    let spec = args.subject.spec();
    let mut resolved = Vec::new();
    for fixture in fixtures {
        let Some(name) = fixture.problem.as_deref().or(args.problem.as_deref()) else {
            return Err(Stop::Usage(format!(
                "{}: which problem is it of? (--problem NAME)",
                fixture.name
            )));
        };
        resolved.push((find_problem(problems, name)?, fixture));
    }
    if !resolved.iter().any(|(problem, _)| problem.find_subject(&spec).is_ok())
        && let Some((problem, _)) = resolved.first()
    {
        problem.find_subject(&spec).map_err(Stop::Usage)?;
    }
    let interrupt = Interrupt::install()?;
    options::try_start(&spec)?;
    let cancel = || interrupt.is_set();
    let job = ReplayJob {
        subject: &spec,
        limits: args.subject.limits(),
        layout: args.layout.map(Into::into),
        cancel: &cancel,
    };
    if args.json {
        json::print(&json!({
            "event": "start",
            "schema": json::SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "subject": spec.to_string(),
            "fixtures": resolved.len(),
        }))?;
    }
    let start = Instant::now();
    let results =
        on_all_cores(&resolved, options::threads(args.jobs), &cancel, |problem, fixture| {
            let start = Instant::now();
            let replayed = problem.replay(fixture, &job);
            let took = start.elapsed();
            let answer = args.write_answers.then(|| write_answer(problem, fixture, &replayed));
            Ran { replayed, took, answer: answer.flatten() }
        });
    let took = start.elapsed();
    let mut found = Found::Nothing;
    let mut counts = [0usize; Kind::ALL.len()];
    for ran in &results {
        let Some(ran) = ran else {
            found = Found::Interrupted;
            continue;
        };
        counts[ran.outcome().0 as usize] += 1;
        found = found.max(ran.found());
    }
    let not_run = results.iter().filter(|ran| ran.is_none()).count();
    let shown = if args.json {
        show_json(&resolved, &results)
    } else {
        show(&resolved, &results, args.verbose, &total(counts, not_run, found))
    };
    // Neither output depends on the other: one that cannot be written takes
    // nothing away from the other.
    if let Some(file) = &args.junit
        && let Err(why) = write_junit(file, &resolved, &results, took)
    {
        found = found.max(Found::Invalid);
        complain(&why, Found::Invalid.code());
    }
    shown?;
    if args.json {
        let mut end = json!({
            "event": "end", "schema": json::SCHEMA, "not_run": not_run, "exit": found.code(),
        });
        for (kind, count) in Kind::ALL.iter().zip(counts) {
            end[kind.name()] = count.into();
        }
        json::print(&end)?;
    }
    Ok(found)
}

/// A fixture and the problem that it is of.
type Resolved = (&'static dyn AnyProblem, Fixture);

/// The results as lines.
fn show(
    fixtures: &[Resolved],
    results: &[Option<Ran>],
    verbose: bool,
    total: &str,
) -> io::Result<()> {
    let width = output::width();
    let mut out = String::new();
    for ((_, fixture), ran) in fixtures.iter().zip(results) {
        let Some(ran) = ran else { continue };
        out += &wrapped(&line(fixture, ran), width);
        let whole = verbose || fixtures.len() == 1;
        if let (Replayed::Failed(finding), true) = (&ran.replayed, whole) {
            out += &report::finding(finding, fixture.path.as_deref(), width);
        }
    }
    output::as_is(&(out + &wrapped(total, width)))
}

/// The results as JSON, without the last object.
fn show_json(fixtures: &[Resolved], results: &[Option<Ran>]) -> io::Result<()> {
    for ((problem, fixture), ran) in fixtures.iter().zip(results) {
        if let Some(ran) = ran {
            json::print(&as_json(&problem.info().about.name, fixture, ran))?;
        }
    }
    Ok(())
}

/// The results as JUnit XML. The error is a whole message.
fn write_junit(
    file: &Path,
    fixtures: &[Resolved],
    results: &[Option<Ran>],
    took: Duration,
) -> Result<(), String> {
    let named = fixtures
        .iter()
        .zip(results)
        .map(|((problem, fixture), ran)| (problem.info().about.name, fixture, ran));
    let report = junit::report(named, took).map_err(|error| format!("{}: {error}", shown(file)))?;
    store::write_where_told(file, report.as_bytes()).map_err(|error| error.to_string())
}

/// What became of a fixture, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Passed,
    Failed,
    Skipped,
    Bad,
    Trouble,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Passed, Self::Failed, Self::Skipped, Self::Bad, Self::Trouble];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Bad => "bad",
            Self::Trouble => "trouble",
        }
    }
}

/// A fixture that was run.
pub(super) struct Ran {
    pub(super) replayed: Replayed,
    pub(super) took: Duration,
    /// The `.ans` file that was made, or why there is none. Nothing if none was
    /// asked for or missing.
    answer: Option<Result<PathBuf, NoAnswer>>,
}

/// Why no answer was written.
enum NoAnswer {
    /// There is none in the contest's format, or somebody else was faster.
    Needless(String),
    /// Solver and oracle differ.
    Disputed(String),
    /// It cannot be written.
    Unwritable(String),
}

impl Ran {
    /// What became of it, and why in one line.
    pub(super) fn outcome(&self) -> (Kind, Cow<'_, str>) {
        match &self.replayed {
            Replayed::Passed => (Kind::Passed, "".into()),
            Replayed::Failed(finding) => {
                (Kind::Failed, (&*finding.failure.judgement.message).into())
            }
            Replayed::Skipped(why) => (Kind::Skipped, why.into()),
            Replayed::Bad(why) => (Kind::Bad, why.into()),
            Replayed::Trouble(why) => (Kind::Trouble, why.to_string().into()),
        }
    }

    fn found(&self) -> Found {
        let replayed = match self.outcome().0 {
            Kind::Passed | Kind::Skipped => Found::Nothing,
            Kind::Failed => Found::Disagreement,
            Kind::Bad => Found::Invalid,
            Kind::Trouble => Found::Trouble,
        };
        let answer = match &self.answer {
            Some(Err(NoAnswer::Disputed(_))) => Found::Disagreement,
            Some(Err(NoAnswer::Unwritable(_))) => Found::Invalid,
            _ => Found::Nothing,
        };
        replayed.max(answer)
    }

    /// What is said of its answer.
    fn answer(&self) -> Option<(bool, String)> {
        Some(match self.answer.as_ref()? {
            Ok(path) => (true, format!("wrote {}", shown(path))),
            Err(NoAnswer::Needless(why)) => (true, format!("no answer: {why}")),
            Err(NoAnswer::Disputed(why) | NoAnswer::Unwritable(why)) => {
                (false, format!("no answer: {why}"))
            }
        })
    }
}

/// Writes the right answer beside a fixture that has none.
fn write_answer(
    problem: &dyn AnyProblem,
    fixture: &Fixture,
    replayed: &Replayed,
) -> Option<Result<PathBuf, NoAnswer>> {
    let path = fixture.path.as_ref()?.with_extension("ans");
    if fixture.answer.is_some() || matches!(replayed, Replayed::Bad(_)) {
        return None;
    }
    let answer = match problem.answer(&fixture.input) {
        Ok(answer) => answer,
        Err(AnswerError::Text(error @ TextError::Refused(..))) => {
            return Some(Err(NoAnswer::Needless(error.to_string())));
        }
        Err(error) => return Some(Err(NoAnswer::Disputed(error.to_string()))),
    };
    Some(match store::write_new_atomically(&path, answer.as_bytes()) {
        Ok(true) => Ok(path),
        Ok(false) => Err(NoAnswer::Needless(format!("{} appeared meanwhile", shown(&path)))),
        Err(error) => Err(NoAnswer::Unwritable(error.to_string())),
    })
}

/// A fixture's line, and another one if an answer was asked for.
fn line(fixture: &Fixture, ran: &Ran) -> String {
    let name = &fixture.name;
    let mut line = match &ran.replayed {
        Replayed::Passed => format!("{GOOD}AC{GOOD:#}  {name}\n"),
        Replayed::Failed(finding) => {
            let judgement = &finding.failure.judgement;
            let code = judgement.verdict.code();
            format!("{BAD}{code}{BAD:#}  {name}: {}\n", judgement.message)
        }
        Replayed::Skipped(why) => format!("{FAINT}--  {name}: skipped: {why}{FAINT:#}\n"),
        Replayed::Bad(why) => format!("{BAD}bad{BAD:#} {name}: {why}\n"),
        Replayed::Trouble(why) => format!("{BAD}JE{BAD:#}  {name}: {why}\n"),
    };
    if let Some((fine, said)) = ran.answer() {
        let style = if fine { FAINT } else { BAD };
        line += &format!("    {style}{said}{style:#}\n");
    }
    line
}

/// The last line.
fn total(counts: [usize; Kind::ALL.len()], not_run: usize, found: Found) -> String {
    let style = if found == Found::Nothing { GOOD } else { BAD };
    let [passed, failed, more @ ..] = counts;
    let mut total = format!("{style}{passed} passed, {failed} failed{style:#}");
    for (kind, count) in Kind::ALL[2..].iter().zip(more) {
        if count > 0 {
            total += &format!(", {count} {}", kind.name());
        }
    }
    if not_run > 0 {
        total += &format!(", {not_run} not run: interrupted");
    }
    total.push('\n');
    total
}

fn as_json(problem: &str, fixture: &Fixture, ran: &Ran) -> serde_json::Value {
    let (kind, message) = ran.outcome();
    let mut value = match &ran.replayed {
        Replayed::Failed(finding) => json::finding(finding, fixture.path.as_deref()),
        _ => json!({ "problem": problem, "message": message }),
    };
    value["event"] = json!("fixture");
    value["name"] = json!(fixture.name);
    value["result"] = json!(kind.name());
    value["seconds"] = json!(ran.took.as_secs_f64());
    value["answer"] = json!(ran.answer().map(|(_, said)| said));
    value
}

/// The fixtures that the arguments name.
fn collect(problems: &[&'static dyn AnyProblem], args: &Args) -> Result<Vec<Fixture>, Stop> {
    let known: Vec<_> = problems.iter().map(|problem| problem.info().about.name).collect();
    let built_in = || {
        let all = corpus::embedded().into_iter();
        all.filter(|fixture| {
            fixture.problem.as_deref().is_some_and(|p| known.iter().any(|name| **name == *p))
        })
    };
    if args.what.is_empty() {
        let chosen =
            args.problem.as_deref().map(|name| find_problem(problems, name)).transpose()?;
        let name = chosen.map(|problem| problem.info().about.name);
        return Ok(built_in()
            .filter(|f| name.is_none() || f.problem.as_deref() == name.as_deref())
            .collect());
    }
    let mut fixtures = Vec::new();
    for what in &args.what {
        // A program named after its problem is what contestants have lying
        // about: `pigs` is the problem, `./pigs` the file.
        let problem = what.to_str().and_then(|word| find_problem(problems, word).ok());
        if let Some(problem) = problem {
            let name = Some(problem.info().about.name);
            fixtures
                .extend(built_in().filter(|fixture| fixture.problem.as_deref() == name.as_deref()));
        } else if what.exists() {
            fixtures.extend(corpus::load(what, &known)?);
        } else {
            let what = shown(what);
            return Err(Stop::Usage(format!("{what}: no such problem, file or folder")));
        }
    }
    Ok(fixtures)
}

/// Runs the fixtures on several threads; `None` where it was interrupted.
fn on_all_cores(
    fixtures: &[Resolved],
    jobs: usize,
    cancel: &(dyn Fn() -> bool + Sync),
    run: impl Fn(&dyn AnyProblem, &Fixture) -> Ran + Sync,
) -> Vec<Option<Ran>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Ran>>> = fixtures.iter().map(|_| Mutex::default()).collect();
    threads::share(0..jobs.min(fixtures.len()), |_| {
        while !cancel() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let (Some((problem, fixture)), Some(result)) =
                (fixtures.get(place), results.get(place))
            else {
                break;
            };
            let ran = run(*problem, fixture);
            // A program that was ended half-way says nothing of the fixture.
            if cancel() && matches!(ran.replayed, Replayed::Trouble(_)) {
                break;
            }
            if let Ok(mut result) = result.lock() {
                *result = Some(ran);
            }
        }
    });
    results.into_iter().map(|result| result.into_inner().ok().flatten()).collect()
}
