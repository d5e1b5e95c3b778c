//! What the contest's judge accepts.

use super::layout;
use crate::judge::by_lines;
use crate::verdict::{Judgement, Verdict};
use duipai_reference::pigs::Answer;

/// Compares by lines. Blanks at line ends and line ends at the end of the file
/// are free.
pub(super) fn judge(want: &[Answer], got: &[u8]) -> Judgement {
    let mut text = String::new();
    for (case, answer) in want.iter().enumerate() {
        if let Err(refusal) = layout::print(answer, &mut text) {
            // No output is right, so that the subject is not to blame.
            return Judgement { verdict: Verdict::Je, message: refusal.0, case: Some(case) };
        }
    }
    by_lines(&text, got, |_| Some(0))
}
