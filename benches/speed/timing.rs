//! Times of programs that are to be compared.

use std::time::{Duration, Instant};

/// A program and the number of instances that one run of it answers.
pub(crate) struct Program<'a> {
    pub(crate) instances: usize,
    pub(crate) run: Box<dyn FnMut() + 'a>,
}

/// Time for one instance.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Time {
    /// Of the fastest sample: the time without anybody's interference.
    pub(crate) best: f64,
    /// Of the sample in the middle: how much interference there was.
    pub(crate) median: f64,
}

/// A sample takes at least this long: far above the clock's resolution, and
/// short enough to fit between two interruptions.
const SAMPLE: Duration = Duration::from_millis(2);

/// More samples than this do not make the best one better.
const MOST_SAMPLES: usize = 40;

/// With fewer than this, one slow moment would decide.
const FEWEST_SAMPLES: usize = 5;

/// Times the programs in turn, sample by sample, so that a slow moment of the
/// machine strikes all of them alike. They end when `budget` is used up, but not
/// before [`FEWEST_SAMPLES`], save for a program that is itself too dear.
pub(crate) fn side_by_side(programs: &mut [Program<'_>], budget: Duration) -> Vec<Time> {
    let start = Instant::now();
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); programs.len()];
    let mut runs: Vec<u32> = Vec::new();
    for (program, samples) in programs.iter_mut().zip(&mut samples) {
        // The first run also makes tables and warms caches.
        let first = once(program, 1);
        let each = first * program.instances as f64;
        runs.push((SAMPLE.as_secs_f64() / each).clamp(1.0, 1e6).ceil() as u32);
        if each > SAMPLE.as_secs_f64() {
            samples.push(first);
        }
    }
    for round in 0..MOST_SAMPLES {
        for ((program, samples), runs) in programs.iter_mut().zip(&mut samples).zip(&runs) {
            // A program whose one run takes much of the budget is not run again.
            let dear = samples.first().is_some_and(|first| {
                first * program.instances as f64 > budget.as_secs_f64() / 10.0
            });
            let wanted = start.elapsed() < budget || round < FEWEST_SAMPLES;
            if samples.is_empty() || !dear && wanted {
                samples.push(once(program, *runs));
            }
        }
    }
    samples.into_iter().map(Time::of).collect()
}

fn once(program: &mut Program<'_>, runs: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..runs {
        (program.run)();
    }
    start.elapsed().as_secs_f64() / f64::from(runs) / program.instances.max(1) as f64
}

impl Time {
    fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_unstable_by(f64::total_cmp);
        let median = samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN);
        Self { best: samples.first().copied().unwrap_or(f64::NAN), median }
    }
}

/// Seconds in words of three digits: `1.23 µs`.
pub(crate) fn seconds(time: f64) -> String {
    let (value, unit) = match time {
        t if t.is_nan() => return "–".to_owned(),
        t if t < 1e-6 => (t * 1e9, "ns"),
        t if t < 1e-3 => (t * 1e6, "µs"),
        t if t < 1.0 => (t * 1e3, "ms"),
        t => (t, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// A number with about three digits.
pub(crate) fn digits(value: f64) -> String {
    match value {
        v if v.is_nan() => "–".to_owned(),
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

/// The CPU time of this process in seconds so far, where the system tells it in
/// /proc; else the time since the first call. A machine with other work to do
/// takes longer for a run, not more of this.
pub(crate) fn cpu() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let wall = || START.get_or_init(Instant::now).elapsed().as_secs_f64();
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else { return wall() };
    // The name, in parentheses, may hold blanks; user and system time are the
    // twelfth and thirteenth word behind it, in hundredths of a second.
    let words = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    let ticks: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    if ticks.len() == 2 { ticks.iter().sum::<f64>() / 100.0 } else { wall() }
}
