//! The pen with which a problem writes its documents.

use super::Layout;
use crate::choices::Choices;
use std::fmt::{Display, Write};

/// White space of every kind, for [`Manner::Wild`].
const GAPS: [&str; 8] = [" ", "\n", "  ", "\t", "\r\n", "\n\n", " \t ", " \n"];
/// Ends of a document in free layout, besides the canonical one: none, and blank
/// lines.
const ENDS: [&str; 5] = ["", "\r\n", "\n\n", " \n\t\n", " "];

/// Writes words in lines: one blank between words, `\n` at the end of each line,
/// the last one too. That is the canonical text, and the only contest layout.
/// In [`Layout::Free`] it writes what a reader by words
/// ([`Words`](super::Words)) takes for the same: other white space, CRLF, all on
/// one line, a word a line, a missing last line end.
///
/// ```
/// # use duipai::{choices::Zeros, problem::{Layout, Pen}};
/// let (mut text, mut zeros) = (String::new(), Zeros);
/// let mut pen = Pen::new(Layout::Free, &mut zeros, &mut text);
/// pen.line([3]);
/// pen.line([10, 20, 30]);
/// pen.finish();
/// assert_eq!(text, "3\n10 20 30\n");
/// ```
pub struct Pen<'p> {
    layout: Layout,
    choices: &'p mut dyn Choices,
    out: &'p mut String,
    /// Drawn with the first word.
    manner: Option<Manner>,
    /// Whether a word stands on the line that is being written.
    in_line: bool,
    /// Line ends that are not yet written: the last of a document may be missing.
    ends: usize,
}

/// How the gaps between words look.
#[derive(Clone, Copy)]
enum Manner {
    Canonical,
    Crlf,
    OneLine,
    LineEach,
    /// Any white space anywhere.
    Wild,
}

impl<'p> Pen<'p> {
    /// Appends to `out`. What free layouts look like is drawn from `choices`;
    /// all-zero choices give the canonical text.
    pub fn new(layout: Layout, choices: &'p mut dyn Choices, out: &'p mut String) -> Self {
        Self { layout, choices, out, manner: None, in_line: false, ends: 0 }
    }

    /// A line of these words, none of which may be empty or have white space in
    /// it. A line without words is an empty one.
    pub fn line<W: Display>(&mut self, words: impl IntoIterator<Item = W>) {
        for word in words {
            self.word(word);
        }
        self.end_line();
    }

    /// A word of a line that goes on: for lines of words of different types.
    pub fn word(&mut self, word: impl Display) {
        self.gap();
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{word}");
        self.in_line = true;
    }

    /// The end of a line.
    pub fn end_line(&mut self) {
        self.in_line = false;
        self.ends += 1;
    }

    /// The layout that is asked for, the decisions, and the text to append to:
    /// for formats in which white space means something, and for other layouts
    /// than this pen has.
    pub fn by_hand(&mut self) -> (Layout, &mut dyn Choices, &mut String) {
        (self.layout, self.choices, self.out)
    }

    /// The end of the document.
    pub fn finish(mut self) {
        if self.in_line {
            self.end_line();
        }
        if self.ends == 0 {
            return;
        }
        if self.layout == Layout::Free && self.choices.chance(1, 3) {
            self.out.push_str(self.choices.pick::<&str>(&ENDS));
            return;
        }
        let end = if matches!(self.manner, Some(Manner::Crlf)) { "\r\n" } else { "\n" };
        self.out.extend(std::iter::repeat_n(end, self.ends));
    }

    /// The white space ahead of a word.
    fn gap(&mut self) {
        let first = self.manner.is_none();
        let manner = match self.layout {
            Layout::Contest => Manner::Canonical,
            Layout::Free => *self.manner.get_or_insert_with(|| {
                *self.choices.pick(&[
                    Manner::Canonical,
                    Manner::Crlf,
                    Manner::OneLine,
                    Manner::LineEach,
                    Manner::Wild,
                ])
            }),
        };
        self.manner = Some(manner);
        let ends = std::mem::take(&mut self.ends);
        if first || !(self.in_line || ends > 0) {
            self.out.extend(std::iter::repeat_n("\n", ends));
            return;
        }
        match manner {
            Manner::Canonical if ends > 0 => self.out.extend(std::iter::repeat_n("\n", ends)),
            Manner::Crlf if ends > 0 => self.out.extend(std::iter::repeat_n("\r\n", ends)),
            Manner::Canonical | Manner::Crlf | Manner::OneLine => self.out.push(' '),
            Manner::LineEach => self.out.push('\n'),
            Manner::Wild => self.out.push_str(self.choices.pick::<&str>(&GAPS)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::{Random, Zeros};
    use std::collections::HashSet;

    fn written(layout: Layout, choices: &mut dyn Choices, lines: &[&[&str]]) -> String {
        let mut out = String::new();
        let mut pen = Pen::new(layout, choices, &mut out);
        lines.iter().for_each(|line| pen.line(*line));
        pen.finish();
        out
    }

    #[test]
    fn contest_layout_is_the_canonical_text_and_so_are_zeros() {
        let documents: [(&[&[&str]], &str); 6] = [
            (&[], ""),
            (&[&[]], "\n"),
            (&[&["1"], &[]], "1\n\n"),
            (&[&[], &["1", "2"]], "\n1 2\n"),
            (&[&["a"], &[], &["b"]], "a\n\nb\n"),
            (&[&["a", "b"], &["c"]], "a b\nc\n"),
        ];
        for (lines, text) in documents {
            assert_eq!(written(Layout::Contest, &mut Random::new(1, 1), lines), text);
            assert_eq!(written(Layout::Free, &mut Zeros, lines), text);
        }
    }

    #[test]
    fn free_layouts_hold_the_same_words_and_are_of_many_kinds() {
        let lines: [&[&str]; 3] = [&["1", "2"], &["3"], &["4", "5", "6"]];
        let mut texts = HashSet::new();
        for seed in 0..500 {
            let text = written(Layout::Free, &mut Random::new(seed, 0), &lines);
            assert!(text.split_ascii_whitespace().eq(["1", "2", "3", "4", "5", "6"]), "{text:?}");
            texts.insert(text);
        }
        for text in
            ["1 2\n3\n4 5 6\n", "1 2\r\n3\r\n4 5 6\r\n", "1 2 3 4 5 6\n", "1\n2\n3\n4\n5\n6"]
        {
            assert!(texts.contains(text), "{text:?}");
        }
        assert!(texts.len() > 50, "{}", texts.len());
    }
}
