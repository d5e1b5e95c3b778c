//! However a run ends, nothing that it started goes on.
#![cfg(target_os = "linux")]

use assert_cmd::cargo::cargo_bin;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Far longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

/// A program of four processes, the last two of them out of reach of whoever
/// looks for a group, a session, an environment or a parent. They say who they
/// are in `pids`, a file in the current folder.
const PROGRAM: &str = "echo $$ >>pids; sleep 300 & echo $! >>pids; \
    (env -i setsid sh -c 'echo $$ >>pids; env -i setsid sleep 300 & echo $! >>pids; wait' &) ; \
    exec sleep 300";

fn run(folder: &Path, script: &str) -> Command {
    let mut command = Command::new(cargo_bin!("duipai"));
    command
        .args(["run", "split", "-j", "1", "--time-limit", "300s", "--time", "300s", "-s"])
        .arg(shlex::try_join(["sh", "-c", script]).unwrap())
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn pids(folder: &Path) -> Vec<Pid> {
    let text = fs::read_to_string(folder.join("pids")).unwrap_or_default();
    text.split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .map(|line| Pid::from_raw(line.trim().parse().unwrap()).unwrap())
        .collect()
}

fn wait_for(what: &str, happens: impl Fn() -> bool) {
    let start = Instant::now();
    while !happens() {
        assert!(start.elapsed() < LONG, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Started, and its program too.
fn started(folder: &Path, command: &mut Command) -> Child {
    let child = command.spawn().unwrap();
    wait_for("the program starts", || pids(folder).len() >= 4);
    child
}

/// Whether a program that we start does not see this signal, as whoever started
/// us wished (`nohup`, a job in the background of a script).
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() >> (signal.as_raw() - 1) & 1 == 1
}

fn all_end(folder: &Path) {
    let pids = pids(folder);
    // Some have not been reaped, by whoever has inherited them.
    let is_dead = |pid: &Pid| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with(['Z', 'X']))
    };
    wait_for("all end", || pids.iter().all(is_dead));
}

#[test]
fn whatever_signal_ends_us() {
    use Signal as S;
    let signals: [&[S]; 8] = [
        &[S::INT],
        &[S::TERM],
        &[S::HUP],
        &[S::QUIT],
        &[S::KILL],
        &[S::ABORT],
        // Ctrl-C twice; `timeout`, which tells its child and then the group.
        &[S::INT, S::INT],
        &[S::TERM, S::TERM],
    ];
    for signals in signals.into_iter().filter(|signals| !is_ignored(signals[0])) {
        let folder = tempfile::tempdir().unwrap();
        let mut child = started(folder.path(), &mut run(folder.path(), PROGRAM));
        for &signal in signals {
            kill_process(Pid::from_child(&child), signal).unwrap();
        }
        child.wait().unwrap();
        all_end(folder.path());
    }
}

/// Its parent must go on to end it.
#[test]
fn even_if_the_program_has_stopped_its_parent() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        format!("(until [ -e stop ]; do sleep 0.01; done; kill -STOP $PPID; >stopped) & {PROGRAM}");
    let mut child = started(folder.path(), &mut run(folder.path(), &script));
    // It would make the spawner go on.
    kill_process(Pid::from_child(&child), Signal::STOP).unwrap();
    fs::write(folder.path().join("stop"), "").unwrap();
    wait_for("the parent is stopped", || folder.path().join("stopped").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    all_end(folder.path());
}

/// The group is that of the terminal; Ctrl-C and Ctrl-\ go to all of it.
#[test]
fn a_signal_to_the_whole_group() {
    let signals = [Signal::INT, Signal::QUIT, Signal::KILL];
    for signal in signals.into_iter().filter(|&signal| !is_ignored(signal)) {
        let folder = tempfile::tempdir().unwrap();
        let mut child = started(folder.path(), run(folder.path(), PROGRAM).process_group(0));
        rustix::process::kill_process_group(Pid::from_child(&child), signal).unwrap();
        child.wait().unwrap();
        all_end(folder.path());
    }
}
