//! From a failing document to the smallest one that still fails in the same
//! way.
//!
//! "Smaller" is one documented order: size, then length of the canonical text,
//! then the text. The search goes through these stages, each of which keeps the
//! kind of failure:
//!
//! 1. one instance of the document alone, else the shortest list of instances
//!    (a failure may need state left over from an earlier one);
//! 2. canonical layout, else the layout is kept free and shrunk at the end;
//! 3. greedy descent over [`Problem::simpler`] until no candidate fails: the
//!    result is *1-minimal*;
//! 4. where a problem's representatives stand for everything
//!    ([`crate::problem::Universe::complete`]) and the time suffices, all of
//!    them up to and including the result's size are visited and the least
//!    failing one is taken: *smallest possible*.
//!
//! Candidates run on all cores, but the first failing one in list order is
//! taken, so that neither the number of threads nor their timing matters.

pub(crate) mod layout;
mod search;

use crate::check::{Check, Checker, Failure};
use crate::document::Document;
use crate::problem::{Layout, Problem};
use crate::text;
use crate::watch::Slot;
use search::Search;
use std::time::{Duration, Instant};

/// How to minimise.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// After this time the best so far is the result.
    pub time: Duration,
    /// The share of the time that visiting all representatives may take.
    pub exhaust: Duration,
    /// The layout that the subject may be given.
    pub layout: Layout,
}

/// Runs with which a failure must show again before it counts as repeatable;
/// and, if it does not at first, with which its rate is estimated.
const REPEATS: u32 = 2;
const FLAKY_RUNS: u32 = 10;

/// What became of it.
pub enum Outcome<P: Problem> {
    /// The smallest found.
    Minimized(Box<Minimized<P>>),
    /// The document does not fail at all.
    Passes,
    /// It fails in some runs only.
    Flaky {
        /// Runs that failed.
        failed: u32,
        /// Runs in all.
        of: u32,
        /// How one of them failed.
        failure: Box<Failure>,
    },
    /// The testbed's own trouble.
    Trouble(String),
}

/// A minimised failure.
pub struct Minimized<P: Problem> {
    /// The smallest document found.
    pub document: Document<P>,
    /// How it fails.
    pub failure: Failure,
    /// What it took.
    pub figures: Figures,
}

/// What a minimisation took and came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// How large the document was, in words.
    pub from: String,
    /// How large it is.
    pub to: String,
    /// Successful simplifications.
    pub steps: u64,
    /// Documents tried.
    pub tries: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// How small the result is known to be.
    pub claim: Claim,
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { from, to, steps, tries, elapsed, claim } = self;
        let seconds = elapsed.as_secs_f64();
        write!(f, "from {from} to {to} in {steps} steps, {tries} tries, {seconds:.2} s; {claim}")
    }
}

/// How small a result is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// No smaller instance fails: all representatives up to its size, this
    /// many, were visited.
    Smallest {
        /// Representatives visited.
        among: u64,
    },
    /// No single step of simplification still fails.
    OneMinimal,
    /// The time ran out or the user interrupted: the best so far.
    Unfinished,
}

impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Smallest { among } => {
                write!(f, "smallest possible among {among} representatives")
            }
            Self::OneMinimal => f.write_str("1-minimal: no single simplification still fails"),
            Self::Unfinished => f.write_str("best so far: stopped before the end"),
        }
    }
}

/// Minimises a document that fails. One thread is used per slot.
pub fn minimize<P: Problem>(
    checker: &Checker<P>,
    document: &Document<P>,
    options: Options,
    slots: &[Slot],
    cancel: &(dyn Fn() -> bool + Sync),
) -> Outcome<P> {
    let start = Instant::now();
    let failure = match repeatable(checker, document, slots, cancel) {
        Ok(failure) => failure,
        Err(outcome) => return outcome,
    };
    let mut search = Search::new(checker, &failure, options, slots, cancel);
    let mut best = Found { document: document.clone(), failure };
    one_case(&mut search, &mut best);
    shorter_list(&mut search, &mut best);
    let canonical = Document::canonical(best.document.cases.clone());
    if canonical.text != best.document.text {
        search.improve(&mut best, std::iter::once(canonical));
    }
    search.free_layout = !best.document.is_canonical();
    descend(&mut search, &mut best);
    let mut among = None;
    if search.free_layout {
        layout::shrink(&mut search, &mut best);
    } else if P::UNIVERSE.complete && best.document.cases.len() == 1 {
        among = least_representative(&mut search, &mut best);
        if among.is_some() {
            // The representative may still have a plainer spelling.
            descend(&mut search, &mut best);
        }
    }
    let claim = match among {
        _ if search.ended_early() => Claim::Unfinished,
        Some(among) => Claim::Smallest { among },
        None => Claim::OneMinimal,
    };
    let figures = Figures {
        from: extent(document),
        to: extent(&best.document),
        steps: search.steps,
        tries: search.tries(),
        elapsed: start.elapsed(),
        claim,
    };
    let (document, failure) = (best.document, best.failure);
    Outcome::Minimized(Box::new(Minimized { document, failure, figures }))
}

/// A failing document on the way down.
struct Found<P: Problem> {
    document: Document<P>,
    failure: Failure,
}

/// The failure, if it shows in every run.
fn repeatable<P: Problem>(
    checker: &Checker<P>,
    document: &Document<P>,
    slots: &[Slot],
    cancel: &(dyn Fn() -> bool + Sync),
) -> Result<Failure, Outcome<P>> {
    let mut failed = 0;
    let mut last = None;
    let mut runs = 0;
    let slot = Slot::default();
    let slot = slots.first().unwrap_or(&slot);
    loop {
        match checker.check(document, slot, cancel) {
            Check::Trouble(trouble) => return Err(Outcome::Trouble(trouble)),
            Check::Failed(failure) => {
                failed += 1;
                last = Some(failure);
            }
            Check::Passed(_) => {}
        }
        runs += 1;
        match &last {
            Some(failure) if failed == runs && (runs == REPEATS || cancel()) => {
                return Ok((**failure).clone());
            }
            _ if runs == FLAKY_RUNS || cancel() => break,
            // A subject in process that passes once passes always.
            None if !checker.subject.is_external() => break,
            _ => {}
        }
    }
    Err(match last {
        Some(failure) => Outcome::Flaky { failed, of: runs, failure },
        None => Outcome::Passes,
    })
}

/// Leaves only one instance, if one alone fails.
fn one_case<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) {
    let cases = best.document.cases.clone();
    if cases.len() < 2 {
        return;
    }
    // The one that the judge names first, then the others.
    let named = best.failure.judgement.case.filter(|case| *case < cases.len());
    let order = named.into_iter().chain((0..cases.len()).filter(|case| Some(*case) != named));
    search.improve(best, order.map(|case| Document::canonical(vec![cases[case].clone()])));
}

/// Removes instances from a list that only fails together: large pieces first.
fn shorter_list<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) {
    let mut piece = best.document.cases.len() / 2;
    while piece > 0 && best.document.cases.len() > 1 {
        let cases = best.document.cases.clone();
        let shorter = (0..cases.len()).step_by(piece).filter(|_| piece < cases.len()).map(|from| {
            let to = (from + piece).min(cases.len());
            Document::canonical([&cases[..from], &cases[to..]].concat())
        });
        if !search.improve(best, shorter) {
            piece /= 2;
        }
        piece = piece.min(best.document.cases.len() / 2);
    }
}

/// Greedy descent: the first simpler candidate that fails, again and again.
fn descend<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) {
    loop {
        let cases = best.document.cases.clone();
        let simpler = cases.iter().enumerate().flat_map(|(place, case)| {
            let cases = &cases;
            P::simpler(case).map(move |candidate| {
                let mut cases = cases.clone();
                cases[place] = candidate;
                cases
            })
        });
        let documents = search.documents(simpler);
        if !search.improve(best, documents) {
            return;
        }
    }
}

/// Visits all representatives of the sizes up to and including the result's and
/// takes the least that fails. The number visited, or nothing if the time ran
/// out or none of them fails (the subject then sees more than the instance's
/// shape).
fn least_representative<P: Problem>(
    search: &mut Search<'_, P>,
    best: &mut Found<P>,
) -> Option<u64> {
    let size = P::size(&best.document.cases[0]);
    let mut visited = 0;
    let deadline = search.exhaust_deadline();
    for tiny in P::tiny_sizes().take_while(|tiny| *tiny <= size) {
        let least = search.least_failing(tiny, deadline, &mut visited)?;
        if let Some(found) = least {
            let text_before = text::order::<P>(&best.document.cases[0]);
            if text::order::<P>(&found.document.cases[0]) != text_before {
                search.steps += 1;
            }
            *best = found;
            return Some(visited);
        }
    }
    None
}

/// How large a document is, in words.
pub fn extent<P: Problem>(document: &Document<P>) -> String {
    match &document.cases[..] {
        [one] => P::size(one).describe(P::SIZE_UNITS),
        many => format!("{} instances", many.len()),
    }
}
