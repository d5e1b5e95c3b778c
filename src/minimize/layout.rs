//! Layouts on which a failure depends: carried over to simpler instances, and
//! shrunk.
//!
//! A text is seen as characters with a *gap* of white space ahead of each and
//! behind the last. Most layouts differ from the canonical one in gaps alone.
//! The plainer of two layouts has fewer gaps that are not the canonical ones,
//! else is shorter, else comes first as text: a person then sees at once what
//! matters.

use super::{Found, Search};
use crate::document::Document;
use crate::problem::{Layout, Problem};
use crate::text;

/// A text as characters and gaps.
struct Spaced<'t> {
    /// All characters but white space.
    letters: Vec<char>,
    /// The gap ahead of each letter, then the one at the end.
    gaps: Vec<&'t str>,
}

impl<'t> Spaced<'t> {
    fn of(text: &'t str) -> Self {
        let mut spaced = Self { letters: Vec::new(), gaps: Vec::new() };
        let mut from = 0;
        for (at, letter) in text.char_indices() {
            if !letter.is_ascii_whitespace() {
                spaced.letters.push(letter);
                spaced.gaps.push(&text[from..at]);
                from = at + letter.len_utf8();
            }
        }
        spaced.gaps.push(&text[from..]);
        spaced
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (at, gap) in self.gaps.iter().enumerate() {
            text.push_str(gap);
            text.extend(self.letters.get(at));
        }
        text
    }

    /// What stands on both sides of a gap.
    fn around(&self, at: usize) -> (Option<char>, Option<char>) {
        let before = at.checked_sub(1).and_then(|at| self.letters.get(at));
        (before.copied(), self.letters.get(at).copied())
    }

    /// The places where the gaps differ; `None` if the letters do.
    fn odd_gaps(&self, canonical: &Self) -> Option<Vec<usize>> {
        let odd = |at: &usize| self.gaps[*at] != canonical.gaps[*at];
        (self.letters == canonical.letters).then(|| (0..self.gaps.len()).filter(odd).collect())
    }
}

/// How plain a layout is; the smaller, the plainer.
fn plainness<'t>(text: &'t str, canonical: &Spaced<'_>) -> (usize, usize, &'t str) {
    let odd = Spaced::of(text).odd_gaps(canonical).map_or(usize::MAX, |odd| odd.len());
    (odd, text.len(), text)
}

/// Other instances with what is odd about the layout of `model`: wherever the
/// same letters stand around the same canonical gap.
pub(super) fn carried_over<P: Problem>(
    model: &Document<P>,
    cases: &[P::Instance],
) -> Option<Document<P>> {
    let model_canonical = text::canonical::<P>(&model.cases);
    let (laid_out, plain) = (Spaced::of(&model.text), Spaced::of(&model_canonical));
    let odd = laid_out.odd_gaps(&plain)?;
    let canonical = text::canonical::<P>(cases);
    let mut target = Spaced::of(&canonical);
    for at in 0..target.gaps.len() {
        let (around, gap) = (target.around(at), target.gaps[at]);
        let same = |place: &&usize| plain.gaps[**place] == gap && plain.around(**place) == around;
        if let Some(place) = odd.iter().find(same) {
            target.gaps[at] = laid_out.gaps[*place];
        }
    }
    same_instances(target.text(), cases)
}

/// The document with this text, if it is read as these instances.
fn same_instances<P: Problem>(text: String, cases: &[P::Instance]) -> Option<Document<P>> {
    Document::<P>::read(&text).ok().filter(|document| document.cases == *cases)
}

/// Makes the layout plainer as long as the same instances are read and the
/// failure stays. Returns whether it did.
pub(super) fn shrink<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) -> bool {
    let mut shrunk = false;
    loop {
        let text = best.document.text.to_string();
        let cases = best.document.cases.clone();
        let canonical = text::canonical::<P>(&cases);
        let plain = Spaced::of(&canonical);
        let now = plainness(&text, &plain);
        let free = search.layout() == Layout::Free;
        let candidates = plainer_texts(&text, &plain, free)
            .filter(|text| plainness(text, &plain) < now)
            .filter_map(|text| same_instances::<P>(text, &cases));
        if !search.improve(best, candidates) {
            return shrunk;
        }
        shrunk = true;
    }
}

/// Plainer texts to try: canonical gaps, many at once first; in free layout
/// also other gaps, or, where more than gaps differs (a comment at the end,
/// leading zeros), without each piece of the text.
fn plainer_texts<'t>(
    text: &'t str,
    canonical: &'t Spaced<'t>,
    free: bool,
) -> Box<dyn Iterator<Item = String> + 't> {
    let Some(odd) = Spaced::of(text).odd_gaps(canonical) else {
        return if free { Box::new(without_pieces(text)) } else { Box::new(std::iter::empty()) };
    };
    let with = move |places: &[usize], gap: Option<&'static str>| {
        let mut spaced = Spaced::of(text);
        for at in places {
            spaced.gaps[*at] = gap.unwrap_or(canonical.gaps[*at]);
        }
        spaced.text()
    };
    let places = odd.clone();
    let to_canonical = pieces(odd.len()).flat_map(move |piece| {
        places.chunks(piece).map(|places| with(places, None)).collect::<Vec<_>>()
    });
    let to_others = odd.into_iter().flat_map(move |at| {
        let gaps: &[&'static str] = if free { &["", " ", "\n"] } else { &[] };
        gaps.iter().map(move |gap| with(&[at], Some(gap)))
    });
    Box::new(to_canonical.chain(to_others))
}

/// The text without its second half, its first, …, without each character.
fn without_pieces(text: &str) -> impl Iterator<Item = String> + '_ {
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    pieces(starts.len().div_ceil(2)).flat_map(move |piece| {
        let ends: Vec<_> = starts.iter().copied().step_by(piece).chain([text.len()]).collect();
        let cuts: Vec<_> = ends.windows(2).rev().map(|cut| (cut[0], cut[1])).collect();
        cuts.into_iter().map(|(from, to)| [&text[..from], &text[to..]].concat())
    })
}

/// `len`, its half, …, one.
fn pieces(len: usize) -> impl Iterator<Item = usize> {
    std::iter::successors((len > 0).then_some(len), |piece| (*piece > 1).then(|| piece.div_ceil(2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_letters_and_gaps() {
        for text in ["", "a", " a\n\tb ", "12 3\r\n", "\n"] {
            assert_eq!(Spaced::of(text).text(), text);
        }
        assert_eq!(Spaced::of("a  b\n").gaps, ["", "  ", "\n"]);
    }

    #[test]
    fn fewer_odd_gaps_are_plainer_than_a_shorter_text() {
        let canonical = Spaced::of("a b c\n");
        let of = |text| plainness(text, &canonical).0;
        assert_eq!([of("a b c\n"), of("a\n\nb c\n"), of("a bc"), of("a b")], [0, 1, 2, usize::MAX]);
        let texts: Vec<_> = plainer_texts("ab\nc\n", &canonical, false).collect();
        assert_eq!(texts, ["a b c\n", "a b\nc\n", "ab c\n"]);
        assert!(plainer_texts("x", &canonical, false).next().is_none());
        assert_eq!(plainer_texts("xy", &canonical, true).collect::<Vec<_>>(), ["x", "y"]);
    }
}
