//! A text as lines of words, and the text with an edit.

use super::stages::{Cut, Edit};
use std::collections::HashMap;
use std::ops::Range;

/// A text as lines of words. What stands between them is kept as it is.
#[derive(Debug, Clone)]
pub(super) struct Lines(pub(super) Vec<Line>);

#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub(super) words: Vec<Word>,
    /// Blanks behind the last word, and the line end if there is one.
    tail: String,
}

#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Blanks ahead of it.
    gap: String,
    pub(super) text: String,
    /// Its value, if it is a whole number of at most 18 digits.
    pub(super) number: Option<i64>,
}

/// A word: line, and place in it.
pub(super) type Place = (usize, usize);

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        Self(text.split_inclusive('\n').map(Line::of).collect())
    }

    pub(super) fn word(&self, (line, word): Place) -> Option<&Word> {
        self.0.get(line)?.words.get(word)
    }

    /// All words with their places.
    pub(super) fn places(&self) -> impl Iterator<Item = (Place, &Word)> {
        let lines = self.0.iter().enumerate();
        lines.flat_map(|(at, line)| {
            line.words.iter().enumerate().map(move |(place, word)| ((at, place), word))
        })
    }

    /// The text with this edit.
    pub(super) fn with(&self, edit: &Edit) -> String {
        let set: HashMap<Place, &str> =
            edit.set.iter().map(|(place, word)| (*place, word.as_str())).collect();
        let mut out = String::new();
        for (at, line) in self.0.iter().enumerate() {
            let (words, letters) = match &edit.cut {
                Cut::Nothing => (0..0, 0..0),
                Cut::Lines(gone) => {
                    if gone.contains(&at) {
                        continue;
                    }
                    (0..0, 0..0)
                }
                Cut::TheseLines(gone) => {
                    if gone.binary_search(&at).is_ok() {
                        continue;
                    }
                    (0..0, 0..0)
                }
                Cut::Words(lines, words) if lines.contains(&at) => (words.clone(), 0..0),
                Cut::Letters(lines, word, letters) if lines.contains(&at) => {
                    (*word..word + 1, letters.clone())
                }
                Cut::Words(..) | Cut::Letters(..) => (0..0, 0..0),
            };
            line.write(at, &words, &letters, &set, &mut out);
        }
        out
    }
}

impl Word {
    /// Sees to it that something stands between it and the word ahead.
    pub(super) fn apart(&mut self) {
        if self.gap.is_empty() {
            self.gap.push(' ');
        }
    }
}

impl Line {
    fn of(text: &str) -> Self {
        let mut line = Self::default();
        let mut rest = text;
        loop {
            let gap = rest.len() - rest.trim_start().len();
            let (gap, after) = rest.split_at(gap);
            if after.is_empty() {
                line.tail = gap.to_owned();
                return line;
            }
            let end = after.find(char::is_whitespace).unwrap_or(after.len());
            let (word, after) = after.split_at(end);
            line.words.push(Word {
                gap: gap.to_owned(),
                text: word.to_owned(),
                number: number(word),
            });
            rest = after;
        }
    }

    /// Writes it without these words, or without these letters of the first of
    /// them if there are any, and with other words in the places of `set`.
    fn write(
        &self,
        at: usize,
        words: &Range<usize>,
        letters: &Range<usize>,
        set: &HashMap<Place, &str>,
        out: &mut String,
    ) {
        let mut any = false;
        for (place, word) in self.words.iter().enumerate() {
            let hit = words.contains(&place);
            if hit && letters.is_empty() {
                continue;
            }
            // What becomes the first word of its line keeps the line's indent.
            let gap = if any { &word.gap } else { &self.words[0].gap };
            out.push_str(gap);
            any = true;
            if hit {
                let kept = word.text.chars().enumerate();
                out.extend(kept.filter(|(i, _)| !letters.contains(i)).map(|(_, letter)| letter));
            } else {
                out.push_str(set.get(&(at, place)).copied().unwrap_or(&word.text));
            }
        }
        out.push_str(&self.tail);
    }
}

/// The value of a word that is a whole number: digits with a minus at most.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let plain = (1..=18).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten()
}
