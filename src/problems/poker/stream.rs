//! The solver as a whole program, text to text.
//!
//! Text in the contest's own layout (one blank or line end between cards) has
//! 30 bytes a deal. Blocks of 64 such deals are taken straight from the reader's
//! buffer. At the first block that is anything else, the careful reader takes
//! over for the rest of the text: it alone knows what is an error.

use super::block::Block;
use super::solver::{LANES, answer};
use crate::problem::{InputError, TextError};
use duipai_reference::poker::{Answer, Deals};
use std::io::{self, BufRead, Read, Write};

/// `AA AA\nBB BB\nCC CC CC CC CC CC\n`
const RECORD: usize = 30;
const BLOCK: usize = RECORD * LANES;
/// What stands between the cards of a deal.
const RECORD_LAYOUT: &[u8; RECORD] = b".. ..\n.. ..\n.. .. .. .. .. ..\n";
/// The longest T of the quick path, in digits: 10^18 fits 64 bits.
const LONGEST_TOTAL: usize = 18;
/// How much output is gathered: enough to make writes rare, and flat.
const OUTPUT: usize = 1 << 16;
/// A byte that stands for no rank or suit. The codes of cards are below 52.
const BAD: u8 = 0x80;

/// Four times the rank (2 to ace as 0 to 12) by its character.
const RANK: [u8; 256] = letters(b"23456789TJQKA", 4);
/// The suit by its character.
const SUIT: [u8; 256] = letters(b"CDHS", 1);

const fn letters(letters: &[u8], step: u8) -> [u8; 256] {
    let mut table = [BAD; 256];
    let mut index = 0;
    while index < letters.len() {
        table[letters[index] as usize] = index as u8 * step;
        index += 1;
    }
    table
}

/// Solves a document.
pub(super) fn solve_text(
    mut input: Box<dyn BufRead + '_>,
    out: &mut dyn Write,
) -> Result<(), TextError> {
    let mut answers = Answers { out, text: Vec::with_capacity(OUTPUT + 8 * LANES) };
    // What has been taken from `input` without having been solved.
    let mut ahead = Vec::with_capacity(BLOCK);
    let mut failure = None;
    let total = total(&mut input, &mut ahead).unwrap_or_else(|error| {
        failure = Some(error);
        None
    });
    let deals = match total {
        None => Deals::new(rest(ahead, failure, input)),
        Some(total) => {
            ahead.clear();
            let (done, failure) = blocks(total, &mut input, &mut ahead, &mut answers)?;
            // The careful reader starts with the line end before the next deal.
            ahead.insert(0, b'\n');
            let line = 3 * done + 1;
            Deals::resume(rest(ahead, failure, input), total, done, line)
        }
    };
    carefully(deals, &mut answers)
}

/// T, if the text starts with a plain number and a line end. `ahead` is what
/// has been read of it.
fn total(input: &mut dyn BufRead, ahead: &mut Vec<u8>) -> io::Result<Option<u64>> {
    let mut total = 0;
    loop {
        let Some(byte) = available(input)?.first().copied() else { return Ok(None) };
        if byte == b'\n' && !ahead.is_empty() {
            input.consume(1);
            ahead.push(byte);
            return Ok((total > 0).then_some(total));
        }
        if !byte.is_ascii_digit() || ahead.len() == LONGEST_TOTAL {
            return Ok(None);
        }
        input.consume(1);
        ahead.push(byte);
        total = total * 10 + u64::from(byte - b'0');
    }
}

/// Solves blocks as long as they are plain. Returns how many deals that were,
/// and the error that ended it, if one did; the bytes taken beyond them are in
/// `ahead`.
fn blocks(
    total: u64,
    input: &mut dyn BufRead,
    ahead: &mut Vec<u8>,
    answers: &mut Answers<'_>,
) -> Result<(u64, Option<io::Error>), TextError> {
    let mut block = Block::new();
    let mut done = 0;
    while total - done >= LANES as u64 {
        let chunk = match available(input) {
            Ok(chunk) => chunk,
            Err(error) => return Ok((done, Some(error))),
        };
        if chunk.is_empty() {
            break;
        }
        if ahead.is_empty() && chunk.len() >= BLOCK {
            if !take(&mut block, &chunk[..BLOCK]) {
                break;
            }
            input.consume(BLOCK);
        } else {
            // A block across the ends of chunks is put together.
            let taken = chunk.len().min(BLOCK - ahead.len());
            ahead.extend_from_slice(&chunk[..taken]);
            input.consume(taken);
            if ahead.len() < BLOCK {
                continue;
            }
            if !take(&mut block, ahead) {
                break;
            }
            ahead.clear();
        }
        answers.block(block.solve())?;
        done += LANES as u64;
    }
    Ok((done, None))
}

/// Reads 64 deals. False if they are not plain text of valid deals.
fn take(block: &mut Block, text: &[u8]) -> bool {
    let mut bad = 0;
    let mut odd = 0;
    for (lane, record) in text.as_chunks::<RECORD>().0.iter().enumerate().take(LANES) {
        for (place, cards) in block.cards.iter_mut().enumerate() {
            let code =
                RANK[usize::from(record[3 * place])] | SUIT[usize::from(record[3 * place + 1])];
            bad |= code;
            cards[lane] = code;
            odd |= record[3 * place + 2] ^ RECORD_LAYOUT[3 * place + 2];
        }
    }
    bad & BAD == 0 && odd == 0 && !block.repeats()
}

/// Solves what the careful reader reads.
fn carefully(deals: Deals<impl BufRead>, answers: &mut Answers<'_>) -> Result<(), TextError> {
    let mut block = Block::new();
    let mut lane = 0;
    let mut error = None;
    for deal in deals {
        match deal {
            Ok(deal) => block.set(lane, &deal),
            Err(found) => {
                error = Some(found);
                break;
            }
        }
        lane += 1;
        if lane == LANES {
            answers.block(block.solve())?;
            lane = 0;
        }
    }
    answers.some(block.solve(), lane)?;
    answers.flush()?;
    error.map_or(Ok(()), |error: InputError| Err(error.into()))
}

/// The answers on their way out.
struct Answers<'o> {
    out: &'o mut dyn Write,
    text: Vec<u8>,
}

impl Answers<'_> {
    /// The answers of a block of deals.
    fn block(&mut self, forced: [u64; 2]) -> io::Result<()> {
        self.some(forced, LANES)
    }

    /// The answers of the first deals of a block.
    fn some(&mut self, [win, keep]: [u64; 2], count: usize) -> io::Result<()> {
        /// A word with its line end, in eight bytes of which so many count.
        const fn word(answer: Answer) -> ([u8; 8], usize) {
            match answer {
                Answer::Alice => (*b"Alice\n\0\0", 6),
                Answer::Bob => (*b"Bob\n\0\0\0\0", 4),
                Answer::Draw => (*b"Draw\n\0\0\0", 5),
            }
        }
        // Copying eight bytes whatever the word is faster than copying just it.
        let mut text = [0; 8 * LANES];
        let mut end = 0;
        for lane in 0..count.min(LANES) {
            let (bytes, len) = word(answer(win >> lane & 1 == 1, keep >> lane & 1 == 1));
            text[end..end + 8].copy_from_slice(&bytes);
            end += len;
        }
        self.text.extend_from_slice(&text[..end]);
        if self.text.len() >= OUTPUT {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }
}

/// The bytes that can be read now; none at the end of the input.
fn available(input: &mut dyn BufRead) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            Ok(_) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    // Asked a second time a reader gives what it has buffered.
    input.fill_buf()
}

/// What is left to read: bytes that were taken too early, a failure that was
/// met, the rest of the input.
fn rest<'r>(
    ahead: Vec<u8>,
    failure: Option<io::Error>,
    input: impl BufRead + 'r,
) -> impl BufRead + 'r {
    io::Cursor::new(ahead).chain(Failure(failure)).chain(input)
}

/// A reader that fails once, so that an error is met where it was.
struct Failure(Option<io::Error>);

impl Read for Failure {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl BufRead for Failure {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.take().map_or(Ok(&[]), Err)
    }

    fn consume(&mut self, _: usize) {}
}
