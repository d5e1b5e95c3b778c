//! Arbitrary bytes for every reader: no panic, and reader and solver accept and
//! refuse the same texts. Glue only; see `duipai::fuzz`.
#![no_main]

use duipai::fuzz::{self, ContestText};
use duipai::problems;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

macro_rules! every_reader {
    ([$($module:ident $problem:ident),*]) => {
        /// What every reader and solver says of these bytes.
        fn check(data: &[u8]) {
            $(fuzz::check_text(&problems::$problem, data);)*
        }

        /// A document of each problem.
        const FRESH: &[fn(&mut [u8], usize, u32) -> usize] = &[
            $(|data, max_size, seed| fuzz::fresh_text(&problems::$problem, data, max_size, seed)),*
        ];
    };
}
duipai::with_problems!(every_reader);

fuzz_target!(init: fuzz::init_text(), |text: ContestText<'_>| check(text.0));

// libFuzzer's own mutations would hardly come upon a document; now and then, one
// of each problem comes in.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match FRESH.get(seed as usize % 64) {
        Some(fresh) => fresh(data, max_size, seed),
        None => fuzzer_mutate(data, size, max_size),
    }
});
