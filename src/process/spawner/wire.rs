//! What a worker and its spawner say to each other: one JSON value a line over
//! a socket, with file descriptors beside it.

use super::super::system;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, SendAncillaryBuffer, SendAncillaryMessage, recvmsg,
    sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// From the worker.
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) enum Ask {
    /// Start a program. Comes with three descriptors: its standard input,
    /// output and error.
    Start(Order),
    /// End what is running. Without meaning when nothing is: its end and this
    /// may have crossed.
    End,
}

/// What to start, and how.
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct Order {
    /// The file.
    pub(in super::super) program: OsString,
    /// The program's arguments, from number 0.
    pub(in super::super) words: Vec<String>,
    /// What is set in its environment besides the spawner's.
    pub(in super::super) environment: Vec<(String, OsString)>,
    /// The folder to run in; that of the worker if there is none.
    pub(in super::super) folder: Option<OsString>,
    /// Whether that is a private one, which the spawner removes when it leaves.
    pub(in super::super) private: bool,
    /// Limits that the kernel keeps.
    pub(in super::super) caps: Caps,
}

/// Limits that the kernel keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct Caps {
    /// Stack of the first thread, in bytes.
    pub(in super::super) stack: u64,
    /// Size of a file that is written, in bytes.
    pub(in super::super) file: u64,
    /// CPU time of one process, in seconds.
    pub(in super::super) cpu: u64,
}

/// From the spawner, once for each [`Ask::Start`].
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) enum Reply {
    /// The system's number of the reason.
    NotStarted(i32),
    /// All is over.
    Ended(Report),
    /// It was killed but does not end.
    Lost(String),
}

/// How a program ended.
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct Report {
    /// As `wait` gives it.
    pub(in super::super) status: i32,
    /// From just before the start to the end, as it was seen.
    pub(in super::super) wall: Duration,
    /// Of the program and the descendants that it waited for.
    pub(in super::super) cpu: Duration,
    /// Peak resident set of the largest of these, in bytes, where it is known.
    pub(in super::super) peak_memory: Option<u64>,
    /// Whether it was ended because it wrote a file up to [`Caps::file`].
    pub(in super::super) file_was_full: bool,
    /// Whether something that it started could not be ended.
    pub(in super::super) left_something: bool,
}

/// Bytes for one reading: most messages.
const PIECE: usize = 4 << 10;

/// Descriptors that come with one message at most.
const MOST_DESCRIPTORS: usize = 3;

/// One end of the conversation.
pub(in super::super) struct Channel {
    socket: UnixStream,
    /// What has been read of the next messages.
    buffer: Vec<u8>,
    /// Descriptors that came and were not taken yet. One reading may bring two
    /// messages, so that they cannot be said to belong to the first.
    descriptors: Vec<OwnedFd>,
}

impl Channel {
    pub(in super::super) fn new(socket: UnixStream) -> Self {
        Self { socket, buffer: Vec::new(), descriptors: Vec::new() }
    }

    /// Becomes readable when there is a message, or nobody at the other end.
    pub(in super::super) fn fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    pub(in super::super) fn send<T: Serialize>(
        &mut self,
        message: &T,
        descriptors: &[BorrowedFd<'_>],
    ) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !descriptors.is_empty() && !control.push(SendAncillaryMessage::ScmRights(descriptors)) {
            return Err(io::Error::other("too many descriptors for one message"));
        }
        let sent = loop {
            match sendmsg(&self.socket, &[IoSlice::new(&line)], &mut control, system::SEND) {
                Err(rustix::io::Errno::INTR) => {}
                result => break result?,
            }
        };
        // Descriptors go with the first byte.
        self.socket.write_all(line.get(sent..).unwrap_or_default())
    }

    /// Waits for the next message; `None` if nobody is there any more.
    pub(in super::super) fn receive<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let message = serde_json::from_slice(self.buffer.get(..end).unwrap_or_default())?;
                self.buffer.drain(..=end);
                return Ok(Some(message));
            }
            let length = self.buffer.len();
            self.buffer.resize(length + PIECE, 0);
            let received = self.receive_piece(length);
            self.buffer.truncate(length + received.as_ref().map_or(0, |bytes| *bytes));
            match received {
                Ok(0) => return Ok(None),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Who died with something unread is no longer there either.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }

    /// The descriptors that came with the messages so far: of one, since only
    /// [`Ask::Start`] has some, and is answered before the next.
    pub(in super::super) fn descriptors(&mut self) -> Vec<OwnedFd> {
        std::mem::take(&mut self.descriptors)
    }

    fn receive_piece(&mut self, at: usize) -> io::Result<usize> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let free = self.buffer.get_mut(at..).unwrap_or_default();
        let mut pieces = [IoSliceMut::new(free)];
        let received = recvmsg(&self.socket, &mut pieces, &mut control, system::RECEIVE)?;
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                for descriptor in descriptors {
                    // No program may inherit them by chance.
                    system::close_on_exec(&descriptor)?;
                    self.descriptors.push(descriptor);
                }
            }
        }
        Ok(received.bytes)
    }
}
