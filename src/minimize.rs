//! From a failing document to the smallest one that still fails in the same
//! way.
//!
//! "Smaller" is one documented order: size, then length of the canonical text,
//! then the text. The search goes through these stages, each of which keeps the
//! kind of failure:
//!
//! 1. one instance of the document alone, else a shorter list of instances (a
//!    failure may need state left over from an earlier one);
//! 2. canonical layout, else one that is as plain as it can be;
//! 3. where the generator made the instance and the problem has no
//!    [`Problem::simpler`] of its own: the same from fewer and lower draws;
//! 4. greedy descent over the simpler instances until no candidate fails, and no
//!    plainer layout does: the result is *1-minimal*;
//! 5. other starts: small instances, always the same ones, in case the descent
//!    has ended far from the smallest;
//! 6. where a problem's representatives stand for everything
//!    ([`crate::problem::Universe::complete`]) and the time suffices, all of
//!    them up to and including the result's size are visited and the least
//!    failing one is taken: *smallest possible*.
//!
//! Candidates run on all cores, but the first failing one in list order is
//! taken, so that neither the number of threads nor their timing matters. A
//! child process must fail twice on a candidate, the second time alone. If the
//! document that the search began with turns out to pass now and then, nothing is
//! minimised and the failure is called flaky; if only the result does, the search
//! goes back up to what fails in every run.

pub(crate) mod bytes;
mod drawn;
mod layout;
mod repeats;
mod search;

use crate::choices::Random;
use crate::document::Document;
use crate::failure::Failure;
use crate::problem::{Layout, Problem, Scope, text};
use crate::testbed::{Runs, TestError, Testbed};
use crate::watch::Slot;
use crate::words::counted;
use repeats::Repeats;
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
    /// How the document's instances were made, if the generator made them.
    pub made: Option<Made>,
}

/// Cases of a generator: (seed, index) makes each of them again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// Their seed.
    pub seed: u64,
    /// Their scope.
    pub scope: Scope,
    /// The first of them.
    pub from: u64,
    /// The one after the last.
    pub to: u64,
}

/// Runs of a child process in which a failure must show again, before and after
/// minimising; and runs in which the rate of one that does not is estimated.
/// With three, two and one in each step, a program that fails in nine of ten
/// runs comes through a descent of ten steps in one of four cases, but then
/// with an input on which it does fail. All of them are made alone.
const REPEATS: u32 = 3;
const FLAKY_RUNS: u32 = 10;

/// Other starts that are tried, in process and as child processes (which cost
/// a thousand times as much): less than a second or two each.
const STARTS: u64 = 60_000;
const EXTERNAL_STARTS: u64 = 600;
/// Streams of decisions for other starts.
const STARTS_SEED: u64 = 0;

/// What became of it.
pub enum Outcome<P: Problem> {
    /// The smallest found.
    Minimized(Box<Minimized<P>>),
    /// The document did not fail.
    Passes {
        /// Runs in all.
        of: u32,
    },
    /// Interrupted before anything was known.
    Interrupted,
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
    Trouble(TestError),
}

/// A minimised failure.
pub struct Minimized<P: Problem> {
    /// The smallest document found.
    pub document: Document<P>,
    /// How it fails.
    pub failure: Failure,
    /// What it took.
    pub figures: Figures,
    /// Failures of other kinds that were met on the way and show again, each by
    /// the smallest document that was tried: findings of their own.
    pub others: Vec<(Document<P>, Failure)>,
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
        let (steps, tries) = (counted(*steps, "step", "steps"), counted(*tries, "try", "tries"));
        write!(f, "from {from} to {to} in {steps}, {tries}, {seconds:.2} s; {claim}")
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
    /// It fails in every run; smaller ones do in some runs only.
    Steady,
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
            Self::Steady => f.write_str("smaller ones fail in some runs only"),
            Self::Unfinished => f.write_str("best so far: stopped before the end"),
        }
    }
}

/// Minimises a document that fails, if it does so again: `seen` is how it failed
/// before, if it did. One thread is used per slot.
pub fn minimize<P: Problem>(
    testbed: &Testbed<P>,
    document: &Document<P>,
    seen: Option<&Failure>,
    options: Options,
    slots: &[Slot],
    cancel: &(dyn Fn() -> bool + Sync),
) -> Outcome<P> {
    let problem = &testbed.problem;
    let start = Instant::now();
    let own = Slot::default();
    let slot = slots.first().unwrap_or(&own);
    let repeats = Repeats::new(testbed, slot, options.time, cancel);
    let (kind, tally) = match repeats.confirm(document, seen) {
        Ok(confirmed) => confirmed,
        Err(outcome) => return outcome,
    };
    // Candidates are tried no harder than it takes to see this failure.
    let hasty = testbed.for_failure(kind.first()).hasty(&kind, tally.took);
    let hasty = Testbed { runs: Runs::Once, ..hasty };
    let mut search = Search::new(&hasty, &kind, &repeats, options, slots, cancel);
    let failure = kind.first().clone();
    let mut best = Found { document: document.clone(), failure };
    fewer_cases(&mut search, &mut best);
    if let Some(made) = options.made {
        drawn::shrink(&mut search, &mut best, made);
    }
    to_the_bottom(&mut search, &mut best);
    let mut among = None;
    if best.document.is_canonical(problem) && best.document.cases.len() == 1 {
        let complete = problem.enumeration().is_some_and(|all| all.universe.complete);
        if !complete {
            other_starts(&mut search, &mut best);
        } else {
            among = least_representative(&mut search, &mut best);
        }
    }
    let mut steadier = false;
    if search.is_external() {
        let unsteady = search.unsteady > 0;
        match repeats.settle(&mut best, &kind, unsteady, (document, tally), &search.way) {
            Ok(moved) => steadier = moved,
            Err(flaky) => return flaky,
        }
        if steadier {
            // Down again, with more care.
            search.again = FLAKY_RUNS - 1;
            to_the_bottom(&mut search, &mut best);
        }
    }
    let claim = match among {
        _ if search.ended_early() => Claim::Unfinished,
        _ if steadier => Claim::Steady,
        Some(among) => Claim::Smallest { among },
        None => Claim::OneMinimal,
    };
    let figures = Figures {
        from: extent(problem, document),
        to: extent(problem, &best.document),
        steps: search.steps,
        tries: search.tries(),
        elapsed: start.elapsed(),
        claim,
    };
    let others = search.others().into_iter().map(|found| (found.document, found.failure));
    let others = others.collect();
    let (document, failure) = (best.document, best.failure);
    Outcome::Minimized(Box::new(Minimized { document, failure, figures, others }))
}

/// A failing document on the way down.
struct Found<P: Problem> {
    document: Document<P>,
    failure: Failure,
}

/// One instance alone, else fewer of them; in canonical layout if that fails.
fn fewer_cases<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) {
    let problem = &search.testbed.problem;
    one_case(search, best);
    if !best.document.is_canonical(problem) {
        let canonical = Document::canonical(problem, best.document.cases.clone());
        search.improve(best, std::iter::once(canonical));
    }
    if !best.document.is_canonical(problem) {
        search.free_layout = true;
        one_case(search, best);
    }
    let mut piece = best.document.cases.len() / 2;
    while piece > 0 && best.document.cases.len() > 1 {
        let model = best.document.clone();
        let cases = &model.cases;
        let shorter = (0..cases.len()).step_by(piece).map(|from| {
            let to = (from + piece).min(cases.len());
            [&cases[..from], &cases[to..]].concat()
        });
        let documents = search.documents(&model, shorter.filter(|cases| !cases.is_empty()));
        if !search.improve(best, documents) {
            piece /= 2;
        }
        piece = piece.min(best.document.cases.len() / 2);
    }
}

/// Leaves only one instance, if one alone fails.
fn one_case<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) {
    let model = best.document.clone();
    let cases = &model.cases;
    if cases.len() < 2 {
        return;
    }
    // The one that the judge names first, then the others.
    let named = best.failure.judgement.case.filter(|case| *case < cases.len());
    let order = named.into_iter().chain((0..cases.len()).filter(|case| Some(*case) != named));
    let documents = search.documents(&model, order.map(|case| vec![cases[case].clone()]));
    search.improve(best, documents);
}

/// Down until neither a simpler document nor a plainer layout fails.
fn to_the_bottom<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) {
    loop {
        // Instances first: in a small text there is little layout to shrink.
        let simpler = descend(search, best);
        let plainer = search.free_layout && layout::shrink(search, best);
        if !simpler && !plainer {
            return;
        }
    }
}

/// Greedy descent: the first simpler candidate that fails, again and again.
/// Returns whether there was one.
fn descend<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) -> bool {
    let problem = &search.testbed.problem;
    let mut simpler = false;
    loop {
        search.free_layout = !best.document.is_canonical(problem);
        let model = best.document.clone();
        let documents = search.documents(&model, simpler_lists(problem, &model.cases));
        if !search.improve(best, documents) {
            return simpler;
        }
        simpler = true;
    }
}

/// The documents to try below this one, for who tries them one by one: its
/// instances in canonical layout, one of them alone, simpler lists of them, each
/// also in what is odd about this layout, and the same instances in plainer ones.
#[cfg(feature = "proptest")]
pub(crate) fn simpler_documents<'a, P: Problem>(
    problem: &'a P,
    document: &'a Document<P>,
) -> impl Iterator<Item = Document<P>> + 'a {
    let cases = &document.cases;
    let odd = !document.is_canonical(problem);
    let itself = odd.then(|| cases.clone());
    let alone = cases.iter().filter(|_| cases.len() > 2).map(|case| vec![case.clone()]);
    let lists = itself.into_iter().chain(alone).chain(simpler_lists(problem, cases));
    let simpler = lists.flat_map(move |cases| {
        // The same instances in yet another layout would be no step down.
        let model = (odd && cases != document.cases).then_some((document, Layout::Free));
        layout::tries(problem, model, cases)
    });
    let plainer = odd.then_some(()).into_iter();
    let plainer = plainer.flat_map(move |()| layout::all_plainer(problem, document));
    simpler.chain(plainer)
}

/// Simpler lists of instances: without one, or with one simpler. If the others
/// then no longer belong into one document with it, each of them becomes the
/// first simpler one that does.
fn simpler_lists<'a, P: Problem>(
    problem: &'a P,
    cases: &'a [P::Instance],
) -> impl Iterator<Item = Vec<P::Instance>> + 'a {
    let without = (0..cases.len()).filter(|_| cases.len() > 1).map(|place| {
        let (before, after) = (&cases[..place], &cases[place + 1..]);
        [before, after].concat()
    });
    let simpler = cases.iter().enumerate().flat_map(move |(place, case)| {
        text::simpler(problem, case).filter_map(move |candidate| {
            let key = problem.batch_key(&candidate);
            let mend = |(other, case): (usize, &P::Instance)| {
                if other == place {
                    Some(candidate.clone())
                } else if problem.batch_key(case) == key {
                    Some(case.clone())
                } else {
                    text::simpler(problem, case).find(|simpler| problem.batch_key(simpler) == key)
                }
            };
            cases.iter().enumerate().map(mend).collect()
        })
    });
    without.chain(simpler)
}

/// Looks for smaller failing instances among small ones that have nothing to do
/// with this one, and goes down from there: a descent may end where several
/// steps at once would be needed.
fn other_starts<P: Problem>(search: &mut Search<'_, P>, best: &mut Found<P>) {
    let problem = &search.testbed.problem;
    let enumeration = problem.enumeration();
    let external = search.is_external();
    let deadline = search.exhaust_deadline();
    let starts = if external { EXTERNAL_STARTS } else { STARTS };
    let mut from = 0;
    while from < starts && Instant::now() < deadline {
        let size = problem.size(&best.document.cases[0]);
        let to = (from + if external { 50 } else { 2_000 }).min(starts);
        let smaller = (from..to).filter_map(|start| {
            let mut random = Random::new(STARTS_SEED, start);
            match &enumeration {
                // What is too large is not even made.
                Some(sized) => {
                    let drawn = (sized.draw_size)(problem, Scope::Small, &mut random);
                    (drawn < size)
                        .then(|| (sized.generate)(problem, Scope::Small, drawn, &mut random))
                }
                None => Some(problem.generate(Scope::Small, &mut random))
                    .filter(|case| problem.size(case) < size),
            }
        });
        let mut other = Found { document: best.document.clone(), failure: best.failure.clone() };
        let documents = smaller.map(|case| Document::canonical(problem, vec![case]));
        let better = search.optional(|search| search.improve(&mut other, documents).then_some(()));
        match better {
            Some(()) => {
                descend(search, &mut other);
                *best = other;
                // This piece again: it is remembered what passed.
            }
            None => from = to,
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
    let problem = &search.testbed.problem;
    let size = problem.size(&best.document.cases[0]);
    let mut visited = 0;
    let deadline = search.exhaust_deadline();
    let enumeration = problem.enumeration()?;
    for tiny in (enumeration.tiny_sizes)(problem).take_while(|tiny| *tiny <= size) {
        let document = best.document.clone();
        let least = search
            .optional(|search| search.least_failing(tiny, &document, deadline, &mut visited))?;
        if let Some(found) = least {
            if found.document.text != best.document.text {
                search.steps += 1;
            }
            *best = found;
            // The representative may still have a plainer spelling.
            descend(search, best);
            return Some(visited);
        }
    }
    None
}

/// How large a document is, in words.
pub fn extent<P: Problem>(problem: &P, document: &Document<P>) -> String {
    match &document.cases[..] {
        [one] => problem.size(one).describe(&problem.about().size_units),
        many => format!("{} instances", many.len()),
    }
}
