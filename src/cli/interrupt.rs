//! SIGINT, SIGTERM and SIGHUP: the first ends the verb in good order, if that
//! takes no longer than [`GRACE`]; the second ends the process at once.
//!
//! Ending at once is safe: files are whole or not there, and what programs under
//! test leave is ended by their spawners.

use super::Stop;
use crate::exit::Exit;
use crate::terminal::say;
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a verb may take to end in good order. A program in process that computes
/// cannot be interrupted. Within a second somebody who pressed Ctrl-C has not yet
/// pressed it again.
const GRACE: Duration = Duration::from_millis(800);

/// Whether a signal has come.
#[derive(Debug, Clone)]
pub(super) struct Interrupt {
    flag: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handlers.
    pub(super) fn install() -> Result<Self, Stop> {
        let failed = |error| Stop::Trouble(format!("cannot handle signals: {error}"));
        let flag = Arc::new(AtomicBool::new(false));
        // A closed terminal too: programs under test are not in its group and
        // would go on. But not under `nohup`.
        let hangup = (!is_ignored(SIGHUP)).then_some(SIGHUP);
        let signals: Vec<i32> = [SIGINT, SIGTERM].into_iter().chain(hangup).collect();
        for &signal in &signals {
            // Registered first, so that it acts only on the second signal.
            flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))
                .and_then(|_| flag::register(signal, Arc::clone(&flag)))
                .map_err(failed)?;
        }
        let mut signals = Signals::new(signals).map_err(failed)?;
        // Where the system has no thread left, a second signal ends us as well.
        let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if signals.forever().next().is_some() {
                std::thread::sleep(GRACE);
                if std::io::stderr().is_terminal() {
                    // Below the line that shows the progress.
                    say("");
                }
                say("duipai: interrupted in a computation that cannot be stopped otherwise");
                std::process::exit(Exit::Interrupted.code().into());
            }
        });
        // Some supervisors start their programs with this signal ignored, and
        // the system then forgets how our children ended. Any handler ends that.
        if is_ignored(SIGCHLD) {
            flag::register(SIGCHLD, Arc::default()).map_err(failed)?;
        }
        Ok(Self { flag })
    }

    /// Whether to stop.
    pub(super) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// Has a write beyond the system's limit on files (`ulimit -f`) fail, which is
/// told, instead of ending this process. Handled, not ignored: programs under
/// test do not inherit that.
pub(super) fn outlive_full_files() {
    #[cfg(unix)]
    {
        // Without it a write beyond the limit ends us as it always did.
        let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// Whether this process ignores a signal, as the one that started it may have
/// wished. Not known without Linux's `/proc`: then no.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Signals count from 1.
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
