//! The solver: twenty comparisons and a minimax over bits.
//!
//! However the six community cards are picked, Alice ends with three of them
//! and Bob with the others: 20 final splits. Both hands of a split are looked
//! up in [`tables`](super::tables) and compared. Two questions decide the
//! answer, each a minimax over yes and no: can Alice force a split that she
//! wins; can she force one that she does not lose? [`forced`] answers both for
//! 64 deals at once, because "and" and "or" of words are 64 at a time.

use super::tables::{TABLES, Tables, column, row};
use duipai_reference::poker::{Answer, Card, Instance};

/// Deals in a word.
pub(super) const LANES: usize = 64;

/// The ways to choose three of six places, in lexicographic order. Complements
/// stand opposite each other: what `SPLITS[19 - i]` chooses is what `SPLITS[i]`
/// leaves.
pub(super) const SPLITS: [[usize; 3]; 20] = {
    let mut splits = [[0; 3]; 20];
    let mut count = 0;
    let mut first = 0;
    while first < 4 {
        let mut second = first + 1;
        while second < 5 {
            let mut third = second + 1;
            while third < 6 {
                splits[count] = [first, second, third];
                count += 1;
                third += 1;
            }
            second += 1;
        }
        first += 1;
    }
    splits
};

/// A card as a byte: four times its rank (2 to ace as 0 to 12) plus its suit.
/// Codes order cards by rank.
pub(super) fn code(card: Card) -> u8 {
    (card.rank() - 2) * 4 + card.suit() as u8
}

/// Who wins. About a quarter of a microsecond; many deals at once are cheaper
/// ([`block`](super::block)).
pub(super) fn solve(deal: &Instance) -> Answer {
    let (win, keep) = split_masks(&TABLES, deal.cards().map(code));
    let [win, keep] = forced(&std::array::from_fn(|split| {
        [u64::from(win >> split & 1), u64::from(keep >> split & 1)]
    }));
    answer(win & 1 == 1, keep & 1 == 1)
}

/// The answer, from whether Alice can force a win and whether she can force a
/// win or a draw.
pub(super) fn answer(win: bool, keep: bool) -> Answer {
    match (win, keep) {
        (true, _) => Answer::Alice,
        (false, true) => Answer::Draw,
        (false, false) => Answer::Bob,
    }
}

/// The splits that Alice wins and those that she does not lose, for the codes
/// of ten cards: bit i is the split in which she takes [`SPLITS`]`[i]` of the
/// community cards *in ascending order* (their order does not matter to the
/// game).
pub(super) fn split_masks(tables: &Tables, cards: [u8; 10]) -> (u32, u32) {
    let [a0, a1, b0, b1, community @ ..] = cards;
    let mut community: [u8; 6] = community;
    community.sort_unstable();
    let alice = classes(tables, [a0, a1], &community);
    let bob = classes(tables, [b0, b1], &community);
    let (mut win, mut keep) = (0, 0);
    for split in 0..20 {
        win |= u32::from(alice[split] > bob[19 - split]) << split;
        keep |= u32::from(alice[split] >= bob[19 - split]) << split;
    }
    (win, keep)
}

/// The class of a player's hand with each triple of the community cards.
fn classes(tables: &Tables, hole: [u8; 2], community: &[u8; 6]) -> [u16; 20] {
    let rank = |card: u8| u16::from(card >> 2);
    let (low, high) = (hole[0].min(hole[1]), hole[0].max(hole[1]));
    let row = row(rank(low), rank(high));
    let mut classes = SPLITS.map(|split| {
        let [x, y, z] = split.map(|place| rank(community[place]));
        tables.plain[usize::from(row + column(x, y, z))]
    });
    // A flush needs both hole cards in one suit, and then replaces a straight
    // or a high card, which it beats.
    if (low ^ high) & 3 == 0 {
        for (class, split) in classes.iter_mut().zip(SPLITS) {
            let table = split.map(|place| community[place]);
            if table.iter().all(|card| (card ^ low) & 3 == 0) {
                let set = [low, high].iter().chain(&table).fold(0, |set, card| set | 1 << rank(*card));
                *class = tables.flush[set];
            }
        }
    }
    classes
}

/// For each first pick of Alice, reply of Bob and second pick of Alice (6 · 5 ·
/// 4), the splits from which the rest of the game chooses: Bob takes one of
/// three cards away and Alice takes one of the other two.
const ENDGAMES: [[u8; 3]; 120] = {
    let mut endgames = [[0; 3]; 120];
    let mut count = 0;
    let mut first = 0;
    while first < 6 {
        let mut reply = 0;
        while reply < 6 {
            let mut second = 0;
            while second < 6 {
                if reply != first && second != first && second != reply {
                    let mut third = 0;
                    let mut ways = 0;
                    while third < 6 {
                        if third != first && third != reply && third != second {
                            endgames[count][ways] = split_of(1 << first | 1 << second | 1 << third);
                            ways += 1;
                        }
                        third += 1;
                    }
                    count += 1;
                }
                second += 1;
            }
            reply += 1;
        }
        first += 1;
    }
    endgames
};

/// The index in [`SPLITS`] of a set of three places.
const fn split_of(places: u32) -> u8 {
    let mut split = 0;
    while split < 20 {
        let [x, y, z] = SPLITS[split];
        if 1 << x | 1 << y | 1 << z == places {
            break;
        }
        split += 1;
    }
    split as u8
}

/// Whether Alice can force a good split, for 64 deals (the bits) and two
/// notions of "good" (the two words); `good` says which splits are.
///
/// With three cards left Bob takes one away and Alice takes one of the two
/// others: she gets a good split if at least two of the three are good (Bob
/// spoils one), so that the end of the game is a majority. Before it, Alice
/// needs one good pick ("or") and Bob must have no good reply ("and").
pub(super) fn forced(good: &[[u64; 2]; 20]) -> [u64; 2] {
    let majority = |[x, y, z]: [u8; 3]| {
        let (x, y, z) = (good[usize::from(x)], good[usize::from(y)], good[usize::from(z)]);
        [0, 1].map(|word| x[word] & y[word] | z[word] & (x[word] | y[word]))
    };
    let mut forced = [0; 2];
    for after_first in ENDGAMES.chunks_exact(20) {
        let mut every_reply = [!0; 2];
        for after_reply in after_first.chunks_exact(4) {
            let mut some_second = [0; 2];
            for endgame in after_reply {
                let won = majority(*endgame);
                some_second = [some_second[0] | won[0], some_second[1] | won[1]];
            }
            every_reply = [every_reply[0] & some_second[0], every_reply[1] & some_second[1]];
        }
        forced = [forced[0] | every_reply[0], forced[1] | every_reply[1]];
    }
    forced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complements_stand_opposite() {
        for (split, other) in SPLITS.iter().zip(SPLITS.iter().rev()) {
            let mut all: Vec<_> = split.iter().chain(other).collect();
            all.sort_unstable();
            assert_eq!(all, [&0, &1, &2, &3, &4, &5]);
        }
    }

    /// The bits agree with a minimax written out pick by pick, for random sets
    /// of good splits of every density.
    #[test]
    fn forced_is_the_minimax_over_picks() {
        fn plain(good: u32, alice: u32, bob: u32) -> bool {
            let picks = alice.count_ones() + bob.count_ones();
            let left = (0..6).map(|place| 1 << place).filter(|bit| (alice | bob) & bit == 0);
            match picks {
                6 => good >> split_of(alice) & 1 == 1,
                _ if picks % 2 == 0 => left.into_iter().any(|bit| plain(good, alice | bit, bob)),
                _ => left.into_iter().all(|bit| plain(good, alice, bob | bit)),
            }
        }
        let mut state = 1u64;
        let mut answers = [0; 2];
        for _ in 0..40 {
            let mut words = [[0u64; 2]; 20];
            for (index, word) in words.iter_mut().flatten().enumerate() {
                let mut next = || {
                    // Knuth's MMIX generator; its low bits are poor.
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (state >> 32) << 32 | state.rotate_left(17) >> 32
                };
                // Half of the splits good, or a quarter, or three quarters.
                let (a, b) = (next(), next());
                *word = [a, a & b, a | b][index % 3];
            }
            let forced = forced(&words);
            for lane in 0..64 {
                for question in 0..2 {
                    let good = (0..20)
                        .map(|split| ((words[split][question] >> lane & 1) as u32) << split)
                        .sum();
                    let want = plain(good, 0, 0);
                    assert_eq!(forced[question] >> lane & 1 == 1, want, "{good:020b}");
                    answers[usize::from(want)] += 1;
                }
            }
        }
        assert!(answers.iter().all(|count| *count > 100), "{answers:?}");
    }
}
