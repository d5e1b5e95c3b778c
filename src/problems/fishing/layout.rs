//! Deals as text.

use crate::choices::Choices;
use crate::problem::Layout;
use duipai_reference::fishing::Deal;
use std::fmt::Write;

/// The gaps that may stand between two numbers in free layout.
const GAPS: [&str; 8] = [" ", "  ", "\t", "\n", "\r\n", " \n", "\n\n", " \t\r\n "];

/// Ends of a document in free layout: also none, and blank lines.
const ENDS: [&str; 6] = ["\n", "", "\r\n", "\n\n\n", " \n\t\n", " "];

/// Writes a document: `n T`, then three lines a deal. Contest layout leaves
/// nothing to choose.
pub(super) fn write(cases: &[Deal], layout: Layout, choices: &mut dyn Choices, out: &mut String) {
    let n = cases.first().map_or(0, Deal::n);
    let mut style = match layout {
        Layout::Contest => Style::Canonical,
        Layout::Free => match choices.weighted(&[2, 1, 1, 2, 1]) {
            0 => Style::Canonical,
            1 => Style::Dos,
            2 => Style::Always(GAPS[choices.index(GAPS.len())]),
            3 => Style::Mixed,
            _ => Style::Zeros,
        },
    };
    if layout == Layout::Free && choices.chance(1, 8) {
        out.push_str(GAPS[choices.index(GAPS.len())]);
    }
    number(n, style, choices, out);
    style.gap(" ", choices, out);
    number(cases.len(), style, choices, out);
    for line in cases.iter().flat_map(Deal::hands) {
        style.gap("\n", choices, out);
        for (at, value) in line.iter().enumerate() {
            if at > 0 {
                style.gap(" ", choices, out);
            }
            number(usize::from(*value), style, choices, out);
        }
    }
    if layout == Layout::Free && choices.chance(1, 3) {
        out.push_str(ENDS[choices.index(ENDS.len())]);
        return;
    }
    // The document's end is the end of a line, whatever stands between numbers.
    if matches!(style, Style::Always(_) | Style::Mixed) {
        style = Style::Canonical;
    }
    style.gap("\n", choices, out);
}

#[derive(Clone, Copy)]
enum Style {
    Canonical,
    /// As canonical, lines end with CR LF.
    Dos,
    /// The same gap everywhere: all on one line, or a number a line.
    Always(&'static str),
    /// Any gap anywhere.
    Mixed,
    /// As canonical, with leading zeros here and there.
    Zeros,
}

impl Style {
    fn gap(self, plain: &str, choices: &mut dyn Choices, out: &mut String) {
        out.push_str(match self {
            Self::Dos if plain == "\n" => "\r\n",
            Self::Canonical | Self::Dos | Self::Zeros => plain,
            Self::Always(gap) => gap,
            Self::Mixed => GAPS[choices.index(GAPS.len())],
        });
    }
}

fn number(value: usize, style: Style, choices: &mut dyn Choices, out: &mut String) {
    if matches!(style, Style::Zeros) {
        for _ in 0..choices.weighted(&[6, 1, 1]) {
            out.push('0');
        }
    }
    // Writing to a string cannot fail.
    let _ = write!(out, "{value}");
}
