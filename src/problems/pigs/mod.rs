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
mod mutants;
mod neighbour;
mod relations;
mod simplify;
mod solver;
mod story;

use crate::choices::Choices;
use crate::problem::{
    About, BrokenPromise, Enumeration, Input, Instances, Lang, Limits, Mutant, Oracle, Pen, Problem,
    Refusal, Relation, Scope, Seen, Simplified, Size, TextError,
};
use crate::verdict::Judgement;
use duipai_reference::pigs::{self, Answer, CONTEST_DECK, Instance};
use std::io::Write;
use std::time::Duration;

/// The problem 猪国杀.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pigs;

impl Problem for Pigs {
    type Instance = Instance;
    type Answer = Answer;

    fn about(&self) -> About {
        About::new("pigs")
            .aliases(&["P2482", "猪国杀", "BZOJ1972", "LOJ2885", "SDOI2010-pigs"])
            .title("猪国杀 (SDOI 2010): play a game of cards between pigs to its end")
            .limits(Limits { time: Duration::from_secs(1), memory: 128 << 20, batch: 1 })
            .size_units(&["pigs", "cards in the deck"])
            .behaviours(behaviours::BEHAVIOURS)
    }

    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Instance> {
        Box::new(std::iter::once_with(move || pigs::read(input)))
    }

    fn write(&self, cases: &[Instance], pen: &mut Pen<'_>) {
        let (layout, choices, out) = pen.by_hand();
        for instance in cases {
            layout::write(instance, layout, choices, out);
        }
    }

    fn print(&self, answer: &Answer, out: &mut String) -> Result<(), Refusal> {
        layout::print(answer, out)
    }

    fn judge(&self, _cases: &[Instance], want: &[Answer], got: &[u8]) -> Judgement {
        judge::judge(want, got)
    }

    fn promised(&self, instance: &Instance) -> Result<(), BrokenPromise> {
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

    fn size(&self, instance: &Instance) -> Size {
        Size(instance.pigs.len() as u64, instance.deck.len() as u64)
    }

    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Instance {
        let size = generate::draw_size(scope, choices);
        generate::generate(scope, size, choices)
    }

    fn enumeration(&self) -> Option<Enumeration<Self>> {
        Some(Enumeration {
            draw_size: |_, scope, choices| generate::draw_size(scope, choices),
            generate: |_, scope, size, choices| generate::generate(scope, size, choices),
            tiny_sizes: |_| Box::new(generate::tiny_sizes()),
            universe: generate::UNIVERSE,
        })
    }

    fn simpler<'a>(&'a self, instance: &'a Instance) -> Option<Simplified<'a, Self>> {
        Some(simplify::simpler(instance))
    }

    fn neighbour(&self, instance: &Instance, choices: &mut dyn Choices) -> Instance {
        neighbour::neighbour(instance, choices)
    }

    fn solve(&self, instance: &Instance) -> Answer {
        solver::solve(instance)
    }

    fn solve_text(
        &self,
        input: Input<'_>,
        out: &mut dyn Write,
    ) -> Result<(), TextError> {
        layout::solve_text(input, out)
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[Oracle {
            name: "reference",
            about: "plays card by card as the rules tell it",
            run: |_, case| pigs::play(case),
            cost: |_, instance| Some(reference_cost(instance)),
        }]
    }

    fn mutants(&self) -> &[Mutant<Self>] {
        mutants::MUTANTS
    }

    fn relations(&self) -> &[Relation<Self>] {
        relations::RELATIONS
    }

    fn observe(&self, cases: &[Instance], _text: &str, seen: &mut Seen) {
        for instance in cases {
            behaviours::observe(instance, seen);
        }
    }

    fn explain(&self, instance: &Instance, lang: Lang) -> String {
        explain::explain(instance, lang)
    }

    fn narrate(&self, instance: &Instance, lang: Lang) -> Vec<String> {
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
