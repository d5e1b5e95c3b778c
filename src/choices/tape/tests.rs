//! Ways down, most of them from the collection of shrinking challenges that
//! libraries for property testing are compared with
//! (<https://github.com/jlink/shrinking-challenge>).

use super::*;
use crate::choices::{Random, Zeros};
use std::collections::HashSet;
use std::fmt::Debug;

type Source<'c> = &'c mut dyn Choices;

/// From each of ten failing starts the way goes down to `smallest`, along tapes
/// that get smaller, in at most `most` tries (some times what it takes: a way
/// down that is suddenly much longer should be noticed).
fn all_reach<T: PartialEq + Debug>(
    make: impl Fn(Source<'_>) -> T + Copy,
    fails: impl Fn(&T) -> bool,
    smallest: &T,
    most: usize,
) {
    let starts = (0..).map(|seed| Tape::record(&mut Random::new(seed, 0), make));
    for (number, (_, tape)) in starts.filter(|(value, _)| fails(value)).take(10).enumerate() {
        let mut candidates = tape.candidates(make);
        let mut tries = 0;
        while let Some((value, tape)) = candidates.next() {
            tries += 1;
            assert!(tape < *candidates.best());
            if fails(&value) {
                candidates.found(tape);
            }
        }
        let (reached, again) = candidates.best().replay(make);
        assert_eq!(again, *candidates.best());
        assert_eq!(reached, *smallest, "start {number}, {tries} tries, {again}");
        assert!(tries <= most, "start {number}: {tries} tries");
    }
}

fn numbers(choices: Source<'_>) -> Vec<u32> {
    choices.list(0, 100, |choices| choices.below(2001))
}

/// The same without parts, as a generator that nobody has prepared.
fn plain_numbers(choices: Source<'_>) -> Vec<u32> {
    (0..choices.between(0, 100)).map(|_| choices.below(2001)).collect()
}

/// The same, each element asking whether it comes.
fn flagged_numbers(choices: Source<'_>) -> Vec<u32> {
    let mut list = Vec::new();
    while choices.chance(9, 10) {
        list.push(choices.below(2001));
    }
    list
}

#[test]
fn lists_become_the_elements_that_matter() {
    for make in [numbers, plain_numbers, flagged_numbers] {
        all_reach(make, |list| list.iter().any(|x| *x >= 900), &vec![900], 300);
        all_reach(make, |list| list.iter().sum::<u32>() > 3000, &vec![1001, 2000], 1_500);
        all_reach(make, |list| list.len() >= 3, &vec![0; 3], 200);
        let distinct = |list: &Vec<u32>| list.iter().collect::<HashSet<_>>().len() >= 3;
        all_reach(make, distinct, &vec![0, 1, 2], 600);
        // Not equal to itself reversed.
        let reversible = |list: &Vec<u32>| list.iter().ne(list.iter().rev());
        all_reach(make, reversible, &vec![0, 1], 300);
        // Two equal elements that are not small.
        let repeats = |list: &Vec<u32>| {
            let mut seen = HashSet::new();
            list.iter().any(|x| *x >= 10 && !seen.insert(x))
        };
        all_reach(make, repeats, &vec![10, 10], 2_500);
        all_reach(make, |list| list.windows(2).any(|w| w[0] > w[1]), &vec![1, 0], 300);
    }
}

#[test]
fn nested_lists_lose_elements_at_every_level() {
    let marked = |choices: Source<'_>| {
        choices.list(0, 9, |choices| choices.list(0, 9, |choices| choices.below(100)))
    };
    let plain = |choices: Source<'_>| -> Vec<Vec<u32>> {
        let row = |choices: Source<'_>| {
            let len = choices.below(10);
            (0..len).map(|_| choices.below(100)).collect()
        };
        (0..choices.below(10)).map(|_| row(choices)).collect()
    };
    let long = |lists: &Vec<Vec<u32>>| lists.iter().map(Vec::len).sum::<usize>() > 8;
    let inner = |lists: &Vec<Vec<u32>>| lists.iter().any(|list| list.iter().sum::<u32>() >= 50);
    all_reach(marked, long, &vec![vec![0; 9]], 1_500);
    all_reach(marked, inner, &vec![vec![50]], 500);
    all_reach(plain, long, &vec![vec![0; 9]], 3_000);
    all_reach(plain, inner, &vec![vec![50]], 1_000);
}

#[test]
fn counts_ahead_of_several_lists_go_down_with_each_of_them() {
    // n, m, then n numbers, then m pairs of numbers below n.
    let graph = |choices: Source<'_>| {
        let (n, m) = (choices.between(1, 20), choices.between(0, 30));
        let weights = (0..n).map(|_| choices.part(|choices| choices.below(100)));
        let weights: Vec<u32> = weights.collect();
        let edge = |choices: Source<'_>| (choices.below(n), choices.below(n));
        let edges: Vec<(u32, u32)> = (0..m).map(|_| choices.part(edge)).collect();
        (weights, edges)
    };
    let heavy_loop = |(weights, edges): &(Vec<u32>, Vec<(u32, u32)>)| {
        edges.iter().any(|(a, b)| a == b && weights[*a as usize] >= 7)
    };
    all_reach(graph, heavy_loop, &(vec![7], vec![(0, 0)]), 2_000);
    // Two lists of one length.
    let pair = |choices: Source<'_>| {
        let n = choices.between(0, 40);
        let mut list =
            || -> Vec<u32> { (0..n).map(|_| choices.part(|choices| choices.below(50))).collect() };
        (list(), list())
    };
    let greater = |(a, b): &(Vec<u32>, Vec<u32>)| a.iter().zip(b).any(|(a, b)| *a > b + 2);
    all_reach(pair, greater, &(vec![3], vec![0]), 1_000);
}

#[test]
fn grids_lose_rows_and_columns() {
    let grid = |choices: Source<'_>| {
        let (high, wide) = (choices.between(1, 9), choices.between(1, 9));
        let row = |choices: Source<'_>| -> Vec<u32> {
            (0..wide).map(|_| choices.part(|choices| choices.below(4))).collect()
        };
        (0..high).map(|_| choices.part(row)).collect::<Vec<_>>()
    };
    // Two cells of one value in a diagonal.
    let fails = |grid: &Vec<Vec<u32>>| {
        grid.windows(2)
            .any(|rows| (1..rows[0].len()).any(|x| rows[0][x - 1] == 2 && rows[1][x] == 2))
    };
    all_reach(grid, fails, &vec![vec![2, 0], vec![0, 2]], 2_000);
}

#[derive(Debug, PartialEq)]
enum Tree {
    Leaf(u32),
    Node(Box<[Tree; 2]>),
}

fn tree(choices: Source<'_>, deep: u32) -> Tree {
    if choices.chance(1, 3) || deep == 0 {
        return Tree::Leaf(choices.below(10));
    }
    let child = |choices: Source<'_>| tree(choices, deep - 1);
    let left = choices.part(child);
    Tree::Node(Box::new([left, choices.part(child)]))
}

/// The same with 0 for a leaf.
fn shy_tree(choices: Source<'_>, deep: u32) -> Tree {
    if !choices.chance(2, 3) || deep == 0 {
        return Tree::Leaf(choices.below(10));
    }
    let child = |choices: Source<'_>| shy_tree(choices, deep - 1);
    let left = choices.part(child);
    Tree::Node(Box::new([left, choices.part(child)]))
}

impl Tree {
    fn depth(&self) -> u32 {
        match self {
            Self::Leaf(_) => 0,
            Self::Node(children) => 1 + children[0].depth().max(children[1].depth()),
        }
    }

    fn sum(&self) -> u32 {
        match self {
            Self::Leaf(value) => *value,
            Self::Node(children) => children.iter().map(Self::sum).sum(),
        }
    }
}

#[test]
fn trees_lose_what_hangs_beside_the_path() {
    let leaf = || Tree::Leaf(0);
    let node = |left, right| Tree::Node(Box::new([left, right]));
    // In the order of tapes a leaf, 0, is ahead of a node.
    let path = node(leaf(), node(leaf(), node(leaf(), leaf())));
    all_reach(|choices| shy_tree(choices, 6), |tree| tree.depth() >= 3, &path, 1_000);
    let heavy = node(Tree::Leaf(6), Tree::Leaf(9));
    all_reach(|choices| shy_tree(choices, 6), |tree| tree.sum() >= 15, &heavy, 1_000);
    all_reach(|choices| tree(choices, 6), |tree| tree.sum() >= 15, &heavy, 2_000);
}

#[test]
fn strings_become_their_plainest_letters() {
    let letters: Vec<char> = ('a'..='z').collect();
    let word = |choices: Source<'_>| -> String {
        choices.list(0, 60, |choices| *choices.pick(&letters)).into_iter().collect()
    };
    let late = |word: &String| word.find('m').is_some_and(|at| word[at..].contains('k'));
    all_reach(word, late, &"mk".to_owned(), 500);
    let double = |word: &String| {
        word.as_bytes().windows(3).any(|w| w[0] == w[2] && w[0] > b'c' && w[1] != w[0])
    };
    all_reach(word, double, &"dad".to_owned(), 1_500);
}

#[test]
fn numbers_that_depend_on_each_other_shrink_together() {
    // The second's range begins at the first.
    let pair = |choices: Source<'_>| {
        let a = choices.below(1_000);
        (a, choices.between(a, 1_000))
    };
    all_reach(pair, |(a, b)| b - a >= 10 && *a >= 5, &(5, 15), 300);
    all_reach(pair, |(a, b)| a == b, &(0, 0), 300);
    // A difference that stays while both go down.
    let two = |choices: Source<'_>| (choices.below(100), choices.below(100));
    let near = |(a, b): &(u32, u32)| *a >= 10 && a != b && a.abs_diff(*b) <= 4;
    all_reach(two, near, &(10, 6), 400);
    // A sum that stays while one goes down.
    all_reach(two, |(a, b)| a + b >= 120, &(21, 99), 400);
    // Indices into the list itself: two that point at each other.
    let list = |choices: Source<'_>| {
        let n = choices.below(12);
        (0..n).map(|_| choices.part(|choices| choices.below(n))).collect::<Vec<_>>()
    };
    let cycle =
        |list: &Vec<u32>| (0..).zip(list).any(|(at, to)| *to != at && list[*to as usize] == at);
    all_reach(list, cycle, &vec![1, 0], 1_500);
}

#[test]
fn wide_numbers_reach_their_bound() {
    let wide = |choices: Source<'_>| choices.between_i64(-(1 << 60), 1 << 60);
    all_reach(wide, |x| *x >= 10_000_000_000, &10_000_000_000, 2_000);
    all_reach(wide, |x| *x <= -10_000_000_000, &-10_000_000_000, 2_000);
    all_reach(wide, |x| x % 2 == 1, &1, 200);
}

#[test]
fn a_tape_that_does_not_fit_is_made_to_fit() {
    let draw = |tape: &str, bounds: &[u32]| {
        let tape: Tape = tape.parse().unwrap();
        let make = |choices: Source<'_>| bounds.iter().map(|n| choices.below(*n)).collect();
        let (values, again): (Vec<u32>, Tape) = tape.replay(make);
        assert_eq!(again.values().collect::<Vec<_>>(), values);
        values
    };
    assert_eq!(draw("3,7,1", &[10, 10, 10]), [3, 7, 1]);
    assert_eq!(draw("3,7,1", &[4, 4, 4]), [3, 3, 1]);
    assert_eq!(draw("3,7", &[10, 10, 10, 10]), [3, 7, 0, 0]);
    assert_eq!(draw("", &[5]), [0]);
    assert_eq!(draw("4294967295", &[0]), [0]);
    // A style that a random source would not take is not taken.
    let style = |choices: Source<'_>| choices.style(&[1, 3, 0]);
    assert_eq!("2".parse::<Tape>().unwrap().replay(style).0, 1);
    assert_eq!("9".parse::<Tape>().unwrap().replay(|choices: Source<'_>| choices.style(&[])).0, 0);
}

#[test]
fn what_draws_without_end_on_zeros_comes_to_an_end() {
    let endless = |choices: Source<'_>| {
        let mut draws = 0;
        while choices.below(3) == 0 {
            draws += 1;
        }
        draws
    };
    let first = Tape::default().replay(endless).0;
    assert!(first > 60_000);
    assert_eq!(Tape::default().replay(endless).0, first);
    // In the middle of a way down too.
    all_reach(|choices| (endless(choices), choices.below(100)), |(_, x)| *x >= 50, &(0, 50), 100);
}

#[test]
fn a_tape_is_text_and_back() {
    for seed in 0..50 {
        let (value, tape) = Tape::record(&mut Random::new(seed, 0), numbers);
        let text = tape.to_string();
        let read: Tape = text.parse().unwrap();
        assert_eq!(read.to_string(), text);
        assert_eq!(read.replay(numbers), (value, tape));
    }
    assert_eq!(
        Tape::record(&mut Zeros, |choices| choices.list(3, 9, |c| c.below(5))).1.to_string(),
        ""
    );
    for bad in ["1,", ",", "x", "1,-2", "4294967296", "1 2", "1,2\n"] {
        assert!(bad.parse::<Tape>().is_err(), "{bad}");
    }
}

#[test]
fn parts_change_nothing_of_what_is_drawn() {
    for seed in 0..20 {
        let mut random = [Random::new(seed, 0), Random::new(seed, 0)];
        assert_eq!(numbers(&mut random[0]), plain_numbers(&mut random[1]));
    }
}

#[test]
fn candidates_given_out_behind_the_one_found_come_again() {
    // As one does who tries many at once and takes the first that fails.
    let fails = |list: &Vec<u32>| list.iter().filter(|x| **x >= 700).count() >= 2;
    let starts = (0..).map(|seed| Tape::record(&mut Random::new(seed, 0), numbers));
    for (_, tape) in starts.filter(|(list, _)| fails(list)).take(10) {
        let mut candidates = tape.candidates(numbers);
        loop {
            let batch: Vec<_> = candidates.by_ref().take(64).collect();
            let whole = batch.len() < 64;
            match batch.into_iter().find(|(list, _)| fails(list)) {
                Some((_, tape)) => candidates.found(tape),
                None if whole => break,
                None => {}
            }
        }
        assert_eq!(candidates.best().replay(numbers).0, [700, 700]);
    }
}
