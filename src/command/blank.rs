//! Source text of the languages with C's comments, with blanks for what is no
//! code.

/// The text with blanks instead of comments and, if `literals`, of what is in
/// string and character literals (their quotes stay). Line ends stay, so that
/// lines keep their numbers. Linear.
///
/// Knows C++'s raw strings and `1'000`, and Java's text blocks. A literal that
/// is not closed ends with its line.
pub(super) fn blanked(text: &str, literals: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = '\0';
    while let Some(c) = rest.chars().next() {
        let (length, kept) = match c {
            '/' if rest.starts_with("//") => (line_end(rest), Kept::Nothing),
            '/' if rest.starts_with("/*") => {
                (rest[2..].find("*/").map_or(rest.len(), |at| at + 4), Kept::Nothing)
            }
            '"' if rest.starts_with("\"\"\"") => {
                (rest[3..].find("\"\"\"").map_or(rest.len(), |at| at + 6), Kept::Literal)
            }
            '"' if before == 'R' && raw_length(rest).is_some() => {
                (raw_length(rest).unwrap_or(1), Kept::Literal)
            }
            '"' => (literal_length(rest, '"'), Kept::Literal),
            // Between digits it separates thousands.
            '\'' if !before.is_ascii_alphanumeric() => (literal_length(rest, '\''), Kept::Literal),
            _ => (c.len_utf8(), Kept::All),
        };
        let (part, then) = rest.split_at(length);
        match kept {
            Kept::All => out.push_str(part),
            Kept::Literal if !literals => out.push_str(part),
            Kept::Literal => {
                let last = part.chars().count() - 1;
                out.extend(part.chars().enumerate().map(|(place, c)| match c {
                    '\n' => c,
                    _ if place == 0 || place == last => c,
                    _ => ' ',
                }));
            }
            Kept::Nothing => out.extend(part.chars().map(|c| if c == '\n' { c } else { ' ' })),
        }
        before = part.chars().next_back().unwrap_or(c);
        rest = then;
    }
    out
}

enum Kept {
    All,
    Literal,
    Nothing,
}

/// Up to the end of the line; a backslash at its end makes it go on.
fn line_end(text: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find('\n').map(|at| from + at) {
        if !text[..at].trim_end_matches('\r').ends_with('\\') {
            return at;
        }
        from = at + 1;
    }
    text.len()
}

/// The length of a literal with its quotes.
fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of `"x(…)x"`, which stands behind an `R`.
fn raw_length(text: &str) -> Option<usize> {
    let open = text.find('(')?;
    // Sixteen characters at most, none of them a blank (C++ [lex.string]).
    let delimiter =
        text.get(1..open).filter(|d| d.len() <= 16 && !d.contains([' ', ')', '\\', '\n']))?;
    let close = format!("){delimiter}\"");
    Some(text[open..].find(&close).map_or(text.len(), |at| open + at + close.len()))
}

#[cfg(test)]
mod tests {
    use super::blanked;

    #[test]
    fn comments_and_literals_become_blanks() {
        for (text, without_comments, code_alone) in [
            ("a // b\nc", "a     \nc", "a     \nc"),
            ("a /* b\n */ c", "a     \n    c", "a     \n    c"),
            ("s = \"// x\";", "s = \"// x\";", "s = \"    \";"),
            ("'\"' // '", "'\"'     ", "' '     "),
            ("\"\\\"//\" x", "\"\\\"//\" x", "\"    \" x"),
            ("1'000'000 // x", "1'000'000     ", "1'000'000     "),
            ("R\"a(\")//)a\" x", "R\"a(\")//)a\" x", "R\"        \" x"),
            ("\"\"\"\n\" // \"\"\" x", "\"\"\"\n\" // \"\"\" x", "\"  \n       \" x"),
            ("// a \\\n b\nc", "      \n  \nc", "      \n  \nc"),
            ("\"open\nx", "\"open\nx", "\"   n\nx"),
            ("/* open", "       ", "       "),
            ("猪 // 猪", "猪     ", "猪     "),
        ] {
            assert_eq!(blanked(text, false).trim_end(), without_comments.trim_end(), "{text}");
            assert_eq!(blanked(text, true).trim_end(), code_alone.trim_end(), "{text}");
        }
    }
}
