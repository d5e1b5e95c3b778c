//! The custom mutator and crossover: document to document.

use super::memory;
use super::times::{self, Part};
use crate::choices::damage;
use crate::choices::{Choices, Random};
use crate::document::Document;
use crate::laws::like;
use crate::problem::{Layout, Problem, Scope, text};
use std::rc::Rc;

/// How often a change that turned out too long is tried anew.
const ATTEMPTS: usize = 4;
/// The same for a step down, of which most are short enough or not worth it.
const ATTEMPTS_TO_SHRINK: usize = 16;
/// Simpler instances among which one is drawn. They come with the largest
/// steps first, so that beyond these there is little variety.
const SIMPLER: u32 = 64;
/// Instances in one document of the fuzzer: more would only make executions
/// slower.
const MOST_CASES: usize = 4;

/// Changes the document in `data[..size]` to another one of at most `max_size`
/// bytes, and returns its size. What is no document becomes a fresh one. If
/// `max_size` is below `size`, libFuzzer is minimising, and the result is
/// simpler. 0, libFuzzer's sign that a mutation failed, if no document at all is
/// so short.
pub fn mutate<P: Problem>(
    problem: &P,
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
) -> usize {
    times::during(Part::Mutation, || {
        let mut random = Random::new(seed.into(), 0);
        let random = &mut random;
        let room = max_size.min(data.len());
        let size = size.min(data.len());
        let new = match known(problem, &data[..size]) {
            None => new(problem, room, random),
            Some(old) if max_size < size => simpler(problem, &old, room, random)
                .or_else(|| fitting(ATTEMPTS, room, || changed(problem, &old, random)))
                .or_else(|| new(problem, room, random)),
            // The document itself fits, whatever becomes of the attempts.
            Some(old) => fitting(ATTEMPTS, room, || changed(problem, &old, random))
                .or_else(|| simpler(problem, &old, room, random))
                .or(Some(old)),
        };
        let Some(new) = new else { return 0 };
        let text = new.text.as_bytes();
        data[..text.len()].copy_from_slice(text);
        if max_size < size {
            // When it minimises, libFuzzer mutates the result again but passes
            // the first size again too: blank lines keep it a document.
            data[text.len()..size].fill(b'\n');
        }
        text.len()
    })
}

/// Splices two documents: the instances of one and then of the other where they
/// may share a document, else the one or the other changed. Returns the size of
/// the result in `out`, 0 if it does not fit.
pub fn crossover<P: Problem>(
    problem: &P,
    one: &[u8],
    two: &[u8],
    out: &mut [u8],
    seed: u32,
) -> usize {
    times::during(Part::Mutation, || {
        let mut random = Random::new(seed.into(), 1);
        let random = &mut random;
        let room = out.len();
        let (one, two) = if random.below(2) == 0 { (one, two) } else { (two, one) };
        let new = match known(problem, one) {
            // One instance a document: there is nothing to splice.
            Some(one) if problem.about().limits.batch <= 1 => {
                fitting(ATTEMPTS, room, || changed(problem, &one, random))
            }
            Some(one) => {
                let two = known(problem, two);
                fitting(ATTEMPTS, room, || match &two {
                    Some(two) => spliced(problem, &one, two, random),
                    None => changed(problem, &one, random),
                })
            }
            None => match known(problem, two) {
                Some(two) => fitting(ATTEMPTS, room, || changed(problem, &two, random)),
                None => new(problem, room, random),
            },
        };
        let Some(new) = new else { return 0 };
        let text = new.text.as_bytes();
        out[..text.len()].copy_from_slice(text);
        text.len()
    })
}

/// For the target of all readers: a fresh document of this problem in free
/// layout, mostly with some damage, cut off where the room ends.
pub fn fresh_text<P: Problem>(problem: &P, data: &mut [u8], max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(seed.into(), 2);
    let cases = vec![fresh_instance(problem, &mut random)];
    let mut written = String::new();
    text::write(problem, &cases, Layout::Free, &mut random, &mut written);
    let mut text = written.into_bytes();
    if random.below(4) > 0 {
        text = damage(&text, &mut random);
    }
    let size = text.len().min(max_size).min(data.len());
    data[..size].copy_from_slice(&text[..size]);
    size
}

/// The document with this text, from memory or read.
fn known<P: Problem>(problem: &P, text: &[u8]) -> Option<Rc<Document<P>>> {
    memory::recall(text).or_else(|| memory::read(problem, text))
}

/// The first of some attempts that fits, remembered for the execution that
/// follows. An empty text, which is a document of some problems, does not: its
/// size is the sign of failure.
fn fitting<P: Problem>(
    attempts: usize,
    room: usize,
    mut attempt: impl FnMut() -> Document<P>,
) -> Option<Rc<Document<P>>> {
    let fits = |new: &Document<P>| (1..=room).contains(&new.text.len());
    (0..attempts).map(|_| attempt()).find(fits).map(memory::remember_written)
}

fn fresh_instance<P: Problem>(problem: &P, random: &mut Random) -> P::Instance {
    problem.generate(Scope::Small, random)
}

fn fresh<P: Problem>(problem: &P, random: &mut Random) -> Document<P> {
    laid_out(problem, vec![fresh_instance(problem, random)], random)
}

/// A fresh document; if there is little room, one of the smallest size.
fn new<P: Problem>(problem: &P, room: usize, random: &mut Random) -> Option<Rc<Document<P>>> {
    fitting(ATTEMPTS, room, || fresh(problem, random)).or_else(|| {
        let least = problem.enumeration();
        let least = least.and_then(|all| Some(((all.tiny_sizes)(problem).next()?, all.generate)));
        fitting(ATTEMPTS, room, || {
            let case = match least {
                Some((size, generate)) => generate(problem, Scope::Tiny, size, random),
                None => problem.generate(Scope::Tiny, random),
            };
            Document::canonical(problem, vec![case])
        })
    })
}

fn laid_out<P: Problem>(problem: &P, cases: Vec<P::Instance>, random: &mut Random) -> Document<P> {
    // Mostly plain layout: the parser is fast on it, and it is what people
    // read in the corpus.
    if random.below(4) == 0 {
        Document::laid_out(problem, cases, Layout::Free, random)
    } else {
        Document::canonical(problem, cases)
    }
}

/// A change or two: a neighbour of an instance mostly, now and then
/// another instance, one more, one less, or another layout.
fn changed<P: Problem>(problem: &P, document: &Document<P>, random: &mut Random) -> Document<P> {
    if document.cases.is_empty() || random.below(16) == 0 {
        return fresh(problem, random);
    }
    let mut cases = document.cases.clone();
    // Mostly one change: a neighbour costs time, and libFuzzer stacks mutations
    // itself.
    for _ in 0..1 + u32::from(random.below(3) == 0) {
        let place = random.below(cases.len() as u32) as usize;
        match random.below(12) {
            0 if problem.about().limits.batch > 1 && cases.len() < MOST_CASES => {
                let more = like(problem, Scope::Small, &cases[place], random);
                if problem.batch_key(&more) == problem.batch_key(&cases[place]) {
                    cases.insert(place, more);
                }
            }
            1 if cases.len() > 1 => drop(cases.remove(place)),
            2 => {}
            _ => {
                let neighbour = problem.neighbour(&cases[place], random);
                if cases.len() == 1
                    || problem.batch_key(&neighbour) == problem.batch_key(&cases[place])
                {
                    cases[place] = neighbour;
                }
            }
        }
    }
    laid_out(problem, cases, random)
}

/// A simpler document of at most `room` bytes.
fn simpler<P: Problem>(
    problem: &P,
    document: &Document<P>,
    room: usize,
    random: &mut Random,
) -> Option<Rc<Document<P>>> {
    fitting(ATTEMPTS_TO_SHRINK, room, || {
        let mut cases = document.cases.clone();
        let last = cases.len().saturating_sub(1);
        let place = random.below(cases.len().max(1) as u32) as usize;
        match random.below(8) {
            // The same instances in canonical layout.
            0 => {}
            1 if last > 0 => drop(cases.remove(place)),
            _ => {
                let which = random.below(SIMPLER) as usize;
                let candidate = document
                    .cases
                    .get(place)
                    .and_then(|case| nth_or_last(text::simpler(problem, case), which));
                if let Some(candidate) = candidate
                    && (last == 0
                        || problem.batch_key(&candidate) == problem.batch_key(&cases[place]))
                {
                    cases[place] = candidate;
                }
            }
        }
        Document::canonical(problem, cases)
    })
}

/// The item with this index, else the last one before it.
fn nth_or_last<T>(items: impl Iterator<Item = T>, index: usize) -> Option<T> {
    items.take(index + 1).last()
}

/// Some instances of the one, then some of the other, if all may stand in one
/// document; else the one changed.
fn spliced<P: Problem>(
    problem: &P,
    one: &Document<P>,
    two: &Document<P>,
    random: &mut Random,
) -> Document<P> {
    let key = |document: &Document<P>| document.cases.first().map(|case| problem.batch_key(case));
    if one.cases.is_empty() || key(one) != key(two) {
        return changed(problem, one, random);
    }
    let most = one.cases.len().min(MOST_CASES - 1) as u32;
    let left = 1 + random.below(most) as usize;
    let from = random.below(two.cases.len() as u32) as usize;
    let mut cases = one.cases[..left].to_vec();
    cases.extend(two.cases[from..].iter().take(MOST_CASES - left).cloned());
    laid_out(problem, cases, random)
}
