//! `duipai run`: the campaign.

mod progress;

use super::interrupt::Interrupt;
use super::options::{LayoutOption, ScopeOption, SubjectOptions, duration, fresh_seed, threads};
use super::{Found, Stop, find_problem, json, output};
use crate::any::{AnyCampaign, AnyProblem};
use crate::campaign::{Config, End, Event, run_all};
use crate::finding::{DEFAULT_OUT, Finding};
use crate::report::{self, FAINT, Row, STRONG, thousands};
use crate::store::DiskError;
use progress::Progress;
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
  duipai run poker -s mistake:NAME               a planted mistake
  duipai run pigs --seed 7 --at 1234             one case again")]
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
    #[arg(long, value_name = "I", conflicts_with_all = ["cases", "from", "time"])]
    at: Option<u64>,
    /// Start at the case with this index.
    #[arg(long, value_name = "I", default_value_t = 0)]
    from: u64,
    /// How large instances are.
    #[arg(long, value_enum, default_value = "small")]
    scope: ScopeOption,
    /// White space of the inputs.
    #[arg(long, value_enum)]
    layout: Option<LayoutOption>,
    /// Threads; all cores by default.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Go on to this many further, different findings.
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_going: u64,
    /// Leave findings as they were found.
    #[arg(long)]
    no_minimize: bool,
    /// Time for minimising each finding.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    minimize_time: Duration,
    /// Folder of findings.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_OUT)]
    out: PathBuf,
    /// Print how often each behaviour occurred (always done for one problem).
    #[arg(long)]
    behaviours: bool,
    /// One JSON object a line (see docs/json.md).
    #[arg(long)]
    json: bool,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Found, Stop> {
    let mut chosen = Vec::new();
    for name in &args.problems {
        let problem = find_problem(problems, name)?;
        if chosen.iter().all(|other: &&dyn AnyProblem| other.info().name != problem.info().name) {
            chosen.push(problem);
        }
    }
    if chosen.is_empty() {
        chosen = problems.to_vec();
    }
    let spec = args.subject.spec();
    if let (crate::subject::SubjectSpec::Command(command), true) = (&spec, args.problems.is_empty())
    {
        let message = format!("which problem does `{command}` solve? duipai run PROBLEM -s …");
        return Err(Stop::Usage(message));
    }
    if args.problems.is_empty() {
        // A mistake belongs to the problems that have one of that name.
        let having: Vec<_> =
            chosen.iter().copied().filter(|p| p.find_subject(&spec).is_ok()).collect();
        if !having.is_empty() {
            chosen = having;
        }
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let jobs = threads(args.jobs);
    let config = Config {
        subject: spec.clone(),
        limits: args.subject.limits(),
        seed,
        from: args.at.unwrap_or(args.from),
        cases: if args.at.is_some() { Some(1) } else { args.cases },
        scope: args.scope.into(),
        layout: args.layout.map(Into::into),
        threads: jobs,
        keep_going: args.keep_going,
        minimize: (!args.no_minimize).then_some(args.minimize_time),
        out: args.out.clone(),
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
    let scope = crate::problem::Scope::from(args.scope);
    if args.json {
        json::print(&json!({
            "event": "start",
            "schema": json::SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "subject": spec.to_string(),
            "seed": seed,
            "from": config.from,
            "scope": scope,
            "jobs": jobs,
            "problems": chosen.iter().map(|problem| problem.info().name).collect::<Vec<_>>(),
        }))?;
    } else {
        let plural = if jobs == 1 { "" } else { "s" };
        let scope = format!("{scope:?}").to_lowercase();
        output::styled(&format!(
            "{STRONG}duipai {}{STRONG:#}  subject {spec}, scope {scope}, {jobs} thread{plural}, seed {seed}\n",
            env!("CARGO_PKG_VERSION")
        ))?;
    }
    let mut session = Session {
        chosen: &chosen,
        progress: Progress::new(args.json, time),
        json: args.json,
        write_error: None,
    };
    let cancel = || interrupt.is_set();
    let ends = run_all(&mut campaigns, time, &cancel, &mut |number, event| {
        session.event(number, event);
    });
    session.progress.finish();
    if let Some(error) = session.write_error.take() {
        return Err(Stop::Output(error));
    }
    conclude(&args, &chosen, &campaigns, &ends)
}

/// What is shown while a run goes on.
struct Session<'a> {
    chosen: &'a [&'static dyn AnyProblem],
    progress: Progress,
    json: bool,
    write_error: Option<std::io::Error>,
}

impl Session<'_> {
    fn event(&mut self, number: usize, event: Event<'_>) {
        let info = self.chosen[number].info();
        let result = match event {
            Event::Progress(stats) => {
                self.progress.tick(&info, stats);
                Ok(())
            }
            Event::Found(finding) => {
                let verdict = &finding.failure.judgement.verdict;
                self.progress.note(&format!("{}: {verdict} found, minimising …", info.name));
                Ok(())
            }
            Event::Finding { finding, file } => self.show(finding, file, None),
            Event::Flaky { finding, failed, of, file } => {
                self.show(finding, file, Some((failed, of)))
            }
        };
        if let Err(error) = result {
            self.write_error.get_or_insert(error);
        }
    }

    fn show(
        &mut self,
        finding: &Finding,
        file: Result<PathBuf, DiskError>,
        flaky: Option<(u32, u32)>,
    ) -> std::io::Result<()> {
        self.progress.clear();
        let file = file.map_err(|error| {
            // Nothing is lost: the finding goes to standard output, whole.
            self.progress.note(&format!("the finding could not be kept: {error}"));
        });
        let file = file.ok();
        if self.json {
            let mut value = json::finding(finding, file.as_deref());
            if let Some((failed, of)) = flaky {
                value["flaky"] = json!({ "failed": failed, "of": of });
            }
            return json::print(&value);
        }
        let mut text = report::finding(finding, file.as_deref());
        if let Some((failed, of)) = flaky {
            text += &format!(
                "{STRONG}flaky{STRONG:#}: when repeated it failed in {failed} of {of} runs; not minimised\n"
            );
        }
        if let crate::subject::SubjectSpec::Mistake(name) = &finding.subject {
            let problem = self.chosen.iter().find(|p| p.info().name == finding.problem);
            let parting = problem
                .and_then(|p| p.parting(finding.text.as_bytes(), name, crate::problem::Lang::En));
            if let Some(parting) = parting {
                text.push('\n');
                text += &report::parting(&parting);
            }
        }
        if file.is_none() {
            text += "\nthe whole input:\n";
            text += &finding.text;
        }
        output::styled(&text)
    }
}

/// The table, the checksum and what it all means.
fn conclude(
    args: &Args,
    chosen: &[&'static dyn AnyProblem],
    campaigns: &[Box<dyn AnyCampaign>],
    ends: &[End],
) -> Result<Found, Stop> {
    let mut found = Found::Nothing;
    let mut rows = Vec::new();
    let mut checksum = 0u64;
    let mut cases = 0;
    let mut skipped = 0;
    let infos: Vec<_> = chosen.iter().map(|problem| problem.info()).collect();
    for ((info, campaign), end) in infos.iter().zip(campaigns).zip(ends) {
        let stats = campaign.stats();
        let findings = campaign.findings();
        let (result, worst) = match (findings, end) {
            (_, End::Trouble) => {
                (campaign.trouble().unwrap_or("trouble").to_owned(), Found::Trouble)
            }
            (0, End::Interrupted) => ("interrupted".to_owned(), Found::Interrupted),
            (0, _) if stats.cases == 0 => ("nothing was run".to_owned(), Found::Nothing),
            (0, _) => ("agree".to_owned(), Found::Nothing),
            (1, _) => ("1 finding".to_owned(), Found::Disagreement),
            (n, _) => (format!("{n} findings"), Found::Disagreement),
        };
        let worst = if *end == End::Interrupted { worst.max(Found::Interrupted) } else { worst };
        found = found.max(worst);
        checksum = checksum.rotate_left(1) ^ stats.checksum;
        cases += stats.cases;
        skipped += stats.skipped;
        if args.json {
            json::print(&json::summary(info, stats, &result))?;
        }
        let good = findings == 0 && *end != End::Trouble;
        let behaviours = info.behaviours.len();
        rows.push(Row { problem: info.name, stats, behaviours, result, good });
    }
    if args.json {
        json::print(&json!({
            "event": "end",
            "cases": cases,
            "checksum": format!("{checksum:016x}"),
            "exit": found.code(),
        }))?;
        return Ok(found);
    }
    let mut out = String::from("\n");
    if args.behaviours || infos.len() == 1 {
        for (info, campaign) in infos.iter().zip(campaigns) {
            out += &report::behaviours(info.name, info.behaviours, campaign.stats());
            out.push('\n');
        }
    }
    out += &report::table(&rows);
    if skipped > 0 {
        out += &format!(
            "{FAINT}{} more were not given to the subject: the statement promises otherwise{FAINT:#}\n",
            thousands(skipped)
        );
    }
    out += &format!("checksum {checksum:016x}\n");
    out += &honest(cases, found, &args.subject.spec());
    output::styled(&out)?;
    Ok(found)
}

/// One sentence about what the result means.
fn honest(cases: u64, found: Found, subject: &crate::subject::SubjectSpec) -> String {
    use crate::subject::SubjectSpec::Solver;
    let cases = thousands(cases);
    match (found, subject) {
        (Found::Disagreement, _) => {
            "The findings above are inputs on which the two programs differ.\n".to_owned()
        }
        (Found::Trouble, _) => "The run says nothing: the testbed itself failed.\n".to_owned(),
        (_, Solver) => format!(
            "No disagreement on {cases} instances: solver and reference gave the same answers there.\n\
             That is evidence, not proof: a mistake that both share, or that shows only on other\n\
             instances, would not be seen.\n"
        ),
        _ => format!(
            "No disagreement on {cases} instances: the subject gave the solver's answers there.\n\
             That is evidence, not proof: its mistake may show only on other or larger instances\n\
             (--scope full, more time, another --seed).\n"
        ),
    }
}
