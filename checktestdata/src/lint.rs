//! What is checked of a program before it runs: that its regular expressions
//! are such, and what is likely a mistake.

use crate::ast::{Command, CommandKind, Expr, ExprKind, Test, TestKind};
use crate::error::SyntaxErrorKind as Kind;
use crate::lexer::Fault;
use crate::program::Program;
use crate::regex::Regex;
use crate::span::Span;
use crate::values::Value;

/// Finds faults, and adds warnings.
pub(crate) fn check(program: &Program, found: &mut Vec<(Span, String)>) -> Result<(), Fault> {
    let mut lint = Lint { source: program.source(), found };
    lint.commands(&program.commands)
}

struct Lint<'a> {
    source: &'a [u8],
    found: &'a mut Vec<(Span, String)>,
}

impl Lint<'_> {
    fn warn(&mut self, span: Span, message: impl Into<String>) {
        self.found.push((span, message.into()));
    }

    fn commands(&mut self, commands: &[Command]) -> Result<(), Fault> {
        commands.iter().try_for_each(|command| self.command(command))
    }

    fn command(&mut self, command: &Command) -> Result<(), Fault> {
        match &command.kind {
            CommandKind::Int { min, max, .. } => self.range(min, max),
            CommandKind::Float { min, max, decimals, .. } => {
                self.range(min, max);
                if let Some((least, most)) = decimals {
                    self.range(least, most);
                }
            }
            CommandKind::Regex { pattern, .. } => return self.pattern(pattern),
            CommandKind::Assert(test) => self.test(test),
            CommandKind::Repeat { separator, body, .. } => {
                separator.iter().try_for_each(|separator| self.command(separator))?;
                return self.commands(body);
            }
            CommandKind::While { condition, separator, body, .. } => {
                self.test(condition);
                separator.iter().try_for_each(|separator| self.command(separator))?;
                return self.commands(body);
            }
            CommandKind::If { condition, then, otherwise } => {
                self.test(condition);
                self.commands(then)?;
                return otherwise.iter().try_for_each(|commands| self.commands(commands));
            }
            CommandKind::Space
            | CommandKind::Newline
            | CommandKind::Eof
            | CommandKind::Text(_)
            | CommandKind::Set(_)
            | CommandKind::Unset(_) => (),
        }
        Ok(())
    }

    fn range(&mut self, min: &Expr, max: &Expr) {
        if let (ExprKind::Literal(low), ExprKind::Literal(high)) = (&min.kind, &max.kind)
            && low.compare(high).is_some_and(std::cmp::Ordering::is_gt)
        {
            self.warn(
                min.span.to(max.span),
                format!("no number is in the range from {low} to {high}"),
            );
        }
    }

    fn pattern(&mut self, pattern: &Expr) -> Result<(), Fault> {
        let ExprKind::Literal(Value::Text(text)) = &pattern.kind else { return Ok(()) };
        // Bytes of the pattern are bytes of the source where nothing is escaped
        // or replaced; else the whole string is shown.
        let inside =
            Span { start: pattern.span.start + 1, end: pattern.span.end.saturating_sub(1) };
        let plain = self.source.get(inside.start..inside.end) == Some(&text[..]);
        let place = |at: usize| {
            if !plain {
                return pattern.span;
            }
            let start = (inside.start + at).min(inside.end);
            Span { start, end: (start + 1).min(inside.end + 1) }
        };
        let remarks = Regex::new(text)
            .and_then(|_| Regex::remarks(text))
            .map_err(|error| (place(error.at), Kind::Pattern(error)))?;
        for remark in remarks {
            self.warn(place(remark.at), remark.message);
        }
        Ok(())
    }

    /// Where the original groups tests otherwise than is usual.
    fn test(&mut self, test: &Test) {
        match &test.kind {
            TestKind::And(left, right) | TestKind::Or(left, right) => {
                let or = matches!(test.kind, TestKind::Or(..));
                // `a || b && c` is `a || (b && c)` here, and from left to right in
                // the original: the same only where the `&&` comes first.
                if or && matches!(right.kind, TestKind::And(..)) && !self.in_parentheses(right) {
                    self.warn(
                        test.span,
                        "`&&` binds stronger than `||` here, and DOMjudge's program reads them from left to right: put parentheses",
                    );
                }
                // `!a && b` is `(!a) && b` here.
                if self.ends_with_not(left) {
                    self.warn(
                        test.span,
                        "`!` takes the next test only, and in DOMjudge's program all that follows: put parentheses",
                    );
                }
                self.test(left);
                self.test(right);
            }
            TestKind::Not(inner) => self.test(inner),
            TestKind::Compare { .. }
            | TestKind::Match(_)
            | TestKind::IsEof
            | TestKind::Unique(_)
            | TestKind::InArray { .. } => (),
        }
    }

    fn in_parentheses(&self, test: &Test) -> bool {
        self.source.get(test.span.start) == Some(&b'(')
            && self.source.get(test.span.end - 1) == Some(&b')')
            && balanced(&self.source[test.span.start + 1..test.span.end - 1])
    }

    /// Whether a test ends with a `!` that would take what follows it too.
    fn ends_with_not(&self, test: &Test) -> bool {
        if self.in_parentheses(test) {
            return false;
        }
        match &test.kind {
            TestKind::Not(_) => true,
            TestKind::And(_, right) | TestKind::Or(_, right) => self.ends_with_not(right),
            _ => false,
        }
    }
}

/// Whether no `)` closes something from outside: `(a) && (b)` is not in
/// parentheses. Parentheses within strings are counted too, which at worst
/// loses or adds a warning.
fn balanced(text: &[u8]) -> bool {
    let mut open = 0_i64;
    text.iter().all(|byte| {
        open += i64::from(*byte == b'(') - i64::from(*byte == b')');
        open >= 0
    })
}
