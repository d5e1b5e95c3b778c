//! The table at the end of a run.

use super::{BAD, FAINT, GOOD, STRONG, thousands};
use crate::campaign::Stats;
use std::fmt::Write;

/// A problem's line.
pub struct Row<'a> {
    /// The problem.
    pub problem: &'a str,
    /// Its figures.
    pub stats: &'a Stats,
    /// How many behaviours its rules distinguish.
    pub behaviours: usize,
    /// What came of it, in a word or two.
    pub result: String,
    /// Whether that is good.
    pub good: bool,
}

/// The table.
pub fn table(rows: &[Row<'_>]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{STRONG}{:<10} {:>12} {:>12} {:>11} {:>11}  result{STRONG:#}",
        "problem", "instances", "distinct", "per second", "behaviours"
    );
    for row in rows {
        let (distinct, more) = row.stats.distinct();
        let distinct = format!("{}{}", if more { ">" } else { "" }, thousands(distinct));
        let seen = format!("{}/{}", row.stats.behaviours_seen(), row.behaviours);
        let style = if row.good { GOOD } else { BAD };
        let _ = writeln!(
            out,
            "{:<10} {:>12} {distinct:>12} {:>11} {seen:>11}  {style}{}{style:#}",
            row.problem,
            thousands(row.stats.cases),
            thousands(row.stats.rate() as u64),
            row.result
        );
    }
    out
}

/// How often each behaviour occurred, in lines of at most 80 columns.
pub fn behaviours(problem: &str, names: &[&str], stats: &Stats) -> String {
    let mut out = String::new();
    let _ =
        writeln!(out, "{STRONG}{problem}{STRONG:#} {FAINT}documents with each behaviour{FAINT:#}");
    for (place, name) in names.iter().enumerate() {
        let count = stats.behaviours().get(place).copied().unwrap_or(0);
        let style = if count == 0 { BAD } else { FAINT };
        let _ = writeln!(out, "  {style}{:>11}{style:#}  {name}", thousands(count));
    }
    out
}
