//! The runner for other people's programs, against real children.
//!
//! Limits are generous where a run should end by itself, so that a busy machine
//! changes no verdict.

use duipai::process::{CommandError, CommandLine, Limits, Outcome, Trouble};
use duipai::verdict::{Crash, Verdict};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Far longer than anything here takes, far shorter than the sleeps of the
/// programs that must be killed (300 s).
const LONG: Duration = Duration::from_secs(60);

fn limits() -> Limits {
    Limits { time: LONG, ..Limits::default() }
}

fn command(line: &str) -> CommandLine {
    // A test has no `main` of ours.
    duipai::process::use_spawner(env!("CARGO_BIN_EXE_duipai"));
    CommandLine::parse(line).expect("a good command")
}

/// Runs a script of `sh`, with `$1` = `argument`.
fn sh_with(script: &str, argument: &Path, input: &[u8], limits: &Limits) -> Outcome {
    let argument = argument.to_str().expect("UTF-8");
    let words = ["sh", "-c", script, "sh", argument];
    let line = shlex::try_join(words).expect("no zero byte");
    command(&line).run(input, limits, &|| false)
}

/// A path as a word of a command.
fn quoted(path: &Path) -> String {
    shlex::try_quote(path.to_str().expect("UTF-8")).expect("no zero byte").into_owned()
}

fn sh(script: &str, input: &[u8], limits: &Limits) -> Outcome {
    sh_with(script, Path::new("/"), input, limits)
}

/// Neither running nor a zombie.
#[cfg(target_os = "linux")]
fn is_gone(pid: &str) -> bool {
    let pid: i32 = pid.trim().parse().expect("a process number");
    let pid = rustix::process::Pid::from_raw(pid).expect("not 0");
    rustix::process::test_kill_process(pid).is_err()
}

/// Whether all is guaranteed here; else what depends on it is not tested.
fn all_is_guaranteed() -> bool {
    let shortfall = duipai::process::shortfall();
    if let Some(what) = shortfall {
        eprintln!("not tested: {what}");
    }
    shortfall.is_none()
}

#[test]
fn input_and_output_pass_through() {
    let outcome = command("cat").run(b"1 2\n\xff\0", &limits(), &|| false);
    assert_eq!(outcome.verdict, Ok(()));
    assert_eq!(outcome.stdout, b"1 2\n\xff\0");
    assert_eq!(outcome.stderr, b"");
    assert_eq!(outcome.trouble, None);
    assert!(outcome.wall < LONG);
}

#[test]
fn an_end_by_itself_has_its_verdict() {
    for (script, verdict) in [
        ("exit 0", Ok(())),
        ("exit 7", Err(Verdict::Re(Crash::Exit(7)))),
        ("kill -SEGV $$", Err(Verdict::Re(Crash::Signal(11)))),
        ("kill -KILL $$", Err(Verdict::Re(Crash::Signal(9)))),
        ("no-such-program-1837", Err(Verdict::Re(Crash::Exit(127)))),
        // Signals of limits that nobody has reached.
        ("kill -XCPU $$", Err(Verdict::Re(Crash::Signal(24)))),
        ("kill -XFSZ $$", Err(Verdict::Re(Crash::Signal(25)))),
    ] {
        let outcome = sh(&format!("echo out; echo err >&2; {script}"), b"", &limits());
        assert_eq!(outcome.verdict, verdict, "{script}");
        assert_eq!(outcome.stdout, b"out\n", "{script}");
        assert!(outcome.stderr.starts_with(b"err\n"), "{script}");
    }
}

#[test]
fn computing_too_long_is_tle() {
    let time = Duration::from_secs(1);
    // In the program itself; in a child that it waits for; in one that it does
    // not wait for.
    for script in [
        "while :; do :; done",
        "sh -c 'while :; do :; done'; exit",
        "sh -c 'while :; do :; done' & sleep 300",
    ] {
        let outcome = sh(script, b"", &Limits { time, ..limits() });
        assert_eq!(outcome.verdict, Err(Verdict::Tle), "{script}");
        assert!(outcome.wall >= time && outcome.wall < LONG, "{script}");
        if all_is_guaranteed() {
            assert!(outcome.cpu >= time, "{script}");
        }
    }
}

/// Whatever it then says.
#[test]
#[cfg(target_os = "linux")]
fn ending_too_late_is_tle() {
    if !all_is_guaranteed() {
        return;
    }
    // 0.3 s of CPU time, in one piece, so that no look comes between.
    let script = "import time\nwhile time.process_time() < 0.3: pass\nprint(1)";
    let line = shlex::try_join(["python3", "-c", script]).expect("no zero byte");
    for (time, verdict) in [(100, Err(Verdict::Tle)), (60_000, Ok(()))] {
        let time = Duration::from_millis(time);
        let outcome = command(&line).run(b"", &Limits { time, ..limits() }, &|| false);
        assert_eq!(outcome.verdict, verdict, "{outcome:?}");
    }
}

/// It takes long, but it needs little.
#[test]
#[cfg(target_os = "linux")]
fn waiting_is_no_computing() {
    if !all_is_guaranteed() {
        return;
    }
    let time = Duration::from_millis(300);
    let outcome = sh("sleep 0.8; echo 1", b"", &Limits { time, ..limits() });
    assert_eq!(outcome.verdict, Ok(()));
    assert!(outcome.wall > time && outcome.cpu < time);
}

/// Neither other programs, nor threads of its own that use more than one
/// processor, make a program slow.
#[test]
#[cfg(target_os = "linux")]
fn a_busy_machine_makes_nobody_slow() {
    if !all_is_guaranteed() {
        return;
    }
    let mut load: Vec<_> = (0..16)
        .map(|_| std::process::Command::new("sh").args(["-c", "while :; do :; done"]).spawn())
        .collect();
    let time = Duration::from_millis(600);
    let half = "while time.process_time() < 0.3: pass";
    for script in [
        format!("import time\n{half}\nprint(1)"),
        // Below another process that only waits.
        format!("import os, time\nif os.fork(): os.wait()\nelse:\n {half}\n print(1)"),
    ] {
        let line = shlex::try_join(["python3", "-c", &script]).expect("no zero byte");
        let outcome = command(&line).run(b"", &Limits { time, ..limits() }, &|| false);
        assert_eq!(outcome.verdict, Ok(()), "{outcome:?}");
        assert_eq!(outcome.stdout, b"1\n");
    }
    // One that computes for ever is no sleeper, wherever it does so.
    for script in ["while :; do :; done", "sh -c 'while :; do :; done'; :"] {
        let outcome = sh(script, b"", &Limits { time, ..limits() });
        assert_eq!(outcome.verdict, Err(Verdict::Tle), "{outcome:?}");
    }
    for process in load.iter_mut().flatten() {
        process.kill().expect("it still runs");
        process.wait().expect("it ends");
    }
}

#[test]
fn doing_nothing_too_long_is_ile() {
    if !all_is_guaranteed() {
        return;
    }
    let time = Duration::from_secs(1);
    for script in ["exec sleep 300", "sleep 300", "exec >&- 2>&- <&-; exec sleep 300"] {
        let outcome = sh(script, b"", &Limits { time, ..limits() });
        assert_eq!(outcome.verdict, Err(Verdict::Ile), "{script}");
        assert!(outcome.wall >= time, "{script}");
    }
    // Waiting for somebody to write, or to read.
    let folder = tempfile::tempdir().expect("a directory");
    let script = "mkfifo \"$1\"; exec cat \"$1\"";
    let fifo = folder.path().join("fifo");
    let outcome = sh_with(script, &fifo, b"1\n", &Limits { time, ..limits() });
    assert_eq!(outcome.verdict, Err(Verdict::Ile));
}

/// A program that is stopped does nothing, which is not its fault.
#[test]
#[cfg(target_os = "linux")]
fn a_stopped_program_is_not_accused() {
    if !all_is_guaranteed() {
        return;
    }
    let time = Duration::from_millis(500);
    let script = "(sleep 2.5; kill -CONT $$) & kill -STOP $$; echo 1";
    let outcome = sh(script, b"", &Limits { time, ..limits() });
    assert_eq!((outcome.verdict, &outcome.stdout[..]), (Ok(()), &b"1\n"[..]));
}

/// It may try: its parent goes on.
#[test]
#[cfg(target_os = "linux")]
fn a_program_that_stops_its_parent_is_ended_all_the_same() {
    if !all_is_guaranteed() {
        return;
    }
    let time = Duration::from_secs(1);
    for (then, verdict) in [
        ("echo 1", Ok(())),
        ("sleep 300", Err(Verdict::Ile)),
        ("while :; do :; done", Err(Verdict::Tle)),
    ] {
        let script = format!("sleep 300 & echo $!; kill -STOP $PPID; {then}");
        let outcome = sh(&script, b"", &Limits { time, ..limits() });
        assert_eq!(outcome.verdict, verdict, "{then}");
        let output = String::from_utf8(outcome.stdout).expect("text");
        assert!(is_gone(output.lines().next().expect("a line")), "{then}");
    }
}

/// Again and again, faster than it can be made to go on: then we do its work.
#[test]
#[cfg(target_os = "linux")]
fn a_program_that_keeps_its_parent_stopped_is_ended_all_the_same() {
    if !all_is_guaranteed() {
        return;
    }
    let time = Duration::from_secs(1);
    let script = "echo $$; sh -c 'echo $$; while :; do kill -STOP $1; done' sh $PPID & \
                  setsid env -i sleep 300 & echo $!; while :; do kill -STOP $PPID; done";
    let outcome = sh(script, b"", &Limits { time, ..limits() });
    let pids = String::from_utf8(outcome.stdout).expect("text");
    assert_eq!(pids.lines().count(), 3);
    // Who reaps them is not ours to say.
    let is_dead = |pid: &str| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with(['Z', 'X']))
    };
    let start = Instant::now();
    while !pids.lines().all(is_dead) {
        assert!(start.elapsed() < LONG, "{pids}");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(sh("exit 0", b"", &limits()).verdict, Ok(()));
}

/// What the run came to is then unknown, which is nobody's fault but is said.
#[test]
#[cfg(target_os = "linux")]
fn a_program_that_kills_its_parent_is_no_trouble_for_later_ones() {
    let outcome = sh("kill -KILL $PPID; sleep 0.1", b"", &limits());
    assert_eq!(outcome.verdict, Err(Verdict::Je));
    let trouble = outcome.trouble.expect("a reason").to_string();
    assert!(trouble.contains("is gone"), "{trouble}");
    assert_eq!(sh("exit 0", b"", &limits()).verdict, Ok(()));
}

/// A script that fills 100 MB of the shell's memory.
const HUNGRY: &str = "x=$(head -c 100000000 /dev/zero | tr '\\0' x); ";

#[test]
#[cfg(target_os = "linux")]
fn too_much_memory_is_mle() {
    if !all_is_guaranteed() {
        return;
    }
    let memory = Some(64 << 20);
    for then in ["sleep 300", "exit 0", "exit 3"] {
        let outcome = sh(&format!("{HUNGRY}{then}"), b"", &Limits { memory, ..limits() });
        assert_eq!(outcome.verdict, Err(Verdict::Mle), "{then}");
        assert!(outcome.peak_memory > memory, "{then}");
    }
    // In a descendant.
    let outcome = sh(&format!("({HUNGRY} sleep 300); exit"), b"", &Limits { memory, ..limits() });
    assert_eq!(outcome.verdict, Err(Verdict::Mle));
}

#[test]
#[cfg(target_os = "linux")]
fn enough_memory_is_enough() {
    if !all_is_guaranteed() {
        return;
    }
    let memory = Some(1 << 30);
    let outcome = sh(&format!("{HUNGRY} exit 0"), b"", &Limits { memory, ..limits() });
    assert_eq!(outcome.verdict, Ok(()));
    assert!(outcome.peak_memory > Some(90 << 20), "{:?}", outcome.peak_memory);
}

#[test]
fn too_much_output_is_ole() {
    let outcome = command("yes").run(b"", &Limits { output: 1000, ..limits() }, &|| false);
    assert_eq!(outcome.verdict, Err(Verdict::Ole));
    assert_eq!(outcome.stdout, b"y\n".repeat(500));
    // The last byte comes with the end.
    let just = "head -c 100000 /dev/zero";
    let outcome = command(just).run(b"", &Limits { output: 99_999, ..limits() }, &|| false);
    assert_eq!(outcome.verdict, Err(Verdict::Ole));
    let outcome = command(just).run(b"", &Limits { output: 100_000, ..limits() }, &|| false);
    assert_eq!((outcome.verdict, outcome.stdout.len()), (Ok(()), 100_000));
}

#[test]
#[cfg(target_os = "linux")]
fn too_large_a_file_is_ole() {
    let directory = tempfile::tempdir().expect("a directory");
    let ours = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
    if ours.is_some_and(|ours| ours < 80_000_000) {
        return eprintln!("not tested: we may not write such a file ourselves");
    }
    let file = directory.path().join("big");
    let script = "exec head -c 70000000 /dev/zero >\"$1\"";
    let smaller = Limits { output: 1000, ..limits() };
    let larger = Limits { output: 80_000_000, ..limits() };
    assert_eq!(sh_with(script, &file, b"", &smaller).verdict, Err(Verdict::Ole));
    assert_eq!(sh_with(script, &file, b"", &larger).verdict, Ok(()));
}

#[test]
fn both_ends_of_standard_error_are_kept() {
    let outcome = command("sh -c 'seq 100000 >&2'").run(b"", &limits(), &|| false);
    assert_eq!(outcome.verdict, Ok(()));
    assert!(outcome.stderr.starts_with(b"1\n2\n3\n"));
    assert!(outcome.stderr.ends_with(b"99999\n100000\n"));
    assert!(outcome.stderr.len() < 140_000);
    let outcome = command("sh -c 'seq 20000 >&2'").run(b"", &limits(), &|| false);
    assert_eq!(outcome.stderr.split(|byte| *byte == b'\n').count(), 20_001);
    // It is no output, and cannot stop the clock.
    let time = Duration::from_millis(500);
    let flood = Limits { time, output: 10, ..limits() };
    let outcome = command("sh -c 'exec yes >&2'").run(b"", &flood, &|| false);
    assert_eq!(outcome.verdict, Err(Verdict::Tle));
}

#[test]
fn input_that_nobody_reads_is_no_error() {
    if !all_is_guaranteed() {
        return;
    }
    let input = vec![b'x'; 100_000_000];
    for script in ["exit 0", "exec <&-; sleep 0.1; exit 0", "head -c 70000 >/dev/null"] {
        let outcome = sh(script, &input, &limits());
        assert_eq!(outcome.verdict, Ok(()), "{script}");
    }
    // It neither reads nor ends.
    let time = Duration::from_millis(300);
    let outcome = sh("exec sleep 300", &input, &Limits { time, ..limits() });
    assert_eq!(outcome.verdict, Err(Verdict::Ile));
}

#[test]
fn much_both_ways_does_not_deadlock() {
    let input: Vec<u8> = (0..20_000_000_u32).map(|i| (i % 251) as u8).collect();
    let outcome = command("cat").run(&input, &limits(), &|| false);
    assert_eq!(outcome.verdict, Ok(()));
    assert!(outcome.stdout == input);
    // All output before the first byte of input is read.
    let outcome = sh("head -c 1000000 /dev/zero; exec cat", &input, &limits());
    assert_eq!((outcome.verdict, outcome.stdout.len()), (Ok(()), 21_000_000));
}

#[test]
#[cfg(target_os = "linux")]
fn a_grandchild_holding_the_pipes_is_not_waited_for() {
    if !all_is_guaranteed() {
        return;
    }
    let outcome = sh("sleep 300 & echo $!", b"", &limits());
    assert_eq!(outcome.verdict, Ok(()));
    assert!(outcome.wall < LONG);
    assert!(is_gone(&String::from_utf8_lossy(&outcome.stdout)));
}

#[test]
#[cfg(target_os = "linux")]
fn the_group_dies_with_the_program() {
    if !all_is_guaranteed() {
        return;
    }
    let time = Duration::from_secs(1);
    let script = "sh -c 'sleep 300 & echo $$ $!; wait' & sh -c 'echo $$; exec sleep 300' & wait";
    let outcome = sh(script, b"", &Limits { time, ..limits() });
    assert_eq!(outcome.verdict, Err(Verdict::Ile));
    let pids = String::from_utf8(outcome.stdout).expect("numbers");
    assert_eq!(pids.split_whitespace().count(), 3);
    assert!(pids.split_whitespace().all(is_gone), "{pids}");
}

#[test]
#[cfg(target_os = "linux")]
fn descendants_that_leave_the_group_are_found() {
    if !all_is_guaranteed() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    // A daemon with children of its own, one of them in yet another session.
    let daemon = "setsid sh -c 'sleep 300 & setsid sleep 300 & \
                  echo $$ $! >\"$1.new\"; mv \"$1.new\" \"$1\"; wait' sh \"$1\" & \
                  while [ ! -s \"$1\" ]; do sleep 0.01; done; ";
    for (then, verdict) in [("exit 0", Ok(())), ("exec sleep 300", Err(Verdict::Je))] {
        let file = directory.path().join(then);
        let words = ["sh", "-c", &format!("{daemon}{then}"), "sh", file.to_str().expect("UTF-8")];
        let line = shlex::try_join(words).expect("no zero byte");
        // The one that does not end by itself is cancelled.
        let cancel = || verdict.is_err() && file.exists();
        let outcome = command(&line).run(b"", &limits(), &cancel);
        assert_eq!(outcome.verdict, verdict);
        let pids = fs::read_to_string(&file).expect("the daemon started");
        assert_eq!(pids.split_whitespace().count(), 2);
        assert!(pids.split_whitespace().all(is_gone), "{pids}");
    }
}

/// A session, a group and an environment of its own, which it may even lose
/// later on; a name of its own; a parent that is long gone.
#[test]
#[cfg(target_os = "linux")]
fn descendants_are_found_whatever_they_make_of_themselves() {
    if !all_is_guaranteed() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("pid");
    for daemon in [
        "setsid env -i sleep 300 & echo $!",
        "(setsid env -i sh -c 'sleep 300 & echo $!' &)",
        "setsid perl -e '$0 = q(x) x 4096; print qq($$\\n); close STDOUT; sleep 300' &",
        "set -m; env -i sh -c '(env -i setsid sleep 300 & echo $!) &'",
        "trap '' HUP TERM INT; (trap '' HUP TERM; env -i sleep 300 & echo $!)",
    ] {
        let script = format!("({daemon}) >\"$1\"; while [ ! -s \"$1\" ]; do sleep 0.01; done");
        for end in ["exit 0", "kill -KILL $$"] {
            sh_with(&format!("{script}; {end}"), &file, b"", &limits());
            let pid = fs::read_to_string(&file).expect("the daemon started");
            assert!(is_gone(&pid), "{daemon}: {pid}");
            fs::remove_file(&file).expect("removed");
        }
    }
}

/// Nobody else does it while the program runs, and their number is limited.
#[test]
#[cfg(target_os = "linux")]
fn dead_orphans_are_reaped_while_the_program_runs() {
    if !all_is_guaranteed() {
        return;
    }
    let script = "pid=$( (sh -c 'echo $$; exec >&-; exit 0' &) ); \
                  for i in $(seq 300); do [ -e /proc/$pid ] || exit 0; sleep 0.1; done; exit 1";
    assert_eq!(sh(script, b"", &limits()).verdict, Ok(()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_has_no_terminal_and_no_rights_to_ours() {
    let script = "cut -d' ' -f6,7 /proc/$$/stat";
    let outcome = sh(script, b"", &limits());
    let output = String::from_utf8(outcome.stdout).expect("text");
    let (session, terminal) = output.trim().split_once(' ').expect("two numbers");
    let ours = fs::read_to_string("/proc/self/stat").expect("our own");
    assert_ne!(Some(session), ours.rsplit_once(')').expect("a name").1.split(' ').nth(4));
    assert_eq!(terminal, "0");
}

/// Under a judge, standard input is a file.
#[test]
#[cfg(target_os = "linux")]
fn standard_input_is_a_file() {
    let script = "import mmap, os, sys\n\
        assert os.fstat(0).st_size == 6\n\
        for how in (mmap.MAP_SHARED, mmap.MAP_PRIVATE):\n\
        \x20 assert mmap.mmap(0, 0, how, mmap.PROT_READ)[:] == b'1 2 3\\n'\n\
        assert os.read(0, 100) == b'1 2 3\\n'\n\
        assert os.lseek(0, 2, 0) == 2 and os.read(0, 1) == b'2'\n\
        assert open('/dev/stdin').read() == '1 2 3\\n'\n\
        for change in (lambda: os.write(0, b'9'), lambda: os.ftruncate(0, 0),\n\
        \x20   lambda: open('/dev/stdin', 'r+b', buffering=0).write(b'9')):\n\
        \x20 try: change()\n\
        \x20 except OSError: continue\n\
        \x20 sys.exit('the input was changed')\n";
    let line = shlex::try_join(["python3", "-c", script]).expect("no zero byte");
    // Anew in each run, wherever the last one stopped.
    for _ in 0..2 {
        let outcome = command(&line).run(b"1 2 3\n", &limits(), &|| false);
        let said = String::from_utf8_lossy(&outcome.stderr);
        assert_eq!(outcome.verdict, Ok(()), "{said}");
    }
}

/// Ten times as deep as the usual eight megabytes allow.
#[test]
#[cfg(target_os = "linux")]
fn right_recursions_may_be_deep() {
    let hard = rustix::process::getrlimit(rustix::process::Resource::Stack).maximum;
    if hard.is_some_and(|hard| hard < 256 << 20) {
        return eprintln!("not tested: this system does not allow it");
    }
    let outcome = sh("ulimit -s", b"", &Limits { memory: Some(256 << 20), ..limits() });
    assert_eq!(outcome.stdout, b"262144\n");
}

/// `set -m` gives each background job a group of its own, in the same session.
#[test]
#[cfg(target_os = "linux")]
fn descendants_in_another_group_are_found() {
    if !all_is_guaranteed() {
        return;
    }
    let script = "set -m; sh -c 'sleep 300 & echo $$ $!; wait' & \
                  sleep 300 & echo $!; read line";
    let outcome = sh(script, b"\n", &limits());
    let pids = String::from_utf8(outcome.stdout).expect("numbers");
    assert!(pids.split_whitespace().count() > 0);
    assert!(pids.split_whitespace().all(is_gone), "{pids}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_daemon_that_ended_leaves_no_zombie() {
    if !all_is_guaranteed() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("pid");
    // It is handed to us when the subshell ends, and has to wait for us then.
    let script = "(setsid sh -c 'echo $$ >\"$1.new\"; mv \"$1.new\" \"$1\"' sh \"$1\" &); \
                  while [ ! -s \"$1\" ]; do sleep 0.01; done; sleep 0.3";
    let outcome = sh_with(script, &file, b"", &limits());
    assert_eq!(outcome.verdict, Ok(()));
    assert!(is_gone(&fs::read_to_string(&file).expect("the daemon started")));
}

/// The daemon may be loading its program when the run ends, and shows no mark.
#[test]
#[cfg(target_os = "linux")]
fn daemons_that_are_just_starting_are_found() {
    if !all_is_guaranteed() {
        return;
    }
    // Who they are is told by a variable of their environment.
    let label = format!("DUIPAI_TEST={}", std::process::id());
    let left = || {
        let processes = fs::read_dir("/proc").expect("processes").flatten();
        let environments =
            processes.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
        environments
            .filter(|shown| shown.windows(label.len()).any(|part| part == label.as_bytes()))
            .count()
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    let script = format!("env {label} setsid sleep 300 & :");
                    assert_eq!(sh(&script, b"", &limits()).verdict, Ok(()));
                }
            });
        }
    });
    assert_eq!(left(), 0);
}

/// In a container that shares no process numbers with the outside, the session
/// it was started in has the number 0; and `/proc` may still be that of the
/// outside, where our numbers belong to others.
#[test]
#[cfg(target_os = "linux")]
fn containers_are_no_trouble() {
    use std::process::Command;
    let unshare = || {
        let mut unshare = Command::new("unshare");
        unshare.args(["--map-root-user", "--pid", "--fork"]);
        unshare
    };
    if !unshare().args(["--mount-proc", "true"]).status().is_ok_and(|status| status.success()) {
        return eprintln!("not tested: this system lets us start no container");
    }
    let ours = std::env::current_exe().expect("a path");
    for arguments in [&["--mount-proc"][..], &[]] {
        let mut unshare = unshare();
        unshare.args(arguments).arg(&ours).args([
            "process::too_much_memory",
            "process::enough_memory",
            "process::descendants",
            "process::a_daemon",
            "process::daemons",
        ]);
        let output = unshare.output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn many_threads_at_once() {
    if !all_is_guaranteed() {
        return;
    }
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                for round in 0..20 {
                    let input = format!("{thread} {round}\n").repeat(1000);
                    let outcome = sh(
                        "sleep 300 & echo $!; setsid sleep 0 & cat",
                        input.as_bytes(),
                        &limits(),
                    );
                    assert_eq!(outcome.verdict, Ok(()));
                    let output = String::from_utf8(outcome.stdout).expect("text");
                    let (pid, rest) = output.split_once('\n').expect("a line");
                    assert!(rest == input);
                    assert!(is_gone(pid));
                }
            });
        }
    });
}

#[test]
fn cancel_ends_a_run_promptly() {
    let cancelled = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            cancelled.store(true, Ordering::Relaxed);
        });
        let start = Instant::now();
        let outcome =
            command("sleep 300").run(b"", &limits(), &|| cancelled.load(Ordering::Relaxed));
        assert_eq!(outcome.verdict, Err(Verdict::Je));
        assert_eq!(outcome.trouble, Some(Trouble::Cancelled));
        assert!(start.elapsed() < LONG);
    });
}

#[test]
#[cfg(target_os = "linux")]
fn a_panic_in_cancel_leaves_nothing_running() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("pid");
    let script = "echo $$ >\"$1\"; exec sleep 300";
    let words = ["sh", "-c", script, "sh", file.to_str().expect("UTF-8")];
    let command = command(&shlex::try_join(words).expect("no zero byte"));
    let pid = || fs::read_to_string(&file).ok().filter(|text| text.ends_with('\n'));
    let result = std::panic::catch_unwind(|| {
        command.run(b"", &limits(), &|| match pid() {
            Some(_) => panic!("this panic is part of the test"),
            None => false,
        })
    });
    assert!(result.is_err());
    assert!(is_gone(&pid().expect("it started")));
}

#[test]
fn trouble_with_the_start_is_not_the_programs_fault() {
    let directory = tempfile::tempdir().expect("a directory");
    let script = directory.path().join("script");
    fs::write(&script, "#!/no/such/interpreter\n").expect("written");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("permitted");
    let command = command(&quoted(&script));
    let outcome = command.run(b"", &limits(), &|| false);
    assert_eq!(outcome.verdict, Err(Verdict::Je));
    let trouble = outcome.trouble.expect("a reason").to_string();
    assert!(trouble.contains("first line"), "{trouble}");
    // It may also vanish between two runs.
    fs::remove_file(&script).expect("removed");
    assert!(matches!(command.run(b"", &limits(), &|| false).trouble, Some(Trouble::Start { .. })));
}

#[test]
fn words_are_quoted_as_in_a_shell() {
    let directory = tempfile::tempdir().expect("a directory");
    let program = directory.path().join("a b");
    fs::write(&program, "#!/bin/sh\nfor word; do echo \"<$word>\"; done\n").expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("permitted");
    let line = format!("\"{}\"  --flag 'x  y' a\\ b '' \"it's\" '$HOME' '*'", program.display());
    let outcome = command(&line).run(b"", &limits(), &|| false);
    assert_eq!(outcome.verdict, Ok(()));
    let output = String::from_utf8(outcome.stdout).expect("text");
    assert_eq!(output, "<--flag>\n<x  y>\n<a b>\n<>\n<it's>\n<$HOME>\n<*>\n");
    assert_eq!(command(&line).to_string(), line);
}

#[test]
fn a_program_sees_the_name_it_was_called_by() {
    let outcome = command("sh -c 'echo $0'").run(b"", &limits(), &|| false);
    assert_eq!(outcome.stdout, b"sh\n");
}

#[test]
fn a_program_that_vanishes_is_said_to_have_vanished() {
    let directory = tempfile::tempdir().expect("a directory");
    let program = directory.path().join("sol");
    fs::copy("/bin/sh", &program).expect("copied");
    let command = command(&quoted(&program));
    let outcome = command.run(b"exit 3\n", &limits(), &|| false);
    assert_eq!(outcome.verdict, Err(Verdict::Re(Crash::Exit(3))));
    fs::remove_file(&program).expect("removed");
    let trouble = command.run(b"", &limits(), &|| false).trouble.expect("no verdict").to_string();
    let path = program.display();
    let why = "the file has vanished: it was there when the run began";
    assert_eq!(trouble, format!("cannot start `{path}`: {why}"));
}

/// Without quotes, as a person writes it.
#[test]
fn a_line_that_is_a_path_as_a_whole_is_that_program() {
    let directory = tempfile::tempdir().expect("a directory");
    let program = directory.path().join("sol (1) & co");
    fs::copy("/bin/sh", &program).expect("copied");
    let command = command(program.to_str().expect("UTF-8"));
    assert_eq!(command.program(), program);
    assert!(command.arguments().is_empty());
}

/// With the command to write instead, for whoever reads it to copy.
#[test]
fn what_needs_a_shell_is_refused_with_the_command_that_has_one() {
    for (line, message) in [
        (
            "./a | ./b",
            r#"`|` in the command `./a | ./b` is an operator to a shell, but no shell reads it: say "sh -c './a | ./b'", or quote it ('|') where it is meant as it stands"#,
        ),
        (
            "./a $X 'b'",
            r#"`$X` in the command `./a $X 'b'` is a substitution to a shell, but no shell reads it: say "sh -c './a \$X '\\''b'\\'''", or quote it ('$X') where it is meant as it stands"#,
        ),
        (
            "cat\ncat",
            "`\\n` in the command `cat\ncat` is the end of a command to a shell, but no shell reads it: say \"sh -c 'cat\ncat'\"",
        ),
        (
            "cd x",
            "there is no program `cd` in the directories of PATH; it is a word of the shell, which reads the rest in sh -c '…'",
        ),
    ] {
        let error = CommandLine::parse(line).expect_err(line);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn bad_command_lines_are_explained() {
    for (line, message) in [
        ("", "the command is empty; expected a program, such as `./a.out` or `python3 sub.py`"),
        (" \t ", "the command is empty; expected a program, such as `./a.out` or `python3 sub.py`"),
        ("./a.out 'x", "the command `./a.out 'x` has an unclosed quote or ends in a backslash"),
        ("cat \\", "the command `cat \\` has an unclosed quote or ends in a backslash"),
        ("cat \0", "the command \"cat \\0\" contains a zero byte"),
        ("''", "there is no program `` in the directories of PATH"),
        ("no-such-1837 x", "there is no program `no-such-1837` in the directories of PATH"),
        ("/no/such/1837", "there is no program `/no/such/1837` there"),
        ("/", "`/` is a directory, not a program"),
        ("/dev/null", "`/dev/null` is not a file"),
    ] {
        let error = CommandLine::parse(line).expect_err(line);
        assert_eq!(error.to_string(), message);
    }
    let error = "./no-such-1837".parse::<CommandLine>().expect_err("nothing there");
    let here = std::env::current_dir().expect("a directory");
    let message = format!("there is no program `./no-such-1837` in {}", here.display());
    assert_eq!(error.to_string(), message);
    // Tests run in the package's directory.
    let error = CommandLine::parse("Cargo.toml").expect_err("no program");
    let hint = "; the one in the current directory is not executable; \
                try `chmod +x Cargo.toml`";
    assert!(error.to_string().ends_with(hint), "{error}");
}

#[test]
fn a_script_without_permission_names_its_interpreter() {
    let directory = tempfile::tempdir().expect("a directory");
    let script = directory.path().join("sub.py");
    fs::write(&script, "print(1)\n").expect("written");
    let line = quoted(&script);
    let error = CommandLine::parse(&line).expect_err("not executable");
    assert!(matches!(&error, CommandError::NotExecutable { .. }));
    let path = script.display();
    let message = format!("`{path}` is not executable; did you mean `python3 {line}`?");
    assert_eq!(error.to_string(), message);
}
