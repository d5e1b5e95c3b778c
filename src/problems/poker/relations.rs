//! How the answer behaves when the deal changes.

use super::Poker;
use super::deck::card;
use super::play::{Play, splits};
use crate::problem::Relation;
use duipai_reference::poker::{ACE, Answer, Card, Instance, Suit};

/// All of them.
pub(super) const RELATIONS: &[Relation<Poker>] = &[
    Relation {
        name: "suits-permuted",
        about: "other names for the suits change nothing",
        check: |_, deal, answer, choices, solve| {
            let mut names = Suit::ALL;
            choices.shuffle(&mut names);
            let other = deal.cards().map(|old| card(old.rank(), names[old.suit() as usize]));
            same(other, *answer, solve)
        },
    },
    Relation {
        name: "cards-reordered",
        about: "the order within a hand and within the community changes nothing",
        check: |_, deal, answer, choices, solve| {
            let mut cards = deal.cards();
            choices.shuffle(&mut cards[..2]);
            choices.shuffle(&mut cards[2..4]);
            choices.shuffle(&mut cards[4..]);
            same(cards, *answer, solve)
        },
    },
    Relation {
        name: "ranks-shifted",
        about: "without an ace, moving all ranks up or down together changes nothing",
        // The ranks compare as before, and five in sequence stay so. The only
        // straight that is no plain sequence has an ace and a 2, twelve ranks
        // apart: there is no ace before, and so nothing so far apart
        // afterwards. A king-high straight flush may become a royal flush, the
        // highest straight flush again.
        check: |_, deal, answer, choices, solve| {
            let ranks = || deal.cards().into_iter().map(Card::rank);
            let up = ACE - ranks().max().unwrap_or(ACE);
            let down = ranks().min().unwrap_or(2) - 2;
            if up == 0 {
                return Ok(());
            }
            let by = choices.between(0, u32::from(up + down)) as u8;
            let shifted = deal.cards().map(|old| card(old.rank() + by - down, old.suit()));
            same(shifted, *answer, solve)
        },
    },
    Relation {
        name: "suits-without-flushes",
        about: "where no flush can arise, exchanging two suits within a rank changes nothing",
        check: |_, deal, answer, choices, solve| {
            let rank = choices.pick(&deal.cards()).rank();
            let (one, two) = (*choices.pick(&Suit::ALL), *choices.pick(&Suit::ALL));
            let other = deal.cards().map(|old| match old.suit() {
                _ if old.rank() != rank => old,
                suit if suit == one => card(rank, two),
                suit if suit == two => card(rank, one),
                _ => old,
            });
            if flush_possible(deal) || flush_possible(&Instance::from_cards(other)) {
                return Ok(());
            }
            same(other, *answer, solve)
        },
    },
    Relation {
        name: "outcome-of-some-split",
        about: "the answer is what one of the 20 final splits comes to",
        check: |_, deal, answer, _, _| {
            let play = Play::of(deal);
            if splits().any(|split| play.outcome(split) == *answer) {
                Ok(())
            } else {
                Err(format!("{answer:?}, but no final split comes to that"))
            }
        },
    },
];

fn same(
    other: [Card; 10],
    answer: Answer,
    solve: &dyn Fn(&Instance) -> Answer,
) -> Result<(), String> {
    let got = solve(&Instance::from_cards(other));
    if got == answer {
        return Ok(());
    }
    let cards: Vec<String> = other.iter().map(Card::to_string).collect();
    Err(format!("wanted {answer:?} for {} too, got {got:?}", cards.join(" ")))
}

/// Whether somebody holds two cards of a suit of which three lie on the table.
fn flush_possible(deal: &Instance) -> bool {
    [deal.alice, deal.bob].into_iter().any(|[first, second]| {
        let same = deal.community.iter().filter(|card| card.suit() == first.suit()).count();
        first.suit() == second.suit() && same >= 3
    })
}
