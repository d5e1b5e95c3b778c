//! The schemes of an instance for a person: both sides as bars of equal length.

use super::{solver, text};
use crate::problem::Lang;
use anstyle::{Effects, Style};
use duipai_reference::split::{Answer, Copies, Instance, Scheme, ascending};

/// Columns of a terminal.
const COLUMNS: usize = 80;
/// Schemes shown in full at the beginning of a long listing.
const FIRST: usize = 12;
/// Schemes shown in full at its end, where the smallest are.
const LAST: usize = 3;
/// Columns ahead of everything that belongs to a scheme.
const INDENT: usize = 4;

pub(super) fn explain(instance: &Instance, lang: Lang) -> String {
    let mut out = String::new();
    let cards = instance.copies();
    let total: u64 = instance.values.iter().map(|v| u64::from(*v)).sum();
    let number = instance.values.len();
    let head = match lang {
        Lang::En => format!("{number} {}, sum {total}:", plural(number, "card", "cards")),
        Lang::Zh => format!("亮出 {number} 张牌，点数之和 {total}："),
    };
    wrapped(&head, &pieces(&cards, " "), 0, &mut out);
    let listing = match solver::solve(instance) {
        Answer::Listing(listing) => listing,
        Answer::TooMany { count } => {
            let count = count.to_string();
            let head = match lang {
                Lang::En => "Schemes, too many to list:",
                Lang::Zh => "方案过多，不予列出，共有：",
            };
            // A number of hundreds of digits goes over several lines.
            let digits: Vec<String> =
                count.as_bytes().chunks(60).map(|c| String::from_utf8_lossy(c).into()).collect();
            wrapped(head, &digits, 0, &mut out);
            return out;
        }
    };
    let schemes = listing.len();
    out.push_str(&match (schemes, lang) {
        (0, Lang::En) => "No scheme: no two groups of these cards have the same sum.\n".to_owned(),
        (0, Lang::Zh) => "没有方案：任何两组牌的点数之和都不相等。\n".to_owned(),
        (_, Lang::En) => format!("{schemes} {}\n", plural(schemes, "scheme", "schemes")),
        (_, Lang::Zh) => format!("共 {schemes} 种方案\n"),
    });
    let hidden = if schemes > FIRST + LAST { FIRST..schemes - LAST } else { 0..0 };
    for i in (0..schemes).filter(|i| !hidden.contains(i)) {
        out.push('\n');
        if i == hidden.end && i > 0 {
            let hidden = hidden.len();
            out.push_str(&match lang {
                Lang::En => {
                    format!("… {hidden} {} not shown …\n\n", plural(hidden, "scheme", "schemes"))
                }
                Lang::Zh => format!("…… 略去 {hidden} 种方案 ……\n\n"),
            });
        }
        if let Some(code) = listing.codes().get(i) {
            scheme(i + 1, &listing.scheme(*code), &cards, lang, &mut out);
        }
    }
    out
}

fn plural(number: usize, one: &'static str, many: &'static str) -> &'static str {
    if number == 1 { one } else { many }
}

fn scheme(number: usize, scheme: &Scheme, cards: &Copies, lang: Lang, out: &mut String) {
    let mut line = String::new();
    text::line(number, scheme, &mut line);
    if width(&line) > COLUMNS {
        line = format!("{}{number}{}", text::BEFORE, text::COLON);
    }
    let bold = Style::new().bold();
    out.push_str(&format!("{bold}{line}{bold:#}\n"));
    for side in [&scheme.left, &scheme.right] {
        match bar(side) {
            Some(bar) => out.push_str(&format!("{:INDENT$}{bar}\n", "")),
            None => wrapped("", &pieces(side, "+"), INDENT, out),
        }
    }
    let sum: u64 = (1..).zip(&scheme.left).map(|(v, copies)| v * u64::from(*copies)).sum();
    let mut over = *cards;
    for (i, over) in over.iter_mut().enumerate() {
        *over -= scheme.left[i] + scheme.right[i];
    }
    let left_over: u32 = over.iter().sum();
    let head = match (lang, left_over) {
        (Lang::En, 0) => format!("{sum} each; all cards used"),
        (Lang::En, 1) => format!("{sum} each; left over:"),
        (Lang::En, n) => format!("{sum} each; left over, {n} cards:"),
        (Lang::Zh, 0) => format!("两侧各 {sum} 点；用尽所有牌"),
        (Lang::Zh, 1) => format!("两侧各 {sum} 点；剩余："),
        (Lang::Zh, n) => format!("两侧各 {sum} 点；剩余 {n} 张："),
    };
    wrapped(&head, &pieces(&over, " "), INDENT, out);
}

/// A side as a bar in which a card is as long as its value, so that both bars
/// of a scheme end at the same column: `2--|5--------|`, or `2-5----` with
/// every other card underlined where that is too long. `None` where even that
/// is too long.
fn bar(side: &Copies) -> Option<String> {
    let room = COLUMNS - INDENT;
    let sum: usize = (1..).zip(side).map(|(v, copies)| v * *copies as usize).sum();
    let double = 2 * sum <= room;
    if sum > room {
        return None;
    }
    let mut bar = String::new();
    for (i, value) in ascending(side).enumerate() {
        let length = usize::from(value);
        if double {
            bar.push_str(&format!("{value:-<width$}|", width = 2 * length - 1));
        } else if i % 2 == 0 {
            bar.push_str(&format!("{value:-<length$}"));
        } else {
            let mark = Style::new().effects(Effects::UNDERLINE);
            bar.push_str(&format!("{mark}{value:-<length$}{mark:#}"));
        }
    }
    Some(bar)
}

/// The cards as words; more than eight equal ones as `7×20`.
fn pieces(cards: &Copies, between: &str) -> Vec<String> {
    const MOST_EQUAL: u32 = 8;
    let mut pieces = Vec::new();
    for (value, copies) in (1..).zip(cards) {
        match *copies {
            0..=MOST_EQUAL => pieces.extend((0..*copies).map(|_| format!("{value}{between}"))),
            many => pieces.push(format!("{value}×{many}{between}")),
        }
    }
    if let Some(last) = pieces.last_mut() {
        last.truncate(last.len() - between.len());
    }
    pieces
}

/// Appends a line of a head and pieces, broken where it gets too long.
fn wrapped(head: &str, pieces: &[String], indent: usize, out: &mut String) {
    let mut line = format!("{:indent$}{head}", "");
    for (i, piece) in pieces.iter().enumerate() {
        if i == 0 && !head.is_empty() && !head.ends_with('：') {
            line.push(' ');
        }
        if width(&line) + width(piece) > COLUMNS {
            out.push_str(line.trim_end());
            out.push('\n');
            line = format!("{:width$}", "", width = indent + 2);
        }
        line.push_str(piece);
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Columns of a text: Chinese characters and full-width signs take two.
fn width(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{2E80}' { 2 } else { 1 }).sum()
}
