//! Fixtures: inputs that are kept for ever, as contest text.
//!
//! ```text
//! corpus/<problem>/<name>.in      the input, byte for byte what a program reads
//! corpus/<problem>/<name>.ans     the right output (may be missing)
//! corpus/<problem>/<name>.desc    where it comes from (see [`crate::desc`])
//! ```
//!
//! The project's own corpus is part of the program, so that `replay` works
//! outside a clone.

use crate::desc;
use crate::store::{self, DiskError};
use crate::terminal::shown;
use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};

static EMBEDDED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/corpus");

/// Where `accept` keeps fixtures unless the user says otherwise, in a folder for
/// each problem.
pub const DEFAULT_FOLDER: &str = "corpus";

/// A fixture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixture {
    /// The problem, by folder or description; unknown for a file from
    /// elsewhere.
    pub problem: Option<String>,
    /// What to call it: a path, or `<problem>/<name>` if it is embedded.
    pub name: String,
    /// Where it lies on disk.
    pub path: Option<PathBuf>,
    /// The input.
    pub input: Vec<u8>,
    /// The right output.
    pub answer: Option<Vec<u8>>,
    /// The description.
    pub description: Option<String>,
}

impl Fixture {
    /// The value of a key in the header of the description.
    pub fn says(&self, key: &str) -> Option<&str> {
        desc::value(self.description.as_deref()?, key)
    }

    /// Whether the input is not valid and must be refused (`input: refused` in
    /// the description).
    pub fn must_be_refused(&self) -> bool {
        self.says(desc::INPUT) == Some(desc::REFUSED)
    }

    /// Whether the input is not read as the instances that failed (`input:
    /// misread` in the description): it is no fixture of them.
    pub fn is_misread(&self) -> bool {
        self.says(desc::INPUT) == Some(desc::MISREAD)
    }

    /// Reads a fixture from its `.in` file, which must be a regular one.
    pub fn load(path: &Path, known: &[impl AsRef<str>]) -> Result<Self, DiskError> {
        Self::with_input(path, store::read(path)?, known)
    }

    /// A fixture with this input, and what lies beside it.
    fn with_input(
        path: &Path,
        input: Vec<u8>,
        known: &[impl AsRef<str>],
    ) -> Result<Self, DiskError> {
        let answer = store::read_if_present(&path.with_extension("ans"))?;
        let description = store::read_if_present(&path.with_extension("desc"))?
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let name = shown(path);
        let path = Some(path.to_owned());
        let mut fixture = Self { problem: None, name, path, input, answer, description };
        fixture.problem = fixture.says(desc::PROBLEM).map(str::to_owned).or_else(|| {
            let path = fixture.path.as_deref()?;
            let absolute = std::path::absolute(path).ok()?;
            let folders = absolute.ancestors().filter_map(|folder| folder.file_name()?.to_str());
            folders
                .skip(1)
                .find(|folder| known.iter().any(|name| name.as_ref() == *folder))
                .map(str::to_owned)
        });
        Ok(fixture)
    }
}

/// The fixtures that are part of the program, sorted by name.
pub fn embedded() -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for folder in EMBEDDED.dirs() {
        for file in folder.files() {
            let path = file.path();
            if path.extension().is_none_or(|extension| extension != "in") {
                continue;
            }
            let beside = |extension| EMBEDDED.get_file(path.with_extension(extension));
            fixtures.push(Fixture {
                problem: Some(folder.path().display().to_string()),
                name: path.with_extension("").display().to_string(),
                path: None,
                input: file.contents().to_vec(),
                answer: beside("ans").map(|file| file.contents().to_vec()),
                description: beside("desc")
                    .map(|file| String::from_utf8_lossy(file.contents()).into_owned()),
            });
        }
    }
    fixtures.sort_by(|a, b| a.name.cmp(&b.name));
    fixtures
}

/// The fixtures of a file, or of a folder and everything below it. `known` are
/// the names of problems.
pub fn load(path: &Path, known: &[impl AsRef<str>]) -> Result<Vec<Fixture>, DiskError> {
    if path.is_dir() {
        store::files_below(path, "in")?.iter().map(|file| Fixture::load(file, known)).collect()
    } else {
        // Named by the user: it may be a pipe.
        Ok(vec![Fixture::with_input(path, store::read_where_told(path)?, known)?])
    }
}

/// The fixtures of a problem in its folder of a corpus that are not built in:
/// those that somebody kept since. No folder is as good as an empty one.
pub fn kept_beside(
    built_in: &[Fixture],
    corpus: &Path,
    problem: &str,
) -> Result<Vec<Fixture>, DiskError> {
    let folder = corpus.join(problem);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut kept = load(&folder, &[problem])?;
    kept.retain(|fixture| {
        let (input, answer) = (&fixture.input, &fixture.answer);
        fixture.problem.as_deref() == Some(problem)
            && !built_in.iter().any(|other| (&other.input, &other.answer) == (input, answer))
    });
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_problem_comes_from_the_description_or_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pigs/deep/x.in");
        store::write_atomically(&path, b"1").unwrap();
        let load = || Fixture::load(&path, &["pigs", "poker"]).unwrap();
        assert_eq!(load().problem.as_deref(), Some("pigs"));
        assert_eq!(load().answer, None);
        store::write_atomically(&path.with_extension("desc"), b"problem: poker\n").unwrap();
        assert_eq!(load().problem.as_deref(), Some("poker"));
    }
}
