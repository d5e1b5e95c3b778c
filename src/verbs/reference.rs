//! The reference as a whole program.

use super::PATIENCE;
use crate::problem::{Problem, TextError};
use crate::testbed::affordable_oracle;
use std::io::{BufRead, Write};

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

/// A naive program as a whole program: the one with this name, or for each
/// instance the most trusted one that can follow.
pub fn reference<P: Problem>(
    problem: &P,
    oracle: Option<&str>,
    input: Box<dyn BufRead + '_>,
    out: &mut dyn Write,
) -> Result<(), ReferenceError> {
    let named = match oracle {
        None => None,
        Some(name) => Some(problem.oracles().iter().find(|o| o.name == name).ok_or_else(|| {
            let known: Vec<_> = problem.oracles().iter().map(|o| o.name).collect();
            let known = known.join(", ");
            ReferenceError::Unknown(format!(
                "{} has no oracle `{name}`; it has {known}",
                problem.about().name
            ))
        })?),
    };
    // One at a time: an answer is printed as soon as it is there.
    for (number, case) in (1..).zip(problem.read(input)) {
        let case = case.map_err(TextError::from)?;
        let affordable = || affordable_oracle(problem, &case, PATIENCE).map(|(oracle, _)| oracle);
        let Some(oracle) = named.or_else(affordable) else {
            let size = problem.size(&case).describe(&problem.about().size_units);
            let patience = PATIENCE.as_secs();
            let why = format!("no reference can follow {size} within {patience} s");
            return Err(ReferenceError::TooLarge(number, why));
        };
        if named.is_some() && (oracle.cost)(problem, &case).is_none() {
            let size = problem.size(&case).describe(&problem.about().size_units);
            let why = format!("the oracle {} cannot follow {size}", oracle.name);
            return Err(ReferenceError::TooLarge(number, why));
        }
        let mut text = String::new();
        problem
            .print(&(oracle.run)(problem, &case), &mut text)
            .map_err(|refusal| TextError::Refused(number, refusal))?;
        out.write_all(text.as_bytes()).map_err(TextError::from)?;
    }
    Ok(())
}
