//! The optimised solver.
//!
//! A program sees at most the last two encounters, so that there are only
//! 1 + 4 + 16 = 21 histories and a program is one truth table of 21 bits
//! ([`mask`]). Programs with equal tables are grouped ([`groups`]); a match
//! between two tables is a few shifts ([`matches`]), and where there are many
//! groups, 256 matches are played at once on bit planes ([`planes`]). A text is
//! compiled straight to tables ([`text`]).

pub(super) mod groups;
pub(super) mod mask;
pub(super) mod matches;
pub(super) mod planes;
pub(super) mod text;

use duipai_reference::strategy::{Answer, Instance};
use groups::Groups;

/// From how many groups on bit planes pay: below it, they would mostly play
/// matches for empty lanes.
const MANY: usize = 48;

/// Each program's total.
///
/// Time: linear in the text, plus (different programs)² matches of about a
/// nanosecond. Memory: 4 bytes a program.
pub(super) fn solve(instance: &Instance) -> Answer {
    let mut groups = Groups::default();
    let members: Vec<u32> =
        instance.programs.iter().map(|program| groups.add(mask::compile(program))).collect();
    let totals = totals(&groups);
    Answer { totals: members.iter().map(|group| totals[*group as usize]).collect() }
}

/// The total of a program of each group.
fn totals(groups: &Groups) -> Vec<i64> {
    let mut totals =
        if groups.len() < MANY { matches::totals(groups) } else { planes::totals(groups) };
    for (total, mask) in totals.iter_mut().zip(groups.masks()) {
        // Both have counted a match of the program against itself.
        *total -= matches::against_itself(*mask);
    }
    totals
}
