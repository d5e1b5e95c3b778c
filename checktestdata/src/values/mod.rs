//! The values of variables: integers of any size, exact fractions, strings.

mod decimal;
mod float;
mod int;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use decimal::Decimal;
pub use float::{Float, MAX_FLOAT_BITS};
pub use int::{Int, MAX_INT_BITS};

/// A value of an expression or a variable.
///
/// Two values are equal when they are the same number, integer or not, or the
/// same string; a string never equals a number.
#[derive(Debug, Clone)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// A number that is not of the integer type, even where it is whole: an
    /// integer division is only done between integers.
    Float(Float),
    /// A string of bytes.
    Text(Arc<[u8]>),
}

impl Value {
    /// A string.
    pub fn text(bytes: &[u8]) -> Self {
        Self::Text(bytes.into())
    }

    /// What kind of value it is, with its article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Int(_) => "an integer",
            Self::Float(_) => "a float",
            Self::Text(_) => "a string",
        }
    }

    /// The order of two numbers or of two strings (bytewise); `None` between
    /// a number and a string, which the language does not compare.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        Some(match (self, other) {
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Float(a), Self::Float(b)) => a.cmp(b),
            (Self::Int(a), Self::Float(b)) => b.cmp_int(a).reverse(),
            (Self::Float(a), Self::Int(b)) => a.cmp_int(b),
            (Self::Text(_), _) | (_, Self::Text(_)) => return None,
        })
    }

    /// The number as a float; `None` for a string.
    pub fn to_float(&self) -> Option<Float> {
        match self {
            Self::Int(int) => Some(Float::from(int)),
            Self::Float(float) => Some(float.clone()),
            Self::Text(_) => None,
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Int(int) => int.hash(state),
            // A whole float equals an integer, so that it must hash like it.
            Self::Float(float) => match float.to_int() {
                Some(int) => int.hash(state),
                None => float.hash(state),
            },
            Self::Text(text) => text.hash(state),
        }
    }
}

impl From<Int> for Value {
    fn from(int: Int) -> Self {
        Self::Int(int)
    }
}

impl From<Float> for Value {
    fn from(float: Float) -> Self {
        Self::Float(float)
    }
}

/// Numbers in decimal where they are short, strings in quotes: for messages.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(int) => int.fmt(f),
            Self::Float(float) => float.fmt(f),
            Self::Text(text) => crate::quote::quoted(text).fmt(f),
        }
    }
}

/// A number would be larger than what is held, see [`MAX_INT_BITS`] and
/// [`MAX_FLOAT_BITS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use super::*;

    fn float(text: &str) -> Value {
        Decimal::parse(text.as_bytes()).unwrap().to_float().unwrap().into()
    }

    #[test]
    fn a_whole_float_equals_and_hashes_like_the_integer() {
        let hasher = RandomState::new();
        let one = Value::from(Int::from(1));
        assert_eq!(one, float("1.0"));
        assert_eq!(hasher.hash_one(&one), hasher.hash_one(float("10e-1")));
        assert_ne!(one, float("1.5"));
        assert_ne!(one, Value::text(b"1"));
    }

    #[test]
    fn numbers_and_strings_are_not_compared() {
        assert_eq!(Value::text(b"1").compare(&Int::from(1).into()), None);
        assert_eq!(float("0.5").compare(&Int::from(1).into()), Some(Ordering::Less));
        assert_eq!(Value::text(b"ab").compare(&Value::text(b"b")), Some(Ordering::Less));
    }
}
