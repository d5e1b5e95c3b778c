//! From the bytes of a program to its words.

use crate::constants::Expanded;
use crate::error::SyntaxErrorKind as Kind;
use crate::program::Annotation;
use crate::span::Span;
use crate::token::{Keyword, Symbol, Token, TokenKind};
use crate::values::{Decimal, Int, Value};

/// All words of a program, an end, and the comments that begin with `#@`.
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    pub(crate) annotations: Vec<Annotation>,
    /// What is likely a mistake.
    pub(crate) warnings: Vec<(Span, String)>,
}

/// A fault, and where it is.
pub(crate) type Fault = (Span, Kind);

pub(crate) fn lex(source: &Expanded) -> Result<Lexed, Fault> {
    let mut lexer = Lexer { source, at: 0, annotations: Vec::new(), warnings: Vec::new() };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.token()?;
        let end = token.kind == TokenKind::End;
        tokens.push(token);
        if end {
            return Ok(Lexed { tokens, annotations: lexer.annotations, warnings: lexer.warnings });
        }
    }
}

struct Lexer<'a> {
    source: &'a Expanded,
    at: usize,
    annotations: Vec<Annotation>,
    warnings: Vec<(Span, String)>,
}

impl Lexer<'_> {
    fn rest(&self) -> &[u8] {
        &self.source.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        self.source.origin(start, self.at)
    }

    /// Takes bytes as long as they fit.
    fn take(&mut self, fits: impl Fn(u8) -> bool) {
        self.at += self.rest().iter().take_while(|&&byte| fits(byte)).count();
    }

    fn token(&mut self) -> Result<Token, Fault> {
        self.skip_blank();
        let start = self.at;
        let kind = match self.rest().first() {
            None => TokenKind::End,
            Some(b'"') => self.string()?,
            Some(b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z') => {
                self.take(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
                TokenKind::Name(String::from_utf8_lossy(&self.source.text[start..self.at]).into())
            }
            Some(b'A'..=b'Z') => self.keyword()?,
            Some(_) => self.symbol()?,
        };
        Ok(Token { span: self.span(start), kind })
    }

    fn skip_blank(&mut self) {
        loop {
            // What C's isspace takes in its own locale.
            self.take(|byte| byte.is_ascii_whitespace() || byte == 0x0b);
            if self.rest().first() != Some(&b'#') {
                return;
            }
            let start = self.at;
            self.take(|byte| byte != b'\n');
            let comment = &self.source.text[start..self.at];
            if let Some(text) = comment.strip_prefix(b"#@") {
                let line = self.source.text[..start].rsplit(|&byte| byte == b'\n').next();
                self.annotations.push(Annotation {
                    span: self.span(start),
                    text: text.strip_suffix(b"\r").unwrap_or(text).to_vec(),
                    own_line: line.is_none_or(|line| line.trim_ascii().is_empty()),
                });
            }
        }
    }

    fn number(&mut self) -> Result<TokenKind, Fault> {
        let start = self.at;
        self.take(|byte| byte.is_ascii_digit());
        let whole = self.at;
        if self.rest().first() == Some(&b'.') {
            self.at += 1;
            self.take(|byte| byte.is_ascii_digit());
        }
        let exponent = self.rest().iter().position(|byte| !b"eE+-".contains(byte)).unwrap_or(0);
        let digits = self.rest().get(exponent).is_some_and(u8::is_ascii_digit);
        if digits && matches!(&self.rest()[..exponent], [b'e' | b'E'] | [b'e' | b'E', b'+' | b'-'])
        {
            self.at += exponent;
            self.take(|byte| byte.is_ascii_digit());
        }
        let text = &self.source.text[start..self.at];
        // The grammar has no integers with leading zeros, but such floats.
        if self.at == whole && (text.len() == 1 || text[0] != b'0') {
            // The longest integer that is held has 1.27 million digits.
            const LONGEST: usize = 1_262_000;
            if text.len() > LONGEST {
                return Err((self.span(start), Kind::NumberTooLarge));
            }
            return Ok(TokenKind::Literal(Int::from_digits(false, text).into()));
        }
        if self.at == whole {
            let message = "a number with leading zeros is a float in this language";
            self.warnings.push((self.span(start), message.into()));
        }
        let text = &self.source.text[start..self.at];
        let float = Decimal::parse(text).and_then(|decimal| decimal.to_float().ok());
        match float {
            Some(float) => Ok(TokenKind::Literal(float.into())),
            None => Err((self.span(start), Kind::NumberTooLarge)),
        }
    }

    fn keyword(&mut self) -> Result<TokenKind, Fault> {
        let start = self.at;
        self.take(|byte| byte.is_ascii_uppercase());
        let word = &self.source.text[start..self.at];
        match Keyword::ALL.iter().find(|keyword| keyword.text().as_bytes() == word) {
            Some(&keyword) => Ok(TokenKind::Keyword(keyword)),
            None => {
                let word = String::from_utf8_lossy(word).into_owned();
                Err((self.span(start), Kind::UnknownWord { hint: hint(&word), word }))
            }
        }
    }

    fn symbol(&mut self) -> Result<TokenKind, Fault> {
        let start = self.at;
        let symbol =
            Symbol::ALL.iter().find(|symbol| self.rest().starts_with(symbol.text().as_bytes()));
        if let Some(&symbol) = symbol {
            self.at += symbol.text().len();
            return Ok(TokenKind::Symbol(symbol));
        }
        // A whole character where it is one.
        let length = (1..=4.min(self.rest().len()))
            .find(|&length| std::str::from_utf8(&self.rest()[..length]).is_ok())
            .unwrap_or(1);
        let bytes = self.rest()[..length].to_vec();
        let constant = self.rest().starts_with(b"{{");
        self.at += length;
        Err((self.span(start), Kind::UnexpectedBytes { bytes, constant }))
    }

    fn string(&mut self) -> Result<TokenKind, Fault> {
        let start = self.at;
        self.at += 1;
        let mut text = Vec::new();
        loop {
            match *self.rest() {
                [] => {
                    // Shown at its beginning: its end is wherever it is missing.
                    return Err((self.source.origin(start, start + 1), Kind::OpenString));
                }
                [b'"', ..] => {
                    self.at += 1;
                    return Ok(TokenKind::Literal(Value::text(&text)));
                }
                [b'\\', escaped, ..] => self.escape(escaped, &mut text)?,
                [byte, ..] => {
                    text.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self, escaped: u8, text: &mut Vec<u8>) -> Result<(), Fault> {
        let start = self.at;
        self.at += 2;
        match escaped {
            b'n' => text.push(b'\n'),
            b't' => text.push(b'\t'),
            b'r' => text.push(b'\r'),
            b'b' => text.push(0x08),
            b'"' | b'\\' => text.push(escaped),
            b'\n' => (),
            b'0'..=b'7' => {
                let more =
                    self.rest().iter().take(2).take_while(|byte| (b'0'..=b'7').contains(byte));
                self.at += more.count();
                let octal = &self.source.text[start + 1..self.at];
                let code =
                    octal.iter().fold(0_u16, |code, digit| code * 8 + u16::from(digit - b'0'));
                match u8::try_from(code) {
                    Ok(byte) => text.push(byte),
                    Err(_) => return Err((self.span(start), Kind::OctalTooLarge)),
                }
            }
            // Any other backslash is one.
            _ => text.extend([b'\\', escaped]),
        }
        Ok(())
    }
}

/// What somebody may have meant with an unknown word: keywords written without
/// a blank between them (the original splits those), or another case.
fn hint(word: &str) -> Option<String> {
    let mut rest = word;
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let fits = Keyword::ALL.iter().filter(|keyword| rest.starts_with(keyword.text()));
        let longest = fits.max_by_key(|keyword| keyword.text().len())?;
        parts.push(longest.text());
        rest = &rest[longest.text().len()..];
    }
    Some(format!("`{}`, with a blank between them", parts.join(" ")))
}
