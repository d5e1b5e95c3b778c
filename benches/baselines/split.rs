//! 张昌蒲严教 as a textbook solves it: search card by card, a set against
//! duplicates, a comparison sort.

use duipai_reference::split::Instance;
use std::cmp::Reverse;
use std::collections::HashSet;

/// A scheme: the values left and right, ascending.
pub(crate) type Scheme = (Vec<u8>, Vec<u8>);

/// All schemes, more cards first, then by left side, then by right side.
///
/// Cards are taken in ascending order; a branch ends where the cards to come
/// cannot make up the difference. Equal cards find a scheme many times over,
/// the set keeps one; of a scheme and its mirror image the one is kept whose
/// left side has more copies at the first difference. O(3ⁿ) at worst.
pub(crate) fn solve(instance: &Instance) -> Vec<Scheme> {
    let mut cards = instance.values.clone();
    cards.sort_unstable();
    let mut search = Search { cards, left: Vec::new(), right: Vec::new(), found: HashSet::new() };
    let to_come = search.cards.iter().map(|value| i32::from(*value)).sum();
    search.place(0, 0, to_come);
    let mut schemes: Vec<Scheme> = search.found.into_iter().collect();
    schemes.sort_by(|a, b| {
        let key = |s: &Scheme| Reverse(s.0.len() + s.1.len());
        key(a).cmp(&key(b)).then_with(|| a.cmp(b))
    });
    schemes
}

/// The output of the whole program.
pub(crate) fn text(instance: &Instance) -> String {
    let side =
        |values: &[u8]| values.iter().map(|value| value.to_string()).collect::<Vec<_>>().join("+");
    let lines = solve(instance).into_iter().enumerate();
    lines.map(|(i, (l, r))| format!("方案{}：{}={}\n", i + 1, side(&l), side(&r))).collect()
}

struct Search {
    cards: Vec<u8>,
    left: Vec<u8>,
    right: Vec<u8>,
    found: HashSet<Scheme>,
}

impl Search {
    fn place(&mut self, card: usize, difference: i32, to_come: i32) {
        if difference.abs() > to_come {
            return;
        }
        let Some(value) = self.cards.get(card).copied() else {
            // With equal sums, neither side is the beginning of the other, so
            // that the order of sequences decides at the first difference: the
            // side with more copies has the smaller sequence.
            if !self.left.is_empty() && self.left <= self.right {
                self.found.insert((self.left.clone(), self.right.clone()));
            }
            return;
        };
        let weight = i32::from(value);
        self.left.push(value);
        self.place(card + 1, difference + weight, to_come - weight);
        self.left.pop();
        self.right.push(value);
        self.place(card + 1, difference - weight, to_come - weight);
        self.right.pop();
        self.place(card + 1, difference, to_come - weight);
    }
}
