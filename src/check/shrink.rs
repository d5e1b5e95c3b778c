//! Down to the smallest input that fails in the same way.

use super::{Comparison, Shown};
use crate::choices::Choices;
use crate::choices::tape::Tape;
use crate::failure::Failure;
use crate::minimize::{Claim, Figures};
use crate::watch::Slot;
use crate::words::counted;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Longest minimisation: a CI job must end even if each try takes long.
const MINIMIZE: Duration = Duration::from_secs(30);

/// The smallest input that was found.
pub(super) struct Minimized {
    /// How it is shown.
    pub(super) text: String,
    /// How it fails.
    pub(super) failure: Failure,
    pub(super) figures: Figures,
    /// Whether it fails in the same way when all is done once more.
    pub(super) steady: bool,
}

impl<M, F, N> Comparison<M, F, N> {
    /// Minimises an input that fails, made of this tape.
    pub(super) fn minimized<T: Debug, A: PartialEq + Debug>(
        &self,
        made: Shown<T>,
        tape: Tape,
        failure: Failure,
        index: u64,
        slot: &Slot,
    ) -> Minimized
    where
        M: Fn(&mut dyn Choices) -> T,
        F: Fn(&T) -> A,
        N: Fn(&T) -> A,
    {
        let start = Instant::now();
        let (mut best, mut how) = (made, failure);
        let (mut steps, mut tries, mut claim) = (0, 0, Claim::OneMinimal);
        let mut candidates = tape.candidates(|choices| self.made(choices));
        while let Some((made, tape)) = candidates.next() {
            if start.elapsed() > MINIMIZE {
                claim = Claim::Unfinished;
                break;
            }
            tries += 1;
            // On what cannot be made nothing fails.
            let Ok(made) = made else { continue };
            match self.test(&made, index, slot) {
                Err(failure) if how.includes(&failure) => {
                    candidates.found(tape);
                    (best, how) = (made, *failure);
                    steps += 1;
                }
                _ => {}
            }
        }
        let extent = |tape: &Tape| counted(tape.len() as u64, "choice", "choices");
        let (again, _) = candidates.best().replay(|choices| self.made(choices));
        let steady = again.is_ok_and(|again| {
            let repeats = self.test(&again, index, slot);
            again.text == best.text && repeats.is_err_and(|failure| how.includes(&failure))
        });
        let figures = Figures {
            from: extent(&tape),
            to: extent(candidates.best()),
            steps,
            tries,
            elapsed: start.elapsed(),
            claim,
        };
        Minimized { text: best.text, failure: how, figures, steady }
    }
}
