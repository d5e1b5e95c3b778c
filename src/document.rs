//! A document: instances together with the text in which they stand.

use crate::choices::{Choices, Random};
use crate::problem::text;
use crate::problem::{BrokenPromise, InputError, Layout, Problem};
use std::fmt;
use std::sync::Arc;

/// Instances and the contest text that holds them. The text is what a subject
/// gets and what is kept on disk; layout is part of it.
pub struct Document<P: Problem> {
    /// The instances, at least one (except for a format with an empty list).
    pub cases: Vec<P::Instance>,
    /// The text; reading it gives `cases`.
    pub text: Arc<str>,
}

/// Its text: what a person would look at. (Derived, it would ask for
/// `P: Debug`.)
impl<P: Problem> fmt::Debug for Document<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Document").field(&self.text).finish()
    }
}

impl<P: Problem> Clone for Document<P> {
    fn clone(&self) -> Self {
        Self { cases: self.cases.clone(), text: Arc::clone(&self.text) }
    }
}

/// Streams of layouts that are tried when a failure depends on layout.
const LAYOUT_STREAM: u64 = 1 << 63;

impl<P: Problem> Document<P> {
    /// The instances in canonical layout.
    pub fn canonical(problem: &P, cases: Vec<P::Instance>) -> Self {
        let text = text::canonical(problem, &cases).into();
        Self { cases, text }
    }

    /// The instances in a layout drawn from `choices`.
    pub fn laid_out(
        problem: &P,
        cases: Vec<P::Instance>,
        layout: Layout,
        choices: &mut dyn Choices,
    ) -> Self {
        let mut out = String::new();
        text::write(problem, &cases, layout, choices, &mut out);
        Self { cases, text: out.into() }
    }

    /// The instances in the layout with this number, always the same one.
    pub fn laid_out_by_number(
        problem: &P,
        cases: Vec<P::Instance>,
        layout: Layout,
        number: u64,
    ) -> Self {
        let mut random = Random::new(number, LAYOUT_STREAM);
        Self::laid_out(problem, cases, layout, &mut random)
    }

    /// Reads a text.
    pub fn read(problem: &P, text: &str) -> Result<Self, InputError> {
        Ok(Self { cases: text::parse(problem, text.as_bytes())?, text: text.into() })
    }

    /// What other people's programs are given of it: in contest layout if
    /// nothing else was asked for. The error is the first instance (from 1) that
    /// the statement promises not to come, and why.
    pub fn promised(self, problem: &P, layout: Layout) -> Result<Self, (usize, BrokenPromise)> {
        for (number, case) in (1..).zip(&self.cases) {
            problem.promised(case).map_err(|broken| (number, broken))?;
        }
        let fits = layout == Layout::Free || problem.in_contest_layout(&self.cases, &self.text);
        Ok(if fits { self } else { Self::canonical(problem, self.cases) })
    }

    /// Whether the text is the canonical one.
    pub fn is_canonical(&self, problem: &P) -> bool {
        text::canonical(problem, &self.cases) == *self.text
    }
}
