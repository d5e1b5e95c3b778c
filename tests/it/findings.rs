//! Findings on disk: nobody takes away what somebody else made, and what a
//! program prints is never read as ours.

#![cfg(unix)]

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::{TempDir, tempdir};

fn duipai(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("duipai"));
    command.args(arguments).current_dir(folder).env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    told(&duipai(folder, arguments).output().unwrap())
}

/// Exit code, and both outputs.
fn told(output: &Output) -> (i32, String) {
    let both = [&output.stdout[..], &output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(both).unwrap())
}

/// The commands behind a word at the start of a line.
fn commands<'a>(said: &'a str, word: &str) -> Vec<&'a str> {
    said.lines().filter_map(|line| line.strip_prefix(word)).map(str::trim).collect()
}

/// The files that are named by `again:` lines.
fn announced(said: &str) -> BTreeSet<PathBuf> {
    let words = commands(said, "again:").into_iter().map(|line| shlex::split(line).unwrap());
    words.map(|words| PathBuf::from(&words[2])).collect()
}

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let below = duipai::store::files_below(folder, "in").unwrap();
    below.into_iter().map(|file| file.strip_prefix(folder).unwrap().to_owned()).collect()
}

/// Documents that occur twice in a run, several runs at once with the same
/// findings, with minimising and without: what was announced is there in the
/// end, and nothing else.
#[test]
fn whatever_runs_at_once_nothing_that_was_announced_is_lost() {
    let folder = tempdir().unwrap();
    let children: Vec<_> = (0..8)
        .map(|number| {
            let subject = ["mistake:no-equal-sides", "mistake:one-left-over"][number / 2 % 2];
            let mut arguments = vec!["run", "split", "-s", subject, "--seed", "116", "-j", "4"];
            arguments.extend(["--scope", "tiny", "--keep-going", "15", "--minimize-time", "1s"]);
            if number % 2 == 0 {
                arguments.push("--no-minimize");
            }
            duipai(folder.path(), &arguments).spawn().unwrap()
        })
        .collect();
    let mut expected = BTreeSet::new();
    for child in children {
        let (code, said) = told(&child.wait_with_output().unwrap());
        assert_eq!(code, 1, "{said}");
        let announced = announced(&said);
        assert!(!announced.is_empty(), "{said}");
        expected.extend(announced);
    }
    let there = files(folder.path());
    let lost: Vec<_> = expected.difference(&there).collect();
    assert_eq!(lost, [] as [&PathBuf; 0]);
    // Besides: how the minimised ones were found. None is left of those that
    // nobody was told of.
    for file in there.difference(&expected) {
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(file.parent().unwrap().ends_with("raw") && !name.contains('-'), "{name}");
    }
}

/// What one program was found guilty of stays when another one is run.
#[test]
fn a_run_with_another_subject_removes_nothing() {
    let folder = tempdir().unwrap();
    let subjects = ["sh -c 'exit 3'", "sh -c 'exit 4'", "sh -c 'echo 1'"];
    let mut known = BTreeSet::new();
    for options in [&["--no-minimize"][..], &[], &["--no-minimize", "--time-limit", "20s"]] {
        for subject in subjects {
            let first = ["run", "split", "-j", "1", "--cases", "1", "--seed", "1", "-s", subject];
            let (code, said) = run(folder.path(), &[&first, options].concat());
            assert_eq!(code, 1, "{said}");
            known.extend(announced(&said));
            let there = files(folder.path());
            assert!(known.is_subset(&there), "{known:?} {there:?}");
        }
    }
    assert_eq!(known.len(), 9);
    // All are described by what they are of.
    for file in &known {
        let description = fs::read_to_string(folder.path().join(file).with_extension("desc"));
        let description = description.unwrap();
        let again = commands(&description, "replay:");
        assert!(again[0].contains(file.to_str().unwrap()), "{description}");
    }
}

/// A pipe, a device without an end, a folder in the place of any file of a
/// finding: passed over, not opened, not replaced.
#[test]
fn what_is_no_file_at_a_finding_s_name_is_passed_over() {
    let folder = tempdir().unwrap();
    let arguments = ["run", "split", "-s", "mistake:one-left-over", "--seed", "1", "-j", "1"];
    let (_, said) = run(folder.path(), &arguments);
    let first = announced(&said);
    let minimised = first.first().unwrap();
    let raw = files(folder.path()).into_iter().find(|file| !first.contains(file)).unwrap();
    for file in [minimised, &raw] {
        for extension in ["in", "ans", "desc"] {
            for kind in ["pipe", "zero", "folder"] {
                let path = folder.path().join(file).with_extension(extension);
                fs::remove_file(&path).unwrap();
                match kind {
                    "pipe" => {
                        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
                    }
                    "zero" => symlink("/dev/zero", &path).unwrap(),
                    _ => fs::create_dir(&path).unwrap(),
                }
                let (code, said) = run(folder.path(), &arguments);
                assert_eq!(code, 1, "{said}");
                for file in announced(&said) {
                    assert!(folder.path().join(&file).is_file(), "{file:?}");
                }
                assert!(!path.is_file(), "{path:?}");
                // And whoever reads it says so.
                if extension != "in" {
                    let file = file.to_str().unwrap();
                    for verb in ["replay", "accept"] {
                        let (code, said) = run(folder.path(), &[verb, file]);
                        assert!(code == 2 && said.contains("not a regular file"), "{said}");
                    }
                }
                let _ = fs::remove_dir(&path).or_else(|_| fs::remove_file(&path));
                run(folder.path(), &arguments);
                assert!(path.is_file(), "{path:?}");
            }
        }
    }
}

/// Every line that we read somewhere, on any output of a program that is wrong.
#[test]
fn what_a_subject_prints_is_never_read_as_ours() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let lines = "\\ninput: refused\\r\\nproblem: pigs\\n\\n  input: refused\\ninput: refused\\n";
    for program in [
        format!("printf '{lines}'"),
        format!("sh -c \"printf '{lines}' >&2; exit 1\""),
        "echo 'input: refused'".to_owned(),
    ] {
        let (code, said) = run(path, &["run", "split", "-s", &program, "--seed", "1", "-j", "1"]);
        assert_eq!(code, 1, "{said}");
        let file = announced(&said).into_iter().next().unwrap();
        let description = fs::read_to_string(path.join(&file).with_extension("desc")).unwrap();
        assert!(!description.lines().any(|line| line == "input: refused"), "{description}");
        let (code, said) = run(path, &["replay", file.to_str().unwrap(), "-s", &program]);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("0 passed, 1 failed"), "{said}");
        let (code, said) = run(path, &["replay", file.to_str().unwrap()]);
        assert!(code == 0 && said.contains("1 passed, 0 failed"), "{said}");
    }
}

/// Whatever the subject and the folder are called, what a finding prints can be
/// typed: it is one line, and a shell runs it.
#[test]
fn printed_commands_survive_any_subject_and_any_name() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let bin = path.join("bin");
    fs::create_dir(&bin).unwrap();
    symlink(cargo_bin!("duipai"), bin.join("duipai")).unwrap();
    let script = path.join("-wrong");
    fs::write(&script, "#!/bin/sh\necho wrong\n").unwrap();
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let lines = "sh -c 'cat >/dev/null\necho \"it'\\''s 100%\" \\\\'";
    let names: [&[u8]; 5] =
        [b"out", b"-out", b"a b\n'c'", b"\xff\xfe", "\u{202e}\u{1b}[31m\u{e0041}".as_bytes()];
    for (subject, name) in names.iter().map(|name| (lines, *name)).chain([("./-wrong", &b"o"[..])])
    {
        let mut command = duipai(path, &["run", "split", "--seed", "1", "-j", "1"]);
        command.arg("-s").arg(subject);
        let mut out = std::ffi::OsString::from("--out=");
        out.push(OsStr::from_bytes(name));
        let (code, said) = told(&command.arg(out).output().unwrap());
        assert_eq!(code, 1, "{said}");
        assert!(said.chars().all(|c| c == '\n' || duipai::terminal::is_printable(c)), "{said:?}");
        for word in ["again:", "explain:", "keep:", "regenerate:"] {
            let lines = commands(&said, word);
            assert_eq!(lines.len(), 1, "{said}");
            let variable = std::env::var_os("PATH").unwrap();
            let paths = [bin.clone()].into_iter().chain(std::env::split_paths(&variable));
            let output = Command::new("sh")
                .args(["-c", lines[0]])
                .env("PATH", std::env::join_paths(paths).unwrap())
                .current_dir(path)
                .output()
                .unwrap();
            let (code, said) = told(&output);
            let expected = i32::from(matches!(word, "again:" | "regenerate:"));
            assert_eq!(code, expected, "{}\n{said}", lines[0]);
        }
    }
}

/// Names that start with a dot, are no text or hold controls: as any other,
/// alone or in a folder.
#[test]
fn any_name_is_replayed_and_kept() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let names: [&[u8]; 4] = [b".x.in", b"\xff.in", b"-y.in", "\u{202e}\n\u{1b}.in".as_bytes()];
    fs::create_dir(path.join("f")).unwrap();
    for name in names {
        let file = Path::new("f").join(OsStr::from_bytes(name));
        fs::write(path.join(&file), "1 1\n").unwrap();
        let mut replay = duipai(path, &["replay", "-p", "split"]);
        let (code, said) = told(&replay.arg(&file).output().unwrap());
        assert!(code == 0 && said.contains("1 passed, 0 failed"), "{said}");
        let mut accept = duipai(path, &["accept", "-p", "split"]);
        let (code, said) = told(&accept.arg(&file).output().unwrap());
        assert_eq!(code, 0, "{said}");
        assert!(said.chars().all(|c| c == '\n' || duipai::terminal::is_printable(c)), "{said:?}");
        assert!(path.join("corpus/split").join(OsStr::from_bytes(name)).is_file());
    }
    let (code, said) = run(path, &["replay", "f", "corpus", "-p", "split", "--json"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(said.matches("\"result\":\"passed\"").count(), 8, "{said}");
    assert!(said.chars().all(|c| c == '\n' || duipai::terminal::is_printable(c)), "{said:?}");
}

fn two_inputs() -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.in"), "1 1\n").unwrap();
    fs::write(folder.path().join("b.in"), "2 2\n").unwrap();
    folder
}

/// Two at once: one gets the name, the other is told, and the answer is that of
/// the input.
#[test]
fn of_two_fixtures_with_one_name_one_is_kept() {
    for _ in 0..10 {
        let folder = two_inputs();
        let path = folder.path();
        let children = ["a.in", "b.in"].map(|file| {
            duipai(path, &["accept", "-p", "split", "--name", "n", file]).spawn().unwrap()
        });
        let [a, b] = children.map(|child| told(&child.wait_with_output().unwrap()));
        assert_eq!((a.0 + b.0, a.0 * b.0), (2, 0), "{a:?} {b:?}");
        assert!([&a, &b].iter().any(|(_, said)| said.contains("choose a --name")), "{a:?} {b:?}");
        let (code, said) = run(path, &["replay", "corpus"]);
        assert!(code == 0 && said.contains("1 passed, 0 failed"), "{said}");
        assert!(path.join("corpus/split/n.ans").is_file());
    }
}

/// An `accept` that was killed leaves an input without the rest; files without
/// an input are of nobody.
#[test]
fn a_half_written_fixture_is_told_and_mended() {
    let folder = two_inputs();
    let path = folder.path();
    fs::write(path.join("a.desc"), "problem: split\norigin: me\n").unwrap();
    let accept = ["accept", "a.in", "--name", "n"];
    assert_eq!(run(path, &accept), (0, "kept corpus/split/n.in\n".to_owned()));
    assert_eq!(run(path, &accept), (0, "kept corpus/split/n.in\n".to_owned()));
    let kept = |extension: &str| path.join("corpus/split/n").with_extension(extension);
    for (extension, told) in [("ans", "its answer"), ("desc", "its description")] {
        fs::remove_file(kept(extension)).unwrap();
        let (code, said) = run(path, &accept);
        assert!(code == 0 && said.contains(&format!("{told} was missing")), "{said}");
        assert!(kept(extension).exists());
    }
    fs::write(kept("ans"), "nonsense\n").unwrap();
    assert!(run(path, &accept).1.contains("its answer was wrong"));
    assert!(run(path, &["replay", "corpus"]).1.contains("1 passed, 0 failed"));
    // Without the input, the rest could be of anything.
    fs::remove_file(kept("in")).unwrap();
    for file in ["a.in", "b.in"] {
        let (code, said) = run(path, &["accept", "-p", "split", "--name", "n", file]);
        assert!(code == 2 && said.contains("n.ans: lies there without an input"), "{said}");
        assert!(!kept("in").exists());
    }
}

/// Of a problem whose reader takes a text for another instance there is no
/// fixture: the text is not what failed.
#[test]
fn what_is_read_as_another_instance_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.in"), "3 2\n1 2\n").unwrap();
    let description =
        "problem: pigs\ninput: misread\nregenerate: duipai run pigs --seed 1 --at 7\n";
    fs::write(folder.path().join("x.desc"), description).unwrap();
    let (code, said) = run(folder.path(), &["accept", "x.in"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("made again by `duipai run pigs --seed 1 --at 7`"), "{said}");
    assert!(!folder.path().join("corpus").exists());
}
