//! The command line of a program: its name, version and problems in the help, the
//! default verb, and the only problem where there is only one.

use super::find_problem;
use crate::any::AnyProblem;
use crate::problems::PROBLEMS;
use crate::program;
use clap::{Arg, Command};
use std::ffi::OsString;

/// The argument of verbs that are about one problem.
const PROBLEM: &str = "problem";

/// The command as this program shows it.
pub(super) fn command(command: Command, problems: &[&'static dyn AnyProblem]) -> Command {
    let command = command.name(program::name()).version(program::version());
    command.mut_subcommands(|verb| {
        let examples = verb.get_after_help().map(ToString::to_string);
        let verb = match examples {
            Some(text) => verb.after_help(examples_of(&text, problems)),
            None => verb,
        };
        let single = problems.len() == 1 && verb.get_positionals().any(is_the_problem);
        let verb = if single { without_the_problem(verb) } else { verb };
        verb.mut_args(|arg| {
            let help = arg.get_help().map(ToString::to_string);
            match help {
                Some(help) if help.contains("`duipai ") => {
                    arg.help(help.replace("`duipai ", &format!("`{} ", program::word())))
                }
                _ => arg,
            }
        })
    })
}

/// Of a verb that is about the only problem, which need not be named.
fn without_the_problem(verb: Command) -> Command {
    let usage = verb.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").replace(" <PROBLEM>", "");
    let verb = verb.override_usage(format!("{} {usage}", program::name()));
    // `mut_arg` would put it behind the others.
    verb.mut_args(|arg| if is_the_problem(&arg) { arg.hide(true) } else { arg })
}

/// Not the option of the same name.
fn is_the_problem(arg: &Arg) -> bool {
    arg.get_id() == PROBLEM && arg.is_positional()
}

/// Examples with this program's name and problems: the first of them instead of
/// ours, or none at all if no other can be meant. Remarks stay below each other.
fn examples_of(text: &str, problems: &[&'static dyn AnyProblem]) -> String {
    let known = |word: &str| find_problem(problems, word).is_ok();
    let ours = |word: &str| find_problem(PROBLEMS, word).is_ok();
    let own = problems.first().map(|problem| problem.info().about.name);
    let own = own.as_deref().unwrap_or_default();
    let not_here = |word: &str| ours(word) && !known(word);
    let own_words = |example: &str| {
        let mut words: Vec<String> = Vec::new();
        for word in example.split(' ') {
            if word == "duipai" {
                words.push(program::word().to_owned());
            } else if not_here(word) && problems.len() == 1 {
                words.pop_if(|option| option == "--problem");
            } else {
                // Of a path, the folder of a problem.
                let parts = word.split('/').map(|part| if not_here(part) { own } else { part });
                words.push(parts.collect::<Vec<_>>().join("/"));
            }
        }
        words.join(" ")
    };
    let lines: Vec<(String, &str)> = text
        .lines()
        .map(|line| {
            let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
            let (example, remark) = rest.split_once("   ").unwrap_or((rest, ""));
            (format!("{indent}{}", own_words(example)), remark.trim_start())
        })
        .collect();
    let with_remark = lines.iter().filter(|(_, remark)| !remark.is_empty());
    let width = with_remark.map(|(example, _)| example.chars().count()).max().unwrap_or(0);
    let line = |(example, remark): &(String, &str)| match *remark {
        "" => example.clone(),
        remark => format!("{example:width$}   {remark}"),
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// `run` is the default verb: `duipai`, `duipai pigs`, `duipai --time 5s`.
pub(super) fn with_default_verb(command: &Command, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let global = ["-h", "--help", "-V", "--version"];
    let named = arguments
        .get(1)
        .and_then(|word| word.to_str())
        .is_some_and(|word| command.find_subcommand(word).is_some() || global.contains(&word));
    if !named {
        arguments.insert(1.min(arguments.len()), "run".into());
    }
    arguments
}

/// Where there is only one problem, and the verb is about one, it need not be
/// named. It is if the first word that stands for it is its name or alias, and
/// all else is complete: a file of that name is `./nim`.
pub(super) fn with_the_only_problem(
    command: &Command,
    problems: &[&'static dyn AnyProblem],
    arguments: Vec<OsString>,
) -> Vec<OsString> {
    let [problem] = problems else { return arguments };
    let verb = arguments.get(1).and_then(|word| word.to_str());
    let verb = verb.and_then(|word| command.find_subcommand(word));
    if !verb.is_some_and(|verb| verb.get_positionals().any(is_the_problem)) {
        return arguments;
    }
    let mut completed = arguments.clone();
    completed.insert(2, (&*problem.info().about.name).into());
    let parsed = |arguments| command.clone().try_get_matches_from(arguments);
    let is_its_name = |word: &str| find_problem(problems, word).is_ok();
    let (is_named, seems_named) = match parsed(&arguments) {
        Ok(matches) => {
            let verb = matches.subcommand().map(|(_, matches)| matches);
            let word = verb.and_then(|matches| matches.get_one::<String>(PROBLEM));
            (word.is_some_and(|word| is_its_name(word)), true)
        }
        Err(_) => {
            let word = arguments.get(2).and_then(|word| word.to_str());
            (false, word.is_some_and(is_its_name))
        }
    };
    // What is wrong is told of what was written.
    if is_named || seems_named && parsed(&completed).is_err() { arguments } else { completed }
}
