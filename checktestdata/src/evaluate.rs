//! The values of expressions, and whether tests hold.

use crate::ast::{Expr, ExprKind, Name, Operator, Test, TestKind, Variable};
use crate::error::{Fault, FaultKind};
use crate::program::Program;
use crate::span::Span;
use crate::values::{Float, Int, MAX_INT_BITS, TooLarge, Value};
use crate::variables::{Index, Variables};
use crate::work::Work;

/// What expressions are evaluated in.
pub struct Scope<'a> {
    /// The program, for the names of its variables.
    pub program: &'a Program,
    /// The variables.
    pub variables: &'a Variables,
    /// What evaluating costs is counted here.
    pub work: &'a mut Work,
}

/// What tests ask of an input.
pub trait Peek {
    /// Why the next byte cannot be told.
    type Error: From<Fault>;

    /// The next byte of the input, `None` at its end. It is not taken.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn peek(&mut self) -> Result<Option<u8>, Self::Error>;

    /// `UNIQUE` of arrays that do not have the same indices: `has` has the
    /// index, `lacks` does not. The original does not take this as a test that
    /// fails: the input is refused at once.
    fn indices_differ(&mut self, has: Name, lacks: Name, index: Index) -> Self::Error;
}

impl From<TooLarge> for FaultKind {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

/// The value of an expression of literals.
pub(crate) fn constant(expr: &Expr) -> Result<Value, Fault> {
    // Literals are folded one operator at a time, so that each of them may be as
    // costly as one operation on the largest numbers.
    let mut work = Work::new(u64::MAX);
    evaluate(expr, None, &mut work)
}

impl Scope<'_> {
    /// The value of an expression.
    ///
    /// # Errors
    ///
    /// When it has none, with the part that is at fault.
    pub fn value(&mut self, expr: &Expr) -> Result<Value, Fault> {
        evaluate(expr, Some((self.program, self.variables)), self.work)
    }

    /// The value of an expression, which must be an integer.
    ///
    /// # Errors
    ///
    /// When it has none or one of another kind.
    pub fn int(&mut self, expr: &Expr) -> Result<Int, Fault> {
        // Most bounds are literals: not copied twice.
        if let ExprKind::Literal(Value::Int(int)) = &expr.kind {
            return Ok(int.clone());
        }
        match self.value(expr)? {
            Value::Int(int) => Ok(int),
            got => Err(wrong_kind(expr.span, "an integer", got)),
        }
    }

    /// The value of an expression, which must be a number.
    ///
    /// # Errors
    ///
    /// When it has none or one of another kind.
    pub fn float(&mut self, expr: &Expr) -> Result<Float, Fault> {
        let value = self.value(expr)?;
        value.to_float().ok_or_else(|| wrong_kind(expr.span, "a number", value))
    }

    /// The value of an expression, which must be a string.
    ///
    /// # Errors
    ///
    /// When it has none or one of another kind.
    pub fn text(&mut self, expr: &Expr) -> Result<std::sync::Arc<[u8]>, Fault> {
        match self.value(expr)? {
            Value::Text(text) => Ok(text),
            got => Err(wrong_kind(expr.span, "a string", got)),
        }
    }

    /// The index of a variable.
    ///
    /// # Errors
    ///
    /// When one of its indices has no value or is no integer.
    pub fn index(&mut self, variable: &Variable) -> Result<Index, Fault> {
        index(variable, Some((self.program, self.variables)), self.work)
    }

    /// Whether a test holds.
    ///
    /// # Errors
    ///
    /// When an expression in it has no value, or the input cannot be read.
    pub fn holds<P: Peek>(&mut self, test: &Test, input: &mut P) -> Result<bool, P::Error> {
        Ok(match &test.kind {
            TestKind::Not(inner) => !self.holds(inner, input)?,
            TestKind::And(left, right) => self.holds(left, input)? && self.holds(right, input)?,
            TestKind::Or(left, right) => self.holds(left, input)? || self.holds(right, input)?,
            TestKind::Compare { comparison, left, right } => {
                let (a, b) = (self.value(left)?, self.value(right)?);
                let Some(order) = a.compare(&b) else {
                    let kind = FaultKind::Incomparable { left: a, right: b };
                    return Err(Fault { span: test.span, kind }.into());
                };
                comparison.holds(order)
            }
            TestKind::Match(characters) => {
                let characters = self.text(characters)?;
                input.peek()?.is_some_and(|byte| characters.contains(&byte))
            }
            TestKind::IsEof => input.peek()?.is_none(),
            TestKind::Unique(names) => {
                if names.len() > 1 {
                    let cost = names.iter().map(|&name| self.variables.len(name) as u64).sum();
                    self.charge(test.span, cost)?;
                    if let Some((has, lacks, index)) = self.variables.index_not_shared(names) {
                        return Err(input.indices_differ(has, lacks, index));
                    }
                }
                self.variables.unique(names)
            }
            TestKind::InArray { value, array } => {
                let value = self.value(value)?;
                self.variables.contains(*array, &value)
            }
        })
    }

    fn charge(&mut self, span: Span, steps: u64) -> Result<(), Fault> {
        self.work.charge(steps).map_err(|kind| Fault { span, kind })
    }
}

fn wrong_kind(span: Span, expected: &'static str, got: Value) -> Fault {
    Fault { span, kind: FaultKind::WrongKind { expected, got } }
}

type Held<'a> = Option<(&'a Program, &'a Variables)>;

fn evaluate(expr: &Expr, held: Held<'_>, work: &mut Work) -> Result<Value, Fault> {
    let fault = |kind| Fault { span: expr.span, kind };
    match &expr.kind {
        ExprKind::Literal(value) => Ok(value.clone()),
        ExprKind::Variable(variable) => {
            let index = index(variable, held, work)?;
            let value = held.and_then(|(_, variables)| variables.get(variable.name, &index));
            value.cloned().ok_or_else(|| {
                let name = held.map_or("", |(program, _)| program.name(variable.name));
                fault(FaultKind::Undefined(format!("{name}{index}")))
            })
        }
        ExprKind::Length(inner) => match evaluate(inner, held, work)? {
            Value::Text(text) => Ok(Int::from(text.len() as u64).into()),
            got => Err(wrong_kind(inner.span, "a string", got)),
        },
        ExprKind::Negate(inner) => match evaluate(inner, held, work)? {
            Value::Int(int) => Ok(int.neg().into()),
            Value::Float(float) => Ok(float.neg().into()),
            got => Err(wrong_kind(inner.span, "a number", got)),
        },
        ExprKind::Binary { operator, left, right } => {
            let a = number(left, held, work)?;
            let b = number(right, held, work)?;
            work.charge(cost(*operator, &a, &b)).map_err(fault)?;
            arithmetic(*operator, &a, &b, right.span)
                .map_err(|(span, kind)| Fault { span: span.unwrap_or(expr.span), kind })
        }
    }
}

fn number(expr: &Expr, held: Held<'_>, work: &mut Work) -> Result<Value, Fault> {
    match evaluate(expr, held, work)? {
        got @ Value::Text(_) => Err(wrong_kind(expr.span, "a number", got)),
        value => Ok(value),
    }
}

fn index(variable: &Variable, held: Held<'_>, work: &mut Work) -> Result<Index, Fault> {
    let mut number = |expr: &Expr| match evaluate(expr, held, work)? {
        Value::Int(int) => Ok(int),
        got => Err(wrong_kind(expr.span, "an integer as an index", got)),
    };
    match &variable.indices[..] {
        [] => Ok(Index::Plain),
        [one] => Ok(Index::One(number(one)?)),
        many => Ok(Index::Many(many.iter().map(number).collect::<Result<_, _>>()?)),
    }
}

/// Steps that an operation takes: its time on large numbers, in words of 64
/// bits. Products and powers take less than quadratic time; reducing a fraction
/// takes quadratic time, bit by bit, in its smaller part.
fn cost(operator: Operator, a: &Value, b: &Value) -> u64 {
    // Words above and below the line.
    let words = |value: &Value| match value {
        Value::Int(int) => (int.bits() / 64 + 1, 1),
        Value::Float(float) => {
            (float.numerator().bits() / 64 + 1, float.denominator().bits() / 64 + 1)
        }
        Value::Text(_) => (1, 1),
    };
    let product = |small: u64, large: u64| small.max(large) * small.min(large).isqrt();
    let ((above, below), (other_above, other_below)) = (words(a), words(b));
    if operator == Operator::Power {
        let exponent = match b {
            Value::Int(exponent) => exponent.to_u64().unwrap_or(u64::MAX),
            _ => 1,
        };
        // No result is larger: what would be is refused.
        let most = MAX_INT_BITS / 64;
        let size = |words: u64| words.saturating_mul(exponent).min(most);
        return product(size(above), size(above)) + product(size(below), size(below));
    }
    if matches!((a, b), (Value::Int(_), Value::Int(_))) {
        return match operator {
            Operator::Add | Operator::Subtract => above.max(other_above),
            _ => product(above, other_above),
        };
    }
    let (above, below) = match operator {
        Operator::Divide => (above + other_below, below + other_above),
        Operator::Multiply => (above + other_above, below + other_below),
        _ => ((above + other_below).max(below + other_above), below + other_below),
    };
    product(above, below) + 64 * above.min(below) * above.min(below)
}

/// Where the fault is, if not in the whole expression, and what.
type Reason = (Option<Span>, FaultKind);

fn arithmetic(operator: Operator, a: &Value, b: &Value, right: Span) -> Result<Value, Reason> {
    let whole = |kind: FaultKind| (None, kind);
    let large = |_: TooLarge| (None, FaultKind::TooLarge);
    if operator == Operator::Power {
        return power(a, b, right);
    }
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        let divided =
            |result: Option<Int>| result.ok_or((Some(right), FaultKind::DivisionByZero(operator)));
        return Ok(Value::Int(match operator {
            Operator::Add => a.add(b).map_err(large)?,
            Operator::Subtract => a.sub(b).map_err(large)?,
            Operator::Multiply => a.mul(b).map_err(large)?,
            Operator::Divide => divided(a.div(b))?,
            _ => divided(a.rem(b))?,
        }));
    }
    let float = |value: &Value| {
        let wrong = FaultKind::WrongKind { expected: "a number", got: value.clone() };
        value.to_float().ok_or(whole(wrong))
    };
    let (x, y) = (float(a)?, float(b)?);
    let result = match operator {
        Operator::Add => x.add(&y),
        Operator::Subtract => x.sub(&y),
        Operator::Multiply => x.mul(&y),
        Operator::Divide => x.div(&y).ok_or((Some(right), FaultKind::DivisionByZero(operator)))?,
        _ => {
            let got = if matches!(a, Value::Float(_)) { a } else { b };
            let expected = "integers around `%`";
            return Err(whole(FaultKind::WrongKind { expected, got: got.clone() }));
        }
    };
    Ok(Value::Float(result.map_err(large)?))
}

fn power(base: &Value, exponent: &Value, right: Span) -> Result<Value, Reason> {
    let Value::Int(number) = exponent else {
        let expected = "an integer as an exponent";
        return Err((Some(right), FaultKind::WrongKind { expected, got: exponent.clone() }));
    };
    let Some(exponent) = number.to_u64() else {
        // 0, 1 and -1 to a huge power are small, and yet the language has a limit.
        return Err((Some(right), FaultKind::Exponent(number.clone())));
    };
    let large = |_: TooLarge| (None, FaultKind::TooLarge);
    match base {
        Value::Int(int) => Ok(int.pow(exponent).map_err(large)?.into()),
        Value::Float(float) => Ok(float.pow(exponent).map_err(large)?.into()),
        Value::Text(_) => {
            Err((None, FaultKind::WrongKind { expected: "a number", got: base.clone() }))
        }
    }
}

/// The variables that an assertion compares, with their values, for a message:
/// "n = 3, m = 5". A test that joins others shows those of the parts that decide
/// it is not worth it: all are shown, up to a few.
pub(crate) fn explain(scope: &mut Scope<'_>, test: &Test) -> Vec<String> {
    let mut parts = Vec::new();
    explain_into(scope, test, &mut parts);
    parts.dedup();
    parts
}

fn explain_into(scope: &mut Scope<'_>, test: &Test, parts: &mut Vec<String>) {
    match &test.kind {
        TestKind::Not(inner) => explain_into(scope, inner, parts),
        TestKind::And(left, right) | TestKind::Or(left, right) => {
            explain_into(scope, left, parts);
            explain_into(scope, right, parts);
        }
        TestKind::Compare { left, right, .. } => {
            for side in [left, right] {
                explain_side(scope, side, parts);
            }
        }
        TestKind::InArray { value, .. } => explain_side(scope, value, parts),
        TestKind::Unique(names) => {
            if let Some((first, second)) = scope.variables.repeated(names) {
                let at = |index: &Index| {
                    let named =
                        names.iter().map(|&name| format!("{}{index}", scope.program.name(name)));
                    named.collect::<Vec<_>>().join(",")
                };
                let values: Vec<_> = names
                    .iter()
                    .filter_map(|&name| scope.variables.get(name, &first))
                    .map(Value::to_string)
                    .collect();
                parts.push(format!("{} = {} = {}", at(&first), at(&second), values.join(",")));
            }
        }
        TestKind::Match(_) | TestKind::IsEof => (),
    }
}

fn explain_side(scope: &mut Scope<'_>, side: &Expr, parts: &mut Vec<String>) {
    if matches!(side.kind, ExprKind::Literal(_)) {
        return;
    }
    if let Ok(value) = scope.value(side) {
        let source = &scope.program.source()[side.span.start..side.span.end];
        let part = format!("{} = {value}", crate::quote::printable(source.trim_ascii()));
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
}
