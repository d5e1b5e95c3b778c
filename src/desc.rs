//! The `.desc` beside an input: what is known of it, for people, and a few
//! lines for us.
//!
//! ```text
//! problem: pigs                      the header: one key and value a line,
//! verdict: WA                        at the left margin
//! subject: ./a.out
//!                                    the first empty line ends it
//! given:                             the body: text for people, which is
//!   problem: poker                   never read
//! ```
//!
//! What a program printed stands in the body or, quoted by a judge, within a
//! value: it can be no key, whatever it says. Keys that are not known are passed
//! over, and so are lines of the header without a colon: anybody may write into
//! a description.

use crate::terminal::printable;
use std::fmt::Write;

/// The problem that the input is of.
pub const PROBLEM: &str = "problem";
/// `input: refused`: it is no valid input, and every program of ours must say
/// so.
pub const INPUT: &str = "input";
/// The value of [`INPUT`] for such an input.
pub const REFUSED: &str = "refused";
/// The command that makes the case again.
pub const REGENERATE: &str = "regenerate";
/// The value of [`INPUT`] where the text is not read as the instances that
/// failed: nothing can be kept by it.
pub const MISREAD: &str = "misread";

/// The value of a key in the header of a description; of several, the first.
pub fn value<'a>(description: &'a str, key: &str) -> Option<&'a str> {
    header(description).find_map(|(found, value)| (found == key).then_some(value))
}

/// Keys and values. Blanks around a value, and ahead of the colon, do not count.
fn header(description: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = description.trim_start_matches('\u{feff}').lines();
    // An indented line is of no header, so that descriptions of earlier versions,
    // without an empty line, are read as well.
    let lines = lines.take_while(|line| !line.trim().is_empty() && !line.starts_with([' ', '\t']));
    lines.filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        Some((key.trim_end(), value.trim()))
    })
}

/// A description in the making: its header.
#[derive(Debug, Default)]
pub(crate) struct Header {
    text: String,
}

impl Header {
    /// Appends a line. What would break it, or cannot be seen, is shown by
    /// number.
    pub(crate) fn line(&mut self, key: &str, value: &str) {
        let _ = writeln!(self.text, "{key}: {}", printable(value));
    }

    /// Ends the header.
    pub(crate) fn body(mut self) -> Body {
        self.text.push('\n');
        Body { text: self.text }
    }
}

/// A description in the making: its text for people.
#[derive(Debug)]
pub(crate) struct Body {
    text: String,
}

impl Body {
    /// Appends lines under a title.
    pub(crate) fn block<L: AsRef<str>>(&mut self, title: &str, lines: impl IntoIterator<Item = L>) {
        let _ = writeln!(self.text, "{title}:");
        for line in lines {
            let _ = writeln!(self.text, "  {}", printable(line.as_ref()));
        }
    }

    /// The whole description.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_never_a_key() {
        let foreign = "x\ninput: refused\r\n\ninput: refused\u{2028}input: refused";
        let mut header = Header::default();
        header.line(PROBLEM, "pigs");
        header.line("message", foreign);
        let mut body = header.body();
        body.block("given", foreign.split('\n'));
        body.block("wanted", ["input: refused"]);
        let text = body.into_text();
        assert_eq!(value(&text, INPUT), None, "{text}");
        assert_eq!(value(&text, "given"), None);
        assert_eq!(value(&text, PROBLEM), Some("pigs"));
        assert!(value(&text, "message").unwrap().starts_with("x\\ninput: refused"));
        assert_eq!(text.matches("\ninput").count(), 0);
    }

    #[test]
    fn people_write_descriptions_too() {
        let text = "\u{feff}problem : pigs\r\nA note of mine.\ninput:refused \nproblem: poker\n";
        assert_eq!(value(text, PROBLEM), Some("pigs"));
        assert_eq!(value(text, INPUT), Some(REFUSED));
        assert_eq!(value("given:\n  1\ninput: refused\n", INPUT), None);
        assert_eq!(value("\ninput: refused\n", INPUT), None);
        assert_eq!(value("", INPUT), None);
    }
}
