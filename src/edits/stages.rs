//! The edits that make a text smaller, stage by stage.

use super::lines::{Lines, Place};
use std::ops::Range;

/// Numbers ahead of a cut that are tried as its count: as many of the first of
/// the text (its sizes stand there) and of the last ahead of the cut (a list
/// follows its length). Real formats seldom have more at either place.
const COUNTS: usize = 4;
/// A count may be of pairs or triples of what was cut: so many lines, words or
/// letters make one element.
const ELEMENT: usize = 3;
/// Halvings of a length that fits memory.
const HALVINGS: u32 = 20;
/// Nodes and elements that are tried one by one: more would take as many texts
/// as there are words, for each of them.
const MOST_LABELS: i64 = 200;

/// A change of a text.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    pub(super) cut: Cut,
    /// Words that become others, by their places before the cut.
    pub(super) set: Vec<(Place, String)>,
}

/// What goes.
#[derive(Debug, Clone)]
pub(super) enum Cut {
    Nothing,
    Lines(Range<usize>),
    /// In ascending order.
    TheseLines(Vec<usize>),
    /// These words of each of these lines.
    Words(Range<usize>, Range<usize>),
    /// These letters of this word of each of these lines.
    Letters(Range<usize>, usize, Range<usize>),
}

#[derive(Debug, Clone, Copy)]
enum Stage {
    Lines(usize),
    Words(usize),
    Columns(usize),
    Letters(usize),
    Labels,
    Numbers(u32),
    Together(u32),
    SortedLines,
    SortedWords,
    PlainLetters,
}

fn stages() -> impl Iterator<Item = Stage> {
    let sizes = || (0..HALVINGS).rev().map(|power| 1usize << power);
    // Elements of three lines or words come whole too.
    let cuts = || sizes().flat_map(|size| if size == 2 { vec![3, 2] } else { vec![size] });
    cuts()
        .map(Stage::Lines)
        .chain(cuts().map(Stage::Words))
        .chain(cuts().map(Stage::Columns))
        .chain(cuts().map(Stage::Letters))
        .chain([Stage::Labels])
        .chain((0..64).map(Stage::Numbers))
        .chain((0..64).map(Stage::Together))
        .chain([Stage::SortedLines, Stage::SortedWords, Stage::PlainLetters])
}

/// The edits of the stage with this number. None behind the last.
pub(super) fn edits(text: &Lines, stage: usize) -> Option<Vec<Edit>> {
    Some(match stages().nth(stage)? {
        Stage::Lines(size) => lines(text, size),
        Stage::Words(size) => words(text, size),
        Stage::Columns(size) => columns(text, size),
        Stage::Letters(size) => letters(text, size),
        Stage::Labels => labels(text),
        Stage::Numbers(share) => numbers(text, share),
        Stage::Together(share) => together(text, share),
        Stage::SortedLines => sorted_lines(text),
        Stage::SortedWords => sorted_words(text),
        Stage::PlainLetters => plain_letters(text),
    })
}

/// The cuts of one line, word, column or letter.
pub(super) fn smallest_cuts(text: &Lines, of: u32) -> Vec<Edit> {
    match of {
        0 => lines(text, 1),
        1 => words(text, 1),
        2 => columns(text, 1),
        _ => letters(text, 1),
    }
}

/// Pieces of this length of `0..len`, from the end, if they are not all of what
/// twice the length took. The last ones are at every place if they are short.
fn pieces(len: usize, size: usize) -> impl Iterator<Item = Range<usize>> {
    let step = if size <= ELEMENT { 1 } else { size };
    let fits = size <= len;
    (0..len).step_by(step).filter(move |_| fits).filter_map(move |from| {
        let end = len - from;
        Some(end.checked_sub(size)?..end)
    })
}

/// A cut of `by` elements or letters behind `place`, with each number that may
/// count them, and without any.
fn counted(text: &Lines, place: Place, by: usize, cut: &Cut, edits: &mut Vec<Edit>) {
    let mut counts = Vec::new();
    let ahead = |place: &(Place, i64)| by as i64 <= place.1;
    let first = text.places().take_while(|(at, _)| *at < place).take(4 * COUNTS);
    let first = first.filter_map(|(at, word)| Some((at, word.number?)));
    counts.extend(first.filter(ahead).take(COUNTS));
    let last = (0..=place.0).rev().take(4 * COUNTS).flat_map(|line| {
        let words = text.0.get(line).map_or(&[][..], |line| &line.words);
        let end = if line == place.0 { place.1.min(words.len()) } else { words.len() };
        let words = words[..end].iter().enumerate().rev().take(4 * COUNTS);
        words.filter_map(move |(at, word)| Some(((line, at), word.number?)))
    });
    counts.extend(last.filter(ahead).take(COUNTS));
    counts.sort_unstable();
    counts.dedup();
    for (at, value) in counts {
        for element in 1..=ELEMENT.min(by) {
            if by.is_multiple_of(element) {
                let set = vec![(at, (value - (by / element) as i64).to_string())];
                edits.push(Edit { cut: cut.clone(), set });
            }
        }
    }
    edits.push(Edit { cut: cut.clone(), set: Vec::new() });
}

fn lines(text: &Lines, size: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for piece in pieces(text.0.len(), size) {
        counted(text, (piece.start, 0), piece.len(), &Cut::Lines(piece.clone()), &mut edits);
    }
    edits
}

fn words(text: &Lines, size: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in text.0.iter().enumerate() {
        for piece in pieces(line.words.len(), size) {
            let cut = Cut::Words(at..at + 1, piece.clone());
            counted(text, (at, piece.start), piece.len(), &cut, &mut edits);
        }
    }
    edits
}

/// Lines in a row with equally many words, two at least.
fn tables(text: &Lines) -> Vec<Range<usize>> {
    alike(text, |line| text.0[line].words.len())
}

/// Maximal runs of two or more lines with the same `key`, which is not 0.
fn alike(text: &Lines, key: impl Fn(usize) -> usize) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut from = 0;
    while from < text.0.len() {
        let of = key(from);
        let to = (from..text.0.len()).find(|line| key(*line) != of).unwrap_or(text.0.len());
        if of > 0 && to - from > 1 {
            runs.push(from..to);
        }
        from = to;
    }
    runs
}

fn columns(text: &Lines, size: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for table in tables(text) {
        let wide = text.0[table.start].words.len();
        // A header may look like the first row.
        for rows in [table.clone(), table.start + 1..table.end] {
            for piece in pieces(wide, size).filter(|piece| piece.len() < wide) {
                let cut = Cut::Words(rows.clone(), piece.clone());
                counted(text, (rows.start, 0), piece.len(), &cut, &mut edits);
            }
        }
    }
    edits
}

fn letters(text: &Lines, size: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    let length = |line: usize| match &text.0[line].words[..] {
        [word] => word.text.chars().count(),
        _ => 0,
    };
    for grid in alike(text, length) {
        let long = length(grid.start);
        for rows in [grid.clone(), grid.start + 1..grid.end] {
            for piece in pieces(long, size).filter(|piece| piece.len() < long) {
                let cut = Cut::Letters(rows.clone(), 0, piece.clone());
                counted(text, (rows.start, 0), piece.len(), &cut, &mut edits);
            }
        }
    }
    for ((line, word), text_of) in text.places() {
        let long = text_of.text.chars().count();
        for piece in pieces(long, size).filter(|piece| piece.len() < long) {
            let cut = Cut::Letters(line..line + 1, word, piece.clone());
            counted(text, (line, word), piece.len(), &cut, &mut edits);
        }
    }
    edits
}

/// A label goes, with the lines that bear it or the word alone; those above it
/// move up. The number of labels stands ahead, and may be followed by that of
/// the lines.
fn labels(text: &Lines) -> Vec<Edit> {
    let mut edits = Vec::new();
    let counts = text.places().take(COUNTS);
    let counts = counts.filter_map(|(place, word)| Some((place, word.number?)));
    for (place, most) in counts.filter(|(_, most)| (1..=MOST_LABELS).contains(most)) {
        for label in (0..=most).rev() {
            let body = || text.places().filter(|((line, _), _)| *line > place.0);
            let bearing: Vec<Place> =
                body().filter(|(_, word)| word.number == Some(label)).map(|(at, _)| at).collect();
            let moved = body().filter_map(|(at, word)| {
                let number = word.number.filter(|number| *number > label)?;
                Some((at, (number - 1).to_string()))
            });
            let mut set = vec![(place, (most - 1).to_string())];
            set.extend(moved);
            let mut gone: Vec<usize> = bearing.iter().map(|(line, _)| *line).collect();
            gone.dedup();
            let next = (place.0, place.1 + 1);
            let fewer = text.word(next).and_then(|word| word.number);
            let fewer = fewer.and_then(|lines| lines.checked_sub(gone.len() as i64));
            if let Some(fewer) = fewer.filter(|fewer| *fewer >= 0 && !gone.is_empty()) {
                let mut both = set.clone();
                both.push((next, fewer.to_string()));
                edits.push(Edit { cut: Cut::TheseLines(gone.clone()), set: both });
            }
            if let [(line, word)] = bearing[..] {
                let cut = Cut::Words(line..line + 1, word..word + 1);
                edits.push(Edit { cut, set: set.clone() });
            }
            edits.push(Edit { cut: Cut::TheseLines(gone), set });
        }
    }
    edits
}

/// A number without its half, quarter, …; share 0: 0, or 1 if it is not that.
fn lowered(number: i64, share: u32) -> Option<i64> {
    let by = number.unsigned_abs().checked_shr(share)?;
    let less = number.unsigned_abs() - by;
    match by {
        0 => None,
        _ => Some(if number < 0 { -(less as i64) } else { less as i64 }),
    }
}

fn numbers(text: &Lines, share: u32) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (place, word) in text.places() {
        let Some(number) = word.number else { continue };
        let mut replace = |value: i64| {
            let set = vec![(place, value.to_string())];
            edits.push(Edit { cut: Cut::Nothing, set });
        };
        if let Some(less) = lowered(number, share) {
            replace(less);
        }
        if share == 0 {
            if number.abs() > 1 {
                replace(1);
            }
            if number < 0 {
                replace(-number);
            }
            // Written in a longer way: `007`.
            replace(number);
        }
    }
    edits
}

/// All numbers that are equal become less at once.
fn together(text: &Lines, share: u32) -> Vec<Edit> {
    let mut values: Vec<i64> = text.places().filter_map(|(_, word)| word.number).collect();
    values.sort_unstable();
    let mut repeated: Vec<i64> =
        values.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    repeated.dedup();
    let less = repeated.into_iter().rev().filter_map(|value| {
        let less = lowered(value, share)?.to_string();
        let equal = text.places().filter(|(_, word)| word.number == Some(value));
        let set = equal.map(|(place, _)| (place, less.clone())).collect();
        Some(Edit { cut: Cut::Nothing, set })
    });
    less.collect()
}

/// Each line with the next of as many words, if that one is less.
fn sorted_lines(text: &Lines) -> Vec<Edit> {
    let key = |line: usize| -> Vec<(usize, &str)> {
        text.0[line].words.iter().map(|word| (word.text.len(), &*word.text)).collect()
    };
    let set = |to: usize, from: usize| {
        let words = text.0[from].words.iter().enumerate();
        words.map(move |(at, word)| ((to, at), word.text.clone()))
    };
    let pairs = tables(text).into_iter().flat_map(|table| table.clone().zip(table.skip(1)));
    let pairs = pairs.filter(|(one, two)| key(*one) > key(*two));
    pairs
        .map(|(one, two)| Edit {
            cut: Cut::Nothing,
            set: set(one, two).chain(set(two, one)).collect(),
        })
        .collect()
}

/// The words of a line sorted, all of them and each with the next.
fn sorted_words(text: &Lines) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in text.0.iter().enumerate() {
        let key = |word: &str| (word.len(), word.to_owned());
        let words: Vec<&str> = line.words.iter().map(|word| &*word.text).collect();
        if words.is_sorted_by_key(|word| key(word)) {
            continue;
        }
        let mut sorted = words.clone();
        sorted.sort_by_key(|word| key(word));
        let set = sorted.iter().enumerate();
        let set = set.map(|(place, word)| ((at, place), (*word).to_owned())).collect();
        edits.push(Edit { cut: Cut::Nothing, set });
        for (place, pair) in words.windows(2).enumerate() {
            if key(pair[0]) > key(pair[1]) {
                let set =
                    vec![((at, place), pair[1].to_owned()), ((at, place + 1), pair[0].to_owned())];
                edits.push(Edit { cut: Cut::Nothing, set });
            }
        }
    }
    edits
}

/// Each letter becomes the first of its kind, or the least that stands in the
/// text: all of a word, and one alone.
fn plain_letters(text: &Lines) -> Vec<Edit> {
    let mut all: Vec<char> = text.places().flat_map(|(_, word)| word.text.chars()).collect();
    all.sort_unstable();
    all.dedup();
    let plainer = |letter: char| {
        let first = match letter {
            'b'..='z' => Some('a'),
            'B'..='Z' => Some('A'),
            '1'..='9' => Some('0'),
            _ => None,
        };
        let least = all.iter().copied().find(|least| {
            (least.is_alphanumeric(), least.is_ascii_digit())
                == (letter.is_alphanumeric(), letter.is_ascii_digit())
        });
        first.into_iter().chain(least.filter(|least| *least < letter))
    };
    let mut edits = Vec::new();
    for (place, word) in text.places().filter(|(_, word)| word.number.is_none_or(|n| n > 9)) {
        let letters: Vec<char> = word.text.chars().collect();
        let mut replace = |text: String| {
            edits.push(Edit { cut: Cut::Nothing, set: vec![(place, text)] });
        };
        replace(letters.iter().map(|letter| plainer(*letter).next().unwrap_or(*letter)).collect());
        for (at, letter) in letters.iter().enumerate() {
            for plain in plainer(*letter) {
                let mut changed = letters.clone();
                changed[at] = plain;
                replace(changed.into_iter().collect());
            }
        }
    }
    edits
}
