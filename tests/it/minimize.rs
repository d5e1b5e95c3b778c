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
use duipai::verdict::{Crash, Verdict};
use duipai::watch::Slot;
use std::collections::BTreeMap;
use std::time::Duration;

/// A limit that is never reached: on a slow machine a test takes longer, and
/// means the same.
const TIME: Duration = Duration::from_secs(600);

fn checker<P: Problem>(subject: &str) -> Checker<P> {
    duipai::process::use_spawner(env!("CARGO_BIN_EXE_duipai"));
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
        let checker = checker::<P>(&format!("mutant:{}", mistake.name));
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
    every_mistake::<Pigs>(20, TIME);
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
    every_mistake::<Strategy>(20, Duration::from_millis(100));
}

/// A game at the limit of the contest.
#[test]
fn a_large_game_becomes_a_small_one() {
    for mistake in Pigs::mistakes() {
        let checker = checker::<Pigs>(&format!("mutant:{}", mistake.name));
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

/// The result and the way to it, whatever the number of threads.
#[test]
fn threads_change_nothing() {
    fn same<P: Problem>(name: &str, seed: u64) {
        let checker = checker::<P>(&format!("mutant:{name}"));
        let document = failing(&checker, seed);
        let options = Options { time: TIME, exhaust: TIME, layout: Layout::Free };
        let [one, four] = [1, 4].map(|threads| minimized(&checker, &document, options, threads));
        assert_eq!(one.document.text, four.document.text);
        assert_eq!(one.failure, four.failure);
        assert_eq!(
            (one.figures.steps, one.figures.claim),
            (four.figures.steps, four.figures.claim)
        );
    }
    same::<Pigs>("kept-weapon", 1);
    same::<Pigs>("self-nullify", 2);
    same::<Poker>("wheel-ace-high", 3);
    same::<Split>("mirror-at-first-value", 4);
    same::<Strategy>("hash-ends-anywhere", 5);
    same::<Fishing>("product-in-32-bits", 6);
}

// ---- programs outside of this process ----

/// An example program; `None` where its interpreter is missing.
fn example(interpreter: &str, name: &str) -> Option<String> {
    let runs = std::process::Command::new(interpreter)
        .arg("--version")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
    let there = interpreter == "sh" || runs.is_ok_and(|status| status.success());
    let path = format!("{}/examples/subjects/{name}", env!("CARGO_MANIFEST_DIR"));
    there.then(|| {
        if interpreter.contains('+') { path.clone() } else { format!("{interpreter} '{path}'") }
    })
}

/// A shell script in a folder of its own, which `{}` stands for.
fn script(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("subject.sh");
    std::fs::write(&path, text.replace("{}", &folder.path().display().to_string())).unwrap();
    let command = format!("sh '{}'", path.display());
    (folder, command)
}

const CONTEST: Options =
    Options { time: TIME, exhaust: Duration::from_secs(60), layout: Layout::Contest };

fn document<P: Problem>(text: &str) -> Document<P> {
    Document::read(text).unwrap()
}

#[test]
fn state_left_over_from_an_earlier_case_needs_a_list() {
    let Some(subject) = example("python3", "fishing_state.py") else { return };
    let checker = checker::<Fishing>(&subject);
    // Three deals of which the last fails after the first.
    let deals =
        "2 3\n1 1 2 2\n3 4 5 6\n3 4 5 6\n1 2 3 4\n1 2 3 4\n5 5 6 6\n1 3 5 6\n1 2 3 4\n2 4 5 6\n";
    let mut list = document::<Fishing>(deals).cases;
    list.push(document::<Fishing>("2 1\n1 1 2 3\n2 3 4 5\n4 5 6 6\n").cases.remove(0));
    let list = Document::canonical(list);
    let result = minimized(&checker, &list, CONTEST, 2);
    let cases = &result.document.cases;
    assert_eq!(cases.len(), 2, "{}", result.document.text);
    for case in cases {
        let alone = Document::<Fishing>::canonical(vec![case.clone()]);
        assert_eq!(failure(&checker, &alone), None, "{}", alone.text);
    }
    assert_eq!(result.figures.to, "2 instances");
    assert_eq!(result.figures.claim, Claim::OneMinimal);
}

#[test]
fn a_crash_keeps_its_signal() {
    let Some(subject) = example("sh", "split_crash.sh") else { return };
    let checker = checker::<Split>(&subject);
    let result = minimized(&checker, &document("13 2 7 7 1 9 4\n"), CONTEST, 2);
    assert_eq!(*result.document.text, *"1 1 1 1 1\n");
    assert_eq!(result.failure.judgement.verdict, Verdict::Re(Crash::Signal(11)));
}

/// A program that fails in every other run.
#[test]
fn a_failure_that_does_not_repeat_is_flaky() {
    let (_folder, subject) = script(
        "echo >>'{}/runs'\n\
         [ $(($(wc -l <'{}/runs') % 2)) = 0 ] || echo nonsense\n",
    );
    let checker = checker::<Split>(&subject);
    // Without a scheme nothing is printed.
    let outcome =
        minimize(&checker, &document("1 2 4 8\n"), CONTEST, &[Slot::default()], &|| false);
    let Outcome::Flaky { failed, of, failure } = outcome else { panic!("it is flaky") };
    assert_eq!((failed, of), (5, 10));
    assert_eq!(failure.judgement.verdict, Verdict::Wa);
}

/// A program that begins to be right when the descent is under way.
#[test]
fn a_failure_that_stops_to_repeat_on_the_way_is_flaky() {
    let (_folder, subject) = script(
        "echo >>'{}/runs'\n\
         [ $(wc -l <'{}/runs') -gt 4 ] || echo nonsense\n",
    );
    let checker = checker::<Split>(&subject);
    let outcome =
        minimize(&checker, &document("1 2 4 8\n"), CONTEST, &[Slot::default()], &|| false);
    let Outcome::Flaky { failed, of, .. } = outcome else { panic!("it is flaky") };
    assert_eq!((failed, of), (0, 10));
}

#[test]
fn a_time_limit_exceeded_once_is_no_verdict() {
    let (_folder, subject) = script(
        "[ -e '{}/again' ] && exit\n\
         touch '{}/again'\n\
         while :; do :; done\n",
    );
    let checker = checker::<Split>(&subject);
    assert_eq!(failure(&checker, &document("1 2 4 8\n")), None);
}

/// Only what the statement promises: with 11 cards at most.
#[test]
fn other_peoples_programs_get_promised_instances_only() {
    let (folder, subject) = script("wc -w >>'{}/sizes'\necho nonsense\n");
    let checker = checker::<Split>(&subject);
    let result = minimized(&checker, &document("3 1 2 4 4 9 9 8 7 2 1\n"), CONTEST, 2);
    assert_eq!(*result.document.text, *"1\n");
    assert_eq!(result.figures.claim, Claim::Smallest { among: 13 });
    let sizes = std::fs::read_to_string(folder.path().join("sizes")).unwrap();
    assert!(sizes.lines().all(|size| (1..=11).contains(&size.trim().parse().unwrap())));
}

/// A program that is wrong where a line is broken, as contest layout allows.
#[test]
fn a_layout_of_the_contest_shrinks_within_the_contest() {
    // Nobody plays against a single program: its total is 0.
    let (_folder, subject) = script(
        "text=$(cat)\n\
         case $text in *'\n'THEN*) echo nonsense;; '#') ;; *) echo '  0';; esac\n",
    );
    let checker = checker::<Strategy>(&subject);
    let text = "IF MY LAST1=TRADE AND\nYOUR LAST2#NULL\nTHEN  IF MY LAST2=CHEAT THEN TRADE\n\
                ELSE CHEAT ELSE\nTRADE.\n#\n";
    let result = minimized(&checker, &document(text), CONTEST, 2);
    assert_eq!(*result.document.text, *"IF MY LAST1#NULL\nTHEN CHEAT ELSE CHEAT.\n#\n");
    assert_eq!(result.figures.claim, Claim::OneMinimal);
}

#[test]
fn compiled_programs() {
    let Some(source) = example("g++", "poker_wheel.cpp") else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("wheel").display().to_string();
    let status =
        std::process::Command::new("g++").args(["-O2", "-o", &program, &source]).status().unwrap();
    assert!(status.success());
    let checker = checker::<Poker>(&shlex::try_quote(&program).unwrap());
    // A deal of the same mistake in process, behind one on which it is right.
    let own = self::checker::<Poker>("mutant:no-wheel");
    let mut deals = vec![document::<Poker>("1\n2C 3D\n4H 5S\n7C 8D 9H JS QC KD\n").cases.remove(0)];
    deals.extend(failing(&own, 1).cases);
    let result = minimized(&checker, &Document::canonical(deals), CONTEST, 2);
    assert_one_minimal(&checker, &result);
    assert_eq!(result.document.cases.len(), 1);
    assert!(result.document.text.contains('A'), "{}", result.document.text);
}
