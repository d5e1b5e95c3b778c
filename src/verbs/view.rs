//! Other views of an instance than its answer.

use crate::problem::{Problem, TextError};
use std::io::{BufRead, Write};

/// One of the problem's other views of its instances; nothing if there is none
/// of this name.
pub fn view<P: Problem>(
    problem: &P,
    name: &str,
    input: Box<dyn BufRead + '_>,
    out: &mut dyn Write,
) -> Result<(), TextError> {
    let Some(view) = problem.views().iter().find(|view| view.name == name) else { return Ok(()) };
    for (number, case) in (1..).zip(problem.read(input)) {
        let text =
            (view.run)(problem, &case?).map_err(|refusal| TextError::Refused(number, refusal))?;
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}
