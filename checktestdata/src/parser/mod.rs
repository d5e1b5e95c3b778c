//! From words to a program.

mod expression;
mod names;

use std::sync::Arc;

use crate::ast::{Assignment, Command, CommandKind, Name, Notation, Variable};
use crate::constants::{Constants, Expanded};
use crate::error::{SyntaxError, SyntaxErrorKind as Kind};
use crate::lexer::{Fault, lex};
use crate::lint;
use crate::program::{Program, Warning};
use crate::span::{Position, Span};
use crate::token::{Keyword, Symbol, Token, TokenKind};

use names::{Names, Use};

/// Blocks, parentheses and signs within each other: far more than a program
/// needs, and few enough for the stack of a thread.
const MAX_NESTING: usize = 100;

/// Operators beside each other make a tree as deep as they are many.
const MAX_DEPTH: usize = 1000;

/// Reads a program without constants; see [`parse_with`].
///
/// # Errors
///
/// The first thing that is wrong, with its place.
pub fn parse(source: impl AsRef<[u8]>) -> Result<Program, SyntaxError> {
    parse_with(source, &Constants::new())
}

/// Reads a program, after replacing its constants.
///
/// The source is bytes: strings and comments need not be UTF-8. Takes time and
/// memory linear in the source.
///
/// # Errors
///
/// The first thing that is wrong, with its place.
pub fn parse_with(source: impl AsRef<[u8]>, constants: &Constants) -> Result<Program, SyntaxError> {
    let source: Arc<[u8]> = source.as_ref().into();
    let expanded = Expanded::new(&source, constants);
    let read = || -> Result<Program, Fault> {
        let lexed = lex(&expanded)?;
        let mut parser = Parser {
            tokens: lexed.tokens,
            next: 0,
            nesting: 0,
            deepest: 0,
            names: Names::default(),
        };
        let commands = parser.commands()?;
        parser.end()?;
        parser.names.check()?;
        let mut program = Program {
            commands,
            names: parser.names.texts,
            annotations: lexed.annotations,
            warnings: Vec::new(),
            counted: parser.names.counted,
            source: source.clone(),
        };
        let mut found = lexed.warnings;
        for &reference in &expanded.undefined {
            found
                .push((reference, "no constant of this name is defined: it stays as it is".into()));
        }
        lint::check(&program, &mut found)?;
        found.sort_by_key(|(span, _)| span.start);
        program.warnings = found
            .into_iter()
            .map(|(span, message)| Warning { span, position: program.position(span), message })
            .collect();
        Ok(program)
    };
    read().map_err(|(span, kind)| SyntaxError {
        position: Position::of(&source, span.start),
        span,
        kind,
        source: source.clone(),
    })
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    nesting: usize,
    /// How deep the deepest tree is among the expressions read since an operand
    /// began.
    deepest: usize,
    names: Names,
}

impl Parser {
    fn peek(&self) -> &Token {
        // The last word is an end, which nothing takes.
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    /// Where the last word that was taken ends.
    fn last(&self) -> Span {
        self.tokens[self.next.saturating_sub(1).min(self.tokens.len() - 1)].span
    }

    fn unexpected(&self, expected: impl Into<String>) -> Fault {
        let token = self.peek();
        (token.span, Kind::Unexpected { expected: expected.into(), got: token.kind.to_string() })
    }

    fn is(&self, symbol: Symbol) -> bool {
        self.peek().kind == TokenKind::Symbol(symbol)
    }

    fn is_keyword(&self, keyword: Keyword) -> bool {
        self.peek().kind == TokenKind::Keyword(keyword)
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<(), Fault> {
        if self.is(symbol) {
            self.next += 1;
            Ok(())
        } else {
            Err(self.unexpected(format!("`{}`", symbol.text())))
        }
    }

    /// Takes a comma if there is one: another argument follows.
    fn comma(&mut self) -> bool {
        let comma = self.is(Symbol::Comma);
        self.next += usize::from(comma);
        comma
    }

    /// `)` after arguments that may go on.
    fn close(&mut self) -> Result<(), Fault> {
        if self.is(Symbol::Close) {
            self.symbol(Symbol::Close)
        } else {
            Err(self.unexpected("`,` or `)`"))
        }
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.nesting == MAX_NESTING {
            return Err((self.peek().span, Kind::TooDeep(MAX_NESTING)));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    /// Commands up to an `END`, an `ELSE` or the end of the program.
    fn commands(&mut self) -> Result<Vec<Command>, Fault> {
        let mut commands = Vec::new();
        loop {
            match &self.peek().kind {
                TokenKind::End | TokenKind::Keyword(Keyword::End | Keyword::Else) => {
                    return Ok(commands);
                }
                _ => commands.push(self.command()?),
            }
        }
    }

    /// The end of the program after its commands.
    fn end(&self) -> Result<(), Fault> {
        match &self.peek().kind {
            TokenKind::Keyword(Keyword::Else) => {
                Err((self.peek().span, Kind::StrayEnd("ELSE", "an `IF`")))
            }
            TokenKind::Keyword(_) => {
                Err((self.peek().span, Kind::StrayEnd("END", "a loop or an `IF`")))
            }
            _ => Ok(()),
        }
    }

    fn command(&mut self) -> Result<Command, Fault> {
        let start = self.peek().span;
        let TokenKind::Keyword(keyword) = self.peek().kind else {
            return Err(self.unexpected("a command"));
        };
        let kind = match keyword {
            Keyword::Rep | Keyword::RepI | Keyword::While | Keyword::WhileI | Keyword::If => {
                self.next += 1;
                self.nested(|parser| parser.block(start, keyword))?
            }
            _ => self.plain(keyword)?,
        };
        Ok(Command { span: start.to(self.last()), kind })
    }

    /// A command that is not a block.
    fn plain(&mut self, keyword: Keyword) -> Result<CommandKind, Fault> {
        let read: fn(&mut Self) -> Result<CommandKind, Fault> = match keyword {
            Keyword::Space | Keyword::Newline | Keyword::Eof => {
                self.next += 1;
                return Ok(match keyword {
                    Keyword::Space => CommandKind::Space,
                    Keyword::Newline => CommandKind::Newline,
                    _ => CommandKind::Eof,
                });
            }
            Keyword::Int => Self::int,
            Keyword::Float => |parser| parser.float(false),
            Keyword::FloatP => |parser| parser.float(true),
            Keyword::Text => |parser| Ok(CommandKind::Text(parser.value()?)),
            Keyword::Regex => {
                |parser| Ok(CommandKind::Regex { pattern: parser.value()?, store: parser.store()? })
            }
            Keyword::Assert => |parser| Ok(CommandKind::Assert(parser.test()?)),
            Keyword::Set => |parser| Ok(CommandKind::Set(parser.list(Self::assignment)?)),
            Keyword::Unset => {
                |parser| Ok(CommandKind::Unset(parser.list(|parser| parser.name(Use::Unset))?))
            }
            _ => return Err(self.unexpected("a command")),
        };
        self.next += 1;
        self.symbol(Symbol::Open)?;
        let kind = read(self)?;
        self.close()?;
        Ok(kind)
    }

    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let mut list = vec![item(self)?];
        while self.comma() {
            list.push(item(self)?);
        }
        Ok(list)
    }

    fn int(&mut self) -> Result<CommandKind, Fault> {
        let min = self.expr()?;
        self.symbol(Symbol::Comma)?;
        let max = self.expr()?;
        Ok(CommandKind::Int { min, max, store: self.store()? })
    }

    fn float(&mut self, with_decimals: bool) -> Result<CommandKind, Fault> {
        let min = self.expr()?;
        self.symbol(Symbol::Comma)?;
        let max = self.expr()?;
        let mut decimals = None;
        if with_decimals {
            self.symbol(Symbol::Comma)?;
            let least = self.expr()?;
            self.symbol(Symbol::Comma)?;
            decimals = Some((least, self.expr()?));
        }
        let store = self.store()?;
        let mut notation = Notation::Any;
        if store.is_some() && self.comma() {
            notation = match self.peek().kind {
                TokenKind::Keyword(Keyword::Fixed) => Notation::Fixed,
                TokenKind::Keyword(Keyword::Scientific) => Notation::Scientific,
                _ => return Err(self.unexpected("`FIXED` or `SCIENTIFIC`")),
            };
            self.next += 1;
        }
        Ok(CommandKind::Float { min, max, decimals, store, notation })
    }

    /// `, variable`, if there is more.
    fn store(&mut self) -> Result<Option<Variable>, Fault> {
        if self.comma() { Ok(Some(self.variable(Use::Set)?)) } else { Ok(None) }
    }

    fn assignment(&mut self) -> Result<Assignment, Fault> {
        let variable = self.variable(Use::Set)?;
        self.symbol(Symbol::Assign)?;
        Ok(Assignment { variable, value: self.expr()? })
    }

    fn block(&mut self, start: Span, keyword: Keyword) -> Result<CommandKind, Fault> {
        self.symbol(Symbol::Open)?;
        let mut index = None;
        if matches!(keyword, Keyword::RepI | Keyword::WhileI) {
            index = Some(self.variable(Use::Set)?);
            self.symbol(Symbol::Comma)?;
        }
        if matches!(keyword, Keyword::Rep | Keyword::RepI) {
            let count = self.expr()?;
            let separator = self.separator()?;
            let body = self.body(start, keyword)?;
            return Ok(CommandKind::Repeat { index, count, separator, body });
        }
        let condition = self.test()?;
        if keyword != Keyword::If {
            let separator = self.separator()?;
            let body = self.body(start, keyword)?;
            return Ok(CommandKind::While { index, condition, separator, body });
        }
        self.symbol(Symbol::Close)?;
        let then = self.commands()?;
        let mut otherwise = None;
        if self.is_keyword(Keyword::Else) {
            self.next += 1;
            otherwise = Some(self.commands()?);
        }
        self.block_end(start, keyword)?;
        Ok(CommandKind::If { condition, then, otherwise })
    }

    fn separator(&mut self) -> Result<Option<Box<Command>>, Fault> {
        let mut separator = None;
        if self.comma() {
            let start = self.peek().span;
            let TokenKind::Keyword(keyword) = self.peek().kind else {
                return Err(self.unexpected("a command"));
            };
            if matches!(
                keyword,
                Keyword::Rep | Keyword::RepI | Keyword::While | Keyword::WhileI | Keyword::If
            ) {
                return Err((start, Kind::BlockAsSeparator(keyword.text())));
            }
            let kind = self.plain(keyword)?;
            separator = Some(Box::new(Command { span: start.to(self.last()), kind }));
            self.symbol(Symbol::Close)?;
        } else {
            self.close()?;
        }
        Ok(separator)
    }

    fn body(&mut self, start: Span, keyword: Keyword) -> Result<Vec<Command>, Fault> {
        let body = self.commands()?;
        self.block_end(start, keyword)?;
        Ok(body)
    }

    fn block_end(&mut self, start: Span, keyword: Keyword) -> Result<(), Fault> {
        match self.peek().kind {
            TokenKind::Keyword(Keyword::End) => {
                self.next += 1;
                Ok(())
            }
            TokenKind::Keyword(_) if keyword == Keyword::If => {
                Err((self.peek().span, Kind::SecondElse))
            }
            TokenKind::Keyword(_) => Err((self.peek().span, Kind::StrayEnd("ELSE", "an `IF`"))),
            // Shown where the block begins: its end is wherever it is missing.
            _ => Err((start, Kind::OpenBlock { opened_by: keyword.text() })),
        }
    }

    fn name(&mut self, used: Use) -> Result<Name, Fault> {
        let Token { span, kind: TokenKind::Name(text) } = self.peek().clone() else {
            return Err(self.unexpected("the name of a variable"));
        };
        let name = self.names.add(&text, span, used);
        self.next += 1;
        Ok(name)
    }

    fn variable(&mut self, used: Use) -> Result<Variable, Fault> {
        let start = self.peek().span;
        let name = self.name(used)?;
        let mut indices = Vec::new();
        if self.is(Symbol::OpenIndex) {
            self.next += 1;
            indices = self.nested(|parser| parser.list(Self::expr))?;
            if !self.is(Symbol::CloseIndex) {
                return Err(self.unexpected("`,` or `]`"));
            }
            self.next += 1;
        }
        Ok(Variable { span: start.to(self.last()), name, indices })
    }
}
