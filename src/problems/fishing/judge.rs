//! The judge: one word for each deal.

use crate::judge::by_words;
use crate::verdict::Judgement;
use duipai_reference::fishing::Ways;

/// Compares word by word. A number with a sign or with leading zeros is another
/// word, as it is for contests that compare texts.
pub(super) fn judge(want: &[Ways], got: &[u8]) -> Judgement {
    let want: Vec<String> = want.iter().map(Ways::to_string).collect();
    by_words(&want, got)
}
