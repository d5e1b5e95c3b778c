//! The edits that shrink a tape, stage by stage.

use super::Tape;
use super::parts::{self, Siblings};
use std::collections::HashMap;
use std::ops::Range;

/// Halvings of a number of 32 bits, and of a length that fits memory.
const HALVINGS: u32 = 32;
/// Draws behind a draw that may be bound up with it, as the two of a pair, the
/// parts of a wide number, or a limit and what it limits.
const NEAR: usize = 3;
/// Runs of up to so many draws are tried at every place, where longer ones are
/// tried at multiples of their length: an element of a list, a node without one
/// of its children. Values below this are tried one by one, for the sake of odd
/// and even, of digits and letters.
const SMALL: u32 = 8;
/// Elements of a length of up to so many draws are found one by one.
const SHORT: usize = 4;

/// One way to a smaller tape.
#[derive(Debug, Clone)]
pub(super) enum Edit {
    /// These draws go, in ascending order, and the draw ahead of them becomes
    /// less by so much: a length and elements.
    Delete { ranges: Vec<Range<usize>>, count: Option<(usize, u32)> },
    /// These draws become 0.
    Zero(Range<usize>),
    /// This draw becomes that.
    Lower(usize, u32),
    /// Two draws become these.
    Two([(usize, u32); 2]),
    /// All draws of one value become another.
    All { from: u32, to: u32 },
    /// What stands in these places is sorted, by length, then by draws.
    Sort(Vec<Range<usize>>),
}

impl Edit {
    /// The values of the tape with this change.
    pub(super) fn apply(&self, tape: &Tape) -> Vec<u32> {
        let mut values: Vec<u32> = tape.values().collect();
        match self {
            Self::Delete { ranges, count } => {
                if let Some((at, by)) = count {
                    values[*at] -= by;
                }
                for range in ranges.iter().rev() {
                    values.drain(range.clone());
                }
            }
            Self::Zero(range) => values[range.clone()].fill(0),
            Self::Lower(at, to) => values[*at] = *to,
            Self::Two(both) => both.iter().for_each(|(at, to)| values[*at] = *to),
            Self::All { from, to } => {
                values.iter_mut().filter(|value| *value == from).for_each(|value| *value = *to);
            }
            Self::Sort(places) => values = sorted(&values, places),
        }
        values
    }

    /// The places that one of this stage may shrink next, once it is known that
    /// this one made `missing` draws unnecessary: a length was lowered, and now
    /// elements can go that are not marked as parts.
    pub(super) fn follow_up(&self, tape: &Tape, missing: usize) -> Vec<Edit> {
        let Self::Lower(at, to) = *self else { return Vec::new() };
        let value = tape.draws[at].value;
        let by = value - to;
        // A list of `value` elements, and as much again if it has more elements
        // than the draw says or they are of different length.
        let element = missing.div_ceil(by.max(1) as usize);
        let reach = 2 * element * (value as usize + 1);
        let end = tape.len().min(at + 1 + missing.saturating_add(reach));
        // The last element is missing. Another may be shorter.
        let shorter = if by == 1 { 1..missing.min(SHORT + 1) } else { 0..0 };
        let windows = |size| (at + 1..=end.saturating_sub(size)).map(move |from| from..from + size);
        std::iter::once(missing)
            .chain(shorter)
            .flat_map(windows)
            .map(|range| Self::Delete { ranges: vec![range], count: Some((at, by)) })
            .collect()
    }
}

/// The values with the pieces in these places sorted.
fn sorted(values: &[u32], places: &[Range<usize>]) -> Vec<u32> {
    let mut pieces: Vec<&[u32]> = places.iter().map(|place| &values[place.clone()]).collect();
    pieces.sort_by_key(|piece| (piece.len(), *piece));
    let mut result = Vec::with_capacity(values.len());
    let mut at = 0;
    for (place, piece) in places.iter().zip(pieces) {
        result.extend_from_slice(&values[at..place.start]);
        result.extend_from_slice(piece);
        at = place.end;
    }
    result.extend_from_slice(&values[at..]);
    result
}

/// A kind of edit at one size. Each takes O(draws + parts) to list.
#[derive(Debug, Clone, Copy)]
enum Stage {
    /// Up to this many parts in a row.
    Parts(usize),
    /// The same parts of each part: a column of a grid.
    Columns(usize),
    /// A part instead of one around it: a node's child instead of the node.
    Inner,
    /// Up to this many draws in a row, at multiples of that or anywhere.
    Run(usize),
    RunAnywhere(usize),
    ZeroParts,
    ZeroRun(usize),
    /// Each draw alone, by this share (a power of two) of its value.
    Lower(u32),
    LowerTo(u32),
    Sort,
    /// All draws that are equal.
    Together(u32),
    /// Draws that are near each other.
    Pairs(u32),
}

/// All stages, large steps first.
fn stages() -> impl Iterator<Item = Stage> {
    let sizes = || (0..HALVINGS).rev().map(|power| 1usize << power);
    let shares = || 0..HALVINGS;
    let deleting = sizes().map(Stage::Parts).chain(sizes().map(Stage::Columns));
    let long = sizes().filter(|size| *size > SMALL as usize);
    let short = (1..=SMALL as usize).rev();
    deleting
        .chain([Stage::Inner])
        .chain(long.map(Stage::Run))
        .chain(short.map(Stage::RunAnywhere))
        .chain([Stage::ZeroParts])
        .chain(sizes().map(Stage::ZeroRun))
        .chain(shares().map(Stage::Lower))
        .chain((1..SMALL).map(Stage::LowerTo))
        .chain([Stage::Sort])
        .chain(shares().map(Stage::Together))
        .chain(shares().map(Stage::Pairs))
}

/// The number of stages.
pub(super) fn stage_count() -> usize {
    stages().count()
}

/// The edits of the stage with this number. All make the tape smaller, save some
/// that sort what is sorted or delete what the tape then lacks.
pub(super) fn edits(tape: &Tape, stage: usize) -> Vec<Edit> {
    let Some(stage) = stages().nth(stage) else { return Vec::new() };
    match stage {
        Stage::Parts(size) => {
            parts::siblings(tape).iter().flat_map(|of| delete_parts(tape, of, size)).collect()
        }
        Stage::Columns(size) => columns(tape, size),
        Stage::Inner => inner(tape),
        Stage::Run(size) => runs(tape.len(), size).map(delete).collect(),
        Stage::RunAnywhere(size) => (0..(tape.len() + 1).saturating_sub(size))
            .rev()
            .map(|at| delete(at..at + size))
            .collect(),
        Stage::ZeroParts => {
            let mut parts: Vec<_> = tape.parts.iter().map(|part| part.from..part.to).collect();
            parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
            parts.dedup();
            parts.into_iter().filter(|part| worth_zeroing(tape, part)).map(Edit::Zero).collect()
        }
        // Runs of one come with `Lower`.
        Stage::ZeroRun(1) => Vec::new(),
        Stage::ZeroRun(size) => {
            runs(tape.len(), size).filter(|run| worth_zeroing(tape, run)).map(Edit::Zero).collect()
        }
        Stage::Lower(share) => (0..tape.len())
            .filter_map(|at| Some(Edit::Lower(at, lowered(tape.draws[at].value, share)?)))
            .collect(),
        Stage::LowerTo(to) => (0..tape.len())
            .filter(|at| tape.draws[*at].value > to)
            .map(|at| Edit::Lower(at, to))
            .collect(),
        Stage::Sort => sorting(tape),
        Stage::Together(share) => together(tape, share),
        Stage::Pairs(share) => pairs(tape, share),
    }
}

/// A value without its half, quarter, … (share 0: all of it); nothing if that
/// would be no change.
fn lowered(value: u32, share: u32) -> Option<u32> {
    let by = value >> share;
    (by > 0).then(|| value - by)
}

fn delete(range: Range<usize>) -> Edit {
    Edit::Delete { ranges: vec![range], count: None }
}

/// Pieces of this length of `0..len`, from the end; nothing if twice the length
/// did the same.
fn runs(len: usize, size: usize) -> impl Iterator<Item = Range<usize>> {
    let fits = size == 1 || size / 2 < len;
    let starts = (0..len).step_by(size).filter(move |_| fits);
    starts.map(move |from| len.saturating_sub(from + size)..len - from)
}

fn worth_zeroing(tape: &Tape, range: &Range<usize>) -> bool {
    tape.draws[range.clone()].iter().filter(|draw| draw.value > 0).count() > 1
}

/// Siblings without some of them, alone (each says whether another follows) and
/// with a count lowered.
fn delete_parts(tape: &Tape, of: &Siblings, size: usize) -> Vec<Edit> {
    let many = of.parts.len();
    let mut edits = Vec::new();
    for run in runs(many, size) {
        let ranges: Vec<_> = of.parts[run.clone()].to_vec();
        with_counts(tape, &of.counts, run.len(), &ranges, &mut edits);
        edits.push(Edit::Delete { ranges, count: None });
    }
    if many.is_multiple_of(2) {
        // Two lists of one length, one behind the other.
        for run in runs(many / 2, size) {
            let first = of.parts[run.clone()].iter();
            let second = of.parts[many / 2 + run.start..many / 2 + run.end].iter();
            let ranges: Vec<_> = first.chain(second).cloned().collect();
            with_counts(tape, &of.counts, run.len(), &ranges, &mut edits);
        }
    }
    edits
}

/// Pieces deleted while one of these draws becomes lower by their number.
fn with_counts(
    tape: &Tape,
    counts: &[usize],
    by: usize,
    ranges: &[Range<usize>],
    edits: &mut Vec<Edit>,
) {
    for at in counts {
        if let Some(by) = u32::try_from(by).ok().filter(|by| *by <= tape.draws[*at].value) {
            edits.push(Edit::Delete { ranges: ranges.to_vec(), count: Some((*at, by)) });
        }
    }
}

/// Each part instead of one of those around it, and instead of all there is.
fn inner(tape: &Tape) -> Vec<Edit> {
    let mut edits = Vec::new();
    for part in tape.parts.iter().filter(|part| part.from < part.to) {
        let mut outer = 0..tape.len();
        let mut parent = part.parent;
        for _ in 0..=SMALL {
            let ranges = vec![outer.start..part.from, part.to..outer.end];
            edits.push(Edit::Delete { ranges, count: None });
            let Some(around) = parent.map(|parent| tape.parts[parent]) else { break };
            outer = around.from..around.to;
            parent = around.parent;
        }
    }
    edits
}

/// Where siblings have equally many parts each: the same of them out of all, and
/// a count ahead of all lowered.
fn columns(tape: &Tape, size: usize) -> Vec<Edit> {
    let all = parts::siblings(tape);
    let mut edits = Vec::new();
    for of in &all {
        let rows: Option<Vec<&Siblings>> =
            of.below.iter().map(|below| below.map(|below| &all[below])).collect();
        let Some(rows) = rows else { continue };
        let wide = rows.first().map_or(0, |row| row.parts.len());
        if rows.len() < 2 || rows.iter().any(|row| row.parts.len() != wide) {
            continue;
        }
        for run in runs(wide, size) {
            let cells = rows.iter().flat_map(|row| row.parts[run.clone()].iter().cloned());
            with_counts(tape, &of.counts, run.len(), &cells.collect::<Vec<_>>(), &mut edits);
        }
    }
    edits
}

/// Siblings sorted, all of them and each with the next; the same for draws in a
/// row that are of one kind.
fn sorting(tape: &Tape) -> Vec<Edit> {
    let mut lists: Vec<Vec<Range<usize>>> =
        parts::siblings(tape).into_iter().map(|of| of.parts).collect();
    let mut from = 0;
    while from < tape.len() {
        let of = tape.draws[from].of;
        let len = tape.draws[from..].iter().take_while(|draw| draw.of == of).count();
        lists.push((from..from + len).map(|at| at..at + 1).collect());
        from += len;
    }
    let whole = lists.iter().filter(|list| list.len() > 2).map(|list| Edit::Sort(list.clone()));
    let values: Vec<u32> = tape.values().collect();
    let key = |place: &Range<usize>| (place.len(), &values[place.clone()]);
    let pairs = lists.iter().flat_map(|list| list.windows(2));
    let pairs = pairs.filter(|pair| key(&pair[0]) > key(&pair[1]));
    whole.chain(pairs.map(|pair| Edit::Sort(pair.to_vec()))).collect()
}

/// What must stay equal is lowered at once.
fn together(tape: &Tape, share: u32) -> Vec<Edit> {
    let mut times: HashMap<u32, u32> = HashMap::new();
    tape.values().for_each(|value| *times.entry(value).or_default() += 1);
    let mut values: Vec<u32> = tape.values().filter(|value| times[value] > 1).collect();
    values.sort_by_key(|value| std::cmp::Reverse(*value));
    values.dedup();
    let all = |from| Some(Edit::All { from, to: lowered(from, share)? });
    values.into_iter().filter_map(all).collect()
}

/// Draws near each other, by the same share of the first: both lowered (their
/// difference stays), the first for the second (their sum stays), the first
/// lowered and the second at its most (as when borrowing in a subtraction).
fn pairs(tape: &Tape, share: u32) -> Vec<Edit> {
    // The same draw in the next part of the same shape is near too.
    let mut beside = vec![0; tape.len()];
    for of in parts::siblings(tape) {
        for pair in of.parts.windows(2) {
            let shape = |part: &Range<usize>| {
                tape.draws[part.clone()].iter().map(|draw| draw.of).collect::<Vec<_>>()
            };
            if shape(&pair[0]) == shape(&pair[1]) {
                let distance = pair[1].start - pair[0].start;
                beside[pair[0].clone()].fill(distance);
            }
        }
    }
    let mut edits = Vec::new();
    for (first, &distance) in beside.iter().enumerate() {
        let one = tape.draws[first].value;
        let Some(less) = lowered(one, share) else { continue };
        let near = 1..=NEAR;
        for distance in near.chain(Some(distance).filter(|distance| *distance > NEAR)) {
            let second = first + distance;
            let Some(two) = tape.draws.get(second) else { continue };
            let both = one.min(two.value);
            if let Some(both_less) = lowered(both, share) {
                let by = both - both_less;
                edits.push(Edit::Two([(first, one - by), (second, two.value - by)]));
            }
            let more = two.value.saturating_add(one - less);
            if more < two.of {
                edits.push(Edit::Two([(first, less), (second, more)]));
            }
            if two.value + 1 < two.of && more + 1 != two.of {
                edits.push(Edit::Two([(first, less), (second, two.of - 1)]));
            }
        }
    }
    edits
}
