//! Judging the listing of another program.

use super::text;
use crate::judge::{quote, trimmed_lines};
use crate::verdict::{Class, Judgement};
use crate::words::counted;
use duipai_reference::split::{Answer, Copies, HIGHEST, Instance, Listing, Scheme};

/// Two things are free: the order of schemes with equally many cards, and
/// which of the two sides is printed left. All else is as in the canonical
/// listing: numbers from 1 without a gap, more cards before fewer, values
/// ascending inside a side, every scheme once and none that is false. Blanks at
/// the ends of lines and line ends at the end of the output do not count.
///
/// Lines are looked at from the first on, so that the first wrong line is
/// named. That a scheme is missing shows only at the end.
pub(super) fn judge(instance: &Instance, want: &Answer, got: &[u8]) -> Judgement {
    let want = match want {
        Answer::Listing(want) => want,
        Answer::TooMany { count } => {
            return Judgement::unanswerable(None, text::too_many(count).to_string());
        }
    };
    let wrong = |class, message: String| Judgement::wrong(Some(0), message).of(class);
    let cards = instance.copies();
    let mut last_size = u32::MAX;
    // Canonical code, line from 1, whether the sides were the other way round.
    let mut seen: Vec<(u64, usize, bool)> = Vec::new();
    for (i, line) in trimmed_lines(got).enumerate() {
        let number = i + 1;
        let scheme = match scheme(line, number, &cards) {
            Ok(scheme) => scheme,
            Err(Wrong(class, why)) => {
                // A repeated scheme ahead of this line is the first mistake.
                return match repeated(&mut seen, got) {
                    Some(message) => wrong(Class::EXTRA, message),
                    None => wrong(class, format!("line {number}: {why}")),
                };
            }
        };
        let size = scheme.cards();
        if size > last_size {
            if let Some(message) = repeated(&mut seen, got) {
                return wrong(Class::EXTRA, message);
            }
            let line = quote(line);
            let message = format!(
                "line {number}: wrong order, {line} uses {size} cards but the line before only \
                 {last_size}"
            );
            return wrong(Class::ORDER, message);
        }
        last_size = size;
        // "Left is the side with more copies at the smallest value in which the
        // two sides differ": arrays compare in that very way.
        let mirrored = scheme.left < scheme.right;
        let Scheme { left, right } = scheme;
        let canonical = if mirrored { Scheme { left: right, right: left } } else { scheme };
        seen.push((want.code(&canonical), number, mirrored));
    }
    if let Some(message) = repeated(&mut seen, got) {
        return wrong(Class::EXTRA, message);
    }
    // Sorted by code now.
    match want.codes().iter().find(|code| seen.binary_search_by_key(*code, |s| s.0).is_err()) {
        Some(code) => wrong(Class::MISSING, missing(want, *code, trimmed_lines(got).count())),
        None if seen.len() > want.len() => {
            wrong(Class::EXTRA, format!("{} schemes, but there are only {}", seen.len(), want.len()))
        }
        None => Judgement::accepted(),
    }
}

fn missing(want: &Listing, code: u64, lines: usize) -> String {
    let scheme = want.scheme(code).to_string();
    format!(
        "missing scheme {}: {} for {}",
        quote(scheme.as_bytes()),
        counted(lines as u64, "line", "lines"),
        counted(want.len() as u64, "scheme", "schemes")
    )
}

/// Says which is the first line that repeats one before. Sorts by code.
fn repeated(seen: &mut [(u64, usize, bool)], got: &[u8]) -> Option<String> {
    seen.sort_unstable();
    let twice = seen.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1);
    let (first, again) = twice.map(|same| (same[0], same[1])).min_by_key(|(_, again)| again.1)?;
    let how = if first.2 == again.2 { "repeats" } else { "is the mirror image of" };
    let line = trimmed_lines(got).nth(again.1 - 1).unwrap_or_default();
    Some(format!("line {}: {} {how} line {}", again.1, quote(line), first.1))
}

/// What is wrong with a line, and of which class that is.
struct Wrong(Class, String);

/// Reads the line with this number (from 1). The error says what is wrong.
fn scheme(line: &[u8], number: usize, cards: &Copies) -> Result<Scheme, Wrong> {
    let wrong = |why: String| Wrong(Class::FORM, why);
    let form = || wrong(format!("wanted `方案{number}：` and a scheme, got {}", quote(line)));
    let rest = line.strip_prefix(text::BEFORE.as_bytes()).ok_or_else(form)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (shown, rest) = rest.split_at(digits);
    let rest = match rest.strip_prefix(text::COLON.as_bytes()) {
        Some(rest) => rest,
        None if rest.starts_with(b":") => {
            let line = quote(line);
            return Err(wrong(format!("wanted the full-width colon `：`, got `:` in {line}")));
        }
        None => return Err(form()),
    };
    if shown != number.to_string().as_bytes() {
        return Err(wrong(format!("wrong number {}, wanted {number}", quote(shown))));
    }
    let equals = rest.iter().position(|byte| *byte == b'=').ok_or_else(form)?;
    let side = |text: &[u8]| side(text).map_err(|why| wrong(format!("{why} in {}", quote(line))));
    let (left, right) = (side(&rest[..equals])?, side(&rest[equals + 1..])?);
    if sum(&left) != sum(&right) {
        let (left, right) = (sum(&left), sum(&right));
        let why = format!("false scheme {}: {left} against {right}", quote(rest));
        return Err(Wrong(Class::VALUE, why));
    }
    for (i, there) in cards.iter().enumerate() {
        let used = left[i].saturating_add(right[i]);
        if used > *there {
            let why = format!(
                "false scheme {}: it uses {used} cards of value {}, but there are {there}",
                quote(rest),
                i + 1
            );
            return Err(Wrong(Class::VALUE, why));
        }
    }
    Ok(Scheme { left, right })
}

fn sum(side: &Copies) -> u64 {
    (1..).zip(side).map(|(value, copies)| value * u64::from(*copies)).sum()
}

/// Reads the values of a side.
fn side(text: &[u8]) -> Result<Copies, String> {
    let mut copies = [0; HIGHEST as usize];
    let mut last = 0;
    for word in text.split(|byte| *byte == b'+') {
        let value = match word {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [b'1', ones @ b'0'..=b'3'] => 10 + ones - b'0',
            [] => return Err("a value is missing".to_owned()),
            _ => return Err(format!("{} is not the value of a card", quote(word))),
        };
        if value < last {
            return Err(format!("values do not ascend ({value} after {last})"));
        }
        last = value;
        let copies: &mut u32 = &mut copies[usize::from(value) - 1];
        *copies = copies.saturating_add(1);
    }
    Ok(copies)
}
