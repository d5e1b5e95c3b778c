//! The three pipes of a program, served by one thread.

use super::ends::Ends;
use super::system::End;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::process::Child;
use std::time::Duration;

/// Bytes per read: what a pipe holds by default.
const PIPE: usize = 64 << 10;

/// What may wait in a pipe when its writers are dead: the most that an
/// unprivileged process can make of one. Bounds the final read in case a
/// writer has escaped.
const LARGEST_PIPE: usize = 1 << 20;

/// Our ends of the pipes, and what has passed through them.
pub(super) struct Pipes<'a> {
    /// `None` as soon as all has been written or nobody reads.
    stdin: Option<OwnedFd>,
    /// `None` once closed by all writers; likewise for `stderr`.
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    input: &'a [u8],
    output: Vec<u8>,
    most: usize,
    said: Ends,
    /// What came of standard error with the last read.
    piece: Vec<u8>,
}

impl<'a> Pipes<'a> {
    /// Takes the pipes of a fresh child. `most` is the limit on its output.
    pub(super) fn new(child: &mut Child, input: &'a [u8], most: u64) -> io::Result<Self> {
        let ours = |end: Option<OwnedFd>| -> io::Result<Option<OwnedFd>> {
            // Blocking mode belongs to an end, not to the pipe: the child's
            // ends stay as programs expect them.
            end.map(|fd| rustix::io::ioctl_fionbio(&fd, true).map(|()| fd))
                .transpose()
                .map_err(Into::into)
        };
        let stdin = ours(child.stdin.take().map(OwnedFd::from))?;
        Ok(Self {
            stdin: stdin.filter(|_| !input.is_empty()),
            stdout: ours(child.stdout.take().map(OwnedFd::from))?,
            stderr: ours(child.stderr.take().map(OwnedFd::from))?,
            input,
            output: Vec::new(),
            most: usize::try_from(most).unwrap_or(usize::MAX),
            said: Ends::default(),
            piece: Vec::new(),
        })
    }

    /// Waits for something to do for at most `timeout`, and does it. Returns
    /// whether the output is over its limit, and whether the program has ended.
    pub(super) fn serve(&mut self, end: &End, timeout: Duration) -> io::Result<(bool, bool)> {
        let timeout = end.patience().map_or(timeout, |most| timeout.min(most));
        let (mut write, mut read, mut read_err, mut ended) = (false, false, false, false);
        {
            let ends = [
                (self.stdin.as_ref().map(AsFd::as_fd), PollFlags::OUT, &mut write),
                (self.stdout.as_ref().map(AsFd::as_fd), PollFlags::IN, &mut read),
                (self.stderr.as_ref().map(AsFd::as_fd), PollFlags::IN, &mut read_err),
                (end.fd(), PollFlags::IN, &mut ended),
            ];
            let mut watched = Vec::with_capacity(ends.len());
            let mut found = Vec::with_capacity(ends.len());
            for (fd, flags, seen) in ends {
                if let Some(fd) = fd {
                    watched.push(PollFd::from_borrowed_fd(fd, flags));
                    found.push(seen);
                }
            }
            // Too long for the type is as good as for ever.
            let timeout = Timespec::try_from(timeout).ok();
            match poll(&mut watched, timeout.as_ref()) {
                Ok(_) => {}
                // A signal: the caller asks `cancel` at once.
                Err(Errno::INTR) => return Ok((false, false)),
                Err(error) => return Err(error.into()),
            }
            for (fd, seen) in watched.iter().zip(found) {
                // Errors and hang-ups too: reading and writing tells.
                *seen = !fd.revents().is_empty();
            }
        }
        if write {
            self.feed();
        }
        if read {
            self.read_output();
        }
        if read_err {
            self.read_stderr();
        }
        Ok((self.output.len() > self.most, ended || (end.fd().is_none() && end.seen())))
    }

    /// Takes what is still in the pipes, waiting for nothing. Returns whether
    /// the output is over its limit.
    pub(super) fn drain(&mut self) -> bool {
        self.stdin = None;
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

    fn feed(&mut self) {
        let Some(fd) = &self.stdin else { return };
        match rustix::io::write(fd, self.input) {
            Ok(written) => self.input = self.input.get(written..).unwrap_or_default(),
            Err(Errno::AGAIN | Errno::INTR) => {}
            // Above all EPIPE: a program need not read its input.
            Err(_) => self.input = &[],
        }
        if self.input.is_empty() {
            self.stdin = None;
        }
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
        more
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
