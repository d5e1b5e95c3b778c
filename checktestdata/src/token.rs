//! The words of the language.

use std::fmt;

use crate::span::Span;
use crate::values::Value;

/// A word with its place.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) span: Span,
    pub(crate) kind: TokenKind,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TokenKind {
    Literal(Value),
    Name(String),
    Keyword(Keyword),
    Symbol(Symbol),
    End,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $name { $($variant),* }

        impl $name {
            pub(crate) const ALL: &[Self] = &[$(Self::$variant),*];

            pub(crate) fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }
    };
}

words! {
    Keyword {
        Space = "SPACE", Newline = "NEWLINE", Eof = "EOF", Int = "INT", Float = "FLOAT",
        FloatP = "FLOATP", Text = "STRING", Regex = "REGEX", Assert = "ASSERT", Set = "SET",
        Unset = "UNSET", Rep = "REP", RepI = "REPI", While = "WHILE", WhileI = "WHILEI",
        If = "IF", Else = "ELSE", End = "END", Match = "MATCH", IsEof = "ISEOF",
        Unique = "UNIQUE", InArray = "INARRAY", Strlen = "STRLEN", Fixed = "FIXED",
        Scientific = "SCIENTIFIC",
    }
}

words! {
    /// Longer ones first, so that the first that fits is the longest.
    Symbol {
        And = "&&", Or = "||", AtMost = "<=", AtLeast = ">=", Equal = "==", Unequal = "!=",
        Less = "<", Greater = ">", Not = "!", Assign = "=", Plus = "+", Minus = "-",
        Times = "*", Over = "/", Percent = "%", Caret = "^", Comma = ",", Open = "(",
        Close = ")", OpenIndex = "[", CloseIndex = "]",
    }
}

/// For messages: "expected …, got THIS".
impl fmt::Display for TokenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(Value::Text(_)) => write!(f, "a string"),
            Self::Literal(value) => write!(f, "the number `{value}`"),
            Self::Name(name) => crate::quote::quoted(name.as_bytes()).fmt(f),
            Self::Keyword(keyword) => write!(f, "`{}`", keyword.text()),
            Self::Symbol(symbol) => write!(f, "`{}`", symbol.text()),
            Self::End => write!(f, "the end of the program"),
        }
    }
}
