//! The optimised solver.
//!
//! Inside a hand the leftmost copy of a kind is always the one that goes, so a
//! hand is kept as one queue for each of the eight kinds. Cards are numbered in
//! the order in which they came into play, which is also their order in any
//! hand: the leftmost usable card is the least head among the usable kinds. The
//! queues of all pigs are chains through one array, indexed by the number of
//! the card. Who lives, is revealed, is suspected, is armed or holds a nullify
//! are bit masks, and "the first in turn order from a pig" is a shift and a
//! count of trailing zeros.
//!
//! Each draw and each use takes constant time, whatever the hands hold.

use duipai_reference::pigs::{Answer, Card, HEALTH, Instance, MOST_PIGS, Pig, Role, Side};

/// Plays the game of this instance.
pub(super) fn solve(instance: &Instance) -> Answer {
    let mut table = Table::new(&instance.pigs, &instance.deck);
    let Some(winner) = table.play() else { return Answer::Unending };
    let hands = (0..instance.pigs.len()).map(|pig| {
        table.is_alive(pig).then(|| std::iter::from_fn(|| table.take_leftmost(pig)).collect())
    });
    let hands = hands.collect();
    Answer::Finished { winner, hands }
}

/// Plays the game and writes the answer in the output format, without making an
/// [`Answer`] of it. False, and nothing written, if the game never ends.
pub(super) fn solve_into(pigs: &[Pig], deck: &[Card], out: &mut Vec<u8>) -> bool {
    let mut table = Table::new(pigs, deck);
    let Some(winner) = table.play() else { return false };
    out.extend_from_slice(winner.token().as_bytes());
    out.push(b'\n');
    for pig in 0..pigs.len() {
        if !table.is_alive(pig) {
            out.extend_from_slice(b"DEAD\n");
            continue;
        }
        let mut ahead = false;
        while let Some(card) = table.take_leftmost(pig) {
            if ahead {
                out.push(b' ');
            }
            ahead = true;
            out.push(LETTERS[card as usize]);
        }
        out.push(b'\n');
    }
    true
}

/// The letters in the order of [`Card`].
const LETTERS: [u8; 8] = *b"DFJKNPWZ";

/// Room for the pigs: the next power of two, so that masking an index makes it
/// one that needs no check.
const SEATS: usize = 16;
const SEAT: usize = SEATS - 1;
const _: () = assert!(MOST_PIGS <= SEATS);

/// No card: ends a queue. No game comes near 2³² cards, for memory would end
/// long before.
const NONE: u32 = u32::MAX;

/// A set of pigs.
type Pigs = u16;
/// A set of kinds of card.
type Kinds = u8;

const fn kind(card: Card) -> Kinds {
    1 << card as u8
}

struct Table<'a> {
    deck: &'a [Card],
    /// The index of the card to be drawn next; stays at the last one.
    top: usize,
    /// By the number of a card: the next of the same kind in the same hand.
    after: Vec<u32>,
    first: [[u32; 8]; SEATS],
    last: [[u32; 8]; SEATS],
    /// Which kinds each pig holds. Queues of other kinds mean nothing.
    holds: [Kinds; SEATS],
    health: [u8; SEATS],
    alive: Pigs,
    /// The traitors, dead ones too.
    traitors: Pigs,
    /// The pigs whose side is known, the main pig included.
    known: Pigs,
    suspects: Pigs,
    armed: Pigs,
    /// Who holds a nullify.
    nullifiers: Pigs,
    /// Whether in the present turn something happened that can change a later one.
    eventful: bool,
    killed_this_turn: bool,
}

/// The game is over.
struct Over;

/// The main pig's seat, and the set that holds it alone.
const MAIN_SEAT: usize = 0;
const MAIN: Pigs = 1;

/// The first pig of `among`, which must not be empty, in turn order from the
/// seat `from`, itself included.
fn first_from(among: Pigs, from: usize) -> usize {
    let later = among >> from << from;
    (if later != 0 { later } else { among }).trailing_zeros() as usize
}

impl<'a> Table<'a> {
    fn new(pigs: &[Pig], deck: &'a [Card]) -> Self {
        let seats = pigs.len().min(SEATS);
        let mut table = Self {
            deck,
            top: 0,
            // Most games draw the deck about once.
            after: Vec::with_capacity(4 * seats + deck.len() + 64),
            first: [[NONE; 8]; SEATS],
            last: [[NONE; 8]; SEATS],
            holds: [0; SEATS],
            health: [HEALTH as u8; SEATS],
            alive: ((1u32 << seats) - 1) as Pigs,
            traitors: 0,
            known: MAIN,
            suspects: 0,
            armed: 0,
            nullifiers: 0,
            eventful: false,
            killed_this_turn: false,
        };
        for (seat, pig) in pigs.iter().enumerate().take(SEATS) {
            table.traitors |= Pigs::from(pig.role == Role::Traitor) << seat;
            for card in pig.hand {
                table.add(seat, card);
            }
        }
        table
    }

    /// The winner; none if the game never ends.
    fn play(&mut self) -> Option<Side> {
        // Without a card or a traitor there is no game; the reader knows.
        if self.deck.is_empty() || self.traitors & self.alive == 0 {
            return None;
        }
        let mut pig = MAIN_SEAT;
        // Turns in a row in which the deck's last card was drawn twice and
        // nothing happened. Once every living pig has had one, nothing ever will:
        // what it can use depends only on what these turns left as it was.
        let mut quiet = 0;
        loop {
            let repeats = self.top + 1 >= self.deck.len();
            self.eventful = false;
            if self.turn(pig).is_err() {
                let main_pig_lives = self.alive & MAIN != 0;
                return Some(if main_pig_lives { Side::Main } else { Side::Traitors });
            }
            if self.eventful || !repeats {
                quiet = 0;
            } else {
                quiet += 1;
                if quiet >= self.alive.count_ones() {
                    return None;
                }
            }
            pig = self.next_after(pig);
        }
    }

    fn turn(&mut self, pig: usize) -> Result<(), Over> {
        self.killed_this_turn = false;
        self.draw(pig);
        self.draw(pig);
        loop {
            let next = self.next_after(pig);
            let hostile = self.hostile_to(pig);
            let mut usable = kind(Card::Savage) | kind(Card::Arrows) | kind(Card::Crossbow);
            if self.health[pig & SEAT] < HEALTH as u8 {
                usable |= kind(Card::Peach);
            }
            if hostile != 0 {
                usable |= kind(Card::Duel);
            }
            let may_kill = !self.killed_this_turn || self.armed >> pig & 1 != 0;
            if may_kill && hostile >> next & 1 != 0 {
                usable |= kind(Card::Kill);
            }
            let Some(card) = self.take_leftmost_of(pig, usable) else { return Ok(()) };
            // A crossbow onto a crossbow is the one use that changes nothing.
            self.eventful |= card != Card::Crossbow || self.armed >> pig & 1 == 0;
            match card {
                Card::Peach => self.health[pig & SEAT] += 1,
                Card::Crossbow => self.armed |= 1 << pig,
                Card::Kill => {
                    self.killed_this_turn = true;
                    self.reveal(pig);
                    if !self.spend(next, Card::Dodge) {
                        self.hurt(next, pig)?;
                    }
                }
                Card::Duel => {
                    let main_first = hostile & MAIN != 0 && self.traitors >> pig & 1 != 0;
                    let target = if main_first { MAIN_SEAT } else { first_from(hostile, next) };
                    self.duel(pig, target)?;
                    if self.alive >> pig & 1 == 0 {
                        return Ok(());
                    }
                }
                Card::Savage => self.attack_all(pig, Card::Kill)?,
                Card::Arrows => self.attack_all(pig, Card::Dodge)?,
                Card::Dodge | Card::Nullify => {}
            }
        }
    }

    fn duel(&mut self, pig: usize, target: usize) -> Result<(), Over> {
        self.reveal(pig);
        if self.nullified(pig, target) {
            return Ok(());
        }
        if pig == MAIN_SEAT && self.traitors >> target & 1 == 0 {
            return self.hurt(target, pig);
        }
        let (mut fighter, mut other) = (target, pig);
        while self.spend(fighter, Card::Kill) {
            (fighter, other) = (other, fighter);
        }
        self.hurt(fighter, other)
    }

    fn attack_all(&mut self, pig: usize, wanted: Card) -> Result<(), Over> {
        // Only the pig that is being attacked can die, so that the set of those
        // who are still to come does not change.
        let others = self.alive & !(1 << pig);
        let later = others >> pig << pig;
        for mut targets in [later, others & !later] {
            while targets != 0 {
                let target = targets.trailing_zeros() as usize;
                targets &= targets - 1;
                if self.nullified(pig, target) || self.spend(target, wanted) {
                    continue;
                }
                self.hurt(target, pig)?;
                if target == MAIN_SEAT {
                    self.suspects |= 1 << pig & !self.known;
                }
            }
        }
        Ok(())
    }

    /// Whether nullifies cancel the trick of `user` for `target`.
    fn nullified(&mut self, user: usize, target: usize) -> bool {
        if self.known >> target & 1 == 0 {
            return false;
        }
        // The pigs of the side whose turn it is to answer: first the target's.
        let mut side =
            if self.traitors >> target & 1 != 0 { self.traitors } else { !self.traitors };
        let mut from = user;
        let mut cancelled = false;
        loop {
            let willing = self.nullifiers & side;
            if willing == 0 {
                return cancelled;
            }
            from = first_from(willing, from);
            self.spend(from, Card::Nullify);
            self.reveal(from);
            cancelled = !cancelled;
            side = !side;
        }
    }

    fn hurt(&mut self, pig: usize, source: usize) -> Result<(), Over> {
        let health = &mut self.health[pig & SEAT];
        *health -= 1;
        if *health > 0 {
            return Ok(());
        }
        if self.spend(pig, Card::Peach) {
            self.health[pig & SEAT] = 1;
            return Ok(());
        }
        self.alive &= !(1 << pig);
        self.lose_all(pig);
        if pig == MAIN_SEAT || self.alive & self.traitors == 0 {
            return Err(Over);
        }
        if self.traitors >> pig & 1 != 0 {
            for _ in 0..3 {
                self.draw(source);
            }
        } else if source == MAIN_SEAT {
            self.lose_all(source);
        }
        Ok(())
    }

    /// Hand and weapon are gone.
    fn lose_all(&mut self, pig: usize) {
        self.holds[pig & SEAT] = 0;
        self.nullifiers &= !(1 << pig);
        self.armed &= !(1 << pig);
    }

    fn reveal(&mut self, pig: usize) {
        self.known |= 1 << pig;
        self.suspects &= !(1 << pig);
    }

    fn hostile_to(&self, pig: usize) -> Pigs {
        let enemies = if self.traitors >> pig & 1 != 0 {
            // The main pig is always known.
            self.known & !self.traitors
        } else {
            self.known & self.traitors | if pig == MAIN_SEAT { self.suspects } else { 0 }
        };
        enemies & self.alive
    }

    fn is_alive(&self, pig: usize) -> bool {
        self.alive >> pig & 1 != 0
    }

    /// The next living pig after this one. The main pig lives during the game,
    /// and so does a traitor: there always is another one.
    fn next_after(&self, pig: usize) -> usize {
        first_from(self.alive & !(1 << pig), pig)
    }

    // ---- cards ----

    fn draw(&mut self, pig: usize) {
        let Some(&card) = self.deck.get(self.top) else { return };
        self.top += usize::from(self.top + 1 < self.deck.len());
        self.add(pig, card);
    }

    /// Puts a new card at the right of a hand.
    fn add(&mut self, pig: usize, card: Card) {
        let (seat, kind_index) = (pig & SEAT, card as usize);
        let number = self.after.len() as u32;
        self.after.push(NONE);
        if self.holds[seat] & kind(card) == 0 {
            self.holds[seat] |= kind(card);
            self.first[seat][kind_index] = number;
            self.nullifiers |= Pigs::from(card == Card::Nullify) << pig;
        } else if let Some(link) = self.after.get_mut(self.last[seat][kind_index] as usize) {
            *link = number;
        }
        self.last[seat][kind_index] = number;
    }

    /// Takes the leftmost copy of a card from a hand; false if there is none.
    fn spend(&mut self, pig: usize, card: Card) -> bool {
        let held = self.holds[pig & SEAT] & kind(card) != 0;
        if held {
            self.take(pig, card);
        }
        held
    }

    /// Takes the leftmost copy of a card that is in the hand.
    fn take(&mut self, pig: usize, card: Card) {
        let first = &mut self.first[pig & SEAT][card as usize];
        *first = self.after.get(*first as usize).copied().unwrap_or(NONE);
        if *first == NONE {
            self.holds[pig & SEAT] &= !kind(card);
            if card == Card::Nullify {
                self.nullifiers &= !(1 << pig);
            }
        }
    }

    /// Takes the leftmost card whose kind is in `kinds`.
    fn take_leftmost_of(&mut self, pig: usize, kinds: Kinds) -> Option<Card> {
        let first = &self.first[pig & SEAT];
        let mut left = self.holds[pig & SEAT] & kinds;
        let mut best = (NONE, None);
        while left != 0 {
            let card = Card::ALL[left.trailing_zeros() as usize];
            left &= left - 1;
            let number = first[card as usize];
            if number < best.0 {
                best = (number, Some(card));
            }
        }
        let card = best.1?;
        self.take(pig, card);
        Some(card)
    }

    /// Takes the leftmost card of a hand.
    fn take_leftmost(&mut self, pig: usize) -> Option<Card> {
        self.take_leftmost_of(pig, Kinds::MAX)
    }
}
