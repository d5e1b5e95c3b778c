//! `duipai::check` as a test of one's own has it: in a test program of its own,
//! with an environment.

use duipai::choices::Choices;
use std::collections::HashSet;
use std::process::{Command, Output};
use std::time::Duration;

/// Fails for lists with two elements that are equal.
#[test]
#[ignore = "fails: run by the tests below"]
fn differs() {
    let make = |choices: &mut dyn Choices| choices.list(0, 8, |choices| choices.between(1, 9));
    let fast = |list: &Vec<u32>| list.iter().collect::<HashSet<_>>().len();
    duipai::Comparison::new(make, fast, Vec::len).seed(5).run();
}

#[test]
#[ignore = "hangs: run by a test below"]
fn hangs() {
    let hang = Duration::from_millis(300);
    duipai::Comparison::new(
        |choices| choices.below(9),
        |n| while *n > 0 && std::hint::black_box(true) {},
        |_| (),
    )
    .hang(hang)
    .run();
}

/// Runs one of them. Its exit code, and what it says.
fn run(test: &str, environment: &[(&str, &str)]) -> (i32, String) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", test, "--test-threads", "2"]);
    for variable in ["DUIPAI_SEED", "DUIPAI_AT", "DUIPAI_CASES", "DUIPAI_TIME"] {
        command.env_remove(variable);
    }
    command.env("RUST_BACKTRACE", "0").envs(environment.iter().copied());
    let Output { status, stdout, stderr } = command.output().unwrap();
    let said = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
    println!("{environment:?}\n{said}");
    (status.code().unwrap(), said)
}

#[test]
fn the_line_that_is_printed_repeats_it() {
    let (code, said) = run("check::differs", &[]);
    assert_eq!(code, 101);
    assert!(said.contains("\ninput\n  [1, 1]\n\n- wanted   + given\n- 2\n+ 1\n"), "{said}");
    let line = said.lines().find_map(|line| line.strip_prefix("again: ")).unwrap();
    let words: Vec<_> = line.split(' ').collect();
    let [seed, at, "cargo", "test", "check::differs"] = words[..] else { panic!("{line}") };
    let (seed, at) = (seed.split_once('=').unwrap(), at.split_once('=').unwrap());
    assert_eq!(seed, ("DUIPAI_SEED", "5"));
    let (code, again) = run("check::differs", &[seed, at]);
    assert_eq!(code, 101);
    assert!(again.contains(line) && again.contains("\n  [1, 1]\n"), "{again}");
    // The case ahead of it holds.
    let before = (at.1.parse::<u64>().unwrap() - 1).to_string();
    assert_eq!(run("check::differs", &[seed, (at.0, &before)]).0, 0);
}

#[test]
fn the_environment_counts_and_what_means_nothing_is_named() {
    // The first case is the empty list.
    assert_eq!(run("check::differs", &[("DUIPAI_CASES", "1")]).0, 0);
    let (code, said) = run("check::differs", &[("DUIPAI_CASES", "many")]);
    assert_eq!(code, 101);
    let message = "DUIPAI_CASES is `many` in the environment: expected a number from 1 to";
    assert!(said.contains(message), "{said}");
    assert!(!said.contains("input"), "{said}");
}

#[test]
fn a_hang_tells_its_input_and_ends_the_process() {
    let (code, said) = run("check::hangs", &[]);
    assert_eq!(code, 101);
    let told = "duipai: the fast function was still busy after 300ms. It cannot be interrupted: \
                the process ends. The input, not minimised:\n  ";
    let (_, behind) = said.split_once(told).expect(told);
    let mut lines = behind.lines();
    assert!(lines.next().unwrap().parse::<u32>().unwrap() > 0);
    assert_eq!(lines.next(), Some(""));
    let again = lines.next().unwrap();
    assert!(again.starts_with("again: DUIPAI_SEED=0 DUIPAI_AT="), "{again}");
    assert!(again.ends_with(" cargo test check::hangs"), "{again}");
}
