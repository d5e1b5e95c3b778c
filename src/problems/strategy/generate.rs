//! Making instances.

use crate::choices::Choices;
use crate::problem::{Scope, Size};
use duipai_reference::strategy::{
    Atom, Choice, Condition, Instance, Last, Node, Operator, Program, Side, Test,
};

/// All lists of programs with up to this many atoms in all can be visited: two
/// programs with three atoms are 5.7 million, with four over a thousand
/// million.
const MOST_TINY_ATOMS: u32 = 3;
/// Programs with this many atoms keep the contest's 255 characters even if
/// every atom has an IF of its own: 6 × 36 characters and a choice.
const CONTEST_ATOMS: u32 = 6;

pub(super) fn tiny_sizes() -> Box<dyn Iterator<Item = Size>> {
    // A program alone meets nobody: its total is 0 whatever it says. It has to
    // be read, which one atom shows as well as three, in a fraction of the time.
    let atoms = |n: u32| 0..=if n == 1 { 1 } else { MOST_TINY_ATOMS };
    let of = move |n| atoms(n).map(move |atoms| Size(n.into(), atoms.into()));
    Box::new(std::iter::once(Size(0, 0)).chain((1..).flat_map(of)))
}

pub(super) fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size {
    let programs = match scope {
        Scope::Tiny => choices.below(4),
        Scope::Small => choices.weighted(&[1, 1, 10, 8, 5, 4, 3, 2, 2, 2, 4]) as u32,
        Scope::Full => match choices.below(16) {
            // Beyond the contest: more programs (bit planes), longer ones.
            0 => 11 + choices.below(40),
            1 => 51 + choices.below(250),
            2 => 1 + choices.below(4),
            _ => choices.below(11),
        },
    };
    let atoms = match scope {
        _ if programs == 0 => 0,
        Scope::Tiny => choices.below(MOST_TINY_ATOMS + 1),
        Scope::Small if choices.chance(1, 8) => 0,
        Scope::Small => choices.below(3 * programs + 4),
        Scope::Full if choices.chance(1, 16) => choices.below(2000),
        Scope::Full => choices.below(CONTEST_ATOMS * programs + 1),
    };
    Size(programs.into(), atoms.into())
}

pub(super) fn generate(scope: Scope, size: Size, choices: &mut dyn Choices) -> Instance {
    let (programs, atoms) = (size.0 as u32, size.1 as u32);
    if scope == Scope::Tiny && count(atoms).is_some() {
        return Instance { programs: multiset(programs, atoms, choices) };
    }
    let style = Style::draw(choices);
    let shares = style.share(programs, atoms, choices);
    let odd = choices.below(programs.max(1));
    let usual = choice(choices.below(2));
    let mut list: Vec<Program> = Vec::with_capacity(shares.len());
    for (index, atoms) in shares.into_iter().enumerate() {
        let only = (style == Style::OneAgainstAll)
            .then(|| if index as u32 == odd { opposite(usual) } else { usual });
        if style == Style::Copies && index > 0 && choices.chance(1, 2) {
            let model = &list[choices.index(index)];
            if model.atoms() == atoms as usize {
                list.push(model.clone());
                continue;
            }
        }
        list.push(style.program(atoms, only, choices));
    }
    Instance { programs: list }
}

/// What instances outside [`Scope::Tiny`] look like. The first one makes
/// everything; the others make parts of it more often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Anything.
    General,
    /// Programs that answer each other: mostly the last encounters and real
    /// choices.
    Lively,
    /// Long conditions, AND and OR mixed.
    Chains,
    /// IFs inside one another.
    Nested,
    /// Mostly NULL, for the first two encounters.
    Beginnings,
    /// Several programs alike.
    Copies,
    /// All do the same but one: the largest totals.
    OneAgainstAll,
}

impl Style {
    fn draw(choices: &mut dyn Choices) -> Self {
        const STYLES: [Style; 7] = [
            Style::General,
            Style::Lively,
            Style::Chains,
            Style::Nested,
            Style::Beginnings,
            Style::Copies,
            Style::OneAgainstAll,
        ];
        STYLES[choices.style(&[4, 4, 4, 3, 3, 2, 2])]
    }

    /// How many atoms each program gets.
    fn share(self, programs: u32, atoms: u32, choices: &mut dyn Choices) -> Vec<u32> {
        let mut shares = vec![0; programs as usize];
        let Some(last) = shares.len().checked_sub(1) else {
            return shares;
        };
        if self == Style::General {
            let mut left = atoms;
            for share in &mut shares[..last] {
                *share = choices.below(left + 1);
                left -= *share;
            }
            shares[last] = left;
            return shares;
        }
        // Evenly, and within the contest's length as long as that is possible.
        let room = programs.saturating_mul(CONTEST_ATOMS);
        for used in 0..atoms {
            let mut index = choices.index(shares.len());
            while used < room && shares[index] >= CONTEST_ATOMS {
                index = (index + 1) % shares.len();
            }
            shares[index] += 1;
        }
        shares
    }

    /// A program with this many atoms; `only` is its only choice, if it has
    /// but one.
    fn program(self, atoms: u32, only: Option<Choice>, choices: &mut dyn Choices) -> Program {
        let mut nodes = Vec::new();
        // The statements to come, each with its atoms, the next one last.
        let mut open = vec![atoms];
        while let Some(atoms) = open.pop() {
            if atoms == 0 {
                let random = choice(choices.below(2));
                nodes.push(Node::Do(match (only, nodes.last()) {
                    (Some(only), _) => only,
                    // An ELSE that differs from its THEN is a real choice.
                    (None, Some(Node::Do(before)))
                        if self != Style::General && choices.chance(3, 4) =>
                    {
                        opposite(*before)
                    }
                    _ => random,
                }));
                continue;
            }
            let chain = match self {
                Style::Chains if choices.chance(3, 4) => atoms,
                Style::Nested => 1,
                Style::Lively | Style::Beginnings => 1 + choices.below(atoms.min(2)),
                _ => 1 + choices.below(atoms),
            };
            let rest = atoms - chain;
            let then = match self {
                Style::Nested if choices.chance(3, 4) => rest * choices.below(2),
                _ => choices.below(rest + 1),
            };
            nodes.push(Node::If(self.condition(chain, choices)));
            open.push(rest - then);
            open.push(then);
        }
        // The list of open statements has kept the grammar.
        Program::new(nodes).unwrap_or_else(|| Program::always(Choice::Trade))
    }

    fn condition(self, atoms: u32, choices: &mut dyn Choices) -> Condition {
        let mut condition = Condition::of(self.atom(choices));
        for _ in 1..atoms {
            condition.rest.push((operator(choices.below(2)), self.atom(choices)));
        }
        condition
    }

    fn atom(self, choices: &mut dyn Choices) -> Atom {
        // Weights of MY, YOUR; LAST1, LAST2; `=`, `#`; TRADE, CHEAT, NULL.
        let (sides, lasts, values): ([u32; 2], [u32; 2], [u32; 3]) = match self {
            Style::Lively => ([2, 3], [3, 2], [4, 4, 1]),
            Style::Beginnings => ([1, 1], [1, 3], [1, 1, 3]),
            _ => return any_atom(choices),
        };
        Atom {
            side: side(choices.weighted(&sides) as u32),
            last: last(choices.weighted(&lasts) as u32),
            test: test(choices.below(2)),
            value: value(choices.weighted(&values) as u32),
        }
    }
}

/// Any atom, all alike.
pub(super) fn any_atom(choices: &mut dyn Choices) -> Atom {
    atom_of_rank(choices.below(ATOMS as u32))
}

/// The number of different atoms.
pub(super) const ATOMS: u64 = 24;

/// The atom with this rank in `0..24`.
pub(super) fn atom_of_rank(rank: u32) -> Atom {
    Atom {
        side: side(rank / 12),
        last: last(rank / 6 % 2),
        test: test(rank / 3 % 2),
        value: value(rank % 3),
    }
}

fn side(rank: u32) -> Side {
    if rank == 0 { Side::My } else { Side::Your }
}

fn last(rank: u32) -> Last {
    if rank == 0 { Last::One } else { Last::Two }
}

fn test(rank: u32) -> Test {
    if rank == 0 { Test::Is } else { Test::IsNot }
}

fn value(rank: u32) -> Option<Choice> {
    (rank < 2).then(|| choice(rank))
}

/// TRADE for 0, else CHEAT.
pub(super) fn choice(rank: u32) -> Choice {
    if rank == 0 { Choice::Trade } else { Choice::Cheat }
}

/// The other choice.
pub(super) fn opposite(choice: Choice) -> Choice {
    match choice {
        Choice::Trade => Choice::Cheat,
        Choice::Cheat => Choice::Trade,
    }
}

/// AND for 0, else OR.
pub(super) fn operator(rank: u32) -> Operator {
    if rank == 0 { Operator::And } else { Operator::Or }
}

// ---- every list of programs, whatever the order, exactly once ----

/// Programs as a multiset: their numbers of atoms descend, and among those
/// with equally many their ranks ascend.
fn multiset(programs: u32, atoms: u32, choices: &mut dyn Choices) -> Vec<Program> {
    let mut list = Vec::with_capacity(programs as usize);
    let mut left = atoms;
    // No program may have more atoms than the one before it, none a lower rank
    // than one before it with equally many.
    let (mut most, mut rank) = (atoms, 0);
    for index in 0..programs {
        // The programs from here on can take `left` atoms only if this one
        // takes at least an even share.
        let share = if index + 1 == programs {
            left
        } else {
            choices.between(left.div_ceil(programs - index), most.min(left))
        };
        if share != most {
            (most, rank) = (share, 0);
        }
        left -= share;
        let ranks = count(share).and_then(|count| u32::try_from(count).ok()).unwrap_or(u32::MAX);
        rank += choices.below(ranks - rank);
        let mut nodes = Vec::new();
        unrank(share, rank.into(), &mut nodes);
        list.push(Program::new(nodes).unwrap_or_else(|| Program::always(Choice::Trade)));
    }
    list
}

/// The number of chains of so many atoms, at least 1.
fn chains(atoms: u32) -> u64 {
    ATOMS.pow(atoms) << (atoms - 1)
}

/// The number of statements with so many atoms; `None` if they are more than
/// the odometer could ever visit: 2, 96, 13 824, 2 211 840.
fn count(atoms: u32) -> Option<u64> {
    match atoms {
        0 => Some(2),
        1..=MOST_TINY_ATOMS => Some(
            shapes(atoms)
                .map(|(chain, then, otherwise)| {
                    let count = |atoms| count(atoms).unwrap_or(0);
                    chains(chain) * count(then) * count(otherwise)
                })
                .sum(),
        ),
        _ => None,
    }
}

/// How the atoms of an IF can be shared among condition, THEN and ELSE.
fn shapes(atoms: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    (1..=atoms).flat_map(move |chain| {
        (0..=atoms - chain).map(move |then| (chain, then, atoms - chain - then))
    })
}

/// The statement with this rank among those with so many (at most three)
/// atoms.
fn unrank(atoms: u32, mut rank: u64, nodes: &mut Vec<Node>) {
    if atoms == 0 {
        nodes.push(Node::Do(choice(rank as u32 % 2)));
        return;
    }
    for (chain, then, otherwise) in shapes(atoms) {
        let [thens, elses] = [then, otherwise].map(|atoms| count(atoms).unwrap_or(1));
        let here = chains(chain) * thens * elses;
        if rank < here {
            nodes.push(Node::If(unrank_chain(chain, rank / (thens * elses))));
            unrank(then, rank / elses % thens, nodes);
            unrank(otherwise, rank % elses, nodes);
            return;
        }
        rank -= here;
    }
}

fn unrank_chain(atoms: u32, mut rank: u64) -> Condition {
    let mut digit = |base: u64| {
        let digit = rank % base;
        rank /= base;
        digit as u32
    };
    let mut condition = Condition::of(atom_of_rank(digit(ATOMS)));
    for _ in 1..atoms {
        condition.rest.push((operator(digit(2)), atom_of_rank(digit(ATOMS))));
    }
    condition
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_counted() {
        // By hand: 1 atom: 24 atoms, 2 × 2 choices. 2 atoms: in one condition
        // 24² × 2 × 4, else 24 × 2 × (96 × 2). 3 atoms: 24³ × 4 × 4 +
        // 24² × 2 × 384 + 24 × (2 × 2 × 13,824 + 96²).
        let counts: Vec<_> = (0..5).map(count).collect();
        assert_eq!(counts, [Some(2), Some(96), Some(13_824), Some(2_211_840), None]);
    }
}
