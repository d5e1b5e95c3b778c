//! The optimised solver: every scheme is found once, in the canonical order,
//! without comparing schemes.
//!
//! The different values are cut into a low and a high part of about equally
//! many arrangements. All pairs (left, right) of either part are listed; a
//! scheme is a low pair and a high pair whose differences cancel, so that
//! nothing is tried in vain. The order "more cards, then left, then right, as
//! sequences" comes from three facts:
//!
//! - Low pairs are visited in the order of (left, right). Whether high cards
//!   follow on a side decides the order too (`1+2` comes before `1+2+2`, which
//!   comes before `1+2+9`), so it counts as one more class of cards, above all
//!   low values and of weight 0.
//! - For one low left side, the matching high pairs of all its low right sides
//!   are brought in the order of the high left side by a stable counting sort.
//! - A last stable counting sort sets more cards before fewer.
//!
//! The mirror image is kept out by the low pair: its left side has more copies
//! at the first difference, or both are equal and the high pair decides.

use super::count;
use duipai_reference::split::{Answer, Copies, HIGHEST, Instance, Listing, too_long};
use num_bigint::BigUint;

/// Lists all schemes. Time: O(schemes), about 5 ns each, and the count.
pub(super) fn solve(instance: &Instance) -> Answer {
    let cards = instance.copies();
    match countable(&cards, instance.values.len()) {
        Ok(count) => {
            let Some(listing) = Listing::new(&cards) else {
                return Answer::TooMany { count: BigUint::from(count) };
            };
            if count == 0 {
                return Answer::Listing(listing);
            }
            let codes = Schemes::find(&cards, count).codes(&listing);
            Answer::Listing(listing.with_codes(codes))
        }
        Err(count) => Answer::TooMany { count },
    }
}

/// The number of schemes if they may be listed.
pub(super) fn countable(cards: &Copies, total: usize) -> Result<usize, BigUint> {
    let count = match count::count_narrow(cards) {
        // The usual case without big numbers: both limits are far away.
        Some(count) if count <= 1_000_000 && total <= 400 => return Ok(count as usize),
        Some(count) => BigUint::from(count),
        None => count::count(cards),
    };
    if too_long(&count, total) {
        return Err(count);
    }
    usize::try_from(&count).map_err(|_| count)
}

/// All cards of one value.
#[derive(Clone, Copy)]
pub(super) struct Class {
    /// The value; 0 for the class that stands for "high cards follow".
    pub(super) value: i32,
    /// How many there are.
    copies: u32,
    /// The most that one side can take.
    most: u32,
}

/// One side's share of a part of the values.
#[derive(Clone, Copy)]
pub(super) struct Side {
    sum: i32,
    size: u32,
}

/// A part of the values and all that a side can take of it.
pub(super) struct Part {
    pub(super) classes: Vec<Class>,
    /// In the order of sequences of numbers.
    sides: Vec<Side>,
    /// The copies of each class, side after side.
    taken: Vec<u32>,
    /// The index of the side with a given number in mixed radix.
    index: Vec<u32>,
    /// What a copy of each class adds to that number.
    weights: Vec<u32>,
}

impl Part {
    fn new(classes: Vec<Class>) -> Self {
        let mut weights = Vec::with_capacity(classes.len());
        let mut count = 1;
        for class in &classes {
            weights.push(count);
            count *= class.most + 1;
        }
        let mut part = Self {
            sides: Vec::with_capacity(count as usize),
            taken: Vec::with_capacity(count as usize * classes.len()),
            index: vec![0; count as usize],
            weights,
            classes,
        };
        let mut taken = [0; HIGHEST as usize + 1];
        let nothing = Side { sum: 0, size: 0 };
        part.add(&taken, nothing, 0);
        part.extend(0, &mut taken, nothing, 0);
        part
    }

    fn add(&mut self, taken: &[u32], side: Side, number: u32) {
        self.index[number as usize] = self.sides.len() as u32;
        self.taken.extend_from_slice(&taken[..self.classes.len()]);
        self.sides.push(side);
    }

    /// Adds all sides that go on from `side` with cards of this class or later
    /// ones, in the order of sequences: the copies of this class alone, fewer
    /// first, then many copies with later values before few.
    fn extend(&mut self, class: usize, taken: &mut [u32], side: Side, number: u32) {
        let Some(Class { value, most, .. }) = self.classes.get(class).copied() else { return };
        let with = |copies: u32| Side {
            sum: side.sum + value * copies as i32,
            // The class of weight 0 holds no card.
            size: side.size + if value > 0 { copies } else { 0 },
        };
        let weight = self.weights[class];
        for copies in 1..=most {
            taken[class] = copies;
            self.add(taken, with(copies), number + copies * weight);
        }
        for copies in (0..=most).rev() {
            taken[class] = copies;
            self.extend(class + 1, taken, with(copies), number + copies * weight);
        }
    }

    /// What the side with this index takes of each class.
    pub(super) fn taken(&self, side: u32) -> &[u32] {
        let width = self.classes.len();
        &self.taken[side as usize * width..][..width]
    }

    pub(super) fn sides(&self) -> usize {
        self.sides.len()
    }
}

/// Two sides of one part that fit together.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) left: u32,
    pub(super) right: u32,
    /// Cards in both.
    size: u32,
    /// Sum of the left minus sum of the right; later the group of high pairs
    /// that belong to a low pair.
    key: i32,
}

/// Visits the right sides that fit a left side, in the order of sequences.
struct Walk<'a, F> {
    part: &'a Part,
    left: &'a [u32],
    /// Copies that the left side leaves to the right one.
    spare: [u32; HIGHEST as usize + 1],
    /// The sum of the spare cards of a class and all later ones.
    rest: [i32; HIGHEST as usize + 2],
    /// The least and greatest difference wanted.
    low: i32,
    high: i32,
    /// Called with the number of the right side and the difference.
    found: F,
}

impl<F: FnMut(u32, i32)> Walk<'_, F> {
    /// `tied`: both sides are equal so far, and the right one may not get ahead.
    fn start(&mut self, sum: i32, tied: bool) {
        for i in (0..self.left.len()).rev() {
            let class = self.part.classes[i];
            self.spare[i] = (class.copies - self.left[i]).min(class.most);
            self.rest[i] = self.rest[i + 1] + class.value * self.spare[i] as i32;
        }
        if sum >= self.low && sum <= self.high {
            (self.found)(0, sum);
        }
        self.extend(0, sum, 0, tied);
    }

    fn extend(&mut self, class: usize, difference: i32, number: u32, tied: bool) {
        if class == self.left.len()
            || difference < self.low
            || difference - self.rest[class] > self.high
        {
            return;
        }
        let (value, weight) = (self.part.classes[class].value, self.part.weights[class]);
        let equal = self.left[class];
        let most = if tied { self.spare[class].min(equal) } else { self.spare[class] };
        // Differences only fall. The fewest copies that bring one down to
        // `high`, here or with all that may follow; the most that keep `low`.
        let fewest = |high: i32| match difference - high {
            over if over <= 0 => 0,
            _ if value == 0 => u32::MAX,
            over => ((over + value - 1) / value) as u32,
        };
        let most = match value {
            0 => most,
            _ => most.min(((difference - self.low) / value) as u32),
        };
        for copies in fewest(self.high).max(1)..=most {
            (self.found)(number + copies * weight, difference - value * copies as i32);
        }
        for copies in (fewest(self.high + self.rest[class + 1])..=most).rev() {
            let tied = tied && copies == equal;
            self.extend(
                class + 1,
                difference - value * copies as i32,
                number + copies * weight,
                tied,
            );
        }
    }
}

/// Visits all pairs of a part with a difference from `low` to `high`, by left
/// side, then right side. With `tied` only those that are no mirror images.
fn pairs(part: &Part, low: i32, high: i32, tied: bool, mut found: impl FnMut(Pair)) {
    for (left, side) in part.sides.iter().enumerate() {
        let found = |number: u32, key: i32| {
            let right = part.index[number as usize];
            let size = side.size + part.sides[right as usize].size;
            found(Pair { left: left as u32, right, size, key });
        };
        let mut walk = Walk {
            part,
            left: part.taken(left as u32),
            spare: [0; HIGHEST as usize + 1],
            rest: [0; HIGHEST as usize + 2],
            low,
            high,
            found,
        };
        walk.start(side.sum, tied);
    }
}

/// High pairs, grouped by what a low pair asks for: is the left side empty, is
/// the right one, and which difference. One more group, the last, is for low
/// pairs with equal sides: canonical pairs of difference 0.
struct Groups {
    pairs: Vec<Pair>,
    starts: Vec<u32>,
    low: i32,
    width: usize,
}

impl Groups {
    fn new(high: &Part, reach: i32) -> Self {
        let sum: i32 = high.classes.iter().map(|class| class.value * class.copies as i32).sum();
        let reach = reach.min(sum);
        let width = 2 * reach as usize + 1;
        let mut groups =
            Self { pairs: Vec::new(), starts: vec![0; 4 * width + 2], low: -reach, width };
        let mut found = Vec::new();
        pairs(high, -reach, reach, false, |pair| {
            let group = groups.group(pair.left > 0, pair.right > 0, pair.key);
            groups.starts[group + 1] += 1;
            found.push(Pair { key: group as i32, ..pair });
            let canonical = || high.taken(pair.left) >= high.taken(pair.right);
            if pair.key == 0 && pair.left > 0 && canonical() {
                groups.starts[4 * width + 1] += 1;
                found.push(Pair { key: 4 * width as i32, ..pair });
            }
        });
        for i in 1..groups.starts.len() {
            groups.starts[i] += groups.starts[i - 1];
        }
        let mut next = groups.starts.clone();
        groups.pairs = vec![Pair { left: 0, right: 0, size: 0, key: 0 }; found.len()];
        for pair in found {
            let place = &mut next[pair.key as usize];
            groups.pairs[*place as usize] = pair;
            *place += 1;
        }
        groups
    }

    /// The group of pairs with this difference; it must be within reach.
    fn group(&self, left: bool, right: bool, difference: i32) -> usize {
        (2 * usize::from(left) + usize::from(right)) * self.width + (difference - self.low) as usize
    }

    fn symmetric(&self) -> usize {
        4 * self.width
    }

    fn range(&self, group: usize) -> std::ops::Range<usize> {
        self.starts[group] as usize..self.starts[group + 1] as usize
    }
}

/// All schemes in the canonical order.
pub(super) struct Schemes {
    pub(super) low: Part,
    pub(super) high: Part,
    pub(super) low_pairs: Vec<Pair>,
    pub(super) high_pairs: Vec<Pair>,
    /// The index of the low pair in the upper half of each number, of the high
    /// pair in the lower.
    pub(super) order: Vec<u64>,
}

impl Schemes {
    /// Finds all; `count` is how many there are.
    pub(super) fn find(cards: &Copies, count: usize) -> Self {
        let (low, high) = parts(cards);
        let reach = low.classes.iter().map(|class| class.value * class.copies as i32).sum();
        let groups = Groups::new(&high, reach);
        let mut low_pairs = Vec::new();
        pairs(&low, groups.low, -groups.low, true, |pair| {
            let follow = |side: u32| low.taken(side).last() == Some(&1);
            let group = if pair.left == pair.right {
                // Equal sides: with nothing more to come they are complete,
                // unless they are empty.
                match (follow(pair.left), pair.left) {
                    (true, _) => groups.symmetric(),
                    (false, 0) => return,
                    (false, _) => groups.group(false, false, 0),
                }
            } else {
                groups.group(follow(pair.left), follow(pair.right), -pair.key)
            };
            if !groups.range(group).is_empty() {
                low_pairs.push(Pair { key: group as i32, ..pair });
            }
        });
        let order = in_order(&low, &high, &low_pairs, &groups, count);
        Self { low, high, low_pairs, high_pairs: groups.pairs, order }
    }

    /// The schemes as [`Listing`] keeps them.
    pub(super) fn codes(self, listing: &Listing) -> Vec<u64> {
        let (left, right) = listing.weights();
        let codes = |part: &Part, pairs: &[Pair]| -> Vec<u64> {
            let side = |weights: &[u64]| -> Vec<u64> {
                let code = |side| {
                    let taken = part.classes.iter().zip(part.taken(side));
                    let cards = taken.filter(|(class, _)| class.value > 0);
                    cards.map(|(c, n)| u64::from(*n) * weights[c.value as usize - 1]).sum()
                };
                (0..part.sides() as u32).map(code).collect()
            };
            let (left, right) = (side(&left), side(&right));
            pairs.iter().map(|p| left[p.left as usize] + right[p.right as usize]).collect()
        };
        let low = codes(&self.low, &self.low_pairs);
        let high = codes(&self.high, &self.high_pairs);
        let mut order = self.order;
        for item in &mut order {
            *item = low[(*item >> 32) as usize] + high[*item as u32 as usize];
        }
        order
    }
}

/// Cuts the values in two parts with about equally many pairs.
fn parts(cards: &Copies) -> (Part, Part) {
    let mut classes: Vec<Class> = (1..)
        .zip(cards)
        .filter(|(_, copies)| **copies > 0)
        .map(|(value, copies)| Class { value, copies: *copies, most: *copies })
        .collect();
    let pairs = |classes: &[Class]| -> f64 {
        let ways = |class: &Class| {
            let copies = f64::from(class.copies);
            (copies + 1.0) * (copies + 2.0) / 2.0
        };
        classes.iter().map(ways).product()
    };
    // A low pair counts twice: with and without high cards on either side, but
    // without its mirror image.
    let cost = |cut: &usize| 2.0 * pairs(&classes[..*cut]) + pairs(&classes[*cut..]);
    let cut = (0..=classes.len()).min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or_default();
    let high = classes.split_off(cut);
    classes.push(Class { value: 0, copies: 2, most: 1 });
    (Part::new(classes), Part::new(high))
}

/// Brings the schemes in order, as pairs of indices.
fn in_order(
    low: &Part,
    high: &Part,
    low_pairs: &[Pair],
    groups: &Groups,
    count: usize,
) -> Vec<u64> {
    let mut next = places(low_pairs, groups);
    let mut order = vec![0u64; count];
    let mut place = |low: usize, high: usize| {
        let size = low_pairs[low].size + groups.pairs[high].size;
        let place = &mut next[size as usize];
        // A count that were wrong would lose schemes here, not crash; the
        // tests compare it with the oracle.
        if let Some(slot) = order.get_mut(*place) {
            *slot = (low as u64) << 32 | high as u64;
        }
        *place += 1;
    };
    let mut by_left = vec![0u32; high.sides() + 1];
    let mut sorted: Vec<(u32, u32)> = Vec::new();
    let mut first = 0;
    while first < low_pairs.len() {
        let left = low_pairs[first].left;
        let same = low_pairs[first..].iter().take_while(|pair| pair.left == left).count();
        let run = first..first + same;
        first = run.end;
        let follows = low.taken(left).last() == Some(&1);
        if same == 1 || !follows {
            for low in run {
                for high in groups.range(low_pairs[low].key as usize) {
                    place(low, high);
                }
            }
            continue;
        }
        by_left.fill(0);
        for low in run.clone() {
            for high in &groups.pairs[groups.range(low_pairs[low].key as usize)] {
                by_left[high.left as usize + 1] += 1;
            }
        }
        let mut total = 0;
        for start in &mut by_left {
            total += *start;
            *start = total;
        }
        if sorted.len() < total as usize {
            sorted.resize(total as usize, (0, 0));
        }
        for low in run {
            for high in groups.range(low_pairs[low].key as usize) {
                let slot = &mut by_left[groups.pairs[high].left as usize];
                sorted[*slot as usize] = (low as u32, high as u32);
                *slot += 1;
            }
        }
        for (low, high) in &sorted[..total as usize] {
            place(*low as usize, *high as usize);
        }
    }
    order
}

/// Where the schemes of each size begin: more cards first.
fn places(low_pairs: &[Pair], groups: &Groups) -> Vec<usize> {
    let sizes = |pairs: &[Pair]| pairs.iter().map(|pair| pair.size).max().unwrap_or_default();
    let largest = (sizes(low_pairs) + sizes(&groups.pairs)) as usize;
    // Low pairs by group, so that sizes are multiplied, not counted one by one.
    let mut by_group: Vec<(i32, u32)> =
        low_pairs.iter().map(|pair| (pair.key, pair.size)).collect();
    by_group.sort_unstable();
    let mut counts = vec![0usize; largest + 1];
    let mut high_sizes = vec![0usize; largest + 1];
    for same in by_group.chunk_by(|a, b| a.0 == b.0) {
        let high = &groups.pairs[groups.range(same[0].0 as usize)];
        for pair in high {
            high_sizes[pair.size as usize] += 1;
        }
        for equal in same.chunk_by(|a, b| a == b) {
            let low_size = equal[0].1 as usize;
            for (high_size, number) in high_sizes[..=largest - low_size].iter().enumerate() {
                counts[low_size + high_size] += equal.len() * number;
            }
        }
        for pair in high {
            high_sizes[pair.size as usize] = 0;
        }
    }
    let mut start = 0;
    for count in counts.iter_mut().rev() {
        start += std::mem::replace(count, start);
    }
    counts
}
