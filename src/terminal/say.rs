//! Standard error, which may be closed or full.

use std::io::Write;

/// Says a line on standard error. Where it cannot be written nobody is there to
/// read it: that must not end what was running (`eprintln!` would panic).
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
