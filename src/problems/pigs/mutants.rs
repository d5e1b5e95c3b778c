//! Wrong solvers: a contestant's simulation, written apart from the reference
//! and the solver, with one misreading of the rules each.

use super::{Pigs, story};
use crate::problem::{Lang, Mutant, Program};
use duipai_reference::pigs::{Answer, Card, Event, HEALTH, Instance, Role, Side};

macro_rules! mutant {
    ($name:literal, $about:literal, $fault:ident) => {
        Mutant {
            name: $name,
            about: $about,
            program: Program::Cases(|_, instance| misplay(instance, Fault::$fault, false).0),
            narrate: Some(|_, instance, lang| narrate(instance, Fault::$fault, lang)),
        }
    };
}

pub(super) const MUTANTS: &[Mutant<Pigs>] = &[
    mutant!("self-nullify", "an unrevealed pig protects itself with J", SelfNullify),
    mutant!("lasting-suspicion", "a suspect stays one when it is revealed", LastingSuspicion),
    mutant!(
        "kept-weapon",
        "a main pig that kills a loyal pig loses its hand but keeps its crossbow",
        KeptWeapon
    ),
    mutant!(
        "nullify-from-target",
        "J is offered in turn order starting from the target, not from the user",
        NullifyFromTarget
    ),
    mutant!("empty-deck", "nothing is drawn when the deck is exhausted", EmptyDeck),
    mutant!("one-scan", "after a use the hand is scanned on to the right, once", OneScan),
    mutant!("late-end", "the reward for the last traitor is drawn before the game stops", LateEnd),
    mutant!("no-forfeit", "a main pig that kills a loyal pig loses nothing", NoForfeit),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    SelfNullify,
    LastingSuspicion,
    KeptWeapon,
    NullifyFromTarget,
    EmptyDeck,
    OneScan,
    LateEnd,
    NoForfeit,
    /// None at all, to check this program itself.
    #[cfg(test)]
    None,
}

fn narrate(instance: &Instance, fault: Fault, lang: Lang) -> Vec<String> {
    let (_, events) = misplay(instance, fault, true);
    story::tell(instance, &events, lang)
}

/// What the main pig, or everybody, thinks of a pig.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Image {
    Unknown,
    Doubtful,
    Known,
    /// Known, and still doubted: the fault of lasting suspicion.
    KnownAndDoubtful,
}

struct Seat {
    role: Role,
    cards: Vec<Card>,
    life: u32,
    crossbow: bool,
    image: Image,
}

struct Match<'a> {
    fault: Fault,
    seats: Vec<Seat>,
    deck: &'a [Card],
    next_card: usize,
    winner: Option<Side>,
    kills: u32,
    /// Uses that change something, since the game began.
    changes: u64,
    narrated: bool,
    events: Vec<Event>,
}

fn misplay(instance: &Instance, fault: Fault, narrated: bool) -> (Answer, Vec<Event>) {
    let seats = instance.pigs.iter().map(|pig| Seat {
        role: pig.role,
        cards: pig.hand.to_vec(),
        life: HEALTH,
        crossbow: false,
        image: if pig.role == Role::Main { Image::Known } else { Image::Unknown },
    });
    let mut game = Match {
        fault,
        seats: seats.collect(),
        deck: &instance.deck,
        next_card: 0,
        winner: None,
        kills: 0,
        changes: 0,
        narrated,
        events: Vec::new(),
    };
    let mut player = 0;
    // Changes by the start of the present round, if the deck's last card was
    // already being repeated then.
    let mut idle_since = None;
    while game.winner.is_none() {
        if player == 0 {
            if idle_since == Some(game.changes) {
                game.tell(Event::Forever);
                return (Answer::Unending, game.events);
            }
            let last_card_only = game.next_card + 1 >= game.deck.len();
            idle_since = last_card_only.then_some(game.changes);
        }
        if game.seats[player].life > 0 {
            game.take_turn(player);
        }
        player = (player + 1) % game.seats.len();
    }
    let winner = game.winner.unwrap_or(Side::Main);
    game.tell(Event::Win { side: winner });
    let hands = game.seats.into_iter().map(|seat| (seat.life > 0).then_some(seat.cards));
    (Answer::Finished { winner, hands: hands.collect() }, game.events)
}

impl Match<'_> {
    fn tell(&mut self, event: Event) {
        if self.narrated {
            self.events.push(event);
        }
    }

    fn pick_up(&mut self, pig: usize, count: usize) {
        for _ in 0..count {
            let repeated = self.next_card >= self.deck.len();
            if repeated && self.fault == Fault::EmptyDeck {
                return;
            }
            let card = self.deck[self.next_card.min(self.deck.len() - 1)];
            self.next_card = self.next_card.wrapping_add(1);
            self.seats[pig].cards.push(card);
            self.tell(Event::Draw { pig, card, repeated });
        }
    }

    fn take_turn(&mut self, pig: usize) {
        self.tell(Event::Turn { pig });
        self.kills = 0;
        self.pick_up(pig, 2);
        let mut index = 0;
        while self.winner.is_none() && self.seats[pig].life > 0 {
            let Some(card) = self.seats[pig].cards.get(index).copied() else { return };
            if !self.can_use(pig, card) {
                index += 1;
                continue;
            }
            self.seats[pig].cards.remove(index);
            self.act(pig, card);
            if self.fault != Fault::OneScan {
                index = 0;
            }
        }
    }

    fn neighbour(&self, pig: usize) -> usize {
        let mut next = (pig + 1) % self.seats.len();
        while self.seats[next].life == 0 {
            next = (next + 1) % self.seats.len();
        }
        next
    }

    fn is_known(&self, pig: usize) -> bool {
        matches!(self.seats[pig].image, Image::Known | Image::KnownAndDoubtful)
    }

    fn dislikes(&self, pig: usize, other: usize) -> bool {
        let (role, known) = (self.seats[other].role, self.is_known(other));
        let doubtful = matches!(self.seats[other].image, Image::Doubtful | Image::KnownAndDoubtful);
        match self.seats[pig].role {
            Role::Traitor => role != Role::Traitor && known,
            Role::Loyal => role == Role::Traitor && known,
            Role::Main => doubtful || role == Role::Traitor && known,
        }
    }

    fn opponent(&self, pig: usize) -> Option<usize> {
        if self.seats[pig].role == Role::Traitor {
            return Some(0);
        }
        let mut other = self.neighbour(pig);
        while other != pig {
            if self.dislikes(pig, other) {
                return Some(other);
            }
            other = self.neighbour(other);
        }
        None
    }

    fn can_use(&self, pig: usize, card: Card) -> bool {
        let seat = &self.seats[pig];
        match card {
            Card::Dodge | Card::Nullify => false,
            Card::Peach => seat.life < HEALTH,
            Card::Kill => {
                (seat.crossbow || self.kills == 0) && self.dislikes(pig, self.neighbour(pig))
            }
            Card::Duel => self.opponent(pig).is_some(),
            Card::Savage | Card::Arrows | Card::Crossbow => true,
        }
    }

    fn act(&mut self, pig: usize, card: Card) {
        if card != Card::Crossbow || !self.seats[pig].crossbow {
            self.changes = self.changes.wrapping_add(1);
        }
        let target = match card {
            Card::Kill => Some(self.neighbour(pig)),
            Card::Duel => self.opponent(pig),
            _ => None,
        };
        self.tell(Event::Use { pig, card, target });
        let target = target.unwrap_or(pig);
        match card {
            Card::Dodge | Card::Nullify => {}
            Card::Peach => {
                self.seats[pig].life = self.seats[pig].life.wrapping_add(1);
                self.tell(Event::Heal { pig, now: self.seats[pig].life });
            }
            Card::Crossbow => {
                self.tell(Event::Equip { pig, again: self.seats[pig].crossbow });
                self.seats[pig].crossbow = true;
            }
            Card::Kill => {
                self.kills = self.kills.wrapping_add(1);
                self.show(pig);
                if !self.play(target, Card::Dodge) {
                    self.strike(target, pig);
                }
            }
            Card::Duel => self.fight(pig, target),
            Card::Savage | Card::Arrows => self.storm(pig, card),
        }
    }

    fn fight(&mut self, pig: usize, target: usize) {
        self.show(pig);
        if self.blocked(pig, target) {
            return;
        }
        if self.seats[pig].role == Role::Main && self.seats[target].role == Role::Loyal {
            self.tell(Event::Yield { pig: target });
            return self.strike(target, pig);
        }
        let mut pair = [target, pig];
        while self.play(pair[0], Card::Kill) {
            pair.swap(0, 1);
        }
        self.strike(pair[0], pair[1]);
    }

    fn storm(&mut self, pig: usize, card: Card) {
        let needed = if card == Card::Savage { Card::Kill } else { Card::Dodge };
        let mut target = self.neighbour(pig);
        while target != pig && self.winner.is_none() {
            self.tell(Event::Face { pig: target, trick: card });
            if !self.blocked(pig, target) && !self.play(target, needed) {
                self.strike(target, pig);
                let over = self.winner.is_some();
                if target == 0 && !over && self.seats[pig].image == Image::Unknown {
                    self.seats[pig].image = Image::Doubtful;
                    self.tell(Event::Suspect { pig });
                }
            }
            target = self.neighbour(target);
        }
    }

    /// Whether the trick of `user` is cancelled for `target`.
    fn blocked(&mut self, user: usize, target: usize) -> bool {
        let own =
            self.fault == Fault::SelfNullify && self.seats[target].cards.contains(&Card::Nullify);
        if !self.is_known(target) && !own {
            return false;
        }
        let from = if self.fault == Fault::NullifyFromTarget { target } else { user };
        let side = self.seats[target].role.side();
        // A pig that nobody knows can at most help itself.
        let only = (!self.is_known(target)).then_some(target);
        self.counter(from, side, only, None, target)
    }

    /// Whether somebody of this side, asked in turn order beginning with
    /// `from`, uses a J that is not cancelled in turn.
    fn counter(
        &mut self,
        from: usize,
        side: Side,
        only: Option<usize>,
        against: Option<usize>,
        target: usize,
    ) -> bool {
        let (mut from, mut side, mut only, mut against) = (from, side, only, against);
        let mut stands = false;
        'asking: loop {
            let mut pig = from;
            loop {
                let may =
                    self.seats[pig].role.side() == side && only.is_none_or(|only| only == pig);
                if may && self.throw(pig, Card::Nullify) {
                    self.tell(Event::Nullify { pig, against, target });
                    self.show(pig);
                    stands = !stands;
                    (from, side, only, against) = (pig, side.other(), None, Some(pig));
                    continue 'asking;
                }
                pig = self.neighbour(pig);
                if pig == from {
                    return stands;
                }
            }
        }
    }

    fn strike(&mut self, pig: usize, source: usize) {
        let life = self.seats[pig].life.wrapping_sub(1);
        self.seats[pig].life = life;
        self.tell(Event::Hurt { pig, source, left: life });
        if life > 0 {
            return;
        }
        if self.throw(pig, Card::Peach) {
            self.seats[pig].life = 1;
            self.tell(Event::Save { pig });
            return;
        }
        self.seats[pig].cards.clear();
        self.seats[pig].crossbow = false;
        self.tell(Event::Die { pig, source });
        let traitors_left = self.seats.iter().any(|s| s.role == Role::Traitor && s.life > 0);
        self.winner = match (pig, traitors_left) {
            (0, _) => Some(Side::Traitors),
            (_, false) => Some(Side::Main),
            _ => None,
        };
        let over = self.winner.is_some() && self.fault != Fault::LateEnd;
        match self.seats[pig].role {
            Role::Traitor if !over => {
                self.tell(Event::Reward { pig: source });
                self.pick_up(source, 3);
            }
            Role::Loyal if source == 0 && self.fault != Fault::NoForfeit => {
                let seat = &mut self.seats[source];
                let lost = seat.crossbow && self.fault != Fault::KeptWeapon;
                let cards = seat.cards.len();
                seat.cards.clear();
                seat.crossbow &= !lost;
                self.tell(Event::Forfeit { cards, armed: lost });
            }
            _ => {}
        }
    }

    fn show(&mut self, pig: usize) {
        let keep = self.fault == Fault::LastingSuspicion;
        let image = match self.seats[pig].image {
            Image::Doubtful if keep => Image::KnownAndDoubtful,
            Image::Unknown | Image::Doubtful => Image::Known,
            Image::Known | Image::KnownAndDoubtful => return,
        };
        self.seats[pig].image = image;
        self.tell(Event::Reveal { pig });
    }

    /// Spends a card as an answer.
    fn play(&mut self, pig: usize, card: Card) -> bool {
        let done = self.throw(pig, card);
        if done {
            self.tell(Event::Answer { pig, card });
        }
        done
    }

    fn throw(&mut self, pig: usize, card: Card) -> bool {
        let place = self.seats[pig].cards.iter().position(|held| *held == card);
        place.map(|place| self.seats[pig].cards.remove(place)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Random;
    use crate::problem::{Problem, Scope};
    use duipai_reference::pigs::play_and_tell;

    #[test]
    fn without_a_fault_this_program_is_right_and_tells_the_same_story() {
        for i in 0..3_000 {
            let mut random = Random::new(31, i);
            let instance = Pigs.generate(Scope::Small, &mut random);
            assert_eq!(misplay(&instance, Fault::None, true), play_and_tell(&instance));
        }
    }
}
