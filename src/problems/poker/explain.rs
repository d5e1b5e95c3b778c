//! A deal for a person: every final split and an optimal line of picks.

use super::play::{Hand, Pick, Play, splits, taken_by_alice};
use crate::problem::Lang;
use anstyle::{AnsiColor, Style};
use duipai_reference::poker::{Answer, Card, HandType, Instance};
use std::cmp::Reverse;

const BOLD: Style = Style::new().bold();
const ALICE: Style = AnsiColor::Green.on_default();
const BOB: Style = AnsiColor::Red.on_default();
const DRAW: Style = AnsiColor::Yellow.on_default();

/// Lines of at most 80 columns.
pub(super) fn explain(deal: &Instance, lang: Lang) -> String {
    let play = Play::of(deal);
    let line = play.line();
    let end = taken_by_alice(&line);
    let zh = lang == Lang::Zh;
    let mut text = String::new();
    let mut say = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };

    let answer = play.outcome(end);
    let headline = match (answer, zh) {
        (Answer::Draw, false) => "With best play it is a draw.".to_owned(),
        (Answer::Draw, true) => "双方最优：平局。".to_owned(),
        (winner, false) => format!("With best play {} wins.", winner.word()),
        (winner, true) => format!("双方最优：{} 获胜。", winner.word()),
    };
    say(format!("{BOLD}{headline}{BOLD:#}"));
    let (hand, board) = if zh { (" 的手牌", "公共牌") } else { (" holds", "Community:") };
    say(format!(
        "Alice{hand} {}  Bob{hand} {}  {board} {}",
        words(&deal.alice),
        words(&deal.bob),
        words(&deal.community)
    ));
    say(String::new());

    say(format!("{BOLD}{}{BOLD:#}", if zh { "一种最优选法" } else { "An optimal line" }));
    for pick in &line {
        say(pick_line(&play, pick, zh));
    }
    say(String::new());

    let title = if zh {
        "全部 20 种分法（* 为上面的结局）"
    } else {
        "All 20 final splits (* ends the line above)"
    };
    say(format!("{BOLD}{title}{BOLD:#}"));
    // In the order in which the places of Alice's cards are listed.
    let mut in_order: Vec<u8> = splits().collect();
    in_order.sort_by_key(|mask| Reverse(mask.reverse_bits()));
    for split in in_order {
        let (alice, bob) = play.hands(split);
        let mark = if split == end { '*' } else { ' ' };
        say(format!(
            "{mark} {}  {}  {}",
            shown(&alice, zh),
            shown(&bob, zh),
            outcome(play.outcome(split), zh)
        ));
    }
    text
}

/// What a pick takes, and what the other cards would have come to.
fn pick_line(play: &Play, pick: &Pick, zh: bool) -> String {
    let card = |place: usize| play.deal.community[place].to_string();
    let who = pick.mover.word();
    let takes = if zh { "取" } else { "takes" };
    let head = format!("{who:<5} {takes} {BOLD}{}{BOLD:#}", card(pick.place));
    let colon = if zh { "：" } else { ": " };
    // The alternatives, by what they come to.
    let mut others = Vec::new();
    for value in [Answer::Alice, Answer::Draw, Answer::Bob] {
        let cards: Vec<String> = pick
            .options
            .iter()
            .filter(|(place, after)| *after == value && *place != pick.place)
            .map(|(place, _)| card(*place))
            .collect();
        if !cards.is_empty() {
            others.push(if value == pick.value {
                format!("{} {}", cards.join(" "), if zh { "亦可" } else { "too" })
            } else {
                format!("{}{colon}{}", cards.join(" "), outcome(value, zh))
            });
        }
    }
    let only = pick.options.len() == 1;
    let rest = match (only, zh) {
        (true, false) => "the last card".to_owned(),
        (true, true) => "最后一张".to_owned(),
        (false, false) => format!("{}; {}", outcome(pick.value, zh), others.join("; ")),
        (false, true) => format!("{}；{}", outcome(pick.value, zh), others.join("；")),
    };
    format!("  {head}{colon}{rest}")
}

fn outcome(answer: Answer, zh: bool) -> String {
    let (style, word) = match (answer, zh) {
        (Answer::Alice, false) => (ALICE, "Alice wins"),
        (Answer::Bob, false) => (BOB, "Bob wins"),
        (Answer::Draw, false) => (DRAW, "a draw"),
        (Answer::Alice, true) => (ALICE, "Alice 胜"),
        (Answer::Bob, true) => (BOB, "Bob 胜"),
        (Answer::Draw, true) => (DRAW, "平局"),
    };
    format!("{style}{word}{style:#}")
}

/// The cards of a hand, then its type, in a column of fixed width.
fn shown(hand: &Hand, zh: bool) -> String {
    let mut cards = hand.cards;
    // As the hand is read: as its ranks are compared.
    let place = |card: &Card| hand.strength.ranks.iter().position(|rank| *rank == card.rank());
    cards.sort_by_key(|card| place(card).unwrap_or(5));
    let (name, columns) = type_name(hand.strength.hand_type, zh);
    let widest = if zh { 10 } else { 15 };
    format!("{} {name}{}", words(&cards), " ".repeat(widest - columns))
}

/// The name of a type, and how many columns it takes.
fn type_name(hand_type: HandType, zh: bool) -> (&'static str, usize) {
    let (en, zh_name) = match hand_type {
        HandType::HighCard => ("high card", "高牌"),
        HandType::Pair => ("pair", "一对"),
        HandType::TwoPairs => ("two pairs", "两对"),
        HandType::ThreeOfAKind => ("three of a kind", "三条"),
        HandType::Straight => ("straight", "顺子"),
        HandType::Flush => ("flush", "同花"),
        HandType::FullHouse => ("full house", "葫芦"),
        HandType::FourOfAKind => ("four of a kind", "四条"),
        HandType::StraightFlush => ("straight flush", "同花顺"),
        HandType::RoyalFlush => ("royal flush", "皇家同花顺"),
    };
    // A Chinese character is two columns wide.
    if zh { (zh_name, 2 * zh_name.chars().count()) } else { (en, en.len()) }
}

fn words(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
