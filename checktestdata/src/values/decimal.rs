//! A number as it is written, `-12.5e3`, before anything large is made of it:
//! `1e999999999` is refused by a range without being computed.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_traits::{Pow, Signed, Zero};

use super::{Float, MAX_FLOAT_BITS, TooLarge};

/// The number ±digits · 10^exponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    /// Without leading zeros: none for the number 0.
    digits: Vec<u8>,
    exponent: i64,
}

/// Exponents are held up to this size; what lies beyond is as large or as small
/// for every purpose, and sums of such do not overflow.
const MAX_EXPONENT: i64 = 1 << 60;

impl Decimal {
    /// Reads `-?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?`, `None` if it is not that.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let (negative, text) = sign(text);
        let (base, exponent) = match text.iter().position(|byte| matches!(byte, b'e' | b'E')) {
            Some(at) => (&text[..at], exponent(&text[at + 1..])?),
            None => (text, 0),
        };
        let (whole, decimals) = match base.iter().position(|&byte| byte == b'.') {
            Some(at) => (&base[..at], &base[at + 1..]),
            None => (base, &[][..]),
        };
        if whole.is_empty() || !whole.iter().chain(decimals).all(u8::is_ascii_digit) {
            return None;
        }
        let digits: Vec<u8> =
            whole.iter().chain(decimals).copied().skip_while(|&digit| digit == b'0').collect();
        Some(Self { negative, digits, exponent: exponent - decimals.len() as i64 })
    }

    /// The order of this number and a fraction. Nothing much larger than both
    /// is computed.
    pub fn compare(&self, other: &Float) -> Ordering {
        let sign = |negative: bool, zero: bool| if zero { 0 } else { 1 - 2 * i8::from(negative) };
        let ours = sign(self.negative, self.digits.is_empty());
        let theirs = sign(other.numerator().is_negative(), other.numerator().is_zero());
        if ours != theirs || ours == 0 {
            return ours.cmp(&theirs);
        }
        let size = self.cmp_size(other);
        if ours > 0 { size } else { size.reverse() }
    }

    /// The order of the absolute values, neither being 0.
    fn cmp_size(&self, other: &Float) -> Ordering {
        // 10^(ours - 1) ≤ |self| < 10^ours and 2^(bits - 1) < |other| < 2^(bits + 1).
        let ours = self.digits.len() as i64 + self.exponent;
        let bits = other.numerator().bits() as i64 - other.denominator().bits() as i64;
        // log10(2) is a little more than 3/10 and less than 4/13.
        let below = |bits: i64| (bits * 3 / 10).min(bits * 4 / 13) - 1;
        let above = |bits: i64| (bits * 3 / 10).max(bits * 4 / 13) + 1;
        if ours - 1 > above(bits + 1) {
            return Ordering::Greater;
        }
        if ours < below(bits - 1) {
            return Ordering::Less;
        }
        let power = || Pow::pow(BigInt::from(10), self.exponent.unsigned_abs());
        let (mut left, mut right) =
            (self.mantissa() * other.denominator(), other.numerator().abs());
        if self.exponent >= 0 {
            left *= power();
        } else {
            right *= power();
        }
        left.cmp(&right)
    }

    fn mantissa(&self) -> BigInt {
        let values: Vec<u8> = self.digits.iter().map(|digit| digit - b'0').collect();
        BigInt::from_radix_be(Sign::Plus, &values, 10).unwrap_or_default()
    }

    /// The exact value.
    ///
    /// # Errors
    ///
    /// If it would need more than [`MAX_FLOAT_BITS`] bits.
    pub fn to_float(&self) -> Result<Float, TooLarge> {
        // Each digit takes more than three bits.
        if self.digits.len() as u64 > MAX_FLOAT_BITS / 3 {
            return Err(TooLarge);
        }
        let mantissa = if self.negative { -self.mantissa() } else { self.mantissa() };
        Float::from_decimal(mantissa, self.exponent)
    }
}

fn sign(text: &[u8]) -> (bool, &[u8]) {
    text.strip_prefix(b"-").map_or((false, text), |rest| (true, rest))
}

fn exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix(b"+") {
        Some(rest) => (false, rest),
        None => sign(text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits
        .iter()
        .fold(0_i64, |size, digit| (size * 10 + i64::from(digit - b'0')).min(MAX_EXPONENT / 10));
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text.as_bytes()).unwrap()
    }

    proptest! {
        #[test]
        fn the_order_is_that_of_the_values(
            a in "-?[0-9]{1,5}(\\.[0-9]{1,5})?(e-?[0-9]{1,2})?",
            b in "-?[0-9]{1,5}(\\.[0-9]{1,5})?(e-?[0-9]{1,2})?",
            c in "-?[0-9](e-?[0-9])?",
        ) {
            let exact = |text: &str| decimal(text).to_float().unwrap();
            prop_assert_eq!(decimal(&a).compare(&exact(&b)), exact(&a).cmp(&exact(&b)));
            prop_assert_eq!(decimal(&a).compare(&exact(&a)), Ordering::Equal);
            if let Some(Ok(quotient)) = exact(&b).div(&exact(&c)) {
                prop_assert_eq!(decimal(&a).compare(&quotient), exact(&a).cmp(&quotient));
            }
        }
    }

    #[test]
    fn huge_exponents_are_compared_and_not_held() {
        let one = decimal("1").to_float().unwrap();
        for (text, order) in [
            ("1e999999999999999999999999", Ordering::Greater),
            ("-1e999999999999999999999999", Ordering::Less),
            ("1e-999999999999999999999999", Ordering::Less),
        ] {
            assert_eq!(decimal(text).compare(&one), order);
            assert_eq!(decimal(text).to_float(), Err(TooLarge));
        }
        let zero = decimal("0e999999999999999999999999");
        assert_eq!(zero.to_float().unwrap(), decimal("0").to_float().unwrap());
    }

    #[test]
    fn only_numbers_are_read() {
        for text in ["", "-", ".5", "1e", "1e+", "1.2.3", "+1", "1e1.5", "--1", "1 "] {
            assert_eq!(Decimal::parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(decimal("1."), decimal("1"));
    }
}
