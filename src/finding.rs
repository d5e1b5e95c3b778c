//! A finding: a document on which the subject fails, on its way to disk.

use crate::check::{Accused, Failure};
use crate::hash::hash;
use crate::minimize::Figures;
use crate::problem::Scope;
use crate::store::{self, DiskError};
use crate::subject::SubjectSpec;
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
    /// How it was generated, if it was.
    pub origin: Option<Origin>,
    /// What minimising came to, if it was minimised.
    pub minimized: Option<Figures>,
}

/// How an instance was generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// Seed of the run.
    pub seed: u64,
    /// Index of the case in the run.
    pub index: u64,
    /// Scope of the run.
    pub scope: Scope,
}

impl Finding {
    /// The command that shows the failure again from a file.
    pub fn replay_command(&self, file: &Path) -> String {
        let file = quoted(&file.display().to_string());
        format!("duipai replay {file} --problem {}{}", self.problem, self.subject_flag())
    }

    /// The command that generates the instance again.
    pub fn regenerate_command(&self) -> Option<String> {
        let Origin { seed, index, scope } = self.origin?;
        let scope = match scope {
            Scope::Tiny => " --scope tiny",
            Scope::Small => "",
            Scope::Full => " --scope full",
        };
        Some(format!(
            "duipai run {} --seed {seed} --at {index}{scope}{}",
            self.problem,
            self.subject_flag()
        ))
    }

    fn subject_flag(&self) -> String {
        match (&self.subject, self.failure.accused) {
            // If our solver is wrong, it is the subject.
            (SubjectSpec::Solver, _) | (_, Accused::Solver) => String::new(),
            (subject, _) => format!(" --subject {}", quoted(&subject.to_string())),
        }
    }

    /// The text of the `.desc` file.
    fn description(&self, file: &Path) -> String {
        let mut text = String::new();
        let judgement = &self.failure.judgement;
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "{key}: {value}");
        };
        line("problem", self.problem);
        line("verdict", &judgement.verdict.to_string());
        line("subject", &self.subject.to_string());
        line("version", env!("CARGO_PKG_VERSION"));
        if let Some(origin) = self.origin {
            line("seed", &origin.seed.to_string());
            line("index", &origin.index.to_string());
            let scope = format!("{:?}", origin.scope).to_lowercase();
            line("scope", &scope);
        }
        line("according-to", &self.failure.according_to);
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
                let _ = writeln!(text, "  {line}");
            }
            let more = block.lines().count().saturating_sub(DESCRIBED_LINES);
            if more > 0 {
                let _ = writeln!(text, "  … {more} more lines");
            }
        }
        text
    }

    /// Whether `want` is an answer in the contest's format, fit for a `.ans`.
    fn has_answer(&self) -> bool {
        let said_by = &self.failure.according_to;
        let names_a_program = said_by.starts_with("solver") || said_by.starts_with("oracle");
        let whole = self.failure.judgement.case.is_none() || said_by.starts_with("solver");
        names_a_program && whole && !self.failure.want.starts_with('(')
    }
}

/// Lines of wanted and given output that a `.desc` quotes: a person reads it,
/// and the `.ans` beside it has the whole.
const DESCRIBED_LINES: usize = 200;

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
        let folder = self.out.join(finding.problem).join("raw");
        self.write(finding, folder.join(name(&finding.text)))
    }

    /// Writes a minimised finding, then removes its raw copy.
    pub fn write_minimized(
        &self,
        finding: &Finding,
        raw: Option<&Path>,
    ) -> Result<PathBuf, DiskError> {
        let verdict = finding.failure.judgement.verdict.code().to_lowercase();
        let name = format!("{verdict}-{}", name(&finding.text));
        let path = self.write(finding, self.out.join(finding.problem).join(name))?;
        if let Some(raw) = raw {
            // The description first: without its .in it would mean nothing.
            for extension in ["desc", "ans", "in"] {
                store::remove(&raw.with_extension(extension))?;
            }
        }
        Ok(path)
    }

    fn write(&self, finding: &Finding, stem: PathBuf) -> Result<PathBuf, DiskError> {
        // What is there already is on the disk: flushing again takes longer than
        // most findings took to find.
        let keep = |path: &Path, content: &[u8]| match store::read_if_present(path) {
            Ok(Some(present)) if present == content => Ok(()),
            _ => store::write_atomically(path, content),
        };
        let input = stem.with_extension("in");
        keep(&input, finding.text.as_bytes())?;
        if finding.has_answer() {
            keep(&stem.with_extension("ans"), finding.failure.want.as_bytes())?;
        }
        let description = stem.with_extension("desc");
        // An existing description is kept: somebody may have written into it.
        if !description.exists() {
            let text = finding.description(&input);
            store::write_atomically(&description, text.as_bytes())?;
        }
        Ok(input)
    }
}

/// The name of a document: the hash of its bytes.
pub fn name(text: &str) -> String {
    format!("{:016x}", hash(text.as_bytes()))
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
