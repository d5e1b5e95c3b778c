//! Source files as programs: compiled once, with the compiler's own words where
//! it refuses, and nothing left behind.
#![cfg(unix)]

use assert_cmd::cargo::cargo_bin;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};
use tempfile::{TempDir, tempdir};

/// A folder to work in, with a cache of its own.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempdir().unwrap());
        fs::create_dir(place.path("work")).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.path("work").join(name), content).unwrap();
    }

    fn duipai(&self, arguments: &str) -> Command {
        let mut command = Command::new(cargo_bin!("duipai"));
        command
            .args(shlex::split(arguments).unwrap())
            .current_dir(self.path("work"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("MARKS", self.path("marks"))
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &str) -> (i32, String) {
        said(&self.duipai(arguments).output().unwrap())
    }

    /// Every case of a small run, without minimising.
    fn check(&self, more: &str) -> (i32, String) {
        let arguments = "run split --seed 1 --cases 4 -j 2 --time-limit 20s --no-minimize";
        self.run(&format!("{arguments} {more}"))
    }

    /// A compiler that calls another and leaves a mark each time.
    fn compiler(&self, rest: &str) -> String {
        let script = format!("#!/bin/sh\necho once >> \"$MARKS\"\n{rest}\n");
        self.write("cc.sh", &script);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.path("work/cc.sh"), mode).unwrap();
        "--compile './cc.sh {src} {out}'".to_owned()
    }

    /// How often that was called.
    fn compiled(&self) -> usize {
        fs::read_to_string(self.path("marks")).unwrap_or_default().lines().count()
    }

    /// Names in the cache, those in the making too.
    fn cached(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("cache/duipai/programs")).into_iter().flatten();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

fn said(output: &Output) -> (i32, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let all = text(&output.stdout) + &text(&output.stderr);
    assert!(!all.contains("panicked at src"), "{all}");
    (output.status.code().unwrap_or(-1), all)
}

/// Whether there is such a program; where there is none, that is said.
fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if !there {
        eprintln!("not tried: there is no {program}");
    }
    there
}

/// Reads the cards of `split` and prints what is never an answer.
const WRONG_CPP: &str = "\
#include <cstdio>
#include \"answer.h\"
int main() { int x; while (scanf(\"%d\", &x) == 1) {} puts(ANSWER); }
";

const RIGHT_C: &str = "\
#include <math.h>
#include <unistd.h>
int main(int n, char **words) {
    if (sqrt(n) < 0) return 1;
    return execl(words[1], words[1], \"solve\", \"split\", (char *)0);
}
";

#[test]
fn a_source_is_compiled_once_and_again_when_it_or_a_header_changes() {
    if !is_there("g++") {
        return;
    }
    let place = Place::new();
    place.write("sol.cpp", WRONG_CPP);
    place.write("answer.h", "#define ANSWER \"first\"\n");
    for _ in 0..2 {
        let (code, out) = place.check("-s sol.cpp");
        assert_eq!(code, 1, "{out}");
        assert!(out.contains("first") && out.contains("--subject sol.cpp"), "{out}");
        assert_eq!(place.cached().len(), 1);
    }
    place.write("answer.h", "#define ANSWER \"second\"\n");
    let (_, out) = place.check("-s sol.cpp");
    assert!(out.contains("second") && place.cached().len() == 2, "{out}");
    place.write("answer.h", "#define ANSWER \"first\"\n");
    let (_, out) = place.check("-s sol.cpp");
    assert!(out.contains("first") && place.cached().len() == 2, "{out}");
    place.write("sol.cpp", &WRONG_CPP.replace("ANSWER", "\"third\""));
    let (_, out) = place.check("-s sol.cpp");
    assert!(out.contains("third") && place.cached().len() == 3, "{out}");

    let (code, out) = place.run("cache");
    assert!(code == 0 && out.contains(": 3 programs, "), "{out}");
    let (code, out) = place.run("cache --clear");
    assert!(code == 0 && out.contains("removed 3 programs"), "{out}");
    assert!(place.cached().is_empty());
    let (code, out) = place.run("cache");
    assert!(code == 0 && out.contains(": 0 programs, "), "{out}");
}

#[test]
fn a_source_takes_arguments_and_a_path_with_blanks() {
    if !is_there("gcc") {
        return;
    }
    let place = Place::new();
    place.write("a b.c", RIGHT_C);
    let duipai = cargo_bin!("duipai").display().to_string();
    let (code, out) = place.check(&format!("-s '\"a b.c\" {duipai}'"));
    assert_eq!(code, 0, "{out}");
    // The whole line is the path of a file.
    let (code, out) = place.check("-s 'a b.c'");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("exit code 255") || out.contains("signal"), "{out}");
}

#[test]
fn what_the_compiler_says_is_shown_as_it_is() {
    if !is_there("g++") {
        return;
    }
    let place = Place::new();
    place.write("sol.cpp", "int main() {\n  int x = \"a\x1b[31m\";\n}\n");
    for verb in ["run split", "exhaust split --size 1", "replay split"] {
        let (code, out) = place.run(&format!("{verb} -s sol.cpp"));
        assert_eq!(code, 2, "{out}");
        assert!(out.contains("`sol.cpp` does not compile (exit code 1): g++ -O2"), "{out}");
        assert!(out.contains("sol.cpp:2:11: error: "), "{out}");
        // A line of its own, with its column.
        assert!(out.lines().any(|line| line.trim_start_matches([' ', '|']).starts_with('^')));
        assert!(!out.contains('\x1b'), "{out}");
    }
    assert!(place.cached().is_empty(), "{:?}", place.cached());
    assert!(!place.path("work/duipai-out").exists());
}

#[test]
fn what_cannot_be_compiled_is_wrong_usage() {
    let place = Place::new();
    place.write("sol.cpp", "int main() {}\n");
    place.write("sol.py", "print(1)\n");
    place.write("sol.go", "package main\n");
    place.write("a.out", "#!/bin/sh\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(place.path("work/a.out"), mode).unwrap();
    for (arguments, message) in [
        ("-s none.cpp", "there is no file `none.cpp`"),
        ("-s ./none.py", "there is no file `./none.py`"),
        ("-s none.go --compile 'cc {src} {out}'", "there is no file `none.go`"),
        ("-s ./a.out --sanitize", "--sanitize needs a source file, and `./a.out` is a command"),
        ("-s solver --compile 'cc {src} {out}'", "`solver` is none"),
        ("-s mutant:any --sanitize", "`mutant:any` is none"),
        ("-s sol.py --sanitize", "--sanitize is for C and C++"),
        ("-s sol.cpp --compile 'g++ {src}'", "does not say where {out} goes"),
        ("-s sol.cpp --compile 'no-such-compiler {src} {out}'", "no program `no-such-compiler`"),
        ("-s sol.cpp --compile ''", "does not say where {src} goes"),
        ("-s sol.cpp --compile 'true {src} {out}'", "{out} is not there"),
        ("-s sol.cpp --compile 'cp {src} {out}'", "{out} is not executable"),
        ("-s sol.cpp --compile 'mkdir {out} {src}x'", "{out} is no file"),
        ("-s sol.cpp --compile 'false {src} {out}'", "does not compile (exit code 1)"),
    ] {
        let (code, out) = place.check(arguments);
        assert_eq!(code, 2, "{arguments}: {out}");
        assert!(out.contains(message), "{arguments}: {out}");
        assert!(place.cached().is_empty(), "{arguments}: {:?}", place.cached());
    }
    // Without a compiler there is one message.
    let empty = place.path("empty");
    fs::create_dir(&empty).unwrap();
    let output = place.duipai("run split -s sol.cpp").env("PATH", &empty).output().unwrap();
    let (code, out) = said(&output);
    assert!(code == 2 && out.contains("needs `g++` or `clang++`"), "{out}");
    // Or without a place.
    fs::write(place.path("file"), "").unwrap();
    let output = place
        .duipai("run split -s sol.cpp --compile 'cp {src} {out}'")
        .env("XDG_CACHE_HOME", place.path("file"))
        .output()
        .unwrap();
    let (code, out) = said(&output);
    assert!(code == 2 && out.contains("no place to keep compiled programs"), "{out}");
}

/// What a shell would act on is refused here as everywhere.
#[test]
fn a_command_to_compile_is_no_shell_s() {
    let place = Place::new();
    place.write("sol.cpp", "int main() {}\n");
    for rest in ["| cat", "&& true", "; true", "> log", "# no", "$FLAGS", "~/x", "*.o"] {
        let (code, out) =
            place.check(&format!("-s sol.cpp --compile 'g++ {{src}} -o {{out}} {rest}'"));
        assert_eq!(code, 2, "{rest}: {out}");
        assert!(out.contains("no shell reads it: say ") && out.contains("sh -c "), "{rest}: {out}");
    }
    let (code, out) = place.check("-s sol.cpp --compile 'A=1 g++ {src} -o {out}'");
    assert!(code == 2 && out.contains("a variable's value"), "{out}");
    // As it says, with a shell.
    let duipai = cargo_bin!("duipai").display().to_string();
    let shell = format!("#!/bin/sh\\nexec {duipai} solve split\\n");
    let compile =
        format!("sh -c 'A=755; printf \"{shell}\" > \"$1\" && chmod $A \"$1\"' sh {{out}} {{src}}");
    let mut command = place.duipai("run split --seed 1 --cases 4 --time-limit 20s -s sol.cpp");
    let (code, out) = said(&command.arg("--compile").arg(compile).output().unwrap());
    assert_eq!(code, 0, "{out}");
}

#[test]
fn a_chosen_command_compiles_any_file_once_until_what_lies_beside_it_changes() {
    let place = Place::new();
    place.write("sol.xyz", "#!/bin/sh\necho one\n");
    let compile = place.compiler("cat \"$1\" > \"$2\"; cat part.xyz >> \"$2\"; chmod +x \"$2\"");
    place.write("part.xyz", "echo two\n");
    let (code, out) = place.check(&format!("-s sol.xyz {compile}"));
    assert!(code == 1 && out.contains("two"), "{out}");
    // The command that is printed has it all.
    let again = out.lines().find_map(|line| line.strip_prefix("again:")).unwrap();
    let words = shlex::split(again).unwrap();
    let (code, out) = said(&place.duipai("").args(&words[1..]).output().unwrap());
    assert_eq!(code, 1, "{words:?}: {out}");
    place.check(&format!("-s sol.xyz {compile}"));
    assert_eq!(place.compiled(), 1);
    place.write("notes.txt", "no part of it\n");
    place.check(&format!("-s sol.xyz {compile}"));
    assert_eq!(place.compiled(), 1);
    place.write("part.xyz", "echo three\n");
    let (_, out) = place.check(&format!("-s sol.xyz {compile}"));
    assert!(place.compiled() == 2 && out.contains("three"), "{out}");
}

#[test]
fn many_processes_at_once_have_the_program_whole() {
    let place = Place::new();
    let duipai = cargo_bin!("duipai").display().to_string();
    place.write("sol.xyz", &format!("#!/bin/sh\nexec {duipai} solve split\n"));
    // In pieces, so that a half of it would be seen.
    let compile = place.compiler(
        "head -c 9 \"$1\" > \"$2\"; chmod +x \"$2\"; sleep 0.2; tail -c +10 \"$1\" >> \"$2\"",
    );
    let arguments = "run split --seed 1 --cases 4 -j 1 --time-limit 20s -s sol.xyz";
    let running: Vec<_> = (0..8)
        .map(|number| {
            // One of them empties it again and again.
            if number == 7 {
                return place.duipai("cache --clear").stdout(Stdio::piped()).spawn().unwrap();
            }
            let mut command = place.duipai(&format!("{arguments} {compile}"));
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in running {
        let (code, out) = said(&child.wait_with_output().unwrap());
        assert_eq!(code, 0, "{out}");
    }
    assert!(place.cached().len() <= 1, "{:?}", place.cached());
    assert!(place.compiled() <= 7);
}

/// Whether a program with this word among its arguments runs.
fn runs(word: &str) -> bool {
    let lists = fs::read_dir("/proc").unwrap().flatten();
    lists.into_iter().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|part| part == word.as_bytes())
    })
}

fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_compiler_that_is_interrupted_leaves_nothing() {
    use rustix::process::{Pid, Signal, kill_process};
    for (signal, length) in [(Signal::INT, "7301"), (Signal::KILL, "7302")] {
        let place = Place::new();
        place.write("sol.xyz", "");
        let compile = place.compiler(&format!("(setsid sleep {length} &)\nexec sleep {length}"));
        let arguments = format!("run split -s sol.xyz {compile}");
        let mut child = place.duipai(&arguments).stderr(Stdio::null()).spawn().unwrap();
        wait_until("it compiles", || runs(length));
        kill_process(Pid::from_child(&child), signal).unwrap();
        let code = child.wait().unwrap().code();
        wait_until("all of it ends", || !runs(length));
        if signal == Signal::INT {
            assert_eq!(code, Some(130));
            assert!(place.cached().is_empty(), "{:?}", place.cached());
            continue;
        }
        // Killed: what it left goes when the next one compiles.
        let [left] = &place.cached()[..] else { panic!("{:?}", place.cached()) };
        assert!(left.starts_with(".duipai-tmp-"), "{left}");
        let left = File::open(place.path("cache/duipai/programs").join(left)).unwrap();
        left.set_modified(SystemTime::now() - Duration::from_secs(3600)).unwrap();
        let compile = place.compiler("cp \"$1\" \"$2\"; chmod +x \"$2\"");
        place.write("sol.xyz", "#!/bin/sh\necho no\n");
        assert_eq!(place.check(&format!("-s sol.xyz {compile}")).0, 1);
        let [kept] = &place.cached()[..] else { panic!("{:?}", place.cached()) };
        assert!(!kept.starts_with('.'), "{kept}");
    }
}

#[test]
fn a_sanitizer_s_finding_bears_its_name() {
    if !is_there("g++") {
        return;
    }
    let place = Place::new();
    let over = "#include <vector>\n#include <cstdio>\nint main(int n, char**) {\n\
                std::vector<int> a(3); new int[100]; if (n) a[n + 2] = 1; puts(\"\"); }\n";
    place.write("over.cpp", over);
    let sum = "#include <limits.h>\nint main(int n, char **w) { volatile int x = INT_MAX; return x + n < 0; }\n";
    place.write("sum.c", sum);
    for (source, name) in [
        ("over.cpp", "AddressSanitizer: heap-buffer-overflow"),
        ("sum.c", "signed integer overflow"),
    ] {
        let (code, out) = place.check(&format!("-s {source} --sanitize"));
        assert_eq!(code, 1, "{out}");
        assert!(out.contains(name), "{out}");
        assert!(out.contains(&format!("--subject {source} --sanitize")), "{out}");
    }
    // Memory that is held to the end is none; and without it nothing is seen.
    place.write("leak.cpp", "#include <cstdio>\nint main() { new int[100]; puts(\"x\"); }\n");
    let (_, out) = place.check("-s leak.cpp --sanitize");
    assert!(out.contains("WA") && !out.contains("LeakSanitizer"), "{out}");
}

#[test]
fn python_is_checked_and_started_by_its_interpreter() {
    if !is_there("python3") {
        return;
    }
    let place = Place::new();
    let duipai = cargo_bin!("duipai").display().to_string();
    place.write(
        "helper.py",
        &format!("import os\ndef go(): os.execv({duipai:?}, ['duipai', 'solve', 'split'])\n"),
    );
    place.write("sol.py", "import helper\nhelper.go()\n");
    let (code, out) = place.check("-s sol.py");
    assert_eq!(code, 0, "{out}");
    place.write("bad.py", "x = 1\nif x\n  print(1)\n");
    let (code, out) = place.check("-s bad.py");
    assert_eq!(code, 2, "{out}");
    assert!(out.contains("File \"bad.py\", line 2") && out.contains("SyntaxError"), "{out}");
    // A script that names its interpreter is a program as it stands.
    place.write("own.py", "#!/bin/sh\necho shell\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(place.path("work/own.py"), mode).unwrap();
    let (_, out) = place.check("-s ./own.py");
    assert!(out.contains("shell"), "{out}");
}

#[test]
fn rust_is_compiled_with_its_modules() {
    if !is_there("rustc") {
        return;
    }
    let place = Place::new();
    place.write("1 sol.rs", "mod part;\nfn main() { part::go() }\n");
    place.write("part.rs", "pub fn go() { println!(\"first\") }\n");
    let (_, out) = place.check("-s '1 sol.rs'");
    assert!(out.contains("first"), "{out}");
    place.write(
        "part.rs",
        "pub fn go() { let v = [1]; let i = std::env::args().count();\nprintln!(\"{}\", v[i]) }\n",
    );
    let (_, out) = place.check("-s '1 sol.rs'");
    assert!(out.contains("panic at part.rs:2:16"), "{out}");
}

#[test]
fn java_is_compiled_whatever_its_class_is_called() {
    if !is_there("javac") {
        return;
    }
    let place = Place::new();
    let source = "public class Main { public static void main(String[] a) { \
                  System.out.println(Helper.WORD); } }\n";
    place.write("sol.java", source);
    place.write("Helper.java", "class Helper { static String WORD = \"first\"; }\n");
    let (code, out) = place.check("-s sol.java");
    assert!(code == 1 && out.contains("first"), "{out}");
    place.write("Helper.java", "class Helper { static String WORD = null + 1; }\n");
    let (code, out) = place.check("-s sol.java");
    assert!(code == 2 && out.contains("Helper.java:1: error"), "{out}");
    let own: Vec<_> = fs::read_dir(place.path("work")).unwrap().collect();
    assert!(own.len() <= 3, "no classes in the user's folder: {own:?}");
}

/// A program in the cache that somebody took apart is made again.
#[test]
fn a_broken_entry_is_made_again() {
    let place = Place::new();
    place.write("sol.xyz", "#!/bin/sh\necho no\n");
    let compile = place.compiler("cp \"$1\" \"$2\"; chmod +x \"$2\"");
    for round in 1..4 {
        let (code, out) = place.check(&format!("-s sol.xyz {compile}"));
        assert_eq!((code, place.compiled()), (1, round), "{out}");
        let entry = place.path("cache/duipai/programs").join(&place.cached()[0]);
        let file = ["program", "inputs.json", "program"][round % 3];
        fs::remove_file(Path::join(&entry, file)).unwrap();
    }
}
