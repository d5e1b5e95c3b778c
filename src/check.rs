//! One document, one subject, one verdict: the comparison that the campaign,
//! the minimiser, replay, proptest and the fuzz targets share.

use crate::choices::Random;
use crate::document::Document;
use crate::hash::hash;
use crate::panics;
use crate::problem::{Oracle, Problem, Program, Refusal, TextError};
use crate::process::{CommandLine, Limits};
use crate::subject::Subject;
use crate::text;
use crate::verdict::{Crash, Judgement, Verdict};
use crate::watch::{Phase, Slot};
use std::time::Duration;

/// How long an oracle may take (as it predicts itself) for one instance before
/// a disagreement is left unconfirmed: a person waits for it, once a finding.
const CONFIRMATION: Duration = Duration::from_secs(5);

/// What was found out about a document.
#[derive(Debug)]
pub enum Check<P: Problem> {
    /// The subject is right; these are the answers.
    Passed(Vec<P::Answer>),
    /// A disagreement.
    Failed(Box<Failure>),
    /// The testbed's own trouble: an oracle panicked, a command cannot be run.
    Trouble(String),
}

/// A disagreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The verdict on whoever is accused, with its reason.
    pub judgement: Judgement,
    /// Who is wrong.
    pub accused: Accused,
    /// What was wanted, as contest text, and according to whom.
    pub want: String,
    /// Who says so: `oracle steps`, `solver`, `relation …`.
    pub according_to: String,
    /// What was given.
    pub given: Vec<u8>,
    /// What else the subject said (its standard error, the message of its
    /// panic), or what the confirmation by an oracle came to.
    pub remarks: Vec<String>,
}

/// Who is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accused {
    /// The subject.
    Subject,
    /// Our own solver: it disagreed with an oracle when it was to judge the
    /// subject.
    Solver,
}

/// Compares a subject with what is known to be right.
pub struct Checker<P: Problem> {
    /// The program under test.
    pub subject: Subject<P>,
    /// An oracle that predicts more than this for an instance is not asked.
    pub oracle_budget: Duration,
}

impl<P: Problem> Checker<P> {
    /// Whether the solver's answer to an instance is compared with this
    /// oracle's.
    pub fn asks(&self, oracle: &Oracle<P>, instance: &P::Instance) -> bool {
        (oracle.cost)(instance).is_some_and(|cost| cost <= self.oracle_budget)
    }

    /// The verdict on a document. `cancel` makes a running child process end
    /// early; the result then means nothing.
    pub fn check(
        &self,
        document: &Document<P>,
        slot: &Slot,
        cancel: &dyn Fn() -> bool,
    ) -> Check<P> {
        match &self.subject {
            Subject::Solver => self.check_solver(document, slot),
            Subject::Mistake(mistake) => {
                let given = slot.during(Phase::Subject, &document.text, || {
                    panics::catch(|| run_in_process(mistake.program, document))
                });
                self.compare(document, slot, || match given {
                    Ok(given) => given,
                    Err(panicked) => Given::Died {
                        verdict: Verdict::Re(Crash::Panic(panicked.place)),
                        output: Vec::new(),
                        remarks: vec![panicked.message],
                    },
                })
            }
            Subject::External { command, limits } => self
                .compare(document, slot, || run_external(command, limits, &document.text, cancel)),
        }
    }

    /// Our solver against every oracle that can follow, then as a whole
    /// program, then against its relations where no oracle follows.
    fn check_solver(&self, document: &Document<P>, slot: &Slot) -> Check<P> {
        let answers = slot.during(Phase::Subject, &document.text, || {
            panics::catch(|| P::solve_all(&document.cases))
        });
        let answers = match answers {
            Ok(answers) => answers,
            Err(panicked) => return Check::Failed(Box::new(Failure::panic(panicked))),
        };
        for (case, (instance, answer)) in document.cases.iter().zip(&answers).enumerate() {
            let mut followed = false;
            for oracle in P::oracles() {
                if !self.asks(oracle, instance) {
                    continue;
                }
                followed = true;
                match ask(oracle, instance, document, slot) {
                    Err(trouble) => return Check::Trouble(trouble),
                    Ok(want) if want != *answer => {
                        let accused = Accused::Subject;
                        let failure = refuted::<P>(oracle, case, &want, answer, accused);
                        return Check::Failed(Box::new(failure));
                    }
                    Ok(_) => {}
                }
            }
            if !followed && let Some(failure) = broken_relation::<P>(case, instance, answer) {
                return Check::Failed(Box::new(failure));
            }
        }
        if let Some(failure) = text_level(document, &answers, slot) {
            return Check::Failed(Box::new(failure));
        }
        Check::Passed(answers)
    }

    /// Another subject against our solver; a disagreement is confirmed with an
    /// oracle where one can follow.
    fn compare(
        &self,
        document: &Document<P>,
        slot: &Slot,
        run: impl FnOnce() -> Given<P>,
    ) -> Check<P> {
        let wanted = slot.during(Phase::Solver, &document.text, || {
            panics::catch(|| P::solve_all(&document.cases))
        });
        let wanted = match wanted {
            Ok(wanted) => wanted,
            Err(panicked) => {
                let mut failure = Failure::panic(panicked);
                failure.accused = Accused::Solver;
                return Check::Failed(Box::new(failure));
            }
        };
        let mut remarks = Vec::new();
        let (judgement, given) = match run() {
            Given::Answers(given) if given == wanted => return Check::Passed(wanted),
            Given::Answers(given) => {
                let printed = print_all::<P>(&given).into_bytes();
                match judge_answers::<P>(document, &wanted, &given, &printed) {
                    None => return Check::Passed(wanted),
                    Some(judgement) => (judgement, printed),
                }
            }
            Given::Output { output, stderr } => {
                let judgement = P::judge(&document.cases, &wanted, &output);
                if judgement.verdict.is_ac() {
                    return Check::Passed(wanted);
                }
                // A sanitizer that goes on, a warning of a runtime.
                remarks = lines(&stderr);
                (judgement, output)
            }
            Given::Lost(why) => return Check::Trouble(why),
            Given::Died { verdict, output, remarks: said } => {
                remarks = said;
                let message = describe_death(&verdict);
                (Judgement { verdict, message, case: None }, output)
            }
        };
        self.confirm(document, slot, wanted, judgement, given, remarks)
    }

    /// Before somebody is accused of a wrong answer, the solver's answer is
    /// checked by an oracle.
    fn confirm(
        &self,
        document: &Document<P>,
        slot: &Slot,
        wanted: Vec<P::Answer>,
        judgement: Judgement,
        given: Vec<u8>,
        mut remarks: Vec<String>,
    ) -> Check<P> {
        let mut according_to = "solver".to_owned();
        if matches!(judgement.verdict, Verdict::Wa) {
            let suspects: Vec<usize> = match judgement.case {
                Some(case) => vec![case],
                None => (0..document.cases.len()).collect(),
            };
            let mut confirmed = true;
            for case in suspects {
                let (Some(instance), Some(answer)) = (document.cases.get(case), wanted.get(case))
                else {
                    continue;
                };
                let Some(oracle) = affordable_oracle::<P>(instance, CONFIRMATION) else {
                    confirmed = false;
                    continue;
                };
                match ask(oracle, instance, document, slot) {
                    Err(trouble) => return Check::Trouble(trouble),
                    Ok(want) if want != *answer => {
                        let accused = Accused::Solver;
                        let failure = refuted::<P>(oracle, case, &want, answer, accused);
                        return Check::Failed(Box::new(Failure { remarks, ..failure }));
                    }
                    Ok(_) => according_to = format!("solver and oracle {}", oracle.name),
                }
            }
            if !confirmed {
                remarks.push("no oracle can follow: only our solver says so".to_owned());
            }
        }
        let want = print_all::<P>(&wanted);
        let accused = Accused::Subject;
        Check::Failed(Box::new(Failure { judgement, accused, want, according_to, given, remarks }))
    }
}

impl Failure {
    pub(crate) fn panic(panicked: panics::Panicked) -> Self {
        let verdict = Verdict::Re(Crash::Panic(panicked.place));
        let message = describe_death(&verdict);
        Self {
            judgement: Judgement { verdict, message, case: None },
            accused: Accused::Subject,
            want: String::new(),
            according_to: "nobody: a program must not panic".to_owned(),
            given: Vec::new(),
            remarks: vec![panicked.message],
        }
    }
}

/// The solver's answer against an oracle's.
fn refuted<P: Problem>(
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
        want: shown::<P>(want),
        according_to: format!("oracle {}", oracle.name),
        given: shown::<P>(given).into_bytes(),
        remarks: Vec::new(),
    }
}

/// What came back from a subject.
enum Given<P: Problem> {
    Answers(Vec<P::Answer>),
    Output {
        output: Vec<u8>,
        stderr: Vec<u8>,
    },
    Died {
        verdict: Verdict,
        output: Vec<u8>,
        remarks: Vec<String>,
    },
    /// It could not be run, which is not its fault.
    Lost(String),
}

fn run_in_process<P: Problem>(program: Program<P>, document: &Document<P>) -> Given<P> {
    match program {
        Program::Cases(run) => Given::Answers(document.cases.iter().map(run).collect()),
        Program::Text(run) => match run(&document.text) {
            Ok(output) => Given::Output { output: output.into_bytes(), stderr: Vec::new() },
            Err(complaint) => Given::Died {
                // What a program does that refuses its input: it ends with code 1.
                verdict: Verdict::Re(Crash::Exit(1)),
                output: Vec::new(),
                remarks: vec![complaint],
            },
        },
    }
}

fn run_external<P: Problem>(
    command: &CommandLine,
    limits: &Limits,
    text: &str,
    cancel: &dyn Fn() -> bool,
) -> Given<P> {
    let mut outcome = command.run(text.as_bytes(), limits, cancel);
    if matches!(outcome.verdict, Err(Verdict::Tle | Verdict::Ile)) && !cancel() {
        // One slow run may be the machine's fault, or that of the programs that
        // we run beside it; a second one without them is the program's.
        outcome = command.run_alone(text.as_bytes(), limits, cancel);
    }
    match outcome.verdict {
        Ok(()) => Given::Output { output: outcome.stdout, stderr: outcome.stderr },
        Err(Verdict::Je) => Given::Lost(match outcome.trouble {
            Some(trouble) => trouble.to_string(),
            None => format!("{command} could not be run"),
        }),
        Err(verdict) => {
            let remarks = lines(&outcome.stderr);
            Given::Died { verdict, output: outcome.stdout, remarks }
        }
    }
}

/// What a program said on standard error.
fn lines(stderr: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(stderr).trim().lines().map(str::to_owned).collect()
}

fn describe_death(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Re(crash) => format!("the program died: {crash}"),
        Verdict::Tle => "the time limit was exceeded, in two runs, the second one alone".to_owned(),
        Verdict::Ile => {
            "the program did nothing until its time was over, in two runs, the second one alone"
                .to_owned()
        }
        Verdict::Mle => "the memory limit was exceeded".to_owned(),
        Verdict::Ole => "the program printed more than it may".to_owned(),
        other => format!("{other}"),
    }
}

/// Answers of a program in process: they must be equal. The judge says in
/// words what is wrong, if it minds at all.
fn judge_answers<P: Problem>(
    document: &Document<P>,
    wanted: &[P::Answer],
    given: &[P::Answer],
    printed: &[u8],
) -> Option<Judgement> {
    let case = wanted.iter().zip(given).position(|(want, given)| want != given)?;
    let judged = P::judge(&document.cases, wanted, printed);
    let message = match judged.verdict {
        Verdict::Ac => "the answers differ".to_owned(),
        _ => judged.message,
    };
    Some(Judgement::wrong(Some(case), message))
}

/// An oracle for this instance that predicts no more than `budget`.
pub fn affordable_oracle<P: Problem>(
    instance: &P::Instance,
    budget: Duration,
) -> Option<&'static Oracle<P>> {
    P::oracles().iter().find(|oracle| (oracle.cost)(instance).is_some_and(|cost| cost <= budget))
}

fn ask<P: Problem>(
    oracle: &Oracle<P>,
    instance: &P::Instance,
    document: &Document<P>,
    slot: &Slot,
) -> Result<P::Answer, String> {
    slot.during(Phase::Oracle, &document.text, || panics::catch(|| (oracle.run)(instance))).map_err(
        |panicked| {
            format!(
                "the oracle {} of {} panicked at {}: {}",
                oracle.name,
                P::NAME,
                panicked.place,
                panicked.message
            )
        },
    )
}

/// The solver as a whole program on the document's text; and the text read
/// back.
fn text_level<P: Problem>(
    document: &Document<P>,
    answers: &[P::Answer],
    slot: &Slot,
) -> Option<Failure> {
    let fail = |message: &str, want: String, given: String| {
        Some(Failure {
            judgement: Judgement::wrong(None, message),
            accused: Accused::Subject,
            want,
            according_to: "print–parse identity".to_owned(),
            given: given.into_bytes(),
            remarks: Vec::new(),
        })
    };
    match text::parse::<P>(document.text.as_bytes()) {
        Err(error) => {
            return fail("a valid text was refused", "no error".to_owned(), error.to_string());
        }
        Ok(read) if read != document.cases => {
            let (want, given) =
                (text::canonical::<P>(&document.cases), text::canonical::<P>(&read));
            return fail("a text was read as another instance", want, given);
        }
        Ok(_) => {}
    }
    let want = try_print_all::<P>(answers);
    let mut output = Vec::new();
    let solved = slot.during(Phase::Subject, &document.text, || {
        panics::catch(|| P::solve_text(Box::new(document.text.as_bytes()), &mut output))
    });
    match (solved, want) {
        (Err(panicked), _) => Some(Failure::panic(panicked)),
        (Ok(Ok(())), Ok(want)) if want.as_bytes() == output => None,
        (Ok(Err(TextError::Refused(_, given))), Err(want)) if want == given => None,
        (Ok(result), want) => fail(
            "the solver as a whole program differs from the solver",
            want.unwrap_or_else(|refusal| format!("refused: {refusal}")),
            match result {
                Ok(()) => String::from_utf8_lossy(&output).into_owned(),
                Err(error) => error.to_string(),
            },
        ),
    }
}

/// The first relation that does not hold for an instance with this answer.
pub(crate) fn broken_relation<P: Problem>(
    case: usize,
    instance: &P::Instance,
    answer: &P::Answer,
) -> Option<Failure> {
    // The related instances depend on the instance alone, so that replay
    // repeats the failure.
    let seed = hash(text::canonical::<P>(std::slice::from_ref(instance)).as_bytes());
    for (number, relation) in (0..).zip(P::relations()) {
        let mut random = Random::new(seed, number);
        if let Err(why) = (relation.check)(instance, answer, &mut random, &P::solve) {
            return Some(Failure {
                judgement: Judgement::wrong(Some(case), format!("{}: {why}", relation.name)),
                accused: Accused::Subject,
                want: format!("{}\n", relation.about),
                according_to: format!("relation {}", relation.name),
                given: format!("{why}\n").into_bytes(),
                remarks: Vec::new(),
            });
        }
    }
    None
}

/// An answer as text, whether the contest's format can express it or not.
pub fn shown<P: Problem>(answer: &P::Answer) -> String {
    let mut text = String::new();
    show::<P>(answer, &mut text);
    text
}

/// Appends what [`shown`] returns.
pub fn show<P: Problem>(answer: &P::Answer, text: &mut String) {
    if let Err(Refusal(why)) = P::print(answer, text) {
        text.extend(["(", &why, ")\n"]);
    }
}

/// The answers of a document as text.
pub fn print_all<P: Problem>(answers: &[P::Answer]) -> String {
    let mut text = String::new();
    for answer in answers {
        show::<P>(answer, &mut text);
    }
    text
}

/// The same, if the contest's format can express all of them.
pub fn try_print_all<P: Problem>(answers: &[P::Answer]) -> Result<String, Refusal> {
    let mut text = String::new();
    for answer in answers {
        P::print(answer, &mut text)?;
    }
    Ok(text)
}
