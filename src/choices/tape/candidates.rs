//! The way down from a tape.

use super::edits::{self, Edit};
use super::{Choices, Tape, replay_values};
use crate::hash::hash;
use std::collections::{HashSet, VecDeque};

/// Hashes of tapes remembered so that none is tried twice (8 bytes each).
const MEMORY: usize = 1 << 22;

/// What can be made of smaller tapes, lazily, large steps first: an iterator of
/// things made and their tapes, each strictly smaller than the tape reached so
/// far and none twice.
///
/// Whoever tests them says which of them to go on from ([`Candidates::found`]).
/// The way down continues where it was and goes round until nothing is left:
/// when the iterator has ended, no single edit of [`Candidates::best`] is wanted.
/// Tapes get smaller with every step, so that every way down ends.
///
/// The order of edits, each of them from the largest size down to 1:
///
/// 1. parts in a row are deleted while a draw ahead of them is lowered by their
///    number, or alone; then the same parts out of every part (columns of a
///    grid); then a part takes the place of one around it;
/// 2. draws in a row are deleted;
/// 3. parts and draws in a row become 0;
/// 4. a draw becomes 0, loses its half, a quarter, …, 1, becomes 1, 2, …; if
///    draws are then left over, it may have been a length: as many are deleted
///    behind it;
/// 5. parts and draws in a row are sorted;
/// 6. equal draws are lowered together, and draws near each other: both, or the
///    first at the cost of the second.
///
/// With n draws of b bits a round is O(n·b) candidates, plus O(n) for each draw
/// that is the length of a list without parts. Each costs O(n) besides making
/// the thing itself.
pub struct Candidates<F> {
    make: F,
    best: Tape,
    /// The edits of the current stage, and the next of them.
    stage: usize,
    edits: Vec<Edit>,
    at: usize,
    /// Edits that an earlier one has suggested, which come first.
    suggested: VecDeque<Edit>,
    /// Stages until this round ends.
    left: usize,
    /// Hashes of what has been given out, the last of them also in order.
    seen: HashSet<u64>,
    recent: Vec<u64>,
}

impl<F> Candidates<F> {
    pub(super) fn new(best: Tape, make: F) -> Self {
        let edits = edits::edits(&best, 0);
        let (seen, recent) = (HashSet::new(), Vec::new());
        let left = edits::stage_count();
        Self { make, best, stage: 0, edits, at: 0, suggested: VecDeque::new(), left, seen, recent }
    }

    /// The smallest tape so far.
    pub fn best(&self) -> &Tape {
        &self.best
    }

    /// Goes on from `tape`, one of those that were given out since the last call
    /// (or any other that is smaller than [`Candidates::best`]). Candidates that
    /// came after it count as not tried; those ahead of it are not wanted.
    pub fn found(&mut self, tape: Tape) {
        let known = fingerprint(&tape);
        if let Some(place) = self.recent.iter().position(|hash| *hash == known) {
            for later in self.recent.drain(place + 1..) {
                self.seen.remove(&later);
            }
        }
        self.recent.clear();
        self.suggested.clear();
        self.best = tape;
        self.edits = edits::edits(&self.best, self.stage);
        // The rest of this stage, all the others, and this one from its start.
        self.left = edits::stage_count() + 1;
    }

    fn next_edit(&mut self) -> Option<Edit> {
        if let Some(edit) = self.suggested.pop_front() {
            return Some(edit);
        }
        while self.at >= self.edits.len() {
            if self.left <= 1 {
                // For good, unless something is found.
                self.left = 0;
                return None;
            }
            self.left -= 1;
            self.stage = (self.stage + 1) % edits::stage_count();
            self.edits = edits::edits(&self.best, self.stage);
            self.at = 0;
        }
        self.at += 1;
        self.edits.get(self.at - 1).cloned()
    }

    /// Whether a tape is wanted: smaller, and not seen.
    fn is_new(&mut self, tape: &Tape) -> bool {
        if *tape >= self.best {
            return false;
        }
        let hash = fingerprint(tape);
        if self.seen.contains(&hash) {
            return false;
        }
        if self.seen.len() < MEMORY {
            self.seen.insert(hash);
            self.recent.push(hash);
        }
        true
    }
}

impl<T, F: Fn(&mut dyn Choices) -> T> Iterator for Candidates<F> {
    type Item = (T, Tape);

    fn next(&mut self) -> Option<(T, Tape)> {
        loop {
            let edit = self.next_edit()?;
            let values = edit.apply(&self.best);
            if !is_smaller(&values, &self.best) {
                continue;
            }
            let (made, tape) = replay_values(values, &self.make);
            if tape.len() < self.best.len() {
                let missing = self.best.len() - tape.len();
                self.suggested.extend(edit.follow_up(&self.best, missing));
            }
            if self.is_new(&tape) {
                return Some((made, tape));
            }
        }
    }
}

fn is_smaller(values: &[u32], best: &Tape) -> bool {
    values.len().cmp(&best.len()).then_with(|| values.iter().copied().cmp(best.values())).is_lt()
}

fn fingerprint(tape: &Tape) -> u64 {
    hash(&tape.values().flat_map(u32::to_le_bytes).collect::<Vec<_>>())
}
