//! SIGINT, SIGTERM and SIGHUP: the first ends the verb in good order, the second
//! ends the process at once.

use super::Stop;
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
        for signal in [SIGINT, SIGTERM].into_iter().chain(hangup) {
            // Registered first, so that it acts only on the second signal.
            flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))
                .and_then(|_| flag::register(signal, Arc::clone(&flag)))
                .map_err(failed)?;
        }
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

/// Whether this process ignores a signal, as the one that started it may have
/// wished. Not known without Linux's `/proc`: then no.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Signals count from 1.
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
