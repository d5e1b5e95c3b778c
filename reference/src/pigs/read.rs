//! The contest's input format.

use super::{Card, FEWEST_PIGS, HAND, Instance, LONGEST_DECK, MOST_PIGS, Pig, Role};
use crate::{InputError, Tokens};
use std::io::BufRead;

/// Reads a document, which is one game: `n m`, a line `ROLE c c c c` for each
/// of the n pigs, a line of the m cards of the deck. Any white space separates
/// words.
///
/// 2 ≤ n ≤ 10 and 1 ≤ m ≤ [`LONGEST_DECK`]. The first error is returned; it
/// tells its place, what was expected there and what was found.
pub fn read(input: impl BufRead) -> Result<Instance, InputError> {
    let mut tokens = Tokens::new(input);
    let n = tokens.number("the number of pigs", FEWEST_PIGS as u64..=MOST_PIGS as u64)? as usize;
    let m = tokens.number("the number of cards in the deck", 1..=LONGEST_DECK as u64)? as usize;
    let mut pigs: Vec<Pig> = Vec::with_capacity(n);
    for number in 1..=n {
        let traitor_seen = pigs.iter().any(|pig| pig.role == Role::Traitor);
        let role = read_role(&mut tokens, number, number == n && !traitor_seen)?;
        let mut hand = [Card::Dodge; HAND];
        for (index, place) in hand.iter_mut().enumerate() {
            *place = read_card(&mut tokens, || {
                format!("card {} of the {HAND} cards of pig {number}", index + 1)
            })?;
        }
        pigs.push(Pig { role, hand });
    }
    // The deck grows as it is read: a short text that announces a long deck
    // costs no memory.
    let mut deck = Vec::new();
    for number in 1..=m {
        deck.push(read_card(&mut tokens, || format!("card {number} of {m} in the deck"))?);
    }
    tokens.end(&format!("the end of the file after the deck (m = {m})"))?;
    Ok(Instance { pigs, deck })
}

/// Reads the role of the pig with this number (from 1). `must_be_traitor`: it
/// is the last pig and nobody before it is a traitor.
fn read_role<R: BufRead>(
    tokens: &mut Tokens<R>,
    number: usize,
    must_be_traitor: bool,
) -> Result<Role, InputError> {
    let expected = || match (number, must_be_traitor) {
        (1, _) => "the role of pig 1 (MP)".to_owned(),
        (_, false) => format!("the role of pig {number} (ZP or FP)"),
        (_, true) => format!("the role of pig {number} (FP, as no pig before it is a traitor)"),
    };
    if tokens.at_end()? {
        tokens.word(&expected())?;
    }
    let (role, hint) = match tokens.word("a role")? {
        "MP" if number == 1 => (Some(Role::Main), ""),
        "FP" if number > 1 => (Some(Role::Traitor), ""),
        "ZP" if number > 1 && !must_be_traitor => (Some(Role::Loyal), ""),
        "MP" => (None, " (only pig 1 is the main pig)"),
        "FP" | "ZP" if number == 1 => (None, " (pig 1 is always the main pig)"),
        // Some copies of the statement describe a traitor as AP, though every
        // input says FP.
        "AP" => (None, " (a traitor is written FP)"),
        _ => (None, ""),
    };
    role.ok_or_else(|| {
        let mut error = tokens.unexpected(&expected());
        error.message.push_str(hint);
        error
    })
}

/// Reads a card; `place` says which, for a message.
fn read_card<R: BufRead>(
    tokens: &mut Tokens<R>,
    place: impl Fn() -> String,
) -> Result<Card, InputError> {
    let expected = || format!("{} (one of P K D F N W J Z)", place());
    if tokens.at_end()? {
        tokens.word(&expected())?;
    }
    match Card::from_token(tokens.word("a card")?) {
        Some(card) => Ok(card),
        None => Err(tokens.unexpected(&expected())),
    }
}
