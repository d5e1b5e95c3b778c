//! The body of every fuzz target, written once. Glue only; see `duipai::fuzz`.

/// The target of a problem: the subject against what is known to be right.
#[macro_export]
macro_rules! target {
    ($problem:ident) => {
        use duipai::fuzz::{self, ContestText};
        use duipai::problems::$problem;
        use libfuzzer_sys::{Corpus, fuzz_crossover, fuzz_mutator, fuzz_target};

        fuzz_target!(init: fuzz::init(&$problem), |text: ContestText<'_>| -> Corpus {
            if fuzz::check(&$problem, text.0) { Corpus::Keep } else { Corpus::Reject }
        });

        fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            fuzz::mutate(&$problem, data, size, max_size, seed)
        });

        fuzz_crossover!(|one: &[u8], two: &[u8], out: &mut [u8], seed: u32| {
            fuzz::crossover(&$problem, one, two, out, seed)
        });
    };
}
