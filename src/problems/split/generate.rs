//! Making instances.

use crate::choices::Choices;
use crate::problem::{Scope, Size};
use duipai_reference::split::{HIGHEST, Instance};

/// The largest tiny instance drawn at random; there are 77,519 up to it.
const LARGEST_TINY: u32 = 7;

/// From this many cards on, hands have either at most two values or all of
/// them. What lies between has millions of schemes with a hundred cards each,
/// seconds of printing; with many values they are too many to list, which
/// costs no more than the count.
const LARGE: usize = 25;

/// Draws a number of cards.
pub(super) fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size {
    let cards = match scope {
        Scope::Tiny => choices.between(1, LARGEST_TINY),
        // The naive program needs 0.1 ms for 8 cards and three times as much
        // for each card more.
        Scope::Small => match choices.style(&[1, 3, 6, 3, 1]) {
            1 => choices.between(4, 6),
            2 => choices.between(6, 7),
            3 => 8,
            4 => 9,
            _ => choices.between(1, 9),
        },
        // Contest size is 11; a random hand has about 13,000 schemes at 16 cards,
        // 190,000 at 20, 2.5 million at 24, and too many from 27 or so.
        Scope::Full => match choices.style(&[2, 40, 30, 20, 4, 1, 6, 2]) {
            1 => choices.between(9, 11),
            2 => choices.between(12, 14),
            3 => choices.between(15, 17),
            4 => choices.between(18, 20),
            5 => choices.between(21, 22),
            6 => choices.between(30, 60),
            7 => choices.between(61, 200),
            _ => choices.between(1, 17),
        },
    };
    Size(cards.into(), 0)
}

/// Makes a hand of exactly this many cards.
pub(super) fn generate(scope: Scope, size: Size, choices: &mut dyn Choices) -> Instance {
    let cards = size.0.max(1) as usize;
    // Style 0 alone makes everything; the rest are hands in which the rules
    // have more to decide.
    let values = match choices.style(&[6, 6, 2, 2, 3, 4, 2, 2, 1]) {
        1 => few_values(cards, choices),
        2 => vec![value(choices); cards],
        3 => different(cards, choices),
        4 => twins(cards, choices),
        5 => balanced(cards, choices),
        6..=8 if cards >= LARGE => few_values(cards, choices),
        6 => (0..cards).map(|_| 2 * (1 + choices.below(6) as u8)).collect(),
        7 => (0..cards).map(|_| *choices.pick(&[1, HIGHEST, 1, 12])).collect(),
        8 => doubling(cards, choices),
        _ if scope == Scope::Tiny => return Instance { values: ascending(cards, choices) },
        _ => (0..cards).map(|_| value(choices)).collect(),
    };
    Instance { values: arranged(values, choices) }
}

fn value(choices: &mut dyn Choices) -> u8 {
    1 + choices.below(u32::from(HIGHEST)) as u8
}

/// Every multiset exactly once: each value at least the one before.
fn ascending(cards: usize, choices: &mut dyn Choices) -> Vec<u8> {
    let mut least = 1;
    (0..cards)
        .map(|_| {
            least = choices.between(least, u32::from(HIGHEST));
            least as u8
        })
        .collect()
}

/// One to four values, many copies of each.
fn few_values(cards: usize, choices: &mut dyn Choices) -> Vec<u8> {
    let most = if cards >= LARGE { 2 } else { 4 };
    let palette: Vec<u8> = (0..choices.between(1, most)).map(|_| value(choices)).collect();
    (0..cards).map(|_| *choices.pick(&palette)).collect()
}

/// As few equal values as possible.
fn different(cards: usize, choices: &mut dyn Choices) -> Vec<u8> {
    let mut all: Vec<u8> = (1..=HIGHEST).collect();
    choices.shuffle(&mut all);
    (0..cards).map(|i| all[i % all.len()]).collect()
}

/// Every value twice, so that the sides can be equal.
fn twins(cards: usize, choices: &mut dyn Choices) -> Vec<u8> {
    let half: Vec<u8> = (0..cards.div_ceil(2)).map(|_| value(choices)).collect();
    (0..cards).map(|i| half[i / 2]).collect()
}

/// A sum and its parts, so that many or all cards are used.
fn balanced(cards: usize, choices: &mut dyn Choices) -> Vec<u8> {
    let mut values = Vec::with_capacity(cards);
    let mut difference: i32 = 0;
    for left in (0..cards as i32).rev() {
        // The lighter side takes the next card; the last card closes the gap
        // if it can.
        let gap = difference.abs();
        let next = if left == 0 && (1..=i32::from(HIGHEST)).contains(&gap) {
            gap as u8
        } else {
            value(choices)
        };
        difference += if difference > 0 { -i32::from(next) } else { i32::from(next) };
        values.push(next);
    }
    values
}

/// 1, 2, 4, 8: no scheme unless a value comes twice.
fn doubling(cards: usize, choices: &mut dyn Choices) -> Vec<u8> {
    let start = choices.index(4);
    (0..cards).map(|i| 1 << ((start + i) % 4)).collect()
}

/// The order of the cards on the line, which must not matter.
fn arranged(mut values: Vec<u8>, choices: &mut dyn Choices) -> Vec<u8> {
    match choices.style(&[1, 2, 1, 3]) {
        1 => values.sort_unstable(),
        2 => values.sort_unstable_by(|a, b| b.cmp(a)),
        3 => choices.shuffle(&mut values),
        _ => {}
    }
    values
}
