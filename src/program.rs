//! Who prints the commands that are printed: a crate with a problem of its own has
//! another name and version than `duipai`, which does not know them.

use crate::shell::{quoted, quoted_path};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

/// The name of our own binary, of which fuzz targets and tests speak too.
const OWN: &str = "duipai";
/// Our own version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

static CALLED: OnceLock<Called> = OnceLock::new();

/// A program by what it was called, and what it is.
struct Called {
    word: String,
    name: String,
    version: String,
    single: bool,
}

/// Remembers by what word the command line was called (the first argument of the
/// process), the version of the crate that it belongs to if that is another one
/// than ours, and whether it is about a single problem. Only the first call
/// counts.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
pub(crate) fn called(by: &OsStr, version: Option<&str>, single: bool) {
    let (word, name) = match file_name(by) {
        None => (OWN.to_owned(), OWN.to_owned()),
        Some(name) if is_found(name, Path::new(by)) => (quoted(name), name.to_owned()),
        Some(name) => (quoted_path(Path::new(by)), name.to_owned()),
    };
    let version = version.map_or(VERSION.to_owned(), |own| format!("{own} ({OWN} {VERSION})"));
    let _ = CALLED.set(Called { word, name, version, single });
}

/// The word for a shell that starts this program: its name if the shell finds it
/// by that, else the path by which it was called.
pub(crate) fn word() -> &'static str {
    CALLED.get().map_or_else(in_tests, |called| &called.word)
}

/// In a test of somebody else's crate, which Cargo names, our own binary knows
/// nothing of the problem: the crate's does.
fn in_tests() -> &'static str {
    let own = |package: &str| package == OWN || package.starts_with("duipai-");
    match std::env::var("CARGO_PKG_NAME") {
        Ok(package) if !own(&package) => "cargo run --",
        _ => OWN,
    }
}

/// Its name.
pub(crate) fn name() -> &'static str {
    CALLED.get().map_or(OWN, |called| &called.name)
}

/// Its version; of a program of somebody else's with ours behind it.
pub(crate) fn version() -> &'static str {
    CALLED.get().map_or(VERSION, |called| &called.version)
}

/// The name of a problem as an argument, with the blank ahead of it: nothing where
/// there is only one problem, so that none need be named.
pub(crate) fn problem(name: &str) -> String {
    if CALLED.get().is_some_and(|called| called.single) {
        return String::new();
    }
    format!(" {}", quoted(name))
}

/// Whether a shell finds this very program by its name.
fn is_found(name: &str, called: &Path) -> bool {
    // Called by a bare name, it was found by it.
    if called.components().count() < 2 {
        return true;
    }
    let Ok(own) = called.canonicalize() else { return false };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let first = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|p| p.is_file());
    first.and_then(|file| file.canonicalize().ok()) == Some(own)
}

/// `prog` of `./target/debug/prog` or `C:\\prog.exe`, if it is text.
fn file_name(path: &OsStr) -> Option<&str> {
    let name = Path::new(path).file_name()?.to_str()?;
    Some(name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_file_s() {
        for (path, expected) in [
            ("duipai", Some("duipai")),
            ("./target/debug/nim", Some("nim")),
            ("/a b/对拍", Some("对拍")),
            ("", None),
            ("/", None),
        ] {
            assert_eq!(file_name(path.as_ref()), expected);
        }
        // Nothing but the command line has another one.
        assert_eq!((word(), name(), version()), (OWN, OWN, VERSION));
    }
}
