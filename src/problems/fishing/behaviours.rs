//! What the rules distinguish, and where it occurs.

use super::shape::Shape;
use super::walk::{self, End, Split};
use crate::problem::Seen;
use duipai_reference::fishing::Deal;
use std::collections::HashMap;
use std::sync::LazyLock;

/// See [`crate::problem::Problem::BEHAVIOURS`].
pub(super) const NAMES: [&str; 21] = [
    "A has no own pair",
    "B has no own pair",
    "C has no own pair",
    "A has own pairs and other cards",
    "B has own pairs and other cards",
    "C has own pairs and other cards",
    "A has own pairs only and is without cards from the start",
    "B has own pairs only and is without cards from the start",
    "C has own pairs only and is without cards from the start",
    "no pair is split between B and C",
    "no pair is split between A and C",
    "no pair is split between A and B",
    "all have the same number of cards left, and some",
    "no card is left after the first discard (answer 1)",
    "several deals in one document",
    "some way ends inside a round",
    "some way ends at the end of a round",
    "a player passes nothing in mid-game",
    "a way is cut because a round made no pair",
    "the number of ways exceeds the modulus",
    "the number of ways exceeds 64 bits",
];

const ENDS_INSIDE: usize = 15;
const ENDS_AT_END: usize = 16;
const PASSES_NOTHING: usize = 17;
const CUT: usize = 18;
const OVER_MODULUS: usize = 19;
const OVER_64_BITS: usize = 20;

/// The largest α, β, γ whose games are walked. 8 covers all of
/// [`crate::problem::Scope::Small`].
const MOST_WALKED: u32 = 8;

/// Marks what occurs in these deals. The walks through their games are made
/// once for all shapes (some milliseconds); after that a deal takes less than a
/// microsecond for each 100 cards.
pub(super) fn observe(cases: &[Deal], seen: &mut Seen) {
    seen.mark_if(cases.len() > 1, 14);
    for deal in cases {
        let shape = Shape::of(deal);
        for (player, left) in shape.0.into_iter().enumerate() {
            let kind = if left == deal.n() as u32 {
                0
            } else if left > 0 {
                1
            } else {
                2
            };
            seen.mark(3 * kind + player);
        }
        let [a, b, c] = shape.0;
        for (pair, count) in shape.split().into_iter().enumerate() {
            seen.mark_if(count == 0, 9 + pair);
        }
        seen.mark_if(a == b && b == c && a > 0, 12);
        seen.mark_if(a + b + c == 0, 13);
        if let Some(course) = COURSES.get(&shape) {
            seen.mark_if(course.ends_inside, ENDS_INSIDE);
            seen.mark_if(course.ends_at_end, ENDS_AT_END);
            // The very first step does not count.
            seen.mark_if(course.passes_nothing && a > 0, PASSES_NOTHING);
            seen.mark_if(course.cut, CUT);
            seen.mark_if(course.ways >= 1_000_000_007, OVER_MODULUS);
            seen.mark_if(course.ways > u128::from(u64::MAX), OVER_64_BITS);
        }
    }
}

/// What can happen in the games of a shape.
#[derive(Debug, Clone, Copy, Default)]
struct Course {
    ends_inside: bool,
    ends_at_end: bool,
    passes_nothing: bool,
    cut: bool,
    /// The number of ways, or [`u128::MAX`] if that is too small.
    ways: u128,
}

static COURSES: LazyLock<HashMap<Shape, Course>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    Shape::all(MOST_WALKED).map(|shape| (shape, course(shape.split(), &mut known))).collect()
});

/// What can happen from the start of a round with these numbers of split pairs.
fn course(split: Split, known: &mut HashMap<Split, Course>) -> Course {
    if let Some(course) = known.get(&split) {
        return *course;
    }
    let mut course = Course::default();
    if split == [0; 3] {
        // Nothing to play: no round is over here, and the last one was noted.
        course.ways = 1;
    } else {
        for played in walk::round(split) {
            course.passes_nothing |= played.passed_nothing;
            match played.end {
                End::WithoutPair => course.cut = true,
                End::Inside => {
                    course.ends_inside = true;
                    course.ways = course.ways.saturating_add(played.ways);
                }
                End::Full => {
                    course.ends_at_end |= played.after == [0; 3];
                    course.add(played.ways, self::course(played.after, known));
                }
            }
        }
    }
    known.insert(split, course);
    course
}

impl Course {
    /// A round that can be played in `ways` ways, and what can happen then.
    fn add(&mut self, ways: u128, rest: Self) {
        self.ends_inside |= rest.ends_inside;
        self.ends_at_end |= rest.ends_at_end;
        self.passes_nothing |= rest.passes_nothing;
        self.cut |= rest.cut;
        self.ways = self.ways.saturating_add(ways.saturating_mul(rest.ways));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_counts_the_ways() {
        for (shape, course) in COURSES.iter() {
            if course.ways < u128::MAX {
                let ways = crate::problems::fishing::solver::small_table().get(*shape);
                assert_eq!((course.ways % 1_000_000_007) as u32, ways, "{shape:?}");
            }
        }
    }

    #[test]
    fn the_walk_marks_what_happens() {
        let of = |shape| COURSES[&Shape(shape)];
        // One way round only: B passes to C, C to A, A to B, B to C, …
        let two = of([0, 2, 2]);
        assert!(two.ends_inside && !two.ends_at_end && two.passes_nothing && !two.cut);
        let sample = of([1, 0, 1]);
        assert!(sample.ends_at_end && !sample.ends_inside && !sample.cut);
        let one_each = of([1, 1, 1]);
        assert!(one_each.cut && one_each.ways == 7);
    }
}
