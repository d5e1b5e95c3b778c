//! Layouts on which a failure depends: carried over to simpler instances, and
//! shrunk.
//!
//! A text is seen as letters (all that is not white space) with a *gap* ahead of
//! each and behind the last. Most layouts differ from the canonical one in gaps
//! alone; some add letters that mean nothing (a comment at the end, leading
//! zeros) or leave some out (an end mark). The plainer of two layouts has fewer
//! letters behind those that it begins with as the canonical text does, else
//! fewer odd gaps ahead of that place, else is shorter, else comes first as
//! text: a person then sees at once what matters.

use super::{Found, Search};
use crate::document::Document;
use crate::problem::text;
use crate::problem::{Layout, Problem};
use std::collections::HashMap;

/// A text as letters and gaps.
struct Spaced<'t> {
    text: &'t str,
    letters: Vec<char>,
    /// The gap ahead of each letter, then the one at the end.
    gaps: Vec<&'t str>,
}

impl<'t> Spaced<'t> {
    fn of(text: &'t str) -> Self {
        let mut spaced = Self { text, letters: Vec::new(), gaps: Vec::new() };
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

    fn to_text(&self) -> String {
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

    /// The text from the gap ahead of this letter on.
    fn tail(&self, letter: usize) -> &'t str {
        let letters = self.letters.iter().take(letter).map(|letter| letter.len_utf8());
        let gaps = self.gaps.iter().take(letter).map(|gap| gap.len());
        &self.text[letters.chain(gaps).sum()..]
    }

    fn compare(&self, canonical: &Self) -> Comparison {
        let both = self.letters.iter().zip(&canonical.letters);
        let common = both.take_while(|(one, other)| one == other).count();
        let odd = |at: &usize| self.gaps[*at] != canonical.gaps[*at];
        Comparison {
            common,
            other: self.letters.len() + canonical.letters.len() - 2 * common,
            odd: (0..=common).filter(odd).collect(),
        }
    }
}

/// How a text differs from the canonical one.
struct Comparison {
    /// Letters that both begin with.
    common: usize,
    /// Letters behind those, of both.
    other: usize,
    /// Places where the gaps differ, as far as the letters do not.
    odd: Vec<usize>,
}

/// How plain a layout is; the smaller, the plainer.
fn plainness<'t>(text: &'t str, canonical: &Spaced<'_>) -> (usize, usize, usize, &'t str) {
    let Comparison { other, odd, .. } = Spaced::of(text).compare(canonical);
    (other, odd.len(), text.len(), text)
}

/// Layouts tried for each list of instances when the failure needs one that is
/// not canonical.
const LAYOUTS: u64 = 12;

/// The documents to try for a list of instances: canonical; where the failure
/// needs another layout, also that of the document that has it carried over, and
/// several of this kind.
pub(super) fn tries<'d, P: Problem>(
    problem: &'d P,
    model: Option<(&'d Document<P>, Layout)>,
    cases: Vec<P::Instance>,
) -> impl Iterator<Item = Document<P>> + 'd {
    let canonical = Document::canonical(problem, cases.clone());
    let others = model.into_iter().flat_map(move |(model, layout)| {
        let carried = [Match::Letters, Match::Place]
            .map(|matching| carried_over(problem, model, &cases, matching));
        let cases = cases.clone();
        let others = (0..LAYOUTS)
            .map(move |i| Document::laid_out_by_number(problem, cases.clone(), layout, i));
        carried.into_iter().flatten().chain(others)
    });
    std::iter::once(canonical).chain(others)
}

/// Where an odd gap belongs in the text of other instances.
#[derive(Clone, Copy)]
enum Match {
    /// Wherever the same letters stand around the same canonical gap.
    Letters,
    /// At the same place, counted from the front.
    Place,
}

/// Other instances with what is odd about the layout of `model`: where it
/// belongs, and at the end.
fn carried_over<P: Problem>(
    problem: &P,
    model: &Document<P>,
    cases: &[P::Instance],
    matching: Match,
) -> Option<Document<P>> {
    let model_canonical = text::canonical(problem, &model.cases);
    let (laid_out, plain) = (Spaced::of(&model.text), Spaced::of(&model_canonical));
    let Comparison { common, other, odd } = laid_out.compare(&plain);
    let canonical = text::canonical(problem, cases);
    let (start, end) = match other {
        0 => (&*canonical, ""),
        _ => (canonical.strip_suffix(plain.tail(common))?, laid_out.tail(common)),
    };
    let mut target = Spaced::of(start);
    let where_it_stands = |spaced: &Spaced<'_>, at: usize| match matching {
        Match::Letters => (spaced.around(at), 0),
        Match::Place => ((None, None), at),
    };
    let places: HashMap<_, _> =
        odd.iter().rev().map(|at| ((where_it_stands(&plain, *at), plain.gaps[*at]), *at)).collect();
    for at in 0..target.gaps.len() {
        if let Some(place) = places.get(&(where_it_stands(&target, at), target.gaps[at])) {
            target.gaps[at] = laid_out.gaps[*place];
        }
    }
    same_instances(problem, target.to_text() + end, cases)
}

/// The document with this text, if it is read as these instances.
fn same_instances<P: Problem>(
    problem: &P,
    text: String,
    cases: &[P::Instance],
) -> Option<Document<P>> {
    Document::read(problem, &text).ok().filter(|document| document.cases == *cases)
}

/// Makes the layout plainer as long as the same instances are read and the
/// failure stays. Returns whether it did.
pub(super) fn shrink<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) -> bool {
    let problem = &search.testbed.problem;
    let free = search.layout() == Layout::Free;
    let mut shrunk = false;
    loop {
        let model = best.document.clone();
        let canonical = text::canonical(problem, &model.cases);
        let canonical = Spaced::of(&canonical);
        if !search.improve(best, plainer(problem, &model, &canonical, free)) {
            return shrunk;
        }
        shrunk = true;
    }
}

/// The same instances in plainer layouts, none of them further from the
/// canonical text than this one.
fn plainer<'d, P: Problem>(
    problem: &'d P,
    document: &'d Document<P>,
    canonical: &'d Spaced<'d>,
    free: bool,
) -> impl Iterator<Item = Document<P>> + 'd {
    let now = plainness(&document.text, canonical);
    plainer_texts(&document.text, canonical, free)
        .filter(move |text| plainness(text, canonical) < now)
        .filter_map(|text| same_instances(problem, text, &document.cases))
}

/// All of [`plainer`], in free layout.
#[cfg(feature = "proptest")]
pub(super) fn all_plainer<P: Problem>(problem: &P, document: &Document<P>) -> Vec<Document<P>> {
    let canonical = text::canonical(problem, &document.cases);
    plainer(problem, document, &Spaced::of(&canonical), true).collect()
}

/// Plainer texts to try: canonical gaps, many at once first; in free layout
/// also other gaps, and without pieces of what is not canonical at the end.
fn plainer_texts<'t>(
    text: &'t str,
    canonical: &'t Spaced<'t>,
    free: bool,
) -> impl Iterator<Item = String> + 't {
    let Comparison { common, other, odd } = Spaced::of(text).compare(canonical);
    let with = move |places: &[usize], gap: Option<&'static str>| {
        let mut spaced = Spaced::of(text);
        for at in places {
            spaced.gaps[*at] = gap.unwrap_or(canonical.gaps[*at]);
        }
        spaced.to_text()
    };
    let places = odd.clone();
    let to_canonical = pieces(odd.len()).flat_map(move |piece| {
        places.chunks(piece).map(|places| with(places, None)).collect::<Vec<_>>()
    });
    let to_others = odd.into_iter().flat_map(move |at| {
        let gaps: &[&'static str] = if free { &["", " ", "\n"] } else { &[] };
        gaps.iter().map(move |gap| with(&[at], Some(gap)))
    });
    let tail = if free && other > 0 { Spaced::of(text).tail(common) } else { "" };
    let start = &text[..text.len() - tail.len()];
    let shorter = without_pieces(tail).map(move |tail| [start, &tail].concat());
    to_canonical.chain(to_others).chain(shorter)
}

/// The text without all of it, its second half, its first, …, each character.
fn without_pieces(text: &str) -> impl Iterator<Item = String> + '_ {
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    pieces(starts.len()).flat_map(move |piece| {
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
            assert_eq!(Spaced::of(text).to_text(), text);
        }
        assert_eq!(Spaced::of("a  b\n").gaps, ["", "  ", "\n"]);
    }

    #[test]
    fn fewer_odd_gaps_are_plainer_than_a_shorter_text() {
        let canonical = Spaced::of("a b c\n");
        let of = |text| {
            let (other, odd, ..) = plainness(text, &canonical);
            (other, odd)
        };
        assert_eq!(of("a b c\n"), (0, 0));
        assert_eq!(of("a\n\nb c\n"), (0, 1));
        assert_eq!(of("a bc"), (0, 2));
        assert_eq!(of("a b "), (1, 0));
        assert_eq!(of("a b xy"), (3, 0));
        let texts = |text, free| plainer_texts(text, &canonical, free).collect::<Vec<_>>();
        assert_eq!(texts("ab\nc\n", false), ["a b c\n", "a b\nc\n", "ab c\n"]);
        assert_eq!(texts("a b c\n", true), [""; 0]);
        assert_eq!(texts("a b xy", false), [""; 0]);
        assert_eq!(texts("a b c\nx", true)[..3], ["a b c", "a b c\n", "a b cx"]);
    }

    #[test]
    fn tails_begin_at_letters() {
        let spaced = Spaced::of(" ä b\n");
        let tails = [0, 1, 2].map(|letter| spaced.tail(letter));
        assert_eq!(tails, [" ä b\n", " b\n", "\n"]);
    }
}
