//! Where compiled programs are kept.

use super::error::CompileError;
use super::inputs::Input;
use crate::store::{self, InUse, PrivateFolder, TEMPORARY_PREFIX, remove_unless_used};
use etcetera::BaseStrategy;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// Bytes after which programs go, those first that were not used for longest. A
/// program takes 50 KB in C++, 2 MB with sanitizers, 4 MB in Rust: what is kept
/// are the programs of some hundred problems, in space that nobody misses.
const MOST_BYTES: u64 = 256 << 20;

/// A small file takes this much of a disk.
const BLOCK: u64 = 4 << 10;

/// What a program was made of, in its folder.
const INPUTS: &str = "inputs.json";

/// A folder of compiled programs.
///
/// Each program is a folder that is made under another name and gets its own in
/// one step, so that any number of processes may do so at once and be killed at
/// any moment.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
}

/// What is in a cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Contents {
    /// Programs.
    pub programs: usize,
    /// Bytes that they take.
    pub bytes: u64,
}

/// A program in the cache, which stays there for as long as this lives.
#[derive(Debug)]
pub(super) struct Entry {
    path: PathBuf,
    used: InUse,
}

impl Entry {
    /// Its folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps it for as long as this process lives: nobody knows when a program is
    /// started for the last time.
    pub(super) fn hold(self) {
        static HELD: Mutex<Vec<InUse>> = Mutex::new(Vec::new());
        HELD.lock().unwrap_or_else(PoisonError::into_inner).push(self.used);
    }
}

impl Cache {
    /// The user's: `duipai/programs` in `$XDG_CACHE_HOME`, or in `~/.cache`.
    ///
    /// # Errors
    ///
    /// Nobody knows where that is.
    pub fn of_user() -> Result<Self, CompileError> {
        let base = etcetera::choose_base_strategy()
            .map_err(|error| CompileError::NoCache(error.to_string()))?;
        Ok(Self { folder: base.cache_dir().join("duipai").join("programs") })
    }

    /// Where it is. The folder need not exist.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A program that was made under this key, of files that are still the same.
    pub(super) fn find(&self, key: &str) -> Option<Entry> {
        for path in self.paths().filter(|path| name(path).starts_with(key)) {
            let Some(used) = InUse::of(&path) else { continue };
            let inputs = fs::read(path.join(INPUTS)).unwrap_or_default();
            match serde_json::from_slice::<Vec<Input>>(&inputs) {
                Ok(inputs) if super::recipe::out(&path).exists() => {
                    if inputs.iter().all(Input::holds) {
                        used.touch();
                        return Some(Entry { path, used });
                    }
                }
                // Somebody was in it.
                _ => {
                    drop(used);
                    let _ = remove_unless_used(&path);
                }
            }
        }
        None
    }

    /// A folder in which a program can be made.
    pub(super) fn begin(&self) -> Result<PrivateFolder, CompileError> {
        PrivateFolder::new_in(&self.folder)
            .map_err(|error| CompileError::NoCache(error.to_string()))
    }

    /// Keeps what was made there, of these files besides those of the key. If
    /// somebody was quicker, theirs is taken.
    pub(super) fn keep(
        &self,
        making: PrivateFolder,
        key: &str,
        inputs: &[Input],
    ) -> Result<Entry, CompileError> {
        let inputs = serde_json::to_vec(inputs).unwrap_or_default();
        store::write_renewable(&making.path().join(INPUTS), &inputs)?;
        let name = format!("{key}-{:016x}", crate::hash::hash(&inputs));
        let path = self.folder.join(name);
        match making.keep_as(&path)?.or_else(|| InUse::of(&path)) {
            Some(used) => {
                used.touch();
                self.shrink();
                Ok(Entry { path, used })
            }
            // It was there and is going, within microseconds.
            None => Err(CompileError::Disk(format!(
                "{}: another process removes it just now; run the command again",
                crate::terminal::shown(&path)
            ))),
        }
    }

    /// What is in it.
    pub fn contents(&self) -> Contents {
        self.paths().map(|path| bytes_of(&path)).fold(Contents::default(), Contents::with)
    }

    /// Removes all programs that no process uses. Returns what is gone.
    ///
    /// # Errors
    ///
    /// A program that cannot be removed.
    pub fn clear(&self) -> Result<Contents, CompileError> {
        let mut gone = Contents::default();
        for path in self.paths() {
            let bytes = bytes_of(&path);
            if remove_unless_used(&path)? {
                gone = gone.with(bytes);
            }
        }
        Ok(gone)
    }

    /// Removes what was not used for longest, as far as there is too much.
    fn shrink(&self) {
        let last_use = |path: &Path| {
            let changed = fs::metadata(path).and_then(|folder| folder.modified());
            changed.unwrap_or(SystemTime::UNIX_EPOCH)
        };
        let mut programs: Vec<_> =
            self.paths().map(|path| (last_use(&path), bytes_of(&path), path)).collect();
        programs.sort();
        let mut bytes: u64 = programs.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, size, path) in programs {
            if bytes <= MOST_BYTES {
                return;
            }
            // What cannot be removed is tried again by the next.
            if remove_unless_used(&path).unwrap_or(false) {
                bytes -= size;
            }
        }
    }

    /// The folders of programs.
    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        paths.filter(|path| !name(path).starts_with(TEMPORARY_PREFIX) && path.is_dir())
    }
}

impl Contents {
    fn with(self, bytes: u64) -> Self {
        Self { programs: self.programs + 1, bytes: self.bytes + bytes }
    }
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// What a folder takes of a disk, about.
fn bytes_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(there) if there.is_dir() => bytes_of(&entry.path()),
        Ok(there) => there.len().next_multiple_of(BLOCK),
        Err(_) => 0,
    });
    BLOCK + sizes.sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::time::Duration;

    #[test]
    fn what_was_not_used_for_longest_goes_and_nothing_that_is_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: folder.path().join("programs") };
        let add = |key: &str, age: u64| {
            let making = cache.begin().unwrap();
            let program = File::create(making.path().join("program")).unwrap();
            // Of holes: it takes no space.
            program.set_len(100 << 20).unwrap();
            let entry = cache.keep(making, key, &[]).unwrap();
            let used = SystemTime::now() - Duration::from_secs(age);
            File::open(entry.path()).unwrap().set_modified(used).unwrap();
            entry
        };
        let first = add("first", 300);
        drop(add("second", 200));
        let third = add("third", 100);
        let there = |key: &str| cache.paths().any(|path| name(&path).starts_with(key));
        assert!(there("first") && !there("second") && there("third"));
        assert_eq!(cache.contents().programs, 2);
        assert_eq!(cache.clear().unwrap(), Contents::default());
        // Found again, it is the one that was used last.
        drop((first, third));
        drop(cache.find("first").unwrap());
        drop(add("fourth", 0));
        assert!(there("first") && !there("third") && there("fourth"));
        assert_eq!(cache.clear().unwrap().programs, 2);
        assert_eq!(cache.contents(), Contents::default());
    }
}
