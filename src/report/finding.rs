//! A finding, for a person.

use super::{BAD, FAINT, GOOD, STRONG, counted, diff};
use crate::any::Parting;
use crate::check::Accused;
use crate::finding::Finding;
use crate::printable::printable;
use crate::program;
use crate::shell;
use std::fmt::Write;
use std::path::Path;

/// Lines of an instance that are shown; its file holds the rest.
const MOST_LINES: usize = 30;

/// The instance, what is wrong with the answer, and how to see it again.
pub fn finding(finding: &Finding, file: Option<&Path>) -> String {
    let mut out = String::new();
    let failure = &finding.failure;
    let verdict = &failure.judgement.verdict;
    let who = match failure.accused {
        Accused::Subject => finding.subject.to_string(),
        Accused::Solver => "our own solver".to_owned(),
    };
    let _ = writeln!(
        out,
        "\n{BAD}{}{BAD:#} {STRONG}{}{STRONG:#}: {who}: {}",
        verdict.code(),
        finding.problem,
        failure.judgement.message
    );
    if let Some(figures) = &finding.minimized {
        let _ = writeln!(out, "{FAINT}minimised {figures}{FAINT:#}");
    }
    let _ = writeln!(out, "\n{STRONG}input{STRONG:#}");
    let mut lines = finding.text.lines();
    for line in lines.by_ref().take(MOST_LINES) {
        let _ = writeln!(out, "  {}", printable(line));
    }
    let more = lines.count();
    if more > 0 {
        let more = counted(more as u64, "more line", "more lines");
        let _ = writeln!(out, "{FAINT}  … {more}{FAINT:#}");
    }
    if finding.text.is_empty() {
        let _ = writeln!(out, "{FAINT}  (an empty file){FAINT:#}");
    }
    let _ = writeln!(
        out,
        "\n{STRONG}output{STRONG:#} {FAINT}(wanted: {}){FAINT:#}",
        failure.according_to
    );
    let given = String::from_utf8_lossy(&failure.given);
    out.push_str(&diff(&failure.want, &given));
    for remark in &failure.remarks {
        let _ = writeln!(out, "{FAINT}  {}{FAINT:#}", printable(remark));
    }
    out.push('\n');
    if let Some(file) = file {
        let _ = writeln!(out, "again:      {}", finding.replay_command(file));
        let (program, name) = (program::name(), shell::quoted_path(file));
        let _ = writeln!(out, "explain:    {program} explain {} {name}", finding.problem);
        let _ = writeln!(out, "keep:       {program} accept {name}");
    }
    if let Some(command) = finding.regenerate_command() {
        let _ = writeln!(out, "regenerate: {command}");
    }
    out
}

/// Where two stories part.
pub fn parting(parting: &Parting) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{STRONG}the stories part at event {}{STRONG:#}", parting.event);
    for event in &parting.common {
        let _ = writeln!(out, "{FAINT}  {event}{FAINT:#}");
    }
    let end = || "(the story ends)".to_owned();
    let wanted = parting.wanted.clone().unwrap_or_else(end);
    let given = parting.given.clone().unwrap_or_else(end);
    let _ = writeln!(out, "{GOOD}- {wanted}{GOOD:#}");
    let _ = writeln!(out, "{BAD}+ {given}{BAD:#}");
    out
}
