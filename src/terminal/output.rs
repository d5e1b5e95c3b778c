//! Standard output, and complaints on standard error.

use super::{BAD, wrapped};
use std::io::{self, BufWriter, IsTerminal, Write};

/// Raw standard output with a large buffer, for contest text. Flush it.
pub(crate) fn raw() -> BufWriter<io::StdoutLock<'static>> {
    // As for input: system calls should not count.
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// The columns of the terminal that standard output is, if it is one.
pub(crate) fn width() -> Option<usize> {
    columns(&io::stdout())
}

/// The columns of the terminal that standard error is, if it is one.
pub(super) fn error_width() -> Option<usize> {
    columns(&io::stderr())
}

#[cfg(any(unix, windows))]
fn columns(stream: &(impl IsTerminal + AsStream)) -> Option<usize> {
    let (columns, _) = terminal_size::terminal_size_of(stream)?;
    // Some say that they have none.
    Some(usize::from(columns.0)).filter(|columns| *columns > 0)
}

#[cfg(unix)]
use std::os::fd::AsFd as AsStream;
#[cfg(windows)]
use std::os::windows::io::AsHandle as AsStream;

/// Our own words on standard output, broken into lines that a terminal has room
/// for. Styles go only to a terminal, and never with `NO_COLOR`.
pub(crate) fn styled(text: &str) -> io::Result<()> {
    as_is(&wrapped(text, width()))
}

/// The same for text that has its lines: of others, or made for [`width`].
pub(crate) fn as_is(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    unless_closed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// That nobody reads on is no error where the exit code still tells something.
pub(crate) fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// A complaint of ours on standard error.
pub(crate) fn complain(message: &str) {
    let text = wrapped(&format!("{BAD}duipai:{BAD:#} {message}\n"), error_width());
    // Where it cannot be written nobody is there to read it.
    let _ = anstream::stderr().write_all(text.as_bytes());
}
