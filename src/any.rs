//! [`AnyProblem`]: a problem behind text, for everything that is chosen at run
//! time. One method per verb; implemented once, for every [`Problem`].

use crate::campaign::{Campaign, Config, End, Event, Stats, Watchdog};
use crate::choices::{Choices, Random};
use crate::corpus::Fixture;
use crate::document::Document;
use crate::exhaust::{self, Visit};
use crate::failure::Failure;
use crate::finding::{Finding, FindingStore, Origin};
use crate::minimize::{self, Outcome};
use crate::panics;
use crate::problem::{
    About, BrokenPromise, InputError, Lang, Layout, Problem, Scope, TextError, Universe,
};
use crate::subject::{LimitOverrides, Subject, SubjectSpec};
use crate::testbed::{Check, Scrutiny, TestError, Testbed, affordable_oracle};
use crate::text;
use crate::text::{print_all, shown};
use crate::verdict::Judgement;
use crate::watch::Slot;
use std::io::{BufRead, Write};
use std::sync::Arc;
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
    fn campaign(&self, config: Config) -> Result<Box<dyn AnyCampaign>, String>;

    /// Visits everything up to a size.
    fn exhaust(
        &self,
        config: &exhaust::Config,
        time: Option<Duration>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(exhaust::Event<'_>),
    ) -> Result<Visit, String>;

    /// Minimises an input on which a subject fails.
    fn minimize(&self, job: &MinimizeJob<'_>) -> Result<Shrunk, String>;

    /// Runs a fixture.
    fn replay(&self, fixture: &Fixture, job: &ReplayJob<'_>) -> Replayed;

    /// Whether the specification names a subject of this problem.
    fn find_subject(&self, spec: &SubjectSpec) -> Result<(), String>;
}

/// What there is to say of a problem.
#[derive(Debug, Clone)]
pub struct Info {
    /// Its names, limits, units and behaviours.
    pub about: About,
    /// See [`Enumeration::universe`](crate::problem::Enumeration::universe).
    pub universe: Option<Universe>,
    /// Name and description of each oracle.
    pub oracles: Vec<(&'static str, &'static str)>,
    /// Name and description of each mutant.
    pub mutants: Vec<(&'static str, &'static str)>,
    /// Name and description of each relation.
    pub relations: Vec<(&'static str, &'static str)>,
    /// Name and description of each view.
    pub views: Vec<(&'static str, &'static str)>,
}

/// Why the reference stopped.
#[derive(Debug, thiserror::Error)]
pub enum ReferenceError {
    /// As for the solver.
    #[error(transparent)]
    Text(#[from] TextError),
    /// There is no such oracle.
    #[error("{0}")]
    Unknown(String),
    /// No oracle can follow this instance (from 1).
    #[error("case {0}: {1}")]
    TooLarge(u64, String),
}

/// Why there is no trusted answer.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// As for the solver.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The solver and an oracle differ, or one of them panicked.
    #[error("{0}")]
    Disputed(String),
}

/// What to generate.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// Seed.
    pub seed: u64,
    /// How large.
    pub scope: Scope,
    /// Which layout.
    pub layout: Layout,
    /// Instances in a document; those that do not fit the first are left out.
    pub pack: usize,
    /// Whether the statement's promises must be kept.
    pub promised: bool,
}

/// A generated document.
#[derive(Debug, Clone)]
pub struct Generated {
    /// Its text.
    pub text: String,
    /// The answers, or why there are none in the contest's format.
    pub answers: Result<String, String>,
    /// Instances in it.
    pub cases: usize,
}

/// What is valid about a document.
#[derive(Debug, Clone, Default)]
pub struct Validation {
    /// Instances read.
    pub cases: u64,
    /// The promises of the statement that are not kept: instance (from 1) and
    /// reason. Only the first few.
    pub broken: Vec<(u64, BrokenPromise)>,
}

/// Broken promises that are listed for one document: more would not help.
const MOST_BROKEN: usize = 10;

/// Where two stories part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// Number of the first different event, from 1.
    pub event: usize,
    /// The last events in common.
    pub common: Vec<String>,
    /// How the reference goes on, if it does.
    pub wanted: Option<String>,
    /// How the mutant goes on, if it does.
    pub given: Option<String>,
}

/// Events in common that are shown before the parting.
const COMMON_EVENTS: usize = 4;

/// A minimisation.
pub struct MinimizeJob<'a> {
    /// The failing input.
    pub input: &'a [u8],
    /// The subject.
    pub subject: &'a SubjectSpec,
    /// Its limits, where they differ.
    pub limits: LimitOverrides,
    /// Time and layout.
    pub time: Duration,
    /// The layout that the subject may get; by default what suits it.
    pub layout: Option<Layout>,
    /// Threads.
    pub threads: usize,
    /// Where the input came from, if a description says so.
    pub origin: Option<Origin>,
    /// Where the input goes on which a program in process hangs.
    pub store: FindingStore,
    /// Asked now and then.
    pub cancel: &'a (dyn Fn() -> bool + Sync),
}

/// What a minimisation came to.
pub enum Shrunk {
    /// A finding with its figures.
    Finding {
        /// The finding.
        finding: Box<Finding>,
        /// What failed in other ways on the way down: findings of their own.
        others: Vec<Finding>,
    },
    /// The subject is right on the input.
    Passes {
        /// Whether it was given another layout of the same instances, because
        /// the input's is none that the statement promises.
        relaid: bool,
    },
    /// It is no input for other people's programs, for this reason.
    NotPromised(String),
    /// Interrupted before it was known to fail.
    Interrupted,
    /// It fails in some runs only.
    Flaky {
        /// The finding, not minimised.
        finding: Box<Finding>,
        /// Runs that failed.
        failed: u32,
        /// Runs in all.
        of: u32,
    },
    /// The testbed's own trouble.
    Trouble(TestError),
}

/// How fixtures are run.
pub struct ReplayJob<'a> {
    /// The subject.
    pub subject: &'a SubjectSpec,
    /// Its limits, where they differ.
    pub limits: LimitOverrides,
    /// Whether external subjects get free layouts too.
    pub layout: Option<Layout>,
    /// Asked now and then.
    pub cancel: &'a (dyn Fn() -> bool + Sync),
}

/// What became of a fixture.
#[derive(Debug)]
pub enum Replayed {
    /// The subject is right.
    Passed,
    /// It is wrong.
    Failed(Box<Finding>),
    /// It was not run, for this reason.
    Skipped(String),
    /// The fixture is no valid input, or its `.ans` is wrong.
    Bad(String),
    /// The testbed's own trouble.
    Trouble(TestError),
}

/// A campaign behind text.
pub trait AnyCampaign {
    /// See [`Campaign::run`].
    fn run(
        &mut self,
        time: Option<Duration>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(Event<'_>),
    ) -> End;
    /// See [`Campaign::stats`].
    fn stats(&self) -> &Stats;
    /// See [`Campaign::findings`].
    fn findings(&self) -> u64;
    /// See [`Campaign::trouble`].
    fn trouble(&self) -> Option<&TestError>;
}

impl<P: Problem> AnyCampaign for Campaign<P> {
    fn run(
        &mut self,
        time: Option<Duration>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(Event<'_>),
    ) -> End {
        self.run(time, cancel, events)
    }

    fn stats(&self) -> &Stats {
        self.stats()
    }

    fn findings(&self) -> u64 {
        self.findings()
    }

    fn trouble(&self) -> Option<&TestError> {
        self.trouble()
    }
}

/// Why a document is none for other people's programs.
fn unpromised((number, broken): (usize, BrokenPromise)) -> String {
    format!("the statement promises otherwise: case {number}: {broken}")
}

/// A fixture that is no valid input: the reader and the solver refuse it alike.
fn replay_refused<P: Problem>(
    fixture: &Fixture,
    testbed: &Testbed<P>,
    job: &ReplayJob<'_>,
) -> Replayed {
    if !matches!(testbed.subject, Subject::Solver) {
        return Replayed::Skipped(
            "not a valid input: only our own programs must say so".to_owned(),
        );
    }
    if text::parse(&testbed.problem, &fixture.input).is_ok() {
        return Replayed::Bad("its description says `input: refused`, but it is valid".to_owned());
    }
    match testbed.test_text(&fixture.input) {
        Ok(()) => Replayed::Passed,
        Err(failure) => {
            let text = String::from_utf8_lossy(&fixture.input).into();
            replay_failed(text, *failure, testbed, job)
        }
    }
}

fn replay_failed<P: Problem>(
    text: Arc<str>,
    failure: Failure,
    testbed: &Testbed<P>,
    job: &ReplayJob<'_>,
) -> Replayed {
    Replayed::Failed(Box::new(Finding {
        problem: testbed.problem.about().name,
        text,
        failure,
        subject: job.subject.clone(),
        limits: job.limits,
        layout: job.layout.unwrap_or(testbed.default_layout()),
        origin: None,
        minimized: None,
    }))
}

/// An oracle may take this long for one instance when a person asks for the
/// reference by name or waits for a replay.
const PATIENCE: Duration = Duration::from_secs(60);
/// An oracle may take this long for an instance of a fixture: there are many.
const FIXTURE_PATIENCE: Duration = Duration::from_millis(500);

impl<P: Problem> AnyProblem for P {
    fn info(&self) -> Info {
        Info {
            about: self.about(),
            universe: self.enumeration().map(|enumeration| enumeration.universe),
            oracles: self.oracles().iter().map(|o| (o.name, o.about)).collect(),
            mutants: self.mutants().iter().map(|m| (m.name, m.about)).collect(),
            relations: self.relations().iter().map(|r| (r.name, r.about)).collect(),
            views: self.views().iter().map(|v| (v.name, v.about)).collect(),
        }
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
        let named = match oracle {
            None => None,
            Some(name) => {
                Some(self.oracles().iter().find(|o| o.name == name).ok_or_else(|| {
                    let known: Vec<_> = self.oracles().iter().map(|o| o.name).collect();
                    let known = known.join(", ");
                    ReferenceError::Unknown(format!(
                        "{} has no oracle `{name}`; it has {known}",
                        self.about().name
                    ))
                })?)
            }
        };
        // One at a time: an answer is printed as soon as it is there.
        for (number, case) in (1..).zip(self.read(input)) {
            let case = case.map_err(TextError::from)?;
            let affordable = || affordable_oracle(self, &case, PATIENCE).map(|(oracle, _)| oracle);
            let Some(oracle) = named.or_else(affordable) else {
                let size = self.size(&case).describe(&self.about().size_units);
                let patience = PATIENCE.as_secs();
                let why = format!("no reference can follow {size} within {patience} s");
                return Err(ReferenceError::TooLarge(number, why));
            };
            if named.is_some() && (oracle.cost)(self, &case).is_none() {
                let size = self.size(&case).describe(&self.about().size_units);
                let why = format!("the oracle {} cannot follow {size}", oracle.name);
                return Err(ReferenceError::TooLarge(number, why));
            }
            let mut text = String::new();
            self.print(&(oracle.run)(self, &case), &mut text)
                .map_err(|refusal| TextError::Refused(number, refusal))?;
            out.write_all(text.as_bytes()).map_err(TextError::from)?;
        }
        Ok(())
    }

    fn view(
        &self,
        name: &str,
        input: Box<dyn BufRead + '_>,
        out: &mut dyn Write,
    ) -> Result<(), TextError> {
        let Some(view) = self.views().iter().find(|view| view.name == name) else { return Ok(()) };
        for (number, case) in (1..).zip(self.read(input)) {
            let text =
                (view.run)(self, &case?).map_err(|refusal| TextError::Refused(number, refusal))?;
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    fn generate(&self, recipe: &Recipe, index: u64) -> Generated {
        let mut random = Random::new(recipe.seed, index);
        let mut cases: Vec<P::Instance> = Vec::new();
        // Promises are kept by choosing among the cases of this stream. Nearly
        // all keep them; a stream that never does gives what it gives.
        let mut draws = 0;
        let sized = self.enumeration();
        while cases.len() < recipe.pack.max(1) && draws < recipe.pack.max(1).saturating_add(1000) {
            draws += 1;
            let case = match (cases.first(), &sized) {
                // Of the same size: likelier to fit.
                (Some(first), Some(sized)) => {
                    let size = Problem::size(self, first);
                    (sized.generate)(self, recipe.scope, size, &mut random)
                }
                _ => Problem::generate(self, recipe.scope, &mut random),
            };
            let fits =
                cases.first().is_none_or(|first| self.batch_key(first) == self.batch_key(&case));
            let kept = !recipe.promised || self.promised(&case).is_ok();
            if fits && kept {
                cases.push(case);
            }
        }
        if cases.is_empty() {
            cases.push(Problem::generate(self, recipe.scope, &mut random));
        }
        let layout: &mut dyn Choices = &mut random;
        let document = Document::laid_out(self, cases, recipe.layout, layout);
        let answers = self.solve_all(&document.cases);
        Generated {
            text: document.text.to_string(),
            answers: print_all(self, &answers).map_err(|refusal| refusal.to_string()),
            cases: document.cases.len(),
        }
    }

    fn validate(&self, input: Box<dyn BufRead + '_>) -> Result<Validation, InputError> {
        let mut validation = Validation::default();
        for case in self.read(input) {
            let case = case?;
            validation.cases += 1;
            if let Err(broken) = self.promised(&case)
                && validation.broken.len() < MOST_BROKEN
            {
                validation.broken.push((validation.cases, broken));
            }
        }
        Ok(validation)
    }

    fn judge(&self, input: &[u8], output: &[u8]) -> Result<Judgement, TextError> {
        let cases = text::parse(self, input)?;
        let want = self.solve_all(&cases);
        for (number, answer) in (1..).zip(&want) {
            self.print(answer, &mut String::new())
                .map_err(|refusal| TextError::Refused(number, refusal))?;
        }
        Ok(Problem::judge(self, &cases, &want, output))
    }

    fn answer(&self, input: &[u8]) -> Result<String, AnswerError> {
        let cases = text::parse(self, input).map_err(TextError::from)?;
        let disputed = |who: &str, p: panics::Panicked| {
            AnswerError::Disputed(format!("{who} panicked at {}: {}", p.place, p.message))
        };
        let answers =
            panics::catch(|| self.solve_all(&cases)).map_err(|p| disputed("the solver", p))?;
        let mut text = String::new();
        for (number, (case, answer)) in (1..).zip(cases.iter().zip(&answers)) {
            if let Some((oracle, _)) = affordable_oracle(self, case, PATIENCE) {
                let want = panics::catch(|| (oracle.run)(self, case))
                    .map_err(|p| disputed(&format!("the oracle {}", oracle.name), p))?;
                if want != *answer {
                    return Err(AnswerError::Disputed(format!(
                        "case {number}: the oracle {} says {:?}, the solver {:?}",
                        oracle.name,
                        shown(self, &want),
                        shown(self, answer)
                    )));
                }
            }
            self.print(answer, &mut text).map_err(|refusal| TextError::Refused(number, refusal))?;
        }
        Ok(text)
    }

    fn explain(&self, input: &[u8], lang: Lang) -> Result<String, InputError> {
        let cases = text::parse(self, input)?;
        let mut out = String::new();
        for (number, case) in (1..).zip(&cases) {
            if cases.len() > 1 {
                let heading = match lang {
                    Lang::En => format!("── case {number} ──\n"),
                    Lang::Zh => format!("── 第 {number} 组 ──\n"),
                };
                out.push_str(&heading);
            }
            out.push_str(&Problem::explain(self, case, lang));
        }
        Ok(out)
    }

    fn parting(&self, input: &[u8], mutant: &str, lang: Lang) -> Option<Parting> {
        let cases = text::parse(self, input).ok()?;
        let narrate = self.mutants().iter().find(|m| m.name == mutant)?.narrate?;
        let case = cases.first()?;
        let (wanted, given) = (self.narrate(case, lang), narrate(self, case, lang));
        let same = wanted.iter().zip(&given).take_while(|(a, b)| a == b).count();
        if same == wanted.len() && same == given.len() {
            return None;
        }
        Some(Parting {
            event: same + 1,
            common: wanted[same.saturating_sub(COMMON_EVENTS)..same].to_vec(),
            wanted: wanted.get(same).cloned(),
            given: given.get(same).cloned(),
        })
    }

    fn campaign(&self, config: Config) -> Result<Box<dyn AnyCampaign>, String> {
        Ok(Box::new(Campaign::new(self, config)?))
    }

    fn exhaust(
        &self,
        config: &exhaust::Config,
        time: Option<Duration>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(exhaust::Event<'_>),
    ) -> Result<Visit, String> {
        exhaust::exhaust(self, config, time, cancel, events)
    }

    fn minimize(&self, job: &MinimizeJob<'_>) -> Result<Shrunk, String> {
        let testbed = Testbed::new(self, job.subject, job.limits, FIXTURE_PATIENCE)
            .map_err(|error| error.to_string())?
            .with(Scrutiny::Thorough);
        let layout = job.layout.unwrap_or(testbed.default_layout());
        let mut document = std::str::from_utf8(job.input)
            .map_err(|_| InputError::new(1, 1, "expected text in UTF-8"))
            .and_then(|text| Document::read(self, text))
            .map_err(|error| error.to_string())?;
        if testbed.subject.is_external() {
            document = match document.promised(self, layout) {
                Ok(document) => document,
                Err(broken) => return Ok(Shrunk::NotPromised(unpromised(broken))),
            };
        }
        let relaid = document.text.as_bytes() != job.input;
        let slots: Arc<Vec<Slot>> =
            Arc::new((0..job.threads.max(1)).map(|_| Slot::default()).collect());
        let name = self.about().name;
        let _watchdog =
            Watchdog::of(&name, Arc::clone(&slots), job.store.clone(), job.subject.clone());
        let options = minimize::Options { time: job.time, exhaust: job.time / 2, layout };
        let outcome = minimize::minimize(&testbed, &document, options, &slots, job.cancel);
        let finding = |text, failure, figures| {
            Box::new(Finding {
                problem: Arc::clone(&name),
                text,
                failure,
                subject: job.subject.clone(),
                limits: job.limits,
                layout,
                origin: job.origin.clone(),
                minimized: figures,
            })
        };
        Ok(match outcome {
            Outcome::Minimized(m) => {
                let others = m.others.into_iter();
                let others = others
                    .map(|(document, failure)| *finding(document.text, failure, None))
                    .collect();
                let finding = finding(m.document.text, m.failure, Some(m.figures));
                Shrunk::Finding { finding, others }
            }
            Outcome::Passes { .. } => Shrunk::Passes { relaid },
            Outcome::Interrupted => Shrunk::Interrupted,
            Outcome::Flaky { failed, of, failure } => {
                Shrunk::Flaky { finding: finding(document.text, *failure, None), failed, of }
            }
            Outcome::Trouble(why) => Shrunk::Trouble(why),
        })
    }

    fn replay(&self, fixture: &Fixture, job: &ReplayJob<'_>) -> Replayed {
        let testbed = match Testbed::new(self, job.subject, job.limits, FIXTURE_PATIENCE) {
            Ok(testbed) => testbed.with(Scrutiny::Thorough),
            // A mutant of another problem.
            Err(why) => return Replayed::Skipped(why.to_string()),
        };
        if fixture.must_be_refused() {
            return replay_refused(fixture, &testbed, job);
        }
        let text = match std::str::from_utf8(&fixture.input) {
            Ok(text) => text,
            Err(error) => {
                let line = fixture.input[..error.valid_up_to()].split(|b| *b == b'\n').count();
                return Replayed::Bad(format!("line {line}: expected text in UTF-8"));
            }
        };
        let mut document = match Document::read(self, text) {
            Ok(document) => document,
            Err(error) => return Replayed::Bad(format!("not a valid input: {error}")),
        };
        if testbed.subject.is_external() {
            document = match document.promised(self, job.layout.unwrap_or(Layout::Contest)) {
                Ok(document) => document,
                Err(broken) => return Replayed::Skipped(unpromised(broken)),
            };
        }
        if let Some(answer) = &fixture.answer {
            // Only a solver that its oracles confirm may call an answer wrong.
            let own = Testbed::of_solver(self, FIXTURE_PATIENCE);
            if let Check::Passed(right) = own.test(&document, &Slot::default(), job.cancel) {
                let judgement = Problem::judge(self, &document.cases, &right, answer);
                if !judgement.verdict.is_ac() {
                    return Replayed::Bad(format!("its .ans is wrong: {}", judgement.message));
                }
            }
        }
        match testbed.test(&document, &Slot::default(), job.cancel) {
            Check::Trouble(why) => Replayed::Trouble(why),
            Check::Failed(failure) => replay_failed(document.text, *failure, &testbed, job),
            Check::Passed(_) => Replayed::Passed,
        }
    }

    fn find_subject(&self, spec: &SubjectSpec) -> Result<(), String> {
        let found = Subject::find(self, spec, LimitOverrides::default());
        found.map(drop).map_err(|error| error.to_string())
    }
}
