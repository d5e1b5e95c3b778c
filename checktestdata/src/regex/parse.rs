//! The grammar of extended regular expressions.

use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, Hir, Look, Repetition};

use super::{PatternError, Remark};

/// Parentheses within each other; far more than anybody writes.
const MAX_NESTING: usize = 50;

/// POSIX systems allow 255 as the number of a repetition (RE_DUP_MAX) at least;
/// contests need the length of their longest strings.
const MAX_REPETITIONS: u32 = 1_000_000_000;

/// What has been read, with what may surprise.
pub(super) struct Parsed {
    pub(super) hir: Hir,
    pub(super) remarks: Vec<Remark>,
}

pub(super) fn parse(pattern: &[u8]) -> Result<Parsed, PatternError> {
    let mut parser = Parser { pattern, at: 0, nesting: 0, remarks: Vec::new() };
    let hir = parser.alternatives()?;
    if parser.at < pattern.len() {
        return parser.error("`)` without `(`; write `\\)` for the character");
    }
    Ok(Parsed { hir, remarks: parser.remarks })
}

struct Parser<'a> {
    pattern: &'a [u8],
    at: usize,
    nesting: usize,
    remarks: Vec<Remark>,
}

type Result<T, E = PatternError> = std::result::Result<T, E>;

impl Parser<'_> {
    fn rest(&self) -> &[u8] {
        &self.pattern[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn error<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(PatternError { at: self.at, reason: reason.into() })
    }

    fn remark(&mut self, message: &'static str) {
        self.remarks.push(Remark { at: self.at, message });
    }

    fn alternatives(&mut self) -> Result<Hir> {
        let mut alternatives = vec![self.sequence()?];
        while self.peek() == Some(b'|') {
            self.at += 1;
            alternatives.push(self.sequence()?);
        }
        Ok(Hir::alternation(alternatives))
    }

    fn sequence(&mut self) -> Result<Hir> {
        let mut parts = Vec::new();
        while let Some(byte) = self.peek() {
            if matches!(byte, b'|' | b')') {
                break;
            }
            let atom = self.atom()?;
            parts.push(self.repeated(atom)?);
        }
        Ok(Hir::concat(parts))
    }

    fn atom(&mut self) -> Result<Hir> {
        let Some(byte) = self.peek() else { return self.error("something is missing") };
        match byte {
            b'*' | b'+' | b'?' | b'{' => {
                self.error(format!("nothing before `{}` to repeat", char::from(byte)))
            }
            b'(' => {
                if self.nesting == MAX_NESTING {
                    return self
                        .error(format!("more than {MAX_NESTING} parentheses within each other"));
                }
                let open = self.at;
                self.at += 1;
                self.nesting += 1;
                let inner = self.alternatives()?;
                self.nesting -= 1;
                if self.peek() != Some(b')') {
                    self.at = open;
                    return self.error("`(` without `)`");
                }
                self.at += 1;
                Ok(inner)
            }
            b'[' => self.bracket(),
            b'.' => {
                self.at += 1;
                Ok(class([ClassBytesRange::new(0, 255)]))
            }
            b'^' => {
                self.remark("`^` is an anchor, which some tools take for the character");
                self.at += 1;
                Ok(Hir::look(Look::Start))
            }
            b'$' => {
                self.remark(
                    "`$` matches at the end of the whole input only, not at that of a line",
                );
                self.at += 1;
                Ok(Hir::look(Look::End))
            }
            b'\\' => self.escaped(),
            _ => {
                self.at += 1;
                Ok(Hir::literal([byte]))
            }
        }
    }

    fn escaped(&mut self) -> Result<Hir> {
        match self.rest().get(1) {
            Some(&byte) if byte.is_ascii_punctuation() => {
                self.at += 2;
                Ok(Hir::literal([byte]))
            }
            Some(b'1'..=b'9') => self.error("an extended regular expression has no references to groups"),
            Some(&byte) if byte.is_ascii_alphanumeric() => self.error(format!(
                "`\\{0}` has no meaning in an extended regular expression; write `[0-9]` for digits, `{0}` for the letter",
                char::from(byte)
            )),
            Some(_) => self.error("a backslash before a character that needs none"),
            None => self.error("a backslash at the end"),
        }
    }

    fn repeated(&mut self, atom: Hir) -> Result<Hir> {
        let (min, max) = match self.peek() {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            Some(b'{') => self.counts()?,
            _ => return Ok(atom),
        };
        self.at += 1;
        if let Some(byte @ (b'*' | b'+' | b'?' | b'{')) = self.peek() {
            let byte = char::from(byte);
            return self.error(format!(
                "`{byte}` after another repetition; put that one into parentheses"
            ));
        }
        Ok(Hir::repetition(Repetition { min, max, greedy: true, sub: Box::new(atom) }))
    }

    /// `{m}`, `{m,}`, `{,n}` or `{m,n}`, up to its last brace.
    fn counts(&mut self) -> Result<(u32, Option<u32>)> {
        let open = self.at;
        self.at += 1;
        let min = self.count()?;
        let mut max = min;
        if self.peek() == Some(b',') {
            self.at += 1;
            max = self.count()?;
            if let (Some(least), Some(most)) = (min, max)
                && least > most
            {
                self.at = open;
                return self
                    .error(format!("`{{{least},{most}}}`: the first number is the larger one"));
            }
        } else if min.is_none() {
            return self.error("expected a number after `{`; write `\\{` for the character");
        }
        if self.peek() != Some(b'}') {
            return self.error("expected `}`");
        }
        Ok((min.unwrap_or(0), max))
    }

    fn count(&mut self) -> Result<Option<u32>> {
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&self.rest()[..digits]);
        match text.parse() {
            Ok(count) if count <= MAX_REPETITIONS => {
                self.at += digits;
                Ok(Some(count))
            }
            _ => self.error(format!("at most {MAX_REPETITIONS} repetitions")),
        }
    }

    fn bracket(&mut self) -> Result<Hir> {
        let open = self.at;
        self.at += 1;
        let negated = self.peek() == Some(b'^');
        self.at += usize::from(negated);
        let mut ranges = Vec::new();
        // A `]` that comes first is the character.
        let mut first = true;
        // Whether what was read last ended a range, after which `-` is a character.
        let mut after_range = false;
        loop {
            match self.rest() {
                [] => {
                    self.at = open;
                    return self.error(
                        "`[` without `]` (one that comes first, as in `[]a]`, is the character)",
                    );
                }
                [b']', ..] if !first => {
                    self.at += 1;
                    break;
                }
                [b'[', b':', ..] => {
                    ranges.extend(self.named_class()?);
                    after_range = true;
                }
                _ => {
                    let start = self.at;
                    let low = self.element()?;
                    let is_range = matches!(self.rest(), [b'-', next, ..] if *next != b']');
                    if is_range && !(after_range && low == b'-') {
                        self.at += 1;
                        let high = self.element()?;
                        if low > high {
                            self.at = start;
                            return self.error("a range whose first character is the larger one");
                        }
                        ranges.push(ClassBytesRange::new(low, high));
                        after_range = true;
                    } else {
                        ranges.push(ClassBytesRange::new(low, low));
                        after_range = false;
                    }
                }
            }
            first = false;
        }
        let mut set = ClassBytes::new(ranges);
        if negated {
            set.negate();
        }
        Ok(Hir::class(Class::Bytes(set)))
    }

    /// One character of a bracket expression, `[.x.]` and `[=x=]` included.
    fn element(&mut self) -> Result<u8> {
        match *self.rest() {
            [] => self.error("`[` without `]`"),
            [b'[', kind @ (b'.' | b'='), byte, end, b']', ..] if end == kind => {
                self.at += 5;
                Ok(byte)
            }
            [b'[', b'.' | b'=', ..] => self.error("no such character or class of equal characters"),
            [b'[', b':', ..] => self.error("a class cannot be the end of a range"),
            [byte, ..] => {
                const ESCAPES: &[u8] = b"(){}[]*+?|^.-";
                if byte == b'\\' && self.rest().get(1).is_some_and(|next| ESCAPES.contains(next)) {
                    self.remark("a backslash within brackets is the character itself; some tools take it for an escape");
                }
                self.at += 1;
                Ok(byte)
            }
        }
    }

    fn named_class(&mut self) -> Result<Vec<ClassBytesRange>> {
        let name = &self.rest()[2..];
        let Some(length) = name.windows(2).position(|pair| pair == b":]") else {
            return self.error("`[:` without `:]`");
        };
        // The classes of the C locale.
        let ranges: &[(u8, u8)] = match &name[..length] {
            b"alnum" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
            b"alpha" => &[(b'A', b'Z'), (b'a', b'z')],
            b"blank" => &[(b' ', b' '), (b'\t', b'\t')],
            b"cntrl" => &[(0, 31), (127, 127)],
            b"digit" => &[(b'0', b'9')],
            b"graph" => &[(b'!', b'~')],
            b"lower" => &[(b'a', b'z')],
            b"print" => &[(b' ', b'~')],
            b"punct" => &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
            b"space" => &[(b' ', b' '), (b'\t', b'\r')],
            b"upper" => &[(b'A', b'Z')],
            b"xdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
            other => {
                let name = crate::quote::printable(other);
                return self.error(format!("no class of characters is called `{name}`"));
            }
        };
        let ranges = ranges.iter().map(|&(low, high)| ClassBytesRange::new(low, high)).collect();
        self.at += 2 + length + 2;
        Ok(ranges)
    }
}

fn class<const N: usize>(ranges: [ClassBytesRange; N]) -> Hir {
    Hir::class(Class::Bytes(ClassBytes::new(ranges)))
}
