//! 猪国杀 (SDOI 2010): who wins a card game that plays itself.
//!
//! The rules stand in [`duipai_reference::pigs`], beside the program that
//! follows them.

mod behaviours;
mod explain;
mod generate;
mod judge;
mod layout;
mod ledger;
mod mistakes;
mod neighbour;
mod relations;
mod simplify;
mod solver;
mod story;

use crate::choices::Choices;
use crate::problem::{
    BrokenPromise, InputError, Lang, Layout, Limits, Mistake, Oracle, Problem, Refusal, Relation,
    Scope, Seen, Size, TextError, Universe,
};
use crate::verdict::Judgement;
use duipai_reference::pigs::{self, Answer, CONTEST_DECK, Instance};
use std::io::{BufRead, Write};
use std::time::Duration;

/// The problem 猪国杀.
#[derive(Debug, Clone, Copy)]
pub struct Pigs;

impl Problem for Pigs {
    type Instance = Instance;
    type Answer = Answer;

    const NAME: &'static str = "pigs";
    const ALIASES: &'static [&'static str] =
        &["P2482", "猪国杀", "BZOJ1972", "LOJ2885", "SDOI2010-pigs"];
    const TITLE: &'static str = "猪国杀 (SDOI 2010): play a game of cards between pigs to its end";
    const LIMITS: Limits = Limits { time: Duration::from_secs(1), memory: 128 << 20, batch: 1 };
    const SIZE_UNITS: &'static [&'static str] = &["pigs", "cards in the deck"];
    const BEHAVIOURS: &'static [&'static str] = behaviours::BEHAVIOURS;
    const UNIVERSE: Universe = generate::UNIVERSE;

    fn read<'r>(
        input: Box<dyn BufRead + 'r>,
    ) -> Box<dyn Iterator<Item = Result<Instance, InputError>> + 'r> {
        Box::new(std::iter::once_with(move || pigs::read(input)))
    }

    fn write(cases: &[Instance], layout: Layout, choices: &mut dyn Choices, out: &mut String) {
        for instance in cases {
            layout::write(instance, layout, choices, out);
        }
    }

    fn print(answer: &Answer, out: &mut String) -> Result<(), Refusal> {
        layout::print(answer, out)
    }

    fn judge(_cases: &[Instance], want: &[Answer], got: &[u8]) -> Judgement {
        judge::judge(want, got)
    }

    fn promised(instance: &Instance) -> Result<(), BrokenPromise> {
        let cards = instance.deck.len();
        if cards > CONTEST_DECK {
            return Err(BrokenPromise(format!(
                "the deck has {cards} cards, and the statement allows {CONTEST_DECK}"
            )));
        }
        match solver::solve(instance) {
            Answer::Finished { .. } => Ok(()),
            Answer::Unending => Err(BrokenPromise(layout::unending().0)),
        }
    }

    fn size(instance: &Instance) -> Size {
        Size(instance.pigs.len() as u32, instance.deck.len() as u32)
    }

    fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size {
        generate::draw_size(scope, choices)
    }

    fn tiny_sizes() -> Box<dyn Iterator<Item = Size>> {
        Box::new(generate::tiny_sizes())
    }

    fn generate(scope: Scope, size: Size, choices: &mut dyn Choices) -> Instance {
        generate::generate(scope, size, choices)
    }

    fn simpler(instance: &Instance) -> Box<dyn Iterator<Item = Instance> + '_> {
        simplify::simpler(instance)
    }

    fn neighbour(instance: &Instance, choices: &mut dyn Choices) -> Instance {
        neighbour::neighbour(instance, choices)
    }

    fn solve(instance: &Instance) -> Answer {
        solver::solve(instance)
    }

    fn solve_text(input: Box<dyn BufRead + '_>, out: &mut dyn Write) -> Result<(), TextError> {
        layout::solve_text(input, out)
    }

    fn oracles() -> &'static [Oracle<Self>] {
        &[Oracle {
            name: "reference",
            about: "plays card by card as the rules tell it",
            run: pigs::play,
            cost: |instance| Some(reference_cost(instance)),
        }]
    }

    fn mistakes() -> &'static [Mistake<Self>] {
        mistakes::MISTAKES
    }

    fn relations() -> &'static [Relation<Self>] {
        relations::RELATIONS
    }

    fn observe(cases: &[Instance], _text: &str, seen: &mut Seen) {
        for instance in cases {
            behaviours::observe(instance, seen);
        }
    }

    fn explain(instance: &Instance, lang: Lang) -> String {
        explain::explain(instance, lang)
    }

    fn narrate(instance: &Instance, lang: Lang) -> Vec<String> {
        let (_, events) = pigs::play_and_tell(instance);
        story::tell(instance, &events, lang)
    }
}

/// About the longest time that the reference takes; most games end much sooner.
///
/// It searches a hand from the left for each card that is used. The cards that
/// are used are about those of the deck and the first hands at most (what is
/// drawn once the deck's last card repeats is of one kind, and either is spent
/// together with others or ends the game soon), and so are the cards of a hand.
/// Measured at worst: 0.2 µs a card and pig, and 5 ns for each card passed over.
fn reference_cost(instance: &Instance) -> Duration {
    let cards = (instance.deck.len() + 4 * instance.pigs.len()) as u64;
    let each = 200 * instance.pigs.len() as u64 + 6 * cards;
    Duration::from_nanos(cards.saturating_mul(each))
}
