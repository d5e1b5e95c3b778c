//! Pieces of foreign text that a person can look at, however long the text is:
//! nothing here takes more memory than what is shown, or more time than reading
//! the text once.

/// Where two texts first differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Bytes that are the same ahead of it: the start of a character in both.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
}

/// Where two texts first differ; `None` if they are equal.
pub fn first_difference(one: &[u8], two: &[u8]) -> Option<Place> {
    let mut offset = one.iter().zip(two).take_while(|(one, two)| one == two).count();
    if offset == one.len() && offset == two.len() {
        return None;
    }
    // Back to the start of the character that differs, if it is one of UTF-8:
    // at most three bytes.
    let inside = |offset: usize| {
        let continues = |text: &[u8]| text.get(offset).is_some_and(|byte| byte & 0xC0 == 0x80);
        continues(one) || continues(two)
    };
    let back = (0..4).find(|back| *back <= offset && !inside(offset - back));
    offset -= back.unwrap_or(0);
    let same = &one[..offset];
    let start = line_start(same);
    let line = 1 + same[..start].iter().filter(|byte| **byte == b'\n').count();
    Some(Place { offset, line, column: 1 + characters(&same[start..]) })
}

/// Where the last line of this text begins.
pub fn line_start(text: &[u8]) -> usize {
    text.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1)
}

/// How many characters these bytes are; a run of bytes that are none counts as
/// one.
pub fn characters(bytes: &[u8]) -> usize {
    let each = bytes.utf8_chunks();
    each.map(|c| c.valid().chars().count() + usize::from(!c.invalid().is_empty())).sum()
}

/// A line, or the piece of a long one around a place of interest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Whether something ahead of it is left out.
    pub cut_before: bool,
    /// What is shown ahead of the place.
    pub before: String,
    /// What is shown from the place on.
    pub after: String,
    /// Whether something behind it is left out.
    pub cut_after: bool,
}

/// At most `most` characters of a line around the byte `at`; the whole line if
/// it has no more. Bytes that are no text are replaced by U+FFFD.
pub fn window(line: &[u8], at: usize, most: usize) -> Window {
    // The longest character has four bytes.
    let reach = most.saturating_mul(4);
    let (before, after) = line.split_at(at.min(line.len()));
    let mut from = before.len().saturating_sub(reach);
    // Not from the middle of a character.
    while before.get(from).is_some_and(|byte| from > 0 && byte & 0xC0 == 0x80) {
        from += 1;
    }
    let to = after.len().min(reach);
    let ahead: Vec<char> = String::from_utf8_lossy(&before[from..]).chars().collect();
    let behind: Vec<char> = String::from_utf8_lossy(&after[..to]).chars().collect();
    // Half of the room each, and what one does not need is the other's.
    let half = most / 2;
    let left = ahead.len().min(most - half + half.saturating_sub(behind.len()));
    let right = behind.len().min(most - left);
    Window {
        cut_before: from > 0 || left < ahead.len(),
        before: ahead[ahead.len() - left..].iter().collect(),
        after: behind[..right].iter().collect(),
        cut_after: to < after.len() || right < behind.len(),
    }
}

impl Window {
    /// All of it on one line, with `…` where something is left out.
    pub fn joined(&self) -> String {
        let dots = |cut: bool| if cut { "…" } else { "" };
        let (before, after) = (dots(self.cut_before), dots(self.cut_after));
        format!("{before}{}{}{after}", self.before, self.after)
    }
}

/// The lines of a text around a place (a byte), at most so many and each at most
/// so long, with a word on what is left out.
pub fn lines(text: &[u8], around: usize, most_lines: usize, most_columns: usize) -> Vec<String> {
    let around = around.min(text.len());
    let mut start = line_start(&text[..around]);
    let here = start;
    for _ in 0..most_lines / 2 {
        start = line_start(&text[..start.saturating_sub(1)]);
    }
    let mut shown = Vec::new();
    let count = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
    if start > 0 {
        shown.push(left_out(count(&text[..start])));
    }
    let mut rest = &text[start..];
    for _ in 0..most_lines {
        if rest.is_empty() {
            break;
        }
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let offset = text.len() - rest.len();
        let at = if offset == here { around - here } else { 0 };
        shown.push(window(&rest[..end], at, most_columns).joined());
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    if !rest.is_empty() {
        shown.push(left_out(count(rest) + usize::from(!rest.ends_with(b"\n"))));
    }
    shown
}

/// Head and tail of lines, `most` in all, with a word on what is between.
pub fn head_and_tail<L: AsRef<str>>(lines: &[L], most: usize) -> Vec<String> {
    let owned = |lines: &[L]| lines.iter().map(|line| line.as_ref().to_owned()).collect::<Vec<_>>();
    if lines.len() <= most {
        return owned(lines);
    }
    let head = most / 2;
    let tail = lines.len() - (most - head);
    let mut shown = owned(&lines[..head]);
    shown.push(left_out(tail - head));
    shown.extend(owned(&lines[tail..]));
    shown
}

fn left_out(lines: usize) -> String {
    let plural = if lines == 1 { "" } else { "s" };
    format!("… {lines} more line{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_at_a_character() {
        let place = |one: &str, two: &str| {
            first_difference(one.as_bytes(), two.as_bytes())
                .map(|place| (place.offset, place.line, place.column))
        };
        assert_eq!(place("a\n", "a\n"), None);
        assert_eq!(place("", "a"), Some((0, 1, 1)));
        assert_eq!(place("a\nbc\n", "a\nbd\n"), Some((3, 2, 2)));
        assert_eq!(place("a\nb\n", "a\nb"), Some((3, 2, 2)));
        // 猪 and 猫 have two bytes in common.
        assert_eq!(place("x猪", "x猫"), Some((1, 1, 2)));
        assert_eq!(first_difference(b"\xff\xff", b"\xff\xfe").map(|place| place.offset), Some(1));
    }

    #[test]
    fn a_window_holds_the_place_and_no_more_than_it_may() {
        for line in ["", "short", &"猪".repeat(1_000), &"x".repeat(1_000_000)] {
            for at in [0, 3, 600, 999, 1_500, 999_999, 2_000_000] {
                let at = at.min(line.len() / 3 * 3);
                let window = window(line.as_bytes(), at, 40);
                let length = (window.before + &window.after).chars().count();
                assert_eq!(length, line.chars().count().min(40), "{at}");
                assert_eq!(window.cut_before || window.cut_after, line.chars().count() > 40);
            }
        }
        assert_eq!(window(b"abcdefgh", 4, 4).joined(), "…cdef…");
        assert_eq!(window(b"abcdefgh", 0, 4).joined(), "abcd…");
        assert_eq!(window(b"abcdefgh", 8, 4).joined(), "…efgh");
    }

    #[test]
    fn lines_around_a_place_say_what_is_left_out() {
        let text: String = (0..100).map(|line| format!("{line}\n")).collect();
        let around = text.find("50").unwrap();
        assert_eq!(
            lines(text.as_bytes(), around, 4, 80),
            ["… 48 more lines", "48", "49", "50", "51", "… 48 more lines"]
        );
        assert_eq!(lines(b"a\n\nb", 0, 9, 80), ["a", "", "b"]);
        assert_eq!(lines(b"", 0, 9, 80), [""; 0]);
        assert_eq!(lines(b"\n\n\n", 9, 2, 80), ["… 2 more lines", ""]);
        assert_eq!(head_and_tail(&["1", "2", "3", "4"], 3), ["1", "… 1 more line", "3", "4"]);
        assert_eq!(head_and_tail(&["1", "2"], 2), ["1", "2"]);
    }
}
