//! The textbook program for Poker Game: Decision: a score for each hand of each
//! of the 20 final splits, then minimax over which cards are taken.

use duipai_reference::poker::{Answer, Card, Instance};

/// Who wins. About 20 · 2 evaluations and 6! picks at most.
pub(crate) fn solve(deal: &Instance) -> Answer {
    let mut results = [0i8; 64];
    for (mask, result) in results.iter_mut().enumerate() {
        if mask.count_ones() == 3 {
            let alice = score(&hand(&deal.alice, &deal.community, mask));
            let bob = score(&hand(&deal.bob, &deal.community, 63 - mask));
            *result = if alice > bob {
                1
            } else if alice < bob {
                -1
            } else {
                0
            };
        }
    }
    match search(&results, 0, 0, true) {
        1 => Answer::Alice,
        -1 => Answer::Bob,
        _ => Answer::Draw,
    }
}

fn hand(hole: &[Card; 2], community: &[Card; 6], mask: usize) -> Vec<Card> {
    let mut cards = hole.to_vec();
    for (place, card) in community.iter().enumerate() {
        if mask >> place & 1 == 1 {
            cards.push(*card);
        }
    }
    cards
}

/// The result of best play from here: 1, 0 or -1 for Alice.
fn search(results: &[i8; 64], alice: usize, bob: usize, alice_moves: bool) -> i8 {
    if alice + bob == 63 {
        return results[alice];
    }
    let mut best = if alice_moves { -1 } else { 1 };
    for place in 0..6 {
        let bit = 1 << place;
        if (alice | bob) & bit != 0 {
            continue;
        }
        if alice_moves {
            best = best.max(search(results, alice | bit, bob, false));
        } else {
            best = best.min(search(results, alice, bob | bit, true));
        }
    }
    best
}

/// The type of a hand and then its ranks, as one number in base 16.
fn score(cards: &[Card]) -> u32 {
    let mut counts = [0u32; 15];
    for card in cards {
        counts[usize::from(card.rank())] += 1;
    }
    let mut groups: Vec<(u32, u32)> =
        (2..15).filter(|rank| counts[*rank] > 0).map(|rank| (counts[rank], rank as u32)).collect();
    groups.sort_by(|a, b| b.cmp(a));
    let flush = cards.iter().all(|card| card.suit() == cards[0].suit());
    let mut straight = groups.len() == 5 && groups[0].1 - groups[4].1 == 4;
    if groups.len() == 5 && groups[0].1 == 14 && groups[1].1 == 5 {
        straight = true;
        groups = vec![(1, 5), (1, 4), (1, 3), (1, 2), (1, 1)];
    }
    // A royal flush is the straight flush with the highest rank.
    let kind = if straight && flush {
        8
    } else if groups[0].0 == 4 {
        7
    } else if groups[0].0 == 3 && groups[1].0 == 2 {
        6
    } else if flush {
        5
    } else if straight {
        4
    } else if groups[0].0 == 3 {
        3
    } else if groups[0].0 == 2 && groups[1].0 == 2 {
        2
    } else if groups[0].0 == 2 {
        1
    } else {
        0
    };
    let ranks = groups.iter().flat_map(|(count, rank)| std::iter::repeat_n(*rank, *count as usize));
    ranks.fold(kind, |score, rank| score * 16 + rank)
}
