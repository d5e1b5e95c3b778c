//! Simpler games: fewer pigs, a shorter deck, plainer cards.

use duipai_reference::pigs::{Card, Instance, Pig, Role};

/// Simpler games in order, large steps first. Each is valid and strictly
/// smaller: fewer pigs, or as many and a shorter deck, or (as all cards and
/// roles are equally long) an earlier text, which is the derived order.
pub(super) fn simpler(instance: &Instance) -> Box<dyn Iterator<Item = Instance> + '_> {
    let steps = fewer_pigs(instance)
        .chain(shorter_decks(instance))
        .chain(plainer_kinds(instance))
        .chain(plainer_pieces(instance))
        .chain(sorted(instance))
        .chain(plainer_cards(instance))
        .chain(swaps(instance));
    Box::new(steps.filter(|candidate| is_smaller(candidate, instance)))
}

fn is_smaller(candidate: &Instance, whole: &Instance) -> bool {
    let size = |game: &Instance| (game.pigs.len(), game.deck.len());
    (size(candidate), candidate) < (size(whole), whole)
}

/// Lengths of pieces to take from `len` things: half, a quarter, …, one.
fn pieces(len: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(len.div_ceil(2)), |piece| (*piece > 1).then(|| piece.div_ceil(2)))
}

/// The starts of all pieces of this length, the last one first: what is drawn
/// late matters least.
fn starts(from: usize, len: usize, piece: usize) -> impl Iterator<Item = usize> {
    (from..len).step_by(piece.max(1)).collect::<Vec<_>>().into_iter().rev()
}

fn fewer_pigs(instance: &Instance) -> impl Iterator<Item = Instance> + '_ {
    let count = instance.pigs.len();
    // Somebody must be left beside the main pig.
    let steps = if count > 2 { Some(()) } else { None };
    steps.into_iter().flat_map(move |()| {
        pieces(count - 1).filter(move |piece| *piece < count - 1).flat_map(move |piece| {
            starts(1, count, piece).flat_map(move |start| {
                let end = (start + piece).min(count);
                let mut smaller = instance.clone();
                smaller.pigs.drain(start..end);
                mend_roles(&mut smaller);
                // Once more with the cards gone that these pigs would draw if
                // nobody died: the others then go on drawing the same.
                let mut apart = smaller.clone();
                let mut place = 0;
                apart.deck.retain(|_| {
                    let drawer = place / 2 % count;
                    place += 1;
                    !(start..end).contains(&drawer)
                });
                let with_cards = (!apart.deck.is_empty()).then_some(apart);
                with_cards.into_iter().chain([smaller])
            })
        })
    })
}

/// Makes the last pig a traitor where none is left.
fn mend_roles(instance: &mut Instance) {
    if !instance.pigs.iter().any(|pig| pig.role == Role::Traitor)
        && let Some(last) = instance.pigs.last_mut()
    {
        last.role = Role::Traitor;
    }
}

/// Without each piece of the deck, then without what is drawn in each round.
fn shorter_decks(instance: &Instance) -> impl Iterator<Item = Instance> + '_ {
    let len = instance.deck.len();
    let without = move |start: usize, piece: usize| {
        let mut deck = instance.deck.clone();
        deck.drain(start..(start + piece).min(len));
        (!deck.is_empty()).then(|| Instance { pigs: instance.pigs.clone(), deck })
    };
    let round = 2 * instance.pigs.len();
    pieces(len)
        .flat_map(move |piece| starts(0, len, piece).filter_map(move |start| without(start, piece)))
        .chain(starts(0, len, 2).filter_map(move |start| without(start, round)))
}

/// All cards of one kind become a plainer kind, everywhere or in the deck only.
fn plainer_kinds(instance: &Instance) -> impl Iterator<Item = Instance> + '_ {
    kind_pairs().flat_map(move |(kind, plainer)| {
        let change = move |card: &mut Card| {
            if *card == kind {
                *card = plainer;
            }
        };
        let mut everywhere = instance.clone();
        everywhere.pigs.iter_mut().flat_map(|pig| &mut pig.hand).for_each(change);
        everywhere.deck.iter_mut().for_each(change);
        let mut in_deck = instance.clone();
        in_deck.deck.iter_mut().for_each(change);
        [everywhere, in_deck]
    })
}

/// All pairs of a kind and a plainer one, the plainest first.
fn kind_pairs() -> impl Iterator<Item = (Card, Card)> {
    Card::ALL.into_iter().flat_map(|plainer| {
        Card::ALL.into_iter().filter(move |kind| *kind > plainer).map(move |kind| (kind, plainer))
    })
}

/// Roles, whole hands and pieces of the deck become the plainest.
fn plainer_pieces(instance: &Instance) -> impl Iterator<Item = Instance> + '_ {
    let seats = 1..instance.pigs.len();
    let roles = seats.map(move |seat| with_pig(instance, seat, |pig| pig.role = Role::Traitor));
    let hands = (0..instance.pigs.len())
        .map(move |seat| with_pig(instance, seat, |pig| pig.hand = [PLAINEST; 4]));
    let len = instance.deck.len();
    // Single cards come later.
    let decks =
        std::iter::once(len).chain(pieces(len).filter(|piece| *piece > 1)).flat_map(move |piece| {
            starts(0, len, piece).map(move |start| {
                let mut smaller = instance.clone();
                let end = (start + piece).min(len);
                smaller.deck[start..end].fill(PLAINEST);
                smaller
            })
        });
    roles.chain(hands).chain(decks)
}

const PLAINEST: Card = Card::ALL[0];

fn with_pig(instance: &Instance, seat: usize, change: impl Fn(&mut Pig)) -> Instance {
    let mut changed = instance.clone();
    change(&mut changed.pigs[seat]);
    changed
}

/// Hands and the deck in alphabetical order.
fn sorted(instance: &Instance) -> impl Iterator<Item = Instance> + '_ {
    let mut all_hands = instance.clone();
    all_hands.pigs.iter_mut().for_each(|pig| pig.hand.sort_unstable());
    let mut deck = instance.clone();
    deck.deck.sort_unstable();
    let hands = (0..instance.pigs.len())
        .map(move |seat| with_pig(instance, seat, |pig| pig.hand.sort_unstable()));
    [all_hands, deck].into_iter().chain(hands)
}

/// One card becomes plainer.
fn plainer_cards(instance: &Instance) -> impl Iterator<Item = Instance> + '_ {
    places(instance).flat_map(move |place| {
        let card = at(instance, place);
        Card::ALL.into_iter().filter(move |plainer| *plainer < card).map(move |plainer| {
            let mut smaller = instance.clone();
            *at_mut(&mut smaller, place) = plainer;
            smaller
        })
    })
}

/// Two neighbours change places: cards (the last of a hand and the first of the
/// deck too), pigs.
fn swaps(instance: &Instance) -> impl Iterator<Item = Instance> + '_ {
    let pigs = (1..instance.pigs.len().saturating_sub(1)).map(move |seat| {
        let mut swapped = instance.clone();
        swapped.pigs.swap(seat, seat + 1);
        swapped
    });
    let cards = places(instance).zip(places(instance).skip(1)).map(move |(left, right)| {
        let mut swapped = instance.clone();
        *at_mut(&mut swapped, left) = at(instance, right);
        *at_mut(&mut swapped, right) = at(instance, left);
        swapped
    });
    pigs.chain(cards)
}

/// The place of a card: a place in a pig's hand, or (`None`) in the deck.
type Place = (Option<usize>, usize);

/// All places in the order of the text.
fn places(instance: &Instance) -> impl Iterator<Item = Place> + '_ {
    let hands = instance.pigs.iter().enumerate();
    hands
        .flat_map(|(seat, pig)| (0..pig.hand.len()).map(move |index| (Some(seat), index)))
        .chain((0..instance.deck.len()).map(|index| (None, index)))
}

fn at(instance: &Instance, (seat, index): Place) -> Card {
    seat.map_or(&instance.deck[..], |seat| &instance.pigs[seat].hand)[index]
}

fn at_mut(instance: &mut Instance, (seat, index): Place) -> &mut Card {
    match seat {
        Some(seat) => &mut instance.pigs[seat].hand[index],
        None => &mut instance.deck[index],
    }
}
