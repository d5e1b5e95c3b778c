//! Poker Game: Decision (Nowcoder Multi-University Training 2022, round 8, D).
//!
//! > Alice and Bob hold two cards each; six community cards lie open. They take
//! > one in turn, Alice first, until each has five. Both see everything and
//! > both play optimally.
//!
//! The program here plays all 6! orders of picking and evaluates both hands at
//! each end by sorting and counting.

use crate::input::{InputError, Tokens};
use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::io::BufRead;

// ---- cards ----

/// The ranks as they are written, from 2 up to the ace.
pub const RANKS: &str = "23456789TJQKA";
/// The suits as they are written, in the order of [`Suit`].
pub const SUITS: &str = "CDHS";
/// The ace, the highest rank.
pub const ACE: u8 = 14;

/// A suit. They stand in the order of their letters; the game does not rank them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suit {
    /// `C`
    Clubs,
    /// `D`
    Diamonds,
    /// `H`
    Hearts,
    /// `S`
    Spades,
}

impl Suit {
    /// All four, in the order of their letters.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];
}

/// A card: a rank from 2 to 14 (the ace) and a suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card {
    rank: u8,
    suit: Suit,
}

impl Card {
    /// A card, if the rank is one: 2 to 10, then 11 to 14 for J, Q, K, A.
    pub const fn new(rank: u8, suit: Suit) -> Option<Self> {
        if 2 <= rank && rank <= ACE { Some(Self { rank, suit }) } else { None }
    }

    /// The rank, from 2 to 14 (the ace).
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// The suit.
    pub const fn suit(self) -> Suit {
        self.suit
    }

    /// The rank's character and the suit's.
    pub fn letters(self) -> [u8; 2] {
        [RANKS.as_bytes()[usize::from(self.rank) - 2], SUITS.as_bytes()[self.suit as usize]]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rank, suit] = self.letters();
        write!(f, "{}{}", char::from(rank), char::from(suit))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

// ---- the instance and its answer ----

/// A deal of ten different cards, in the order of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instance {
    /// Alice's two cards.
    pub alice: [Card; 2],
    /// Bob's two cards.
    pub bob: [Card; 2],
    /// The six cards from which they pick.
    pub community: [Card; 6],
}

impl Instance {
    /// All ten cards in the order of the input.
    pub fn cards(&self) -> [Card; 10] {
        let ([a, b], [c, d], [e, f, g, h, i, j]) = (self.alice, self.bob, self.community);
        [a, b, c, d, e, f, g, h, i, j]
    }

    /// The deal whose ten cards are these, in the order of the input.
    pub fn from_cards(cards: [Card; 10]) -> Self {
        let [a, b, c, d, e, f, g, h, i, j] = cards;
        Self { alice: [a, b], bob: [c, d], community: [e, f, g, h, i, j] }
    }
}

/// Who wins if both play optimally.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Alice, who picks first.
    Alice,
    /// Bob.
    Bob,
    /// Nobody: both hands are worth the same.
    Draw,
}

impl Answer {
    /// The word that the contest prints.
    pub fn word(self) -> &'static str {
        match self {
            Self::Alice => "Alice",
            Self::Bob => "Bob",
            Self::Draw => "Draw",
        }
    }
}

// ---- the text ----

/// What the ten cards of a deal are called in messages.
const PLACES: [&str; 10] = [
    "Alice's first card",
    "Alice's second card",
    "Bob's first card",
    "Bob's second card",
    "the first community card",
    "the second community card",
    "the third community card",
    "the fourth community card",
    "the fifth community card",
    "the sixth community card",
];

/// The deals of a document: T (at least 1), then T times ten cards, separated
/// by any white space. Reads as a stream, in constant memory.
#[derive(Debug)]
pub struct Deals<R> {
    tokens: Tokens<R>,
    /// T, once it is known.
    total: Option<u64>,
    done: u64,
    /// Lines ahead of what `tokens` reads.
    lines_before: u64,
    finished: bool,
}

impl<R: BufRead> Deals<R> {
    /// Reads a whole document.
    pub fn new(input: R) -> Self {
        let tokens = Tokens::new(input);
        Self { tokens, total: None, done: 0, lines_before: 0, finished: false }
    }

    /// Reads on in a document of `total` deals of which `done` have been read;
    /// the first character of `input` stands at column 1 of line `line` (for
    /// the places in messages).
    pub fn resume(input: R, total: u64, done: u64, line: u64) -> Self {
        let lines_before = line.saturating_sub(1);
        Self { total: Some(total), done, lines_before, ..Self::new(input) }
    }

    fn step(&mut self) -> Result<Option<Instance>, InputError> {
        let total = match self.total {
            Some(total) => total,
            None => {
                // T = 0 is an error.
                let total = self.tokens.number("the number of deals", 1..=u64::MAX)?;
                self.total = Some(total);
                total
            }
        };
        if self.done >= total {
            let deals = if total == 1 {
                "the only deal".into()
            } else {
                format!("the last of {total} deals")
            };
            self.tokens.end(&format!("the end of the file after {deals}"))?;
            return Ok(None);
        }
        if self.tokens.at_end()? {
            let expected = format!("deal {} of {total}", self.done + 1);
            self.tokens.word(&expected)?;
        }
        let first = self.card(PLACES[0])?;
        let mut cards = [first; 10];
        for place in 1..10 {
            let card = self.card(PLACES[place])?;
            // All ten differ.
            if cards[..place].contains(&card) {
                return Err(self.tokens.error(format!(
                    "expected {}, another than those before it in the deal, found `{card}` again",
                    PLACES[place]
                )));
            }
            cards[place] = card;
        }
        self.done += 1;
        Ok(Some(Instance::from_cards(cards)))
    }

    /// A card is a rank (`AKQJT98765432`) and a suit (`SHCD`).
    fn card(&mut self, place: &str) -> Result<Card, InputError> {
        let word = self.tokens.word(place)?;
        let mut letters = word.chars();
        let (Some(rank_letter), Some(suit_letter), None) =
            (letters.next(), letters.next(), letters.next())
        else {
            let expected = format!("{place} (a rank and a suit, such as `TH`)");
            return Err(self.tokens.unexpected(&expected));
        };
        let rank = RANKS.chars().zip(2..).find(|(letter, _)| *letter == rank_letter);
        let suit = SUITS.chars().zip(Suit::ALL).find(|(letter, _)| *letter == suit_letter);
        match (rank, suit) {
            (Some((_, rank)), Some((_, suit))) => Ok(Card { rank, suit }),
            (None, _) => Err(self
                .tokens
                .unexpected(&format!("{place} to start with its rank (one of AKQJT98765432)"))),
            (_, None) => {
                Err(self.tokens.unexpected(&format!("{place} to end with its suit (one of SHCD)")))
            }
        }
    }
}

impl<R: BufRead> Iterator for Deals<R> {
    type Item = Result<Instance, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let step = self.step().map_err(|error| InputError {
            line: error.line.saturating_add(self.lines_before),
            ..error
        });
        self.finished = !matches!(step, Ok(Some(_)));
        step.transpose()
    }
}

// ---- hands ----

/// The types of hands from low to high.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HandType {
    /// Nothing of what follows.
    HighCard,
    /// Two cards of a rank.
    Pair,
    /// Two pairs.
    TwoPairs,
    /// Three cards of a rank.
    ThreeOfAKind,
    /// Five ranks in sequence.
    Straight,
    /// Five cards of a suit.
    Flush,
    /// Three cards of a rank and two of another.
    FullHouse,
    /// Four cards of a rank.
    FourOfAKind,
    /// A straight in one suit.
    StraightFlush,
    /// A-K-Q-J-T in one suit.
    RoyalFlush,
}

impl HandType {
    /// All ten, from low to high.
    pub const ALL: [Self; 10] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::RoyalFlush,
    ];
}

/// What a hand is worth: its type, then its ranks. Suits never break ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strength {
    /// The type, which decides first.
    pub hand_type: HandType,
    /// The ranks, ordered by multiplicity and then by rank, both from high to
    /// low; the ace of A-2-3-4-5 stands as 1 at the end.
    pub ranks: [u8; 5],
}

/// What five cards are worth.
pub fn strength(hand: &[Card; 5]) -> Strength {
    let plain = hand.map(Card::rank);
    let times = |rank: u8| plain.iter().filter(|other| **other == rank).count();

    // "Compare the ranks, ordered by multiplicity and then by rank."
    let mut counted = plain.map(|rank| (times(rank), rank));
    counted.sort_unstable_by_key(|pair| Reverse(*pair));
    let mut ranks = counted.map(|(_, rank)| rank);

    // "A-2-3-4-5 is the lowest straight (and the lowest straight flush), 5
    // high; no other wrap-around."
    if ranks == [ACE, 5, 4, 3, 2] {
        ranks = [5, 4, 3, 2, 1];
    }

    let straight = ranks.windows(2).all(|pair| pair[0] == pair[1] + 1);
    let flush = hand.iter().all(|card| card.suit == hand[0].suit);
    // Equal ranks stand together, the most frequent first: at the places 0 and
    // 3 stand the triple and the pair of a full house, at 0 and 2 two pairs.
    let first = times(ranks[0]);
    let hand_type = if straight && flush && ranks[0] == ACE {
        HandType::RoyalFlush
    } else if straight && flush {
        HandType::StraightFlush
    } else if first == 4 {
        HandType::FourOfAKind
    } else if first == 3 && ranks[3] == ranks[4] {
        HandType::FullHouse
    } else if flush {
        HandType::Flush
    } else if straight {
        HandType::Straight
    } else if first == 3 {
        HandType::ThreeOfAKind
    } else if first == 2 && ranks[2] == ranks[3] {
        HandType::TwoPairs
    } else if first == 2 {
        HandType::Pair
    } else {
        HandType::HighCard
    };
    Strength { hand_type, ranks }
}

/// Who wins with these two hands.
pub fn showdown(alice: &[Card; 5], bob: &[Card; 5]) -> Answer {
    match strength(alice).cmp(&strength(bob)) {
        Ordering::Greater => Answer::Alice,
        Ordering::Less => Answer::Bob,
        Ordering::Equal => Answer::Draw,
    }
}

// ---- the game ----

/// Where the game stands: the first `2 + …` cards of each hand have been taken,
/// the rest of a hand is filler.
#[derive(Clone, Copy)]
struct Position {
    alice: [Card; 5],
    bob: [Card; 5],
    taken: [bool; 6],
}

/// Who wins if both play optimally: every order of picking is played.
pub fn solve(deal: &Instance) -> Answer {
    let start = |[first, second]: [Card; 2]| [first, second, first, first, first];
    let position = Position { alice: start(deal.alice), bob: start(deal.bob), taken: [false; 6] };
    play(deal, position, 0)
}

/// The outcome from a position in which `picks` cards have been picked.
fn play(deal: &Instance, position: Position, picks: usize) -> Answer {
    if picks == 6 {
        return showdown(&position.alice, &position.bob);
    }
    // "They take one in turn, Alice first."
    let mover = if picks.is_multiple_of(2) { Answer::Alice } else { Answer::Bob };
    let mut best: Option<Answer> = None;
    for place in 0..6 {
        if position.taken[place] {
            continue;
        }
        let mut next = position;
        next.taken[place] = true;
        let hand = if mover == Answer::Alice { &mut next.alice } else { &mut next.bob };
        hand[2 + picks / 2] = deal.community[place];
        let outcome = play(deal, next, picks + 1);
        if best.is_none_or(|best| liking(mover, outcome) > liking(mover, best)) {
            best = Some(outcome);
        }
    }
    // Six picks take six cards: while fewer have been made, one is left.
    best.unwrap_or(Answer::Draw)
}

/// "Each player prefers a win to a draw to a loss."
fn liking(player: Answer, outcome: Answer) -> u8 {
    if outcome == player {
        2
    } else if outcome == Answer::Draw {
        1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> [Card; 5] {
        let mut tokens = Deals::new(text.as_bytes());
        [(); 5].map(|()| tokens.card("a card").unwrap())
    }

    #[test]
    fn every_type_is_recognised_and_they_ascend() {
        let ladder = [
            ("2C 3D 4H 5S 7C", HandType::HighCard),
            // No other wrap-around than A-2-3-4-5.
            ("QC KD AH 2S 3C", HandType::HighCard),
            ("2C 2D 3H 4S 5C", HandType::Pair),
            ("AC AD 3H 4S 2C", HandType::Pair),
            ("3C 3D 2H 2S 4C", HandType::TwoPairs),
            ("AC AD 3H 3S 2C", HandType::TwoPairs),
            ("2C 2D 2H 3S 4C", HandType::ThreeOfAKind),
            ("AC 2D 3H 4S 5C", HandType::Straight),
            ("2C 3D 4H 5S 6C", HandType::Straight),
            ("TC JD QH KS AC", HandType::Straight),
            ("2C 3C 4C 5C 7C", HandType::Flush),
            ("2C 2D 2H 3S 3C", HandType::FullHouse),
            ("2C 2D 2H AS AC", HandType::FullHouse),
            ("3C 3D 3H 2S 2C", HandType::FullHouse),
            ("2C 2D 2H 2S 3C", HandType::FourOfAKind),
            ("2C 2D 2H 2S AC", HandType::FourOfAKind),
            ("3C 3D 3H 3S 2C", HandType::FourOfAKind),
            ("AC 2C 3C 4C 5C", HandType::StraightFlush),
            ("2D 3D 4D 5D 6D", HandType::StraightFlush),
            ("TD JD QD KD AD", HandType::RoyalFlush),
        ];
        let mut last: Option<Strength> = None;
        for (text, hand_type) in ladder {
            let strength = strength(&hand(text));
            assert_eq!(strength.hand_type, hand_type, "{text}");
            assert!(last.is_none_or(|last| last < strength), "{text} beats what stands before it");
            last = Some(strength);
        }
    }

    #[test]
    fn suits_never_break_ties() {
        assert_eq!(strength(&hand("TC JC QC KC AC")), strength(&hand("TS JS QS KS AS")));
        assert_eq!(strength(&hand("2C 2D 7H 5S 9C")), strength(&hand("2H 2S 7C 5D 9S")));
    }
}
