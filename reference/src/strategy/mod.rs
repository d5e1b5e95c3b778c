//! Strategy (UVa 174): programs play an iterated trading game.
//!
//! In an encounter both sides choose TRADE or CHEAT at once: both gain 1 if
//! both trade, both lose 1 if both cheat, and otherwise the cheater gains 2 and
//! the trader loses 2. A program may look at the last two encounters of this
//! pairing. Every program meets every other ten times, never itself; what is
//! asked for is each program's total.
//!
//! ```text
//! program   = statement "."
//! statement = "TRADE" | "CHEAT" | "IF" condition "THEN" statement "ELSE" statement
//! condition = cond | cond ("AND" | "OR") condition
//! cond      = ("MY" | "YOUR") "LAST" ("1" | "2") ("=" | "#") ("TRADE" | "CHEAT" | "NULL")
//! ```
//!
//! An instance is a whole input. `#` in a condition means "not equal"; where a
//! program would begin it ends the input. Blanks, tabs and line ends may stand
//! anywhere, even inside a word. IFs may nest as deeply as the text is long:
//! nothing here recurses on the depth.

mod language;
mod play;
mod read;

pub use language::{Atom, Choice, Condition, Last, Node, Operator, Program, Side, Test};
pub use play::{ENCOUNTERS, choose, holds, payoff, solve};
pub use read::Reader;

/// All programs of an input, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Instance {
    /// The programs.
    pub programs: Vec<Program>,
}

impl Instance {
    /// The number of atoms in all programs together.
    pub fn atoms(&self) -> usize {
        self.programs.iter().map(Program::atoms).sum()
    }
}

/// Each program's total, in the order of the input.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Answer {
    /// The totals.
    pub totals: Vec<i64>,
}
