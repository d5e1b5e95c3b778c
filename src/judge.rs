//! Building blocks for the judges of problems.

use crate::choices::Choices;
use crate::excerpt;
use crate::hash::hash;
use crate::verdict::{Class, Judgement};

/// The longest piece of a foreign output that is quoted in a message, in
/// characters: it must fit a line of a terminal.
const LONGEST_QUOTE: usize = 40;

/// The lines of an output without blanks at their ends and without empty lines
/// at the end of the file: what contests compare. Empty lines before the last
/// non-empty line count. They are made as they are asked for: an output of
/// nothing but line ends takes no memory.
pub fn trimmed_lines(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let output = output.trim_ascii_end();
    let lines = output.split(|byte| *byte == b'\n').map(|line| line.trim_ascii_end());
    // The pieces of nothing are one, which is no line.
    lines.take(if output.is_empty() { 0 } else { usize::MAX })
}

/// Compares by lines, ignoring blanks at line ends and line ends at the end of
/// the file. `case_of` tells the instance to which a line (from 0) belongs. A
/// wrong answer with too few lines is [`Class::MISSING`], with too many
/// [`Class::EXTRA`], with just the wanted lines [`Class::ORDER`], else
/// [`Class::VALUE`]; a problem whose lines have places passes over the third.
pub fn by_lines(want: &str, got: &[u8], case_of: impl Fn(usize) -> Option<usize>) -> Judgement {
    let (mut want_lines, mut got_lines) = (trimmed_lines(want.as_bytes()), trimmed_lines(got));
    for line in 0.. {
        let message = match (want_lines.next(), got_lines.next()) {
            (None, None) => break,
            (want, got) if want == got => continue,
            (Some(want), None) => {
                format!("line {}: wanted {}, but the output ends", line + 1, quote(want))
            }
            (None, Some(got)) => {
                format!("line {}: {} where the output should end", line + 1, quote(got))
            }
            (Some(want), Some(got)) => format!("line {}: {}", line + 1, wanted(want, got)),
        };
        return Judgement::wrong(case_of(line), message).of(class_of_lines(want, got));
    }
    Judgement::accepted()
}

/// In which way an output with other lines is wrong.
fn class_of_lines(want: &str, got: &[u8]) -> Class {
    // How many lines, and their hashes as a sum, for which order does not matter.
    let all = |output| {
        let lines = trimmed_lines(output);
        lines.fold((0, 0_u64), |(count, sum), line| (count + 1, sum.wrapping_add(hash(line))))
    };
    let (want, got) = (all(want.as_bytes()), all(got));
    if want == got { Class::ORDER } else { Class::by_count(want.0, got.0) }
}

/// A word that is wanted, and the instance that it belongs to.
#[derive(Debug, Clone, Copy)]
pub struct WantedWord<'w> {
    /// The instance, from 0.
    pub case: usize,
    /// The word.
    pub word: &'w str,
}

/// Compares word by word, whatever the white space between them: one word for
/// each instance. A wrong answer with too few words is [`Class::MISSING`], with
/// too many [`Class::EXTRA`], else [`Class::VALUE`].
pub fn by_words(want: &[String], got: &[u8]) -> Judgement {
    let want = want.iter().enumerate().map(|(case, word)| WantedWord { case, word });
    by_words_called("answer", want, got)
}

/// Compares word by word, whatever the white space between them: any number of
/// words for each instance. Classes are as for [`by_words`].
pub fn by_words_of<'w>(
    want: impl Iterator<Item = WantedWord<'w>> + Clone,
    got: &[u8],
) -> Judgement {
    by_words_called("word", want, got)
}

/// The same. `unit` is what a word is called in messages.
fn by_words_called<'w>(
    unit: &str,
    want: impl Iterator<Item = WantedWord<'w>> + Clone,
    got: &[u8],
) -> Judgement {
    let words = || got.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let all = want.clone();
    let wrong = |case, message: String| {
        Judgement::wrong(case, message).of(Class::by_count(all.clone().count(), words().count()))
    };
    let mut given = words();
    for (number, WantedWord { case, word: want }) in (1..).zip(want) {
        let want = want.as_bytes();
        let message = match given.next() {
            Some(word) if word == want => continue,
            Some(word) => format!("{unit} {number}: {}", wanted(want, word)),
            None => format!("{unit} {number}: wanted {}, but the output ends", quote(want)),
        };
        return wrong(Some(case), message);
    }
    match given.next() {
        Some(word) => wrong(
            None,
            format!("{} after the last {unit}, where the output should end", quote(word)),
        ),
        None => Judgement::accepted(),
    }
}

/// The same lines with blanks at their ends, a missing or another line end, and
/// line ends at the end of the file: all that [`by_lines`] and [`by_words`] both
/// pass over. All-zero choices leave the text as it is.
pub fn presentation(text: &str, choices: &mut dyn Choices) -> Vec<u8> {
    let mut out = String::with_capacity(text.len());
    let blanks = choices.chance(1, 2);
    for line in text.split_inclusive('\n') {
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line, "\n"),
            None => (line, ""),
        };
        out.push_str(line);
        if blanks {
            out.push_str(choices.pick::<&str>(&["", " ", "\t", "\r", " \t  "]));
        }
        out.push_str(end);
    }
    match choices.below(4) {
        1 => out.truncate(out.trim_ascii_end().len()),
        2 => out.push_str(choices.pick::<&str>(&["\n", "\r\n", "\n\n\n"])),
        _ => {}
    }
    out.into_bytes()
}

/// The text with one line dropped, repeated, altered or swapped with another.
/// The words of the result always differ from those of the text, so that neither
/// [`by_lines`] nor [`by_words`] accepts it.
pub fn forgery(text: &str, choices: &mut dyn Choices) -> Vec<u8> {
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
    if lines.is_empty() {
        return b"1\n".to_vec();
    }
    let place = choices.index(lines.len());
    match choices.below(4) {
        0 => drop(lines.remove(place)),
        1 => lines.insert(place, lines[place].clone()),
        2 => {
            let other = choices.index(lines.len());
            lines.swap(place, other);
            // Equal lines, or the same words broken into lines otherwise.
            if same_words(&lines.join("\n"), text) {
                lines[place] = altered(&lines[place], choices);
            }
        }
        _ => lines[place] = altered(&lines[place], choices),
    }
    lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect()
}

/// The line with one character that is no blank replaced, removed or added.
fn altered(line: &str, choices: &mut dyn Choices) -> String {
    let mut letters: Vec<char> = line.chars().collect();
    let solid: Vec<usize> =
        letters.iter().enumerate().filter(|(_, c)| !c.is_whitespace()).map(|(i, _)| i).collect();
    if solid.is_empty() {
        return "1".to_owned();
    }
    let place = *choices.pick(&solid);
    match choices.below(3) {
        0 => {
            letters[place] = match letters[place] {
                '0'..='8' | 'A'..='Y' | 'a'..='y' => {
                    char::from_u32(u32::from(letters[place]) + 1).unwrap_or('?')
                }
                '9' => '8',
                'Z' => 'Y',
                'z' => 'y',
                '?' => '!',
                _ => '?',
            }
        }
        1 => drop(letters.remove(place)),
        // Not 0: a number with leading zeros may pass for the same.
        _ => letters.insert(place, '1'),
    }
    letters.into_iter().collect()
}

/// Whether two texts are the same but for white space.
pub fn same_words(one: &str, two: &str) -> bool {
    one.split_ascii_whitespace().eq(two.split_ascii_whitespace())
}

/// The beginning of a piece of foreign output in a message: on one line, cut to
/// a sensible length.
pub fn quote(bytes: &[u8]) -> String {
    quoted(bytes, 0)
}

/// What differs from what was wanted, in words: two lines, or two words. Of long
/// ones the surroundings of the first difference, with its column and both
/// lengths in characters.
pub fn wanted(want: &[u8], got: &[u8]) -> String {
    let place = excerpt::first_difference(want, got);
    let (at, column) = place.map_or((0, 1), |place| (place.offset, place.column));
    let message = format!("wanted {}, got {}", quoted(want, at), quoted(got, at));
    let lengths = [want, got].map(excerpt::characters);
    if lengths.iter().all(|length| *length <= LONGEST_QUOTE) {
        return message;
    }
    let [want, got] = lengths;
    format!("{message} (they part at character {column}, of {want} wanted and {got} given)")
}

fn quoted(bytes: &[u8], at: usize) -> String {
    let window = excerpt::window(bytes, at, LONGEST_QUOTE);
    let shown: String = window.joined().chars().flat_map(char::escape_debug).collect();
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
    fn presentations_are_accepted_and_forgeries_are_not() {
        use crate::choices::{Random, Zeros};
        for text in ["First\n", "3\n1 1\n1\n", "a\na\na\n", "", "9 z\n\n0\n"] {
            assert_eq!(presentation(text, &mut Zeros), text.as_bytes());
            let words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
            let mut kinds = std::collections::HashSet::new();
            for seed in 0..300 {
                let shown = presentation(text, &mut Random::new(seed, 0));
                assert_eq!(by_lines(text, &shown, |_| None).verdict, Verdict::Ac, "{shown:?}");
                assert_eq!(by_words(&words, &shown).verdict, Verdict::Ac, "{shown:?}");
                let forged = forgery(text, &mut Random::new(seed, 1));
                assert_eq!(by_lines(text, &forged, |_| None).verdict, Verdict::Wa, "{forged:?}");
                assert_eq!(by_words(&words, &forged).verdict, Verdict::Wa, "{forged:?}");
                kinds.insert(forged);
            }
            assert!(kinds.len() > 3 || text.is_empty(), "{kinds:?}");
        }
    }

    #[test]
    fn a_wrong_answer_has_a_class() {
        for (got, lines, words) in [
            ("a\nb\n", Class::MISSING, Class::MISSING),
            ("b\nc\n", Class::MISSING, Class::MISSING),
            ("", Class::MISSING, Class::MISSING),
            ("a\nb\nc\nd\n", Class::EXTRA, Class::EXTRA),
            ("debug\na\nb\nc\n", Class::EXTRA, Class::EXTRA),
            ("a\nb\nd\n", Class::VALUE, Class::VALUE),
            // Words have places, one for each instance.
            ("b\na \r\nc", Class::ORDER, Class::VALUE),
        ] {
            let by_lines = by_lines("a\nb\nc\n", got.as_bytes(), |_| None);
            assert_eq!(by_lines.class, Some(lines), "{got:?}");
            let want = ["a", "b", "c"].map(str::to_owned);
            assert_eq!(by_words(&want, got.as_bytes()).class, Some(words), "{got:?}");
        }
        assert_eq!(by_lines("a\n", b"a", |_| None).class, None);
    }

    #[test]
    fn words_name_the_instance() {
        let want = ["7".to_owned(), "1".to_owned()];
        assert_eq!(by_words(&want, b" 7\r\n1").verdict, Verdict::Ac);
        assert_eq!(by_words(&want, b"7 2").case, Some(1));
        assert_eq!(by_words(&want, b"7").case, Some(1));
        assert_eq!(by_words(&want, b"7 1 1").verdict, Verdict::Wa);
        let noise = [0xFFu8; 500];
        assert!(by_words(&want, &noise).message.chars().count() < 160);
    }

    #[test]
    fn a_difference_can_be_seen_however_long_the_line() {
        for length in [0, 39, 40, 41, 300, 1_000_000] {
            let want = "猪".repeat(length) + "F F D" + &"x".repeat(length);
            let got = "猪".repeat(length) + "F F K" + &"x".repeat(length);
            let by_lines =
                by_lines(&format!("a\n{want}\n"), format!("a\n{got}").as_bytes(), |_| None);
            assert!(by_lines.message.starts_with("line 2: wanted `"), "{}", by_lines.message);
            let words = [want.replace(' ', "_")];
            let by_words = by_words(&words, got.replace(' ', "_").as_bytes());
            for message in [by_lines.message, by_words.message] {
                let (want, got) = message.split_once(", got ").unwrap();
                assert!(want.contains('D') && got.contains('K'), "{message}");
                let column = format!("at character {}, of {}", length + 5, 2 * length + 5);
                assert_eq!(message.contains(&column), length > 17, "{message}");
                assert!(message.chars().count() < 200, "{message}");
            }
        }
    }

    /// A quarter of a gigabyte of line ends is no line.
    #[test]
    fn line_ends_are_counted_without_being_kept() {
        let lines = |output: &[u8]| trimmed_lines(output).map(<[u8]>::to_vec).collect::<Vec<_>>();
        assert_eq!(lines(b"\n \r\n\n"), [b""; 0]);
        assert_eq!(lines(b"\na \n\nb\n\n"), [&b""[..], b"a", b"", b"b"]);
        assert_eq!(lines(b""), [b""; 0]);
    }
}
