//! Reading contest text as a stream of words, with positions for messages.

use std::io::{self, BufRead};

/// Why a text is not a valid input, and where.
///
/// Lines and columns count from 1; a column counts characters (a tab is one).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct InputError {
    /// Line of the first character that cannot be accepted.
    pub line: u64,
    /// Column of that character.
    pub column: u64,
    /// What was expected there and what was found instead.
    pub message: String,
}

impl InputError {
    /// An error at a given place.
    pub fn new(line: u64, column: u64, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { line, column, message }
    }
}

/// The longest word that is kept. No format has a longer valid word: the
/// longest number that fits 64 bits has 20 digits. The rest of a longer word
/// is skipped, so that a word of 100 MB costs no memory.
const LONGEST_WORD: usize = 40;

/// The words of a text, separated by any white space (blank, tab, CR, LF, form
/// feed), read as a stream in constant memory.
#[derive(Debug)]
pub struct Tokens<R> {
    input: R,
    line: u64,
    column: u64,
    word: Vec<u8>,
    word_is_cut: bool,
    word_line: u64,
    word_column: u64,
    peeked: bool,
}

impl<R: BufRead> Tokens<R> {
    /// Starts at line 1, column 1.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line: 1,
            column: 1,
            word: Vec::with_capacity(LONGEST_WORD),
            word_is_cut: false,
            word_line: 1,
            word_column: 1,
            peeked: false,
        }
    }

    /// The next word, or an error that says that `expected` is missing.
    pub fn word(&mut self, expected: &str) -> Result<&str, InputError> {
        if !self.fill()? {
            return Err(self.missing(expected));
        }
        self.peeked = false;
        // `fill` has checked the encoding of all that it kept.
        Ok(std::str::from_utf8(&self.word).unwrap_or_default())
    }

    /// The next word as a decimal number in `range`; `what` names it in messages.
    ///
    /// Digits only: no sign, no decimal point. Leading zeros are accepted, as
    /// C++ streams do.
    pub fn number(
        &mut self,
        what: &str,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, InputError> {
        // Made for an error only: long inputs are long lists of numbers.
        let expected = || match (range.start(), range.end()) {
            (low, &u64::MAX) => format!("{what} (a whole number from {low})"),
            (low, high) => format!("{what} (a whole number from {low} to {high})"),
        };
        if !self.fill()? {
            return Err(self.missing(&expected()));
        }
        let word = self.word(what)?;
        let value =
            if word.bytes().all(|b| b.is_ascii_digit()) { word.parse::<u64>().ok() } else { None };
        match value {
            Some(value) if range.contains(&value) && !self.word_is_cut => Ok(value),
            _ => Err(self.unexpected(&expected())),
        }
    }

    /// So many numbers as [`Tokens::number`] reads them.
    pub fn numbers(
        &mut self,
        what: &str,
        count: u64,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<Vec<u64>, InputError> {
        (0..count).map(|_| self.number(what, range.clone())).collect()
    }

    /// The next word as a decimal number in `range`, with a minus if it is less
    /// than 0.
    pub fn integer(
        &mut self,
        what: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<i64, InputError> {
        let expected = format!("{what} (a whole number from {} to {})", range.start(), range.end());
        if !self.fill()? {
            return Err(self.missing(&expected));
        }
        let word = self.word(what)?;
        let digits = word.strip_prefix('-').unwrap_or(word);
        let plain = digits.bytes().all(|b| b.is_ascii_digit());
        let value = if plain { word.parse::<i64>().ok() } else { None };
        match value {
            Some(value) if range.contains(&value) && !self.word_is_cut => Ok(value),
            _ => Err(self.unexpected(&expected)),
        }
    }

    /// Accepts the end of the text; anything else is an error that says that
    /// `expected` (for example "the end of the file after the last deal")
    /// should stand there.
    pub fn end(&mut self, expected: &str) -> Result<(), InputError> {
        if self.fill()? {
            self.peeked = false;
            return Err(self.unexpected(expected));
        }
        Ok(())
    }

    /// Whether only white space is left. Reads up to the next word.
    pub fn at_end(&mut self) -> Result<bool, InputError> {
        Ok(!self.fill()?)
    }

    /// An error at the start of the word that was read last.
    pub fn error(&self, message: impl Into<String>) -> InputError {
        InputError::new(self.word_line, self.word_column, message)
    }

    /// The error `expected X, found Y` for the word that was read last.
    pub fn unexpected(&self, expected: &str) -> InputError {
        self.error(format!("expected {expected}, found {}", self.shown()))
    }

    /// Line and column of the word that was read last.
    pub fn position(&self) -> (u64, u64) {
        (self.word_line, self.word_column)
    }

    fn shown(&self) -> String {
        let text = String::from_utf8_lossy(&self.word);
        let dots = if self.word_is_cut { "…" } else { "" };
        format!("`{}{dots}`", text.escape_debug())
    }

    fn missing(&self, expected: &str) -> InputError {
        InputError::new(
            self.line,
            self.column,
            format!("expected {expected}, found the end of the file"),
        )
    }

    /// Makes the next word current. False at the end of the text.
    fn fill(&mut self) -> Result<bool, InputError> {
        if self.peeked {
            return Ok(true);
        }
        self.word.clear();
        self.word_is_cut = false;
        let mut inside = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    return Err(InputError::new(
                        self.line,
                        self.column,
                        format!("cannot read on: {error}"),
                    ));
                }
            };
            if chunk.is_empty() {
                break;
            }
            let mut used = 0;
            let mut ended = false;
            for &byte in chunk {
                if is_blank(byte) {
                    if inside {
                        ended = true;
                        break;
                    }
                } else {
                    if !inside {
                        inside = true;
                        (self.word_line, self.word_column) = (self.line, self.column);
                    }
                    if self.word.len() < LONGEST_WORD {
                        self.word.push(byte);
                    } else {
                        self.word_is_cut = true;
                    }
                }
                used += 1;
                if byte == b'\n' {
                    self.line += 1;
                    self.column = 1;
                } else if byte & 0xC0 != 0x80 {
                    // Continuation bytes of UTF-8 are no characters of their own.
                    self.column += 1;
                }
            }
            self.input.consume(used);
            if ended {
                break;
            }
        }
        if inside {
            self.check_encoding()?;
            self.peeked = true;
        }
        Ok(inside)
    }

    /// Refuses bytes that are no text, with a message that names them.
    fn check_encoding(&mut self) -> Result<(), InputError> {
        if self.word.starts_with(b"\xEF\xBB\xBF") && (self.word_line, self.word_column) == (1, 1) {
            return Err(self.error(
                "expected plain text, found a UTF-8 byte order mark; save the file without it",
            ));
        }
        match std::str::from_utf8(&self.word) {
            Ok(_) => Ok(()),
            // A long word may have been cut inside a character.
            Err(error) if self.word_is_cut && error.error_len().is_none() => {
                let valid = error.valid_up_to();
                self.word.truncate(valid);
                Ok(())
            }
            Err(error) => {
                let valid = error.valid_up_to();
                let byte = self.word.get(valid).copied().unwrap_or_default();
                let ahead = self.word.iter().take(valid).filter(|b| **b & 0xC0 != 0x80).count();
                Err(InputError::new(
                    self.word_line,
                    self.word_column + ahead as u64,
                    format!("expected text in UTF-8, found the byte 0x{byte:02X}"),
                ))
            }
        }
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<String> {
        let mut tokens = Tokens::new(text);
        let mut words = Vec::new();
        while !tokens.at_end().unwrap() {
            words.push(tokens.word("a word").unwrap().to_owned());
        }
        words
    }

    #[test]
    fn words_are_split_at_any_white_space() {
        assert_eq!(all(b"  a\tb\r\nc\n\n"), ["a", "b", "c"]);
        assert!(all(b" \r\n").is_empty());
    }

    #[test]
    fn positions_count_characters() {
        let mut tokens = Tokens::new("é x\n  y".as_bytes());
        tokens.word("").unwrap();
        tokens.word("").unwrap();
        assert_eq!(tokens.position(), (1, 3));
        tokens.word("").unwrap();
        assert_eq!(tokens.position(), (2, 3));
        assert_eq!(
            tokens.word("z").unwrap_err().to_string(),
            "2:4: expected z, found the end of the file"
        );
    }

    #[test]
    fn numbers_outside_the_range_are_refused() {
        let number = |text: &str| Tokens::new(text.as_bytes()).number("n", 1..=9);
        assert_eq!(number("007"), Ok(7));
        for bad in ["0", "10", "-1", "+1", "1.0", "x", "18446744073709551616"] {
            let message = number(bad).unwrap_err().message;
            assert_eq!(message, format!("expected n (a whole number from 1 to 9), found `{bad}`"));
        }
        let long = "1".repeat(1000);
        assert!(number(&long).unwrap_err().message.ends_with("1…`"));
    }

    #[test]
    fn integers_may_be_negative() {
        let integer = |text: &str| Tokens::new(text.as_bytes()).integer("x", -9..=9);
        assert_eq!((integer("-9"), integer("07"), integer("-0")), (Ok(-9), Ok(7), Ok(0)));
        for bad in ["-10", "10", "+1", "--1", "-", "", "1.0", "99999999999999999999"] {
            let message = integer(bad).unwrap_err().message;
            assert!(
                message.starts_with("expected x (a whole number from -9 to 9), found"),
                "{bad}"
            );
        }
        let mut list = Tokens::new(&b"1 2 x"[..]);
        assert_eq!(list.numbers("x", 2, 1..=9), Ok(vec![1, 2]));
        assert!(list.numbers("x", 1, 1..=9).is_err());
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        let error = Tokens::new(&b"1 a\xFFb"[..]);
        let mut error = error;
        error.word("").unwrap();
        assert_eq!(
            error.word("").unwrap_err().to_string(),
            "1:4: expected text in UTF-8, found the byte 0xFF"
        );
        assert!(
            Tokens::new(&b"\xEF\xBB\xBF1"[..])
                .word("")
                .unwrap_err()
                .message
                .contains("byte order mark")
        );
    }
}
