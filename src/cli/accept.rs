//! `duipai accept`: a finding becomes a fixture.

use super::{Found, Stop, find_problem, output};
use crate::any::{AnswerError, AnyProblem};
use crate::corpus::Fixture;
use crate::problem::TextError;
use crate::report::GOOD;
use crate::store;
use std::path::PathBuf;

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
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Found, Stop> {
    let known: Vec<_> = problems.iter().map(|problem| problem.info().name).collect();
    if args.name.is_some() && args.files.len() > 1 {
        return Err(Stop::Usage("--name goes with a single file".to_owned()));
    }
    if let Some(name) = &args.name
        && (name.contains(['/', '\\']) || name.starts_with('.') || name.is_empty())
    {
        return Err(Stop::Usage(format!("`{name}` is no name for a file")));
    }
    for file in &args.files {
        let shown = file.display();
        if file.extension().is_none_or(|extension| extension != "in") {
            return Err(Stop::Usage(format!("{shown}: expected an input, a file named *.in")));
        }
        let fixture = Fixture::load(file, &known)?;
        // As for replay: what the file says of itself comes first.
        let name = fixture.problem.as_deref().or(args.problem.as_deref());
        let Some(name) = name else {
            return Err(Stop::Usage(format!("{shown}: which problem is it of? (--problem NAME)")));
        };
        let problem = find_problem(problems, name)?;
        let answer = match problem.answer(&fixture.input) {
            Ok(answer) => Some(answer),
            // An unending game is a fixture without an answer.
            Err(AnswerError::Text(TextError::Refused(..))) => None,
            // So is an input that programs must refuse.
            Err(AnswerError::Text(TextError::Input(_))) if fixture.must_be_refused() => None,
            Err(AnswerError::Text(error)) => return Err(Stop::Usage(format!("{shown}:{error}"))),
            Err(AnswerError::Disputed(why)) => {
                // Still worth keeping: as soon as one of the two is mended, the
                // other is checked. Until then nobody knows the answer.
                output::styled(&format!("{shown}: kept without an answer: {why}\n"))?;
                None
            }
        };
        let own = || file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let stem = args.name.clone().or_else(own).unwrap_or_default();
        // Put together by hand: `with_extension` would cut a name such as `v1.2`.
        let target = args.corpus.join(problem.info().name).join(format!("{stem}.in"));
        if let Some(existing) = store::read_if_present(&target)?
            && existing != fixture.input
        {
            return Err(Stop::Usage(format!(
                "{}: exists with another content; choose a --name",
                target.display()
            )));
        }
        store::write_where_told(&target, &fixture.input)?;
        if let Some(answer) = answer {
            store::write_where_told(&target.with_extension("ans"), answer.as_bytes())?;
        }
        let description = target.with_extension("desc");
        if let (Some(text), false) = (&fixture.description, description.exists()) {
            store::write_where_told(&description, text.as_bytes())?;
        }
        output::styled(&format!("{GOOD}kept{GOOD:#} {}\n", target.display()))?;
    }
    Ok(Found::Nothing)
}
