//! The textbook program for Fishing Game, to measure against: whole rounds over
//! three numbers of split pairs, with a memory.

use duipai_reference::fishing::Deal;

const P: u64 = 1_000_000_007;

/// The number of ways modulo 1,000,000,007, in about n³ states with up to 27
/// transitions each and 8 (2n + 1)³ bytes of memory: for n up to about 100. It
/// recurses as deep as there are pairs.
pub(crate) fn fishing(deal: &Deal) -> u32 {
    let n = deal.n();
    // Who has the copies of each value: bit 0 for A, 1 for B, 2 for C.
    let mut holders = vec![0u8; 3 * n + 1];
    for (player, hand) in deal.hands().iter().enumerate() {
        for value in hand {
            holders[usize::from(*value)] |= 1 << player;
        }
    }
    let split = |players| holders.iter().filter(|by| **by == players).count();
    let mut memo = Memo { side: 2 * n + 1, ways: vec![None; (2 * n + 1).pow(3)] };
    memo.round([split(0b110), split(0b101), split(0b011)]) as u32
}

struct Memo {
    side: usize,
    ways: Vec<Option<u32>>,
}

/// What a player can do: pass a card that the receiver has, pass one that the
/// other player has, or, without cards, nothing.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Pair,
    Other,
    Nothing,
}

const STEPS: [Step; 3] = [Step::Pair, Step::Other, Step::Nothing];

impl Memo {
    /// From the start of a round; pairs split between B and C, A and C, A and B.
    fn round(&mut self, split: [usize; 3]) -> u64 {
        if split == [0; 3] {
            return 1;
        }
        let place = (split[0] * self.side + split[1]) * self.side + split[2];
        if let Some(known) = self.ways[place] {
            return u64::from(known);
        }
        let mut total = 0;
        for a in STEPS {
            for b in STEPS {
                for c in STEPS {
                    if [a, b, c].contains(&Step::Pair) {
                        let mut after = split;
                        let ways = play(&mut after, 0, a)
                            * play(&mut after, 1, b)
                            * play(&mut after, 2, c);
                        if ways > 0 {
                            total = (total + ways % P * self.round(after)) % P;
                        }
                    }
                }
            }
        }
        self.ways[place] = Some(total as u32);
        total
    }
}

/// Changes what is split and says in how many ways that can be done.
fn play(split: &mut [usize; 3], player: usize, step: Step) -> u64 {
    // Split pairs stand at the player who has no copy.
    let (receiver, other) = ((player + 1) % 3, (player + 2) % 3);
    let (to_pair, to_other) = (split[other], split[receiver]);
    match step {
        Step::Pair if to_pair > 0 => {
            split[other] -= 1;
            to_pair as u64
        }
        Step::Other if to_other > 0 => {
            split[receiver] -= 1;
            split[player] += 1;
            to_other as u64
        }
        Step::Nothing if to_pair + to_other == 0 => 1,
        _ => 0,
    }
}
