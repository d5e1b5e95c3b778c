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

mod info;
pub mod text;

pub use info::Info;

use crate::choices::Choices;
use crate::judge;
use crate::verdict::Judgement;
/// What [`Problem::read`] needs: words and numbers with their places, and
/// errors that name them.
pub use duipai_reference::{InputError, Tokens};
use std::fmt;
use std::hash::Hash;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

/// The instances of a document, as they are read.
pub type Instances<'r, I> = Box<dyn Iterator<Item = Result<I, InputError>> + 'r>;

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

    /// Reads a document as a stream of instances. After the first error
    /// nothing more is read. Memory does not grow with the number of instances.
    fn read<'r>(&'r self, input: Box<dyn BufRead + 'r>) -> Instances<'r, Self::Instance>;

    /// Writes a document. All instances share a [`Problem::batch_key`], and
    /// there are at least one and, if [`Limits::batch`] is 1, at most one.
    ///
    /// *Law*: reading it back gives the same instances, whatever the choices.
    /// [`crate::choices::Zeros`] gives the canonical text, the same for both
    /// kinds of layout.
    fn write(
        &self,
        cases: &[Self::Instance],
        layout: Layout,
        choices: &mut dyn Choices,
        out: &mut String,
    );

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
    /// *Law*: what [`Problem::print`] makes of `want` is accepted.
    fn judge(&self, cases: &[Self::Instance], want: &[Self::Answer], got: &[u8]) -> Judgement;

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
    fn promised(&self, instance: &Self::Instance) -> Result<(), BrokenPromise>;

    // ---- making instances ----

    /// The size, the first thing by which "smaller" is decided: size, then
    /// length of the canonical text of the instance alone, then that text.
    fn size(&self, instance: &Self::Instance) -> Size;

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
    /// *Law*: each is valid and strictly smaller in the order of
    /// [`Problem::size`]. What a step breaks (partners of pairs, roles,
    /// counts), the same step mends.
    fn simpler<'a>(
        &'a self,
        instance: &'a Self::Instance,
    ) -> Box<dyn Iterator<Item = Self::Instance> + 'a>;

    /// A small change, up or down in size: mutation for fuzzers and fixtures.
    ///
    /// *Law*: valid, and within a constant factor of the size it came from.
    fn neighbour(&self, instance: &Self::Instance, choices: &mut dyn Choices) -> Self::Instance;

    // ---- programs ----

    /// The optimised solver.
    fn solve(&self, instance: &Self::Instance) -> Self::Answer;

    /// The same for many instances at once, where that is faster.
    fn solve_all(&self, cases: &[Self::Instance]) -> Vec<Self::Answer> {
        cases.iter().map(|case| self.solve(case)).collect()
    }

    /// The solver as a whole program, contest text to contest text, streaming.
    /// A problem whose text can be solved without building instances overrides
    /// this; it then must accept and refuse exactly what [`Problem::read`]
    /// does, with the same messages.
    fn solve_text(
        &self,
        input: Box<dyn BufRead + '_>,
        out: &mut dyn Write,
    ) -> Result<(), TextError> {
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
    fn observe(&self, cases: &[Self::Instance], text: &str, seen: &mut Seen);

    // ---- for people ----

    /// What happens in the instance, for a person: lines of at most 80 columns,
    /// styled with [`anstyle`] escapes (the caller strips them where there is
    /// no terminal).
    fn explain(&self, instance: &Self::Instance, lang: Lang) -> String;

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

/// What a problem is called and what is said of it.
#[derive(Debug, Clone)]
pub struct About {
    /// The name on the command line and of the corpus folder: lower-case
    /// letters, digits and hyphens.
    pub name: Arc<str>,
    /// Other names under which people know it (`P2482`, `猪国杀`, …).
    pub aliases: Vec<String>,
    /// One line: the title and where it comes from.
    pub title: String,
    /// What the contest allows a program.
    pub limits: Limits,
    /// The units of [`Size`], one or two, for example `pigs` and `cards in the
    /// deck`.
    pub size_units: Vec<String>,
    /// What the rules distinguish, one short phrase each.
    /// [`Problem::observe`] marks them by index.
    pub behaviours: Vec<String>,
}

impl About {
    /// Of a problem with this name, of which nothing else is known: a second
    /// and 256 MiB for a program, one instance in a document, sizes in bytes
    /// of text.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            aliases: Vec::new(),
            title: name.to_owned(),
            limits: Limits { time: Duration::from_secs(1), memory: 256 << 20, batch: 1 },
            size_units: vec!["bytes".to_owned()],
            behaviours: Vec::new(),
        }
    }

    /// With other names.
    #[must_use]
    pub fn aliases(self, aliases: &[&str]) -> Self {
        Self { aliases: owned(aliases), ..self }
    }

    /// With a title.
    #[must_use]
    pub fn title(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }

    /// With limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With units of size.
    #[must_use]
    pub fn size_units(self, units: &[&str]) -> Self {
        Self { size_units: owned(units), ..self }
    }

    /// With behaviours.
    #[must_use]
    pub fn behaviours(self, behaviours: &[&str]) -> Self {
        Self { behaviours: owned(behaviours), ..self }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Generation by size, where a problem offers it.
pub struct Enumeration<P: Problem> {
    /// Draws a size that suits the scope.
    pub draw_size: fn(&P, Scope, &mut dyn Choices) -> Size,
    /// Makes an instance of exactly this size.
    ///
    /// *Laws*: `size(result) == size`; in [`Scope::Tiny`] with style 0 every
    /// representative of that size comes exactly once. [`Problem::generate`]
    /// is a drawn size and this.
    pub generate: fn(&P, Scope, Size, &mut dyn Choices) -> P::Instance,
    /// The sizes that can be visited completely, smallest first (it may be an
    /// endless list; whoever visits has a time limit).
    pub tiny_sizes: fn(&P) -> Box<dyn Iterator<Item = Size> + '_>,
    /// What is visited at one of them, and whether that is everything.
    pub universe: Universe,
}

/// A naive program that judges the solver.
pub struct Oracle<P: Problem> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The program.
    pub run: fn(&P, &P::Instance) -> P::Answer,
    /// About how long it will take. `None`: it cannot follow at all.
    pub cost: fn(&P, &P::Instance) -> Option<Duration>,
}

/// A wrong solver.
pub struct Mutant<P: Problem> {
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
pub type Narrate<P> = fn(&P, &<P as Problem>::Instance, Lang) -> Vec<String>;

/// A program in process.
pub enum Program<P: Problem> {
    /// Instance to answer.
    Cases(fn(&P, &P::Instance) -> P::Answer),
    /// Contest text to contest text, for mutants in reading. An error is its
    /// own complaint about an input that is valid.
    Text(fn(&P, &str) -> Result<String, String>),
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
    problem: &P,
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
    pub run: fn(&P, &P::Instance) -> Result<String, Refusal>,
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
    /// Marks the behaviour with this index in [`About::behaviours`].
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
    pub fn describe(self, units: &[impl AsRef<str>]) -> String {
        let count = |number: u32, unit: &str| match (number, unit.split_once(' ')) {
            (1, None) => format!("1 {}", unit.strip_suffix('s').unwrap_or(unit)),
            (1, Some((first, rest))) => {
                format!("1 {} {rest}", first.strip_suffix('s').unwrap_or(first))
            }
            _ => format!("{number} {unit}"),
        };
        match units {
            [] => format!("{}", self.0),
            [one] => count(self.0, one.as_ref()),
            [one, two, ..] => {
                format!("{}, {}", count(self.0, one.as_ref()), count(self.1, two.as_ref()))
            }
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
