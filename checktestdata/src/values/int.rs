//! Integers of any size, quick while they fit into 64 bits.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use num_bigint::{BigInt, Sign};
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

use super::TooLarge;

/// Integers of more bits are not computed: 2²² bits, 1.2 million decimal
/// digits, are far beyond any test data, and a multiplication of two such takes
/// a fraction of a second.
pub const MAX_INT_BITS: u64 = 1 << 22;

/// An integer of any size (up to [`MAX_INT_BITS`] bits in what is computed).
#[derive(Clone, PartialEq, Eq)]
pub struct Int(Repr);

/// `Big` holds only what does not fit into `Small`, so that equal numbers are
/// equal values.
#[derive(Clone, PartialEq, Eq)]
enum Repr {
    Small(i64),
    Big(Box<BigInt>),
}

impl Int {
    /// The number 0.
    pub const ZERO: Self = Self(Repr::Small(0));

    /// The integer of decimal `digits` (nothing else) with a sign. Quadratic in
    /// the number of digits beyond 18.
    pub fn from_digits(negative: bool, digits: &[u8]) -> Self {
        // 18 digits always fit into 63 bits.
        if digits.len() <= 18 {
            let size = digits.iter().fold(0, |n: i64, digit| n * 10 + i64::from(digit - b'0'));
            return Self::from(if negative { -size } else { size });
        }
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        let values: Vec<u8> = digits.iter().map(|digit| digit - b'0').collect();
        BigInt::from_radix_be(sign, &values, 10).unwrap_or_default().into()
    }

    /// As 64 bits with sign, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(small) => Some(*small),
            Repr::Big(_) => None,
        }
    }

    /// As 64 bits without sign, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Small(small) => (*small).try_into().ok(),
            Repr::Big(big) => big.to_u64(),
        }
    }

    /// As a big integer.
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Repr::Small(small) => BigInt::from(*small),
            Repr::Big(big) => (**big).clone(),
        }
    }

    /// The number of bits of its absolute value.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Repr::Big(big) => big.bits(),
        }
    }

    /// Whether it is below 0.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(small) => *small < 0,
            Repr::Big(big) => big.is_negative(),
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// An upper bound of the number of its decimal digits, larger by one at
    /// most while it has fewer than 10,000 digits.
    pub fn max_digits(&self) -> u64 {
        // 30103/100000 is log10(2) rounded up at the seventh place.
        self.bits() * 30_103 / 100_000 + 1
    }

    fn checked(big: BigInt) -> Result<Self, TooLarge> {
        if big.bits() > MAX_INT_BITS { Err(TooLarge) } else { Ok(big.into()) }
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// If it would have more than [`MAX_INT_BITS`] bits.
    pub fn add(&self, other: &Self) -> Result<Self, TooLarge> {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Ok(sum.into()),
                None => Ok((BigInt::from(*a) + b).into()),
            },
            _ => Self::checked(self.to_big() + other.to_big()),
        }
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// If it would have more than [`MAX_INT_BITS`] bits.
    pub fn sub(&self, other: &Self) -> Result<Self, TooLarge> {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => match a.checked_sub(*b) {
                Some(difference) => Ok(difference.into()),
                None => Ok((BigInt::from(*a) - b).into()),
            },
            _ => Self::checked(self.to_big() - other.to_big()),
        }
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// If it would have more than [`MAX_INT_BITS`] bits.
    pub fn mul(&self, other: &Self) -> Result<Self, TooLarge> {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Ok(product.into()),
                None => Ok((BigInt::from(*a) * b).into()),
            },
            _ if self.bits() + other.bits() > MAX_INT_BITS + 1 => Err(TooLarge),
            _ => Self::checked(self.to_big() * other.to_big()),
        }
    }

    /// The quotient, rounded towards 0; `None` when `other` is 0.
    pub fn div(&self, other: &Self) -> Option<Self> {
        match (&self.0, &other.0) {
            _ if other.is_zero() => None,
            // Only -2⁶³ / -1 does not fit.
            (Repr::Small(a), Repr::Small(b)) => {
                Some(a.checked_div(*b).map_or_else(|| (BigInt::from(*a) / b).into(), Self::from))
            }
            _ => Some((self.to_big() / other.to_big()).into()),
        }
    }

    /// The remainder of [`Self::div`], which has the sign of `self`; `None`
    /// when `other` is 0.
    pub fn rem(&self, other: &Self) -> Option<Self> {
        match (&self.0, &other.0) {
            _ if other.is_zero() => None,
            (Repr::Small(a), Repr::Small(b)) => Some(a.wrapping_rem(*b).into()),
            _ => Some((self.to_big() % other.to_big()).into()),
        }
    }

    /// The power, 1 for an exponent of 0.
    ///
    /// # Errors
    ///
    /// If it would have more than [`MAX_INT_BITS`] bits.
    pub fn pow(&self, exponent: u64) -> Result<Self, TooLarge> {
        match self.to_i64() {
            _ if exponent == 0 => return Ok(Self::from(1)),
            Some(0 | 1) => return Ok(self.clone()),
            Some(-1) => return Ok(Self::from(if exponent.is_multiple_of(2) { 1 } else { -1 })),
            _ => (),
        }
        // |self| ≥ 2^(bits - 1), so that the power has at least that many bits.
        let least = (self.bits() - 1).checked_mul(exponent).ok_or(TooLarge)?;
        if least > MAX_INT_BITS {
            return Err(TooLarge);
        }
        Self::checked(self.to_big().pow(exponent))
    }

    /// With the other sign.
    pub fn neg(&self) -> Self {
        match &self.0 {
            Repr::Small(small) => {
                small.checked_neg().map_or_else(|| (-BigInt::from(*small)).into(), Self::from)
            }
            Repr::Big(big) => (-(**big).clone()).into(),
        }
    }
}

impl From<i64> for Int {
    fn from(small: i64) -> Self {
        Self(Repr::Small(small))
    }
}

impl From<i32> for Int {
    fn from(small: i32) -> Self {
        Self::from(i64::from(small))
    }
}

impl From<u64> for Int {
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or_else(|_| BigInt::from(number).into(), Self::from)
    }
}

impl From<BigInt> for Int {
    fn from(big: BigInt) -> Self {
        Self(match big.to_i64() {
            Some(small) => Repr::Small(small),
            None => Repr::Big(Box::new(big)),
        })
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
            // What is big lies beyond all that is small.
            (Repr::Small(_), Repr::Big(b)) if b.is_negative() => Ordering::Greater,
            (Repr::Small(_), Repr::Big(_)) => Ordering::Less,
            (Repr::Big(_), Repr::Small(_)) => other.cmp(self).reverse(),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Int {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Small(small) => small.hash(state),
            Repr::Big(big) => big.hash(state),
        }
    }
}

/// In decimal; numbers of more than 100 digits, which no message should hold,
/// by their length.
impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(small) => small.fmt(f),
            Repr::Big(big) if self.max_digits() <= 101 => big.fmt(f),
            Repr::Big(big) => match power_of_ten(big) {
                Some((sign, exponent)) => write!(f, "{sign}10^{exponent}"),
                None => write!(f, "(an integer of about {} digits)", self.max_digits()),
            },
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The bounds of long numbers are written as powers of ten: shown as such,
/// where finding it out is quick.
fn power_of_ten(big: &BigInt) -> Option<(&'static str, u64)> {
    const QUICK_BITS: u64 = 10_000;
    let zeros = big.trailing_zeros()?;
    if big.bits() > QUICK_BITS {
        return None;
    }
    let power: BigInt = Pow::pow(BigInt::from(10), zeros);
    let sign = if big.is_negative() { "-" } else { "" };
    (big.abs() / &power).is_one().then_some(())?;
    (big % power).is_zero().then_some((sign, zeros))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn int() -> impl Strategy<Value = BigInt> {
        prop_oneof![
            any::<i64>().prop_map(BigInt::from),
            any::<i128>().prop_map(BigInt::from),
            prop_oneof![Just(i64::MIN), Just(i64::MAX), Just(-1), Just(0), Just(1)]
                .prop_map(BigInt::from),
        ]
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_big_integers(a in int(), b in int(), exponent in 0_u32..9) {
            let (x, y) = (Int::from(a.clone()), Int::from(b.clone()));
            prop_assert_eq!(x.add(&y).unwrap().to_big(), &a + &b);
            prop_assert_eq!(x.sub(&y).unwrap().to_big(), &a - &b);
            prop_assert_eq!(x.mul(&y).unwrap().to_big(), &a * &b);
            prop_assert_eq!(x.neg().to_big(), -&a);
            prop_assert_eq!(x.pow(exponent.into()).unwrap().to_big(), Pow::pow(a.clone(), exponent));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.bits(), a.bits());
            prop_assert_eq!(x.to_u64(), a.to_u64());
            let text = a.to_string();
            prop_assert_eq!(&x.to_string(), &text);
            prop_assert!(x.max_digits() >= text.trim_start_matches('-').len() as u64);
            prop_assert_eq!(Int::from_digits(text.starts_with('-'), text.trim_start_matches('-').as_bytes()), x.clone());
            if b.is_zero() {
                prop_assert!(x.div(&y).is_none() && x.rem(&y).is_none());
            } else {
                prop_assert_eq!(x.div(&y).unwrap().to_big(), &a / &b);
                prop_assert_eq!(x.rem(&y).unwrap().to_big(), &a % &b);
            }
        }
    }

    #[test]
    fn what_is_too_large_is_refused_before_it_is_computed() {
        let two = Int::from(2);
        assert!(two.pow(MAX_INT_BITS - 1).is_ok());
        assert_eq!(two.pow(MAX_INT_BITS), Err(TooLarge));
        assert_eq!(Int::from(10).pow(u64::MAX), Err(TooLarge));
        assert_eq!(Int::from(-1).pow(u64::MAX), Ok(Int::from(-1)));
        let large = two.pow(MAX_INT_BITS - 1).unwrap();
        assert_eq!(large.mul(&large), Err(TooLarge));
        assert_eq!(large.add(&large), Err(TooLarge));
    }

    #[test]
    fn long_numbers_are_shown_shortly() {
        assert_eq!(Int::from(10).pow(1000).unwrap().to_string(), "10^1000");
        assert_eq!(Int::from(-10).pow(1001).unwrap().to_string(), "-10^1001");
        assert_eq!(Int::from(3).pow(1000).unwrap().to_string(), "(an integer of about 478 digits)");
    }
}
