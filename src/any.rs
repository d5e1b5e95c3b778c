//! [`AnyProblem`]: a problem behind text, for everything that is chosen at run
//! time. One method per verb, implemented once, for every [`Problem`]; what they
//! do is in [`crate::verbs`].

use crate::campaign::{self, AnyCampaign, Campaign, Config};
use crate::corpus::Fixture;
use crate::exhaust::{self, Visit};
use crate::problem::{Info, InputError, Lang, Problem, TextError};
use crate::subject::{Subject, SubjectError, SubjectSpec};
use crate::verbs::{
    self, AnswerError, Generated, MinimizeError, MinimizeJob, Parting, Recipe, ReferenceError,
    ReplayJob, Replayed, Shrunk, Validation,
};
use crate::verdict::Judgement;
use std::io::{BufRead, Write};
use std::time::Duration;

/// A problem, text in and text out. See the verbs of the command line for what
/// each method does for a person.
pub trait AnyProblem: Send + Sync {
    /// What there is to say of the problem.
    fn info(&self) -> Info;

    /// The solver as a whole program.
    fn solve(&self, input: Box<dyn BufRead + '_>, out: &mut dyn Write) -> Result<(), TextError>;

    /// A naive program as a whole program: the one with this name, or for each
    /// instance the most trusted one that can follow.
    fn reference(
        &self,
        oracle: Option<&str>,
        input: Box<dyn BufRead + '_>,
        out: &mut dyn Write,
    ) -> Result<(), ReferenceError>;

    /// One of the problem's other views of its instances.
    fn view(
        &self,
        name: &str,
        input: Box<dyn BufRead + '_>,
        out: &mut dyn Write,
    ) -> Result<(), TextError>;

    /// Generated document number `index`.
    fn generate(&self, recipe: &Recipe, index: u64) -> Generated;

    /// Reads a document to its end: what is valid about it.
    fn validate(&self, input: Box<dyn BufRead + '_>) -> Result<Validation, InputError>;

    /// Judges an output for an input.
    fn judge(&self, input: &[u8], output: &[u8]) -> Result<Judgement, TextError>;

    /// The right output for an input: the solver's, confirmed by an oracle
    /// where one can follow.
    fn answer(&self, input: &[u8]) -> Result<String, AnswerError>;

    /// Explains the instances of a document, for a person.
    fn explain(&self, input: &[u8], lang: Lang) -> Result<String, InputError>;

    /// The first event at which the story of a mutant parts from the
    /// reference's, for the first instance: the events in common just before,
    /// and how each goes on. `None` without a story or a difference.
    fn parting(&self, input: &[u8], mutant: &str, lang: Lang) -> Option<Parting>;

    /// A campaign, ready to run.
    fn campaign(&self, config: Config) -> Result<Box<dyn AnyCampaign>, campaign::ConfigError>;

    /// Visits everything up to a size.
    fn exhaust(
        &self,
        config: &exhaust::VisitConfig,
        time: Option<Duration>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(exhaust::VisitEvent<'_>),
    ) -> Result<Visit, exhaust::VisitError>;

    /// Minimises an input on which a subject fails.
    fn minimize(&self, job: &MinimizeJob<'_>) -> Result<Shrunk, MinimizeError>;

    /// Runs a fixture.
    fn replay(&self, fixture: &Fixture, job: &ReplayJob<'_>) -> Replayed;

    /// Whether the specification names a subject of this problem.
    fn find_subject(&self, spec: &SubjectSpec) -> Result<(), SubjectError>;
}

impl<P: Problem> AnyProblem for P {
    fn info(&self) -> Info {
        Info::of(self)
    }

    fn solve(&self, input: Box<dyn BufRead + '_>, out: &mut dyn Write) -> Result<(), TextError> {
        self.solve_text(input, out)
    }

    fn reference(
        &self,
        oracle: Option<&str>,
        input: Box<dyn BufRead + '_>,
        out: &mut dyn Write,
    ) -> Result<(), ReferenceError> {
        verbs::reference(self, oracle, input, out)
    }

    fn view(
        &self,
        name: &str,
        input: Box<dyn BufRead + '_>,
        out: &mut dyn Write,
    ) -> Result<(), TextError> {
        verbs::view(self, name, input, out)
    }

    fn generate(&self, recipe: &Recipe, index: u64) -> Generated {
        verbs::generate(self, recipe, index)
    }

    fn validate(&self, input: Box<dyn BufRead + '_>) -> Result<Validation, InputError> {
        verbs::validate(self, input)
    }

    fn judge(&self, input: &[u8], output: &[u8]) -> Result<Judgement, TextError> {
        verbs::judge(self, input, output)
    }

    fn answer(&self, input: &[u8]) -> Result<String, AnswerError> {
        verbs::answer(self, input)
    }

    fn explain(&self, input: &[u8], lang: Lang) -> Result<String, InputError> {
        verbs::explain(self, input, lang)
    }

    fn parting(&self, input: &[u8], mutant: &str, lang: Lang) -> Option<Parting> {
        verbs::parting(self, input, mutant, lang)
    }

    fn campaign(&self, config: Config) -> Result<Box<dyn AnyCampaign>, campaign::ConfigError> {
        Ok(Box::new(Campaign::new(self, config)?))
    }

    fn exhaust(
        &self,
        config: &exhaust::VisitConfig,
        time: Option<Duration>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(exhaust::VisitEvent<'_>),
    ) -> Result<Visit, exhaust::VisitError> {
        exhaust::exhaust(self, config, time, cancel, events)
    }

    fn minimize(&self, job: &MinimizeJob<'_>) -> Result<Shrunk, MinimizeError> {
        verbs::minimize(self, job)
    }

    fn replay(&self, fixture: &Fixture, job: &ReplayJob<'_>) -> Replayed {
        verbs::replay(self, fixture, job)
    }

    fn find_subject(&self, spec: &SubjectSpec) -> Result<(), SubjectError> {
        Subject::check(self, spec)
    }
}
