//! What can be known of a game from its story alone.

use duipai_reference::pigs::{Card, Event, Instance};

/// The hands as a story unfolds: the first hands, and every card that somebody
/// is said to draw, spend or lose.
pub(super) struct Ledger {
    /// Each pig's hand, from the left.
    pub(super) hands: Vec<Vec<Card>>,
    /// Who lives.
    pub(super) alive: Vec<bool>,
}

impl Ledger {
    /// The table before the first turn.
    pub(super) fn new(instance: &Instance) -> Self {
        Self {
            hands: instance.pigs.iter().map(|pig| pig.hand.to_vec()).collect(),
            alive: vec![true; instance.pigs.len()],
        }
    }

    /// Takes note of an event. False if a pig spends a card that it has not.
    pub(super) fn note(&mut self, event: Event) -> bool {
        match event {
            Event::Draw { pig, card, .. } => {
                self.hands[pig].push(card);
                true
            }
            Event::Use { pig, card, .. } | Event::Answer { pig, card } => self.spend(pig, card),
            Event::Nullify { pig, .. } => self.spend(pig, Card::Nullify),
            Event::Save { pig } => self.spend(pig, Card::Peach),
            Event::Die { pig, .. } => {
                self.alive[pig] = false;
                self.hands[pig].clear();
                true
            }
            // Only the main pig ever forfeits.
            Event::Forfeit { cards, .. } => {
                let all = self.hands[0].len() == cards;
                self.hands[0].clear();
                all
            }
            _ => true,
        }
    }

    fn spend(&mut self, pig: usize, card: Card) -> bool {
        let place = self.hands[pig].iter().position(|held| *held == card);
        if let Some(place) = place {
            self.hands[pig].remove(place);
        }
        place.is_some()
    }
}
