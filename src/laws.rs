//! The laws of [`Problem`], checked: call
//! [`check`] in a test of every problem, your own included.

use crate::choices::{Bytes, Choices, Odometer, Random, Zeros, damage};
use crate::problem::text::{canonical, order, parse, simpler, write};
use crate::problem::{Layout, Problem, Program, Scope, Seen, Size};
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
/// Bytes of simpler texts read per instance of a problem without steps of its own:
/// some milliseconds, ten times that where tests are not optimised.
const TEXTS: usize = 100_000;
/// Instances within which every behaviour must occur.
const UNTIL_SEEN: u64 = 30_000;
/// Instances within which every mutant must be found.
const UNTIL_FOUND: u64 = 30_000;
/// An oracle that predicts more than this is not asked here.
const AFFORDABLE: Duration = Duration::from_millis(3);

/// Checks every law of the trait on `P`. Panics with the first violation.
pub fn check<P: Problem>(problem: &P) {
    constants(problem);
    generation(problem);
    every_representative_once(problem);
    texts(problem);
    refused_texts_agree(problem);
    simpler_is_smaller(problem);
    neighbours_are_valid(problem);
    solver_agrees_with_oracles(problem);
    judge_is_sound(problem);
    relations_hold(problem);
    every_behaviour_occurs(problem);
    every_mutant_is_found(problem);
}

fn samples<P: Problem>(
    problem: &P,
    scope: Scope,
    law: u64,
) -> impl Iterator<Item = (P::Instance, Random)> {
    (0..SAMPLES).map(move |i| {
        let mut random = Random::new(law, i);
        (problem.generate(scope, &mut random), random)
    })
}

const SCOPES: [Scope; 3] = [Scope::Tiny, Scope::Small, Scope::Full];

/// Names are usable and tables are in range.
pub fn constants<P: Problem>(problem: &P) {
    let about = problem.about();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(!about.name.is_empty() && about.name.chars().all(plain), "the name `{}`", about.name);
    let distinct: HashSet<_> = about.behaviours.iter().collect();
    assert_eq!(distinct.len(), about.behaviours.len(), "a behaviour is listed twice");
    assert!(about.limits.batch >= 1 && !about.limits.time.is_zero());
    assert!((1..=2).contains(&about.size_units.len()), "one or two size units");
    assert!(!problem.oracles().is_empty(), "at least one oracle");
    let names: HashSet<_> = problem.mutants().iter().map(|m| m.name).collect();
    assert_eq!(names.len(), problem.mutants().len(), "two mutants share a name");
}

/// `generate` depends on its choices alone, and by size it makes the size it
/// was asked for.
pub fn generation<P: Problem>(problem: &P) {
    for scope in SCOPES {
        for i in 0..SAMPLES {
            let make = || problem.generate(scope, &mut Random::new(11, i));
            let instance = make();
            assert_eq!(make(), instance, "{scope:?}: generate depends on more than its choices");
            problem.generate(scope, &mut Zeros);
            let noise = noise(i, 40);
            problem.generate(scope, &mut Bytes::new(&mut Unstructured::new(&noise)));
            let Some(sized) = problem.enumeration() else { continue };
            let mut random = Random::new(11, i);
            let size = (sized.draw_size)(problem, scope, &mut random);
            let again = (sized.generate)(problem, scope, size, &mut random);
            assert_eq!(problem.size(&again), size, "{scope:?}: another size was made");
            assert_eq!(again, instance, "{scope:?}: generate is not a drawn size and its instance");
            let plain = (sized.generate)(problem, scope, size, &mut Zeros);
            assert_eq!(problem.size(&plain), size, "{scope:?}: all-zero choices made another size");
            let mut bytes = Unstructured::new(&noise);
            let from_bytes = (sized.generate)(problem, scope, size, &mut Bytes::new(&mut bytes));
            assert_eq!(problem.size(&from_bytes), size, "{scope:?}: bytes made another size");
        }
    }
}

/// Another instance that may share a document: of the same size where there is
/// generation by size.
pub(crate) fn like<P: Problem>(
    problem: &P,
    scope: Scope,
    instance: &P::Instance,
    random: &mut Random,
) -> P::Instance {
    match problem.enumeration() {
        Some(sized) => (sized.generate)(problem, scope, problem.size(instance), random),
        None => problem.generate(scope, random),
    }
}

fn noise(seed: u64, len: usize) -> Vec<u8> {
    let mut random = Random::new(seed, u64::MAX);
    (0..len).map(|_| random.below(256) as u8).collect()
}

/// The odometer visits each representative of a tiny size exactly once.
pub fn every_representative_once<P: Problem>(problem: &P) {
    let Some(enumeration) = problem.enumeration() else { return };
    let mut visited = 0;
    let mut last: Option<Size> = None;
    for size in (enumeration.tiny_sizes)(problem) {
        assert!(last.is_none_or(|last| last < size), "tiny sizes must ascend");
        last = Some(size);
        let mut seen = HashSet::new();
        let mut odometer = Odometer::new();
        while odometer.start() {
            let instance = (enumeration.generate)(problem, Scope::Tiny, size, &mut odometer);
            assert_eq!(problem.size(&instance), size);
            let text = canonical(problem, std::slice::from_ref(&instance));
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
pub fn texts<P: Problem>(problem: &P) {
    for scope in SCOPES {
        for (instance, mut random) in samples(problem, scope, 12) {
            let mut cases = vec![instance.clone()];
            if problem.about().limits.batch > 1 {
                for _ in 0..random.below(4) {
                    let other = like(problem, scope, &instance, &mut random);
                    if problem.batch_key(&other) == problem.batch_key(&instance) {
                        cases.push(other);
                    }
                }
            }
            let mut free_zero = String::new();
            write(problem, &cases, Layout::Free, &mut Zeros, &mut free_zero);
            assert_eq!(free_zero, canonical(problem, &cases), "Zeros must give the canonical text");
            assert_reads(problem, &free_zero, &cases);
            for layout in [Layout::Contest, Layout::Free] {
                let mut text = String::new();
                write(problem, &cases, layout, &mut random, &mut text);
                assert_reads(problem, &text, &cases);
                let is_contest = layout == Layout::Free || problem.in_contest_layout(&cases, &text);
                assert!(is_contest, "not taken for its own contest layout:\n{text}");
                let mut solved = Vec::new();
                let mut printed = String::new();
                let refused = problem
                    .solve_all(&cases)
                    .iter()
                    .any(|answer| problem.print(answer, &mut printed).is_err());
                let result = problem.solve_text(Box::new(text.as_bytes()), &mut solved);
                assert_eq!(result.is_err(), refused, "solve_text: {result:?} for\n{text}");
                if !refused {
                    assert_eq!(String::from_utf8_lossy(&solved), printed, "solve_text for\n{text}");
                }
            }
        }
    }
}

fn assert_reads<P: Problem>(problem: &P, text: &str, cases: &[P::Instance]) {
    match parse(problem, text.as_bytes()) {
        Ok(read) => assert_eq!(read, cases, "read back otherwise:\n{text}"),
        Err(error) => panic!("refused its own text: {error}\n{text}"),
    }
}

/// The reader and the solver as a whole program refuse the same texts, with
/// the same message, and neither panics: damaged texts and plain noise.
pub fn refused_texts_agree<P: Problem>(problem: &P) {
    let compare = |text: &[u8]| {
        let read = parse(problem, text).err();
        let solved = match problem.solve_text(Box::new(text), &mut Vec::new()) {
            Err(crate::problem::TextError::Input(error)) => Some(error),
            Err(crate::problem::TextError::Refused(..)) => return,
            _ => None,
        };
        assert_eq!(read, solved, "for the text\n{}", String::from_utf8_lossy(text));
    };
    for (instance, mut random) in samples(problem, Scope::Small, 13) {
        let mut text = String::new();
        write(problem, &[instance], Layout::Free, &mut random, &mut text);
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

/// Every candidate of `simpler` is valid and strictly smaller.
pub fn simpler_is_smaller<P: Problem>(problem: &P) {
    for scope in SCOPES {
        for (instance, _) in samples(problem, scope, 14).take(40) {
            let whole = order(problem, &instance);
            // Each edit of a text costs as much as reading all of it.
            let most = match problem.simpler(&instance) {
                Some(_) => CANDIDATES,
                None => CANDIDATES.min(TEXTS / whole.2.len().max(1)).max(1),
            };
            for candidate in simpler(problem, &instance).take(most) {
                let smaller = order(problem, &candidate);
                assert!(smaller < whole, "not smaller:\n{}\nthan\n{}", smaller.2, whole.2);
                assert_reads(problem, &smaller.2, std::slice::from_ref(&candidate));
            }
        }
    }
}

/// `neighbour` makes valid instances of a similar size.
pub fn neighbours_are_valid<P: Problem>(problem: &P) {
    for scope in SCOPES {
        for (instance, mut random) in samples(problem, scope, 15) {
            let (before, after) = {
                let other = problem.neighbour(&instance, &mut random);
                assert_reads(
                    problem,
                    &canonical(problem, std::slice::from_ref(&other)),
                    std::slice::from_ref(&other),
                );
                (problem.size(&instance), problem.size(&other))
            };
            assert!(before.is_near(after), "{before:?} to {after:?}");
        }
    }
}

/// The solver agrees with every oracle that can follow.
pub fn solver_agrees_with_oracles<P: Problem>(problem: &P) {
    let mut compared = 0;
    for scope in [Scope::Tiny, Scope::Small] {
        for (instance, _) in samples(problem, scope, 16) {
            let answer = problem.solve(&instance);
            for oracle in problem.oracles() {
                if (oracle.cost)(problem, &instance).is_some_and(|cost| cost <= AFFORDABLE) {
                    compared += 1;
                    assert_eq!(
                        (oracle.run)(problem, &instance),
                        answer,
                        "oracle {} (left), solver (right), on\n{}",
                        oracle.name,
                        canonical(problem, std::slice::from_ref(&instance))
                    );
                }
            }
        }
    }
    assert!(compared >= SAMPLES, "only {compared} comparisons: the oracles are too dear");
}

/// The judge accepts what `print` makes, does not panic on noise, and refuses
/// an empty output where something is wanted.
pub fn judge_is_sound<P: Problem>(problem: &P) {
    for (instance, mut random) in samples(problem, Scope::Small, 17) {
        let answer = problem.solve(&instance);
        let mut text = String::new();
        if problem.print(&answer, &mut text).is_err() {
            continue;
        }
        let (cases, want) = (std::slice::from_ref(&instance), std::slice::from_ref(&answer));
        let judge = |got: &[u8]| problem.judge(cases, want, got);
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
pub fn relations_hold<P: Problem>(problem: &P) {
    for relation in problem.relations() {
        for (instance, mut random) in samples(problem, Scope::Full, 18).take(40) {
            let answer = problem.solve(&instance);
            if let Err(why) = (relation.check)(problem, &instance, &answer, &mut random, &|case| {
                problem.solve(case)
            }) {
                panic!("relation {}: {why}\n{}", relation.name, canonical(problem, &[instance]));
            }
        }
    }
}

/// The generator reaches every listed behaviour.
pub fn every_behaviour_occurs<P: Problem>(problem: &P) {
    let behaviours = problem.about().behaviours;
    let all = behaviours.len();
    let mut counts = vec![0u64; all];
    for i in 0..UNTIL_SEEN {
        let mut random = Random::new(19, i);
        let mut cases = vec![problem.generate(Scope::Small, &mut random)];
        if problem.about().limits.batch > 1 && i % 8 == 0 {
            cases.push(cases[0].clone());
        }
        let mut text = String::new();
        write(problem, &cases, Layout::Free, &mut random, &mut text);
        let mut seen = Seen::default();
        problem.observe(&cases, &text, &mut seen);
        for behaviour in seen.iter() {
            counts[behaviour] += 1;
        }
        if i >= 2_000 && counts.iter().all(|count| *count > 0) {
            return;
        }
    }
    let missing: Vec<_> =
        behaviours.iter().zip(&counts).filter(|(_, count)| **count == 0).map(|(b, _)| b).collect();
    assert!(missing.is_empty(), "never seen in {UNTIL_SEEN} instances: {missing:?}");
}

/// Every mutant differs from the solver somewhere.
pub fn every_mutant_is_found<P: Problem>(problem: &P) {
    for mutant in problem.mutants() {
        let found = (0..UNTIL_FOUND).any(|i| {
            let mut random = Random::new(20, i);
            let instance = problem.generate(Scope::Small, &mut random);
            let want = problem.solve(&instance);
            match mutant.program {
                // A panic counts as found, but would end the search here.
                Program::Cases(run) => {
                    std::panic::catch_unwind(AssertUnwindSafe(|| run(problem, &instance)))
                        .map_or(true, |answer| answer != want)
                }
                Program::Text(run) => {
                    let mut text = String::new();
                    let mut printed = String::new();
                    write(problem, &[instance], Layout::Free, &mut random, &mut text);
                    problem.print(&want, &mut printed).is_ok()
                        && run(problem, &text).map_or(true, |output| output != printed)
                }
            }
        });
        assert!(found, "mutant {} was not found in {UNTIL_FOUND} instances", mutant.name);
    }
}
