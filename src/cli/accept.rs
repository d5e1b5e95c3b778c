//! `duipai accept`: a finding becomes a fixture.

use super::{Stop, problem_of};
use crate::any::AnyProblem;
use crate::corpus::{DEFAULT_FOLDER, Fixture};
use crate::desc;
use crate::exit::Exit;
use crate::problem::TextError;
use crate::store::{self, Claimed};
use crate::terminal::{self, FAINT, GOOD};
use crate::verbs::AnswerError;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Keep findings as fixtures
///
/// Copies each input into corpus/<problem>/ with its description and the right
/// answer (the solver's, confirmed by the reference where it can follow). Your
/// own files stay where they are. Links in the corpus are followed, not
/// replaced.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai accept duipai-out/pigs/wa-0123456789abcdef.in
  duipai accept --problem split --name tie my.in")]
pub(super) struct Args {
    /// Input files (.in).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The problem of files that do not say (by a .desc or their folder).
    #[arg(short, long, value_name = "PROBLEM")]
    problem: Option<String>,
    /// The fixture's name, for a single file; by default the file's own.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The corpus.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    corpus: PathBuf,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let known: Vec<_> = problems.iter().map(|problem| problem.info().about.name).collect();
    if args.name.is_some() && args.files.len() > 1 {
        return Err(Stop::Usage("--name goes with a single file".to_owned()));
    }
    if let Some(name) = &args.name
        && (name.contains(['/', '\\']) || name.starts_with('.') || name.is_empty())
    {
        return Err(Stop::Usage(format!("`{name}` is no name for a file")));
    }
    for file in &args.files {
        let shown = terminal::shown(file);
        if file.extension().is_none_or(|extension| extension != "in") {
            return Err(Stop::Usage(format!("{shown}: expected an input, a file named *.in")));
        }
        let fixture = Fixture::load(file, &known)?;
        let problem = problem_of(problems, &fixture, args.problem.as_deref())?;
        if fixture.is_misread() {
            let again = fixture.says(desc::REGENERATE).unwrap_or_default();
            return Err(Stop::Usage(format!(
                "{shown}: its text is not read as the instance that failed, so that it cannot be kept: the reader or \
                 the writer of {} is wrong; the instance is made again by `{}`",
                problem.info().about.name,
                terminal::printable(again)
            )));
        }
        let answer = match problem.answer(&fixture.input) {
            Ok(answer) => Some(answer),
            // An unending game is a fixture without an answer.
            Err(AnswerError::Text(TextError::Refused(..))) => None,
            // So is an input that programs must refuse.
            Err(AnswerError::Text(TextError::Input(_))) if fixture.must_be_refused() => None,
            Err(AnswerError::Text(error)) => return Err(Stop::Usage(format!("{shown}:{error}"))),
            Err(error @ AnswerError::Misread(_)) => {
                return Err(Stop::Usage(format!("{shown}: {error}")));
            }
            Err(AnswerError::Disputed(why)) => {
                // Still worth keeping: as soon as one of the two is mended, the
                // other is checked. Until then nobody knows the answer.
                terminal::styled(&format!("{shown}: kept without an answer: {why}\n"))?;
                None
            }
        };
        let stem = match &args.name {
            Some(name) => name.into(),
            None => file.file_stem().map(OsString::from).unwrap_or_default(),
        };
        let folder = args.corpus.join(&*problem.info().about.name);
        let kept = keep(&folder, &stem, &fixture, answer.as_deref())?;
        let path = terminal::shown(&kept.path);
        let remark = match kept.mended[..] {
            [] => String::new(),
            ref mended => format!(" {FAINT}(was incomplete: {}){FAINT:#}", mended.join(", ")),
        };
        terminal::styled(&format!("{GOOD}kept{GOOD:#} {path}{remark}\n"))?;
    }
    Ok(Exit::Fine)
}

/// A fixture that was kept.
struct Kept {
    /// Its `.in`.
    path: PathBuf,
    /// What was made of a fixture that was there and lacked something.
    mended: Vec<&'static str>,
}

/// Claims a name in the corpus, the `.in` first: of several that try at once for
/// different inputs, one gets it and the others are told.
fn keep(
    folder: &Path,
    stem: &OsStr,
    fixture: &Fixture,
    answer: Option<&str>,
) -> Result<Kept, Stop> {
    // Put together by hand: `with_extension` would cut a name such as `v1.2`.
    let with = |extension: &str| {
        let mut name = stem.to_owned();
        name.push(extension);
        folder.join(name)
    };
    let path = with(".in");
    let refuse = |path: &Path, why: &str| {
        Stop::Usage(format!("{}: {why}; choose a --name", terminal::shown(path)))
    };
    let (answer_path, description) = (with(".ans"), with(".desc"));
    // Whose they are nobody could tell, once there is an input beside them.
    // Looked for first: whoever accepts the same input makes them last.
    let strays: Vec<_> =
        [&answer_path, &description].into_iter().filter(|path| path.exists()).collect();
    let new = match store::claim(&path, &fixture.input)? {
        Claimed::New => match strays.first() {
            None => true,
            Some(stray) => {
                store::remove(&path)?;
                return Err(refuse(stray, "lies there without an input"));
            }
        },
        Claimed::Same => false,
        Claimed::Taken if is_dead_link(&path) => {
            store::write_where_told(&path, &fixture.input)?;
            true
        }
        Claimed::Taken => return Err(refuse(&path, "exists with another content")),
    };
    let mut mended = Vec::new();
    if let Some(answer) = answer {
        let claimed = store::claim(&answer_path, answer.as_bytes())?;
        if claimed == Claimed::Taken {
            // It is of this very input, and this is the right one.
            store::write_where_told(&answer_path, answer.as_bytes())?;
        }
        match claimed {
            Claimed::New if !new => mended.push("its answer was missing"),
            Claimed::Taken => mended.push("its answer was wrong"),
            _ => {}
        }
    }
    if let Some(text) = &fixture.description {
        // One that is there is kept: somebody may have written into it.
        let claimed = store::claim(&description, text.as_bytes())?;
        if claimed == Claimed::New && !new {
            mended.push("its description was missing");
        }
        if claimed == Claimed::Taken && is_dead_link(&description) {
            store::write_where_told(&description, text.as_bytes())?;
        }
    }
    Ok(Kept { path, mended })
}

/// A link to nothing in the corpus is followed, not replaced.
fn is_dead_link(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}
