//! Wanted against given, with what the eye cannot see made visible.

use super::{BAD, FAINT, GOOD};
use similar::algorithms::{Capture, Replace, myers};
use similar::{ChangeTag, group_diff_ops};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Lines of a diff that are shown; the files hold the rest.
const MOST_LINES: usize = 60;
/// Characters of a line that are shown.
const MOST_COLUMNS: usize = 200;
/// Equal lines that are shown before and after a difference.
const CONTEXT: usize = 2;
/// Lines that are compared from the first difference on. It takes far fewer to
/// fill what is shown; an output may have millions.
const MOST_COMPARED: usize = 10_000;
/// Longest comparison. After it, a coarser difference is as good: it is never
/// wrong, only longer.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line with blanks, tabs and line ends made visible: `·`, `→`, `␍`, and `␊`
/// for a line end. Control characters come as their symbols, other characters
/// that show nothing or turn the line around (U+200B, U+202E, …) by number.
pub fn visible(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            ' ' => shown.push('·'),
            '\t' => shown.push('→'),
            '\r' => shown.push('␍'),
            '\n' => shown.push('␊'),
            '\u{7f}' => shown.push('␡'),
            '\0'..' ' => {
                shown.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'));
            }
            // `escape_debug` knows what can be printed, but would also escape
            // these, which can.
            '\'' | '"' | '\\' => shown.push(c),
            c => shown.extend(c.escape_debug()),
        }
    }
    shown
}

/// The difference line by line: `-` wanted, `+` given.
pub fn diff(want: &str, given: &str) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{GOOD}- wanted{GOOD:#}   {BAD}+ given{BAD:#}");
    let same = want
        .split_inclusive('\n')
        .zip(given.split_inclusive('\n'))
        .take_while(|(want, given)| want == given)
        .count();
    let lines = |text| -> Vec<_> {
        let lines = str::split_inclusive(text, '\n').skip(same.saturating_sub(CONTEXT));
        lines.take(MOST_COMPARED).collect()
    };
    let (want_lines, given_lines) = (lines(want), lines(given));
    let mut operations = Replace::new(Capture::new());
    let Ok(()) = myers::diff_deadline(
        &mut operations,
        want_lines.as_slice(),
        0..want_lines.len(),
        given_lines.as_slice(),
        0..given_lines.len(),
        Some(Instant::now() + PATIENCE),
    );
    let groups = group_diff_ops(operations.into_inner().into_ops(), CONTEXT);
    let mut shown = 0;
    let mut gap = same > CONTEXT;
    for group in groups {
        if std::mem::replace(&mut gap, true) {
            let _ = writeln!(out, "{FAINT}  ⋮{FAINT:#}");
        }
        for change in group
            .iter()
            .flat_map(|op| op.iter_changes(want_lines.as_slice(), given_lines.as_slice()))
        {
            shown += 1;
            if shown > MOST_LINES {
                let _ = writeln!(out, "{FAINT}  … and more{FAINT:#}");
                return out;
            }
            let (sign, style) = match change.tag() {
                ChangeTag::Delete => ('-', GOOD),
                ChangeTag::Insert => ('+', BAD),
                ChangeTag::Equal => (' ', FAINT),
            };
            let mut line = visible(change.value());
            if !line.ends_with('␊') && !change.value().is_empty() {
                line.push_str("  (no line end)");
            }
            if line.chars().count() > MOST_COLUMNS {
                line = line.chars().take(MOST_COLUMNS).chain(['…']).collect();
            }
            let _ = writeln!(out, "{style}{sign} {line}{style:#}");
        }
    }
    if given.is_empty() && !want.is_empty() {
        let _ = writeln!(out, "{FAINT}  (nothing was given){FAINT:#}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::plain;

    #[test]
    fn what_cannot_be_seen_is_shown() {
        assert_eq!(visible("a b\t\r\n"), "a·b→␍␊");
        let shown = plain(&diff("1\n", "1 \n"));
        assert_eq!(shown, "- wanted   + given\n- 1␊\n+ 1·␊\n");
        assert!(plain(&diff("1\n", "1")).contains("+ 1  (no line end)"));
        assert!(plain(&diff("1\n", "")).contains("nothing was given"));
        assert_eq!(visible("a\u{202e}b\u{1b}\u{200b}猪\\\'"), "a\\u{202e}b␛\\u{200b}猪\\\'");
    }

    #[test]
    fn only_what_differs_is_shown() {
        let lines =
            |from: u32, to: u32| -> String { (from..to).map(|i| format!("{i}\n")).collect() };
        let (want, given) = (lines(0, 20), lines(0, 9) + "x\n" + &lines(10, 20));
        let shown = "- wanted   + given\n  ⋮\n  7␊\n  8␊\n- 9␊\n+ x␊\n  10␊\n  11␊\n";
        assert_eq!(plain(&diff(&want, &given)), shown);
        // Two places, and the end missing.
        let given = lines(1, 9) + &lines(9, 19);
        let shown = "- wanted   + given\n- 0␊\n  1␊\n  2␊\n  ⋮\n  17␊\n  18␊\n- 19␊\n";
        assert_eq!(plain(&diff(&want, &given)), shown);
    }

    #[test]
    fn millions_of_lines_do_not_take_for_ever() {
        let lines = |step: usize| -> String {
            (0..1_000_000_u64).step_by(step).map(|i| format!("{}\n", i * 7919 % 65_536)).collect()
        };
        let shown = plain(&diff(&lines(2), &lines(3)));
        assert!(shown.ends_with("… and more\n"));
        assert!(shown.lines().count() <= MOST_LINES + 10);
    }
}
