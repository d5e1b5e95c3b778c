//! What the rules distinguish.

use crate::problem::Seen;
use duipai_reference::pigs::{self, Card, Event, Instance, Role, Side};

macro_rules! behaviours {
    ($($name:ident = $phrase:literal,)*) => {
        /// The behaviours, in the order of their indices.
        #[derive(Clone, Copy)]
        enum Behaviour { $($name),* }
        pub(super) const BEHAVIOURS: &[&str] = &[$($phrase),*];
    };
}

behaviours! {
    KillDodged = "a kill is dodged",
    KillHits = "a kill hits",
    KillOnLoyal = "a traitor kills at a revealed loyal pig",
    DuelTargetLoses = "the target loses a duel",
    DuelUserLoses = "the user loses its own duel",
    DuelUserDies = "the user dies in its own duel",
    DuelCancelled = "a duel is cancelled",
    LoyalYields = "a loyal pig refuses to fight the main pig",
    NullifyByUser = "the user of a trick protects its target with J",
    NullifyOnce = "one J stands",
    NullifyTwice = "a J is cancelled by a J",
    NullifyChain = "a chain of three J or more",
    NullifyReveals = "using J reveals a pig",
    NullifyWithheld = "a J is withheld because the target is unrevealed",
    NullifyNotForSelf = "an unrevealed target has a J and cannot use it",
    SuspectMade = "a pig becomes a suspect",
    SuspectLoyal = "a loyal pig becomes a suspect",
    SuspectAfterPeach = "a peach saves the main pig and the attacker becomes a suspect",
    SuspectAttacked = "the main pig attacks a suspect",
    SuspectRevealed = "a suspect is revealed",
    PeachEaten = "a peach is eaten",
    PeachSavesOwnTurn = "a peach saves a pig in its own turn",
    PeachSaves = "a peach saves a pig in another's turn",
    TraitorKillsTraitor = "a traitor kills a traitor and is rewarded",
    LoyalKillsTraitor = "a loyal pig kills a traitor and is rewarded",
    MainKillsTraitor = "the main pig kills a traitor and is rewarded",
    ForfeitWeapon = "the main pig kills a loyal pig and loses its crossbow",
    ForfeitCards = "the main pig kills a loyal pig and loses cards",
    ForfeitInStorm = "the main pig kills a loyal pig by N or W",
    DeathInSavage = "a death in a savage with targets still to come",
    DeathInArrows = "a death in arrows with targets still to come",
    SecondKill = "a second kill in a turn with the crossbow",
    CrossbowReplaced = "a crossbow is replaced",
    RewardPastEnd = "a reward is drawn past the end of the deck",
    DeckExhausted = "the deck is exhausted",
    TraitorsLeft = "the traitors win with loyal pigs alive",
    WonByStorm = "a savage or arrows end the game with targets still to come",
    MainWins = "the main pig's side wins",
    TraitorsWin = "the traitors win",
    Unending = "the game never ends",
}

/// Marks what happens in a game.
pub(super) fn observe(instance: &Instance, seen: &mut Seen) {
    let (_, events) = pigs::play_and_tell(instance);
    let mut observer = Observer::new(instance, seen);
    for event in events {
        observer.see(event);
    }
    observer.end_chain();
}

/// What must be remembered of a game to tell its behaviours.
struct Observer<'a> {
    instance: &'a Instance,
    seen: &'a mut Seen,
    /// Who lives, and how many nullifies each holds.
    alive: Vec<bool>,
    nullifies: Vec<usize>,
    revealed: Vec<bool>,
    suspect: Vec<bool>,
    /// Whose turn it is, and its kills so far.
    turn: usize,
    kills: usize,
    /// The card in use, its user, deaths so far.
    card: Option<Card>,
    user: usize,
    deaths: usize,
    /// The pig that a savage or arrows has reached.
    reached: usize,
    /// Nullifies in a row.
    chain: usize,
    /// The main pig has just been saved.
    main_pig_saved: bool,
    rewarded: bool,
}

impl<'a> Observer<'a> {
    fn new(instance: &'a Instance, seen: &'a mut Seen) -> Self {
        Self {
            instance,
            seen,
            alive: vec![true; instance.pigs.len()],
            nullifies: instance
                .pigs
                .iter()
                .map(|pig| pig.hand.iter().filter(|card| **card == Card::Nullify).count())
                .collect(),
            revealed: instance.pigs.iter().map(|pig| pig.role == Role::Main).collect(),
            suspect: vec![false; instance.pigs.len()],
            turn: 0,
            kills: 0,
            card: None,
            user: 0,
            deaths: 0,
            reached: 0,
            chain: 0,
            main_pig_saved: false,
            rewarded: false,
        }
    }

    fn mark(&mut self, behaviour: Behaviour) {
        self.seen.mark(behaviour as usize);
    }

    fn mark_if(&mut self, condition: bool, behaviour: Behaviour) {
        self.seen.mark_if(condition, behaviour as usize);
    }

    fn role(&self, pig: usize) -> Role {
        self.instance.pigs[pig].role
    }

    /// A chain of nullifies ends with the first event that is neither one nor
    /// what one reveals.
    fn end_chain(&mut self) {
        let chain = std::mem::take(&mut self.chain);
        self.mark_if(chain == 1, Behaviour::NullifyOnce);
        self.mark_if(chain == 2, Behaviour::NullifyTwice);
        self.mark_if(chain >= 3, Behaviour::NullifyChain);
        self.mark_if(chain % 2 == 1 && self.card == Some(Card::Duel), Behaviour::DuelCancelled);
    }

    fn see(&mut self, event: Event) {
        if !matches!(event, Event::Nullify { .. } | Event::Reveal { .. }) {
            self.end_chain();
        }
        if !matches!(event, Event::Draw { .. }) {
            self.rewarded = false;
        }
        match event {
            Event::Turn { pig } => {
                (self.turn, self.kills, self.card) = (pig, 0, None);
            }
            Event::Draw { pig, card, repeated } => {
                self.nullifies[pig] += usize::from(card == Card::Nullify);
                self.mark_if(repeated, Behaviour::DeckExhausted);
                self.mark_if(repeated && self.rewarded, Behaviour::RewardPastEnd);
            }
            Event::Use { pig, card, target } => self.see_use(pig, card, target),
            Event::Face { pig, trick } => {
                self.reached = pig;
                let death = if trick == Card::Savage {
                    Behaviour::DeathInSavage
                } else {
                    Behaviour::DeathInArrows
                };
                self.mark_if(self.deaths > 0, death);
                self.see_target(pig);
            }
            Event::Answer { card: Card::Dodge, .. } => {
                self.mark_if(self.card == Some(Card::Kill), Behaviour::KillDodged);
            }
            Event::Answer { .. } => {}
            Event::Yield { .. } => self.mark(Behaviour::LoyalYields),
            Event::Nullify { pig, against, .. } => {
                self.nullifies[pig] = self.nullifies[pig].saturating_sub(1);
                self.chain += 1;
                let own = against.is_none() && pig == self.user;
                self.mark_if(own, Behaviour::NullifyByUser);
            }
            Event::Reveal { pig } => {
                self.mark_if(self.chain > 0, Behaviour::NullifyReveals);
                self.mark_if(self.suspect[pig], Behaviour::SuspectRevealed);
                (self.revealed[pig], self.suspect[pig]) = (true, false);
            }
            Event::Suspect { pig } => {
                self.suspect[pig] = true;
                self.mark(Behaviour::SuspectMade);
                self.mark_if(self.role(pig) == Role::Loyal, Behaviour::SuspectLoyal);
                self.mark_if(self.main_pig_saved, Behaviour::SuspectAfterPeach);
            }
            Event::Hurt { pig, .. } => {
                self.main_pig_saved = false;
                self.mark_if(self.card == Some(Card::Kill), Behaviour::KillHits);
                if self.card == Some(Card::Duel) {
                    self.mark(if pig == self.user {
                        Behaviour::DuelUserLoses
                    } else {
                        Behaviour::DuelTargetLoses
                    });
                }
            }
            Event::Heal { .. } => self.mark(Behaviour::PeachEaten),
            Event::Save { pig } => {
                self.main_pig_saved = self.role(pig) == Role::Main;
                self.mark(if pig == self.turn {
                    Behaviour::PeachSavesOwnTurn
                } else {
                    Behaviour::PeachSaves
                });
            }
            Event::Die { pig, .. } => {
                (self.alive[pig], self.nullifies[pig]) = (false, 0);
                self.deaths += 1;
                self.mark_if(pig == self.turn, Behaviour::DuelUserDies);
            }
            Event::Reward { pig } => {
                self.rewarded = true;
                self.mark(match self.role(pig) {
                    Role::Traitor => Behaviour::TraitorKillsTraitor,
                    Role::Loyal => Behaviour::LoyalKillsTraitor,
                    Role::Main => Behaviour::MainKillsTraitor,
                });
            }
            Event::Forfeit { cards, armed } => {
                // Only the main pig ever forfeits.
                self.nullifies[0] = 0;
                self.mark_if(armed, Behaviour::ForfeitWeapon);
                self.mark_if(cards > 0, Behaviour::ForfeitCards);
                self.mark_if(self.in_storm(), Behaviour::ForfeitInStorm);
            }
            Event::Equip { again, .. } => self.mark_if(again, Behaviour::CrossbowReplaced),
            Event::Win { side } => {
                let to_come = self.targets_to_come();
                self.mark_if(to_come, Behaviour::WonByStorm);
                if side == Side::Main {
                    self.mark(Behaviour::MainWins);
                } else {
                    self.mark(Behaviour::TraitorsWin);
                    let loyal_left = (0..self.instance.pigs.len())
                        .any(|pig| self.role(pig) == Role::Loyal && self.alive[pig]);
                    self.mark_if(loyal_left, Behaviour::TraitorsLeft);
                }
            }
            Event::Forever => self.mark(Behaviour::Unending),
        }
    }

    fn see_use(&mut self, pig: usize, card: Card, target: Option<usize>) {
        (self.card, self.user, self.deaths) = (Some(card), pig, 0);
        self.main_pig_saved = false;
        if card == Card::Kill {
            self.kills += 1;
            self.mark_if(self.kills >= 2, Behaviour::SecondKill);
        }
        let Some(target) = target else { return };
        let suspect = self.suspect[target];
        self.mark_if(self.role(pig) == Role::Main && suspect, Behaviour::SuspectAttacked);
        let loyal = card == Card::Kill && self.role(target) == Role::Loyal;
        self.mark_if(loyal && self.role(pig) == Role::Traitor, Behaviour::KillOnLoyal);
        if card == Card::Duel {
            self.see_target(target);
        }
    }

    /// A trick comes to a target: might it have been helped?
    fn see_target(&mut self, target: usize) {
        if self.revealed[target] {
            return;
        }
        let side = self.role(target).side();
        let mut holders = self.instance.pigs.iter().zip(&self.nullifies);
        let helper = holders.any(|(pig, held)| pig.role.side() == side && *held > 0);
        self.mark_if(helper, Behaviour::NullifyWithheld);
        self.mark_if(self.nullifies[target] > 0, Behaviour::NullifyNotForSelf);
    }

    fn in_storm(&self) -> bool {
        matches!(self.card, Some(Card::Savage | Card::Arrows))
    }

    /// Whether a savage or arrows had not yet come to everybody.
    fn targets_to_come(&self) -> bool {
        let count = self.instance.pigs.len();
        let mut next = (1..count).map(|step| (self.reached + step) % count);
        self.in_storm() && next.find(|pig| self.alive[*pig]).is_some_and(|pig| pig != self.user)
    }
}
