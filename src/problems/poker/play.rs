//! The course of a game, for people and for counting behaviours: what each
//! split comes to and what each pick keeps or loses.

use super::solver;
use duipai_reference::poker::{Answer, Card, Instance, Strength, strength};

/// A player's view of a final split.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hand {
    pub(super) cards: [Card; 5],
    pub(super) strength: Strength,
}

/// A deal with all its final splits. Sets of community cards are masks of six
/// bits.
pub(super) struct Play {
    pub(super) deal: Instance,
    /// What the splits come to, by the mask of Alice's cards; only those of
    /// three bits mean something.
    outcomes: [Answer; 64],
    /// The outcomes of optimal play, by [`state`]; `None` for what is no state
    /// of a game ahead of Alice's third card.
    values: [Option<Answer>; 1 << 12],
}

/// Who has taken what, as an index.
fn state(alice: u8, bob: u8) -> usize {
    usize::from(alice & 63) << 6 | usize::from(bob & 63)
}

/// The sets of three of six cards.
pub(super) fn splits() -> impl Iterator<Item = u8> {
    (0..64u8).filter(|mask| mask.count_ones() == 3)
}

impl Play {
    /// Evaluates the 20 splits, by the naive program's rules: for people, and
    /// for checks of the solver.
    pub(super) fn of(deal: &Instance) -> Self {
        let mut play = Self::with(deal, [Answer::Draw; 64]);
        for mask in splits() {
            let (alice, bob) = play.hands(mask);
            play.outcomes[usize::from(mask)] = match alice.strength.cmp(&bob.strength) {
                std::cmp::Ordering::Greater => Answer::Alice,
                std::cmp::Ordering::Equal => Answer::Draw,
                std::cmp::Ordering::Less => Answer::Bob,
            };
        }
        play.settle(0, 0);
        play
    }

    /// The same with the solver's tables, ten times as fast: for counting what
    /// occurs in every deal of a campaign.
    pub(super) fn quickly(deal: &Instance) -> Self {
        let mut play = Self::with(deal, solver::split_outcomes(deal));
        play.settle(0, 0);
        play
    }

    fn with(deal: &Instance, outcomes: [Answer; 64]) -> Self {
        Self { deal: *deal, outcomes, values: [None; 1 << 12] }
    }

    /// Finds the values of this state and of all that can follow.
    fn settle(&mut self, alice: u8, bob: u8) -> Answer {
        if let Some(value) = self.known(alice, bob) {
            return value;
        }
        let mover = mover(alice, bob);
        let mut best = None;
        for place in left(alice, bob) {
            let (alice, bob) = after(alice, bob, place);
            let value = self.settle(alice, bob);
            if value == mover || best.is_none() || (value == Answer::Draw && best != Some(mover)) {
                best = Some(value);
            }
        }
        let value = best.unwrap_or(Answer::Draw);
        self.values[state(alice, bob)] = Some(value);
        value
    }

    fn known(&self, alice: u8, bob: u8) -> Option<Answer> {
        if alice.count_ones() >= 3 {
            return Some(self.outcome(alice));
        }
        self.values[state(alice, bob)]
    }

    /// Both hands when Alice has taken these three cards.
    pub(super) fn hands(&self, alice: u8) -> (Hand, Hand) {
        let hand = |[first, second]: [Card; 2], mask: u8| {
            let mut cards = [first, second, first, first, first];
            let taken = (0..6).filter(|place| mask >> place & 1 == 1);
            for (slot, place) in cards[2..].iter_mut().zip(taken) {
                *slot = self.deal.community[place];
            }
            Hand { cards, strength: strength(&cards) }
        };
        (hand(self.deal.alice, alice), hand(self.deal.bob, 63 & !alice))
    }

    /// What a final split comes to.
    pub(super) fn outcome(&self, alice: u8) -> Answer {
        self.outcomes[usize::from(alice & 63)]
    }

    /// The outcome of optimal play after these picks.
    pub(super) fn value(&self, alice: u8, bob: u8) -> Answer {
        self.known(alice, bob).unwrap_or(Answer::Draw)
    }

    /// Picks of optimal play: the first card in input order that keeps what can
    /// be had.
    pub(super) fn line(&self) -> Vec<Pick> {
        let (mut alice, mut bob) = (0, 0);
        let mut line = Vec::with_capacity(6);
        for _ in 0..6 {
            let options: Vec<(usize, Answer)> = left(alice, bob)
                .map(|place| {
                    let (alice, bob) = after(alice, bob, place);
                    (place, self.value(alice, bob))
                })
                .collect();
            let value = self.value(alice, bob);
            let taken = options.iter().find(|(_, after)| *after == value);
            let Some((place, _)) = taken.copied() else { break };
            line.push(Pick { mover: mover(alice, bob), place, value, options });
            (alice, bob) = after(alice, bob, place);
        }
        line
    }

    /// The cards that Alice ends with if both always take the highest rank left,
    /// the first in input order among equals.
    pub(super) fn greedy(&self) -> u8 {
        let (mut alice, mut bob) = (0, 0);
        for _ in 0..6 {
            // `max_by_key` would take the last of equals.
            let highest =
                left(alice, bob).rev().max_by_key(|place| self.deal.community[*place].rank());
            let Some(place) = highest else { break };
            (alice, bob) = after(alice, bob, place);
        }
        alice
    }
}

/// One pick of a line of play.
pub(super) struct Pick {
    /// Who picks.
    pub(super) mover: Answer,
    /// The card taken, as a place in the community.
    pub(super) place: usize,
    /// The outcome that it keeps.
    pub(super) value: Answer,
    /// All cards that could be taken, and the outcome after each.
    pub(super) options: Vec<(usize, Answer)>,
}

fn mover(alice: u8, bob: u8) -> Answer {
    if alice.count_ones() == bob.count_ones() { Answer::Alice } else { Answer::Bob }
}

fn left(alice: u8, bob: u8) -> impl DoubleEndedIterator<Item = usize> {
    (0..6).filter(move |place| (alice | bob) >> place & 1 == 0)
}

fn after(alice: u8, bob: u8, place: usize) -> (u8, u8) {
    match mover(alice, bob) {
        Answer::Alice => (alice | 1 << place, bob),
        _ => (alice, bob | 1 << place),
    }
}

/// The cards that Alice has taken in a line.
pub(super) fn taken_by_alice(line: &[Pick]) -> u8 {
    line.iter().step_by(2).map(|pick| 1 << pick.place).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Random;
    use crate::problem::Scope;

    /// What is counted in campaigns is what is explained to people.
    #[test]
    fn quickly_is_the_same() {
        for i in 0..2_000 {
            let deal = super::super::generate::generate(Scope::Small, &mut Random::new(5, i));
            let (plain, quick) = (Play::of(&deal), Play::quickly(&deal));
            for split in splits() {
                assert_eq!(plain.outcome(split), quick.outcome(split), "{deal:?} {split:06b}");
            }
            assert_eq!(quick.value(0, 0), super::solver::solve(&deal), "{deal:?}");
        }
    }
}
