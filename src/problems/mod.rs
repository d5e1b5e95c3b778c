//! The problems: one folder each, one line in the list below.

use crate::any::AnyProblem;

/// Makes of the list what depends on it. The first word is a `$`, which a macro
/// cannot write into the macro that it makes.
macro_rules! problems {
    ($dollar:tt $($module:ident $problem:ident,)*) => {
        $(pub mod $module;)*
        $(pub use $module::$problem;)*

        /// Every problem that the program knows.
        pub static PROBLEMS: &[&dyn AnyProblem] = &[$(&$problem),*];

        /// Calls a macro with the list, `module Problem, …`, and then with what
        /// it was given itself: for tests, benchmarks and fuzz targets, which
        /// need the types.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! with_problems {
            ($dollar callback:ident $dollar($dollar more:tt)*) => {
                $dollar callback! { [$($module $problem),*] $dollar($dollar more)* }
            };
        }
    };
}

problems! { $
    fishing Fishing,
    pigs Pigs,
    poker Poker,
    split Split,
    strategy Strategy,
}
