//! `duipai run`: the campaign.

use super::interrupt::Interrupt;
use super::options::{
    FindingOptions, LayoutOption, ScopeOption, SubjectOptions, duration, fresh_seed, threads,
    try_start,
};
use super::session::Session;
use super::{Found, Stop, find_problems, json, output};
use crate::any::{AnyCampaign, AnyProblem, Info};
use crate::campaign::{Config, End, Event, Origins, Snapshot, Stats, run_all};
use crate::corpus;
use crate::problem::Scope;
use crate::report::{self, FAINT, Row, STRONG, counted, thousands};
use crate::subject::SubjectSpec;
use clap::builder::RangedU64ValueParser;
use serde_json::json;
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
  duipai run P2482 -s 'python3 pigs.py'          in any language
  duipai run poker -s mutant:NAME               a mutant: a planted mutant
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
    /// Print how often each behaviour occurred (done for a single problem
    /// without a finding).
    #[arg(long)]
    behaviours: bool,
    /// One JSON object a line (see docs/json.md).
    #[arg(long)]
    json: bool,
}

/// An index. The last 64-bit number is none: ranges of cases end before it.
fn index() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(..=u64::MAX - 1)
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Found, Stop> {
    let mut chosen = find_problems(problems, &args.problems)?;
    let spec = args.subject.spec();
    if let (SubjectSpec::Command(command), true) = (&spec, args.problems.is_empty()) {
        let message = format!("which problem does `{command}` solve? duipai run PROBLEM -s …");
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
    let mut campaigns = Vec::new();
    for problem in &chosen {
        campaigns.push(problem.campaign(config.clone()).map_err(Stop::Usage)?);
    }
    let time = match (args.time, config.cases) {
        (None, None) => Some(DEFAULT_TIME),
        (time, _) => time,
    };
    let interrupt = Interrupt::install()?;
    try_start(&spec)?;
    let scope = match &origins {
        Origins::Generator(scope) => Some(scope),
        Origins::Fixtures(_) => None,
    };
    if args.json {
        json::print(&json!({
            "event": "start",
            "schema": json::SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "subject": spec.to_string(),
            "seed": seed,
            "from": config.from,
            "source": if scope.is_some() { "generate" } else { "mutate" },
            "scope": scope,
            "jobs": jobs,
            "problems": chosen.iter().map(|problem| problem.info().about.name).collect::<Vec<_>>(),
        }))?;
    } else {
        let plural = if jobs == 1 { "" } else { "s" };
        let instances = match scope {
            Some(scope) => format!("scope {scope:?}").to_lowercase(),
            None => "mutated fixtures".to_owned(),
        };
        output::styled(&format!(
            "{STRONG}duipai {}{STRONG:#}  subject {spec}, {instances}, {jobs} thread{plural}, seed {seed}\n",
            env!("CARGO_PKG_VERSION")
        ))?;
    }
    let mut session = Session::new(args.json, time);
    let infos: Vec<_> = chosen.iter().map(|problem| problem.info()).collect();
    let cancel = || interrupt.is_set();
    let ends = run_all(&mut campaigns, time, &cancel, &mut |number, event| match event {
        Event::Progress(stats) => session.progress.tick(|| progress(&infos[number], stats)),
        Event::Report(report) => session.report(chosen[number], report),
    });
    session.end()?;
    conclude(&args, &infos, &campaigns, &ends)
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

/// How far a campaign is.
fn progress(info: &Info, stats: &Stats) -> String {
    format!(
        "{}: {}, {} per second, {}/{} behaviours seen",
        info.about.name,
        counted(stats.cases, "instance", "instances"),
        thousands(stats.rate() as u64),
        stats.behaviours_seen(),
        info.about.behaviours.len()
    )
}

/// The table, the checksum and what it all means.
fn conclude(
    args: &Args,
    infos: &[Info],
    campaigns: &[Box<dyn AnyCampaign>],
    ends: &[End],
) -> Result<Found, Stop> {
    let interrupted = ends.contains(&End::Interrupted);
    let findings: u64 = campaigns.iter().map(|campaign| campaign.findings()).sum();
    let troubled = campaigns.iter().any(|campaign| campaign.trouble().is_some());
    let cases: u64 = campaigns.iter().map(|campaign| campaign.stats().cases).sum();
    if !interrupted && !troubled && cases + findings == 0 {
        // That nothing differs would be no news.
        return Err(Stop::Usage(nothing_was_run(&args.subject.spec(), ends)));
    }
    let mut found = Found::Nothing;
    let mut rows = Vec::new();
    let mut checksum = 0u64;
    let mut skipped = 0;
    for ((info, campaign), end) in infos.iter().zip(campaigns).zip(ends) {
        let stats = campaign.stats();
        let (result, worst) = outcome(&**campaign, *end);
        found = found.max(worst);
        checksum = checksum.rotate_left(1) ^ stats.checksum;
        skipped += stats.skipped;
        if args.json {
            json::print(&json::summary(info, stats, &result))?;
        }
        let good = campaign.findings() == 0 && matches!(worst, Found::Nothing | Found::Interrupted);
        let behaviours = info.about.behaviours.len();
        rows.push(Row { problem: &info.about.name, stats, behaviours, result, good });
    }
    if args.json {
        json::print(&json!({
            "event": "end",
            "schema": json::SCHEMA,
            "cases": cases,
            "checksum": format!("{checksum:016x}"),
            "exit": found.code(),
        }))?;
        return Ok(found);
    }
    let width = output::width();
    let mut out = String::from("\n");
    // Behind a finding, a long list would hide it.
    if args.behaviours || (infos.len() == 1 && findings == 0) {
        for (info, campaign) in infos.iter().zip(campaigns) {
            out += &report::behaviours(
                &info.about.name,
                &info.about.behaviours,
                campaign.stats(),
                width,
            );
            out.push('\n');
        }
    }
    out += &report::table(&rows, width);
    let mut words = String::new();
    if skipped > 0 {
        words += &format!(
            "{FAINT}{} more were not given to the subject: the statement promises otherwise{FAINT:#}\n",
            thousands(skipped)
        );
    }
    let unseen = rows.iter().any(|row| row.stats.behaviours_seen() < row.behaviours);
    if unseen && matches!(args.subject.spec(), SubjectSpec::Command(_)) {
        words += &format!(
            "{FAINT}behaviours that go beyond what the statement promises cannot occur{FAINT:#}\n"
        );
    }
    words += &format!("checksum {checksum:016x}\n");
    words += &honest(Whole { cases, findings, troubled, interrupted }, &args.subject.spec());
    out += &report::paragraphs(&words, width);
    output::as_is(&out)?;
    Ok(found)
}

/// Why there is nothing to tell of a run.
fn nothing_was_run(subject: &SubjectSpec, ends: &[End]) -> String {
    if matches!(subject, SubjectSpec::Command(_)) && ends.contains(&End::Time) {
        return "nothing was checked: the program was still running when the time ended (raise \
                --time or lower --time-limit)"
            .to_owned();
    }
    "nothing was run: no case in that range and time that the subject may get".to_owned()
}

/// What came of a campaign in words, and the worst of it. Neither hides the
/// other: findings stay true, however the run ended.
fn outcome(campaign: &dyn AnyCampaign, end: End) -> (String, Found) {
    let (findings, worst) = match campaign.findings() {
        0 => (None, Found::Nothing),
        n => (Some(counted(n, "finding", "findings")), Found::Disagreement),
    };
    let (then, worst) = match (end, campaign.trouble()) {
        (End::Interrupted, _) => (Some("interrupted".to_owned()), worst.max(Found::Interrupted)),
        (_, Some(why)) => (Some(why.to_string()), worst.max(Found::Trouble)),
        (End::Trouble, None) => (Some("trouble".to_owned()), worst.max(Found::Trouble)),
        (End::Time | End::Done, None) => (None, worst),
    };
    let result = match (findings, then) {
        (Some(findings), Some(then)) => format!("{findings}, then {then}"),
        (Some(findings), None) => findings,
        (None, Some(then)) => then,
        (None, None) if campaign.stats().cases == 0 => "nothing was run".to_owned(),
        (None, None) => "agree".to_owned(),
    };
    (result, worst)
}

/// All campaigns of a run together.
struct Whole {
    cases: u64,
    findings: u64,
    troubled: bool,
    interrupted: bool,
}

/// What the result means, in a sentence or two.
fn honest(whole: Whole, subject: &SubjectSpec) -> String {
    use crate::subject::SubjectSpec::Solver;
    let cases = counted(whole.cases, "instance", "instances");
    if whole.findings > 0 {
        let rest = if whole.troubled {
            "Beyond them the run says nothing: the testbed itself failed.\n"
        } else if whole.interrupted {
            "The run was interrupted: it may not have seen all.\n"
        } else {
            ""
        };
        return format!("The findings above are inputs on which the two programs differ.\n{rest}");
    }
    if whole.troubled {
        return "The run says nothing: the testbed itself failed.\n".to_owned();
    }
    if whole.cases == 0 {
        return "The run says nothing: it was interrupted before anything was checked.\n"
            .to_owned();
    }
    match subject {
        Solver => format!(
            "No disagreement on {cases}: solver and reference gave the same answers there.\n\
             That is evidence, not proof: a mistake that both share, or that shows only on \
             other instances, would not be seen.\n"
        ),
        _ => format!(
            "No disagreement on {cases}: the subject gave the solver's answers there.\n\
             That is evidence, not proof: its mistake may show only on other or larger \
             instances (--scope full, more time, another --seed).\n"
        ),
    }
}
