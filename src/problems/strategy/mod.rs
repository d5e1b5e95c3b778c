//! Strategy (UVa 174): programs play an iterated trading game. The rules and
//! the format are told in [`duipai_reference::strategy`].

mod behaviours;
mod explain;
mod generate;
mod judge;
mod layout;
mod mistakes;
mod neighbour;
mod relations;
mod simplify;
mod solver;

use crate::choices::Choices;
use crate::problem::{
    BrokenPromise, InputError, Lang, Layout, Limits, Mistake, Oracle, Problem, Refusal, Relation,
    Scope, Seen, Size, TextError, Universe,
};
use crate::verdict::Judgement;
use duipai_reference::strategy::{Answer, Instance, Reader};
use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::time::Duration;

/// Strategy (UVa 174).
#[derive(Debug, Clone, Copy, Default)]
pub struct Strategy;

/// The contest's programs are at most this many …
const MOST_PROGRAMS: usize = 10;
/// … of at most this many characters.
const LONGEST_PROGRAM: usize = 255;

impl Problem for Strategy {
    type Instance = Instance;
    type Answer = Answer;

    const NAME: &'static str = "strategy";
    const ALIASES: &'static [&'static str] = &["UVa174", "UVa-174", "174", "strategies"];
    const TITLE: &'static str = "Strategy (UVa 174): programs play an iterated trading game";
    const LIMITS: Limits = Limits { time: Duration::from_secs(3), memory: 128 << 20, batch: 1 };
    const SIZE_UNITS: &'static [&'static str] = &["programs", "atoms"];
    const BEHAVIOURS: &'static [&'static str] = behaviours::NAMES;

    fn read<'r>(
        input: Box<dyn BufRead + 'r>,
    ) -> Box<dyn Iterator<Item = Result<Instance, InputError>> + 'r> {
        // The whole input is one instance, an empty one too.
        Box::new(std::iter::once_with(|| Reader::new(input).instance()))
    }

    fn write(cases: &[Instance], layout: Layout, choices: &mut dyn Choices, out: &mut String) {
        for instance in cases {
            layout::write(instance, layout, choices, out);
        }
    }

    fn in_contest_layout(cases: &[Instance], text: &str) -> bool {
        matches!(cases, [instance] if layout::is_contest(instance, text))
    }

    fn print(answer: &Answer, out: &mut String) -> Result<(), Refusal> {
        for total in &answer.totals {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{total:>3}");
        }
        Ok(())
    }

    fn judge(_cases: &[Instance], want: &[Answer], got: &[u8]) -> Judgement {
        judge::judge(want, got)
    }

    fn promised(instance: &Instance) -> Result<(), BrokenPromise> {
        let programs = instance.programs.len();
        if programs > MOST_PROGRAMS {
            return Err(BrokenPromise(format!(
                "{programs} programs; the statement promises at most {MOST_PROGRAMS}"
            )));
        }
        for (index, program) in instance.programs.iter().enumerate() {
            let length = layout::plain(program).len();
            if length > LONGEST_PROGRAM {
                return Err(BrokenPromise(format!(
                    "program {} has {length} characters; the statement promises at most \
                     {LONGEST_PROGRAM}",
                    index + 1
                )));
            }
        }
        Ok(())
    }

    fn size(instance: &Instance) -> Size {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Size(count(instance.programs.len()), count(instance.atoms()))
    }

    fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size {
        generate::draw_size(scope, choices)
    }

    fn tiny_sizes() -> Box<dyn Iterator<Item = Size>> {
        generate::tiny_sizes()
    }

    const UNIVERSE: Universe = Universe {
        what: "lists of programs with up to 3 atoms in all (one program alone: 1 atom), in any order",
        complete: true,
    };

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
        solver::text::solve_text(input, out)
    }

    fn oracles() -> &'static [Oracle<Self>] {
        &[Oracle {
            name: "interpreter",
            about: "interprets every program afresh for each encounter",
            run: duipai_reference::strategy::solve,
            cost: interpreter_cost,
        }]
    }

    fn mistakes() -> &'static [Mistake<Self>] {
        mistakes::MISTAKES
    }

    fn relations() -> &'static [Relation<Self>] {
        relations::RELATIONS
    }

    fn observe(cases: &[Instance], text: &str, seen: &mut Seen) {
        behaviours::observe(cases, text, seen);
    }

    fn explain(instance: &Instance, lang: Lang) -> String {
        explain::explain(instance, lang)
    }
}

/// Each program is interpreted 10 times for each of its opponents; a head or an
/// atom takes about 10 ns.
fn interpreter_cost(instance: &Instance) -> Option<Duration> {
    const NANOSECONDS: u64 = 10;
    let opponents = instance.programs.len().saturating_sub(1) as u64;
    let parts: usize =
        instance.programs.iter().map(|program| program.nodes().len() + program.atoms()).sum();
    let steps = (parts as u64).checked_mul(opponents)?.checked_mul(10)?;
    Some(Duration::from_nanos(steps.checked_mul(NANOSECONDS)?))
}
