//! Other people's programs: start one, feed it an input, collect its output,
//! hold it to limits, and leave nothing of it behind.
//!
//! ```
//! use duipai::process::{CommandLine, Limits};
//!
//! let cat = CommandLine::parse("cat")?;
//! let outcome = cat.run(b"1 2\n", &Limits::default(), &|| false);
//! assert!(outcome.verdict.is_ok());
//! assert_eq!(outcome.stdout, b"1 2\n");
//! # Ok::<(), duipai::process::CommandError>(())
//! ```
//!
//! # How a run goes
//!
//! The program becomes the leader of a process group of its own. One loop
//! around `poll` feeds and drains the three pipes, so that no order of reading
//! and writing can deadlock, and watches a pidfd for the end. **The run ends
//! when the program that was started ends**, whoever still holds its pipes:
//! what is in the output pipe at that moment is taken, what descendants might
//! write later is not waited for. Then the whole group is killed and reaped.
//!
//! Any number of threads may run programs at the same time. The pipes are
//! close-on-exec, so that no program inherits a pipe of another.
//!
//! # What is guaranteed (Linux)
//!
//! - **Wall clock.** The group is killed within milliseconds of
//!   [`Limits::wall`]; nothing that the program does to its pipes delays it.
//! - **CPU time** is what `wait4` says, to the microsecond, including
//!   descendants that the program waited for. While it runs, [`Limits::cpu`] is
//!   checked every 10 ms at most against the sum over the living descendants
//!   too; `RLIMIT_CPU`, in whole seconds and for each process alone, stands
//!   behind that.
//! - **Memory** is the peak resident set of the *largest single process* of the
//!   run, not the sum. It is sampled (`VmHWM`, which the kernel keeps, so that
//!   only growth between the last sample, at most 10 ms old, and the end is
//!   missed) and completed by `ru_maxrss` of the ended program wherever that is
//!   meaningful: it starts from the peak of the process that started it, hence
//!   a peak well above our own is never missed, and one below it may be if it
//!   came in the last 10 ms. The limit does not prevent: a program may grow
//!   beyond it for up to 10 ms before it is killed. `RLIMIT_AS` is not used,
//!   for runtimes reserve address space that they never touch.
//! - **Output.** At most [`Limits::output`] bytes are kept; one byte more ends
//!   the run. Of standard error beginning and end are kept; it counts
//!   towards no limit but the wall clock's.
//! - **Descendants** in the program's group are killed and reaped, always
//!   (unless they run as another user, whom we may not kill).
//!   Those that leave it (`setsid`, daemons) are handed to this process, which
//!   makes itself a *child subreaper*, and are told apart by a mark in their
//!   environment (the variable `DUIPAI_RUN`); they are killed and reaped too.
//!   One that leaves the group **and** loses the mark (starts another program
//!   with a fresh environment, or one of another user) is not found, nor is one
//!   that forks faster than it can be killed for a second. The limits on CPU
//!   time and file size, which are inherited, still bind it.
//!
//! All this needs a `/proc` that tells of our own processes. Without it (in some
//! containers) memory is not limited, idleness is not told from computing, and
//! descendants that leave the group are not found: see [`shortfall`].
//!
//! Resource limits are set from outside directly after the start (code between
//! `fork` and `exec` would forbid the fast `posix_spawn`), so that the first
//! fraction of a millisecond runs without them. There is no sandbox: the
//! program may read and write files, use the network, and start as many
//! processes as the system allows.
//!
//! # What a caller should know
//!
//! - Being a child subreaper is an attribute of the whole process and stays.
//!   Dead children of this process that lie in another session are reaped at
//!   the end of a run: do not start children of your own with `setsid` beside
//!   it.
//! - `SIGCHLD` must not be ignored: the system would forget how programs ended.
//! - A program that closes its standard input early raises `SIGPIPE` here.
//!   Rust's runtime ignores it; a process with a foreign `main` must do so
//!   itself.
//! - If this process dies without unwinding (`SIGKILL`), its programs live on.
//!   They are not in the terminal's foreground group and do not see Ctrl-C: on
//!   a signal, let `cancel` return true.
//!
//! On other Unixes there are no limits on memory and files, no samples, and
//! only the process group is killed.

mod ends;
mod pipes;
#[cfg_attr(not(target_os = "linux"), path = "process/system_other.rs")]
mod system;

pub use crate::command::{CommandError, CommandLine};

use crate::verdict::{Crash, Verdict};
use pipes::Pipes;
use rustix::process::{Pid, Signal};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use system::{Mark, Sample};
use wait4::{ResUse, Wait4};

/// What cannot be guaranteed on this system, if anything, in one line.
pub fn shortfall() -> Option<&'static str> {
    system::shortfall()
}

/// What a program may use in one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Time on the clock, from just before the start.
    pub wall: Duration,
    /// CPU time of the program and its descendants.
    pub cpu: Option<Duration>,
    /// Peak resident set of any one process, in bytes.
    pub memory: Option<u64>,
    /// Standard output, in bytes.
    pub output: u64,
}

impl Default for Limits {
    /// Ten seconds, as many as contests ever give; 256 MiB of output, more than
    /// any answer needs and less than harms; no other limit.
    fn default() -> Self {
        Self { wall: Duration::from_secs(10), cpu: None, memory: None, output: 256 << 20 }
    }
}

/// What came of one run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// `Ok` if the program ended by itself with exit code 0 within its limits
    /// (its output is still to be judged). Otherwise:
    ///
    /// - `Tle`: the wall clock or the CPU time ran out.
    /// - `Ile`: the wall clock ran out while the program spent less than a
    ///   tenth of the time on a processor or waiting for one.
    /// - `Mle`, `Ole`: see the limits. A file that grew beyond the limit on
    ///   files (64 MiB, or the output limit if larger) is `Ole` as well.
    /// - `Re(Signal)`, `Re(Exit)`: any other end.
    /// - `Je`: no fault of the program; [`Outcome::trouble`] says why.
    pub verdict: Result<(), Verdict>,
    /// What it wrote, up to the limit, whatever the verdict.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error; of more than 128 KiB the first and the
    /// last 64, with a line between them that says how much is left out.
    pub stderr: Vec<u8>,
    /// From just before the start to the end that was seen.
    pub wall: Duration,
    /// CPU time of the program and the descendants that are known of.
    pub cpu: Duration,
    /// Peak resident set of the largest process of the run, in bytes. `None` if
    /// it ended before anybody could look.
    pub peak_memory: Option<u64>,
    /// The reason for `Je`.
    pub trouble: Option<Trouble>,
}

/// Why a run has no verdict on the program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// `cancel` returned true.
    #[error("interrupted")]
    Cancelled,
    /// The program could not be started.
    #[error("cannot start `{program}`: {why}")]
    Start {
        /// The program's path.
        program: String,
        /// What the system says.
        why: String,
    },
    /// The program could not be watched, or survives being killed.
    #[error("lost control of the program: {0}")]
    Lost(String),
}

/// The longest time between two looks at a program's memory, its CPU time and
/// `cancel`. A look costs some 100 µs, hence one percent of a processor.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The first look; the time between looks then doubles. Programs that end
/// sooner cost no look at all.
const FIRST_LOOK: Duration = Duration::from_millis(1);

/// Out of time with less than this fraction (1/5) of the time that it did not
/// wait for a processor spent on one is idleness. A program that computes is
/// above it even if it reads and writes a lot; one that waits for input that
/// never comes is at nearly nothing, but for the start of an interpreter, which
/// may be a tenth of the shortest limit (1 s).
const IDLE_FRACTION: u32 = 5;

/// Who did not even have this fraction (1/4) of the time for running is not
/// accused of idleness.
const LEAST_FRACTION: u32 = 4;

/// Whether a program that ran out of time did nothing. Not if it is not known
/// how long it waited for a processor: then it may have tried to compute.
fn was_idle(wall: Duration, cpu: Duration, queued: Option<Duration>) -> bool {
    queued.is_some_and(|queued| {
        let could_run = wall.saturating_sub(queued);
        could_run * LEAST_FRACTION >= wall && cpu * IDLE_FRACTION < could_run
    })
}

/// How long a killed process may take to die. Only one that hangs in the kernel
/// (a dead network disk), or that we have no right to kill, takes longer.
const DEATH: Duration = Duration::from_secs(5);

/// Why we ended a program.
enum Stop {
    Wall,
    Cpu,
    Memory,
    Output,
    Trouble(Trouble),
}

impl CommandLine {
    /// Runs the program once on `input`; see the [module](self) for what is
    /// guaranteed. `cancel` is asked at least every 10 ms; when it returns true
    /// the program is killed and the verdict is `Je`.
    ///
    /// Everything that can go wrong is in the outcome.
    pub fn run(&self, input: &[u8], limits: &Limits, cancel: &dyn Fn() -> bool) -> Outcome {
        system::adopt_orphans();
        let mark = Mark::new();
        let start = Instant::now();
        let child = match self.spawn(&mark) {
            Ok(child) => child,
            Err(error) => return self.not_started(&error, start.elapsed()),
        };
        let mut leader = Leader { child, done: false };
        let mut sample = Sample::default();

        let mut pipes = match Pipes::new(&mut leader.child, input, limits.output) {
            Ok(pipes) => pipes,
            Err(error) => return self.not_started(&error, start.elapsed()),
        };
        system::set_limits(leader.pid(), limits);
        let stop = watch(&leader, &mut pipes, &mut sample, limits, start, cancel);
        let wall = start.elapsed();
        if stop.is_some() {
            sample.last_look(leader.pid());
        }

        let ended = leader.end();
        system::hunt(leader.pid(), &mark);
        let overflow = pipes.drain();
        let (stdout, stderr) = pipes.into_output();

        let (stop, status) = match &ended {
            Ok(end) => (stop.or(overflow.then_some(Stop::Output)), Some(end.status)),
            Err(error) => (Some(Stop::Trouble(Trouble::Lost(error.to_string()))), None),
        };
        let usage = ended.ok().map(|end| end.rusage);
        let cpu = usage.as_ref().map_or(Duration::ZERO, |usage| usage.utime + usage.stime);
        let cpu = cpu.max(sample.cpu);
        let max_rss = usage.map(|usage| usage.maxrss).filter(|&peak| system::is_own_peak(peak));
        let peak_memory = sample.peak_memory.max(max_rss);

        let mut trouble = None;
        let verdict = match stop {
            Some(Stop::Wall) if was_idle(wall, cpu, sample.queued) => Err(Verdict::Ile),
            Some(Stop::Wall | Stop::Cpu) => Err(Verdict::Tle),
            Some(Stop::Memory) => Err(Verdict::Mle),
            Some(Stop::Output) => Err(Verdict::Ole),
            Some(Stop::Trouble(what)) => {
                trouble = Some(what);
                Err(Verdict::Je)
            }
            None if limits.memory.is_some_and(|most| peak_memory > Some(most)) => Err(Verdict::Mle),
            None if limits.cpu.is_some_and(|most| cpu > most) => Err(Verdict::Tle),
            None => status.map_or(Ok(()), own_end),
        };
        Outcome { verdict, stdout, stderr, wall, cpu, peak_memory, trouble }
    }

    fn spawn(&self, mark: &Mark) -> io::Result<Child> {
        let mut command = Command::new(self.program());
        command
            .arg0(self.name())
            .args(self.arguments())
            .env(mark.variable(), mark.value())
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A program that has just been written (compiled) may be "busy" for as
        // long as a child that another thread is starting holds the file open,
        // between its fork and its exec. That passes: 255 ms in all.
        let mut pause = Duration::from_millis(1);
        loop {
            match command.spawn() {
                Err(error)
                    if error.kind() == io::ErrorKind::ExecutableFileBusy
                        && pause < Duration::from_millis(256) =>
                {
                    std::thread::sleep(pause);
                    pause *= 2;
                }
                result => return result,
            }
        }
    }

    fn not_started(&self, error: &io::Error, wall: Duration) -> Outcome {
        let why = self.why_not_started(error);
        let program = self.program().display().to_string();
        Outcome {
            verdict: Err(Verdict::Je),
            stdout: Vec::new(),
            stderr: Vec::new(),
            wall,
            cpu: Duration::ZERO,
            peak_memory: None,
            trouble: Some(Trouble::Start { program, why }),
        }
    }
}

/// The verdict on a program that nobody stopped.
fn own_end(status: ExitStatus) -> Result<(), Verdict> {
    match (status.code(), status.signal()) {
        (Some(0), _) => Ok(()),
        (Some(code), _) => Err(Verdict::Re(Crash::Exit(code))),
        (_, Some(signal)) if signal == Signal::XCPU.as_raw() => Err(Verdict::Tle),
        (_, Some(signal)) if signal == Signal::XFSZ.as_raw() => Err(Verdict::Ole),
        (_, Some(signal)) => Err(Verdict::Re(Crash::Signal(signal))),
        _ => Err(Verdict::Re(Crash::Other(status.to_string()))),
    }
}

/// Serves the pipes until the program ends (`None`) or must be stopped.
fn watch(
    leader: &Leader,
    pipes: &mut Pipes<'_>,
    sample: &mut Sample,
    limits: &Limits,
    start: Instant,
    cancel: &dyn Fn() -> bool,
) -> Option<Stop> {
    let end = system::End::of(leader.pid());
    // A wall clock too far off to be represented is none.
    let deadline = start.checked_add(limits.wall);
    let mut pause = FIRST_LOOK;
    let mut next_look = Instant::now() + pause;
    loop {
        let wake = deadline.map_or(next_look, |deadline| deadline.min(next_look));
        let pause_left = wake.saturating_duration_since(Instant::now());
        let (over, ended) = match pipes.serve(&end, pause_left) {
            Ok(seen) => seen,
            Err(error) => return Some(Stop::Trouble(Trouble::Lost(error.to_string()))),
        };
        if over {
            return Some(Stop::Output);
        }
        if ended {
            return None;
        }
        if cancel() {
            return Some(Stop::Trouble(Trouble::Cancelled));
        }
        let now = Instant::now();
        if deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Stop::Wall);
        }
        if now >= next_look {
            sample.look(leader.pid());
            if limits.memory.is_some_and(|most| sample.peak_memory > Some(most)) {
                return Some(Stop::Memory);
            }
            if limits.cpu.is_some_and(|most| sample.cpu > most) {
                return Some(Stop::Cpu);
            }
            pause = (pause * 2).min(LOOK_EVERY);
            next_look = now + pause;
        }
    }
}

/// The program that was started. Dropping it kills its group and reaps it, so
/// that neither an early return nor a panic in `cancel` leaves it running.
struct Leader {
    child: Child,
    /// Whether it has been reaped or given up.
    done: bool,
}

impl Leader {
    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Kills the group and reaps the program.
    ///
    /// In this order: until it is reaped, its number stands for its group and
    /// for nothing else. A fork that is under way cannot slip through, the
    /// kernel takes the same lock for both.
    fn end(&mut self) -> io::Result<ResUse> {
        // The only possible errors: all have ended (some systems say "not
        // permitted" then), or we may not kill them, which shows below.
        let _ = rustix::process::kill_process_group(self.pid(), Signal::KILL);
        self.done = true;
        if !system::End::of(self.pid()).wait(DEATH) {
            return Err(io::Error::other(format!(
                "process {} has been killed but does not end",
                self.child.id()
            )));
        }
        loop {
            match self.child.wait4() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }
}

impl Drop for Leader {
    fn drop(&mut self) {
        if !self.done {
            let _ = self.end();
        }
    }
}
