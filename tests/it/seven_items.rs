//! A problem of seven items: what it leaves out is good enough to ship.

use crate::common::program;
use duipai::campaign::{Campaign, Config, Event, Origins, Report};
use duipai::choices::{Choices, Random};
use duipai::document::Document;
use duipai::exhaust::{VisitConfig, exhaust};
use duipai::minimize::{Claim, Made, Minimized, Options, Outcome, minimize};
use duipai::problem::*;
use duipai::subject::{LimitOverrides, SubjectSpec};
use duipai::testbed::{Check, Testbed};
use duipai::watch::Slot;
use sixth_problem::Nim;
use std::fs;
use std::time::Duration;
use tempfile::tempdir;

// The example's entry point is not used here.
#[allow(dead_code)]
#[path = "../../examples/sixth_problem.rs"]
mod sixth_problem;

#[test]
fn sixty_lines_are_a_problem_that_keeps_the_laws() {
    let source = include_str!("../../examples/sixth_problem.rs");
    assert!(source.lines().count() <= 60, "{} lines", source.lines().count());
    let items = source.lines().filter(|line| line.starts_with("    fn ")).count();
    assert_eq!(items, 7);
    duipai::laws::check(&Nim);
}

/// Every verb, with a wrong program of somebody else's.
#[cfg(unix)]
#[test]
fn every_verb_works() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let nim = |arguments: &str| program("sixth_problem", path, arguments);
    fs::write(path.join("big.in"), "5\n900 12 77 7 1000000000\n").unwrap();
    fs::write(
        path.join("wrong"),
        "#!/bin/sh\nread n; read a b; [ \"$b\" ] && echo Second || echo First\n",
    )
    .unwrap();
    let run = |arguments: &str, code: i32| {
        let (was, out) = nim(arguments);
        assert_eq!(was, code, "{arguments}: {out}");
        out
    };
    let wrong = "-s 'sh wrong' --seed 1";
    assert!(run("run nim --seed 1 --time 1s", 0).contains("No disagreement"));
    let out = run(&format!("run nim {wrong}"), 1);
    assert!(out.contains("1-minimal") && out.contains("  2\n  1 2\n"), "{out}");
    let file = fs::read_dir(path.join("duipai-out/nim")).unwrap().find_map(|entry| {
        let path = entry.unwrap().path();
        path.extension().is_some_and(|ending| ending == "in").then_some(path)
    });
    let file = file.unwrap();
    let file = file.to_str().unwrap();
    let out = run("minimize nim big.in -s 'sh wrong'", 1);
    assert!(out.contains("  2\n  1 0\n") || out.contains("  2\n  1 2\n"), "{out}");
    assert!(run("exhaust nim", 0).contains("all 120 inputs"));
    assert!(run("exhaust nim -s 'sh wrong'", 1).contains("--size "));
    run(&format!("accept {file} --corpus kept"), 0);
    run(&format!("run nim {wrong} --mutate --corpus kept"), 1);
    run("replay kept -s 'sh wrong'", 1);
    run("replay kept", 0);
    assert_eq!(run(&format!("explain nim {file}"), 0), "2\n1 2\n");
    assert_eq!(run("solve nim big.in", 0), "First\n");
    assert_eq!(run(&format!("reference nim {file}"), 0), "First\n");
    fs::write(path.join("out"), "second\n").unwrap();
    assert!(run(&format!("judge nim {file} out"), 1).contains("word 1: wanted `First`"));
    assert!(run("validate nim big.in", 0).contains("valid"));
    run("generate nim --seed 1 --count 3 --out made", 0);
    assert!(run("problems", 0).contains("nim"));
}

/// A list behind a seal that depends on all of it: no change of the text alone
/// is an input.
#[derive(Clone, Default)]
struct Sealed;

fn seal(list: &[u64]) -> u64 {
    list.iter().fold(list.len() as u64, |sum, x| (sum * 31 + x) % 1_009)
}

impl Problem for Sealed {
    type Instance = Vec<u64>;
    type Answer = u64;

    fn about(&self) -> About {
        About::new("sealed")
    }

    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Vec<u64>> {
        read_one(input, |words| {
            let count = words.number("n", 1..=1_000)?;
            let list = words.numbers("x", count, 0..=1_000)?;
            let seal = seal(&list);
            words.number("the seal", seal..=seal)?;
            Ok(list)
        })
    }

    fn write(&self, cases: &[Vec<u64>], pen: &mut Pen<'_>) {
        for list in cases {
            pen.line([list.len()]);
            pen.line(list);
            pen.line([seal(list)]);
        }
    }

    fn print(&self, answer: &u64, out: &mut String) -> Result<(), Refusal> {
        out.push_str(&answer.to_string());
        Ok(())
    }

    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Vec<u64> {
        let most = if scope == Scope::Tiny { 3 } else { 30 };
        choices.list(1, most, |choices| choices.below(1_000).into())
    }

    fn solve(&self, list: &Vec<u64>) -> u64 {
        list.iter().sum()
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[Oracle {
            name: "loop",
            about: "adds them up",
            run: |_, list| {
                let mut sum = 0;
                for x in list {
                    sum += x;
                }
                sum
            },
            cost: |_, _| a_millisecond_if(true),
        }]
    }

    fn mutants(&self) -> &[Mutant<Self>] {
        &[Mutant {
            name: "twelve-large",
            about: "stops before the twelfth number from 500 on",
            program: Program::Cases(|_, list: &Vec<u64>| {
                let large = |x: &&u64| **x >= 500;
                let twelfth = list.iter().filter(large).nth(11);
                let end = twelfth.and_then(|last| list.iter().position(|x| std::ptr::eq(x, last)));
                list[..end.unwrap_or(list.len())].iter().sum()
            }),
            narrate: None,
        }]
    }
}

fn shrunk(made: bool) -> Minimized<Sealed> {
    let (subject, limits): (SubjectSpec, _) =
        ("mutant:twelve-large".parse().unwrap(), LimitOverrides::default());
    let testbed = Testbed::new(&Sealed, &subject, limits, Duration::from_millis(20)).unwrap();
    let fails = |document: &Document<Sealed>| {
        matches!(testbed.test(document, &Slot::default(), &|| false), Check::Failed(_))
    };
    let (index, document) = (0..)
        .map(|index| {
            let case = Sealed.generate(Scope::Small, &mut Random::new(7, index));
            (index, Document::canonical(&Sealed, vec![case]))
        })
        .find(|(_, document)| document.cases[0].len() > 20 && fails(document))
        .unwrap();
    let made = made.then_some(Made { seed: 7, scope: Scope::Small, from: index, to: index + 1 });
    let time = Duration::from_secs(600);
    // No other starts: they would find a small one without any way down.
    let options = Options { time, exhaust: Duration::ZERO, layout: Layout::Free, made };
    match minimize(&testbed, &document, None, options, &[Slot::default()], &|| false) {
        Outcome::Minimized(minimized) => *minimized,
        _ => panic!("{}", document.text),
    }
}

#[test]
fn what_the_text_alone_cannot_shrink_the_draws_can() {
    let by_draws = shrunk(true);
    assert_eq!(by_draws.document.cases, [[500; 12]]);
    assert_eq!(by_draws.figures.claim, Claim::OneMinimal);
    let by_text = shrunk(false);
    assert!(by_text.document.cases[0].len() > 12, "{}", by_text.document.text);
}

#[test]
fn a_campaign_hands_the_minimiser_what_was_drawn() {
    let folder = tempdir().unwrap();
    let config = Config {
        subject: "mutant:twelve-large".parse().unwrap(),
        limits: LimitOverrides::default(),
        seed: 3,
        from: 0,
        cases: Some(100_000),
        origins: Origins::Generator(Scope::Small),
        layout: Some(Layout::Contest),
        threads: 2,
        keep_going: 0,
        minimize: Some(Duration::from_secs(600)),
        out: folder.path().to_owned(),
    };
    let mut texts = Vec::new();
    let mut campaign = Campaign::new(&Sealed, config).unwrap();
    campaign.run(None, &|| false, &mut |event| {
        if let Event::Report(Report::Finding { finding, .. }) = event {
            texts.push(finding.text.to_string());
        }
    });
    assert_eq!(texts, [text::canonical(&Sealed, &[vec![500; 12]])]);
}

/// Neighbours are found by the text, or made anew where no change of it is an
/// input.
#[test]
fn neighbours_are_inputs() {
    duipai::laws::neighbours_are_valid(&Nim);
    duipai::laws::neighbours_are_valid(&Sealed);
    let mut others = std::collections::HashSet::new();
    for seed in 0..300 {
        others.insert(Nim.neighbour(&vec![3, 1], &mut Random::new(seed, 0)));
    }
    assert!(others.len() > 15, "{others:?}");
    assert!(others.iter().any(|piles| piles.len() == 3), "{others:?}");
    assert!(others.iter().any(|piles| piles.len() == 1), "{others:?}");
}

/// Without sizes, all that comes in scope tiny is visited, the smallest first; a
/// scope that is not tiny is refused.
#[test]
fn everything_of_scope_tiny_is_visited() {
    let folder = tempdir().unwrap();
    let config = VisitConfig {
        subject: SubjectSpec::Solver,
        limits: LimitOverrides::default(),
        last: None,
        threads: 2,
        minimize: None,
        out: folder.path().to_owned(),
    };
    let visit = exhaust(&Nim, &config, None, &|| false, &mut |_| ()).unwrap();
    let made: Vec<_> = visit.sizes.iter().map(|counts| counts.made).collect();
    assert_eq!(made, [3, 9, 27, 81], "lists of one to four piles of up to three");
    assert!(visit.sizes.iter().all(|counts| counts.all_made && counts.agree == counts.made));
    // A thousand million lists of three numbers.
    let refused = exhaust(&Sealed, &config, None, &|| false, &mut |_| ());
    let refused = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(
        refused.starts_with("sealed cannot be visited: its generator has more than "),
        "{refused}"
    );
}

/// Several test cases behind their number; 7 has an answer that the contest's
/// format cannot express.
#[derive(Clone, Default)]
struct Refusing;

impl Problem for Refusing {
    type Instance = u64;
    type Answer = u64;

    fn about(&self) -> About {
        let about = About::new("refusing");
        let limits = Limits { batch: 8, ..about.limits };
        about.limits(limits)
    }

    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, u64> {
        read_counted(input, 100, |words| words.number("x", 0..=9))
    }

    fn write(&self, cases: &[u64], pen: &mut Pen<'_>) {
        pen.line([cases.len()]);
        cases.iter().for_each(|x| pen.line([x]));
    }

    fn print(&self, answer: &u64, out: &mut String) -> Result<(), Refusal> {
        if *answer == 49 {
            return Err(Refusal("seven squared".to_owned()));
        }
        out.push_str(&format!("{answer}\n"));
        Ok(())
    }

    fn generate(&self, _: Scope, choices: &mut dyn Choices) -> u64 {
        choices.below(10).into()
    }

    fn solve(&self, x: &u64) -> u64 {
        x * x
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[Oracle {
            name: "sum",
            about: "adds it up",
            run: |_, x| (0..*x).map(|_| x).sum(),
            cost: |_, _| a_millisecond_if(true),
        }]
    }

    fn mutants(&self) -> &[Mutant<Self>] {
        &[Mutant {
            name: "three",
            about: "is wrong about 3",
            program: Program::Cases(|_, x| if *x == 3 { 8 } else { x * x }),
            narrate: None,
        }]
    }
}

#[test]
fn an_answer_that_cannot_be_expressed_is_in_no_file_of_answers() {
    duipai::laws::check(&Refusing);
    let folder = tempdir().unwrap();
    let mut with_seven = 0;
    for seed in 0..20 {
        let out = folder.path().join(seed.to_string());
        let config = Config {
            subject: "mutant:three".parse().unwrap(),
            limits: LimitOverrides::default(),
            seed,
            from: 0,
            cases: Some(10_000),
            origins: Origins::Generator(Scope::Small),
            layout: Some(Layout::Contest),
            threads: 1,
            keep_going: 0,
            minimize: None,
            out: out.clone(),
        };
        let mut campaign = Campaign::new(&Refusing, config).unwrap();
        campaign.run(None, &|| false, &mut |_| ());
        assert_eq!(campaign.findings(), 1);
        for entry in fs::read_dir(out.join("refusing/raw")).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            match path.extension().and_then(|ending| ending.to_str()) {
                Some("in") => with_seven += u32::from(text.lines().skip(1).any(|x| x == "7")),
                Some("ans") => assert!(!text.contains("seven"), "{text}"),
                _ => {}
            }
        }
    }
    assert!(with_seven > 0, "no document held both");
}
