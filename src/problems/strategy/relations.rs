//! How the totals must change when the programs do.

use super::Strategy;
use super::generate::opposite;
use super::layout::plain;
use super::simplify::parts;
use crate::choices::Choices;
use crate::problem::Relation;
use duipai_reference::strategy::{
    Answer, Atom, Choice, Condition, Instance, Node, Operator, Program, Test,
};

/// Up to so many programs, the sum over all pairs is checked for every program,
/// above it for one.
const ALL_PAIRS: usize = 12;

pub(super) const RELATIONS: &[Relation<Strategy>] = &[
    Relation {
        name: "reordered",
        about: "programs in another order keep their totals",
        check: |_, case, answer, choices, solve| reordered(case, answer, choices, solve),
    },
    Relation {
        name: "negated",
        about: "negating any conditions and exchanging their THEN and ELSE changes nothing",
        check: |_, case, answer, choices, solve| negated(case, answer, choices, solve),
    },
    Relation {
        name: "mirror",
        about: "exchanging TRADE and CHEAT everywhere turns every total into its negative",
        check: |_, case, answer, choices, solve| mirror(case, answer, choices, solve),
    },
    Relation {
        name: "pairs",
        about: "a total is the sum of what the program gains against each other one alone",
        check: |_, case, answer, choices, solve| pairs(case, answer, choices, solve),
    },
    Relation {
        name: "bounds",
        about: "totals keep within 20 a match, and their sum is even and within 20 a match",
        check: |_, case, answer, choices, solve| bounds(case, answer, choices, solve),
    },
];

type Solve<'a> = &'a dyn Fn(&Instance) -> Answer;

fn compare(what: &str, related: &Instance, want: &[i64], got: &[i64]) -> Result<(), String> {
    if want == got {
        return Ok(());
    }
    let program = want.iter().zip(got).take_while(|(want, got)| want == got).count();
    let texts: Vec<String> = related.programs.iter().map(plain).collect();
    Err(format!(
        "{what}: program {}: wanted {:?}, got {:?}, for\n{}",
        program + 1,
        want.get(program),
        got.get(program),
        texts.join("\n")
    ))
}

fn reordered(
    instance: &Instance,
    answer: &Answer,
    choices: &mut dyn Choices,
    solve: Solve<'_>,
) -> Result<(), String> {
    let mut order: Vec<usize> = (0..instance.programs.len()).collect();
    choices.shuffle(&mut order);
    let programs = order.iter().map(|index| instance.programs[*index].clone()).collect();
    let related = Instance { programs };
    let want: Vec<i64> =
        order.iter().filter_map(|index| answer.totals.get(*index).copied()).collect();
    compare("reordered", &related, &want, &solve(&related).totals)
}

fn negated(
    instance: &Instance,
    answer: &Answer,
    choices: &mut dyn Choices,
    solve: Solve<'_>,
) -> Result<(), String> {
    let programs = instance
        .programs
        .iter()
        .map(|program| {
            let mut program = program.clone();
            let nodes = program.nodes().len();
            // Each negation copies the program: a few in a long one.
            let one_in = (nodes as u32 / 16).max(2);
            for at in 0..nodes {
                if choices.chance(1, one_in) {
                    program = negated_at(&program, at).unwrap_or(program);
                }
            }
            program
        })
        .collect();
    let related = Instance { programs };
    compare("negated", &related, &answer.totals, &solve(&related).totals)
}

/// `IF c THEN x ELSE y` as `IF not c THEN y ELSE x`. By De Morgan the negation
/// of a chain is the chain of the negated atoms with AND and OR exchanged, in
/// the same groups: not (a AND r) = not a OR not r.
fn negated_at(program: &Program, at: usize) -> Option<Program> {
    let Node::If(condition) = program.nodes().get(at)? else {
        return None;
    };
    let not = |atom: Atom| Atom {
        test: match atom.test {
            Test::Is => Test::IsNot,
            Test::IsNot => Test::Is,
        },
        ..atom
    };
    let exchanged = |operator: Operator| match operator {
        Operator::And => Operator::Or,
        Operator::Or => Operator::And,
    };
    let rest =
        condition.rest.iter().map(|(operator, atom)| (exchanged(*operator), not(*atom))).collect();
    let condition = Condition { first: not(condition.first), rest };
    let [then, otherwise, end] = parts(program, at)?;
    let mut nodes = program.nodes().to_vec();
    nodes[at] = Node::If(condition);
    nodes[then..end].rotate_left(otherwise - then);
    Program::new(nodes)
}

/// With 1 for CHEAT an encounter brings `1 + p − 3q`; for the opposite choices
/// it brings `1 + (1 − p) − 3(1 − q) = −(1 + p − 3q)`. And if all choices are
/// opposite so far, the exchanged conditions say the same.
fn mirror(
    instance: &Instance,
    answer: &Answer,
    _choices: &mut dyn Choices,
    solve: Solve<'_>,
) -> Result<(), String> {
    let atom = |atom: Atom| Atom { value: atom.value.map(opposite), ..atom };
    let node = |node: &Node| match node {
        Node::Do(choice) => Node::Do(opposite(*choice)),
        Node::If(condition) => Node::If(Condition {
            first: atom(condition.first),
            rest: condition.rest.iter().map(|(operator, x)| (*operator, atom(*x))).collect(),
        }),
    };
    let programs = instance
        .programs
        .iter()
        .map(|program| {
            Program::new(program.nodes().iter().map(node).collect())
                .unwrap_or_else(|| Program::always(Choice::Trade))
        })
        .collect();
    let related = Instance { programs };
    let want: Vec<i64> = answer.totals.iter().map(|total| -total).collect();
    compare("mirror", &related, &want, &solve(&related).totals)
}

fn pairs(
    instance: &Instance,
    answer: &Answer,
    choices: &mut dyn Choices,
    solve: Solve<'_>,
) -> Result<(), String> {
    let programs = &instance.programs;
    let mut sums = vec![0i64; programs.len()];
    let only = if programs.len() > ALL_PAIRS { Some(choices.index(programs.len())) } else { None };
    for i in 0..programs.len() {
        for j in i + 1..programs.len() {
            if only.is_some_and(|only| only != i && only != j) {
                continue;
            }
            let pair = Instance { programs: vec![programs[i].clone(), programs[j].clone()] };
            let [for_i, for_j] = solve(&pair).totals[..] else {
                return Err(format!("pairs: not two totals for programs {} and {}", i + 1, j + 1));
            };
            sums[i] += for_i;
            sums[j] += for_j;
        }
    }
    match only {
        None => compare("pairs", instance, &sums, &answer.totals),
        Some(only) if answer.totals.get(only) == Some(&sums[only]) => Ok(()),
        Some(only) => Err(format!(
            "pairs: program {} alone with each other one gains {}, in the whole list {:?}",
            only + 1,
            sums[only],
            answer.totals.get(only)
        )),
    }
}

/// An encounter brings a side −2 to 2, and both together 2, 0 or −2 (both
/// trade, one cheats, both cheat).
fn bounds(
    instance: &Instance,
    answer: &Answer,
    _choices: &mut dyn Choices,
    _solve: Solve<'_>,
) -> Result<(), String> {
    let programs = instance.programs.len() as i64;
    if answer.totals.len() as i64 != programs {
        return Err(format!("bounds: {} totals for {programs} programs", answer.totals.len()));
    }
    let matches = (programs - 1).max(0);
    for (index, total) in answer.totals.iter().enumerate() {
        if total.abs() > 20 * matches {
            return Err(format!("bounds: program {}: {total} in {matches} matches", index + 1));
        }
    }
    let (sum, all) = (answer.totals.iter().sum::<i64>(), programs * matches / 2);
    if sum % 2 != 0 || sum.abs() > 20 * all {
        return Err(format!("bounds: the totals of {all} matches add up to {sum}"));
    }
    Ok(())
}
