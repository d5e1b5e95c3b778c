#![doc = include_str!("../README.md")]

pub mod ast;
pub mod regex;
pub mod values;

mod checker;
mod constants;
mod error;
mod evaluate;
mod lexer;
mod lint;
mod parser;
mod picture;
mod program;
mod quote;
mod reader;
mod span;
mod token;
mod variables;
mod work;

pub use checker::{Observe, Options, check, check_observed};
pub use constants::{BadName, Constants};
pub use error::{
    CheckError, Excerpt, Fault, FaultAt, FaultKind, Mismatch, SyntaxError, SyntaxErrorKind,
};
pub use evaluate::{Peek, Scope};
pub use parser::{parse, parse_with};
pub use picture::Style;
pub use program::{Annotation, Program, Warning};
pub use span::{Position, Span};
pub use variables::{Index, Variables};
pub use work::Work;
