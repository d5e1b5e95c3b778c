//! The laws of [`Problem`], checked: call
//! [`check`] in a test of every problem, your own included.

use crate::choices::{Bytes, Choices, Odometer, Random, Zeros};
use crate::problem::{Layout, Problem, Program, Scope, Seen, Size};
use crate::text::{canonical, order, parse};
use crate::verdict::Verdict;
use arbitrary::Unstructured;
use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

/// Random instances per scope on which each law is tried. All laws together
/// then take a few seconds a problem.
const SAMPLES: u64 = 120;
/// Representatives after which the odometer's visit is cut short.
const REPRESENTATIVES: usize = 200_000;
/// Simpler instances looked at per instance: a deck of 2,000 cards has many.
const CANDIDATES: usize = 400;
/// Instances within which every behaviour must occur.
const UNTIL_SEEN: u64 = 30_000;
/// Instances within which every mistake must be found.
const UNTIL_FOUND: u64 = 30_000;
/// An oracle that predicts more than this is not asked here.
const AFFORDABLE: Duration = Duration::from_millis(3);

/// Checks every law of the trait on `P`. Panics with the first violation.
pub fn check<P: Problem>() {
    constants::<P>();
    generation::<P>();
    every_representative_once::<P>();
    texts::<P>();
    refused_texts_agree::<P>();
    simpler_is_smaller::<P>();
    neighbours_are_valid::<P>();
    solver_agrees_with_oracles::<P>();
    judge_is_sound::<P>();
    relations_hold::<P>();
    every_behaviour_occurs::<P>();
    every_mistake_is_found::<P>();
}

fn samples<P: Problem>(scope: Scope, law: u64) -> impl Iterator<Item = (P::Instance, Random)> {
    (0..SAMPLES).map(move |i| {
        let mut random = Random::new(law, i);
        let size = P::draw_size(scope, &mut random);
        (P::generate(scope, size, &mut random), random)
    })
}

const SCOPES: [Scope; 3] = [Scope::Tiny, Scope::Small, Scope::Full];

/// Names are usable and tables are in range.
pub fn constants<P: Problem>() {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(!P::NAME.is_empty() && P::NAME.chars().all(plain), "NAME `{}`", P::NAME);
    assert!(P::BEHAVIOURS.len() <= 128, "at most 128 behaviours");
    let distinct: HashSet<_> = P::BEHAVIOURS.iter().collect();
    assert_eq!(distinct.len(), P::BEHAVIOURS.len(), "a behaviour is listed twice");
    assert!(P::LIMITS.batch >= 1 && !P::LIMITS.time.is_zero());
    assert!((1..=2).contains(&P::SIZE_UNITS.len()), "one or two size units");
    assert!(!P::oracles().is_empty(), "at least one oracle");
    let names: HashSet<_> = P::mistakes().iter().map(|m| m.name).collect();
    assert_eq!(names.len(), P::mistakes().len(), "two mistakes share a name");
}

/// `generate` depends on its choices alone and makes the size it was asked for.
pub fn generation<P: Problem>() {
    for scope in SCOPES {
        for i in 0..SAMPLES {
            let make = || {
                let mut random = Random::new(11, i);
                let size = P::draw_size(scope, &mut random);
                (size, P::generate(scope, size, &mut random))
            };
            let (size, instance) = make();
            assert_eq!(P::size(&instance), size, "{scope:?}: generate made another size");
            assert_eq!(make().1, instance, "{scope:?}: generate depends on more than its choices");
            let (plain, tiny) = (P::generate(scope, size, &mut Zeros), P::size(&instance));
            assert_eq!(P::size(&plain), tiny, "{scope:?}: all-zero choices made another size");
            let noise = noise(i, 40);
            let mut bytes = Unstructured::new(&noise);
            let from_bytes = P::generate(scope, size, &mut Bytes::new(&mut bytes));
            assert_eq!(P::size(&from_bytes), size, "{scope:?}: bytes made another size");
        }
    }
}

fn noise(seed: u64, len: usize) -> Vec<u8> {
    let mut random = Random::new(seed, u64::MAX);
    (0..len).map(|_| random.below(256) as u8).collect()
}

/// The odometer visits each representative of a tiny size exactly once.
pub fn every_representative_once<P: Problem>() {
    let mut visited = 0;
    let mut last: Option<Size> = None;
    for size in P::tiny_sizes() {
        assert!(last.is_none_or(|last| last < size), "tiny sizes must ascend");
        last = Some(size);
        let mut seen = HashSet::new();
        let mut odometer = Odometer::new();
        while odometer.start() {
            let instance = P::generate(Scope::Tiny, size, &mut odometer);
            assert_eq!(P::size(&instance), size);
            let text = canonical::<P>(std::slice::from_ref(&instance));
            assert!(seen.insert(instance), "visited twice at size {size:?}:\n{text}");
            visited += 1;
            if visited >= REPRESENTATIVES {
                return;
            }
        }
        assert!(!seen.is_empty(), "no representative of size {size:?}");
    }
    assert!(visited > 0, "no tiny size");
}

/// Print–parse is the identity in every layout, for one instance and for many.
pub fn texts<P: Problem>() {
    for scope in SCOPES {
        for (instance, mut random) in samples::<P>(scope, 12) {
            let mut cases = vec![instance.clone()];
            if P::LIMITS.batch > 1 {
                let size = P::size(&instance);
                for _ in 0..random.below(4) {
                    let other = P::generate(scope, size, &mut random);
                    if P::batch_key(&other) == P::batch_key(&instance) {
                        cases.push(other);
                    }
                }
            }
            let mut free_zero = String::new();
            P::write(&cases, Layout::Free, &mut Zeros, &mut free_zero);
            assert_eq!(free_zero, canonical::<P>(&cases), "Zeros must give the canonical text");
            assert_reads::<P>(&free_zero, &cases);
            for layout in [Layout::Contest, Layout::Free] {
                let mut text = String::new();
                P::write(&cases, layout, &mut random, &mut text);
                assert_reads::<P>(&text, &cases);
                let is_contest = layout == Layout::Free || P::in_contest_layout(&cases, &text);
                assert!(is_contest, "not taken for its own contest layout:\n{text}");
                let mut solved = Vec::new();
                let mut printed = String::new();
                let refused = P::solve_all(&cases)
                    .iter()
                    .any(|answer| P::print(answer, &mut printed).is_err());
                let result = P::solve_text(Box::new(text.as_bytes()), &mut solved);
                assert_eq!(result.is_err(), refused, "solve_text: {result:?} for\n{text}");
                if !refused {
                    assert_eq!(String::from_utf8_lossy(&solved), printed, "solve_text for\n{text}");
                }
            }
        }
    }
}

fn assert_reads<P: Problem>(text: &str, cases: &[P::Instance]) {
    match parse::<P>(text.as_bytes()) {
        Ok(read) => assert_eq!(read, cases, "read back otherwise:\n{text}"),
        Err(error) => panic!("refused its own text: {error}\n{text}"),
    }
}

/// The reader and the solver as a whole program refuse the same texts, with
/// the same message, and neither panics: damaged texts and plain noise.
pub fn refused_texts_agree<P: Problem>() {
    let compare = |text: &[u8]| {
        let read = parse::<P>(text).err();
        let solved = match P::solve_text(Box::new(text), &mut Vec::new()) {
            Err(crate::problem::TextError::Input(error)) => Some(error),
            Err(crate::problem::TextError::Refused(..)) => return,
            _ => None,
        };
        assert_eq!(read, solved, "for the text\n{}", String::from_utf8_lossy(text));
    };
    for (instance, mut random) in samples::<P>(Scope::Small, 13) {
        let mut text = String::new();
        P::write(&[instance], Layout::Free, &mut random, &mut text);
        let bytes = text.into_bytes();
        let random: &mut dyn Choices = &mut random;
        for _ in 0..20 {
            compare(&damage(&bytes, random));
        }
        compare(&bytes[..random.index(bytes.len() + 1)]);
    }
    for i in 0..SAMPLES {
        compare(&noise(i, i as usize));
    }
}

/// A text with one to three places deleted, repeated, replaced or moved.
pub(crate) fn damage(bytes: &[u8], random: &mut dyn Choices) -> Vec<u8> {
    let mut text = bytes.to_vec();
    for _ in 0..random.between(1, 3) {
        let place = random.index(text.len() + 1);
        let end = (place + random.between(1, 4) as usize).min(text.len());
        match random.below(5) {
            0 => drop(text.drain(place..end)),
            1 => {
                let piece = text[place..end].to_vec();
                text.splice(place..place, piece);
            }
            2 => text.insert(place, random.below(256) as u8),
            3 => text.insert(place, *random.pick(b" \n\r\t019#.=ADFJKZP-")),
            _ => text.truncate(place),
        }
    }
    text
}

/// Every candidate of `simpler` is valid and strictly smaller.
pub fn simpler_is_smaller<P: Problem>() {
    for scope in SCOPES {
        for (instance, _) in samples::<P>(scope, 14).take(40) {
            let whole = order::<P>(&instance);
            for candidate in P::simpler(&instance).take(CANDIDATES) {
                let smaller = order::<P>(&candidate);
                assert!(smaller < whole, "not smaller:\n{}\nthan\n{}", smaller.2, whole.2);
                assert_reads::<P>(&smaller.2, std::slice::from_ref(&candidate));
            }
        }
    }
}

/// `neighbour` makes valid instances of a similar size.
pub fn neighbours_are_valid<P: Problem>() {
    for scope in SCOPES {
        for (instance, mut random) in samples::<P>(scope, 15) {
            let (before, after) = {
                let other = P::neighbour(&instance, &mut random);
                assert_reads::<P>(
                    &canonical::<P>(std::slice::from_ref(&other)),
                    std::slice::from_ref(&other),
                );
                (P::size(&instance), P::size(&other))
            };
            let near = |a: u32, b: u32| b <= 4 * a + 16;
            assert!(near(before.0, after.0) && near(before.1, after.1), "{before:?} to {after:?}");
        }
    }
}

/// The solver agrees with every oracle that can follow.
pub fn solver_agrees_with_oracles<P: Problem>() {
    let mut compared = 0;
    for scope in [Scope::Tiny, Scope::Small] {
        for (instance, _) in samples::<P>(scope, 16) {
            let answer = P::solve(&instance);
            for oracle in P::oracles() {
                if (oracle.cost)(&instance).is_some_and(|cost| cost <= AFFORDABLE) {
                    compared += 1;
                    assert_eq!(
                        (oracle.run)(&instance),
                        answer,
                        "oracle {} (left), solver (right), on\n{}",
                        oracle.name,
                        canonical::<P>(std::slice::from_ref(&instance))
                    );
                }
            }
        }
    }
    assert!(compared >= SAMPLES, "only {compared} comparisons: the oracles are too dear");
}

/// The judge accepts what `print` makes, does not panic on noise, and refuses
/// an empty output where something is wanted.
pub fn judge_is_sound<P: Problem>() {
    for (instance, mut random) in samples::<P>(Scope::Small, 17) {
        let answer = P::solve(&instance);
        let mut text = String::new();
        if P::print(&answer, &mut text).is_err() {
            continue;
        }
        let (cases, want) = (std::slice::from_ref(&instance), std::slice::from_ref(&answer));
        let judge = |got: &[u8]| P::judge(cases, want, got);
        let own = judge(text.as_bytes());
        assert_eq!(own.verdict, Verdict::Ac, "its own answer: {}\n{text}", own.message);
        if !text.trim().is_empty() {
            assert_ne!(judge(b"").verdict, Verdict::Ac, "accepted an empty output for\n{text}");
        }
        let garbage = noise(u64::from(random.below(u32::MAX)), 60);
        let judged = judge(&garbage);
        assert!(!judged.verdict.is_ac() && !judged.message.is_empty());
        for _ in 0..5 {
            judge(&damage(text.as_bytes(), &mut random));
        }
    }
}

/// The solver keeps the problem's relations at full scope.
pub fn relations_hold<P: Problem>() {
    for relation in P::relations() {
        for (instance, mut random) in samples::<P>(Scope::Full, 18).take(40) {
            let answer = P::solve(&instance);
            if let Err(why) = (relation.check)(&instance, &answer, &mut random, &P::solve) {
                panic!("relation {}: {why}\n{}", relation.name, canonical::<P>(&[instance]));
            }
        }
    }
}

/// The generator reaches every listed behaviour.
pub fn every_behaviour_occurs<P: Problem>() {
    let all = P::BEHAVIOURS.len();
    let mut counts = vec![0u64; all];
    for i in 0..UNTIL_SEEN {
        let mut random = Random::new(19, i);
        let size = P::draw_size(Scope::Small, &mut random);
        let mut cases = vec![P::generate(Scope::Small, size, &mut random)];
        if P::LIMITS.batch > 1 && i % 8 == 0 {
            cases.push(cases[0].clone());
        }
        let mut text = String::new();
        P::write(&cases, Layout::Free, &mut random, &mut text);
        let mut seen = Seen::default();
        P::observe(&cases, &text, &mut seen);
        for behaviour in seen.iter() {
            counts[behaviour] += 1;
        }
        if i >= 2_000 && counts.iter().all(|count| *count > 0) {
            return;
        }
    }
    let missing: Vec<_> = P::BEHAVIOURS
        .iter()
        .zip(&counts)
        .filter(|(_, count)| **count == 0)
        .map(|(b, _)| b)
        .collect();
    assert!(missing.is_empty(), "never seen in {UNTIL_SEEN} instances: {missing:?}");
}

/// Every mistake differs from the solver somewhere.
pub fn every_mistake_is_found<P: Problem>() {
    for mistake in P::mistakes() {
        let found = (0..UNTIL_FOUND).any(|i| {
            let mut random = Random::new(20, i);
            let size = P::draw_size(Scope::Small, &mut random);
            let instance = P::generate(Scope::Small, size, &mut random);
            let want = P::solve(&instance);
            match mistake.program {
                // A panic counts as found, but would end the search here.
                Program::Cases(run) => {
                    std::panic::catch_unwind(AssertUnwindSafe(|| run(&instance)))
                        .map_or(true, |answer| answer != want)
                }
                Program::Text(run) => {
                    let mut text = String::new();
                    let mut printed = String::new();
                    P::write(&[instance], Layout::Free, &mut random, &mut text);
                    P::print(&want, &mut printed).is_ok()
                        && run(&text).map_or(true, |output| output != printed)
                }
            }
        });
        assert!(found, "mistake {} was not found in {UNTIL_FOUND} instances", mistake.name);
    }
}
