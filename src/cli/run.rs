//! `duipai run`: the campaign.

use super::interrupt::Interrupt;
use super::options::{
    FindingOptions, LayoutOption, ReportOptions, ScopeOption, SubjectOptions, duration, fresh_seed,
    remark, threads, try_start,
};
use super::{Stop, find_problems};
use crate::any::AnyProblem;
use crate::campaign::{Config, End, Event, Origins, Snapshot, run_all};
use crate::corpus;
use crate::exit::Exit;
use crate::problem::{BrokenPromise, Scope};
use crate::program;
use crate::reporter::{Begin, Concluded, Figures, Pace, Work};
use crate::store;
use crate::subject::SubjectSpec;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;
use std::time::Duration;

/// Without a limit, a run takes this long in all: long enough for many
/// thousands of instances of each problem, short enough to wait for.
const DEFAULT_TIME: Duration = Duration::from_secs(15);

/// Check a program on generated inputs until it differs (the default verb)
///
/// Without arguments: our solvers of all problems against their naive
/// references, 15 s in all. A disagreement is written to duipai-out/ at once,
/// made as small as possible, and shown.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai                                         all problems, 15 s
  duipai run strategy --seed 7 --cases 20000     the same cases every time
  duipai run pigs -s ./a.out --time 1m           your own program
  duipai run P2482 -s 'python3 sol.py'           in any language
  duipai run poker -s mutant:NAME               a mutant: a planted mistake
  duipai run pigs --seed 7 --at 1234             one case again
  duipai run poker --mutate                      near known fixtures")]
pub(super) struct Args {
    /// Problems, by name or alias; all if there is none.
    problems: Vec<String>,
    #[command(flatten)]
    subject: SubjectOptions,
    /// Time in all (15s, 500ms, 2m, …).
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Cases of each problem.
    #[arg(long, value_name = "N")]
    cases: Option<u64>,
    /// Seed; a fresh one is drawn and printed if it is missing.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Only the case with this index.
    #[arg(long, value_name = "I", conflicts_with_all = ["cases", "from", "time"], value_parser = index())]
    at: Option<u64>,
    /// Start at the case with this index.
    #[arg(long, value_name = "I", default_value_t = 0, value_parser = index())]
    from: u64,
    /// How large instances are.
    #[arg(long, value_enum, default_value = "small")]
    scope: ScopeOption,
    /// Instead of generating instances, change those of fixtures a little.
    #[arg(long, conflicts_with = "scope")]
    mutate: bool,
    /// The fixtures to change; the built-in corpus by default.
    #[arg(long, value_name = "DIR", requires = "mutate")]
    corpus: Option<PathBuf>,
    /// White space of the inputs.
    #[arg(long, value_enum)]
    layout: Option<LayoutOption>,
    /// Threads; all cores by default.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Go on to this many further, different findings.
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_going: u64,
    #[command(flatten)]
    findings: FindingOptions,
    /// Write the input that took a command the most CPU time to this file.
    #[arg(long, value_name = "FILE")]
    slowest: Option<PathBuf>,
    /// Print how often each behaviour occurred (done for a single problem
    /// without a finding).
    #[arg(long)]
    behaviours: bool,
    #[command(flatten)]
    report: ReportOptions,
}

/// An index. The last 64-bit number is none: ranges of cases end before it.
fn index() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(..=u64::MAX - 1)
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let mut chosen = find_problems(problems, &args.problems)?;
    let spec = args.subject.spec()?;
    if let (SubjectSpec::Command(command), true) = (&spec, args.problems.is_empty())
        && problems.len() > 1
    {
        let program = program::word();
        let message = format!("which problem does `{command}` solve? {program} run PROBLEM -s …");
        return Err(Stop::Usage(message));
    }
    if args.problems.is_empty() {
        // A mutant belongs to the problems that have one of that name.
        let having: Vec<_> =
            chosen.iter().copied().filter(|p| p.find_subject(&spec).is_ok()).collect();
        if !having.is_empty() {
            chosen = having;
        }
    }
    let origins = origins(problems, &args, &mut chosen)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let jobs = threads(args.jobs);
    let config = Config {
        subject: spec.clone(),
        limits: args.subject.limits(),
        seed,
        from: args.at.unwrap_or(args.from),
        cases: if args.at.is_some() { Some(1) } else { args.cases },
        origins: origins.clone(),
        layout: args.layout.map(Into::into),
        threads: jobs,
        keep_going: args.keep_going,
        minimize: args.findings.minimize(),
        out: args.findings.out.clone(),
    };
    let interrupt = Interrupt::install()?;
    try_start(&spec, &interrupt)?;
    let mut campaigns = Vec::new();
    for problem in &chosen {
        campaigns.push(problem.campaign(config.clone()).map_err(Stop::usage)?);
    }
    let time = match (args.time, config.cases) {
        (None, None) => Some(DEFAULT_TIME),
        (time, _) => time,
    };
    let infos: Vec<_> = chosen.iter().map(|problem| problem.info()).collect();
    let scope = match origins {
        Origins::Generator(scope) => Some(scope),
        Origins::Fixtures(_) => None,
    };
    let mut reporters = args.report.reporters(time, false);
    let work = Work::Run { seed, from: config.from, scope, problems: &infos };
    reporters.begin(&Begin { subject: &spec, jobs, work });
    let cancel = || interrupt.is_set();
    let ends = run_all(&mut campaigns, time, &cancel, &mut |number, event| match event {
        Event::Progress(stats) => reporters.progress(&Pace::Campaign(&infos[number], stats)),
        Event::Report(report) => reporters.report(chosen[number], report),
    });
    let campaigns: Vec<_> = (infos.iter().zip(&campaigns).zip(&ends))
        .map(|((info, campaign), end)| Concluded {
            info,
            stats: campaign.stats(),
            findings: campaign.findings(),
            end: *end,
            trouble: campaign.trouble(),
        })
        .collect();
    let exit = campaigns.iter().map(Concluded::exit).max().unwrap_or(Exit::Fine);
    let slowest = campaigns.iter().filter_map(|campaign| campaign.stats.slowest.as_ref());
    if let (Some(file), Some(slowest)) = (&args.slowest, slowest.max_by_key(|s| s.cost.cpu)) {
        store::write_where_told(file, slowest.text.as_bytes())?;
    }
    let empty = |campaign: &Concluded<'_>| campaign.stats.cases + campaign.findings == 0;
    if exit == Exit::Fine && campaigns.iter().all(empty) {
        reporters.close()?;
        // That nothing differs would be no news.
        let first = campaigns.iter().find_map(|campaign| campaign.stats.first_skipped.as_ref());
        return Err(Stop::Usage(nothing_was_run(&spec, &ends, first)));
    }
    let behaviours = args.behaviours;
    let figures = Figures::Run { subject: &spec, campaigns: &campaigns, behaviours };
    let exit = reporters.end(&figures, exit)?;
    remark(&spec, jobs, &interrupt);
    Ok(exit)
}

/// Where instances come from. Of problems that were not named, those without a
/// fixture are left out.
fn origins(
    problems: &[&'static dyn AnyProblem],
    args: &Args,
    chosen: &mut Vec<&'static dyn AnyProblem>,
) -> Result<Origins, Stop> {
    if !args.mutate {
        return Ok(Origins::Generator(Scope::from(args.scope)));
    }
    let known: Vec<_> = problems.iter().map(|problem| problem.info().about.name).collect();
    let mut fixtures = match &args.corpus {
        Some(folder) => corpus::load(folder, &known)?,
        None => corpus::embedded(),
    };
    // A file that does not say is of the only problem that it can be of.
    let only = match &chosen[..] {
        [one] => Some(one.info().about.name),
        _ => None,
    };
    for fixture in &mut fixtures {
        if fixture.problem.is_none() {
            fixture.problem = only.as_deref().map(str::to_owned);
        }
    }
    if args.problems.is_empty() {
        let has =
            |name: &str| fixtures.iter().any(|fixture| fixture.problem.as_deref() == Some(name));
        chosen.retain(|problem| has(&problem.info().about.name));
        if chosen.is_empty() {
            return Err(Stop::Usage("there is no fixture to mutate (--corpus DIR)".to_owned()));
        }
    }
    Ok(Origins::Fixtures(Snapshot { fixtures: fixtures.into(), folder: args.corpus.clone() }))
}

/// Why there is nothing to tell of a run.
fn nothing_was_run(
    subject: &SubjectSpec,
    ends: &[End],
    unpromised: Option<&(u64, BrokenPromise)>,
) -> String {
    if matches!(subject, SubjectSpec::Command(_)) && ends.contains(&End::Time) {
        return "nothing was checked: the program was still running when the time ended (raise \
                --time or lower --time-limit)"
            .to_owned();
    }
    match unpromised {
        Some((index, broken)) => format!(
            "nothing was run: the statement promises that cases like these do not come, so that \
             only our own programs get them (case {index}: {broken})"
        ),
        None => "nothing was run: no case in that range and time".to_owned(),
    }
}
