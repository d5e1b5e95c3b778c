//! Wrong solvers: each a depth-first search over the values, as contestants
//! write it, with one thing wrong.

use super::{Split, solver};
use crate::problem::{Mutant, Program};
use duipai_reference::split::{Answer, Copies, Instance, Listing, Scheme, ascending};
use std::cmp::Reverse;
use std::collections::HashSet;

/// The largest hand that the plain search follows, in tens of milliseconds.
/// Beyond it these programs answer as the solver does.
const LARGEST: usize = 14;

pub(super) const MUTANTS: &[Mutant<Split>] = &[
    Mutant {
        name: "mirror-at-first-value",
        about: "drops a mirror image only if the sides differ at the smallest value in use",
        program: Program::Cases(|_, case| mirror_at_first_value(case)),
        narrate: None,
    },
    Mutant {
        name: "one-left-over",
        about: "leaves at most one copy of each value over",
        program: Program::Cases(|_, case| one_left_over(case)),
        narrate: None,
    },
    Mutant {
        name: "lossy-hash",
        about: "removes duplicates by a base-13 hash in which an ace is the digit 0",
        program: Program::Cases(|_, case| lossy_hash(case)),
        narrate: None,
    },
    Mutant {
        name: "no-equal-sides",
        about: "keeps a scheme only if its left side is strictly the larger sequence",
        program: Program::Cases(|_, case| no_equal_sides(case)),
        narrate: None,
    },
    Mutant {
        name: "prune-too-early",
        about: "gives up when the cards still to come are just enough to balance (>= for >)",
        program: Program::Cases(|_, case| prune_too_early(case)),
        narrate: None,
    },
];

/// What the search does with the cards of a value, and when it gives up.
#[derive(Clone, Copy)]
struct Search {
    /// The most copies of a value that may be left over.
    most_left_over: u32,
    /// Whether a difference can no longer be made up by the cards to come.
    hopeless: fn(difference: i32, to_come: i32) -> bool,
}

const RIGHT: Search =
    Search { most_left_over: u32::MAX, hopeless: |difference, to_come| difference.abs() > to_come };

impl Search {
    /// All pairs of non-empty sides with equal sums, mirror images included.
    fn run(self, cards: &Copies) -> Vec<Scheme> {
        let mut found = Vec::new();
        let nothing = Scheme { left: [0; 13], right: [0; 13] };
        self.place(cards, 0, 0, nothing, &mut found);
        found
    }

    fn place(
        self,
        cards: &Copies,
        i: usize,
        difference: i32,
        scheme: Scheme,
        found: &mut Vec<Scheme>,
    ) {
        if i == cards.len() {
            if difference == 0 && scheme.cards() > 0 {
                found.push(scheme);
            }
            return;
        }
        let to_come = (i..cards.len()).map(|j| (j as i32 + 1) * cards[j] as i32).sum();
        // With no card to come, the end decides.
        if to_come > 0 && (self.hopeless)(difference, to_come) {
            return;
        }
        for left in 0..=cards[i] {
            for right in 0..=cards[i] - left {
                if cards[i] - left - right > self.most_left_over {
                    continue;
                }
                let mut next = scheme;
                (next.left[i], next.right[i]) = (left, right);
                let weight = (i as i32 + 1) * (left as i32 - right as i32);
                self.place(cards, i + 1, difference + weight, next, found);
            }
        }
    }
}

/// Searches, keeps what `keep` keeps, and lists it in order.
fn listing(instance: &Instance, search: Search, keep: impl FnMut(&Scheme) -> bool) -> Answer {
    let cards = instance.copies();
    let Some(mut listing) = Listing::new(&cards).filter(|_| instance.values.len() <= LARGEST)
    else {
        return solver::solve(instance);
    };
    let mut schemes = search.run(&cards);
    schemes.retain(keep);
    schemes.sort_by_cached_key(|scheme| {
        let side = |side| ascending(side).collect::<Vec<_>>();
        (Reverse(scheme.cards()), side(&scheme.left), side(&scheme.right))
    });
    for scheme in &schemes {
        listing.push(scheme);
    }
    Answer::Listing(listing)
}

fn mirror_at_first_value(instance: &Instance) -> Answer {
    listing(instance, RIGHT, |scheme| {
        let mut used = scheme.left.iter().zip(&scheme.right).filter(|(l, r)| **l + **r > 0);
        used.next().is_none_or(|(left, right)| left >= right)
    })
}

fn one_left_over(instance: &Instance) -> Answer {
    let search = Search { most_left_over: 1, ..RIGHT };
    listing(instance, search, |scheme| scheme.left >= scheme.right)
}

fn lossy_hash(instance: &Instance) -> Answer {
    let hash = |side: &Copies| {
        ascending(side)
            .fold(0u64, |hash, value| hash.wrapping_mul(13).wrapping_add(u64::from(value) - 1))
    };
    let mut seen = HashSet::new();
    listing(instance, RIGHT, |scheme| {
        scheme.left >= scheme.right && seen.insert((hash(&scheme.left), hash(&scheme.right)))
    })
}

fn no_equal_sides(instance: &Instance) -> Answer {
    listing(instance, RIGHT, |scheme| scheme.left > scheme.right)
}

fn prune_too_early(instance: &Instance) -> Answer {
    let search = Search { hopeless: |difference, to_come| difference.abs() >= to_come, ..RIGHT };
    listing(instance, search, |scheme| scheme.left >= scheme.right)
}
