//! Time as we saw it pass: a pause of our own is nobody's fault.
//!
//! A process that was stopped (SIGSTOP, Ctrl-Z, a debugger), frozen with its
//! container or carried through a suspended machine finds the clock far ahead
//! when it goes on. Whoever is accused of having done nothing, or of being busy
//! still, is accused by looks: each counts the time since the one before, but
//! no more than [`LONGEST`].

use std::time::{Duration, Instant};

/// The most that one look counts. Ten times the usual distance between two
/// looks, so that on a busy machine most time counts; a pause of any length
/// counts no more than this.
pub(crate) const LONGEST: Duration = Duration::from_millis(100);

/// A clock that only goes while somebody looks at it.
#[derive(Debug)]
pub(crate) struct Looks {
    last: Instant,
    seen: Duration,
}

impl Looks {
    /// Starts now.
    pub(crate) fn start() -> Self {
        Self { last: Instant::now(), seen: Duration::ZERO }
    }

    /// Looks. Returns what has passed since the last look, as far as it counts.
    pub(crate) fn look(&mut self) -> Duration {
        self.look_at(Instant::now())
    }

    fn look_at(&mut self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.last).min(LONGEST);
        self.last = now;
        self.seen += passed;
        passed
    }

    /// All that counted so far.
    pub(crate) fn seen(&self) -> Duration {
        self.seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_of_any_length_counts_as_one_look() {
        let mut looks = Looks::start();
        let start = looks.last;
        for tenths in 1..=10 {
            assert_eq!(looks.look_at(start + LONGEST / 10 * tenths), LONGEST / 10);
        }
        assert_eq!(looks.seen(), LONGEST);
        assert_eq!(looks.look_at(start + Duration::from_secs(100_000)), LONGEST);
        assert_eq!(looks.seen(), 2 * LONGEST);
    }
}
