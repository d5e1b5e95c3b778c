//! Bytes in messages: on one line, without anything that drives a terminal, and
//! not longer than a reader wants.

use std::fmt;

/// More of a text is not shown in a message.
const SHOWN: usize = 40;

/// Bytes within backquotes, with escapes, cut after 40 bytes.
pub(crate) struct Quoted<'a>(&'a [u8]);

pub(crate) fn quoted(bytes: &[u8]) -> Quoted<'_> {
    Quoted(bytes)
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A cut within a character would show its bytes.
        let mut shown = self.0.len().min(SHOWN);
        while shown < self.0.len() && shown > 0 && self.0[shown] & 0xC0 == 0x80 {
            shown -= 1;
        }
        let rest = if shown < self.0.len() { "…" } else { "" };
        write!(f, "`{}{rest}`", printable(&self.0[..shown]))
    }
}

/// The bytes as text that prints as one line: control characters and what is
/// not UTF-8 as escapes.
pub(crate) fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if drives_terminal(character) {
                text.extend(character.escape_default());
            } else {
                text.push(character);
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

/// Control characters, and those that change the direction of text or are
/// invisible (bidirectional marks, tags, separators of lines).
fn drives_terminal(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_one_printable_line() {
        assert_eq!(quoted(b"a\nb\x1b[0m\xff").to_string(), "`a\\nb\\u{1b}[0m\\xff`");
        assert_eq!(quoted("é".repeat(30).as_bytes()).to_string(), format!("`{}…`", "é".repeat(20)));
        assert_eq!(quoted(&[b'x'; 40]).to_string(), format!("`{}`", "x".repeat(40)));
    }
}
