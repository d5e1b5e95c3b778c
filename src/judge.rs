//! Building blocks for the judges of problems.

use crate::verdict::Judgement;

/// The longest piece of a foreign output that is quoted in a message, in
/// characters: it must fit a line of a terminal.
const LONGEST_QUOTE: usize = 40;

/// The lines of an output without blanks at their ends and without empty lines
/// at the end of the file: what contests compare. Empty lines before the last
/// non-empty line count.
pub fn trimmed_lines(output: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> =
        output.split(|byte| *byte == b'\n').map(|line| line.trim_ascii_end()).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// Compares by lines, ignoring blanks at line ends and line ends at the end of
/// the file. `case_of` tells the instance to which a line (from 0) belongs.
pub fn by_lines(want: &str, got: &[u8], case_of: impl Fn(usize) -> Option<usize>) -> Judgement {
    let want_lines = trimmed_lines(want.as_bytes());
    let got_lines = trimmed_lines(got);
    for line in 0..want_lines.len().max(got_lines.len()) {
        let (want, got) = (want_lines.get(line), got_lines.get(line));
        if want == got {
            continue;
        }
        let message = match (want, got) {
            // An expected empty last line may be missing.
            (Some([]), None) => continue,
            (Some(want), None) => {
                format!("line {}: wanted {}, but the output ends", line + 1, quote(want))
            }
            (None, Some(got)) => {
                format!("line {}: {} where the output should end", line + 1, quote(got))
            }
            (Some(want), Some(got)) => {
                format!("line {}: wanted {}, got {}", line + 1, quote(want), quote(got))
            }
            (None, None) => continue,
        };
        return Judgement::wrong(case_of(line), message);
    }
    Judgement::accepted()
}

/// Compares word by word, whatever the white space between them: one word for
/// each instance.
pub fn by_words(want: &[String], got: &[u8]) -> Judgement {
    let mut words = got.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    for (case, want) in want.iter().enumerate() {
        let number = case + 1;
        match words.next() {
            Some(word) if word == want.as_bytes() => {}
            Some(word) => {
                let message = format!(
                    "answer {number}: wanted {}, got {}",
                    quote(want.as_bytes()),
                    quote(word)
                );
                return Judgement::wrong(Some(case), message);
            }
            None => {
                let message = format!(
                    "answer {number}: wanted {}, but the output ends",
                    quote(want.as_bytes())
                );
                return Judgement::wrong(Some(case), message);
            }
        }
    }
    match words.next() {
        Some(word) => Judgement::wrong(
            None,
            format!("{} after the last answer, where the output should end", quote(word)),
        ),
        None => Judgement::accepted(),
    }
}

/// A piece of foreign output in a message: on one line, cut to a sensible length.
pub fn quote(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown: String = text.chars().take(LONGEST_QUOTE).flat_map(char::escape_debug).collect();
    if text.chars().count() > LONGEST_QUOTE {
        shown.push('…');
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict;

    #[test]
    fn line_ends_and_trailing_blanks_are_free() {
        let ok =
            |want: &str, got: &str| by_lines(want, got.as_bytes(), |_| None).verdict == Verdict::Ac;
        assert!(ok("a\nb\n", "a  \r\nb\n\n\n"));
        assert!(ok("a\n\n", "a"));
        assert!(ok("a\nb\n", "a\nb"));
        assert!(!ok("a\n\nb\n", "a\nb\n"));
        assert!(!ok("a\nb\n", "a\n b\n"));
        assert!(!ok("a\n", "a\nb\n"));
        assert!(!ok("a\nb\n", "a\n"));
    }

    #[test]
    fn words_name_the_instance() {
        let want = ["7".to_owned(), "1".to_owned()];
        assert_eq!(by_words(&want, b" 7\r\n1").verdict, Verdict::Ac);
        assert_eq!(by_words(&want, b"7 2").case, Some(1));
        assert_eq!(by_words(&want, b"7").case, Some(1));
        assert_eq!(by_words(&want, b"7 1 1").verdict, Verdict::Wa);
        let noise = [0xFFu8; 500];
        assert!(by_words(&want, &noise).message.chars().count() < 120);
    }
}
