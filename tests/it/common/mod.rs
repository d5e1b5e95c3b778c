//! What several files of tests share: the real binaries of the examples (every
//! verb, over Nim), and instances by size.

// No test uses all of it.
#![allow(dead_code)]

use duipai::choices::Choices;
use duipai::problem::{Problem, Scope, Size};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The binary of `examples/nim_in_full.rs`.
pub(crate) fn example() -> &'static Path {
    static EXAMPLE: OnceLock<PathBuf> = OnceLock::new();
    EXAMPLE.get_or_init(|| built("nim_in_full"))
}

/// The binary of an example. Cargo builds examples for `cargo test`, but not for
/// `cargo test --test NAME`: it is asked to, which takes no time when there is
/// nothing to do.
fn built(name: &str) -> PathBuf {
    // <target>/<profile>/deps/<test>
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap();
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let example = folder.join("examples").join(file);
    let made = |path: &Path| path.metadata().and_then(|data| data.modified());
    if let (Ok(example_made), Ok(test_made)) = (made(&example), made(&test))
        && example_made >= test_made
    {
        return example;
    }
    let profile = match folder.file_name().unwrap().to_str().unwrap() {
        "debug" => "dev",
        other => other,
    };
    // <target>/tmp, or <target>/<triple>/… if one was asked for.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut build = Command::new(env!("CARGO"));
    build
        .args(["build", "--quiet", "--locked", "--offline", "--profile", profile])
        .args(["--example", name, "--target-dir"])
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    if let Some(triple) = folder.parent().filter(|parent| *parent != target) {
        build.arg("--target").arg(triple.file_name().unwrap());
    }
    let built = build.output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    example
}

/// The command with these arguments, separated by blanks, run in `folder`.
pub(crate) fn command(folder: &Path, arguments: &str) -> Command {
    command_of(example(), folder, arguments)
}

fn command_of(program: &Path, folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(program);
    command.args(shlex::split(arguments).unwrap()).current_dir(folder);
    // What the user of the tests wishes for his terminal is not tested.
    command.env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
    // As if it were installed: commands are then printed with its name.
    let mut path = example().parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    command.env("PATH", path);
    command
}

/// Runs it. Exit code and standard output.
pub(crate) fn run(folder: &Path, arguments: &str) -> (i32, String) {
    outcome(command(folder, arguments), arguments)
}

/// The same of another example.
pub(crate) fn program(example: &str, folder: &Path, arguments: &str) -> (i32, String) {
    outcome(command_of(&built(example), folder, arguments), arguments)
}

fn outcome(mut command: Command, arguments: &str) -> (i32, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    // For whoever reads the failure of a test.
    eprintln!("$ {arguments}\n{out}{err}");
    (status.code().unwrap(), out)
}

/// Runs it and reads its JSON.
pub(crate) fn json(folder: &Path, arguments: &str) -> (i32, Vec<Value>) {
    let (code, out) = run(folder, &format!("{arguments} --json"));
    (code, events(&out))
}

/// The objects of an output.
pub(crate) fn events(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The objects with this event.
pub(crate) fn of<'a>(events: &'a [Value], event: &str) -> Vec<&'a Value> {
    events.iter().filter(|value| value["event"] == event).collect()
}

/// Writes files into a folder: names and contents.
pub(crate) fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, content) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
}

/// An instance of exactly this size.
pub(crate) fn of_size<P: Problem>(
    problem: &P,
    scope: Scope,
    size: Size,
    choices: &mut dyn Choices,
) -> P::Instance {
    (problem.enumeration().expect("generation by size").generate)(problem, scope, size, choices)
}
