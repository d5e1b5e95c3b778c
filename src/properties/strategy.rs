//! Strategies whose values come from a problem's own generator and shrink by
//! its own simplifier.

use crate::choices::{Choices, Random, damage};
use crate::document::Document;
use crate::laws::like;
use crate::minimize::{bytes, simpler_documents};
use crate::problem::{Layout, Problem, Scope, text};
use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

/// Instances in one drawn document at most: two already show what one leaves
/// behind for the next.
const MOST_CASES: u32 = 4;
/// Simpler values of one value that are tried: a deck of 2,000 cards has
/// millions, of which the large steps come first.
const MOST_SIMPLER: usize = 4096;
/// Simpler values kept ready at most: see [`Descent`].
const MOST_READY: usize = 256;

/// Simpler values than a given one, each strictly smaller in some order without
/// endless descent, the most promising first.
pub type Simpler<T> = Arc<dyn Simplify<T>>;

/// What makes [`Simpler`] values. A function of the value alone does, and so does
/// one that needs a problem, which the iterator may borrow as well.
pub trait Simplify<T>: Send + Sync {
    /// The simpler values, made one by one as they are asked for.
    fn simpler<'a>(&'a self, value: &'a T) -> Box<dyn Iterator<Item = T> + 'a>;
}

impl<T, F> Simplify<T> for F
where
    F: for<'a> Fn(&'a T) -> Box<dyn Iterator<Item = T> + 'a> + Send + Sync,
{
    fn simpler<'a>(&'a self, value: &'a T) -> Box<dyn Iterator<Item = T> + 'a> {
        self(value)
    }
}

/// Draws a value from a random stream.
type Draw<T> = Arc<dyn Fn(&mut Random) -> T + Send + Sync>;

/// A strategy: values drawn from a random stream, shrunk by [`Descent`].
pub struct Drawn<T> {
    draw: Draw<T>,
    simpler: Simpler<T>,
}

impl<T> Drawn<T> {
    /// Values that `draw` makes and `simpler` simplifies.
    pub fn new(
        draw: impl Fn(&mut Random) -> T + Send + Sync + 'static,
        simpler: impl Simplify<T> + 'static,
    ) -> Self {
        Self { draw: Arc::new(draw), simpler: Arc::new(simpler) }
    }
}

impl<T> Clone for Drawn<T> {
    fn clone(&self) -> Self {
        Self { draw: Arc::clone(&self.draw), simpler: Arc::clone(&self.simpler) }
    }
}

impl<T> fmt::Debug for Drawn<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Drawn")
    }
}

impl<T: Clone + fmt::Debug> Strategy for Drawn<T> {
    type Tree = Descent<T>;
    type Value = T;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let mut random = Random::new(runner.rng().next_u64(), 0);
        Ok(Descent::new((self.draw)(&mut random), Arc::clone(&self.simpler)))
    }
}

/// A value tree that descends greedily: from the last failing value to the
/// first of its simpler values that fails too, until none does. No value is made
/// before it is asked for, save for a few.
///
/// An iterator of simpler values borrows the value that they come from, and the
/// two cannot be kept together. So the iterator is started anew for each
/// portion and what was seen is skipped. The portions double, which makes the
/// whole a small multiple of the work of one pass; they end at 256, because
/// values may be large.
pub struct Descent<T> {
    /// The last value that is known to fail (at first: that is taken to fail).
    failing: T,
    /// The value on trial, if there is one.
    trial: Option<T>,
    ready: VecDeque<T>,
    taken: usize,
    exhausted: bool,
    simpler: Simpler<T>,
}

impl<T> Descent<T> {
    /// Starts at a value.
    pub fn new(start: T, simpler: Simpler<T>) -> Self {
        let ready = VecDeque::new();
        Self { failing: start, trial: None, ready, taken: 0, exhausted: false, simpler }
    }

    /// Puts the next simpler value on trial, or none if there is no more.
    fn next(&mut self) {
        if self.ready.is_empty() && !self.exhausted {
            let portion = self.taken.clamp(1, MOST_READY);
            self.ready.extend(self.simpler.simpler(&self.failing).skip(self.taken).take(portion));
            self.taken += self.ready.len();
            self.exhausted = self.ready.len() < portion;
        }
        self.trial = self.ready.pop_front();
    }
}

impl<T: fmt::Debug> fmt::Debug for Descent<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { failing, trial, taken, .. } = self;
        f.debug_struct("Descent")
            .field("failing", failing)
            .field("trial", trial)
            .field("taken", taken)
            .finish_non_exhaustive()
    }
}

impl<T: Clone + fmt::Debug> ValueTree for Descent<T> {
    type Value = T;

    fn current(&self) -> T {
        self.trial.as_ref().unwrap_or(&self.failing).clone()
    }

    /// The current value fails: goes on from it.
    fn simplify(&mut self) -> bool {
        if let Some(trial) = self.trial.take() {
            self.failing = trial;
            self.ready.clear();
            self.taken = 0;
            self.exhausted = false;
        }
        self.next();
        self.trial.is_some()
    }

    /// The current value passes: gives it up for the next one. After the last
    /// one the current value is the last failing one again. That is a change of
    /// state, so that the answer is yes; a tree of which this one is a part then
    /// goes on with its other parts.
    fn complicate(&mut self) -> bool {
        if self.trial.take().is_none() {
            return false;
        }
        self.next();
        true
    }
}

/// Instances of a problem. They shrink to an instance none of whose
/// [`Problem::simpler`] ones fails; all on the way are valid.
pub fn instances<P: Problem>(problem: &P, scope: Scope) -> Drawn<P::Instance> {
    let made = problem.clone();
    Drawn::new(move |random| made.generate(scope, random), Instances(problem.clone()))
}

/// Simpler instances of a problem.
struct Instances<P>(P);

impl<P: Problem> Simplify<P::Instance> for Instances<P> {
    fn simpler<'a>(
        &'a self,
        instance: &'a P::Instance,
    ) -> Box<dyn Iterator<Item = P::Instance> + 'a> {
        Box::new(text::simpler(&self.0, instance).take(MOST_SIMPLER))
    }
}

/// Documents of one to four instances (one where the format holds only one) in
/// any layout of this kind. They shrink to one instance, to canonical layout,
/// and by [`Problem::simpler`].
pub fn documents<P: Problem>(problem: &P, scope: Scope, layout: Layout) -> Drawn<Document<P>> {
    let made = problem.clone();
    let most = problem.about().limits.batch;
    let draw = move |random: &mut Random| {
        let mut cases = vec![made.generate(scope, random)];
        if most > 1 {
            for _ in 0..random.below(MOST_CASES) {
                let other = like(&made, scope, &cases[0], random);
                if made.batch_key(&other) == made.batch_key(&cases[0]) {
                    cases.push(other);
                }
            }
        }
        Document::laid_out(&made, cases, layout, random)
    };
    Drawn::new(draw, Documents(problem.clone()))
}

/// Simpler documents of a problem.
struct Documents<P>(P);

impl<P: Problem> Simplify<Document<P>> for Documents<P> {
    fn simpler<'a>(
        &'a self,
        document: &'a Document<P>,
    ) -> Box<dyn Iterator<Item = Document<P>> + 'a> {
        Box::new(simpler_documents(&self.0, document).take(MOST_SIMPLER))
    }
}

/// A text that may or may not be a valid input.
#[derive(Clone, PartialEq, Eq)]
pub struct Text(pub Vec<u8>);

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// Texts that may or may not be valid: mostly small documents of the problem in
/// free layout with one to three places damaged or the end cut off, and now and
/// then arbitrary bytes. They shrink to a text from which no byte can be taken and
/// in which no digit can be lowered.
pub fn texts<P: Problem>(problem: &P) -> Drawn<Text> {
    let documents = documents(problem, Scope::Small, Layout::Free);
    let draw = move |random: &mut Random| {
        if random.below(4) == 0 {
            let length = random.below(LONGEST_NOISE);
            return Text((0..length).map(|_| random.below(256) as u8).collect());
        }
        let text = (documents.draw)(random).text;
        Text(damage(text.as_bytes(), random))
    };
    Drawn::new(draw, simpler_texts)
}

fn simpler_texts(text: &Text) -> Box<dyn Iterator<Item = Text> + '_> {
    Box::new(bytes::simpler(&text.0).map(Text))
}

/// Longest text of arbitrary bytes: readers refuse such a text within its first
/// words.
const LONGEST_NOISE: u32 = 200;
