//! Small changes.

use super::generate::{any_atom, choice, operator, opposite};
use super::simplify::parts;
use crate::choices::Choices;
use duipai_reference::strategy::{Choice, Condition, Instance, Node, Operator, Program, Test};

/// An instance that differs in one or two places.
pub(super) fn neighbour(instance: &Instance, choices: &mut dyn Choices) -> Instance {
    let mut programs = instance.programs.clone();
    for _ in 0..1 + choices.below(2) {
        if programs.is_empty() || choices.chance(1, 4) {
            edit_list(&mut programs, choices);
        } else {
            let index = choices.index(programs.len());
            programs[index] = edit(&programs[index], choices);
        }
    }
    Instance { programs }
}

/// A change of the list.
fn edit_list(programs: &mut Vec<Program>, choices: &mut dyn Choices) {
    let len = programs.len();
    let place = choices.index(len + 1);
    if len == 0 {
        programs.push(Program::always(choice(choices.below(2))));
        return;
    }
    let (a, b) = (choices.index(len), choices.index(len));
    match choices.below(5) {
        0 => programs.insert(place, Program::always(choice(choices.below(2)))),
        1 => programs.insert(place, programs[a].clone()),
        2 => drop(programs.remove(a)),
        3 => programs.swap(a, b),
        _ => programs[a] = programs[b].clone(),
    }
}

/// A change of a program.
fn edit(program: &Program, choices: &mut dyn Choices) -> Program {
    let mut nodes = program.nodes().to_vec();
    let at = choices.index(nodes.len());
    let kind = choices.below(10);
    match &mut nodes[at] {
        Node::Do(choice) => match kind {
            0..5 => *choice = opposite(*choice),
            5..9 => {
                // `x` becomes `IF atom THEN not x ELSE x`, or the other way round.
                let mut pair = [Node::Do(opposite(*choice)), Node::Do(*choice)];
                if choices.chance(1, 2) {
                    pair.reverse();
                }
                let [then, otherwise] = pair;
                let head = Node::If(Condition::of(any_atom(choices)));
                nodes.splice(at..=at, [head, then, otherwise]);
            }
            _ => {
                // A copy of some statement of the program.
                let from = choices.index(nodes.len());
                if let Some(end) = program.end(from) {
                    let copy = nodes[from..end].to_vec();
                    nodes.splice(at..=at, copy);
                }
            }
        },
        Node::If(condition) => match kind {
            0..4 => edit_condition(condition, choices),
            4 => {
                let extra = (operator(choices.below(2)), any_atom(choices));
                let place = choices.index(condition.rest.len() + 1);
                condition.rest.insert(place, extra);
            }
            5 => {
                if !condition.rest.is_empty() {
                    let place = choices.index(condition.atoms());
                    // The first atom goes with the operator behind it.
                    let (_, atom) = condition.rest.remove(place.saturating_sub(1));
                    if place == 0 {
                        condition.first = atom;
                    }
                }
            }
            6 => {
                // THEN and ELSE exchanged.
                if let Some([then, otherwise, end]) = parts(program, at) {
                    nodes[then..end].rotate_left(otherwise - then);
                }
            }
            7 => {
                // One of the two statements in place of the IF.
                if let Some([then, otherwise, end]) = parts(program, at) {
                    let kept = if choices.chance(1, 2) { otherwise..end } else { then..otherwise };
                    let kept = nodes[kept].to_vec();
                    nodes.splice(at..end, kept);
                }
            }
            8 => {
                // A choice in place of the IF.
                if let Some(end) = program.end(at) {
                    nodes.splice(at..end, [Node::Do(choice(choices.below(2)))]);
                }
            }
            _ => {
                // Another IF around it.
                let head = Node::If(Condition::of(any_atom(choices)));
                let other = Node::Do(choice(choices.below(2)));
                nodes.splice(at..at, [head, other]);
            }
        },
    }
    // Each change keeps the grammar.
    Program::new(nodes).unwrap_or_else(|| Program::always(Choice::Trade))
}

/// Another word in a condition.
fn edit_condition(condition: &mut Condition, choices: &mut dyn Choices) {
    let place = choices.index(2 * condition.rest.len() + 1);
    if place % 2 == 1 {
        let operator = &mut condition.rest[place / 2].0;
        *operator = match operator {
            Operator::And => Operator::Or,
            Operator::Or => Operator::And,
        };
        return;
    }
    let atom = match place / 2 {
        0 => &mut condition.first,
        place => &mut condition.rest[place - 1].1,
    };
    let other = any_atom(choices);
    match choices.below(5) {
        0 => atom.side = other.side,
        1 => atom.last = other.last,
        2 => {
            atom.test = if atom.test == Test::Is { Test::IsNot } else { Test::Is };
        }
        3 => atom.value = other.value,
        _ => *atom = other,
    }
}
