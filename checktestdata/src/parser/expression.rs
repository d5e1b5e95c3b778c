//! Expressions and tests, read by precedence.
//!
//! Both are read by the same functions, because `(` begins either: `(a + b) < c`
//! and `(a < b) && c > d` differ only later.

use crate::ast::{Comparison, Expr, ExprKind, Operator, Test, TestKind};
use crate::error::SyntaxErrorKind as Kind;
use crate::evaluate;
use crate::lexer::Fault;
use crate::span::Span;
use crate::token::{Keyword, Symbol, TokenKind};
use crate::values::Value;

use super::names::Use;
use super::{MAX_DEPTH, Parser};

/// What has been read, and how deep its tree is.
struct Parsed {
    node: Node,
    depth: usize,
}

enum Node {
    Expr(Expr),
    Test(Test),
}

/// An operator between two operands.
#[derive(Clone, Copy)]
enum Infix {
    Arithmetic(Operator),
    Compare(Comparison),
    And,
    Or,
}

/// Binding strength. `!` takes a whole comparison; `-` takes a power.
const NOT: u8 = 3;
const NEGATE: u8 = 7;

impl Infix {
    fn of(kind: &TokenKind) -> Option<Self> {
        let TokenKind::Symbol(symbol) = kind else { return None };
        Some(match symbol {
            Symbol::Plus => Self::Arithmetic(Operator::Add),
            Symbol::Minus => Self::Arithmetic(Operator::Subtract),
            Symbol::Times => Self::Arithmetic(Operator::Multiply),
            Symbol::Over => Self::Arithmetic(Operator::Divide),
            Symbol::Percent => Self::Arithmetic(Operator::Remainder),
            Symbol::Caret => Self::Arithmetic(Operator::Power),
            Symbol::Less => Self::Compare(Comparison::Less),
            Symbol::AtMost => Self::Compare(Comparison::AtMost),
            Symbol::Greater => Self::Compare(Comparison::Greater),
            Symbol::AtLeast => Self::Compare(Comparison::AtLeast),
            Symbol::Equal => Self::Compare(Comparison::Equal),
            Symbol::Unequal => Self::Compare(Comparison::Unequal),
            Symbol::And => Self::And,
            Symbol::Or => Self::Or,
            _ => return None,
        })
    }

    fn strength(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Compare(_) => 4,
            Self::Arithmetic(Operator::Add | Operator::Subtract) => 5,
            Self::Arithmetic(Operator::Multiply | Operator::Divide | Operator::Remainder) => 6,
            Self::Arithmetic(Operator::Power) => 8,
        }
    }
}

impl Parsed {
    fn new(node: Node, depth: usize) -> Result<Self, Fault> {
        if depth > MAX_DEPTH {
            return Err((node.span(), Kind::TooDeep(MAX_DEPTH)));
        }
        Ok(Self { node, depth })
    }
}

impl Node {
    fn span(&self) -> Span {
        match self {
            Self::Expr(expr) => expr.span,
            Self::Test(test) => test.span,
        }
    }

    fn expr(self) -> Result<Expr, Fault> {
        match self {
            Self::Expr(expr) => Ok(expr),
            Self::Test(test) => Err((test.span, Kind::NotAValue)),
        }
    }

    fn test(self) -> Result<Test, Fault> {
        match self {
            Self::Test(test) => Ok(test),
            Self::Expr(expr) => Err((expr.span, Kind::NotATest)),
        }
    }
}

impl Parser {
    /// An expression.
    pub(super) fn expr(&mut self) -> Result<Expr, Fault> {
        let parsed = self.infix(0)?;
        self.deepest = self.deepest.max(parsed.depth);
        parsed.node.expr()
    }

    /// A test.
    pub(super) fn test(&mut self) -> Result<Test, Fault> {
        let parsed = self.infix(0)?;
        self.deepest = self.deepest.max(parsed.depth);
        // The likeliest reason for a value here.
        if matches!(parsed.node, Node::Expr(_)) && self.is(Symbol::Assign) {
            return Err(self.unexpected("`==` or another comparison"));
        }
        parsed.node.test()
    }

    /// A value: a literal, a variable or a function, without operators.
    pub(super) fn value(&mut self) -> Result<Expr, Fault> {
        let starts = matches!(
            self.peek().kind,
            TokenKind::Literal(_) | TokenKind::Name(_) | TokenKind::Keyword(Keyword::Strlen)
        );
        if !starts {
            return Err(self.unexpected("a value"));
        }
        let parsed = self.operand()?;
        self.deepest = self.deepest.max(parsed.depth);
        parsed.node.expr()
    }

    /// Operands with operators of at least this strength between them.
    fn infix(&mut self, strength: u8) -> Result<Parsed, Fault> {
        let mut left = self.prefix()?;
        while let Some(infix) = Infix::of(&self.peek().kind) {
            if infix.strength() < strength {
                break;
            }
            self.next += 1;
            // Operators of the same strength group from the left.
            let right = self.infix(infix.strength() + 1)?;
            left = self.join(infix, left, right)?;
        }
        Ok(left)
    }

    fn join(&mut self, infix: Infix, left: Parsed, right: Parsed) -> Result<Parsed, Fault> {
        let span = left.node.span().to(right.node.span());
        let depth = left.depth.max(right.depth) + 1;
        if let Infix::Arithmetic(operator) = infix {
            let (left, right) = (left.node.expr()?, right.node.expr()?);
            let (left, right) = (Box::new(left), Box::new(right));
            return folded(Expr { span, kind: ExprKind::Binary { operator, left, right } }, depth);
        }
        let kind = match infix {
            Infix::Compare(comparison) => {
                TestKind::Compare { comparison, left: left.node.expr()?, right: right.node.expr()? }
            }
            Infix::And => TestKind::And(Box::new(left.node.test()?), Box::new(right.node.test()?)),
            _ => TestKind::Or(Box::new(left.node.test()?), Box::new(right.node.test()?)),
        };
        Parsed::new(Node::Test(Test { span, kind }), depth)
    }

    fn prefix(&mut self) -> Result<Parsed, Fault> {
        let start = self.peek().span;
        match self.peek().kind {
            TokenKind::Symbol(Symbol::Open) => {
                self.next += 1;
                let mut inner = self.nested(|parser| parser.infix(0))?;
                if !self.is(Symbol::Close) {
                    return Err(self.unexpected("an operator or `)`"));
                }
                self.next += 1;
                let span = start.to(self.last());
                match &mut inner.node {
                    Node::Expr(expr) => expr.span = span,
                    Node::Test(test) => test.span = span,
                }
                Ok(inner)
            }
            TokenKind::Symbol(Symbol::Minus) => {
                self.next += 1;
                let inner = self.nested(|parser| parser.infix(NEGATE))?;
                let span = start.to(inner.node.span());
                let kind = ExprKind::Negate(Box::new(inner.node.expr()?));
                folded(Expr { span, kind }, inner.depth + 1)
            }
            TokenKind::Symbol(Symbol::Not) => {
                self.next += 1;
                let inner = self.nested(|parser| parser.infix(NOT))?;
                let span = start.to(inner.node.span());
                let kind = TestKind::Not(Box::new(inner.node.test()?));
                Parsed::new(Node::Test(Test { span, kind }), inner.depth + 1)
            }
            _ => self.operand(),
        }
    }

    /// What stands between operators. Its tree is as deep as what is within its
    /// brackets.
    fn operand(&mut self) -> Result<Parsed, Fault> {
        let outside = std::mem::take(&mut self.deepest);
        let node = self.operand_node()?;
        let inside = std::mem::replace(&mut self.deepest, outside);
        match node {
            Node::Expr(expr) => folded(expr, inside + 1),
            Node::Test(_) => Parsed::new(node, inside + 1),
        }
    }

    fn operand_node(&mut self) -> Result<Node, Fault> {
        let start = self.peek().span;
        let expr = |span, kind| Ok(Node::Expr(Expr { span, kind }));
        let kind = match self.peek().kind.clone() {
            TokenKind::Literal(value) => {
                self.next += 1;
                return expr(start, ExprKind::Literal(value));
            }
            TokenKind::Name(_) => {
                let variable = self.variable(Use::Read)?;
                return expr(variable.span, ExprKind::Variable(variable));
            }
            TokenKind::Keyword(Keyword::Strlen) => {
                self.next += 1;
                self.symbol(Symbol::Open)?;
                let inner = self.nested(Self::value)?;
                self.symbol(Symbol::Close)?;
                return expr(start.to(self.last()), ExprKind::Length(Box::new(inner)));
            }
            TokenKind::Keyword(Keyword::IsEof) => {
                self.next += 1;
                TestKind::IsEof
            }
            TokenKind::Keyword(Keyword::Match) => {
                self.next += 1;
                self.symbol(Symbol::Open)?;
                let inner = self.nested(Self::value)?;
                self.symbol(Symbol::Close)?;
                TestKind::Match(inner)
            }
            TokenKind::Keyword(Keyword::Unique) => {
                self.next += 1;
                self.symbol(Symbol::Open)?;
                let first = self.next;
                let mut names = self.list(|parser| parser.name(Use::Values))?;
                self.close()?;
                if names.len() == 1 {
                    let after = std::mem::replace(&mut self.next, first);
                    names = vec![self.name(Use::Counted)?];
                    self.next = after;
                }
                TestKind::Unique(names)
            }
            TokenKind::Keyword(Keyword::InArray) => {
                self.next += 1;
                self.symbol(Symbol::Open)?;
                let value = self.nested(Self::expr)?;
                self.symbol(Symbol::Comma)?;
                let array = self.name(Use::Counted)?;
                self.close()?;
                TestKind::InArray { value, array }
            }
            _ => return Err(self.unexpected("a value or a test")),
        };
        Ok(Node::Test(Test { span: start.to(self.last()), kind }))
    }
}

/// The expression, or its value if it is made of literals: bounds such as `10^9`
/// are computed once.
fn folded(expr: Expr, depth: usize) -> Result<Parsed, Fault> {
    let literal = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(_));
    let constant = match &expr.kind {
        ExprKind::Negate(inner) | ExprKind::Length(inner) => literal(inner),
        ExprKind::Binary { left, right, .. } => literal(left) && literal(right),
        ExprKind::Literal(_) | ExprKind::Variable(_) => false,
    };
    if !constant {
        return Parsed::new(Node::Expr(expr), depth);
    }
    let value: Value =
        evaluate::constant(&expr).map_err(|fault| (fault.span, Kind::Constant(fault.kind)))?;
    Parsed::new(Node::Expr(Expr { span: expr.span, kind: ExprKind::Literal(value) }), 1)
}
