//! What is valid about a document.

use crate::problem::{BrokenPromise, InputError, Problem};
use std::io::BufRead;

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

/// Reads a document to its end: what is valid about it.
pub fn validate<P: Problem>(
    problem: &P,
    input: Box<dyn BufRead + '_>,
) -> Result<Validation, InputError> {
    let mut validation = Validation::default();
    for case in problem.read(input) {
        let case = case?;
        validation.cases += 1;
        if let Err(broken) = problem.promised(&case)
            && validation.broken.len() < MOST_BROKEN
        {
            validation.broken.push((validation.cases, broken));
        }
    }
    Ok(validation)
}
