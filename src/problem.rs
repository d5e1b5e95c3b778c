//! [`Problem`]: all that the testbed needs to know of a problem.
//!
//! This is the page to read first. A problem says what an instance and its
//! answer are, how both look as text, how to make, vary and simplify
//! instances, and which programs solve them. Everything else (campaigns,
//! minimising, fixtures, fuzz targets, every verb of the command line) is
//! written once against this trait.
//!
//! The laws that an implementation must keep are written at each item and are
//! checked for every registered problem by [`crate::laws`].

use crate::choices::Choices;
use crate::judge;
use crate::verdict::Judgement;
/// What [`Problem::read`] needs: words and numbers with their places, and
/// errors that name them.
pub use duipai_reference::{InputError, Tokens};
use std::fmt;
use std::hash::Hash;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// A problem: implemented by unit structs (`struct Pigs;`).
pub trait Problem: Sized + Send + Sync + 'static {
    /// One thing to solve. Two instances are equal if and only if their
    /// canonical texts are.
    type Instance: Clone + Eq + Hash + fmt::Debug + Send + Sync;
    /// What a program says of an instance. It may include outcomes that the
    /// contest's format cannot express; [`Problem::print`] refuses those.
    type Answer: Clone + Eq + fmt::Debug + Send + Sync;

    /// The name on the command line and of the corpus folder, in lower case.
    const NAME: &'static str;
    /// Other names under which people know it (`P2482`, `猪国杀`, …).
    const ALIASES: &'static [&'static str];
    /// One line: the title and where it comes from.
    const TITLE: &'static str;
    /// What the contest allows a program.
    const LIMITS: Limits;
    /// The units of [`Size`], for example `["pigs", "cards in the deck"]`.
    const SIZE_UNITS: &'static [&'static str];
    /// What the rules distinguish, one short phrase each, at most 128.
    /// [`Problem::observe`] marks them by index.
    const BEHAVIOURS: &'static [&'static str];

    // ---- text ----

    /// Reads a document as a stream of instances. After the first error
    /// nothing more is read. Memory does not grow with the number of instances.
    fn read<'r>(
        input: Box<dyn BufRead + 'r>,
    ) -> Box<dyn Iterator<Item = Result<Self::Instance, InputError>> + 'r>;

    /// Writes a document. All instances share a [`Problem::batch_key`], and
    /// there are at least one and, if [`Limits::batch`] is 1, at most one.
    ///
    /// *Law*: reading it back gives the same instances, whatever the choices.
    /// [`crate::choices::Zeros`] gives the canonical text, the same for both
    /// kinds of layout.
    fn write(cases: &[Self::Instance], layout: Layout, choices: &mut dyn Choices, out: &mut String);

    /// Whether a text of these instances is in contest layout: other people's
    /// programs may be given it as it stands.
    ///
    /// As it stands: whether it is the canonical text. A problem whose
    /// statement leaves more open overrides it.
    ///
    /// *Law*: true of all that [`Problem::write`] makes in contest layout.
    fn in_contest_layout(cases: &[Self::Instance], text: &str) -> bool {
        crate::text::canonical::<Self>(cases) == text
    }

    /// Instances with equal keys may stand in one document.
    fn batch_key(_instance: &Self::Instance) -> u64 {
        0
    }

    /// Appends the answer of one instance in the contest's output format,
    /// with its final line end. A refusal leaves `out` as it was.
    fn print(answer: &Self::Answer, out: &mut String) -> Result<(), Refusal>;

    /// Compares a program's output for a whole document with the right
    /// answers, as the contest's judge would. Never panics, whatever `got` is.
    ///
    /// *Law*: what [`Problem::print`] makes of `want` is accepted.
    fn judge(cases: &[Self::Instance], want: &[Self::Answer], got: &[u8]) -> Judgement;

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
        _cases: &[Self::Instance],
        want: &[Self::Answer],
        choices: &mut dyn Choices,
    ) -> Option<Vec<u8>> {
        Some(judge::presentation(&printed::<Self>(want)?, choices))
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
        cases: &[Self::Instance],
        want: &[Self::Answer],
        choices: &mut dyn Choices,
    ) -> Option<Vec<u8>> {
        let right = printed::<Self>(want)?;
        if !cases.is_empty() && choices.chance(1, 4) {
            let place = choices.index(cases.len());
            let mut answers = want.to_vec();
            if let (Some(case), Some(answer)) = (cases.get(place), answers.get_mut(place)) {
                *answer = Self::solve(&Self::neighbour(case, choices));
            }
            let other = printed::<Self>(&answers).filter(|o| !judge::same_words(o, &right));
            if let Some(other) = other {
                return Some(other.into_bytes());
            }
        }
        Some(judge::forgery(&right, choices))
    }

    /// What the statement guarantees of an input (contest size included).
    /// Programs of other people get only instances that keep it.
    fn promised(instance: &Self::Instance) -> Result<(), BrokenPromise>;

    // ---- making instances ----

    /// The size, the first thing by which "smaller" is decided: size, then
    /// length of the canonical text of the instance alone, then that text.
    fn size(instance: &Self::Instance) -> Size;

    /// Draws a size that suits the scope.
    fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size;

    /// The sizes that can be visited completely, smallest first (it may be an
    /// endless list; whoever visits has a time limit).
    fn tiny_sizes() -> Box<dyn Iterator<Item = Size>>;

    /// What the odometer visits at one tiny size and whether that is
    /// everything.
    const UNIVERSE: Universe;

    /// Makes an instance of exactly this size.
    ///
    /// *Laws*: the result depends on the choices alone; the tree of choices is
    /// finite, nothing is retried or rejected; `size(result) == size`;
    /// [`Choices::style`] changes frequencies only; in [`Scope::Tiny`] with
    /// style 0 every representative of that size comes exactly once.
    fn generate(scope: Scope, size: Size, choices: &mut dyn Choices) -> Self::Instance;

    /// Simpler instances to try in order, large steps first.
    ///
    /// *Law*: each is valid and strictly smaller in the order of
    /// [`Problem::size`]. What a step breaks (partners of pairs, roles,
    /// counts), the same step mends.
    fn simpler(instance: &Self::Instance) -> Box<dyn Iterator<Item = Self::Instance> + '_>;

    /// A small change, up or down in size: mutation for fuzzers and fixtures.
    ///
    /// *Law*: valid, and within a constant factor of the size it came from.
    fn neighbour(instance: &Self::Instance, choices: &mut dyn Choices) -> Self::Instance;

    // ---- programs ----

    /// The optimised solver.
    fn solve(instance: &Self::Instance) -> Self::Answer;

    /// The same for many instances at once, where that is faster.
    fn solve_all(cases: &[Self::Instance]) -> Vec<Self::Answer> {
        cases.iter().map(Self::solve).collect()
    }

    /// The solver as a whole program, contest text to contest text, streaming.
    /// A problem whose text can be solved without building instances overrides
    /// this; it then must accept and refuse exactly what [`Problem::read`]
    /// does, with the same messages.
    fn solve_text(input: Box<dyn BufRead + '_>, out: &mut dyn Write) -> Result<(), TextError> {
        crate::text::solve_stream::<Self>(input, Self::solve_all, out)
    }

    /// The naive programs, the most trusted first. All are deliberately slow;
    /// each predicts its cost, because a program in process cannot be
    /// interrupted.
    fn oracles() -> &'static [Oracle<Self>];

    /// Wrong solvers that a good programmer could have written, to test the
    /// testbed.
    fn mistakes() -> &'static [Mistake<Self>];

    /// How the answer must change when the instance does, for instances that
    /// no naive program can follow.
    fn relations() -> &'static [Relation<Self>] {
        &[]
    }

    /// Other things to print of an instance than its answer (`solve --count`).
    fn views() -> &'static [View<Self>] {
        &[]
    }

    /// Marks the behaviours that occur in a document with this text.
    fn observe(cases: &[Self::Instance], text: &str, seen: &mut Seen);

    // ---- for people ----

    /// What happens in the instance, for a person: lines of at most 80 columns,
    /// styled with [`anstyle`] escapes (the caller strips them where there is
    /// no terminal).
    fn explain(instance: &Self::Instance, lang: Lang) -> String;

    /// The reference's run as a story, an event a line without styles; empty
    /// where a problem has no course of events.
    fn narrate(_instance: &Self::Instance, _lang: Lang) -> Vec<String> {
        Vec::new()
    }
}

/// The answers of a document in the contest's format, if it can express them.
fn printed<P: Problem>(answers: &[P::Answer]) -> Option<String> {
    crate::check::try_print_all::<P>(answers).ok()
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

/// How large an instance is: two counts, the first of them the more important.
/// A problem with one count leaves the second 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(pub u32, pub u32);

/// What the contest allows a program.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Wall time for one document.
    pub time: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
    /// Most instances in one document in contest layout; 1 if the format
    /// holds only one.
    pub batch: usize,
}

/// What the odometer visits at the tiny sizes.
#[derive(Debug, Clone, Copy)]
pub struct Universe {
    /// What they are, in the plural, to follow a number: "multisets of values
    /// from 1..13".
    pub what: &'static str,
    /// Whether every instance of that size has the same answer as (a
    /// relabelling of) one of the representatives. Only then may a minimised
    /// instance be called the smallest possible.
    pub complete: bool,
}

/// A naive program that judges the solver.
pub struct Oracle<P: Problem> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The program.
    pub run: fn(&P::Instance) -> P::Answer,
    /// About how long it will take. `None`: it cannot follow at all.
    pub cost: fn(&P::Instance) -> Option<Duration>,
}

/// A wrong solver.
pub struct Mistake<P: Problem> {
    /// Its name: `--subject mutant:NAME`.
    pub name: &'static str,
    /// What is wrong with it, in one line.
    pub about: &'static str,
    /// The program.
    pub program: Program<P>,
    /// The story of its run, an event a line, told in the same words as
    /// [`Problem::narrate`], so that the first difference can be shown.
    pub narrate: Option<Narrate<P>>,
}

/// Tells the story of a run, an event a line.
pub type Narrate<P> = fn(&<P as Problem>::Instance, Lang) -> Vec<String>;

/// A program in process.
pub enum Program<P: Problem> {
    /// Instance to answer.
    Cases(fn(&P::Instance) -> P::Answer),
    /// Contest text to contest text, for mistakes in reading. An error is its
    /// own complaint about an input that is valid.
    Text(fn(&str) -> Result<String, String>),
}

impl<P: Problem> Clone for Program<P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<P: Problem> Copy for Program<P> {}

/// A statement about the answers of related instances.
pub struct Relation<P: Problem> {
    /// Its name in reports.
    pub name: &'static str,
    /// What must hold, in one line.
    pub about: &'static str,
    /// Checks it for an instance with this answer: makes the related
    /// instances, asks `solve` for their answers. An error says which, and
    /// what was wanted and given.
    pub check: RelationCheck<P>,
}

/// The check of a [`Relation`].
pub type RelationCheck<P> = fn(
    instance: &<P as Problem>::Instance,
    answer: &<P as Problem>::Answer,
    choices: &mut dyn Choices,
    solve: &dyn Fn(&<P as Problem>::Instance) -> <P as Problem>::Answer,
) -> Result<(), String>;

/// Something else that can be said of an instance than its answer.
pub struct View<P: Problem> {
    /// The flag of `duipai solve` that asks for it, without dashes.
    pub name: &'static str,
    /// What it prints, in one line.
    pub about: &'static str,
    /// Text with its final line end.
    pub run: fn(&P::Instance) -> Result<String, Refusal>,
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

/// An answer that the contest's format cannot express: an unending game, a
/// listing that would be too long.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// What an instance does that the statement says never happens.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BrokenPromise(pub String);

/// Why a whole program stopped.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The input is not valid.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The answer of an instance (from 1) cannot be printed.
    #[error("case {0}: {1}")]
    Refused(u64, Refusal),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

/// Which behaviours occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seen(u128);

impl Seen {
    /// Marks the behaviour with this index in [`Problem::BEHAVIOURS`].
    pub fn mark(&mut self, behaviour: usize) {
        self.0 |= 1 << behaviour;
    }

    /// Marks it if the condition holds.
    pub fn mark_if(&mut self, condition: bool, behaviour: usize) {
        if condition {
            self.mark(behaviour);
        }
    }

    /// Whether it occurred.
    pub fn has(self, behaviour: usize) -> bool {
        self.0 >> behaviour & 1 == 1
    }

    /// The indices of all that occurred.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..128).filter(move |i| self.has(*i))
    }
}

impl Size {
    /// The size in words: `3 pigs, 1 card in the deck`.
    pub fn describe(self, units: &[&str]) -> String {
        let count = |number: u32, unit: &str| match (number, unit.split_once(' ')) {
            (1, None) => format!("1 {}", unit.strip_suffix('s').unwrap_or(unit)),
            (1, Some((first, rest))) => {
                format!("1 {} {rest}", first.strip_suffix('s').unwrap_or(first))
            }
            _ => format!("{number} {unit}"),
        };
        match units {
            [] => format!("{}", self.0),
            [one] => count(self.0, one),
            [one, two, ..] => format!("{}, {}", count(self.0, one), count(self.1, two)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn sizes_read_as_english() {
        let units = ["pigs", "cards in the deck"];
        assert_eq!(Size(2, 1).describe(&units), "2 pigs, 1 card in the deck");
        assert_eq!(Size(1, 12).describe(&units[..1]), "1 pig");
    }
}
