//! The commands that match numbers.

use std::cmp::Ordering;
use std::io::Read;

use crate::ast::{Expr, Notation, Variable};
use crate::error::{Fault, FaultKind, named};
use crate::values::{Decimal, Float, Int, Value};

use super::{Checker, Observe, Stop};

/// A float with more digits is not read: it would have to be held whole to be
/// compared.
const MAX_FLOAT_BYTES: usize = 1 << 20;

impl<R: Read, O: Observe> Checker<'_, R, O> {
    fn digit(&mut self, at: usize) -> Result<bool, Stop> {
        Ok(self.reader.peek(at)?.is_some_and(|byte| byte.is_ascii_digit()))
    }

    /// Digits from `at` on: where they end, or where there are too many.
    fn digits(&mut self, mut at: usize, most: usize) -> Result<usize, Stop> {
        let end = at.saturating_add(most);
        while at < end && self.digit(at)? {
            at += 1;
        }
        Ok(at)
    }

    /// Refuses the word that stands here, or at least `length` bytes of it.
    fn refuse_word(&mut self, length: usize, expected: String, reason: &str) -> Result<Stop, Stop> {
        let length = self.word()?.max(length);
        let got = named(self.reader.ahead(length));
        let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        Ok(self.refuse(length, expected, format!("got {got}{reason}")))
    }

    pub(super) fn int(
        &mut self,
        min: &Expr,
        max: &Expr,
        store: Option<&Variable>,
    ) -> Result<(), Stop> {
        let low = self.scope().int(min)?;
        let high = self.scope().int(max)?;
        let expected = |low: &Int, high: &Int| {
            if low > high {
                format!("an integer, but none is at least {low} and at most {high}")
            } else {
                format!("an integer from {low} to {high}")
            }
        };
        let negative = self.reader.peek(0)? == Some(b'-');
        let start = usize::from(negative);
        // A number with more digits than both bounds is out of range, however it
        // goes on: it is not held.
        let most = usize::try_from(low.max_digits().max(high.max_digits())).unwrap_or(usize::MAX);
        let end = self.digits(start, most.saturating_add(1))?;
        let digits = &self.reader.ahead(end)[start.min(end)..];
        let problem = match digits {
            [] => Some(""),
            [b'0'] if negative => Some("`-0` is not how the number 0 is written"),
            [b'0', _, ..] => Some("leading zeros"),
            _ if digits.len() > most => Some(""),
            _ => None,
        };
        if let Some(problem) = problem {
            return Err(self.refuse_word(end, expected(&low, &high), problem)?);
        }
        let number = Int::from_digits(negative, digits);
        if number < low || number > high {
            let got = named(self.reader.ahead(end));
            return Err(self.refuse(end, expected(&low, &high), format!("got {got}")));
        }
        self.reader.advance(end);
        self.store(store, number)
    }

    pub(super) fn float(
        &mut self,
        min: &Expr,
        max: &Expr,
        decimals: Option<&(Expr, Expr)>,
        store: Option<&Variable>,
        notation: Notation,
    ) -> Result<(), Stop> {
        let low = self.scope().float(min)?;
        let high = self.scope().float(max)?;
        let decimals = match decimals {
            Some((least, most)) => Some((self.decimals(least)?, self.decimals(most)?)),
            None => None,
        };
        let expected = Expected { low, high, decimals, notation };
        let shape = match self.shape(notation)? {
            Ok(shape) => shape,
            Err((length, problem)) => {
                return Err(self.refuse_word(length, expected.to_string(), problem)?);
            }
        };
        let text = self.reader.ahead(shape.length).to_vec();
        if let Some(problem) = expected.problem(&shape, &text) {
            let got = named(&text);
            return Err(self.refuse(
                shape.length,
                expected.to_string(),
                format!("got {got}{problem}"),
            ));
        }
        if let Some(variable) = store {
            let value = Decimal::parse(&text).map(|decimal| decimal.to_float());
            let Some(Ok(value)) = value else {
                return Err(Fault { span: self.command, kind: FaultKind::TooLarge }.into());
            };
            self.reader.advance(shape.length);
            return self.set(variable, Value::Float(value));
        }
        self.reader.advance(shape.length);
        Ok(())
    }

    fn decimals(&mut self, count: &Expr) -> Result<Int, Stop> {
        let number = self.scope().int(count)?;
        if number.is_negative() {
            return Err(Fault { span: count.span, kind: FaultKind::Decimals(number) }.into());
        }
        Ok(number)
    }

    /// Looks at `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?(0|[1-9][0-9]*))?`. If
    /// that is not what stands here: how much of it does, and what is wrong.
    fn shape(&mut self, notation: Notation) -> Result<Result<Shape, (usize, &'static str)>, Stop> {
        let mut shape = Shape::default();
        let start = usize::from(self.reader.peek(0)? == Some(b'-'));
        let mut at = self.digits(start, MAX_FLOAT_BYTES)?;
        shape.whole = start..at;
        if at == start {
            return Ok(Err((at, "")));
        }
        if at - start > 1 && self.reader.ahead(at)[start] == b'0' {
            return Ok(Err((at, "leading zeros")));
        }
        if self.reader.peek(at)? == Some(b'.') {
            let dot = at;
            at = self.digits(dot + 1, MAX_FLOAT_BYTES)?;
            shape.decimals = at - dot - 1;
            if shape.decimals == 0 {
                return Ok(Err((at, "no digit after the point")));
            }
        }
        let exponent = matches!(self.reader.peek(at)?, Some(b'e' | b'E'));
        if !exponent && notation == Notation::Scientific {
            return Ok(Err((at, "no exponent")));
        }
        // A fixed number ends before an `e`.
        if exponent && notation != Notation::Fixed {
            let sign = matches!(self.reader.peek(at + 1)?, Some(b'+' | b'-'));
            let start = at + 1 + usize::from(sign);
            at = self.digits(start, MAX_FLOAT_BYTES)?;
            shape.exponent = true;
            if at == start {
                return Ok(Err((at, "no digit in the exponent")));
            }
            if at - start > 1 && self.reader.ahead(at)[start] == b'0' {
                return Ok(Err((at, "leading zeros in the exponent")));
            }
        }
        shape.length = at;
        if at >= MAX_FLOAT_BYTES {
            return Ok(Err((at, "more than 1,048,576 bytes")));
        }
        Ok(Ok(shape))
    }
}

/// How a float is written.
#[derive(Default)]
struct Shape {
    length: usize,
    /// The digits before the point.
    whole: std::ops::Range<usize>,
    decimals: usize,
    exponent: bool,
}

/// What a float must be.
struct Expected {
    low: Float,
    high: Float,
    decimals: Option<(Int, Int)>,
    notation: Notation,
}

impl Expected {
    /// Why a number is not that; as the end of a sentence.
    fn problem(&self, shape: &Shape, text: &[u8]) -> Option<String> {
        if let Some((least, most)) = &self.decimals {
            if shape.exponent && (shape.whole.len() != 1 || text[shape.whole.start] == b'0') {
                return Some(": before the point of a number with an exponent stands one digit that is not 0".into());
            }
            let count = Int::from(shape.decimals as u64);
            if count < *least || count > *most {
                return Some(format!(" with {count} decimals"));
            }
        }
        let decimal = Decimal::parse(text)?;
        let inside = decimal.compare(&self.low) != Ordering::Less
            && decimal.compare(&self.high) != Ordering::Greater;
        (!inside).then(String::new)
    }
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { low, high, .. } = self;
        if low > high {
            write!(f, "a number, but none is at least {low} and at most {high}")?;
        } else {
            write!(f, "a number from {low} to {high}")?;
        }
        match &self.decimals {
            Some((least, most)) if least == most => write!(f, " with {least} decimals")?,
            Some((least, most)) => write!(f, " with {least} to {most} decimals")?,
            None => (),
        }
        match self.notation {
            Notation::Any => Ok(()),
            Notation::Fixed => write!(f, ", without an exponent"),
            Notation::Scientific => write!(f, ", with an exponent"),
        }
    }
}
