//! One run: what is decided about a program while it runs and at its end.

use super::pipes::Pipes;
use super::private::{self, Left, Written};
use super::spawner::{Caps, NoReport, Order, Report, Running};
use super::system::{self, Activity, Sample};
use super::turn::Turn;
use super::{CommandLine, Limits, Outcome, Trouble};
use crate::command::{FileIo, Listing, Place, Seen};
use crate::looks::Looks;
use crate::verdict::{Crash, Verdict};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The longest time between two looks at a program's memory, its CPU time and
/// `cancel`. A look costs some 100 µs, hence one percent of a processor.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The first look; the time between looks then doubles. Programs that end
/// sooner cost no look at all.
const FIRST_LOOK: Duration = Duration::from_millis(1);

/// Who has computed for more than this fraction (1/5) of the time for which it
/// seemed to sleep is no sleeper: it works in bursts that looks may miss.
const BURSTS: u32 = 5;

/// A stack where memory has no limit: ten million calls of a hundred bytes. Not
/// unlimited, for a recursion without end would take the machine's memory, and
/// threads get smaller stacks then than usually.
const STACK: u64 = 1 << 30;

/// A program that writes files may write as much as to its output, but enough
/// for the caches and logs that runtimes keep.
const LEAST_FILE_LIMIT: u64 = 64 << 20;

/// Why we ended a program.
enum Stop {
    Time,
    Idle,
    Memory,
    Output,
    Trouble(Trouble),
}

impl CommandLine {
    /// Runs the program once on `input`; see the [module](super) for what is
    /// guaranteed. `cancel` is asked at least every 10 ms; when it returns true
    /// the program is killed and the verdict is `Je`.
    ///
    /// Any number of threads may do so at the same time. Everything that can go
    /// wrong is in the outcome.
    pub fn run(&self, input: &[u8], limits: &Limits, cancel: &dyn Fn() -> bool) -> Outcome {
        self.take_turn(Turn::Beside, input, limits, cancel)
    }

    /// The same while this process runs no other program: waits until those that
    /// run have ended, and lets none start. For a verdict that depends on time,
    /// or on files that several runs may share.
    pub fn run_alone(&self, input: &[u8], limits: &Limits, cancel: &dyn Fn() -> bool) -> Outcome {
        self.take_turn(Turn::Alone, input, limits, cancel)
    }

    fn take_turn(
        &self,
        turn: Turn,
        input: &[u8],
        limits: &Limits,
        cancel: &dyn Fn() -> bool,
    ) -> Outcome {
        if let Some(outcome) = self.habits().first(|| self.first(turn, input, limits, cancel)) {
            return outcome;
        }
        // Programs that write files where others of them run would disturb each
        // other.
        let shares = *self.place() == Place::Ours
            && self.habits().seen().is_some_and(|seen| !seen.files.is_empty());
        self.on_turn(if shares { Turn::Alone } else { turn }, input, limits, cancel).0
    }

    /// The first run, beside no other of this command: what is written where it
    /// runs is written by it.
    fn first(
        &self,
        turn: Turn,
        input: &[u8],
        limits: &Limits,
        cancel: &dyn Fn() -> bool,
    ) -> (Outcome, Option<Seen>) {
        let listing = || (*self.place() == Place::Ours).then(|| Listing::of(Path::new(".")));
        let before = listing();
        let (outcome, mut files) = self.on_turn(turn, input, limits, cancel);
        if let (Some(before), Some(after)) = (before, listing()) {
            files = before.written_until(&after);
        }
        // What was ended half-way shows nothing.
        let seen = (outcome.trouble.is_none()).then(|| Seen {
            files,
            silent: outcome.stdout.trim_ascii().is_empty(),
            cpu: outcome.verdict.is_ok().then_some(outcome.cpu),
        });
        (outcome, seen)
    }

    fn on_turn(
        &self,
        turn: Turn,
        input: &[u8],
        limits: &Limits,
        cancel: &dyn Fn() -> bool,
    ) -> (Outcome, Vec<String>) {
        let cancelled = || (Outcome::trouble(Trouble::Cancelled), Vec::new());
        let Some(_pass) = turn.take(cancel) else { return cancelled() };
        let none = |trouble| (Outcome::trouble(trouble), Vec::new());
        self.attempt(input, limits, cancel).unwrap_or_else(none)
    }

    fn attempt(
        &self,
        input: &[u8],
        limits: &Limits,
        cancel: &dyn Fn() -> bool,
    ) -> Result<(Outcome, Vec<String>), Trouble> {
        let prepare = |error: io::Error| Trouble::Prepare(error.to_string());
        let nothing = FileIo::default();
        let files = if let Place::Private(files) = self.place() { files } else { &nothing };
        let standard = if files.input.is_some() { &[] } else { input };
        let stdin = system::input_file(standard).map_err(prepare)?;
        let (mut pipes, [stdout, stderr]) = Pipes::new(limits.output).map_err(prepare)?;
        let start = Instant::now();
        let descriptors = [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()];
        let in_folder = |folder: &Path| private::prepare(folder, files, input);
        let mut running = Running::start(self.order(limits), &descriptors, &in_folder)?;
        // Or the pipes would never end.
        drop((stdin, stdout, stderr));

        let mut sample = Sample::default();
        let stop = watch(&running, &mut pipes, &mut sample, limits, start, cancel);
        let mut left = Left::default();
        let ended = running.reply(stop.is_some(), &mut |folder| {
            let (found, is_empty) = private::take(folder, files, limits.output);
            left = found;
            is_empty
        });
        let overflow = pipes.drain();
        let (stdout, stderr) = pipes.into_output();
        let report = match ended {
            Ok(report) => report,
            Err(NoReport::NotStarted(error)) => return Err(self.not_started(&error)),
            Err(NoReport::Lost(why)) => {
                // Why we ended it matters more than that it made difficulties.
                return Err(match stop {
                    Some(Stop::Trouble(trouble)) => trouble,
                    _ => Trouble::Lost(why),
                });
            }
        };
        let (mut stdout, mut stderr, mut overflow) = (stdout, stderr, overflow);
        match left.output {
            None => {}
            Some(Written::Content(written)) => stdout = written,
            Some(Written::TooLong(written)) => (stdout, overflow) = (written, true),
            Some(Written::Nothing(why)) => {
                stdout.clear();
                stderr.extend(format!("\nduipai: {why}\n").bytes());
            }
        }
        let stop = stop.or(overflow.then_some(Stop::Output));
        let cpu = report.cpu.max(sample.cpu);
        let peak_memory = sample.peak_memory.max(report.peak_memory);
        let (verdict, trouble) =
            match decide(stop, &report, cpu, sample.queued, peak_memory, limits) {
                Ok(verdict) => (verdict, None),
                Err(trouble) => (Err(Verdict::Je), Some(trouble)),
            };
        let wall = report.wall;
        let outcome = Outcome { verdict, stdout, stderr, wall, cpu, peak_memory, trouble };
        Ok((outcome, left.names))
    }

    fn order(&self, limits: &Limits) -> Order {
        // What all processors can do in the time: only what we cannot look at any
        // more comes that far. The number is asked for once, it costs many
        // system calls.
        static PROCESSORS: LazyLock<u32> = LazyLock::new(|| {
            let number = std::thread::available_parallelism().map_or(1, usize::from);
            u32::try_from(number).unwrap_or(u32::MAX)
        });
        // In whole seconds, and late enough that our own look comes first.
        let cpu = limits.time.saturating_mul(*PROCESSORS).as_secs().saturating_add(2);
        let words = [self.name()].into_iter().chain(self.arguments().iter().map(String::as_str));
        Order {
            program: self.program().as_os_str().to_owned(),
            words: words.map(str::to_owned).collect(),
            environment: self.environment().to_vec(),
            folder: match self.place() {
                Place::At(folder) => Some(folder.as_os_str().to_owned()),
                // Which one, is known when there is a spawner.
                Place::Ours | Place::Private(_) => None,
            },
            private: matches!(self.place(), Place::Private(_)),
            caps: Caps {
                stack: limits.memory.unwrap_or(STACK),
                file: limits.output.max(LEAST_FILE_LIMIT),
                cpu,
            },
        }
    }

    fn not_started(&self, error: &io::Error) -> Trouble {
        let (program, why) = (self.program().display().to_string(), self.why_not_started(error));
        Trouble::Start { program, why }
    }
}

impl Outcome {
    fn trouble(trouble: Trouble) -> Self {
        Self {
            verdict: Err(Verdict::Je),
            stdout: Vec::new(),
            stderr: Vec::new(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: None,
            trouble: Some(trouble),
        }
    }
}

/// Empties the pipes until the program ends (`None`) or must be stopped.
fn watch(
    running: &Running,
    pipes: &mut Pipes,
    sample: &mut Sample,
    limits: &Limits,
    start: Instant,
    cancel: &dyn Fn() -> bool,
) -> Option<Stop> {
    let (mut looks, mut moved) = (Looks::start(), false);
    // What it slept, and of that what it slept without a word.
    let (mut slept, mut idle) = (Duration::ZERO, Duration::ZERO);
    let mut pause = FIRST_LOOK;
    let mut next_look = start + pause;
    loop {
        let pause_left = next_look.saturating_duration_since(Instant::now());
        let served = match pipes.serve(running.fd(), pause_left) {
            Ok(served) => served,
            Err(error) => return Some(Stop::Trouble(Trouble::Lost(error.to_string()))),
        };
        if served.over {
            return Some(Stop::Output);
        }
        if served.ended {
            return None;
        }
        if cancel() {
            return Some(Stop::Trouble(Trouble::Cancelled));
        }
        moved |= served.moved;
        let now = Instant::now();
        if now < next_look {
            continue;
        }
        let activity = running.spawner().map_or(Activity::Busy, |spawner| sample.look(spawner));
        let passed = looks.look();
        let moved = std::mem::take(&mut moved);
        if activity == Activity::Asleep {
            slept += passed;
            idle += if moved { Duration::ZERO } else { passed };
        }
        if limits.memory.is_some_and(|most| sample.peak_memory > Some(most)) {
            return Some(Stop::Memory);
        }
        let elapsed = start.elapsed();
        if elapsed > limits.time
            && (!Sample::is_possible()
                || sample.cpu > limits.time && elapsed.saturating_sub(sample.queued) > limits.time)
        {
            return Some(Stop::Time);
        }
        if idle > limits.idle() && idle > sample.cpu * BURSTS {
            return Some(Stop::Idle);
        }
        if looks.seen() > limits.patience() {
            return Some(match activity {
                // It says a word now and then, but has slept most of the time.
                _ if slept > looks.seen() / 2 => Stop::Idle,
                Activity::Stopped => Stop::Trouble(Trouble::Stopped(limits.patience())),
                Activity::Busy | Activity::Asleep => {
                    Stop::Trouble(Trouble::Starved(limits.patience()))
                }
            });
        }
        pause = (pause * 2).min(LOOK_EVERY);
        next_look = now + pause;
    }
}

/// The verdict, from why we ended the program, if we did, and how it ended.
fn decide(
    stop: Option<Stop>,
    report: &Report,
    cpu: Duration,
    queued: Duration,
    peak_memory: Option<u64>,
    limits: &Limits,
) -> Result<Result<(), Verdict>, Trouble> {
    Ok(match stop {
        Some(Stop::Trouble(trouble)) => return Err(trouble),
        Some(Stop::Time) => Err(Verdict::Tle),
        Some(Stop::Idle) => Err(Verdict::Ile),
        Some(Stop::Memory) => Err(Verdict::Mle),
        Some(Stop::Output) => Err(Verdict::Ole),
        None if limits.memory.is_some_and(|most| peak_memory > Some(most)) => Err(Verdict::Mle),
        // It ended just before the look that would have ended it; or when nobody
        // could look.
        None if cpu > limits.time && report.wall.saturating_sub(queued) > limits.time => {
            Err(Verdict::Tle)
        }
        None if report.file_was_full => Err(Verdict::Ole),
        None => own_end(ExitStatus::from_raw(report.status)),
    })
}

/// The verdict on a program that nobody stopped.
fn own_end(status: ExitStatus) -> Result<(), Verdict> {
    Err(Verdict::Re(match (status.code(), status.signal()) {
        (Some(0), _) => return Ok(()),
        (Some(code), _) => Crash::Exit(code),
        (_, Some(signal)) => Crash::Signal(signal),
        _ => Crash::Other(status.to_string()),
    }))
}
