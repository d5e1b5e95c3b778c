//! What an expert overrides: Nim as in `sixth_problem.rs`, but with layouts,
//! sizes that can be visited completely, steps of simplifying, a mutant and
//! behaviours of its own.
//!
//! ```text
//! cargo run --release --example nim_in_full -- run --time 3s
//! cargo run --release --example nim_in_full -- run -s mutant:parity --time 3s
//! ```
//!
//! Input: the number of piles, then the piles. Output: `First` or `Second`.

use duipai::choices::Choices;
use duipai::judge;
use duipai::problem::*;
use duipai::verdict::Judgement;
use std::time::Duration;

#[derive(Clone, Default)]
pub(crate) struct Nim;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piles(pub(crate) Vec<u32>);

const MOST_PILES: u64 = 100;

impl Problem for Nim {
    type Instance = Piles;
    type Answer = bool; // Does the first player win?

    fn about(&self) -> About {
        About::new("nim")
            .aliases(&["bouton"])
            .title("Nim (C. L. Bouton, 1901)")
            .size_units(&["piles", "stones"])
            .behaviours(&["no pile", "first player wins", "second player wins", "equal neighbours"])
    }

    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Piles> {
        read_one(input, |words| {
            let count = words.number("the number of piles", 0..=MOST_PILES)?;
            let mut piles = Vec::new();
            for _ in 0..count {
                piles.push(words.number("a pile", 1..=1_000_000_000)? as u32);
            }
            Ok(Piles(piles))
        })
    }

    fn write(&self, cases: &[Piles], pen: &mut Pen<'_>) {
        let (layout, choices, out) = pen.by_hand();
        for Piles(piles) in cases {
            out.push_str(&piles.len().to_string());
            for pile in piles {
                // In free layout the piles may stand on lines of their own.
                let apart = if layout == Layout::Free && choices.chance(1, 4) { "\n" } else { " " };
                out.push_str(apart);
                out.push_str(&pile.to_string());
            }
            out.push('\n');
        }
    }

    fn print(&self, answer: &bool, out: &mut String) -> Result<(), Refusal> {
        out.push_str(if *answer { "First\n" } else { "Second\n" });
        Ok(())
    }

    fn judge(&self, _: &[Piles], want: &[bool], got: &[u8]) -> Judgement {
        let word = |won: &bool| if *won { "First" } else { "Second" }.to_owned();
        judge::by_words(&want.iter().map(word).collect::<Vec<_>>(), got)
    }

    fn promised(&self, Piles(piles): &Piles) -> Result<(), BrokenPromise> {
        if piles.is_empty() { Err(BrokenPromise("no pile at all".into())) } else { Ok(()) }
    }

    fn size(&self, Piles(piles): &Piles) -> Size {
        Size(piles.len() as u64, piles.iter().map(|pile| u64::from(*pile)).sum())
    }

    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Piles {
        let size = draw_size(scope, choices);
        of_size(size, choices)
    }

    fn enumeration(&self) -> Option<Enumeration<Self>> {
        Some(Enumeration {
            draw_size: |_, scope, choices| draw_size(scope, choices),
            generate: |_, _, size, choices| of_size(size, choices),
            tiny_sizes: |_| Box::new(tiny_sizes()),
            universe: Universe { what: "sorted lists of piles", complete: true },
        })
    }

    fn simpler<'a>(&'a self, Piles(piles): &'a Piles) -> Option<Simplified<'a, Self>> {
        let with = |i: usize, pile: u32| {
            let mut piles = [&piles[..i], &[pile], &piles[i + 1..]].concat();
            piles.retain(|pile| *pile > 0); // no stone left: no pile
            Piles(piles)
        };
        let fewer = (0..piles.len()).map(move |i| with(i, 0));
        let lower =
            (0..piles.len()).flat_map(move |i| [with(i, piles[i] / 2), with(i, piles[i] - 1)]);
        Some(Box::new(fewer.chain(lower)))
    }

    fn neighbour(&self, Piles(piles): &Piles, choices: &mut dyn Choices) -> Piles {
        let mut piles = piles.clone();
        if choices.chance(1, 3) && piles.len() < MOST_PILES as usize {
            piles.push(choices.between(1, 9));
        } else if !piles.is_empty() {
            let i = choices.index(piles.len());
            piles[i] = choices.below(piles[i] + 1);
            piles.retain(|pile| *pile > 0);
        }
        Piles(piles)
    }

    /// Bouton's theorem: the first player loses if and only if the exclusive or is 0.
    fn solve(&self, Piles(piles): &Piles) -> bool {
        piles.iter().fold(0, |sum, pile| sum ^ pile) != 0
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[Oracle {
            name: "moves",
            about: "tries every move",
            run: |_, Piles(piles)| wins(&mut piles.clone()),
            // Up to 12 stones take well under a millisecond.
            cost: |nim, piles| (nim.size(piles).1 <= 12).then_some(Duration::from_micros(500)),
        }]
    }

    fn mutants(&self) -> &[Mutant<Self>] {
        &[Mutant {
            name: "parity",
            about: "looks only at the lowest bit of the piles",
            program: Program::Cases(|_, Piles(piles)| {
                piles.iter().map(|p| p % 2).sum::<u32>() % 2 == 1
            }),
            narrate: None,
        }]
    }

    fn observe(&self, cases: &[Piles], _: &str, seen: &mut Seen) {
        for case in cases {
            seen.mark_if(case.0.is_empty(), 0);
            seen.mark(if self.solve(case) { 1 } else { 2 });
            seen.mark_if(case.0.windows(2).any(|pair| pair[0] == pair[1]), 3);
        }
    }

    fn explain(&self, instance: &Piles, _: Lang) -> String {
        instance.0.iter().map(|pile| format!("{pile:>10} = {pile:032b}\n")).collect()
    }
}

fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size {
    let (most, stones) = if scope == Scope::Full { (20, 1_000_000) } else { (3, 9) };
    let (piles, more) = (choices.between(0, most), choices.below(stones));
    Size(piles.into(), if piles == 0 { 0 } else { u64::from(piles + more) })
}

fn tiny_sizes() -> impl Iterator<Item = Size> {
    let of = |piles| (piles..piles + 10).map(move |stones| Size(piles, stones));
    std::iter::once(Size(0, 0)).chain((1..=4).flat_map(of))
}

fn of_size(size: Size, choices: &mut dyn Choices) -> Piles {
    let piles = size.0 as u32;
    let (mut list, mut left, mut least) = (vec![], size.1 as u32, 1);
    for remaining in (1..=piles).rev() {
        // Ascending: at least the pile before, and enough left for the others.
        let pile = if remaining == 1 { left } else { choices.between(least, left / remaining) };
        list.push(pile);
        (left, least) = (left - pile, pile);
    }
    if choices.style(&[1, 1]) == 1 {
        choices.shuffle(&mut list);
    }
    Piles(list)
}

/// The reference: a position is won if some move leads to a lost one.
fn wins(piles: &mut Vec<u32>) -> bool {
    for i in 0..piles.len() {
        let pile = piles[i];
        for left in 0..pile {
            piles[i] = left;
            let other_wins = wins(piles);
            piles[i] = pile;
            if !other_wins {
                return true;
            }
        }
    }
    false
}

duipai::main!(Nim);

#[test]
fn keeps_the_laws() {
    duipai::laws::check(&Nim);
}
