//! 张昌蒲严教: every way to split the revealed cards into two groups of equal sum.
//!
//! The rules stand with the naive program, in [`duipai_reference::split`].

mod behaviours;
mod count;
mod explain;
mod generate;
mod judge;
mod layout;
mod mutants;
mod presentation;
mod relations;
mod simplify;
mod solver;
mod text;
mod views;

use crate::choices::Choices;
use crate::problem::{
    About, BrokenPromise, Enumeration, Input, Instances, Lang, Limits, Mutant, Oracle, Pen, Problem,
    Refusal, Relation, Scope, Seen, Simplified, Size, TextError, Universe, View,
};
use crate::verdict::Judgement;
pub use count::count;
use duipai_reference::split as reference;
pub use duipai_reference::split::{Answer, Copies, Instance, Listing, Scheme};
use std::io::Write;
use std::time::Duration;

/// The problem split (张昌蒲严教).
#[derive(Debug, Clone, Copy, Default)]
pub struct Split;

/// The published programs hold eleven cards.
const MOST_PROMISED: usize = 11;

impl Problem for Split {
    type Instance = Instance;
    type Answer = Answer;

    fn about(&self) -> About {
        About::new("split")
            .aliases(&["张昌蒲严教", "严教", "yanjiao"])
            .title("张昌蒲严教: split the revealed cards into two groups of equal sum (三国杀)")
            .limits(Limits { time: Duration::from_secs(1), memory: 256 << 20, batch: 1 })
            .size_units(&["cards"])
            .behaviours(behaviours::NAMES)
    }

    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Instance> {
        Box::new(std::iter::once_with(|| reference::read(input)))
    }

    fn write(&self, cases: &[Instance], pen: &mut Pen<'_>) {
        let (layout, choices, out) = pen.by_hand();
        for instance in cases {
            layout::write(instance, layout, choices, out);
        }
    }

    fn print(&self, answer: &Answer, out: &mut String) -> Result<(), Refusal> {
        text::print(answer, out)
    }

    fn judge(&self, cases: &[Instance], want: &[Answer], got: &[u8]) -> Judgement {
        match (cases, want) {
            ([instance], [want]) => judge::judge(instance, want, got),
            _ => Judgement::unanswerable(None, "a document holds one instance"),
        }
    }

    fn presentation(
        &self,
        _: &[Instance],
        want: &[Answer],
        choices: &mut dyn Choices,
    ) -> Option<Vec<u8>> {
        presentation::presentation(want.first()?, choices)
    }

    fn forgery(
        &self,
        _: &[Instance],
        want: &[Answer],
        choices: &mut dyn Choices,
    ) -> Option<Vec<u8>> {
        presentation::forgery(want.first()?, choices)
    }

    fn promised(&self, instance: &Instance) -> Result<(), BrokenPromise> {
        match instance.values.len() {
            cards if cards > MOST_PROMISED => Err(BrokenPromise(format!(
                "{cards} cards, but the published programs hold at most {MOST_PROMISED}"
            ))),
            _ => Ok(()),
        }
    }

    fn size(&self, instance: &Instance) -> Size {
        Size(instance.values.len() as u64, 0)
    }

    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Instance {
        let size = generate::draw_size(scope, choices);
        generate::generate(scope, size, choices)
    }

    fn enumeration(&self) -> Option<Enumeration<Self>> {
        Some(Enumeration {
            draw_size: |_, scope, choices| generate::draw_size(scope, choices),
            generate: |_, scope, size, choices| generate::generate(scope, size, choices),
            tiny_sizes: |_| Box::new((1..).map(|cards| Size(cards, 0))),
            universe: Universe { what: "multisets of values from 1..13", complete: true },
        })
    }

    fn simpler<'a>(&'a self, instance: &'a Instance) -> Option<Simplified<'a, Self>> {
        Some(Box::new(simplify::simpler(instance)))
    }

    fn neighbour(&self, instance: &Instance, choices: &mut dyn Choices) -> Instance {
        simplify::neighbour(instance, choices)
    }

    fn solve(&self, instance: &Instance) -> Answer {
        solver::solve(instance)
    }

    fn solve_text(
        &self,
        input: Input<'_>,
        out: &mut dyn Write,
    ) -> Result<(), TextError> {
        text::solve_text(input, out)
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[Oracle {
            name: "reference",
            about: "tries left, right and away for every card and keeps the schemes in a set",
            run: |_, case| reference::solve(case),
            cost: |_, instance| {
                // 3ⁿ leaves at about 12 ns; beyond 14 cards it takes minutes.
                let cards = instance.values.len() as u32;
                (cards <= 14).then(|| Duration::from_nanos(12 * 3u64.pow(cards) + 500))
            },
        }]
    }

    fn mutants(&self) -> &[Mutant<Self>] {
        mutants::MUTANTS
    }

    fn relations(&self) -> &[Relation<Self>] {
        relations::RELATIONS
    }

    fn views(&self) -> &[View<Self>] {
        views::VIEWS
    }

    fn observe(&self, cases: &[Instance], text: &str, seen: &mut Seen) {
        behaviours::observe(cases, text, seen);
    }

    fn explain(&self, instance: &Instance, lang: Lang) -> String {
        explain::explain(instance, lang)
    }
}
