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

/// [`SPLITS`] as sets of six bits.
const SPLIT_SETS: [u8; 20] = {
    let mut sets = [0; 20];
    let mut split = 0;
    while split < 20 {
        let [x, y, z] = SPLITS[split];
        sets[split] = 1 << x | 1 << y | 1 << z;
        split += 1;
    }
    sets
};

/// A card as a byte: four times its rank (2 to ace as 0 to 12) plus its suit.
/// Codes order cards by rank.
pub(super) fn code(card: Card) -> u8 {
    (card.rank() - 2) * 4 + card.suit() as u8
}

/// Twelve comparisons that sort six numbers (the least that suffice).
pub(super) const NETWORK: [(usize, usize); 12] = [
    (0, 5),
    (1, 3),
    (2, 4),
    (1, 2),
    (3, 4),
    (0, 3),
    (2, 5),
    (0, 1),
    (2, 3),
    (4, 5),
    (1, 2),
    (3, 4),
];

/// Who wins. Many deals at once are cheaper ([`block`](super::block)).
pub(super) fn solve(deal: &Instance) -> Answer {
    let [a0, a1, b0, b1, community @ ..] = deal.cards().map(code);
    let mut community: [u8; 6] = community;
    for (low, high) in NETWORK {
        let (x, y) = (community[low], community[high]);
        (community[low], community[high]) = (x.min(y), x.max(y));
    }
    let outcomes = outcomes(&TABLES, [a0, a1], [b0, b1], &community);
    let mut good = [[0]; 20];
    for (split, good) in good.iter_mut().enumerate() {
        let (low, high) = (outcomes >> (2 * split) & 1, outcomes >> (2 * split + 1) & 1);
        let [win, keep] = questions(low, high);
        *good = [win | keep << 1];
    }
    let [forced] = forced(&good);
    answer(forced & 1 == 1, forced >> 1 == 1)
}

/// What each final split comes to, by the set of places in the input that Alice
/// takes (a mask of six bits). Sets of another size than three mean nothing.
pub(super) fn split_outcomes(deal: &Instance) -> [Answer; 64] {
    let [a0, a1, b0, b1, community @ ..] = deal.cards().map(code);
    let community: [u8; 6] = community;
    // Sorted together with the places from which the cards come.
    let mut sorted: [(u8, u8); 6] = std::array::from_fn(|i| (community[i], 1 << i));
    sorted.sort_unstable();
    let outcomes = outcomes(&TABLES, [a0, a1], [b0, b1], &sorted.map(|(code, _)| code));
    let mut by_places = [Answer::Draw; 64];
    for (split, places) in SPLITS.iter().enumerate() {
        let set: u8 = places.iter().map(|place| sorted[*place].1).sum();
        by_places[usize::from(set)] = match outcomes >> (2 * split) & 3 {
            2 => Answer::Alice,
            1 => Answer::Draw,
            _ => Answer::Bob,
        };
    }
    by_places
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

/// The outcomes of all splits of a deal in a word, two bits each from bit 0:
/// 2 Alice wins, 1 a draw, 0 Bob wins. They are made by adding up 1, 0 and −1 as
/// digits of base 4 and then 1 to each of them, which takes fewest
/// instructions.
pub(super) struct Outcomes(i64);

impl Outcomes {
    /// Before the first split.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self(0)
    }

    /// Puts a split ahead of those that are there: the last one comes first.
    #[inline(always)]
    pub(super) fn push(&mut self, alice: u16, bob: u16) {
        self.0 = (self.0 << 2) + alice.cmp(&bob) as i64;
    }

    /// The word, after twenty splits.
    #[inline(always)]
    pub(super) fn word(self) -> u64 {
        (self.0 + 0x55_5555_5555) as u64
    }
}

/// Where Alice wins and where she does not lose, from the low and the high bits
/// of outcomes.
pub(super) fn questions(low: u64, high: u64) -> [u64; 2] {
    [high, high | low]
}

/// The outcomes of all splits of a deal, as [`Outcomes`] has them. The
/// community is sorted (its order does not matter to the game), and split i is
/// the one in which Alice takes [`SPLITS`]`[i]` of it.
fn outcomes(tables: &Tables, alice: [u8; 2], bob: [u8; 2], community: &[u8; 6]) -> u64 {
    let row = |[first, second]: [u8; 2]| {
        row(u16::from(first.min(second) >> 2), u16::from(first.max(second) >> 2))
    };
    let (alice_row, bob_row) = (row(alice), row(bob));
    // What a rank adds to a column as the lowest, middle or highest of three.
    let mut parts = [[0; 3]; 6];
    for (part, card) in parts.iter_mut().zip(community) {
        let rank = u16::from(card >> 2);
        *part = [column(rank, 0, 0), column(0, rank, 0), column(0, 0, rank)];
    }
    let (mut alice_classes, mut bob_classes) = ([0; 20], [0; 20]);
    for (split, [x, y, z]) in SPLITS.iter().enumerate() {
        let column = parts[*x][0] + parts[*y][1] + parts[*z][2];
        alice_classes[split] = tables.plain[usize::from(alice_row.wrapping_add(column))];
        bob_classes[19 - split] = tables.plain[usize::from(bob_row.wrapping_add(column))];
    }
    add_flushes(tables, alice, community, alice_classes.iter_mut());
    add_flushes(tables, bob, community, bob_classes.iter_mut().rev());
    all_outcomes(&alice_classes, &bob_classes)
}

/// The outcomes of all splits, from the classes of both hands in them.
pub(super) fn all_outcomes(alice: &[u16; 20], bob: &[u16; 20]) -> u64 {
    let mut outcomes = Outcomes::new();
    for (alice, bob) in alice.iter().zip(bob).rev() {
        outcomes.push(*alice, *bob);
    }
    outcomes.word()
}

/// Replaces the classes of a player's hands that are flushes. `classes` come in
/// the order of [`SPLITS`], which say what the player takes.
///
/// A flush needs both hole cards in one suit. It is better than all else that
/// five different ranks can be.
pub(super) fn add_flushes<'c>(
    tables: &Tables,
    [first, second]: [u8; 2],
    community: &[u8; 6],
    classes: impl Iterator<Item = &'c mut u16>,
) {
    if (first ^ second) & 3 != 0 {
        return;
    }
    let bit = |card: u8| 1usize << (card >> 2);
    let mut others = 0u8;
    for (place, card) in community.iter().enumerate() {
        others |= u8::from((card ^ first) & 3 != 0) << place;
    }
    for (class, ([x, y, z], set)) in classes.zip(SPLITS.iter().zip(SPLIT_SETS)) {
        if set & others == 0 {
            let table = bit(community[*x]) | bit(community[*y]) | bit(community[*z]);
            *class = tables.flush[bit(first) | bit(second) | table];
        }
    }
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
const fn split_of(places: u8) -> u8 {
    let mut split = 0;
    while split < 19 && SPLIT_SETS[split] != places {
        split += 1;
    }
    split as u8
}

/// Whether Alice can force a good split: an answer for each bit of `W` words,
/// each a deal and a notion of "good" of its own. `good` says which splits are.
///
/// With three cards left Bob takes one away and Alice takes one of the two
/// others: she gets a good split if at least two of the three are good (Bob
/// spoils one), so that the end of the game is a majority. Before it, Alice
/// needs one good pick ("or") and Bob must have no good reply ("and").
pub(super) fn forced<const W: usize>(good: &[[u64; W]; 20]) -> [u64; W] {
    let mut forced = [0; W];
    for after_first in ENDGAMES.chunks_exact(20) {
        let mut every_reply = [!0; W];
        for after_reply in after_first.chunks_exact(4) {
            let mut some_second = [0; W];
            for [x, y, z] in after_reply {
                let (x, y, z) = (usize::from(*x), usize::from(*y), usize::from(*z));
                for word in 0..W {
                    let (x, y, z) = (good[x][word], good[y][word], good[z][word]);
                    some_second[word] |= x & y | z & (x | y);
                }
            }
            for word in 0..W {
                every_reply[word] &= some_second[word];
            }
        }
        for word in 0..W {
            forced[word] |= every_reply[word];
        }
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

    /// A network sorts everything if it sorts all sequences of zeros and ones
    /// (Knuth, *The Art of Computer Programming* 3, 5.3.4).
    #[test]
    fn the_network_sorts() {
        for bits in 0..64 {
            let mut places: [u8; 6] = std::array::from_fn(|place| bits >> place & 1);
            for (low, high) in NETWORK {
                let (x, y) = (places[low], places[high]);
                (places[low], places[high]) = (x.min(y), x.max(y));
            }
            assert!(places.is_sorted(), "{bits:06b}");
        }
    }

    /// The bits agree with a minimax written out pick by pick, for random sets
    /// of good splits of every density.
    #[test]
    fn forced_is_the_minimax_over_picks() {
        fn plain(good: u32, alice: u8, bob: u8) -> bool {
            let picks = alice.count_ones() + bob.count_ones();
            let left = (0..6).map(|place| 1 << place).filter(|bit| (alice | bob) & bit == 0);
            match picks {
                6 => good >> split_of(alice) & 1 == 1,
                _ if picks.is_multiple_of(2) => {
                    left.into_iter().any(|bit| plain(good, alice | bit, bob))
                }
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
                    state =
                        state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
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
