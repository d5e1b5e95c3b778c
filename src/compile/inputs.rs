//! What a program is made of.

use super::error::CompileError;
use super::recipe::{MadeOf, Recipe, folder_of};
use crate::hash::wide_hash;
use crate::store;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A file as it was when it was compiled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Input {
    path: OsString,
    /// Of its content, in hexadecimal digits.
    hash: String,
}

impl Input {
    /// As it is now.
    pub(super) fn of(path: &Path) -> Result<Self, CompileError> {
        // From the root: whoever finds it may be in another folder.
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let hash = format!("{:032x}", wide_hash(&store::read(path)?));
        Ok(Self { path: whole.into_os_string(), hash })
    }

    /// Whether it is still the same. Reads it.
    pub(super) fn holds(&self) -> bool {
        Self::of(Path::new(&self.path)).is_ok_and(|now| now == *self)
    }

    /// Whether it was written after this moment, as far as is known.
    pub(super) fn changed_since(&self, moment: SystemTime) -> bool {
        let changed = std::fs::metadata(&self.path).and_then(|there| there.modified());
        changed.is_ok_and(|changed| changed > moment)
    }
}

/// The content of the source itself.
pub(super) fn source(path: &Path) -> Result<Vec<u8>, CompileError> {
    Ok(store::read(path)?)
}

/// Ends of the names of headers and of what else is included.
const HEADERS: [&str; 9] = ["h", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp", "tpp"];

/// What lies beside a source and may be part of it, sorted by path, where the
/// compiler does not list what is. Nothing else.
pub(super) fn beside(source: &Path, recipe: &Recipe) -> Result<Vec<Input>, CompileError> {
    if recipe.made_of == MadeOf::Listed {
        return Ok(Vec::new());
    }
    let folder = folder_of(source);
    let failed = |error| store::DiskError::new(&folder, "cannot list", error);
    let end = source.extension().unwrap_or_default();
    let counts = |path: &Path| {
        let other = path.extension().unwrap_or_default();
        other == end || HEADERS.iter().any(|header| other == *header)
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        // What is no regular file, or a link to nothing, is no part of a source.
        if counts(&path) && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| Input::of(path)).collect()
}

/// The files that a rule of a makefile names, as GCC, Clang and rustc write it:
/// behind the first colon, up to a line end without a backslash before it.
pub(super) fn listed(rule: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Some((_, list)) = rule.split_once(": ") else { return files };
    let mut file = String::new();
    let mut rest = list.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('\\', Some('\n')) => drop(rest.next()),
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => file.extend(rest.next()),
            ('\n', _) => break,
            (' ', _) => files.extend(ended(&mut file)),
            _ => file.push(c),
        }
    }
    files.extend(ended(&mut file));
    files
}

fn ended(file: &mut String) -> Option<PathBuf> {
    let file = std::mem::take(file);
    (!file.is_empty()).then(|| file.into())
}

#[cfg(test)]
mod tests {
    use super::listed;
    use std::path::PathBuf;

    #[test]
    fn files_of_a_rule() {
        for (rule, files) in [
            ("out: a.cpp b.h\n", &["a.cpp", "b.h"][..]),
            ("out: a.cpp \\\n  b.h \\\n c.h\n\nb.h:\n", &["a.cpp", "b.h", "c.h"]),
            ("/x/program: a\\ b.rs c$$d\\#.rs\n\na\\ b.rs:\n", &["a b.rs", "c$d#.rs"]),
            ("out: 猪.cpp", &["猪.cpp"]),
            ("out:\n", &[]),
            ("", &[]),
        ] {
            let expected: Vec<_> = files.iter().map(PathBuf::from).collect();
            assert_eq!(listed(rule), expected, "{rule}");
        }
    }
}
