//! What an interpreter takes to start, before it reads a word of the program.

use crate::command::{CommandLine, locate};
use crate::process::Limits;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Less is not worth a word: a program without an interpreter takes a millisecond.
const LEAST: Duration = Duration::from_millis(5);

/// By the beginning of their names, interpreters with words that make them do
/// nothing.
const NOTHING: [(&str, &[&str]); 8] = [
    ("python", &["-c", ""]),
    ("pypy", &["-c", ""]),
    ("node", &["-e", "0"]),
    ("ruby", &["-e", "0"]),
    ("perl", &["-e", "0"]),
    ("lua", &["-e", ""]),
    ("php", &["-r", ""]),
    ("java", &["-XX:+UseSerialGC", "-version"]),
];

/// A line if more than half of what a run takes is its interpreter's start. CPU
/// time, so that a busy machine changes nothing.
pub(super) fn remark(
    command: &CommandLine,
    run: Duration,
    cancel: &dyn Fn() -> bool,
) -> Option<String> {
    let program = interpreter(command.program())?;
    let name = program.file_name()?.to_str()?.to_owned();
    let (_, words) = NOTHING.iter().find(|(start, _)| name.starts_with(start))?;
    let words = std::iter::once(&*name).chain(words.iter().copied()).map(str::to_owned).collect();
    let bare = CommandLine::of(&name, program, words);
    // The first start may wait for the disk, and read what others find in memory.
    let starts = (0..2).filter_map(|_| {
        let outcome = bare.run(b"", &Limits::default(), cancel);
        outcome.verdict.is_ok().then_some(outcome.cpu)
    });
    let start = starts.min()?;
    (start >= LEAST && start * 2 > run).then(|| {
        let (start, run) = (start.min(run).as_millis(), run.as_millis());
        format!("`{name}` takes {start} ms of CPU time to start, of the {run} ms of a run")
    })
}

/// The program itself, or what the first line of a script names.
fn interpreter(program: &Path) -> Option<PathBuf> {
    /// As much as Linux reads of that line.
    const MOST: u64 = 255;
    let mut start = Vec::new();
    File::open(program).ok()?.take(MOST).read_to_end(&mut start).ok()?;
    let Some(line) = start.strip_prefix(b"#!") else { return Some(program.to_owned()) };
    let line = line.split(|byte| *byte == b'\n').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_whitespace();
    match words.next()? {
        path if path.ends_with("/env") => locate(words.next()?).ok(),
        path => Some(path.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::interpreter;
    use std::path::Path;

    #[test]
    fn the_first_line_names_the_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        for (content, expected) in [
            ("#!/usr/bin/python3 -u\nx", Some("/usr/bin/python3")),
            ("#! /bin/sh", Some("/bin/sh")),
            ("#!", None),
        ] {
            std::fs::write(&path, content).unwrap();
            assert_eq!(interpreter(&path).as_deref(), expected.map(Path::new), "{content}");
        }
        std::fs::write(&path, "#!/usr/bin/env sh").unwrap();
        assert!(interpreter(&path).unwrap().ends_with("sh"));
        std::fs::write(&path, "\x7fELF").unwrap();
        assert_eq!(interpreter(&path), Some(path.clone()));
        assert_eq!(interpreter(&folder.path().join("none")), None);
    }
}
