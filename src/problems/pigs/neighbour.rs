//! Small changes to a game.

use crate::choices::Choices;
use duipai_reference::pigs::{Card, FEWEST_PIGS, Instance, LONGEST_DECK, MOST_PIGS, Pig, Role};

/// The longest run of cards that one edit adds.
const LONGEST_RUN: usize = 8;

/// A game that differs in one to three small things.
pub(super) fn neighbour(instance: &Instance, choices: &mut dyn Choices) -> Instance {
    let mut game = instance.clone();
    for _ in 0..choices.between(1, 3) {
        edit(&mut game, choices);
    }
    if !game.pigs.iter().any(|pig| pig.role == Role::Traitor) {
        let seat = 1 + choices.index(game.pigs.len() - 1);
        game.pigs[seat].role = Role::Traitor;
    }
    game
}

fn edit(game: &mut Instance, choices: &mut dyn Choices) {
    let card = *choices.pick(&Card::ALL);
    let seat = choices.index(game.pigs.len());
    let place = choices.index(game.deck.len());
    let run = choices.between(1, LONGEST_RUN as u32) as usize;
    let end = (place + run).min(game.deck.len());
    match choices.weighted(&[4, 4, 2, 2, 2, 2, 1, 2, 2, 1, 1, 1, 1]) {
        0 => game.pigs[seat].hand[choices.index(4)] = card,
        1 => game.deck[place] = card,
        // The card that is repeated for ever.
        2 => {
            if let Some(last) = game.deck.last_mut() {
                *last = card;
            }
        }
        3 => {
            let (left, right) = (choices.index(4), choices.index(4));
            game.pigs[seat].hand.swap(left, right);
        }
        4 => {
            let other = choices.index(game.deck.len());
            game.deck.swap(place, other);
        }
        // A hand's card and a deck's card change places.
        5 => std::mem::swap(&mut game.pigs[seat].hand[choices.index(4)], &mut game.deck[place]),
        6 => game.deck[place..end].fill(card),
        7 => insert(game, place, vec![card; choices.between(1, 2) as usize]),
        8 => {
            // Something must be left to draw.
            if end - place < game.deck.len() {
                game.deck.drain(place..end);
            }
        }
        9 => {
            let copy = game.deck[place..end].to_vec();
            insert(game, end, copy);
        }
        10 => {
            if seat > 0 {
                let pig = &mut game.pigs[seat];
                pig.role = if pig.role == Role::Loyal { Role::Traitor } else { Role::Loyal };
            }
        }
        11 => {
            if game.pigs.len() < MOST_PIGS {
                let role = *choices.pick(&[Role::Traitor, Role::Loyal]);
                let hand = game.pigs[seat].hand;
                game.pigs.insert(seat + 1, Pig { role, hand });
            }
        }
        _ => {
            if seat > 0 && game.pigs.len() > FEWEST_PIGS {
                game.pigs.remove(seat);
            }
        }
    }
}

fn insert(game: &mut Instance, place: usize, cards: Vec<Card>) {
    if game.deck.len() + cards.len() <= LONGEST_DECK {
        game.deck.splice(place..place, cards);
    }
}
