//! `duipai exhaust`: everything up to a size.

use super::interrupt::Interrupt;
use super::options::{
    FindingOptions, ReportOptions, SubjectOptions, duration, remark, threads, try_start,
};
use super::{Stop, find_problem};
use crate::any::AnyProblem;
use crate::campaign::End;
use crate::exhaust::{Last, VisitConfig, VisitEvent};
use crate::exit::Exit;
use crate::reporter::{Begin, Figures, Pace, Work};
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
  duipai exhaust split --size 7                 up to 7
  duipai exhaust fishing --time 10m             as far as it gets
  duipai exhaust pigs --size 2,3                of two counts
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
    #[command(flatten)]
    report: ReportOptions,
}

/// Why a word is no size.
#[derive(Debug, thiserror::Error)]
enum LastError {
    #[error("`{0}` is too large: at most {max}", max = u64::MAX)]
    TooLarge(String),
    #[error("expected `7` or `2,3`, found `{0}`")]
    Other(String),
}

/// `7` or `2,3`.
fn last(text: &str) -> Result<Last, LastError> {
    let count = |text: &str| {
        text.trim().parse().map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => LastError::TooLarge(text.to_owned()),
            _ => LastError::Other(text.to_owned()),
        })
    };
    match text.split_once(',') {
        None => Ok(Last(count(text)?, None)),
        Some((first, second)) => Ok(Last(count(first)?, Some(count(second)?))),
    }
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    let info = problem.info();
    let spec = args.subject.spec()?;
    let jobs = threads(args.jobs);
    let time = match (args.time, args.size) {
        (None, None) => Some(DEFAULT_TIME),
        (time, _) => time,
    };
    let config = VisitConfig {
        subject: spec.clone(),
        limits: args.subject.limits(),
        last: args.size,
        threads: jobs,
        minimize: args.findings.minimize(),
        out: args.findings.out,
    };
    let interrupt = Interrupt::install()?;
    try_start(&spec, &interrupt)?;
    let mut reporters = args.report.reporters(time, false);
    let cancel = || interrupt.is_set();
    let visit = problem
        .exhaust(&config, time, &cancel, &mut |event| match event {
            VisitEvent::Begin => {
                let work = Work::Exhaust(&info);
                reporters.begin(&Begin { subject: &spec, jobs, work });
            }
            VisitEvent::Progress(progress) => reporters.progress(&Pace::Visit(&info, progress)),
            VisitEvent::Report(report) => reporters.report(problem, report),
        })
        .map_err(Stop::usage)?;
    let exit = match visit.end {
        End::Trouble => Exit::Trouble,
        End::Interrupted => Exit::Interrupted,
        End::Time | End::Done if visit.findings > 0 => Exit::Disagreement,
        End::Time | End::Done => Exit::Fine,
    };
    let figures = Figures::Exhaust { subject: &spec, info: &info, visit: &visit };
    let exit = reporters.end(&figures, exit)?;
    remark(&spec, jobs, &interrupt);
    Ok(exit)
}
