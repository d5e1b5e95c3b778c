//! How answers hang together, where no naive program can follow.

use super::{Split, count, views};
use crate::choices::Choices;
use crate::problem::Relation;
use duipai_reference::split::{
    Answer, HIGHEST, Instance, Listing, Scheme, ascending, copies_of, too_long,
};
use std::cmp::Ordering;

pub(super) const RELATIONS: &[Relation<Split>] = &[
    Relation {
        name: "length-is-count",
        about: "the listing has as many schemes as the exact count says",
        check: |_, case, answer, choices, solve| length_is_count(case, answer, choices, solve),
    },
    Relation {
        name: "valid-and-in-order",
        about: "every scheme balances, is contained in the cards, and stands in canonical order",
        check: |_, case, answer, choices, solve| valid_and_in_order(case, answer, choices, solve),
    },
    Relation {
        name: "scaled-values",
        about: "doubling (or halving) all values changes nothing but the values",
        check: |_, case, answer, choices, solve| scaled_values(case, answer, choices, solve),
    },
    Relation {
        name: "card-too-heavy",
        about: "a card worth more than all others together changes nothing",
        check: |_, case, answer, choices, solve| card_too_heavy(case, answer, choices, solve),
    },
    Relation {
        name: "one-more-card",
        about: "one more card loses no scheme",
        check: |_, case, answer, choices, solve| one_more_card(case, answer, choices, solve),
    },
    Relation {
        name: "order-of-input",
        about: "the order of the cards does not matter",
        check: |_, case, answer, choices, solve| order_of_input(case, answer, choices, solve),
    },
    Relation {
        name: "penalty-view",
        about: "the penalty view is the listing, marked where more than one card is left over",
        check: |_, case, answer, choices, solve| penalty_view(case, answer, choices, solve),
    },
];

type Solve<'a> = &'a dyn Fn(&Instance) -> Answer;

fn length_is_count(
    instance: &Instance,
    answer: &Answer,
    _: &mut dyn Choices,
    _: Solve,
) -> Result<(), String> {
    let exact = count(&instance.copies());
    let (told, long) = match answer {
        Answer::Listing(listing) => (listing.len().into(), false),
        Answer::TooMany { count } => (count.clone(), true),
    };
    if told != exact {
        return Err(format!("counted {exact} schemes, the answer has {told}"));
    }
    if long != too_long(&exact, instance.values.len()) {
        return Err(format!("{exact} schemes: listed or refused against the limit"));
    }
    Ok(())
}

fn valid_and_in_order(
    instance: &Instance,
    answer: &Answer,
    _: &mut dyn Choices,
    _: Solve,
) -> Result<(), String> {
    let Answer::Listing(listing) = answer else { return Ok(()) };
    let cards = instance.copies();
    let mut last: Option<Scheme> = None;
    for scheme in listing.iter() {
        let sum = |side: &[u32]| (1..).zip(side).map(|(v, c)| v * u64::from(*c)).sum::<u64>();
        let (left, right) = (sum(&scheme.left), sum(&scheme.right));
        if left == 0 || left != right {
            return Err(format!("{scheme} does not balance: {left} against {right}"));
        }
        if (0..cards.len()).any(|i| scheme.left[i] + scheme.right[i] > cards[i]) {
            return Err(format!("{scheme} uses cards that are not there"));
        }
        if scheme.left < scheme.right {
            return Err(format!("{scheme}: the right side belongs left"));
        }
        if let Some(last) = last {
            let by_side = || ascending(&last.left).cmp(ascending(&scheme.left));
            let by_other = || ascending(&last.right).cmp(ascending(&scheme.right));
            let by_cards = scheme.cards().cmp(&last.cards());
            if by_cards.then_with(by_side).then_with(by_other) != Ordering::Less {
                return Err(format!("{scheme} must not come after {last}"));
            }
        }
        last = Some(scheme);
    }
    Ok(())
}

fn scaled_values(
    instance: &Instance,
    answer: &Answer,
    _: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    let values = &instance.values;
    let scaled: Vec<u8> = if values.iter().all(|v| 2 * v <= HIGHEST) {
        values.iter().map(|v| 2 * v).collect()
    } else if values.iter().all(|v| v % 2 == 0) {
        values.iter().map(|v| v / 2).collect()
    } else {
        return Ok(());
    };
    let scale = |scheme: Scheme| {
        let side = |side| {
            let up = scaled[0] > values[0];
            copies_of(&ascending(side).map(|v| if up { 2 * v } else { v / 2 }).collect::<Vec<_>>())
        };
        Scheme { left: side(&scheme.left), right: side(&scheme.right) }
    };
    match (answer, &solve(&Instance { values: scaled.clone() })) {
        (Answer::TooMany { count: a }, Answer::TooMany { count: b }) if a == b => Ok(()),
        (Answer::Listing(a), Answer::Listing(b)) if a.len() == b.len() => {
            match a.iter().map(scale).zip(b.iter()).find(|(a, b)| a != b) {
                Some((want, got)) => Err(format!("scaled: wanted {want}, got {got}")),
                None => Ok(()),
            }
        }
        (a, b) => Err(format!("{} schemes, scaled {}", told(a), told(b))),
    }
}

fn card_too_heavy(
    instance: &Instance,
    answer: &Answer,
    choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    let sum: u64 = instance.values.iter().map(|v| u64::from(*v)).sum();
    if sum >= u64::from(HIGHEST) {
        return Ok(());
    }
    let mut heavier = instance.clone();
    heavier.values.push(choices.between(sum as u32 + 1, u32::from(HIGHEST)) as u8);
    same(answer, &solve(&heavier), "with a card that is too heavy")
}

fn order_of_input(
    instance: &Instance,
    answer: &Answer,
    choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    let mut shuffled = instance.clone();
    choices.shuffle(&mut shuffled.values);
    same(answer, &solve(&shuffled), "in another order")
}

fn one_more_card(
    instance: &Instance,
    answer: &Answer,
    choices: &mut dyn Choices,
    solve: Solve,
) -> Result<(), String> {
    let card = choices.between(1, u32::from(HIGHEST)) as u8;
    let mut more = instance.clone();
    more.values.push(card);
    match (answer, &solve(&more)) {
        // The old schemes stand in the same order among the new ones.
        (Answer::Listing(old), Answer::Listing(new)) => {
            let mut new = new.iter();
            match old.iter().find(|scheme| !new.any(|other| other == *scheme)) {
                Some(lost) => Err(format!("with one more {card}, {lost} is lost or misplaced")),
                None => Ok(()),
            }
        }
        (Answer::Listing(_), Answer::TooMany { .. }) => Ok(()),
        (Answer::TooMany { count: a }, Answer::TooMany { count: b }) if a <= b => Ok(()),
        (a, b) => Err(format!("{} schemes, with one more {card} only {}", told(a), told(b))),
    }
}

fn penalty_view(
    instance: &Instance,
    answer: &Answer,
    _: &mut dyn Choices,
    _: Solve,
) -> Result<(), String> {
    // Text of long listings costs too much to be made twice.
    const LONGEST: usize = 20_000;
    let Answer::Listing(listing) = answer else { return Ok(()) };
    if listing.len() > LONGEST {
        return Ok(());
    }
    let view = views::penalty(instance).map_err(|refusal| refusal.0)?;
    let lines: Vec<&str> = view.lines().collect();
    if lines.len() != listing.len() {
        return Err(format!("{} schemes, {} lines in the view", listing.len(), lines.len()));
    }
    for (scheme, line) in listing.iter().zip(lines) {
        let over = instance.values.len() - scheme.cards() as usize;
        let mark = if over > 1 { " *" } else { "" };
        if !line.ends_with(&format!("：{scheme}{mark}")) {
            return Err(format!("{scheme} leaves {over} over, but the view says {line}"));
        }
    }
    Ok(())
}

/// The same schemes, of cards that may differ.
fn same(want: &Answer, got: &Answer, how: &str) -> Result<(), String> {
    let first_difference = |a: &Listing, b: &Listing| a.iter().zip(b.iter()).find(|(a, b)| a != b);
    match (want, got) {
        (Answer::TooMany { count: a }, Answer::TooMany { count: b }) if a == b => Ok(()),
        (Answer::Listing(a), Answer::Listing(b)) if a.len() == b.len() => {
            match first_difference(a, b) {
                Some((want, got)) => Err(format!("{how}: wanted {want}, got {got}")),
                None => Ok(()),
            }
        }
        (a, b) => Err(format!("{} schemes, {how} {}", told(a), told(b))),
    }
}

fn told(answer: &Answer) -> String {
    match answer {
        Answer::Listing(listing) => listing.len().to_string(),
        Answer::TooMany { count } => format!("{count} (not listed)"),
    }
}
