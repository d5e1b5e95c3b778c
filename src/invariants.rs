//! What must hold of every document and of every text, whatever the problem:
//! the properties that proptest tries on drawn values and replay on fixtures.

use crate::check::{
    Accused, Check, Checker, Failure, broken_relation, print_all, shown, try_print_all,
};
use crate::choices::Random;
use crate::document::Document;
use crate::hash::hash;
use crate::laws::damage;
use crate::panics;
use crate::problem::{Layout, Problem, TextError};
use crate::subject::Subject;
use crate::text::{canonical, parse};
use crate::verdict::{Judgement, Verdict};
use crate::watch::Slot;
use std::time::Duration;

/// An oracle that predicts more is not asked. Small instances take a
/// millisecond at most; a slower one may come from another problem's crate.
const ORACLE_BUDGET: Duration = Duration::from_millis(20);
/// Other layouts in which a document is written and read again.
const LAYOUTS: u64 = 2;
/// Presentations, forgeries and damaged outputs that are tried for a document.
/// With 256 documents, each kind of them comes some hundred times.
const OUTPUTS: u64 = 6;

/// Whether it holds.
pub type Held = Result<(), Box<Failure>>;

/// A failure of the testbed's own: the answers may be right.
fn trouble(message: impl Into<String>, according_to: &str) -> Failure {
    Failure {
        judgement: Judgement { verdict: Verdict::Je, message: message.into(), case: None },
        accused: Accused::Subject,
        want: String::new(),
        according_to: according_to.to_owned(),
        given: Vec::new(),
        remarks: Vec::new(),
    }
}

/// All that must hold of a document besides the solver's answers: it is what
/// replay adds to the comparison with the oracles, so that a finding of any
/// property becomes a regression test. A panic is a failure.
pub fn beyond_answers<P: Problem>(document: &Document<P>) -> Held {
    caught(|| {
        same_instances(document)?;
        judge(document)?;
        relations(document)
    })
}

/// A panic while something is checked means that it does not hold.
pub(crate) fn caught(holds: impl FnOnce() -> Held) -> Held {
    panics::catch(holds).unwrap_or_else(|panicked| Err(Box::new(Failure::panic(panicked))))
}

/// The solver gives what every oracle gives that can follow, as a function and
/// as a whole program.
pub fn solver<P: Problem>(document: &Document<P>) -> Held {
    let checker = Checker::<P> { subject: Subject::Solver, oracle_budget: ORACLE_BUDGET };
    match checker.check(document, &Slot::default(), &|| false) {
        Check::Passed(_) => Ok(()),
        Check::Failed(failure) => Err(failure),
        Check::Trouble(why) => Err(Box::new(trouble(why, "the oracle itself"))),
    }
}

/// Whether the text is read as these instances.
fn reads<P: Problem>(text: &str, cases: &[P::Instance]) -> Held {
    const IDENTITY: &str = "print–parse identity";
    match parse::<P>(text.as_bytes()) {
        Ok(read) if read == cases => Ok(()),
        Ok(read) => Err(Box::new(Failure {
            want: canonical::<P>(cases),
            given: canonical::<P>(&read).into_bytes(),
            ..trouble("a text was read as other instances", IDENTITY)
        })),
        Err(error) => Err(Box::new(Failure {
            want: text.to_owned(),
            given: error.to_string().into_bytes(),
            ..trouble("a valid text was refused", IDENTITY)
        })),
    }
}

/// Print–parse is the identity, in the document's own layout and in others.
pub fn same_instances<P: Problem>(document: &Document<P>) -> Held {
    reads::<P>(&document.text, &document.cases)?;
    reads::<P>(&canonical::<P>(&document.cases), &document.cases)?;
    let seed = hash(document.text.as_bytes());
    for stream in 0..LAYOUTS {
        let mut random = Random::new(seed, stream);
        let other = Document::<P>::laid_out(document.cases.clone(), Layout::Free, &mut random);
        reads::<P>(&other.text, &document.cases)?;
    }
    Ok(())
}

/// For arbitrary bytes: the reader and the solver as a whole program accept and
/// refuse the same texts, with the same message; and of a text that is accepted
/// the whole program gives what the solver gives.
pub fn text<P: Problem>(bytes: &[u8]) -> Held {
    let read = parse::<P>(bytes);
    let mut output = Vec::new();
    let solved = match panics::catch(|| P::solve_text(Box::new(bytes), &mut output)) {
        Ok(solved) => solved,
        Err(panicked) => {
            let mut failure = Failure::panic(panicked);
            if read.is_err() {
                failure.according_to = READER_REFUSES.to_owned();
            }
            return Err(Box::new(failure));
        }
    };
    let fail = |message: &str, according_to: &str, want: String| {
        let given = match &solved {
            Ok(()) => output.clone(),
            Err(error) => format!("({error})\n").into_bytes(),
        };
        Err(Box::new(Failure {
            judgement: Judgement::wrong(None, message),
            accused: Accused::Subject,
            want,
            according_to: according_to.to_owned(),
            given,
            remarks: Vec::new(),
        }))
    };
    match (read, &solved) {
        (Err(read), Err(TextError::Input(solved))) if read == *solved => Ok(()),
        // An answer that cannot be printed, ahead of the error.
        (Err(_), Err(TextError::Refused(..))) => Ok(()),
        (Err(read), _) => {
            let message = "the solver as a whole program does not refuse this as the reader does";
            fail(message, READER_REFUSES, format!("({read})\n"))
        }
        (Ok(cases), solved) => {
            let answers = P::solve_all(&cases);
            let right = match (solved, try_print_all::<P>(&answers)) {
                (Ok(()), Ok(want)) => want.as_bytes() == output,
                (Err(TextError::Refused(_, given)), Err(want)) => *given == want,
                _ => false,
            };
            if right {
                return Ok(());
            }
            let message = "the solver as a whole program differs from the solver";
            fail(message, "solver, instance by instance", print_all::<P>(&answers))
        }
    }
}

/// According to whom an input must be refused.
pub(crate) const READER_REFUSES: &str = "the reader, which refuses the input";

/// The judge accepts the right output and every [`Problem::presentation`] of it,
/// no [`Problem::forgery`], and says something of anything.
pub fn judge<P: Problem>(document: &Document<P>) -> Held {
    let cases = &document.cases;
    let want = P::solve_all(cases);
    let Ok(printed) = try_print_all::<P>(&want) else { return Ok(()) };
    let says = |message: String, according_to: &str, output: &[u8]| {
        Box::new(Failure {
            want: printed.clone(),
            given: output.to_vec(),
            ..trouble(message, according_to)
        })
    };
    let accepts = |output: &[u8], what: &str| match P::judge(cases, &want, output) {
        judged if judged.verdict.is_ac() => Ok(()),
        judged => Err(says(
            format!("the judge does not accept {what}: {}", judged.message),
            "presentation of the answer",
            output,
        )),
    };
    accepts(printed.as_bytes(), "the answer itself")?;
    let seed = hash(document.text.as_bytes());
    for stream in 0..OUTPUTS {
        let mut random = Random::new(seed, stream);
        if let Some(output) = P::presentation(cases, &want, &mut random) {
            accepts(&output, "a presentation of the answer")?;
        }
        if let Some(output) = P::forgery(cases, &want, &mut random) {
            let judged = P::judge(cases, &want, &output);
            let problem = match judged.verdict {
                Verdict::Ac => "the judge accepts a wrong output",
                _ if judged.message.is_empty() => "the judge refuses an output without a reason",
                _ => continue,
            };
            return Err(says(problem.to_owned(), "forgery of the answer", &output));
        }
        // Whatever it says, it says something.
        let _ = P::judge(cases, &want, &damage(printed.as_bytes(), &mut random));
    }
    Ok(())
}

/// The relations hold.
pub fn relations<P: Problem>(document: &Document<P>) -> Held {
    let answers = P::solve_all(&document.cases);
    for (case, (instance, answer)) in document.cases.iter().zip(&answers).enumerate() {
        if let Some(mut failure) = broken_relation::<P>(case, instance, answer) {
            failure.remarks.push(format!("the answer: {}", shown::<P>(answer).trim_end()));
            return Err(Box::new(failure));
        }
    }
    Ok(())
}
