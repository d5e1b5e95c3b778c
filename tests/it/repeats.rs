//! A failure is claimed if it shows again, whatever it is: a wrong answer, a
//! crash, a hang. The programs here count their runs in a file.

#![cfg(unix)]

use assert_cmd::cargo::cargo_bin;
use duipai::document::Document;
use duipai::minimize::{Claim, Options, Outcome, minimize};
use duipai::problem::Layout;
use duipai::problems::Split;
use duipai::subject::LimitOverrides;
use duipai::testbed::Testbed;
use duipai::verdict::Verdict;
use duipai::watch::Slot;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Short, for a program that never ends uses it up; long enough to start a shell.
const LIMIT: Duration = Duration::from_millis(300);

/// A program for split: `$n` is the number of this run, from 1, `$#` the number
/// of cards, and `right` gives the right answer.
fn program(script: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("subject.sh");
    let start = format!(
        "set -- $(cat)\n\
         [ $# -gt 0 ] || exit 0\n\
         cd '{}'\n\
         echo >>runs\n\
         n=$(($(wc -l <runs)))\n\
         right() {{ echo \"$*\" | '{}' solve split; exit; }}\n",
        folder.path().display(),
        cargo_bin!("duipai").display()
    );
    fs::write(&path, start + script).unwrap();
    let command = format!("sh '{}'", path.display());
    (folder, command)
}

fn runs(folder: &TempDir) -> usize {
    fs::read_to_string(folder.path().join("runs")).unwrap().lines().count()
}

fn minimized(subject: &str, input: &str) -> Outcome<Split> {
    duipai::process::use_spawner(cargo_bin!("duipai"));
    let limits = LimitOverrides { time: Some(LIMIT), ..LimitOverrides::default() };
    let spec = subject.parse().unwrap();
    let testbed = Testbed::new(&Split, &spec, limits, Duration::from_millis(20)).unwrap();
    let time = Duration::from_secs(600);
    let options = Options { time, exhaust: time, layout: Layout::Contest, made: None };
    let document = Document::read(&Split, input).unwrap();
    minimize(&testbed, &document, None, options, &[Slot::default()], &|| false)
}

fn flaky(outcome: Outcome<Split>) -> (u32, u32, Verdict) {
    let Outcome::Flaky { failed, of, failure } = outcome else { panic!("it is flaky") };
    (failed, of, failure.judgement.verdict)
}

/// `duipai run` on one case.
fn run_one(folder: &TempDir, subject: &str, more: &str) -> (i32, String) {
    let output = Command::new(cargo_bin!("duipai"))
        .args(["run", "split", "--cases", "1", "--seed", "1", "-j", "1", "--time-limit", "300ms"])
        .args(["-s", subject])
        .args(more.split_whitespace())
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let both = [&output.stdout[..], &output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(both).unwrap())
}

#[test]
fn a_hang_that_does_not_repeat_is_flaky() {
    let (_folder, subject) = program("[ $((n % 3)) = 0 ] && right \"$@\"\nwhile :; do :; done\n");
    let outcome = minimized(&subject, "1 2 4 8\n");
    assert_eq!(flaky(outcome), (7, 10, Verdict::Tle));
}

#[test]
fn a_hang_that_repeats_is_minimised() {
    let (_folder, subject) = program("[ $# -lt 3 ] && right \"$@\"\nwhile :; do :; done\n");
    let Outcome::Minimized(result) = minimized(&subject, "13 2 7 9\n") else { panic!("it hangs") };
    assert_eq!(*result.document.text, *"1 1 1\n");
    assert_eq!(result.failure.judgement.verdict, Verdict::Tle);
    assert!(matches!(result.figures.claim, Claim::Smallest { .. }), "{}", result.figures);
}

/// What cannot be repeated is said with its rate, and its input is kept.
#[test]
fn what_a_run_saw_once_is_told_with_its_rate() {
    for (script, code, rate) in [
        ("[ $n -gt 1 ] || { echo nonsense; exit; }\nright \"$@\"\n", "wa", "1 of 11"),
        ("[ $n -gt 1 ] || exit 3\nright \"$@\"\n", "re", "1 of 11"),
        // Two runs, the second alone, are what it takes to be told at all.
        ("[ $n -gt 2 ] || while :; do :; done\nright \"$@\"\n", "tle", "2 of 12"),
    ] {
        let (folder, subject) = program(script);
        let (exit, said) = run_one(&folder, &subject, "");
        assert_eq!(exit, 1, "{code}: {said}");
        assert!(said.contains(&format!("flaky: it failed in {rate} runs")), "{code}: {said}");
        let kept = folder.path().join("duipai-out/split/raw");
        let kept = duipai::store::files_below(&kept, "in").unwrap();
        let [kept] = &kept[..] else { panic!("{code}: {kept:?}") };
        assert!(said.contains(&*kept.file_name().unwrap().to_string_lossy()), "{code}: {said}");
    }
}

/// A limit exceeded once, and not when the program ran again alone, accuses nobody.
#[test]
fn a_time_limit_exceeded_once_is_no_failure() {
    let (folder, subject) = program("[ $n -gt 1 ] || while :; do :; done\nright \"$@\"\n");
    let (exit, said) = run_one(&folder, &subject, "");
    assert_eq!(exit, 0, "{said}");
    assert_eq!(runs(&folder), 2);
}

/// Four cards always fail; fewer fail twice and are right from then on, which
/// shows only in the end. The search goes back up to what fails in every run, and
/// down again with more care.
#[test]
fn an_unsteady_candidate_makes_no_steady_failure_flaky() {
    let (_folder, subject) = program(
        "name=$(echo \"$*\" | tr ' ' _)\n\
         echo >>$name\n\
         [ $# -gt 3 ] || [ $(wc -l <$name) -lt 3 ] || right \"$@\"\n\
         echo nonsense\n",
    );
    let Outcome::Minimized(result) = minimized(&subject, "1 2 4 8 13\n") else {
        panic!("it fails in every run")
    };
    assert_eq!(*result.document.text, *"1 1 1 1\n");
    assert_eq!(result.figures.claim, Claim::Steady);
}

/// "Flaky: failed in 10 of 10 runs" is never said.
#[test]
fn what_fails_in_every_run_but_not_always_alike_is_not_flaky() {
    let (_folder, subject) = program("[ $((n % 2)) = 0 ] || exit 3\necho nonsense\n");
    let Outcome::Minimized(result) = minimized(&subject, "1 2 4 8\n") else {
        panic!("it fails in every run")
    };
    assert_eq!(*result.document.text, *"1\n");
}

/// Nor is more time spent on repeating than on minimising.
#[test]
fn without_time_nothing_is_repeated() {
    let (folder, subject) = program("while :; do :; done\n");
    let (exit, said) = run_one(&folder, &subject, "--minimize-time 0s");
    assert_eq!(exit, 1, "{said}");
    assert!(said.contains("TLE split") && !said.contains("flaky"), "{said}");
    assert_eq!(runs(&folder), 2, "{said}");
}

/// With three cards or more the last line is missing, with fewer there is a line
/// too many: two bugs, of which neither is lost and neither becomes the other.
#[test]
fn a_wrong_answer_keeps_its_class() {
    let (folder, subject) = program(&format!(
        "out=$(echo \"$*\" | '{}' solve split)\n\
         if [ $# -lt 3 ]; then printf '%s\\nx\\n' \"$out\"; else echo \"$out\" | sed '$d'; fi\n",
        cargo_bin!("duipai").display()
    ));
    let Outcome::Minimized(result) = minimized(&subject, "1 1 2 3 5\n") else {
        panic!("it fails in every run")
    };
    assert_eq!(*result.document.text, *"1 1 1\n");
    assert_eq!(result.failure.judgement.to_string(), "WA (missing)");
    let [(other, failure)] = &result.others[..] else { panic!("{}", result.others.len()) };
    assert_eq!(*other.text, *"1\n");
    assert_eq!(failure.judgement.to_string(), "WA (form)");
    // Both are findings on disk, and say what they are.
    fs::write(folder.path().join("a.in"), "1 1 2 3 5\n").unwrap();
    let output = Command::new(cargo_bin!("duipai"))
        .args(["minimize", "split", "a.in", "-j", "1", "-s", &subject])
        .current_dir(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("failed in another way, WA (form), kept in"), "{said}");
    let out = folder.path().join("duipai-out");
    let described = duipai::store::files_below(&out, "desc").unwrap();
    let verdicts = described.iter().map(|file| {
        let text = fs::read_to_string(file).unwrap();
        duipai::desc::value(&text, "verdict").unwrap().to_owned()
    });
    let verdicts: std::collections::BTreeSet<String> = verdicts.collect();
    assert_eq!(verdicts.into_iter().collect::<Vec<_>>(), ["WA (form)", "WA (missing)"]);
}

/// What a program says and what we say of it are two things, wherever they are
/// told.
#[test]
fn standard_error_is_never_taken_for_our_own_words() {
    let folder = tempfile::tempdir().unwrap();
    // Too large for every oracle, so that we have something to say.
    let cards = "7 ".repeat(11);
    fs::write(folder.path().join("a.in"), format!("{}\n", cards.trim())).unwrap();
    let foreign = "no oracle can follow: it says";
    let output = Command::new(cargo_bin!("duipai"))
        .args(["replay", "a.in", "-p", "split", "--json", "-s"])
        .arg(format!("sh -c 'cat >&2; echo \"{foreign}\" >&2; echo 1'"))
        .current_dir(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let events = crate::common::events(&said);
    let failed = events.iter().find(|event| event["event"] == "fixture").unwrap();
    assert!(failed["said"].as_array().unwrap().iter().any(|line| line == foreign), "{failed}");
    let notes = failed["notes"].as_array().unwrap();
    assert!(notes.iter().all(|note| note != foreign), "{failed}");
}
