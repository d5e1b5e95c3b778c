//! A disagreement: what is wrong with a document, who is accused, and by which
//! evidence.

mod kind;

pub use kind::Kind;

use crate::panics::Panicked;
use crate::verdict::{Crash, Judgement, Verdict};
use std::fmt;

/// A disagreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The verdict on whoever is accused, with its reason.
    pub judgement: Judgement,
    /// Who is wrong.
    pub accused: Accused,
    /// Who or what says so.
    pub evidence: Evidence,
    /// What was wanted.
    pub want: Wanted,
    /// What was given.
    pub given: Vec<u8>,
    /// What the program said besides: the lines of its standard error, the
    /// message of its panic. Foreign text.
    pub said: Vec<String>,
    /// What we have to say of it, in lines.
    pub notes: Vec<String>,
}

/// Who is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Accused {
    /// The subject.
    Subject,
    /// Our own solver: it disagreed with an oracle when it was to judge the
    /// subject.
    Solver,
    /// What the problem says of its own inputs and outputs: its reader, writer,
    /// judge or relations contradict each other.
    Testbed,
}

/// By what somebody is accused.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// The solver gives another answer, confirmed by this oracle if one could
    /// follow.
    Solver {
        /// The oracle's name.
        confirmed_by: Option<&'static str>,
    },
    /// This oracle gives another answer.
    Oracle(&'static str),
    /// This relation between answers does not hold.
    Relation(&'static str),
    /// The program did not end as a program must, whatever the answer is.
    Death,
    /// A text is not read as what was written.
    Identity(Identity),
    /// The solver as a whole program, text to text, gives something else than
    /// the solver.
    WholeProgram,
    /// The reader refuses the input, and the solver as a whole program does not
    /// refuse it with the same message.
    Refusal,
    /// The judge does not accept a right output.
    Presentation,
    /// The judge accepts a wrong output, or refuses one without a reason.
    Forgery,
    /// It was busy for too long in process.
    Watchdog,
}

/// What became of a text that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Identity {
    /// It was refused.
    Refused,
    /// It was read as other instances.
    Other,
}

/// What was wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// The output for the whole document, in the contest's format.
    Output(String),
    /// Something to look at, not to be given as an answer.
    Shown(String),
    /// Nothing in particular.
    Nothing,
}

impl Wanted {
    /// As text; empty if nothing was wanted.
    pub fn text(&self) -> &str {
        match self {
            Self::Output(text) | Self::Shown(text) => text,
            Self::Nothing => "",
        }
    }
}

impl Evidence {
    /// Whether another program's answer is what says so. Which of our programs
    /// can follow depends on the size, so that these count as one kind.
    fn is_an_answer(&self) -> bool {
        match self {
            Self::Solver { .. } | Self::Oracle(_) => true,
            Self::Relation(_)
            | Self::Death
            | Self::Identity(_)
            | Self::WholeProgram
            | Self::Refusal
            | Self::Presentation
            | Self::Forgery
            | Self::Watchdog => false,
        }
    }

    /// Whether a failure by `other` is of the same kind. Where a relation was
    /// all that could be checked, a program that can follow is as good and
    /// better.
    fn includes(&self, other: &Self) -> bool {
        self == other
            || other.is_an_answer() && (self.is_an_answer() || matches!(self, Self::Relation(_)))
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solver { confirmed_by: None } => f.write_str("solver"),
            Self::Solver { confirmed_by: Some(oracle) } => write!(f, "solver and oracle {oracle}"),
            Self::Oracle(name) => write!(f, "oracle {name}"),
            Self::Relation(name) => write!(f, "relation {name}"),
            Self::Death => f.write_str("nobody: a program must end by itself"),
            Self::Identity(_) => f.write_str("print–parse identity"),
            Self::WholeProgram => f.write_str("solver, instance by instance"),
            Self::Refusal => f.write_str("the reader, which refuses the input"),
            Self::Presentation => f.write_str("presentation of the answer"),
            Self::Forgery => f.write_str("forgery of the answer"),
            Self::Watchdog => f.write_str("the watchdog"),
        }
    }
}

impl Failure {
    /// Whether another failure is of this kind: the same is accused, of the
    /// same (a crash with its signal or place, a wrong answer of its class), by
    /// the same kind of evidence. Minimising keeps the kind.
    pub fn includes(&self, other: &Self) -> bool {
        let (ours, theirs) = (&self.judgement, &other.judgement);
        self.accused == other.accused
            && ours.verdict == theirs.verdict
            && (ours.class.is_none() || ours.class == theirs.class)
            && self.evidence.includes(&other.evidence)
    }

    /// A panic of the program under test.
    pub(crate) fn panic(panicked: Panicked) -> Self {
        let verdict = Verdict::Re(Crash::Panic(panicked.place));
        Self {
            judgement: Judgement::died(verdict),
            accused: Accused::Subject,
            evidence: Evidence::Death,
            want: Wanted::Nothing,
            given: Vec::new(),
            said: vec![panicked.message],
            notes: Vec::new(),
        }
    }

    /// A contradiction in what the problem says itself: the answers may be
    /// right.
    pub(crate) fn contradiction(evidence: Evidence, message: impl Into<String>) -> Self {
        Self {
            judgement: Judgement::unanswerable(None, message),
            accused: Accused::Testbed,
            evidence,
            want: Wanted::Nothing,
            given: Vec::new(),
            said: Vec::new(),
            notes: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Class;

    fn failure(verdict: Verdict, evidence: Evidence) -> Failure {
        Failure {
            judgement: Judgement::died(verdict),
            accused: Accused::Subject,
            evidence,
            want: Wanted::Nothing,
            given: Vec::new(),
            said: Vec::new(),
            notes: Vec::new(),
        }
    }

    const SOLVER: Evidence = Evidence::Solver { confirmed_by: None };

    #[test]
    fn a_failure_keeps_its_kind() {
        let kinds = [
            failure(Verdict::Wa, SOLVER),
            failure(Verdict::Re(Crash::Signal(11)), SOLVER),
            failure(Verdict::Re(Crash::Signal(6)), SOLVER),
            failure(Verdict::Re(Crash::Exit(1)), SOLVER),
            failure(Verdict::Tle, SOLVER),
            failure(Verdict::Wa, Evidence::Relation("mirrored")),
            failure(Verdict::Wa, Evidence::Relation("turned")),
            failure(Verdict::Wa, Evidence::WholeProgram),
            failure(Verdict::Wa, Evidence::Identity(Identity::Refused)),
            failure(Verdict::Wa, Evidence::Identity(Identity::Other)),
        ];
        for (i, one) in kinds.iter().enumerate() {
            for (j, other) in kinds.iter().enumerate() {
                // A program that can follow is as good as a relation.
                let expected = i == j || (matches!(i, 5 | 6) && j == 0);
                assert_eq!(one.includes(other), expected, "{one:?} {other:?}");
            }
        }
        // Which of our programs can follow depends on the size.
        let by = |oracle| Evidence::Solver { confirmed_by: Some(oracle) };
        for evidence in [by("a"), Evidence::Oracle("a"), Evidence::Oracle("b")] {
            assert!(kinds[0].includes(&failure(Verdict::Wa, evidence)));
        }
        let ours = Failure { accused: Accused::Solver, ..kinds[0].clone() };
        assert!(!kinds[0].includes(&ours));
        // A class is kept; where none was told, any will do.
        let of = |class| {
            let judgement = Judgement::wrong(None, "").of(class);
            Failure { judgement, ..kinds[0].clone() }
        };
        assert!(of(Class::ORDER).includes(&of(Class::ORDER)));
        assert!(!of(Class::ORDER).includes(&of(Class::VALUE)));
        assert!(!of(Class::ORDER).includes(&kinds[0]));
        assert!(kinds[0].includes(&of(Class::ORDER)));
    }
}
