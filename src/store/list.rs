//! Listing folders.

use super::{DiskError, TEMPORARY_PREFIX};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files below a folder with this extension, sorted by path. Hidden ones
/// are files like others; only files in the making are passed over.
///
/// Links are followed. A folder that can be reached in several ways is listed
/// once, where it really lies if that is below `folder` too; circles do no harm.
///
/// # Errors
///
/// A folder that cannot be listed. Something with this extension that is neither
/// file nor folder (a link that leads to nothing, a pipe, a device): it was meant
/// to be read, and passed over nobody would miss it.
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
            let name = entry.file_name();
            let making = name.as_encoded_bytes().starts_with(TEMPORARY_PREFIX.as_bytes());
            let wanted = !making && path.extension().is_some_and(|e| e == extension);
            let not_regular = || {
                let why = io::Error::other("not a regular file");
                DiskError::new(&path, "cannot read", why)
            };
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                match fs::metadata(&path) {
                    Ok(target) if target.is_dir() => drop(linked.insert(path)),
                    Ok(target) if target.is_file() && wanted => found.push(path),
                    Ok(_) if wanted => return Err(not_regular()),
                    Err(error) if wanted => {
                        return Err(DiskError::new(&path, "cannot follow the link", error));
                    }
                    _ => {}
                }
            } else if kind.is_file() && wanted {
                found.push(path);
            } else if wanted {
                return Err(not_regular());
            }
        }
    }
    found.sort();
    Ok(found)
}
