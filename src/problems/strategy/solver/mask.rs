//! A program as a truth table over all histories.
//!
//! A *pair* of choices is the number `2·mine + yours` with TRADE = 0 and
//! CHEAT = 1. Bit 0 of a mask is the choice in the first encounter, bit `1 + p`
//! the choice after one encounter with the pair `p`, and bit `5 + 4·o + n` the
//! choice when the encounter before last went `o` and the last one `n`. A set
//! bit is CHEAT.

use duipai_reference::strategy::{
    Atom, Choice, Condition, Last, Node, Operator, Program, Side, Test,
};

/// The number of histories.
pub(crate) const HISTORIES: usize = 21;
/// The mask with all histories in it.
pub(crate) const ALL: u32 = (1 << HISTORIES) - 1;
/// Bits of the histories of one encounter start here.
pub(crate) const ONE: u32 = 1;
/// Bits of the histories of two encounters start here.
pub(crate) const TWO: u32 = 5;

/// The histories for which each atom holds, by [`atom_index`].
pub(crate) static ATOMS: [u32; 24] = atoms();

/// The place of an atom in [`ATOMS`]. The parts are 0 or 1 (MY, YOUR; LAST1,
/// LAST2; `=`, `#`); the value is 0 to 2 (TRADE, CHEAT, NULL).
pub(crate) const fn atom_index(side: usize, last: usize, test: usize, value: usize) -> usize {
    ((side * 2 + last) * 2 + test) * 3 + value
}

const fn atoms() -> [u32; 24] {
    let mut table = [0; 24];
    let mut history = 0;
    while history < HISTORIES {
        // The pairs at LAST1 and LAST2, 4 where there is none.
        let (last1, last2) = if history == 0 {
            (4, 4)
        } else if history < TWO as usize {
            (history - ONE as usize, 4)
        } else {
            ((history - TWO as usize) % 4, (history - TWO as usize) / 4)
        };
        let mut place = 0;
        while place < 4 {
            let (side, last) = (place / 2, place % 2);
            let pair = if last == 0 { last1 } else { last2 };
            let seen = if pair == 4 {
                2
            } else if side == 0 {
                pair / 2
            } else {
                pair % 2
            };
            let mut value = 0;
            while value < 3 {
                let test = if seen == value { 0 } else { 1 };
                table[atom_index(side, last, test, value)] |= 1 << history;
                value += 1;
            }
            place += 1;
        }
        history += 1;
    }
    table
}

/// The place of an atom in [`ATOMS`].
pub(crate) fn index(atom: &Atom) -> usize {
    let value = match atom.value {
        Some(Choice::Trade) => 0,
        Some(Choice::Cheat) => 1,
        None => 2,
    };
    let [side, last, test] =
        [atom.side == Side::Your, atom.last == Last::Two, atom.test == Test::IsNot];
    atom_index(side.into(), last.into(), test.into(), value)
}

/// The histories for which an atom holds.
pub(crate) fn atom(atom: &Atom) -> u32 {
    ATOMS[index(atom)]
}

/// A condition whose atoms arrive from left to right.
///
/// AND and OR group to the right, so each atom either decides the whole rest
/// (`false AND …`, `true OR …`) or leaves the value to what follows: it is
/// enough to know for which histories nothing has decided yet.
pub(crate) struct Chain {
    undecided: u32,
    value: u32,
}

impl Chain {
    /// Before the first atom.
    #[inline]
    pub(crate) fn new() -> Self {
        Self { undecided: ALL, value: 0 }
    }

    /// An atom with AND behind it.
    #[inline]
    pub(crate) fn and(&mut self, atom: u32) {
        self.undecided &= atom;
    }

    /// An atom with OR behind it.
    #[inline]
    pub(crate) fn or(&mut self, atom: u32) {
        self.value |= self.undecided & atom;
        self.undecided &= !atom;
    }

    /// The last atom: for which histories the condition holds.
    #[inline]
    pub(crate) fn end(self, atom: u32) -> u32 {
        self.value | self.undecided & atom
    }
}

/// The histories for which a condition holds.
pub(crate) fn condition(condition: &Condition) -> u32 {
    let mut chain = Chain::new();
    let mut current = atom(&condition.first);
    for (operator, next) in &condition.rest {
        match operator {
            Operator::And => chain.and(current),
            Operator::Or => chain.or(current),
        }
        current = atom(next);
    }
    chain.end(current)
}

/// The truth table of a program. Time: its length, whatever the nesting.
pub(crate) fn compile(program: &Program) -> u32 {
    compile_with(program, condition)
}

/// The truth table of a program whose conditions are understood in a given way.
pub(crate) fn compile_with(program: &Program, condition: impl Fn(&Condition) -> u32) -> u32 {
    let mut cheats = 0;
    // The histories that arrive at the current statement, and those that wait
    // for the ELSE parts of the IFs around it.
    let mut here = ALL;
    let mut waiting = Vec::new();
    for node in program.nodes() {
        match node {
            Node::If(chain) => {
                let holds = condition(chain);
                waiting.push(here & !holds);
                here &= holds;
            }
            Node::Do(choice) => {
                if *choice == Choice::Cheat {
                    cheats |= here;
                }
                here = waiting.pop().unwrap_or_default();
            }
        }
    }
    cheats
}

/// The same choices, with the histories seen from the opponent's side.
pub(crate) fn mirrored(mask: u32) -> u32 {
    let one = mask >> ONE & 0xF;
    let two = mask >> TWO;
    mask & 1 | swap_pair_bits(one) << ONE | {
        // First the last encounter, then the one before it.
        let two = swap_pair_bits(two);
        (two & 0xF00F | (two & 0x00F0) << 4 | (two & 0x0F00) >> 4) << TWO
    }
}

/// Exchanges entries 1 and 2 of every four.
fn swap_pair_bits(table: u32) -> u32 {
    table & 0x9999 | (table & 0x2222) << 1 | (table & 0x4444) >> 1
}

/// The histories that can occur at all when a program with this mask plays:
/// its own choices are fixed, the opponent's are free.
///
/// Two programs that choose alike there are the same opponent to everybody:
/// by induction, as long as all choices so far are equal, so are the histories,
/// and so are the next choices.
pub(crate) fn reachable(mask: u32) -> u32 {
    let own = |history: u32| 2 * (mask >> history & 1);
    let first = ONE + own(0);
    let mut reached = 1 | 0b11 << first;
    let mut open: u32 = 0;
    for pair in [first - ONE, first - ONE + 1] {
        open |= 0b11 << (TWO + 4 * pair + own(ONE + pair));
    }
    while open != 0 {
        let history = open.trailing_zeros();
        open &= open - 1;
        reached |= 1 << history;
        let next = 0b11 << (TWO + 4 * ((history - TWO) % 4) + own(history));
        open |= next & !reached;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atom_and_its_negation_share_out_the_histories() {
        for index in 0..24 {
            if index / 3 % 2 == 0 {
                assert_eq!(ATOMS[index] ^ ATOMS[index + 3], ALL);
            }
        }
        // LAST2 is NULL in the first two encounters.
        assert_eq!(ATOMS[atom_index(0, 1, 0, 2)], 0b11111);
        assert_eq!(ATOMS[atom_index(1, 0, 0, 2)], 1);
        // YOUR LAST1=CHEAT: odd pairs.
        assert_eq!(ATOMS[atom_index(1, 0, 0, 1)], 0xAAAA << TWO | 0b1010 << ONE);
    }

    #[test]
    fn mirroring_exchanges_my_and_your() {
        for last in 0..2 {
            for rest in 0..6 {
                let [my, your] =
                    [0, 1].map(|side| ATOMS[atom_index(side, last, rest / 3, rest % 3)]);
                assert_eq!(mirrored(my), your);
                assert_eq!(mirrored(your), my);
            }
        }
    }

    #[test]
    fn a_program_that_always_trades_never_sees_itself_cheat() {
        let my_cheats = ATOMS[atom_index(0, 0, 0, 1)] | ATOMS[atom_index(0, 1, 0, 1)];
        assert_eq!(reachable(0), ALL & !my_cheats);
        assert_eq!(reachable(ALL).count_ones(), 1 + 2 + 4);
    }
}
