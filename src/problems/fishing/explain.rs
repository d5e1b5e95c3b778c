//! What can happen in a deal, round by round, for a person.

use super::shape::Shape;
use super::solver;
use super::walk::{self, End, Split};
use crate::problem::Lang;
use anstyle::{AnsiColor, Style};
use duipai_reference::fishing::{Deal, MODULUS};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// The largest n whose hands are shown: 16 numbers fit a line.
const SHOWN_HANDS: usize = 8;

/// Most split pairs whose rounds are listed. The numbers of ways then have at
/// most 23 digits.
const LISTED: u32 = 15;

/// Most states listed for one round.
const STATES: usize = 12;

const HEAD: Style = Style::new().bold();
const RESULT: Style = AnsiColor::Green.on_default().bold();

/// Hands, split pairs, then for each round the states that it can start from
/// with the number of ways that lead there and on to the end.
pub(super) fn explain(deal: &Deal, lang: Lang) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(deal, lang, &mut out);
    out
}

fn write(deal: &Deal, lang: Lang, out: &mut String) -> std::fmt::Result {
    let n = deal.n();
    let shape = Shape::of(deal);
    let split = shape.split();
    let en = lang == Lang::En;
    let title = if en {
        format!("n = {n}: {} values, two cards of each, {} cards a hand", 3 * n, 2 * n)
    } else {
        format!("n = {n}：{} 种牌各两张，每人 {} 张", 3 * n, 2 * n)
    };
    writeln!(out, "{HEAD}{title}{HEAD:#}")?;
    for ((player, hand), left) in ["A", "B", "C"].iter().zip(deal.hands()).zip(shape.0) {
        let own = n as u32 - left;
        let left = 2 * left;
        let summary = if en {
            format!("own pairs: {own}, cards left: {left}")
        } else {
            format!("手中对子 {own} 对，弃掉后剩 {left} 张")
        };
        writeln!(out, "  {player}  {summary}")?;
        if n <= SHOWN_HANDS {
            let cards: Vec<String> = hand.iter().map(u16::to_string).collect();
            writeln!(out, "     {}", cards.join(" "))?;
        }
    }
    let [bc, ac, ab] = split;
    let label =
        if en { "Pairs split between two players: " } else { "两人各持一张的牌：" };
    writeln!(out, "{label}B-C {bc}, A-C {ac}, A-B {ab}")?;
    if split == [0; 3] {
        let label = if en {
            "No card is left after the first discard: one way, in which nothing happens."
        } else {
            "第一次弃牌后已无牌：只有一种方案，什么也不发生。"
        };
        writeln!(out, "{label}")?;
    } else if split.iter().sum::<u32>() <= LISTED {
        rounds(split, en, out)?;
    } else {
        let label = if en {
            "Too many states to list them round by round."
        } else {
            "状态过多，不逐轮列出。"
        };
        writeln!(out, "{label}")?;
    }
    let answer = solver::ways(&[shape]).first().copied().unwrap_or_default();
    let label = if en { "Number of ways modulo" } else { "方案数，模" };
    writeln!(out, "{label} {MODULUS}: {RESULT}{answer}{RESULT:#}")
}

/// The rounds, until no state is left.
fn rounds(start: Split, en: bool, out: &mut String) -> std::fmt::Result {
    let mut known = HashMap::new();
    let mut states = BTreeMap::from([(start, 1u128)]);
    let (mut inside, mut at_end, mut cut) = (0u128, 0u128, 0u128);
    for number in 1.. {
        if states.is_empty() {
            break;
        }
        let title = if en { format!("Round {number}") } else { format!("第 {number} 轮") };
        writeln!(out, "{HEAD}{title}{HEAD:#}")?;
        let label =
            if en { "ways so far × ways from here" } else { "之前方案数 × 之后方案数" };
        writeln!(out, "  B-C A-C A-B  {label}")?;
        // Most cards left first.
        for (state, so_far) in states.iter().rev().take(STATES) {
            let [bc, ac, ab] = state;
            let rest = ways_from(*state, &mut known);
            writeln!(out, "  {bc:3} {ac:3} {ab:3}  {so_far} × {rest}")?;
        }
        if let Some(more @ 1..) = states.len().checked_sub(STATES) {
            let label = if en {
                format!("… {more} more")
            } else {
                format!("……另有 {more} 个状态")
            };
            writeln!(out, "  {label}")?;
        }
        let mut next: BTreeMap<Split, u128> = BTreeMap::new();
        for (state, so_far) in states {
            for played in walk::round(state) {
                let ways = so_far.saturating_mul(played.ways);
                let sum = match played.end {
                    End::WithoutPair => &mut cut,
                    End::Inside => &mut inside,
                    End::Full if played.after == [0; 3] => &mut at_end,
                    End::Full => next.entry(played.after).or_default(),
                };
                *sum = sum.saturating_add(ways);
            }
        }
        states = next;
    }
    let total = inside.saturating_add(at_end);
    if en {
        writeln!(out, "Cut, because a round made no pair: {cut} ways")?;
        writeln!(out, "Over inside a round: {inside} ways")?;
        writeln!(out, "Over at the end of a round: {at_end} ways")?;
        writeln!(out, "In all: {total} ways")
    } else {
        writeln!(out, "因某一轮没有弃掉对子而作废：{cut}")?;
        writeln!(out, "在一轮中途结束：{inside}")?;
        writeln!(out, "在一轮结束时结束：{at_end}")?;
        writeln!(out, "合计：{total}")
    }
}

/// The exact number of ways from the start of a round.
fn ways_from(state: Split, known: &mut HashMap<Split, u128>) -> u128 {
    if state == [0; 3] {
        return 1;
    }
    if let Some(ways) = known.get(&state) {
        return *ways;
    }
    let mut ways = 0u128;
    for played in walk::round(state) {
        ways = ways.saturating_add(match played.end {
            End::WithoutPair => 0,
            End::Inside => played.ways,
            End::Full => played.ways.saturating_mul(ways_from(played.after, known)),
        });
    }
    known.insert(state, ways);
    ways
}
