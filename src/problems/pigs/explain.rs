//! A game turn by turn, for a person.

use super::ledger::Ledger;
use super::story::Teller;
use crate::problem::Lang;
use anstyle::{AnsiColor, Style};
use duipai_reference::pigs::{self, Answer, Card, Event, Instance};
use std::fmt::Write;

/// Columns of a line.
const WIDTH: usize = 80;
/// Of a longer game the turns in the middle are left out: nobody reads more,
/// and a deck of a million cards would fill a disk.
const MOST_TURNS: usize = 400;

const TITLE: Style = Style::new().bold();
const BLOW: Style = AnsiColor::Red.on_default();
const GAIN: Style = AnsiColor::Green.on_default();
const NEWS: Style = AnsiColor::Yellow.on_default();

/// The start, each turn with the hand with which it is played, and the end.
pub(super) fn explain(instance: &Instance, lang: Lang) -> String {
    let (answer, events) = pigs::play_and_tell(instance);
    let teller = Teller { instance, lang };
    let mut out = String::new();
    heading(&mut out, say(lang, "at the start", "开局"));
    for (pig, player) in instance.pigs.iter().enumerate() {
        hand(&mut out, &holder(&teller, pig), &player.hand);
    }
    hand(&mut out, say(lang, "deck:", "牌堆："), &instance.deck);

    let turns = events.iter().filter(|event| matches!(event, Event::Turn { .. })).count();
    let skipped = MOST_TURNS / 2..turns.saturating_sub(MOST_TURNS / 2);
    let mut ledger = Ledger::new(instance);
    for (number, turn) in split_turns(&events).enumerate() {
        let shown = !skipped.contains(&number);
        if number == skipped.start && !shown {
            let left_out = skipped.len();
            let line = match lang {
                Lang::En => format!("({left_out} turns are left out)"),
                Lang::Zh => format!("（略去 {left_out} 个回合）"),
            };
            heading(&mut out, &line);
        }
        if shown {
            show_turn(&mut out, &teller, &ledger, turn);
        }
        for event in turn {
            ledger.note(*event);
        }
    }

    heading(&mut out, say(lang, "in the end", "终局"));
    match answer {
        Answer::Unending => {
            let line = say(lang, "the game never ends", "游戏永远不会结束");
            let _ = writeln!(out, "  {NEWS}{line}{NEWS:#}");
        }
        Answer::Finished { winner, hands } => {
            let line = say(lang, "wins", "胜");
            let _ = writeln!(out, "  {GAIN}{} {line}{GAIN:#}", winner.token());
            for (pig, cards) in hands.iter().enumerate() {
                match cards {
                    Some(cards) => hand(&mut out, &holder(&teller, pig), cards),
                    None => {
                        let _ = writeln!(out, "  {} {BLOW}DEAD{BLOW:#}", holder(&teller, pig));
                    }
                }
            }
        }
    }
    out
}

fn say(lang: Lang, english: &'static str, chinese: &'static str) -> &'static str {
    match lang {
        Lang::En => english,
        Lang::Zh => chinese,
    }
}

/// The events from each turn's beginning to the next.
fn split_turns(events: &[Event]) -> impl Iterator<Item = &[Event]> {
    let is_turn = |event: &Event| matches!(event, Event::Turn { .. });
    events.chunk_by(move |_, next| !is_turn(next))
}

fn show_turn(out: &mut String, teller: &Teller, ledger: &Ledger, turn: &[Event]) {
    let mut hand_is_due = None;
    for (event, line) in teller.lines(turn) {
        match event {
            Event::Turn { pig } => {
                heading(out, &line);
                hand_is_due = Some(pig);
                continue;
            }
            // The first draw of a turn stands with the hand that it makes.
            Event::Draw { .. } => {
                let _ = writeln!(out, "  {line}");
                if let Some(pig) = hand_is_due.take() {
                    let drawn = turn.iter().filter_map(|event| match event {
                        Event::Draw { card, .. } => Some(*card),
                        _ => None,
                    });
                    let mut cards = ledger.hands[pig].clone();
                    cards.extend(drawn.take(2));
                    hand(out, say(teller.lang, "hand:", "手牌："), &cards);
                }
                continue;
            }
            _ => {}
        }
        let style = match event {
            Event::Hurt { .. } | Event::Die { .. } | Event::Forfeit { .. } => BLOW,
            Event::Heal { .. } | Event::Save { .. } | Event::Reward { .. } | Event::Win { .. } => {
                GAIN
            }
            Event::Reveal { .. } | Event::Suspect { .. } | Event::Forever => NEWS,
            _ => Style::new(),
        };
        let _ = writeln!(out, "  {style}{line}{style:#}");
    }
}

fn heading(out: &mut String, line: &str) {
    let _ = writeln!(out, "{TITLE}{line}{TITLE:#}");
}

fn holder(teller: &Teller, pig: usize) -> String {
    let (pig, role) = (teller.pig(pig), teller.role(pig));
    match teller.lang {
        Lang::En => format!("{pig} ({role}):"),
        Lang::Zh => format!("{pig}（{role}）："),
    }
}

/// `  whose: c c c …`, in as many lines as needed. `whose` ends in a colon.
fn hand(out: &mut String, whose: &str, cards: &[Card]) {
    let _ = write!(out, "  {whose}");
    // A Chinese character is two columns.
    let mut column =
        2 + whose.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum::<usize>();
    for card in cards {
        if column + 2 > WIDTH {
            out.push_str("\n   ");
            column = 3;
        }
        out.push(' ');
        out.push(card.letter());
        column += 2;
    }
    out.push('\n');
}
