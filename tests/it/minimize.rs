//! From a failing input to the smallest one: every mutant of every problem,
//! many starting points.

use crate::common::of_size;
use duipai::choices::Random;
use duipai::document::Document;
use duipai::failure::Failure;
use duipai::minimize::{Claim, Minimized, Options, Outcome, minimize};
use duipai::problem::text::{canonical, simpler};
use duipai::problem::{Layout, Problem, Scope, Size};
use duipai::problems::*;
use duipai::subject::LimitOverrides;
use duipai::testbed::{Check, Testbed};
use duipai::verdict::{Crash, Verdict};
use duipai::watch::Slot;
use std::collections::BTreeMap;
use std::time::Duration;

/// A limit that is never reached: on a slow machine a test takes longer, and
/// means the same.
const TIME: Duration = Duration::from_secs(600);

fn testbed<P: Problem>(problem: &P, subject: &str) -> Testbed<P> {
    duipai::process::use_spawner(env!("CARGO_BIN_EXE_duipai"));
    let (subject, limits) = (subject.parse().unwrap(), LimitOverrides::default());
    Testbed::new(problem, &subject, limits, Duration::from_millis(20)).unwrap()
}

fn failure<P: Problem>(testbed: &Testbed<P>, document: &Document<P>) -> Option<Failure> {
    match testbed.test(document, &Slot::default(), &|| false) {
        Check::Failed(failure) => Some(*failure),
        Check::Passed(_) => None,
        Check::Trouble(why) => panic!("{why}"),
    }
}

/// The first failing document of a seed, in free layout.
fn failing<P: Problem>(testbed: &Testbed<P>, seed: u64) -> Document<P> {
    let problem = &testbed.problem;
    let documents = (0..100_000).map(|index| {
        let mut random = Random::new(seed, index);
        let case = problem.generate(Scope::Small, &mut random);
        Document::laid_out(problem, vec![case], Layout::Free, &mut random)
    });
    documents
        .into_iter()
        .find(|document| failure(testbed, document).is_some())
        .expect("the generator finds every mutant")
}

fn minimized<P: Problem>(
    testbed: &Testbed<P>,
    document: &Document<P>,
    options: Options,
    threads: usize,
) -> Box<Minimized<P>> {
    let slots: Vec<Slot> = (0..threads).map(|_| Slot::default()).collect();
    match minimize(testbed, document, None, options, &slots, &|| false) {
        Outcome::Minimized(minimized) => minimized,
        Outcome::Trouble(why) => panic!("{why}"),
        _ => panic!("the document fails: {}", document.text),
    }
}

/// No step of `simpler` fails in the same way. A result in another layout than
/// the canonical one needs that layout.
fn assert_one_minimal<P: Problem>(testbed: &Testbed<P>, result: &Minimized<P>) {
    let problem = &testbed.problem;
    let fails = |document: &Document<P>| {
        failure(testbed, document).is_some_and(|failure| result.failure.includes(&failure))
    };
    assert!(fails(&result.document));
    let [case] = &result.document.cases[..] else { panic!("one instance fails alone") };
    for one in simpler(problem, case) {
        let document = Document::canonical(problem, vec![one]);
        assert!(!fails(&document), "{} also fails:\n{}", result.document.text, document.text);
    }
    let canonical = Document::canonical(problem, result.document.cases.clone());
    assert!(canonical.text == result.document.text || !fails(&canonical));
}

/// Every mutant of a problem from many starting points: 1-minimal everywhere,
/// one fixture wherever it is called the smallest possible.
fn every_mutant<P: Problem>(problem: &P, seeds: u64, exhaust: Duration) {
    let options = Options { time: TIME, exhaust, layout: Layout::Free, made: None };
    for mutant in problem.mutants() {
        let testbed = testbed(problem, &format!("mutant:{}", mutant.name));
        let mut results: BTreeMap<String, (u64, Claim)> = BTreeMap::new();
        let mut proved = Vec::new();
        for seed in 0..seeds {
            let document = failing(&testbed, seed);
            let result = minimized(&testbed, &document, options, 2);
            if std::env::var_os("DUIPAI_TABLE").is_some() {
                println!("{} {}: {}", problem.about().name, mutant.name, result.figures);
            }
            assert_one_minimal(&testbed, &result);
            let text = result.document.text.to_string();
            assert_ne!(result.figures.claim, Claim::Unfinished);
            if matches!(result.figures.claim, Claim::Smallest { .. }) {
                proved.push((text.clone(), result.figures.claim));
            }
            results.entry(text).or_insert((0, result.figures.claim)).0 += 1;
        }
        if std::env::var_os("DUIPAI_TABLE").is_some() {
            println!("{} {}: {results:#?}", problem.about().name, mutant.name);
        }
        proved.dedup();
        assert!(proved.len() < 2, "{}: {proved:?}", mutant.name);
    }
}

macro_rules! every_mutant_of {
    ([$($module:ident $problem:ident),*]) => {$(
        #[test]
        fn $module() {
            every_mutant(&$problem, 20, exhaust_time(stringify!($module)));
        }
    )*};
}
duipai::with_problems!(every_mutant_of);

/// For visiting everything at the end. Of strategy the next larger size has
/// millions: it is begun and given up.
fn exhaust_time(problem: &str) -> Duration {
    if problem == "strategy" { Duration::from_millis(100) } else { TIME }
}

/// A game at the limit of the contest.
#[test]
fn a_large_game_becomes_a_small_one() {
    for mutant in Pigs.mutants() {
        let testbed = testbed(&Pigs, &format!("mutant:{}", mutant.name));
        let large = (0..20_000)
            .map(|index| {
                let mut random = Random::new(9, index);
                of_size(&Pigs, Scope::Full, Size(10, 2_000), &mut random)
            })
            .map(|game| Document::canonical(&Pigs, vec![game]))
            .find(|document| failure(&testbed, document).is_some());
        let Some(large) = large else { panic!("{}: no large game shows it", mutant.name) };
        // The limit holds on two idle cores as well as on a busy machine: what
        // is not reached in it is not reached.
        let time = Duration::from_secs(30);
        let options = Options { time, exhaust: time / 3, layout: Layout::Free, made: None };
        let result = minimized(&testbed, &large, options, 2);
        if std::env::var_os("DUIPAI_TABLE").is_some() {
            println!("pigs {}: {}\n{}", mutant.name, result.figures, result.document.text);
        }
        let Size(pigs, cards) = Pigs.size(&result.document.cases[0]);
        let text = canonical(&Pigs, &result.document.cases);
        assert!(pigs <= 3 && cards <= 12, "{}:\n{text}", mutant.name);
    }
}

/// The result and the way to it, whatever the number of threads.
#[test]
fn threads_change_nothing() {
    fn same<P: Problem>(problem: &P, name: &str, seed: u64) {
        let testbed = testbed(problem, &format!("mutant:{name}"));
        let document = failing(&testbed, seed);
        let options = Options { time: TIME, exhaust: TIME, layout: Layout::Free, made: None };
        let [one, four] = [1, 4].map(|threads| minimized(&testbed, &document, options, threads));
        assert_eq!(one.document.text, four.document.text);
        assert_eq!(one.failure, four.failure);
        assert_eq!(
            (one.figures.steps, one.figures.claim),
            (four.figures.steps, four.figures.claim)
        );
    }
    macro_rules! same_of_each {
        ([$($module:ident $problem:ident),*]) => {
            $(same(&$problem, $problem.mutants()[0].name, 1);)*
        };
    }
    duipai::with_problems!(same_of_each);
    same(&Strategy, "hash-ends-anywhere", 5);
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
    Options { time: TIME, exhaust: Duration::from_secs(60), layout: Layout::Contest, made: None };

fn document<P: Problem>(testbed: &Testbed<P>, text: &str) -> Document<P> {
    Document::read(&testbed.problem, text).unwrap()
}

#[test]
fn state_left_over_from_an_earlier_case_needs_a_list() {
    let Some(subject) = example("python3", "fishing_state.py") else { return };
    let testbed = testbed(&Fishing, &subject);
    // Three deals of which the last fails after the first.
    let deals =
        "2 3\n1 1 2 2\n3 4 5 6\n3 4 5 6\n1 2 3 4\n1 2 3 4\n5 5 6 6\n1 3 5 6\n1 2 3 4\n2 4 5 6\n";
    let mut list = Document::read(&Fishing, deals).unwrap().cases;
    list.push(
        Document::read(&Fishing, "2 1\n1 1 2 3\n2 3 4 5\n4 5 6 6\n").unwrap().cases.remove(0),
    );
    let list = Document::canonical(&Fishing, list);
    let result = minimized(&testbed, &list, CONTEST, 2);
    let cases = &result.document.cases;
    assert_eq!(cases.len(), 2, "{}", result.document.text);
    for case in cases {
        let alone = Document::canonical(&Fishing, vec![case.clone()]);
        assert_eq!(failure(&testbed, &alone), None, "{}", alone.text);
    }
    assert_eq!(result.figures.to, "2 instances");
    assert_eq!(result.figures.claim, Claim::OneMinimal);
}

#[test]
fn a_crash_keeps_its_signal() {
    let Some(subject) = example("sh", "split_crash.sh") else { return };
    let testbed = testbed(&Split, &subject);
    let result = minimized(&testbed, &document(&testbed, "13 2 7 7 1 9 4\n"), CONTEST, 2);
    assert_eq!(*result.document.text, *"1 1 1 1 1\n");
    assert_eq!(result.failure.judgement.verdict, Verdict::Re(Crash::Signal(11)));
}

/// Two exceptions, both exit code 1, on different instances: the first is what is
/// minimised, and the other one, met on the way, is kept beside it.
#[test]
fn a_crash_keeps_its_exception() {
    let (_folder, subject) = script(
        "set -- $(cat)\n\
         trace() { printf 'Traceback (most recent call last):\\n  a\\n%s\\n' \"$1\" >&2; exit 1; }\n\
         [ $# -lt 5 ] || trace \"KeyError: $1\"\n\
         [ \"$*\" != 1 ] || trace 'ZeroDivisionError: division by zero'\n",
    );
    let testbed = testbed(&Split, &subject);
    let result = minimized(&testbed, &document(&testbed, "1 2 4 8 13\n"), CONTEST, 1);
    assert_eq!(*result.document.text, *"1 1 1 1 1\n");
    let verdict = result.failure.judgement.verdict.to_string();
    assert_eq!(verdict, "RE (KeyError, exit code 1)");
    let met = |what: &str| {
        result.others.iter().find(|(_, other)| other.judgement.verdict.to_string().contains(what))
    };
    // The descent did not go on below five cards, of which none gives the other.
    assert!(met("KeyError").is_none());
    assert!(met("exit code 1").is_none_or(|(document, _)| *document.text == *"1\n"));
}

/// While a wrong answer is minimised, candidates on which the program hangs cost
/// a few times what the failing run took, not the contest's limit.
#[test]
fn candidates_that_hang_are_not_waited_for() {
    let (_folder, subject) = script(&format!(
        "set -- $(cat)\n\
         [ $# -lt 5 ] || {{ echo 7; exit; }}\n\
         [ \"$*\" != '1 1 1 1' ] || exec sleep 1000\n\
         echo \"$*\" | '{}' solve split\n",
        env!("CARGO_BIN_EXE_duipai")
    ));
    let (spec, limits) = (
        subject.parse().unwrap(),
        LimitOverrides { time: Some(Duration::from_secs(300)), ..LimitOverrides::default() },
    );
    duipai::process::use_spawner(env!("CARGO_BIN_EXE_duipai"));
    let testbed = Testbed::new(&Split, &spec, limits, Duration::from_millis(20)).unwrap();
    let start = std::time::Instant::now();
    let result = minimized(&testbed, &document(&testbed, "1 2 4 8 13 13\n"), CONTEST, 1);
    assert_eq!(*result.document.text, *"1 1 1 1 1\n");
    assert!(start.elapsed() < Duration::from_secs(300), "the limit was waited for");
}

/// A program that fails in every other run.
#[test]
fn a_failure_that_does_not_repeat_is_flaky() {
    let (_folder, subject) = script(
        "echo >>'{}/runs'\n\
         [ $(($(wc -l <'{}/runs') % 2)) = 0 ] || echo nonsense\n",
    );
    let testbed = testbed(&Split, &subject);
    // Without a scheme nothing is printed.
    let document = document(&testbed, "1 2 4 8\n");
    let outcome = minimize(&testbed, &document, None, CONTEST, &[Slot::default()], &|| false);
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
    let testbed = testbed(&Split, &subject);
    let document = document(&testbed, "1 2 4 8\n");
    let outcome = minimize(&testbed, &document, None, CONTEST, &[Slot::default()], &|| false);
    let Outcome::Flaky { failed, of, .. } = outcome else { panic!("it is flaky") };
    // Three and ten.
    assert_eq!((failed, of), (3, 13));
}

#[test]
fn a_time_limit_exceeded_once_is_no_verdict() {
    let (_folder, subject) = script(
        "[ -e '{}/again' ] && exit\n\
         touch '{}/again'\n\
         while :; do :; done\n",
    );
    let testbed = testbed(&Split, &subject);
    assert_eq!(failure(&testbed, &document(&testbed, "1 2 4 8\n")), None);
}

/// Only what the statement promises: with 11 cards at most.
#[test]
fn other_peoples_programs_get_promised_instances_only() {
    let (folder, subject) = script("wc -w >>'{}/sizes'\necho nonsense\n");
    let testbed = testbed(&Split, &subject);
    let result = minimized(&testbed, &document(&testbed, "3 1 2 4 4 9 9 8 7 2 1\n"), CONTEST, 2);
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
    let testbed = testbed(&Strategy, &subject);
    let text = "IF MY LAST1=TRADE AND\nYOUR LAST2#NULL\nTHEN  IF MY LAST2=CHEAT THEN TRADE\n\
                ELSE CHEAT ELSE\nTRADE.\n#\n";
    let result = minimized(&testbed, &document(&testbed, text), CONTEST, 2);
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
    let testbed = testbed(&Poker, &shlex::try_quote(&program).unwrap());
    // A deal of the same mutant in process, behind one on which it is right.
    let own = self::testbed(&Poker, "mutant:no-wheel");
    let mut deals = vec![
        Document::read(&Poker, "1\n2C 3D\n4H 5S\n7C 8D 9H JS QC KD\n").unwrap().cases.remove(0),
    ];
    deals.extend(failing(&own, 1).cases);
    let result = minimized(&testbed, &Document::canonical(&Poker, deals), CONTEST, 2);
    assert_one_minimal(&testbed, &result);
    assert_eq!(result.document.cases.len(), 1);
    assert!(result.document.text.contains('A'), "{}", result.document.text);
}
