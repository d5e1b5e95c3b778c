//! Simpler deals: with the smaller text, and so with sorted hands, lower ranks
//! and the suits C and D.
//!
//! All deals have ten cards. The order is that of the texts, card by card.

use super::deck::{DECK, RANKS, card, number};
use super::generate::exchange;
use duipai_reference::poker::{Card, Instance, Suit};

/// Simpler deals, those that change the whole deal first.
pub(super) fn simpler(deal: &Instance) -> Box<dyn Iterator<Item = Instance> + '_> {
    let cards = deal.cards();
    let whole = key(&cards);
    let candidates = std::iter::once(cards)
        .chain(lowered(cards))
        .chain(relabelled_suits(cards))
        .chain(exchanged_ranks(cards))
        .chain(replaced_cards(cards))
        .chain(exchanged_places(cards))
        .chain(exchanged_suits_of_a_rank(cards))
        .chain(moved_ranks(cards))
        .flat_map(|cards| [sorted(cards), cards]);
    // What is no simpler, though it was made to be simple, is left out.
    Box::new(candidates.filter(move |cards| key(cards) < whole).map(Instance::from_cards))
}

/// Deals compare by their texts as these do.
fn key(cards: &[Card; 10]) -> [usize; 10] {
    cards.map(number)
}

/// The same hands and community, each in the order of the texts.
fn sorted(mut cards: [Card; 10]) -> [Card; 10] {
    cards[..2].sort_unstable_by_key(|card| number(*card));
    cards[2..4].sort_unstable_by_key(|card| number(*card));
    cards[4..].sort_unstable_by_key(|card| number(*card));
    cards
}

/// The ranks that occur become 2, 3, 4, …; or all ranks become lower by as much
/// as they can, or by one: straights then stay straights.
fn lowered(cards: [Card; 10]) -> impl Iterator<Item = [Card; 10]> {
    let mut ranks = cards.map(Card::rank).to_vec();
    ranks.sort_unstable();
    ranks.dedup();
    let lowest = ranks[0];
    let packed = cards.map(|old| {
        let below = ranks.iter().filter(|rank| **rank < old.rank()).count();
        card(2 + below as u8, old.suit())
    });
    let shifted = move |by: u8| cards.map(|old| card(old.rank() - by, old.suit()));
    let all_way = (lowest > 2).then(|| shifted(lowest - 2));
    let one = (lowest > 2).then(|| shifted(1));
    std::iter::once(packed).chain(all_way).chain(one)
}

/// The suits under every other name.
fn relabelled_suits(cards: [Card; 10]) -> impl Iterator<Item = [Card; 10]> {
    (0..4usize.pow(4)).filter_map(move |mut names| {
        let relabel = [(); 4].map(|()| {
            let name = Suit::ALL[names % 4];
            names /= 4;
            name
        });
        let distinct = (0..4).all(|suit| !relabel[..suit].contains(&relabel[suit]));
        distinct.then(|| cards.map(|old| card(old.rank(), relabel[old.suit() as usize])))
    })
}

/// Two ranks exchanged throughout, the lowest names first.
fn exchanged_ranks(cards: [Card; 10]) -> impl Iterator<Item = [Card; 10]> {
    pairs(13).map(move |(low, high)| {
        let (low, high) = (RANKS[low], RANKS[high]);
        cards.map(|old| match old.rank() {
            rank if rank == low => card(high, old.suit()),
            rank if rank == high => card(low, old.suit()),
            _ => old,
        })
    })
}

/// One card replaced by one with a smaller text. If the deal has that already,
/// the two change places.
fn replaced_cards(cards: [Card; 10]) -> impl Iterator<Item = [Card; 10]> {
    (0..10).flat_map(move |place| {
        DECK[..number(cards[place])].iter().map(move |smaller| {
            let mut cards = cards;
            exchange(&mut cards, place, *smaller);
            cards
        })
    })
}

fn exchanged_places(cards: [Card; 10]) -> impl Iterator<Item = [Card; 10]> {
    pairs(10).map(move |(first, second)| {
        let mut cards = cards;
        cards.swap(first, second);
        cards
    })
}

/// Within one rank, two suits exchanged.
fn exchanged_suits_of_a_rank(cards: [Card; 10]) -> impl Iterator<Item = [Card; 10]> {
    (2..=14u8).flat_map(move |rank| {
        pairs(4).map(move |(first, second)| {
            let (first, second) = (Suit::ALL[first], Suit::ALL[second]);
            cards.map(|old| match old.suit() {
                _ if old.rank() != rank => old,
                suit if suit == first => card(rank, second),
                suit if suit == second => card(rank, first),
                _ => old,
            })
        })
    })
}

/// A card goes down by some ranks and another one up, or both down: what a
/// single step would break (a straight, equal kickers), two may keep.
fn moved_ranks(cards: [Card; 10]) -> impl Iterator<Item = [Card; 10]> {
    pairs(10).flat_map(move |(first, second)| {
        let lower = (0..number(cards[first]) / 4).map(|place| RANKS[place]);
        lower.flat_map(move |lower| {
            RANKS.iter().map(move |rank| {
                let mut moved = cards;
                exchange(&mut moved, first, card(lower, cards[first].suit()));
                let suit = moved[second].suit();
                exchange(&mut moved, second, card(*rank, suit));
                moved
            })
        })
    })
}

/// All `a < b < n`.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
}
