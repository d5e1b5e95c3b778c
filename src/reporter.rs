//! Where results go: people on a terminal, programs as JSON lines, continuous
//! integration as JUnit XML. A verb hands its results to [`Reporters`] and knows
//! none of them.

mod json;
mod junit;
mod people;

pub(crate) use junit::JUnit;

use crate::any::AnyProblem;
use crate::campaign::{self, Report, Stats};
use crate::corpus::Fixture;
use crate::exhaust::{self, Visit};
use crate::exit::Exit;
use crate::finding::Finding;
use crate::problem::Info;
use crate::problem::{Lang, Scope};
use crate::replay::{Kind, Ran};
use crate::store::DiskError;
use crate::subject::SubjectSpec;
use crate::terminal::complain;
use crate::testbed::TestError;
use crate::verbs::Parting;
use crate::words::counted;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A place for results. Each method is one thing that happens; what is of no
/// interest there is passed over.
pub(crate) trait Reporter {
    /// A verb begins.
    fn begin(&mut self, _: &Begin<'_>) -> Result<(), ReportError> {
        Ok(())
    }
    /// It goes on: called several times a second.
    fn progress(&mut self, _: &Pace<'_>) {}
    /// A failure was found and is going to be made small.
    fn minimizing(&mut self, _: &Finding) {}
    /// A finding in its final form.
    fn finding(&mut self, _: &Told<'_>) -> Result<(), ReportError> {
        Ok(())
    }
    /// A fixture was run, or was not because of an interruption.
    fn fixture(
        &mut self,
        _problem: &str,
        _fixture: &Fixture,
        _ran: Option<&Ran>,
    ) -> Result<(), ReportError> {
        Ok(())
    }
    /// The verb is over: the figures.
    fn end(&mut self, _: &Figures<'_>, _: Exit) -> Result<(), ReportError> {
        Ok(())
    }
}

/// What a verb is going to do.
pub(crate) struct Begin<'a> {
    /// The program under test.
    pub(crate) subject: &'a SubjectSpec,
    /// Threads.
    pub(crate) jobs: usize,
    /// The verb.
    pub(crate) work: Work<'a>,
}

/// A verb and its object.
pub(crate) enum Work<'a> {
    /// Cases of these problems.
    Run { seed: u64, from: u64, scope: Option<Scope>, problems: &'a [Info] },
    /// Everything of a problem.
    Exhaust(&'a Info),
    /// So many fixtures.
    Replay {
        fixtures: usize,
        /// Of these: those that were taken from this folder beside the built-in
        /// ones.
        beside: Option<(&'a Path, usize)>,
    },
    /// The smallest input that fails like one that a user has.
    Minimize,
}

/// How far a verb is.
pub(crate) enum Pace<'a> {
    /// A campaign's figures so far.
    Campaign(&'a Info, &'a Stats),
    /// A visit.
    Visit(&'a Info, &'a exhaust::VisitProgress),
}

/// A finding, and what else there is to say of it.
pub(crate) struct Told<'a> {
    /// The finding.
    pub(crate) finding: &'a Finding,
    /// The file that holds its input, or why there is none.
    pub(crate) file: Result<&'a Path, &'a DiskError>,
    /// In how many runs it failed, of how many, if not in all.
    pub(crate) flaky: Option<(u32, u32)>,
    /// Where the story of a mutant parts from the right one.
    pub(crate) parting: Option<&'a Parting>,
}

impl Told<'_> {
    /// The file, if there is one.
    fn path(&self) -> Option<&Path> {
        self.file.ok()
    }

    /// What is to be known of a finding that did not repeat.
    fn flaky(&self) -> Option<String> {
        self.flaky.map(|(failed, of)| {
            format!("it failed in {failed} of {of} runs, so that it was not minimised")
        })
    }
}

/// What came of a verb.
pub(crate) enum Figures<'a> {
    /// Of a run: each problem's campaign.
    Run { subject: &'a SubjectSpec, campaigns: &'a [Concluded<'a>], behaviours: bool },
    /// Of a visit.
    Exhaust { subject: &'a SubjectSpec, info: &'a Info, visit: &'a Visit },
    /// Of a replay: how many fixtures of each kind, and how many were not run.
    Replay { counts: [usize; Kind::ALL.len()], not_run: usize, took: Duration },
}

/// A campaign that is over.
pub(crate) struct Concluded<'a> {
    /// The problem.
    pub(crate) info: &'a Info,
    /// Its figures.
    pub(crate) stats: &'a Stats,
    /// Different findings.
    pub(crate) findings: u64,
    /// Why it ended.
    pub(crate) end: campaign::End,
    /// Why an oracle failed, if one did.
    pub(crate) trouble: Option<&'a TestError>,
}

/// Why a result could not be told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportError {
    /// Standard output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// A report's own file cannot be written: a whole message.
    #[error("{0}")]
    File(String),
}

/// All places to which the results of a verb go.
pub(crate) struct Reporters {
    list: Vec<Box<dyn Reporter>>,
    output_error: Option<io::Error>,
    worst: Exit,
}

impl Reporters {
    /// JSON lines on standard output, or what people read. `time` is what the
    /// verb may take; `whole` if failures of fixtures are shown in full.
    pub(crate) fn new(
        json: bool,
        junit: Option<PathBuf>,
        time: Option<Duration>,
        whole: bool,
    ) -> Self {
        let mut list: Vec<Box<dyn Reporter>> = Vec::new();
        // First, so that what goes wrong with it is known to the others.
        if let Some(file) = junit {
            list.push(Box::new(JUnit::new(file)));
        }
        list.push(if json {
            Box::new(json::Lines)
        } else {
            Box::new(people::People::new(time, whole))
        });
        Self { list, output_error: None, worst: Exit::Fine }
    }

    /// Tells all. What cannot be told to one takes nothing away from the others,
    /// and is an error in the end: a search writes its findings to its folder as
    /// well.
    fn each(&mut self, mut tell: impl FnMut(&mut dyn Reporter, Exit) -> Result<(), ReportError>) {
        for reporter in &mut self.list {
            match tell(&mut **reporter, self.worst) {
                Ok(()) => {}
                Err(ReportError::Output(error)) => drop(self.output_error.get_or_insert(error)),
                Err(ReportError::File(why)) => {
                    self.worst = self.worst.max(Exit::Invalid);
                    complain(&why);
                }
            }
        }
    }

    pub(crate) fn begin(&mut self, begin: &Begin<'_>) {
        self.each(|reporter, _| reporter.begin(begin));
    }

    pub(crate) fn progress(&mut self, pace: &Pace<'_>) {
        self.list.iter_mut().for_each(|reporter| reporter.progress(pace));
    }

    /// What a search reports on its way.
    pub(crate) fn report(&mut self, problem: &dyn AnyProblem, report: Report<'_>) {
        match report {
            Report::Found(finding) => {
                self.list.iter_mut().for_each(|reporter| reporter.minimizing(finding));
            }
            Report::Finding { finding, file } => self.finding(problem, finding, &file, None),
            Report::Flaky { finding, failed, of, file } => {
                self.finding(problem, finding, &file, Some((failed, of)));
            }
        }
    }

    /// A finding of a verb that is not a search.
    pub(crate) fn finding(
        &mut self,
        problem: &dyn AnyProblem,
        finding: &Finding,
        file: &Result<PathBuf, DiskError>,
        flaky: Option<(u32, u32)>,
    ) {
        let parting = match &finding.subject {
            SubjectSpec::Mutant(name) => problem.parting(finding.text.as_bytes(), name, Lang::En),
            _ => None,
        };
        let file = file.as_deref();
        let told = Told { finding, file, flaky, parting: parting.as_ref() };
        self.each(|reporter, _| reporter.finding(&told));
    }

    pub(crate) fn fixture(&mut self, problem: &str, fixture: &Fixture, ran: Option<&Ran>) {
        self.each(|reporter, _| reporter.fixture(problem, fixture, ran));
    }

    /// The verb is over, with this exit or a worse one if a report cannot be
    /// written.
    ///
    /// # Errors
    ///
    /// Standard output could not be written.
    pub(crate) fn end(mut self, figures: &Figures<'_>, exit: Exit) -> io::Result<Exit> {
        self.worst = exit;
        self.each(|reporter, exit| reporter.end(figures, exit));
        self.output_error.map_or(Ok(self.worst), Err)
    }

    /// The verb is over, and there are no figures.
    pub(crate) fn close(self) -> io::Result<()> {
        self.output_error.map_or(Ok(()), Err)
    }
}

impl Concluded<'_> {
    /// What came of it in words. Neither hides the other: findings stay true,
    /// however the run ended.
    fn result(&self) -> String {
        let findings = (self.findings > 0).then(|| counted(self.findings, "finding", "findings"));
        let then = match (self.end, self.trouble) {
            (campaign::End::Interrupted, _) => Some("interrupted".to_owned()),
            (_, Some(why)) => Some(why.to_string()),
            (campaign::End::Trouble, None) => Some("trouble".to_owned()),
            (campaign::End::Time | campaign::End::Done, None) => None,
        };
        match (findings, then) {
            (Some(findings), Some(then)) => format!("{findings}, then {then}"),
            (Some(findings), None) => findings,
            (None, Some(then)) => then,
            (None, None) if self.stats.cases == 0 => "nothing was run".to_owned(),
            (None, None) => "agree".to_owned(),
        }
    }

    /// The worst of it.
    pub(crate) fn exit(&self) -> Exit {
        let found = if self.findings > 0 { Exit::Disagreement } else { Exit::Fine };
        match (self.end, self.trouble) {
            (campaign::End::Interrupted, _) => Exit::Interrupted,
            (_, Some(_)) | (campaign::End::Trouble, None) => Exit::Trouble,
            (campaign::End::Time | campaign::End::Done, None) => found,
        }
    }
}

/// Instances of all problems.
fn cases(campaigns: &[Concluded<'_>]) -> u64 {
    campaigns.iter().map(|campaign| campaign.stats.cases).sum()
}

/// The checksums of all problems as one.
fn checksum(campaigns: &[Concluded<'_>]) -> u64 {
    campaigns.iter().fold(0, |sum: u64, campaign| sum.rotate_left(1) ^ campaign.stats.checksum)
}
