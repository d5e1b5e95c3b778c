//! Arbitrary bytes for every reader: no panic, and reader and solver accept and
//! refuse the same texts. Glue only; see `duipai::fuzz`.
#![no_main]

use duipai::fuzz::{self, ContestText};
use duipai::problems::{Fishing, Pigs, Poker, Split, Strategy};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(init: fuzz::init_text(), |text: ContestText<'_>| {
    fuzz::check_text(&Fishing, text.0);
    fuzz::check_text(&Pigs, text.0);
    fuzz::check_text(&Poker, text.0);
    fuzz::check_text(&Split, text.0);
    fuzz::check_text(&Strategy, text.0);
});

// libFuzzer's own mutations would hardly come upon a document; now and then,
// one of each problem comes in.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match seed % 64 {
        0 => fuzz::fresh_text(&Fishing, data, max_size, seed),
        1 => fuzz::fresh_text(&Pigs, data, max_size, seed),
        2 => fuzz::fresh_text(&Poker, data, max_size, seed),
        3 => fuzz::fresh_text(&Split, data, max_size, seed),
        4 => fuzz::fresh_text(&Strategy, data, max_size, seed),
        _ => fuzzer_mutate(data, size, max_size),
    }
});
