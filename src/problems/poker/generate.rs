//! Making and changing deals.

use super::deck::{DECK, card};
use crate::choices::Choices;
use crate::problem::Scope;
use duipai_reference::poker::{ACE, Card, HandType, Instance, Suit};

/// Makes a deal.
pub(super) fn generate(scope: Scope, choices: &mut dyn Choices) -> Instance {
    if scope == Scope::Tiny {
        return of_three_ranks(choices);
    }
    // Two planned hands reach every type of hand on both sides; the other
    // styles make types compete within one deal.
    match choices.style(&[4, 8, 2, 3, 3, 3, 1]) {
        1 => planned(choices),
        2 => few_suits(choices),
        3 => few_ranks(choices),
        4 => neighbouring_ranks(choices),
        5 => mirrored(choices),
        6 => high_cards(choices),
        _ => draw(DECK.to_vec(), choices),
    }
}

/// Each deal of ten of the twelve 2s, 3s and 4s once, hands and community as
/// sets in ascending order: C(12, 2) · C(10, 2) · C(8, 6) = 83,160.
fn of_three_ranks(choices: &mut dyn Choices) -> Instance {
    let mut left = DECK[..12].to_vec();
    let alice = two_of(&mut left, choices);
    let bob = two_of(&mut left, choices);
    two_of(&mut left, choices);
    let mut cards = [alice[0]; 10];
    for (place, card) in cards.iter_mut().zip(alice.into_iter().chain(bob).chain(left)) {
        *place = card;
    }
    Instance::from_cards(cards)
}

/// Takes two of the cards, which stay in order.
fn two_of(cards: &mut Vec<Card>, choices: &mut dyn Choices) -> [Card; 2] {
    let count = cards.len();
    let mut pair = choices.index(count * (count - 1) / 2);
    // The pairs (0, 1), (0, 2), (1, 2), (0, 3), … in turn.
    let mut second = 1;
    while pair >= second {
        pair -= second;
        second += 1;
    }
    let second = cards.remove(second);
    [cards.remove(pair), second]
}

/// Deals ten of at least ten cards.
fn draw(mut cards: Vec<Card>, choices: &mut dyn Choices) -> Instance {
    let mut dealt = [cards[0]; 10];
    for place in &mut dealt {
        *place = cards.remove(choices.index(cards.len()));
    }
    Instance::from_cards(dealt)
}

/// One or two suits: flushes and straight flushes.
fn few_suits(choices: &mut dyn Choices) -> Instance {
    let first = *choices.pick(&Suit::ALL);
    let second = *choices.pick(&Suit::ALL);
    draw(DECK.into_iter().filter(|card| [first, second].contains(&card.suit())).collect(), choices)
}

/// Three to six ranks: pairs, triples, full houses, fours.
fn few_ranks(choices: &mut dyn Choices) -> Instance {
    let mut ranks: Vec<u8> = (2..=ACE).collect();
    choices.shuffle(&mut ranks);
    let kept = &ranks[..choices.between(3, 6) as usize];
    draw(DECK.into_iter().filter(|card| kept.contains(&card.rank())).collect(), choices)
}

/// Neighbouring ranks, the ace also below the 2, in two to four suits:
/// straights, straight flushes, flushes that beat straights.
fn neighbouring_ranks(choices: &mut dyn Choices) -> Instance {
    let suits = choices.between(2, 4) as u8;
    // Enough for ten cards, and up to three ranks more.
    let count = 10u8.div_ceil(suits).max(4) + choices.below(4) as u8;
    // Often round the ace, where straights differ.
    let lowest =
        if choices.chance(1, 3) { 1 } else { choices.between(1, u32::from(ACE - count + 1)) as u8 };
    let kept = |rank: u8| (lowest..lowest + count).contains(&rank) || (lowest == 1 && rank == ACE);
    let pool = DECK.into_iter().filter(|card| kept(card.rank()) && (card.suit() as u8) < suits);
    draw(pool.collect(), choices)
}

/// Tens to aces: royal flushes, and straights that everybody has.
fn high_cards(choices: &mut dyn Choices) -> Instance {
    draw(DECK.into_iter().filter(|card| card.rank() >= 10).collect(), choices)
}

/// Both hands of the same ranks, and pairs on the table: ties, kickers.
fn mirrored(choices: &mut dyn Choices) -> Instance {
    let mut table = Table::default();
    let mut cards = Vec::with_capacity(10);
    for _ in 0..5 {
        let rank = choices.between(2, ACE.into()) as u8;
        let (suit, other) = (*choices.pick(&Suit::ALL), *choices.pick(&Suit::ALL));
        cards.push(table.take(rank, suit));
        cards.push(table.take(rank, other));
    }
    // Often one card differs after all.
    if choices.chance(1, 2) {
        let place = choices.index(10);
        cards[place] = table.take(choices.between(2, ACE.into()) as u8, *choices.pick(&Suit::ALL));
    }
    let [a, b, c, d, rest @ ..] = cards.as_mut_slice() else { return draw(DECK.to_vec(), choices) };
    std::mem::swap(b, c);
    let holes = [*a, *b, *c, *d];
    choices.shuffle(rest);
    deal(holes, rest)
}

/// Two hands of stated types that some final split has.
fn planned(choices: &mut dyn Choices) -> Instance {
    let mut table = Table::default();
    let first_type = *choices.pick(&HandType::ALL);
    let second_type = match choices.below(4) {
        0 | 1 => first_type,
        // A type nearby, where mutants in the order of types show.
        2 => HandType::ALL[(first_type as usize + choices.between(1, 3) as usize) % 10],
        _ => *choices.pick(&HandType::ALL),
    };
    let mut first = hand(first_type, choices);
    // Often the same ranks again: kickers decide, or nothing does.
    let mut second = if first_type == second_type && choices.chance(1, 2) {
        first
    } else {
        hand(second_type, choices)
    };
    for card in first.iter_mut().chain(&mut second) {
        *card = table.take(card.rank(), card.suit());
    }
    choices.shuffle(&mut first);
    choices.shuffle(&mut second);
    if choices.chance(1, 2) {
        std::mem::swap(&mut first, &mut second);
    }
    let ([a, b, own @ ..], [c, d, other @ ..]) = (first, second);
    let mut community: Vec<Card> = own.into_iter().zip(other).flat_map(<[Card; 2]>::from).collect();
    // In turn, as indifferent players may take them, or anyhow.
    if choices.chance(1, 2) {
        choices.shuffle(&mut community);
    }
    deal([a, b, c, d], &community)
}

/// A deal of four hole cards and six others.
fn deal([a, b, c, d]: [Card; 4], community: &[Card]) -> Instance {
    let mut table = [a; 6];
    table.iter_mut().zip(community).for_each(|(place, card)| *place = *card);
    Instance { alice: [a, b], bob: [c, d], community: table }
}

/// A hand of this type (now and then it happens to be of a better one).
fn hand(hand_type: HandType, choices: &mut dyn Choices) -> [Card; 5] {
    let mut ranks: Vec<u8> = (2..=ACE).collect();
    choices.shuffle(&mut ranks);
    let [a, b, c, d, e] = std::array::from_fn(|place| ranks[place]);
    // The highest rank of a straight flush that is not royal, or of any straight.
    let highest = match hand_type {
        HandType::RoyalFlush => ACE,
        // Often A-2-3-4-5.
        _ if choices.chance(1, 4) => 5,
        HandType::StraightFlush => choices.between(5, 13) as u8,
        _ => choices.between(5, ACE.into()) as u8,
    };
    let ranks = match hand_type {
        HandType::HighCard | HandType::Flush => [a, b, c, d, e],
        HandType::Pair => [a, a, b, c, d],
        HandType::TwoPairs => [a, a, b, b, c],
        HandType::ThreeOfAKind => [a, a, a, b, c],
        HandType::FullHouse => [a, a, a, b, b],
        HandType::FourOfAKind => [a, a, a, a, b],
        HandType::Straight | HandType::StraightFlush | HandType::RoyalFlush => {
            [4, 3, 2, 1, 0].map(|below| if below + 1 == highest { ACE } else { highest - below })
        }
    };
    let suited =
        matches!(hand_type, HandType::Flush | HandType::StraightFlush | HandType::RoyalFlush);
    let suit = *choices.pick(&Suit::ALL);
    let mut table = Table::default();
    ranks.map(
        |rank| {
            if suited { card(rank, suit) } else { table.take(rank, *choices.pick(&Suit::ALL)) }
        },
    )
}

/// Which cards have been dealt.
#[derive(Default)]
struct Table {
    dealt: Vec<Card>,
}

impl Table {
    /// Deals this card, or the next suit of the rank that is left, or the next
    /// rank.
    fn take(&mut self, rank: u8, suit: Suit) -> Card {
        for up in 0..13 {
            for turn in 0..4 {
                let rank = 2 + (rank - 2 + up) % 13;
                let card = card(rank, Suit::ALL[(suit as usize + turn) % 4]);
                if !self.dealt.contains(&card) {
                    self.dealt.push(card);
                    return card;
                }
            }
        }
        // Nobody deals more than 52 cards.
        card(rank, suit)
    }
}

/// A small change of a deal.
pub(super) fn neighbour(deal: &Instance, choices: &mut dyn Choices) -> Instance {
    let mut cards = deal.cards();
    let place = choices.index(10);
    let old = cards[place];
    match choices.below(7) {
        // Another card, or an exchange with the place where it is.
        0 => exchange(&mut cards, place, *choices.pick(&DECK)),
        // Another suit of the rank.
        1 => exchange(&mut cards, place, card(old.rank(), *choices.pick(&Suit::ALL))),
        // The next rank, up or down, round the ace.
        2 => {
            let step = *choices.pick(&[1, 12]);
            exchange(&mut cards, place, card(2 + (old.rank() - 2 + step) % 13, old.suit()));
        }
        // The rank of another card.
        3 => {
            let rank = choices.pick(&cards).rank();
            exchange(&mut cards, place, card(rank, old.suit()));
        }
        4 => {
            let other = choices.index(10);
            cards.swap(place, other);
        }
        5 => choices.shuffle(&mut cards[4..]),
        // Two suits exchanged throughout.
        _ => {
            let (one, two) = (old.suit(), *choices.pick(&Suit::ALL));
            cards = cards.map(|other| match other.suit() {
                suit if suit == one => card(other.rank(), two),
                suit if suit == two => card(other.rank(), one),
                _ => other,
            });
        }
    }
    Instance::from_cards(cards)
}

/// Puts a card at a place. Where it has been in the deal before comes the card
/// that it replaces.
pub(super) fn exchange(cards: &mut [Card; 10], place: usize, card: Card) {
    let old = cards[place];
    if let Some(other) = cards.iter_mut().find(|other| **other == card) {
        *other = old;
    }
    cards[place] = card;
}
