//! Minimising bytes that are no document: pieces are taken out, large ones
//! first, and digits lowered, as long as the failure stays of its kind.

use super::{Claim, Figures};
use crate::failure::Failure;
use std::time::{Duration, Instant};

/// Minimises bytes that fail, for some time at most. `holds` says whether others
/// do.
pub(crate) fn minimize(
    data: &[u8],
    failure: Failure,
    time: Duration,
    holds: impl Fn(&[u8]) -> Result<(), Box<Failure>>,
) -> (Vec<u8>, Failure, Figures) {
    let start = Instant::now();
    let Shortened { bytes, failure, steps, tries, whole } = shorten(data, failure, |bytes| {
        if start.elapsed() > time { None } else { Some(holds(bytes).err().map(|f| *f)) }
    });
    let figures = Figures {
        from: format!("{} bytes", data.len()),
        to: format!("{} bytes", bytes.len()),
        steps,
        tries,
        elapsed: start.elapsed(),
        claim: if whole { Claim::OneMinimal } else { Claim::Unfinished },
    };
    (bytes, failure, figures)
}

/// The simpler bytes below these, for who tries them one by one: without a
/// piece, large ones first, or with one digit lowered.
#[cfg(feature = "proptest")]
pub(crate) fn simpler(data: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let pieces = std::iter::successors(Some(data.len()), |piece| Some(piece / 2));
    let without = pieces.take_while(|piece| *piece > 0).flat_map(move |piece| {
        (0..data.len()).step_by(piece).map(move |start| {
            let end = (start + piece).min(data.len());
            [&data[..start], &data[end..]].concat()
        })
    });
    without.chain((0..data.len()).flat_map(|place| lowered(data, place)))
}

/// With the digit at this place lowered, if it is one: zero first.
fn lowered(data: &[u8], place: usize) -> impl Iterator<Item = Vec<u8>> + use<> {
    let data = data.to_vec();
    let digit = if data[place].is_ascii_digit() { data[place] } else { b'0' };
    (b'0'..digit).map(move |lower| {
        let mut lowered = data.clone();
        lowered[place] = lower;
        lowered
    })
}

/// The shortest text found.
struct Shortened {
    bytes: Vec<u8>,
    failure: Failure,
    /// Pieces taken out, and digits lowered.
    steps: u64,
    /// Texts tried.
    tries: u64,
    /// Whether no single byte can be taken out and no digit lowered any more;
    /// else the time ran out.
    whole: bool,
}

/// Shortens `data`, which fails with `failure`. `fails` says how a text fails,
/// or `None` if there is no more time.
fn shorten(
    data: &[u8],
    failure: Failure,
    fails: impl Fn(&[u8]) -> Option<Option<Failure>>,
) -> Shortened {
    let mut best = Shortened { bytes: data.to_vec(), failure, steps: 0, tries: 0, whole: true };
    let mut piece = data.len().next_power_of_two();
    loop {
        let before = best.steps;
        let mut start = 0;
        while start < best.bytes.len() {
            let end = (start + piece).min(best.bytes.len());
            match best.becomes([&best.bytes[..start], &best.bytes[end..]].concat(), &fails) {
                None => return best,
                Some(true) => {}
                Some(false) => start = end,
            }
        }
        if piece > 1 {
            piece /= 2;
            continue;
        }
        for place in 0..best.bytes.len() {
            for lowered in lowered(&best.bytes, place) {
                match best.becomes(lowered, &fails) {
                    None => return best,
                    Some(true) => break,
                    Some(false) => {}
                }
            }
        }
        if best.steps == before {
            return best;
        }
    }
}

impl Shortened {
    /// Takes these bytes if they fail in the same way. Returns whether they do,
    /// or `None` if there is no more time.
    fn becomes(
        &mut self,
        bytes: Vec<u8>,
        fails: impl Fn(&[u8]) -> Option<Option<Failure>>,
    ) -> Option<bool> {
        self.tries += 1;
        let Some(result) = fails(&bytes) else {
            self.whole = false;
            return None;
        };
        match result {
            Some(failure) if self.failure.includes(&failure) => {
                *self = Self { bytes, failure, steps: self.steps + 1, ..*self };
                Some(true)
            }
            _ => Some(false),
        }
    }
}
