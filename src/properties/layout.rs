//! White space of documents while proptest shrinks them.

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

/// The document with some of its white space plainer: `piece` neighbouring gaps
/// at a time become empty, a blank or a line end. Only texts in which the same
/// instances are read.
pub(super) fn plainer<P: Problem>(
    document: &Document<P>,
    piece: usize,
) -> impl Iterator<Item = Document<P>> {
    let parts = gaps(&document.text);
    let count = parts.len().div_ceil(2);
    let places = count.div_ceil(piece);
    (0..PLAIN.len() * places).filter_map(move |number| {
        let (plain, from) = (PLAIN[number / places], number % places * piece);
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
        let plainer = Document::<P>::read(&changed).ok()?;
        (changed != *document.text && plainer.cases == document.cases).then_some(plainer)
    })
}

/// What white space becomes, the plainest first.
const PLAIN: [&str; 3] = ["", " ", "\n"];

/// How many gaps a text has: the largest sensible piece.
pub(super) fn count_gaps(text: &str) -> usize {
    gaps(text).len().div_ceil(2).max(1)
}

/// The instances in the white space of another text: that of its front, and that
/// of its end. Only texts in which these instances are read.
pub(super) fn transplanted<P: Problem>(
    cases: &[P::Instance],
    from: &str,
) -> impl Iterator<Item = Document<P>> + use<P> {
    let own = Document::<P>::canonical(cases.to_vec());
    let words: Vec<&str> = gaps(&own.text).into_iter().skip(1).step_by(2).collect();
    // A gap more than there are words.
    let mut foreign: Vec<&str> = gaps(from).into_iter().step_by(2).collect();
    foreign.resize(gaps(from).len() / 2 + 1, "");
    let last = foreign.len() - 1;
    let texts = [0, last.saturating_sub(words.len())].map(|skipped| -> String {
        let between = foreign[skipped..last].iter().chain(std::iter::repeat(&" "));
        let words = between.zip(&words).flat_map(|(gap, word)| [*gap, *word]);
        words.chain([foreign[last]]).collect()
    });
    texts.into_iter().filter_map(move |text| {
        let document = Document::<P>::read(&text).ok()?;
        (document.cases == own.cases).then_some(document)
    })
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
