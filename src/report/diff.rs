//! Wanted against given, with what the eye cannot see made visible.

use super::{BAD, FAINT, GOOD};
use similar::{ChangeTag, TextDiff};
use std::fmt::Write;

/// Lines of a diff that are shown; the files hold the rest.
const MOST_LINES: usize = 60;
/// Characters of a line that are shown.
const MOST_COLUMNS: usize = 200;

/// A line with blanks, tabs and line ends made visible: `·`, `→`, `␍`, and `␊`
/// for a line end. Control characters come as their symbols.
pub fn visible(line: &str) -> String {
    line.chars()
        .map(|c| match c {
            ' ' => '·',
            '\t' => '→',
            '\r' => '␍',
            '\n' => '␊',
            '\u{7f}' => '␡',
            c if c < ' ' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
            c => c,
        })
        .collect()
}

/// The difference line by line: `-` wanted, `+` given.
pub fn diff(want: &str, given: &str) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{GOOD}- wanted{GOOD:#}   {BAD}+ given{BAD:#}");
    let lines = TextDiff::from_lines(want, given);
    let mut shown = 0;
    let mut gap = false;
    for group in lines.grouped_ops(2) {
        if std::mem::replace(&mut gap, true) {
            let _ = writeln!(out, "{FAINT}  ⋮{FAINT:#}");
        }
        for change in group.iter().flat_map(|op| lines.iter_changes(op)) {
            shown += 1;
            if shown > MOST_LINES {
                let _ = writeln!(out, "{FAINT}  … and more{FAINT:#}");
                return out;
            }
            let (sign, style) = match change.tag() {
                ChangeTag::Delete => ('-', GOOD),
                ChangeTag::Insert => ('+', BAD),
                ChangeTag::Equal => (' ', FAINT),
            };
            let mut line = visible(change.value());
            if !line.ends_with('␊') && !change.value().is_empty() {
                line.push_str("  (no line end)");
            }
            if line.chars().count() > MOST_COLUMNS {
                line = line.chars().take(MOST_COLUMNS).chain(['…']).collect();
            }
            let _ = writeln!(out, "{style}{sign} {line}{style:#}");
        }
    }
    if given.is_empty() && !want.is_empty() {
        let _ = writeln!(out, "{FAINT}  (nothing was given){FAINT:#}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown() {
        assert_eq!(visible("a b\t\r\n"), "a·b→␍␊");
        let shown = anstream_free(&diff("1\n", "1 \n"));
        assert_eq!(shown, "- wanted   + given\n- 1␊\n+ 1·␊\n");
        assert!(anstream_free(&diff("1\n", "1")).contains("+ 1  (no line end)"));
        assert!(anstream_free(&diff("1\n", "")).contains("nothing was given"));
    }

    /// Without escapes.
    fn anstream_free(text: &str) -> String {
        let mut plain = String::new();
        let mut inside = false;
        for c in text.chars() {
            match c {
                '\u{1b}' => inside = true,
                'm' if inside => inside = false,
                c if !inside => plain.push(c),
                _ => {}
            }
        }
        plain
    }
}
