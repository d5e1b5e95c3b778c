//! 张昌蒲严教: split the revealed cards into two groups of equal sum.
//!
//! From the card game 三国杀, skill 严教 of the general 张昌蒲: cards are revealed,
//! each worth 1 (A) to 13 (K). Every card goes left, right or is left over
//! (away). List every way to make two non-empty groups of equal sum.
//!
//! Rulings:
//! - "Only values matter, not suits or positions." A *scheme* is an unordered
//!   pair of non-empty multisets with equal sums that together are contained in
//!   the cards; its mirror image is the same scheme; each is listed once.
//! - "Any number of equal cards may be left over": `1 1 1 1` has the schemes
//!   `1+1=1+1` and `1=1`. The two sides may be equal.
//! - Where there is no scheme, nothing is printed.
//!
//! Format: one line of values between blanks. Output: line i is
//! `方案i：a+b=c+d` in UTF-8, with the full-width colon.

use crate::input::{InputError, Tokens};
use num_bigint::BigUint;
use std::collections::HashSet;
use std::fmt;
use std::io::BufRead;

/// The largest value of a card (K).
pub const HIGHEST: u8 = 13;

/// The longest listing that is made, in schemes. One of 10 million takes 80 MB
/// as an [`Answer`] and about 700 MB as text; nobody reads it. A random hand
/// reaches it at about 27 cards.
pub const MOST_SCHEMES: u64 = 10_000_000;

/// The most cards that a listing may show, counted as schemes × cards of the
/// instance: about 1 GB of text. It binds where few values have very many
/// copies (20,000 aces make only 10,000 schemes, but long ones), and
/// [`Listing`] relies on it.
pub const MOST_CARDS_SHOWN: u64 = 400_000_000;

/// The revealed cards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instance {
    /// Their values, each from 1 to 13, at least one, in the order of the input.
    pub values: Vec<u8>,
}

/// How many copies there are of each value; value v stands at index v − 1.
pub type Copies = [u32; HIGHEST as usize];

impl Instance {
    /// The copies of each value among the cards.
    pub fn copies(&self) -> Copies {
        copies_of(&self.values)
    }
}

/// The copies of each value in a list.
pub fn copies_of(values: &[u8]) -> Copies {
    let mut copies = [0; HIGHEST as usize];
    for value in values {
        copies[usize::from(*value) - 1] += 1;
    }
    copies
}

/// One way to split the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scheme {
    /// The side printed left.
    pub left: Copies,
    /// The side printed right.
    pub right: Copies,
}

impl Scheme {
    /// How many cards it uses.
    pub fn cards(&self) -> u32 {
        self.left.iter().chain(&self.right).sum()
    }
}

/// The values of a side, ascending.
pub fn ascending(side: &Copies) -> impl Iterator<Item = u8> + '_ {
    (1..=HIGHEST).zip(side).flat_map(|(value, copies)| (0..*copies).map(move |_| value))
}

impl fmt::Debug for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, end) in [(&self.left, "="), (&self.right, "")] {
            for (i, value) in ascending(side).enumerate() {
                write!(f, "{}{value}", if i > 0 { "+" } else { "" })?;
            }
            f.write_str(end)?;
        }
        Ok(())
    }
}

/// What a program says of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// All schemes in the canonical order: "more cards used first; ties by the
    /// left side, then the right side, as sequences of numbers. Inside a side
    /// values ascend. Left is the side with more copies at the smallest value
    /// in which the two sides differ."
    Listing(Listing),
    /// The listing would be longer than [`MOST_SCHEMES`] or
    /// [`MOST_CARDS_SHOWN`] allow.
    TooMany {
        /// How many schemes there are, exactly.
        count: BigUint,
    },
}

/// Whether a listing of `count` schemes of an instance with `cards` cards is
/// too long to be made.
pub fn too_long(count: &BigUint, cards: usize) -> bool {
    *count > BigUint::from(MOST_SCHEMES) || count * cards > BigUint::from(MOST_CARDS_SHOWN)
}

/// A list of schemes, eight bytes each.
///
/// A side is a number in mixed radix, with a digit from 0 to c for a value with
/// c copies; a scheme is the pair of both. The pair fits 64 bits wherever a
/// listing may be made. Proof: let P = Π(c+1) be the number of sides and
/// h = ⌊c/2⌋, H = Π(h+1) ≥ P / 2¹³. Any two of the H sides that take at most h
/// copies of each value fit together. Each with itself makes H − 1 schemes;
/// and by Cauchy–Schwarz at least H² / (1 + Σ v·h) ordered pairs have equal
/// sums, of which at least half, less one, are schemes. If P were over 2³²,
/// then H > 2¹⁹; under [`MOST_CARDS_SHOWN`] that leaves at most 763 cards, so
/// Σ v·h ≤ 13 · 381, and there are more than 2³⁸ / 4,954 / 2 − 1 > 27 million
/// schemes, over [`MOST_SCHEMES`].
#[derive(Clone, PartialEq, Eq)]
pub struct Listing {
    copies: Copies,
    codes: Vec<u64>,
}

impl Listing {
    /// An empty list. `None` for cards of which no listing is ever made (more
    /// than 2³² different sides, see above).
    pub fn new(cards: &Copies) -> Option<Self> {
        let sides = cards.iter().try_fold(1u64, |n, c| n.checked_mul(u64::from(*c) + 1))?;
        (sides <= 1 << 32).then(|| Self { copies: *cards, codes: Vec::new() })
    }

    /// A list of these codes, each as [`Self::code`] gives it.
    pub fn with_codes(mut self, codes: Vec<u64>) -> Self {
        self.codes = codes;
        self
    }

    /// What one copy of each value adds to the code of a scheme: on the left,
    /// on the right.
    pub fn weights(&self) -> ([u64; HIGHEST as usize], [u64; HIGHEST as usize]) {
        let mut right = [0; HIGHEST as usize];
        let mut sides = 1;
        for (weight, copies) in right.iter_mut().zip(self.copies) {
            *weight = sides;
            sides *= u64::from(copies) + 1;
        }
        // The weight of a value without copies may be too large; it is never used.
        (right.map(|weight| weight.wrapping_mul(sides)), right)
    }

    /// The number that stands for a scheme. Each side must be contained in the
    /// cards.
    pub fn code(&self, scheme: &Scheme) -> u64 {
        let (left, right) = self.weights();
        let dot = |side: &Copies, weights: &[u64]| -> u64 {
            side.iter().zip(weights).filter(|(n, _)| **n > 0).map(|(n, w)| u64::from(*n) * w).sum()
        };
        dot(&scheme.left, &left) + dot(&scheme.right, &right)
    }

    /// Appends a scheme. Each side must be contained in the cards.
    pub fn push(&mut self, scheme: &Scheme) {
        self.codes.push(self.code(scheme));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The codes in order.
    pub fn codes(&self) -> &[u64] {
        &self.codes
    }

    /// The scheme that a code stands for.
    pub fn scheme(&self, mut code: u64) -> Scheme {
        let mut scheme = Scheme { left: [0; HIGHEST as usize], right: [0; HIGHEST as usize] };
        for side in [&mut scheme.right, &mut scheme.left] {
            for (digit, copies) in side.iter_mut().zip(self.copies) {
                if copies > 0 {
                    let radix = u64::from(copies) + 1;
                    *digit = (code % radix) as u32;
                    code /= radix;
                }
            }
        }
        scheme
    }

    /// The schemes in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Scheme> + DoubleEndedIterator + '_ {
        self.codes.iter().map(|code| self.scheme(*code))
    }
}

impl fmt::Debug for Listing {
    /// The first schemes as they are printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 50;
        let shown = self.iter().take(SHOWN).map(|scheme| scheme.to_string());
        write!(f, "{} schemes: ", self.len())?;
        f.debug_list().entries(shown).finish()?;
        f.write_str(if self.len() > SHOWN { " …" } else { "" })
    }
}

/// Reads a document: one instance or an error.
///
/// One line holds all values, however many, with any white space between them
/// and around them. Blank lines are ignored; a second line that is not blank is
/// an error, and so is a document without a card.
pub fn read(input: impl BufRead) -> Result<Instance, InputError> {
    let mut tokens = Tokens::new(input);
    let mut values = Vec::new();
    loop {
        // Even an empty document asks once, so that the error says what is missing.
        if !values.is_empty() {
            let (line, _) = tokens.position();
            if tokens.at_end()? {
                return Ok(Instance { values });
            }
            if tokens.position().0 != line {
                tokens.end("the end of the file after the line of cards")?;
            }
        }
        values.push(tokens.number("the value of a card", 1..=u64::from(HIGHEST))? as u8);
    }
}

/// The naive program: tries left, right and away for every card, 3ⁿ ways in
/// all, and keeps what is a scheme in a set.
///
/// For n cards it takes about 3ⁿ × 10 ns, so it never sees a listing that is
/// too long.
pub fn solve(instance: &Instance) -> Answer {
    let mut schemes = HashSet::new();
    place(&instance.values, &mut Vec::new(), &mut Vec::new(), &mut schemes);
    let mut schemes: Vec<(Vec<u8>, Vec<u8>)> = schemes.into_iter().collect();
    // "More cards used first; ties by the left side, then the right side, as
    // sequences of numbers."
    schemes.sort_by(|a, b| {
        let used = |(left, right): &(Vec<u8>, Vec<u8>)| left.len() + right.len();
        used(b).cmp(&used(a)).then_with(|| a.cmp(b))
    });
    match Listing::new(&instance.copies()) {
        Some(mut listing) => {
            for (left, right) in &schemes {
                listing.push(&Scheme { left: copies_of(left), right: copies_of(right) });
            }
            Answer::Listing(listing)
        }
        None => Answer::TooMany { count: BigUint::from(schemes.len()) },
    }
}

/// "Every card goes left, right or is left over."
fn place(
    cards: &[u8],
    left: &mut Vec<u8>,
    right: &mut Vec<u8>,
    schemes: &mut HashSet<(Vec<u8>, Vec<u8>)>,
) {
    let Some((card, others)) = cards.split_first() else {
        let sum = |side: &[u8]| side.iter().map(|value| u32::from(*value)).sum::<u32>();
        // "Two non-empty groups of equal sum."
        if !left.is_empty() && !right.is_empty() && sum(left) == sum(right) {
            schemes.insert(canonical(left, right));
        }
        return;
    };
    left.push(*card);
    place(others, left, right, schemes);
    left.pop();
    right.push(*card);
    place(others, left, right, schemes);
    right.pop();
    place(others, left, right, schemes);
}

/// "Inside a side values ascend. Left is the side with more copies at the
/// smallest value in which the two sides differ."
fn canonical(left: &[u8], right: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (mut left, mut right) = (left.to_vec(), right.to_vec());
    left.sort();
    right.sort();
    for value in 1..=HIGHEST {
        let copies = |side: &[u8]| side.iter().filter(|v| **v == value).count();
        if copies(&left) > copies(&right) {
            return (left, right);
        }
        if copies(&left) < copies(&right) {
            return (right, left);
        }
    }
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(values: &[u8]) -> Vec<String> {
        match solve(&Instance { values: values.to_vec() }) {
            Answer::Listing(listing) => listing.iter().map(|scheme| scheme.to_string()).collect(),
            Answer::TooMany { count } => panic!("{count} schemes"),
        }
    }

    #[test]
    fn any_number_of_equal_cards_may_be_left_over() {
        assert_eq!(listed(&[1, 1, 1, 1]), ["1+1=1+1", "1=1"]);
    }

    #[test]
    fn a_mirror_image_is_the_same_scheme() {
        assert_eq!(listed(&[3, 2, 1]), ["1+2=3"]);
        assert_eq!(listed(&[5, 5]), ["5=5"]);
    }

    #[test]
    fn no_scheme_is_an_empty_listing() {
        assert!(listed(&[1, 2, 4, 8]).is_empty());
        assert!(listed(&[7]).is_empty());
    }

    #[test]
    fn left_has_more_copies_at_the_first_difference() {
        assert_eq!(listed(&[2, 1, 3, 4]), ["1+4=2+3", "1+2=3", "1+3=4"]);
    }

    #[test]
    fn a_code_stands_for_its_scheme() {
        let cards = copies_of(&[1, 1, 1, 4, 4, 13]);
        let listing = Listing::new(&cards).unwrap();
        let scheme = Scheme { left: copies_of(&[1, 4, 4]), right: copies_of(&[1, 1, 13]) };
        assert_eq!(listing.scheme(listing.code(&scheme)), scheme);
        assert!(Listing::new(&[12; 13]).is_none());
    }
}
