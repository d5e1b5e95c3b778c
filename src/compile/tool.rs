//! Compilers at work: run as programs under test are, by a spawner, so that
//! nothing of them is left, whatever ends them.

use super::Source;
use super::error::CompileError;
use super::inputs::listed;
use super::recipe::{MadeOf, Recipe, out};
use crate::command::{CommandLine, Place};
use crate::process::{Limits, Outcome, Trouble};
use crate::store::DiskError;
use crate::verdict::Verdict;
use rustix::fs::{Access, access};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// CPU time (and as much on the clock) after which a compiler is given up, and
/// the longest time for which it may do nothing: judges give 10 to 30 seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// Makes the program in a folder of our own. Returns the files that it is made
/// of, where the compiler lists them. `cancel` is asked at least every 10 ms.
pub(super) fn compile(
    source: &Source,
    content: &[u8],
    recipe: &Recipe,
    folder: &Path,
    cancel: &dyn Fn() -> bool,
) -> Result<Vec<PathBuf>, CompileError> {
    // For all that is of no use afterwards.
    let work = folder.join("work");
    let made = |path: &Path, done: std::io::Result<()>| {
        done.map_err(|error| DiskError::new(path, "cannot write", error))
    };
    made(&work, fs::create_dir(&work))?;
    let out = out(folder);
    if recipe.makes_folder() {
        made(&out, fs::create_dir(&out))?;
    }
    let deps = work.join("deps");
    let name = recipe.name_of_source(&String::from_utf8_lossy(content));
    let command = match &name {
        Some(name) => {
            let copy = work.join(name);
            made(&copy, fs::write(&copy, content))?;
            recipe.compiling(Path::new(name), &out, &deps).in_place(Place::At(work.clone()))
        }
        None => recipe.compiling(&source.path, &out, &deps),
    };
    // Temporary files of a compiler that is killed go with the folder.
    let temporary = ("TMPDIR".to_owned(), work.clone().into_os_string());
    let outcome = run(source, recipe, &command.with_environment(vec![temporary]), cancel)?;
    accept(source, recipe, outcome)?;
    let nothing = |why: &str| {
        Err(CompileError::Nothing { command: recipe.shown(&source.path), why: why.to_owned() })
    };
    if !recipe.makes_folder() {
        match fs::metadata(&out) {
            Err(_) => return nothing("is not there"),
            Ok(there) if !there.is_file() => return nothing("is no file"),
            Ok(_) if access(&out, Access::EXEC_OK).is_err() => {
                return nothing("is not executable");
            }
            // A program that a power cut cut short would be kept for good.
            Ok(_) => made(&out, File::open(&out).and_then(|file| file.sync_all()))?,
        }
    }
    let files = match recipe.made_of {
        MadeOf::Listed => {
            let rule = fs::read(&deps).map_err(|e| DiskError::new(&deps, "cannot read", e))?;
            listed(&String::from_utf8_lossy(&rule))
        }
        MadeOf::Beside => Vec::new(),
    };
    made(&work, fs::remove_dir_all(&work))?;
    Ok(files)
}

/// What Python says of a source that it cannot compile. Nothing is run or written.
pub(super) fn check_python(
    source: &Source,
    recipe: &Recipe,
    cancel: &dyn Fn() -> bool,
) -> Result<(), CompileError> {
    const CHECK: &str = "\
import sys, traceback, warnings
warnings.simplefilter('ignore')
try:
    with open(sys.argv[1], 'rb') as f:
        compile(f.read(), sys.argv[1], 'exec', dont_inherit=True)
except (SyntaxError, ValueError) as error:
    sys.stderr.write(''.join(traceback.format_exception_only(type(error), error)))
    sys.exit(1)
";
    let path = source.path.to_string_lossy().into_owned();
    let words = ["python3", "-c", CHECK, &path].map(str::to_owned).to_vec();
    let command = CommandLine::of(&format!("python3 {path}"), recipe.compiler.clone(), words);
    accept(source, recipe, run(source, recipe, &command, cancel)?)
}

/// What a compiler says of its version.
pub(super) fn version(
    source: &Source,
    recipe: &Recipe,
    words: &[String],
    cancel: &dyn Fn() -> bool,
) -> Result<Vec<u8>, CompileError> {
    let command = CommandLine::of(&words.join(" "), recipe.compiler.clone(), words.to_vec());
    let outcome = run(source, recipe, &command, cancel)?;
    let said = outcome.stdout.clone();
    accept(source, recipe, outcome)?;
    Ok(said)
}

fn run(
    source: &Source,
    recipe: &Recipe,
    command: &CommandLine,
    cancel: &dyn Fn() -> bool,
) -> Result<Outcome, CompileError> {
    let outcome = command.run(b"", &Limits { time: PATIENCE, ..Limits::default() }, cancel);
    match &outcome.verdict {
        Err(Verdict::Je) => {
            let lost = || Trouble::Lost("no reason is known".to_owned());
            Err(CompileError::Trouble(outcome.trouble.unwrap_or_else(lost)))
        }
        Err(Verdict::Tle | Verdict::Ile) => Err(CompileError::TooLong {
            source_file: source.path.clone(),
            seconds: PATIENCE.as_secs(),
            command: recipe.shown(&source.path),
        }),
        _ => Ok(outcome),
    }
}

fn accept(source: &Source, recipe: &Recipe, outcome: Outcome) -> Result<(), CompileError> {
    let Err(verdict) = outcome.verdict else { return Ok(()) };
    let how = match verdict {
        Verdict::Re(crash) => crash.to_string(),
        other => other.to_string(),
    };
    let said = [outcome.stdout, outcome.stderr].concat();
    Err(CompileError::Refused {
        source_file: source.path.clone(),
        how,
        command: recipe.shown(&source.path),
        message: String::from_utf8_lossy(&said).trim_end().to_owned(),
    })
}
