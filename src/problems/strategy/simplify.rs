//! Simpler instances.
//!
//! Among instances of one size the text decides: shorter words first (MY, OR,
//! NULL), then the alphabet (CHEAT ahead of TRADE, `#` ahead of `=`, LAST1
//! ahead of LAST2).

use super::generate::{ATOMS, atom_of_rank, opposite};
use super::layout::plain;
use duipai_reference::strategy::{
    Atom, Choice, Condition, Instance, Last, Node, Operator, Program, Side, Test,
};

/// Up to so many programs, all pairs are tried for removal: then a program can
/// go that balances another one.
const PAIRS: usize = 12;

/// Every candidate is strictly smaller: steps that remove programs or atoms
/// lower the size, the others lower the text of one program, or its length.
pub(super) fn simpler(instance: &Instance) -> Box<dyn Iterator<Item = Instance> + '_> {
    let programs = &instance.programs;
    let each = move |smaller: fn(&Program) -> Box<dyn Iterator<Item = Program> + '_>| {
        programs.iter().enumerate().flat_map(move |(index, program)| {
            smaller(program).map(move |program| {
                let mut programs = programs.clone();
                programs[index] = program;
                Instance { programs }
            })
        })
    };
    Box::new(
        fewer(programs)
            .chain(each(single_choices))
            .chain(each(branches))
            .chain(each(shorter_conditions))
            .chain(each(single_atoms))
            .chain(other_orders(programs))
            .chain(each(plainer)),
    )
}

/// Without half of the programs, a quarter, …, one; then without two.
fn fewer(programs: &[Program]) -> impl Iterator<Item = Instance> + '_ {
    let all = programs.len();
    let sizes =
        std::iter::successors(Some(all.div_ceil(2)), |size| (*size > 1).then(|| size.div_ceil(2)));
    let without = |gone: &dyn Fn(usize) -> bool| Instance {
        programs: programs
            .iter()
            .enumerate()
            .filter(|(index, _)| !gone(*index))
            .map(|(_, program)| program.clone())
            .collect(),
    };
    let chunks = sizes.flat_map(move |size| {
        (0..all)
            .step_by(size.max(1))
            .map(move |start| without(&|index| index >= start && index < start + size))
    });
    let few = if all <= PAIRS { all } else { 0 };
    let pairs = (0..few)
        .flat_map(move |a| (a + 1..few).map(move |b| without(&|index| index == a || index == b)));
    chunks.chain(pairs)
}

/// For a program with atoms: without any.
fn single_choices(program: &Program) -> Box<dyn Iterator<Item = Program> + '_> {
    let choices: &[Choice] =
        if program.atoms() > 0 { &[Choice::Cheat, Choice::Trade] } else { &[] };
    Box::new(choices.iter().map(|choice| Program::always(*choice)))
}

/// An IF replaced by one of its two statements, the outermost first.
fn branches(program: &Program) -> Box<dyn Iterator<Item = Program> + '_> {
    Box::new(ifs(program).flat_map(move |(at, _)| {
        parts(program, at)
            .into_iter()
            .flat_map(move |[then, otherwise, end]| [(then, otherwise), (otherwise, end)])
            .filter_map(move |(from, to)| {
                let end = program.end(at)?;
                let nodes = program.nodes();
                Program::new([&nodes[..at], &nodes[from..to], &nodes[end..]].concat())
            })
    }))
}

/// The IFs of a program with their places.
fn ifs(program: &Program) -> impl Iterator<Item = (usize, &Condition)> {
    program.nodes().iter().enumerate().filter_map(|(at, node)| match node {
        Node::If(condition) => Some((at, condition)),
        Node::Do(_) => None,
    })
}

/// Where the THEN and the ELSE statement of an IF start, and the end.
pub(super) fn parts(program: &Program, at: usize) -> Option<[usize; 3]> {
    let otherwise = program.end(at + 1)?;
    Some([at + 1, otherwise, program.end(otherwise)?])
}

/// A condition cut to its first or second half, or without one atom.
fn shorter_conditions(program: &Program) -> Box<dyn Iterator<Item = Program> + '_> {
    Box::new(ifs(program).flat_map(move |(at, condition)| {
        let all = condition.atoms();
        let half = all / 2;
        let halves = (all > 3).then_some([(half, all), (0, half)]).into_iter().flatten();
        let singles = (0..if all > 1 { all } else { 0 }).map(|index| (index, index + 1));
        halves.chain(singles).filter_map(move |(from, to)| {
            let mut links: Vec<(Operator, Atom)> = Vec::with_capacity(all);
            // The operator ahead of the first atom is never used.
            links.push((Operator::Or, condition.first));
            links.extend_from_slice(&condition.rest);
            links.drain(from..to);
            let mut links = links.into_iter();
            let (_, first) = links.next()?;
            with_condition(program, at, Condition { first, rest: links.collect() })
        })
    }))
}

/// The program with another condition at an IF.
fn with_condition(program: &Program, at: usize, condition: Condition) -> Option<Program> {
    let mut nodes = program.nodes().to_vec();
    *nodes.get_mut(at)? = Node::If(condition);
    Program::new(nodes)
}

/// For a program with several atoms: all that have one atom and two different
/// choices.
fn single_atoms(program: &Program) -> Box<dyn Iterator<Item = Program> + '_> {
    let ranks = if program.atoms() > 1 { 0..ATOMS as u32 } else { 0..0 };
    Box::new(ranks.flat_map(|rank| {
        let orders = [[Choice::Cheat, Choice::Trade], [Choice::Trade, Choice::Cheat]];
        orders.into_iter().filter_map(move |[then, otherwise]| {
            let condition = Condition::of(atom_of_rank(rank));
            Program::new(vec![Node::If(condition), Node::Do(then), Node::Do(otherwise)])
        })
    }))
}

/// The programs sorted by their texts; then neighbours exchanged.
fn other_orders(programs: &[Program]) -> impl Iterator<Item = Instance> + '_ {
    let sorted = std::iter::once_with(|| {
        let mut sorted: Vec<(String, &Program)> =
            programs.iter().map(|program| (plain(program), program)).collect();
        if sorted.is_sorted_by(|a, b| a.0 <= b.0) {
            return None;
        }
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        Some(Instance {
            programs: sorted.into_iter().map(|(_, program)| program.clone()).collect(),
        })
    })
    .flatten();
    let exchanged = (1..programs.len())
        .filter(|index| plain(&programs[*index]) < plain(&programs[index - 1]))
        .map(|index| {
            let mut programs = programs.to_vec();
            programs.swap(index - 1, index);
            Instance { programs }
        });
    sorted.chain(exchanged)
}

/// One word replaced by a plainer one.
fn plainer(program: &Program) -> Box<dyn Iterator<Item = Program> + '_> {
    let in_place = program.nodes().iter().enumerate().flat_map(move |(at, node)| {
        plainer_nodes(node).into_iter().filter_map(move |node| {
            let mut nodes = program.nodes().to_vec();
            nodes[at] = node;
            Program::new(nodes)
        })
    });
    // `IF a=b THEN x ELSE y` is `IF a#b THEN y ELSE x`.
    let negated = ifs(program).filter_map(move |(at, condition)| {
        if condition.atoms() > 1 || condition.first.test == Test::IsNot {
            return None;
        }
        let [then, otherwise, end] = parts(program, at)?;
        let nodes = program.nodes();
        let condition = Condition::of(Atom { test: Test::IsNot, ..condition.first });
        Program::new(
            [
                &nodes[..at],
                &[Node::If(condition)],
                &nodes[otherwise..end],
                &nodes[then..otherwise],
                &nodes[end..],
            ]
            .concat(),
        )
    });
    // All choices the other way round: a step at a time would leave the two
    // branches of an IF alike.
    let exchanged = std::iter::once_with(|| {
        let mut nodes = program.nodes().to_vec();
        let mut first = None;
        for node in &mut nodes {
            if let Node::Do(choice) = node {
                first.get_or_insert(*choice);
                *choice = opposite(*choice);
            }
        }
        // As many letters; the text is decided by the first choice.
        (first == Some(Choice::Trade)).then(|| Program::new(nodes)).flatten()
    });
    Box::new(in_place.chain(negated).chain(exchanged.flatten()))
}

fn plainer_nodes(node: &Node) -> Vec<Node> {
    let condition = match node {
        Node::Do(Choice::Cheat) => return Vec::new(),
        Node::Do(Choice::Trade) => return vec![Node::Do(Choice::Cheat)],
        Node::If(condition) => condition,
    };
    let mut found = Vec::new();
    for index in 0..condition.atoms() {
        let atom = if index == 0 { condition.first } else { condition.rest[index - 1].1 };
        for atom in plainer_atoms(atom) {
            let mut condition = condition.clone();
            if index == 0 {
                condition.first = atom;
            } else {
                condition.rest[index - 1].1 = atom;
            }
            found.push(Node::If(condition));
        }
    }
    for (index, (operator, _)) in condition.rest.iter().enumerate() {
        if *operator == Operator::And {
            let mut condition = condition.clone();
            condition.rest[index].0 = Operator::Or;
            found.push(Node::If(condition));
        }
    }
    found
}

fn plainer_atoms(atom: Atom) -> Vec<Atom> {
    let mut found = Vec::new();
    if atom.side == Side::Your {
        found.push(Atom { side: Side::My, ..atom });
    }
    if atom.last == Last::Two {
        found.push(Atom { last: Last::One, ..atom });
    }
    if atom.test == Test::Is {
        found.push(Atom { test: Test::IsNot, ..atom });
    }
    if atom.value.is_some() {
        found.push(Atom { value: None, ..atom });
    }
    if atom.value == Some(Choice::Trade) {
        found.push(Atom { value: Some(Choice::Cheat), ..atom });
    }
    found
}
