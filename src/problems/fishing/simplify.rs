//! Simpler deals.

use super::deal;
use super::shape::Shape;
use crate::choices::Zeros;
use crate::problem::Layout;
use duipai_reference::fishing::Deal;

/// The players who hold the two copies of a value, for the six kinds of value:
/// own pairs of A, B, C, then split between B and C, A and C, A and B.
pub(super) const HOLDERS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [1, 2], [0, 2], [0, 1]];

/// How many values of each kind make two cards for every player: n − 1 is
/// reached by taking such a unit away.
///
/// Every deal has at least one of them. If the first two are missing, some
/// player, say A, has no own pairs (α = n), and one of i, j, k is 0. If i = 0,
/// then β + γ = n, so that B has γ own pairs and j = 2γ, C has β and k = 2β, and
/// one of β, γ is not 0. If j = 0, then β = α + γ, so γ = 0: C has n own pairs,
/// and k = 2n. For k = 0 likewise.
pub(super) const UNITS: [[usize; 6]; 5] = [
    [0, 0, 0, 1, 1, 1],
    [1, 1, 1, 0, 0, 0],
    [1, 0, 0, 2, 0, 0],
    [0, 1, 0, 0, 2, 0],
    [0, 0, 1, 0, 0, 2],
];

/// The largest n at which all shapes are offered as plainest deals: 65 of them.
const ALL_SHAPES_UP_TO: u32 = 4;

/// Simpler deals, large steps first: half of the pairs away, a quarter, …, one;
/// then all shapes of very small deals; with the same n the plainest deal of this shape, or of a plainer one; then hands
/// sorted, then single exchanges.
pub(super) fn simpler(old: &Deal) -> Box<dyn Iterator<Item = Deal> + '_> {
    let n = old.n();
    let cuts = std::iter::successors(Some(n / 2), |cut| Some(cut / 2))
        .take_while(|cut| *cut > 0)
        .flat_map(move |cut| (0..UNITS.len()).map(move |first| shrunk(old, cut, first)));
    let text = canonical(old);
    let plainer = same_size(old).filter(move |deal| canonical(deal) < text);
    // What cannot be reached by taking away: a smaller deal of any other shape.
    let small = (1..n.min(ALL_SHAPES_UP_TO as usize + 1) as u32)
        .flat_map(|n| Shape::all(n).map(move |shape| shape.plainest(n)));
    Box::new(cuts.chain(small).chain(plainer))
}

/// Canonical texts of deals with the same n have the same length.
fn canonical(deal: &Deal) -> String {
    let mut text = String::new();
    let case = std::slice::from_ref(deal);
    super::layout::write(case, Layout::Contest, &mut Zeros, &mut text);
    text
}

/// Takes away `cut` units, of the kind `first` as long as there are such, then
/// of the next kinds in turn.
fn shrunk(old: &Deal, cut: usize, first: usize) -> Deal {
    let mut counts = kinds(old).map(|values| values.len());
    let mut away = [0; 6];
    let mut left = cut;
    for unit in UNITS.iter().cycle().skip(first).take(UNITS.len()) {
        while left > 0 && fits(unit, &counts) {
            for kind in 0..6 {
                counts[kind] -= unit[kind];
                away[kind] += unit[kind];
            }
            left -= 1;
        }
    }
    without(old, away)
}

fn fits(unit: &[usize; 6], counts: &[usize; 6]) -> bool {
    unit.iter().zip(counts).all(|(wanted, count)| wanted <= count)
}

/// The units of which the deal has enough values.
pub(super) fn possible_units(deal: &Deal) -> Vec<[usize; 6]> {
    let counts = kinds(deal).map(|values| values.len());
    UNITS.into_iter().filter(|unit| fits(unit, &counts)).collect()
}

/// The values of each kind, in ascending order.
fn kinds(deal: &Deal) -> [Vec<u16>; 6] {
    let mut holders = vec![Vec::new(); 3 * deal.n() + 1];
    for (player, hand) in deal.hands().iter().enumerate() {
        for value in hand {
            if let Some(holders) = holders.get_mut(usize::from(*value)) {
                holders.push(player);
            }
        }
    }
    HOLDERS.map(|kind| {
        let of_kind = |(_, holders): &(usize, &Vec<usize>)| holders.as_slice() == kind;
        holders.iter().enumerate().filter(of_kind).map(|(value, _)| value as u16).collect()
    })
}

/// The deal without so many values of each kind, the largest first. The others
/// keep their order and move up to fill the gaps.
pub(super) fn without(old: &Deal, away: [usize; 6]) -> Deal {
    let mut gone = vec![false; 3 * old.n() + 1];
    for (values, count) in kinds(old).iter().zip(away) {
        for value in values.iter().rev().take(count) {
            gone[usize::from(*value)] = true;
        }
    }
    let mut last = 0;
    let mut names = vec![0u16; gone.len()];
    for (name, gone) in names.iter_mut().zip(&gone).skip(1) {
        if !gone {
            last += 1;
            *name = last;
        }
    }
    deal(old.hands().each_ref().map(|hand| {
        let kept = hand.iter().map(|value| names[usize::from(*value)]);
        kept.filter(|name| *name > 0).collect()
    }))
}

/// Deals with the same n that may be plainer.
fn same_size(old: &Deal) -> impl Iterator<Item = Deal> + '_ {
    let n = old.n() as u32;
    let shape = Shape::of(old);
    let shapes: Box<dyn Iterator<Item = Shape>> = if n <= ALL_SHAPES_UP_TO {
        Box::new(Shape::all(n))
    } else {
        Box::new(closer_to_the_end(shape))
    };
    let plainest = std::iter::once(shape).chain(shapes).map(move |shape| shape.plainest(n));
    let same_shape = std::iter::once_with(|| by_appearance(old))
        .chain((0..8).map(|players| sorted(old, 7 - players)))
        .chain((0..3 * 2 * old.n()).filter_map(|at| exchange_cards(old, at)))
        .chain((1..3 * old.n() as u16).map(|value| exchange_names(old, value, value + 1)))
        // As text 10 stands before 9; a person would not call that plainer.
        .filter(|deal| deal.hands() < old.hands());
    plainest.chain(same_shape)
}

/// Shapes with a few pairs less to be played.
fn closer_to_the_end(Shape(left): Shape) -> impl Iterator<Item = Shape> {
    let less = (0..8u32).map(move |players| {
        let mut less = left;
        for (player, left) in less.iter_mut().enumerate() {
            *left = left.saturating_sub(players >> player & 1);
        }
        less
    });
    less.filter(|[a, b, c]| *a <= b + c && *b <= a + c && *c <= a + b).map(Shape)
}

/// The same deal with values named in the order in which they appear.
fn by_appearance(old: &Deal) -> Deal {
    let mut names = vec![0u16; 3 * old.n() + 1];
    let mut last = 0;
    for value in old.hands().iter().flatten() {
        let name = &mut names[usize::from(*value)];
        if *name == 0 {
            last += 1;
            *name = last;
        }
    }
    deal(
        old.hands()
            .each_ref()
            .map(|hand| hand.iter().map(|value| names[usize::from(*value)]).collect()),
    )
}

/// The hands of these players (a bit each) sorted.
fn sorted(old: &Deal, players: u8) -> Deal {
    let mut hands = old.hands().clone();
    for (player, hand) in hands.iter_mut().enumerate() {
        if players >> player & 1 == 1 {
            hand.sort_unstable();
        }
    }
    deal(hands)
}

/// The card at this place (over all three hands) exchanged with the smallest
/// one after it in its hand.
fn exchange_cards(old: &Deal, at: usize) -> Option<Deal> {
    let (player, at) = (at / (2 * old.n()), at % (2 * old.n()));
    let hand = old.hands().get(player)?;
    let (place, _) = hand.iter().enumerate().skip(at).min_by_key(|(_, value)| **value)?;
    if place == at {
        return None;
    }
    let mut hands = old.hands().clone();
    hands.get_mut(player)?.swap(at, place);
    Some(deal(hands))
}

fn exchange_names(old: &Deal, v: u16, w: u16) -> Deal {
    deal(old.hands().each_ref().map(|hand| {
        let other = |value: &u16| match *value {
            value if value == v => w,
            value if value == w => v,
            value => value,
        };
        hand.iter().map(other).collect()
    }))
}
