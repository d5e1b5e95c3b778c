//! Other right listings than the canonical one, and listings that are nearly
//! right.

use super::text;
use crate::choices::Choices;
use crate::judge;
use duipai_reference::split::{Answer, Listing, Scheme};

/// One of the right listings: schemes with equally many cards in any order,
/// either side printed left.
pub(super) fn presentation(want: &Answer, choices: &mut dyn Choices) -> Option<Vec<u8>> {
    let Answer::Listing(listing) = want else { return None };
    let schemes = rearranged(listing, choices);
    Some(judge::presentation(&numbered(&schemes), choices))
}

/// A listing with one fault.
pub(super) fn forgery(want: &Answer, choices: &mut dyn Choices) -> Option<Vec<u8>> {
    let Answer::Listing(listing) = want else { return None };
    let mut schemes = rearranged(listing, choices);
    if schemes.is_empty() {
        // Nothing is to be printed.
        return Some(format!("{}1{}1=1\n", text::BEFORE, text::COLON).into_bytes());
    }
    let place = choices.index(schemes.len());
    match choices.below(4) {
        0 => drop(schemes.remove(place)),
        1 => {
            // Once more, perhaps as its mirror image.
            let again = mirrored(schemes[place], choices);
            schemes.insert(place + 1, again);
        }
        // A larger scheme behind a smaller one, if there are two sizes.
        2 if schemes[0].cards() > schemes[schemes.len() - 1].cards() => schemes.rotate_left(1),
        _ => {
            let listing = numbered(&schemes);
            return Some(choices.pick(FAULTS)(&listing).into_bytes());
        }
    }
    Some(numbered(&schemes).into_bytes())
}

/// Faults of a listing with at least one line.
const FAULTS: &[fn(&str) -> String] = &[
    // Numbered from 2.
    |listing| listing.replacen('1', "2", 1),
    // An ordinary colon.
    |listing| listing.replacen(text::COLON, ":", 1),
    // One more card on the right: a false scheme.
    |listing| listing.replacen('\n', "+1\n", 1),
    // A line that is no scheme.
    |listing| format!("{listing}1=1\n"),
];

fn rearranged(listing: &Listing, choices: &mut dyn Choices) -> Vec<Scheme> {
    let mut schemes: Vec<Scheme> = listing.iter().collect();
    for same_size in schemes.chunk_by_mut(|a, b| a.cards() == b.cards()) {
        choices.shuffle(same_size);
    }
    schemes.into_iter().map(|scheme| mirrored(scheme, choices)).collect()
}

/// The scheme, or its mirror image.
fn mirrored(scheme: Scheme, choices: &mut dyn Choices) -> Scheme {
    let Scheme { left, right } = scheme;
    if choices.chance(1, 2) { Scheme { left: right, right: left } } else { scheme }
}

fn numbered(schemes: &[Scheme]) -> String {
    (1..)
        .zip(schemes)
        .map(|(number, scheme)| format!("{}{number}{}{scheme}\n", text::BEFORE, text::COLON))
        .collect()
}
