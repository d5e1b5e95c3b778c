//! Progress on standard error: a line that moves on a terminal, plain lines now
//! and then elsewhere.

use crate::any::Info;
use crate::campaign::Stats;
use crate::report::thousands;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Between plain lines: a log of a run of days stays readable.
const PLAIN_EVERY: Duration = Duration::from_secs(10);
/// Between changes of the moving line.
const TERMINAL_EVERY: Duration = Duration::from_millis(100);

/// Shows how a run goes on.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    start: Instant,
    time: Option<Duration>,
    shown: Instant,
}

impl Progress {
    /// `json` leaves standard error to complaints.
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

    pub(super) fn tick(&mut self, info: &Info, stats: &Stats) {
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
        let line = format!(
            "{}: {} instances, {} per second, {}/{} behaviours seen{left}",
            info.name,
            thousands(stats.cases),
            thousands(stats.rate() as u64),
            stats.behaviours_seen(),
            info.behaviours.len()
        );
        match &self.bar {
            Some(bar) => {
                bar.set_message(line);
                bar.tick();
            }
            None => eprintln!("{line}"),
        }
    }

    /// A remark that stays.
    pub(super) fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    /// Makes room for something else on the terminal.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    pub(super) fn finish(&self) {
        self.clear();
    }
}
