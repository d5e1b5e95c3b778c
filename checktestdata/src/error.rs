//! What can be wrong: with a program before it runs ([`SyntaxError`]), with a
//! program while it runs ([`Fault`]), or with the input ([`Mismatch`]).

use std::fmt;
use std::io;
use std::sync::Arc;

use crate::ast::Operator;
use crate::quote::{printable, quoted};
use crate::regex::PatternError;
use crate::span::{Position, Span};
use crate::values::{Int, MAX_INT_BITS, Value};

/// A program that cannot be read. Its text is one line with the place; a
/// picture of the place is [`SyntaxError::picture`](crate::SyntaxError::picture).
#[derive(Debug, Clone)]
pub struct SyntaxError {
    /// Where.
    pub span: Span,
    /// The place of its first byte.
    pub position: Position,
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    pub(crate) source: Arc<[u8]>,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.kind)
    }
}

impl std::error::Error for SyntaxError {}

/// What is wrong with a program.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SyntaxErrorKind {
    /// Bytes that begin no word.
    #[error("unexpected {}{}", quoted(bytes), constant_hint(*constant))]
    UnexpectedBytes {
        /// One character.
        bytes: Vec<u8>,
        /// Whether they look like a constant.
        constant: bool,
    },
    /// Uppercase letters that are no word of the language.
    #[error("unknown word {}{}", quoted(word.as_bytes()), did_you_mean(hint.as_deref()))]
    UnknownWord {
        /// The word.
        word: String,
        /// What may have been meant.
        hint: Option<String>,
    },
    /// A string without its closing quote.
    #[error("the string that begins here has no closing `\"`")]
    OpenString,
    /// `\400` or more.
    #[error("an octal escape must be at most `\\377`")]
    OctalTooLarge,
    /// A literal beyond what is held.
    #[error("this number is too large to be held exactly")]
    NumberTooLarge,
    /// Another word than the grammar has here.
    #[error("expected {expected}, got {got}")]
    Unexpected {
        /// What can stand here.
        expected: String,
        /// What stands here.
        got: String,
    },
    /// A block without its `END`.
    #[error("`{opened_by}` has no `END`")]
    OpenBlock {
        /// The command that began the block.
        opened_by: &'static str,
    },
    /// `END` or `ELSE` without a block that it could end.
    #[error("`{0}` without {1} before it")]
    StrayEnd(&'static str, &'static str),
    /// An `IF` has one `ELSE`.
    #[error("a second `ELSE` for the same `IF`")]
    SecondElse,
    /// A loop or `IF` between the iterations of a loop.
    #[error("the separator of a loop must be a plain command, not `{0}`")]
    BlockAsSeparator(&'static str),
    /// A number or string where a condition is needed.
    #[error("expected a test, such as `n < 10`, got a value")]
    NotATest,
    /// A condition where a number or string is needed.
    #[error("expected a value, got a test")]
    NotAValue,
    /// Parentheses, blocks or operators within each other, beyond what is read.
    #[error("nested too deeply: the limit is {0} levels")]
    TooDeep(usize),
    /// A variable that nothing ever sets.
    #[error("variable `{0}` is used, but nothing sets it")]
    NeverSet(String),
    /// A regular expression that is not one.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// An expression of literals that has no value.
    #[error(transparent)]
    Constant(FaultKind),
}

fn constant_hint(constant: bool) -> &'static str {
    if constant { ": no constant of this name is defined" } else { "" }
}

fn did_you_mean(hint: Option<&str>) -> String {
    hint.map_or_else(String::new, |hint| format!("; did you mean {hint}?"))
}

/// A program that went wrong while it ran: the input is neither right nor wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// Which part of the program.
    pub span: Span,
    /// What went wrong.
    pub kind: FaultKind,
}

/// How a running program went wrong.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FaultKind {
    /// A variable without a value.
    #[error("variable `{0}` has no value here")]
    Undefined(String),
    /// A value of the wrong kind.
    #[error("expected {expected}, got {got}")]
    WrongKind {
        /// What is needed.
        expected: &'static str,
        /// The value.
        got: Value,
    },
    /// Values that cannot be compared.
    #[error("cannot compare {left} with {right}: one is a number, one is a string")]
    Incomparable {
        /// The left side.
        left: Value,
        /// The right side.
        right: Value,
    },
    /// `/ 0` or `% 0`.
    #[error("`{}` by zero", .0.symbol())]
    DivisionByZero(Operator),
    /// An exponent below 0 or above 2⁶⁴ − 1.
    #[error("an exponent must be between 0 and 2^64 - 1, got {0}")]
    Exponent(Int),
    /// A number beyond what is computed.
    #[error("the number is too large to be computed exactly (the limit is {MAX_INT_BITS} bits for integers, {float} for floats)", float = crate::values::MAX_FLOAT_BITS)]
    TooLarge,
    /// A count of iterations below 0 or above 2³² − 1.
    #[error("a loop's count must be between 0 and 2^32 - 1, got {0}")]
    Count(Int),
    /// A number of decimals below 0.
    #[error("a number of decimals must not be negative, got {0}")]
    Decimals(Int),
    /// A loop whose iteration changed nothing.
    #[error("this loop never ends: an iteration neither read input nor changed a variable")]
    Endless,
    /// Too much work without reading.
    #[error("{0} steps without reading any input: this loop does not seem to end")]
    Idle(u64),
    /// A regular expression that is not one.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

/// Why an input was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The input does not match the program.
    #[error(transparent)]
    Mismatch(#[from] Box<Mismatch>),
    /// The program went wrong: see [`Fault`].
    #[error(transparent)]
    Fault(#[from] Box<FaultAt>),
    /// The input could not be read.
    #[error("cannot read the input: {0}")]
    Read(#[from] io::Error),
}

/// A [`Fault`] with its places.
#[derive(Debug, Clone, PartialEq)]
pub struct FaultAt {
    /// What went wrong.
    pub fault: Fault,
    /// Where in the program.
    pub position: Position,
    /// How far the input had been read.
    pub input: Position,
}

impl fmt::Display for FaultAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (input read up to {})", self.position, self.fault.kind, self.input)
    }
}

impl std::error::Error for FaultAt {}

/// An input that does not match.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The place in the input.
    pub position: Position,
    /// Its offset in bytes.
    pub offset: u64,
    /// What the program allows here.
    pub expected: String,
    /// What stands here, or why it is refused.
    pub got: String,
    /// The command of the program.
    pub command: Span,
    /// The place of the command.
    pub command_position: Position,
    /// The line around the place.
    pub excerpt: Excerpt,
}

/// A part of one line of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// Its bytes, without the line end.
    pub line: Vec<u8>,
    /// Which of them are meant: a range, empty at the end of a line.
    pub marked: std::ops::Range<usize>,
    /// Whether the line begins before.
    pub cut_before: bool,
    /// Whether the line goes on after.
    pub cut_after: bool,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, {}", self.position, self.expected, self.got)
    }
}

impl std::error::Error for Mismatch {}

/// Bytes of the input in a message: blanks by their names.
pub(crate) fn named(bytes: &[u8]) -> String {
    match bytes {
        [] => "the end of the input".into(),
        b" " => "a space".into(),
        b"\n" => "a line end".into(),
        b"\t" => "a tab".into(),
        b"\r" => "a carriage return (`\\r`)".into(),
        _ if bytes.len() > 40 => quoted(bytes).to_string(),
        _ => format!("`{}`", printable(bytes)),
    }
}
