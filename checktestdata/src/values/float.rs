//! Floats, held exactly as fractions: the language promises any precision, and
//! no rounding can then turn a valid input into an invalid one.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

use super::{Int, TooLarge};

/// Fractions whose numerator or denominator has more bits are not computed: 2²⁰
/// bits are 315,652 decimal digits. Formats that mean "any number" have been
/// seen with a bound of `1E100000`.
pub const MAX_FLOAT_BITS: u64 = 1 << 20;

/// A fraction, in lowest terms, with a positive denominator.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Float(Box<Parts>);

/// Boxed, so that the values of arrays, which mostly are integers, stay small.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Parts {
    numerator: BigInt,
    denominator: BigInt,
}

impl Float {
    /// The fraction of a numerator and a positive denominator, which is reduced.
    ///
    /// # Errors
    ///
    /// If one of both then has more than [`MAX_FLOAT_BITS`] bits, or the
    /// denominator is not positive.
    pub fn new(numerator: BigInt, denominator: BigInt) -> Result<Self, TooLarge> {
        if !denominator.is_positive() {
            return Err(TooLarge);
        }
        if denominator.is_one() {
            return Self::raw(numerator, denominator).checked();
        }
        // One step of Euclid's algorithm first: the crate's own takes a step for
        // each bit of the larger number.
        let divisor = (&numerator % &denominator).gcd(&denominator);
        Self::raw(numerator / &divisor, denominator / divisor).checked()
    }

    /// The number mantissa · 10^exponent.
    ///
    /// # Errors
    ///
    /// If it needs more than [`MAX_FLOAT_BITS`] bits.
    pub(super) fn from_decimal(mut mantissa: BigInt, exponent: i64) -> Result<Self, TooLarge> {
        let power = |base: u32, exponent: u64| Pow::pow(BigInt::from(base), exponent);
        // Each power of ten takes more than three bits.
        let size = exponent.unsigned_abs();
        if size > MAX_FLOAT_BITS / 3 {
            return if mantissa.is_zero() {
                Self::new(mantissa, BigInt::one())
            } else {
                Err(TooLarge)
            };
        }
        if exponent >= 0 {
            return Self::raw(mantissa * power(10, size), BigInt::one()).checked();
        }
        // The only common factors with a power of ten are 2 and 5.
        let twos = mantissa.trailing_zeros().unwrap_or(size).min(size);
        mantissa >>= twos;
        let mut fives = 0;
        while fives < size {
            let (quotient, rest) = mantissa.div_rem(&BigInt::from(5));
            if !rest.is_zero() || quotient.is_zero() {
                break;
            }
            mantissa = quotient;
            fives += 1;
        }
        if mantissa.is_zero() {
            return Self::new(mantissa, BigInt::one());
        }
        Self::raw(mantissa, power(5, size - fives) << (size - twos)).checked()
    }

    fn raw(numerator: BigInt, denominator: BigInt) -> Self {
        Self(Box::new(Parts { numerator, denominator }))
    }

    fn checked(self) -> Result<Self, TooLarge> {
        if self.bits() > MAX_FLOAT_BITS { Err(TooLarge) } else { Ok(self) }
    }

    /// Above the line, with the sign.
    pub fn numerator(&self) -> &BigInt {
        &self.0.numerator
    }

    /// Below the line, positive.
    pub fn denominator(&self) -> &BigInt {
        &self.0.denominator
    }

    /// The larger number of bits of numerator and denominator.
    pub fn bits(&self) -> u64 {
        self.0.numerator.bits().max(self.0.denominator.bits())
    }

    /// As an integer, if it is whole.
    pub fn to_int(&self) -> Option<Int> {
        self.0.denominator.is_one().then(|| self.0.numerator.clone().into())
    }

    /// The order of this number and an integer.
    pub fn cmp_int(&self, int: &Int) -> Ordering {
        self.0.numerator.cmp(&(int.to_big() * &self.0.denominator))
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// If it needs more than [`MAX_FLOAT_BITS`] bits; so do the others.
    pub fn add(&self, other: &Self) -> Result<Self, TooLarge> {
        let (left, right) =
            (&self.0.numerator * &other.0.denominator, &other.0.numerator * &self.0.denominator);
        Self::new(left + right, &self.0.denominator * &other.0.denominator)
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// See [`Self::add`].
    pub fn sub(&self, other: &Self) -> Result<Self, TooLarge> {
        self.add(&other.neg())
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// See [`Self::add`].
    pub fn mul(&self, other: &Self) -> Result<Self, TooLarge> {
        Self::new(
            &self.0.numerator * &other.0.numerator,
            &self.0.denominator * &other.0.denominator,
        )
    }

    /// The quotient; `None` when `other` is 0.
    ///
    /// # Errors
    ///
    /// See [`Self::add`].
    pub fn div(&self, other: &Self) -> Option<Result<Self, TooLarge>> {
        let (mut above, mut below) =
            (&self.0.numerator * &other.0.denominator, &self.0.denominator * &other.0.numerator);
        if below.is_negative() {
            (above, below) = (-above, -below);
        }
        (!below.is_zero()).then(|| Self::new(above, below))
    }

    /// The power, 1 for an exponent of 0.
    ///
    /// # Errors
    ///
    /// See [`Self::add`].
    pub fn pow(&self, exponent: u64) -> Result<Self, TooLarge> {
        let power = |part: &BigInt| Int::from(part.clone()).pow(exponent).map(|int| int.to_big());
        // Powers of what is in lowest terms are in lowest terms.
        Self::raw(power(&self.0.numerator)?, power(&self.0.denominator)?).checked()
    }

    /// With the other sign.
    pub fn neg(&self) -> Self {
        Self::raw(-&self.0.numerator, self.0.denominator.clone())
    }
}

impl Ord for Float {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.0.numerator * &other.0.denominator).cmp(&(&other.0.numerator * &self.0.denominator))
    }
}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&Int> for Float {
    fn from(int: &Int) -> Self {
        Self::raw(int.to_big(), BigInt::one())
    }
}

/// As a decimal number where it is one with few digits, else as a fraction.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // More decimals are of no use in a message.
        const DECIMALS: u32 = 20;
        if self.bits() > 10_000 {
            return write!(f, "(a fraction of {} bits)", self.bits());
        }
        let Parts { numerator, denominator } = &*self.0;
        for decimals in 0..=DECIMALS {
            let scaled = numerator * BigInt::from(10).pow(decimals);
            if (&scaled % denominator).is_zero() {
                let digits = (scaled / denominator).abs().to_string();
                if digits.len() > 100 {
                    break;
                }
                let width = decimals as usize + 1;
                let digits = format!("{digits:0>width$}");
                let (whole, rest) = digits.split_at(digits.len() - decimals as usize);
                let sign = if numerator.is_negative() { "-" } else { "" };
                let rest = if rest.is_empty() { "0" } else { rest };
                return write!(f, "{sign}{whole}.{rest}");
            }
        }
        match (numerator.to_f64(), denominator.to_f64()) {
            (Some(above), Some(below)) if above.is_finite() && below.is_finite() => {
                write!(f, "about {}", above / below)
            }
            _ => write!(f, "(a fraction of {} bits)", self.bits()),
        }
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(numerator: i64, denominator: i64) -> Float {
        Float::new(numerator.into(), denominator.into()).unwrap()
    }

    #[test]
    fn floats_are_shown_as_decimals() {
        assert_eq!(float(-3, 2).to_string(), "-1.5");
        assert_eq!(float(1, 20).to_string(), "0.05");
        assert_eq!(float(7, 1).to_string(), "7.0");
        assert_eq!(float(1, 3).to_string(), "about 0.3333333333333333");
    }

    #[test]
    fn arithmetic_is_exact() {
        assert_eq!(float(1, 10).add(&float(2, 10)).unwrap(), float(3, 10));
        assert_eq!(float(1, 3).mul(&float(3, 1)).unwrap().to_int(), Some(Int::from(1)));
        assert!(float(1, 3).div(&float(0, 1)).is_none());
        assert_eq!(float(-2, 3).pow(3).unwrap(), float(-8, 27));
        assert_eq!(float(7, 2).cmp_int(&Int::from(4)), Ordering::Less);
    }

    #[test]
    fn fractions_too_large_to_reduce_are_refused() {
        assert_eq!(float(1, 10).pow(1_000_000), Err(TooLarge));
        let large = Float::from(&Int::from(10).pow(300_000).unwrap());
        assert!(large.add(&float(1, 2)).is_ok());
        assert_eq!(large.mul(&large), Err(TooLarge));
    }
}
