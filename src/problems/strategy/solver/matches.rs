//! One match at a time.
//!
//! The payoff of an encounter is linear: with CHEAT = 1 it is `1 + p − 3q` for
//! my choice `p` and yours `q` (1, −2, 2, −1 for TT, TC, CT, CC). A match is
//! therefore worth `10 + (my CHEATs) − 3·(your CHEATs)`.

use super::groups::Groups;
use super::mask::{ONE, TWO, mirrored};

/// The number of encounters in a match.
pub(crate) const ENCOUNTERS: i64 = 10;
const MINE: u32 = 0xAAAAA;
const YOURS: u32 = 0x55555;

/// A mask as either half of a joint table: for each history of one side the
/// pair of choices that follows, two bits each.
#[derive(Clone, Copy)]
pub(crate) struct Halves {
    /// The program's choice in the upper bits.
    pub(crate) own: u64,
    /// Its choice in the lower bits, by the histories of its opponent.
    pub(crate) other: u64,
}

/// Both halves of a mask.
pub(crate) fn halves(mask: u32) -> Halves {
    Halves { own: spread(mask) << 1, other: spread(mirrored(mask)) }
}

/// Moves bit `i` to bit `2i`.
fn spread(mask: u32) -> u64 {
    let mut bits = u64::from(mask);
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF;
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
    (bits | bits << 1) & 0x5555_5555_5555_5555
}

/// Plays a match on the joint table `own | other`: the pairs of all
/// encounters, the latest in the lowest two bits.
pub(crate) fn play(joint: u64) -> u32 {
    let mut pairs = (joint & 3) as u32;
    pairs = pairs << 2 | (joint >> (2 * (ONE + pairs)) & 3) as u32;
    let joint = joint >> (2 * TWO);
    for _ in 2..ENCOUNTERS {
        // The last two pairs are the index of the history.
        pairs = pairs << 2 | (joint >> (2 * (pairs & 0xF)) & 3) as u32;
    }
    pairs
}

/// The total of each group against all programs, one match against itself
/// included.
pub(crate) fn totals(groups: &Groups) -> Vec<i64> {
    let halves: Vec<Halves> = groups.masks().iter().map(|mask| halves(*mask)).collect();
    let weights = groups.weights();
    let mut totals = vec![0; halves.len()];
    for i in 0..halves.len() {
        totals[i] += weights[i] as i64 * worth(play(halves[i].own | halves[i].other)).0;
        for j in i + 1..halves.len() {
            let (for_i, for_j) = worth(play(halves[i].own | halves[j].other));
            totals[i] += weights[j] as i64 * for_i;
            totals[j] += weights[i] as i64 * for_j;
        }
    }
    totals
}

/// What a match brings either side.
fn worth(pairs: u32) -> (i64, i64) {
    let mine = i64::from((pairs & MINE).count_ones());
    let yours = i64::from((pairs & YOURS).count_ones());
    (ENCOUNTERS + mine - 3 * yours, ENCOUNTERS + yours - 3 * mine)
}

/// What a match of a program against its like brings either side.
pub(crate) fn against_itself(mask: u32) -> i64 {
    let halves = halves(mask);
    worth(play(halves.own | halves.other)).0
}
