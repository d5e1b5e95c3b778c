//! The solvers beside the references and the textbook programs.

use crate::timing::{Program, Time, digits, seconds, side_by_side};
use crate::{SEED, baselines::Baseline, table};
use duipai::choices::Random;
use duipai::document::Document;
use duipai::problem::{Oracle, Problem, Scope, Size};
use duipai::problems::{Fishing, Pigs, Poker, Split, Strategy};
use duipai::testbed::affordable_oracle;
use std::hint::black_box;
use std::time::Duration;

/// Time for one row of the table.
const BUDGET: Duration = Duration::from_secs(1);

/// A reference may take this long for one instance.
const PATIENCE: Duration = Duration::from_secs(3);

/// A reference or textbook program gets only as many instances as it can do in
/// about this time.
const SHARE: Duration = Duration::from_millis(200);

/// Measures and prints all rows.
pub(crate) fn run(chosen: &dyn Fn(&str) -> bool) {
    let mut rows = Vec::new();
    if chosen("fishing") {
        rows.push(row(&Fishing, "Small", &small(&Fishing, 400)));
        rows.push(row(&Fishing, "n = 12", &sized(&Fishing, Size(12, 0), 1)));
        rows.push(row(&Fishing, "n = 99", &sized(&Fishing, Size(99, 0), 1)));
    }
    if chosen("pigs") {
        rows.push(row(&Pigs, "Small", &small(&Pigs, 400)));
        rows.push(row(&Pigs, "10 pigs, 2,000 cards", &sized(&Pigs, Size(10, 2000), 100)));
    }
    if chosen("poker") {
        rows.push(row(&Poker, "Small", &small(&Poker, 400)));
        rows.push(row(&Poker, "T = 20,000", &small(&Poker, 20_000)));
    }
    if chosen("split") {
        rows.push(row(&Split, "Small", &small(&Split, 400)));
        rows.push(row(&Split, "11 cards", &sized(&Split, Size(11, 0), 50)));
        rows.push(row(&Split, "14 cards", &sized(&Split, Size(14, 0), 5)));
    }
    if chosen("strategy") {
        rows.push(row(&Strategy, "Small", &small(&Strategy, 400)));
        rows.push(row(&Strategy, "10 programs", &sized(&Strategy, Size(10, 50), 100)));
        rows.push(row(&Strategy, "300 programs", &sized(&Strategy, Size(300, 1500), 1)));
    }
    table::print(
        "Time for one instance. solver: in process, many at once; text: the solver as a whole\n\
         program in process, text in, text out; reference: the most trusted oracle that can follow;\n\
         textbook: benches/baselines. Best of several samples (median of the solver's in\n\
         parentheses); ratios of best to best, how many times as long as the solver.",
        &[
            "problem",
            "instances",
            "solver",
            "(median)",
            "text",
            "reference",
            "textbook",
            "reference/solver",
            "textbook/solver",
        ],
        &rows,
    );
}

/// The first cases of a campaign.
fn small<P: Problem>(problem: &P, count: u64) -> Vec<P::Instance> {
    let cases = (0..count).map(|index| {
        let mut random = Random::new(SEED, index);
        problem.generate(Scope::Small, &mut random)
    });
    cases.collect()
}

/// Instances of one size.
fn sized<P: Problem>(problem: &P, size: Size, count: u64) -> Vec<P::Instance> {
    let make = |index| {
        let sized = problem.enumeration().expect("generation by size").generate;
        sized(problem, Scope::Full, size, &mut Random::new(SEED, index))
    };
    (0..count).map(make).collect()
}

fn row<P: Baseline>(problem: &P, what: &str, cases: &[P::Instance]) -> Vec<String> {
    // Documents as the format allows them.
    let mut documents: Vec<Document<P>> = Vec::new();
    for case in cases {
        let fits = |last: &Document<P>| {
            last.cases.len() < problem.about().limits.batch
                && last.cases.first().map(|case| problem.batch_key(case))
                    == Some(problem.batch_key(case))
        };
        match documents.last_mut().filter(|last| fits(last)) {
            Some(last) => last.cases.push(case.clone()),
            None => documents.push(Document { cases: vec![case.clone()], text: "".into() }),
        }
    }
    let documents: Vec<_> = documents
        .into_iter()
        .map(|document| Document::canonical(problem, document.cases))
        .collect();
    let mut text_out = Vec::new();
    let mut programs = vec![
        Program {
            instances: cases.len(),
            run: Box::new(|| {
                for document in &documents {
                    black_box(problem.solve_all(black_box(&document.cases)));
                }
            }),
        },
        Program {
            instances: cases.len(),
            run: Box::new(|| {
                for document in &documents {
                    text_out.clear();
                    // Unending games are refused, which takes time as well.
                    let _ = problem.solve_text(Box::new(document.text.as_bytes()), &mut text_out);
                }
            }),
        },
    ];
    let oracle = |case: &P::Instance| affordable_oracle(problem, case, PATIENCE);
    // The same program for all instances of a row, so that the mean means
    // something: the first that can follow every one of them.
    let common = problem.oracles().iter().find(|oracle: &&Oracle<P>| {
        cases.iter().all(|case| (oracle.cost)(problem, case).is_some_and(|cost| cost <= PATIENCE))
    });
    if common.is_some() {
        let cost = |case: &P::Instance| oracle(case).map(|(_, cost)| cost).unwrap_or_default();
        let few = &cases[..as_many(cases, cost)];
        programs.push(Program {
            instances: few.len(),
            run: Box::new(move || {
                for case in few {
                    if let Some((oracle, _)) = oracle(case) {
                        black_box((oracle.run)(problem, black_box(case)));
                    }
                }
            }),
        });
    }
    let few = &cases[..as_many(cases, P::baseline_cost)];
    programs.push(Program {
        instances: few.len(),
        run: Box::new(move || few.iter().for_each(|case| P::baseline(black_box(case)))),
    });
    let mut times = side_by_side(&mut programs, BUDGET);
    let unknown = Time { best: f64::NAN, median: f64::NAN };
    let textbook = times.pop().unwrap_or(unknown);
    let reference = if common.is_some() { times.pop().unwrap_or(unknown) } else { unknown };
    let (solver, text) = (times[0], times[1]);
    vec![
        problem.about().name.to_string(),
        what.to_owned(),
        seconds(solver.best),
        format!("({})", seconds(solver.median)),
        seconds(text.best),
        seconds(reference.best),
        seconds(textbook.best),
        digits(reference.best / solver.best),
        digits(textbook.best / solver.best),
    ]
}

/// How many of the first instances fit into [`SHARE`], at least one.
fn as_many<I>(cases: &[I], cost: impl Fn(&I) -> Duration) -> usize {
    let mut total = Duration::ZERO;
    let fit = cases.iter().take_while(|case| {
        total += cost(case);
        total <= SHARE
    });
    fit.count().max(1)
}
