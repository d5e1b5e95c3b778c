//! What a verb that ran to its end came to, as exit codes tell it.

/// The worst is the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// All is well.
    Fine,
    /// A finding, a failed fixture, a wrong output.
    Disagreement,
    /// Wrong usage, invalid input.
    Invalid,
    /// The testbed's own trouble.
    Trouble,
    /// A signal ended it.
    Interrupted,
}

impl Exit {
    /// The code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Disagreement => 1,
            Self::Invalid => 2,
            Self::Trouble => 3,
            Self::Interrupted => 130,
        }
    }
}
