//! A round by kinds of card: for counting what happens, not for speed.

/// Split pairs by the player who has no copy: between B and C, A and C, A and B.
pub(super) type Split = [u32; 3];

/// One of the ways to play a round, by kinds of card.
#[derive(Debug, Clone, Copy)]
pub(super) struct Played {
    /// What is split afterwards.
    pub(super) after: Split,
    /// The number of choices of cards of these kinds; [`u128::MAX`] if it is
    /// larger.
    pub(super) ways: u128,
    /// How the round came to its end.
    pub(super) end: End,
    /// Whether some player had nothing to pass.
    pub(super) passed_nothing: bool,
}

/// How a round can end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// No card was left before C's turn was over.
    Inside,
    /// C has passed, a pair was made; perhaps no card is left now.
    Full,
    /// C has passed and no pair was made.
    WithoutPair,
}

/// All ways to play a round from a state in which some card is left: at most
/// eight.
pub(super) fn round(split: Split) -> Vec<Played> {
    let mut all = Vec::new();
    let start = Played { after: split, ways: 1, end: End::WithoutPair, passed_nothing: false };
    step(start, 0, &mut all);
    all
}

fn step(so_far: Played, player: usize, all: &mut Vec<Played>) {
    let split = so_far.after;
    if player == 3 {
        all.push(so_far);
        return;
    }
    if split == [0; 3] {
        all.push(Played { end: End::Inside, ..so_far });
        return;
    }
    // A card that the receiver has too makes a pair there: the pair without a
    // copy at the player before. One that the player before has too is then
    // split between the other two.
    let (receiver, before) = ((player + 1) % 3, (player + 2) % 3);
    let pass = |kind: usize, end, all: &mut Vec<Played>| {
        if let Some(less) = split[kind].checked_sub(1) {
            let mut after = split;
            after[kind] = less;
            if kind == receiver {
                after[player] += 1;
            }
            let ways = so_far.ways.saturating_mul(u128::from(split[kind]));
            step(Played { after, ways, end, ..so_far }, player + 1, all);
        }
    };
    pass(before, End::Full, all);
    pass(receiver, so_far.end, all);
    if split[receiver] + split[before] == 0 {
        step(Played { passed_nothing: true, ..so_far }, player + 1, all);
    }
}
