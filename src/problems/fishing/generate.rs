//! Deals of a given size, and small changes to deals.

use super::deal;
use super::shape::{Shape, third};
use crate::choices::Choices;
use crate::problem::{Scope, Size};
use duipai_reference::fishing::{Deal, MAX_N};

/// The largest n whose shapes are visited: those up to 24 are 52,974 deals, more than
/// a minimiser ever waits for.
pub(super) const LARGEST_TINY: u32 = 24;

/// Draws n.
pub(super) fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size {
    let n = match scope {
        Scope::Tiny => choices.between(1, 6),
        // Up to 3 for what the card by card reference can still walk, up to 8
        // for the other, which takes a millisecond there.
        Scope::Small => match choices.style(&[4, 3, 1]) {
            0 => choices.between(1, 4),
            1 => choices.between(1, 2),
            _ => choices.between(3, 8),
        },
        Scope::Full => match choices.style(&[6, 3, 3, 1]) {
            0 => choices.between(1, 99),
            1 => choices.between(80, 99),
            // Within the reach of the reference with a memory.
            2 => choices.between(1, 12),
            // Beyond the contest, where a pass still takes a few milliseconds.
            _ => choices.between(100, 160),
        },
    };
    Size(n.into(), 0)
}

/// A deal with n pairs of cards a hand.
pub(super) fn generate(scope: Scope, n: u32, choices: &mut dyn Choices) -> Deal {
    if scope == Scope::Tiny {
        // Each shape once, as its plainest deal.
        return any_shape(n, choices).plainest(n);
    }
    let shape = match choices.style(&[5, 5, 2, 2, 2, 2, 2, 1]) {
        // The most general: any order of all cards. Large n then has about
        // n/3 own pairs a player, never few or many.
        0 => return shuffled(n, choices),
        1 => any_shape(n, choices),
        // No own pairs at all.
        2 => Shape([n; 3]),
        // A player without cards from the start.
        3 => {
            let left = choices.below(n + 1);
            let mut shape = [left; 3];
            shape[choices.index(3)] = 0;
            Shape(shape)
        }
        // Two players share nothing: one of i, j, k is 0.
        4 => {
            let one = choices.below(n + 1);
            let other = choices.below(n - one + 1);
            let mut shape = [one, other, one + other];
            shape.rotate_left(choices.index(3));
            Shape(shape)
        }
        // All equal.
        5 => Shape([choices.below(n + 1); 3]),
        // Few cards left: what the references can walk at any n.
        6 => any_shape(n.min(choices.between(0, 2)), choices),
        // Few own pairs.
        _ => {
            let least = n - n.min(3);
            let mut shape = [0; 3].map(|_| choices.between(least, n));
            // One more pair than the other two have together cannot be split.
            shape[2] = shape[2].clamp(shape[0].abs_diff(shape[1]), n.min(shape[0] + shape[1]));
            Shape(shape)
        }
    };
    let plain = shape.plainest(n);
    match choices.style(&[3, 1]) {
        0 => disordered(&renamed(&plain, choices), choices),
        // Sorted hands and plain names, which few random deals have.
        _ => plain,
    }
}

fn any_shape(n: u32, choices: &mut dyn Choices) -> Shape {
    let a = choices.between(0, n);
    let b = choices.between(0, n);
    let [low, high] = third(n, a, b);
    let c = choices.between(low, high);
    Shape([a, b, c])
}

fn shuffled(n: u32, choices: &mut dyn Choices) -> Deal {
    let mut cards: Vec<u16> = (1..=3 * n as u16).flat_map(|value| [value, value]).collect();
    choices.shuffle(&mut cards);
    let hand = 2 * n as usize;
    let from = |player: usize| cards[player * hand..(player + 1) * hand].to_vec();
    deal([from(0), from(1), from(2)])
}

/// The same deal under other names.
pub(super) fn renamed(old: &Deal, choices: &mut dyn Choices) -> Deal {
    let mut names: Vec<u16> = (1..=3 * old.n() as u16).collect();
    choices.shuffle(&mut names);
    deal(old.hands().each_ref().map(|hand| {
        hand.iter().map(|value| names.get(usize::from(*value) - 1).copied().unwrap_or(0)).collect()
    }))
}

/// The same deal, the cards of each hand in another order.
pub(super) fn disordered(old: &Deal, choices: &mut dyn Choices) -> Deal {
    let mut hands = old.hands().clone();
    for hand in &mut hands {
        choices.shuffle(hand);
    }
    deal(hands)
}

/// A small change. A source of zeros exchanges the first cards of A and B.
pub(super) fn neighbour(old: &Deal, choices: &mut dyn Choices) -> Deal {
    let n = old.n();
    let mut hands = old.hands().clone();
    match choices.weighted(&[6, 2, 2, 1, 1, 1, 3, 3]) {
        // Exchange cards of two players: own pairs come, go or move on.
        0 => {
            for _ in 0..choices.between(1, 3) {
                let (p, q) = ([(0, 1), (1, 2), (0, 2)])[choices.index(3)];
                let (at, to) = (choices.index(2 * n), choices.index(2 * n));
                let card = hands[p][at];
                hands[p][at] = hands[q][to];
                hands[q][to] = card;
            }
        }
        // Exchange two names.
        1 => {
            let (v, w) = (1 + choices.index(3 * n) as u16, 1 + choices.index(3 * n) as u16);
            for value in hands.iter_mut().flatten() {
                *value = if *value == v {
                    w
                } else if *value == w {
                    v
                } else {
                    *value
                };
            }
        }
        // Exchange two cards of one hand.
        2 => {
            let hand = &mut hands[choices.index(3)];
            let (at, to) = (choices.index(2 * n), choices.index(2 * n));
            hand.swap(at, to);
        }
        // The players move up.
        3 => hands.rotate_left(choices.between(1, 2) as usize),
        // All hands in order.
        4 => hands.iter_mut().for_each(|hand| hand.sort_unstable()),
        // New names and order throughout.
        5 => return disordered(&renamed(old, choices), choices),
        // One pair more for everybody, in one of the five ways.
        6 if n < MAX_N => {
            let unit = super::simplify::UNITS[choices.index(super::simplify::UNITS.len())];
            let mut value = 3 * n as u16;
            for (holders, count) in super::simplify::HOLDERS.into_iter().zip(unit) {
                for _ in 0..count {
                    value += 1;
                    for player in holders {
                        let at = choices.index(hands[player].len() + 1);
                        hands[player].insert(at, value);
                    }
                }
            }
        }
        // One pair fewer.
        _ => {
            let units = super::simplify::possible_units(old);
            if n > 1 && !units.is_empty() {
                let unit = *choices.pick(&units);
                return super::simplify::without(old, unit);
            }
            hands.iter_mut().for_each(|hand| hand.reverse());
        }
    }
    deal(hands)
}
