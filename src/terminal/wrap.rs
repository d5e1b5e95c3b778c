//! Lines that fit a terminal, broken between words.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// A narrower terminal is not reckoned with: a word a line helps nobody.
const NARROWEST: usize = 20;

/// A line of prose is read best, and fits most, up to this width.
const WIDEST: usize = 80;

/// Prose, in lines of 80 columns at most even where there is more room, or no
/// terminal at all.
pub fn paragraphs(text: &str, width: Option<usize>) -> String {
    wrapped(text, Some(width.unwrap_or(WIDEST).min(WIDEST)))
}

/// Text whose lines are no wider than that, broken at blanks; what goes on is
/// indented as its line is. Words are never broken: names and numbers are meant
/// to be copied. Nothing is done without a width: files have none.
pub fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let width = width.max(NARROWEST);
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line, "\n"),
            None => (line, ""),
        };
        let words = line.trim_start_matches(' ');
        let indent = &line[..line.len() - words.len()];
        let options = Options::new(width)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit)
            .subsequent_indent(indent);
        // The blanks ahead are part of the line: figures may stand in columns.
        out.push_str(&textwrap::fill(line, options));
        out.push_str(end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{BAD, STRONG};
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let text = "one two three four\n\n  five six seven eight\nnine\n";
        assert_eq!(
            wrapped(text, Some(20)),
            "one two three four\n\n  five six seven\n  eight\nnine\n"
        );
        assert_eq!(wrapped(text, None), text);
        // Neither a name nor an option is broken, and columns stay.
        let text = "/a/very/long/name/of/a/file --no-minimize   12  wide";
        assert_eq!(
            wrapped(text, Some(20)),
            "/a/very/long/name/of/a/file\n--no-minimize   12\nwide"
        );
    }

    #[test]
    fn styles_take_no_room_and_wide_characters_take_two_columns() {
        let text = format!("{BAD}one{BAD:#} two {STRONG}three four{STRONG:#} five");
        assert_eq!(
            wrapped(&text, Some(20)),
            format!("{BAD}one{BAD:#} two {STRONG}three four{STRONG:#}\nfive")
        );
        assert_eq!(wrapped("猪猪猪猪 猪猪猪猪 猪猪", Some(20)), "猪猪猪猪 猪猪猪猪\n猪猪");
    }
}
