//! Strategy (UVa 174): programs play an iterated trading game. The rules and
//! the format are told in [`duipai_reference::strategy`].

mod behaviours;
mod explain;
mod generate;
mod judge;
mod layout;
mod mutants;
mod neighbour;
mod relations;
mod simplify;
mod solver;

use crate::choices::Choices;
use crate::problem::{
    About, BrokenPromise, Enumeration, Input, Instances, Lang, Limits, Mutant, Oracle, Pen, Problem,
    Refusal, Relation, Scope, Seen, Simplified, Size, TextError, Universe,
};
use crate::verdict::Judgement;
use duipai_reference::strategy::{Answer, Instance, Reader};
use std::fmt::Write as _;
use std::io::Write;
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

    fn about(&self) -> About {
        About::new("strategy")
            .aliases(&["UVa174", "UVa-174", "174", "strategies"])
            .title("Strategy (UVa 174): programs play an iterated trading game")
            .limits(Limits { time: Duration::from_secs(3), memory: 128 << 20, batch: 1 })
            .size_units(&["programs", "atoms"])
            .behaviours(behaviours::NAMES)
    }

    fn read<'r>(&'r self, input: Input<'r>) -> Instances<'r, Instance> {
        // The whole input is one instance, an empty one too.
        Box::new(std::iter::once_with(|| Reader::new(input).instance()))
    }

    fn write(&self, cases: &[Instance], pen: &mut Pen<'_>) {
        let (layout, choices, out) = pen.by_hand();
        for instance in cases {
            layout::write(instance, layout, choices, out);
        }
    }

    fn in_contest_layout(&self, cases: &[Instance], text: &str) -> bool {
        matches!(cases, [instance] if layout::is_contest(instance, text))
    }

    fn print(&self, answer: &Answer, out: &mut String) -> Result<(), Refusal> {
        for total in &answer.totals {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{total:>3}");
        }
        Ok(())
    }

    fn judge(&self, _cases: &[Instance], want: &[Answer], got: &[u8]) -> Judgement {
        judge::judge(want, got)
    }

    fn promised(&self, instance: &Instance) -> Result<(), BrokenPromise> {
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

    fn size(&self, instance: &Instance) -> Size {
        Size(instance.programs.len() as u64, instance.atoms() as u64)
    }

    fn generate(&self, scope: Scope, choices: &mut dyn Choices) -> Instance {
        let size = generate::draw_size(scope, choices);
        generate::generate(scope, size, choices)
    }

    fn enumeration(&self) -> Option<Enumeration<Self>> {
        Some(Enumeration {
            draw_size: |_, scope, choices| generate::draw_size(scope, choices),
            generate: |_, scope, size, choices| generate::generate(scope, size, choices),
            tiny_sizes: |_| generate::tiny_sizes(),
            universe: Universe {
                what: "lists of programs with up to 3 atoms in all (one program alone: 1 atom), in any order",
                complete: true,
            },
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
        solver::text::solve_text(input, out)
    }

    fn oracles(&self) -> &[Oracle<Self>] {
        &[Oracle {
            name: "interpreter",
            about: "interprets every program afresh for each encounter",
            run: |_, case| duipai_reference::strategy::solve(case),
            cost: |_, case| interpreter_cost(case),
        }]
    }

    fn mutants(&self) -> &[Mutant<Self>] {
        mutants::MUTANTS
    }

    fn relations(&self) -> &[Relation<Self>] {
        relations::RELATIONS
    }

    fn observe(&self, cases: &[Instance], text: &str, seen: &mut Seen) {
        behaviours::observe(cases, text, seen);
    }

    fn explain(&self, instance: &Instance, lang: Lang) -> String {
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
