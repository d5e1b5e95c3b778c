//! Where programs run: in the user's folder, or in one of their own with files
//! for standard streams.
#![cfg(unix)]

use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

/// A folder to work in, with a cache and a folder for temporary files.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempdir().unwrap());
        for name in ["work", "tmp"] {
            fs::create_dir(place.path(name)).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn program(&self, name: &str, content: &str) {
        let path = self.path("work").join(name);
        fs::write(&path, content).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn duipai(&self, arguments: &str) -> Command {
        let mut command = Command::new(cargo_bin!("duipai"));
        command
            .args(shlex::split(arguments).unwrap())
            .current_dir(self.path("work"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("TMPDIR", self.path("tmp"))
            .env("DUIPAI", cargo_bin!("duipai"))
            .stdin(Stdio::null());
        command
    }

    /// A small run, without minimising. Nothing of it is left in the folder for
    /// temporary files.
    fn check(&self, more: &str) -> (i32, String) {
        let arguments = "run split --seed 1 --time-limit 20s --no-minimize --cases 64";
        let said = said(&self.duipai(&format!("{arguments} {more}")).output().unwrap());
        self.nothing_is_left();
        said
    }

    /// Spawners remove their folders, a moment after we have ended.
    fn nothing_is_left(&self) {
        let start = Instant::now();
        while fs::read_dir(self.path("tmp")).unwrap().count() > 0 {
            let left: Vec<_> = fs::read_dir(self.path("tmp")).unwrap().collect();
            assert!(start.elapsed() < Duration::from_secs(20), "{left:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn work(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("work")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

fn said(output: &Output) -> (i32, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let all = text(&output.stdout) + &text(&output.stderr);
    assert!(!all.contains("panicked at src"), "{all}");
    (output.status.code().unwrap_or(-1), all)
}

/// Reads `split.in`, writes `split.out`, takes its time in between, and says
/// nothing.
const BY_FILES: &str = "#!/bin/sh
cat split.in > copy || exit 1
sleep 0.01
\"$DUIPAI\" solve split < copy > split.out
";

#[test]
fn a_program_with_files_for_its_streams_is_right_with_many_jobs() {
    let place = Place::new();
    place.program("sol", BY_FILES);
    let (code, out) = place.check("-j 8 -s ./sol --file-io split.in,split.out");
    assert_eq!(code, 0, "{out}");
    assert!(!out.contains("--fresh-dir"), "{out}");
    assert_eq!(place.work(), ["sol"]);
    // A wrong one is found, and the command that shows it again knows the files.
    place.program("wrong", &BY_FILES.replace("< copy >", "< copy | sed s/1/2/ >"));
    let (code, out) = place.check("-j 2 -s ./wrong --file-io split.in,split.out");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("--subject ./wrong --file-io split.in,split.out"), "{out}");
    let again = out.lines().find_map(|line| line.strip_prefix("again:")).unwrap();
    let words = shlex::split(again).unwrap();
    let (code, out) = said(&place.duipai("").args(&words[1..]).output().unwrap());
    assert!(code == 1 && out.contains("0 passed, 1 failed"), "{words:?}: {out}");
}

#[test]
fn one_file_alone_may_stand_for_its_stream() {
    let place = Place::new();
    place.program("reads", "#!/bin/sh\nexec \"$DUIPAI\" solve split < in\n");
    place.program("writes", "#!/bin/sh\nexec \"$DUIPAI\" solve split > out\n");
    for arguments in ["-s ./reads --file-io in,", "-s ./writes --file-io ,out"] {
        let (code, out) = place.check(arguments);
        assert_eq!(code, 0, "{arguments}: {out}");
    }
    for (names, message) in
        [("in", "the names of two files"), ("a/in,out", "is no name of a file"), ("x,x", "both")]
    {
        let (code, out) = place.check(&format!("-s ./reads --file-io {names}"));
        assert!(code == 2 && out.contains(message), "{out}");
    }
    for (more, message) in
        [("--file-io a,b", "--file-io needs"), ("--fresh-dir", "--fresh-dir needs")]
    {
        let (code, out) = place.check(&format!("-s mutant:no-equal-sides {more}"));
        assert!(code == 2 && out.contains(message), "{out}");
    }
}

/// A FIFO, a device, a folder, nothing, more than it may.
#[test]
fn an_output_that_is_no_file_is_told_and_waited_for_by_nobody() {
    let place = Place::new();
    for (script, said) in [
        ("true", "duipai: it did not write `out`"),
        ("mkfifo out", "duipai: `out` cannot be read: not a regular file"),
        ("ln -s /dev/zero out", "duipai: `out` cannot be read: not a regular file"),
        ("mkdir out", "duipai: `out` cannot be read: not a regular file"),
        ("exec head -c 100M /dev/zero > out", "OLE"),
    ] {
        place.program("sol", &format!("#!/bin/sh\n{script}\n"));
        let (code, out) = place.check("-j 1 -s ./sol --file-io in,out");
        assert_eq!(code, 1, "{script}: {out}");
        assert!(out.contains(said), "{script}: {out}");
    }
}

/// Each run finds its folder empty, whatever the one before has left there.
#[test]
fn a_private_folder_is_empty_at_every_start() {
    let place = Place::new();
    place.program(
        "sol",
        "#!/bin/sh
[ -z \"$(ls -A)\" ] || exit 9
mkdir -p a/b; touch a/b/c .hidden; chmod 500 a/b; chmod 0 a
exec \"$DUIPAI\" solve split
",
    );
    let (code, out) = place.check("-s ./sol --fresh-dir");
    assert_eq!(code, 0, "{out}");
    // Without the option it runs where the user is.
    let (code, out) = place.check("-s ./sol");
    assert!(code == 1 && out.contains("exit code 9"), "{out}");
}

/// It is right with many jobs even so, and told how to be quicker.
#[test]
fn programs_that_share_files_run_one_at_a_time() {
    let place = Place::new();
    let script = "#!/bin/sh\ncat > split.in; sleep 0.01\n\
                  \"$DUIPAI\" solve split < split.in > split.out; sleep 0.01; cat split.out\n";
    place.program("sol.sh", script);
    let (code, out) = place.check("-j 4 -s ./sol.sh");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("`./sol.sh` writes `split.in`, `split.out` where it runs"), "{out}");
    assert!(out.contains("--fresh-dir"), "{out}");
    let (code, out) = place.check("-j 4 -s ./sol.sh --fresh-dir");
    assert!(code == 0 && !out.contains("where it runs"), "{out}");
    // Words that name files of the user's folder lead there from any other.
    let (code, out) = place.check("-j 4 -s 'sh sol.sh' --fresh-dir");
    assert_eq!(code, 0, "{out}");
}

#[test]
fn names_of_files_are_found_and_said() {
    let place = Place::new();
    place.program("sol", "#!/bin/sh\ncat > /dev/null; echo 1 > split.out\n");
    let (code, out) = place.check("-j 1 -s ./sol");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("wrote `split.out`: if that is its answer"), "{out}");
    assert!(out.contains("add --file-io split.in,split.out"), "{out}");
    let (_, out) = place.check("-j 1 -s ./sol --file-io split.in,split.out");
    assert!(!out.contains("if that is"), "{out}");

    if Command::new("g++").arg("--version").output().is_err() {
        eprintln!("not tried: there is no g++");
        return;
    }
    let source = "#include <cstdio>\n#include <cstdlib>\nint main() {\n\
                  freopen(\"split.in\", \"r\", stdin);\n\
                  #ifndef ONLINE_JUDGE\nfreopen(\"no\", \"r\", stdin);\n#endif\n\
                  freopen(\"split.out\", \"w\", stdout);\n\
                  return system(\"\\\"$DUIPAI\\\" solve split < split.in\"); }\n";
    fs::write(place.path("work/sol.cpp"), source).unwrap();
    let (code, out) = place.check("-s sol.cpp");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("`sol.cpp` reads `split.in` and writes `split.out` (freopen)"), "{out}");
    assert_eq!(out.matches("--file-io split.in,split.out").count(), 1, "{out}");
    let (code, out) = place.check("-j 4 -s sol.cpp --file-io split.in,split.out");
    assert_eq!(code, 0, "{out}");
    assert!(!out.contains("freopen"), "{out}");
}

#[test]
fn a_killed_run_leaves_no_folder() {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::INT, Signal::KILL] {
        let place = Place::new();
        place.program("sol", "#!/bin/sh\npwd > \"$MARK\"\nexec sleep 300\n");
        let arguments = "run split -j 1 --time-limit 300s --time 300s -s ./sol --fresh-dir";
        let mark = place.path("mark");
        let mut command = place.duipai(arguments);
        command.env("MARK", &mark).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let start = Instant::now();
        let folder = loop {
            let folder = fs::read_to_string(&mark).unwrap_or_default();
            if folder.ends_with('\n') && Path::new(folder.trim()).exists() {
                break folder;
            }
            assert!(start.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(folder.contains(".duipai-tmp-"), "{folder}");
        kill_process(Pid::from_child(&child), signal).unwrap();
        child.wait().unwrap();
        place.nothing_is_left();
    }
}

/// The start of an interpreter that is most of a run is said, once.
#[test]
fn the_start_of_an_interpreter_is_told() {
    let place = Place::new();
    place.program("sol.py", "#!/usr/bin/env python3\nprint(input())\n");
    let Ok(python) = Command::new("python3").arg("--version").output() else {
        eprintln!("not tried: there is no python3");
        return;
    };
    assert!(python.status.success());
    let (_, out) = place.check("-j 2 -s ./sol.py --keep-going 3");
    assert_eq!(out.matches("`python3` takes ").count(), 1, "{out}");
    assert!(out.contains(" ms of CPU time to start, of the "), "{out}");
    place.program("sol.sh", "#!/bin/sh\nread line; echo $line\n");
    let (_, out) = place.check("-j 2 -s ./sol.sh");
    assert!(!out.contains(" to start, "), "{out}");
}
