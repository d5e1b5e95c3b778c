//! Every verb that searches or runs fixtures tells the same to people, as JSON and
//! as JUnit XML. Over Nim.

use crate::common::{command, json, of, run, write};
use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// Name and kind of each case of the only suite: `None` if it passed.
fn cases(file: &Path) -> Vec<(String, Option<String>)> {
    let report = Report::deserialize_from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let [suite] = &report.test_suites[..] else { panic!("one suite: {report:?}") };
    assert_eq!(suite.name.as_str(), "nim");
    let kind = |status: &TestCaseStatus| match status {
        TestCaseStatus::Success { .. } => None,
        TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, ty, .. } => {
            Some(ty.as_ref().unwrap().as_str().to_owned())
        }
        TestCaseStatus::NonSuccess { kind: NonSuccessKind::Error, .. } => Some("error".to_owned()),
        TestCaseStatus::Skipped { .. } => Some("skipped".to_owned()),
    };
    suite
        .test_cases
        .iter()
        .map(|case| (case.name.as_str().to_owned(), kind(&case.status)))
        .collect()
}

#[test]
fn a_run_as_junit_xml() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("reports/x.xml");
    let run = |arguments: &str| run(folder.path(), &format!("run nim --seed 1 {arguments}"));
    let (code, out) = run("--cases 100 --junit reports/x.xml");
    assert_eq!(code, 0);
    assert!(out.contains("No disagreement on 100 instances"), "{out}");
    assert_eq!(cases(&file), [("campaign".to_owned(), None)]);
    let (code, out) = run("--cases 100 -s mutant:parity --junit reports/x.xml");
    assert_eq!(code, 1);
    let index: u64 = out
        .split_once("--at ")
        .and_then(|(_, rest)| rest.split(' ').next()?.parse().ok())
        .expect("the command that makes it again");
    assert_eq!(cases(&file), [(format!("case {index} of seed 1"), Some("WA".to_owned()))], "{out}");
    // Together with JSON.
    let (code, lines) =
        json(folder.path(), "run nim --seed 1 --cases 100 -s mutant:parity --junit y.xml");
    assert_eq!((code, of(&lines, "finding").len()), (1, 1));
    assert_eq!(cases(&folder.path().join("y.xml")), cases(&file));
}

#[test]
fn a_visit_as_junit_xml() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("x.xml");
    let (code, _) = run(folder.path(), "exhaust nim --size 2,3 --junit x.xml");
    assert_eq!(code, 0);
    let right = cases(&file);
    assert!(right.len() > 3 && right.iter().all(|(_, kind)| kind.is_none()), "{right:?}");
    let (code, lines) =
        json(folder.path(), "exhaust nim --size 2,3 -s mutant:parity --junit x.xml");
    assert_eq!(code, 1);
    let wrong = cases(&file);
    assert_eq!(wrong.iter().filter(|(_, kind)| kind.as_deref() == Some("WA")).count(), 1);
    let sizes = of(&lines, "size");
    let done = sizes.iter().filter(|size| size["done"] == true).count();
    assert_eq!(wrong.iter().filter(|(_, kind)| kind.is_none()).count(), done);
    assert_eq!(wrong.len(), sizes.len() + 1);
}

/// Neither what is printed nor the exit code of a finding gets lost.
#[test]
fn a_report_that_cannot_be_written_takes_nothing_away() {
    let folder = tempdir().unwrap();
    write(folder.path(), &[("file", ""), ("f/nim/a.in", "1 2\n")]);
    for (arguments, least) in [
        ("run nim --seed 1 --cases 100", 0),
        ("run nim --seed 1 --cases 100 -s mutant:parity", 1),
        ("exhaust nim --size 2", 0),
        ("exhaust nim --size 2 -s mutant:parity", 1),
        ("replay f -s mutant:parity", 1),
    ] {
        let plain = run(folder.path(), arguments);
        assert_eq!(plain.0, least);
        let written = format!("{arguments} --junit file/x.xml");
        let output = command(folder.path(), &written).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.contains("file/x.xml"), "{complaint}");
        let shown = String::from_utf8(output.stdout).unwrap();
        assert_eq!(shown.lines().count(), plain.1.lines().count());
        let (code, lines) = json(folder.path(), &written);
        assert_eq!((code, &lines[lines.len() - 1]["exit"]), (2, &2.into()));
    }
}

/// The summary behind an immediate finding counts the case that failed.
#[test]
fn the_case_that_failed_is_counted() {
    let folder = tempdir().unwrap();
    let (_, lines) = json(folder.path(), "run nim --seed 1 --cases 100 -s mutant:parity -j 1");
    let finding = of(&lines, "finding")[0];
    let index = finding["index"].as_u64().unwrap();
    let summary = of(&lines, "summary")[0];
    assert!(summary["cases"].as_u64().unwrap() > index, "{summary}");
    let again = format!("run nim --seed 1 --at {index} -s mutant:parity");
    let (_, lines) = json(folder.path(), &again);
    let summary = of(&lines, "summary")[0];
    assert_eq!((&summary["cases"], &summary["distinct"]), (&1.into(), &1.into()), "{summary}");
    assert_eq!(of(&lines, "end")[0]["cases"], 1);
}

/// What `accept` has just kept is run again by `replay`, beside what is built in.
#[test]
fn replay_takes_what_was_accepted() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let found = run(path, "run nim --seed 1 --cases 100 -s mutant:parity").1;
    let keep = found.lines().find_map(|line| line.strip_prefix("keep:")).unwrap();
    let keep = keep.trim().split_once(' ').unwrap().1;
    assert_eq!(run(path, keep).0, 0);
    // Of no problem that is known here, and of another one.
    write(path, &[("corpus/other/a.in", "x"), ("corpus/x.in", "x")]);
    for arguments in ["replay", "replay nim", "replay --problem nim"] {
        let (code, out) = run(path, arguments);
        assert_eq!(code, 0);
        let mut lines = out.lines();
        assert_eq!(lines.next(), Some("with 1 fixture of corpus/ beside the built-in ones"));
        assert!(lines.next().unwrap().starts_with("AC  corpus/nim/wa-"), "{out}");
        assert_eq!(lines.next(), Some("1 passed, 0 failed"));
        let (code, lines) = json(path, &format!("{arguments} -s mutant:parity"));
        assert_eq!((code, &lines[0]["fixtures"], &lines[0]["beside"]), (1, &1.into(), &1.into()));
    }
    // Whoever names the folder means it.
    let (_, out) = run(path, "replay corpus/nim");
    assert!(out.starts_with("AC  corpus/nim/wa-"), "{out}");
}

/// Forms of output, the terminal's state and threads are other modules' business.
#[test]
fn verbs_know_no_form_of_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    for file in duipai::store::files_below(&folder, "rs").unwrap() {
        let text = fs::read_to_string(&file).unwrap();
        for word in [
            "serde_json",
            "quick_junit",
            "indicatif",
            "anstream",
            "thread::scope",
            "crate::threads",
            "println!",
        ] {
            assert!(!text.contains(word), "{}: {word}", file.display());
        }
    }
}
