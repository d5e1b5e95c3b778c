//! Files on disk: whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, PersistError};

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
        Self { path: path.display().to_string(), what, source }
    }
}

/// Writes a file so that at every moment, whatever is killed when, either the
/// old content is there or the whole new one: into a temporary file in the same
/// folder, flushed to the disk, then renamed.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), DiskError> {
    write(path, content, true, |file| file.persist(path).map(drop)).map(drop)
}

/// The same for what can be made again: it survives whatever kills a process,
/// but is not flushed, so that a power cut may take it. Thousands of files take
/// a fraction of the time.
pub fn write_renewable(path: &Path, content: &[u8]) -> Result<(), DiskError> {
    write(path, content, false, |file| file.persist(path).map(drop)).map(drop)
}

/// The same for a file that must not be there yet. False if it is: it is left
/// as it was.
pub fn write_new_atomically(path: &Path, content: &[u8]) -> Result<bool, DiskError> {
    write(path, content, true, |file| file.persist_noclobber(path).map(drop))
}

/// Writes to a file that the user named, for whatever it is: links are
/// followed, what is no regular file (a pipe, a terminal) is written to as it
/// stands, and a regular one is replaced as by [`write_atomically`] but keeps
/// its permissions and, if we may, its owner.
pub fn write_where_told(path: &Path, content: &[u8]) -> Result<(), DiskError> {
    let failed = |source| DiskError::new(path, "cannot write", source);
    let there = match fs::metadata(path) {
        Ok(there) => Some(there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    if let Some(there) = &there {
        // `/dev/stdout`: with a second place in the file to write at, what was
        // printed before would be overwritten.
        if is_same(there, &io::stdout()) {
            let mut out = io::stdout().lock();
            return out.write_all(content).and_then(|()| out.flush()).map_err(failed);
        }
        if is_same(there, &io::stderr()) {
            return io::stderr().write_all(content).map_err(failed);
        }
        if !there.is_file() {
            let file = fs::OpenOptions::new().write(true).open(path);
            return file.and_then(|mut file| file.write_all(content)).map_err(failed);
        }
    }
    let path = follow(path).map_err(failed)?;
    write(&path, content, true, |file| {
        if let Some(there) = there
            && let Err(error) = resemble(file.as_file(), &there)
        {
            return Err(PersistError { error, file });
        }
        file.persist(&path).map(drop)
    })
    .map(drop)
}

/// Whether an open stream is this file.
#[cfg(unix)]
fn is_same(file: &fs::Metadata, stream: &impl std::os::fd::AsFd) -> bool {
    use std::os::unix::fs::MetadataExt;
    let stream = stream.as_fd().try_clone_to_owned().map(File::from);
    let stream = stream.and_then(|stream| stream.metadata());
    stream.is_ok_and(|stream| (stream.dev(), stream.ino()) == (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn is_same<S>(_: &fs::Metadata, _: &S) -> bool {
    false
}

/// Gives a new file the owner and the permissions of the one that it replaces.
fn resemble(file: &File, other: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only the superuser may give files away, and nobody else needs to.
        let _ = fchown(file, Some(other.uid()), Some(other.gid()));
    }
    file.set_permissions(other.permissions())
}

/// Links in a row before they are taken for a circle: as many as Linux follows.
const MOST_LINKS: usize = 40;

/// Where the links at this path lead in the end, be it to nothing.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            // It is no link.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Writes a temporary file beside `path` and lets `persist` give it its name.
/// False if another file has that name.
fn write(
    path: &Path,
    content: &[u8],
    flush: bool,
    persist: impl FnOnce(NamedTempFile) -> Result<(), PersistError>,
) -> Result<bool, DiskError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)
        .map_err(|source| DiskError::new(folder, "cannot make the folder", source))?;
    let failed = |source| DiskError::new(path, "cannot write", source);
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX);
    // Temporary files are private by default; findings are there to be read.
    #[cfg(unix)]
    let readable = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    #[cfg(unix)]
    builder.permissions(readable);
    let mut file = builder.tempfile_in(folder).map_err(failed)?;
    file.write_all(content).map_err(failed)?;
    if flush {
        file.as_file().sync_all().map_err(failed)?;
    }
    match persist(file) {
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        result => result.map_err(|error| failed(error.error))?,
    }
    // The rename itself must survive a power cut; a file system that cannot
    // sync folders has still renamed.
    if flush && let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(true)
}

/// Names of files in the making. Readers of folders pass them over.
pub const TEMPORARY_PREFIX: &str = ".duipai-tmp-";

/// Reads a whole file.
pub fn read(path: &Path) -> Result<Vec<u8>, DiskError> {
    fs::read(path).map_err(|source| DiskError::new(path, "cannot read", source))
}

/// Reads a file that may be missing.
pub fn read_if_present(path: &Path) -> Result<Option<Vec<u8>>, DiskError> {
    match fs::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(DiskError::new(path, "cannot read", source)),
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

/// The files below a folder with this extension, sorted by path; files in the
/// making are passed over, and so is what is no regular file (reading a pipe
/// could take for ever).
///
/// Links are followed. A folder that can be reached in several ways is listed
/// once, where it really lies if that is below `folder` too; circles do no harm.
///
/// # Errors
///
/// A folder that cannot be listed; a link with this extension that leads to
/// nothing: it was meant to be a file, and passed over nobody would miss it.
pub fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, DiskError> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    let mut linked = BTreeSet::new();
    let mut listed = BTreeSet::new();
    // Linked folders last and in order: the result does not depend on the order
    // in which the system lists files.
    while let Some(folder) = folders.pop().or_else(|| linked.pop_first()) {
        let failed = |source| DiskError::new(&folder, "cannot list", source);
        if !listed.insert(fs::canonicalize(&folder).map_err(failed)?) {
            continue;
        }
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            let wanted = !hidden && path.extension().is_some_and(|e| e == extension);
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                match fs::metadata(&path) {
                    Ok(target) if target.is_dir() => drop(linked.insert(path)),
                    Ok(target) if target.is_file() && wanted => found.push(path),
                    Err(error) if wanted => {
                        return Err(DiskError::new(&path, "cannot follow the link", error));
                    }
                    _ => {}
                }
            } else if kind.is_file() && wanted {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
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
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        write_atomically(&file, b"").unwrap();
        let error = write_atomically(&file.join("x.in"), b"").unwrap_err().to_string();
        assert!(error.contains("file") && error.contains("cannot make the folder"), "{error}");
    }
}
