//! Strategies whose values come from a problem's own generator and shrink by
//! its own simplifier.

use super::layout::{count_gaps, plainer, transplanted};
use crate::choices::{Choices, Random};
use crate::document::Document;
use crate::laws::damage;
use crate::problem::{Layout, Problem, Scope};
use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

/// Instances in one drawn document at most: two already show what one leaves
/// behind for the next.
const MOST_CASES: u32 = 4;
/// Layouts in which a simpler list of instances is tried when the failing one
/// was not in canonical layout.
const LAYOUTS: u64 = 6;
/// Simpler values kept ready at most: see [`Descent`].
const MOST_READY: usize = 256;

/// Simpler values than a given one, each strictly smaller in some order without
/// endless descent, the most promising first.
pub type Simpler<T> = for<'a> fn(&'a T) -> Box<dyn Iterator<Item = T> + 'a>;

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
        simpler: Simpler<T>,
    ) -> Self {
        Self { draw: Arc::new(draw), simpler }
    }
}

impl<T> Clone for Drawn<T> {
    fn clone(&self) -> Self {
        Self { draw: Arc::clone(&self.draw), simpler: self.simpler }
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
        Ok(Descent::new((self.draw)(&mut random), self.simpler))
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
            self.ready.extend((self.simpler)(&self.failing).skip(self.taken).take(portion));
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
pub fn instances<P: Problem>(scope: Scope) -> Drawn<P::Instance> {
    Drawn::new(move |random| draw::<P>(scope, random), P::simpler)
}

fn draw<P: Problem>(scope: Scope, random: &mut Random) -> P::Instance {
    let size = P::draw_size(scope, random);
    P::generate(scope, size, random)
}

/// Documents of one to four instances (one where the format holds only one) in
/// any layout of this kind. They shrink to one instance, to canonical layout,
/// by [`Problem::simpler`], and to less white space.
pub fn documents<P: Problem>(scope: Scope, layout: Layout) -> Drawn<Document<P>> {
    let draw = move |random: &mut Random| {
        let mut cases = vec![draw::<P>(scope, random)];
        if P::LIMITS.batch > 1 {
            let size = P::size(&cases[0]);
            for _ in 0..random.below(MOST_CASES) {
                let other = P::generate(scope, size, random);
                if P::batch_key(&other) == P::batch_key(&cases[0]) {
                    cases.push(other);
                }
            }
        }
        Document::laid_out(cases, layout, random)
    };
    match layout {
        Layout::Contest => Drawn::new(draw, simpler_documents::<P>),
        Layout::Free => Drawn::new(draw, simpler_or_plainer_documents::<P>),
    }
}

fn simpler_documents<P: Problem>(
    document: &Document<P>,
) -> Box<dyn Iterator<Item = Document<P>> + '_> {
    simpler_in::<P>(document, Layout::Contest)
}

/// In free layout, any piece of white space may become any other.
fn simpler_or_plainer_documents<P: Problem>(
    document: &Document<P>,
) -> Box<dyn Iterator<Item = Document<P>> + '_> {
    let simpler = simpler_in::<P>(document, Layout::Free);
    if document.is_canonical() {
        return simpler;
    }
    let gaps = count_gaps(&document.text);
    Box::new(simpler.chain(halves(gaps).flat_map(|piece| plainer(document, piece))))
}

/// `n`, half of it, half of that, down to 1.
fn halves(n: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(n.max(1)), |n| (*n > 1).then(|| n.div_ceil(2)))
}

fn simpler_in<P: Problem>(
    document: &Document<P>,
    layout: Layout,
) -> Box<dyn Iterator<Item = Document<P>> + '_> {
    let cases = &document.cases;
    let many = cases.len() > 1;
    let one = cases.iter().filter(move |_| many).map(|case| vec![case.clone()]);
    let without = (0..cases.len()).filter(move |_| cases.len() > 2).map(|place| {
        let mut cases = cases.clone();
        cases.remove(place);
        cases
    });
    let simpler = cases.iter().enumerate().flat_map(move |(place, case)| {
        let fits = move |candidate: &P::Instance| {
            !many || P::batch_key(candidate) == P::batch_key(&cases[0])
        };
        P::simpler(case).filter(fits).map(move |candidate| {
            let mut cases = cases.clone();
            cases[place] = candidate;
            cases
        })
    });
    let lists = one.chain(without).chain(simpler);
    if document.is_canonical() {
        return Box::new(lists.map(Document::canonical));
    }
    let canonical = std::iter::once_with(|| Document::canonical(cases.clone()));
    let laid_out = lists.flat_map(move |list| {
        // In free layout white space may stand anywhere, in the other not.
        let like_this = (layout == Layout::Free).then(|| transplanted(&list, &document.text));
        let others = (0..LAYOUTS)
            .map(move |number| Document::laid_out_by_number(list.clone(), layout, number));
        like_this.into_iter().flatten().chain(others)
    });
    Box::new(canonical.chain(laid_out))
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
/// then arbitrary bytes. They shrink to fewer and plainer bytes.
pub fn texts<P: Problem>() -> Drawn<Text> {
    let documents = documents::<P>(Scope::Small, Layout::Free);
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

/// Longest text of arbitrary bytes: readers refuse such a text within its first
/// words.
const LONGEST_NOISE: u32 = 200;

/// Without a piece, large pieces first; then with one byte plainer.
fn simpler_texts(Text(bytes): &Text) -> Box<dyn Iterator<Item = Text> + '_> {
    let pieces = if bytes.is_empty() { 0 } else { bytes.len() };
    let shorter = halves(pieces).filter(move |_| pieces > 0).flat_map(move |piece| {
        (0..bytes.len()).step_by(piece).map(move |from| {
            let to = (from + piece).min(bytes.len());
            Text([&bytes[..from], &bytes[to..]].concat())
        })
    });
    let plainer = (0..bytes.len()).flat_map(move |place| {
        let rank = |byte: u8| PLAIN.iter().position(|p| *p == byte).unwrap_or(PLAIN.len());
        PLAIN.iter().filter(move |plain| rank(**plain) < rank(bytes[place])).map(move |plain| {
            let mut bytes = bytes.to_vec();
            bytes[place] = *plain;
            Text(bytes)
        })
    });
    Box::new(shorter.chain(plainer))
}

/// Bytes for the simplest texts, the plainest first.
const PLAIN: [u8; 6] = *b" \n01?\t";
