//! A problem with its programs in their roles, and the one definition of
//! failing: document in, [`Check`] out. Campaign, exhaustive visits, minimising,
//! replay, proptest and the fuzz targets only supply documents to it.

mod beyond;
mod others;
mod solver;

pub use beyond::Held;
#[cfg(feature = "proptest")]
pub(crate) use beyond::caught;

use crate::choices::Random;
use crate::document::Document;
use crate::failure::{Accused, Evidence, Failure, Kind, Wanted};
use crate::hash::hash;
use crate::panics;
use crate::problem::text;
use crate::problem::{Layout, Oracle, Problem};
use crate::subject::{LimitOverrides, Subject, SubjectError, SubjectSpec};
use crate::verdict::{Crash, Judgement, Verdict};
use crate::watch::{Phase, Slot};
use std::time::Duration;

/// Times what a failing run took that a candidate gets while it is minimised: a
/// smaller input seldom needs more, and noise does not end it.
const HASTE: u32 = 4;
/// What a candidate gets at least: interpreters and virtual machines start within
/// this on a busy machine.
const LEAST_HASTE: Duration = Duration::from_millis(500);

/// What was found out about a document.
#[derive(Debug)]
pub enum Check<P: Problem> {
    /// The subject is right; these are the answers.
    Passed(Vec<P::Answer>),
    /// A disagreement.
    Failed(Box<Failure>),
    /// Nothing: the testbed itself is hindered.
    Trouble(TestError),
}

/// Why a document could not be tested. Nobody is accused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TestError {
    /// A naive program panicked: it cannot say what is right.
    #[error("the oracle {oracle} of {problem} panicked at {place}: {message}")]
    Oracle {
        /// The problem's name.
        problem: String,
        /// The oracle's name.
        oracle: String,
        /// Source file and line of the panic.
        place: String,
        /// Its message.
        message: String,
    },
    /// The subject could not be started or talked to.
    #[error("{0}")]
    Lost(String),
}

/// How much is tried on a document besides the subject's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scrutiny {
    /// What a campaign can afford: the text is read back, relations hold where
    /// no oracle can follow.
    Quick,
    /// All that must hold of a document, and all relations: what replay,
    /// minimising and the properties ask.
    Thorough,
}

/// How a command is run to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// Beside whatever else runs; what then is a matter of time is decided by a
    /// second run, alone.
    Doubted,
    /// Once, beside whatever else runs: whoever asks makes sure.
    Once,
    /// Once, while this process runs no other program.
    Alone,
}

/// A problem with its programs in their roles.
#[derive(Clone)]
pub struct Testbed<P: Problem> {
    /// The problem.
    pub problem: P,
    /// The program under test.
    pub subject: Subject<P>,
    /// An oracle that predicts more than this for an instance is not asked
    /// about our solver.
    pub oracle_budget: Duration,
    /// What is tried besides the answers. Programs other than our solver have
    /// nothing but answers.
    pub scrutiny: Scrutiny,
    /// How often, and beside what, a command is run on a document.
    pub runs: Runs,
}

impl<P: Problem> Testbed<P> {
    /// Our own solver, judged by the oracles that predict no more than
    /// `oracle_budget`.
    pub fn of_solver(problem: &P, oracle_budget: Duration) -> Self {
        Self {
            problem: problem.clone(),
            subject: Subject::Solver,
            oracle_budget,
            scrutiny: Scrutiny::Quick,
            runs: Runs::Doubted,
        }
    }

    /// What the specification names, judged by our solver and the oracles.
    ///
    /// # Errors
    ///
    /// Nothing has that name, or it is no command.
    pub fn new(
        problem: &P,
        spec: &SubjectSpec,
        limits: LimitOverrides,
        oracle_budget: Duration,
    ) -> Result<Self, SubjectError> {
        let subject = Subject::find(problem, spec, limits)?;
        Ok(Self { subject, ..Self::of_solver(problem, oracle_budget) })
    }

    /// With this scrutiny.
    #[must_use]
    pub fn with(self, scrutiny: Scrutiny) -> Self {
        Self { scrutiny, ..self }
    }

    /// With the least scrutiny by which a failure like this one shows.
    pub(crate) fn for_failure(&self, failure: &Failure) -> Self {
        let scrutiny = match failure.evidence {
            Evidence::Solver { .. }
            | Evidence::Oracle(_)
            | Evidence::WholeProgram
            | Evidence::Watchdog => Scrutiny::Quick,
            Evidence::Relation(_)
            | Evidence::Identity(_)
            | Evidence::Death
            | Evidence::Refusal
            | Evidence::Presentation
            | Evidence::Forgery => self.scrutiny,
        };
        self.clone().with(scrutiny)
    }

    /// For candidates of minimising a failure that took about `taken` to
    /// show: a command gets a few times that, not all of the contest's limit, in
    /// which it would only be waited for. What shows at the limits only needs
    /// them as they are.
    pub(crate) fn hasty(mut self, kind: &Kind, taken: Duration) -> Self {
        if let Subject::External { limits, .. } = &mut self.subject
            && !kind.needs_limits()
        {
            limits.time = limits.time.min((HASTE * taken).max(LEAST_HASTE));
        }
        self
    }

    /// Whether the solver's answer to an instance is compared with this
    /// oracle's.
    pub fn asks(&self, oracle: &Oracle<P>, instance: &P::Instance) -> bool {
        (oracle.cost)(&self.problem, instance).is_some_and(|cost| cost <= self.oracle_budget)
    }

    /// The verdict on a document. `cancel` makes a running child process end
    /// early; the result then means nothing.
    pub fn test(&self, document: &Document<P>, slot: &Slot, cancel: &dyn Fn() -> bool) -> Check<P> {
        match &self.subject {
            Subject::Solver => self.test_solver(document, slot),
            Subject::Mutant(program) => self.test_mutant(*program, document, slot),
            Subject::External { command, limits } => {
                self.test_external(command, limits, document, slot, cancel)
            }
        }
    }

    /// An oracle for this instance that predicts no more than `budget`, and what
    /// it predicts.
    fn affordable_oracle(
        &self,
        instance: &P::Instance,
        budget: Duration,
    ) -> Option<(&Oracle<P>, Duration)> {
        affordable_oracle(&self.problem, instance, budget)
    }

    fn ask(
        &self,
        oracle: &Oracle<P>,
        instance: &P::Instance,
        document: &Document<P>,
        slot: &Slot,
    ) -> Result<P::Answer, TestError> {
        let answer = slot.during(Phase::Oracle, &document.text, || {
            panics::catch(|| (oracle.run)(&self.problem, instance))
        });
        answer.map_err(|panicked| TestError::Oracle {
            problem: self.problem.about().name.to_string(),
            oracle: oracle.name.to_owned(),
            place: panicked.place,
            message: panicked.message,
        })
    }

    /// The solver's answer against an oracle's.
    fn refuted(
        &self,
        oracle: &Oracle<P>,
        case: usize,
        want: &P::Answer,
        given: &P::Answer,
        accused: Accused,
    ) -> Failure {
        let message = format!("the solver differs from the oracle {}", oracle.name);
        Failure {
            judgement: Judgement::wrong(Some(case), message),
            accused,
            evidence: Evidence::Oracle(oracle.name),
            want: Wanted::Shown(text::shown(&self.problem, want)),
            given: text::shown(&self.problem, given).into_bytes(),
            said: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The first relation that does not hold for an instance with this answer.
    fn broken_relation(
        &self,
        case: usize,
        instance: &P::Instance,
        answer: &P::Answer,
    ) -> Option<Failure> {
        let problem = &self.problem;
        // The related instances depend on the instance alone, so that replay
        // repeats the failure.
        let seed = hash(text::canonical(problem, std::slice::from_ref(instance)).as_bytes());
        for (number, relation) in (0..).zip(problem.relations()) {
            let mut random = Random::new(seed, number);
            let solve = |instance: &P::Instance| problem.solve(instance);
            let held =
                panics::catch(|| (relation.check)(problem, instance, answer, &mut random, &solve));
            // A panic on a related instance is no panic on this one.
            let (judgement, why) = match held {
                Ok(Ok(())) => continue,
                Ok(Err(why)) => {
                    (Judgement::wrong(Some(case), format!("{}: {why}", relation.name)), why)
                }
                Err(panicked) => {
                    let verdict = Verdict::Re(Crash::Panic(panicked.place));
                    let why = format!("a panic on a related instance: {}", panicked.message);
                    let message = format!("{}: {why}", relation.name);
                    (Judgement { case: Some(case), message, ..Judgement::died(verdict) }, why)
                }
            };
            let said = text::shown(problem, answer);
            return Some(Failure {
                judgement,
                accused: Accused::Subject,
                evidence: Evidence::Relation(relation.name),
                want: Wanted::Shown(format!("{}\n", relation.about)),
                given: format!("{why}\n").into_bytes(),
                said: Vec::new(),
                notes: vec![format!("the answer: {}", said.trim_end())],
            });
        }
        None
    }

    /// The right answers of a document as what was wanted: all of them, if the
    /// contest's format can express them.
    fn wanted(&self, answers: &[P::Answer]) -> Wanted {
        match text::print_all(&self.problem, answers) {
            Ok(text) => Wanted::Output(text),
            Err(_) => Wanted::Shown(text::show_all(&self.problem, answers)),
        }
    }

    /// The layout that the subject gets unless the user chooses.
    pub fn default_layout(&self) -> Layout {
        self.subject.default_layout()
    }
}

/// An oracle for this instance that predicts no more than `budget`, and what it
/// predicts.
pub fn affordable_oracle<'p, P: Problem>(
    problem: &'p P,
    instance: &P::Instance,
    budget: Duration,
) -> Option<(&'p Oracle<P>, Duration)> {
    problem.oracles().iter().find_map(|oracle| {
        let cost = (oracle.cost)(problem, instance)?;
        (cost <= budget).then_some((oracle, cost))
    })
}

/// A judgement on answers of a program in process.
fn is_wrong(judgement: &Judgement) -> bool {
    matches!(judgement.verdict, Verdict::Wa)
}
