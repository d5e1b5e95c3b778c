//! Arbitrary bytes for every reader: no panic, and reader and solver refuse the
//! same texts. Glue only; see `duipai::fuzz`.
#![no_main]

use duipai::fuzz;
use duipai::problems::{Fishing, Pigs, Poker, Split, Strategy};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    fuzz::check_text::<Fishing>(data);
    fuzz::check_text::<Pigs>(data);
    fuzz::check_text::<Poker>(data);
    fuzz::check_text::<Split>(data);
    fuzz::check_text::<Strategy>(data);
});
