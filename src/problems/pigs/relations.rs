//! How answers must change when games do.

use super::ledger::Ledger;
use super::{Pigs, reference_cost};
use crate::choices::Choices;
use crate::problem::Relation;
use duipai_reference::pigs::{self, Answer, Card, Event, Instance, LONGEST_DECK, Role, Side};
use std::time::Duration;

pub(super) const RELATIONS: &[Relation<Pigs>] = &[
    Relation {
        name: "longer-deck",
        about: "copies of the last card at the end of the deck change nothing",
        check: |_, case, answer, choices, solve| longer_deck(case, answer, choices, solve),
    },
    Relation {
        name: "unseen-cards",
        about: "cards that are never drawn do not matter",
        check: |_, case, answer, choices, solve| unseen_cards(case, answer, choices, solve),
    },
    Relation {
        name: "conservation",
        about: "what was drawn and not spent or lost in the narrated game is what is left",
        check: |_, case, answer, choices, solve| conservation(case, answer, choices, solve),
    },
    Relation {
        name: "end-of-game",
        about: "the winner fits the dead, and nobody holds more of a kind than there is",
        check: |_, case, answer, choices, solve| end_of_game(case, answer, choices, solve),
    },
];

/// Games that the naive program plays in less time than this are narrated.
const AFFORDABLE: Duration = Duration::from_millis(50);

type Solve<'s> = &'s dyn Fn(&Instance) -> Answer;

fn same(want: &Answer, got: &Answer, what: &str) -> Result<(), String> {
    if want == got { Ok(()) } else { Err(format!("{what}: wanted {want:?}, got {got:?}")) }
}

/// "Drawing from the exhausted deck repeats the deck's last card for ever."
fn longer_deck(
    instance: &Instance,
    answer: &Answer,
    choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    let mut longer = instance.clone();
    let Some(last) = longer.deck.last().copied() else { return Ok(()) };
    let room = LONGEST_DECK.saturating_sub(longer.deck.len());
    let more = (choices.between(1, 20) as usize).min(room);
    longer.deck.extend(std::iter::repeat_n(last, more));
    same(answer, &solve(&longer), &format!("with {more} more copies of the last card"))
}

fn unseen_cards(
    instance: &Instance,
    answer: &Answer,
    choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    if reference_cost(instance) > AFFORDABLE {
        return Ok(());
    }
    let (_, events) = pigs::play_and_tell(instance);
    let drawn = events.iter().filter(|event| matches!(event, Event::Draw { .. })).count();
    if drawn >= instance.deck.len() {
        return Ok(());
    }
    let mut other = instance.clone();
    for card in &mut other.deck[drawn..] {
        *card = *choices.pick(&Card::ALL);
    }
    same(answer, &solve(&other), &format!("with other cards after the first {drawn}"))?;
    other.deck.truncate(drawn);
    same(answer, &solve(&other), &format!("with the first {drawn} cards only"))
}

fn conservation(
    instance: &Instance,
    answer: &Answer,
    _choices: &mut dyn Choices,
    _solve: Solve,
) -> Result<(), String> {
    if reference_cost(instance) > AFFORDABLE {
        return Ok(());
    }
    let mut ledger = Ledger::new(instance);
    for event in pigs::play_and_tell(instance).1 {
        if !ledger.note(event) {
            return Err(format!("somebody spends a card that it has not: {event:?}"));
        }
    }
    let Answer::Finished { hands, .. } = answer else { return Ok(()) };
    let left = ledger.hands.into_iter().zip(ledger.alive);
    let left: Vec<_> = left.map(|(hand, alive)| alive.then_some(hand)).collect();
    if *hands == left {
        Ok(())
    } else {
        Err(format!("the story ends with {left:?}, the answer with {hands:?}"))
    }
}

fn end_of_game(
    instance: &Instance,
    answer: &Answer,
    _choices: &mut dyn Choices,
    _solve: Solve,
) -> Result<(), String> {
    let Answer::Finished { winner, hands } = answer else { return Ok(()) };
    if hands.len() != instance.pigs.len() {
        return Err(format!("{} hands of {} pigs", hands.len(), instance.pigs.len()));
    }
    let alive = |role| {
        instance.pigs.iter().zip(hands).any(|(pig, hand)| pig.role == role && hand.is_some())
    };
    let fits = match winner {
        Side::Main => alive(Role::Main) && !alive(Role::Traitor),
        // The game stops at the first instant at which one side has won.
        Side::Traitors => !alive(Role::Main) && alive(Role::Traitor),
    };
    if !fits {
        return Err(format!("{} cannot have won with these dead", winner.token()));
    }
    let Some(last) = instance.deck.last() else { return Ok(()) };
    let all = instance.pigs.iter().flat_map(|pig| &pig.hand).chain(&instance.deck);
    let mut there_is = [0usize; 8];
    all.for_each(|card| there_is[*card as usize] += 1);
    let mut left = [0usize; 8];
    hands.iter().flatten().flatten().for_each(|card| left[*card as usize] += 1);
    for card in Card::ALL.into_iter().filter(|card| card != last) {
        let (left, there_is) = (left[card as usize], there_is[card as usize]);
        if left > there_is {
            return Err(format!("{left} {} are left of {there_is}", card.letter()));
        }
    }
    Ok(())
}
