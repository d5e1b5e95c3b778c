//! What a person is told, in the message of a panic: plain text.

use super::settings::{AT_VARIABLE, SEED_VARIABLE};
use super::shrink::Minimized;
use crate::excerpt;
use crate::failure::{Accused, Failure};
use crate::panics::Panicked;
use crate::report::diff_of_values;
use crate::shell;
use crate::terminal::{plain, printable, printable_lines};
use crate::verdict::{Crash, Verdict};
use crate::watch::Phase;
use std::fmt::{Debug, Write};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// The exit code of a test program that failed.
pub(super) const FAILED: i32 = 101;

/// A value that fits a line of so many columns is shown on one.
const COLUMNS: usize = 76;
/// Lines of an input that are shown, and characters of each: some screens. A
/// minimised one is far below, and more would hide the answers.
const MOST_LINES: usize = 200;
const MOST_COLUMNS: usize = 1_000;

/// A value on one line if it is short, else with a line for each of its parts.
pub(super) fn debug(value: &impl Debug) -> String {
    let short = format!("{value:?}");
    if fits(&short) { short } else { format!("{value:#?}") }
}

/// Two answers, shown in the same way.
pub(super) fn answers(want: &impl Debug, given: &impl Debug) -> (String, String) {
    let short = (format!("{want:?}\n"), format!("{given:?}\n"));
    if fits(&short.0) && fits(&short.1) {
        return short;
    }
    (format!("{want:#?}\n"), format!("{given:#?}\n"))
}

fn fits(text: &str) -> bool {
    text.width() <= COLUMNS
}

/// The name of the test, which is its thread's.
pub(super) fn name() -> Option<String> {
    let thread = std::thread::current();
    // A program's own thread, and that of a single test, is called so.
    thread.name().filter(|name| *name != "main").map(str::to_owned)
}

/// The case that a function is busy with, for the watchdog.
pub(super) fn watched(index: u64, input: &str) -> String {
    format!("{index}\n{input}")
}

/// What is told of a function that hangs on what [`watched`] made.
pub(super) fn hang(
    phase: Phase,
    limit: Duration,
    seed: u64,
    watched: &str,
    name: Option<&str>,
) -> String {
    let who = match phase {
        Phase::Subject => "the fast function",
        Phase::Solver | Phase::Oracle => "the naive function",
    };
    let (index, input) = watched.split_once('\n').unwrap_or_default();
    let case = Case { seed, index: index.parse().unwrap_or(0), name };
    format!(
        "\nduipai: {who} was still busy after {limit:?}. It cannot be interrupted: the process \
         ends. The input, not minimised:\n{}\n{}",
        indented(input),
        case.again()
    )
}

/// A case, and the test that it belongs to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) seed: u64,
    pub(super) index: u64,
    pub(super) name: Option<&'a str>,
}

impl Case<'_> {
    /// The input could not be made.
    pub(super) fn unmade(self, panicked: &Panicked) -> String {
        let who = "what makes the inputs, or shows them,";
        format!("{}\nneither function was asked\n\n{}", panic_of(who, panicked), self.again())
    }

    /// A failure, all of it.
    pub(super) fn found(self, found: &Minimized) -> String {
        let Minimized { text, failure, figures, steady } = found;
        let mut out = format!("{}\n", head(failure));
        let _ = writeln!(out, "minimised {figures}");
        if !steady {
            out.push_str(
                "not steady: done once more, this input was not made or did not fail in this way. \
                 All three functions must depend on what they are given alone.\n",
            );
        }
        let _ = write!(out, "\ninput\n{}", indented(text));
        if !failure.want.text().is_empty() {
            out.push('\n');
            let (want, given) = (failure.want.text().as_bytes(), &failure.given);
            if want == given {
                out.push_str("wanted and given look alike, but `==` says that they differ\n");
            }
            out.push_str(&plain(&diff_of_values(want, given, None)));
        }
        let _ = write!(out, "\n{}", self.again());
        out
    }

    /// The line that repeats it.
    fn again(self) -> String {
        let Self { seed, index, name } = self;
        let variables = format!("{SEED_VARIABLE}={seed} {AT_VARIABLE}={index}");
        match name {
            Some(name) => format!("again: {variables} cargo test {}\n", shell::quoted(name)),
            None => format!("again: with {variables} in the environment\n"),
        }
    }
}

/// What is wrong, in a line.
fn head(failure: &Failure) -> String {
    let who = match failure.accused {
        Accused::Testbed => "the naive function",
        Accused::Subject | Accused::Solver => "the fast function",
    };
    match &failure.judgement.verdict {
        Verdict::Re(Crash::Panic(place)) => {
            let message = failure.said.concat();
            panic_of(who, &Panicked { place: place.clone(), message })
        }
        _ => failure.judgement.message.clone(),
    }
}

fn panic_of(who: &str, Panicked { place, message }: &Panicked) -> String {
    format!("{who} panicked at {}: {}", printable(place), printable_lines(message))
}

fn indented(text: &str) -> String {
    let mut out = String::new();
    for line in excerpt::lines(text.as_bytes(), 0, MOST_LINES, MOST_COLUMNS) {
        let _ = writeln!(out, "  {}", printable(&line));
    }
    out
}
