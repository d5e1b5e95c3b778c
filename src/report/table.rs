//! The table at the end of a run.

use crate::campaign::Stats;
use crate::terminal::{BAD, FAINT, GOOD, STRONG, wrapped};
use crate::words::thousands;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

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

/// The table. Where a line is wider than `width`, a paragraph for each problem.
pub fn table(rows: &[Row<'_>], width: Option<usize>) -> String {
    let cells: Vec<[String; HEADINGS.len()]> = rows.iter().map(Row::cells).collect();
    // A result is words, and may go on below.
    let wide = FIGURES_WIDTH + 2 + "result".len().max(LONGEST_WORD);
    let fits = width.is_none_or(|width| wide <= width);
    let mut out = String::new();
    if fits {
        let [problem, figures @ ..] = HEADINGS;
        let _ = write!(out, "{STRONG}{problem:<10}");
        for (heading, wide) in figures.iter().zip(WIDTHS) {
            let _ = write!(out, " {heading:>wide$}");
        }
        let _ = writeln!(out, "  result{STRONG:#}");
    }
    for (row, [problem, figures @ ..]) in rows.iter().zip(&cells) {
        let style = if row.good { GOOD } else { BAD };
        if !fits {
            let figures: Vec<_> = HEADINGS[1..].iter().zip(figures).collect();
            let figures: Vec<_> =
                figures.iter().map(|(head, cell)| format!("{head} {cell}")).collect();
            let text = format!(
                "{STRONG}{problem}{STRONG:#}: {style}{}{style:#}\n  {}\n",
                row.result,
                figures.join(", ")
            );
            out.push_str(&wrapped(&text, width));
            continue;
        }
        let mut line = format!("{problem:<10}");
        for (cell, wide) in figures.iter().zip(WIDTHS) {
            let _ = write!(line, " {cell:>wide$}");
        }
        // Wider, if a figure or a name is.
        let place = line.width() + 2;
        let result = wrapped(&row.result, width.map(|width| width.saturating_sub(place)));
        let below = format!("{style:#}\n{}{style}", " ".repeat(place));
        let _ = writeln!(out, "{line}  {style}{}{style:#}", result.replace('\n', &below));
    }
    out
}

const HEADINGS: [&str; 5] = ["problem", "instances", "distinct", "per second", "behaviours"];
/// Columns of the figures.
const WIDTHS: [usize; HEADINGS.len() - 1] = [12, 12, 11, 11];
/// Columns of name and figures, with a blank ahead of each of these.
const FIGURES_WIDTH: usize = 10 + 13 + 13 + 12 + 12;
/// Room for any word of a result: `interrupted`.
const LONGEST_WORD: usize = 11;

impl Row<'_> {
    fn cells(&self) -> [String; HEADINGS.len()] {
        let (distinct, more) = self.stats.distinct();
        [
            self.problem.to_owned(),
            thousands(self.stats.cases),
            format!("{}{}", if more { ">" } else { "" }, thousands(distinct)),
            thousands(self.stats.rate() as u64),
            match self.behaviours {
                0 => "-".to_owned(),
                all => format!("{}/{all}", self.stats.behaviours_seen()),
            },
        ]
    }
}

/// Columns ahead of the names of behaviours: those of the counts, with blanks.
const NAMES: usize = 15;

/// How often each behaviour occurred, in lines of at most `width` columns (of at
/// most 80 without).
pub fn behaviours(problem: &str, names: &[String], stats: &Stats, width: Option<usize>) -> String {
    let mut out = String::new();
    let _ =
        writeln!(out, "{STRONG}{problem}{STRONG:#} {FAINT}documents with each behaviour{FAINT:#}");
    for (place, name) in names.iter().enumerate() {
        let count = stats.behaviours().get(place).copied().unwrap_or(0);
        let style = if count == 0 { BAD } else { FAINT };
        let name = wrapped(name, width.map(|width| width.saturating_sub(NAMES)));
        let name = name.replace('\n', &format!("\n{:NAMES$}", ""));
        let _ = writeln!(out, "  {style}{:>11}{style:#}  {name}", thousands(count));
    }
    out
}
