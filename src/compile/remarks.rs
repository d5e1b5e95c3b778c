//! What a user should know of a program, besides its verdicts.

use super::ProgramSpec;
use super::startup;
use crate::command::{FileIo, Place};
use std::path::Path;

impl ProgramSpec {
    /// Before it is run: a source that opens files in place of its standard
    /// streams, which nobody told us.
    pub fn remark_before(&self) -> Option<String> {
        if self.options().file_io.is_some() {
            return None;
        }
        let files = self.reopened()?;
        let what = match (&files.input, &files.output) {
            (Some(input), Some(output)) => format!("reads `{input}` and writes `{output}`"),
            (Some(input), None) => format!("reads `{input}`"),
            (None, output) => format!("writes `{}`", output.clone().unwrap_or_default()),
        };
        Some(format!("`{self}` {what} (freopen): if it is to, add {}", option(&files)))
    }

    /// After it was run by this many workers: files that it writes, and what its
    /// interpreter takes to start (which is measured for that: twice its start).
    /// Nothing if it was not run.
    pub fn remarks_after(&self, jobs: usize, cancel: &dyn Fn() -> bool) -> Vec<String> {
        let mut remarks = Vec::new();
        let Some(command) = self.known() else { return remarks };
        let Some(seen) = command.habits().seen() else { return remarks };
        let files: Vec<_> = seen.files.iter().map(|name| format!("`{name}`")).collect();
        let files = files.join(", ");
        if self.options().file_io.is_none() && !seen.files.is_empty() {
            if !seen.silent {
                if *command.place() == Place::Ours && jobs > 1 {
                    remarks.push(format!(
                        "`{self}` writes {files} where it runs, so that it ran once at a time: \
                         --fresh-dir gives each run a folder of its own"
                    ));
                }
            } else if self.reopened().is_none() {
                remarks.push(format!(
                    "`{self}` printed nothing and wrote {files}: if that is its answer, add {}",
                    option(&guess(&seen.files))
                ));
            }
        }
        if let Some(cpu) = seen.cpu {
            remarks.extend(startup::remark(command, cpu, cancel));
        }
        remarks
    }
}

fn option(files: &FileIo) -> String {
    crate::shell::option("--file-io", &files.to_string())
}

/// The files that a program uses, from those that it wrote: names of contests are
/// those of the problem with `.in` and `.out`.
fn guess(written: &[String]) -> FileIo {
    let is_output = |name: &&String| name.ends_with(".out") || name.ends_with(".ans");
    let output = written.iter().find(is_output).or(written.first());
    let input = output.map(|name| Path::new(name).with_extension("in"));
    let input = input.map(|name| name.to_string_lossy().into_owned());
    FileIo { input: input.filter(|name| Some(name) != output), output: output.cloned() }
}

#[cfg(test)]
mod tests {
    use super::guess;

    #[test]
    fn names_of_contests_are_guessed() {
        for (written, expected) in [
            (&["a.out"][..], "a.in,a.out"),
            (&["log", "a.out"], "a.in,a.out"),
            (&["output"], "output.in,output"),
            (&["a.in"], ",a.in"),
        ] {
            let written: Vec<_> = written.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(guess(&written).to_string(), expected);
        }
    }
}
