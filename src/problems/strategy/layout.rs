//! Programs as text.

use crate::choices::Choices;
use crate::problem::Layout;
use duipai_reference::strategy::{
    Atom, Choice, Instance, Last, Node, Operator, Program, Side, Test,
};

/// A word of a program. A blank stands ahead of it in the canonical text, save
/// in `LAST1=TRADE` and ahead of the full stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    /// The characters.
    pub(super) text: &'static str,
    /// Whether a blank stands ahead of it in the canonical text (never at the
    /// start of a program).
    pub(super) apart: bool,
}

/// The words of a program, the full stop included.
pub(super) fn words(program: &Program) -> Vec<Word> {
    let mut words = Vec::with_capacity(program.nodes().len() * 4 + 1);
    // The IFs around the current statement; true while in the THEN part.
    let mut around = Vec::new();
    for node in program.nodes() {
        match node {
            Node::If(condition) => {
                words.push(Word { text: "IF", apart: true });
                atom_words(&condition.first, &mut words);
                for (operator, atom) in &condition.rest {
                    words.push(Word { text: operator_word(*operator), apart: true });
                    atom_words(atom, &mut words);
                }
                words.push(Word { text: "THEN", apart: true });
                around.push(true);
            }
            Node::Do(choice) => {
                words.push(Word { text: choice_word(*choice), apart: true });
                while around.last() == Some(&false) {
                    around.pop();
                }
                if let Some(in_then) = around.last_mut() {
                    *in_then = false;
                    words.push(Word { text: "ELSE", apart: true });
                }
            }
        }
    }
    if let Some(first) = words.first_mut() {
        first.apart = false;
    }
    words.push(Word { text: ".", apart: false });
    words
}

fn atom_words(atom: &Atom, words: &mut Vec<Word>) {
    let side = match atom.side {
        Side::My => "MY",
        Side::Your => "YOUR",
    };
    let last = match atom.last {
        Last::One => "LAST1",
        Last::Two => "LAST2",
    };
    let test = match atom.test {
        Test::Is => "=",
        Test::IsNot => "#",
    };
    words.push(Word { text: side, apart: true });
    words.push(Word { text: last, apart: true });
    words.push(Word { text: test, apart: false });
    words.push(Word { text: atom.value.map_or("NULL", choice_word), apart: false });
}

/// The keyword of a choice.
pub(super) fn choice_word(choice: Choice) -> &'static str {
    match choice {
        Choice::Trade => "TRADE",
        Choice::Cheat => "CHEAT",
    }
}

fn operator_word(operator: Operator) -> &'static str {
    match operator {
        Operator::And => "AND",
        Operator::Or => "OR",
    }
}

/// The canonical text of a program, on one line without its line end.
pub(super) fn plain(program: &Program) -> String {
    let mut out = String::new();
    for word in words(program) {
        if word.apart {
            out.push(' ');
        }
        out.push_str(word.text);
    }
    out
}

/// Writes a whole input.
pub(super) fn write(
    instance: &Instance,
    layout: Layout,
    choices: &mut dyn Choices,
    out: &mut String,
) {
    match layout {
        Layout::Contest => contest(instance, choices, out),
        Layout::Free => free(instance, choices, out),
    }
}

/// Every program starts on a new line, line breaks stand between words only
/// and never ahead of an operator `#`, and `#` ends the input. As in the
/// official sample, blanks may stand around operators, and words may run
/// together.
fn contest(instance: &Instance, choices: &mut dyn Choices, out: &mut String) {
    let breaks = choices.chance(2, 3);
    let blanks = choices.chance(1, 6);
    for program in &instance.programs {
        let together = blanks && choices.chance(1, 4);
        let mut last = "";
        for word in words(program) {
            let around_test = !word.apart && word.text != "." && !last.is_empty();
            if word.apart && breaks && choices.chance(1, 6) {
                out.push('\n');
            } else if word.apart && blanks && !together && choices.chance(1, 10) {
                out.push_str("  ");
            } else if word.apart && !together || around_test && blanks && choices.chance(1, 3) {
                out.push(' ');
            }
            out.push_str(word.text);
            last = word.text;
        }
        out.push('\n');
    }
    out.push_str("#\n");
}

/// Whether a text of this instance keeps to that.
pub(super) fn is_contest(instance: &Instance, text: &str) -> bool {
    let blanks = |gap: &str| gap.bytes().all(|byte| byte == b' ');
    let mut rest = text;
    for program in &instance.programs {
        let mut first = true;
        for word in words(program) {
            let start = rest.trim_start_matches([' ', '\n']);
            let gap = &rest[..rest.len() - start.len()];
            let fits = match word.text {
                _ if first => gap.is_empty(),
                "." => gap.is_empty(),
                _ => blanks(gap) || word.apart && gap == "\n",
            };
            let Some(behind) = start.strip_prefix(word.text).filter(|_| fits) else {
                return false;
            };
            rest = behind;
            first = false;
        }
        let Some(behind) = rest.strip_prefix('\n') else { return false };
        rest = behind;
    }
    rest == "#\n"
}

/// What may follow the `#` at the end: anything at all.
const AFTER: [&str; 6] =
    [" end of the programs\n", "\nTRADE.\n", "#\n#\n", "IF MY", "\n\n\n", " 策略 \u{0} .\n"];

/// How a document in free layout looks.
struct Freedom {
    crlf: bool,
    breaks: bool,
    /// Broken words.
    broken: bool,
    /// Missing and additional blanks.
    blanks: bool,
    /// Line breaks around operators `#`.
    hash_first: bool,
    /// Several programs on a line.
    several: bool,
}

fn free(instance: &Instance, choices: &mut dyn Choices, out: &mut String) {
    let free = Freedom {
        crlf: choices.chance(1, 5),
        breaks: choices.chance(1, 2),
        broken: choices.chance(1, 4),
        blanks: choices.chance(1, 4),
        hash_first: choices.chance(1, 3),
        several: choices.chance(1, 4),
    };
    let line_end = if free.crlf { "\r\n" } else { "\n" };
    for program in &instance.programs {
        if free.blanks && choices.chance(1, 4) {
            white(choices, line_end, out);
        }
        let mut after_hash = false;
        for word in words(program) {
            let hash = word.text == "#";
            if (hash || after_hash) && free.hash_first && choices.chance(1, 2)
                || word.apart && free.breaks && choices.chance(1, 6)
            {
                out.push_str(line_end);
            } else if free.blanks && choices.chance(1, 6) {
                white(choices, line_end, out);
            } else if word.apart && !(free.blanks && choices.chance(1, 6)) {
                out.push(' ');
            }
            for (index, letter) in word.text.chars().enumerate() {
                if index > 0 && free.broken && choices.chance(1, 12) {
                    white(choices, line_end, out);
                }
                out.push(letter);
            }
            after_hash = hash;
        }
        if free.several && choices.chance(1, 2) {
            if choices.chance(1, 2) {
                out.push(' ');
            }
        } else {
            out.push_str(line_end);
        }
    }
    if choices.chance(1, 6) {
        // No `#`: the end of the file ends the input too.
        if choices.chance(1, 2) {
            let end = out.trim_end().len();
            out.truncate(end);
        }
        return;
    }
    out.push('#');
    if choices.chance(1, 6) {
        out.push_str(choices.pick::<&str>(&AFTER));
    } else if !choices.chance(1, 8) {
        out.push_str(line_end);
    }
}

/// Some white space.
fn white(choices: &mut dyn Choices, line_end: &str, out: &mut String) {
    match choices.below(6) {
        0 => out.push(' '),
        1 => out.push('\t'),
        2 => out.push_str("  "),
        3 => out.push_str(" \t "),
        4 => out.push_str(line_end),
        // With an empty line.
        _ => out.extend([line_end, line_end]),
    }
}
