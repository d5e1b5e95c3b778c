//! Poker Game: Decision: who of two players, who pick their hands from open
//! cards, has the better one in the end?
//!
//! The statement, the text format and the naive program are in
//! [`duipai_reference::poker`].

mod behaviours;
mod block;
mod deck;
mod explain;
mod generate;
mod layout;
mod mutants;
mod play;
mod relations;
mod simplify;
mod solver;
mod stream;
mod tables;

use crate::choices::Choices;
use crate::judge;
use crate::problem::{
    About, BrokenPromise, Enumeration, Input, Instances, Lang, Limits, Mutant, Oracle, Pen, Problem,
    Refusal, Relation, Scope, Seen, Simplified, Size, TextError, Universe,
};
use crate::verdict::Judgement;
use duipai_reference::poker::{self as reference, Deals};
pub use duipai_reference::poker::{Answer, Instance};
use std::io::Write;
use std::time::Duration;

/// Poker Game: Decision.
#[derive(Debug, Clone, Copy, Default)]
pub struct Poker;

/// Every deal has ten cards, so that all have the same size: the order of deals
/// is that of their texts.
pub(crate) const ONE_DEAL: Size = Size(1, 0);

impl Problem for Poker {
    type Instance = Instance;
    type Answer = Answer;

    fn about(&self) -> About {
        About::new("poker")
            .aliases(&["poker-decision", "nowcoder-2022-8-D"])
            .title("Poker Game: Decision (Nowcoder Multi-University Training 2022, round 8, D)")
            .limits(Limits { time: Duration::from_secs(2), memory: 256 << 20, batch: 100_000 })
            .size_units(&["deal of ten cards"])
            .behaviours(behaviours::NAMES)
    }

    // No official limits are known; these are usual ones. T is at most 10^5.
    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Instance> {
        Box::new(Deals::new(input))
    }

    fn write(&self, cases: &[Instance], pen: &mut Pen<'_>) {
        let (layout, choices, out) = pen.by_hand();
        layout::write(cases, layout, choices, out);
    }

    fn print(&self, answer: &Answer, out: &mut String) -> Result<(), Refusal> {
        out.push_str(answer.word());
        out.push('\n');
        Ok(())
    }

    fn judge(&self, _cases: &[Instance], want: &[Answer], got: &[u8]) -> Judgement {
        let want: Vec<String> = want.iter().map(|answer| answer.word().to_owned()).collect();
        judge::by_words(&want, got)
    }

    /// The statement promises ten different cards, which every deal that was
    /// read or made has.
    fn promised(&self, instance: &Instance) -> Result<(), BrokenPromise> {
        let cards = instance.cards();
        for (place, card) in cards.iter().enumerate() {
            if cards[..place].contains(card) {
                return Err(BrokenPromise(format!("the card {card} comes twice")));
            }
        }
        Ok(())
    }

    fn size(&self, _instance: &Instance) -> Size {
        ONE_DEAL
    }

    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Instance {
        generate::generate(scope, choices)
    }

    fn enumeration(&self) -> Option<Enumeration<Self>> {
        Some(Enumeration {
            draw_size: |_, _, _| ONE_DEAL,
            generate: |_, scope, _, choices| generate::generate(scope, choices),
            tiny_sizes: |_| Box::new(std::iter::once(ONE_DEAL)),
            universe: Universe {
                what: "deals of the 2s, 3s and 4s, unordered hands",
                complete: false,
            },
        })
    }

    fn simpler<'a>(&'a self, instance: &'a Instance) -> Option<Simplified<'a, Self>> {
        Some(simplify::simpler(instance))
    }

    fn neighbour(&self, instance: &Instance, choices: &mut dyn Choices) -> Instance {
        generate::neighbour(instance, choices)
    }

    fn solve(&self, instance: &Instance) -> Answer {
        solver::solve(instance)
    }

    fn solve_all(&self, cases: &[Instance]) -> Vec<Answer> {
        block::solve_all(cases)
    }

    fn solve_text(
        &self,
        input: Input<'_>,
        out: &mut dyn Write,
    ) -> Result<(), TextError> {
        stream::solve_text(input, out)
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[Oracle {
            name: "orders",
            about: "plays all 720 orders of picking, evaluates both hands by sorting and counting",
            run: |_, case| reference::solve(case),
            // 1,440 hands at some 60 ns; every deal costs the same.
            cost: |_, _| Some(Duration::from_micros(100)),
        }]
    }

    fn mutants(&self) -> &[Mutant<Self>] {
        mutants::MUTANTS
    }

    fn relations(&self) -> &[Relation<Self>] {
        relations::RELATIONS
    }

    fn observe(&self, cases: &[Instance], _text: &str, seen: &mut Seen) {
        behaviours::observe(cases, seen);
    }

    fn explain(&self, instance: &Instance, lang: Lang) -> String {
        explain::explain(instance, lang)
    }
}
