//! Results as people read them: text on standard output, how it goes on on
//! standard error.

mod run;

use super::{Begin, Figures, Pace, ReportError, Reporter, Told, Work};
use crate::corpus::Fixture;
use crate::exhaust::{self, Visit};
use crate::exit::Exit;
use crate::finding::Finding;
use crate::problem::Info;
use crate::program;
use crate::replay::{Kind, Ran};
use crate::report;
use crate::subject::SubjectSpec;
use crate::terminal::{BAD, FAINT, GOOD, Progress, STRONG, as_is, shown, styled, width, wrapped};
use crate::verbs::Replayed;
use crate::words::{counted, thousands};
use std::time::Duration;

/// People.
pub(super) struct People {
    progress: Progress,
    /// Whether failures of fixtures are shown in full.
    whole: bool,
}

impl People {
    /// `time` is what the verb may take; a single fixture is always shown whole.
    pub(super) fn new(time: Option<Duration>, whole: bool) -> Self {
        Self { progress: Progress::new(time), whole }
    }
}

impl Reporter for People {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), ReportError> {
        let (name, version) = (program::name(), program::version());
        let (subject, jobs) = (begin.subject, counted(begin.jobs as u64, "thread", "threads"));
        let line = |what: &str| {
            styled(&format!("{STRONG}{name} {version}{STRONG:#}  subject {subject}, {what}\n"))
        };
        match &begin.work {
            Work::Run { seed, scope, .. } => {
                let instances = match scope {
                    Some(scope) => format!("scope {scope:?}").to_lowercase(),
                    None => "mutated fixtures".to_owned(),
                };
                line(&format!("{instances}, {jobs}, seed {seed}"))?;
            }
            Work::Exhaust(info) => {
                let what = info.universe.what;
                line(&format!("all {what}, {jobs}"))?;
            }
            Work::Replay { fixtures, beside } => {
                self.whole |= *fixtures == 1;
                if let Some((folder, more)) = beside {
                    let more = counted(*more as u64, "fixture", "fixtures");
                    let folder = shown(folder);
                    styled(&format!(
                        "{FAINT}with {more} of {folder}/ beside the built-in ones{FAINT:#}\n"
                    ))?;
                }
            }
            Work::Minimize => {}
        }
        Ok(())
    }

    fn progress(&mut self, pace: &Pace<'_>) {
        self.progress.tick(|| match pace {
            Pace::Campaign(info, stats) => run::pace(info, stats),
            Pace::Visit(info, progress) => visited(info, progress),
        });
    }

    fn minimizing(&mut self, finding: &Finding) {
        let (problem, verdict) = (&finding.problem, &finding.failure.judgement.verdict);
        self.progress.note(&format!("{problem}: {verdict} found, minimising …"));
    }

    fn finding(&mut self, told: &Told<'_>) -> Result<(), ReportError> {
        self.progress.clear();
        if let Err(error) = told.file {
            // Nothing is lost: the finding goes to standard output, whole.
            self.progress.note(&format!("the finding could not be kept: {error}"));
        }
        let width = width();
        let mut text = report::finding(told.finding, told.path(), width);
        if let Some(flaky) = told.flaky() {
            text += &wrapped(&format!("{STRONG}flaky{STRONG:#}: {flaky}\n"), width);
        }
        if let Some(parting) = told.parting {
            text.push('\n');
            text += &report::parting(parting, width);
        }
        if told.path().is_none() {
            text += "\nthe whole input:\n";
            text += &told.finding.text;
        }
        Ok(as_is(&text)?)
    }

    fn fixture(
        &mut self,
        _: &str,
        fixture: &Fixture,
        ran: Option<&Ran>,
    ) -> Result<(), ReportError> {
        let Some(ran) = ran else { return Ok(()) };
        let width = width();
        let mut text = wrapped(&line(fixture, ran), width);
        if let (Replayed::Failed(finding), true) = (&ran.replayed, self.whole) {
            text += &report::finding(finding, fixture.path.as_deref(), width);
        }
        Ok(as_is(&text)?)
    }

    fn end(&mut self, figures: &Figures<'_>, exit: Exit) -> Result<(), ReportError> {
        self.progress.clear();
        let text = match figures {
            Figures::Run { subject, campaigns, behaviours } => {
                run::conclusion(subject, campaigns, *behaviours, width())
            }
            Figures::Exhaust { subject, info, visit } => {
                wrapped(&claim(subject, info, visit, exit), width())
            }
            Figures::Replay { counts, not_run, .. } => {
                wrapped(&total(*counts, *not_run, exit), width())
            }
        };
        Ok(as_is(&text)?)
    }
}

/// How far a visit is.
fn visited(info: &Info, progress: &exhaust::VisitProgress) -> String {
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

/// What a visit has shown.
fn claim(subject: &SubjectSpec, info: &Info, visit: &Visit, exit: Exit) -> String {
    let style = if exit == Exit::Fine { GOOD } else { BAD };
    let mut text = String::new();
    if let Some(trouble) = &visit.trouble {
        text += &format!("{BAD}the testbed itself failed:{BAD:#} {trouble}\n");
    }
    let claim = visit.claim(info, subject);
    text += &format!("\n{style}{}: {claim}{style:#}\n", info.about.name);
    for remark in visit.remarks(info, subject) {
        text += &format!("{remark}\n");
    }
    text + &format!("{FAINT}{:.1} s{FAINT:#}\n", visit.elapsed.as_secs_f64())
}

/// A fixture's line, and another one if an answer was asked for.
fn line(fixture: &Fixture, ran: &Ran) -> String {
    let name = &fixture.name;
    let mut line = match &ran.replayed {
        Replayed::Passed => format!("{GOOD}AC{GOOD:#}  {name}\n"),
        Replayed::Failed(finding) => {
            let judgement = &finding.failure.judgement;
            let code = judgement.verdict.code();
            format!("{BAD}{code}{BAD:#}  {name}: {}\n", judgement.message)
        }
        Replayed::Skipped(why) => format!("{FAINT}--  {name}: skipped: {why}{FAINT:#}\n"),
        Replayed::Bad(why) => format!("{BAD}bad{BAD:#} {name}: {why}\n"),
        Replayed::Trouble(why) => format!("{BAD}JE{BAD:#}  {name}: {why}\n"),
    };
    if let Some((fine, said)) = ran.said_of_the_answer() {
        let style = if fine { FAINT } else { BAD };
        line += &format!("    {style}{said}{style:#}\n");
    }
    line
}

/// The last line of a replay.
fn total(counts: [usize; Kind::ALL.len()], not_run: usize, exit: Exit) -> String {
    let style = if exit == Exit::Fine { GOOD } else { BAD };
    let [passed, failed, more @ ..] = counts;
    let mut total = format!("{style}{passed} passed, {failed} failed{style:#}");
    for (kind, count) in Kind::ALL[2..].iter().zip(more) {
        if count > 0 {
            total += &format!(", {count} {}", kind.name());
        }
    }
    if not_run > 0 {
        total += &format!(", {not_run} not run: interrupted");
    }
    total.push('\n');
    total
}
