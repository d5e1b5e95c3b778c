//! Files on disk: whole or not at all, and each removed by nobody but the run
//! that made it.
//!
//! - A name is *claimed* ([`claim`]): the file gets it in one step that fails
//!   if anything has it, so that of several runs one succeeds.
//! - Only regular files are read where a path comes from a folder ([`read`]).
//! - A folder that programs use is locked for as long as they do
//!   ([`PrivateFolder`], [`InUse`]), and removed by nobody meanwhile.
//! - What a killed process left in the making goes when the next one writes
//!   into that folder.

mod folder;
mod list;
mod made;
mod read;
mod sweep;
mod write;

pub use folder::{InUse, PrivateFolder, remove_unless_used};
pub use list::files_below;
pub use made::Made;
pub(crate) use read::open_regular;
pub use read::{read, read_if_present, read_where_told};
pub use sweep::TEMPORARY_PREFIX;
pub use write::{
    Claimed, claim, write_atomically, write_new_atomically, write_new_renewable, write_renewable,
    write_where_told,
};

use crate::terminal::shown;
use std::fs;
use std::io;
use std::path::Path;

/// What went wrong on disk, with the path in question.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {what}: {source}")]
pub struct DiskError {
    /// The file or folder.
    pub path: String,
    /// What was tried: "cannot write", …
    pub what: &'static str,
    /// The system's reason.
    pub source: io::Error,
}

impl DiskError {
    /// An error about `path`.
    pub fn new(path: &Path, what: &'static str, source: io::Error) -> Self {
        Self { path: shown(path), what, source }
    }
}

/// Removes a file; one that is gone already is fine.
pub fn remove(path: &Path) -> Result<(), DiskError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(DiskError::new(path, "cannot remove", error))
        }
        _ => Ok(()),
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/x.in");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        assert_eq!(files_below(folder.path(), "in").unwrap(), std::slice::from_ref(&path));
        remove(&path).unwrap();
        remove(&path).unwrap();
        assert_eq!(read_if_present(&path).unwrap(), None);
    }

    #[test]
    fn a_file_that_is_there_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.ans");
        assert!(write_new_atomically(&path, b"one").unwrap());
        assert!(!write_new_atomically(&path, b"two").unwrap());
        assert_eq!(read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn of_many_who_want_a_name_one_gets_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.in");
        let claims: Vec<_> = std::thread::scope(|scope| {
            let path = &path;
            let threads: Vec<_> = (0..16u8)
                .map(|number| scope.spawn(move || claim(path, &[number / 8; 4]).unwrap()))
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let count = |what| claims.iter().filter(|claimed| **claimed == what).count();
        assert_eq!((count(Claimed::New), count(Claimed::Same), count(Claimed::Taken)), (1, 7, 8));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// A pipe, a device, a folder, a link to nothing.
    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_neither_read_nor_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mkfifo = std::process::Command::new("mkfifo").arg(path("pipe.in")).status();
        assert!(mkfifo.unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", path("zero.in")).unwrap();
        fs::create_dir(path("folder.in")).unwrap();
        for name in ["pipe.in", "zero.in", "folder.in"] {
            let error = read(&path(name)).unwrap_err().to_string();
            assert!(error.contains(name) && error.ends_with("not a regular file"), "{error}");
            read_if_present(&path(name)).unwrap_err();
            assert_eq!(claim(&path(name), b"x").unwrap(), Claimed::Taken);
        }
        std::os::unix::fs::symlink("nowhere", path("dead.in")).unwrap();
        assert_eq!(claim(&path("dead.in"), b"x").unwrap(), Claimed::Taken);
        for name in ["pipe.in", "zero.in", "dead.in"] {
            files_below(folder.path(), "in").unwrap_err();
            fs::remove_file(path(name)).unwrap();
        }
        assert!(files_below(folder.path(), "in").unwrap().is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn hidden_and_foreign_names_are_listed_like_others() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        let strange = std::ffi::OsStr::from_bytes(b"\xff.in");
        for name in [".x.in".as_ref(), strange] {
            write_atomically(&folder.path().join(name), b"").unwrap();
        }
        assert_eq!(files_below(folder.path(), "in").unwrap().len(), 2);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        write_atomically(&file, b"").unwrap();
        let error = write_atomically(&file.join("x.in"), b"").unwrap_err().to_string();
        assert!(error.contains("file") && error.contains("cannot make the folder"), "{error}");
    }
}
