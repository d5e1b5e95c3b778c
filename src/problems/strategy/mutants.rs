//! Wrong solvers that a good programmer could have written.

use super::Strategy;
use crate::problem::{Mutant, Program as Subject};
use duipai_reference::strategy::{
    Answer, Atom, Choice, Condition, Instance, Last, Node, Operator, Program, Reader, Side, Test,
};
use std::fmt::Write as _;

pub(super) const MUTANTS: &[Mutant<Strategy>] = &[
    Mutant {
        name: "groups-left",
        about: "evaluates AND and OR from left to right: (a AND b) OR c",
        program: Subject::Cases(|_, instance| {
            tournament(instance, Rules { groups_left: true, ..RIGHT })
        }),
        narrate: None,
    },
    Mutant {
        name: "and-binds-tighter",
        about: "gives AND precedence over OR, as most languages do",
        program: Subject::Cases(|_, instance| {
            tournament(instance, Rules { and_first: true, ..RIGHT })
        }),
        narrate: None,
    },
    Mutant {
        name: "null-is-trade",
        about: "takes what has not happened for TRADE (a memory that starts as zeros)",
        program: Subject::Cases(|_, instance| {
            tournament(instance, Rules { null_is_trade: true, ..RIGHT })
        }),
        narrate: None,
    },
    Mutant {
        name: "last2-of-the-other",
        about: "reads LAST2 from the wrong player",
        program: Subject::Cases(|_, instance| {
            tournament(instance, Rules { last2_of_the_other: true, ..RIGHT })
        }),
        narrate: None,
    },
    Mutant {
        name: "memory-kept",
        about: "clears the memory for each program, but not for each of its opponents",
        program: Subject::Cases(|_, instance| {
            tournament(instance, Rules { memory_kept: true, ..RIGHT })
        }),
        narrate: None,
    },
    Mutant {
        name: "one-after-the-other",
        about: "stores the first program's choice before it asks the second",
        program: Subject::Cases(|_, instance| {
            tournament(instance, Rules { one_after_the_other: true, ..RIGHT })
        }),
        narrate: None,
    },
    Mutant {
        name: "hash-ends-anywhere",
        about: "stops reading at a line that starts with `#`, even inside a program",
        program: Subject::Text(|_, text| hash_ends_anywhere(text)),
        narrate: None,
    },
];

/// What these programs get wrong.
struct Rules {
    groups_left: bool,
    and_first: bool,
    null_is_trade: bool,
    last2_of_the_other: bool,
    memory_kept: bool,
    one_after_the_other: bool,
}

/// Nothing wrong.
const RIGHT: Rules = Rules {
    groups_left: false,
    and_first: false,
    null_is_trade: false,
    last2_of_the_other: false,
    memory_kept: false,
    one_after_the_other: false,
};

/// Plays for every program in turn against all others, as contest programs do.
fn tournament(instance: &Instance, rules: Rules) -> Answer {
    let programs = &instance.programs;
    let mut totals = Vec::with_capacity(programs.len());
    for (i, one) in programs.iter().enumerate() {
        let mut total = 0i64;
        let (mut mine, mut yours) = (Vec::new(), Vec::new());
        for (j, other) in programs.iter().enumerate() {
            if i == j {
                continue;
            }
            if !rules.memory_kept {
                mine.clear();
                yours.clear();
            }
            for _ in 0..10 {
                let p = choose(one, &mine, &yours, &rules);
                let q = if rules.one_after_the_other {
                    mine.push(p);
                    let q = choose(other, &yours, &mine, &rules);
                    mine.pop();
                    q
                } else {
                    choose(other, &yours, &mine, &rules)
                };
                mine.push(p);
                yours.push(q);
                total = total.wrapping_add(match (p, q) {
                    (Choice::Trade, Choice::Trade) => 1,
                    (Choice::Trade, Choice::Cheat) => -2,
                    (Choice::Cheat, Choice::Trade) => 2,
                    (Choice::Cheat, Choice::Cheat) => -1,
                });
            }
        }
        totals.push(total);
    }
    Answer { totals }
}

fn choose(program: &Program, mine: &[Choice], yours: &[Choice], rules: &Rules) -> Choice {
    let mut at = 0;
    loop {
        match program.nodes().get(at) {
            Some(Node::Do(choice)) => return *choice,
            Some(Node::If(condition)) if holds(condition, mine, yours, rules) => at += 1,
            Some(Node::If(_)) => at = program.end(at + 1).unwrap_or(usize::MAX),
            None => return Choice::Trade,
        }
    }
}

fn holds(condition: &Condition, mine: &[Choice], yours: &[Choice], rules: &Rules) -> bool {
    let truth = |atom: &Atom| is_true(atom, mine, yours, rules);
    let first = truth(&condition.first);
    let rest = condition.rest.iter().map(|(operator, atom)| (*operator, truth(atom)));
    if rules.groups_left {
        return rest.fold(first, |left, (operator, right)| match operator {
            Operator::And => left && right,
            Operator::Or => left || right,
        });
    }
    if rules.and_first {
        let (mut any, mut all) = (false, first);
        for (operator, truth) in rest {
            match operator {
                Operator::And => all &= truth,
                Operator::Or => {
                    any |= all;
                    all = truth;
                }
            }
        }
        return any || all;
    }
    // To the right: the first atom that settles the rest decides.
    let mut left = first;
    for (operator, right) in rest {
        match (operator, left) {
            (Operator::And, false) => return false,
            (Operator::Or, true) => return true,
            _ => left = right,
        }
    }
    left
}

fn is_true(atom: &Atom, mine: &[Choice], yours: &[Choice], rules: &Rules) -> bool {
    let other = rules.last2_of_the_other && atom.last == Last::Two;
    let choices = if (atom.side == Side::My) != other { mine } else { yours };
    let back = if atom.last == Last::One { 1 } else { 2 };
    let mut seen = choices.len().checked_sub(back).and_then(|index| choices.get(index).copied());
    if rules.null_is_trade && seen.is_none() {
        seen = Some(Choice::Trade);
    }
    (seen == atom.value) == (atom.test == Test::Is)
}

/// Reads line by line up to one that starts with `#`; a program cut short is
/// dropped.
fn hash_ends_anywhere(text: &str) -> Result<String, String> {
    let mut kept = String::new();
    for line in text.lines().take_while(|line| !line.starts_with('#')) {
        kept.push_str(line);
        kept.push('\n');
    }
    // A `#` behind the last full stop of a line ends the input as well.
    kept.truncate(kept.rfind('.').map_or(0, |stop| stop + 1));
    let instance = Reader::new(kept.as_bytes())
        .instance()
        .map_err(|error| format!("cannot parse: {error}"))?;
    let mut output = String::new();
    for total in tournament(&instance, RIGHT).totals {
        // Writing to a string cannot fail.
        let _ = writeln!(output, "{total:3}");
    }
    Ok(output)
}
