//! Source files as programs: compiled once, kept in a cache, started from there.
//!
//! A [`ProgramSpec`] is a program as a user names it, in whatever role:
//! [`ProgramSpec::ready`] makes a command of it that can be started. A line whose
//! first word is a source file is compiled first; any other line is a command as
//! it stands.
//!
//! What is compiled is found again by its content: that of the source and of the
//! files that it includes, the compiler, its command, and the folder in which it
//! is called. Headers of the system are told apart by the compiler alone. See
//! docs/programs.md for commands and limits.

mod cache;
mod error;
mod identity;
mod inputs;
mod recipe;
mod remarks;
mod spec;
mod startup;
mod tool;

pub use cache::{Cache, Contents};
pub use error::CompileError;
pub use spec::{ProgramOptions, ProgramSpec};

use crate::command::{CommandLine, Language};
use cache::Entry;
use inputs::Input;
use recipe::Recipe;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A source file and the words after it.
#[derive(Debug)]
struct Source {
    /// The whole line.
    line: String,
    /// As it is written; relative to our folder.
    path: PathBuf,
    arguments: Vec<String>,
    /// `None` where only the user knows how it is compiled.
    language: Option<Language>,
}

/// How often it is compiled if its files change meanwhile: somebody saves now
/// and then, but not so often.
const MOST_TRIES: usize = 3;

/// The program of a source: from the cache, or compiled now. `cancel` is asked
/// at least every 10 ms.
fn program(
    source: &Source,
    options: &ProgramOptions,
    cancel: &dyn Fn() -> bool,
) -> Result<CommandLine, CompileError> {
    for _ in 0..MOST_TRIES {
        let content = inputs::source(&source.path)?;
        let recipe = Recipe::of(source, &content, options)?;
        if recipe.is_python() {
            tool::check_python(source, &recipe, cancel)?;
            return Ok(recipe.command(source, Path::new("")));
        }
        let cache = Cache::of_user()?;
        let beside = inputs::beside(&source.path, &recipe)?;
        let key = identity::key(source, &recipe, &content, &beside, cancel)?;
        if let Some(entry) = cache.find(&key) {
            return Ok(started_from(entry, source, &recipe));
        }
        let began = SystemTime::now();
        let making = cache.begin()?;
        let listed = tool::compile(source, &content, &recipe, making.path(), cancel)?;
        let mut used: Vec<Input> = Vec::new();
        let mut changed = inputs::source(&source.path)? != content;
        for path in listed {
            let input = Input::of(&path)?;
            changed |= input.changed_since(began);
            used.push(input);
        }
        if !changed {
            let entry = cache.keep(making, &key, &used)?;
            return Ok(started_from(entry, source, &recipe));
        }
    }
    Err(CompileError::Changing { source_file: source.path.clone() })
}

/// The command of a kept program, which stays kept for as long as we live.
fn started_from(entry: Entry, source: &Source, recipe: &Recipe) -> CommandLine {
    let command = recipe.command(source, entry.path());
    entry.hold();
    command
}
