//! The spawner as its worker sees it: a small process of our own that starts
//! programs, one at a time, and ends all that they leave.
//!
//! Why a process between us and the programs:
//!
//! - Orphans fall to it (it is their *subreaper*), so that whatever a program
//!   started is found below it, whichever group, session or environment it
//!   chose.
//! - Limits that must hold from the first instruction on are set on the
//!   spawner, and inherited.
//! - It lies in a session of its own, without a terminal.
//! - When we die, even by SIGKILL, the socket to it ends. It then ends all below
//!   it and leaves.

mod serve;
mod wire;

pub(super) use wire::{Caps, Channel, Order, Reply, Report};

use super::Trouble;
use super::private;
use super::system;
use crate::store::PrivateFolder;
use rustix::process::{Pid, Signal};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use wire::Ask;

/// The only argument of a program that is started to be a spawner. With the
/// version, because worker and spawner must speak the same language.
const ROLE: &str = concat!("--be-the-spawner-of-duipai=", env!("CARGO_PKG_VERSION"));

/// The name that `ps` shows.
const NAME: &str = "duipai-spawner";

/// How long a spawner may take to answer when it has been told to end a run: it
/// waits for that long itself (see `serve::DEATH` and `serve::HUNT`), and the
/// machine may be busy.
const ANSWER: Duration = Duration::from_secs(20);

/// How often a spawner that does not answer is made to go on.
const NUDGE: Duration = Duration::from_millis(50);

/// Whether the `main` of this program can serve.
static SERVES: AtomicBool = AtomicBool::new(false);

/// A program that serves in our place.
static NAMED: OnceLock<PathBuf> = OnceLock::new();

/// Lets this program start other programs: call it first thing in `main`, as
/// `duipai::cli::main` does.
///
/// Programs under test are started by a small process of our own, which is this
/// same program, started once more for each worker with an argument that only
/// this function knows. There it serves until its worker is gone and **does not
/// return**. Everywhere else it returns at once.
///
/// A program whose `main` is not yours (a test, for example) can do without:
/// see [`use_spawner`].
pub fn serve() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|word| word == ROLE) {
        serve::serve();
    }
    SERVES.store(true, Ordering::Relaxed);
}

/// Names a program that starts other programs for this one: one whose `main`
/// calls [`serve`], of the same version of this library. The `duipai` command is
/// one; in an integration test of a crate with a binary of that kind, its path
/// is `env!("CARGO_BIN_EXE_…")`. The first call counts.
///
/// Without it, and where `main` does not call [`serve`], no program can be run:
/// the outcome is `Je` with [`Trouble::Spawner`].
pub fn use_spawner(program: impl Into<PathBuf>) {
    let _ = NAMED.set(program.into());
}

/// Spawners that have nothing to do.
static IDLE: Mutex<Vec<Spawner>> = Mutex::new(Vec::new());

/// Those that were dismissed, until they are seen to have ended.
static DISMISSED: Mutex<Vec<Child>> = Mutex::new(Vec::new());

/// A spawner with its worker's end of the conversation.
struct Spawner {
    channel: Channel,
    process: Child,
    /// For programs that run in one of their own.
    folder: Option<PrivateFolder>,
}

impl Spawner {
    fn start() -> Result<Self, Trouble> {
        let trouble = |what: &str, error: io::Error| Trouble::Spawner(format!("{what}: {error}"));
        reap_dismissed();
        let program = match NAMED.get() {
            Some(program) => program.clone(),
            None if SERVES.load(Ordering::Relaxed) => system::own_program()
                .map_err(|error| trouble("our own program is not found", error))?,
            None => {
                return Err(Trouble::Spawner(
                    "this program can start none: its `main` must call duipai::process::serve() \
                     first, or duipai::process::use_spawner() must name a program that does, such \
                     as the duipai command"
                        .to_owned(),
                ));
            }
        };
        let (ours, its) =
            UnixStream::pair().map_err(|error| trouble("there is no socket to be had", error))?;
        ours.set_read_timeout(Some(NUDGE)).map_err(|error| trouble("no timeout", error))?;
        let process = Command::new(&program)
            .arg0(NAME)
            .arg(ROLE)
            .stdin(Stdio::from(OwnedFd::from(its)))
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| trouble(&format!("cannot start {}", program.display()), error))?;
        Ok(Self { channel: Channel::new(ours), process, folder: None })
    }

    /// Its private folder, made now if it has none.
    fn private(&mut self) -> Result<&Path, Trouble> {
        if self.folder.is_none() {
            let made = private::make().map_err(|error| Trouble::Prepare(error.to_string()))?;
            self.folder = Some(made);
        }
        Ok(self.folder.as_ref().map_or(Path::new("."), PrivateFolder::path))
    }

    /// Keeps it for the next program.
    fn idle(self) {
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(self);
    }

    fn dismiss(self) {
        let Self { channel, process, folder } = self;
        drop((channel, folder));
        DISMISSED.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}

fn reap_dismissed() {
    let mut dismissed = DISMISSED.lock().unwrap_or_else(PoisonError::into_inner);
    dismissed.retain_mut(|process| matches!(process.try_wait(), Ok(None)));
}

/// A program that runs below a spawner. Dropping it ends all of it.
pub(super) struct Running {
    /// `None` once it is over.
    spawner: Option<Spawner>,
}

impl Running {
    /// Starts a program with these descriptors as its standard input, output
    /// and error. That it could not be started is told by [`Running::reply`]. One
    /// that runs in a private folder finds there what `prepare` makes.
    pub(super) fn start(
        order: Order,
        descriptors: &[BorrowedFd<'_>; 3],
        prepare: &dyn Fn(&Path) -> io::Result<()>,
    ) -> Result<Self, Trouble> {
        let mut ask = Ask::Start(order);
        loop {
            let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let fresh = idle.is_none();
            let mut spawner = match idle {
                Some(spawner) => spawner,
                None => Spawner::start()?,
            };
            if let Ask::Start(order) = &mut ask
                && order.private
            {
                let folder = spawner.private().and_then(|folder| {
                    prepare(folder).map_err(|error| Trouble::Prepare(error.to_string()))?;
                    Ok(folder.as_os_str().to_owned())
                });
                match folder {
                    Ok(folder) => order.folder = Some(folder),
                    Err(trouble) => {
                        spawner.idle();
                        return Err(trouble);
                    }
                }
            }
            match spawner.channel.send(&ask, descriptors) {
                Ok(()) => return Ok(Self { spawner: Some(spawner) }),
                Err(error) => {
                    spawner.dismiss();
                    // One that idled may have been killed meanwhile.
                    if fresh {
                        return Err(Trouble::Spawner(format!("it cannot be reached: {error}")));
                    }
                }
            }
        }
    }

    /// Becomes readable when there is a reply.
    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.spawner.as_ref().map(|spawner| spawner.channel.fd())
    }

    /// The spawner's number: the program and the orphans of its descendants are
    /// its only children.
    pub(super) fn spawner(&self) -> Option<Pid> {
        self.spawner.as_ref().map(|spawner| Pid::from_child(&spawner.process))
    }

    /// Waits for the reply; `end` if the program must be ended first. `take` gets
    /// the spawner's private folder, if it has one, when nothing runs in it any
    /// more, and says whether it is empty again.
    pub(super) fn reply(
        &mut self,
        end: bool,
        take: &mut dyn FnMut(&Path) -> bool,
    ) -> Result<Report, NoReport> {
        let Some(mut spawner) = self.spawner.take() else {
            return Err(NoReport::Lost("it was over already".to_owned()));
        };
        if end {
            // It may be gone, which shows below.
            let _ = spawner.channel.send(&Ask::End, &[]);
        }
        let deadline = Instant::now() + ANSWER;
        let reply = loop {
            match spawner.channel.receive::<Reply>() {
                Err(error) if is_late(&error) && Instant::now() < deadline => {
                    // A program may have stopped its parent, and do so again.
                    let pid = Pid::from_child(&spawner.process);
                    let _ = rustix::process::kill_process(pid, Signal::CONT);
                }
                reply => break reply,
            }
        };
        // One that does not get empty goes, and with it all that is in it.
        spawner.folder = spawner.folder.take().filter(|folder| take(folder.path()));
        match reply {
            Ok(Some(Reply::Ended(report))) if !report.left_something => {
                spawner.idle();
                Ok(report)
            }
            // What cannot be ended stays with the spawner that leaves, and
            // neither slows later runs nor counts towards them.
            Ok(Some(Reply::Ended(report))) => {
                spawner.dismiss();
                Ok(report)
            }
            Ok(Some(Reply::NotStarted(number))) => {
                spawner.idle();
                Err(NoReport::NotStarted(io::Error::from_raw_os_error(number)))
            }
            Ok(Some(Reply::Lost(why))) => {
                spawner.dismiss();
                Err(NoReport::Lost(why))
            }
            Ok(None) => {
                let how = spawner.process.wait().map_or_else(|e| e.to_string(), |s| s.to_string());
                Err(NoReport::Lost(format!("the process that started it is gone ({how})")))
            }
            Err(error) => {
                // Stopped again and again, or traced: then its work is ours.
                system::kill_below(Pid::from_child(&spawner.process));
                let _ = spawner.process.kill();
                spawner.dismiss();
                Err(NoReport::Lost(format!("the process that started it does not answer: {error}")))
            }
        }
    }
}

/// Whether there is nothing to be read yet.
fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.spawner.is_some() {
            // Nobody wants to know.
            let _ = self.reply(true, &mut |_| false);
        }
    }
}

/// Why there is no report of a run.
pub(super) enum NoReport {
    /// The system refused.
    NotStarted(io::Error),
    /// Nobody knows what became of it.
    Lost(String),
}
