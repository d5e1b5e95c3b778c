//! Reading, without ever waiting for what is no file.

use super::DiskError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The most that is read of something without a length (a pipe, a device) that
/// a user named: as much as the runner lets a program print. `/dev/zero` has no
/// end.
const MOST_STREAMED: u64 = 256 << 20;

/// Reads a whole regular file, or what a link to one leads to.
///
/// # Errors
///
/// Among others: it is no regular file. A pipe would be waited for and a device
/// may have no end, hence neither is opened.
pub fn read(path: &Path) -> Result<Vec<u8>, DiskError> {
    content(path).map_err(|source| DiskError::new(path, "cannot read", source))
}

/// The same for a file that may be missing.
pub fn read_if_present(path: &Path) -> Result<Option<Vec<u8>>, DiskError> {
    match content(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(DiskError::new(path, "cannot read", source)),
    }
}

/// Reads what a user named, be it a pipe (`<(…)` of a shell): 256 MiB of it at
/// most if it is no regular file.
pub fn read_where_told(path: &Path) -> Result<Vec<u8>, DiskError> {
    let read = || {
        let file = File::open(path)?;
        let there = file.metadata()?;
        if there.is_dir() {
            return Err(not_regular());
        }
        let mut bytes = Vec::new();
        if there.is_file() {
            (&file).read_to_end(&mut bytes)?;
        } else {
            (&file).take(MOST_STREAMED + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > MOST_STREAMED {
                return Err(io::Error::other(format!("longer than {} MiB", MOST_STREAMED >> 20)));
            }
        }
        Ok(bytes)
    };
    read().map_err(|source| DiskError::new(path, "cannot read", source))
}

/// Whether this is a regular file with this content.
pub(crate) fn holds(path: &Path, expected: &[u8]) -> io::Result<bool> {
    let mut file = open_regular(path)?;
    if file.metadata()?.len() != expected.len() as u64 {
        return Ok(false);
    }
    // No more than that, should it grow meanwhile.
    let mut there = Vec::with_capacity(expected.len());
    file.by_ref().take(expected.len() as u64).read_to_end(&mut there)?;
    Ok(there == expected)
}

fn content(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file, or what a link to one leads to.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    // Asked first, for to open some devices does something.
    if !fs::metadata(path)?.is_file() {
        return Err(not_regular());
    }
    let mut options = OpenOptions::new();
    options.read(true);
    // And if a pipe has taken its place meanwhile, opening it does not wait.
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits();
        options.custom_flags(flags.cast_signed());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

fn not_regular() -> io::Error {
    io::Error::other("not a regular file")
}
