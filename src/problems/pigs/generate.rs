//! Games of every kind.

use crate::choices::Choices;
use crate::problem::{Scope, Size, Universe};
use duipai_reference::pigs::{Card, HAND, Instance, Pig, Role};

/// What the odometer visits. Of all sets of four kinds this is one with which
/// two pigs and a deck of one card show the most behaviours.
pub(super) const TINY_CARDS: [Card; 4] = [Card::Duel, Card::Nullify, Card::Kill, Card::Arrows];

pub(super) const UNIVERSE: Universe =
    Universe { what: "games of a main pig and a traitor with cards from F J K W", complete: false };

/// Two pigs and a deck of one card, of two, …
pub(super) fn tiny_sizes() -> impl Iterator<Item = Size> {
    (1..).map(|cards| Size(2, cards))
}

pub(super) fn draw_size(scope: Scope, choices: &mut dyn Choices) -> Size {
    let (pigs, cards) = match scope {
        Scope::Tiny => (2, choices.between(1, 4)),
        Scope::Small => {
            let pigs = match choices.style(&[1, 6, 2]) {
                0 => choices.between(2, 10),
                1 => choices.between(2, 5),
                _ => choices.between(2, 3),
            };
            // The naive program plays 60 cards in a few microseconds.
            let cards = match choices.style(&[2, 4, 3]) {
                0 => choices.between(1, 60),
                1 => choices.between(1, 20),
                _ => choices.between(1, 6),
            };
            (pigs, cards)
        }
        Scope::Full => {
            // Beyond the contest's 2,000 cards now and then: hands grow long,
            // and fixed arrays overflow.
            let cards = match choices.style(&[3, 3, 2, 1]) {
                0 => choices.between(1, 2_000),
                1 => choices.between(1, 200),
                2 => choices.between(1_900, 2_000),
                _ => choices.between(1, 6_000),
            };
            (choices.between(2, 10), cards)
        }
    };
    Size(pigs.into(), cards.into())
}

/// How often each kind of card comes, in the order of [`Card::ALL`].
type Taste = [u32; 8];

/// What a game is made of. The first is fully general; the others are shaped so
/// that particular rules matter all the time.
const TASTES: [Taste; 11] = [
    // D  F  J  K  N  P  W  Z
    [1, 1, 1, 1, 1, 1, 1, 1],
    // Like the official inputs: kills above all.
    [3, 3, 2, 8, 2, 2, 1, 1],
    // A brawl: kills, dodges, peaches, crossbows.
    [3, 0, 0, 6, 0, 3, 0, 2],
    // Tricks, and nullifies against them.
    [1, 3, 6, 2, 2, 1, 2, 0],
    // Storms that hit everybody.
    [2, 1, 1, 2, 4, 2, 4, 1],
    // Duels.
    [0, 5, 2, 8, 1, 1, 0, 0],
    // A main pig that shoots at whom it suspects.
    [1, 2, 0, 5, 3, 1, 3, 3],
    // Peace: many of these games never end.
    [6, 0, 2, 1, 0, 3, 0, 1],
    // Long games that grow large hands.
    [12, 0, 6, 2, 1, 6, 1, 1],
    // Nullifies against nullifies.
    [0, 1, 8, 0, 2, 0, 2, 0],
    // Peaches at the last moment.
    [1, 2, 1, 3, 3, 6, 3, 1],
];
/// How often each of [`TASTES`] is taken. Three more follow: kinds of its own
/// for each pig, a deck in runs, and a firing line.
const TASTE_WEIGHTS: [u32; 14] = [6, 4, 2, 4, 4, 2, 3, 1, 1, 2, 2, 4, 3, 5];
const OWN_KINDS: usize = TASTES.len();
const RUNS: usize = TASTES.len() + 1;
const FIRING_LINE: usize = TASTES.len() + 2;

/// A firing line: a main pig with storms and a crossbow, helpless pigs that its
/// storms bring down together, and traitors that can answer and attack. So the
/// main pig kills loyal pigs and traitors by one card, and loses its weapon in
/// the middle of a turn. For the main pig, a helpless pig, a traitor that
/// fights, and the deck; once with a savage, once with arrows.
const FIRING_LINES: [[Taste; 4]; 2] = [
    // D  F  J  K  N  P  W  Z
    [
        [0, 0, 0, 3, 4, 0, 0, 3],
        [9, 0, 0, 0, 1, 0, 0, 0],
        [0, 1, 0, 7, 0, 0, 0, 0],
        [1, 0, 0, 5, 5, 0, 0, 2],
    ],
    [
        [1, 0, 0, 3, 0, 0, 4, 3],
        [0, 0, 0, 9, 0, 0, 1, 0],
        [6, 2, 0, 1, 0, 0, 0, 0],
        [1, 0, 0, 5, 0, 0, 5, 2],
    ],
];

/// What the pigs and the deck of a game are made of.
enum Tastes {
    /// All of the same.
    One(Taste),
    /// Each of its own kinds.
    Own,
    /// By role.
    ByRole(&'static [Taste; 4]),
}

impl Tastes {
    fn draw(style: usize, choices: &mut dyn Choices) -> Self {
        match style {
            OWN_KINDS => Self::Own,
            FIRING_LINE => Self::ByRole(choices.pick(&FIRING_LINES)),
            _ => Self::One(TASTES.get(style).copied().unwrap_or(TASTES[0])),
        }
    }

    fn of_pig(&self, role: Role, choices: &mut dyn Choices) -> Taste {
        match self {
            Self::One(taste) => *taste,
            Self::Own => few_kinds(choices),
            Self::ByRole([main, helpless, fighter, _]) => match role {
                Role::Main => *main,
                Role::Traitor if choices.chance(1, 2) => *fighter,
                Role::Loyal | Role::Traitor => *helpless,
            },
        }
    }

    fn of_deck(&self, choices: &mut dyn Choices) -> Taste {
        match self {
            Self::One(taste) => *taste,
            Self::Own => few_kinds(choices),
            Self::ByRole([.., deck]) => *deck,
        }
    }
}

pub(super) fn generate(scope: Scope, size: Size, choices: &mut dyn Choices) -> Instance {
    let (pigs, cards) = ((size.0 as usize).max(2), (size.1 as usize).max(1));
    if scope == Scope::Tiny {
        return tiny(pigs, cards, choices);
    }
    let style = choices.style(&TASTE_WEIGHTS);
    let tastes = Tastes::draw(style, choices);
    let pig = |role, choices: &mut dyn Choices| {
        let taste = tastes.of_pig(role, choices);
        Pig { role, hand: std::array::from_fn::<_, HAND, _>(|_| card(&taste, choices)) }
    };
    let pigs = roles(pigs, choices).into_iter().map(|role| pig(role, choices)).collect();
    let taste = tastes.of_deck(choices);
    let mut deck = Vec::with_capacity(cards);
    while deck.len() < cards {
        let next = card(&taste, choices);
        let run = if style == RUNS { choices.between(1, 8) as usize } else { 1 };
        deck.extend(std::iter::repeat_n(next, run.min(cards - deck.len())));
    }
    // The last card is all that is drawn in the end. Most often one that ends
    // games: those that never end are of no use to other people's programs.
    let last_taste = match choices.style(&[3, 1, 8]) {
        0 => None,
        1 => Some(TASTES[0]),
        _ => Some(ENDING),
    };
    if let (Some(taste), Some(last)) = (last_taste, deck.last_mut()) {
        *last = card(&taste, choices);
    }
    Instance { pigs, deck }
}

/// Cards that bring a game to its end when they are drawn for ever.
const ENDING: Taste = [0, 2, 0, 1, 3, 0, 3, 0];

fn tiny(pigs: usize, cards: usize, choices: &mut dyn Choices) -> Instance {
    let mut any = || *choices.pick(&TINY_CARDS);
    let pigs = (0..pigs)
        .map(|seat| Pig {
            role: if seat == 0 { Role::Main } else { Role::Traitor },
            hand: std::array::from_fn::<_, HAND, _>(|_| any()),
        })
        .collect();
    Instance { pigs, deck: (0..cards).map(|_| any()).collect() }
}

fn card(taste: &Taste, choices: &mut dyn Choices) -> Card {
    Card::ALL[choices.weighted(taste)]
}

/// One to three kinds, perhaps the same one several times.
fn few_kinds(choices: &mut dyn Choices) -> Taste {
    let mut taste = [0; 8];
    for _ in 0..choices.between(1, 3) {
        taste[choices.index(8)] += 1;
    }
    taste
}

/// The main pig, then any mixture with at least one traitor.
fn roles(pigs: usize, choices: &mut dyn Choices) -> Vec<Role> {
    let loyal_of_8 = match choices.style(&[3, 3, 1]) {
        0 => 4,
        1 => 6,
        _ => 1,
    };
    let mut roles = vec![Role::Main];
    for _ in 1..pigs {
        let loyal = choices.chance(loyal_of_8, 8);
        roles.push(if loyal { Role::Loyal } else { Role::Traitor });
    }
    if !roles.contains(&Role::Traitor) {
        let seat = 1 + choices.index(pigs - 1);
        roles[seat] = Role::Traitor;
    }
    roles
}
