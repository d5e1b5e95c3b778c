//! The pipes of a program, emptied by one thread.

use super::ends::Ends;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

/// Bytes per read: what a pipe holds by default.
const PIPE: usize = 64 << 10;

/// What may wait in a pipe when its writers are dead: the most that an
/// unprivileged process can make of one. Bounds the final read in case a
/// writer has escaped.
const LARGEST_PIPE: usize = 1 << 20;

/// Our ends of the pipes, and what has passed through them.
pub(super) struct Pipes {
    /// `None` once closed by all writers; likewise for `stderr`.
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    output: Vec<u8>,
    most: usize,
    said: Ends,
    /// What came of standard error with the last read.
    piece: Vec<u8>,
    /// Whether standard error is as large a pipe as can be.
    is_wide: bool,
}

/// What one wait came to.
#[derive(Debug, Default)]
pub(super) struct Served {
    /// The output is over its limit.
    pub(super) over: bool,
    /// The end of the program is there to be read.
    pub(super) ended: bool,
    /// Something came through the pipes.
    pub(super) moved: bool,
}

impl Pipes {
    /// Makes the pipes for a program. `most` is the limit on its output. Returns
    /// its ends too, for standard output and error.
    pub(super) fn new(most: u64) -> io::Result<(Self, [OwnedFd; 2])> {
        let pipe = || -> io::Result<(OwnedFd, OwnedFd)> {
            let (ours, its) = io::pipe()?;
            let ours = OwnedFd::from(ours);
            // Blocking mode belongs to an end, not to the pipe: the program's
            // ends stay as programs expect them.
            rustix::io::ioctl_fionbio(&ours, true)?;
            Ok((ours, its.into()))
        };
        let ((stdout, its_stdout), (stderr, its_stderr)) = (pipe()?, pipe()?);
        let pipes = Self {
            stdout: Some(stdout),
            stderr: Some(stderr),
            output: Vec::new(),
            most: usize::try_from(most).unwrap_or(usize::MAX),
            said: Ends::default(),
            piece: Vec::new(),
            is_wide: false,
        };
        Ok((pipes, [its_stdout, its_stderr]))
    }

    /// Waits for something to do for at most `timeout`, and does it. `end`
    /// becomes readable at the end of the program.
    pub(super) fn serve(
        &mut self,
        end: Option<BorrowedFd<'_>>,
        timeout: Duration,
    ) -> io::Result<Served> {
        let (mut read, mut read_err, mut ended) = (false, false, false);
        {
            let ends = [
                (self.stdout.as_ref().map(AsFd::as_fd), &mut read),
                (self.stderr.as_ref().map(AsFd::as_fd), &mut read_err),
                (end, &mut ended),
            ];
            let mut watched = Vec::with_capacity(ends.len());
            let mut found = Vec::with_capacity(ends.len());
            for (fd, seen) in ends {
                if let Some(fd) = fd {
                    watched.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
                    found.push(seen);
                }
            }
            // Too long for the type is as good as for ever.
            let timeout = Timespec::try_from(timeout).ok();
            match poll(&mut watched, timeout.as_ref()) {
                Ok(_) => {}
                // A signal: the caller asks `cancel` at once.
                Err(Errno::INTR) => return Ok(Served::default()),
                Err(error) => return Err(error.into()),
            }
            for (fd, seen) in watched.iter().zip(found) {
                // Errors and hang-ups too: reading tells.
                *seen = !fd.revents().is_empty();
            }
        }
        if read {
            self.read_output();
        }
        if read_err {
            self.read_stderr();
        }
        Ok(Served { over: self.output.len() > self.most, ended, moved: read || read_err })
    }

    /// Takes what is still in the pipes, waiting for nothing. Returns whether
    /// the output is over its limit.
    pub(super) fn drain(&mut self) -> bool {
        let most = self.output.len().saturating_add(LARGEST_PIPE).min(self.most);
        while self.output.len() <= most && self.read_output() {}
        for _ in 0..LARGEST_PIPE / PIPE {
            if !self.read_stderr() {
                break;
            }
        }
        self.output.len() > self.most
    }

    /// The output, within its limit, and beginning and end of standard error.
    pub(super) fn into_output(mut self) -> (Vec<u8>, Vec<u8>) {
        self.output.truncate(self.most);
        (self.output, self.said.joined())
    }

    /// One read; whether there may be more at once. Likewise the next.
    fn read_output(&mut self) -> bool {
        // Grows with what has come: little programs say little.
        self.output.reserve(self.output.len().clamp(4 << 10, PIPE));
        read(&mut self.stdout, &mut self.output)
    }

    fn read_stderr(&mut self) -> bool {
        self.piece.clear();
        self.piece.reserve(PIPE);
        let more = read(&mut self.stderr, &mut self.piece);
        self.said.push(&self.piece);
        if self.piece.len() >= PIPE && !self.is_wide {
            self.widen();
        }
        more
    }
}

impl Pipes {
    /// Makes the pipe of standard error larger. Who floods it, to which there is no
    /// limit, is otherwise kept from computing by how seldom we get a processor on
    /// a busy machine, and then there is nothing to be said of it.
    fn widen(&mut self) {
        self.is_wide = true;
        #[cfg(target_os = "linux")]
        if let Some(stderr) = &self.stderr {
            // Where that is not allowed it stays as it was.
            let _ = rustix::pipe::fcntl_setpipe_size(stderr, LARGEST_PIPE);
        }
    }
}

/// Reads once into the room that `buffer` has; closes `pipe` at its end.
fn read(pipe: &mut Option<OwnedFd>, buffer: &mut Vec<u8>) -> bool {
    let Some(fd) = pipe else { return false };
    match rustix::io::read(fd, spare_capacity(buffer)) {
        Ok(0) => *pipe = None,
        Ok(_) | Err(Errno::INTR) => {}
        Err(Errno::AGAIN) => return false,
        Err(_) => *pipe = None,
    }
    pipe.is_some()
}
