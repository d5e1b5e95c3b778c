//! Shrinking the white space of a text whose failure depends on it.

use super::{Found, Search};
use crate::document::Document;
use crate::problem::Problem;

/// A text as words and the white space before, between and after them.
fn gaps(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut blank = true;
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_ascii_whitespace() != blank).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        parts.push(part);
        rest = after;
        blank = !blank;
    }
    parts
}

/// Replaces pieces of white space by plainer ones, many at once first, as long
/// as the same instances are read and the failure stays.
pub(super) fn shrink<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) {
    let mut piece = usize::MAX;
    loop {
        let text = best.document.text.to_string();
        let parts = gaps(&text);
        let count = parts.len().div_ceil(2);
        piece = piece.min(count.max(1));
        let cases = best.document.cases.clone();
        let candidates = ["", " ", "\n"].into_iter().flat_map(|plain| {
            let (parts, cases) = (&parts, &cases);
            (0..count).step_by(piece).filter_map(move |from| {
                let changed: String = parts
                    .iter()
                    .enumerate()
                    .map(|(i, part)| {
                        let gap = i % 2 == 0 && (from..from + piece).contains(&(i / 2));
                        let plainer = (plain.len(), plain) < (part.len(), part);
                        if gap && plainer { plain } else { part }
                    })
                    .collect();
                // The same instances in a shorter or plainer text, or nothing.
                let document = Document::<P>::read(&changed).ok()?;
                (changed != parts.concat() && document.cases == *cases).then_some(document)
            })
        });
        if !search.improve(best, candidates) {
            if piece == 1 {
                return;
            }
            piece = piece.div_ceil(2);
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn even_parts_are_white_space() {
        assert_eq!(super::gaps("a  b\n"), ["", "a", "  ", "b", "\n"]);
        assert_eq!(super::gaps(" a"), [" ", "a"]);
        assert!(super::gaps("").is_empty());
    }
}
