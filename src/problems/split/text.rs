//! Schemes as text.

use super::solver::{self, Part, Schemes};
use crate::problem::{Refusal, TextError};
use duipai_reference::split::{Answer, Copies, HIGHEST, Listing, Scheme, read};
use num_bigint::BigUint;
use std::io::{BufRead, Write};

/// What every line begins with, ahead of its number.
pub(super) const BEFORE: &str = "方案";
/// What follows the number: the full-width colon.
pub(super) const COLON: &str = "：";

/// A chunk of output. It stays in the cache of one core.
const CHUNK: usize = 1 << 16;

/// Texts of sides are copied in blocks of this many bytes, which compilers turn
/// into two registers; few sides of a part are longer.
const BLOCK: usize = 32;

/// The largest table of the texts of sides, in bytes. Only decks with hundreds
/// of copies of a value need more; they are printed without a table.
const LARGEST_TABLE: usize = 1 << 24;

/// Appends one line per scheme: `方案i：a+b=c+d`.
pub(super) fn print(answer: &Answer, out: &mut String) -> Result<(), Refusal> {
    match answer {
        Answer::Listing(listing) => {
            for (i, scheme) in listing.iter().enumerate() {
                line(i + 1, &scheme, out);
                out.push('\n');
            }
            Ok(())
        }
        Answer::TooMany { count } => Err(too_many(count)),
    }
}

/// Appends a line without its end.
pub(super) fn line(number: usize, scheme: &Scheme, out: &mut String) {
    out.push_str(BEFORE);
    out.push_str(&number.to_string());
    out.push_str(COLON);
    side(&scheme.left, out);
    out.push('=');
    side(&scheme.right, out);
}

fn side(side: &Copies, out: &mut String) {
    let start = out.len();
    for (value, copies) in (1u8..).zip(side) {
        let (tens, ones) = (char::from(b'0' + value / 10), char::from(b'0' + value % 10));
        for _ in 0..*copies {
            if out.len() > start {
                out.push('+');
            }
            if value >= 10 {
                out.push(tens);
            }
            out.push(ones);
        }
    }
}

/// The refusal to print a listing that was not made.
pub(super) fn too_many(count: &BigUint) -> Refusal {
    Refusal(format!("{count} schemes are too many to list (--count prints their number alone)"))
}

/// The whole program: text to text, nothing printed before all is known to be
/// right.
pub(super) fn solve_text(input: impl BufRead, out: &mut dyn Write) -> Result<(), TextError> {
    let instance = read(input)?;
    let cards = instance.copies();
    let refused = |count: &BigUint| TextError::Refused(1, too_many(count));
    let count = solver::countable(&cards, instance.values.len()).map_err(|c| refused(&c))?;
    if count == 0 {
        return Ok(());
    }
    let Some(listing) = Listing::new(&cards) else {
        return Err(refused(&BigUint::from(count)));
    };
    let schemes = Schemes::find(&cards, count);
    let longest = 3 * instance.values.len();
    let sides = schemes.low.sides() + 2 * schemes.high.sides();
    if sides.saturating_mul(longest) > LARGEST_TABLE {
        let codes = schemes.codes(&listing);
        return Ok(write_plain(&listing.with_codes(codes), out)?);
    }
    Ok(write_schemes(&schemes, longest, out)?)
}

/// Writes every card for itself.
fn write_plain(listing: &Listing, out: &mut dyn Write) -> std::io::Result<()> {
    let mut text = String::new();
    for (i, scheme) in listing.iter().enumerate() {
        line(i + 1, &scheme, &mut text);
        text.push('\n');
        if text.len() >= CHUNK {
            out.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    out.write_all(text.as_bytes())
}

/// The texts of all sides of a part in one piece of memory.
struct Texts {
    bytes: Vec<u8>,
    /// Start and length of each.
    places: Vec<(u32, u32)>,
}

impl Texts {
    /// `end` is what every text ends in. Where high cards follow, so does a `+`.
    fn new(part: &Part, end: &str) -> Self {
        let mut texts = Self { bytes: Vec::new(), places: Vec::with_capacity(part.sides()) };
        let mut cards = String::new();
        for index in 0..part.sides() as u32 {
            let mut copies = [0; HIGHEST as usize];
            let mut follows = false;
            for (class, taken) in part.classes.iter().zip(part.taken(index)) {
                match usize::try_from(class.value - 1) {
                    Ok(value) => copies[value] = *taken,
                    Err(_) => follows = *taken > 0,
                }
            }
            cards.clear();
            side(&copies, &mut cards);
            if follows && !cards.is_empty() {
                cards.push('+');
            }
            cards.push_str(end);
            texts.places.push((texts.bytes.len() as u32, cards.len() as u32));
            texts.bytes.extend_from_slice(cards.as_bytes());
        }
        // So that a whole block can be read at the last text.
        texts.bytes.resize(texts.bytes.len() + BLOCK, 0);
        texts
    }

    /// Copies a text to `out` at `at`, perhaps with some bytes more; the end.
    #[inline(always)]
    fn copy(&self, side: u32, out: &mut [u8], at: usize) -> usize {
        let (start, length) = self.places[side as usize];
        let (start, length) = (start as usize, length as usize);
        out[at..at + BLOCK].copy_from_slice(&self.bytes[start..start + BLOCK]);
        if length > BLOCK {
            out[at..at + length].copy_from_slice(&self.bytes[start..start + length]);
        }
        at + length
    }
}

/// Writes all schemes; a side has at most `longest` bytes.
fn write_schemes(schemes: &Schemes, longest: usize, out: &mut dyn Write) -> std::io::Result<()> {
    let low = Texts::new(&schemes.low, "");
    let (high_left, high_right) = (Texts::new(&schemes.high, "="), Texts::new(&schemes.high, "\n"));
    // Room for a chunk, the line that goes beyond it, and blocks beyond that.
    let mut buffer = vec![0u8; CHUNK + 2 * longest + 4 * BLOCK];
    let mut at = 0;
    let mut number = Number::new();
    for item in &schemes.order {
        let lows = &schemes.low_pairs[(item >> 32) as usize];
        let highs = &schemes.high_pairs[*item as u32 as usize];
        at = number.next(&mut buffer, at);
        at = low.copy(lows.left, &mut buffer, at);
        at = high_left.copy(highs.left, &mut buffer, at);
        at = low.copy(lows.right, &mut buffer, at);
        at = high_right.copy(highs.right, &mut buffer, at);
        if at >= CHUNK {
            out.write_all(&buffer[..at])?;
            at = 0;
        }
    }
    out.write_all(&buffer[..at])
}

/// The beginning of a line, counted up as text.
struct Number {
    /// As it was when the last digit was 0. A block that was changed by single
    /// bytes just before it is read makes the processor wait; this one changes
    /// only every tenth line.
    text: [u8; BLOCK],
    /// How many bytes of `text` are in use.
    length: usize,
    digits: usize,
    /// The last digit.
    ones: u8,
}

impl Number {
    fn new() -> Self {
        let mut number = Self { text: [0; BLOCK], length: 0, digits: 1, ones: b'0' };
        number.layout(b"0");
        number
    }

    fn layout(&mut self, digits: &[u8]) {
        self.length = 0;
        self.digits = digits.len();
        for piece in [BEFORE.as_bytes(), digits, COLON.as_bytes()] {
            self.text[self.length..self.length + piece.len()].copy_from_slice(piece);
            self.length += piece.len();
        }
    }

    /// Writes the next beginning to `out` at `at`, perhaps with some bytes more;
    /// the end.
    #[inline(always)]
    fn next(&mut self, out: &mut [u8], at: usize) -> usize {
        if self.ones == b'9' {
            self.carry();
            self.ones = b'0';
        } else {
            self.ones += 1;
        }
        out[at..at + BLOCK].copy_from_slice(&self.text);
        out[at + BEFORE.len() + self.digits - 1] = self.ones;
        at + self.length
    }

    #[cold]
    fn carry(&mut self) {
        for place in (BEFORE.len()..BEFORE.len() + self.digits - 1).rev() {
            if self.text[place] < b'9' {
                self.text[place] += 1;
                return;
            }
            self.text[place] = b'0';
        }
        // 99 to 100: a listing has at most eight digits.
        let mut digits = [b'0'; 16];
        digits[0] = b'1';
        self.layout(&digits[..self.digits + 1]);
    }
}
