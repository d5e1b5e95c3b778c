//! What the first run of a command shows of it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, SystemTime};

/// What is known of a command; copies of it share that.
#[derive(Debug, Default)]
pub(crate) struct Habits {
    /// Held by the first run, for which the others wait.
    first: Mutex<()>,
    seen: OnceLock<Seen>,
}

/// What was seen of the first run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    /// Files that it wrote where it ran; of many the first few.
    pub(crate) files: Vec<String>,
    /// Whether it printed nothing.
    pub(crate) silent: bool,
    /// Its CPU time, if it ended by itself.
    pub(crate) cpu: Option<Duration>,
}

/// What was seen of a command does not make it another one.
impl PartialEq for Habits {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Habits {}

impl Habits {
    /// What was seen, if there was a run.
    pub(crate) fn seen(&self) -> Option<&Seen> {
        self.seen.get()
    }

    /// Calls `run` if there was no run yet, for which others wait; it says what is
    /// to be remembered.
    pub(crate) fn first<R>(&self, run: impl FnOnce() -> (R, Option<Seen>)) -> Option<R> {
        if self.seen.get().is_some() {
            return None;
        }
        let _turn = self.first.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if self.seen.get().is_some() {
            return None;
        }
        let (result, seen) = run();
        if let Some(seen) = seen {
            let _ = self.seen.set(seen);
        }
        Some(result)
    }
}

/// The files of a folder with their times and lengths, as far as they can be
/// told. Of a folder with more files than anybody works in, nothing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Listing(BTreeMap<OsString, (SystemTime, u64)>);

/// Files that are looked at: a look takes microseconds for each.
const MOST_FILES: usize = 10_000;

impl Listing {
    /// Of this folder.
    pub(crate) fn of(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if files.len() >= MOST_FILES {
                return Self(BTreeMap::new());
            }
            if let Ok(there) = entry.metadata().map(|there| (there.is_file(), there))
                && there.0
            {
                let changed = there.1.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                files.insert(entry.file_name(), (changed, there.1.len()));
            }
        }
        Self(files)
    }

    /// Files that are new or changed since.
    pub(crate) fn written_until(&self, later: &Self) -> Vec<String> {
        let changed = later.0.iter().filter(|(name, file)| self.0.get(*name) != Some(*file));
        changed.map(|(name, _)| name.to_string_lossy().into_owned()).collect()
    }
}
