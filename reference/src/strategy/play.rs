//! The naive program: interprets the programs afresh for each encounter, with
//! the history as two growing lists.

use super::{Answer, Atom, Choice, Condition, Instance, Last, Node, Operator, Program, Side, Test};

/// "Every program meets every other 10 times."
pub const ENCOUNTERS: usize = 10;

/// Each program's total.
///
/// Time: (pairs of programs) × 20 × (length of a program).
pub fn solve(instance: &Instance) -> Answer {
    let programs = &instance.programs;
    let mut totals = vec![0i64; programs.len()];
    for i in 0..programs.len() {
        // "… every other, never itself."
        for j in i + 1..programs.len() {
            // "Fresh memory for each pairing."
            let (mut by_i, mut by_j) = (Vec::new(), Vec::new());
            for _ in 0..ENCOUNTERS {
                // Both choose at once: neither sees the other's choice yet.
                let choice_i = choose(&programs[i], &by_i, &by_j);
                let choice_j = choose(&programs[j], &by_j, &by_i);
                totals[i] += payoff(choice_i, choice_j);
                totals[j] += payoff(choice_j, choice_i);
                by_i.push(choice_i);
                by_j.push(choice_j);
            }
        }
    }
    Answer { totals }
}

/// What an encounter brings the side that chose `mine`.
pub fn payoff(mine: Choice, yours: Choice) -> i64 {
    match (mine, yours) {
        // "Both trade +1 each; both cheat −1 each;
        (Choice::Trade, Choice::Trade) => 1,
        (Choice::Cheat, Choice::Cheat) => -1,
        //  else the cheater +2, the trader −2."
        (Choice::Cheat, Choice::Trade) => 2,
        (Choice::Trade, Choice::Cheat) => -2,
    }
}

/// What a program does when the encounters so far went like this, the oldest
/// first.
pub fn choose(program: &Program, my: &[Choice], your: &[Choice]) -> Choice {
    let mut at = 0;
    loop {
        match &program.nodes()[at] {
            Node::Do(choice) => return *choice,
            // The THEN statement comes next, the ELSE statement after its end.
            Node::If(condition) if holds(condition, my, your) => at += 1,
            Node::If(_) => at = program.end(at + 1).expect("a THEN statement is whole"),
        }
    }
}

/// Whether a condition holds.
///
/// "AND and OR have equal precedence and group to the right: `a AND b OR c` is
/// `a AND (b OR c)`." So the value of the rest is wanted first: go from the
/// right end to the left.
pub fn holds(condition: &Condition, my: &[Choice], your: &[Choice]) -> bool {
    let is_true = |atom: Atom| atom_holds(atom, my, your);
    let Some((last, before)) = condition.rest.split_last() else {
        return is_true(condition.first);
    };
    // The operator at the left of the rest whose value is known.
    let (mut operator, mut value) = (last.0, is_true(last.1));
    for (operator_ahead, atom) in before.iter().rev() {
        value = combine(is_true(*atom), operator, value);
        operator = *operator_ahead;
    }
    combine(is_true(condition.first), operator, value)
}

fn combine(left: bool, operator: Operator, right: bool) -> bool {
    match operator {
        Operator::And => left && right,
        Operator::Or => left || right,
    }
}

/// Whether one comparison is true.
fn atom_holds(atom: Atom, my: &[Choice], your: &[Choice]) -> bool {
    let choices = match atom.side {
        Side::My => my,
        Side::Your => your,
    };
    // "LAST1 is the latest encounter, LAST2 the one before;
    let back = match atom.last {
        Last::One => 1,
        Last::Two => 2,
    };
    //  NULL where it has not happened."
    let seen = choices.len().checked_sub(back).map(|index| choices[index]);
    match atom.test {
        Test::Is => seen == atom.value,
        // "`#` is 'not equal'."
        Test::IsNot => seen != atom.value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn and_and_or_group_to_the_right() {
        let atom = |truth: bool| Atom {
            side: Side::My,
            last: Last::One,
            test: if truth { Test::Is } else { Test::IsNot },
            value: None,
        };
        for bits in 0..8 {
            let [a, b, c] = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
            let value = |x: Operator, y: Operator| {
                let rest = vec![(x, atom(b)), (y, atom(c))];
                holds(&Condition { first: atom(a), rest }, &[], &[])
            };
            use Operator::{And, Or};
            assert_eq!(value(And, Or), a && (b || c));
            assert_eq!(value(Or, And), a || (b && c));
            assert_eq!(value(And, And), a && b && c);
            assert_eq!(value(Or, Or), a || b || c);
        }
    }
}
