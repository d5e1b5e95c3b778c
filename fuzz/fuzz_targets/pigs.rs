//! Pigs: the subject against what is known to be right. Glue only; see
//! `duipai::fuzz`.
#![no_main]

use duipai::fuzz::{self, ContestText};
use duipai::problems::Pigs;
use libfuzzer_sys::{Corpus, fuzz_crossover, fuzz_mutator, fuzz_target};

fuzz_target!(init: fuzz::init(&Pigs), |text: ContestText<'_>| -> Corpus {
    if fuzz::check(&Pigs, text.0) { Corpus::Keep } else { Corpus::Reject }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    fuzz::mutate(&Pigs, data, size, max_size, seed)
});

fuzz_crossover!(|one: &[u8], two: &[u8], out: &mut [u8], seed: u32| {
    fuzz::crossover(&Pigs, one, two, out, seed)
});
