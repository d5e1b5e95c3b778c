//! Our own solver under test: against every oracle that can follow, then as a
//! whole program, then against what must hold besides.

use super::{Check, Scrutiny, Testbed};
use crate::document::Document;
use crate::failure::{Accused, Evidence, Failure, Wanted};
use crate::panics;
use crate::problem::text;
use crate::problem::{Problem, TextError};
use crate::verdict::Judgement;
use crate::watch::{Phase, Slot};

impl<P: Problem> Testbed<P> {
    pub(super) fn test_solver(&self, document: &Document<P>, slot: &Slot) -> Check<P> {
        let answers = slot.during(Phase::Subject, &document.text, || {
            panics::catch(|| self.problem.solve_all(&document.cases))
        });
        let answers = match answers {
            Ok(answers) => answers,
            Err(panicked) => return Check::Failed(Box::new(Failure::panic(panicked))),
        };
        for (case, (instance, answer)) in document.cases.iter().zip(&answers).enumerate() {
            let mut followed = false;
            for oracle in self.problem.oracles() {
                if !self.asks(oracle, instance) {
                    continue;
                }
                followed = true;
                match self.ask(oracle, instance, document, slot) {
                    Err(trouble) => return Check::Trouble(trouble),
                    Ok(want) if want != *answer => {
                        let accused = Accused::Subject;
                        let failure = self.refuted(oracle, case, &want, answer, accused);
                        return Check::Failed(Box::new(failure));
                    }
                    Ok(_) => {}
                }
            }
            // Thorough scrutiny tries the relations of every instance later.
            if !followed
                && self.scrutiny == Scrutiny::Quick
                && let Some(failure) = self.broken_relation(case, instance, answer)
            {
                return Check::Failed(Box::new(failure));
            }
        }
        if let Some(failure) = self.text_level(document, &answers, slot) {
            return Check::Failed(Box::new(failure));
        }
        if self.scrutiny == Scrutiny::Thorough
            && let Err(failure) = self.beyond_answers(document, &answers)
        {
            return Check::Failed(failure);
        }
        Check::Passed(answers)
    }

    /// The text read back; and the solver as a whole program on it.
    fn text_level(
        &self,
        document: &Document<P>,
        answers: &[P::Answer],
        slot: &Slot,
    ) -> Option<Failure> {
        if let Err(failure) = self.reads(&document.text, &document.cases) {
            return Some(*failure);
        }
        let want = text::print_all(&self.problem, answers);
        let mut output = Vec::new();
        let solved = slot.during(Phase::Subject, &document.text, || {
            panics::catch(|| {
                self.problem.solve_text(Box::new(document.text.as_bytes()), &mut output)
            })
        });
        let (want, given) = match (solved, want) {
            (Err(panicked), _) => return Some(Failure::panic(panicked)),
            (Ok(Ok(())), Ok(want)) if want.as_bytes() == output => return None,
            (Ok(Err(TextError::Refused(_, given))), Err(want)) if want == given => return None,
            (Ok(result), want) => (
                match want {
                    Ok(want) => Wanted::Output(want),
                    Err(refusal) => Wanted::Shown(format!("refused: {refusal}")),
                },
                match result {
                    Ok(()) => output,
                    Err(error) => error.to_string().into_bytes(),
                },
            ),
        };
        Some(Failure {
            judgement: Judgement::wrong(
                None,
                "the solver as a whole program differs from the solver",
            ),
            accused: Accused::Subject,
            evidence: Evidence::WholeProgram,
            want,
            given,
            said: Vec::new(),
            notes: Vec::new(),
        })
    }
}
