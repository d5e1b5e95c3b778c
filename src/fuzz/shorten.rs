//! Minimising bytes that are no document: pieces are taken out, large ones
//! first, as long as the failure stays of its kind.

use crate::check::Failure;

/// The shortest text found.
pub(super) struct Shortened {
    pub(super) bytes: Vec<u8>,
    pub(super) failure: Failure,
    /// Pieces taken out.
    pub(super) steps: u64,
    /// Texts tried.
    pub(super) tries: u64,
    /// Whether no single byte can be taken out any more; else the time ran out.
    pub(super) whole: bool,
}

/// Shortens `data`, which fails with `failure`. `fails` says how a text fails,
/// or `None` if there is no more time.
pub(super) fn shorten(
    data: &[u8],
    failure: Failure,
    fails: impl Fn(&[u8]) -> Option<Option<Failure>>,
) -> Shortened {
    let same_kind = |one: &Failure, two: &Failure| {
        one.judgement.verdict == two.judgement.verdict && one.according_to == two.according_to
    };
    let mut best = Shortened { bytes: data.to_vec(), failure, steps: 0, tries: 0, whole: true };
    let mut piece = data.len().next_power_of_two();
    loop {
        let before = best.bytes.len();
        let mut start = 0;
        while start < best.bytes.len() {
            let end = (start + piece).min(best.bytes.len());
            let shorter = [&best.bytes[..start], &best.bytes[end..]].concat();
            best.tries += 1;
            match fails(&shorter) {
                None => return Shortened { whole: false, ..best },
                Some(Some(failure)) if same_kind(&failure, &best.failure) => {
                    best.bytes = shorter;
                    best.failure = failure;
                    best.steps += 1;
                }
                Some(_) => start = end,
            }
        }
        if piece > 1 {
            piece /= 2;
        } else if best.bytes.len() == before {
            return best;
        }
    }
}
