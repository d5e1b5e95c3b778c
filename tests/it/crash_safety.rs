//! Whatever happens to the program or to the disk: files are whole or not
//! there, and no finding that was announced is lost.

use crate::common::of_size;
use assert_cmd::cargo::cargo_bin;
use duipai::choices::Random;
use duipai::corpus::{self, Fixture};
use duipai::document::Document;
use duipai::problem::{Problem, Scope, Size};
use duipai::problems::{Pigs, Split};
use duipai::subject::LimitOverrides;
use duipai::testbed::{Check, Testbed};
use duipai::watch::Slot;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Moments to be killed at, spread over the first third of a second: a run
/// has started after some ten milliseconds and then finds something all the
/// time.
fn moments() -> impl Iterator<Item = (u64, Duration)> {
    (0..50u64).map(|number| (number, Duration::from_millis(number * 211 % 331)))
}

fn killed(mut command: Command, after: Duration) -> (String, String) {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(after);
    child.kill().unwrap();
    let Output { stdout, stderr, .. } = child.wait_with_output().unwrap();
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Every file of a folder of findings is whole, and there are no others.
fn whole_fixtures<P: Problem>(problem: &P, out: &Path) -> Vec<Fixture> {
    let fixtures =
        if out.exists() { corpus::load(out, &[problem.about().name]).unwrap() } else { Vec::new() };
    for fixture in &fixtures {
        let text = std::str::from_utf8(&fixture.input).unwrap();
        let document =
            Document::read(problem, text).unwrap_or_else(|e| panic!("{}: {e}", fixture.name));
        assert_eq!(fixture.problem.as_deref(), Some(&*problem.about().name));
        if let Some(answer) = &fixture.answer {
            let want = problem.solve_all(&document.cases);
            assert!(
                problem.judge(&document.cases, &want, answer).verdict.is_ac(),
                "{}",
                fixture.name
            );
        }
        if let Some(description) = &fixture.description {
            for part in
                ["problem: ", "verdict: ", "subject: ", "version: ", "\nwanted:\n", "\ngiven:\n"]
            {
                assert!(description.contains(part), "{}: {description}", fixture.name);
            }
            assert!(description.ends_with('\n'));
        }
    }
    fixtures
}

#[test]
fn a_campaign_may_be_killed_at_any_moment() {
    let mut announced_in_all = 0;
    for (number, after) in moments() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let mut command = Command::new(cargo_bin!("duipai"));
        command.args(["run", "split", "-s", "mutant:one-left-over", "--keep-going", "1000000"]);
        command.args(["--json", "--seed", &number.to_string(), "--out"]).arg(&out);
        if number % 2 == 1 {
            // Findings in quick succession.
            command.arg("--no-minimize");
        }
        let (stdout, stderr) = killed(command, after);
        let fixtures = whole_fixtures(&Split, &out);
        // The last line may be cut off.
        let lines = stdout.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let files: Vec<String> = lines
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .filter_map(|event| event["file"].as_str().map(str::to_owned))
            .collect();
        announced_in_all += files.len();
        for file in &files {
            let fixture = fixtures.iter().find(|fixture| fixture.name == *file);
            let fixture = fixture.unwrap_or_else(|| panic!("{file} was announced"));
            assert!(fixture.answer.is_some() && fixture.description.is_some(), "{file}");
        }
        if stderr.contains("found, minimising") {
            assert!(!fixtures.is_empty(), "a finding was announced: {stderr}");
        }
    }
    assert!(announced_in_all > 0);
}

#[test]
fn a_minimisation_may_be_killed_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("large.in");
    let subject = "mutant:no-forfeit".parse().unwrap();
    let testbed = Testbed::new(&Pigs, &subject, LimitOverrides::default(), Duration::ZERO).unwrap();
    let fails = |document: &Document<Pigs>| {
        matches!(testbed.test(document, &Slot::default(), &|| false), Check::Failed(_))
    };
    let large = (0..1_000).map(|index| {
        let mut random = Random::new(3, index);
        Document::canonical(&Pigs, vec![of_size(&Pigs, Scope::Full, Size(10, 2_000), &mut random)])
    });
    let text = large.into_iter().find(fails).unwrap().text;
    fs::write(&input, &*text).unwrap();
    let out = folder.path().join("out");
    let mut ended = 0;
    for (_, after) in moments() {
        let mut command = Command::new(cargo_bin!("duipai"));
        command.args(["minimize", "pigs", "-s", "mutant:no-forfeit", "--out"]);
        let (stdout, _) = killed(
            {
                command.arg(&out).arg(&input);
                command
            },
            after,
        );
        let fixtures = whole_fixtures(&Pigs, &out);
        if let Some(word) =
            stdout.lines().find_map(|line| line.strip_prefix("keep:       duipai accept "))
        {
            ended += 1;
            let file = &shlex::split(word).unwrap()[0];
            assert!(fixtures.iter().any(|fixture| fixture.name == *file), "{file} was announced");
        }
        assert_eq!(fs::read_to_string(&input).unwrap(), *text);
    }
    // Left to itself, it ends.
    let status = Command::new(cargo_bin!("duipai"))
        .args(["minimize", "pigs", "-q", "-s", "mutant:no-forfeit", "--out"])
        .args([&out, &input])
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
    assert!(whole_fixtures(&Pigs, &out).len() == 1, "{ended} of the killed ones had ended");
}

/// One message, the whole finding on standard output, exit code 1.
fn assert_told(output: &Output, why: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let stdout = String::from_utf8_lossy(&output.stdout);
    let complaints: Vec<_> =
        stderr.lines().filter(|line| line.contains("could not be kept")).collect();
    assert_eq!(complaints.len(), 1, "{stderr}");
    assert!(complaints[0].contains(why), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert!(stdout.contains("the whole input:\n1 1 1 1\n"), "{stdout}");
    assert!(!stdout.contains("again: "), "{stdout}");
    assert_eq!(output.status.code(), Some(1), "{stderr}");
}

/// Runs both verbs that write findings in a folder after a line of shell.
fn both_verbs(folder: &Path, before: &str, out: &str, why: &str) {
    let duipai = cargo_bin!("duipai").display().to_string();
    for verb in
        ["run split --seed 1 -s mutant:one-left-over", "minimize split - -s mutant:one-left-over"]
    {
        let line = format!("{before}\necho 1 2 2 2 2 5 | '{duipai}' {verb} --out '{out}'");
        let output = Command::new("sh").args(["-c", &line]).current_dir(folder).output().unwrap();
        assert_told(&output, why);
    }
}

#[test]
fn a_file_in_place_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("out"), "mine").unwrap();
    both_verbs(folder.path(), "", "out", "cannot make the folder");
    assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"mine");
}

#[test]
fn a_folder_that_nobody_can_write_to() {
    // Permissions do not bind the superuser; /proc does.
    if Path::new("/proc/self").exists() {
        let folder = tempfile::tempdir().unwrap();
        both_verbs(folder.path(), "", "/proc/out", "/proc/out");
    }
}

#[test]
fn a_folder_that_has_vanished() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("here");
    fs::create_dir(&here).unwrap();
    let remove = format!("mkdir -p '{0}' && cd '{0}' && rmdir '{0}'", here.display());
    both_verbs(folder.path(), &remove, "out", "cannot make the folder");
}

/// A disk that is full after some bytes: the input fits, what follows does not.
/// (The shell's blocks are 512 or 1,024 bytes; 0 lets nothing through.)
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = tempfile::tempdir().unwrap();
    let nothing_written = || {
        let files = duipai::store::files_below(folder.path(), "in").unwrap();
        assert!(files.is_empty(), "{files:?}");
        for extension in ["ans", "desc"] {
            assert!(duipai::store::files_below(folder.path(), extension).unwrap().is_empty());
        }
    };
    // Whether or not the signal that comes with it is ignored.
    for before in ["ulimit -f 0", "trap '' XFSZ; ulimit -f 0"] {
        both_verbs(folder.path(), before, "out", "cannot write");
        nothing_written();
    }
    // Room for the input and the answer, but not for the description.
    let long = "s".repeat(3_000);
    let duipai = cargo_bin!("duipai").display().to_string();
    let script = folder.path().join(&long[..200]);
    fs::write(&script, "#!/bin/sh\necho nonsense\n").unwrap();
    let line = format!(
        "trap '' XFSZ; ulimit -f 1\necho 1 2 4 | '{duipai}' minimize split - -s \"sh ./{} {long}\" --out out",
        &long[..200]
    );
    let output =
        Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(stderr.matches("could not be kept").count(), 1, "{stderr}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("the whole input:\n1\n"));
    nothing_written();
}

/// Ctrl-C and the time limit end a minimisation with the best so far.
#[test]
fn the_best_so_far_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let start = |time: &str| {
        let mut command = Command::new(cargo_bin!("duipai"));
        command
            .args(["minimize", "split", "-", "--time", time, "--out", "out", "-s"])
            // A crash from six cards on; five would be another failure.
            .arg("sh -c 'sleep 0.2; [ $(wc -w) -lt 6 ] || exit 7'")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"9 8 7 6 5 4 3 2 1 2 3\n")
            .unwrap();
        child
    };
    let best = |output: &Output, code| {
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{stdout}");
        assert!(stdout.contains("best so far: stopped before the end"), "{stdout}");
        assert!(!whole_fixtures(&Split, &folder.path().join("out")).is_empty());
        fs::remove_dir_all(folder.path().join("out")).unwrap();
    };
    best(&start("2s").wait_with_output().unwrap(), 1);
    let child = start("50s");
    std::thread::sleep(Duration::from_secs(2));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    best(&child.wait_with_output().unwrap(), 130);
}
