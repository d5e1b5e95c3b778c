//! `duipai replay`, over Nim: its three formats, and the answers that it makes.

use crate::common::{command, json, of, run, write};
use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// One fixture of each kind for the mutant `sum`.
fn fixtures() -> TempDir {
    let folder = tempdir().unwrap();
    write(
        folder.path(),
        &[
            ("f/nim/right.in", "1 1\n"),
            ("f/nim/right.ans", "First\n"),
            ("f/nim/wrong.in", "1 2\n"),
            ("f/nim/invalid.in", "2 3\n"),
            ("f/nim/lie.in", "1 3\n"),
            ("f/nim/lie.ans", "Second\n"),
        ],
    );
    folder
}

fn read(folder: &Path, name: &str) -> Option<String> {
    std::fs::read_to_string(folder.join(name)).ok()
}

#[test]
fn no_fixture_is_an_error() {
    let folder = tempdir().unwrap();
    write(folder.path(), &[("f/nim/a.txt", "1 1\n")]);
    for arguments in ["replay", "replay f", "replay nim", "replay --junit x.xml f"] {
        let output = command(folder.path(), arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("there is no fixture"));
    }
    assert_eq!(read(folder.path(), "x.xml"), None);
}

#[test]
fn a_line_for_each_fixture_and_a_total() {
    let folder = fixtures();
    let (code, out) = run(folder.path(), "replay f -s mutant:parity");
    assert_eq!(code, 2);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(
        lines,
        [
            "bad f/nim/invalid.in: not a valid input: 2:1: expected a pile (a whole number from 1 \
             to 1000000000), found the end of the file",
            "bad f/nim/lie.in: its .ans is wrong: answer 1: wanted `First`, got `Second`",
            "AC  f/nim/right.in",
            "WA  f/nim/wrong.in: answer 1: wanted `First`, got `Second`",
            "1 passed, 1 failed, 2 bad",
        ]
    );
    let (code, out) = run(folder.path(), "replay f/nim/right.in f/nim/wrong.in");
    assert_eq!((code, out.lines().last().unwrap()), (0, "2 passed, 0 failed"));
    let (code, _) = run(folder.path(), "replay f/nim/wrong.in -s mutant:parity");
    assert_eq!(code, 1);
}

#[test]
fn the_same_as_json() {
    let folder = fixtures();
    let (code, events) = json(folder.path(), "replay f -s mutant:parity");
    assert_eq!(code, 2);
    assert_eq!(of(&events, "start")[0]["fixtures"], 4);
    let results: Vec<_> = of(&events, "fixture")
        .iter()
        .map(|fixture| (fixture["name"].as_str().unwrap(), fixture["result"].as_str().unwrap()))
        .collect();
    assert_eq!(
        results,
        [
            ("f/nim/invalid.in", "bad"),
            ("f/nim/lie.in", "bad"),
            ("f/nim/right.in", "passed"),
            ("f/nim/wrong.in", "failed")
        ]
    );
    let failed = of(&events, "fixture")[3];
    assert_eq!(failed["want"], "First\n");
    assert_eq!(failed["given"], "Second\n");
    let end = of(&events, "end")[0];
    assert_eq!((&end["passed"], &end["failed"], &end["bad"]), (&1.into(), &1.into(), &2.into()));
    assert_eq!(end["exit"], 2);
}

#[test]
fn the_same_as_junit_xml() {
    let folder = fixtures();
    let arguments = "replay f -s mutant:parity --junit reports/replay.xml";
    let (code, out) = run(folder.path(), arguments);
    assert_eq!(code, 2);
    assert!(out.ends_with("1 passed, 1 failed, 2 bad\n"));
    let xml = read(folder.path(), "reports/replay.xml").unwrap();
    assert!(!xml.contains('\u{1b}'));
    let report = Report::deserialize_from_str(&xml).unwrap();
    assert_eq!((report.tests, report.failures, report.errors), (4, 1, 2));
    let [suite] = &report.test_suites[..] else { panic!("one suite") };
    assert_eq!(suite.name.as_str(), "nim");
    for (case, expected) in suite.test_cases.iter().zip([
        ("f/nim/invalid.in", Some((NonSuccessKind::Error, "bad"))),
        ("f/nim/lie.in", Some((NonSuccessKind::Error, "bad"))),
        ("f/nim/right.in", None),
        ("f/nim/wrong.in", Some((NonSuccessKind::Failure, "WA"))),
    ]) {
        assert_eq!(case.name.as_str(), expected.0);
        assert!(case.time.is_some());
        let status = match &case.status {
            TestCaseStatus::NonSuccess { kind, ty, .. } => Some((*kind, ty.as_ref().unwrap())),
            _ => None,
        };
        assert_eq!(status.map(|(kind, ty)| (kind, ty.as_str())), expected.1);
    }
    let TestCaseStatus::NonSuccess { message, description, .. } = &suite.test_cases[3].status
    else {
        panic!("it failed")
    };
    assert!(message.as_ref().unwrap().as_str().contains("wanted `First`, got `Second`"));
    assert!(description.as_ref().unwrap().as_str().contains("+ Second"));
}

#[test]
fn missing_answers_are_made_and_others_left_alone() {
    let folder = fixtures();
    let path = folder.path();
    let (code, out) = run(path, "replay f --write-answers");
    assert_eq!(code, 2);
    assert_eq!(read(path, "f/nim/wrong.ans").unwrap(), "First\n");
    assert!(out.contains("AC  f/nim/wrong.in\n    wrote f/nim/wrong.ans\n"), "{out}");
    // A wrong answer is reported, not mended; what is no input gets none.
    assert_eq!(read(path, "f/nim/lie.ans").unwrap(), "Second\n");
    assert_eq!(read(path, "f/nim/invalid.ans"), None);
    assert_eq!(out.matches("wrote").count(), 1);
    // No file in the making is left behind.
    assert_eq!(std::fs::read_dir(path.join("f/nim")).unwrap().count(), 7);
    // A subject's mutant does not get into the answer, and now it is there.
    std::fs::remove_file(path.join("f/nim/wrong.ans")).unwrap();
    let (_, events) = json(path, "replay f/nim/wrong.in --write-answers -s mutant:parity");
    assert_eq!(of(&events, "fixture")[0]["answer"], "wrote f/nim/wrong.ans");
    assert_eq!(read(path, "f/nim/wrong.ans").unwrap(), "First\n");
    let (_, events) = json(path, "replay f/nim/wrong.in --write-answers -s mutant:parity");
    assert!(of(&events, "fixture")[0]["answer"].is_null());
}

/// What a finding prints can be typed: by the name of the program that knows
/// the problem, whatever it is called.
#[cfg(unix)]
#[test]
fn commands_begin_with_the_name_of_the_program() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    std::os::unix::fs::symlink(crate::common::example(), path.join("my nim")).unwrap();
    for (program, name) in
        [(crate::common::example().to_owned(), "nim_in_full"), (path.join("my nim"), "my nim'")]
    {
        let shown = |arguments: &str| {
            let mut command = std::process::Command::new(&program);
            command.args(arguments.split(' ')).current_dir(path);
            String::from_utf8(command.output().unwrap().stdout).unwrap()
        };
        let out = format!("run nim -s mutant:parity --seed 1 --out {}", name.trim_matches('\''));
        let out = out.replace("my nim", "other");
        let mut said = shown(&out) + &shown(&format!("{out} --json"));
        for file in
            std::fs::read_dir(path.join(out.rsplit(' ').next().unwrap()).join("nim")).unwrap()
        {
            let file = file.unwrap().path();
            if file.extension().is_some_and(|extension| extension == "desc") {
                said += &std::fs::read_to_string(file).unwrap();
            }
        }
        for verb in ["replay", "run", "explain", "accept"] {
            assert!(said.contains(&format!("{name} {verb} ")), "{verb}: {said}");
            assert!(!said.contains(&format!("duipai {verb} ")), "{verb}: {said}");
        }
    }
}

/// A crate with a problem of its own depends on `duipai` alone.
#[test]
fn the_example_names_no_other_crate() {
    let source = include_str!("../../examples/nim_in_full.rs");
    let mut names = source.lines().filter_map(|line| line.trim().strip_prefix("use "));
    assert!(names.all(|name| name.starts_with("duipai::") || name.starts_with("std::")));
    assert!(!source.contains("duipai_reference"));
}

/// Free layout is for programs that it was promised to, or that asked for it.
#[cfg(unix)]
#[test]
fn a_command_gets_contest_layout_of_any_fixture() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let subject =
        format!("sh -c 'cat >got; exec \"{}\" solve nim got'", crate::common::example().display());
    for (raw, description) in [
        ("2 1 2\n", None),
        ("2\n1 2\n", None),
        ("2\n1 2\n", Some("layout: contest\n")),
        ("2 1 2", Some("problem: nim\n")),
        (" 2\t1 02\r\n\n", None),
    ] {
        write(path, &[("f/nim/a.in", raw)]);
        let _ = std::fs::remove_file(path.join("f/nim/a.desc"));
        if let Some(description) = description {
            write(path, &[("f/nim/a.desc", description)]);
        }
        let replay = format!("replay f -s {}", shlex::try_quote(&subject).unwrap());
        for (options, got) in
            [("", "2 1 2\n"), (" --layout contest", "2 1 2\n"), (" --layout free", raw)]
        {
            assert_eq!(run(path, &format!("{replay}{options}")).0, 0);
            assert_eq!(read(path, "got").unwrap(), got, "{raw:?}");
        }
    }
}
