//! What must hold of every document and of every text besides the solver's
//! answers, whatever the problem.

use super::{Check, Testbed};
use crate::choices::{Random, damage};
use crate::document::Document;
use crate::failure::{Accused, Evidence, Failure, Identity, Wanted};
use crate::hash::hash;
use crate::panics;
use crate::problem::text::{canonical, parse, print_all};
use crate::problem::{Layout, Problem, TextError};
use crate::verdict::{Judgement, Verdict};
use crate::watch::Slot;

/// Other layouts in which a document is written and read again.
const LAYOUTS: u64 = 2;
/// Presentations, forgeries and damaged outputs that are tried for a document.
/// With 256 documents, each kind of them comes some hundred times.
const OUTPUTS: u64 = 6;

/// Whether it holds.
pub type Held = Result<(), Box<Failure>>;

/// A panic while something is checked means that it does not hold.
pub(crate) fn caught(holds: impl FnOnce() -> Held) -> Held {
    panics::catch(holds).unwrap_or_else(|panicked| Err(Box::new(Failure::panic(panicked))))
}

impl<P: Problem> Testbed<P> {
    /// Whether the subject's answers are right. That the testbed is hindered is
    /// a failure of its own.
    pub fn answers_hold(&self, document: &Document<P>) -> Held {
        match self.test(document, &Slot::default(), &|| false) {
            Check::Passed(_) => Ok(()),
            Check::Failed(failure) => Err(failure),
            Check::Trouble(why) => {
                Err(Box::new(Failure::contradiction(Evidence::Death, why.to_string())))
            }
        }
    }

    /// All that must hold of a document besides the solver's answers, so that
    /// a finding of any property becomes a regression test. A panic is a
    /// failure.
    pub(super) fn beyond_answers(&self, document: &Document<P>, answers: &[P::Answer]) -> Held {
        caught(|| {
            self.same_instances(document)?;
            self.judge_is_sound(document, answers)?;
            self.relations_hold(document, answers)
        })
    }

    /// Whether the text is read as these instances.
    pub(super) fn reads(&self, text: &str, cases: &[P::Instance]) -> Held {
        let fails = |how, message: &str, want: String, given: String| {
            Err(Box::new(Failure {
                want: Wanted::Shown(want),
                given: given.into_bytes(),
                ..Failure::contradiction(Evidence::Identity(how), message)
            }))
        };
        match parse(&self.problem, text.as_bytes()) {
            Ok(read) if read == cases => Ok(()),
            Ok(read) => fails(
                Identity::Other,
                "a text was read as other instances",
                canonical(&self.problem, cases),
                canonical(&self.problem, &read),
            ),
            Err(error) => fails(
                Identity::Refused,
                "a valid text was refused",
                text.to_owned(),
                error.to_string(),
            ),
        }
    }

    /// Print–parse is the identity, in the document's own layout and in others.
    pub fn same_instances(&self, document: &Document<P>) -> Held {
        let problem = &self.problem;
        self.reads(&document.text, &document.cases)?;
        self.reads(&canonical(problem, &document.cases), &document.cases)?;
        let seed = hash(document.text.as_bytes());
        for stream in 0..LAYOUTS {
            let mut random = Random::new(seed, stream);
            let cases = document.cases.clone();
            let other = Document::laid_out(problem, cases, Layout::Free, &mut random);
            self.reads(&other.text, &document.cases)?;
        }
        Ok(())
    }

    /// For arbitrary bytes: the reader and the solver as a whole program accept
    /// and refuse the same texts, with the same message; and of a text that is
    /// accepted the whole program gives what the solver gives.
    pub fn test_text(&self, bytes: &[u8]) -> Held {
        caught(|| self.text_is_solved_or_refused(bytes))
    }

    fn text_is_solved_or_refused(&self, bytes: &[u8]) -> Held {
        let problem = &self.problem;
        let read = parse(problem, bytes);
        let mut output = Vec::new();
        let solved = match panics::catch(|| problem.solve_text(Box::new(bytes), &mut output)) {
            Ok(solved) => solved,
            Err(panicked) => {
                let mut failure = Failure::panic(panicked);
                if read.is_err() {
                    failure.evidence = Evidence::Refusal;
                }
                return Err(Box::new(failure));
            }
        };
        let fail = |message: &str, evidence: Evidence, want: Wanted| {
            let given = match &solved {
                Ok(()) => output.clone(),
                Err(error) => format!("({error})\n").into_bytes(),
            };
            Err(Box::new(Failure {
                judgement: Judgement::wrong(None, message),
                accused: Accused::Subject,
                evidence,
                want,
                given,
                said: Vec::new(),
                notes: Vec::new(),
            }))
        };
        match (read, &solved) {
            (Err(read), Err(TextError::Input(solved))) if read == *solved => Ok(()),
            // An answer that cannot be printed, ahead of the error.
            (Err(_), Err(TextError::Refused(..))) => Ok(()),
            (Err(read), _) => {
                let message =
                    "the solver as a whole program does not refuse this as the reader does";
                fail(message, Evidence::Refusal, Wanted::Shown(format!("({read})\n")))
            }
            (Ok(cases), solved) => {
                let answers = problem.solve_all(&cases);
                let right = match (solved, print_all(problem, &answers)) {
                    (Ok(()), Ok(want)) => want.as_bytes() == output,
                    (Err(TextError::Refused(_, given)), Err(want)) => *given == want,
                    _ => false,
                };
                if right {
                    return Ok(());
                }
                let message = "the solver as a whole program differs from the solver";
                fail(message, Evidence::WholeProgram, self.wanted(&answers))
            }
        }
    }

    /// The judge accepts the output of the right answers, `want`, and every [`Problem::presentation`]
    /// of it, no [`Problem::forgery`], and says something of anything.
    pub fn judge_is_sound(&self, document: &Document<P>, want: &[P::Answer]) -> Held {
        let (problem, cases) = (&self.problem, &document.cases);
        let Ok(printed) = print_all(problem, want) else { return Ok(()) };
        let says = |message: String, evidence: Evidence, output: &[u8]| {
            Box::new(Failure {
                want: Wanted::Output(printed.clone()),
                given: output.to_vec(),
                ..Failure::contradiction(evidence, message)
            })
        };
        let accepts = |output: &[u8], what: &str| match problem.judge(cases, want, output) {
            judged if judged.verdict.is_ac() => Ok(()),
            judged => Err(says(
                format!("the judge does not accept {what}: {}", judged.message),
                Evidence::Presentation,
                output,
            )),
        };
        accepts(printed.as_bytes(), "the answer itself")?;
        let seed = hash(document.text.as_bytes());
        // To make an output, other instances may be solved: a panic there is no
        // panic on this document.
        let made = |evidence: Evidence, make: &mut dyn FnMut() -> Option<Vec<u8>>| {
            panics::catch(make)
                .map_err(|panicked| Box::new(Failure { evidence, ..Failure::panic(panicked) }))
        };
        for stream in 0..OUTPUTS {
            let mut random = Random::new(seed, stream);
            let presentation = made(Evidence::Presentation, &mut || {
                problem.presentation(cases, want, &mut random)
            })?;
            if let Some(output) = presentation {
                accepts(&output, "a presentation of the answer")?;
            }
            let forgery =
                made(Evidence::Forgery, &mut || problem.forgery(cases, want, &mut random))?;
            if let Some(output) = forgery {
                let judged = problem.judge(cases, want, &output);
                let message = match judged.verdict {
                    Verdict::Ac => "the judge accepts a wrong output",
                    _ if judged.message.is_empty() => {
                        "the judge refuses an output without a reason"
                    }
                    _ => continue,
                };
                return Err(says(message.to_owned(), Evidence::Forgery, &output));
            }
            // Whatever it says, it says something.
            let _ = problem.judge(cases, want, &damage(printed.as_bytes(), &mut random));
        }
        Ok(())
    }

    /// The relations hold for the solver's answers.
    pub fn relations_hold(&self, document: &Document<P>, answers: &[P::Answer]) -> Held {
        for (case, (instance, answer)) in document.cases.iter().zip(answers).enumerate() {
            if let Some(failure) = self.broken_relation(case, instance, answer) {
                return Err(Box::new(failure));
            }
        }
        Ok(())
    }
}
