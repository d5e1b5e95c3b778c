//! Many matches at once: one program against 256 opponents, one lane (a bit in
//! a few machine words) each.
//!
//! A table of 16 choices is evaluated for all lanes as a polynomial over GF(2)
//! in the four bits of the history, by Horner's rule: 15 ANDs and 15 XORs. The
//! coefficients of the opponents are bit planes, made once; those of the one
//! program are all-0 or all-1 words.

use super::groups::Groups;
use super::mask::{HISTORIES, ONE, TWO, mirrored};
use super::matches::ENCOUNTERS;

/// Words that are worked on together: what the widest vector registers of
/// today's ordinary machines hold.
const WORDS: usize = 4;
/// Lanes of a block.
const LANES: usize = 64 * WORDS;

type Lanes = [u64; WORDS];
const ZERO: Lanes = [0; WORDS];

/// Up to 256 opponents.
struct Block {
    /// Coefficients by history, as the one program sees the histories.
    opponents: [Lanes; HISTORIES],
    /// Bit planes of how many programs each lane stands for, lowest first.
    /// Empty lanes stand for none.
    weights: Vec<Lanes>,
}

/// The total of each group against all programs, one match against itself
/// included.
pub(crate) fn totals(groups: &Groups) -> Vec<i64> {
    let programs: i64 = groups.weights().iter().map(|weight| *weight as i64).sum();
    let blocks = blocks(groups);
    let mut totals = Vec::with_capacity(groups.len());
    for mask in groups.masks() {
        let coefficients = coefficients(*mask);
        let mut own = [ZERO; HISTORIES];
        for (history, lanes) in own.iter_mut().enumerate() {
            *lanes = [(u64::from(coefficients >> history & 1)).wrapping_neg(); WORDS];
        }
        let mut cheats = [0; 2];
        for block in &blocks {
            let counts = play(&own, &block.opponents);
            for (cheats, count) in cheats.iter_mut().zip(&counts) {
                *cheats += weighted(count, &block.weights);
            }
        }
        totals.push(ENCOUNTERS * programs + cheats[0] - 3 * cheats[1]);
    }
    totals
}

/// All groups as opponents.
fn blocks(groups: &Groups) -> Vec<Block> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    // Heavy groups together, so that most blocks need one plane of weights.
    order.sort_unstable_by_key(|group| std::cmp::Reverse(groups.weights()[*group]));
    let mut blocks = Vec::with_capacity(groups.len().div_ceil(LANES));
    for chunk in order.chunks(LANES) {
        let heaviest = chunk.first().map_or(0, |group| groups.weights()[*group]);
        let planes = u64::BITS - heaviest.leading_zeros();
        let mut block =
            Block { opponents: [ZERO; HISTORIES], weights: vec![ZERO; planes as usize] };
        for (lane, group) in chunk.iter().enumerate() {
            let (word, bit) = (lane / 64, lane % 64);
            let coefficients = coefficients(mirrored(groups.masks()[*group]));
            for (history, lanes) in block.opponents.iter_mut().enumerate() {
                lanes[word] |= u64::from(coefficients >> history & 1) << bit;
            }
            for (plane, lanes) in block.weights.iter_mut().enumerate() {
                lanes[word] |= (groups.weights()[*group] >> plane & 1) << bit;
            }
        }
        blocks.push(block);
    }
    blocks
}

/// The coefficients of the three polynomials (no variable, two, four) whose
/// values are the tables of a mask: the Möbius transform, in which the
/// coefficient of a product is the XOR of all entries below it.
fn coefficients(mask: u32) -> u32 {
    let transform = |mut table: u32| {
        table ^= (table & 0x5555) << 1;
        table ^= (table & 0x3333) << 2;
        table ^= (table & 0x0F0F) << 4;
        table ^= (table & 0x00FF) << 8;
        table
    };
    mask & 1 | (transform(mask >> ONE & 0xF) & 0xF) << ONE | transform(mask >> TWO) << TWO
}

#[inline(always)]
fn map(f: impl Fn(usize) -> u64) -> Lanes {
    let mut lanes = ZERO;
    for (word, lane) in lanes.iter_mut().enumerate() {
        *lane = f(word);
    }
    lanes
}

/// `constant ^ variable & factor`: a polynomial of the first degree.
#[inline(always)]
fn linear(constant: &Lanes, variable: &Lanes, factor: &Lanes) -> Lanes {
    map(|w| constant[w] ^ variable[w] & factor[w])
}

/// The value after one encounter with the choices `mine` and `yours`.
#[inline(always)]
fn after_one(c: &[Lanes; HISTORIES], mine: &Lanes, yours: &Lanes) -> Lanes {
    let constant = linear(&c[1], mine, &c[3]);
    let factor = linear(&c[2], mine, &c[4]);
    linear(&constant, yours, &factor)
}

/// The value after two encounters or more: older pair, then newer.
#[inline(always)]
fn after_two(c: &[Lanes; HISTORIES], older: &[Lanes; 2], newer: &[Lanes; 2]) -> Lanes {
    // The older variables first: they have been known for longer.
    let mut eight = [ZERO; 8];
    for k in 0..8 {
        eight[k] = linear(&c[TWO as usize + k], &older[0], &c[TWO as usize + 8 + k]);
    }
    let mut four = [ZERO; 4];
    for k in 0..4 {
        four[k] = linear(&eight[k], &older[1], &eight[k + 4]);
    }
    let constant = linear(&four[0], &newer[0], &four[2]);
    let factor = linear(&four[1], &newer[0], &four[3]);
    linear(&constant, &newer[1], &factor)
}

/// Plays a match in every lane: the numbers of CHEATs on either side, as four
/// bit planes each.
#[inline]
fn play(own: &[Lanes; HISTORIES], opponents: &[Lanes; HISTORIES]) -> [[Lanes; 4]; 2] {
    let mut mine = [ZERO; ENCOUNTERS as usize];
    let mut yours = mine;
    (mine[0], yours[0]) = (own[0], opponents[0]);
    mine[1] = after_one(own, &mine[0], &yours[0]);
    yours[1] = after_one(opponents, &mine[0], &yours[0]);
    for t in 2..ENCOUNTERS as usize {
        let (older, newer) = ([mine[t - 2], yours[t - 2]], [mine[t - 1], yours[t - 1]]);
        mine[t] = after_two(own, &older, &newer);
        yours[t] = after_two(opponents, &older, &newer);
    }
    [count(&mine), count(&yours)]
}

/// Sum and carry of three bits in every lane.
#[inline(always)]
fn add(a: &Lanes, b: &Lanes, c: &Lanes) -> (Lanes, Lanes) {
    (map(|w| a[w] ^ b[w] ^ c[w]), map(|w| a[w] & b[w] | c[w] & (a[w] | b[w])))
}

/// How many of ten bits are set, in every lane: ones, twos, fours, eights.
#[inline(always)]
fn count(b: &[Lanes; ENCOUNTERS as usize]) -> [Lanes; 4] {
    let (s1, c1) = add(&b[0], &b[1], &b[2]);
    let (s2, c2) = add(&b[3], &b[4], &b[5]);
    let (s3, c3) = add(&b[6], &b[7], &b[8]);
    let (s4, c4) = add(&s1, &s2, &s3);
    let (ones, c5) = add(&s4, &b[9], &ZERO);
    let (t1, d1) = add(&c1, &c2, &c3);
    let (twos, d2) = add(&t1, &c4, &c5);
    let (fours, eights) = add(&d1, &d2, &ZERO);
    [ones, twos, fours, eights]
}

/// The sum over all lanes of count times weight.
#[inline]
fn weighted(count: &[Lanes; 4], weights: &[Lanes]) -> i64 {
    let mut sum = 0;
    for (bit, weight) in weights.iter().enumerate() {
        for (power, plane) in count.iter().enumerate() {
            let ones: u32 = (0..WORDS).map(|w| (plane[w] & weight[w]).count_ones()).sum();
            sum += i64::from(ones) << (bit + power);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::{Choices, Random};
    use crate::problems::strategy::solver::mask::ALL;
    use crate::problems::strategy::solver::matches;

    #[test]
    fn planes_play_as_single_matches_do() {
        for (seed, different) in [1, 2, 63, 64, 65, 255, 256, 257, 600].into_iter().enumerate() {
            let mut random = Random::new(seed as u64, 174);
            let mut groups = Groups::default();
            for _ in 0..different {
                let mask = random.below(ALL + 1);
                // Some heavy groups: weights of several bits in one block.
                for _ in 0..1 + random.below(3) * random.below(20) {
                    groups.add(mask);
                }
            }
            assert_eq!(totals(&groups), matches::totals(&groups), "{different} programs");
        }
    }
}
