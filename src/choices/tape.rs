//! What was drawn, as a value: to draw the same again, and to draw less.
//!
//! Whatever makes something out of [`Choices`] can be shrunk without knowing
//! what it makes: its draws are recorded on a [`Tape`], a piece of the tape is
//! deleted or lowered, and the thing is made again from what is left. So every
//! result is valid by construction (internal test-case reduction: D. MacIver and
//! A. Donaldson, "Test-Case Reduction via Test-Case Generation: Insights from
//! the Hypothesis Reducer", ECOOP 2020).
//!
//! ```
//! use duipai::choices::{Choices, Random, tape::Tape};
//! let list = |choices: &mut dyn Choices| choices.list(0, 50, |choices| choices.below(1000));
//! let fails = |list: &Vec<u32>| list.iter().any(|x| *x >= 300);
//!
//! // Something that fails,
//! let mut seeds = (0..).map(|seed| Tape::record(&mut Random::new(seed, 0), list));
//! let (_, tape) = seeds.find(|(value, _)| fails(value)).unwrap();
//! // and down from there.
//! let mut candidates = tape.candidates(list);
//! while let Some((value, tape)) = candidates.next() {
//!     if fails(&value) {
//!         candidates.found(tape);
//!     }
//! }
//! let (smallest, _) = candidates.best().replay(list);
//! assert_eq!(smallest, [300]);
//! ```

mod candidates;
mod edits;
mod parts;
mod recorder;
mod replay;
#[cfg(test)]
mod tests;

pub use candidates::Candidates;

use super::Choices;
use recorder::Recorder;
use replay::Replay;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// Everything that was drawn while something was made, in order, and the parts
/// in which it was drawn.
///
/// Tapes are ordered by "smaller": fewer draws, then the lower draw at the first
/// difference. Parts do not count.
///
/// As text it is the drawn numbers, separated by commas, without zeros at the
/// end, which are drawn anyway where a tape ends.
#[derive(Debug, Clone, Default)]
pub struct Tape {
    draws: Vec<Draw>,
    parts: Vec<Part>,
}

/// One draw: a number in `0..of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Draw {
    value: u32,
    of: u32,
}

/// The draws `from..to`, which belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    from: usize,
    to: usize,
    /// The part around it, by its place in the list.
    parent: Option<usize>,
}

impl Tape {
    /// Makes something with decisions from `source` and records them.
    pub fn record<T>(
        source: &mut dyn Choices,
        make: impl FnOnce(&mut dyn Choices) -> T,
    ) -> (T, Self) {
        let mut recorder = Recorder::new(source);
        let made = make(&mut recorder);
        (made, recorder.finish())
    }

    /// Makes something with the decisions of this tape, and records those: they
    /// differ where the tape does not fit.
    ///
    /// A number that is too large for its draw becomes the largest that is not.
    /// Where the tape has ended, every draw is 0, the plainest; only who draws
    /// more than some ten thousand of these (for whom 0 means "once more") gets
    /// other numbers, always the same ones, so as to come to an end.
    pub fn replay<T>(&self, make: impl FnOnce(&mut dyn Choices) -> T) -> (T, Self) {
        replay_values(self.draws.iter().map(|draw| draw.value).collect(), make)
    }

    /// What `make` makes of smaller tapes; see [`Candidates`].
    pub fn candidates<T, F: Fn(&mut dyn Choices) -> T>(&self, make: F) -> Candidates<F> {
        Candidates::new(self.clone(), make)
    }

    /// The number of draws.
    pub fn len(&self) -> usize {
        self.draws.len()
    }

    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.draws.is_empty()
    }

    fn values(&self) -> impl Iterator<Item = u32> + '_ {
        self.draws.iter().map(|draw| draw.value)
    }
}

fn replay_values<T>(values: Vec<u32>, make: impl FnOnce(&mut dyn Choices) -> T) -> (T, Tape) {
    Tape::record(&mut Replay::new(values), make)
}

impl Ord for Tape {
    fn cmp(&self, other: &Self) -> Ordering {
        self.len().cmp(&other.len()).then_with(|| self.values().cmp(other.values()))
    }
}

impl PartialOrd for Tape {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Tape {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Tape {}

impl fmt::Display for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.draws.iter().rposition(|draw| draw.value > 0);
        for (place, value) in self.values().take(last.map_or(0, |last| last + 1)).enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{value}")?;
        }
        Ok(())
    }
}

/// A text that is no tape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no number of a tape: they are 0 to 4294967295, separated by commas")]
pub struct NoTape(String);

impl FromStr for Tape {
    type Err = NoTape;

    fn from_str(text: &str) -> Result<Self, NoTape> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let draw = |word: &str| match word.parse() {
            // What it was drawn from is known when it is drawn again.
            Ok(value) => Ok(Draw { value, of: u32::MAX }),
            Err(_) => Err(NoTape(word.chars().take(20).collect())),
        };
        Ok(Self { draws: text.split(',').map(draw).collect::<Result<_, _>>()?, parts: Vec::new() })
    }
}
