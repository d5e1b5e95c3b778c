//! Output for programs: one JSON object a line, described in `docs/json.md`.

use super::output::unless_closed;
use crate::any::Info;
use crate::campaign::Stats;
use crate::excerpt;
use crate::exhaust::Counts;
use crate::finding::{Finding, Origin};
use crate::printable::shown;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// Version of the schema: raised when a field goes or changes its meaning, not
/// when one is added.
pub(super) const SCHEMA: u32 = 1;

/// Characters of a subject's output that an object holds: right answers have
/// less, and a reader of lines is not to take the 64 MiB that a program may
/// print.
const MOST_GIVEN: usize = 1 << 20;

/// Prints an object on a line of its own.
pub(super) fn print(value: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    unless_closed(writeln!(out, "{value}").and_then(|()| out.flush()))
}

/// The figures of a problem in a run.
pub(super) fn summary(info: &Info, stats: &Stats, result: &str) -> Value {
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
        "distinct": distinct,
        "distinct_is_lower_bound": more,
        "seconds": stats.elapsed.as_secs_f64(),
        "checksum": format!("{:016x}", stats.checksum),
        "behaviours": behaviours,
        "result": result,
    })
}

/// What was visited of a size.
pub(super) fn size(info: &Info, counts: &Counts) -> Value {
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
pub(super) fn finding(finding: &Finding, file: Option<&Path>) -> Value {
    let failure = &finding.failure;
    let given = &failure.given;
    let parts = excerpt::first_difference(failure.want.text().as_bytes(), given);
    let around = parts.map_or(0, |place| place.offset);
    let case = finding.origin.as_ref().and_then(Origin::case);
    json!({
        "event": "finding",
        "problem": finding.problem,
        "verdict": failure.judgement.verdict.code(),
        "detail": failure.judgement.verdict.to_string(),
        "message": failure.judgement.message,
        "subject": finding.subject.to_string(),
        "according_to": failure.evidence.to_string(),
        "input": &*finding.text,
        "want": failure.want.text(),
        "given": excerpt::window(given, around, MOST_GIVEN).joined(),
        "given_bytes": given.len(),
        "remarks": failure.remarks,
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
