//! The programs of a problem besides its solver, and what else it lists.

use super::{Lang, Problem, Refusal};
use crate::choices::Choices;
use std::time::Duration;

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

/// A [`Oracle::cost`] for those who have not measured: about a millisecond if the
/// instance is small enough, and no answer else.
pub fn a_millisecond_if(small_enough: bool) -> Option<Duration> {
    small_enough.then_some(Duration::from_millis(1))
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
