//! Games as text: the contest's input and output formats, and a reader for
//! well-formed text that is several times as fast as the careful one.

use super::solver;
use crate::choices::Choices;
use crate::problem::{Layout, Refusal, TextError};
use duipai_reference::pigs::{
    self, Answer, Card, FEWEST_PIGS, HAND, Instance, LONGEST_DECK, MOST_PIGS, Pig, Role,
};
use std::io::{self, BufRead, Cursor, Read, Write};

/// Why an unending game has no output.
pub(super) fn unending() -> Refusal {
    Refusal(
        "the game never ends: the deck's last card comes again and again, and nobody can use a \
         card that changes anything"
            .to_owned(),
    )
}

/// Writes a game. In contest layout, as in the official inputs: one blank
/// between words, each line ended. Free layout is any white space at all.
pub(super) fn write(
    instance: &Instance,
    layout: Layout,
    choices: &mut dyn Choices,
    out: &mut String,
) {
    let mut pen = Pen::new(layout, choices, out);
    pen.word(&instance.pigs.len().to_string());
    pen.blank();
    pen.word(&instance.deck.len().to_string());
    pen.line_end();
    for pig in &instance.pigs {
        pen.word(pig.role.token());
        for card in pig.hand {
            pen.blank();
            pen.out.push(card.letter());
        }
        pen.line_end();
    }
    for (index, card) in instance.deck.iter().enumerate() {
        if index > 0 {
            pen.blank();
        }
        pen.out.push(card.letter());
    }
    pen.finish();
}

/// How freely white space is put. All are valid; the first is canonical.
const MANNERS: u32 = 5;

struct Pen<'p> {
    manner: u32,
    choices: &'p mut dyn Choices,
    out: &'p mut String,
}

impl<'p> Pen<'p> {
    fn new(layout: Layout, choices: &'p mut dyn Choices, out: &'p mut String) -> Self {
        let manner = match layout {
            Layout::Contest => 0,
            Layout::Free => choices.below(MANNERS),
        };
        Self { manner, choices, out }
    }

    fn word(&mut self, word: &str) {
        self.out.push_str(word);
    }

    /// Between two words of a line.
    fn blank(&mut self) {
        let white = match self.manner {
            // Mostly plain, so that each oddity is also seen alone.
            2 => *self.choices.pick(&[" ", " ", " ", "\t", "  "]),
            3 => "\n",
            4 => {
                *self.choices.pick(&[" ", "\t", "\n", "\r\n", "  ", " \n", "\n\n", "\t \r\n \x0C"])
            }
            _ => " ",
        };
        self.out.push_str(white);
    }

    /// Between two lines.
    fn line_end(&mut self) {
        let white = match self.manner {
            1 => "\r\n",
            2 => *self.choices.pick(&["\n", "\n", " \n", "\t\n"]),
            3 => " ",
            4 => *self.choices.pick(&["\n", "\r\n", " ", "\n\n", " \r\n\r\n"]),
            _ => "\n",
        };
        self.out.push_str(white);
    }

    /// After the last word.
    fn finish(&mut self) {
        let white = match self.manner {
            0 => "\n",
            1 => *self.choices.pick(&["\r\n", "", "\r\n\r\n"]),
            _ => *self.choices.pick(&["\n", "", " ", "\n\n\n", " \n \n", "\r\n"]),
        };
        self.out.push_str(white);
    }
}

/// Prints an answer: the winner, then each hand on a line.
pub(super) fn print(answer: &Answer, out: &mut String) -> Result<(), Refusal> {
    let Answer::Finished { winner, hands } = answer else { return Err(unending()) };
    out.push_str(winner.token());
    out.push('\n');
    for hand in hands {
        match hand {
            None => out.push_str("DEAD"),
            Some(hand) => {
                for (index, card) in hand.iter().enumerate() {
                    if index > 0 {
                        out.push(' ');
                    }
                    out.push(card.letter());
                }
            }
        }
        out.push('\n');
    }
    Ok(())
}

/// The solver as a whole program.
pub(super) fn solve_text(
    mut input: Box<dyn BufRead + '_>,
    out: &mut dyn Write,
) -> Result<(), TextError> {
    // More text than any game has in ordinary layout: what is longer goes to
    // the careful reader, which needs no memory for white space and noise.
    const LONGEST_TEXT: usize = 2 * LONGEST_DECK + 4096;
    let mut text = Vec::new();
    let failure = loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => break Some(error),
        };
        if chunk.is_empty() || text.len() >= LONGEST_TEXT {
            break None;
        }
        let read = chunk.len().min(LONGEST_TEXT - text.len());
        text.extend_from_slice(&chunk[..read]);
        input.consume(read);
    };
    let complete = failure.is_none() && text.len() < LONGEST_TEXT;
    let game = if complete { Words { text: &text, at: 0 }.game() } else { None };
    let instance = match game {
        Some(instance) => instance,
        None => {
            // Every message comes from the one careful reader. It reads again
            // what has been read, then the rest, or the failure.
            let rest = Rest { failure, input };
            pigs::read(Cursor::new(text).chain(io::BufReader::new(rest)))?
        }
    };
    let mut answer = Vec::new();
    if !solver::solve_into(&instance.pigs, &instance.deck, &mut answer) {
        return Err(TextError::Refused(1, unending()));
    }
    out.write_all(&answer)?;
    Ok(())
}

/// What follows the text that has been read: a failure, if there was one.
struct Rest<'r> {
    failure: Option<io::Error>,
    input: Box<dyn BufRead + 'r>,
}

impl Read for Rest<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.input.read(buffer),
        }
    }
}

/// Reads well-formed text; `None` for anything else.
struct Words<'t> {
    text: &'t [u8],
    at: usize,
}

impl Words<'_> {
    fn game(mut self) -> Option<Instance> {
        let n = self.number().filter(|n| (FEWEST_PIGS..=MOST_PIGS).contains(n))?;
        let m = self.number().filter(|m| (1..=LONGEST_DECK).contains(m))?;
        let mut pigs = Vec::with_capacity(n);
        for index in 0..n {
            let role = match (self.word()?, index) {
                (b"MP", 0) => Role::Main,
                (b"ZP", 1..) => Role::Loyal,
                (b"FP", 1..) => Role::Traitor,
                _ => return None,
            };
            let mut hand = [Card::Dodge; HAND];
            for place in &mut hand {
                *place = self.card()?;
            }
            pigs.push(Pig { role, hand });
        }
        if !pigs.iter().any(|pig| pig.role == Role::Traitor) {
            return None;
        }
        // A text that is too short for the deck does not make us reserve it.
        let mut deck = Vec::with_capacity(m.min(self.text.len()));
        for _ in 0..m {
            deck.push(self.card()?);
        }
        self.skip_white();
        (self.at == self.text.len()).then_some(Instance { pigs, deck })
    }

    fn skip_white(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn word(&mut self) -> Option<&[u8]> {
        self.skip_white();
        let rest = self.text.get(self.at..)?;
        let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len)
    }

    fn number(&mut self) -> Option<usize> {
        let word = self.word()?;
        // Longer numbers, with leading zeros, are left to the careful reader.
        if word.is_empty() || word.len() > 7 || !word.iter().all(u8::is_ascii_digit) {
            return None;
        }
        Some(word.iter().fold(0, |value, digit| 10 * value + usize::from(digit - b'0')))
    }

    fn card(&mut self) -> Option<Card> {
        // In ordinary layout one blank stands before each card.
        if self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        let mut card = CARDS[usize::from(*self.text.get(self.at)?)];
        if card.is_none() {
            self.skip_white();
            card = CARDS[usize::from(*self.text.get(self.at)?)];
        }
        self.at += 1;
        // A longer word is no card.
        let ends = self.text.get(self.at).is_none_or(u8::is_ascii_whitespace);
        card.filter(|_| ends)
    }
}

/// The card for each byte.
static CARDS: [Option<Card>; 256] = {
    let mut cards = [None; 256];
    cards[b'D' as usize] = Some(Card::Dodge);
    cards[b'F' as usize] = Some(Card::Duel);
    cards[b'J' as usize] = Some(Card::Nullify);
    cards[b'K' as usize] = Some(Card::Kill);
    cards[b'N' as usize] = Some(Card::Savage);
    cards[b'P' as usize] = Some(Card::Peach);
    cards[b'W' as usize] = Some(Card::Arrows);
    cards[b'Z' as usize] = Some(Card::Crossbow);
    cards
};
