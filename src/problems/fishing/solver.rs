//! The number of ways by one recurrence for whole rounds.
//!
//! # The recurrence
//!
//! Let i, j, k be the numbers of pairs split between B and C, A and C, A and B,
//! and f(i, j, k) the number of ways from the start of a round. A passes a card
//! that makes a pair at B (k ways, k falls by 1), or one that C has too (j ways;
//! that pair is then split between B and C, so j falls and i rises). B and C
//! likewise. Write f = i! j! k! F. The factorials swallow the number of ways to
//! choose the card, and what a step does to F is
//!
//! | step | makes a pair     | moves a card on              |
//! |------|------------------|------------------------------|
//! | A    | F(i, j, k−1)     | (i+1) · F(i+1, j−1, k)       |
//! | B    | F(i−1, j, k)     | (j+1) · F(i, j+1, k−1)       |
//! | C    | F(i, j−1, k)     | (k+1) · F(i−1, j, k+1)       |
//!
//! Three steps in a row give eight products; the one without any pair is not
//! allowed. The other seven add up to
//!
//! ```text
//! F(i,j,k) = (i+1)(k+1) F(i−1,j−1,k+1) + (i+1) j F(i+1,j−1,k−1)
//!          + (j+1)(k−1) F(i−1,j+1,k−1)
//!          + (i+1) F(i,j−2,k) + (j+1) F(i,j,k−2) + k F(i−2,j,k)
//!          + F(i−1,j−1,k−1)
//! ```
//!
//! with F = 0 where a number is negative.
//!
//! What of players without cards? At the start of a round A, B and C hold 2α,
//! 2β and 2γ cards. The card that A passes makes B's number odd (a pair takes
//! one card from B, any other adds one), the card that B passes makes C's number
//! odd, and C's card makes A's number even again. So B and C have a card when
//! they must pass, and the game is over at the end of a round only.
//!
//! It is different where A has no card at the start of a round. Then B and C
//! hold the same 2m values: B makes a pair at C, C passes a card to A, who makes
//! the pair at B in the next round, and so on. Every step but A's, who holds one
//! card, may choose any: that is (2m)! ways, F(2m, 0, 0) = 1, where the
//! recurrence would say 0.
//!
//! # The order
//!
//! i + j + k falls by 1, 2 or 3, so that all states with the same sum, a
//! *layer*, are independent of each other, and four layers are kept. i, j and k
//! are all even or all odd, as j + k = 2α and so on; a state stands at
//! (⌊i/2⌋, ⌊j/2⌋) of its layer. Only α, β, γ up to those asked for are visited.

use super::shape::Shape;
use std::sync::LazyLock;

/// The modulus of the statement.
const P: u64 = 1_000_000_007;

/// Deals with at most so many cards, halved, in a hand after the first discard
/// are looked up in a table that is made once: some 80 µs and 140 KiB.
const SMALL: u32 = 32;

/// The largest table that [`Table::new`] is asked for: n up to the contest's 99
/// with some reserve. It has 129³ numbers, 8.6 MB, a thirtieth of the memory
/// limit.
pub(crate) const LARGEST_TABLE: u32 = 128;

/// The numbers of ways of these shapes. One pass for all that are not small.
///
/// Time: about n³/2 steps of 2 ns for the largest n among them (more from about
/// n = 1000 on, where layers outgrow the caches); memory
/// 16 n² bytes.
pub(crate) fn ways(shapes: &[Shape]) -> Vec<u32> {
    let small = |shape: &Shape| shape.0.iter().all(|left| *left <= SMALL);
    if shapes.iter().all(small) {
        return shapes.iter().map(|shape| small_table().get(*shape)).collect();
    }
    let most: [u32; 3] =
        std::array::from_fn(|p| shapes.iter().map(|shape| shape.0[p]).max().unwrap_or(0));
    let factorials = Factorials::new(most);
    // In the order of their layers.
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    order.sort_by_key(|at| sum(shapes[*at]));
    let mut order = order.into_iter().peekable();
    let mut answers = vec![0; shapes.len()];
    pass(most, |layer| {
        while let Some(at) = order.next_if(|at| sum(shapes[*at]) == layer.sum) {
            let split = shapes[at].split();
            answers[at] = factorials.apply(split, layer.get(split));
        }
    });
    answers
}

/// The table of small shapes.
pub(crate) fn small_table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(SMALL));
    &TABLE
}

fn sum(shape: Shape) -> u32 {
    shape.0.iter().sum()
}

/// The numbers of ways of all shapes up to some n.
pub(crate) struct Table {
    n: u32,
    /// F, not yet multiplied by the factorials, by α, β, γ.
    values: Vec<u32>,
    factorials: Factorials,
}

impl Table {
    /// For α, β, γ up to `n`, which should be at most [`LARGEST_TABLE`].
    pub(crate) fn new(n: u32) -> Self {
        let side = n as usize + 1;
        let mut table =
            Self { n, values: vec![0; side * side * side], factorials: Factorials::new([n; 3]) };
        pass([n; 3], |layer| {
            // None of α, β, γ is more than the other two together, or n.
            let most = n.min(layer.sum / 2);
            for a in 0..=most {
                let least = layer.sum.saturating_sub(a + most);
                for b in least..=most.min(layer.sum - a) {
                    let shape = Shape([a, b, layer.sum - a - b]);
                    let place = table.place(shape);
                    table.values[place] = layer.get(shape.split());
                }
            }
        });
        table
    }

    /// The number of ways of a shape that the table reaches.
    pub(crate) fn get(&self, shape: Shape) -> u32 {
        self.factorials.apply(shape.split(), self.values[self.place(shape)])
    }

    fn place(&self, Shape([a, b, c]): Shape) -> usize {
        let side = self.n as usize + 1;
        (a as usize * side + b as usize) * side + c as usize
    }
}

/// Factorials modulo [`P`].
struct Factorials(Vec<u64>);

impl Factorials {
    /// As many as the shapes up to this one need: i, j, k ≤ twice the largest.
    fn new(most: [u32; 3]) -> Self {
        let largest = 2 * u64::from(most.into_iter().max().unwrap_or(0));
        let mut last = 1;
        let rest = (1..=largest).map(|factor| {
            last = last * factor % P;
            last
        });
        Self(std::iter::once(1).chain(rest).collect())
    }

    /// f = i! j! k! F.
    fn apply(&self, split: [u32; 3], value: u32) -> u32 {
        let product = split
            .into_iter()
            .fold(u64::from(value) % P, |product, number| product * self.0[number as usize] % P);
        product as u32
    }
}

/// F of all states with one sum i + j + k = α + β + γ.
struct Layer<'a> {
    sum: u32,
    width: usize,
    /// By row ⌊i/2⌋ + 1 and column ⌊j/2⌋ + 1: row and column 0 stand for
    /// negative numbers and stay 0.
    cells: &'a [u32],
}

impl Layer<'_> {
    fn get(&self, [i, j, _]: [u32; 3]) -> u32 {
        self.cells[(i as usize / 2 + 1) * self.width + j as usize / 2 + 1]
    }
}

/// Visits all layers with α, β, γ up to `most` in ascending order.
fn pass(most: [u32; 3], mut visit: impl FnMut(&Layer)) {
    let [most_a, most_b, most_c] = most;
    // i ≤ 2 min(β, γ) and j ≤ 2 min(α, γ). One more row and column than the
    // states need on either side, for the neighbours of those at the edge.
    let height = most_b.min(most_c) as usize + 3;
    let width = most_a.min(most_c) as usize + 3;
    let mut layers = [const { Vec::new() }; 4].map(|_: Vec<u32>| vec![0u32; height * width]);
    // (j+1)² for even j and for odd j.
    let squares: [Vec<u32>; 2] =
        [1, 2].map(|first| (0..width as u32).map(|half| (first + 2 * half).pow(2)).collect());
    for sum in 0..=most_a + most_b + most_c {
        // `now` takes the place of the layer that is four sums below. What it
        // does not overwrite is never looked at: states within `most` depend on
        // states within it, and a state with negative k lies beyond the end of
        // its row, where lower layers have not been either.
        let [third, second, first, now] = &mut layers;
        let odd = (sum % 2) as usize;
        let parity = sum % 2;
        // j + k = sum − i ≤ 2α and so on.
        let least = |half: u32| parity.max(sum.saturating_sub(2 * half));
        let (least_i, least_j, least_k) = (least(most_a), least(most_b), least(most_c));
        let mut i = least_i;
        while i + least_j + least_k <= sum {
            let states = ((sum - i - least_j - least_k) / 2 + 1) as usize;
            let at = (i as usize / 2 + 1) * width + least_j as usize / 2 + 1;
            // An odd number and the even one below it have the same half, an
            // even number and the odd one below it do not.
            let (up, left) = ((1 - odd) * width, 1 - odd);
            let (down, right) = (odd * width, odd);
            let same = at - up - left; // (i−1, j−1) of the neighbouring parity
            row(
                [i, least_j, sum - i - least_j],
                &squares[odd][least_j as usize / 2..],
                &mut now[at..at + states],
                [
                    &first[same..same + states],
                    &first[at + down - left..at + down - left + states],
                    &first[at + right - up..at + right - up + states],
                    &second[at - 1..at - 1 + states],
                    &second[at..at + states],
                    &second[at - width..at - width + states],
                    &third[same..same + states],
                ],
            );
            i += 2;
        }
        // A has no cards.
        if odd == 0 && sum / 2 <= most_b.min(most_c) {
            now[(sum as usize / 2 + 1) * width + 1] = 1;
        }
        visit(&Layer { sum, width, cells: now });
        layers.rotate_left(1);
    }
}

/// A row of a layer: states (i, j, k), (i, j+2, k−2), … from what the seven
/// terms of the recurrence need, in its order.
///
/// Values are residues below 2P, not fully reduced. Written so that compilers
/// turn it into vector instructions: 32-bit factors with 64-bit products, no
/// division, no branch.
#[inline(always)]
fn row([i, j, k]: [u32; 3], squares: &[u32], now: &mut [u32], terms: [&[u32]; 7]) {
    let states = now.len();
    let [x1, x2, x3, x4, x5, x6, x7] = terms.map(|term| &term[..states]);
    let squares = &squares[..states];
    // The factors of the first three terms, advanced by addition. The third,
    // (j+1)(k−1), is (j+1)(j+k) − (j+1)²; for k = 0 it is negative and wraps, but
    // the state (i−1, j+1, −1) is 0.
    let (mut j, mut k) = (j, k);
    let (mut f1, mut f2, mut f3) = ((i + 1) * (k + 1), (i + 1) * j, (j + 1) * (j + k));
    let (step12, step3) = (2 * (i + 1), 2 * (j + k));
    for t in 0..states {
        let product = |factor: u32, value: u32| u64::from(factor) * u64::from(value);
        let total = product(f1, x1[t])
            + product(f2, x2[t])
            + product(f3.wrapping_sub(squares[t]), x3[t])
            + product(i + 1, x4[t])
            + product(j + 1, x5[t])
            + product(k, x6[t])
            + u64::from(x7[t]);
        now[t] = reduce(total);
        // Past the last state k may be −2.
        (j, k) = (j + 2, k.wrapping_sub(2));
        f1 = f1.wrapping_sub(step12);
        f2 += step12;
        f3 += step3;
    }
}

/// A number below 2P that is congruent to `total`, which is below 2^57.
///
/// Barrett's way in 32-bit factors. With h = ⌊T/2^26⌋ < 2^31 and
/// m = ⌊2^58/P⌋ < 2^29 the quotient is taken as q = ⌊h m/2^32⌋. It is at most
/// T/P, and short of it by less than 2^26/P (for h) + 2^31/2^32 (for m) + 1
/// < 1.57 in all; so 0 ≤ T − qP < 1.57 P < 2^31.
///
/// The sum in [`row`] keeps the condition: i + j, i + k and j + k are at most
/// 4000 (n ≤ 2000), so that its first three factors are at most 2001² < 2^22;
/// with values below 1.57 P < 2^30.6 the three products come to less than 2^55
/// and the rest to less than 2^45.
#[inline(always)]
fn reduce(total: u64) -> u32 {
    const M: u64 = (1 << 58) / P;
    let high = (total >> 26) as u32;
    let quotient = (u64::from(high) * M) >> 32;
    (total - u64::from(quotient as u32) * P) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduction_keeps_the_residue_and_the_bound() {
        let mut total: u64 = 1;
        for step in 0..200_000u64 {
            let t = match step % 4 {
                0 => total >> 7,
                1 => (total >> 35) * P,
                2 => ((total >> 35) * P).saturating_sub(1),
                _ => (1 << 57) - 1 - (total >> 40),
            } & ((1 << 57) - 1);
            assert_eq!(u64::from(reduce(t)) % P, t % P, "{t}");
            assert!(u64::from(reduce(t)) < P * 157 / 100, "{t}");
            total = total.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step);
        }
    }

    #[test]
    fn one_pass_a_single_shape_and_the_table_agree() {
        let table = Table::new(40);
        let shapes: Vec<_> = Shape::all(40).step_by(97).collect();
        let together = ways(&shapes);
        for (shape, ways_of_it) in shapes.iter().zip(together) {
            assert_eq!(table.get(*shape), ways_of_it, "{shape:?}");
            assert_eq!(ways(std::slice::from_ref(shape)), [ways_of_it], "{shape:?}");
        }
        for shape in Shape::all(SMALL) {
            assert_eq!(table.get(shape), small_table().get(shape), "{shape:?}");
        }
    }
}
