//! How fast campaigns are, and what they spend their time on.

use crate::timing::{Program, cpu, digits, seconds, side_by_side};
use crate::{SEED, config, table};
use duipai::any::AnyProblem;
use duipai::check::{show, try_print_all};
use duipai::choices::{Random, Zeros};
use duipai::document::Document;
use duipai::hash::hash;
use duipai::problem::{self, Layout, Problem, Scope, Seen};
use duipai::problems::{Fishing, Pigs, Poker, Split, Strategy};
use duipai::subject::SubjectSpec;
use duipai::text;
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
    if chosen(Fishing::NAME) {
        rows.push(row::<Fishing>(&Fishing, out));
    }
    if chosen(Pigs::NAME) {
        rows.push(row::<Pigs>(&Pigs, out));
    }
    if chosen(Poker::NAME) {
        rows.push(row::<Poker>(&Poker, out));
    }
    if chosen(Split::NAME) {
        rows.push(row::<Split>(&Split, out));
    }
    if chosen(Strategy::NAME) {
        rows.push(row::<Strategy>(&Strategy, out));
    }
    table::print(
        "Campaign at Small scope, one thread, our solver against its references. rate: instances\n\
         for each second of CPU time in a real run. Then the time for one instance and its parts, each timed alone:\n\
         make (instance and text), solver, oracles, reading the text back (read), the solver as a\n\
         whole program (text), looking for behaviours (observe), canonical text and hashes (book).\n\
         harness: the share of all but solver, text and oracles. mistake: the mean of the planted\n\
         mistakes' own time, and the rate with one of them as subject, by adding up the parts.",
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
            "mistake",
            "rate with it",
        ],
        &rows,
    );
}

fn row<P: Problem>(problem: &dyn AnyProblem, out: &Path) -> Vec<String> {
    let one = |index: u64| {
        let mut random = Random::new(SEED, index);
        let size = P::draw_size(Scope::Small, &mut random);
        (P::generate(Scope::Small, size, &mut random), random)
    };
    // Documents about as campaigns make them.
    let mut documents: Vec<(Vec<P::Instance>, Random)> = Vec::new();
    for (case, random) in (0..CASES).map(one) {
        let open = documents.iter_mut().find(|(cases, _)| {
            cases.len() < P::LIMITS.batch.min(TOGETHER)
                && cases.first().map(P::batch_key) == Some(P::batch_key(&case))
        });
        match open {
            Some((cases, _)) => cases.push(case),
            None => documents.push((vec![case], random)),
        }
    }
    let laid_out = |(cases, random): &(Vec<P::Instance>, Random)| {
        Document::<P>::laid_out(cases.clone(), Layout::Free, &mut random.clone())
    };
    let texts: Vec<Document<P>> = documents.iter().map(laid_out).collect();
    let cases: Vec<&P::Instance> = texts.iter().flat_map(|document| &document.cases).collect();
    let answers: Vec<Vec<P::Answer>> = texts.iter().map(|d| P::solve_all(&d.cases)).collect();
    let mut buffer = Vec::new();
    let phases: [Box<dyn FnMut() + '_>; 8] = [
        Box::new(|| {
            (0..CASES).map(one).for_each(|case| drop(black_box(case)));
            documents.iter().map(laid_out).for_each(|document| drop(black_box(document)));
        }),
        Box::new(|| texts.iter().for_each(|d| drop(black_box(P::solve_all(&d.cases))))),
        Box::new(|| {
            for case in &cases {
                for oracle in P::oracles() {
                    if (oracle.cost)(case).is_some_and(|cost| cost <= ORACLE_BUDGET) {
                        black_box((oracle.run)(case));
                    }
                }
            }
        }),
        Box::new(|| {
            for document in &texts {
                let read = text::parse::<P>(document.text.as_bytes());
                black_box(read.is_ok_and(|read| read == document.cases));
            }
        }),
        Box::new(|| {
            for (document, answers) in texts.iter().zip(&answers) {
                buffer.clear();
                let _ = P::solve_text(Box::new(document.text.as_bytes()), &mut buffer);
                let want = try_print_all::<P>(answers);
                black_box(want.is_ok_and(|want| want.as_bytes() == buffer));
            }
        }),
        Box::new(|| {
            for document in &texts {
                let mut seen = Seen::default();
                P::observe(&document.cases, &document.text, &mut seen);
                black_box(seen);
            }
        }),
        Box::new(|| {
            for (document, answers) in texts.iter().zip(&answers) {
                let mut text = String::new();
                for (case, answer) in document.cases.iter().zip(answers) {
                    text.clear();
                    P::write(std::slice::from_ref(case), Layout::Contest, &mut Zeros, &mut text);
                    black_box(hash(text.as_bytes()));
                    text.clear();
                    show::<P>(answer, &mut text);
                    black_box(hash(text.as_bytes()));
                }
            }
        }),
        Box::new(|| {
            for mistake in P::mistakes() {
                for document in &texts {
                    match mistake.program {
                        problem::Program::Cases(run) => {
                            document.cases.iter().for_each(|case| drop(black_box(run(case))));
                        }
                        problem::Program::Text(run) => drop(black_box(run(&document.text))),
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
    let &[make, solver, oracles, read, text, observe, book, mistakes] = best.as_slice() else {
        return Vec::new();
    };
    let mistake = mistakes / P::mistakes().len().max(1) as f64;
    let all = make + solver + oracles + read + text + observe + book;
    let harness = make + read + observe + book;
    let rate = rate(problem, all, out);
    let with_mistake = 1.0 / (make + solver + mistake + observe + book);
    let mut row = vec![P::NAME.to_owned(), format!("{rate:.0}/s")];
    row.push(seconds(1.0 / rate));
    row.extend([make, solver, oracles, read, text, observe, book].map(seconds));
    row.push(format!("{} %", digits(100.0 * harness / all)));
    row.push(seconds(mistake));
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
