//! Our solver against anybody's program, both as whole processes on the same
//! generated inputs, run in turn:
//!
//! ```text
//! cargo bench --bench compare -- PROBLEM PROGRAM [--large]
//! ```
//!
//! PROGRAM is a path. It gets the input on standard input and prints the
//! answer. Its outputs are judged; a wrong one is said so and still timed.
//! `--large` includes inputs beyond what the contest allows where programs of
//! others usually break.

use duipai::choices::Random;
use duipai::problem::text::canonical;
use duipai::problem::{Problem, Scope, Size};
use duipai::problems::{Fishing, Pigs, Poker, Split, Strategy};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// The seed of all inputs.
const SEED: u64 = 20_260_101;
/// Each program runs this often on an input at least …
const FEWEST_RUNS: usize = 3;
/// … and at most, within this time for both.
const MOST_RUNS: usize = 100;
const BUDGET: Duration = Duration::from_millis(400);

fn main() -> ExitCode {
    let (flags, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with('-'));
    let [problem, program] = words.as_slice() else {
        // `cargo bench` runs every bench.
        println!("compare: cargo bench --bench compare -- PROBLEM PROGRAM [--large]");
        return ExitCode::SUCCESS;
    };
    let large = flags.iter().any(|flag| flag == "--large");
    let done = match problem.as_str() {
        "fishing" => fishing(program),
        "pigs" => pigs(program),
        "poker" => poker(program),
        "split" => split(program, large),
        "strategy" => strategy(program),
        other => {
            eprintln!("compare: no problem `{other}`");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compare: {error}");
            ExitCode::FAILURE
        }
    }
}

fn fishing(program: &str) -> io::Result<()> {
    let deals: Vec<_> = (0..10).map(|i| sized(&Fishing, Size(99, 0), i)).collect();
    compare(&Fishing, "n = 99, T = 10", &[deals], program)
}

fn poker(program: &str) -> io::Result<()> {
    let deals: Vec<_> = (0..100_000).map(|index| drawn(&Poker, index)).collect();
    compare(&Poker, "T = 100,000", &[deals], program)
}

fn strategy(program: &str) -> io::Result<()> {
    let lists = |size, count| (0..count).map(move |i| vec![sized(&Strategy, size, i)]);
    let kept = |list: &Vec<_>| list.iter().all(|list| Strategy.promised(list).is_ok());
    let ten: Vec<_> = lists(Size(10, 50), 20).filter(kept).collect();
    compare(&Strategy, "10 programs", &ten, program)?;
    let many: Vec<_> = lists(Size(1000, 3000), 1).collect();
    compare(&Strategy, "1,000 programs", &many, program)
}

fn pigs(program: &str) -> io::Result<()> {
    let kept = |game: &Vec<_>| game.iter().all(|game| Pigs.promised(game).is_ok());
    let small: Vec<_> = (0..40).map(|i| vec![drawn(&Pigs, i)]).filter(kept).collect();
    compare(&Pigs, "small games", &small, program)?;
    let full = |i: u64| vec![sized(&Pigs, Size(2 + i % 9, 2000), i)];
    let full: Vec<_> = (0..40).map(full).filter(kept).collect();
    compare(&Pigs, "2,000 cards", &full, program)
}

fn split(program: &str, large: bool) -> io::Result<()> {
    let cards = |count, inputs| (0..inputs).map(move |i| vec![sized(&Split, Size(count, 0), i)]);
    compare(&Split, "11 cards", &cards(11, 20).collect::<Vec<_>>(), program)?;
    if large {
        compare(&Split, "24 cards", &cards(24, 1).collect::<Vec<_>>(), program)?;
    }
    Ok(())
}

/// An instance of this size.
fn sized<P: Problem>(problem: &P, size: Size, index: u64) -> P::Instance {
    let sized = problem.enumeration().expect("generation by size").generate;
    sized(problem, Scope::Full, size, &mut Random::new(SEED, index))
}

/// A case of a campaign at Small scope.
fn drawn<P: Problem>(problem: &P, index: u64) -> P::Instance {
    let mut random = Random::new(SEED, index);
    problem.generate(Scope::Small, &mut random)
}

/// Runs both programs on each document and prints the sums of the best times,
/// and the ratio on the worst document.
fn compare<P: Problem>(
    problem: &P,
    what: &str,
    documents: &[Vec<P::Instance>],
    program: &str,
) -> io::Result<()> {
    let mut totals = [Used::default(); 2];
    let (mut worst, mut wrong) = (f64::INFINITY, 0);
    for cases in documents {
        let text = canonical(problem, cases);
        let mut input = tempfile::tempfile()?;
        input.write_all(text.as_bytes())?;
        let mut output = tempfile::tempfile()?;
        run(program, &[], &input, &output)?;
        output.seek(SeekFrom::Start(0))?;
        let mut printed = Vec::new();
        output.read_to_end(&mut printed)?;
        let judgement = problem.judge(cases, &problem.solve_all(cases), &printed);
        if !judgement.verdict.is_ac() {
            wrong += 1;
            println!("  {what}: {}: {}", judgement.verdict, judgement.message);
        }
        let mut best = [Used::MOST; 2];
        let start = Instant::now();
        for round in 0..MOST_RUNS {
            if round >= FEWEST_RUNS && start.elapsed() > BUDGET {
                break;
            }
            let ours = run(
                env!("CARGO_BIN_EXE_duipai"),
                &["solve", &problem.about().name],
                &input,
                &output,
            )?;
            best[0] = best[0].min(ours);
            best[1] = best[1].min(run(program, &[], &input, &output)?);
        }
        worst = worst.min(best[1].wall / best[0].wall);
        for (total, best) in totals.iter_mut().zip(best) {
            *total = total.plus(best);
        }
    }
    let [ours, other] = totals;
    let count = documents.len() as f64;
    println!(
        "{:9} {what:16} {count:3} input(s), for each: ours {:.2} ms wall, {:.2} ms CPU; \
         other {:.2} ms wall, {:.2} ms CPU; ratio {:.2} wall, {:.2} CPU; worst input {worst:.2}{}",
        problem.about().name,
        1e3 * ours.wall / count,
        1e3 * ours.cpu / count,
        1e3 * other.wall / count,
        1e3 * other.cpu / count,
        other.wall / ours.wall,
        other.cpu / ours.cpu,
        if wrong > 0 { format!("; WRONG on {wrong}") } else { String::new() },
    );
    Ok(())
}

/// What a run used, in seconds.
#[derive(Debug, Clone, Copy, Default)]
struct Used {
    wall: f64,
    cpu: f64,
}

impl Used {
    const MOST: Self = Self { wall: f64::INFINITY, cpu: f64::INFINITY };

    fn min(self, other: Self) -> Self {
        Self { wall: self.wall.min(other.wall), cpu: self.cpu.min(other.cpu) }
    }

    fn plus(self, other: Self) -> Self {
        Self { wall: self.wall + other.wall, cpu: self.cpu + other.cpu }
    }
}

/// Runs a program from file to file.
fn run(program: &str, args: &[&str], input: &File, output: &File) -> io::Result<Used> {
    let (mut input, mut output) = (input.try_clone()?, output.try_clone()?);
    input.seek(SeekFrom::Start(0))?;
    output.seek(SeekFrom::Start(0))?;
    output.set_len(0)?;
    let mut command = Command::new(program);
    command.args(args).stdin(input).stdout(output).stderr(Stdio::null());
    let start = Instant::now();
    let used = command.spawn()?.wait4()?.rusage;
    let wall = start.elapsed().as_secs_f64();
    Ok(Used { wall, cpu: (used.utime + used.stime).as_secs_f64() })
}
