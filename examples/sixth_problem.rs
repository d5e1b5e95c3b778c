//! A sixth problem, as a crate of your own would hold it: Nim. Two players take stones from
//! one pile in turn; who takes the last one wins. Given the piles, does the first player win?
use duipai::{choices::Choices, problem::*};
#[derive(Clone, Default)]
pub(crate) struct Nim;

impl Problem for Nim {
    type Instance = Vec<u64>;
    type Answer = bool;

    fn about(&self) -> About {
        About::new("nim").title("Nim (C. L. Bouton, 1901)")
    }

    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Vec<u64>> {
        read_one(input, |words| {
            let piles = words.number("the number of piles", 1..=100)?;
            words.numbers("a pile", piles, 1..=1_000_000_000)
        })
    }

    fn write(&self, cases: &[Vec<u64>], pen: &mut Pen<'_>) {
        for piles in cases {
            pen.line([piles.len()]);
            pen.line(piles);
        }
    }

    fn print(&self, first_wins: &bool, out: &mut String) -> Result<(), Refusal> {
        out.push_str(if *first_wins { "First\n" } else { "Second\n" });
        Ok(())
    }

    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Vec<u64> {
        let (piles, stones) = if scope == Scope::Full { (100, 1_000_000_000) } else { (4, 3) };
        choices.list(1, piles, |choices| choices.between(1, stones).into())
    }

    fn solve(&self, piles: &Vec<u64>) -> bool {
        piles.iter().fold(0, |sum, pile| sum ^ pile) != 0
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[Oracle {
            name: "moves",
            about: "a position is won if some move leads to a lost one",
            run: |_, piles| wins(piles),
            cost: |_, piles| a_millisecond_if(piles.iter().sum::<u64>() <= 12),
        }]
    }
}

fn wins(piles: &[u64]) -> bool {
    let next = |i: usize, left| [&piles[..i], &[left], &piles[i + 1..]].concat();
    (0..piles.len()).any(|i| (0..piles[i]).any(|left| !wins(&next(i, left))))
}

duipai::main!(Nim);
