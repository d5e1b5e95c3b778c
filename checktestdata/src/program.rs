//! A program that has been read.

use std::sync::Arc;

use crate::ast::{Command, Name};
use crate::span::{Position, Span};

/// A program: its commands and what belongs to them.
#[derive(Debug, Clone)]
pub struct Program {
    /// The commands in their order, without the `EOF` that every program ends
    /// with.
    pub commands: Vec<Command>,
    /// The names of the variables, by [`Name`].
    pub names: Vec<String>,
    /// Comments that begin with `#@`, in their order.
    pub annotations: Vec<Annotation>,
    /// What is no error and yet likely a mistake.
    pub warnings: Vec<Warning>,
    /// By [`Name`]: whether `INARRAY`, or `UNIQUE` of this name alone, asks for
    /// its values. Those are counted, so that the answer is quick.
    pub(crate) counted: Vec<bool>,
    pub(crate) source: Arc<[u8]>,
}

/// A comment that begins with `#@`. It says nothing to a checker of the
/// original language, so that a tool may give it a meaning of its own and the
/// file stays valid for every other tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// From its `#` to the end of the line. Compare with [`Command::span`] to
    /// find the commands before and after it.
    pub span: Span,
    /// What follows `#@`, with constants replaced.
    pub text: Vec<u8>,
    /// Whether nothing but blanks stands before it in its line.
    pub own_line: bool,
}

/// Something that is no error and yet likely a mistake, or that other tools read
/// otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub span: Span,
    /// The place of its first byte.
    pub position: Position,
    /// What, as a sentence without a full stop.
    pub message: String,
}

impl Program {
    /// The text of a name.
    pub fn name(&self, name: Name) -> &str {
        &self.names[name.0]
    }

    /// The source as it was given.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The place of the first byte of a span. Reads the source up to there.
    pub fn position(&self, span: Span) -> Position {
        Position::of(&self.source, span.start)
    }
}
