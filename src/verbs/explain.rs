//! Instances explained, and where two stories part.

use crate::problem::text;
use crate::problem::{InputError, Lang, Problem};

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

/// Explains the instances of a document, for a person.
pub fn explain<P: Problem>(problem: &P, input: &[u8], lang: Lang) -> Result<String, InputError> {
    let cases = text::parse(problem, input)?;
    let mut out = String::new();
    for (number, case) in (1..).zip(&cases) {
        if cases.len() > 1 {
            let heading = match lang {
                Lang::En => format!("── case {number} ──\n"),
                Lang::Zh => format!("── 第 {number} 组 ──\n"),
            };
            out.push_str(&heading);
        }
        out.push_str(&problem.explain(case, lang));
    }
    Ok(out)
}

/// The first event at which the story of a mutant parts from the reference's,
/// for the first instance. `None` without a story or a difference.
pub fn parting<P: Problem>(problem: &P, input: &[u8], mutant: &str, lang: Lang) -> Option<Parting> {
    let cases = text::parse(problem, input).ok()?;
    let narrate = problem.mutants().iter().find(|m| m.name == mutant)?.narrate?;
    let case = cases.first()?;
    let (wanted, given) = (problem.narrate(case, lang), narrate(problem, case, lang));
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
