//! Under what name a compiled program is found again.

use super::Source;
use super::error::CompileError;
use super::inputs::Input;
use super::recipe::Recipe;
use super::tool;
use crate::hash::wide_hash;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;

/// Changes whenever what is kept in the cache changes its form or meaning.
const FORM: &str = "1";

/// Variables by which compilers find what they include or link, or which
/// toolchain they are.
const VARIABLES: [&str; 8] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "LIBRARY_PATH",
    "CLASSPATH",
    "JDK_JAVAC_OPTIONS",
    "RUSTUP_TOOLCHAIN",
    "COMPILER_PATH",
];

/// The name of a program in the cache: the hash of all that is known before it is
/// compiled.
pub(super) fn key(
    source: &Source,
    recipe: &Recipe,
    content: &[u8],
    beside: &[Input],
    cancel: &dyn Fn() -> bool,
) -> Result<String, CompileError> {
    let mut parts = Parts::default();
    parts.add(FORM.as_bytes());
    // Words and messages of the program itself hold the path as it is written.
    parts.add(source.path.as_os_str().as_bytes());
    let here = std::env::current_dir().unwrap_or_default();
    parts.add(here.as_os_str().as_bytes());
    parts.add(content);
    recipe.parts().for_each(|word| parts.add(word.as_bytes()));
    // Which program of that name it is: another version has another file.
    let compiler = recipe.compiler.canonicalize().unwrap_or_else(|_| recipe.compiler.clone());
    parts.add(compiler.as_os_str().as_bytes());
    if let Ok(file) = compiler.metadata() {
        for number in [file.len().cast_signed(), file.mtime(), file.mtime_nsec()] {
            parts.add(&number.to_le_bytes());
        }
    }
    if let Some(words) = &recipe.version {
        parts.add(&tool::version(source, recipe, words, cancel)?);
    }
    for name in VARIABLES {
        parts.add(std::env::var_os(name).unwrap_or_default().as_bytes());
    }
    for input in beside {
        parts.add(serde_json::to_string(input).unwrap_or_default().as_bytes());
    }
    Ok(format!("{:032x}", wide_hash(&parts.0)))
}

/// Parts, each with its length, so that none can pass for the end of another.
#[derive(Default)]
struct Parts(Vec<u8>);

impl Parts {
    fn add(&mut self, part: &[u8]) {
        self.0.extend((part.len() as u64).to_le_bytes());
        self.0.extend(part);
    }
}
