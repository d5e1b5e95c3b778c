//! How fast campaigns are, and what they spend their time on.

use crate::timing::{Program, cpu, digits, seconds, side_by_side};
use crate::{SEED, config, table};
use duipai::any::AnyProblem;
use duipai::choices::{Random, Zeros};
use duipai::document::Document;
use duipai::hash::hash;
use duipai::problem::text;
use duipai::problem::text::{print_all, show};
use duipai::problem::{self, Layout, Problem, Scope, Seen};
use duipai::problems;
use duipai::subject::SubjectSpec;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

/// Instances on which phases are timed.
const CASES: u64 = 512;
/// Instances that a document of a format with several holds on average.
const TOGETHER: usize = 4;
/// Time for all phases of a problem.
const BUDGET: Duration = Duration::from_secs(3);
/// What campaigns allow an oracle for one instance.
const ORACLE_BUDGET: Duration = Duration::from_millis(20);

/// Measures and prints all rows.
pub(crate) fn run(chosen: &dyn Fn(&str) -> bool, out: &Path) {
    let mut rows = Vec::new();
    macro_rules! rows {
        ([$($module:ident $problem:ident),*]) => {$(
            if chosen(stringify!($module)) {
                rows.push(row(&problems::$problem, out));
            }
        )*};
    }
    duipai::with_problems!(rows);
    table::print(
        "Campaign at Small scope, one thread, our solver against its references. rate: instances\n\
         for each second of CPU time in a real run. Then the time for one instance and its parts, each timed alone:\n\
         make (instance and text), solver, oracles, reading the text back (read), the solver as a\n\
         whole program (text), looking for behaviours (observe), canonical text and hashes (book).\n\
         harness: the share of all but solver, text and oracles. mutant: the mean of the planted\n\
         mutants' own time, and the rate with one of them as subject, by adding up the parts.",
        &[
            "problem",
            "rate",
            "instance",
            "make",
            "solver",
            "oracles",
            "read",
            "text",
            "observe",
            "book",
            "harness",
            "mutant",
            "rate with it",
        ],
        &rows,
    );
}

fn row<P: Problem>(problem: &P, out: &Path) -> Vec<String> {
    let one = |index: u64| {
        let mut random = Random::new(SEED, index);
        (problem.generate(Scope::Small, &mut random), random)
    };
    // Documents about as campaigns make them.
    let mut documents: Vec<(Vec<P::Instance>, Random)> = Vec::new();
    for (case, random) in (0..CASES).map(one) {
        let open = documents.iter_mut().find(|(cases, _)| {
            cases.len() < problem.about().limits.batch.min(TOGETHER)
                && cases.first().map(|case| problem.batch_key(case))
                    == Some(problem.batch_key(&case))
        });
        match open {
            Some((cases, _)) => cases.push(case),
            None => documents.push((vec![case], random)),
        }
    }
    let laid_out = |(cases, random): &(Vec<P::Instance>, Random)| {
        Document::laid_out(problem, cases.clone(), Layout::Free, &mut random.clone())
    };
    let texts: Vec<Document<P>> = documents.iter().map(laid_out).collect();
    let cases: Vec<&P::Instance> = texts.iter().flat_map(|document| &document.cases).collect();
    let answers: Vec<Vec<P::Answer>> = texts.iter().map(|d| problem.solve_all(&d.cases)).collect();
    let mut buffer = Vec::new();
    let phases: [Box<dyn FnMut() + '_>; 8] = [
        Box::new(|| {
            (0..CASES).map(one).for_each(|case| drop(black_box(case)));
            documents.iter().map(laid_out).for_each(|document| drop(black_box(document)));
        }),
        Box::new(|| texts.iter().for_each(|d| drop(black_box(problem.solve_all(&d.cases))))),
        Box::new(|| {
            for case in &cases {
                for oracle in problem.oracles() {
                    if (oracle.cost)(problem, case).is_some_and(|cost| cost <= ORACLE_BUDGET) {
                        black_box((oracle.run)(problem, case));
                    }
                }
            }
        }),
        Box::new(|| {
            for document in &texts {
                let read = text::parse(problem, document.text.as_bytes());
                black_box(read.is_ok_and(|read| read == document.cases));
            }
        }),
        Box::new(|| {
            for (document, answers) in texts.iter().zip(&answers) {
                buffer.clear();
                let _ = problem.solve_text(Box::new(document.text.as_bytes()), &mut buffer);
                let want = print_all(problem, answers);
                black_box(want.is_ok_and(|want| want.as_bytes() == buffer));
            }
        }),
        Box::new(|| {
            for document in &texts {
                let mut seen = Seen::default();
                problem.observe(&document.cases, &document.text, &mut seen);
                black_box(seen);
            }
        }),
        Box::new(|| {
            for (document, answers) in texts.iter().zip(&answers) {
                let mut text = String::new();
                for (case, answer) in document.cases.iter().zip(answers) {
                    text.clear();
                    text::write(
                        problem,
                        std::slice::from_ref(case),
                        Layout::Contest,
                        &mut Zeros,
                        &mut text,
                    );
                    black_box(hash(text.as_bytes()));
                    text.clear();
                    show(problem, answer, &mut text);
                    black_box(hash(text.as_bytes()));
                }
            }
        }),
        Box::new(|| {
            for mutant in problem.mutants() {
                for document in &texts {
                    match mutant.program {
                        problem::Program::Cases(run) => {
                            document
                                .cases
                                .iter()
                                .for_each(|case| drop(black_box(run(problem, case))));
                        }
                        problem::Program::Text(run) => {
                            drop(black_box(run(problem, &document.text)))
                        }
                    }
                }
            }
        }),
    ];
    let mut programs: Vec<_> =
        phases.into_iter().map(|run| Program { instances: CASES as usize, run }).collect();
    let times = side_by_side(&mut programs, BUDGET);
    drop(programs);
    let best: Vec<f64> = times.iter().map(|time| time.best).collect();
    let &[make, solver, oracles, read, text, observe, book, mutants] = best.as_slice() else {
        return Vec::new();
    };
    let mutant = mutants / problem.mutants().len().max(1) as f64;
    let all = make + solver + oracles + read + text + observe + book;
    let harness = make + read + observe + book;
    let rate = rate(problem, all, out);
    let with_mistake = 1.0 / (make + solver + mutant + observe + book);
    let mut row = vec![problem.about().name.to_string(), format!("{rate:.0}/s")];
    row.push(seconds(1.0 / rate));
    row.extend([make, solver, oracles, read, text, observe, book].map(seconds));
    row.push(format!("{} %", digits(100.0 * harness / all)));
    row.push(seconds(mutant));
    row.push(format!("{with_mistake:.0}/s"));
    row
}

/// Instances for each second of CPU time, in the best of some real runs of about
/// half a second.
fn rate(problem: &dyn AnyProblem, expected: f64, out: &Path) -> f64 {
    let cases = (0.5 / expected).ceil() as u64;
    let mut best = 0.0f64;
    for _ in 0..3 {
        let config = config(SubjectSpec::Solver, SEED, cases, out);
        let Ok(mut campaign) = problem.campaign(config) else { break };
        let start = cpu();
        campaign.run(None, &|| false, &mut |_| {});
        assert_eq!(campaign.findings(), 0, "our solvers differ");
        best = best.max(cases as f64 / (cpu() - start));
    }
    best
}
