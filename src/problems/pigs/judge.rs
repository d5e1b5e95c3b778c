//! What the contest's judge accepts.

use super::layout;
use crate::judge::by_lines;
use crate::verdict::{Class, Judgement};
use duipai_reference::pigs::Answer;

/// Compares by lines. Blanks at line ends and line ends at the end of the file
/// are free.
pub(super) fn judge(want: &[Answer], got: &[u8]) -> Judgement {
    let mut text = String::new();
    for (case, answer) in want.iter().enumerate() {
        if let Err(refusal) = layout::print(answer, &mut text) {
            // No output is right, so that the subject is not to blame.
            return Judgement::unanswerable(Some(case), refusal.0);
        }
    }
    let judgement = by_lines(&text, got, |_| Some(0));
    match judgement.class {
        // Each line is of one pig: two hands exchanged are two wrong hands.
        Some(Class::ORDER) => judgement.of(Class::VALUE),
        _ => judgement,
    }
}
