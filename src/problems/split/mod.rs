//! 张昌蒲严教: every way to split the revealed cards into two groups of equal sum.
//!
//! The rules stand with the naive program, in [`duipai_reference::split`].

mod behaviours;
mod count;
mod explain;
mod generate;
mod judge;
mod layout;
mod mistakes;
mod presentation;
mod relations;
mod simplify;
mod solver;
mod text;
mod views;

use crate::choices::Choices;
use crate::problem::{
    BrokenPromise, Lang, Layout, Limits, Mistake, Oracle, Problem, Refusal, Relation, Scope, Seen,
    Size, TextError, Universe, View,
};
use crate::verdict::Judgement;
pub use count::count;
pub use duipai_reference::split::{Answer, Copies, Instance, Listing, Scheme};
use duipai_reference::{InputError, split as reference};
use std::io::{BufRead, Write};
use std::time::Duration;

/// The problem split (张昌蒲严教).
#[derive(Debug, Clone, Copy)]
pub struct Split;

/// The published programs hold eleven cards.
const MOST_PROMISED: usize = 11;

impl Problem for Split {
    type Instance = Instance;
    type Answer = Answer;

    const NAME: &'static str = "split";
    const ALIASES: &'static [&'static str] = &["张昌蒲严教", "严教", "yanjiao"];
    const TITLE: &'static str =
        "张昌蒲严教: split the revealed cards into two groups of equal sum (三国杀)";
    const LIMITS: Limits = Limits { time: Duration::from_secs(1), memory: 256 << 20, batch: 1 };
    const SIZE_UNITS: &'static [&'static str] = &["cards"];
    const BEHAVIOURS: &'static [&'static str] = behaviours::NAMES;

    fn read<'r>(
        input: Box<dyn BufRead + 'r>,
    ) -> Box<dyn Iterator<Item = Result<Instance, InputError>> + 'r> {
        Box::new(std::iter::once_with(|| reference::read(input)))
    }

    fn write(cases: &[Instance], layout: Layout, choices: &mut dyn Choices, out: &mut String) {
        for instance in cases {
            layout::write(instance, layout, choices, out);
        }
    }

    fn print(answer: &Answer, out: &mut String) -> Result<(), Refusal> {
        text::print(answer, out)
    }

    fn judge(cases: &[Instance], want: &[Answer], got: &[u8]) -> Judgement {
        match (cases, want) {
            ([instance], [want]) => judge::judge(instance, want, got),
            _ => judge::unanswerable("a document holds one instance"),
        }
    }

    fn presentation(_: &[Instance], want: &[Answer], choices: &mut dyn Choices) -> Option<Vec<u8>> {
        presentation::presentation(want.first()?, choices)
    }

    fn forgery(_: &[Instance], want: &[Answer], choices: &mut dyn Choices) -> Option<Vec<u8>> {
        presentation::forgery(want.first()?, choices)
    }

    fn promised(instance: &Instance) -> Result<(), BrokenPromise> {
        match instance.values.len() {
            cards if cards > MOST_PROMISED => Err(BrokenPromise(format!(
                "{cards} cards, but the published programs hold at most {MOST_PROMISED}"
            ))),
            _ => Ok(()),
        }
    }

    fn size(instance: &Instance) -> Size {
        Size(instance.values.len() as u32, 0)
    }

    fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size {
        generate::draw_size(scope, choices)
    }

    fn tiny_sizes() -> Box<dyn Iterator<Item = Size>> {
        Box::new((1..).map(|cards| Size(cards, 0)))
    }

    const UNIVERSE: Universe = Universe { what: "multisets of values from 1..13", complete: true };

    fn generate(scope: Scope, size: Size, choices: &mut dyn Choices) -> Instance {
        generate::generate(scope, size, choices)
    }

    fn simpler(instance: &Instance) -> Box<dyn Iterator<Item = Instance> + '_> {
        Box::new(simplify::simpler(instance))
    }

    fn neighbour(instance: &Instance, choices: &mut dyn Choices) -> Instance {
        simplify::neighbour(instance, choices)
    }

    fn solve(instance: &Instance) -> Answer {
        solver::solve(instance)
    }

    fn solve_text(input: Box<dyn BufRead + '_>, out: &mut dyn Write) -> Result<(), TextError> {
        text::solve_text(input, out)
    }

    fn oracles() -> &'static [Oracle<Self>] {
        &[Oracle {
            name: "reference",
            about: "tries left, right and away for every card and keeps the schemes in a set",
            run: reference::solve,
            cost: |instance| {
                // 3ⁿ leaves at about 12 ns; beyond 14 cards it takes minutes.
                let cards = instance.values.len() as u32;
                (cards <= 14).then(|| Duration::from_nanos(12 * 3u64.pow(cards) + 500))
            },
        }]
    }

    fn mistakes() -> &'static [Mistake<Self>] {
        mistakes::MISTAKES
    }

    fn relations() -> &'static [Relation<Self>] {
        relations::RELATIONS
    }

    fn views() -> &'static [View<Self>] {
        views::VIEWS
    }

    fn observe(cases: &[Instance], text: &str, seen: &mut Seen) {
        behaviours::observe(cases, text, seen);
    }

    fn explain(instance: &Instance, lang: Lang) -> String {
        explain::explain(instance, lang)
    }
}
