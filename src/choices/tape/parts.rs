//! How the parts of a tape lie in each other.

use super::Tape;
use std::ops::Range;

/// Draws ahead of a list that may hold its length, the nearest first: the counts
/// of several lists are often drawn ahead of all of them, as `n`, `m` and `k`.
const COUNTS: usize = 4;

/// Parts that have the same parent, in order; parts without draws are left out.
pub(super) struct Siblings {
    pub(super) parts: Vec<Range<usize>>,
    /// The draws ahead of them that may say how many there are, nearest first.
    pub(super) counts: Vec<usize>,
    /// For each of them, its own children's place in the list of all siblings.
    pub(super) below: Vec<Option<usize>>,
}

/// All siblings of a tape, those of the outermost level first. O(draws + parts).
pub(super) fn siblings(tape: &Tape) -> Vec<Siblings> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tape.parts.len() + 1];
    for (place, part) in tape.parts.iter().enumerate() {
        if part.from < part.to {
            children[part.parent.map_or(0, |parent| parent + 1)].push(place);
        }
    }
    // Siblings number `s` are the children of part `owners[s]` (0: of no part).
    let owners: Vec<usize> = (0..children.len()).filter(|o| !children[*o].is_empty()).collect();
    let number = |owner: usize| owners.binary_search(&owner).ok();
    let of = |owner: &usize| {
        let places = &children[*owner];
        Siblings {
            parts: places.iter().map(|p| tape.parts[*p].from..tape.parts[*p].to).collect(),
            counts: counts(tape, &children, *owner),
            below: places.iter().map(|place| number(place + 1)).collect(),
        }
    };
    owners.iter().map(of).collect()
}

/// The nearest draws ahead of the first of an owner's children that are not in
/// another part that has ended by then.
fn counts(tape: &Tape, children: &[Vec<usize>], owner: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = children[owner].first().map_or(0, |first| tape.parts[*first].from);
    let mut owner = owner;
    loop {
        let start = if owner == 0 { 0 } else { tape.parts[owner - 1].from };
        // Children of this owner that end at or before `at`.
        let mut before = children[owner].partition_point(|child| tape.parts[*child].to <= at);
        while at > start && found.len() < COUNTS {
            match before.checked_sub(1).map(|last| tape.parts[children[owner][last]]) {
                Some(part) if part.to == at => {
                    at = part.from;
                    before -= 1;
                }
                _ => {
                    at -= 1;
                    found.push(at);
                }
            }
        }
        if owner == 0 || found.len() == COUNTS {
            return found;
        }
        owner = tape.parts[owner - 1].parent.map_or(0, |parent| parent + 1);
    }
}
