//! Standard output of the command line.

use std::io::{self, BufWriter, Write};

/// Raw standard output with a large buffer, for contest text. Flush it.
pub(super) fn raw() -> BufWriter<io::StdoutLock<'static>> {
    // As for input: system calls should not count.
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Styled standard output: escapes go only to a terminal, and never with
/// `NO_COLOR`.
pub(super) fn styled(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    unless_closed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// That nobody reads on is no error where the exit code still tells something.
pub(super) fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
