//! The private working folder of a spawner: each run finds it empty but for its
//! input.

use crate::command::FileIo;
use crate::store::{self, PrivateFolder};
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// What a program wrote into its folder.
#[derive(Debug, Default)]
pub(super) struct Left {
    /// The file that stands for standard output.
    pub(super) output: Option<Written>,
    /// Names of files, other than that of the input; of many the first.
    pub(super) names: Vec<String>,
}

/// What became of the file that stands for standard output.
#[derive(Debug)]
pub(super) enum Written {
    /// Its content.
    Content(Vec<u8>),
    /// Its first bytes; it has more than it may.
    TooLong(Vec<u8>),
    /// There is none that can be read, for this reason.
    Nothing(String),
}

/// Names of files that are told: a program that is meant writes one or two.
const MOST_NAMES: usize = 8;

/// A new one, in the folder for temporary files.
pub(super) fn make() -> Result<PrivateFolder, store::DiskError> {
    PrivateFolder::new_in(&std::env::temp_dir())
}

/// Puts the input where the program looks for it.
pub(super) fn prepare(folder: &Path, io: &FileIo, input: &[u8]) -> io::Result<()> {
    match &io.input {
        Some(name) => fs::write(folder.join(name), input),
        None => Ok(()),
    }
}

/// Takes what a program left, at most `most` bytes of its output, and empties the
/// folder. Whether it is empty then.
pub(super) fn take(folder: &Path, io: &FileIo, most: u64) -> (Left, bool) {
    let output = io.output.as_ref().map(|name| written(folder, name, most));
    let names = names(folder, |name| Some(name) == io.input.as_deref());
    (Left { output, names }, empty(folder).is_ok())
}

fn written(folder: &Path, name: &str, most: u64) -> Written {
    let path = folder.join(name);
    let file = match store::open_regular(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Written::Nothing(format!("it did not write `{name}`"));
        }
        Err(error) => return Written::Nothing(format!("`{name}` cannot be read: {error}")),
    };
    let mut bytes = Vec::new();
    // The file may have holes, and then be longer than any disk.
    match file.take(most.saturating_add(1)).read_to_end(&mut bytes) {
        Err(error) => Written::Nothing(format!("`{name}` cannot be read: {error}")),
        Ok(_) if bytes.len() as u64 > most => {
            bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
            Written::TooLong(bytes)
        }
        Ok(_) => Written::Content(bytes),
    }
}

/// The files of a folder, without some, sorted.
fn names(folder: &Path, without: impl Fn(&str) -> bool) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut names: Vec<_> = names
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !without(name))
        .collect();
    names.sort();
    names.truncate(MOST_NAMES);
    names
}

/// Removes all that is in a folder.
fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if !entry.file_type()?.is_dir() {
            fs::remove_file(path)?;
        } else if fs::remove_dir_all(&path).is_err() {
            // A program may have taken the right to do so from us.
            permit(&path);
            fs::remove_dir_all(&path)?;
        }
    }
    Ok(())
}

/// Gives us all rights to the folders below one. What fails shows afterwards.
fn permit(folder: &Path) {
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // Not through links.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            permit(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn io(input: Option<&str>, output: Option<&str>) -> FileIo {
        FileIo { input: input.map(str::to_owned), output: output.map(str::to_owned) }
    }

    #[test]
    fn what_is_left_is_taken_within_bounds_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let io = io(Some("a.in"), Some("a.out"));
        prepare(folder.path(), &io, b"1 2\n").unwrap();
        assert_eq!(fs::read(path("a.in")).unwrap(), b"1 2\n");
        fs::write(path("a.out"), "12345").unwrap();
        fs::write(path("log"), "").unwrap();
        fs::create_dir_all(path("a/b")).unwrap();
        fs::write(path("a/b/c"), "").unwrap();
        fs::set_permissions(path("a/b"), fs::Permissions::from_mode(0o500)).unwrap();
        fs::set_permissions(path("a"), fs::Permissions::from_mode(0o000)).unwrap();
        std::os::unix::fs::symlink("/usr", path("link")).unwrap();
        let (left, is_empty) = take(folder.path(), &io, 5);
        assert!(is_empty && fs::read_dir(folder.path()).unwrap().count() == 0);
        assert_eq!(left.names, ["a.out", "log"]);
        assert!(matches!(left.output, Some(Written::Content(bytes)) if bytes == b"12345"));
        assert!(Path::new("/usr").exists());
    }

    #[test]
    fn an_output_is_a_regular_file_of_bounded_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.out");
        let io = io(None, Some("a.out"));
        let taken = || take(folder.path(), &io, 1 << 20).0.output.unwrap();
        assert!(matches!(taken(), Written::Nothing(why) if why == "it did not write `a.out`"));
        fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert!(matches!(taken(), Written::TooLong(bytes) if bytes.len() == 1 << 20));
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert!(matches!(taken(), Written::Nothing(why) if why.ends_with("not a regular file")));
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        assert!(matches!(taken(), Written::Nothing(why) if why.ends_with("not a regular file")));
        fs::create_dir(&path).unwrap();
        assert!(matches!(taken(), Written::Nothing(_)));
    }
}
