//! The programs as tables and a match, for a person.

use super::solver::mask::{self, ONE, TWO};
use super::solver::matches::{ENCOUNTERS, halves, play};
use super::solver::solve;
use crate::problem::Lang;
use anstyle::{AnsiColor, Style};
use duipai_reference::strategy::Instance;
use std::fmt::Write as _;

/// How many programs are shown: more than four times the contest's, and no
/// more than somebody reads.
const SHOWN: usize = 48;

const BOLD: Style = Style::new().bold();
const CHEAT: Style = AnsiColor::Red.on_default();

/// The four pairs of choices, mine first, as [`mask`] numbers them.
const PAIRS: [&str; 4] = ["TT", "TC", "CT", "CC"];

/// The tables of the programs, their totals, and the ten encounters of the
/// liveliest match.
pub(super) fn explain(instance: &Instance, lang: Lang) -> String {
    let mut out = String::new();
    let programs = &instance.programs;
    let tables: Vec<u32> = programs.iter().take(SHOWN).map(mask::compile).collect();
    let zh = lang == Lang::Zh;
    // Writing to a string cannot fail.
    let _ = explain_tables(instance, &tables, zh, &mut out);
    if let Some((i, j)) = liveliest(&tables) {
        out.push('\n');
        let _ = explain_match(&tables, i, j, zh, &mut out);
    }
    out
}

fn explain_tables(
    instance: &Instance,
    tables: &[u32],
    zh: bool,
    out: &mut String,
) -> std::fmt::Result {
    let programs = instance.programs.len();
    let totals = solve(instance).totals;
    if programs == 0 {
        return writeln!(
            out,
            "{}",
            if zh {
                "没有程序，输出为空。"
            } else {
                "No programs, so there is nothing to print."
            }
        );
    }
    if zh {
        writeln!(out, "{BOLD}各程序在每种历史下的选择{BOLD:#}（T = TRADE，C = CHEAT）")?;
        writeln!(out, "每列是一种历史：每对先自己、后对方；“上次”即 LAST1，“上上次”即 LAST2。")?;
        writeln!(out, "              一次之后      两次之后")?;
        write!(out, "上上次                   ")?;
    } else {
        writeln!(out, "{BOLD}What each program does{BOLD:#} (T = TRADE, C = CHEAT)")?;
        writeln!(
            out,
            "A column is a history; a pair is the program's own choice, then the other's."
        )?;
        writeln!(out, "              after one    after two or more")?;
        write!(out, "LAST2                    ")?;
    }
    for pair in PAIRS {
        write!(out, "  {pair:<11}")?;
    }
    out.truncate(out.trim_end().len());
    writeln!(out)?;
    write!(out, "{}", if zh { "上次    首次 " } else { "LAST1   first" })?;
    for _ in 0..5 {
        write!(out, "  {}", PAIRS.join(" "))?;
    }
    writeln!(out)?;
    for (index, table) in tables.iter().enumerate() {
        write!(out, "{:>6}  ", index + 1)?;
        write!(out, "  {}  ", letter(*table & 1))?;
        for start in [ONE, TWO, TWO + 4, TWO + 8, TWO + 12] {
            write!(out, "  ")?;
            for pair in 0..4 {
                let gap = if pair < 3 { "  " } else { " " };
                write!(out, "{}{gap}", letter(*table >> (start + pair) & 1))?;
            }
        }
        out.truncate(out.trim_end().len());
        writeln!(out)?;
    }
    if programs > tables.len() {
        let more = programs - tables.len();
        if zh {
            writeln!(out, "…… 另有 {more} 个程序。")?;
        } else {
            writeln!(out, "… and {more} more.")?;
        }
    }
    writeln!(out)?;
    writeln!(out, "{BOLD}{}{BOLD:#}", if zh { "总分" } else { "Totals" })?;
    const PER_LINE: usize = 5;
    for (row, some) in totals[..tables.len()].chunks(PER_LINE).enumerate() {
        for (column, total) in some.iter().enumerate() {
            let number = row * PER_LINE + column + 1;
            write!(out, "{number:>5}: {BOLD}{total:>5}{BOLD:#}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn letter(choice: u32) -> String {
    if choice == 0 { "T".to_owned() } else { format!("{CHEAT}C{CHEAT:#}") }
}

/// The pair (number) of an encounter (from 0) of a match.
fn encounter(pairs: u32, number: u32) -> u32 {
    pairs >> (2 * (ENCOUNTERS as u32 - 1 - number)) & 3
}

/// The first match with the most different pairs of choices, then with the
/// most changes from one encounter to the next.
fn liveliest(tables: &[u32]) -> Option<(usize, usize)> {
    let halves: Vec<_> = tables.iter().map(|table| halves(*table)).collect();
    let mut best: Option<((u32, usize), usize, usize)> = None;
    for i in 0..tables.len() {
        for j in i + 1..tables.len() {
            let pairs = play(halves[i].own | halves[j].other);
            let course: Vec<u32> = (0..ENCOUNTERS as u32).map(|t| encounter(pairs, t)).collect();
            let different = course.iter().fold(0u32, |set, pair| set | 1 << pair).count_ones();
            let changes = course.windows(2).filter(|two| two[0] != two[1]).count();
            if best.is_none_or(|(most, ..)| (different, changes) > most) {
                best = Some(((different, changes), i, j));
            }
        }
    }
    best.map(|(_, i, j)| (i, j))
}

fn explain_match(
    tables: &[u32],
    i: usize,
    j: usize,
    zh: bool,
    out: &mut String,
) -> std::fmt::Result {
    let pairs = play(halves(tables[i]).own | halves(tables[j]).other);
    let (first, second) = (i + 1, j + 1);
    if zh {
        writeln!(out, "{BOLD}程序 {first} 对程序 {second}{BOLD:#}（交锋十次）")?;
    } else {
        writeln!(out, "{BOLD}Program {first} against program {second}{BOLD:#}")?;
    }
    // Chinese characters are two columns wide.
    let name = |en: &str, zh_name: &str, number: &str| {
        let (text, width) =
            if zh { (zh_name, 2 * zh_name.chars().count()) } else { (en, en.len()) };
        let gap = " ".repeat(16usize.saturating_sub(width + number.len() + 1));
        format!("{text} {number}{gap}")
    };
    write!(out, "{}", name("encounter", "次数", ""))?;
    for t in 1..=ENCOUNTERS {
        write!(out, "{t:>4}")?;
    }
    writeln!(out, "{:>7}", if zh { " 合计" } else { "sum" })?;
    for (number, shift) in [(first, 1), (second, 0)] {
        write!(out, "{}", name("program", "程序", &number.to_string()))?;
        for t in 0..ENCOUNTERS as u32 {
            write!(out, "   {}", letter(encounter(pairs, t) >> shift & 1))?;
        }
        writeln!(out)?;
    }
    for (number, shift) in [(first, 1), (second, 0)] {
        write!(out, "{}", name("gain of", "得分", &number.to_string()))?;
        let mut sum = 0;
        for t in 0..ENCOUNTERS as u32 {
            let pair = encounter(pairs, t);
            let (mine, yours) = (pair >> shift & 1, pair >> (1 - shift) & 1);
            let gain = 1 + mine as i32 - 3 * yours as i32;
            sum += gain;
            write!(out, "{gain:>4}")?;
        }
        writeln!(out, "{BOLD}{sum:>7}{BOLD:#}")?;
    }
    Ok(())
}
