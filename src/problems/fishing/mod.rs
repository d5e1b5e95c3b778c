//! Fishing Game (RMI 2019; P12089 at Luogu).
//!
//! What the problem is and what its rules mean stands in
//! [`duipai_reference::fishing`].

mod behaviours;
mod explain;
mod generate;
mod judge;
mod layout;
mod mistakes;
mod relations;
mod shape;
mod simplify;
mod solver;
mod text;
mod walk;

use crate::choices::Choices;
use crate::problem::{
    BrokenPromise, InputError, Lang, Layout, Limits, Mistake, Oracle, Problem, Refusal, Relation,
    Scope, Seen, Size, TextError, Universe,
};
use crate::verdict::Judgement;
use duipai_reference::fishing::{Deal, Deals, Ways, cards, steps};
use shape::Shape;
use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::time::Duration;

/// Three players discard pairs in rounds; in how many ways can that go on until
/// no card is left?
///
/// An instance is one deal; a document has one or more with the same n.
#[derive(Debug, Clone, Copy)]
pub struct Fishing;

/// The largest n of the contest ("n < 100").
const CONTEST_N: usize = 99;

impl Problem for Fishing {
    type Instance = Deal;
    type Answer = Ways;

    const NAME: &'static str = "fishing";
    const ALIASES: &'static [&'static str] = &["P12089", "RMI2019-fishing", "fishing-game", "钓鱼"];
    const TITLE: &'static str = "Fishing Game (RMI 2019, Luogu P12089)";
    const LIMITS: Limits = Limits { time: Duration::from_secs(1), memory: 256 << 20, batch: 10 };
    // n alone. Of two deals with the same n the one with the smaller text is
    // the smaller, and there own pairs come first.
    const SIZE_UNITS: &'static [&'static str] = &["pairs of cards a hand (n)"];
    const BEHAVIOURS: &'static [&'static str] = &behaviours::NAMES;

    fn read<'r>(
        input: Box<dyn BufRead + 'r>,
    ) -> Box<dyn Iterator<Item = Result<Deal, InputError>> + 'r> {
        Box::new(Deals::new(input))
    }

    fn write(cases: &[Deal], layout: Layout, choices: &mut dyn Choices, out: &mut String) {
        layout::write(cases, layout, choices, out);
    }

    fn batch_key(deal: &Deal) -> u64 {
        deal.n() as u64
    }

    fn print(answer: &Ways, out: &mut String) -> Result<(), Refusal> {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{answer}");
        Ok(())
    }

    fn judge(_cases: &[Deal], want: &[Ways], got: &[u8]) -> Judgement {
        judge::judge(want, got)
    }

    fn promised(deal: &Deal) -> Result<(), BrokenPromise> {
        match deal.n() {
            ..=CONTEST_N => Ok(()),
            n => Err(BrokenPromise(format!("n is {n}; the statement promises n < 100"))),
        }
    }

    fn size(deal: &Deal) -> Size {
        Size(deal.n() as u32, 0)
    }

    fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size {
        generate::draw_size(scope, choices)
    }

    fn tiny_sizes() -> Box<dyn Iterator<Item = Size>> {
        Box::new((1..=generate::LARGEST_TINY).map(|n| Size(n, 0)))
    }

    const UNIVERSE: Universe =
        Universe { what: "deals that differ in more than names and order", complete: true };

    fn generate(scope: Scope, size: Size, choices: &mut dyn Choices) -> Deal {
        generate::generate(scope, size.0, choices)
    }

    fn simpler(deal: &Deal) -> Box<dyn Iterator<Item = Deal> + '_> {
        simplify::simpler(deal)
    }

    fn neighbour(deal: &Deal, choices: &mut dyn Choices) -> Deal {
        generate::neighbour(deal, choices)
    }

    fn solve(deal: &Deal) -> Ways {
        solver::ways(&[Shape::of(deal)]).first().copied().unwrap_or_default()
    }

    fn solve_all(cases: &[Deal]) -> Vec<Ways> {
        let shapes: Vec<Shape> = cases.iter().map(Shape::of).collect();
        solver::ways(&shapes)
    }

    fn solve_text(input: Box<dyn BufRead + '_>, out: &mut dyn Write) -> Result<(), TextError> {
        text::solve(input, out)
    }

    fn oracles() -> &'static [Oracle<Self>] {
        &[
            Oracle {
                name: "cards",
                about: "plays every game with real cards, remembers nothing",
                run: cards::ways,
                cost: cards::cost,
            },
            Oracle {
                name: "steps",
                about: "the same recursion over numbers of pairs, with a memory",
                run: steps::ways,
                cost: steps::cost,
            },
        ]
    }

    fn mistakes() -> &'static [Mistake<Self>] {
        &mistakes::ALL
    }

    fn relations() -> &'static [Relation<Self>] {
        &relations::ALL
    }

    fn observe(cases: &[Deal], _text: &str, seen: &mut Seen) {
        behaviours::observe(cases, seen);
    }

    fn explain(deal: &Deal, lang: Lang) -> String {
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
