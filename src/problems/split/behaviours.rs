//! What the rules distinguish.

use super::solver;
use crate::problem::Seen;
use duipai_reference::split::{Answer, Instance, Scheme};

pub(super) const NAMES: &[&str] = &[
    "no scheme",
    "exactly one scheme",
    "ten schemes or more",
    "a scheme with two equal sides",
    "a scheme that leaves two or more equal cards over",
    "sides that agree on an odd number of copies before they differ",
    "a card of value 1",
    "cards of value 1 and 13 together",
    "a scheme that uses all cards",
    "a scheme that leaves exactly one card over",
    "a scheme that leaves more than one card over",
    "two or more cards, all equal",
    "two or more cards, all different",
    "cards that are not in ascending order",
    "a single card",
    "a scheme with one card on one side and several on the other",
    "Windows line ends",
    "no line end after the cards",
    "a blank line",
    "more than one blank between cards",
];

/// How many schemes are looked at: a million would take longer than to find them.
const LOOKED_AT: usize = 20_000;

pub(super) fn observe(cases: &[Instance], text: &str, seen: &mut Seen) {
    for instance in cases {
        observe_cards(&instance.values, seen);
        match solver::solve(instance) {
            Answer::TooMany { .. } => seen.mark(2),
            Answer::Listing(listing) => {
                seen.mark_if(listing.is_empty(), 0);
                seen.mark_if(listing.len() == 1, 1);
                seen.mark_if(listing.len() >= 10, 2);
                for scheme in listing.iter().take(LOOKED_AT) {
                    observe_scheme(instance, &scheme, seen);
                }
                // Those with the fewest cards come last.
                if let Some(last) = listing.iter().next_back() {
                    observe_scheme(instance, &last, seen);
                }
            }
        }
    }
    seen.mark_if(text.contains("\r\n"), 16);
    seen.mark_if(!text.ends_with(['\n', '\r']), 17);
    seen.mark_if(text.lines().any(|line| line.trim_ascii().is_empty()), 18);
    let wide = |line: &str| line.trim_ascii().contains("  ") || line.contains('\t');
    seen.mark_if(text.lines().any(wide), 19);
}

fn observe_cards(values: &[u8], seen: &mut Seen) {
    let mut ascending = values.to_vec();
    ascending.sort_unstable();
    let several = values.len() > 1;
    seen.mark_if(values.contains(&1), 6);
    seen.mark_if(values.contains(&1) && values.contains(&13), 7);
    seen.mark_if(several && ascending.first() == ascending.last(), 11);
    seen.mark_if(several && ascending.windows(2).all(|pair| pair[0] < pair[1]), 12);
    seen.mark_if(ascending != values, 13);
    seen.mark_if(!several, 14);
}

fn observe_scheme(instance: &Instance, scheme: &Scheme, seen: &mut Seen) {
    let cards = instance.copies();
    let (left, right) = (&scheme.left, &scheme.right);
    seen.mark_if(left == right, 3);
    let over = |i: usize| cards[i] - left[i] - right[i];
    seen.mark_if((0..cards.len()).any(|i| over(i) >= 2), 4);
    let first_difference = left.iter().zip(right).position(|(l, r)| l != r);
    let odd = |end: usize| left[..end].iter().any(|copies| copies % 2 == 1);
    seen.mark_if(first_difference.is_some_and(odd), 5);
    match instance.values.len() - scheme.cards() as usize {
        0 => seen.mark(8),
        1 => seen.mark(9),
        _ => seen.mark(10),
    }
    let sizes = [left.iter().sum::<u32>(), right.iter().sum()];
    seen.mark_if(sizes.contains(&1) && sizes != [1, 1], 15);
}
