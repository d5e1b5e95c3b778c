//! What a problem that says nothing of its own does: by its text.

use super::{Problem, text};
use crate::choices::{Choices, Random};
use crate::edits;
use crate::judge::{self, WantedWord};
use crate::problem::Scope;
use crate::verdict::Judgement;

/// Changes that are tried until one of them can be read: of a format in which
/// only one of five can, all fail in one of a hundred cases.
const TRIES: u32 = 20;

/// Compares word by word with what the problem prints.
pub(super) fn judge<P: Problem>(problem: &P, want: &[P::Answer], got: &[u8]) -> Judgement {
    let mut printed = Vec::new();
    for (case, answer) in want.iter().enumerate() {
        let mut text = String::new();
        if let Err(refusal) = problem.print(answer, &mut text) {
            return Judgement::wrong(Some(case), format!("no output is right: {refusal}"));
        }
        printed.push(text);
    }
    let words = printed.iter().enumerate().flat_map(|(case, text)| {
        text.split_ascii_whitespace().map(move |word| WantedWord { case, word })
    });
    judge::by_words_of(words, got)
}

/// A change of the text that can be read as one instance, else one made anew.
pub(super) fn neighbour<P: Problem>(
    problem: &P,
    instance: &P::Instance,
    choices: &mut dyn Choices,
) -> P::Instance {
    let text = text::canonical(problem, std::slice::from_ref(instance));
    for _ in 0..TRIES {
        let other = edits::changed(&text, choices);
        if other != text
            && let Some(other) = text::parse_one(problem, &other)
            && is_near(problem, instance, &other)
        {
            return other;
        }
    }
    // A stream of its own: however much is drawn, the caller's is not used up.
    let mut random = Random::new(choices.below(u32::MAX).into(), 0);
    let other = problem.generate(Scope::Small, &mut random);
    if is_near(problem, instance, &other) { other } else { instance.clone() }
}

/// Whether the second is not much larger than the first.
fn is_near<P: Problem>(problem: &P, one: &P::Instance, two: &P::Instance) -> bool {
    problem.size(one).is_near(problem.size(two))
}
