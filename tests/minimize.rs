//! From a failing input to the smallest one: every mistake of every problem,
//! many starting points.

use duipai::check::{Check, Checker, Failure};
use duipai::choices::Random;
use duipai::document::Document;
use duipai::minimize::{Claim, Minimized, Options, Outcome, minimize};
use duipai::problem::{Layout, Problem, Scope, Size};
use duipai::problems::{Fishing, Pigs, Poker, Split, Strategy};
use duipai::subject::{LimitOverrides, Subject};
use duipai::text::canonical;
use duipai::watch::Slot;
use std::collections::BTreeMap;
use std::time::Duration;

/// A limit that is never reached: on a slow machine a test takes longer, and
/// means the same.
const TIME: Duration = Duration::from_secs(600);

fn checker<P: Problem>(subject: &str) -> Checker<P> {
    let subject = Subject::find(&subject.parse().unwrap(), LimitOverrides::default());
    Checker { subject: subject.unwrap(), oracle_budget: Duration::from_millis(20) }
}

fn failure<P: Problem>(checker: &Checker<P>, document: &Document<P>) -> Option<Failure> {
    match checker.check(document, &Slot::default(), &|| false) {
        Check::Failed(failure) => Some(*failure),
        Check::Passed(_) => None,
        Check::Trouble(why) => panic!("{why}"),
    }
}

/// The first failing document of a seed, in free layout.
fn failing<P: Problem>(checker: &Checker<P>, seed: u64) -> Document<P> {
    let documents = (0..100_000).map(|index| {
        let mut random = Random::new(seed, index);
        let size = P::draw_size(Scope::Small, &mut random);
        let case = P::generate(Scope::Small, size, &mut random);
        Document::laid_out(vec![case], Layout::Free, &mut random)
    });
    documents
        .into_iter()
        .find(|document| failure(checker, document).is_some())
        .expect("the generator finds every mistake")
}

fn minimized<P: Problem>(
    checker: &Checker<P>,
    document: &Document<P>,
    options: Options,
    threads: usize,
) -> Box<Minimized<P>> {
    let slots: Vec<Slot> = (0..threads).map(|_| Slot::default()).collect();
    match minimize(checker, document, options, &slots, &|| false) {
        Outcome::Minimized(minimized) => minimized,
        Outcome::Trouble(why) => panic!("{why}"),
        _ => panic!("the document fails: {}", document.text),
    }
}

/// No step of `simpler` fails in the same way. A result in another layout than
/// the canonical one needs that layout.
fn assert_one_minimal<P: Problem>(checker: &Checker<P>, result: &Minimized<P>) {
    let verdict = &result.failure.judgement.verdict;
    let fails = |document: &Document<P>| {
        failure(checker, document).is_some_and(|failure| failure.judgement.verdict == *verdict)
    };
    assert!(fails(&result.document));
    let [case] = &result.document.cases[..] else { panic!("one instance fails alone") };
    for simpler in P::simpler(case) {
        let document = Document::canonical(vec![simpler]);
        assert!(!fails(&document), "{} also fails:\n{}", result.document.text, document.text);
    }
    let canonical = Document::canonical(result.document.cases.clone());
    assert!(canonical.text == result.document.text || !fails(&canonical));
}

/// Every mistake of a problem from many starting points: 1-minimal everywhere,
/// one fixture wherever it is called the smallest possible.
fn every_mistake<P: Problem>(seeds: u64, exhaust: Duration) {
    let options = Options { time: TIME, exhaust, layout: Layout::Free };
    for mistake in P::mistakes() {
        let checker = checker::<P>(&format!("mistake:{}", mistake.name));
        let mut results: BTreeMap<String, (u64, Claim)> = BTreeMap::new();
        let mut proved = Vec::new();
        for seed in 0..seeds {
            let document = failing(&checker, seed);
            let result = minimized(&checker, &document, options, 2);
            if std::env::var_os("DUIPAI_TABLE").is_some() {
                println!("{} {}: {}", P::NAME, mistake.name, result.figures);
            }
            assert_one_minimal(&checker, &result);
            let text = result.document.text.to_string();
            assert_ne!(result.figures.claim, Claim::Unfinished);
            if matches!(result.figures.claim, Claim::Smallest { .. }) {
                proved.push((text.clone(), result.figures.claim));
            }
            results.entry(text).or_insert((0, result.figures.claim)).0 += 1;
        }
        if std::env::var_os("DUIPAI_TABLE").is_some() {
            println!("{} {}: {results:#?}", P::NAME, mistake.name);
        }
        proved.dedup();
        assert!(proved.len() < 2, "{}: {proved:?}", mistake.name);
    }
}

#[test]
fn fishing() {
    every_mistake::<Fishing>(20, TIME);
}

#[test]
fn pigs() {
    every_mistake::<Pigs>(5, TIME);
}

#[test]
fn poker() {
    every_mistake::<Poker>(20, TIME);
}

#[test]
fn split() {
    every_mistake::<Split>(20, TIME);
}

#[test]
fn strategy() {
    every_mistake::<Strategy>(20, Duration::from_secs(2));
}

/// A game at the limit of the contest.
#[test]
fn a_large_game_becomes_a_small_one() {
    for mistake in Pigs::mistakes() {
        let checker = checker::<Pigs>(&format!("mistake:{}", mistake.name));
        let large = (0..20_000)
            .map(|index| {
                let mut random = Random::new(9, index);
                Pigs::generate(Scope::Full, Size(10, 2_000), &mut random)
            })
            .map(|game| Document::canonical(vec![game]))
            .find(|document| failure(&checker, document).is_some());
        let Some(large) = large else { panic!("{}: no large game shows it", mistake.name) };
        // The limit holds on two idle cores as well as on a busy machine: what
        // is not reached in it is not reached.
        let time = Duration::from_secs(30);
        let options = Options { time, exhaust: time / 3, layout: Layout::Free };
        let result = minimized(&checker, &large, options, 2);
        if std::env::var_os("DUIPAI_TABLE").is_some() {
            println!("pigs {}: {}\n{}", mistake.name, result.figures, result.document.text);
        }
        let Size(pigs, cards) = Pigs::size(&result.document.cases[0]);
        let text = canonical::<Pigs>(&result.document.cases);
        assert!(pigs <= 3 && cards <= 12, "{}:\n{text}", mistake.name);
    }
}
