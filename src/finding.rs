//! A finding: a document on which the subject fails, on its way to disk.

mod store;

pub use store::{FindingStore, Kept};

use crate::desc::{self, Header};
use crate::excerpt;
use crate::failure::{Accused, Evidence, Failure};
use crate::minimize::{Figures, Made};
use crate::problem::{Layout, Scope};
use crate::program;
use crate::shell;
use crate::subject::{LimitOverrides, SubjectSpec};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where findings go unless the user says otherwise; git-ignored.
pub const DEFAULT_OUT: &str = "duipai-out";

/// A disagreement with all that is needed to repeat it.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Name of the problem.
    pub problem: Arc<str>,
    /// The document's text.
    pub text: Arc<str>,
    /// What is wrong.
    pub failure: Failure,
    /// The program under test.
    pub subject: SubjectSpec,
    /// Its limits, where they differ from the contest's.
    pub limits: LimitOverrides,
    /// The layout that it may be given.
    pub layout: Layout,
    /// How it was generated, if it was.
    pub origin: Option<Origin>,
    /// What minimising came to, if it was minimised.
    pub minimized: Option<Figures>,
}

/// How an instance came to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A case of the generator.
    Generated {
        /// Seed of the run.
        seed: u64,
        /// Index of the case in the run.
        index: u64,
        /// Scope of the run.
        scope: Scope,
        /// How its document is made again.
        again: Again,
    },
    /// A case made from a fixture.
    Mutated {
        /// Seed of the run.
        seed: u64,
        /// Index of the case in the run.
        index: u64,
        /// Hash of the instances that the run started from. Only with the same
        /// ones is this case made again.
        snapshot: u64,
        /// The folder of fixtures; the built-in corpus if there is none.
        folder: Option<PathBuf>,
        /// How its document is made again.
        again: Again,
    },
    /// The first representative in the order of visiting that failed.
    Visited {
        /// Its size, as on the command line.
        size: String,
    },
}

/// What it takes, besides seed and index, to make a case's document again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Again {
    /// The first case and the number of cases out of which a document of
    /// several instances was put together. A failure may need all of them.
    pub together: Option<(u64, u64)>,
    /// The layout, if the user chose one.
    pub layout: Option<Layout>,
}

impl Again {
    fn arguments(self, index: u64) -> String {
        let mut arguments = match self.together {
            Some((from, cases)) => format!("--from {from} --cases {cases}"),
            None => format!("--at {index}"),
        };
        arguments.push_str(match self.layout {
            Some(Layout::Free) => " --layout free",
            Some(Layout::Contest) => " --layout contest",
            None => "",
        });
        arguments
    }
}

impl Origin {
    /// Seed and index, for a case of a run.
    pub fn case(&self) -> Option<(u64, u64)> {
        match self {
            Self::Generated { seed, index, .. } | Self::Mutated { seed, index, .. } => {
                Some((*seed, *index))
            }
            Self::Visited { .. } => None,
        }
    }

    /// The cases of the generator among which this one is, if one made it.
    pub fn made(&self) -> Option<Made> {
        match *self {
            Self::Generated { seed, index, scope, again } => {
                let (from, cases) = again.together.unwrap_or((index, 1));
                Some(Made { seed, scope, from, to: from.saturating_add(cases) })
            }
            Self::Mutated { .. } | Self::Visited { .. } => None,
        }
    }
}

impl Finding {
    /// The command that shows the failure again from a file.
    pub fn replay_command(&self, file: &Path) -> String {
        let file = shell::quoted_path(file);
        let subject = self.subject_options(&self.granted());
        let problem = program::problem(&self.problem);
        let problem = if problem.is_empty() { problem } else { format!(" --problem{problem}") };
        format!("{} replay {file}{problem}{subject}", program::word())
    }

    /// The command that generates the instance again.
    pub fn regenerate_command(&self) -> Option<String> {
        let (verb, which) = match self.origin.as_ref()? {
            Origin::Generated { seed, index, scope, again } => {
                let scope = match scope {
                    Scope::Tiny => " --scope tiny",
                    Scope::Small => "",
                    Scope::Full => " --scope full",
                };
                ("run", format!("--seed {seed} {}{scope}", again.arguments(*index)))
            }
            Origin::Mutated { seed, index, folder, again, .. } => {
                let corpus = folder.as_ref().map_or_else(String::new, |folder| {
                    format!(" --corpus {}", shell::quoted_path(folder))
                });
                ("run", format!("--seed {seed} {} --mutate{corpus}", again.arguments(*index)))
            }
            Origin::Visited { size } => ("exhaust", format!("--size {size}")),
        };
        // The layout is part of how the case is made.
        let subject = self.subject_options(&self.granted_limits());
        let (program, problem) = (program::word(), program::problem(&self.problem));
        Some(format!("{program} {verb}{problem} {which}{subject}"))
    }

    /// The subject and what it was granted.
    fn subject_options(&self, granted: &str) -> String {
        match (&self.subject, self.failure.accused) {
            // If our solver is wrong, it is the subject.
            (SubjectSpec::Solver, _) | (_, Accused::Solver) => String::new(),
            (subject, _) => {
                format!(" {}{granted}", shell::option("--subject", &subject.to_string()))
            }
        }
    }

    /// The limits and the layout that the user chose: under others, or given
    /// another text, the program might pass.
    fn granted(&self) -> String {
        match (&self.subject, self.layout) {
            (SubjectSpec::Command(_), Layout::Free) => {
                format!("{} --layout free", self.granted_limits())
            }
            _ => self.granted_limits(),
        }
    }

    /// How it is made, and its limits, which hold for commands only.
    fn granted_limits(&self) -> String {
        match &self.subject {
            SubjectSpec::Command(program) => format!("{}{}", program.options(), self.limits),
            _ => String::new(),
        }
    }

    /// The text of the `.desc` beside this `.in`. `raw` is the one that it was
    /// minimised from.
    fn description(&self, file: &Path, raw: Option<&Path>) -> String {
        let mut header = Header::default();
        let judgement = &self.failure.judgement;
        header.line(desc::PROBLEM, &self.problem);
        header.line("verdict", &judgement.to_string());
        header.line("subject", &self.subject.to_string());
        let granted = self.granted();
        if !granted.is_empty() {
            header.line("options", granted.trim_start());
        }
        header.line("version", program::version());
        if let Some((seed, index)) = self.origin.as_ref().and_then(Origin::case) {
            header.line("seed", &seed.to_string());
            header.line("index", &index.to_string());
        }
        match &self.origin {
            Some(Origin::Generated { scope, .. }) => {
                header.line("scope", &format!("{scope:?}").to_lowercase());
            }
            Some(Origin::Mutated { snapshot, .. }) => {
                header.line("snapshot", &format!("{snapshot:016x}"));
            }
            Some(Origin::Visited { size }) => header.line("size", size),
            None => {}
        }
        header.line("according-to", &self.failure.evidence.to_string());
        match self.failure.evidence {
            Evidence::Refusal => header.line(desc::INPUT, desc::REFUSED),
            Evidence::Identity(_) => header.line(desc::INPUT, desc::MISREAD),
            _ => {}
        }
        header.line("message", &judgement.message);
        for note in &self.failure.notes {
            header.line("note", note);
        }
        if let Some(minimized) = &self.minimized {
            header.line("minimised", &minimized.to_string());
        }
        if let Some(raw) = raw {
            header.line("as-found", &shell::quoted_path(raw));
        }
        header.line("replay", &self.replay_command(file));
        if let Some(command) = self.regenerate_command() {
            header.line(desc::REGENERATE, &command);
        }
        let mut body = header.body();
        if !self.failure.said.is_empty() {
            body.block("said", &self.failure.said);
        }
        let (want, given) = (self.failure.want.text().as_bytes(), &self.failure.given);
        let around = excerpt::first_difference(want, given).map_or(0, |place| place.offset);
        for (title, text) in [("wanted", want), ("given", given)] {
            body.block(title, excerpt::lines(text, around, DESCRIBED_LINES, DESCRIBED_COLUMNS));
        }
        body.into_text()
    }
}

/// Lines of wanted and given output that a `.desc` quotes, around the first
/// difference: a person reads it, and the `.ans` beside it has the whole.
const DESCRIBED_LINES: usize = 200;
/// Characters of a line, around the first difference: more than any line of
/// contests' answers, and with all lines of a size that any editor takes.
const DESCRIBED_COLUMNS: usize = 1_000;
