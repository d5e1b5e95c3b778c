//! Writing an instance.

use crate::choices::Choices;
use crate::problem::Layout;
use duipai_reference::split::Instance;

/// One line of values: single blanks and a final newline in contest layout,
/// any white space in free layout.
pub(super) fn write(
    instance: &Instance,
    layout: Layout,
    choices: &mut dyn Choices,
    out: &mut String,
) {
    let free = layout == Layout::Free;
    // Decisions for the whole text, so that much of it stays plain.
    let (wild, windows) = (free && choices.chance(1, 2), free && choices.chance(1, 4));
    let line_end = if windows { "\r\n" } else { "\n" };
    if wild && choices.chance(1, 4) {
        out.push_str(line_end);
    }
    if wild && choices.chance(1, 4) {
        out.push_str(choices.pick::<&str>(&[" ", "\t", "  "]));
    }
    for (i, value) in instance.values.iter().enumerate() {
        if i > 0 {
            out.push_str(if wild {
                choices.pick::<&str>(&[" ", "  ", "\t", " \t ", "     "])
            } else {
                " "
            });
        }
        if wild && choices.chance(1, 16) {
            out.push('0');
        }
        out.push_str(&value.to_string());
    }
    if wild && choices.chance(1, 4) {
        out.push_str(choices.pick::<&str>(&[" ", "\t", "   "]));
    }
    if free && choices.chance(1, 4) {
        return;
    }
    out.push_str(line_end);
    while wild && choices.chance(1, 4) {
        out.push_str(choices.pick::<&str>(&[" ", "", "\t"]));
        // A line of blanks may lack its end too.
        if choices.chance(7, 8) {
            out.push_str(line_end);
        } else {
            return;
        }
    }
}
