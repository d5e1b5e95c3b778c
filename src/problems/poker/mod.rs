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
mod mistakes;
mod play;
mod relations;
mod simplify;
mod solver;
mod stream;
mod tables;

use crate::choices::Choices;
use crate::judge;
use crate::problem::{
    BrokenPromise, InputError, Lang, Layout, Limits, Mistake, Oracle, Problem, Refusal, Relation,
    Scope, Seen, Size, TextError, Universe,
};
use crate::verdict::Judgement;
use duipai_reference::poker::{self as reference, Deals};
pub use duipai_reference::poker::{Answer, Instance};
use std::io::{BufRead, Write};
use std::time::Duration;

/// Poker Game: Decision.
#[derive(Debug, Clone, Copy)]
pub struct Poker;

/// Every deal has ten cards, so that all have the same size: the order of deals
/// is that of their texts.
pub(crate) const ONE_DEAL: Size = Size(1, 0);

impl Problem for Poker {
    type Instance = Instance;
    type Answer = Answer;

    const NAME: &'static str = "poker";
    const ALIASES: &'static [&'static str] = &["poker-decision", "nowcoder-2022-8-D"];
    const TITLE: &'static str =
        "Poker Game: Decision (Nowcoder Multi-University Training 2022, round 8, D)";
    // No official limits are known; these are usual ones. T is at most 10^5.
    const LIMITS: Limits =
        Limits { time: Duration::from_secs(2), memory: 256 << 20, batch: 100_000 };
    const SIZE_UNITS: &'static [&'static str] = &["deal of ten cards"];
    const BEHAVIOURS: &'static [&'static str] = behaviours::NAMES;
    const UNIVERSE: Universe =
        Universe { what: "deals of the 2s, 3s and 4s, unordered hands", complete: false };

    fn read<'r>(
        input: Box<dyn BufRead + 'r>,
    ) -> Box<dyn Iterator<Item = Result<Instance, InputError>> + 'r> {
        Box::new(Deals::new(input))
    }

    fn write(cases: &[Instance], layout: Layout, choices: &mut dyn Choices, out: &mut String) {
        layout::write(cases, layout, choices, out);
    }

    fn print(answer: &Answer, out: &mut String) -> Result<(), Refusal> {
        out.push_str(answer.word());
        out.push('\n');
        Ok(())
    }

    fn judge(_cases: &[Instance], want: &[Answer], got: &[u8]) -> Judgement {
        let want: Vec<String> = want.iter().map(|answer| answer.word().to_owned()).collect();
        judge::by_words(&want, got)
    }

    /// The statement promises ten different cards, which every deal that was
    /// read or made has.
    fn promised(instance: &Instance) -> Result<(), BrokenPromise> {
        let cards = instance.cards();
        for (place, card) in cards.iter().enumerate() {
            if cards[..place].contains(card) {
                return Err(BrokenPromise(format!("the card {card} comes twice")));
            }
        }
        Ok(())
    }

    fn size(_instance: &Instance) -> Size {
        ONE_DEAL
    }

    fn draw_size(_scope: Scope, _choices: &mut dyn Choices) -> Size {
        ONE_DEAL
    }

    fn tiny_sizes() -> Box<dyn Iterator<Item = Size>> {
        Box::new(std::iter::once(ONE_DEAL))
    }

    fn generate(scope: Scope, _size: Size, choices: &mut dyn Choices) -> Instance {
        generate::generate(scope, choices)
    }

    fn simpler(instance: &Instance) -> Box<dyn Iterator<Item = Instance> + '_> {
        simplify::simpler(instance)
    }

    fn neighbour(instance: &Instance, choices: &mut dyn Choices) -> Instance {
        generate::neighbour(instance, choices)
    }

    fn solve(instance: &Instance) -> Answer {
        solver::solve(instance)
    }

    fn solve_all(cases: &[Instance]) -> Vec<Answer> {
        block::solve_all(cases)
    }

    fn solve_text(input: Box<dyn BufRead + '_>, out: &mut dyn Write) -> Result<(), TextError> {
        stream::solve_text(input, out)
    }

    fn oracles() -> &'static [Oracle<Self>] {
        &[Oracle {
            name: "orders",
            about: "plays all 720 orders of picking, evaluates both hands by sorting and counting",
            run: reference::solve,
            // 1,440 hands at some 60 ns; every deal costs the same.
            cost: |_| Some(Duration::from_micros(100)),
        }]
    }

    fn mistakes() -> &'static [Mistake<Self>] {
        mistakes::MISTAKES
    }

    fn relations() -> &'static [Relation<Self>] {
        relations::RELATIONS
    }

    fn observe(cases: &[Instance], _text: &str, seen: &mut Seen) {
        behaviours::observe(cases, seen);
    }

    fn explain(instance: &Instance, lang: Lang) -> String {
        explain::explain(instance, lang)
    }
}
