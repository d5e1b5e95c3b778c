//! A finding: a document on which the subject fails, on its way to disk.

use crate::check::{Accused, Failure};
use crate::hash::hash;
use crate::invariants::READER_REFUSES;
use crate::minimize::Figures;
use crate::problem::{Layout, Scope};
use crate::program;
use crate::report::counted;
use crate::store::{self, DiskError};
use crate::subject::{LimitOverrides, SubjectSpec};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where findings go unless the user says otherwise; git-ignored.
pub const DEFAULT_OUT: &str = "duipai-out";

/// A disagreement with all that is needed to repeat it.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Name of the problem.
    pub problem: &'static str,
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
}

impl Finding {
    /// The command that shows the failure again from a file.
    pub fn replay_command(&self, file: &Path) -> String {
        let file = quoted(&file.display().to_string());
        let subject = self.subject_options(&self.granted());
        format!("{} replay {file} --problem {}{subject}", program::name(), self.problem)
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
                    format!(" --corpus {}", quoted(&folder.display().to_string()))
                });
                ("run", format!("--seed {seed} {} --mutate{corpus}", again.arguments(*index)))
            }
            Origin::Visited { size } => ("exhaust", format!("--size {size}")),
        };
        // The layout is part of how the case is made.
        let subject = self.subject_options(&self.granted_limits());
        Some(format!("{} {verb} {} {which}{subject}", program::name(), self.problem))
    }

    /// The subject and what it was granted.
    fn subject_options(&self, granted: &str) -> String {
        match (&self.subject, self.failure.accused) {
            // If our solver is wrong, it is the subject.
            (SubjectSpec::Solver, _) | (_, Accused::Solver) => String::new(),
            (subject, _) => format!(" --subject {}{granted}", quoted(&subject.to_string())),
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

    /// Limits hold for commands only.
    fn granted_limits(&self) -> String {
        match self.subject {
            SubjectSpec::Command(_) => self.limits.to_string(),
            _ => String::new(),
        }
    }

    /// The text of the `.desc` file.
    fn description(&self, file: &Path) -> String {
        let mut text = String::new();
        let judgement = &self.failure.judgement;
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "{key}: {}", harmless(value));
        };
        line("problem", self.problem);
        line("verdict", &judgement.verdict.to_string());
        line("subject", &self.subject.to_string());
        let granted = self.granted();
        if !granted.is_empty() {
            line(OPTIONS_KEY, granted.trim_start());
        }
        line("version", env!("CARGO_PKG_VERSION"));
        if let Some((seed, index)) = self.origin.as_ref().and_then(Origin::case) {
            line("seed", &seed.to_string());
            line("index", &index.to_string());
        }
        match &self.origin {
            Some(Origin::Generated { scope, .. }) => {
                line("scope", &format!("{scope:?}").to_lowercase());
            }
            Some(Origin::Mutated { snapshot, .. }) => {
                line("snapshot", &format!("{snapshot:016x}"));
            }
            Some(Origin::Visited { size }) => line("size", size),
            None => {}
        }
        line("according-to", &self.failure.according_to);
        if self.failure.according_to == READER_REFUSES {
            line(INPUT_KEY, REFUSED);
        }
        line("message", &judgement.message);
        for remark in &self.failure.remarks {
            line("remark", remark);
        }
        if let Some(minimized) = &self.minimized {
            line("minimised", &minimized.to_string());
        }
        line("replay", &self.replay_command(file));
        if let Some(command) = self.regenerate_command() {
            line("regenerate", &command);
        }
        let given = String::from_utf8_lossy(&self.failure.given);
        for (key, block) in [("wanted", &*self.failure.want), ("given", &*given)] {
            let _ = writeln!(text, "{key}:");
            for line in block.lines().take(DESCRIBED_LINES) {
                let _ = writeln!(text, "  {}", harmless(line));
            }
            let more = block.lines().count().saturating_sub(DESCRIBED_LINES);
            if more > 0 {
                let more = counted(more as u64, "more line", "more lines");
                let _ = writeln!(text, "  … {more}");
            }
        }
        text
    }

    /// Whether a description is of this subject with these options.
    fn is_described(&self, description: &str) -> bool {
        let value = |key: &str| {
            let values = description.lines().filter_map(|line| line.split_once(": "));
            values.into_iter().find(|(found, _)| *found == key).map(|(_, value)| value)
        };
        value("subject") == Some(&*harmless(&self.subject.to_string()))
            && value(OPTIONS_KEY).unwrap_or_default() == self.granted().trim_start()
    }

    /// Whether `want` is an answer in the contest's format, fit for a `.ans`.
    fn has_answer(&self) -> bool {
        let said_by = &self.failure.according_to;
        let names_a_program = said_by.starts_with("solver") || said_by.starts_with("oracle");
        let whole = self.failure.judgement.case.is_none() || said_by.starts_with("solver");
        names_a_program && whole && !self.failure.want.starts_with('(')
    }
}

/// The line of a description with what the user granted the subject.
const OPTIONS_KEY: &str = "options";

/// The line `input: refused` of a description: the input is no valid one, and
/// every program of ours must say so.
pub(crate) const INPUT_KEY: &str = "input";
/// The value of that line.
pub(crate) const REFUSED: &str = "refused";

/// Lines of wanted and given output that a `.desc` quotes: a person reads it,
/// and the `.ans` beside it has the whole.
const DESCRIBED_LINES: usize = 200;

/// A line of a foreign program without what would drive a terminal, show
/// nothing or turn the line around.
pub(crate) fn harmless(line: &str) -> String {
    let unseen = |c: char| {
        c.is_control() && c != '\t'
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
            || c == '\u{feff}'
    };
    line.chars().map(|c| if unseen(c) { '\u{fffd}' } else { c }).collect()
}

/// A word for a shell command line.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=+,@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The folder of findings.
///
/// ```text
/// duipai-out/<problem>/raw/<hash>.in .desc         as found, at once
/// duipai-out/<problem>/<verdict>-<hash>.in .ans .desc   minimised
/// ```
#[derive(Debug, Clone)]
pub struct FindingStore {
    out: PathBuf,
}

impl FindingStore {
    /// Findings below this folder; it is made when the first one comes.
    pub fn new(out: impl Into<PathBuf>) -> Self {
        Self { out: out.into() }
    }

    /// Writes a finding as it was found. Returns the path of the `.in`.
    pub fn write_raw(&self, finding: &Finding) -> Result<PathBuf, DiskError> {
        let bytes = finding.text.as_bytes();
        self.write(finding, bytes, self.raw_path(finding.problem, bytes).with_extension(""))
    }

    /// Where the `.in` of a raw finding is.
    pub(crate) fn raw_path(&self, problem: &str, bytes: &[u8]) -> PathBuf {
        self.out.join(problem).join("raw").join(name(bytes)).with_extension("in")
    }

    /// Writes a minimised finding, then removes its raw copy.
    pub fn write_minimized(
        &self,
        finding: &Finding,
        raw: Option<&Path>,
    ) -> Result<PathBuf, DiskError> {
        let path = self.write_minimized_bytes(finding, finding.text.as_bytes())?;
        if let Some(raw) = raw {
            // The description first: without its .in it would mean nothing. A
            // copy that cannot be removed does no harm.
            for extension in ["desc", "ans", "in"] {
                let _ = store::remove(&raw.with_extension(extension));
            }
        }
        Ok(path)
    }

    /// Writes a minimised finding whose input is these bytes: they need be no
    /// text, and [`Finding::text`] then only shows them.
    pub fn write_minimized_bytes(
        &self,
        finding: &Finding,
        bytes: &[u8],
    ) -> Result<PathBuf, DiskError> {
        let verdict = finding.failure.judgement.verdict.code().to_lowercase();
        let name = format!("{verdict}-{}", name(bytes));
        self.write(finding, bytes, self.out.join(finding.problem).join(name))
    }

    /// Writes all files of a finding, or none.
    fn write(&self, finding: &Finding, bytes: &[u8], stem: PathBuf) -> Result<PathBuf, DiskError> {
        let input = stem.with_extension("in");
        let mut files = vec![(input.clone(), bytes.to_vec())];
        if finding.has_answer() {
            files.push((stem.with_extension("ans"), finding.failure.want.clone().into_bytes()));
        }
        let description = stem.with_extension("desc");
        // A description of the same failure is kept: somebody may have written
        // into it. That of another subject on the same input, or of the same
        // one that was granted something else, would mislead.
        let there = store::read_if_present(&description).ok().flatten().unwrap_or_default();
        if !finding.is_described(&String::from_utf8_lossy(&there)) {
            files.push((description, finding.description(&input).into_bytes()));
        }
        let mut made: Vec<&Path> = Vec::new();
        for (path, bytes) in &files {
            // What is there already is on the disk: flushing again takes longer
            // than most findings took to find.
            if store::read_if_present(path).is_ok_and(|there| there.as_ref() == Some(bytes)) {
                continue;
            }
            let is_new = !path.exists();
            if let Err(error) = store::write_atomically(path, bytes) {
                for path in made.into_iter().rev() {
                    let _ = store::remove(path);
                }
                return Err(error);
            }
            if is_new {
                made.push(path);
            }
        }
        Ok(input)
    }
}

/// The name of a document: the hash of its bytes.
pub fn name(bytes: &[u8]) -> String {
    format!("{:016x}", hash(bytes))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_for_the_shell() {
        assert_eq!(quoted("./a.out"), "./a.out");
        assert_eq!(quoted("python3 a.py"), "'python3 a.py'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
