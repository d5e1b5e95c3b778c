//! Fishing Game (RMI 2019; P12089 at Luogu).
//!
//! What the problem is and what its rules mean stands in
//! [`duipai_reference::fishing`].

mod behaviours;
mod explain;
mod generate;
mod judge;
mod layout;
mod mutants;
mod relations;
mod shape;
mod simplify;
mod solver;
mod text;
mod walk;

use crate::choices::Choices;
use crate::problem::{
    About, BrokenPromise, Enumeration, Input, Instances, Lang, Limits, Mutant, Oracle, Pen, Problem,
    Refusal, Relation, Scope, Seen, Simplified, Size, TextError, Universe,
};
use crate::verdict::Judgement;
use duipai_reference::fishing::{Deal, Deals, Ways, cards, steps};
use shape::Shape;
use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

/// Three players discard pairs in rounds; in how many ways can that go on until
/// no card is left?
///
/// An instance is one deal; a document has one or more with the same n.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fishing;

/// The largest n of the contest ("n < 100").
const CONTEST_N: usize = 99;

impl Problem for Fishing {
    type Instance = Deal;
    type Answer = Ways;

    fn about(&self) -> About {
        About::new("fishing")
            .aliases(&["P12089", "RMI2019-fishing", "fishing-game", "钓鱼"])
            .title("Fishing Game (RMI 2019, Luogu P12089)")
            .limits(Limits { time: Duration::from_secs(1), memory: 256 << 20, batch: 10 })
            .size_units(&["pairs of cards a hand (n)"])
            .behaviours(&behaviours::NAMES)
    }

    // n alone. Of two deals with the same n the one with the smaller text is
    // the smaller, and there own pairs come first.
    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Deal> {
        Box::new(Deals::new(input))
    }

    fn write(&self, cases: &[Deal], pen: &mut Pen<'_>) {
        let (layout, choices, out) = pen.by_hand();
        layout::write(cases, layout, choices, out);
    }

    fn batch_key(&self, deal: &Deal) -> u64 {
        deal.n() as u64
    }

    fn print(&self, answer: &Ways, out: &mut String) -> Result<(), Refusal> {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{answer}");
        Ok(())
    }

    fn judge(&self, _cases: &[Deal], want: &[Ways], got: &[u8]) -> Judgement {
        judge::judge(want, got)
    }

    fn promised(&self, deal: &Deal) -> Result<(), BrokenPromise> {
        match deal.n() {
            ..=CONTEST_N => Ok(()),
            n => Err(BrokenPromise(format!("n is {n}; the statement promises n < 100"))),
        }
    }

    fn size(&self, deal: &Deal) -> Size {
        Size(deal.n() as u64, 0)
    }

    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Deal {
        let size = generate::draw_size(scope, choices);
        generate::generate(scope, size.0 as u32, choices)
    }

    fn enumeration(&self) -> Option<Enumeration<Self>> {
        Some(Enumeration {
            draw_size: |_, scope, choices| generate::draw_size(scope, choices),
            generate: |_, scope, size, choices| generate::generate(scope, size.0 as u32, choices),
            tiny_sizes: |_| Box::new((1..=generate::LARGEST_TINY).map(|n| Size(n.into(), 0))),
            universe: Universe {
                what: "deals that differ in more than names and order",
                complete: true,
            },
        })
    }

    fn simpler<'a>(&'a self, deal: &'a Deal) -> Option<Simplified<'a, Self>> {
        Some(simplify::simpler(deal))
    }

    fn neighbour(&self, deal: &Deal, choices: &mut dyn Choices) -> Deal {
        generate::neighbour(deal, choices)
    }

    fn solve(&self, deal: &Deal) -> Ways {
        solver::ways(&[Shape::of(deal)]).first().copied().unwrap_or_default()
    }

    fn solve_all(&self, cases: &[Deal]) -> Vec<Ways> {
        let shapes: Vec<Shape> = cases.iter().map(Shape::of).collect();
        solver::ways(&shapes)
    }

    fn solve_text(
        &self,
        input: Input<'_>,
        out: &mut dyn Write,
    ) -> Result<(), TextError> {
        text::solve(input, out)
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[
            Oracle {
                name: "cards",
                about: "plays every game with real cards, remembers nothing",
                run: |_, case| cards::ways(case),
                cost: |_, case| cards::cost(case),
            },
            Oracle {
                name: "steps",
                about: "the same recursion over numbers of pairs, with a memory",
                run: |_, case| steps::ways(case),
                cost: |_, case| steps::cost(case),
            },
        ]
    }

    fn mutants(&self) -> &[Mutant<Self>] {
        &mutants::ALL
    }

    fn relations(&self) -> &[Relation<Self>] {
        &relations::ALL
    }

    fn observe(&self, cases: &[Deal], _text: &str, seen: &mut Seen) {
        behaviours::observe(cases, seen);
    }

    fn explain(&self, deal: &Deal, lang: Lang) -> String {
        explain::explain(deal, lang)
    }
}

/// The deal of these hands, which are known to be valid: whoever calls has
/// dealt each value twice.
fn deal(hands: [Vec<u16>; 3]) -> Deal {
    match Deal::new(hands) {
        Ok(deal) => deal,
        Err(why) => panic!("a deal was made that is none: {why}"),
    }
}
