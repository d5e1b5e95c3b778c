//! The tree of a program. It is public: whatever walks a format (a checker, a
//! generator, a document) walks this.
//!
//! Variables are numbered: a [`Name`] is an index into [`Program::names`](crate::Program::names), so
//! that a walker needs no map of strings.

use crate::span::Span;
use crate::values::Value;

/// A variable's name, by its number in [`Program::names`](crate::Program::names).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub usize);

/// One command, where it stands, and what it does.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// From the first byte of its name to the end of its arguments, or of its
    /// `END`.
    pub span: Span,
    /// What it does.
    pub kind: CommandKind,
}

/// What a command does.
#[derive(Debug, Clone, PartialEq)]
pub enum CommandKind {
    /// `SPACE`: one space.
    Space,
    /// `NEWLINE`: one line end.
    Newline,
    /// `EOF`: the end of the input. Every program ends with one that is not
    /// written and not in the tree.
    Eof,
    /// `INT(min, max [, variable])`.
    Int {
        /// The least value, an integer.
        min: Expr,
        /// The greatest value, an integer.
        max: Expr,
        /// Where the value goes.
        store: Option<Variable>,
    },
    /// `FLOAT(min, max [, variable [, option]])` and `FLOATP`, which gives
    /// `decimals` too.
    Float {
        /// The least value.
        min: Expr,
        /// The greatest value.
        max: Expr,
        /// The least and the greatest number of decimals (`FLOATP`).
        decimals: Option<(Expr, Expr)>,
        /// Where the value goes.
        store: Option<Variable>,
        /// How it must be written.
        notation: Notation,
    },
    /// `STRING(value)`: exactly this text.
    Text(Expr),
    /// `REGEX(value [, variable])`: the longest text that an extended regular
    /// expression matches here.
    Regex {
        /// The regular expression, a string.
        pattern: Expr,
        /// Where the matched text goes.
        store: Option<Variable>,
    },
    /// `ASSERT(test)`.
    Assert(Test),
    /// `SET(variable = value, …)`, one after the other.
    Set(Vec<Assignment>),
    /// `UNSET(name, …)`: removes the plain value and all indexed ones.
    Unset(Vec<Name>),
    /// `REP(count [, separator])` and `REPI`, which gives `index` too.
    Repeat {
        /// Counts the iterations from 0; afterwards the number of them.
        index: Option<Variable>,
        /// How often: 0 to 2³² − 1.
        count: Expr,
        /// Done between two iterations.
        separator: Option<Box<Command>>,
        /// Done each time.
        body: Vec<Command>,
    },
    /// `WHILE(test [, separator])` and `WHILEI`, which gives `index` too.
    While {
        /// Counts the iterations from 0; afterwards the number of them.
        index: Option<Variable>,
        /// Tested before each iteration.
        condition: Test,
        /// Done between two iterations.
        separator: Option<Box<Command>>,
        /// Done each time.
        body: Vec<Command>,
    },
    /// `IF(test) … [ELSE …] END`.
    If {
        /// What decides.
        condition: Test,
        /// Done when it holds.
        then: Vec<Command>,
        /// Done when it does not; `None` without an `ELSE`.
        otherwise: Option<Vec<Command>>,
    },
}

/// How a float must be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notation {
    /// With or without an exponent.
    #[default]
    Any,
    /// Without an exponent (`FIXED`).
    Fixed,
    /// With an exponent (`SCIENTIFIC`).
    Scientific,
}

/// `variable = value` in `SET`.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// What is set.
    pub variable: Variable,
    /// To what.
    pub value: Expr,
}

/// A variable, `a`, or one of an array, `a[i, j]`. The plain variable and the
/// array of the same name are held side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Variable {
    /// Where it stands.
    pub span: Span,
    /// Its name.
    pub name: Name,
    /// Its indices, integers; none for a plain variable.
    pub indices: Vec<Expr>,
}

/// An expression: a number or a string.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A number or a string as written.
    Literal(Value),
    /// The value of a variable.
    Variable(Variable),
    /// `STRLEN(value)`: the number of bytes of a string.
    Length(Box<Expr>),
    /// `-expr`.
    Negate(Box<Expr>),
    /// Two operands.
    Binary {
        /// What is done.
        operator: Operator,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
}

/// Arithmetic between two numbers. Of two integers the result is an integer,
/// else it is a float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, between integers rounded towards 0.
    Divide,
    /// `%`, between integers only: what [`Operator::Divide`] leaves, with the
    /// sign of the left operand.
    Remainder,
    /// `^`, with an exponent from 0 to 2⁶⁴ − 1. Groups from the left.
    Power,
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: TestKind,
}

/// What a condition is.
#[derive(Debug, Clone, PartialEq)]
pub enum TestKind {
    /// `!test`, which takes the shortest test that follows.
    Not(Box<Test>),
    /// `left && right`; the right one is not evaluated when the left one fails.
    And(Box<Test>, Box<Test>),
    /// `left || right`, which binds weaker than `&&`; the right one is not
    /// evaluated when the left one holds.
    Or(Box<Test>, Box<Test>),
    /// Two numbers or two strings compared.
    Compare {
        /// How.
        comparison: Comparison,
        /// The left side.
        left: Expr,
        /// The right side.
        right: Expr,
    },
    /// `MATCH(value)`: the next byte of the input is one of the string's.
    Match(Expr),
    /// `ISEOF`: the input has ended.
    IsEof,
    /// `UNIQUE(name, …)`: the arrays have the same indices, and no two indices
    /// hold the same values.
    Unique(Vec<Name>),
    /// `INARRAY(value, name)`: an array or plain variable of this name holds
    /// the value.
    InArray {
        /// What is looked for.
        value: Expr,
        /// Where.
        array: Name,
    },
}

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
}

impl Operator {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::Power => "^",
        }
    }
}

impl Comparison {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::Equal => "==",
            Self::Unequal => "!=",
        }
    }

    /// Whether it holds between values of this order.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
        }
    }
}
