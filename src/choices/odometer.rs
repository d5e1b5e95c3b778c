//! Every combination of decisions in turn.

use super::Choices;

/// Visits every path of a finite tree of decisions, each exactly once, in
/// lexicographic order. [`Choices::style`] answers 0.
///
/// ```
/// use duipai::choices::{Choices, Odometer};
/// let mut seen = Vec::new();
/// let mut odometer = Odometer::new();
/// while odometer.start() {
///     let a = odometer.below(2);
///     seen.push((a, if a == 1 { odometer.below(2) } else { 9 }));
/// }
/// assert_eq!(seen, [(0, 9), (1, 0), (1, 1)]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Odometer {
    /// (value, how many values there are) per decision of the current path.
    wheels: Vec<(u32, u32)>,
    position: usize,
    started: bool,
}

impl Odometer {
    /// Before the first path.
    pub fn new() -> Self {
        Self::default()
    }

    /// Turns to the next path. False when all have been visited.
    pub fn start(&mut self) -> bool {
        if !self.started {
            self.started = true;
            self.position = 0;
            return true;
        }
        // Decisions that the last path no longer asked for have gone with it.
        self.wheels.truncate(self.position);
        self.position = 0;
        while let Some((value, of)) = self.wheels.last_mut() {
            if *value + 1 < *of {
                *value += 1;
                return true;
            }
            self.wheels.pop();
        }
        false
    }

    /// How much of the tree lies before the current path, from 0 to 1, if every
    /// decision splits what is left of it evenly.
    pub fn progress(&self) -> f64 {
        let (mut done, mut width) = (0.0, 1.0);
        for (value, of) in &self.wheels {
            width /= f64::from(*of);
            done += f64::from(*value) * width;
        }
        done
    }
}

impl Choices for Odometer {
    fn below(&mut self, n: u32) -> u32 {
        let position = self.position;
        self.position += 1;
        match self.wheels.get(position) {
            Some((value, of)) => {
                debug_assert_eq!(*of, n.max(1), "the tree of decisions changed between visits");
                *value
            }
            None => {
                self.wheels.push((0, n.max(1)));
                0
            }
        }
    }

    fn style(&mut self, _weights: &[u32]) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_once_and_progress_grows() {
        let mut odometer = Odometer::new();
        let mut paths = Vec::new();
        let mut last = -1.0;
        while odometer.start() {
            let n = odometer.below(3);
            paths.push((0..n).map(|_| odometer.below(2)).collect::<Vec<_>>());
            assert!(odometer.progress() > last);
            last = odometer.progress();
        }
        assert_eq!(paths.len(), 1 + 2 + 4);
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), 7);
        assert!(!odometer.start());
    }

    #[test]
    fn a_tree_without_decisions_has_one_path() {
        let mut odometer = Odometer::new();
        assert!(odometer.start());
        assert!(!odometer.start());
    }
}
