//! Two functions of one's own against each other: no text, no files, a few
//! lines in a `#[test]`.
//!
//! ```should_panic
//! /// Pairs of numbers of which the greater comes first, in n log n.
//! fn inversions(list: &[u32]) -> usize {
//!     let (left, right) = list.split_at(list.len() / 2);
//!     if left.is_empty() {
//!         return 0;
//!     }
//!     let mut sorted = right.to_vec();
//!     sorted.sort();
//!     let across = left.iter().map(|x| sorted.partition_point(|y| y <= x)); // should be <
//!     inversions(left) + inversions(right) + across.sum::<usize>()
//! }
//!
//! fn naive(list: &[u32]) -> usize {
//!     let above = |(i, x): (usize, &u32)| list[i..].iter().filter(|y| x > y).count();
//!     list.iter().enumerate().map(above).sum()
//! }
//!
//! // #[test] fn inversions_agree()
//! duipai::check(
//!     |choices| choices.list(0, 8, |choices| choices.between(1, 9)),
//!     |list| inversions(list),
//!     |list| naive(list),
//! );
//! // panics: [1, 1], wanted 0, given 1
//! ```
//!
//! What is made of [`Choices`] is shrunk by its tape ([`crate::choices::tape`]),
//! shown by its [`Debug`], and repeated by (seed, index).
//!
//! # Why this is no [`Problem`](crate::problem::Problem)
//!
//! A problem's instances are documents: they can be written, read, hashed and
//! sent to other threads, findings are files, and programs of others are given
//! them. Two functions have none of that. To put a problem around them would ask
//! of what they take and give to be all that, for machinery that then finds
//! nothing to do. So the loop is its own, and everything in it is shared: what
//! failing is and when two failures are alike ([`Failure`]), panics as values,
//! the tape, the figures and claims of minimising, the watchdog, the diff.

mod bytes;
mod growing;
mod report;
mod settings;
mod shrink;
#[cfg(test)]
mod tests;

pub use bytes::arbitrary;
pub use settings::{AT_VARIABLE, CASES_VARIABLE, SEED_VARIABLE, TIME_VARIABLE, WrongVariable};

use crate::campaign::Watchdog;
use crate::choices::Choices;
use crate::choices::tape::Tape;
use crate::failure::{Accused, Evidence, Failure, Wanted};
use crate::panics::{self, Panicked};
use crate::terminal::say;
use crate::verdict::Judgement;
use crate::watch::{Phase, Slot};
use crate::words::thousands;
use growing::Growing;
use report::Case;
use settings::Settings;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Makes inputs with `make` until `fast` and `naive` give different answers, and
/// then the smallest such input.
///
/// 10,000 inputs, for 10 seconds at most, the same ones in every run: see
/// [`Comparison`], which this is with all its defaults, and [the module](mod@crate::check)
/// for an example.
///
/// # Panics
///
/// If the answers differ, or one of the three panics; and if a variable of the
/// environment has no meaning.
#[track_caller]
pub fn check<T: Debug, A: PartialEq + Debug>(
    make: impl Fn(&mut dyn Choices) -> T,
    fast: impl Fn(&T) -> A,
    naive: impl Fn(&T) -> A,
) {
    Comparison::new(make, fast, naive).run();
}

/// [`check`] with settings.
///
/// | | as it stands | in the environment | |
/// | --- | --- | --- | --- |
/// | [`cases`](Self::cases) | 10,000 | `DUIPAI_CASES` | inputs that are compared |
/// | [`time`](Self::time) | 10 s | `DUIPAI_TIME` (`10s`, `2m`) | no new input is made after it |
/// | [`seed`](Self::seed) | 0 | `DUIPAI_SEED` | other inputs |
/// | [`at`](Self::at) | all | `DUIPAI_AT` | the input with this index alone |
/// | [`hang`](Self::hang) | 60 s | | the longest for one call of a function |
///
/// What the environment says counts: so that the line which repeats a failure
/// does, and a long run at night needs no other code.
///
/// Input *i* depends on (seed, *i*) and `make` alone. The first are the plainest
/// that `make` can make; then numbers and lengths grow, until after some hundred
/// each kind of them is now as large as it may be and now held small, as values
/// have to meet for most mistakes to show.
///
/// A function in process cannot be interrupted: when one hangs, its input is told
/// on standard error and the process ends with code 101, as a test program that
/// failed. What ends the process by itself (a stack that overflows, an abort)
/// leaves no input.
///
/// ```
/// let sum = |list: &Vec<u32>| list.iter().sum::<u32>();
/// let compared = duipai::Comparison::new(
///     |choices| choices.list(0, 9, |choices| choices.below(100)),
///     sum,
///     |list| list.iter().fold(0, |sum, x| sum + x),
/// )
/// .seed(7)
/// .cases(500)
/// .run();
/// assert_eq!(compared, 500);
/// ```
#[derive(Debug, Clone)]
pub struct Comparison<M, F, N> {
    make: M,
    fast: F,
    naive: N,
    settings: Settings,
}

impl<M, F, N> Comparison<M, F, N> {
    /// Of `fast` with `naive`, which is trusted, on what `make` makes.
    pub fn new<T: Debug, A: PartialEq + Debug>(make: M, fast: F, naive: N) -> Self
    where
        M: Fn(&mut dyn Choices) -> T,
        F: Fn(&T) -> A,
        N: Fn(&T) -> A,
    {
        Self { make, fast, naive, settings: Settings::default() }
    }

    /// Compares on so many inputs; at least one.
    #[must_use]
    pub fn cases(mut self, cases: u64) -> Self {
        self.settings.cases = cases;
        self
    }

    /// Makes no new input after this time. At least one is made.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.settings.time = time;
        self
    }

    /// Takes the inputs of this seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// Takes only the input with this index.
    #[must_use]
    pub fn at(mut self, index: u64) -> Self {
        self.settings.at = Some(index);
        self
    }

    /// A function that is busy with one input for longer than this hangs.
    #[must_use]
    pub fn hang(mut self, limit: Duration) -> Self {
        self.settings.hang = limit;
        self
    }

    /// Compares. Returns how many inputs were compared: fewer than were asked for
    /// if the time was over, which is then said on standard error.
    ///
    /// # Panics
    ///
    /// As [`check`] does.
    #[track_caller]
    pub fn run<T: Debug, A: PartialEq + Debug>(self) -> u64
    where
        M: Fn(&mut dyn Choices) -> T,
        F: Fn(&T) -> A,
        N: Fn(&T) -> A,
    {
        match self.outcome() {
            Ok(compared) => compared,
            Err(message) => panic!("{message}"),
        }
    }

    /// What [`Self::run`] says.
    fn outcome<T: Debug, A: PartialEq + Debug>(mut self) -> Result<u64, String>
    where
        M: Fn(&mut dyn Choices) -> T,
        F: Fn(&T) -> A,
        N: Fn(&T) -> A,
    {
        self.settings = self.settings.or_from_environment().map_err(|error| error.to_string())?;
        let Settings { seed, cases, at, time, hang } = self.settings;
        let slots = Arc::new(vec![Slot::default()]);
        let name = report::name();
        let told = name.clone();
        let _watchdog = Watchdog::start(Arc::clone(&slots), hang, move |phase, text| {
            say(&report::hang(phase, hang, seed, &text, told.as_deref()));
            report::FAILED
        });
        let (first, last) = at.map_or((0, cases.max(1) - 1), |index| (index, index));
        let start = Instant::now();
        for index in first..=last {
            if index > first && start.elapsed() > time {
                say(&format!(
                    "duipai: {}: the time was over after {} of {} inputs",
                    name.as_deref().unwrap_or("check"),
                    thousands(index),
                    thousands(cases)
                ));
                return Ok(index);
            }
            let case = Case { seed, index, name: name.as_deref() };
            let (made, tape) = Tape::record(&mut Growing::new(seed, index), |c| self.made(c));
            let made = made.map_err(|panicked| case.unmade(&panicked))?;
            if let Err(failure) = self.test(&made, index, &slots[0]) {
                return Err(case.found(&self.minimized(made, tape, *failure, index, &slots[0])));
            }
        }
        Ok((last - first).saturating_add(1))
    }

    /// What `make` makes.
    fn made<T: Debug>(&self, choices: &mut dyn Choices) -> Result<Shown<T>, Panicked>
    where
        M: Fn(&mut dyn Choices) -> T,
    {
        panics::catch(|| {
            let input = (self.make)(choices);
            let text = report::debug(&input);
            Shown { input, text }
        })
    }

    /// Whether the two functions agree. Who panics is accused; of an input on
    /// which the naive one panics nothing is known, and nobody else is.
    fn test<T, A: PartialEq + Debug>(
        &self,
        made: &Shown<T>,
        index: u64,
        slot: &Slot,
    ) -> Result<(), Box<Failure>>
    where
        F: Fn(&T) -> A,
        N: Fn(&T) -> A,
    {
        let text: Arc<str> = report::watched(index, &made.text).into();
        let input = &made.input;
        let want =
            slot.during(Phase::Oracle, &text, || panics::catch(|| (self.naive)(input))).map_err(
                |panicked| Failure { accused: Accused::Testbed, ..Failure::panic(panicked) },
            )?;
        let given = slot
            .during(Phase::Subject, &text, || panics::catch(|| (self.fast)(input)))
            .map_err(Failure::panic)?;
        if given == want {
            return Ok(());
        }
        let (want, given) = report::answers(&want, &given);
        Err(Box::new(Failure {
            judgement: Judgement::wrong(None, "the two functions differ"),
            accused: Accused::Subject,
            evidence: Evidence::Oracle("naive"),
            want: Wanted::Shown(want),
            given: given.into_bytes(),
            said: Vec::new(),
            notes: Vec::new(),
        }))
    }
}

/// An input and how it is shown.
struct Shown<T> {
    input: T,
    text: String,
}
