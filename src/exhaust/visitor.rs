//! Making representatives in order, and counting them.

use super::everything::{Cursor, Everything};
use super::{Counts, Shared, VisitProgress, WORTH_COUNTING};
use crate::problem::{Problem, Size};
use crate::subject::Subject;
use crate::testbed::Testbed;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Makes representatives, the smallest first.
pub(super) struct Visitor<P: Problem> {
    last: Option<Size>,
    /// The size in hand, and what comes next of it.
    current: Option<(Size, Cursor)>,
    previous: Option<Size>,
    next: u64,
    problem: P,
    everything: Arc<Everything<P>>,
}

/// Consecutive representatives of one size.
pub(super) struct Stretch<P: Problem> {
    /// The place of the size in the list of sizes.
    pub(super) place: usize,
    /// The size.
    pub(super) size: Size,
    /// Number of the first.
    pub(super) first: u64,
    /// The representatives.
    pub(super) cases: Vec<P::Instance>,
}

impl<P: Problem> Visitor<P> {
    pub(super) fn new(problem: &P, everything: &Arc<Everything<P>>, last: Option<Size>) -> Self {
        let (problem, everything) = (problem.clone(), Arc::clone(everything));
        Self { last, current: None, previous: None, next: 0, problem, everything }
    }

    /// The number of the representative that comes next.
    pub(super) fn next_number(&self) -> u64 {
        self.next
    }

    /// The size behind the last one begun, whether it is to be visited or not.
    fn following(&self) -> Option<Size> {
        // Sizes ascend, and there are few: looking through them again for each
        // spares keeping an iterator, which could not be sent between threads.
        self.everything.sizes().find(|size| self.previous.is_none_or(|previous| *size > previous))
    }

    fn next_size(&self) -> Option<Size> {
        self.following().filter(|size| self.last.is_none_or(|last| *size <= last))
    }

    /// Whether there is no size behind the last one begun.
    pub(super) fn is_at_largest(&self) -> bool {
        self.following().is_none()
    }

    /// Whether all that was to be visited has been made.
    pub(super) fn is_done(&self) -> bool {
        self.current.is_none() && self.next_size().is_none()
    }

    /// The next representatives, at most `length` of them, all of one size.
    /// Notes in `sizes` what was made.
    pub(super) fn take(&mut self, length: usize, sizes: &mut Vec<Counts>) -> Option<Stretch<P>> {
        let (size, mut cursor) = match self.current.take() {
            Some(current) => current,
            None => {
                let size = self.next_size()?;
                self.previous = Some(size);
                sizes.push(none_of(&self.problem, size));
                (size, self.everything.begin(size))
            }
        };
        let mut cases = Vec::with_capacity(length);
        let mut more = true;
        while more && cases.len() < length {
            let (case, follows) = self.everything.next(size, &mut cursor)?;
            cases.push(case);
            more = follows;
        }
        let first = self.next;
        self.next += cases.len() as u64;
        let place = sizes.len() - 1;
        sizes[place].made += cases.len() as u64;
        sizes[place].all_made = !more;
        if more {
            self.current = Some((size, cursor));
        }
        Some(Stretch { place, size, first, cases })
    }
}

/// Nothing made yet.
pub(super) fn none_of<P: Problem>(problem: &P, size: Size) -> Counts {
    Counts {
        size,
        made: 0,
        all_made: false,
        agree: 0,
        unfollowed: 0,
        skipped: 0,
        followed: vec![0; problem.oracles().len()],
    }
}

/// Adds what was checked to the counts of its size.
pub(super) fn add(counts: &mut Counts, more: &Counts) {
    counts.agree += more.agree;
    counts.unfollowed += more.unfollowed;
    counts.skipped += more.skipped;
    for (count, more) in counts.followed.iter_mut().zip(&more.followed) {
        *count += more;
    }
}

/// Counts an instance on which the subject is right.
fn tally<P: Problem>(counts: &mut Counts, instance: &P::Instance, testbed: &Testbed<P>) {
    let problem = &testbed.problem;
    counts.agree += 1;
    if !matches!(testbed.subject, Subject::Solver) {
        return;
    }
    let mut alone = true;
    for (oracle, count) in problem.oracles().iter().zip(&mut counts.followed) {
        if testbed.asks(oracle, instance) {
            *count += 1;
            alone = false;
        }
    }
    counts.unfollowed += u64::from(alone);
}

/// Whether the subject is not given an instance.
fn is_kept_back<P: Problem>(instance: &P::Instance, testbed: &Testbed<P>) -> bool {
    let problem = &testbed.problem;
    testbed.subject.is_external() && problem.promised(instance).is_err()
}

/// Instances that go into one document.
pub(super) struct Batch<P: Problem> {
    /// Number of each.
    pub(super) numbers: Vec<u64>,
    /// The instances.
    pub(super) cases: Vec<P::Instance>,
    /// What to add to the counts if the subject is right on all.
    pub(super) tally: Counts,
}

/// Puts the instances of a block into documents of at most `most`. Counts those
/// that the subject is not given.
pub(super) fn batches<P: Problem>(
    block: Stretch<P>,
    most: usize,
    testbed: &Testbed<P>,
    counts: &mut Counts,
) -> Vec<Batch<P>> {
    let problem = &testbed.problem;
    let mut batches: Vec<Batch<P>> = Vec::new();
    for (number, instance) in (block.first..).zip(block.cases) {
        if is_kept_back(&instance, testbed) {
            counts.skipped += 1;
            continue;
        }
        let fits = |batch: &&mut Batch<P>| {
            let key = batch.cases.first().map(|case| problem.batch_key(case));
            batch.cases.len() < most && key == Some(problem.batch_key(&instance))
        };
        let batch = match batches.last_mut().filter(fits) {
            Some(batch) => batch,
            None => {
                let tally = none_of(problem, block.size);
                batches.push(Batch { numbers: Vec::new(), cases: Vec::new(), tally });
                let last = batches.len() - 1;
                &mut batches[last]
            }
        };
        tally(&mut batch.tally, &instance, testbed);
        batch.numbers.push(number);
        batch.cases.push(instance);
    }
    batches
}

/// Counts anew as if only what comes before the representative `number` of the
/// size at `place` had been visited, all of which the subject got right.
pub(super) fn cut<P: Problem>(
    sizes: &mut Vec<Counts>,
    place: usize,
    number: u64,
    testbed: &Testbed<P>,
    everything: &Everything<P>,
) {
    let problem = &testbed.problem;
    sizes.truncate(place + 1);
    let before: u64 = sizes[..place].iter().map(|counts| counts.made).sum();
    let mut counts = none_of(problem, sizes[place].size);
    let mut cursor = everything.begin(counts.size);
    while counts.made < number - before
        && let Some((instance, _)) = everything.next(counts.size, &mut cursor)
    {
        counts.made += 1;
        if is_kept_back(&instance, testbed) {
            counts.skipped += 1;
        } else {
            tally(&mut counts, &instance, testbed);
        }
    }
    // The one that fails.
    counts.made += 1;
    sizes[place] = counts;
}

/// How many representatives a size has, if they can be counted in time.
fn count<P: Problem>(everything: &Everything<P>, size: Size, time: Duration) -> Option<u64> {
    let start = Instant::now();
    let mut cursor = everything.begin(size);
    let (mut count, mut more) = (0, true);
    while more {
        more = everything.next(size, &mut cursor).is_some_and(|(_, more)| more);
        count += 1;
        // The clock is dearer than a representative.
        if count % 256 == 0 && start.elapsed() > time {
            return None;
        }
    }
    Some(count)
}

/// When a visit will end.
pub(super) struct Estimate {
    start: Instant,
    /// The size in hand, by its place, and since when.
    current: Option<(usize, Instant)>,
    counted: bool,
    total: Option<u64>,
}

impl Estimate {
    pub(super) fn new(start: Instant) -> Self {
        Self { start, current: None, counted: false, total: None }
    }

    /// How far it is. The odometer's own [`Odometer::progress`] takes the
    /// branches of its tree for equally large; where the representatives of a
    /// size can be counted ahead at little cost, their number is used instead.
    pub(super) fn progress<P: Problem>(
        &mut self,
        everything: &Everything<P>,
        shared: &Shared<P>,
    ) -> Option<VisitProgress> {
        let state = shared.state();
        let place = state.sizes.len().checked_sub(1)?;
        let Counts { size, made, .. } = state.sizes[place];
        let checked = state.sizes.iter().map(|counts| counts.agree).sum();
        let turned = state.visitor.current.as_ref().map_or(1.0, |(_, cursor)| cursor.progress());
        let is_last = state.visitor.next_size().is_none();
        drop(state);
        if self.current.is_none_or(|(current, _)| current != place) {
            self.current = Some((place, Instant::now()));
            (self.counted, self.total) = (false, None);
        }
        let busy = self.current.map_or(Duration::ZERO, |(_, since)| since.elapsed());
        if !self.counted && busy >= WORTH_COUNTING {
            self.counted = true;
            self.total = count(everything, size, super::COUNTING);
        }
        let share = match self.total {
            Some(total) => made as f64 / total.max(1) as f64,
            None => turned,
        };
        let left = (share > 0.0 && share <= 1.0 && busy >= WORTH_COUNTING)
            .then(|| Duration::try_from_secs_f64(busy.as_secs_f64() * (1.0 / share - 1.0)).ok())
            .flatten();
        let rate = checked as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        Some(VisitProgress { size, checked, rate, share, left, is_last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::Split;

    #[test]
    fn it_is_done_when_the_last_size_is_made() {
        let everything = Arc::new(Everything::of(&Split).unwrap());
        let mut visitor = Visitor::new(&Split, &everything, Some(Size(2, 0)));
        let mut sizes = Vec::new();
        while !visitor.is_done() {
            assert!(visitor.take(10, &mut sizes).is_some());
        }
        assert!(visitor.take(10, &mut sizes).is_none());
        let made: Vec<_> = sizes.iter().map(|counts| (counts.size, counts.all_made)).collect();
        assert_eq!(made, [(Size(1, 0), true), (Size(2, 0), true)]);
    }
}
