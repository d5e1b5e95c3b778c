//! The real binary where things go wrong: interruptions, programs that cannot
//! start, odd files, numbers at their limits.
#![cfg(unix)]

use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::tempdir;

fn duipai(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(cargo_bin!("duipai"));
    command.args(shlex::split(arguments).unwrap()).current_dir(folder).stdin(Stdio::null());
    command
}

/// Exit code, standard output, standard error.
fn run(folder: &Path, arguments: &str) -> (i32, String, String) {
    ended(duipai(folder, arguments).output().unwrap())
}

fn ended(output: Output) -> (i32, String, String) {
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code().unwrap_or(-1), out, err)
}

/// Exit code 2 and this in the message.
fn refused(folder: &Path, arguments: &str, message: &str) {
    let (code, out, err) = run(folder, arguments);
    assert_eq!((code, &*out), (2, ""), "{arguments}: {err}");
    assert!(err.contains(message), "{arguments}: {err}");
}

/// A line of shell, with the program as `$duipai`.
fn shell(folder: &Path, line: &str) -> (i32, String, String) {
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("duipai", cargo_bin!("duipai")).current_dir(folder);
    ended(command.output().unwrap())
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_report_that_cannot_be_written_takes_no_results_away() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("file"), "mine").unwrap();
    let (code, out, err) = run(folder.path(), "replay split --junit file/x.xml");
    assert_eq!(code, 2, "{err}");
    assert!(out.contains("AC  split/agreed-001") && out.contains(" passed, 0 failed"), "{out}");
    assert!(err.contains("file"), "{err}");
    let (code, out, _) = run(folder.path(), "replay split --json --junit file/x.xml");
    let end: serde_json::Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!((code, &end["event"], &end["exit"]), (2, &"end".into(), &2.into()));
    // The other way round: whoever reads has enough, the report is written.
    shell(folder.path(), "\"$duipai\" replay split --junit x.xml | true");
    assert!(fs::read_to_string(folder.path().join("x.xml")).unwrap().contains("</testsuites>"));
}

#[test]
fn a_report_goes_where_the_user_says() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let report = |file: &str| {
        let (code, _, err) = run(path, &format!("replay split --junit {file}"));
        assert_eq!(code, 0, "{file}: {err}");
    };
    let is_report =
        |file: &str| fs::read_to_string(path.join(file)).unwrap().contains("</testsuites>");
    fs::create_dir(path.join("far")).unwrap();
    fs::write(path.join("far/old.xml"), "old").unwrap();
    fs::set_permissions(path.join("far/old.xml"), fs::Permissions::from_mode(0o640)).unwrap();
    // Links to a file and to nothing yet, one after the other.
    symlink("far/old.xml", path.join("link")).unwrap();
    symlink("link", path.join("to-link")).unwrap();
    symlink("far/new.xml", path.join("to-new")).unwrap();
    for (link, target) in [("to-link", "far/old.xml"), ("to-new", "far/new.xml")] {
        report(link);
        assert!(path.join(link).is_symlink() && path.join("link").is_symlink());
        assert!(is_report(target) && !path.join(target).is_symlink());
    }
    let mode = fs::metadata(path.join("far/old.xml")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    symlink("circle", path.join("circle")).unwrap();
    assert_eq!(run(path, "replay split --junit circle").0, 2);

    fifo(&path.join("pipe"));
    shell(path, "cat pipe > read & \"$duipai\" replay split --junit pipe; wait");
    assert!(is_report("read"));
    assert!(fs::metadata(path.join("pipe")).unwrap().file_type().is_fifo());
    // Through a link of our own: a mistake must not cost a device.
    symlink("/dev/stdout", path.join("out")).unwrap();
    for line in [
        "\"$duipai\" replay split --junit out > both",
        "\"$duipai\" replay split --junit out | cat > both",
    ] {
        shell(path, line);
        let both = fs::read_to_string(path.join("both")).unwrap();
        assert!(both.contains("AC  split/") && both.contains("</testsuites>"), "{both}");
        assert!(path.join("out").is_symlink());
    }
}

#[test]
fn accept_follows_links_of_the_corpus() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    fs::create_dir_all(path.join("corpus/split")).unwrap();
    fs::write(path.join("a.in"), "1 2 3\n").unwrap();
    fs::write(path.join("old.ans"), "old").unwrap();
    symlink("../../new.in", path.join("corpus/split/a.in")).unwrap();
    symlink("../../old.ans", path.join("corpus/split/a.ans")).unwrap();
    let (code, _, err) = run(path, "accept -p split a.in");
    assert_eq!(code, 0, "{err}");
    for extension in ["in", "ans"] {
        assert!(path.join("corpus/split/a").with_extension(extension).is_symlink());
    }
    assert_eq!(fs::read(path.join("new.in")).unwrap(), b"1 2 3\n");
    assert_ne!(fs::read(path.join("old.ans")).unwrap(), b"old");
}

/// An input never lies beside the answer of another.
#[test]
fn no_stale_answer_beside_a_generated_input() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let answer = path.join("made/001.ans");
    run(path, "generate pigs --seed 1 --answers --out made");
    assert!(answer.exists());
    let (code, _, err) = run(path, "generate pigs --seed 2 --out made");
    assert_eq!((code, answer.exists()), (0, false), "{err}");
    // Games that never end have no answer.
    let (_, _, said) =
        run(path, "generate pigs --seed 1 --count 300 --unpromised --answers --out many");
    let (file, _) = said.lines().next().unwrap().split_once(".in: no answer").unwrap();
    let unending = path.join(file).with_extension("ans");
    fs::write(&unending, "old").unwrap();
    run(path, "generate pigs --seed 1 --count 300 --unpromised --answers --out many");
    assert!(!unending.exists());
    // What is in the way is noticed before the input is replaced.
    let before = fs::read(path.join("made/001.in")).unwrap();
    fs::create_dir(&answer).unwrap();
    let (code, _, err) = run(path, "generate pigs --seed 3 --answers --out made");
    assert!(code == 2 && err.contains("001.ans: cannot remove"), "{err}");
    assert_eq!(fs::read(path.join("made/001.in")).unwrap(), before);
}

/// The largest numbers that are accepted do work.
#[test]
fn the_longest_times_are_no_trouble() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("x.in"), "1 2 2 2 2 5\n").unwrap();
    let (time, wrong) = ("36500d", "-s mistake:one-left-over");
    for (verb, code) in [
        (format!("run split {wrong} --time {time} --minimize-time {time}"), 1),
        (format!("run split -s 'echo no' --cases 1 --no-minimize --time-limit {time}"), 1),
        (format!("run split fishing --cases 100 --time {time}"), 0),
        (format!("exhaust split --size 3 --time {time}"), 0),
        (format!("exhaust split {wrong} --minimize-time {time}"), 1),
        (format!("minimize split x.in {wrong} --time {time}"), 1),
        (format!("replay split -s 'echo no' --time-limit {time}"), 1),
    ] {
        let (ended, _, err) = run(folder.path(), &verb);
        assert_eq!(ended, code, "{verb}: {err}");
    }
}

#[test]
fn standard_input_is_validated_once() {
    let folder = tempdir().unwrap();
    let only = "only one of the files can be standard input";
    refused(folder.path(), "validate pigs - -", only);
    refused(folder.path(), "validate pigs - x.in -", only);
}

#[test]
fn folders_of_fixtures_may_hold_anything() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    for name in ["f/real", "far/deep"] {
        fs::create_dir_all(path.join(name)).unwrap();
    }
    for name in ["f/real/a.in", "far/deep/b.in", "far/c.in"] {
        fs::write(path.join(name), "1 2 3\n").unwrap();
    }
    fifo(&path.join("f/pipe.in"));
    symlink("../far", path.join("f/linked")).unwrap();
    symlink("../far/c.in", path.join("f/c.in")).unwrap();
    symlink("..", path.join("f/real/up")).unwrap();
    symlink("real", path.join("f/again")).unwrap();
    symlink("nothing", path.join("f/nothing")).unwrap();
    let (code, out, err) = run(path, "replay f -p split");
    assert_eq!(code, 0, "{err}");
    let lines: Vec<_> = out.lines().collect();
    let names = ["f/c.in", "f/linked/c.in", "f/linked/deep/b.in", "f/real/a.in"];
    assert_eq!(lines[..4], names.map(|name| format!("AC  {name}")), "{out}");
    assert_eq!(lines[4], "4 passed, 0 failed");
    symlink("nothing", path.join("f/lost.in")).unwrap();
    refused(path, "replay f -p split", "f/lost.in: cannot follow the link");
}
