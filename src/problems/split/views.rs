//! What else can be said of the cards: how many schemes, and which of them
//! cost the penalty of the skill.

use super::{Split, count, solver, text};
use crate::problem::{Refusal, View};
use duipai_reference::split::{Answer, Instance};

pub(super) const VIEWS: &[View<Split>] = &[
    View {
        name: "count",
        about: "the exact number of schemes, for any number of cards",
        run: |_, instance| Ok(format!("{}\n", count(&instance.copies()))),
    },
    View {
        name: "penalty",
        about: "the listing; ` *` ends the line of a scheme that leaves more than one card over",
        run: |_, instance| penalty(instance),
    },
];

pub(super) fn penalty(instance: &Instance) -> Result<String, Refusal> {
    let listing = match solver::solve(instance) {
        Answer::Listing(listing) => listing,
        Answer::TooMany { count } => return Err(text::too_many(&count)),
    };
    let cards = instance.values.len();
    let mut out = String::new();
    for (i, scheme) in listing.iter().enumerate() {
        text::line(i + 1, &scheme, &mut out);
        out.push_str(if scheme.cards() as usize + 1 < cards { " *\n" } else { "\n" });
    }
    Ok(out)
}
