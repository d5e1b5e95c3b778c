//! Folders that are somebody's for a while: locked as long as they are used, so
//! that nobody else removes them, and gone or swept afterwards.

use super::{DiskError, TEMPORARY_PREFIX, sweep};
use rustix::fs::{FlockOperation, flock};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use tempfile::TempDir;

/// A new folder that is ours alone. Removed when it is dropped; if we are killed,
/// by the next process that makes one in the same place.
#[derive(Debug)]
pub struct PrivateFolder {
    folder: TempDir,
    lock: File,
}

/// The right to use a folder: as long as it lives, [`remove_unless_used`] leaves
/// the folder.
#[derive(Debug)]
pub struct InUse(File);

impl PrivateFolder {
    /// A new one in `parent`, which is made if it is missing.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn new_in(parent: &Path) -> Result<Self, DiskError> {
        let failed = |source| DiskError::new(parent, "cannot make a folder in it", source);
        fs::create_dir_all(parent).map_err(failed)?;
        sweep::once(parent);
        let folder = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempdir_in(parent);
        let folder = folder.map_err(failed)?;
        let lock = File::open(folder.path()).map_err(failed)?;
        sweep::mark(&lock);
        Ok(Self { folder, lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives it a name for good, in one step. `None` if something has that name:
    /// then this folder is gone.
    ///
    /// # Errors
    ///
    /// It cannot be renamed.
    pub fn keep_as(self, path: &Path) -> Result<Option<InUse>, DiskError> {
        let Self { folder, lock } = self;
        // Ahead of the name, so that nobody can remove it between the two. Where
        // there are no locks, nobody removes anything.
        let _ = flock(&lock, FlockOperation::NonBlockingLockShared);
        // A folder replaces an empty one only, and no link.
        match fs::rename(folder.path(), path) {
            Ok(()) => {
                let _ = folder.keep();
                Ok(Some(InUse(lock)))
            }
            Err(_) if fs::symlink_metadata(path).is_ok() => Ok(None),
            Err(source) => Err(DiskError::new(path, "cannot keep the folder", source)),
        }
    }
}

impl InUse {
    /// The right to use this folder; `None` if it is not there, or going.
    pub fn of(path: &Path) -> Option<Self> {
        let folder = File::open(path).ok()?;
        let locked = flock(&folder, FlockOperation::NonBlockingLockShared);
        // Where there are no locks, nobody removes anything.
        if locked == Err(rustix::io::Errno::WOULDBLOCK) {
            return None;
        }
        // It may have gone before it was locked.
        let (ours, there) = (folder.metadata().ok()?, fs::symlink_metadata(path).ok()?);
        let same = (ours.dev(), ours.ino()) == (there.dev(), there.ino());
        (same && ours.is_dir()).then_some(Self(folder))
    }

    /// Notes that it was used now, as the time of the folder's last change.
    pub fn touch(&self) {
        // Only the order in which folders go suffers.
        let _ = self.0.set_modified(std::time::SystemTime::now());
    }
}

/// Removes a folder with all that is in it, unless somebody uses it; whether it
/// is gone. At every moment it is there as a whole or not at all.
///
/// # Errors
///
/// It cannot be removed.
pub fn remove_unless_used(path: &Path) -> Result<bool, DiskError> {
    let failed = |source| DiskError::new(path, "cannot remove", source);
    let folder = match File::open(path) {
        Ok(folder) => folder,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(failed(error)),
    };
    if flock(&folder, FlockOperation::NonBlockingLockExclusive).is_err() {
        return Ok(false);
    }
    // Under a name of which everybody knows that it is nobody's.
    let parent = path.parent().unwrap_or(Path::new("."));
    let going = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempdir_in(parent);
    let going = going.map_err(failed)?;
    match fs::rename(path, going.path()) {
        // Another process was quicker.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        result => result.map_err(failed)?,
    }
    going.close().map_err(failed)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_folder_is_kept_once_and_removed_by_nobody_while_it_is_used() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("name");
        let made = |content: &str| {
            let folder = PrivateFolder::new_in(parent.path()).unwrap();
            fs::write(folder.path().join("file"), content).unwrap();
            folder
        };
        let first = made("one").keep_as(&path).unwrap().unwrap();
        assert!(made("two").keep_as(&path).unwrap().is_none());
        drop(made("three"));
        assert_eq!(fs::read(path.join("file")).unwrap(), b"one");
        assert_eq!(names(parent.path()), 1);
        let second = InUse::of(&path).unwrap();
        drop(first);
        assert!(!remove_unless_used(&path).unwrap() && path.exists());
        drop(second);
        assert!(remove_unless_used(&path).unwrap() && InUse::of(&path).is_none());
        assert!(remove_unless_used(&path).unwrap());
        assert_eq!(names(parent.path()), 0);
    }

    #[test]
    fn of_many_who_make_and_remove_everybody_has_it_whole_or_not_at_all() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("name");
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (parent, path) = (parent.path(), &path);
                scope.spawn(move || {
                    for _ in 0..100 {
                        if thread == 0 {
                            remove_unless_used(path).unwrap();
                            continue;
                        }
                        let used = InUse::of(path).or_else(|| {
                            let folder = PrivateFolder::new_in(parent).unwrap();
                            fs::write(folder.path().join("file"), "whole").unwrap();
                            folder.keep_as(path).unwrap()
                        });
                        if let Some(used) = used {
                            assert_eq!(fs::read(path.join("file")).unwrap(), b"whole");
                            drop(used);
                        }
                    }
                });
            }
        });
        remove_unless_used(&path).unwrap();
        assert_eq!(names(parent.path()), 0);
    }
}
