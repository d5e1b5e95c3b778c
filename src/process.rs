//! Other people's programs: start one, give it an input, collect its output,
//! hold it to limits, and leave nothing of it behind.
//!
//! ```standalone_crate
//! use duipai::process::{self, CommandLine, Limits};
//!
//! fn main() -> Result<(), process::CommandError> {
//!     // This program is also started as the process that starts others.
//!     process::serve();
//!     let cat = CommandLine::parse("cat")?;
//!     let outcome = cat.run(b"1 2\n", &Limits::default(), &|| false);
//!     assert!(outcome.verdict.is_ok());
//!     assert_eq!(outcome.stdout, b"1 2\n");
//!     Ok(())
//! }
//! ```
//!
//! # How a run goes
//!
//! A *spawner* starts the program: a small process of our own, this same program
//! started once more for each thread that runs programs (see [`serve`] and
//! [`use_spawner`]; without either, no program can be run). The program's
//! standard input is a file that holds the input: it can be mapped, and its size
//! and position are those of a file on disk. We empty the pipes of its output,
//! look at it every 10 ms, and decide. **The run ends when the program that was
//! started ends**, whoever still holds its pipes: what is in the output pipe at
//! that moment is taken. Then the spawner kills and reaps all that is left below
//! it, whichever process group, session or environment it chose.
//!
//! It runs in our own folder, or in a private one that is empty at every start but
//! for its input, and then with files in place of its standard streams, if it
//! wants them (`--file-io`). The output is a regular file then, read up to
//! [`Limits::output`]. The spawner removes the folder when it leaves. Of each
//! command the first run is looked at: should it write files into our folder, its
//! further runs are made one at a time.
//!
//! # Time
//!
//! [`Limits::time`] is exceeded (`Tle`) when **both** the CPU time of the program
//! and its descendants **and** the time on the clock are beyond it. From the
//! clock is taken what the program's threads, being ready, waited for a
//! processor (the most that one living thread waited). So neither a busy machine
//! nor a runtime's own threads make a quick program slow.
//!
//! A program that does nothing is seen to sleep: at a look it has used no CPU
//! time since the last one, none of its threads is ready to run or waits for a
//! disk, and nothing came through its pipes. When such looks add up to
//! [`Limits::idle`], it is `Ile`. A look counts no more than 100 ms, so that a
//! pause of our own (SIGSTOP, a suspended machine, a frozen container) counts
//! nothing; nor does the time for which the program itself is stopped.
//!
//! Whatever else happens, the run ends after [`Limits::patience`], counted in the
//! same way; that is `Je`, for what neither computes nor sleeps so long is kept
//! from its work.
//!
//! # What is guaranteed (Linux)
//!
//! - **CPU time** is what `wait4` says, to the microsecond, including
//!   descendants that the program waited for. While it runs, those that it did
//!   not wait for count too, in steps of 10 ms. Should we be stopped or killed,
//!   `RLIMIT_CPU` ends each process that goes on computing.
//! - **Memory** is the peak resident set of the *largest single process* of the
//!   run, not the sum. It is sampled (`VmHWM`, which the kernel keeps, so that
//!   only growth between the last sample, at most 10 ms old, and the end is
//!   missed) and completed by `ru_maxrss` of the ended program, which tells
//!   beyond some megabytes. The limit does not prevent: a program may grow
//!   beyond it for up to 10 ms before it is killed. `RLIMIT_AS` is not used, for
//!   runtimes reserve address space that they never touch.
//! - **Stack.** As large as the limit on memory (1 GiB if there is none), as far
//!   as the system's hard limit allows: a right program does not die of the depth
//!   of its recursion.
//! - **Output.** At most [`Limits::output`] bytes are kept; one byte more ends
//!   the run. Of standard error beginning and end are kept; it counts towards
//!   no limit.
//! - **Descendants** are killed and reaped, always, before the run is over.
//!   What cannot be ended within a second (it runs as another user, or forks
//!   faster than it can be killed) is left to a spawner that goes; it does not
//!   slow later runs.
//! - **Our own death**, even by SIGKILL, ends all programs at once: their
//!   spawners notice and do it.
//! - **The terminal** is out of reach: the spawner lies in a session of its own
//!   and has none.
//!
//! A program that kills the spawner (its parent) or traces it escapes; one that
//! stops it does not. There is no sandbox: a program may read and write files,
//! use the network, send signals to whatever belongs to the same user, raise
//! what limits are soft, and start as many processes as the system allows.
//!
//! All this needs a `/proc` that tells of our own processes. Without it (in some
//! containers), and on other Unixes, memory is not limited, the wall clock takes
//! the place of [`Limits::time`] and [`Limits::idle`], and only the program's
//! process group is found at the end: see [`shortfall`].
//!
//! # What a caller should know
//!
//! - Spawners are children of this process and end with it. They inherit its
//!   environment and working folder as they are when a program is started for the
//!   first time on a thread.
//! - `SIGCHLD` must not be ignored: the system would forget how programs ended.
//! - Programs do not see Ctrl-C: on a signal, let `cancel` return true, or just
//!   exit.

mod ends;
mod pipes;
mod private;
mod run;
mod spawner;
#[cfg_attr(not(target_os = "linux"), path = "process/system_other.rs")]
mod system;
mod turn;

pub use crate::command::{CommandError, CommandLine};
pub use spawner::{serve, use_spawner};
pub(crate) use system::{ThreadId, queued, this_thread};

use crate::verdict::Verdict;
use std::time::Duration;

/// What cannot be guaranteed on this system, if anything, in one line.
pub fn shortfall() -> Option<&'static str> {
    system::shortfall()
}

/// What a program may use in one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of the program and its descendants, and at the same time what
    /// passes on the clock: both must be beyond it.
    pub time: Duration,
    /// Peak resident set of any one process, in bytes.
    pub memory: Option<u64>,
    /// Standard output, in bytes.
    pub output: u64,
}

impl Default for Limits {
    /// Ten seconds, as many as contests ever give; 256 MiB of output, more than
    /// any answer needs and less than harms; no other limit.
    fn default() -> Self {
        Self { time: Duration::from_secs(10), memory: None, output: 256 << 20 }
    }
}

impl Limits {
    /// How long a program may do nothing: as long as it may compute, but at least
    /// a second, since a disk that wakes up, or a helper of a runtime that is
    /// waited for, takes a part of that.
    pub fn idle(&self) -> Duration {
        self.time.max(Duration::from_secs(1))
    }

    /// After this long a run is given up, whatever it does: ten times its limit,
    /// for a machine that busy still does the work; at least a minute, which a
    /// dead disk or a paging machine may take to recover.
    pub fn patience(&self) -> Duration {
        self.time.saturating_mul(10).max(Duration::from_secs(60))
    }
}

/// What came of one run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// `Ok` if the program ended by itself with exit code 0 within its limits
    /// (its output is still to be judged). Otherwise:
    ///
    /// - `Tle`: [`Limits::time`] was exceeded, however the program ended.
    /// - `Ile`: it did nothing for [`Limits::idle`].
    /// - `Mle`, `Ole`: see the limits. A file that was written up to the limit on
    ///   files (64 MiB, or the output limit if larger) is `Ole` as well.
    /// - `Re(Signal)`, `Re(Exit)`: any other end. A program that sends itself
    ///   SIGXCPU or SIGXFSZ dies of a signal like any other.
    /// - `Je`: no fault of the program; its `trouble` says why.
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
    /// There is nobody who could start it.
    #[error("no program can be started: {0}")]
    Spawner(String),
    /// The input could not be given to it, or its output not be taken.
    #[error("cannot prepare the program's input and output: {0}")]
    Prepare(String),
    /// It neither computed nor slept for [`Limits::patience`].
    #[error(
        "the program got no processor in {0:?}, or waited for a disk: the machine is too busy to \
         tell anything"
    )]
    Starved(Duration),
    /// It was stopped by a signal for [`Limits::patience`].
    #[error("the program was stopped (SIGSTOP) and nobody let it go on in {0:?}")]
    Stopped(Duration),
    /// The program could not be watched, or survives being killed.
    #[error("lost control of the program: {0}")]
    Lost(String),
}
