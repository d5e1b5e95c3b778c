//! The real binary where things go wrong: interruptions, programs that cannot
//! start, odd files, numbers at their limits.
#![cfg(unix)]

use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
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

fn program(path: &Path, content: impl AsRef<[u8]>) {
    fs::write(path, content).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Interrupts it as soon as a line of `stream` contains `text`. The whole
/// standard output.
fn interrupted(mut child: Child, on_stderr: bool, text: &str) -> (Option<i32>, String) {
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut shown = String::new();
    loop {
        let mut line = String::new();
        let read = if on_stderr { err.read_line(&mut line) } else { out.read_line(&mut line) };
        assert_ne!(read.unwrap(), 0, "it ended without {text}: {shown}");
        shown += &line;
        if line.contains(text) {
            break;
        }
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    out.read_to_string(&mut shown).unwrap();
    (child.wait().unwrap().code(), shown)
}

fn piped(folder: &Path, arguments: &str) -> Child {
    duipai(folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn an_interruption_does_not_hide_findings() {
    let folder = tempdir().unwrap();
    for (more, on_stderr, text) in [
        ("-s mutant:self-nullify --keep-going 1000000 --no-minimize", false, "again:"),
        ("-s \"sh -c 'sleep 0.2; echo no'\"", true, "found, minimising"),
    ] {
        let arguments = format!("run pigs --seed 1 --time 5m {more}");
        let (code, shown) = interrupted(piped(folder.path(), &arguments), on_stderr, text);
        assert_eq!(code, Some(130), "{shown}");
        let result = shown.lines().rfind(|line| line.starts_with("pigs  ")).unwrap();
        assert!(result.contains("finding") && result.ends_with(", then interrupted"), "{shown}");
        assert!(shown.contains("The findings above are inputs on which"), "{shown}");
        assert!(!shown.contains("No disagreement"), "{shown}");
    }
}

#[test]
fn trouble_does_not_hide_findings() {
    let folder = tempdir().unwrap();
    // Gone as soon as it has answered once.
    let script = "#!/bin/sh\nread first || exit 0\nrm \"$0\"\necho no\n";
    program(&folder.path().join("once"), script);
    let arguments = "run pigs -s ./once --seed 1 --no-minimize --keep-going 9 -j 1 --cases 99";
    let (code, shown, err) = run(folder.path(), arguments);
    assert_eq!(code, 3, "{shown}{err}");
    assert!(shown.contains("1 finding, then cannot start `./once`"), "{shown}");
    assert!(shown.contains("Beyond them the run says nothing"), "{shown}");
    assert!(!shown.contains("No disagreement") && !shown.contains("\nThe run says"), "{shown}");
}

/// Every verb that runs a program says it in the same way, before anything else.
#[test]
fn a_program_that_cannot_start_is_wrong_usage_everywhere() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    program(&path.join("plain"), "echo 1\n");
    program(&path.join("broken"), b"\x7fELF and nothing more");
    program(&path.join("foreign"), "#!/nonexistent/interpreter\n");
    fs::write(path.join("x.in"), "1 2 3\n").unwrap();
    for (subject, why) in [
        ("./plain", "(a script needs a first line such as #!/bin/sh)"),
        ("./broken", "cannot start `./broken`"),
        ("./foreign", "is the interpreter that its first line names installed?"),
        ("./missing", "there is no program `./missing`"),
    ] {
        let verbs = ["run split", "exhaust split", "minimize split x.in", "replay split"];
        let messages = verbs.map(|verb| {
            let (code, out, err) = run(path, &format!("{verb} -s {subject}"));
            assert_eq!((code, &*out), (2, ""), "{verb}: {err}");
            assert!(err.contains(why), "{verb}: {err}");
            err
        });
        assert!(messages.iter().all(|message| *message == messages[0]), "{messages:?}");
    }
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
    assert!(!unending.exists());
    let all = || -> Vec<_> {
        let files = fs::read_dir(path.join("many")).unwrap().map(|file| file.unwrap().path());
        let mut files: Vec<_> = files.map(|file| (fs::read(&file).unwrap(), file)).collect();
        files.sort();
        files
    };
    // What somebody else wrote, or changed, stops all before anything is written.
    for (file, content) in [(&unending, "mine"), (&path.join("many/003.in"), "changed")] {
        fs::write(file, content).unwrap();
        let before = all();
        let (code, _, err) =
            run(path, "generate pigs --seed 5 --count 300 --unpromised --answers --out many");
        assert!(code == 2 && err.contains("not overwritten"), "{err}");
        assert_eq!(all(), before);
        fs::remove_file(file).unwrap();
    }
    run(path, "generate pigs --seed 1 --count 300 --unpromised --answers --out many");
    assert!(!unending.exists());
    // What is in the way is noticed before the input is replaced.
    let before = fs::read(path.join("made/001.in")).unwrap();
    fs::create_dir(&answer).unwrap();
    let (code, _, err) = run(path, "generate pigs --seed 3 --answers --out made");
    assert!(code == 2 && err.contains("001.ans: not overwritten"), "{err}");
    assert_eq!(fs::read(path.join("made/001.in")).unwrap(), before);
}

#[test]
fn numbers_beyond_all_limits_are_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    for pack in ["1000001", "18446744073709551615"] {
        refused(path, &format!("generate poker --pack {pack}"), "is not in 1..=1000000");
    }
    let most = "at most 36500 days";
    for time in ["18446744073709551615s", "99999999999999999999h", "36501d", "600years"] {
        for verb in ["run split", "exhaust split"] {
            for option in ["--time", "--minimize-time", "--time-limit"] {
                refused(path, &format!("{verb} {option} {time}"), most);
            }
        }
        refused(path, &format!("minimize split x.in --time {time}"), most);
        refused(path, &format!("minimize split x.in --time-limit {time}"), most);
        refused(path, &format!("replay split --time-limit {time}"), most);
    }
    for option in ["--at", "--from"] {
        refused(path, &format!("run pigs {option} 18446744073709551615"), "is not in 0..");
    }
    let last = "run pigs --seed 1 --at 18446744073709551614";
    assert_eq!(run(path, last).0, 0);
    refused(
        path,
        "exhaust pigs --size 99999999999999999999",
        "`99999999999999999999` is too large: at most",
    );
    refused(
        path,
        "exhaust pigs --size 2,99999999999999999999",
        "`99999999999999999999` is too large: at most",
    );
    refused(path, "exhaust pigs --size x", "expected `7` or `2,3`, found `x`");
}

/// The largest numbers that are accepted do work.
#[test]
fn the_longest_times_are_no_trouble() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("x.in"), "1 2 2 2 2 5\n").unwrap();
    let (time, wrong) = ("36500d", "-s mutant:one-left-over");
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
    // A pipe is not waited for, and not passed over either.
    fs::remove_file(path.join("f/lost.in")).unwrap();
    fifo(&path.join("f/pipe.in"));
    refused(path, "replay f -p split", "f/pipe.in: cannot read: not a regular file");
    fs::remove_file(path.join("f/pipe.in")).unwrap();
    fifo(&path.join("f/c.ans"));
    refused(path, "replay f -p split", "f/c.ans: cannot read: not a regular file");
}

#[test]
fn a_program_that_outlasts_the_run_is_told() {
    let folder = tempdir().unwrap();
    let arguments = "run pigs -s 'sleep 60' --time-limit 1m --time 300ms -j 1";
    let (code, _, err) = run(folder.path(), arguments);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("still running when the time ended (raise --time"), "{err}");
}

/// What a program says of itself may hold anything; it must not drive the
/// terminal that shows it.
#[test]
fn complaints_do_not_drive_the_terminal() {
    let folder = tempdir().unwrap();
    program(
        &folder.path().join("loud"),
        "#!/bin/sh\nprintf '\\033]0;title\\007 \\033[2J \\342\\200\\256 end' >&2; exit 3\n",
    );
    let mut command = duipai(folder.path(), "run split -s ./loud --seed 1 --no-minimize");
    // As on a terminal.
    let output = command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    let line = shown.lines().find(|line| line.contains("title")).unwrap();
    assert!(line.contains(" end"), "{line:?}");
    // Styles of our own are all that is left.
    for (place, _) in line.match_indices('\u{1b}') {
        assert!(line[place..].starts_with("\u{1b}[2m") || line[place..].starts_with("\u{1b}[0m"));
    }
    assert!(!line.contains('\u{7}') && !line.contains('\u{202e}'), "{line:?}");
}

/// Everybody would be accused.
#[test]
fn limits_of_nothing_are_refused() {
    let folder = tempdir().unwrap();
    for (limit, message) in [
        ("--time-limit 0s", "no program ends in no time"),
        ("--memory-limit 0", "no program runs without memory"),
        ("--memory-limit 0MiB", "no program runs without memory"),
    ] {
        refused(folder.path(), &format!("run split -s cat {limit}"), message);
    }
}
