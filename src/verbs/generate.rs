//! Generated documents.

use crate::choices::{Choices, Random};
use crate::document::Document;
use crate::problem::text::print_all;
use crate::problem::{Layout, Problem, Refusal, Scope};

/// What to generate.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// Seed.
    pub seed: u64,
    /// How large.
    pub scope: Scope,
    /// Which layout.
    pub layout: Layout,
    /// Instances in a document; those that do not fit the first are left out.
    pub pack: usize,
    /// Whether the statement's promises must be kept.
    pub promised: bool,
}

/// A generated document.
#[derive(Debug, Clone)]
pub struct Generated {
    /// Its text.
    pub text: String,
    /// The answers, or why there are none in the contest's format.
    pub answers: Result<String, Refusal>,
    /// Instances in it.
    pub cases: usize,
}

/// Generated document number `index`.
pub fn generate<P: Problem>(problem: &P, recipe: &Recipe, index: u64) -> Generated {
    let mut random = Random::new(recipe.seed, index);
    let mut cases: Vec<P::Instance> = Vec::new();
    // Promises are kept by choosing among the cases of this stream. Nearly
    // all keep them; a stream that never does gives what it gives.
    let mut draws = 0;
    let sized = problem.enumeration();
    while cases.len() < recipe.pack.max(1) && draws < recipe.pack.max(1).saturating_add(1000) {
        draws += 1;
        let case = match (cases.first(), &sized) {
            // Of the same size: likelier to fit.
            (Some(first), Some(sized)) => {
                let size = problem.size(first);
                (sized.generate)(problem, recipe.scope, size, &mut random)
            }
            _ => problem.generate(recipe.scope, &mut random),
        };
        let fits =
            cases.first().is_none_or(|first| problem.batch_key(first) == problem.batch_key(&case));
        let kept = !recipe.promised || problem.promised(&case).is_ok();
        if fits && kept {
            cases.push(case);
        }
    }
    if cases.is_empty() {
        cases.push(problem.generate(recipe.scope, &mut random));
    }
    let layout: &mut dyn Choices = &mut random;
    let document = Document::laid_out(problem, cases, recipe.layout, layout);
    let answers = problem.solve_all(&document.cases);
    Generated {
        text: document.text.to_string(),
        answers: print_all(problem, &answers),
        cases: document.cases.len(),
    }
}
