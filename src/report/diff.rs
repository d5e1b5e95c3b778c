//! Wanted against given, with what the eye cannot see made visible.

use crate::excerpt::{self, Window};
use crate::terminal::{BAD, FAINT, GOOD, is_printable, printable, wrapped};
use similar::algorithms::{Capture, Replace, myers};
use similar::{DiffOp, DiffTag, group_diff_ops};
use std::fmt::Write;
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthStr;

/// Lines of a diff that are shown; the files hold the rest.
const MOST_LINES: usize = 60;
/// Columns of a line where nothing is known of a terminal.
const COLUMNS: usize = 80;
/// The fewest that are reckoned with: signs, dots and lengths take half of them.
const FEWEST_COLUMNS: usize = 40;
/// Bytes behind the first difference of two lines in which words are compared:
/// some times what is shown.
const REACH: usize = 2_000;
/// Equal lines that are shown before and after a difference.
const CONTEXT: usize = 2;
/// Lines that are compared from the first difference on. It takes far fewer to
/// fill what is shown; an output may have millions.
const MOST_COMPARED: usize = 10_000;
/// Longest comparison. After it, a coarser difference is as good: it is never
/// wrong, only longer.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line with blanks, tabs and line ends made visible: `·`, `→`, `␍`, and `␊`
/// for a line end. Control characters come as their symbols, other characters
/// that show nothing or turn the line around (U+200B, U+202E, …) by number.
pub fn visible(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            ' ' => shown.push('·'),
            '\t' => shown.push('→'),
            '\r' => shown.push('␍'),
            '\n' => shown.push('␊'),
            '\u{7f}' => shown.push('␡'),
            '\0'..' ' => {
                shown.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'));
            }
            c if is_printable(c) => shown.push(c),
            c => shown.extend(c.escape_unicode()),
        }
    }
    shown
}

/// The difference line by line: `-` wanted, `+` given. Of long lines the
/// surroundings of the first difference are shown; words that differ are marked
/// below. However long the texts, it takes seconds at most and no more memory
/// than what is shown. Lines fit a terminal of `width` columns (80 if there is
/// none, 40 at least), so that marks stay below what they mark.
pub fn diff(want: &[u8], given: &[u8], width: Option<usize>) -> String {
    compared(want, given, width, visible)
}

/// The same for values that are shown by [`std::fmt::Debug`]: blanks and line ends
/// are not theirs and stay as they are.
pub fn diff_of_values(want: &[u8], given: &[u8], width: Option<usize>) -> String {
    compared(want, given, width, |line| printable(line.trim_end_matches('\n')).into_owned())
}

/// How a piece of a line is shown.
type Show = fn(&str) -> String;

fn compared(want: &[u8], given: &[u8], width: Option<usize>, show: Show) -> String {
    let columns = width.unwrap_or(COLUMNS).max(FEWEST_COLUMNS);
    let mut out = String::new();
    let heading = format!("{GOOD}- wanted{GOOD:#}   {BAD}+ given{BAD:#}{}\n", heading(want, given));
    out.push_str(&wrapped(&heading, width));
    let Some(place) = excerpt::first_difference(want, given) else { return out };
    let mut start = excerpt::line_start(&want[..place.offset]);
    for _ in 0..CONTEXT {
        start = excerpt::line_start(&want[..start.saturating_sub(1)]);
    }
    let lines = |text| -> Vec<&[u8]> { split_lines(text).take(MOST_COMPARED).collect() };
    let (want_lines, given_lines) = (lines(&want[start..]), lines(&given[start..]));
    let mut shown = 0;
    let mut gap = start > 0;
    for group in group_diff_ops(operations(&want_lines, &given_lines), CONTEXT) {
        if std::mem::replace(&mut gap, true) {
            let _ = writeln!(out, "{FAINT}  ⋮{FAINT:#}");
        }
        for line in group.iter().flat_map(|op| of_operation(op, &want_lines, &given_lines)) {
            shown += 1;
            if shown > MOST_LINES {
                let _ = writeln!(out, "{FAINT}  … and more{FAINT:#}");
                return out;
            }
            line.show(columns, show, &mut out);
        }
    }
    if given.is_empty() {
        let _ = writeln!(out, "{FAINT}  (nothing was given){FAINT:#}");
    }
    out
}

/// Where the texts part, and how long the lines are there. Nothing where anybody
/// sees it: on the first line, if it is short.
fn heading(want: &[u8], given: &[u8]) -> String {
    let Some(place) = excerpt::first_difference(want, given) else { return String::new() };
    let start = excerpt::line_start(&want[..place.offset]);
    let length = |text: &[u8]| {
        let line = split_lines(&text[start..]).next().unwrap_or_default();
        excerpt::characters(line.strip_suffix(b"\n").unwrap_or(line))
    };
    let (wanted, given) = (length(want), length(given));
    if place.line == 1 && wanted.max(given) < SEEN_AT_ONCE {
        return String::new();
    }
    format!(
        "   {FAINT}first at line {}, character {} (of {wanted} wanted, {given} given){FAINT:#}",
        place.line, place.column
    )
}

/// A line of so many characters is taken in at a glance.
const SEEN_AT_ONCE: usize = 20;

fn split_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n')
}

fn operations(want: &[&[u8]], given: &[&[u8]]) -> Vec<DiffOp> {
    let mut operations = Replace::new(Capture::new());
    let deadline = Some(Instant::now() + PATIENCE);
    let (all_want, all_given) = (0..want.len(), 0..given.len());
    let Ok(()) = myers::diff_deadline(&mut operations, want, all_want, given, all_given, deadline);
    operations.into_inner().into_ops()
}

/// A line to show.
struct Line<'a> {
    tag: DiffTag,
    line: &'a [u8],
    /// The line on the other side that stands in its place.
    other: Option<&'a [u8]>,
}

/// The lines of an operation: those that go before those that come.
fn of_operation<'a>(
    op: &DiffOp,
    want: &[&'a [u8]],
    given: &[&'a [u8]],
) -> impl Iterator<Item = Line<'a>> {
    let (old, new) = (&want[op.old_range()], &given[op.new_range()]);
    let (go, come) = match op.tag() {
        DiffTag::Equal => (DiffTag::Equal, None),
        _ => (DiffTag::Delete, Some(DiffTag::Insert)),
    };
    let side = |tag, lines: &[&'a [u8]], others: &[&'a [u8]]| -> Vec<Line<'a>> {
        let line = |(place, line): (usize, &&'a [u8])| {
            let other = others.get(place).copied().filter(|_| tag != DiffTag::Equal);
            Line { tag, line, other }
        };
        lines.iter().enumerate().map(line).collect()
    };
    let come = come.map(|tag| side(tag, new, old)).unwrap_or_default();
    side(go, old, new).into_iter().chain(come)
}

impl Line<'_> {
    fn show(&self, columns: usize, show: Show, out: &mut String) {
        let (sign, style) = match self.tag {
            DiffTag::Delete => ('-', GOOD),
            DiffTag::Insert => ('+', BAD),
            _ => (' ', FAINT),
        };
        let parts = self.other.and_then(|other| excerpt::first_difference(self.line, other));
        let at = parts.map_or(0, |place| place.offset);
        // Of its columns two are the sign's.
        let room = columns.saturating_sub(2);
        let end = if self.line.ends_with(b"\n") { "" } else { "  (no line end)" };
        let mut remark = end.to_owned();
        let mut window = excerpt::window(self.line, at, room);
        let is_whole = |window: &Window| !window.cut_before && !window.cut_after;
        if !is_whole(&window) || width(&window, show) + remark.len() > room {
            let line = self.line.strip_suffix(b"\n").unwrap_or(self.line);
            remark = format!("  (of {}){end}", excerpt::characters(line));
            // And two for dots.
            window = fitting(self.line, at, room.saturating_sub(2 + remark.len()), show);
        }
        let dots = |cut: bool| if cut { "…" } else { "" };
        let _ = writeln!(
            out,
            "{style}{sign} {}{}{}{}{remark}{style:#}",
            dots(window.cut_before),
            show(&window.before),
            show(&window.after),
            dots(window.cut_after),
        );
        let marks = self.other.and_then(|other| marks(self.line, other, at, &window, show));
        if let Some(marks) = marks {
            let _ = writeln!(out, "{style}  {marks}{style:#}");
        }
    }
}

/// Columns that what is shown of a line takes.
fn width(window: &Window, show: Show) -> usize {
    show(&window.before).width() + show(&window.after).width()
}

/// The window around a place that fits so many columns, whatever its characters
/// take.
fn fitting(line: &[u8], at: usize, columns: usize, show: Show) -> Window {
    let mut most = columns.max(1);
    loop {
        let window = excerpt::window(line, at, most);
        let wide = width(&window, show);
        if wide <= columns || most == 1 {
            return window;
        }
        // Less by what is too much, and by one at least.
        most = (most * columns / wide).min(most - 1).max(1);
    }
}

/// `^` below the words that the other line has not, if the two have a word in
/// common: otherwise all differs. They part at the byte `at`.
fn marks(line: &[u8], other: &[u8], at: usize, window: &Window, show: Show) -> Option<String> {
    // The word in which they part begins ahead of that.
    let start = window.before.rfind(char::is_whitespace);
    let start = start.map_or(0, |place| place + blank_at(&window.before, place));
    let (equal, begun) = window.before.split_at(start);
    // Of both far more than is shown, so that what is cut off one and not the
    // other does not count as different.
    let rest = |line: &[u8]| {
        let behind = &line[at.min(line.len())..];
        let rest = String::from_utf8_lossy(&behind[..behind.len().min(REACH)]);
        format!("{begun}{rest}")
    };
    let (own, other) = (rest(line), rest(other));
    let (own, other) = (words(&own), words(&other));
    let mut operations = Capture::new();
    let deadline = Some(Instant::now() + PATIENCE);
    let (all_own, all_other) = (0..own.len(), 0..other.len());
    let Ok(()) =
        myers::diff_deadline(&mut operations, &own[..], all_own, &other[..], all_other, deadline);
    let mut same = vec![false; own.len()];
    for op in operations.into_ops().iter().filter(|op| op.tag() == DiffTag::Equal) {
        same[op.old_range()].fill(true);
    }
    let solid = |word: &str| !word.trim().is_empty();
    let common = own.iter().zip(&same).any(|(word, same)| *same && solid(word));
    if !common && !window.cut_before && !solid(equal) {
        return None;
    }
    let indent = usize::from(window.cut_before) + show(equal).width();
    let mut marks = " ".repeat(indent);
    let mut left = begun.chars().count() + window.after.chars().count();
    for (word, same) in own.iter().zip(&same) {
        let shown: String = word.chars().take(left).collect();
        left -= shown.chars().count();
        let mark = if *same { " " } else { "^" };
        marks.push_str(&mark.repeat(show(&shown).width()));
    }
    let marks = marks.trim_end();
    (!marks.is_empty()).then(|| marks.to_owned())
}

/// How many bytes the character there takes.
fn blank_at(text: &str, place: usize) -> usize {
    text[place..].chars().next().map_or(0, char::len_utf8)
}

/// Words, and each blank for itself.
fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(char::is_whitespace)
        .flat_map(|piece| {
            let word = piece.trim_end_matches(char::is_whitespace);
            [word, &piece[word.len()..]]
        })
        .filter(|piece| !piece.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::plain;

    fn shown(want: &str, given: &str) -> String {
        plain(&diff(want.as_bytes(), given.as_bytes(), None))
    }

    #[test]
    fn what_cannot_be_seen_is_shown() {
        assert_eq!(visible("a b\t\r\n"), "a·b→␍␊");
        assert_eq!(shown("1\n", "1 \n"), "- wanted   + given\n- 1␊\n+ 1·␊\n   ^\n");
        assert!(shown("1\n", "1").contains("+ 1  (no line end)"));
        assert!(shown("1\n", "").contains("nothing was given"));
        assert_eq!(visible("a\u{202e}b\u{1b}\u{200b}猪\\\'"), "a\\u{202e}b␛\\u{200b}猪\\\'");
    }

    #[test]
    fn values_keep_their_blanks() {
        let shown = plain(&diff_of_values(b"[1, 2, 3]\n", b"[1, 4, 3]\n", None));
        assert_eq!(shown, "- wanted   + given\n- [1, 2, 3]\n      ^^\n+ [1, 4, 3]\n      ^^\n");
    }

    #[test]
    fn only_what_differs_is_shown() {
        let lines =
            |from: u32, to: u32| -> String { (from..to).map(|i| format!("{i}\n")).collect() };
        let (want, given) = (lines(0, 20), lines(0, 9) + "x\n" + &lines(10, 20));
        let expected = "- wanted   + given   first at line 10, character 1 (of 1 wanted, 1 given)\n  \
                        ⋮\n  7␊\n  8␊\n- 9␊\n+ x␊\n  10␊\n  11␊\n";
        assert_eq!(shown(&want, &given), expected);
        // Two places, and the end missing.
        let given = lines(1, 9) + &lines(9, 19);
        let expected = "- wanted   + given\n- 0␊\n  1␊\n  2␊\n  ⋮\n  17␊\n  18␊\n- 19␊\n";
        assert_eq!(shown(&want, &given), expected);
    }

    #[test]
    fn words_that_differ_are_marked() {
        assert_eq!(
            shown("a 猪 10 b\nc\n", "a 猪 12 b x\nc\n"),
            "- wanted   + given\n\
             - a·猪·10·b␊\n       ^^\n\
             + a·猪·12·b·x␊\n       ^^  ^^\n  c␊\n"
        );
        // Nothing in common: the signs say it.
        assert!(!shown("a b\n", "c d\n").contains('^'));
    }

    /// However long the lines and wherever they part, both sides of the
    /// difference are on the screen, with the column and both lengths.
    #[test]
    fn a_difference_is_shown_however_long_the_line() {
        for unit in ["D ", "猪 ", "\u{200b} "] {
            for (before, after) in [(0, 300), (41, 0), (150, 3), (300, 300), (100_000, 100_000)] {
                let line = |word: &str, more: usize| {
                    unit.repeat(before) + word + " " + &unit.repeat(after + more) + "\n"
                };
                let shown = shown(&line("F", 0), &line("K", 1));
                let lines: Vec<_> = shown.lines().collect();
                let [heading, minus, minus_marks, plus, plus_marks] = lines[..] else {
                    panic!("{shown}")
                };
                let (column, length) = (before * 2 + 1, (before + after) * 2 + 2);
                let expected =
                    format!("character {column} (of {length} wanted, {} given)", length + 2);
                assert!(heading.contains(&expected), "{shown}");
                for (line, marks, word) in [(minus, minus_marks, 'F'), (plus, plus_marks, 'K')] {
                    let place = line.find(word).unwrap();
                    let mark = marks.find('^').unwrap();
                    assert_eq!(line[..place].width(), mark, "{shown}");
                    assert!(line.width() <= 80, "{shown}");
                    // The word, and the one that is in this line only (six columns
                    // where its character is shown by number).
                    assert!(marks.matches('^').count() <= 1 + 8 + 1, "{shown}");
                }
            }
        }
    }

    #[test]
    fn millions_of_lines_do_not_take_for_ever() {
        let lines = |step: usize| -> String {
            (0..1_000_000_u64).step_by(step).map(|i| format!("{}\n", i * 7919 % 65_536)).collect()
        };
        let shown = shown(&lines(2), &lines(3));
        assert!(shown.ends_with("… and more\n"));
        assert!(shown.lines().count() <= 2 * MOST_LINES + 10);
    }

    /// One line as long as an output may be.
    #[test]
    fn a_line_of_64_mib_takes_no_more_than_its_screen() {
        let mut given = vec![b'x'; 64 << 20];
        given[40 << 20] = 0xff;
        for want in [&b"1 2\n"[..], &vec![b'x'; 64 << 20]] {
            assert!(diff(want, &given, None).len() < 2_000);
        }
    }
}
