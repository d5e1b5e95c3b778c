//! An instance from the bytes of a fuzzer.

use crate::choices::Bytes;
use crate::problem::{Problem, Scope};
use arbitrary::{Arbitrary, Unstructured};
use std::fmt;

/// An instance in [`Scope::Small`] made of arbitrary bytes: for fuzz targets and
/// property tests of other crates that speak [`Arbitrary`].
///
/// For problems that are [`Default`]; others call [`Problem::generate`]. One
/// type for all problems: neither the trait nor the instances need belong
/// to the crate that wants it. Every byte string makes a valid instance, the
/// empty one the plainest.
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use duipai::case::Case;
/// use duipai::problem::Problem;
///
/// fn target<P: Problem + Default>(data: &[u8]) {
///     let Ok(Case(instance)) = Case::<P>::arbitrary_take_rest(Unstructured::new(data)) else {
///         return;
///     };
///     P::default().solve(&instance);
/// }
/// ```
pub struct Case<P: Problem>(pub P::Instance);

impl<'a, P: Problem + Default> Arbitrary<'a> for Case<P> {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut choices = Bytes::new(bytes);
        Ok(Self(P::default().generate(Scope::Small, &mut choices)))
    }
}

// Derived, these would ask the same of `P`.

impl<P: Problem> Clone for Case<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<P: Problem> PartialEq for Case<P> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P: Problem> Eq for Case<P> {}

impl<P: Problem> fmt::Debug for Case<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Case").field(&self.0).finish()
    }
}
