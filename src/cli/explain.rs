//! `duipai explain`: what happens, for a person.

use super::input::Input;
use super::{Stop, find_problem};
use crate::any::AnyProblem;
use crate::exit::Exit;
use crate::problem::Lang;
use crate::report;
use crate::subject::SubjectSpec;
use crate::terminal;
use clap::ValueEnum;
use std::path::PathBuf;

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LangOption {
    /// English.
    En,
    /// 中文.
    Zh,
}

/// Explain what happens in an input
///
/// With `--subject mutant:NAME`, also the first event at which the mutant's
/// run parts from the right one.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai explain pigs game.in
  duipai explain pigs game.in --lang zh
  duipai explain pigs game.in --subject mutant:NAME")]
pub(super) struct Args {
    /// Problem, by name or alias.
    problem: String,
    /// Input file; standard input if it is missing or `-`.
    file: Option<PathBuf>,
    /// Language.
    #[arg(long, value_enum, default_value = "en")]
    lang: LangOption,
    /// A mutant to compare with.
    #[arg(short, long, value_name = "mutant:NAME")]
    subject: Option<String>,
}

pub(super) fn run(problems: &[&'static dyn AnyProblem], args: Args) -> Result<Exit, Stop> {
    let problem = find_problem(problems, &args.problem)?;
    let lang = match args.lang {
        LangOption::En => Lang::En,
        LangOption::Zh => Lang::Zh,
    };
    let input = Input::new(args.file.as_deref());
    let text = input.read()?;
    let mut story = problem.explain(&text, lang).map_err(|error| input.invalid(&error))?;
    if let Some(subject) = args.subject {
        let Ok(spec) = subject.parse();
        let SubjectSpec::Mutant(name) = &spec else {
            let only = "only a mutant tells its story: --subject mutant:NAME";
            return Err(Stop::Usage(only.to_owned()));
        };
        problem.find_subject(&spec).map_err(Stop::usage)?;
        story.push('\n');
        match problem.parting(&text, name, lang) {
            Some(parting) => story.push_str(&report::parting(&parting, None)),
            None => story.push_str(&format!("{spec} tells no different story here\n")),
        }
    }
    terminal::styled(&story)?;
    Ok(Exit::Fine)
}
