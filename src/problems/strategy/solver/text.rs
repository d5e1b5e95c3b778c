//! The solver as a whole program, straight from the text.
//!
//! The quick parser below understands programs whose words are whole, and it
//! alone needs no tree. Whatever it does not expect (a broken word, an error, a
//! program longer than the window) goes to the reference's reader, so that
//! unusual texts and messages have one source.

use super::groups::Groups;
use super::mask::{ALL, ATOMS, Chain, atom_index, compile};
use super::totals;
use crate::problem::TextError;
use duipai_reference::strategy::Reader;
use std::io::{self, BufRead, Read, Write};

/// How much of the text is held at once: many times a program of the contest's
/// 255 characters, and small for the cache.
const WINDOW: usize = 1 << 16;

/// Reads programs, prints their totals.
pub(crate) fn solve_text(
    input: Box<dyn BufRead + '_>,
    out: &mut dyn Write,
) -> Result<(), TextError> {
    let mut groups = Groups::default();
    let mut members = Vec::new();
    Text::new(input).masks(&mut |mask| members.push(groups.add(mask)))?;
    // The line of each group.
    let lines: Vec<String> = totals(&groups).iter().map(|total| format!("{total:>3}\n")).collect();
    let mut text = Vec::with_capacity(WINDOW);
    for group in members {
        let line = lines[group as usize].as_bytes();
        if text.len() + line.len() > WINDOW {
            out.write_all(&text)?;
            text.clear();
        }
        text.extend_from_slice(line);
    }
    out.write_all(&text)?;
    Ok(())
}

/// A text with a window on the part that is being read.
struct Text<'r> {
    input: Box<dyn BufRead + 'r>,
    window: Vec<u8>,
    /// Where in the window the next program starts.
    start: usize,
    /// The place in the text of the byte `counted` of the window.
    line: u64,
    column: u64,
    counted: usize,
    /// Nothing comes after the window.
    ended: bool,
    /// What came instead.
    failure: Option<io::Error>,
}

impl<'r> Text<'r> {
    fn new(input: Box<dyn BufRead + 'r>) -> Self {
        let window = Vec::with_capacity(WINDOW);
        Self {
            input,
            window,
            start: 0,
            line: 1,
            column: 1,
            counted: 0,
            ended: false,
            failure: None,
        }
    }

    /// Hands over the mask of each program in turn.
    fn masks(mut self, found: &mut dyn FnMut(u32)) -> Result<(), TextError> {
        let mut waiting = Vec::new();
        loop {
            let rest = &self.window[self.start..];
            let blank = rest.iter().take_while(|byte| is_blank(**byte)).count();
            self.start += blank;
            let rest = &self.window[self.start..];
            match rest.first() {
                None if self.ended && self.failure.is_none() => return Ok(()),
                None if self.ended => return self.carefully(found),
                None => self.refill(),
                Some(b'#') => return Ok(()),
                Some(_) => {
                    if let Some((mask, used)) = quick(rest, &mut waiting) {
                        found(mask);
                        self.start += used;
                    } else if let Some(stop) = rest.iter().position(|byte| *byte == b'.') {
                        // A full stop stands at the end of programs only: what
                        // is valid ends there, what is not ends sooner.
                        let stop = self.start + stop;
                        self.count();
                        let program = &self.window[self.start..=stop];
                        let mut reader = Reader::starting_at(program, self.line, self.column);
                        match reader.program()? {
                            Some(program) => found(compile(&program)),
                            None => return Ok(()),
                        }
                        self.start = stop + 1;
                    } else if self.ended || rest.len() >= WINDOW {
                        return self.carefully(found);
                    } else {
                        self.refill();
                    }
                }
            }
        }
    }

    /// Leaves the rest of the text to the reference's reader.
    fn carefully(mut self, found: &mut dyn FnMut(u32)) -> Result<(), TextError> {
        self.discard();
        let rest: Box<dyn BufRead + 'r> = match self.failure {
            None => self.input,
            Some(failure) => Box::new(Broken(failure)),
        };
        let input = self.window.as_slice().chain(rest);
        let mut reader = Reader::starting_at(input, self.line, self.column);
        while let Some(program) = reader.program()? {
            found(compile(&program));
        }
        Ok(())
    }

    /// Moves the place in the text to the next program.
    fn count(&mut self) {
        let read = &self.window[self.counted..self.start];
        // Only ASCII is ever read: bytes are columns.
        match read.iter().rposition(|byte| *byte == b'\n') {
            Some(last) => {
                self.line += read.iter().filter(|byte| **byte == b'\n').count() as u64;
                self.column = (read.len() - last) as u64;
            }
            None => self.column += read.len() as u64,
        }
        self.counted = self.start;
    }

    /// Drops what has been read from the window.
    fn discard(&mut self) {
        self.count();
        self.window.drain(..self.start);
        self.counted = 0;
        self.start = 0;
    }

    /// Adds the next piece of the text to the window, or notes that there is
    /// none.
    fn refill(&mut self) {
        self.discard();
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => {
                    let used = bytes.len().min(WINDOW);
                    self.window.extend_from_slice(&bytes[..used]);
                    self.ended = used == 0;
                    self.input.consume(used);
                    return;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.failure = Some(error);
                    return;
                }
            }
        }
    }
}

/// An input that fails as another one did.
struct Broken(io::Error);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.fill_buf().map(<[u8]>::len)
    }
}

impl BufRead for Broken {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Err(io::Error::new(self.0.kind(), self.0.to_string()))
    }

    fn consume(&mut self, _: usize) {}
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// The program at the start of `text`: its mask and its length. `None` if it
/// is not plain or not whole. `waiting` is scratch space.
fn quick(text: &[u8], waiting: &mut Vec<u32>) -> Option<(u32, usize)> {
    let mut words = Words(text);
    let mut cheats = 0;
    let mut here = ALL;
    waiting.clear();
    loop {
        match words.next()? {
            b'T' => words.eat(b"TRADE")?,
            b'C' => {
                words.eat(b"CHEAT")?;
                cheats |= here;
            }
            b'I' => {
                words.eat(b"IF")?;
                let holds = quick_condition(&mut words)?;
                waiting.push(here & !holds);
                here &= holds;
                continue;
            }
            _ => return None,
        }
        words.next()?;
        match waiting.pop() {
            Some(otherwise) => {
                words.eat(b"ELSE")?;
                here = otherwise;
            }
            None => {
                words.eat(b".")?;
                return Some((cheats, text.len() - words.0.len()));
            }
        }
    }
}

/// A condition with its THEN.
#[inline]
fn quick_condition(words: &mut Words<'_>) -> Option<u32> {
    let mut chain = Chain::new();
    loop {
        let atom = quick_atom(words)?;
        match words.next()? {
            b'A' => {
                words.eat(b"AND")?;
                chain.and(atom);
            }
            b'O' => {
                words.eat(b"OR")?;
                chain.or(atom);
            }
            _ => {
                words.eat(b"THEN")?;
                return Some(chain.end(atom));
            }
        }
    }
}

#[inline]
fn quick_atom(words: &mut Words<'_>) -> Option<u32> {
    let side = match words.next()? {
        b'M' => {
            words.eat(b"MY")?;
            0
        }
        _ => {
            words.eat(b"YOUR")?;
            1
        }
    };
    words.next()?;
    words.eat(b"LAST")?;
    let last = match words.byte()? {
        b'1' => 0,
        b'2' => 1,
        _ => return None,
    };
    words.next()?;
    let test = match words.byte()? {
        b'=' => 0,
        b'#' => 1,
        _ => return None,
    };
    let value = match words.next()? {
        b'T' => {
            words.eat(b"TRADE")?;
            0
        }
        b'C' => {
            words.eat(b"CHEAT")?;
            1
        }
        _ => {
            words.eat(b"NULL")?;
            2
        }
    };
    Some(ATOMS[atom_index(side, last, test, value)])
}

/// The rest of a text.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    /// Skips white space and looks at the next byte.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        loop {
            match *self.0 {
                [first, ref rest @ ..] if is_blank(first) => self.0 = rest,
                [first, ..] => return Some(first),
                [] => return None,
            }
        }
    }

    /// Takes exactly this word.
    #[inline]
    fn eat(&mut self, word: &[u8]) -> Option<()> {
        self.0 = self.0.strip_prefix(word)?;
        Some(())
    }

    /// Takes one byte.
    #[inline]
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }
}
