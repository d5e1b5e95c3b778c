//! The right output for an input, and the judge of another.

use super::PATIENCE;
use crate::document::Document;
use crate::panics;
use crate::problem::text::{self, shown};
use crate::problem::{Problem, TextError};
use crate::testbed::{Testbed, affordable_oracle};
use crate::verdict::Judgement;
use std::time::Duration;

/// Why there is no trusted answer.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// As for the solver.
    #[error(transparent)]
    Text(#[from] TextError),
    /// What is written of these instances is not read as them.
    #[error(
        "{0}: the problem's reader or writer is wrong, and a fixture would be of another instance"
    )]
    Misread(String),
    /// The solver and an oracle differ, or one of them panicked.
    #[error("{0}")]
    Disputed(String),
}

/// The solver's output, confirmed by an oracle where one can follow.
pub fn answer<P: Problem>(problem: &P, input: &[u8]) -> Result<String, AnswerError> {
    let cases = text::parse(problem, input).map_err(TextError::from)?;
    let own = Testbed::of_solver(problem, Duration::ZERO);
    own.same_instances(&Document::canonical(problem, cases.clone()))
        .map_err(|failure| AnswerError::Misread(failure.judgement.message))?;
    let disputed = |who: &str, p: panics::Panicked| {
        AnswerError::Disputed(format!("{who} panicked at {}: {}", p.place, p.message))
    };
    let answers =
        panics::catch(|| problem.solve_all(&cases)).map_err(|p| disputed("the solver", p))?;
    let mut text = String::new();
    for (number, (case, answer)) in (1..).zip(cases.iter().zip(&answers)) {
        if let Some((oracle, _)) = affordable_oracle(problem, case, PATIENCE) {
            let want = panics::catch(|| (oracle.run)(problem, case))
                .map_err(|p| disputed(&format!("the oracle {}", oracle.name), p))?;
            if want != *answer {
                return Err(AnswerError::Disputed(format!(
                    "case {number}: the oracle {} says {:?}, the solver {:?}",
                    oracle.name,
                    shown(problem, &want),
                    shown(problem, answer)
                )));
            }
        }
        problem.print(answer, &mut text).map_err(|refusal| TextError::Refused(number, refusal))?;
    }
    Ok(text)
}

/// Judges an output for an input.
pub fn judge<P: Problem>(problem: &P, input: &[u8], output: &[u8]) -> Result<Judgement, TextError> {
    let cases = text::parse(problem, input)?;
    let want = problem.solve_all(&cases);
    for (number, answer) in (1..).zip(&want) {
        problem
            .print(answer, &mut String::new())
            .map_err(|refusal| TextError::Refused(number, refusal))?;
    }
    Ok(problem.judge(&cases, &want, output))
}
