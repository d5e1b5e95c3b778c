//! Foreign text, safe to show: nothing that drives a terminal, shows nothing,
//! turns a line around or is no character of XML.
//!
//! The one place that decides what is shown as it is. Messages, names of files,
//! programs' complaints, descriptions, JSON and JUnit XML all go through here.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// Whether a character can be shown as it is: a letter, a sign, a combining
/// mark, a plain blank. Not controls, format characters (bidirectional ones,
/// joiners, tags), other blanks, line separators, and what is no character.
///
/// What can be printed is known to the standard library by Unicode's tables.
pub fn is_printable(c: char) -> bool {
    // Escaped by it for what they mean in source code.
    if matches!(c, '"' | '\'' | '\\') || c.is_ascii_graphic() || c == ' ' {
        return true;
    }
    // In the second place of a string, where combining marks are not escaped.
    let mut pair = [b'a', 0, 0, 0, 0];
    let end = 1 + c.encode_utf8(&mut pair[1..]).len();
    std::str::from_utf8(&pair[..end]).is_ok_and(|pair| pair.escape_debug().nth(1) == Some(c))
}

/// A line of foreign text: tabs as they are, all else that cannot be shown by
/// its number, as `\u{1b}`.
pub fn printable(line: &str) -> Cow<'_, str> {
    escaped(line, |c| c == '\t' || is_printable(c))
}

/// Foreign text of several lines. Line ends stay.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| matches!(c, '\t' | '\n') || is_printable(c))
}

fn escaped(text: &str, fine: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&fine) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            c if fine(c) => shown.push(c),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            c => shown.extend(c.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

/// The name of a file: bytes that are no text as `\xff`.
pub fn shown(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(&escaped(chunk.valid(), is_printable));
        for byte in chunk.invalid() {
            let _ = write!(name, "\\x{byte:02x}");
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_drives_a_terminal_or_shows_nothing_is_shown_by_number() {
        for c in "\u{1b}\u{7f}\u{9b}\u{85}\u{ad}\u{61c}\u{200b}\u{200e}\u{202e}\u{2028}\u{2066}\
                  \u{feff}\u{fffe}\u{ffff}\u{e0041}\u{e000}\u{a0}\u{3000}"
            .chars()
        {
            assert!(!is_printable(c), "{c:?}");
            assert_eq!(printable(&format!("a{c}b")), format!("a\\u{{{:x}}}b", u32::from(c)));
        }
        for c in "a~ 猪é\u{301}\u{fe0f}🐷\u{fffd}\\'\"ก็".chars() {
            assert!(is_printable(c), "{c:?}");
        }
        assert_eq!(printable("a\tb\r\n"), "a\tb\\r\\n");
        assert_eq!(printable_lines("a\r\nb\n"), "a\\r\nb\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_no_text_can_be_read() {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"a\xff\x1b\n.in");
        assert_eq!(shown(Path::new(name)), "a\\xff\\u{1b}\\n.in");
    }
}
