//! The exact number of schemes, for any number of cards, without listing them.
//!
//! Ordered ways, in which each of l + r ≤ c copies of a value v lies left or
//! right, are the coefficient of x⁰ in Π_v Σ_{l+r≤c} x^{v(l−r)}: both sides
//! weigh the same. With y = x^v the inner sum, times y^c to make exponents
//! non-negative, is h_c(y², y, 1), the sum of all monomials of degree c in three
//! variables (left, away, right), which is
//!
//! ```text
//! (1 − y^{c+1}) (1 − y^{c+2}) / ((1 − y) (1 − y²))
//! ```
//!
//! so that a value costs two passes that subtract and two that add. The product
//! reads the same from both ends; only its lower half is kept.
//!
//! An ordered way and its mirror image are one scheme; those with equal sides,
//! Π (⌊c/2⌋+1) in number, are their own image; and the way that uses no card is
//! none: schemes = (ordered + Π (⌊c/2⌋+1)) / 2 − 1.

use duipai_reference::split::Copies;
use num_bigint::BigUint;

/// The exact number of schemes.
///
/// Time and memory grow with the sum s of all cards: O(13 · s) additions of
/// numbers with about 2 log₂ c bits for each value. 52 cards take about ten
/// microseconds.
pub fn count(cards: &Copies) -> BigUint {
    match count_narrow(cards) {
        Some(count) => BigUint::from(count),
        None => {
            let ordered = ordered_ways(cards);
            let symmetric: BigUint = cards.iter().map(|c| BigUint::from(c / 2 + 1)).product();
            (ordered + symmetric) / 2u32 - 1u32
        }
    }
}

/// The same where all numbers fit 64 bits: up to about 60 cards.
pub(super) fn count_narrow(cards: &Copies) -> Option<u64> {
    // Symmetric ways are ordered ways, so that their sum has at most one bit more.
    if bits(cards) > 63 {
        return None;
    }
    let ordered = ordered::<1>(cards)[0];
    let symmetric: u64 = cards.iter().map(|c| u64::from(c / 2 + 1)).product();
    Some((ordered + symmetric) / 2 - 1)
}

/// Bits that hold the number of all ordered ways, whatever their sums:
/// Π (c+1)(c+2)/2.
fn bits(cards: &Copies) -> u32 {
    let log = |c: &u32| {
        let c = f64::from(*c);
        ((c + 1.0) * (c + 2.0) / 2.0).log2()
    };
    // Rounding errors are far below the added bit.
    cards.iter().filter(|c| **c > 0).map(log).sum::<f64>() as u32 + 1
}

fn ordered_ways(cards: &Copies) -> BigUint {
    let words: &[u64] = match bits(cards).div_ceil(64) {
        0..=1 => &ordered::<1>(cards),
        2 => &ordered::<2>(cards),
        3 => &ordered::<3>(cards),
        4 => &ordered::<4>(cards),
        5..=6 => &ordered::<6>(cards),
        7..=8 => &ordered::<8>(cards),
        // Copies are below 2³², so that there are at most 13 · 63 bits.
        _ => &ordered::<13>(cards),
    };
    let halves = words.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]);
    BigUint::new(halves.collect())
}

/// A number modulo 2^(64 W), low word first. Intermediate results may be
/// negative; the last one is exact because it fits.
type Wide<const W: usize> = [u64; W];

fn add<const W: usize>(a: &mut Wide<W>, b: &Wide<W>) {
    let mut carry = false;
    for (a, b) in a.iter_mut().zip(b) {
        let (sum, one) = a.overflowing_add(*b);
        let (sum, two) = sum.overflowing_add(u64::from(carry));
        (*a, carry) = (sum, one | two);
    }
}

fn subtract<const W: usize>(a: &mut Wide<W>, b: &Wide<W>) {
    let mut borrow = false;
    for (a, b) in a.iter_mut().zip(b) {
        let (difference, one) = a.overflowing_sub(*b);
        let (difference, two) = difference.overflowing_sub(u64::from(borrow));
        (*a, borrow) = (difference, one | two);
    }
}

fn times<const W: usize>(a: &Wide<W>, factor: u64) -> Wide<W> {
    let mut carry = 0;
    a.map(|word| {
        let product = u128::from(word) * u128::from(factor) + carry;
        carry = product >> 64;
        product as u64
    })
}

fn ordered<const W: usize>(cards: &Copies) -> Wide<W> {
    let mut one = [0; W];
    one[0] = 1;
    // Only ratios of values matter.
    let divisor = (1..).zip(cards).filter(|(_, c)| **c > 0).fold(0, |g, (v, _)| gcd(g, v));
    let mut classes: Vec<(usize, usize)> = (1..)
        .zip(cards)
        .filter(|(_, copies)| **copies > 0)
        .map(|(value, copies)| (value / divisor.max(1), *copies as usize))
        .collect();
    // The largest value would make the longest passes; it comes last, where
    // only one coefficient is still wanted.
    let Some((last, last_copies)) = classes.pop() else { return one };

    // The lower half of the product so far, its middle included.
    let mut half: Vec<Wide<W>> = vec![one];
    for (value, copies) in classes {
        let middle = half.len() - 1;
        let end = middle + value * copies;
        half.reserve_exact(end - middle);
        for i in middle + 1..=end.min(2 * middle) {
            half.push(half[2 * middle - i]);
        }
        half.resize(end + 1, [0; W]);
        for shift in [value * (copies + 1), value * (copies + 2)] {
            for i in (shift..=end).rev() {
                let lower = half[i - shift];
                subtract(&mut half[i], &lower);
            }
        }
        for shift in [value, 2 * value] {
            for i in shift..=end {
                let lower = half[i - shift];
                add(&mut half[i], &lower);
            }
        }
    }

    // ⌊(c−j)/2⌋+1 ways make a difference of j or −j copies of the last value.
    let middle = half.len() - 1;
    let mut total = [0; W];
    for j in 0..=last_copies.min(middle / last) {
        let ways = (last_copies - j) / 2 + 1;
        let both = if j == 0 { ways } else { 2 * ways };
        add(&mut total, &times(&half[middle - j * last], both as u64));
    }
    total
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
