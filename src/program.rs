//! The name of this program in the commands that it prints: a crate with a
//! problem of its own has another one than `duipai`, which does not know it.

use crate::shell::quoted;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

/// The name of our own binary, of which fuzz targets and tests speak too.
const OWN: &str = "duipai";

static NAME: OnceLock<String> = OnceLock::new();

/// Remembers by what name the command line was called (the first argument of
/// the process). Only the first call counts.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
pub(crate) fn called(by: &OsStr) {
    if let Some(name) = file_name(by) {
        let _ = NAME.set(quoted(name));
    }
}

/// The name, as a word for a shell.
pub(crate) fn name() -> &'static str {
    NAME.get().map_or(OWN, String::as_str)
}

/// `prog` of `./target/debug/prog` or `C:\\prog.exe`, if it is text.
fn file_name(path: &OsStr) -> Option<&str> {
    let name = Path::new(path).file_name()?.to_str()?;
    Some(name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::{file_name, name};

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
        assert_eq!(name(), "duipai");
    }
}
