//! Generation by size, and what can be visited completely.

use super::{Problem, Scope, Size};
use crate::choices::Choices;

/// Generation by size, where a problem offers it.
pub struct Enumeration<P: Problem> {
    /// Draws a size that suits the scope.
    pub draw_size: fn(&P, Scope, &mut dyn Choices) -> Size,
    /// Makes an instance of exactly this size.
    ///
    /// *Laws*: `size(result) == size`; in [`Scope::Tiny`] with style 0 every
    /// representative of that size comes exactly once. [`Problem::generate`]
    /// is a drawn size and this.
    pub generate: fn(&P, Scope, Size, &mut dyn Choices) -> P::Instance,
    /// The sizes that can be visited completely, smallest first (it may be an
    /// endless list; whoever visits has a time limit).
    pub tiny_sizes: fn(&P) -> Box<dyn Iterator<Item = Size> + '_>,
    /// What is visited at one of them, and whether that is everything.
    pub universe: Universe,
}

/// What the odometer visits at the tiny sizes.
#[derive(Debug, Clone, Copy)]
pub struct Universe {
    /// What they are, in the plural, to follow a number: "multisets of values
    /// from 1..13".
    pub what: &'static str,
    /// Whether every instance of that size has the same answer as (a
    /// relabelling of) one of the representatives. Only then may a minimised
    /// instance be called the smallest possible.
    pub complete: bool,
}

impl Universe {
    /// Without generation by size.
    pub(crate) const OF_SCOPE: Self =
        Self { what: "inputs that the generator makes in scope tiny", complete: false };
}
