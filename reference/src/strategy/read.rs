//! The text of an input, read character by character as the grammar says.

use super::{Atom, Choice, Condition, Instance, Last, Node, Operator, Program, Side, Test};
use crate::InputError;
use std::io::{self, BufRead};

/// The longest foreign word that a message quotes, in characters.
const LONGEST_QUOTE: usize = 20;

/// Reads programs from a text.
///
/// White space (blank, tab, LF, CR) may stand anywhere, even inside a word, and
/// may be missing everywhere; so the text is seen here as the stream of its
/// other characters.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    line: u64,
    column: u64,
}

impl<R: BufRead> Reader<R> {
    /// Starts at line 1, column 1.
    pub fn new(input: R) -> Self {
        Self::starting_at(input, 1, 1)
    }

    /// Starts where the text so far ended, for the positions in messages.
    pub fn starting_at(input: R, line: u64, column: u64) -> Self {
        Self { input, line, column }
    }

    /// Reads all programs.
    pub fn instance(mut self) -> Result<Instance, InputError> {
        let mut programs = Vec::new();
        while let Some(program) = self.program()? {
            programs.push(program);
        }
        Ok(Instance { programs })
    }

    /// Reads the next program; `None` at the end of the input.
    pub fn program(&mut self) -> Result<Option<Program>, InputError> {
        // "A `#` where a program would begin ends the input, as does the end of
        // the file; what follows it is ignored."
        if matches!(self.peek()?, None | Some(b'#')) {
            return Ok(None);
        }
        let mut nodes = Vec::new();
        let mut expected = "TRADE, CHEAT, IF or the final `#`";
        // The IFs around the current statement; true while in the THEN part.
        // A list instead of recursion: the depth is the text's affair.
        let mut around = Vec::new();
        loop {
            match self.peek()? {
                Some(b'T') => {
                    self.word("TRADE")?;
                    nodes.push(Node::Do(Choice::Trade));
                }
                Some(b'C') => {
                    self.word("CHEAT")?;
                    nodes.push(Node::Do(Choice::Cheat));
                }
                Some(b'I') => {
                    self.word("IF")?;
                    nodes.push(Node::If(self.condition()?));
                    around.push(true);
                    expected = "TRADE, CHEAT or IF";
                    continue;
                }
                _ => return Err(self.unexpected(expected, "")),
            }
            // A statement is complete, and so is every IF whose ELSE part it is.
            while around.last() == Some(&false) {
                around.pop();
            }
            match around.last_mut() {
                Some(in_then) => {
                    self.word("ELSE")?;
                    *in_then = false;
                }
                None => {
                    if self.peek()? != Some(b'.') {
                        return Err(self.unexpected("`.` at the end of the program", ""));
                    }
                    self.take(b'.');
                    // The loop above has followed the grammar.
                    return Ok(Some(Program::new(nodes).expect("exactly one statement")));
                }
            }
        }
    }

    /// A chain of atoms and the THEN behind it.
    fn condition(&mut self) -> Result<Condition, InputError> {
        let mut condition = Condition::of(self.atom()?);
        loop {
            let operator = match self.peek()? {
                Some(b'A') => {
                    self.word("AND")?;
                    Operator::And
                }
                Some(b'O') => {
                    self.word("OR")?;
                    Operator::Or
                }
                Some(b'T') => {
                    self.word("THEN")?;
                    return Ok(condition);
                }
                _ => return Err(self.unexpected("AND, OR or THEN", "")),
            };
            condition.rest.push((operator, self.atom()?));
        }
    }

    fn atom(&mut self) -> Result<Atom, InputError> {
        let side = match self.peek()? {
            Some(b'M') => {
                self.word("MY")?;
                Side::My
            }
            Some(b'Y') => {
                self.word("YOUR")?;
                Side::Your
            }
            _ => return Err(self.unexpected("MY or YOUR", "")),
        };
        self.word("LAST")?;
        let (last, digit) = match self.peek()? {
            Some(digit @ b'1') => (Last::One, digit),
            Some(digit @ b'2') => (Last::Two, digit),
            _ => return Err(self.unexpected("LAST1 or LAST2", "LAST")),
        };
        self.take(digit);
        let (test, sign) = match self.peek()? {
            Some(sign @ b'=') => (Test::Is, sign),
            Some(sign @ b'#') => (Test::IsNot, sign),
            _ => return Err(self.unexpected("`=` or `#`", "")),
        };
        self.take(sign);
        let value = match self.peek()? {
            Some(b'T') => {
                self.word("TRADE")?;
                Some(Choice::Trade)
            }
            Some(b'C') => {
                self.word("CHEAT")?;
                Some(Choice::Cheat)
            }
            Some(b'N') => {
                self.word("NULL")?;
                None
            }
            _ => return Err(self.unexpected("TRADE, CHEAT or NULL", "")),
        };
        Ok(Atom { side, last, test, value })
    }

    /// Takes the characters of a keyword.
    fn word(&mut self, word: &str) -> Result<(), InputError> {
        // Nearly always it stands there whole.
        if self.input.fill_buf().is_ok_and(|bytes| bytes.starts_with(word.as_bytes())) {
            self.input.consume(word.len());
            self.column += word.len() as u64;
            return Ok(());
        }
        for (index, wanted) in word.bytes().enumerate() {
            if self.peek()? != Some(wanted) {
                return Err(self.unexpected(word, &word[..index]));
            }
            self.take(wanted);
        }
        Ok(())
    }

    /// The next character that is no white space, without taking it; `None` at
    /// the end of the text.
    fn peek(&mut self) -> Result<Option<u8>, InputError> {
        loop {
            match self.byte()? {
                Some(white @ (b' ' | b'\t' | b'\r' | b'\n')) => self.take(white),
                other => return Ok(other),
            }
        }
    }

    /// The next byte, whatever it is.
    fn byte(&mut self) -> Result<Option<u8>, InputError> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let message = format!("cannot read on: {error}");
                    return Err(InputError::new(self.line, self.column, message));
                }
            }
        }
    }

    /// Takes the byte that was looked at. Only ASCII is ever taken ahead of an
    /// error, so that bytes are characters.
    fn take(&mut self, byte: u8) {
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        self.input.consume(1);
    }

    /// The error `expected X, found Y` at the next character. `begun` is the
    /// part of a keyword that was taken already.
    fn unexpected(&mut self, expected: &str, begun: &str) -> InputError {
        let (line, column) = (self.line, self.column);
        let found = match (self.foreign(), begun) {
            (Foreign::Word(word), _) => {
                let hint = if word.starts_with(|c: char| c.is_ascii_lowercase()) {
                    " (keywords are in upper case)"
                } else {
                    ""
                };
                format!("`{begun}{word}`{hint}")
            }
            (Foreign::Other(what), "") => what,
            (Foreign::Other(what), begun) => format!("`{begun}` and {what}"),
        };
        InputError::new(line, column, format!("expected {expected}, found {found}"))
    }

    /// What stands at an error, in words.
    fn foreign(&mut self) -> Foreign {
        let first = match self.byte() {
            Ok(Some(byte)) => byte,
            Ok(None) => return Foreign::Other("the end of the file".to_owned()),
            Err(error) => return Foreign::Other(error.message),
        };
        let mut bytes = vec![first];
        let at_start = (self.line, self.column) == (1, 1);
        self.take(first);
        let belongs: fn(u8) -> bool = if first.is_ascii_alphanumeric() {
            |byte| byte.is_ascii_alphanumeric()
        } else if first.is_ascii() {
            |_| false
        } else {
            |byte| byte & 0xC0 == 0x80
        };
        // A character of UTF-8 has at most four bytes.
        let longest = if first.is_ascii() { LONGEST_QUOTE } else { 4 };
        let mut cut = false;
        while let Ok(Some(byte)) = self.byte() {
            if !belongs(byte) {
                break;
            }
            cut = bytes.len() == longest;
            if cut {
                break;
            }
            bytes.push(byte);
            self.take(byte);
        }
        if at_start && bytes == b"\xEF\xBB\xBF" {
            let what = "a UTF-8 byte order mark; save the file without it";
            return Foreign::Other(what.to_owned());
        }
        match std::str::from_utf8(&bytes) {
            Ok(text) => {
                let dots = if cut && first.is_ascii() { "…" } else { "" };
                Foreign::Word(format!("{}{dots}", text.escape_debug()))
            }
            Err(_) => Foreign::Other(format!("the byte 0x{first:02X}")),
        }
    }
}

/// What stands where it cannot be accepted.
enum Foreign {
    /// Text, ready to be quoted.
    Word(String),
    /// Something else, in words.
    Other(String),
}
