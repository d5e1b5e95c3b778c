//! `duipai replay`: fixtures, again.

use super::interrupt::Interrupt;
use super::options::{LayoutOption, SubjectOptions, threads};
use super::{Found, Stop, find_problem, json, output};
use crate::any::{AnyProblem, ReplayJob, Replayed};
use crate::corpus::{self, Fixture};
use crate::report::{self, BAD, FAINT, GOOD};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
  duipai replay tests/ --problem split       a folder of your own")]
pub(super) struct Args {
    /// Problems, files or folders; the built-in corpus if there is none.
    what: Vec<String>,
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
    let cancel = || interrupt.is_set();
    let job = ReplayJob {
        subject: &spec,
        limits: args.subject.limits(),
        layout: args.layout.map(Into::into),
        cancel: &cancel,
    };
    let results = on_all_cores(&resolved, threads(args.jobs), &cancel, &job);
    let mut found = Found::Nothing;
    let mut counts = [0usize; 4];
    let mut out = String::new();
    for ((_, fixture), result) in resolved.iter().zip(results) {
        let Some(result) = result else {
            found = Found::Interrupted;
            continue;
        };
        let (kind, worst, line) = describe(fixture, &result);
        counts[kind] += 1;
        found = found.max(worst);
        if args.json {
            let code = ["AC", "failed", "skipped", "bad"][kind];
            let mut value = match &result {
                Replayed::Failed(finding) => json::finding(finding, fixture.path.as_deref()),
                _ => json!({ "message": line }),
            };
            value["event"] = json!("fixture");
            value["name"] = json!(fixture.name);
            value["result"] = json!(code);
            json::print(&value)?;
            continue;
        }
        out += &line;
        if let (Replayed::Failed(finding), true) = (&result, args.verbose || resolved.len() == 1) {
            out += &report::finding(finding, fixture.path.as_deref());
        }
    }
    let [passed, failed, skipped, bad] = counts;
    if args.json {
        json::print(&json!({
            "event": "end", "schema": json::SCHEMA, "passed": passed, "failed": failed,
            "skipped": skipped, "bad": bad, "exit": found.code(),
        }))?;
        return Ok(found);
    }
    let style = if found == Found::Nothing { GOOD } else { BAD };
    out += &format!("{style}{passed} passed, {failed} failed{style:#}");
    if skipped > 0 {
        out += &format!(", {skipped} skipped");
    }
    if bad > 0 {
        out += &format!(", {BAD}{bad} bad{BAD:#}");
    }
    out.push('\n');
    output::styled(&out)?;
    Ok(found)
}

fn describe(fixture: &Fixture, result: &Replayed) -> (usize, Found, String) {
    let name = &fixture.name;
    match result {
        Replayed::Passed => (0, Found::Nothing, format!("{GOOD}AC{GOOD:#}  {name}\n")),
        Replayed::Failed(finding) => {
            let judgement = &finding.failure.judgement;
            let code = judgement.verdict.code();
            let line = format!("{BAD}{code}{BAD:#}  {name}: {}\n", judgement.message);
            (1, Found::Disagreement, line)
        }
        Replayed::Skipped(why) => {
            (2, Found::Nothing, format!("{FAINT}--  {name}: skipped: {why}{FAINT:#}\n"))
        }
        Replayed::Bad(why) => (3, Found::Invalid, format!("{BAD}bad{BAD:#} {name}: {why}\n")),
        Replayed::Trouble(why) => (3, Found::Trouble, format!("{BAD}JE{BAD:#}  {name}: {why}\n")),
    }
}

/// The fixtures that the arguments name.
fn collect(problems: &[&'static dyn AnyProblem], args: &Args) -> Result<Vec<Fixture>, Stop> {
    let known: Vec<_> = problems.iter().map(|problem| problem.info().name).collect();
    let built_in = || {
        let all = corpus::embedded().into_iter();
        all.filter(|fixture| fixture.problem.as_deref().is_some_and(|p| known.contains(&p)))
    };
    if args.what.is_empty() {
        let chosen =
            args.problem.as_deref().map(|name| find_problem(problems, name)).transpose()?;
        let name = chosen.map(|problem| problem.info().name);
        return Ok(built_in().filter(|f| name.is_none() || f.problem.as_deref() == name).collect());
    }
    let mut fixtures = Vec::new();
    for what in &args.what {
        let path = Path::new(what);
        if let (Ok(problem), false) = (find_problem(problems, what), path.exists()) {
            let name = Some(problem.info().name);
            fixtures.extend(built_in().filter(|fixture| fixture.problem.as_deref() == name));
        } else if path.exists() {
            fixtures.extend(corpus::load(&PathBuf::from(path), &known)?);
        } else {
            return Err(Stop::Usage(format!("{what}: no such problem, file or folder")));
        }
    }
    Ok(fixtures)
}

/// Runs the fixtures on several threads; `None` where it was interrupted.
fn on_all_cores(
    fixtures: &[(&'static dyn AnyProblem, Fixture)],
    threads: usize,
    cancel: &(dyn Fn() -> bool + Sync),
    job: &ReplayJob<'_>,
) -> Vec<Option<Replayed>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Replayed>>> = fixtures.iter().map(|_| Mutex::default()).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(fixtures.len()) {
            scope.spawn(|| {
                while !cancel() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let (Some((problem, fixture)), Some(result)) =
                        (fixtures.get(place), results.get(place))
                    else {
                        break;
                    };
                    let replayed = problem.replay(fixture, job);
                    if let Ok(mut result) = result.lock() {
                        *result = Some(replayed);
                    }
                }
            });
        }
    });
    results.into_iter().map(|result| result.into_inner().ok().flatten()).collect()
}
