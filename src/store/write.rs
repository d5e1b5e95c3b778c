//! Writing: whole or not at all, and never over what is somebody else's.

use super::{DiskError, TEMPORARY_PREFIX, read, sweep};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, PersistError};

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
/// as it was. Of several that try at once, one succeeds.
pub fn write_new_atomically(path: &Path, content: &[u8]) -> Result<bool, DiskError> {
    write(path, content, true, |file| file.persist_noclobber(path).map(drop))
}

/// The same for what can be made again; see [`write_renewable`].
pub fn write_new_renewable(path: &Path, content: &[u8]) -> Result<bool, DiskError> {
    write(path, content, false, |file| file.persist_noclobber(path).map(drop))
}

/// What came of the wish for a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimed {
    /// The file was not there; this call made it.
    New,
    /// A regular file with just this content was there.
    Same,
    /// Something else has the name, and keeps it.
    Taken,
}

/// Makes a file unless its name is taken. Whoever tries at the same time: one
/// of them is told [`Claimed::New`], the others what they find.
pub fn claim(path: &Path, content: &[u8]) -> Result<Claimed, DiskError> {
    // What is there already is on the disk: flushing again takes longer than
    // most findings took to find.
    if there(path) {
        return Ok(found(path, content));
    }
    match write_new_atomically(path, content)? {
        true => Ok(Claimed::New),
        false => Ok(found(path, content)),
    }
}

/// Whether anything has this name, be it a link to nothing.
fn there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn found(path: &Path, content: &[u8]) -> Claimed {
    // What cannot be read is not ours.
    if read::holds(path, content).unwrap_or(false) { Claimed::Same } else { Claimed::Taken }
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
    sweep::once(folder);
    let mut file = builder.tempfile_in(folder).map_err(failed)?;
    sweep::mark(file.as_file());
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
