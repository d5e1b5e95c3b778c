//! The contest's input: `n T`, then T deals of three lines of 2n values.

use super::{Deal, MAX_N};
use crate::{InputError, Tokens};
use std::io::BufRead;

const PLAYERS: [char; 3] = ['A', 'B', 'C'];

/// The deals of a document, read one at a time: memory does not grow with
/// their number. Any white space separates the numbers; line ends have no
/// meaning. After an error nothing more comes.
pub struct Deals<R> {
    tokens: Tokens<R>,
    stage: Stage,
}

enum Stage {
    Header,
    /// The deal with this number (from 1) is next.
    Deal {
        n: usize,
        number: u64,
        of: u64,
    },
    Over,
}

impl<R: BufRead> Deals<R> {
    /// Reads from the start of a document.
    pub fn new(input: R) -> Self {
        Self { tokens: Tokens::new(input), stage: Stage::Header }
    }

    fn step(&mut self) -> Result<Option<Deal>, InputError> {
        if matches!(self.stage, Stage::Header) {
            let n = self.tokens.number("n", 1..=MAX_N as u64)? as usize;
            let of = self.tokens.number("T, the number of deals", 1..=u64::MAX)?;
            self.stage = Stage::Deal { n, number: 1, of };
        }
        let Stage::Deal { n, number, of } = self.stage else { return Ok(None) };
        let deal = self.deal(n, number)?;
        self.stage = if number < of {
            Stage::Deal { n, number: number + 1, of }
        } else {
            self.tokens.end(&match of {
                1 => "the end of the file after the only deal".to_owned(),
                _ => format!("the end of the file after the last of {of} deals"),
            })?;
            Stage::Over
        };
        Ok(Some(deal))
    }

    fn deal(&mut self, n: usize, number: u64) -> Result<Deal, InputError> {
        let mut copies = vec![0u8; 3 * n + 1];
        let mut hands = [const { Vec::new() }; 3];
        for (hand, player) in hands.iter_mut().zip(PLAYERS) {
            hand.reserve_exact(2 * n);
            for place in 1..=2 * n {
                let name =
                    || format!("card {place} of the {} of player {player} in deal {number}", 2 * n);
                let value = self.value(3 * n, &name)?;
                // "Every value 1..3n occurs exactly twice in the input (possibly
                // both in one hand)." A value that is missing needs no search: 6n
                // cards with no value three times have every value twice.
                copies[usize::from(value)] += 1;
                if copies[usize::from(value)] > 2 {
                    return Err(self.tokens.error(format!(
                        "expected {} to be a value that has occurred at most once so far, \
                         found `{value}` for the third time",
                        name()
                    )));
                }
                hand.push(value);
            }
        }
        Deal::new(hands).map_err(|why| self.tokens.error(why))
    }

    /// A number from 1 to `most`. Like [`Tokens::number`], but the name of the
    /// number is only made up when a message needs it: there are millions.
    fn value(&mut self, most: usize, name: &dyn Fn() -> String) -> Result<u16, InputError> {
        let expected = || format!("{} (a whole number from 1 to {most})", name());
        if self.tokens.at_end()? {
            self.tokens.word(&expected())?;
        }
        let word = self.tokens.word("")?;
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        // Longer words may have been cut (see `Tokens`); none of them is a value.
        let value = if digits && word.len() < 40 { word.parse::<u16>().ok() } else { None };
        match value {
            Some(value) if (1..=most).contains(&usize::from(value)) => Ok(value),
            _ => Err(self.tokens.unexpected(&expected())),
        }
    }
}

impl<R: BufRead> Iterator for Deals<R> {
    type Item = Result<Deal, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let step = self.step();
        if step.is_err() {
            self.stage = Stage::Over;
        }
        step.transpose()
    }
}
