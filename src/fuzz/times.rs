//! Where the time of a fuzz target goes, for whoever wants to make it faster:
//! `DUIPAI_FUZZ_TIMES=1`.

use super::environment::TIMES_VARIABLE;
use crate::terminal::say;
use crate::watch::{Phase, Slot};
use std::cell::RefCell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A part of the work that is not libFuzzer's own.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// The custom mutator and crossover.
    Mutation,
    /// Reading a text before it is checked.
    Reading,
    /// Subject, oracles, relations, the whole program on the text: what a
    /// fuzzer is run for.
    Check,
}

/// How often the figures are printed.
const PERIOD: Duration = Duration::from_secs(1);

struct Times {
    start: Instant,
    printed: Instant,
    executions: u64,
    rejected: u64,
    /// By [`Part`].
    parts: [Duration; 3],
    /// By [`Phase`], within [`Part::Check`].
    phases: [Duration; 3],
}

thread_local! {
    static TIMES: RefCell<Option<Times>> = const { RefCell::new(None) };
}

fn enabled() -> bool {
    static ENABLED: OnceLock<bool> = OnceLock::new();
    *ENABLED.get_or_init(|| std::env::var_os(TIMES_VARIABLE).is_some())
}

fn with(change: impl FnOnce(&mut Times)) {
    TIMES.with_borrow_mut(|times| {
        change(times.get_or_insert_with(|| Times {
            start: Instant::now(),
            printed: Instant::now(),
            executions: 0,
            rejected: 0,
            parts: [Duration::ZERO; 3],
            phases: [Duration::ZERO; 3],
        }));
    });
}

/// Runs a part of the work; its time counts for that part.
pub(super) fn during<T>(part: Part, work: impl FnOnce() -> T) -> T {
    if !enabled() {
        return work();
    }
    let start = Instant::now();
    let result = work();
    let elapsed = start.elapsed();
    with(|times| times.parts[part as usize] += elapsed);
    result
}

/// A slot for one check, which measures its phases if anybody wants to know.
pub(super) fn slot() -> Slot {
    if enabled() { Slot::timed() } else { Slot::default() }
}

/// An execution has ended.
pub(super) fn count(rejected: bool, slot: Option<&Slot>) {
    if !enabled() {
        return;
    }
    with(|times| {
        times.executions += 1;
        times.rejected += u64::from(rejected);
        if let Some(slot) = slot {
            for (sum, spent) in times.phases.iter_mut().zip(slot.spent()) {
                *sum += spent;
            }
        }
        if times.printed.elapsed() >= PERIOD {
            times.printed = Instant::now();
            say(&times.line());
        }
    });
}

impl Times {
    fn line(&self) -> String {
        let all = self.start.elapsed();
        let percent = |part: Duration| 100.0 * part.as_secs_f64() / all.as_secs_f64();
        let each = |part: Duration| part.as_secs_f64() * 1e6 / self.executions as f64;
        let [mutation, reading, check] = self.parts;
        let phase = |phase: Phase| self.phases[phase as usize];
        let (subject, solver, oracle) =
            (phase(Phase::Subject), phase(Phase::Solver), phase(Phase::Oracle));
        let other = check.saturating_sub(subject + solver + oracle);
        let harness = all.saturating_sub(check);
        let fuzzer = harness.saturating_sub(mutation + reading);
        format!(
            "times: {} executions, {:.0}/s, {:.2} % rejected; us each: all {:.1}, subject {:.1}, \
             solver {:.1}, oracle {:.1}, other checks {:.1}; harness {:.1} %: mutation {:.1} %, \
             reading {:.1} %, libFuzzer {:.1} %",
            self.executions,
            self.executions as f64 / all.as_secs_f64(),
            100.0 * self.rejected as f64 / self.executions as f64,
            each(all),
            each(subject),
            each(solver),
            each(oracle),
            each(other),
            percent(harness),
            percent(mutation),
            percent(reading),
            percent(fuzzer),
        )
    }
}
