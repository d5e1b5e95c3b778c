//! Beginning and end of what a program says, however much that is.

/// What is kept of the beginning, and as much again of the end: Java's longest
/// stack trace (1,024 frames) and any report of a sanitizer are kept whole, and
/// it is little enough to put into a finding.
pub(super) const END: usize = 64 << 10;

/// The first and the last [`END`] bytes of a stream.
#[derive(Debug, Default)]
pub(super) struct Ends {
    head: Vec<u8>,
    tail: Vec<u8>,
    /// Bytes between the two.
    lost: usize,
}

impl Ends {
    /// Appends what came.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(bytes.len().min(END - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend_from_slice(rest);
        // Seldom, so that moving the tail costs little.
        if self.tail.len() > 4 * END {
            self.shorten();
        }
    }

    /// All of it, or the two with a line between them that says how much is left
    /// out.
    pub(super) fn joined(mut self) -> Vec<u8> {
        self.shorten();
        let mut text = self.head;
        if self.lost > 0 {
            text.extend(format!("\n… {} more bytes …\n", self.lost).bytes());
        }
        text.append(&mut self.tail);
        text
    }

    fn shorten(&mut self) {
        let excess = self.tail.len().saturating_sub(END);
        self.tail.drain(..excess);
        self.lost += excess;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_kept_and_what_is_lost_is_counted() {
        for length in [0, 1, END, END + 1, 2 * END, 2 * END + 7, 40 * END] {
            let all: Vec<u8> = (0..length).map(|place| b'a' + (place % 23) as u8).collect();
            for piece in [1 << 10, 100_000] {
                let mut ends = Ends::default();
                all.chunks(piece).for_each(|bytes| ends.push(bytes));
                let kept = ends.joined();
                if length <= 2 * END {
                    assert_eq!(kept, all);
                    continue;
                }
                let line = format!("\n… {} more bytes …\n", length - 2 * END);
                assert_eq!(kept.len(), 2 * END + line.len());
                assert_eq!(kept[..END], all[..END]);
                assert_eq!(&kept[END..][..line.len()], line.as_bytes());
                assert_eq!(kept[END + line.len()..], all[length - END..]);
            }
        }
    }
}
