//! The commands that match text: blanks, strings, regular expressions, the end.

use std::io::Read;

use crate::ast::{Expr, Variable};
use crate::error::{Fault, FaultKind, named};
use crate::quote::quoted;
use crate::regex::Regex;
use crate::values::Value;

use super::{Checker, Observe, Stop};

/// More regular expressions are not kept: programs have a few, but an input can
/// hold any number of them in variables.
const MAX_REGEXES: usize = 64;

/// A match that nobody stores is dropped in parts of this size.
const DROPPED: u64 = 64 << 10;

/// C's `isspace` without the line end.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

impl<R: Read, O: Observe> Checker<'_, R, O> {
    pub(super) fn skip_blanks(&mut self) -> Result<(), Stop> {
        while self.reader.peek(0)?.is_some_and(is_blank) {
            self.reader.advance(1);
        }
        Ok(())
    }

    /// The input goes on otherwise than a text of one byte or a class of bytes.
    fn refuse_byte(&mut self, expected: &str) -> Result<Stop, Stop> {
        let length = usize::from(self.reader.peek(0)?.is_some());
        let got = named(self.reader.ahead(length));
        Ok(self.refuse(length, expected.into(), format!("got {got}")))
    }

    pub(super) fn space(&mut self) -> Result<(), Stop> {
        let byte = self.reader.peek(0)?;
        if self.whitespace_ok && byte.is_some_and(is_blank) {
            return self.skip_blanks();
        }
        if byte != Some(b' ') {
            return Err(self.refuse_byte("a space")?);
        }
        self.reader.advance(1);
        Ok(())
    }

    pub(super) fn newline(&mut self) -> Result<(), Stop> {
        if self.whitespace_ok {
            self.skip_blanks()?;
        }
        if self.reader.peek(0)? != Some(b'\n') {
            return Err(self.refuse_byte("a line end")?);
        }
        self.reader.advance(1);
        if self.whitespace_ok { self.skip_blanks() } else { Ok(()) }
    }

    pub(super) fn end(&mut self) -> Result<(), Stop> {
        match self.reader.peek(0)? {
            None => Ok(()),
            Some(_) => Err(self.refuse_byte("the end of the input")?),
        }
    }

    pub(super) fn string(&mut self, text: &Expr) -> Result<(), Stop> {
        let text = self.scope().text(text)?;
        for (at, &byte) in text.iter().enumerate() {
            let next = self.reader.peek(at)?;
            if next != Some(byte) {
                // The place is that of the first byte that differs.
                self.reader.advance(at);
                let length = usize::from(next.is_some());
                let got = named(self.reader.ahead(length));
                let (expected, where_) = match at {
                    0 => (named(&text), String::new()),
                    _ => (
                        named(&text[at..]),
                        format!(" after {} of {}", quoted(&text[..at]), quoted(&text)),
                    ),
                };
                return Err(self.refuse(length, expected, format!("got {got}{where_}")));
            }
        }
        self.reader.advance(text.len());
        Ok(())
    }

    pub(super) fn regex(&mut self, pattern: &Expr, store: Option<&Variable>) -> Result<(), Stop> {
        let text = self.scope().text(pattern)?;
        if !self.regexes.contains_key(&text[..]) {
            let regex = Regex::new(&text)
                .map_err(|error| Fault { span: pattern.span, kind: FaultKind::Pattern(error) })?;
            if self.regexes.len() == MAX_REGEXES {
                self.regexes.clear();
            }
            self.regexes.insert(text.to_vec(), regex);
        }
        let Some(regex) = self.regexes.get_mut(&text[..]) else { return Ok(()) };
        let mut matching = regex.start();
        // Bytes looked at, and those of them that are matched for good.
        let (mut looked, mut dropped) = (0, 0);
        loop {
            let byte = self.reader.peek((looked - dropped) as usize)?;
            looked += u64::from(byte.is_some());
            if !matching.take(byte) {
                break;
            }
            if let Some(longest) = matching.longest()
                && store.is_none()
                && longest - dropped >= DROPPED
            {
                self.reader.advance((longest - dropped) as usize);
                dropped = longest;
            }
        }
        let Some(longest) = matching.longest() else {
            let length = self.word()?;
            let got = named(self.reader.ahead(length));
            let expected = format!("a match of the regular expression {}", quoted(&text));
            return Err(self.refuse(length, expected, format!("got {got}")));
        };
        let length = (longest - dropped) as usize;
        let value = store.map(|_| Value::text(self.reader.ahead(length)));
        self.reader.advance(length);
        value.map_or(Ok(()), |value| self.store(store, value))
    }

    /// The length of the word that stands here, at least one byte if there is
    /// one; looked at up to a length that a message shows.
    pub(super) fn word(&mut self) -> Result<usize, Stop> {
        const SHOWN: usize = 60;
        let mut length = 0;
        while length < SHOWN {
            match self.reader.peek(length)? {
                None => break,
                Some(byte) if byte.is_ascii_whitespace() => break,
                Some(_) => length += 1,
            }
        }
        Ok(if length == 0 && self.reader.peek(0)?.is_some() { 1 } else { length })
    }
}
