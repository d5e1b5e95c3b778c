//! The input, read as a stream: what has been matched is dropped.

use std::io::{self, ErrorKind, Read};

use crate::error::Excerpt;
use crate::span::Position;

/// Read at once.
const CHUNK: usize = 64 << 10;

/// What is kept of the current line before the place, for a picture of it.
const BEFORE: usize = 60;

/// What is looked at after the place, for the same.
const AFTER: usize = 60;

/// An input with a place in it.
pub(crate) struct Reader<R> {
    input: R,
    /// `buffer[at..]` is what follows; before it stand some bytes that have been
    /// matched.
    buffer: Vec<u8>,
    at: usize,
    ended: bool,
    offset: u64,
    position: Position,
}

impl<R: Read> Reader<R> {
    pub(crate) fn new(input: R) -> Self {
        let buffer = Vec::new();
        Self { input, buffer, at: 0, ended: false, offset: 0, position: Position::START }
    }

    /// Bytes matched so far.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// The byte `ahead` of the place, `None` after the end. What lies between is
    /// held until it is matched.
    pub(crate) fn peek(&mut self, ahead: usize) -> io::Result<Option<u8>> {
        while self.buffer.len() - self.at <= ahead {
            if !self.fill()? {
                return Ok(None);
            }
        }
        Ok(Some(self.buffer[self.at + ahead]))
    }

    /// Reads more; whether there was more.
    fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        let kept = self.at.min(BEFORE + 1);
        self.buffer.drain(..self.at - kept);
        self.at = kept;
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let read = loop {
            match self.input.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                result => break result,
            }
        };
        // After a failure too, so that the zeros are never taken for input.
        self.buffer.truncate(length + read.as_ref().map_or(0, |&read| read));
        let read = read?;
        self.ended = read == 0;
        Ok(!self.ended)
    }

    /// The bytes that follow, which have been looked at.
    pub(crate) fn ahead(&self, length: usize) -> &[u8] {
        &self.buffer[self.at..(self.at + length).min(self.buffer.len())]
    }

    /// Goes on by bytes that have been looked at.
    pub(crate) fn advance(&mut self, length: usize) {
        let end = (self.at + length).min(self.buffer.len());
        let taken = &self.buffer[self.at..end];
        self.offset += taken.len() as u64;
        let lines = taken.iter().filter(|&&byte| byte == b'\n').count() as u64;
        if lines > 0 {
            self.position.line += lines;
            let last = taken.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
            self.position.column = (taken.len() - last) as u64;
        } else {
            self.position.column += taken.len() as u64;
        }
        self.at = end;
    }

    /// The line around the place, of which `length` bytes are meant. Reads on
    /// for it; an error of that ends it early.
    pub(crate) fn excerpt(&mut self, length: usize) -> Excerpt {
        let looked_at = |reader: &mut Self, ahead| matches!(reader.peek(ahead), Ok(Some(_)));
        let mut after = 0;
        while after < length + AFTER
            && looked_at(self, after)
            && self.ahead(after + 1)[after] != b'\n'
        {
            after += 1;
        }
        let cut_after = looked_at(self, after) && self.ahead(after + 1)[after] != b'\n';
        let seen = &self.buffer[..self.at];
        let line_start = seen.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let start = line_start.max(self.at.saturating_sub(BEFORE));
        let marked = self.at - start..self.at - start + length.min(after);
        Excerpt {
            line: self.buffer[start..self.at + after].to_vec(),
            cut_before: self.position.column > marked.start as u64 + 1,
            marked,
            cut_after,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes one at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = 1.min(self.0.len());
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    #[test]
    fn places_are_counted_from_one() {
        let mut reader = Reader::new(Slow(b"ab\n\ncd"));
        let mut places = Vec::new();
        while reader.peek(0).unwrap().is_some() {
            places.push(reader.position().to_string());
            reader.advance(1);
        }
        assert_eq!(places, ["1:1", "1:2", "1:3", "2:1", "3:1", "3:2"]);
        assert_eq!((reader.position().to_string(), reader.offset()), ("3:3".into(), 6));
    }

    #[test]
    fn excerpts_show_the_line_around_the_place() {
        let mut reader = Reader::new(Slow(b"one\ntwo three\nfour"));
        reader.peek(7).unwrap();
        reader.advance(8);
        let excerpt = reader.excerpt(5);
        assert_eq!((&excerpt.line[..], excerpt.marked), (&b"two three"[..], 4..9));
        assert!(!excerpt.cut_before && !excerpt.cut_after);
        let excerpt = reader.excerpt(50);
        assert_eq!(excerpt.marked, 4..9);
    }

    #[test]
    fn what_was_matched_is_dropped() {
        let mut reader = Reader::new(io::repeat(b'x').take(10 << 20));
        while reader.peek(0).unwrap().is_some() {
            reader.advance(1);
            assert!(reader.buffer.capacity() <= 4 * CHUNK);
        }
        let excerpt = reader.excerpt(1);
        assert_eq!((excerpt.line.len(), excerpt.marked), (BEFORE, BEFORE..BEFORE));
        assert!(excerpt.cut_before);
    }
}
