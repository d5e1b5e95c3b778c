//! Progress on standard error: a line that moves on a terminal, plain lines now
//! and then elsewhere.

use crate::stderr::say;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Between plain lines: a log of a run of days stays readable.
const PLAIN_EVERY: Duration = Duration::from_secs(10);
/// Between changes of the moving line.
const TERMINAL_EVERY: Duration = Duration::from_millis(100);

/// Shows how a verb goes on.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    start: Instant,
    time: Option<Duration>,
    shown: Instant,
}

impl Progress {
    /// `json` leaves standard error to complaints. `time` is what the whole may
    /// take.
    pub(super) fn new(json: bool, time: Option<Duration>) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = (terminal && !json).then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        Self { bar, quiet: json, start: Instant::now(), time, shown: Instant::now() }
    }

    /// Shows the line, if it is time for one.
    pub(super) fn tick(&mut self, line: impl FnOnce() -> String) {
        let every = if self.bar.is_some() { TERMINAL_EVERY } else { PLAIN_EVERY };
        if self.quiet || self.shown.elapsed() < every {
            return;
        }
        self.shown = Instant::now();
        let left = match self.time {
            Some(time) => {
                let left = time.saturating_sub(self.start.elapsed()).as_secs_f64();
                format!(", {left:.0} s left")
            }
            None => format!(", {:.0} s", self.start.elapsed().as_secs_f64()),
        };
        let line = line() + &left;
        match &self.bar {
            Some(bar) => {
                bar.set_message(line);
                bar.tick();
            }
            None => say(&line),
        }
    }

    /// A remark that stays.
    pub(super) fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => say(text),
        }
    }

    /// Makes room for something else on the terminal.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
