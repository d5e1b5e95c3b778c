//! Deals as text.

use crate::choices::Choices;
use crate::problem::Layout;
use duipai_reference::poker::Instance;
use std::fmt::Write;

/// Writes a document. Nothing varies in contest layout: the statement shows one
/// blank between cards and three lines a deal.
pub(super) fn write(
    cases: &[Instance],
    layout: Layout,
    choices: &mut dyn Choices,
    out: &mut String,
) {
    let manner = match layout {
        Layout::Contest => Manner::Canonical,
        Layout::Free => *choices.pick(&[
            Manner::Canonical,
            Manner::Crlf,
            Manner::OneLine,
            Manner::LineEach,
            Manner::Wild,
        ]),
    };
    out.reserve(31 * cases.len() + 20);
    if layout == Layout::Free {
        // Leading zeros of T, as C++ streams accept them.
        for _ in 0..choices.below(3) {
            out.push('0');
        }
    }
    // Writing to a string cannot fail.
    let _ = write!(out, "{}", cases.len());
    gap(manner, true, choices, out);
    for (index, deal) in cases.iter().enumerate() {
        for (place, card) in deal.cards().into_iter().enumerate() {
            let [rank, suit] = card.letters();
            out.push(char::from(rank));
            out.push(char::from(suit));
            if place < 9 || index + 1 < cases.len() {
                gap(manner, [1, 3, 9].contains(&place), choices, out);
            }
        }
    }
    match layout {
        Layout::Contest => out.push('\n'),
        Layout::Free => out.push_str(ENDS[choices.index(ENDS.len())]),
    }
}

/// White space of every kind, for [`Manner::Wild`].
const GAPS: &[&str] = &[" ", "\n", "\t", "  ", "\r\n", "\n\n", " \t ", "\x0C", "\r", "\n  "];
/// Ends of a file, the canonical one first.
const ENDS: &[&str] = &["\n", "", "\r\n", "\n\n", " \n\t\n", "\t"];

/// How the gaps between words look.
#[derive(Clone, Copy)]
enum Manner {
    Canonical,
    Crlf,
    OneLine,
    LineEach,
    /// Any white space.
    Wild,
}

/// White space between two words; the canonical text ends a line there or not.
fn gap(manner: Manner, line_ends: bool, choices: &mut dyn Choices, out: &mut String) {
    out.push_str(match (manner, line_ends) {
        (Manner::Canonical, true) | (Manner::LineEach, _) => "\n",
        (Manner::Crlf, true) => "\r\n",
        (Manner::Canonical | Manner::Crlf, false) | (Manner::OneLine, _) => " ",
        (Manner::Wild, _) => GAPS[choices.index(GAPS.len())],
    });
}
