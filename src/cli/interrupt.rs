//! SIGINT and SIGTERM: the first ends the verb in good order, the second ends
//! the process at once.

use super::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
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
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // Registered first, so that it acts only on the second signal.
            flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))
                .and_then(|_| flag::register(signal, Arc::clone(&flag)))
                .map_err(|error| Stop::Trouble(format!("cannot handle signals: {error}")))?;
        }
        Ok(Self { flag })
    }

    /// Whether to stop.
    pub(super) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}
