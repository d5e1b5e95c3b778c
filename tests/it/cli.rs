//! The real binary, as a person uses it.

use assert_cmd::cargo::cargo_bin;
use duipai::choices::Random;
use duipai::problem::text::canonical;
use duipai::problem::{Problem, Scope};
use duipai::problems;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The names of all problems.
static PROBLEMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    problems::PROBLEMS.iter().map(|problem| problem.info().about.name.to_string()).collect()
});

/// The fixture that every problem has.
fn fixture(problem: &str) -> String {
    format!("{}/corpus/{problem}/agreed-001", env!("CARGO_MANIFEST_DIR"))
}

fn duipai() -> Command {
    let mut command = Command::new(cargo_bin!("duipai"));
    // What the user of the tests wishes for his terminal is not tested.
    command.stdin(Stdio::null()).env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
    command
}

/// A path as a word of a command.
#[cfg(unix)]
fn quoted(path: &Path) -> String {
    shlex::try_quote(path.to_str().unwrap()).unwrap().into_owned()
}

/// Runs with arguments in a folder of its own.
fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    duipai().args(arguments).current_dir(folder).output().unwrap()
}

fn run(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), arguments)
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut child = duipai()
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may have seen enough and closed its end.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

/// Exit code 2, nothing on standard output, one line on standard error.
fn assert_usage(arguments: &[&str], message: &str) {
    let output = run(arguments);
    let errors = text(&output.stderr);
    assert_eq!(code(&output), 2, "{arguments:?}: {errors}");
    assert!(errors.contains(message), "{arguments:?}: {errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
fn wrong_usage_is_told_in_one_message() {
    assert_usage(&["slove", "pigs"], "there is no problem `slove`");
    assert_usage(&["solve", "pig"], "there is no problem `pig`");
    assert_usage(&["solve", "pigs", "/nonexistent/x.in"], "/nonexistent/x.in: cannot read");
    assert_usage(&["solve", "pigs", "/"], "is a folder");
    assert_usage(&["solve", "pigs", "--count", "-"], "pigs has no view `count`");
    assert_usage(&["run", "pigs", "--time", "15"], "a unit is missing");
    assert_usage(&["run", "pigs", "-s", "mutant:nothing"], "pigs has no mutant `nothing`; it has");
    assert_usage(&["run", "pigs", "-s", "/nonexistent/prog"], "/nonexistent/prog");
    assert_usage(&["run", "-s", "cat"], "which problem does `cat` solve?");
    assert_usage(&["run", "pigs", "--at", "1", "--cases", "2"], "cannot be used with");
    assert_usage(&["generate", "pigs", "--pack", "2"], "holds one instance");
    assert_usage(&["generate", "fishing", "--pack", "0"], "0 is not in 1..");
    assert_usage(&["replay", "nothing"], "no such problem, file or folder");
    assert_usage(&["reference", "pigs", "--oracle", "none"], "no oracle `none`");
    assert_usage(&["accept", "x.txt"], "expected an input, a file named *.in");
}

#[test]
fn standard_input_is_read_once() {
    let only = "only one of the files can be standard input";
    assert_usage(&["judge", "pigs", "-", "-"], only);
    assert_usage(&["judge", "pigs", "x.in", "-", "-"], only);
}

/// A file that cannot be read hides nothing about the others.
#[test]
fn validate_looks_at_every_file() {
    let (good, missing) = (format!("{}.in", fixture("pigs")), "/nonexistent/x.in");
    let output = run(&["validate", "pigs", missing, &good, "/", &good]);
    assert_eq!(code(&output), 2);
    let lines = text(&output.stdout);
    let lines: Vec<_> = lines.lines().collect();
    assert!(lines[0].starts_with("/nonexistent/x.in: cannot read"), "{lines:?}");
    assert_eq!(lines[2], "/: is a folder, not a file");
    for line in [lines[1], lines[3]] {
        assert_eq!(line, format!("{good}: valid, 1 case"));
    }
}

/// Each thread needs memory, and the system may refuse.
#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_than_asked_for_will_do() {
    let duipai = cargo_bin!("duipai").display().to_string();
    let script = "ulimit -v 600000; exec \"$0\" run pigs --cases 2000 --seed 1 -j 512";
    let output = std::process::Command::new("sh").args(["-c", script, &duipai]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("No disagreement on 2,000 instances"));
}

/// That nothing differs among no cases is not a success.
#[test]
fn a_run_of_nothing_is_wrong_usage() {
    assert_usage(&["run", "pigs", "--at", "18446744073709551615"], "is not in 0..");
    assert_usage(&["run", "pigs", "--cases", "0"], "nothing was run");
}

#[cfg(unix)]
#[test]
fn a_command_that_does_not_start_is_wrong_usage() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("a.out");
    std::fs::write(&program, b"\x7fELF and nothing more").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_usage(&["run", "pigs", "-s", &quoted(&program)], "cannot start");
}

/// What a run finds and counts, with findings too, is the same for any number
/// of threads.
#[test]
fn findings_do_not_depend_on_threads() {
    let lines = |jobs: &str| {
        let arguments = "run pigs -s mutant:self-nullify --seed 1 --cases 2000 --keep-going 5 -j";
        let arguments: Vec<_> = arguments.split(' ').chain([jobs]).collect();
        let shown = text(&run(&arguments).stdout);
        let told = ["checksum", "regenerate", "again"];
        let kept = shown.lines().filter(|line| told.iter().any(|t| line.starts_with(t)));
        kept.map(str::to_owned).collect::<Vec<_>>()
    };
    let alone = lines("1");
    assert!(alone.len() > 6, "{alone:?}");
    assert_eq!(alone, lines("2"));
    assert_eq!(alone, lines("5"));
}

/// The command that a finding prints makes the failing document again, also if
/// it takes several instances to fail.
#[cfg(unix)]
#[test]
fn a_failure_of_several_instances_is_regenerated() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("third.sh");
    let solver = cargo_bin!("duipai");
    let body = format!("#!/bin/sh\n{} solve poker | sed '3s/.*/Nobody/'\n", quoted(solver));
    std::fs::write(&script, body).unwrap();
    let subject = format!("sh {}", quoted(&script));
    let run = ["run", "poker", "--seed", "4", "--no-minimize", "--json", "-s", &subject];
    let found = text(&run_in(folder.path(), &run).stdout);
    let finding = found.lines().find(|line| line.contains("\"finding\"")).unwrap();
    let finding: serde_json::Value = serde_json::from_str(finding).unwrap();
    let command = finding["regenerate"].as_str().unwrap();
    let (front, _) = command.split_once(" --subject").unwrap();
    let mut again: Vec<_> = front.split(' ').skip(1).collect();
    again.extend(["--no-minimize", "--json", "-s", &subject]);
    let again = text(&run_in(folder.path(), &again).stdout);
    let input = format!("\"input\":{}", finding["input"]);
    assert!(again.contains(&input), "{command}\n{again}");
}

/// A program is often named after its problem: `pigs` stays the problem.
#[test]
fn names_of_problems_and_names_with_dots() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pigs"), "not a fixture").unwrap();
    let replayed = run_in(folder.path(), &["replay", "pigs"]);
    assert_eq!(code(&replayed), 0, "{}", text(&replayed.stderr));
    for name in ["a.1.in", "a.2.in"] {
        std::fs::write(folder.path().join(name), format!("1 1 {}\n", &name[2..3])).unwrap();
        let kept = run_in(folder.path(), &["accept", "-p", "split", name]);
        assert_eq!(code(&kept), 0, "{}", text(&kept.stderr));
        assert!(folder.path().join("corpus/split").join(name).exists());
    }
}

#[test]
fn help_and_version_end_with_0() {
    for arguments in
        [&["--help"][..], &["-h"], &["--version"], &["run", "--help"], &["replay", "-h"]]
    {
        let output = run(arguments);
        assert_eq!(code(&output), 0, "{arguments:?}");
        assert!(!output.stdout.is_empty());
    }
    assert!(text(&run(&["--help"]).stdout).contains("130  interrupted"));
}

#[test]
fn problems_are_listed_with_what_they_have() {
    let all = text(&run(&["problems"]).stdout);
    assert!(PROBLEMS.iter().all(|name| all.lines().any(|line| line.starts_with(name.as_str()))));
    assert!(!all.contains("mutant:") && !all.contains("relation:"));
    let one = text(&run(&["problems", "P2482", "--mutants", "--relations"]).stdout);
    assert!(one.starts_with("pigs") && !one.contains("poker"), "{one}");
    assert!(one.contains("mutant:    self-nullify"), "{one}");
    assert!(one.matches("relation:").count() >= 4, "{one}");
    assert_usage(&["problems", "pig"], "there is no problem `pig`");
}

#[test]
fn problems_are_found_by_alias_in_any_case() {
    for alias in ["P2482", "p2482", "猪国杀", "UVa174", "P12089", "PIGS"] {
        assert_eq!(code(&run(&["generate", alias, "--seed", "1"])), 0, "{alias}");
    }
}

#[test]
fn solver_and_reference_answer_the_fixtures() {
    for problem in PROBLEMS.iter() {
        let stem = fixture(problem);
        let want = std::fs::read_to_string(format!("{stem}.ans")).unwrap();
        let input = format!("{stem}.in");
        for verb in ["solve", "reference"] {
            let output = run(&[verb, problem, &input]);
            assert_eq!(text(&output.stdout), want, "{verb} {problem}");
            assert_eq!(code(&output), 0);
            let piped = with_input(&[verb, problem], &std::fs::read(&input).unwrap());
            assert_eq!(text(&piped.stdout), want, "{verb} {problem} -");
        }
        let output =
            run(&["judge", problem, &input, &format!("{stem}.ans"), &format!("{stem}.ans")]);
        assert_eq!((code(&output), text(&output.stdout)), (0, "AC\n".to_owned()));
        let output = with_input(&["judge", problem, &input, "-"], b"nonsense\n");
        assert_eq!(code(&output), 1, "{problem}");
        assert!(text(&output.stdout).starts_with("WA "), "{}", text(&output.stdout));
    }
}

/// Every verb that reads an input gives one message with file, line and column.
#[test]
fn invalid_input_is_told_with_its_place() {
    for problem in PROBLEMS.iter() {
        let whole = std::fs::read(format!("{}.in", fixture(problem))).unwrap();
        let mut damaged = whole.clone();
        damaged.truncate(whole.len() / 2);
        damaged.extend_from_slice(b"\xFF\n");
        for arguments in [
            &["solve", problem][..],
            &["reference", problem],
            &["explain", problem],
            &["minimize", problem, "-", "-s", "solver"],
        ] {
            let output = with_input(arguments, &damaged);
            let errors = text(&output.stderr);
            assert_eq!(code(&output), 2, "{arguments:?}: {errors}");
            assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
            let place =
                errors.strip_prefix("duipai: <stdin>:").unwrap_or_else(|| panic!("{errors}"));
            let mut numbers = place.splitn(3, ':');
            for what in ["line", "column"] {
                let number = numbers.next().and_then(|number| number.parse::<u64>().ok());
                assert!(number.is_some_and(|number| number > 0), "{what} in {errors}");
            }
            assert!(errors.contains("expected"), "{errors}");
        }
        let output = with_input(&["validate", problem], &damaged);
        assert_eq!(code(&output), 2);
    }
}

/// Truncated anywhere, an input is either valid or refused in good order.
#[test]
fn truncated_input_never_panics() {
    for problem in PROBLEMS.iter() {
        let whole = std::fs::read(format!("{}.in", fixture(problem))).unwrap();
        // Every place of a small file; a sample of a large one.
        for end in (0..whole.len()).step_by(1 + whole.len() / 150) {
            let output = with_input(&["solve", problem], &whole[..end]);
            let errors = text(&output.stderr);
            assert!([0, 2].contains(&code(&output)), "{problem} at {end}: {errors}");
            assert_eq!(code(&output) == 2, errors.lines().count() == 1, "{problem} at {end}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_run_whatever_the_threads() {
    for problem in PROBLEMS.iter() {
        let checksum = |jobs: &str| {
            let run = run(&["run", problem, "--seed", "7", "--cases", "700", "-j", jobs]);
            assert_eq!(code(&run), 0, "{}", text(&run.stdout));
            let lines = text(&run.stdout);
            lines.lines().find(|line| line.starts_with("checksum")).unwrap().to_owned()
        };
        assert_eq!(checksum("1"), checksum("2"), "{problem}");
    }
}

#[test]
fn a_planted_mistake_is_found_kept_replayed_and_accepted() {
    for problem in PROBLEMS.iter() {
        let folder = tempfile::tempdir().unwrap();
        let mutant = format!("mutant:{}", first_mistake(problem));
        let found = run_in(
            folder.path(),
            &["run", problem, "-s", &mutant, "--seed", "1", "--minimize-time", "3s"],
        );
        let shown = text(&found.stdout);
        assert_eq!(code(&found), 1, "{problem}: {shown}");
        assert!(shown.contains("minimised from") && shown.contains("again:"), "{shown}");
        let out = folder.path().join("duipai-out").join(problem);
        let file = std::fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .find(|path| path.extension().is_some_and(|e| e == "in"))
            .unwrap();
        let file = file.to_str().unwrap();
        let again = run_in(folder.path(), &["replay", file, "-s", &mutant]);
        assert_eq!(code(&again), 1, "{}", text(&again.stdout));
        assert_eq!(code(&run_in(folder.path(), &["replay", file])), 0);
        let accepted = run_in(folder.path(), &["accept", file, "--name", "kept"]);
        assert_eq!(code(&accepted), 0, "{}", text(&accepted.stderr));
        let kept = folder.path().join("corpus").join(problem).join("kept.in");
        assert_eq!(std::fs::read(&kept).unwrap(), std::fs::read(file).unwrap());
        assert!(kept.with_extension("ans").exists() && kept.with_extension("desc").exists());
        let replayed = run_in(folder.path(), &["replay", "corpus"]);
        assert_eq!((code(&replayed), text(&replayed.stdout).contains("1 passed")), (0, true));
        // A wrong answer beside it is noticed.
        std::fs::write(kept.with_extension("ans"), "nonsense\n").unwrap();
        let bad = run_in(folder.path(), &["replay", "corpus"]);
        assert_eq!(code(&bad), 2);
        assert!(text(&bad.stdout).contains("its .ans is wrong"), "{}", text(&bad.stdout));
    }
}

fn first_mistake(problem: &str) -> String {
    let list = text(&run(&["problems", "--mutants"]).stdout);
    let mut lines = list.lines().skip_while(|line| !line.starts_with(&format!("{problem}  ")));
    let line = lines.find(|line| line.trim().starts_with("mutant:")).unwrap();
    line.split_whitespace().nth(1).unwrap().to_owned()
}

#[test]
fn the_built_in_corpus_replays() {
    let output = run(&["replay"]);
    let lines = text(&output.stdout);
    assert_eq!(code(&output), 0, "{lines}");
    assert!(lines.contains(" 0 failed"), "{lines}");
    for problem in PROBLEMS.iter() {
        assert!(lines.contains(&format!("{problem}/")), "no fixture of {problem}");
    }
}

#[cfg(unix)]
#[test]
fn our_own_solver_is_a_good_external_subject() {
    let solver = cargo_bin!("duipai");
    for problem in PROBLEMS.iter() {
        let subject = format!("{} solve {problem}", quoted(solver));
        let output = run(&["run", problem, "-s", &subject, "--cases", "60", "--seed", "2"]);
        assert_eq!(code(&output), 0, "{problem}: {}", text(&output.stdout));
    }
}

#[test]
fn external_subjects_get_their_verdicts() {
    let verdict = |subject: &str, more: &[&str]| {
        let mut arguments =
            vec!["run", "pigs", "--seed", "1", "--no-minimize", "--json", "-s", subject];
        arguments.extend(more);
        let output = run(&arguments);
        assert_eq!(code(&output), 1, "{subject}: {}", text(&output.stderr));
        let lines = text(&output.stdout);
        lines.lines().find(|line| line.contains("\"finding\"")).unwrap().to_owned()
    };
    assert!(verdict("echo FP", &[]).contains(r#""verdict":"WA""#));
    assert!(verdict("sh -c 'exit 3'", &[]).contains("exit code 3"));
    assert!(verdict("sh -c 'kill -SEGV $$'", &[]).contains("SIGSEGV"));
    if duipai::process::shortfall().is_none() {
        // Long enough that a busy machine lets it start.
        assert!(verdict("sleep 30", &["--time-limit", "2s"]).contains(r#""verdict":"ILE""#));
    }
    let busy = "sh -c 'while :; do :; done'";
    assert!(verdict(busy, &["--time-limit", "300ms"]).contains(r#""verdict":"TLE""#));
    assert!(verdict("yes", &["--time-limit", "20s"]).contains(r#""verdict":"OLE""#));
}

/// A campaign that is interrupted ends in good order with its summary.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_with_its_summary() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let child = duipai()
            .args(["run", "strategy", "--time", "60s"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(700));
        let kill =
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let start = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 130);
        // Not a timing test: without the handler it would take the full minute.
        assert!(start.elapsed() < Duration::from_secs(30));
        let shown = text(&output.stdout);
        assert!(shown.contains("interrupted") && shown.contains("checksum"), "{shown}");
    }
}

/// Whoever reads may have enough: `duipai … | head` ends quietly.
#[test]
fn a_closed_pipe_ends_a_verb_quietly() {
    let mut child = duipai()
        .args(["generate", "strategy", "--seed", "1", "--count", "20000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), text(&output.stderr)), (0, String::new()));
}

#[test]
fn generated_files_are_valid_and_have_right_answers() {
    for problem in PROBLEMS.iter() {
        let folder = tempfile::tempdir().unwrap();
        let made = run_in(
            folder.path(),
            &["generate", problem, "--count", "12", "--answers", "--out", "made", "--seed", "5"],
        );
        assert_eq!(code(&made), 0, "{}", text(&made.stderr));
        for number in 1..=12 {
            let input = format!("made/{number:03}.in");
            let valid = run_in(folder.path(), &["validate", problem, &input]);
            assert_eq!(code(&valid), 0, "{}", text(&valid.stdout));
        }
        let replayed = run_in(folder.path(), &["replay", "made", "--problem", problem]);
        assert_eq!(code(&replayed), 0, "{}", text(&replayed.stdout));
        let again = run_in(folder.path(), &["generate", problem, "--seed", "5"]);
        let first = std::fs::read(folder.path().join("made/001.in")).unwrap();
        assert_eq!(text(&again.stdout), text(&first));
    }
}

#[test]
fn json_lines_are_json() {
    let output = run(&["run", "--json", "--seed", "3", "--cases", "60"]);
    assert_eq!(code(&output), 0);
    let lines = text(&output.stdout);
    let events: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.first().unwrap()["schema"], 1);
    assert_eq!(events.iter().filter(|event| event["event"] == "summary").count(), PROBLEMS.len());
    let end = events.last().unwrap();
    assert_eq!((&end["event"], &end["exit"]), (&"end".into(), &0.into()));
}

/// Explanations fit a terminal of 80 columns, in both languages.
#[test]
fn explanations_fit_80_columns() {
    for problem in PROBLEMS.iter() {
        for lang in ["en", "zh"] {
            let input = format!("{}.in", fixture(problem));
            let output = run(&["explain", problem, &input, "--lang", lang]);
            assert_eq!(code(&output), 0, "{problem}");
            let story = text(&output.stdout);
            assert!(story.lines().count() > 2 && !story.contains('\u{1b}'), "{story}");
            for line in story.lines() {
                let wide = |c: char| if c < '\u{2e80}' { 1 } else { 2 };
                let columns: usize = line.chars().map(wide).sum();
                assert!(columns <= 80, "{problem} {lang}: {columns} columns: {line}");
            }
        }
    }
}

/// A command whose standard output or error nobody reads.
#[cfg(unix)]
fn unread() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// A search goes on, finds and says so by its exit code, whoever reads.
#[cfg(unix)]
#[test]
fn closed_pipes_hide_no_finding() {
    let folder = tempfile::tempdir().unwrap();
    let status = |arguments: &str, out: Stdio, err: Stdio| {
        let mut command = duipai();
        command.args(arguments.split(' ')).current_dir(folder.path()).stdout(out).stderr(err);
        command.status().unwrap().code()
    };
    let found = "run split -s mutant:one-left-over --seed 1";
    assert_eq!(status(found, unread(), Stdio::null()), Some(1));
    assert_eq!(status(found, unread(), unread()), Some(1));
    let full = || std::fs::File::options().write(true).open("/dev/full");
    if let (Ok(full), true) = (full(), cfg!(target_os = "linux")) {
        assert_eq!(status(found, Stdio::null(), full.into()), Some(1));
    }
    let file = duipai::store::files_below(&folder.path().join("duipai-out"), "in").unwrap();
    let file = file[0].strip_prefix(folder.path()).unwrap().display().to_string();
    for verb in [
        format!("replay {file} -s mutant:one-left-over"),
        format!("minimize split {file} -s mutant:one-left-over"),
        format!("judge split {file} {file}"),
        "exhaust split --size 4 -s mutant:one-left-over".to_owned(),
    ] {
        assert_eq!(status(&verb, unread(), unread()), Some(1), "{verb}");
    }
    assert_eq!(status("validate pigs /dev/null", unread(), unread()), Some(2));
    assert_eq!(status("generate pigs --count 2", unread(), unread()), Some(0));
    // Progress is told after ten seconds.
    assert_eq!(status("run --time 11s", unread(), unread()), Some(0));
}

/// Some supervisors start programs with this signal ignored. (A shell cannot
/// ignore it for others: Python can.)
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_child_signal_is_no_trouble() {
    let solver = cargo_bin!("duipai");
    let subject = format!("{} solve pigs", quoted(solver));
    let start = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); \
                 os.execv(sys.argv[1], sys.argv[1:])";
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("python3");
    command.args(["-c", start]).arg(solver).args(["run", "pigs", "--cases", "50", "-s", &subject]);
    match command.current_dir(folder.path()).output() {
        Ok(output) => assert_eq!(code(&output), 0, "{}", text(&output.stderr)),
        Err(_) => eprintln!("not tested: no Python"),
    }
}

/// Closing the terminal ends a run in good order, unless `nohup` was asked for.
#[cfg(target_os = "linux")]
#[test]
fn a_hangup_is_an_interruption() {
    // What is ignored from the start, no shell can mend.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("1");
    if ignored.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f']) {
        return eprintln!("not tested: hangups are ignored here, or that is not known");
    }
    let folder = tempfile::tempdir().unwrap();
    for (start, wanted) in [("", 130), ("trap '' HUP; ", 0)] {
        let script = format!(
            "{start} {} run poker --time 3s & sleep 1; kill -HUP $!; wait $!",
            quoted(cargo_bin!("duipai"))
        );
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output();
        assert_eq!(code(&output.unwrap()), wanted, "{start}");
    }
}

/// The lines of a finding, of its description and of its JSON that are
/// commands, as words without the program's name.
#[cfg(unix)]
fn commands(folder: &Path, arguments: &[&str]) -> Vec<Vec<String>> {
    let shown = run_in(folder, arguments);
    assert_eq!(code(&shown), 1, "{}{}", text(&shown.stdout), text(&shown.stderr));
    let mut sources = text(&shown.stdout);
    // `minimize` has no JSON.
    if arguments[0] != "minimize" {
        let json = run_in(folder, &[arguments, &["--json"]].concat());
        for event in text(&json.stdout).lines() {
            let event: serde_json::Value = serde_json::from_str(event).unwrap();
            for key in ["replay", "regenerate"] {
                if let Some(command) = event[key].as_str() {
                    sources += &format!("{key}: {command}\n");
                }
            }
        }
    }
    let out = folder.join("duipai-out").join(arguments[1]);
    for file in [out.join("raw"), out].iter().filter_map(|dir| std::fs::read_dir(dir).ok()) {
        let paths = file.map(|entry| entry.unwrap().path());
        for path in paths.filter(|path| path.extension().is_some_and(|e| e == "desc")) {
            sources += &std::fs::read_to_string(path).unwrap();
        }
    }
    let keys = ["again", "replay", "regenerate"];
    let lines = sources.lines().filter_map(|line| line.split_once(':'));
    let lines = lines.filter(|(key, _)| keys.contains(key));
    let mut words: Vec<_> = lines.map(|(_, line)| shlex::split(line).unwrap()).collect();
    for command in &mut words {
        // By its path, by which it was called.
        assert_eq!(Path::new(&command.remove(0)), cargo_bin!("duipai"));
    }
    words
}

/// Every command that a finding prints shows it again, from whichever verb it
/// came: the limits that the user chose are part of it.
#[cfg(unix)]
#[test]
fn commands_of_a_finding_repeat_its_limits() {
    let solver = cargo_bin!("duipai").display().to_string();
    // Slow enough for one limit and for a sample of its memory for the other.
    let subject = format!(
        "sh -c 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; exec \"{solver}\" solve split'"
    );
    let few = ["--memory-limit", "300KB"];
    let short = ["--time-limit", "120ms"];
    let raw = "--no-minimize";
    let seeded = ["run", "split", "--seed", "3", "--cases", "50", raw];
    let cases: [(&[&str], &[&str], &[&str]); 6] = [
        (&seeded, &short, &short),
        (&seeded, &few, &["--memory-limit", "300000"]),
        (&["run", "split", "--seed", "3", "--mutate", raw], &few, &["--memory-limit"]),
        (&["exhaust", "split", "--size", "2", raw], &short, &short),
        (&["exhaust", "split", "--size", "2"], &few, &["--memory-limit", "300000"]),
        (&["minimize", "split", "x.in"], &few, &["--memory-limit", "300000"]),
    ];
    for (verb, limit, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x.in"), "1\n").unwrap();
        let commands = commands(folder.path(), &[verb, &["-s", &subject], limit].concat());
        assert!(commands.len() >= 2, "{commands:?}");
        for command in commands {
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            let has = words.windows(expected.len()).any(|words| words == expected);
            assert!(has, "{words:?}");
            let again = run_in(folder.path(), &words);
            assert_eq!(code(&again), 1, "{words:?}: {}", text(&again.stdout));
        }
    }
    // The same program under another limit makes a finding of its own.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.in"), "1\n").unwrap();
    for (limit, described) in [("300000", 1), ("1MiB", 2)] {
        let verb = ["minimize", "split", "x.in", "-s", &subject, "--memory-limit", limit];
        let commands = commands(folder.path(), &verb);
        let of_limit = commands.iter().filter(|words| words.last().unwrap() == limit);
        // Printed, and in its description.
        assert_eq!((of_limit.count(), commands.len()), (2, 1 + described), "{commands:?}");
    }
    // Our own programs have no limits.
    let shown = run(&["run", "pigs", "-s", "mutant:self-nullify", "--seed", "1", few[0], few[1]]);
    assert!(!text(&shown.stdout).contains(few[0]), "{}", text(&shown.stdout));
}

/// A script in this folder that is right unless a line of its input matches.
#[cfg(unix)]
fn wrong_where(folder: &Path, pattern: &str) -> String {
    let solver = cargo_bin!("duipai").display().to_string();
    // Several run at once.
    let script = format!(
        "got=$(mktemp)\ncat >$got\n\
         if grep -q '{pattern}' $got; then echo nonsense; else '{solver}' solve strategy $got; fi\n\
         rm $got\n"
    );
    std::fs::write(folder.join("subject.sh"), script).unwrap();
    "sh subject.sh".to_owned()
}

/// Free layout reaches a command only where it was asked for: not by way of a
/// fixture either. What a finding prints asks for it.
#[cfg(unix)]
#[test]
fn commands_of_a_finding_repeat_its_layout() {
    // An operator at the start of a line is never promised; a THEN may come.
    for (pattern, options) in [("^#.", &["--layout", "free"][..]), ("^THEN", &[])] {
        let folder = tempfile::tempdir().unwrap();
        let subject = wrong_where(folder.path(), pattern);
        let run = ["run", "strategy", "-s", &subject, "--seed", "1", "--no-minimize"];
        let replays: Vec<_> = commands(folder.path(), &[&run, options].concat());
        assert!(replays.len() >= 4, "{replays:?}");
        for command in &replays {
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            assert_eq!(words.contains(&"--layout"), !options.is_empty(), "{words:?}");
            let raw = if words[0] == "run" { &["--no-minimize"][..] } else { &[] };
            assert_eq!(code(&run_in(folder.path(), &[&words, raw].concat())), 1, "{words:?}");
        }
        // The description is not needed: fixtures have none, or another.
        let file = replays.iter().find(|command| command[0] == "replay").unwrap()[1].clone();
        std::fs::remove_file(Path::new(&folder.path().join(&file)).with_extension("desc")).unwrap();
        let accepted =
            run_in(folder.path(), &["accept", &file, "--problem", "strategy", "--name", "kept"]);
        assert_eq!(code(&accepted), 0, "{}", text(&accepted.stderr));
        let replay = ["replay", "corpus", "-s", &subject];
        let promised = run_in(folder.path(), &replay);
        assert_eq!(code(&promised), i32::from(options.is_empty()), "{}", text(&promised.stdout));
        assert_eq!(code(&run_in(folder.path(), &[&replay[..], &["--layout", "free"]].concat())), 1);
        // So it is for a file that is to be made smaller.
        let minimize = ["minimize", "strategy", &file, "-s", &subject, "--time", "1s"];
        let shrunk = run_in(folder.path(), &minimize);
        assert_eq!(code(&shrunk), i32::from(options.is_empty()), "{}", text(&shrunk.stdout));
        let told = text(&shrunk.stdout).contains("right here (in contest layout");
        assert_eq!(told, !options.is_empty(), "{}", text(&shrunk.stdout));
        for command in commands(folder.path(), &[&minimize, options].concat()) {
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            assert_eq!(code(&run_in(folder.path(), &words)), 1, "{words:?}");
        }
    }
}

/// Our own programs replay the text as it stands.
#[test]
fn a_mutant_in_reading_replays_from_the_corpus() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("corpus/strategy/x.in");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, "IF MY LAST1\n#NULL THEN CHEAT ELSE CHEAT.\nTRADE.\n#\n").unwrap();
    let mutant = "mutant:hash-ends-anywhere";
    let output = run_in(folder.path(), &["replay", "corpus", "-s", mutant]);
    assert_eq!(code(&output), 1, "{}", text(&output.stdout));
}

/// An instance that the statement promises not to come.
fn unpromised<P: Problem>(problem: &P) -> Option<String> {
    let mut cases = (0..3_000).map(|index| {
        let mut random = Random::new(1, index);
        problem.generate(Scope::Small, &mut random)
    });
    let case = cases.find(|case| problem.promised(case).is_err())?;
    Some(canonical(problem, &[case]))
}

/// Nobody is accused of what the statement promises not to come.
#[test]
fn other_peoples_programs_are_not_minimised_on_broken_promises() {
    macro_rules! unpromised_of_each {
        ([$($module:ident $problem:ident),*]) => {
            [$((stringify!($module), unpromised(&problems::$problem))),*]
        };
    }
    let mut inputs = duipai::with_problems!(unpromised_of_each).to_vec();
    inputs.push(("strategy", Some("TRADE.\n".repeat(11) + "#\n")));
    assert!(inputs.iter().flat_map(|(_, input)| input).count() >= 3, "{inputs:?}");
    for (problem, input) in inputs.iter().filter_map(|(problem, i)| Some((problem, i.as_ref()?))) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x.in"), input).unwrap();
        let subject = "echo nonsense";
        for layout in [&[][..], &["--layout", "free"]] {
            let verb = ["minimize", problem, "x.in", "-s", subject];
            let output = run_in(folder.path(), &[&verb, layout].concat());
            let errors = text(&output.stderr);
            assert_eq!((code(&output), text(&output.stdout)), (2, String::new()), "{errors}");
            let start = "duipai: x.in: the statement promises otherwise: case 1: ";
            assert!(errors.starts_with(start) && errors.lines().count() == 1, "{errors}");
        }
        assert!(!folder.path().join("duipai-out").exists(), "{problem}");
        // It says the same of a fixture.
        let replay = ["replay", "x.in", "--problem", problem, "-s", subject];
        let output = run_in(folder.path(), &replay);
        let shown = text(&output.stdout);
        assert!(shown.contains("skipped: the statement promises otherwise: case 1: "), "{shown}");
        // Our own programs must be right here too.
        let output = run_in(folder.path(), &["minimize", problem, "x.in"]);
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        let mutant = format!("mutant:{}", first_mistake(problem));
        let verb = ["minimize", problem, "x.in", "-s", &mutant, "--time", "1s"];
        assert!([0, 1].contains(&code(&run_in(folder.path(), &verb))), "{problem}");
    }
}
