//! Who is doing what since when: so that a hang in process is noticed, kept
//! on disk and blamed on the right program.

mod costs;

pub use costs::Cost;

use crate::looks::Looks;
use crate::process::{self, ThreadId};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a thread is busy with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The subject runs, in process.
    Subject,
    /// The solver runs as the oracle of another subject.
    Solver,
    /// A naive oracle runs.
    Oracle,
}

/// The activity of one thread, readable by a watchdog.
#[derive(Debug, Default)]
pub struct Slot {
    current: Mutex<Option<Work>>,
    /// Time by phase, where somebody asks for it.
    spent: Option<Mutex<[Duration; 3]>>,
    cost: Mutex<Option<Cost>>,
}

impl Slot {
    /// A slot that adds up the time of each phase.
    pub fn timed() -> Self {
        Self { spent: Some(Mutex::default()), ..Self::default() }
    }

    /// The time spent so far, by [`Phase`], in a [`Slot::timed`].
    pub fn spent(&self) -> [Duration; 3] {
        let spent = self.spent.as_ref();
        spent.map_or([Duration::ZERO; 3], |s| *s.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes what the last run of a command cost.
    pub fn note(&self, cost: Cost) {
        *self.cost.lock().unwrap_or_else(PoisonError::into_inner) = Some(cost);
    }

    /// What the last run of a command cost, if there was one since this was asked
    /// for.
    pub fn take_cost(&self) -> Option<Cost> {
        self.cost.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Runs `work`, during which the thread counts as busy with this phase on
    /// this text.
    pub fn during<T>(&self, phase: Phase, text: &Arc<str>, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let thread = process::this_thread();
        self.set(Some(Work { phase, start, text: Arc::clone(text), thread }));
        let result = work();
        self.set(None);
        if let Some(spent) = &self.spent {
            spent.lock().unwrap_or_else(PoisonError::into_inner)[phase as usize] += start.elapsed();
        }
        result
    }

    fn set(&self, value: Option<Work>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = value;
    }

    fn current(&self) -> Option<Work> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What a thread is busy with.
#[derive(Debug, Clone)]
struct Work {
    phase: Phase,
    start: Instant,
    text: Arc<str>,
    thread: ThreadId,
}

/// Looks at slots again and again, and tells which one is busy for too long.
///
/// What counts is the time for which we saw it busy: neither a pause of ours nor
/// the time for which its thread had no processor.
#[derive(Debug)]
pub struct Vigil {
    looks: Looks,
    /// By slot: what it was busy with, and for how long.
    busy: Vec<Option<Busy>>,
}

#[derive(Debug, Clone, Copy)]
struct Busy {
    /// When it began, which tells one work from another.
    start: Instant,
    counted: Duration,
    /// What its thread had ever waited for a processor at the last look, if
    /// there was one and it is known.
    queued: Option<Duration>,
}

impl Vigil {
    /// Begins now.
    pub fn start() -> Self {
        Self { looks: Looks::start(), busy: Vec::new() }
    }

    /// Looks. Returns the phase and the text of a slot that has been busy with
    /// it for longer than `limit`. The same slots every time.
    pub fn look(&mut self, slots: &[Slot], limit: Duration) -> Option<(Phase, Arc<str>)> {
        let passed = self.looks.look();
        self.busy.resize(slots.len(), None);
        for (slot, busy) in slots.iter().zip(&mut self.busy) {
            let Some(work) = slot.current() else {
                *busy = None;
                continue;
            };
            let now = match *busy {
                // Most are done between two looks, and cost nothing more.
                Some(before) if before.start == work.start => {
                    let queued = process::queued(work.thread);
                    let waited = match (before.queued, queued) {
                        (Some(before), Some(now)) => now.saturating_sub(before),
                        _ => Duration::ZERO,
                    };
                    let counted = before.counted + passed.saturating_sub(waited);
                    Busy { start: work.start, counted, queued }
                }
                _ => Busy { start: work.start, counted: Duration::ZERO, queued: None },
            };
            *busy = Some(now);
            if now.counted > limit {
                return Some((work.phase, work.text));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::looks::LONGEST;

    #[test]
    fn a_slot_is_stuck_when_it_was_seen_busy_for_so_long() {
        let slots = [Slot::default(), Slot::default()];
        let text: Arc<str> = "1".into();
        let limit = Duration::from_millis(30);
        let mut vigil = Vigil::start();
        let mut watch = |work: &dyn Fn()| {
            let mut stuck = None;
            for _ in 0..8 {
                work();
                std::thread::sleep(Duration::from_millis(10));
                stuck = stuck.or(vigil.look(&slots, limit));
            }
            stuck
        };
        // Eight short works are no long one.
        assert_eq!(watch(&|| slots[1].during(Phase::Solver, &text, || ())), None);
        let stuck = slots[1].during(Phase::Oracle, &text, || watch(&|| ()));
        assert_eq!(stuck, Some((Phase::Oracle, Arc::clone(&text))));
        // One that is over is forgotten.
        assert_eq!(watch(&|| ()), None);
    }

    /// One look counts what one look may.
    #[test]
    fn a_pause_of_ours_makes_nobody_stuck() {
        let slots = [Slot::default()];
        let mut vigil = Vigil::start();
        let text: Arc<str> = "1".into();
        slots[0].during(Phase::Solver, &text, || {
            for _ in 0..2 {
                assert_eq!(vigil.look(&slots, 2 * LONGEST), None);
                std::thread::sleep(3 * LONGEST);
            }
            assert_eq!(vigil.look(&slots, 2 * LONGEST), None);
        });
    }
}
