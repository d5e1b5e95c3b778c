//! A game's events in words.

use crate::problem::Lang;
use duipai_reference::pigs::{Card, Event, Instance, Role, Side};

/// The story, an event a line. What a pig draws at once is one line.
pub(super) fn tell(instance: &Instance, events: &[Event], lang: Lang) -> Vec<String> {
    let teller = Teller { instance, lang };
    teller.lines(events).into_iter().map(|(_, line)| line).collect()
}

/// Puts the events of one game into words.
pub(super) struct Teller<'a> {
    pub(super) instance: &'a Instance,
    pub(super) lang: Lang,
}

impl Teller<'_> {
    /// Each line with its (first) event.
    pub(super) fn lines(&self, events: &[Event]) -> Vec<(Event, String)> {
        let mut lines = Vec::new();
        let mut index = 0;
        while let Some(event) = events.get(index).copied() {
            index += 1;
            let Event::Draw { pig, card, mut repeated } = event else {
                if let Some(line) = self.line(event) {
                    lines.push((event, line));
                }
                continue;
            };
            let mut cards = vec![card];
            while let Some(Event::Draw { pig: same, card, repeated: r }) = events.get(index)
                && *same == pig
            {
                cards.push(*card);
                repeated |= *r;
                index += 1;
            }
            lines.push((event, self.draw(pig, &cards, repeated)));
        }
        lines
    }

    /// The name of a role.
    pub(super) fn role(&self, pig: usize) -> &'static str {
        let role = self.instance.pigs.get(pig).map_or(Role::Traitor, |pig| pig.role);
        match (self.lang, role) {
            (Lang::En, role) => role.token(),
            (Lang::Zh, Role::Main) => "主猪",
            (Lang::Zh, Role::Loyal) => "忠猪",
            (Lang::Zh, Role::Traitor) => "反猪",
        }
    }

    /// The name of a pig.
    pub(super) fn pig(&self, pig: usize) -> String {
        match self.lang {
            Lang::En => format!("pig {}", pig + 1),
            Lang::Zh => format!("{} 号猪", pig + 1),
        }
    }

    fn draw(&self, pig: usize, cards: &[Card], repeated: bool) -> String {
        let letters: Vec<_> = cards.iter().map(|card| card.letter().to_string()).collect();
        let (who, cards) = (self.pig(pig), letters.join(" "));
        match self.lang {
            Lang::En => {
                let past = if repeated { " (no card is left: the last one again)" } else { "" };
                format!("{who} draws {cards}{past}")
            }
            Lang::Zh => {
                let past = if repeated { "（牌堆已空，重复最后一张）" } else { "" };
                format!("{who}摸牌 {cards}{past}")
            }
        }
    }

    /// `None` for an event that the next one tells better.
    fn line(&self, event: Event) -> Option<String> {
        match self.lang {
            Lang::En => self.english(event),
            Lang::Zh => self.chinese(event),
        }
    }

    fn english(&self, event: Event) -> Option<String> {
        let pig = |pig| self.pig(pig);
        Some(match event {
            Event::Turn { pig: p } => format!("turn of {} ({})", pig(p), self.role(p)),
            Event::Draw { pig, card, repeated } => self.draw(pig, &[card], repeated),
            Event::Use { card: Card::Peach | Card::Crossbow, .. } => return None,
            Event::Use { pig: p, card, target: Some(target) } => {
                format!("{} uses {} on {}", pig(p), card.letter(), pig(target))
            }
            Event::Use { pig: p, card, target: None } => {
                format!("{} uses {}", pig(p), card.letter())
            }
            Event::Face { pig: p, trick } => format!("{} comes to {}", trick.letter(), pig(p)),
            Event::Answer { pig: p, card } => format!("{} answers with {}", pig(p), card.letter()),
            Event::Yield { pig: p } => format!("{} does not fight the main pig", pig(p)),
            Event::Nullify { pig: p, against: None, target } => {
                format!("{} uses J in favour of {}", pig(p), pig(target))
            }
            Event::Nullify { pig: p, against: Some(other), .. } => {
                format!("{} uses J against the J of {}", pig(p), pig(other))
            }
            Event::Reveal { pig: p } => format!("{} is revealed: {}", pig(p), self.role(p)),
            Event::Suspect { pig: p } => format!("the main pig suspects {}", pig(p)),
            Event::Hurt { pig: p, source, left } => {
                format!("{} loses 1 health to {}: {left} left", pig(p), pig(source))
            }
            Event::Heal { pig: p, now } => format!("{} eats P: health {now}", pig(p)),
            Event::Save { pig: p } => format!("{} is saved by its P: health 1", pig(p)),
            Event::Die { pig: p, source } => {
                format!("{} ({}) is killed by {}", pig(p), self.role(p), pig(source))
            }
            Event::Reward { pig: p } => format!("{} gets 3 cards for killing a traitor", pig(p)),
            Event::Forfeit { cards, armed } => {
                let weapon = if armed { " and Z" } else { "" };
                let s = if cards == 1 { "" } else { "s" };
                format!("the main pig killed a loyal pig and loses {cards} card{s}{weapon}")
            }
            Event::Equip { pig: p, again: false } => format!("{} equips Z", pig(p)),
            Event::Equip { pig: p, again: true } => format!("{} replaces its Z", pig(p)),
            Event::Win { side: Side::Main } => "MP wins: every traitor is dead".to_owned(),
            Event::Win { side: Side::Traitors } => "FP wins: the main pig is dead".to_owned(),
            Event::Forever => "a round without any change: the game never ends".to_owned(),
        })
    }

    fn chinese(&self, event: Event) -> Option<String> {
        let pig = |pig| self.pig(pig);
        Some(match event {
            Event::Turn { pig: p } => format!("轮到 {}（{}）", pig(p), self.role(p)),
            Event::Draw { pig, card, repeated } => self.draw(pig, &[card], repeated),
            Event::Use { card: Card::Peach | Card::Crossbow, .. } => return None,
            Event::Use { pig: p, card, target: Some(target) } => {
                format!("{}对 {}使用{}", pig(p), pig(target), chinese_card(card))
            }
            Event::Use { pig: p, card, target: None } => {
                format!("{}使用{}", pig(p), chinese_card(card))
            }
            Event::Face { pig: p, trick } => {
                format!("{} 轮到 {}", chinese_card(trick), pig(p))
            }
            Event::Answer { pig: p, card } => format!("{}打出{}", pig(p), chinese_card(card)),
            Event::Yield { pig: p } => format!("{}是忠猪，不与主猪决斗", pig(p)),
            Event::Nullify { pig: p, against: None, target } => {
                format!("{}为 {}使用无懈可击 J", pig(p), pig(target))
            }
            Event::Nullify { pig: p, against: Some(other), .. } => {
                format!("{}用无懈可击 J 抵消 {}的 J", pig(p), pig(other))
            }
            Event::Reveal { pig: p } => format!("{}跳明身份：{}", pig(p), self.role(p)),
            Event::Suspect { pig: p } => format!("{}成为类反猪", pig(p)),
            Event::Hurt { pig: p, source, left } => {
                format!("{}受到 {}的 1 点伤害，体力剩 {left}", pig(p), pig(source))
            }
            Event::Heal { pig: p, now } => format!("{}吃桃 P，体力 {now}", pig(p)),
            Event::Save { pig: p } => format!("{}濒死吃桃 P，体力 1", pig(p)),
            Event::Die { pig: p, source } => {
                format!("{}（{}）被 {}杀死", pig(p), self.role(p), pig(source))
            }
            Event::Reward { pig: p } => format!("{}杀死反猪，摸 3 张牌", pig(p)),
            Event::Forfeit { cards, armed } => {
                let weapon = if armed { "和连弩" } else { "" };
                format!("主猪杀死忠猪，弃掉 {cards} 张手牌{weapon}")
            }
            Event::Equip { pig: p, again: false } => format!("{}装备猪哥连弩 Z", pig(p)),
            Event::Equip { pig: p, again: true } => format!("{}换上新的猪哥连弩 Z", pig(p)),
            Event::Win { side: Side::Main } => "反猪全部死亡，MP 胜".to_owned(),
            Event::Win { side: Side::Traitors } => "主猪死亡，FP 胜".to_owned(),
            Event::Forever => "整整一轮毫无变化：游戏永远不会结束".to_owned(),
        })
    }
}

fn chinese_card(card: Card) -> &'static str {
    match card {
        Card::Peach => "桃 P",
        Card::Kill => "杀 K",
        Card::Dodge => "闪 D",
        Card::Duel => "决斗 F",
        Card::Savage => "南猪入侵 N",
        Card::Arrows => "万箭齐发 W",
        Card::Nullify => "无懈可击 J",
        Card::Crossbow => "猪哥连弩 Z",
    }
}
