//! Runs a program on an input.

mod numbers;
mod text;

use std::collections::HashMap;
use std::io::{self, Read};

use crate::ast::{Command, CommandKind, Expr, Name, Test, Variable};
use crate::error::{CheckError, Fault, FaultAt, FaultKind, Mismatch};
use crate::evaluate::{Peek, Scope, explain};
use crate::program::Program;
use crate::reader::Reader;
use crate::regex::Regex;
use crate::span::{Position, Span};
use crate::values::{Int, Value};
use crate::variables::{Index, Variables};
use crate::work::Work;

/// How an input is checked.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether blanks (all of C's but the line end) may be more than the program
    /// says: one or more where it has `SPACE`, any around `NEWLINE` and at the
    /// start of the input.
    pub whitespace_ok: bool,
    /// How many steps may be done without reading a byte, before the program is
    /// taken not to end. A step is about a command.
    pub idle_steps: u64,
}

/// A loop that computes something between two reads takes thousands of steps;
/// this many take some seconds.
const IDLE_STEPS: u64 = 100_000_000;

impl Default for Options {
    fn default() -> Self {
        Self { whitespace_ok: false, idle_steps: IDLE_STEPS }
    }
}

/// What a run can be followed by, command by command.
pub trait Observe {
    /// A command is about to be done, at this place of the input.
    fn command(&mut self, command: &Command, at: Position) {
        let _ = (command, at);
    }
}

/// Follows nothing.
impl Observe for () {}

/// Checks that an input is what a program describes.
///
/// The input is read as a stream: memory is taken for what the program's
/// variables hold and for the word that is just being read. Time is linear in
/// the commands done.
///
/// # Errors
///
/// The first place where the input does not match; or what went wrong with the
/// program or with reading.
pub fn check(program: &Program, input: impl Read, options: &Options) -> Result<(), CheckError> {
    check_observed(program, input, options, &mut ())
}

/// As [`check`], with an observer of the run.
///
/// # Errors
///
/// See [`check`].
pub fn check_observed(
    program: &Program,
    input: impl Read,
    options: &Options,
    observer: &mut impl Observe,
) -> Result<(), CheckError> {
    let mut checker = Checker {
        program,
        reader: Reader::new(input),
        variables: Variables::new(program),
        work: Work::new(options.idle_steps),
        worked_at: 0,
        whitespace_ok: options.whitespace_ok,
        regexes: HashMap::new(),
        observer,
        command: Span::default(),
    };
    checker.run_all().map_err(|stop| match stop {
        Stop::Mismatch(mismatch) => CheckError::Mismatch(mismatch),
        Stop::Read(error) => CheckError::Read(error),
        Stop::Fault(fault) => CheckError::Fault(Box::new(FaultAt {
            position: program.position(fault.span),
            fault,
            input: checker.reader.position(),
        })),
    })
}

struct Checker<'a, R, O> {
    program: &'a Program,
    reader: Reader<R>,
    variables: Variables,
    work: Work,
    /// Where the input stood when the work was counted last.
    worked_at: u64,
    whitespace_ok: bool,
    /// By their patterns. Those of an input may be many: see `regex`.
    regexes: HashMap<Vec<u8>, Regex>,
    observer: &'a mut O,
    /// What is being done.
    command: Span,
}

/// Why a run stops early.
enum Stop {
    Mismatch(Box<Mismatch>),
    Fault(Fault),
    Read(io::Error),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

/// What tests see of a run.
struct Ahead<'a, R> {
    reader: &'a mut Reader<R>,
    program: &'a Program,
    command: Span,
}

impl<R: Read> Peek for Ahead<'_, R> {
    type Error = Stop;

    fn peek(&mut self) -> Result<Option<u8>, Stop> {
        Ok(self.reader.peek(0)?)
    }

    fn indices_differ(&mut self, has: Name, lacks: Name, index: Index) -> Stop {
        let (has, lacks) = (self.program.name(has), self.program.name(lacks));
        mismatch(
            self.reader,
            self.program,
            self.command,
            0,
            "arrays with the same indices for `UNIQUE`".into(),
            format!("but `{has}{index}` has a value and `{lacks}{index}` has not"),
        )
    }
}

fn mismatch<R: Read>(
    reader: &mut Reader<R>,
    program: &Program,
    command: Span,
    length: usize,
    expected: String,
    got: String,
) -> Stop {
    Stop::Mismatch(Box::new(Mismatch {
        position: reader.position(),
        offset: reader.offset(),
        expected,
        got,
        command,
        command_position: program.position(command),
        excerpt: reader.excerpt(length),
    }))
}

impl<R: Read, O: Observe> Checker<'_, R, O> {
    fn run_all(&mut self) -> Result<(), Stop> {
        if self.whitespace_ok {
            self.skip_blanks()?;
        }
        self.run(&self.program.commands)?;
        // The `EOF` that every program ends with.
        let end = self.program.source().len();
        self.command = Span { start: end, end };
        self.end()
    }

    fn scope(&mut self) -> Scope<'_> {
        Scope { program: self.program, variables: &self.variables, work: &mut self.work }
    }

    fn holds(&mut self, test: &Test) -> Result<bool, Stop> {
        let mut scope =
            Scope { program: self.program, variables: &self.variables, work: &mut self.work };
        let (program, command) = (self.program, self.command);
        scope.holds(test, &mut Ahead { reader: &mut self.reader, program, command })
    }

    /// A step of work, by a part of the program.
    fn step(&mut self, span: Span) -> Result<(), Stop> {
        if self.worked_at != self.reader.offset() {
            self.worked_at = self.reader.offset();
            self.work.rest();
        }
        Ok(self.work.charge(1).map_err(|kind| Fault { span, kind })?)
    }

    /// The input is not what the command expects; `length` bytes are meant.
    fn refuse(&mut self, length: usize, expected: String, got: String) -> Stop {
        mismatch(&mut self.reader, self.program, self.command, length, expected, got)
    }

    fn set(&mut self, variable: &Variable, value: Value) -> Result<(), Stop> {
        let index = self.scope().index(variable)?;
        self.variables.set(variable.name, index, value);
        Ok(())
    }

    fn store(&mut self, variable: Option<&Variable>, value: impl Into<Value>) -> Result<(), Stop> {
        variable.map_or(Ok(()), |variable| self.set(variable, value.into()))
    }

    fn run(&mut self, commands: &[Command]) -> Result<(), Stop> {
        commands.iter().try_for_each(|command| self.run_one(command))
    }

    fn run_one(&mut self, command: &Command) -> Result<(), Stop> {
        self.command = command.span;
        self.observer.command(command, self.reader.position());
        self.step(command.span)?;
        match &command.kind {
            CommandKind::Space => self.space(),
            CommandKind::Newline => self.newline(),
            CommandKind::Eof => self.end(),
            CommandKind::Int { min, max, store } => self.int(min, max, store.as_ref()),
            CommandKind::Float { min, max, decimals, store, notation } => {
                self.float(min, max, decimals.as_ref(), store.as_ref(), *notation)
            }
            CommandKind::Text(text) => self.string(text),
            CommandKind::Regex { pattern, store } => self.regex(pattern, store.as_ref()),
            CommandKind::Assert(test) => self.assert(test),
            CommandKind::Set(assignments) => assignments.iter().try_for_each(|assignment| {
                let value = self.scope().value(&assignment.value)?;
                self.set(&assignment.variable, value)
            }),
            CommandKind::Unset(names) => {
                names.iter().for_each(|&name| self.variables.unset(name));
                Ok(())
            }
            CommandKind::Repeat { index, count, separator, body } => {
                let count = self.count(count)?;
                self.repeat(command.span, index.as_ref(), count, separator.as_deref(), body)
            }
            CommandKind::While { index, condition, separator, body } => self.repeat_while(
                command.span,
                index.as_ref(),
                condition,
                separator.as_deref(),
                body,
            ),
            CommandKind::If { condition, then, otherwise } => {
                if self.holds(condition)? {
                    self.run(then)
                } else {
                    otherwise.as_ref().map_or(Ok(()), |commands| self.run(commands))
                }
            }
        }
    }

    fn assert(&mut self, test: &Test) -> Result<(), Stop> {
        if self.holds(test)? {
            return Ok(());
        }
        let source = &self.program.source()[test.span.start..test.span.end];
        let text = crate::quote::quoted(source.trim_ascii()).to_string();
        // Enough to see why, short enough for a line.
        const PARTS: usize = 6;
        let mut parts = explain(&mut self.scope(), test);
        if parts.len() > PARTS {
            parts.truncate(PARTS);
            parts.push("…".into());
        }
        let values =
            if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
        Err(self.refuse(0, text, format!("which does not hold{values}")))
    }

    fn count(&mut self, count: &Expr) -> Result<u64, Stop> {
        let number = self.scope().int(count)?;
        match number.to_u64() {
            // The language has counts of 32 bits.
            Some(times) if u32::try_from(times).is_ok() => Ok(times),
            _ => Err(Fault { span: count.span, kind: FaultKind::Count(number) }.into()),
        }
    }

    /// What would differ if something had happened.
    fn progress(&self) -> (u64, u64) {
        (self.reader.offset(), self.variables.changes())
    }

    fn repeat(
        &mut self,
        span: Span,
        index: Option<&Variable>,
        count: u64,
        separator: Option<&Command>,
        body: &[Command],
    ) -> Result<(), Stop> {
        for iteration in 0..count {
            self.step(span)?;
            let before = self.progress();
            self.store(index, Int::from(iteration))?;
            if let (Some(separator), true) = (separator, iteration > 0) {
                self.run_one(separator)?;
            }
            self.run(body)?;
            // An iteration that changed nothing will change nothing again. The
            // first one has no separator.
            if iteration > 0 && self.progress() == before {
                break;
            }
        }
        self.store(index, Int::from(count))
    }

    fn repeat_while(
        &mut self,
        span: Span,
        index: Option<&Variable>,
        condition: &Test,
        separator: Option<&Command>,
        body: &[Command],
    ) -> Result<(), Stop> {
        let mut iteration = 0_u64;
        let mut before = None;
        loop {
            self.step(span)?;
            self.store(index, Int::from(iteration))?;
            // What a test that fails at once is blamed on.
            self.command = span;
            if !self.holds(condition)? {
                return Ok(());
            }
            if let (Some(separator), true) = (separator, iteration > 0) {
                self.run_one(separator)?;
            }
            self.run(body)?;
            iteration += 1;
            let after = self.progress();
            // The second iteration is the first with a separator.
            if iteration > 1 && before == Some(after) {
                return Err(Fault { span, kind: FaultKind::Endless }.into());
            }
            before = Some(after);
        }
    }
}
