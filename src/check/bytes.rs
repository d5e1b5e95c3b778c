//! What implements [`Arbitrary`], out of [`Choices`].

use crate::choices::{Choices, Random};
use arbitrary::{Arbitrary, Unstructured};

/// Bytes that a type without an upper bound gets at most, beyond what it needs
/// at least: a list of some hundred numbers. Larger inputs seldom show more, and
/// each byte is a decision to be shrunk.
const MOST: u32 = 1 << 10;

/// A type with an upper bound of so many bytes gets as many as that; above it the
/// bound says little (an array of a few large enums).
const BOUNDED: usize = 1 << 12;

/// Byte strings that are tried before a type counts as one that cannot be made.
const TRIES: u64 = 100;

/// Makes any [`Arbitrary`] type: to be given to [`check`](crate::check()) as `make`.
///
/// Its bytes are drawn through `choices`, so that it grows and is shrunk as
/// everything else is.
///
/// ```
/// duipai::check(
///     duipai::arbitrary::<Vec<u16>>,
///     |list| list.iter().rev().rev().max().copied(),
///     |list| list.iter().max().copied(),
/// );
/// ```
///
/// # Panics
///
/// If the type refuses a hundred byte strings in a row. One that refuses some gets
/// others.
pub fn arbitrary<T: for<'a> Arbitrary<'a>>(choices: &mut dyn Choices) -> T {
    let bytes = drawn(choices, T::size_hint(0));
    let mut refused = None;
    for attempt in 0..TRIES {
        match T::arbitrary(&mut Unstructured::new(&altered(&bytes, attempt))) {
            Ok(made) => return made,
            Err(error) => refused = Some(error),
        }
    }
    let name = std::any::type_name::<T>();
    let error = refused.map_or_else(String::new, |error| error.to_string());
    panic!("{name} refuses {TRIES} byte strings in a row: {error}")
}

/// Bytes for a type that takes so many.
fn drawn(choices: &mut dyn Choices, (least, most): (usize, Option<usize>)) -> Vec<u8> {
    let often = choices.style(&[1, 1]) == 1;
    let byte = |choices: &mut dyn Choices| byte(often, choices);
    match most {
        Some(most) if most <= BOUNDED => (0..most).map(|_| byte(choices)).collect(),
        _ => {
            let least = least.min(BOUNDED) as u32;
            choices.list(least, least + MOST, byte)
        }
    }
}

/// A byte; mostly an odd one if `often`. Lists ask a byte after each element
/// whether another one comes, and go on if it is odd: half of all lists would be
/// empty, and one in a thousand have ten elements.
fn byte(often: bool, choices: &mut dyn Choices) -> u8 {
    let drawn = choices.below(if often { 1 << 12 } else { 1 << 8 });
    match u8::try_from(drawn) {
        Ok(byte) => byte,
        Err(_) => drawn as u8 | 1,
    }
}

/// What follows where a type has run out of bytes, and would read zeros: the end
/// of a list, and then something else than zeros.
const MORE: [u8; 9] = [0, 1, 1, 1, 1, 1, 1, 1, 1];

/// The bytes that are tried next for a type that has refused them: with more
/// behind them, then without zeros, which are what types refuse most often and
/// what shrinking leads to, then any others.
fn altered(bytes: &[u8], attempt: u64) -> Vec<u8> {
    let mut random = Random::new(attempt, 0);
    let other = |byte: u8| match attempt {
        0 | 1 => byte,
        2 => byte.max(1),
        _ => byte ^ random.below(1 << 8) as u8,
    };
    let more = MORE.iter().take(if attempt == 0 { 0 } else { MORE.len() });
    bytes.iter().chain(more).copied().map(other).collect()
}
