//! The language in which the programs are written.

/// What a program does in an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// TRADE.
    Trade,
    /// CHEAT.
    Cheat,
}

/// Whose choice a condition looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// MY: the program's own.
    My,
    /// YOUR: the opponent's.
    Your,
}

/// Which encounter a condition looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Last {
    /// LAST1: the latest.
    One,
    /// LAST2: the one before it.
    Two,
}

/// How a condition compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Test {
    /// `=`.
    Is,
    /// `#`: not equal.
    IsNot,
}

/// A word between two atoms of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// AND.
    And,
    /// OR.
    Or,
}

/// One comparison, such as `YOUR LAST1=CHEAT` (`cond` in the grammar).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    /// Whose choice.
    pub side: Side,
    /// In which encounter.
    pub last: Last,
    /// Equal or not.
    pub test: Test,
    /// To what; `None` is NULL.
    pub value: Option<Choice>,
}

/// A chain of atoms as it stands in the text. It is kept flat, without saying
/// how AND and OR group, so that every program over instances has to decide
/// that by itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The first atom.
    pub first: Atom,
    /// Every further atom with the operator ahead of it.
    pub rest: Vec<(Operator, Atom)>,
}

impl Condition {
    /// The condition that is one atom.
    pub fn of(atom: Atom) -> Self {
        Self { first: atom, rest: Vec::new() }
    }

    /// The number of atoms, at least 1.
    pub fn atoms(&self) -> usize {
        1 + self.rest.len()
    }

    /// All atoms from left to right.
    pub fn iter(&self) -> impl Iterator<Item = Atom> + '_ {
        std::iter::once(self.first).chain(self.rest.iter().map(|(_, atom)| *atom))
    }
}

/// The head of a statement. A statement is its head and, after an IF, the whole
/// THEN statement and then the whole ELSE statement.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// TRADE or CHEAT.
    Do(Choice),
    /// IF with its condition; two statements follow.
    If(Condition),
}

/// A program: the heads of its statements in the order of the text (preorder).
///
/// A list and no tree of boxes, so that copying, comparing and dropping a
/// program with 100,000 IFs inside one another needs no deep stack.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Program {
    nodes: Vec<Node>,
}

impl Program {
    /// The program that always does the same.
    pub fn always(choice: Choice) -> Self {
        Self { nodes: vec![Node::Do(choice)] }
    }

    /// A program from its heads in preorder; `None` unless they are exactly one
    /// statement.
    pub fn new(nodes: Vec<Node>) -> Option<Self> {
        let program = Self { nodes };
        (program.end(0) == Some(program.nodes.len())).then_some(program)
    }

    /// The heads in preorder, at least one.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Where the statement that starts at `start` ends: the index after its
    /// last head. `None` if the heads run out before (never for a `start`
    /// inside a program).
    pub fn end(&self, start: usize) -> Option<usize> {
        let mut wanted = 1usize;
        let mut at = start;
        while wanted > 0 {
            match self.nodes.get(at)? {
                Node::Do(_) => wanted -= 1,
                // One statement begun, two more to come inside it.
                Node::If(_) => wanted += 1,
            }
            at += 1;
        }
        Some(at)
    }

    /// The number of atoms in all conditions.
    pub fn atoms(&self) -> usize {
        self.nodes
            .iter()
            .map(|node| match node {
                Node::Do(_) => 0,
                Node::If(condition) => condition.atoms(),
            })
            .sum()
    }
}
