//! Files and folders in the making, and what becomes of them when their maker
//! dies.
//!
//! What is in the making is locked for as long as its maker lives: the system
//! lets go of the lock, however the maker ends. One that is not locked and not
//! fresh is nobody's, and goes when the next file is made in its folder.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// Names of files and folders in the making. Readers of folders pass them over.
pub const TEMPORARY_PREFIX: &str = ".duipai-tmp-";

/// Between its making and its lock a file looks like nobody's. That takes
/// microseconds; a machine can be suspended for longer, but not while another
/// process on it sweeps.
const FRESH: Duration = Duration::from_secs(60);

/// Marks a file or folder as in the making for as long as it is open. Where the file
/// system knows no locks, nothing is ever swept.
pub(super) fn mark(file: &File) {
    #[cfg(unix)]
    let _ = rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive);
    #[cfg(not(unix))]
    let _ = file;
}

/// Removes what killed processes left in a folder. Looks at each folder once in
/// the life of this process: what they leave later waits for the next one.
pub(super) fn once(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let Ok(folder) = folder.canonicalize() else { return };
    if SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.clone()) {
        sweep(&folder);
    }
}

/// Removes what was left in the making. What cannot be listed or removed stays:
/// it does no harm.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let ours = entry.file_name().as_encoded_bytes().starts_with(TEMPORARY_PREFIX.as_bytes());
        let Some(kind) = entry.file_type().ok().filter(|_| ours) else { continue };
        // No links: what they lead to is somebody else's.
        if kind.is_file() && is_nobodys(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        } else if kind.is_dir() && is_nobodys(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(unix)]
fn is_nobodys(path: &Path) -> bool {
    use rustix::fs::{FlockOperation, flock};
    let Ok(file) = File::open(path) else { return false };
    let made = file.metadata().and_then(|there| there.modified());
    let age = made.ok().and_then(|made| SystemTime::now().duration_since(made).ok());
    age.is_some_and(|age| age > FRESH)
        && flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok()
}

#[cfg(not(unix))]
fn is_nobodys(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_goes_and_what_a_living_one_makes_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, age: Duration| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
            file
        };
        let old = FRESH * 2;
        drop(file(".duipai-tmp-dead", old));
        drop(file(".duipai-tmp-fresh", Duration::ZERO));
        drop(file(".other", old));
        let living = file(".duipai-tmp-living", old);
        mark(&living);
        let below = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.join("below")).unwrap();
            let folder = File::open(path).unwrap();
            folder.set_modified(SystemTime::now() - old).unwrap();
            folder
        };
        drop(below(".duipai-tmp-dead-folder"));
        let used = below(".duipai-tmp-used-folder");
        mark(&used);
        fs::create_dir(folder.path().join(".duipai-tmp-fresh-folder")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/usr", folder.path().join(".duipai-tmp-link")).unwrap();
        once(folder.path());
        let mut there: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        there.sort();
        let left = ["fresh", "fresh-folder", "link", "living", "used-folder"];
        let left = left.map(|name| format!(".duipai-tmp-{name}"));
        assert_eq!(there, [&left[..], &[".other".to_owned()]].concat());
    }
}
