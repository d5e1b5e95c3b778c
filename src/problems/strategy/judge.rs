//! The contest's judge.

use crate::judge::{quote, trimmed_lines};
use crate::verdict::{Class, Judgement};
use duipai_reference::strategy::Answer;

/// Compares the totals. Right totals in wrong padding (or on wrong lines) are
/// PE; blanks at line ends and empty lines at the end of the file are free.
pub(super) fn judge(want: &[Answer], got: &[u8]) -> Judgement {
    let totals = || {
        want.iter()
            .enumerate()
            .flat_map(|(case, answer)| answer.totals.iter().map(move |total| (case, *total)))
    };
    let words = || got.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let wrong = |case, message: String| {
        Judgement::wrong(case, message).of(Class::by_count(totals().count(), words().count()))
    };
    let mut given = words();
    for (index, (case, total)) in totals().enumerate() {
        let number = index + 1;
        let wanted = total.to_string();
        let found = match given.next() {
            Some(word) if word == wanted.as_bytes() => continue,
            Some(word) => format!("got {}", quote(word)),
            None => "but the output ends".to_owned(),
        };
        return wrong(
            Some(case),
            format!("program {number} (line {number}): wanted `{wanted}`, {found}"),
        );
    }
    if let Some(word) = given.next() {
        return wrong(
            None,
            format!("{} after the last total, where the output should end", quote(word)),
        );
    }
    let mut lines = trimmed_lines(got);
    for (index, (case, total)) in totals().enumerate() {
        let number = index + 1;
        let wanted = format!("{total:>3}");
        let line = lines.next().unwrap_or_default();
        if line != wanted.as_bytes() {
            return Judgement::presentation(
                Some(case),
                format!(
                    "program {number} (line {number}): the total is right, but wanted `{wanted}`, \
                     got {}",
                    quote(line)
                ),
            );
        }
    }
    Judgement::accepted()
}
