//! [`Problem`]: all that the testbed needs to know of a problem.
//!
//! This is the page to read first. A problem says what an instance and its
//! answer are, how both look as text, how to make, vary and simplify
//! instances, and which programs solve them. Everything else (campaigns,
//! minimising, fixtures, fuzz targets, every verb of the command line) is
//! written once against this trait.
//!
//! Seven items have to be written: [`Problem::about`], [`Problem::read`],
//! [`Problem::write`], [`Problem::print`], [`Problem::generate`],
//! [`Problem::solve`] and [`Problem::oracles`]. Everything else has a default
//! that is good enough to ship, and can be replaced where a problem knows
//! better.
//!
//! The laws that an implementation must keep are written at each item and are
//! checked for every registered problem by [`crate::laws`].

mod about;
mod by_text;
mod enumeration;
mod errors;
mod info;
mod pen;
mod read;
mod seen;
mod size;
mod tables;
pub mod text;

pub use about::{About, Limits};
pub use enumeration::{Enumeration, Universe};
pub use errors::{BrokenPromise, Refusal, TextError};
pub use info::Info;
pub use pen::Pen;
pub use read::{Input, Words, read_counted, read_one};
pub use seen::Seen;
pub use size::Size;
pub use tables::{
    Mutant, Narrate, Oracle, Program, Relation, RelationCheck, View, a_millisecond_if,
};

use crate::choices::Choices;
use crate::judge;
use crate::verdict::Judgement;
/// What [`Problem::read`] needs: words and numbers with their places, and
/// errors that name them.
pub use duipai_reference::{InputError, Tokens};
use std::fmt;
use std::hash::Hash;
use std::io::Write;

/// The instances of a document, as they are read.
pub type Instances<'r, I> = Box<dyn Iterator<Item = Result<I, InputError>> + 'r>;

/// Simpler instances than one, as [`Problem::simpler`] lists them.
pub type Simplified<'a, P> = Box<dyn Iterator<Item = <P as Problem>::Instance> + 'a>;

/// A problem: a value, cheap to clone. Ours are unit structs (`struct Pigs;`);
/// one that is only known at run time holds what it has read.
pub trait Problem: Clone + Send + Sync + 'static {
    /// One thing to solve. Two instances are equal if and only if their
    /// canonical texts are.
    type Instance: Clone + Eq + Hash + fmt::Debug + Send + Sync;
    /// What a program says of an instance. It may include outcomes that the
    /// contest's format cannot express; [`Problem::print`] refuses those.
    type Answer: Clone + Eq + fmt::Debug + Send + Sync;

    /// Its names, limits, units and behaviours.
    fn about(&self) -> About;

    // ---- text ----

    /// Reads a document as a stream of instances: [`read_one`] where it holds
    /// one, [`read_counted`] where their number stands ahead of them. After the
    /// first error nothing more is read. Memory does not grow with the number
    /// of instances.
    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Self::Instance>;

    /// Writes a document. All instances share a [`Problem::batch_key`], and
    /// there are at least one and, if [`Limits::batch`] is 1, at most one.
    ///
    /// *Law*: reading it back gives the same instances, whatever the choices.
    /// [`crate::choices::Zeros`] gives the canonical text, the same for both
    /// kinds of layout.
    fn write(&self, cases: &[Self::Instance], pen: &mut Pen<'_>);

    /// Whether a text of these instances is in contest layout: other people's
    /// programs may be given it as it stands.
    ///
    /// As it stands: whether it is the canonical text. A problem whose
    /// statement leaves more open overrides it.
    ///
    /// *Law*: true of all that [`Problem::write`] makes in contest layout.
    fn in_contest_layout(&self, cases: &[Self::Instance], text: &str) -> bool {
        crate::problem::text::canonical(self, cases) == text
    }

    /// Instances with equal keys may stand in one document.
    fn batch_key(&self, _instance: &Self::Instance) -> u64 {
        0
    }

    /// Appends the answer of one instance in the contest's output format,
    /// with its final line end. A refusal leaves `out` as it was.
    fn print(&self, answer: &Self::Answer, out: &mut String) -> Result<(), Refusal>;

    /// Compares a program's output for a whole document with the right
    /// answers, as the contest's judge would. Never panics, whatever `got` is.
    ///
    /// As it stands: word by word with what [`Problem::print`] makes, whatever
    /// the white space between the words.
    ///
    /// *Law*: what [`Problem::print`] makes of `want` is accepted.
    fn judge(&self, _cases: &[Self::Instance], want: &[Self::Answer], got: &[u8]) -> Judgement {
        by_text::judge(self, want, got)
    }

    /// The right answers in another way that the judge accepts. `None` if the
    /// contest's format cannot express them.
    ///
    /// As it stands: what [`Problem::print`] makes, with any blanks at line ends
    /// and any line ends at the end. A problem with several right outputs
    /// overrides it, so that each of them can come.
    ///
    /// *Law*: accepted by [`Problem::judge`]. All-zero choices give the printed
    /// text itself.
    fn presentation(
        &self,
        _cases: &[Self::Instance],
        want: &[Self::Answer],
        choices: &mut dyn Choices,
    ) -> Option<Vec<u8>> {
        Some(judge::presentation(&printed(self, want)?, choices))
    }

    /// Something close to the right output that the judge must not accept.
    /// `None` if the contest's format cannot express the answers.
    ///
    /// As it stands: a line of what [`Problem::print`] makes is dropped,
    /// repeated, altered or swapped with another, or the answer is that of a
    /// [`Problem::neighbour`]; its words always differ from the right ones. A
    /// problem with several right outputs overrides it, so that none of them
    /// can come.
    ///
    /// *Law*: not accepted by [`Problem::judge`].
    fn forgery(
        &self,
        cases: &[Self::Instance],
        want: &[Self::Answer],
        choices: &mut dyn Choices,
    ) -> Option<Vec<u8>> {
        let right = printed(self, want)?;
        if !cases.is_empty() && choices.chance(1, 4) {
            let place = choices.index(cases.len());
            let mut answers = want.to_vec();
            if let (Some(case), Some(answer)) = (cases.get(place), answers.get_mut(place)) {
                *answer = self.solve(&self.neighbour(case, choices));
            }
            let other = printed(self, &answers).filter(|o| !judge::same_words(o, &right));
            if let Some(other) = other {
                return Some(other.into_bytes());
            }
        }
        Some(judge::forgery(&right, choices))
    }

    /// What the statement guarantees of an input (contest size included).
    /// Programs of other people get only instances that keep it.
    ///
    /// As it stands: all that [`Problem::read`] takes.
    fn promised(&self, _instance: &Self::Instance) -> Result<(), BrokenPromise> {
        Ok(())
    }

    // ---- making instances ----

    /// The size, the first thing by which "smaller" is decided: size, then
    /// length of the canonical text of the instance alone, then that text.
    ///
    /// As it stands: the length of the canonical text in bytes.
    fn size(&self, instance: &Self::Instance) -> Size {
        Size(text::canonical(self, std::slice::from_ref(instance)).len() as u64, 0)
    }

    /// Makes an instance that suits the scope.
    ///
    /// *Laws*: the result depends on the choices alone; the tree of choices is
    /// finite, nothing is retried or rejected; [`Choices::style`] changes
    /// frequencies only; all-zero choices give a plain instance.
    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Self::Instance;

    /// Generation by size, and what can be visited completely. None as it
    /// stands: nothing is then claimed to be the smallest possible.
    fn enumeration(&self) -> Option<Enumeration<Self>> {
        None
    }

    /// Simpler instances to try in order, large steps first.
    ///
    /// None as it stands: a generated instance is then shrunk by what was drawn
    /// to make it ([`crate::choices::tape`]), and after that, as any other, by
    /// its text: lines, words and letters go while a number ahead of them is
    /// lowered, numbers become less; what can be read counts
    /// ([`text::simpler`]). A problem overrides it where parts depend on each
    /// other in ways that these do not mend, or to be quicker.
    ///
    /// *Law*: each is valid and strictly smaller in the order of
    /// [`Problem::size`]. What a step breaks (partners of pairs, roles,
    /// counts), the same step mends.
    fn simpler<'a>(&'a self, _instance: &'a Self::Instance) -> Option<Simplified<'a, Self>> {
        None
    }

    /// A small change, up or down in size: mutation for fuzzers and fixtures.
    ///
    /// As it stands: a change of its text that can be read, else an instance
    /// made anew.
    ///
    /// *Law*: valid, and within a constant factor of the size it came from.
    fn neighbour(&self, instance: &Self::Instance, choices: &mut dyn Choices) -> Self::Instance {
        by_text::neighbour(self, instance, choices)
    }

    // ---- programs ----

    /// The optimised solver.
    fn solve(&self, instance: &Self::Instance) -> Self::Answer;

    /// The same for many instances at once, where that is faster.
    fn solve_all(&self, cases: &[Self::Instance]) -> Vec<Self::Answer> {
        cases.iter().map(|case| self.solve(case)).collect()
    }

    /// The solver as a whole program, contest text to contest text, streaming.
    ///
    /// A problem whose text can be solved without building instances overrides
    /// this; it then must accept and refuse exactly what [`Problem::read`]
    /// does, with the same messages.
    fn solve_text(&self, input: Input<'_>, out: &mut dyn Write) -> Result<(), TextError> {
        crate::problem::text::solve_stream(self, input, |cases| self.solve_all(cases), out)
    }

    /// The naive programs, the most trusted first. All are deliberately slow;
    /// each predicts its cost, because a program in process cannot be
    /// interrupted.
    fn oracles(&self) -> &[Oracle<Self>];

    /// Wrong solvers that a good programmer could have written, to test the
    /// testbed.
    fn mutants(&self) -> &[Mutant<Self>] {
        &[]
    }

    /// How the answer must change when the instance does, for instances that
    /// no naive program can follow.
    fn relations(&self) -> &[Relation<Self>] {
        &[]
    }

    /// Other things to print of an instance than its answer (`solve --count`).
    fn views(&self) -> &[View<Self>] {
        &[]
    }

    /// Marks the behaviours that occur in a document with this text.
    ///
    /// As it stands: none.
    fn observe(&self, _cases: &[Self::Instance], _text: &str, _seen: &mut Seen) {}

    // ---- for people ----

    /// What happens in the instance, for a person: lines of at most 80 columns,
    /// styled with [`anstyle`] escapes (the caller strips them where there is
    /// no terminal).
    ///
    /// As it stands: its canonical text.
    fn explain(&self, instance: &Self::Instance, _lang: Lang) -> String {
        text::canonical(self, std::slice::from_ref(instance))
    }

    /// The reference's run as a story, an event a line without styles; empty
    /// where a problem has no course of events.
    fn narrate(&self, _instance: &Self::Instance, _lang: Lang) -> Vec<String> {
        Vec::new()
    }
}

/// The answers of a document in the contest's format, if it can express them.
fn printed<P: Problem>(problem: &P, answers: &[P::Answer]) -> Option<String> {
    crate::problem::text::print_all(problem, answers).ok()
}

/// How large instances are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// So small that all instances can be visited.
    Tiny,
    /// So small that the naive oracle needs about a millisecond at most.
    Small,
    /// Contest size and beyond.
    Full,
}

/// Two kinds of layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// What the statement promises: it alone goes to other people's programs
    /// unless they ask for more.
    Contest,
    /// Everything that we accept: any white space, CRLF, a missing final
    /// newline, blank lines at the end, …
    Free,
}

/// The language of explanations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese, with the terms of the original statements.
    Zh,
}
