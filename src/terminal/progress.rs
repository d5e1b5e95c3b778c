//! Progress on standard error: a line that moves on a terminal, plain lines now
//! and then elsewhere.

use super::output::error_width;
use super::{say, wrapped};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Between plain lines: a log of a run of days stays readable.
const PLAIN_EVERY: Duration = Duration::from_secs(10);
/// Between changes of the moving line.
const TERMINAL_EVERY: Duration = Duration::from_millis(100);

/// Shows how a verb goes on.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    start: Instant,
    time: Option<Duration>,
    shown: Instant,
}

impl Progress {
    /// `time` is what the whole may take.
    pub(crate) fn new(time: Option<Duration>) -> Self {
        // Hidden where standard error is no terminal, or one that cannot move its
        // cursor (`TERM=dumb`): nothing that is given to it would be seen.
        let bar = Some(ProgressBar::new_spinner()).filter(|bar| !bar.is_hidden());
        if let (Some(bar), Ok(style)) = (&bar, ProgressStyle::with_template("{spinner} {msg}")) {
            bar.set_style(style);
        }
        Self { bar, start: Instant::now(), time, shown: Instant::now() }
    }

    /// Shows the line, if it is time for one.
    pub(crate) fn tick(&mut self, line: impl FnOnce() -> String) {
        let every = if self.bar.is_some() { TERMINAL_EVERY } else { PLAIN_EVERY };
        if self.shown.elapsed() < every {
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
                // Two columns are the spinner's.
                let room = error_width().map(|width| width.saturating_sub(2));
                bar.set_message(wrapped(&line, room).replace('\n', "\n  "));
                bar.tick();
            }
            None => say(&line),
        }
    }

    /// A remark that stays.
    pub(crate) fn note(&self, text: &str) {
        let text = wrapped(text, error_width());
        match &self.bar {
            Some(bar) => bar.println(text),
            None => say(&text),
        }
    }

    /// Makes room for something else on the terminal.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
