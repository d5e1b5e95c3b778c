//! Down by what was drawn: the generator makes the instance again from less.

use super::search::Search;
use super::{Found, Made};
use crate::choices::tape::Tape;
use crate::choices::{Choices, Random};
use crate::document::Document;
use crate::problem::{Problem, text};

/// Goes down from an instance that was generated, where the problem leaves it to
/// the tape. What it comes to is kept if it is smaller in the order of the
/// problem: fewer decisions usually make less text, but nobody promises it.
pub(super) fn shrink<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>, made: Made) {
    let testbed = search.testbed;
    let problem = &testbed.problem;
    let [case] = &best.document.cases[..] else { return };
    if problem.simpler(case).is_some() || !best.document.is_canonical(problem) {
        return;
    }
    let make = |choices: &mut dyn Choices| problem.generate(made.scope, choices);
    let record = |index| Tape::record(&mut Random::new(made.seed, index), make);
    let mut recorded = (made.from..made.to).map(record);
    let Some((_, tape)) = recorded.find(|(instance, _)| instance == case) else { return };
    let whole = text::order(problem, case);
    let mut candidates = tape.candidates(make);
    let mut last = Found { document: best.document.clone(), failure: best.failure.clone() };
    loop {
        let batch = candidates.by_ref().take(search.batch());
        let (instances, mut tapes): (Vec<_>, Vec<_>) = batch.unzip();
        if instances.is_empty() {
            break;
        }
        let documents = instances.into_iter().map(|case| Document::canonical(problem, vec![case]));
        if let Some(place) = search.first_of(&mut last, documents.collect()) {
            candidates.found(tapes.swap_remove(place));
        } else if search.time_is_up() {
            break;
        }
    }
    if text::order(problem, &last.document.cases[0]) < whole {
        *best = last;
    }
}
