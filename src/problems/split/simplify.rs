//! Simpler instances, and instances nearby.

use crate::choices::Choices;
use duipai_reference::split::{HIGHEST, Instance};

/// Simpler instances, large steps first: fewer cards, then lower values, then
/// the plain order.
pub(super) fn simpler(instance: &Instance) -> impl Iterator<Item = Instance> + '_ {
    let values = &instance.values;
    pieces_removed(values)
        .chain(values_removed(values))
        .chain(cards_merged(values))
        .chain(values_lowered(values))
        .chain(cards_lowered(values))
        .chain(pairs_lowered(values))
        .chain(sorted(values))
        .map(|values| Instance { values })
}

/// Without one half, quarter, …, card; at least one card stays.
fn pieces_removed(values: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let halves = std::iter::successors(Some(values.len() / 2), |piece| Some(piece / 2));
    halves.take_while(|piece| *piece > 0).flat_map(move |piece| {
        (0..values.len()).step_by(piece).map(move |start| {
            let end = (start + piece).min(values.len());
            [&values[..start], &values[end..]].concat()
        })
    })
}

/// Without all cards of one value, where others stay.
fn values_removed(values: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    (1..=HIGHEST)
        .rev()
        .map(|value| values.iter().copied().filter(|v| *v != value).collect::<Vec<_>>())
        .filter(|rest| !rest.is_empty() && rest.len() < values.len())
}

/// Two cards replaced by one with their sum or difference: schemes often
/// survive it.
fn cards_merged(values: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    // Pairs near each other only: a long hand has too many.
    const NEAR: usize = 12;
    let pairs = (0..values.len())
        .flat_map(move |i| (i + 1..values.len().min(i + NEAR)).map(move |j| (i, j)));
    pairs.flat_map(move |(i, j)| {
        let (a, b) = (values[i], values[j]);
        [a.abs_diff(b), a + b].into_iter().filter(|merged| (1..=HIGHEST).contains(merged)).map(
            move |merged| {
                let mut fewer = values.to_vec();
                fewer[i] = merged;
                fewer.remove(j);
                fewer
            },
        )
    })
}

/// All cards at once, or all of one value, with a lower value: 1, half, a lower
/// value that is there already, one less.
fn values_lowered(values: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let all = [|_| 1, |v: u8| v.div_ceil(2), |v: u8| v.max(2) - 1]
        .map(|lower: fn(u8) -> u8| values.iter().map(|v| lower(*v)).collect::<Vec<_>>());
    let gcd = values.iter().fold(0, |g, v| gcd(g, *v)).max(1);
    let divided = values.iter().map(|v| v / gcd).collect::<Vec<_>>();
    let each = (2..=HIGHEST).filter(|value| values.contains(value)).flat_map(move |value| {
        lower(value, values).map(move |new| {
            values.iter().map(|v| if *v == value { new } else { *v }).collect::<Vec<_>>()
        })
    });
    std::iter::once(divided).chain(all).chain(each).filter(move |new| is_lower(new, values))
}

/// One card with a lower value.
fn cards_lowered(values: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    (0..values.len()).flat_map(move |i| {
        lower(values[i], values).map(move |new| {
            let mut lowered = values.to_vec();
            lowered[i] = new;
            lowered
        })
    })
}

/// Two cards lowered by the same amount, so that a scheme with one on each side
/// still balances; or all cards of two values.
fn pairs_lowered(values: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    // Values rather than cards: there are at most 78 pairs of values.
    let pairs = (2..=HIGHEST).flat_map(|a| (2..=a).map(move |b| (a, b)));
    let there = pairs.filter(|(a, b)| values.contains(a) && values.contains(b));
    there.flat_map(move |(a, b)| {
        [b - 1, 1].into_iter().flat_map(move |by| {
            let all = values.iter().map(|v| if *v == a || *v == b { v - by } else { *v });
            let mut one_each = values.to_vec();
            let mut lowered = None;
            for wanted in [a, b] {
                let place = (0..values.len()).find(|i| values[*i] == wanted && lowered != Some(*i));
                if let Some(i) = place {
                    one_each[i] -= by;
                    lowered = Some(i);
                }
            }
            [all.collect(), one_each]
        })
    })
}

/// Lower values to try, the lowest first: 1, half, the next lower one that is
/// there, one less.
fn lower(value: u8, values: &[u8]) -> impl Iterator<Item = u8> {
    let mut tried = [
        1,
        value / 2,
        values.iter().copied().filter(|v| *v < value).max().unwrap_or(1),
        value.saturating_sub(1),
    ];
    tried.sort_unstable();
    let mut last = 0;
    tried.into_iter().filter(move |new| {
        let fresh = *new > last && *new < value;
        last = last.max(*new);
        fresh
    })
}

/// Ascending order; else two neighbours swapped.
fn sorted(values: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let mut whole = values.to_vec();
    whole.sort_unstable();
    // The order of texts is not that of numbers: `10` comes before `2`.
    let mut as_text = values.to_vec();
    as_text.sort_by_key(|value| value.to_string());
    let swaps = (1..values.len()).map(|i| {
        let mut swapped = values.to_vec();
        swapped.swap(i - 1, i);
        swapped
    });
    [whole, as_text].into_iter().chain(swaps).filter(move |new| is_lower(new, values))
}

/// Whether a hand of equally many cards is smaller in the order of
/// [`crate::problem::Problem::size`]: a shorter text, or the same length and
/// smaller as text.
fn is_lower(new: &[u8], old: &[u8]) -> bool {
    // A blank comes before every digit, so that numbers compare as words.
    let length = |values: &[u8]| values.iter().filter(|v| **v >= 10).count();
    let words = |values: &[u8]| values.iter().map(|v| v.to_string()).collect::<Vec<_>>();
    (length(new), words(new)) < (length(old), words(old))
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A small change.
pub(super) fn neighbour(instance: &Instance, choices: &mut dyn Choices) -> Instance {
    let mut values = instance.values.clone();
    for _ in 0..=choices.style(&[6, 2, 1]) {
        edit(&mut values, choices);
    }
    Instance { values }
}

fn edit(values: &mut Vec<u8>, choices: &mut dyn Choices) {
    let i = choices.index(values.len());
    let any = 1 + choices.below(u32::from(HIGHEST)) as u8;
    match choices.below(12) {
        0 => values[i] = any,
        1 => values[i] = (values[i] + 1).min(HIGHEST),
        2 => values[i] = (values[i] - 1).max(1),
        3 => values[i] = values[choices.index(values.len())],
        4 => values.insert(i, any),
        5 => values.insert(i, values[i]),
        // A card split in two of the same sum.
        6 if values[i] > 1 => {
            let part = choices.between(1, u32::from(values[i]) - 1) as u8;
            values[i] -= part;
            values.push(part);
        }
        // Two cards joined.
        7 if values.len() > 1 => {
            let last = values.pop().unwrap_or(1);
            let i = i % values.len();
            values[i] = (values[i] + last).min(HIGHEST);
        }
        8 if values.iter().all(|v| v % 2 == 0) => values.iter_mut().for_each(|v| *v /= 2),
        8 if values.iter().all(|v| 2 * v <= HIGHEST) => values.iter_mut().for_each(|v| *v *= 2),
        9 => choices.shuffle(values),
        10 => values.sort_unstable(),
        _ if values.len() > 1 => drop(values.remove(i)),
        _ => values.push(any),
    }
}
