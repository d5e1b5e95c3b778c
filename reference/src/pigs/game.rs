//! The naive program: plays the game card by card, as the rules tell it.
//!
//! A hand is a list that is searched from the left whenever somebody needs a
//! card; nothing is kept in step with it. Pigs are numbered from 0, the main
//! pig is pig 0.

use super::{Answer, Card, HEALTH, Instance, Role, Side};

/// Something that happens in a game. Pigs are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A pig's turn begins.
    Turn {
        /// Whose.
        pig: usize,
    },
    /// A pig draws a card onto the right of its hand.
    Draw {
        /// Who.
        pig: usize,
        /// Which.
        card: Card,
        /// Whether the deck had run out, so that its last card came again.
        repeated: bool,
    },
    /// A pig uses a card in its own turn.
    Use {
        /// Who.
        pig: usize,
        /// Which.
        card: Card,
        /// The attacked pig, for a kill or a duel.
        target: Option<usize>,
    },
    /// It is this pig's turn to suffer a savage or arrows.
    Face {
        /// Who.
        pig: usize,
        /// Which of the two.
        trick: Card,
    },
    /// A pig spends a dodge or a kill as an answer.
    Answer {
        /// Who.
        pig: usize,
        /// Which.
        card: Card,
    },
    /// A loyal pig does not fight the main pig.
    Yield {
        /// Who.
        pig: usize,
    },
    /// A pig spends a nullify.
    Nullify {
        /// Who.
        pig: usize,
        /// The pig whose nullify it cancels; `None` if it cancels the trick.
        against: Option<usize>,
        /// The target of the trick.
        target: usize,
    },
    /// It becomes known which side a pig is on.
    Reveal {
        /// Which pig.
        pig: usize,
    },
    /// The main pig begins to suspect a pig.
    Suspect {
        /// Which pig.
        pig: usize,
    },
    /// A pig loses one health.
    Hurt {
        /// Who.
        pig: usize,
        /// The source of the damage.
        source: usize,
        /// The health that is left.
        left: u32,
    },
    /// A pig eats a peach in its turn and gains one health.
    Heal {
        /// Who.
        pig: usize,
        /// The health that it has now.
        now: u32,
    },
    /// A pig at health 0 spends a peach and has health 1.
    Save {
        /// Who.
        pig: usize,
    },
    /// A pig dies; its hand and weapon are gone.
    Die {
        /// Who.
        pig: usize,
        /// By whom.
        source: usize,
    },
    /// A pig has killed a traitor and will draw three cards.
    Reward {
        /// Who.
        pig: usize,
    },
    /// The main pig has killed a loyal pig and loses its hand and weapon.
    Forfeit {
        /// How many cards it lost.
        cards: usize,
        /// Whether it had a crossbow.
        armed: bool,
    },
    /// A pig equips a crossbow.
    Equip {
        /// Who.
        pig: usize,
        /// Whether it had one already.
        again: bool,
    },
    /// One side has won.
    Win {
        /// Which.
        side: Side,
    },
    /// Nothing will ever change any more.
    Forever,
}

/// Plays a game. Takes time for each use of a card in proportion to the hands.
pub fn play(instance: &Instance) -> Answer {
    Game::new(instance, None).play().0
}

/// Plays a game and tells all that happens.
pub fn play_and_tell(instance: &Instance) -> (Answer, Vec<Event>) {
    let (answer, story) = Game::new(instance, Some(Vec::new())).play();
    (answer, story.unwrap_or_default())
}

const MAIN_PIG: usize = 0;

struct Game<'a> {
    pigs: Vec<Player>,
    deck: &'a [Card],
    /// Cards drawn so far.
    drawn: usize,
    /// Whether a kill was used in the present turn.
    killed_this_turn: bool,
    /// Whether in the present round something happened that can make a later
    /// round different.
    eventful: bool,
    story: Option<Vec<Event>>,
}

struct Player {
    role: Role,
    hand: Vec<Card>,
    health: u32,
    alive: bool,
    armed: bool,
    /// Whether all know its side. The main pig is known from the start.
    revealed: bool,
    suspect: bool,
}

/// The game is over, with this winner. "The game stops at that instant": it is
/// passed up with `?` from wherever the last blow fell.
struct Over(Side);

impl<'a> Game<'a> {
    fn new(instance: &'a Instance, story: Option<Vec<Event>>) -> Self {
        let player = |pig: &super::Pig| Player {
            role: pig.role,
            hand: pig.hand.to_vec(),
            health: HEALTH,
            alive: true,
            armed: false,
            revealed: pig.role == Role::Main,
            suspect: false,
        };
        Self {
            pigs: instance.pigs.iter().map(player).collect(),
            deck: &instance.deck,
            drawn: 0,
            killed_this_turn: false,
            eventful: false,
            story,
        }
    }

    fn tell(&mut self, event: Event) {
        if let Some(story) = &mut self.story {
            story.push(event);
        }
    }

    fn play(mut self) -> (Answer, Option<Vec<Event>>) {
        let winner = loop {
            // From here on every draw gives a copy of the deck's last card.
            let deck_repeats = self.drawn + 1 >= self.deck.len();
            self.eventful = false;
            match self.round() {
                Err(Over(winner)) => break winner,
                // What a pig can use depends on health, weapons and who is
                // known. If a round changed none of these and used up nothing,
                // the next one, with the same draws, will not either. The other
                // way round, a round that is not like this spends a card of
                // which there are only so many, or takes health, or kills: that
                // cannot go on for ever.
                Ok(()) if deck_repeats && !self.eventful => {
                    self.tell(Event::Forever);
                    return (Answer::Unending, self.story);
                }
                Ok(()) => {}
            }
        };
        self.tell(Event::Win { side: winner });
        let hands = self.pigs.into_iter().map(|pig| pig.alive.then_some(pig.hand)).collect();
        (Answer::Finished { winner, hands }, self.story)
    }

    /// "Turns go 1, 2, …, n, 1, … over the living." The main pig lives as long
    /// as the game does, so that every round begins with it.
    fn round(&mut self) -> Result<(), Over> {
        for pig in 0..self.pigs.len() {
            if self.pigs[pig].alive {
                self.turn(pig)?;
            }
        }
        Ok(())
    }

    /// "Draw 2 cards, then play: again and again use the leftmost usable card,
    /// rescanning from the left after each use, until none is usable."
    fn turn(&mut self, pig: usize) -> Result<(), Over> {
        self.tell(Event::Turn { pig });
        self.killed_this_turn = false;
        self.draw(pig, 2);
        // "A pig that dies in its own turn ends the turn."
        while self.pigs[pig].alive {
            let usable = |card: &Card| self.usable(pig, *card);
            let Some(place) = self.pigs[pig].hand.iter().position(usable) else { break };
            // "A used card leaves the hand before it takes effect."
            let card = self.pigs[pig].hand.remove(place);
            self.use_card(pig, card)?;
        }
        Ok(())
    }

    /// "Drawing from the exhausted deck repeats the deck's last card for ever."
    fn draw(&mut self, pig: usize, count: usize) {
        for _ in 0..count {
            let repeated = self.drawn >= self.deck.len();
            let card = self.deck[self.drawn.min(self.deck.len() - 1)];
            self.drawn += 1;
            self.pigs[pig].hand.push(card);
            self.tell(Event::Draw { pig, card, repeated });
        }
    }

    fn usable(&self, pig: usize, card: Card) -> bool {
        match card {
            Card::Peach => self.pigs[pig].health < HEALTH,
            // "Once a turn, any number with the crossbow; on the next living
            // pig if the user is hostile to it."
            Card::Kill => {
                (!self.killed_this_turn || self.pigs[pig].armed)
                    && self.others_after(pig).next().is_some_and(|next| self.hostile(pig, next))
            }
            Card::Duel => self.duel_target(pig).is_some(),
            Card::Savage | Card::Arrows | Card::Crossbow => true,
            Card::Dodge | Card::Nullify => false,
        }
    }

    fn use_card(&mut self, pig: usize, card: Card) -> Result<(), Over> {
        // A crossbow in place of a crossbow is the one use that leaves all as
        // it was.
        if card != Card::Crossbow || !self.pigs[pig].armed {
            self.eventful = true;
        }
        let target = match card {
            Card::Kill => self.others_after(pig).next(),
            Card::Duel => self.duel_target(pig),
            _ => None,
        };
        self.tell(Event::Use { pig, card, target });
        match (card, target) {
            (Card::Peach, _) => {
                self.pigs[pig].health += 1;
                self.tell(Event::Heal { pig, now: self.pigs[pig].health });
            }
            (Card::Crossbow, _) => {
                self.tell(Event::Equip { pig, again: self.pigs[pig].armed });
                self.pigs[pig].armed = true;
            }
            (Card::Kill, Some(target)) => self.kill(pig, target)?,
            (Card::Duel, Some(target)) => self.duel(pig, target)?,
            (Card::Savage, _) => self.attack_all(pig, card, Card::Kill)?,
            (Card::Arrows, _) => self.attack_all(pig, card, Card::Dodge)?,
            (Card::Kill | Card::Duel | Card::Dodge | Card::Nullify, _) => {
                unreachable!("not usable")
            }
        }
        Ok(())
    }

    // ---- the cards ----

    fn kill(&mut self, pig: usize, target: usize) -> Result<(), Over> {
        // With the crossbow too: "a kill made with the crossbow counts as the
        // turn's one kill if the crossbow is lost later in the turn".
        self.killed_this_turn = true;
        self.reveal(pig);
        // "Target spends a D or loses 1 health."
        if !self.answer(target, Card::Dodge) {
            self.hurt(target, pig)?;
        }
        Ok(())
    }

    fn duel(&mut self, pig: usize, target: usize) -> Result<(), Over> {
        // "A pig is revealed by attacking, at the moment of the attack":
        // even if the duel is then cancelled.
        self.reveal(pig);
        if self.nullified(pig, target) {
            return Ok(());
        }
        // "A loyal pig duelled by the main pig spends no K."
        if self.pigs[pig].role == Role::Main && self.pigs[target].role == Role::Loyal {
            self.tell(Event::Yield { pig: target });
            return self.hurt(target, pig);
        }
        // "Target first, then alternately, each spends a K; the first who does
        // not loses 1 health, and the other is the source of that damage."
        loop {
            if !self.answer(target, Card::Kill) {
                return self.hurt(target, pig);
            }
            if !self.answer(pig, Card::Kill) {
                return self.hurt(pig, target);
            }
        }
    }

    /// A savage or arrows: "every other living pig in turn order from the
    /// user's next spends a card of the kind `wanted` or loses 1 health". When
    /// one dies, "the rest of the targets still follow".
    fn attack_all(&mut self, pig: usize, trick: Card, wanted: Card) -> Result<(), Over> {
        // Each of them is still there when its turn comes: only the pig that is
        // being attacked can die.
        let targets: Vec<usize> = self.others_after(pig).collect();
        for target in targets {
            self.tell(Event::Face { pig: target, trick });
            if self.nullified(pig, target) || self.answer(target, wanted) {
                continue;
            }
            self.hurt(target, pig)?;
            // "Suspect: a pig not yet revealed whose N or W took health from
            // the main pig, even if a peach then saved it."
            let attacker = &mut self.pigs[pig];
            if target == MAIN_PIG && !attacker.revealed && !attacker.suspect {
                attacker.suspect = true;
                self.tell(Event::Suspect { pig });
            }
        }
        Ok(())
    }

    /// Lets everybody spend nullifies on a trick of `user` against `target`;
    /// whether it is cancelled in the end.
    fn nullified(&mut self, user: usize, target: usize) -> bool {
        // "Used exactly if the target is on its own side and is known: the main
        // pig, or revealed. An unrevealed pig gets no help, not even from
        // itself."
        if !self.pigs[target].revealed {
            return false;
        }
        let mut cancelled = false;
        let mut against = None;
        // "Offered to every living pig in turn order starting from the trick's
        // user, the user included."
        let mut first_asked = user;
        let mut helping = self.side(target);
        loop {
            let asked = std::iter::once(first_asked).chain(self.others_after(first_asked));
            let willing = asked
                .filter(|pig| self.side(*pig) == helping)
                .find(|pig| self.pigs[*pig].hand.contains(&Card::Nullify));
            let Some(pig) = willing else { return cancelled };
            self.spend(pig, Card::Nullify);
            self.tell(Event::Nullify { pig, against, target });
            self.reveal(pig);
            cancelled = !cancelled;
            // "J against a J: offered in turn order starting from the user of
            // that J; used by a pig of the other side than that user."
            against = Some(pig);
            first_asked = pig;
            helping = helping.other();
        }
    }

    // ---- what cards do to pigs ----

    /// Takes one health; at 0 a peach is spent, or the pig dies.
    fn hurt(&mut self, pig: usize, source: usize) -> Result<(), Over> {
        self.pigs[pig].health -= 1;
        self.tell(Event::Hurt { pig, source, left: self.pigs[pig].health });
        if self.pigs[pig].health > 0 {
            return Ok(());
        }
        if self.spend(pig, Card::Peach) {
            self.pigs[pig].health += 1;
            self.tell(Event::Save { pig });
            return Ok(());
        }
        self.die(pig, source)
    }

    fn die(&mut self, pig: usize, source: usize) -> Result<(), Over> {
        let dead = &mut self.pigs[pig];
        dead.alive = false;
        dead.hand.clear();
        dead.armed = false;
        self.tell(Event::Die { pig, source });
        // "The game stops at that instant: no reward, no further card."
        if pig == MAIN_PIG {
            return Err(Over(Side::Traitors));
        }
        if !self.pigs.iter().any(|pig| pig.alive && pig.role == Role::Traitor) {
            return Err(Over(Side::Main));
        }
        match (self.pigs[pig].role, self.pigs[source].role) {
            // "A dead traitor: the source draws 3, even if the source is a
            // traitor."
            (Role::Traitor, _) => {
                self.tell(Event::Reward { pig: source });
                self.draw(source, 3);
            }
            // "A dead loyal pig killed by the main pig: the main pig loses its
            // whole hand and weapon."
            (Role::Loyal, Role::Main) => {
                let main_pig = &mut self.pigs[source];
                let (cards, armed) = (main_pig.hand.len(), main_pig.armed);
                main_pig.hand.clear();
                main_pig.armed = false;
                self.tell(Event::Forfeit { cards, armed });
            }
            _ => {}
        }
        Ok(())
    }

    /// "A pig is revealed by attacking or by using a J." Being revealed ends
    /// suspicion.
    fn reveal(&mut self, pig: usize) {
        if !self.pigs[pig].revealed {
            self.pigs[pig].revealed = true;
            self.pigs[pig].suspect = false;
            self.tell(Event::Reveal { pig });
        }
    }

    /// Spends a dodge or a kill as an answer, if there is one. "Answering never
    /// reveals."
    fn answer(&mut self, pig: usize, card: Card) -> bool {
        let spent = self.spend(pig, card);
        if spent {
            self.tell(Event::Answer { pig, card });
        }
        spent
    }

    /// "A response always spends the leftmost copy."
    fn spend(&mut self, pig: usize, card: Card) -> bool {
        let hand = &mut self.pigs[pig].hand;
        match hand.iter().position(|held| *held == card) {
            Some(place) => {
                hand.remove(place);
                true
            }
            None => false,
        }
    }

    // ---- who is whose enemy ----

    fn side(&self, pig: usize) -> Side {
        self.pigs[pig].role.side()
    }

    fn hostile(&self, pig: usize, other: usize) -> bool {
        let other = &self.pigs[other];
        let revealed_traitor = other.role == Role::Traitor && other.revealed;
        match self.pigs[pig].role {
            Role::Traitor => {
                other.role == Role::Main || other.role == Role::Loyal && other.revealed
            }
            Role::Loyal => revealed_traitor,
            Role::Main => revealed_traitor || other.suspect,
        }
    }

    /// "On the first pig, in turn order from the user, that it is hostile to (a
    /// traitor always duels the main pig)."
    fn duel_target(&self, pig: usize) -> Option<usize> {
        if self.pigs[pig].role == Role::Traitor {
            return Some(MAIN_PIG);
        }
        self.others_after(pig).find(|other| self.hostile(pig, *other))
    }

    /// The other living pigs in turn order, beginning with the next.
    fn others_after(&self, pig: usize) -> impl Iterator<Item = usize> {
        let count = self.pigs.len();
        (1..count).map(move |step| (pig + step) % count).filter(|pig| self.pigs[*pig].alive)
    }
}
