//! Output for programs: one JSON object a line, described in `docs/json.md`.

use super::{Begin, Figures, ReportError, Reporter, Told, Work};
use crate::campaign::Stats;
use crate::corpus::Fixture;
use crate::excerpt;
use crate::exhaust::{Counts, Visit};
use crate::exit::Exit;
use crate::finding::{Finding, Origin};
use crate::problem::Info;
use crate::program;
use crate::replay::{Kind, Ran};
use crate::subject::SubjectSpec;
use crate::terminal::{shown, unless_closed};
use crate::verbs::Replayed;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// Version of the schema: raised when a field goes or changes its meaning, not
/// when one is added.
const SCHEMA: u32 = 1;

/// Characters of a subject's output that an object holds: right answers have
/// less, and a reader of lines is not to take the 64 MiB that a program may
/// print.
const MOST_GIVEN: usize = 1 << 20;

/// Standard output, an object a line. Standard error is left to complaints.
pub(super) struct Lines;

impl Reporter for Lines {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), ReportError> {
        let mut start = json!({
            "event": "start",
            "schema": SCHEMA,
            "version": program::version(),
            "subject": begin.subject.to_string(),
        });
        match &begin.work {
            Work::Run { seed, from, scope, problems } => {
                let names: Vec<_> = problems.iter().map(|info| &*info.about.name).collect();
                start["seed"] = json!(seed);
                start["from"] = json!(from);
                start["source"] = json!(if scope.is_some() { "generate" } else { "mutate" });
                start["scope"] = json!(scope);
                start["jobs"] = json!(begin.jobs);
                start["problems"] = json!(names);
            }
            Work::Exhaust(info) => {
                start["problem"] = json!(info.about.name);
                start["jobs"] = json!(begin.jobs);
            }
            Work::Replay { fixtures, beside } => {
                start["fixtures"] = json!(fixtures);
                start["beside"] = json!(beside.map(|(_, fixtures)| fixtures));
            }
            Work::Minimize => {}
        }
        Ok(print(&start)?)
    }

    fn finding(&mut self, told: &Told<'_>) -> Result<(), ReportError> {
        let mut value = finding(told.finding, told.path());
        if let Some((failed, of)) = told.flaky {
            value["flaky"] = json!({ "failed": failed, "of": of });
        }
        Ok(print(&value)?)
    }

    fn fixture(
        &mut self,
        problem: &str,
        fixture: &Fixture,
        ran: Option<&Ran>,
    ) -> Result<(), ReportError> {
        let Some(ran) = ran else { return Ok(()) };
        let (kind, message) = ran.outcome();
        let mut value = match &ran.replayed {
            Replayed::Failed(failed) => finding(failed, fixture.path.as_deref()),
            _ => json!({ "problem": problem, "message": message }),
        };
        value["event"] = json!("fixture");
        value["name"] = json!(fixture.name);
        value["result"] = json!(kind.name());
        value["seconds"] = json!(ran.took.as_secs_f64());
        value["answer"] = json!(ran.said_of_the_answer().map(|(_, said)| said));
        Ok(print(&value)?)
    }

    fn end(&mut self, figures: &Figures<'_>, exit: Exit) -> Result<(), ReportError> {
        let mut end = json!({ "event": "end", "schema": SCHEMA, "exit": exit.code() });
        match figures {
            Figures::Run { campaigns, .. } => {
                for campaign in *campaigns {
                    print(&summary(campaign.info, campaign.stats, &campaign.result()))?;
                }
                end["cases"] = json!(super::cases(campaigns));
                end["checksum"] = json!(format!("{:016x}", super::checksum(campaigns)));
            }
            Figures::Exhaust { subject, info, visit } => {
                for counts in &visit.sizes {
                    print(&size(info, counts))?;
                }
                visited(&mut end, subject, info, visit);
            }
            Figures::Replay { counts, not_run, .. } => {
                end["not_run"] = json!(not_run);
                for (kind, count) in Kind::ALL.iter().zip(counts) {
                    end[kind.name()] = json!(count);
                }
            }
        }
        Ok(print(&end)?)
    }
}

fn visited(end: &mut Value, subject: &SubjectSpec, info: &Info, visit: &Visit) {
    end["problem"] = json!(info.about.name);
    end["verified"] = json!(visit.sizes.iter().map(Counts::verified).sum::<u64>());
    end["claim"] = json!(visit.claim(info, subject));
    end["remarks"] = json!(visit.remarks(info, subject));
    end["stands_for_all"] = json!(info.universe.complete);
    end["findings"] = json!(visit.findings);
    end["trouble"] = json!(visit.trouble.as_ref().map(ToString::to_string));
    end["seconds"] = json!(visit.elapsed.as_secs_f64());
}

/// Prints an object on a line of its own.
fn print(value: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    unless_closed(writeln!(out, "{value}").and_then(|()| out.flush()))
}

/// The figures of a problem in a run.
fn summary(info: &Info, stats: &Stats, result: &str) -> Value {
    let (distinct, more) = stats.distinct();
    let counts = stats.behaviours().iter().copied().chain(std::iter::repeat(0));
    let behaviours: serde_json::Map<String, Value> = info
        .about
        .behaviours
        .iter()
        .zip(counts)
        .map(|(n, c)| ((*n).to_owned(), c.into()))
        .collect();
    json!({
        "event": "summary",
        "problem": info.about.name,
        "cases": stats.cases,
        "skipped": stats.skipped,
        "passed_again": stats.passed_again,
        "slowest": stats.slowest.as_ref().map(|slowest| json!({
            "index": slowest.index,
            "instances": slowest.instances,
            "cpu_seconds": slowest.cost.cpu.as_secs_f64(),
            "seconds": slowest.cost.wall.as_secs_f64(),
        })),
        "distinct": distinct,
        "distinct_is_lower_bound": more,
        "seconds": stats.elapsed.as_secs_f64(),
        "checksum": format!("{:016x}", stats.checksum),
        "behaviours": behaviours,
        "result": result,
    })
}

/// What was visited of a size.
fn size(info: &Info, counts: &Counts) -> Value {
    let oracles: serde_json::Map<String, Value> = info
        .oracles
        .iter()
        .zip(&counts.followed)
        .map(|((name, _), count)| ((*name).to_owned(), (*count).into()))
        .collect();
    let size = if info.about.size_units.len() < 2 {
        vec![counts.size.0]
    } else {
        vec![counts.size.0, counts.size.1]
    };
    json!({
        "event": "size",
        "problem": info.about.name,
        "size": size,
        "units": info.about.size_units,
        "made": counts.made,
        "done": counts.is_done(),
        "agree": counts.agree,
        "unfollowed": counts.unfollowed,
        "skipped": counts.skipped,
        "oracles": oracles,
    })
}

/// A finding.
fn finding(finding: &Finding, file: Option<&Path>) -> Value {
    let failure = &finding.failure;
    let given = &failure.given;
    let parts = excerpt::first_difference(failure.want.text().as_bytes(), given);
    let around = parts.map_or(0, |place| place.offset);
    let case = finding.origin.as_ref().and_then(Origin::case);
    json!({
        "event": "finding",
        "problem": finding.problem,
        "verdict": failure.judgement.verdict.code(),
        "detail": failure.judgement.to_string(),
        "message": failure.judgement.message,
        "subject": finding.subject.to_string(),
        "according_to": failure.evidence.to_string(),
        "input": &*finding.text,
        "want": failure.want.text(),
        "given": excerpt::window(given, around, MOST_GIVEN).joined(),
        "given_bytes": given.len(),
        "said": failure.said,
        "notes": failure.notes,
        "file": file.map(shown),
        "seed": case.map(|(seed, _)| seed),
        "index": case.map(|(_, index)| index),
        "minimised": finding.minimized.as_ref().map(|figures| json!({
            "from": figures.from,
            "to": figures.to,
            "steps": figures.steps,
            "tries": figures.tries,
            "seconds": figures.elapsed.as_secs_f64(),
            "claim": figures.claim.to_string(),
        })),
        "replay": file.map(|file| finding.replay_command(file)),
        "regenerate": finding.regenerate_command(),
    })
}
