//! 猪国杀 (SDOI 2010; Luogu P2482, BZOJ 1972, LOJ 2885): a card game that
//! between 2 and 10 pigs play without any choice of their own.
//!
//! Here are the instance ([`Instance`]), the answer ([`Answer`]) and the text
//! ([`read`]); [`play`] plays a game by the rules, [`Event`] tells its story.

mod game;
mod read;

pub use game::{Event, play, play_and_tell};
pub use read::read;

/// The fewest pigs: a main pig and a traitor.
pub const FEWEST_PIGS: usize = 2;
/// The most pigs, by the statement.
pub const MOST_PIGS: usize = 10;
/// Cards that each pig holds at the start.
pub const HAND: usize = 4;
/// Health at the start, which is also the maximum.
pub const HEALTH: u32 = 4;
/// The longest deck of the contest.
pub const CONTEST_DECK: usize = 2_000;
/// The longest deck that is read: 500 times the contest's, so that a program's
/// growth can be measured, and still only 2 MB of text.
pub const LONGEST_DECK: usize = 1_000_000;

/// A game to be played.
///
/// Always 2 to 10 pigs of which exactly the first is the main pig and at
/// least one a traitor, and at least one card in the deck.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Instance {
    /// The pigs in turn order, the main pig first.
    pub pigs: Vec<Pig>,
    /// The deck, drawn from the front. Its last card is repeated for ever.
    pub deck: Vec<Card>,
}

/// A pig as the game begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pig {
    /// What it plays for.
    pub role: Role,
    /// Its hand, from the left.
    pub hand: [Card; HAND],
}

/// What a pig plays for. The order is that of the tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// `FP`, 反猪: wins when the main pig is dead.
    Traitor,
    /// `MP`, 主猪: wins when all traitors are dead.
    Main,
    /// `ZP`, 忠猪: wins with the main pig.
    Loyal,
}

/// A card. The order is that of the letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Card {
    /// `D`, 闪: answers a kill or arrows.
    Dodge,
    /// `F`, 决斗: the two spend kills in turn until one has none left.
    Duel,
    /// `J`, 无懈可击: cancels a trick for one target.
    Nullify,
    /// `K`, 杀: attacks the next pig.
    Kill,
    /// `N`, 南猪入侵: all others spend a kill or lose health.
    Savage,
    /// `P`, 桃: one health more.
    Peach,
    /// `W`, 万箭齐发: all others spend a dodge or lose health.
    Arrows,
    /// `Z`, 猪哥连弩: any number of kills a turn.
    Crossbow,
}

impl Card {
    /// All cards in the order of their letters.
    pub const ALL: [Self; 8] = [
        Self::Dodge,
        Self::Duel,
        Self::Nullify,
        Self::Kill,
        Self::Savage,
        Self::Peach,
        Self::Arrows,
        Self::Crossbow,
    ];

    /// Its token.
    pub fn letter(self) -> char {
        match self {
            Self::Dodge => 'D',
            Self::Duel => 'F',
            Self::Nullify => 'J',
            Self::Kill => 'K',
            Self::Savage => 'N',
            Self::Peach => 'P',
            Self::Arrows => 'W',
            Self::Crossbow => 'Z',
        }
    }

    /// The card with this token.
    pub fn from_token(token: &str) -> Option<Self> {
        Some(match token {
            "D" => Self::Dodge,
            "F" => Self::Duel,
            "J" => Self::Nullify,
            "K" => Self::Kill,
            "N" => Self::Savage,
            "P" => Self::Peach,
            "W" => Self::Arrows,
            "Z" => Self::Crossbow,
            _ => return None,
        })
    }
}

impl Role {
    /// Its token.
    pub fn token(self) -> &'static str {
        match self {
            Self::Main => "MP",
            Self::Loyal => "ZP",
            Self::Traitor => "FP",
        }
    }

    /// The side that it is on.
    pub fn side(self) -> Side {
        match self {
            Self::Main | Self::Loyal => Side::Main,
            Self::Traitor => Side::Traitors,
        }
    }
}

/// The two sides of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The main pig and the loyal pigs.
    Main,
    /// The traitors.
    Traitors,
}

impl Side {
    /// The token that is printed when it wins.
    pub fn token(self) -> &'static str {
        match self {
            Self::Main => "MP",
            Self::Traitors => "FP",
        }
    }

    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::Main => Self::Traitors,
            Self::Traitors => Self::Main,
        }
    }
}

/// How a game comes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// One side wins.
    Finished {
        /// Which.
        winner: Side,
        /// What each pig holds at the end; `None` for a dead one.
        hands: Vec<Option<Vec<Card>>>,
    },
    /// Neither ever wins. The statement promises that this does not happen.
    Unending,
}
