//! Instances as text: what every problem's reader and writer have in common.

use crate::choices::{Choices, Zeros};
use crate::edits;
use crate::problem::{
    Input, InputError, Layout, Pen, Problem, Refusal, Simplified, Size, TextError,
};
use std::io::Write;

/// How many instances a streaming solver takes at once: enough to share work
/// between them (one table for all deals), few enough to keep memory flat.
const CHUNK: usize = 1024;

/// Appends a document in a layout drawn from `choices`.
pub fn write<P: Problem>(
    problem: &P,
    cases: &[P::Instance],
    layout: Layout,
    choices: &mut dyn Choices,
    out: &mut String,
) {
    let mut pen = Pen::new(layout, choices, out);
    problem.write(cases, &mut pen);
    pen.finish();
}

/// The canonical text of a document.
pub fn canonical<P: Problem>(problem: &P, cases: &[P::Instance]) -> String {
    let mut text = String::new();
    write(problem, cases, Layout::Contest, &mut Zeros, &mut text);
    text
}

/// Simpler instances to try in order: those of [`Problem::simpler`], or what
/// can be read of smaller texts.
pub fn simpler<'a, P: Problem>(problem: &'a P, instance: &'a P::Instance) -> Simplified<'a, P> {
    if let Some(own) = problem.simpler(instance) {
        return own;
    }
    let whole = order(problem, instance);
    let texts = edits::smaller(&whole.2);
    Box::new(texts.filter_map(move |text| {
        let read = parse_one(problem, &text)?;
        (order(problem, &read) < whole).then_some(read)
    }))
}

/// Reads a document that holds one instance; nothing if it is none.
pub(crate) fn parse_one<P: Problem>(problem: &P, text: &str) -> Option<P::Instance> {
    let mut cases = problem.read(Box::new(text.as_bytes()));
    let case = cases.next()?.ok()?;
    cases.next().is_none().then_some(case)
}

/// The place of an instance in the order by which "smaller" is meant: size,
/// then length of the canonical text, then the text.
pub fn order<P: Problem>(problem: &P, instance: &P::Instance) -> (Size, usize, String) {
    let text = canonical(problem, std::slice::from_ref(instance));
    (problem.size(instance), text.len(), text)
}

/// Reads a whole document that is in memory.
pub fn parse<P: Problem>(problem: &P, text: &[u8]) -> Result<Vec<P::Instance>, InputError> {
    problem.read(Box::new(text)).collect()
}

/// A program over instances as a whole program: reads, answers and prints a
/// chunk at a time, so that memory stays flat however long the input is.
/// Answers ahead of a bad case have been printed when the error comes.
pub fn solve_stream<P: Problem>(
    problem: &P,
    input: Input<'_>,
    program: impl Fn(&[P::Instance]) -> Vec<P::Answer>,
    out: &mut dyn Write,
) -> Result<(), TextError> {
    let mut cases = problem.read(input);
    let mut printed = 0;
    let mut text = String::new();
    loop {
        let mut chunk = Vec::new();
        let mut failure = None;
        for case in cases.by_ref().take(CHUNK) {
            match case {
                Ok(case) => chunk.push(case),
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            }
        }
        let last = chunk.len() < CHUNK;
        text.clear();
        let mut refused = None;
        for answer in program(&chunk) {
            if let Err(refusal) = problem.print(&answer, &mut text) {
                refused = Some(refusal);
                break;
            }
            printed += 1;
        }
        out.write_all(text.as_bytes())?;
        if let Some(refusal) = refused {
            return Err(TextError::Refused(printed + 1, refusal));
        }
        if let Some(error) = failure {
            return Err(error.into());
        }
        if last {
            return Ok(());
        }
    }
}

/// An answer as text, whether the contest's format can express it or not.
pub fn shown<P: Problem>(problem: &P, answer: &P::Answer) -> String {
    let mut text = String::new();
    show(problem, answer, &mut text);
    text
}

/// Appends what [`shown`] returns.
pub fn show<P: Problem>(problem: &P, answer: &P::Answer, text: &mut String) {
    if let Err(Refusal(why)) = problem.print(answer, text) {
        text.extend(["(", &why, ")\n"]);
    }
}

/// The answers of a document as text.
pub fn show_all<P: Problem>(problem: &P, answers: &[P::Answer]) -> String {
    let mut text = String::new();
    for answer in answers {
        show(problem, answer, &mut text);
    }
    text
}

/// The same, if the contest's format can express all of them.
pub fn print_all<P: Problem>(problem: &P, answers: &[P::Answer]) -> Result<String, Refusal> {
    let mut text = String::new();
    for answer in answers {
        problem.print(answer, &mut text)?;
    }
    Ok(text)
}
