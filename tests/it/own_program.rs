//! A program of one's own (`duipai::main!`) with a single problem: its name and
//! version, and no need to name the problem. Over Nim.

use crate::common::{command, example};
use duipai::problems::PROBLEMS;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::{TempDir, tempdir};

/// An input, an output, and a program that looks at the first pile only.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("big.in", "5 900 12 77 7 1000\n");
    write("small.in", "2 1 2\n");
    write("small.out", "Second\n");
    write("wrong", "read n a b; [ \"$b\" ] && echo Second || echo First\n");
    folder
}

/// Runs it. Exit code, standard output, standard error.
fn run(folder: &Path, arguments: &str) -> (i32, String, String) {
    said(&mut command(folder, arguments), arguments)
}

fn said(command: &mut Command, what: &str) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    println!("$ {what}\n{out}{err}");
    (status.code().unwrap(), out, err)
}

/// Every verb about a problem does the same with the name and without it.
#[cfg(unix)]
#[test]
fn the_only_problem_need_not_be_named() {
    let folder = folder();
    let wrong = "-s 'sh wrong'";
    for (verb, rest, code) in [
        ("run", format!("--seed 1 {wrong}"), 1),
        ("exhaust", format!("--size 2,4 {wrong}"), 1),
        ("solve", "big.in".to_owned(), 0),
        ("reference", "small.in".to_owned(), 0),
        ("generate", "--seed 3".to_owned(), 0),
        ("validate", "big.in small.in".to_owned(), 0),
        ("judge", "small.in small.out".to_owned(), 1),
        ("explain", "small.in --lang zh".to_owned(), 0),
        ("minimize", format!("big.in {wrong}"), 1),
        ("shrink", format!("-q big.in {wrong}"), 1),
        ("problems", String::new(), 0),
    ] {
        let without = run(folder.path(), &format!("{verb} {rest}"));
        assert_eq!(without.0, code, "{verb}");
        for name in ["nim", "BOUTON"] {
            let with = run(folder.path(), &format!("{verb} {name} {rest}"));
            assert_eq!(with.0, code, "{verb}");
            // Times differ.
            let words = |said: &str| -> String {
                said.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace()).collect()
            };
            assert_eq!(words(&with.1), words(&without.1), "{verb}");
        }
    }
    // A file that says nothing of its problem.
    assert_eq!(run(folder.path(), "replay small.in").0, 0);
    assert_eq!(run(folder.path(), "accept small.in").0, 0);
    assert!(folder.path().join("corpus/nim/small.in").exists());
}

#[test]
fn a_file_may_have_the_name_of_the_problem() {
    let folder = folder();
    fs::copy(folder.path().join("big.in"), folder.path().join("nim")).unwrap();
    assert_eq!(run(folder.path(), "solve ./nim").1, "First\n");
    assert_eq!(run(folder.path(), "minimize nim -s mutant:parity").0, 1);
    assert_eq!(run(folder.path(), "judge nim nim small.out").0, 1);
}

#[test]
fn what_is_wrong_is_told_of_what_was_written() {
    let folder = folder();
    for (arguments, expected) in [
        ("minimize", "<FILE>"),
        ("minimize nim small.in --tme 3s", "unexpected argument '--tme'"),
        ("minimize small.in --tme 3s", "unexpected argument '--tme'"),
        ("solve missing.in", "missing.in: cannot read"),
        ("run nom", "there is no problem `nom`; the problems are nim"),
        ("exhaust nom", "there is no problem `nom`; the problems are nim"),
    ] {
        let (code, _, err) = run(folder.path(), arguments);
        assert_eq!(code, 2, "{arguments}");
        assert!(err.contains(expected), "{arguments}: {err}");
        assert!(!err.contains("PROBLEM"), "{arguments}: {err}");
    }
}

/// Started by a path, as Cargo does it: what is printed can be pasted.
#[cfg(unix)]
#[test]
fn printed_commands_do_what_they_say() {
    let folder = folder();
    let mut start = Command::new(example());
    start.args(["run", "--seed", "1", "-s", "sh wrong"]).current_dir(folder.path());
    let (code, out, _) = said(&mut start, "by its path");
    assert_eq!(code, 1);
    for (label, code) in [("again: ", 1), ("explain: ", 0), ("keep: ", 0), ("regenerate: ", 1)] {
        let line = out.lines().find_map(|line| line.strip_prefix(label)).unwrap();
        assert!(!line.contains(" nim ") && !line.contains("--problem"), "{line}");
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(folder.path());
        assert_eq!(said(&mut shell, line).0, code, "{line}");
    }
}

#[test]
fn it_has_its_own_name_and_version() {
    let folder = tempdir().unwrap();
    let name = example().file_stem().unwrap().to_str().unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let own = format!("{name} {version} (duipai {version})");
    assert_eq!(run(folder.path(), "--version").1, format!("{own}\n"));
    let out = run(folder.path(), "run --seed 1 -s mutant:parity").1;
    assert!(out.starts_with(&format!("{own}  subject mutant:parity")), "{out}");
    assert!(out.contains(&format!("\nagain:      {name} replay duipai-out/nim/")), "{out}");
    let events = run(folder.path(), "run --seed 1 --cases 9 --json").1;
    assert!(events.contains(&format!("\"version\":\"{version} (duipai {version})\"")), "{events}");
}

/// Its examples are of its own problem.
#[test]
fn its_help_speaks_of_nobody_else() {
    let folder = tempdir().unwrap();
    let name = example().file_stem().unwrap().to_str().unwrap();
    let all = run(folder.path(), "--help").1;
    let (_, verbs) = all.split_once("Commands:\n").unwrap();
    let verbs: Vec<_> = verbs
        .lines()
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|word| !word.is_empty())
        .collect();
    assert!(verbs.len() > 10, "{verbs:?}");
    for verb in verbs {
        let help = run(folder.path(), &format!("{verb} --help")).1;
        assert!(!help.contains("`duipai "), "{help}");
        let (_, examples) = help.split_once("Examples:\n").unwrap_or(("", ""));
        assert!(!examples.contains("duipai "), "{help}");
        assert!(!examples.contains("--problem --"), "{help}");
        assert!(examples.lines().all(|line| line.contains(name)), "{help}");
        for other in PROBLEMS.iter().map(|problem| problem.info().about) {
            for word in other.aliases.into_iter().chain([other.name.to_string()]) {
                assert!(!examples.contains(&word), "{word}: {help}");
            }
        }
    }
}
