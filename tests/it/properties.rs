//! The properties of every problem; and that a property which does not hold is
//! found, shrunk and kept.

use arbitrary::{Arbitrary, Unstructured};
use duipai::any;
use duipai::case::Case;
use duipai::choices::{Choices, Random, Zeros};
use duipai::corpus::Fixture;
use duipai::document::Document;
use duipai::problem::text::{canonical, parse, simpler};
use duipai::problem::*;
use duipai::problems::*;
use duipai::properties::{Descent, Properties, config, documents, instances, texts};
use duipai::subject::{LimitOverrides, SubjectSpec};
use duipai::verbs::{AnswerError, ReplayJob, Replayed};
use duipai::verdict::Judgement;
use nim_in_full::{Nim, Piles};
use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use std::cell::Cell;
use std::fs;
use std::io::Write;
use std::sync::Arc;

// The example's entry point is not used here.
#[allow(dead_code)]
#[path = "../../examples/nim_in_full.rs"]
mod nim_in_full;

/// One test for each property of each problem, so that they run side by side.
macro_rules! properties_of {
    ([$($name:ident $problem:ident),*]) => {$(
        mod $name {
            use super::*;

            #[test]
            fn solver_equals_oracles() {
                Properties::default().solver_equals_oracles(&$problem);
            }

            #[test]
            fn texts_keep_their_instances() {
                Properties::default().texts_keep_their_instances(&$problem);
            }

            #[test]
            fn same_texts_are_refused() {
                Properties::default().same_texts_are_refused(&$problem);
            }

            #[test]
            fn judge_accepts_the_answer_only() {
                Properties::default().judge_accepts_the_answer_only(&$problem);
            }

            #[test]
            fn relations_hold() {
                Properties::default().relations_hold(&$problem);
            }

            #[test]
            fn bytes_make_valid_instances() {
                every_byte_string_is_a_case(&$problem);
            }

            #[test]
            fn other_peoples_programs_get_what_is_promised() {
                others_get_what_is_promised(&$problem);
            }
        }
    )*};
}

duipai::with_problems!(properties_of);
properties_of!([nim Nim]);

/// Other people's programs get the layout that is promised, and only instances
/// that the statement allows.
fn others_get_what_is_promised<P: Problem>(problem: &P) {
    for index in 0..400 {
        let mut random = Random::new(5, index);
        let cases = vec![problem.generate(Scope::Small, &mut random)];
        let [contest, free] = [Layout::Contest, Layout::Free]
            .map(|layout| Document::laid_out(problem, cases.clone(), layout, &mut random));
        if problem.promised(&cases[0]).is_err() {
            assert_eq!(contest.promised(problem, Layout::Contest).unwrap_err().0, 1);
            assert_eq!(free.promised(problem, Layout::Free).unwrap_err().0, 1);
            continue;
        }
        let given = |document: &Document<P>, layout| {
            let given = document.clone().promised(problem, layout).unwrap();
            assert_eq!(given.cases, document.cases);
            given.text
        };
        // In a promised layout it stays as it is.
        assert_eq!(given(&contest, Layout::Contest), contest.text);
        assert_eq!(given(&free, Layout::Free), free.text);
        let relaid = given(&free, Layout::Contest);
        assert!(problem.in_contest_layout(&free.cases, &relaid), "{relaid}");
        assert!(relaid == free.text || relaid == Document::canonical(problem, cases).text);
    }
}

/// Whatever the bytes, [`Case`] makes a valid instance of them.
fn every_byte_string_is_a_case<P: Problem + Default>(problem: &P) {
    let bytes = proptest::collection::vec(proptest::num::u8::ANY, 0..200);
    let plainest = problem.generate(Scope::Small, &mut Zeros);
    let Case(empty) = Case::<P>::arbitrary(&mut Unstructured::new(&[])).unwrap();
    assert_eq!(empty, plainest);
    let result = TestRunner::new(config()).run(&bytes, |bytes| {
        let case = |bytes| Case::<P>::arbitrary(&mut Unstructured::new(bytes)).unwrap();
        let Case(instance) = case(&bytes);
        assert_eq!(case(&bytes), Case(instance.clone()));
        let text = canonical(problem, std::slice::from_ref(&instance));
        assert_eq!(parse(problem, text.as_bytes()), Ok(vec![instance]), "{text}");
        Ok(())
    });
    result.unwrap();
}

// ---- the value tree ----

thread_local! {
    /// Numbers that [`below`] has made.
    static MADE: Cell<u32> = const { Cell::new(0) };
}

/// The numbers below, the smallest first.
fn below(n: &u32) -> Box<dyn Iterator<Item = u32> + '_> {
    Box::new((0..*n).inspect(|_| MADE.set(MADE.get() + 1)))
}

#[test]
fn after_a_failed_complicate_the_current_value_is_the_last_failing_one() {
    let mut tree = Descent::new(10, Arc::new(below));
    assert_eq!(tree.current(), 10);
    assert!(!tree.complicate(), "nothing is simplified yet");
    assert_eq!(tree.current(), 10);
    // Everything from 7 on fails.
    assert!(tree.simplify());
    for passing in 0..7 {
        assert_eq!(tree.current(), passing);
        assert!(tree.complicate());
    }
    assert_eq!(tree.current(), 7);
    assert!(tree.simplify(), "7 fails, and there are simpler ones");
    for passing in 0..7 {
        assert_eq!(tree.current(), passing);
        assert!(tree.complicate());
    }
    for _ in 0..2 {
        assert_eq!(tree.current(), 7, "nothing simpler is left");
        assert!(!tree.complicate());
        assert_eq!(tree.current(), 7);
        assert!(!tree.simplify());
        assert_eq!(tree.current(), 7);
    }
}

#[test]
fn simpler_values_are_made_when_they_are_asked_for() {
    MADE.set(0);
    let mut tree = Descent::new(1_000_000, Arc::new(below));
    assert_eq!(MADE.get(), 0);
    assert!(tree.simplify());
    assert_eq!(MADE.get(), 1);
    for passing in 0..300 {
        assert_eq!(tree.current(), passing);
        assert!(tree.complicate());
    }
    // Portions of 1, 1, 2, 4, … 256, each after a pass over what was seen.
    assert!(MADE.get() < 4 * 512, "{} made", MADE.get());
}

/// So are those of a problem.
#[test]
fn simpler_instances_are_made_when_they_are_asked_for() {
    let planted = Planted(NOTHING);
    for seed in 0..20 {
        let mut tree =
            instances(&planted, Scope::Full).new_tree(&mut TestRunner::new(seeded(seed))).unwrap();
        let all = simpler(&planted, &tree.current()).count();
        MADE.set(0);
        assert_eq!(tree.simplify(), all > 0);
        assert_eq!(MADE.get(), u32::from(all > 0), "of {all}");
    }
}

/// The smallest value that fails, from whatever random start.
fn shrunk<S: proptest::strategy::Strategy>(
    config: &Config,
    strategy: &S,
    fails: impl Fn(&S::Value) -> bool,
) -> S::Value {
    let test = |value| {
        if fails(&value) { Err(TestCaseError::fail("it fails")) } else { Ok(()) }
    };
    match TestRunner::new(config.clone()).run(strategy, test) {
        Err(TestError::Fail(_, value)) => value,
        other => panic!("{other:?}"),
    }
}

/// Settings under which a test always does the same.
fn seeded(seed: u64) -> Config {
    Config { cases: 2_000, rng_seed: RngSeed::Fixed(seed), ..config() }
}

#[test]
fn instances_shrink_to_a_minimum() {
    for seed in 0..20 {
        let large = |Piles(piles): &Piles| piles.iter().any(|pile| *pile >= 5);
        for scope in [Scope::Small, Scope::Full] {
            assert_eq!(shrunk(&seeded(seed), &instances(&Nim, scope), large), Piles(vec![5]));
        }
        let several = |Piles(piles): &Piles| piles.len() > 1;
        let strategy = instances(&Nim, Scope::Small);
        assert_eq!(shrunk(&seeded(seed), &strategy, several), Piles(vec![1, 1]));
        // As a part of another strategy, both parts shrink.
        let pairs = (strategy, instances(&Nim, Scope::Full));
        let least = shrunk(&seeded(seed), &pairs, |(one, two)| large(one) && large(two));
        assert_eq!(least, (Piles(vec![5]), Piles(vec![5])));
    }
}

#[test]
fn documents_and_texts_shrink_to_a_minimum() {
    for seed in 0..20 {
        let documents = documents(&Nim, Scope::Small, Layout::Free);
        // Independent of the layout: the layout becomes canonical.
        let least = shrunk(&seeded(seed), &documents, |d| d.cases[0].0.contains(&3));
        assert_eq!(&*least.text, "1 3\n");
        // Dependent: as little of it as possible is odd.
        let least = shrunk(&seeded(seed), &documents, |d| d.text.trim().lines().count() > 2);
        assert_eq!(least.text.trim().lines().count(), 3, "{least:?}");
        assert!(least.cases[0].0.len() <= 3, "{least:?}");
        assert!(least.cases[0].0.iter().all(|pile| *pile == 1), "{least:?}");
        let least = shrunk(&seeded(seed), &texts(&Nim), |text| text.0.contains(&b'Z'));
        assert_eq!(least.0, b"Z");
        let least = shrunk(&seeded(seed), &texts(&Nim), |text| text.0.len() >= 3);
        assert_eq!(least.0.len(), 3);
        assert!(!least.0.iter().any(|byte| (b'1'..=b'9').contains(byte)), "{least:?}");
    }
}

#[test]
fn a_descent_that_is_cut_short_ends_at_a_failing_value() {
    let fails = |Piles(piles): &Piles| piles.iter().any(|pile| *pile > 1_000);
    for max_shrink_iters in 0..40 {
        let config = Config { max_shrink_iters, ..seeded(1) };
        assert!(fails(&shrunk(&config, &instances(&Nim, Scope::Full), fails)));
    }
}

#[test]
fn settings_come_from_variables() {
    const OUT: &str = "DUIPAI_OUT";
    const CASES: &str = "PROPTEST_CASES";
    let set = |name| std::env::var(name).ok();
    let properties = Properties::default();
    assert_eq!(properties.out.to_str(), Some(&*set(OUT).unwrap_or("duipai-out".to_owned())));
    let cases = set(CASES).map_or(256, |cases| cases.parse().unwrap());
    assert_eq!(properties.config.cases, cases);
    assert!(properties.config.failure_persistence.is_none());
    // Variables cannot be set safely in a program with threads: once more in a
    // process that starts with others.
    if set(OUT).as_deref() != Some("elsewhere") {
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "properties::settings_come_from_variables"])
            .envs([(OUT, "elsewhere"), (CASES, "17")])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
    }
}

// ---- properties that do not hold ----

/// Nim, with something wrong.
#[derive(Clone)]
struct Planted(u8);

const WRONG_SOLVER: u8 = 0;
const PANIC: u8 = 1;
const REVERSED_IN_FREE_LAYOUT: u8 = 2;
const IGNORES_THE_REST: u8 = 3;
const LAX_JUDGE: u8 = 4;
const STRICT_JUDGE: u8 = 5;
const FALSE_RELATION: u8 = 6;
const NOTHING: u8 = u8::MAX;

impl Problem for Planted {
    type Instance = Piles;
    type Answer = bool;

    fn about(&self) -> About {
        About { name: "planted".into(), aliases: Vec::new(), ..Nim.about() }
    }

    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Piles> {
        Nim.read(input)
    }

    fn write(&self, cases: &[Piles], pen: &mut Pen<'_>) {
        let mut cases = cases.to_vec();
        let (layout, choices, _) = pen.by_hand();
        let free = layout == Layout::Free && choices.chance(1, 2);
        if self.0 == REVERSED_IN_FREE_LAYOUT && free {
            cases[0].0.reverse();
        }
        Nim.write(&cases, pen);
    }

    fn print(&self, answer: &bool, out: &mut String) -> Result<(), Refusal> {
        Nim.print(answer, out)
    }

    fn judge(&self, cases: &[Piles], want: &[bool], got: &[u8]) -> Judgement {
        let word = if want[0] { "First" } else { "Second" };
        match self.0 {
            LAX_JUDGE if got.starts_with(word.as_bytes()) => Judgement::accepted(),
            STRICT_JUDGE if got != format!("{word}\n").as_bytes() => {
                Judgement::presentation(Some(0), "not to the byte")
            }
            _ => Nim.judge(cases, want, got),
        }
    }

    fn promised(&self, instance: &Piles) -> Result<(), BrokenPromise> {
        Nim.promised(instance)
    }

    fn size(&self, instance: &Piles) -> Size {
        Nim.size(instance)
    }

    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Piles {
        Nim.generate(scope, choices)
    }

    fn enumeration(&self) -> Option<Enumeration<Self>> {
        let nim = Nim.enumeration()?;
        Some(Enumeration {
            draw_size: |_, scope, choices| (nim_sizes().draw_size)(&Nim, scope, choices),
            generate: |_, scope, size, choices| (nim_sizes().generate)(&Nim, scope, size, choices),
            tiny_sizes: |_| (nim_sizes().tiny_sizes)(&Nim),
            universe: nim.universe,
        })
    }

    fn simpler<'a>(&'a self, instance: &'a Piles) -> Option<Simplified<'a, Self>> {
        Some(Box::new(simpler(&Nim, instance).inspect(|_| MADE.set(MADE.get() + 1))))
    }

    fn neighbour(&self, instance: &Piles, choices: &mut dyn Choices) -> Piles {
        Nim.neighbour(instance, choices)
    }

    fn solve(&self, instance: &Piles) -> bool {
        match self.0 {
            WRONG_SOLVER => instance.0.iter().sum::<u32>() % 2 == 1,
            PANIC => {
                assert!(!instance.0.contains(&7), "a pile of 7");
                Nim.solve(instance)
            }
            _ => Nim.solve(instance),
        }
    }

    fn solve_text(&self, input: Input<'_>, out: &mut dyn Write) -> Result<(), TextError> {
        match Nim.solve_text(input, out) {
            Err(TextError::Input(error))
                if self.0 == IGNORES_THE_REST
                    && error.message.contains("after the only test case") =>
            {
                Ok(())
            }
            result => result,
        }
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[Oracle {
            name: "nim",
            about: "the right solver",
            run: |_, piles| Nim.solve(piles),
            cost: |_, _| Some(std::time::Duration::ZERO),
        }]
    }

    fn relations(&self) -> &[Relation<Self>] {
        &[Relation {
            name: "two equal piles",
            about: "change nothing; said to change who wins if the relation is false",
            check: |planted, Piles(piles), answer, choices, solve| {
                let pile = choices.between(1, 9);
                let more = [&piles[..], &[pile, pile]].concat();
                let wanted = *answer ^ (planted.0 == FALSE_RELATION && !piles.is_empty());
                if solve(&Piles(more)) == wanted { Ok(()) } else { Err(format!("by {pile}")) }
            },
        }]
    }

    fn observe(&self, cases: &[Piles], text: &str, seen: &mut Seen) {
        Nim.observe(cases, text, seen);
    }

    fn explain(&self, instance: &Piles, lang: Lang) -> String {
        Nim.explain(instance, lang)
    }
}

fn nim_sizes() -> Enumeration<Nim> {
    Nim.enumeration().unwrap()
}

/// A property fails: the text of the only finding, its description and what was
/// said. As a fixture, the finding fails as long as the bug is there, and passes
/// without it.
fn kept(bug: u8, property: fn(&Properties, &Planted)) -> (String, String, String) {
    let out = tempfile::tempdir().unwrap();
    let properties = Properties { config: seeded(3), out: out.path().to_owned() };
    let said = duipai::panics::catch(|| property(&properties, &Planted(bug))).unwrap_err().message;
    let inputs = duipai::store::files_below(out.path(), "in").unwrap();
    let [input] = &inputs[..] else { panic!("{inputs:?}") };
    assert_eq!(input.parent().unwrap(), out.path().join("planted"));
    let word = shlex::try_quote(input.to_str().unwrap()).unwrap();
    assert!(said.contains(&format!("duipai accept {word}")), "{said}");
    let description = fs::read_to_string(input.with_extension("desc")).unwrap();
    assert!(description.starts_with("problem: planted\nverdict: "), "{description}");
    let claims = ["1-minimal", "smallest possible among"];
    assert!(claims.iter().any(|claim| description.contains(claim)), "{description}");
    let fixture = Fixture::load(input, &[] as &[&str]).unwrap();
    let job = ReplayJob {
        subject: &SubjectSpec::Solver,
        limits: LimitOverrides::default(),
        layout: None,
        cancel: &|| false,
    };
    let replayed = any::AnyProblem::replay(&Planted(bug), &fixture, &job);
    assert!(matches!(replayed, Replayed::Failed(_)), "{replayed:?}");
    let replayed = any::AnyProblem::replay(&Planted(NOTHING), &fixture, &job);
    assert!(matches!(replayed, Replayed::Passed), "{replayed:?}");
    (fs::read_to_string(input).unwrap(), description, said)
}

#[test]
fn a_failing_property_leaves_a_minimised_finding() {
    let (text, description, said) =
        kept(WRONG_SOLVER, |p, planted| p.solver_equals_oracles(planted));
    assert_eq!(text, "1 2\n");
    assert!(description.contains("according-to: oracle nim\n"), "{description}");
    assert!(said.contains("First") && said.contains("Second"), "{said}");
    assert!(said.contains("the solver equals the oracles"), "{said}");

    let (text, description, _) = kept(PANIC, |p, planted| p.solver_equals_oracles(planted));
    assert_eq!(text, "1 7\n", "{description}");
    assert!(description.contains("RE (panic at tests/it/properties.rs:"), "{description}");
}

#[test]
fn every_property_can_fail() {
    let (text, ..) =
        kept(REVERSED_IN_FREE_LAYOUT, |p, planted| p.texts_keep_their_instances(planted));
    let mut words: Vec<_> = text.split_whitespace().collect();
    words.sort_unstable();
    assert_eq!(words, ["1", "2", "2"], "two different piles: {text}");
    // A fixture would be of other piles.
    let answer = any::AnyProblem::answer(&Planted(REVERSED_IN_FREE_LAYOUT), text.as_bytes());
    assert!(matches!(answer, Err(AnswerError::Misread(_))), "{answer:?}");
    assert!(any::AnyProblem::answer(&Planted(NOTHING), text.as_bytes()).is_ok());

    let (text, description, _) =
        kept(IGNORES_THE_REST, |p, planted| p.same_texts_are_refused(planted));
    assert_eq!(text, "0 0");
    assert!(description.contains("expected the end of the file"), "{description}");
    assert!(description.contains("\ninput: refused\n"), "{description}");

    let (text, description, _) =
        kept(LAX_JUDGE, |p, planted| p.judge_accepts_the_answer_only(planted));
    assert_eq!(text, "0\n");
    assert!(description.contains("accepts a wrong output"), "{description}");

    let (text, description, _) =
        kept(STRICT_JUDGE, |p, planted| p.judge_accepts_the_answer_only(planted));
    assert_eq!(text, "0\n");
    assert!(description.contains("not to the byte"), "{description}");

    let (text, description, _) = kept(FALSE_RELATION, |p, planted| p.relations_hold(planted));
    assert_eq!(text, "1 1\n");
    assert!(description.contains("according-to: relation two equal piles"), "{description}");
}

#[test]
fn the_planted_problem_is_right_but_for_what_was_planted() {
    let out = tempfile::tempdir().unwrap();
    let properties = Properties { config: seeded(5), out: out.path().to_owned() };
    properties.check_all(&Planted(NOTHING));
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0);
}

/// `duipai accept` keeps an input that must be refused, whatever its bytes, and
/// `duipai replay` runs it; without that line of the description it is no
/// fixture.
#[test]
fn inputs_that_must_be_refused_are_fixtures_too() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("noise.in");
    fs::write(&input, b"2 \xFF\0").unwrap();
    let duipai = |verb: &str, more: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("duipai").unwrap();
        command.current_dir(folder.path()).arg(verb).args(more).output().unwrap()
    };
    for problem in PROBLEMS {
        let problem = &*problem.info().about.name;
        fs::write(input.with_extension("desc"), format!("problem: {problem}\n")).unwrap();
        assert_eq!(duipai("accept", &["noise.in"]).status.code(), Some(2));
        assert!(!folder.path().join("corpus").exists());

        let description = format!("problem: {problem}\ninput: refused\n");
        fs::write(input.with_extension("desc"), &description).unwrap();
        let accepted = duipai("accept", &["noise.in"]);
        assert!(accepted.status.success(), "{accepted:?}");
        let replayed = duipai("replay", &["corpus"]);
        let said = String::from_utf8_lossy(&replayed.stdout);
        assert!(replayed.status.success() && said.contains("1 passed"), "{replayed:?}");

        let valid = duipai("generate", &[problem]).stdout;
        fs::write(folder.path().join("corpus").join(problem).join("noise.in"), valid).unwrap();
        let replayed = duipai("replay", &["corpus"]);
        assert_eq!(replayed.status.code(), Some(2), "a valid input is not refused: {replayed:?}");
        fs::remove_dir_all(folder.path().join("corpus")).unwrap();
    }
}
