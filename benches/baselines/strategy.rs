//! A textbook program for strategy, to measure the solver against.

use duipai_reference::strategy::{Choice, Condition, Instance, Last, Node, Operator, Side, Test};

/// A statement as a tree of boxes.
enum Tree {
    Do(bool),
    If(Vec<Comparison>, Vec<Operator>, Box<Tree>, Box<Tree>),
}

/// A comparison: whose, how far back, whether equal, and to what (2 is NULL).
struct Comparison {
    mine: bool,
    back: usize,
    equal: bool,
    value: u8,
}

/// Each program's total, in the order of the input: a tree interpreter with
/// the history as lists, as a contestant would write it.
///
/// Recurses on the nesting, which contests keep small.
pub(crate) fn totals(instance: &Instance) -> Vec<i64> {
    let trees: Vec<Tree> =
        instance.programs.iter().map(|program| build(program.nodes(), &mut 0)).collect();
    let mut totals = vec![0; trees.len()];
    for i in 0..trees.len() {
        for j in i + 1..trees.len() {
            let (mut a, mut b): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
            for _ in 0..10 {
                let (p, q) = (run(&trees[i], &a, &b), run(&trees[j], &b, &a));
                let (for_i, for_j) = match (p, q) {
                    (false, false) => (1, 1),
                    (true, true) => (-1, -1),
                    (true, false) => (2, -2),
                    (false, true) => (-2, 2),
                };
                totals[i] += for_i;
                totals[j] += for_j;
                a.push(u8::from(p));
                b.push(u8::from(q));
            }
        }
    }
    totals
}

fn build(nodes: &[Node], at: &mut usize) -> Tree {
    let node = &nodes[*at];
    *at += 1;
    match node {
        Node::Do(choice) => Tree::Do(*choice == Choice::Cheat),
        Node::If(condition) => {
            let (tests, operators) = chain(condition);
            let then = build(nodes, at);
            let otherwise = build(nodes, at);
            Tree::If(tests, operators, Box::new(then), Box::new(otherwise))
        }
    }
}

fn chain(condition: &Condition) -> (Vec<Comparison>, Vec<Operator>) {
    let tests = condition.iter().map(|atom| Comparison {
        mine: atom.side == Side::My,
        back: if atom.last == Last::One { 1 } else { 2 },
        equal: atom.test == Test::Is,
        value: atom.value.map_or(2, |choice| u8::from(choice == Choice::Cheat)),
    });
    (tests.collect(), condition.rest.iter().map(|(operator, _)| *operator).collect())
}

fn run(tree: &Tree, mine: &[u8], yours: &[u8]) -> bool {
    match tree {
        Tree::Do(cheat) => *cheat,
        Tree::If(tests, operators, then, otherwise) => {
            if holds(tests, operators, mine, yours) {
                run(then, mine, yours)
            } else {
                run(otherwise, mine, yours)
            }
        }
    }
}

/// AND and OR group to the right: the value of the rest is the right operand.
fn holds(tests: &[Comparison], operators: &[Operator], mine: &[u8], yours: &[u8]) -> bool {
    let list = if tests[0].mine { mine } else { yours };
    let seen = list.len().checked_sub(tests[0].back).map_or(2, |index| list[index]);
    let first = (seen == tests[0].value) == tests[0].equal;
    match operators.first() {
        None => first,
        Some(Operator::And) => first && holds(&tests[1..], &operators[1..], mine, yours),
        Some(Operator::Or) => first || holds(&tests[1..], &operators[1..], mine, yours),
    }
}
