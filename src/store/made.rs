//! Files that a command makes again and again in a folder of the user's:
//! replaced only if that command wrote them and nobody changed them since.

use super::{DiskError, read_if_present, remove, write_new_renewable, write_renewable};
use crate::hash::hash;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The list of what was written: a line of hash and name for each file, appended
/// before the file is made.
const LIST: &str = ".duipai-made";

/// A folder and what we wrote there.
#[derive(Debug)]
pub struct Made {
    folder: PathBuf,
    written: BTreeSet<(u64, String)>,
    list: Option<File>,
}

/// What has a name that is wished for.
#[derive(Debug, PartialEq, Eq)]
enum Owner {
    Nobody,
    We,
    Somebody,
}

impl Made {
    /// Reads the list of a folder, which need not exist.
    pub fn in_folder(folder: &Path) -> Result<Self, DiskError> {
        let list = read_if_present(&folder.join(LIST))?.unwrap_or_default();
        let lines = String::from_utf8_lossy(&list).into_owned();
        let written = lines.lines().filter_map(|line| {
            let (hash, name) = line.split_once(' ')?;
            Some((u64::from_str_radix(hash, 16).ok()?, name.to_owned()))
        });
        Ok(Self { folder: folder.to_owned(), written: written.collect(), list: None })
    }

    /// Whether a file of this name may be written: there is none, or it is ours.
    ///
    /// # Errors
    ///
    /// It is somebody else's, or was changed since we wrote it.
    pub fn may_write(&self, name: &str) -> Result<(), DiskError> {
        match self.owner(name) {
            Owner::Somebody => Err(self.theirs(name)),
            Owner::Nobody | Owner::We => Ok(()),
        }
    }

    /// Writes a file, if [`Made::may_write`].
    pub fn write(&mut self, name: &str, content: &[u8]) -> Result<(), DiskError> {
        let path = self.folder.join(name);
        match self.owner(name) {
            Owner::Somebody => Err(self.theirs(name)),
            Owner::We => {
                self.note(name, content)?;
                write_renewable(&path, content)
            }
            Owner::Nobody => {
                self.note(name, content)?;
                if write_new_renewable(&path, content)? { Ok(()) } else { Err(self.theirs(name)) }
            }
        }
    }

    /// Removes a file, if there is one and [`Made::may_write`].
    pub fn remove(&self, name: &str) -> Result<(), DiskError> {
        match self.owner(name) {
            Owner::Somebody => Err(self.theirs(name)),
            Owner::Nobody => Ok(()),
            Owner::We => remove(&self.folder.join(name)),
        }
    }

    fn owner(&self, name: &str) -> Owner {
        let path = self.folder.join(name);
        match read_if_present(&path) {
            // A link to nothing is something.
            Ok(None) if fs::symlink_metadata(&path).is_err() => Owner::Nobody,
            Ok(Some(content)) if self.written.contains(&(hash(&content), name.to_owned())) => {
                Owner::We
            }
            _ => Owner::Somebody,
        }
    }

    fn theirs(&self, name: &str) -> DiskError {
        let why = io::Error::other("this command did not make it, or it was changed since");
        DiskError::new(&self.folder.join(name), "not overwritten", why)
    }

    /// Notes a file ahead of making it: if this process dies between, the list
    /// names a content that is not there, which does no harm.
    fn note(&mut self, name: &str, content: &[u8]) -> Result<(), DiskError> {
        let key = (hash(content), name.to_owned());
        if self.written.contains(&key) {
            return Ok(());
        }
        let path = self.folder.join(LIST);
        let failed = |source| DiskError::new(&path, "cannot write", source);
        let list = match &mut self.list {
            Some(list) => list,
            empty => {
                fs::create_dir_all(&self.folder).map_err(|source| {
                    DiskError::new(&self.folder, "cannot make the folder", source)
                })?;
                let list = OpenOptions::new().append(true).create(true).open(&path);
                empty.insert(list.map_err(failed)?)
            }
        };
        // One write, so that lines of two processes do not mix.
        list.write_all(format!("{:016x} {name}\n", key.0).as_bytes()).map_err(failed)?;
        self.written.insert(key);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_we_wrote_and_nobody_changed_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join("tests").join(name);
        let made = || Made::in_folder(&folder.path().join("tests")).unwrap();
        made().write("001.in", b"one").unwrap();
        made().write("001.in", b"two").unwrap();
        assert_eq!(fs::read(path("001.in")).unwrap(), b"two");
        fs::write(path("001.in"), "mine").unwrap();
        fs::write(path("002.in"), "mine").unwrap();
        for name in ["001.in", "002.in"] {
            made().may_write(name).unwrap_err();
            let error = made().write(name, b"three").unwrap_err().to_string();
            assert!(error.contains(name) && error.contains("not overwritten"), "{error}");
            made().remove(name).unwrap_err();
            assert_eq!(fs::read(path(name)).unwrap(), b"mine");
        }
        made().write("003.in", b"ours").unwrap();
        made().remove("003.in").unwrap();
        made().remove("003.in").unwrap();
        assert!(!path("003.in").exists());
        made().may_write("003.in").unwrap();
    }
}
