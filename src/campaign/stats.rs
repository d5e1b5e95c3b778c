//! The figures of a run.

use super::source::Batch;
use crate::choices::Zeros;
use crate::document::Document;
use crate::hash::hash;
use crate::problem::text::show;
use crate::problem::{BrokenPromise, Layout, Problem, Seen, text};
use crate::watch::Cost;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// Up to this many distinct instances are counted exactly (8 bytes each and
/// some); a run of days sees more and then says "more than".
const DISTINCT: usize = 1 << 22;

/// Figures of a run. Merging is commutative: order and threads do not matter.
#[derive(Debug, Clone, Default)]
pub struct Stats {
    /// Instances checked.
    pub cases: u64,
    /// Instances made but not checked: the statement promises an external
    /// subject that they do not come.
    pub skipped: u64,
    /// The first of them (its index), and the promise that it breaks.
    pub first_skipped: Option<(u64, BrokenPromise)>,
    /// Runs of a command that exceeded a limit on time and passed when they were
    /// repeated alone.
    pub passed_again: u64,
    /// The document that took a command the most CPU time.
    pub slowest: Option<Slowest>,
    /// Time spent.
    pub elapsed: Duration,
    /// Sum over all cases of a hash of (index, instance, answer).
    pub checksum: u64,
    distinct: HashSet<u64, BuildHasherDefault<Identity>>,
    /// Names of instances since the last merge, not yet in `distinct`.
    fresh: Vec<u64>,
    behaviours: Vec<u64>,
}

/// The document that took a command the most CPU time.
#[derive(Debug, Clone)]
pub struct Slowest {
    /// Index of its first case.
    pub index: u64,
    /// Instances in it.
    pub instances: usize,
    /// What the run cost.
    pub cost: Cost,
    /// The input.
    pub text: Arc<str>,
}

impl Stats {
    pub(super) fn new(behaviours: usize) -> Self {
        Self { behaviours: vec![0; behaviours], ..Self::default() }
    }

    /// Counts a case that a command does not get.
    pub(super) fn skip(&mut self, index: u64, broken: BrokenPromise) {
        self.skipped += 1;
        self.note_skipped(index, broken);
    }

    fn note_skipped(&mut self, index: u64, broken: BrokenPromise) {
        if self.first_skipped.as_ref().is_none_or(|(first, _)| index < *first) {
            self.first_skipped = Some((index, broken));
        }
    }

    /// Notes what a document that passed has cost a command.
    pub(super) fn note_cost<P: Problem>(&mut self, batch: &Batch<P>, cost: Cost) {
        self.passed_again += u64::from(cost.again);
        let Some(index) = batch.indices.first() else { return };
        let (instances, text) = (batch.indices.len(), Arc::clone(&batch.document.text));
        self.note_slowest(Slowest { index: *index, instances, cost, text });
    }

    fn note_slowest(&mut self, slow: Slowest) {
        if self.slowest.as_ref().is_none_or(|slowest| slowest.cost.cpu < slow.cost.cpu) {
            self.slowest = Some(slow);
        }
    }

    /// Counts a document that passed.
    pub(super) fn record<P: Problem>(
        &mut self,
        problem: &P,
        batch: &Batch<P>,
        answers: &[P::Answer],
    ) {
        let document = &batch.document;
        let mut text = String::with_capacity(document.text.len());
        for ((case, answer), index) in document.cases.iter().zip(answers).zip(&batch.indices) {
            let name = name(problem, case, &mut text);
            text.clear();
            show(problem, answer, &mut text);
            let printed = hash(text.as_bytes());
            let mut line = [0; 24];
            line[..8].copy_from_slice(&index.to_le_bytes());
            line[8..16].copy_from_slice(&name.to_le_bytes());
            line[16..].copy_from_slice(&printed.to_le_bytes());
            self.checksum = self.checksum.wrapping_add(hash(&line));
            self.fresh.push(name);
            self.cases += 1;
        }
        self.observe(problem, document);
    }

    /// Counts the instances of a document up to the one that failed; those behind
    /// it run again if the run goes on. The checksum is of answers that were
    /// right.
    pub(super) fn record_failed<P: Problem>(&mut self, problem: &P, batch: &Batch<P>, index: u64) {
        let mut text = String::new();
        for (case, _) in
            batch.document.cases.iter().zip(&batch.indices).filter(|(_, i)| **i <= index)
        {
            self.fresh.push(name(problem, case, &mut text));
            self.cases += 1;
        }
        self.observe(problem, &batch.document);
    }

    fn observe<P: Problem>(&mut self, problem: &P, document: &Document<P>) {
        let mut seen = Seen::default();
        problem.observe(&document.cases, &document.text, &mut seen);
        for behaviour in seen.iter() {
            if let Some(count) = self.behaviours.get_mut(behaviour) {
                *count += 1;
            }
        }
    }

    fn note_distinct(&mut self, name: u64) {
        if self.distinct.len() < DISTINCT {
            self.distinct.insert(name);
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.cases += other.cases;
        self.skipped += other.skipped;
        if let Some((index, broken)) = other.first_skipped {
            self.note_skipped(index, broken);
        }
        self.passed_again += other.passed_again;
        if let Some(slow) = other.slowest {
            self.note_slowest(slow);
        }
        self.elapsed += other.elapsed;
        self.checksum = self.checksum.wrapping_add(other.checksum);
        for name in other.distinct.into_iter().chain(other.fresh) {
            self.note_distinct(name);
        }
        self.behaviours.resize(self.behaviours.len().max(other.behaviours.len()), 0);
        for (count, more) in self.behaviours.iter_mut().zip(other.behaviours) {
            *count += more;
        }
    }

    /// Distinct instances among what was merged, and whether there may be more than could be counted.
    pub fn distinct(&self) -> (u64, bool) {
        (self.distinct.len() as u64, self.distinct.len() >= DISTINCT)
    }

    /// Documents in which each behaviour of the problem occurred, by its index.
    pub fn behaviours(&self) -> &[u64] {
        &self.behaviours
    }

    /// How many behaviours occurred at all.
    pub fn behaviours_seen(&self) -> usize {
        self.behaviours.iter().filter(|count| **count > 0).count()
    }

    /// Cases per second.
    pub fn rate(&self) -> f64 {
        self.cases as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// What tells an instance from others: the hash of its canonical text, for which
/// `out` is room.
fn name<P: Problem>(problem: &P, case: &P::Instance, out: &mut String) -> u64 {
    out.clear();
    text::write(problem, std::slice::from_ref(case), Layout::Contest, &mut Zeros, out);

    hash(out.as_bytes())
}

/// What is counted are hashes already.
#[derive(Debug, Clone, Copy, Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // Only `u64`s are hashed here; anything else still gets a hash.
        self.0 = hash(bytes);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}
