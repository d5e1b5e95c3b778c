//! A finding, for a person.

use super::diff;
use crate::encoding;
use crate::excerpt;
use crate::failure::Accused;
use crate::finding::Finding;
use crate::program;
use crate::shell;
use crate::subject::SubjectSpec;
use crate::terminal::{BAD, FAINT, GOOD, STRONG, printable, wrapped};
use crate::verbs::Parting;
use std::fmt::Write;
use std::path::Path;

/// Lines of an instance that are shown; its file holds the rest.
const MOST_LINES: usize = 30;
/// Characters of a line of an instance, or of what a program says, that are
/// shown: a few lines of a terminal.
const MOST_COLUMNS: usize = 400;
/// Lines that are shown of what a program says on standard error, half of them
/// from its beginning, where Java names the exception, and half from its end,
/// where Python does. The description holds the rest.
const MOST_SAID: usize = 20;

/// The instance, what is wrong with the answer, and how to see it again. What we
/// say ourselves is broken into lines of `width` columns; what others wrote, and
/// commands, are as they are.
pub fn finding(finding: &Finding, file: Option<&Path>, width: Option<usize>) -> String {
    let mut out = String::new();
    let failure = &finding.failure;
    let verdict = &failure.judgement.verdict;
    let who = match failure.accused {
        Accused::Subject => finding.subject.to_string(),
        Accused::Solver => "our own solver".to_owned(),
        Accused::Testbed => "the testbed".to_owned(),
    };
    let mut head = format!(
        "\n{BAD}{}{BAD:#} {STRONG}{}{STRONG:#}: {who}: {}\n",
        verdict.code(),
        finding.problem,
        failure.judgement.message
    );
    if let Some(figures) = &finding.minimized {
        let _ = writeln!(head, "{FAINT}minimised {figures}{FAINT:#}");
    }
    out.push_str(&wrapped(&head, width));
    let _ = writeln!(out, "\n{STRONG}input{STRONG:#}");
    for line in excerpt::lines(finding.text.as_bytes(), 0, MOST_LINES, MOST_COLUMNS) {
        let _ = writeln!(out, "  {}", printable(&line));
    }
    if finding.text.is_empty() {
        let _ = writeln!(out, "{FAINT}  (an empty file){FAINT:#}");
    }
    let wanted = &failure.evidence;
    let head = format!("\n{STRONG}output{STRONG:#} {FAINT}(wanted: {wanted}){FAINT:#}\n");
    out.push_str(&wrapped(&head, width));
    out.push_str(&diff(failure.want.text().as_bytes(), &failure.given, width));
    if let Some(remark) = encoding::remark(&failure.given) {
        out.push_str(&wrapped(&format!("{FAINT}  the output: {remark}{FAINT:#}\n"), width));
    }
    if !failure.said.is_empty() {
        let what = match finding.subject {
            SubjectSpec::Command(_) => "standard error",
            SubjectSpec::Solver | SubjectSpec::Mutant(_) => "said",
        };
        let _ = writeln!(out, "\n{STRONG}{what}{STRONG:#}");
    }
    for line in excerpt::head_and_tail(&failure.said, MOST_SAID) {
        let line = excerpt::window(line.as_bytes(), 0, MOST_COLUMNS).joined();
        let _ = writeln!(out, "{FAINT}  {}{FAINT:#}", printable(&line));
    }
    for note in &failure.notes {
        out.push_str(&wrapped(&format!("{FAINT}note: {note}{FAINT:#}\n"), width));
    }
    out.push('\n');
    if let Some(file) = file {
        let _ = writeln!(out, "again:      {}", finding.replay_command(file));
        let (program, name) = (program::word(), shell::quoted_path(file));
        let problem = program::problem(&finding.problem);
        let _ = writeln!(out, "explain:    {program} explain{problem} {name}");
        let _ = writeln!(out, "keep:       {program} accept {name}");
    }
    if let Some(command) = finding.regenerate_command() {
        let _ = writeln!(out, "regenerate: {command}");
    }
    out
}

/// Where two stories part, in lines of `width` columns.
pub fn parting(parting: &Parting, width: Option<usize>) -> String {
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
    wrapped(&out, width)
}
