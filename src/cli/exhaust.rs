//! `duipai exhaust`: everything up to a size.

use super::interrupt::Interrupt;
use super::options::{FindingOptions, SubjectOptions, duration, threads, try_start};
use super::session::Session;
use super::{Found, Stop, find_problem, json, output};
use crate::any::{AnyProblem, Info};
use crate::campaign::End;
use crate::exhaust::{Config, Event, Last, Progress};
use crate::report::{BAD, FAINT, GOOD, STRONG, thousands};
use crate::subject::SubjectSpec;
use serde_json::json;
use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;

/// Without a last size, a visit takes this long: a minute reaches the sizes
/// that are worth a statement, and can be waited for.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Check a program on everything up to a size
///
/// Every instance that is not another one in disguise, the smallest first, until
/// the program differs. All oracles are asked that can follow within 5 s. Ends
/// by saying exactly what has been verified.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai exhaust split --size 7                 all multisets of up to 7 cards
  duipai exhaust fishing --time 10m             as far as it gets
  duipai exhaust pigs --size 2,3                up to 2 pigs and 3 cards
  duipai exhaust poker -s ./a.out               your own program")]
pub(super) struct Args {
    /// Problem, by name or alias.
    problem: String,
    #[command(flatten)]
    subject: SubjectOptions,
    /// The last size: one count, or two as in `2,3` where a size has two.
    #[arg(long, value_name = "K", value_parser = last)]
    size: Option<Last>,
    /// Time in all (15s, 500ms, 2m, …); 60 s if there is no --size either.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Threads; all cores by default.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    findings: FindingOptions,
    /// One JSON object a line (see docs/json.md).
    #[arg(long)]
    json: bool,
}

/// `7` or `2,3`.
fn last(text: &str) -> Result<Last, String> {
    let count = |text: &str| {
        text.trim().parse().map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => format!("`{text}` is too large: at most {}", u32::MAX),
            _ => format!("expected `7` or `2,3`, found `{text}`"),
        })
    };
    match text.split_once(',') {
        None => Ok(Last(count(text)?, None)),
        Some((first, second)) => Ok(Last(count(first)?, Some(count(second)?))),
    }
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Found, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    let info = problem.info();
    let spec = args.subject.spec();
    let jobs = threads(args.jobs);
    let time = match (args.time, args.size) {
        (None, None) => Some(DEFAULT_TIME),
        (time, _) => time,
    };
    let config = Config {
        subject: spec.clone(),
        limits: args.subject.limits(),
        last: args.size,
        threads: jobs,
        minimize: args.findings.minimize(),
        out: args.findings.out,
    };
    let interrupt = Interrupt::install()?;
    try_start(&spec)?;
    let mut session = Session::new(args.json, time);
    let cancel = || interrupt.is_set();
    let visit = problem
        .exhaust(&config, time, &cancel, &mut |event| match event {
            Event::Begin => session.begin(|| begin(&info, &spec, jobs, args.json)),
            Event::Progress(progress) => session.progress.tick(|| line(&info, progress)),
            Event::Report(report) => session.report(problem, report),
        })
        .map_err(Stop::Usage)?;
    session.end()?;
    let found = match visit.end {
        End::Trouble => Found::Trouble,
        End::Interrupted => Found::Interrupted,
        _ if visit.findings > 0 => Found::Disagreement,
        _ => Found::Nothing,
    };
    let claim = visit.claim(&info, &spec);
    let remarks = visit.remarks(&info, &spec);
    if args.json {
        for counts in &visit.sizes {
            json::print(&json::size(&info, counts))?;
        }
        json::print(&json!({
            "event": "end",
            "schema": json::SCHEMA,
            "problem": info.about.name,
            "verified": visit.sizes.iter().map(|counts| counts.verified()).sum::<u64>(),
            "claim": claim,
            "remarks": remarks,
            "stands_for_all": info.universe.is_some_and(|universe| universe.complete),
            "findings": visit.findings,
            "trouble": visit.trouble.as_ref().map(ToString::to_string),
            "seconds": visit.elapsed.as_secs_f64(),
            "exit": found.code(),
        }))?;
        return Ok(found);
    }
    let style = if found == Found::Nothing { GOOD } else { BAD };
    let mut text = String::new();
    if let Some(trouble) = &visit.trouble {
        text += &format!("{BAD}the testbed itself failed:{BAD:#} {trouble}\n");
    }
    text += &format!("\n{style}{}: {claim}{style:#}\n", info.about.name);
    for remark in remarks {
        text += &format!("{remark}\n");
    }
    text += &format!("{FAINT}{:.1} s{FAINT:#}\n", visit.elapsed.as_secs_f64());
    output::styled(&text)?;
    Ok(found)
}

/// Says what is about to be done.
fn begin(info: &Info, spec: &SubjectSpec, jobs: usize, json: bool) -> std::io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    if json {
        return json::print(&json!({
            "event": "start",
            "schema": json::SCHEMA,
            "version": version,
            "problem": info.about.name,
            "subject": spec.to_string(),
            "jobs": jobs,
        }));
    }
    let plural = if jobs == 1 { "" } else { "s" };
    let what = info.universe.map_or("instances", |universe| universe.what);
    output::styled(&format!(
        "{STRONG}duipai {version}{STRONG:#}  subject {spec}, all {what}, {jobs} thread{plural}\n"
    ))
}

/// How far it is.
fn line(info: &Info, progress: &Progress) -> String {
    let left = match progress.left {
        Some(left) if progress.is_last => format!(", done in about {:.0} s", left.as_secs_f64()),
        Some(left) => format!(", this size done in about {:.0} s", left.as_secs_f64()),
        None => String::new(),
    };
    format!(
        "{}: {} agree, {} per second, {:.0} % of {}{left}",
        info.about.name,
        thousands(progress.checked),
        thousands(progress.rate as u64),
        progress.share * 100.0,
        progress.size.describe(&info.about.size_units)
    )
}
