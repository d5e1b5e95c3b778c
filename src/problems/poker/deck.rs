//! The 52 cards in the order of their texts.
//!
//! Smaller deals are those with smaller texts. As characters, ranks ascend
//! 2 … 9 A J K Q T and suits C D H S: this order, not that of strength, is what
//! simplifying goes by.

use duipai_reference::poker::{Card, Suit};

/// The ranks in the order of their characters.
pub(super) const RANKS: [u8; 13] = [2, 3, 4, 5, 6, 7, 8, 9, 14, 11, 13, 12, 10];

/// All cards in the order of their texts.
pub(super) const DECK: [Card; 52] = {
    let Some(card) = Card::new(2, Suit::Clubs) else { panic!("2 is a rank") };
    let mut deck = [card; 52];
    let mut number = 0;
    while number < 52 {
        match Card::new(RANKS[number / 4], Suit::ALL[number % 4]) {
            Some(card) => deck[number] = card,
            None => panic!("all of RANKS are ranks"),
        }
        number += 1;
    }
    deck
};

/// The place of a rank in [`RANKS`], by rank.
const PLACES: [usize; 15] = {
    let mut places = [0; 15];
    let mut place = 0;
    while place < 13 {
        places[RANKS[place] as usize] = place;
        place += 1;
    }
    places
};

/// The place of a card in [`DECK`].
pub(super) fn number(card: Card) -> usize {
    4 * PLACES[usize::from(card.rank())] + card.suit() as usize
}

/// The card of a rank from 2 to 14 and a suit.
pub(super) fn card(rank: u8, suit: Suit) -> Card {
    DECK[4 * PLACES[usize::from(rank)] + suit as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_ascend_as_their_texts_do() {
        let texts: Vec<String> = DECK.iter().map(Card::to_string).collect();
        assert!(texts.is_sorted_by(|a, b| a < b));
        for (place, deck_card) in DECK.iter().enumerate() {
            assert_eq!(number(*deck_card), place);
            assert_eq!(card(deck_card.rank(), deck_card.suit()), *deck_card);
        }
    }
}
