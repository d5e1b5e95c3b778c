//! Fishing Game (Romanian Master of Informatics 2019).
//!
//! 3n kinds of card, two copies of each, are dealt to three players A, B and C,
//! 2n cards each. First everybody discards the pairs in hand. Then they play
//! rounds: A passes one card to B, B one to C, C one to A, one after the other.
//! A player who receives the second copy of a card discards the pair at once; a
//! player without cards passes nothing. Every round must discard at least one
//! pair. In how many ways can the game go on until no card is left, modulo
//! 1,000,000,007?
//!
//! [`cards`] plays every game with the cards themselves. [`steps`] is the same
//! recursion with a memory, over the numbers of pairs that are split between
//! two players.

pub mod cards;
pub mod steps;
mod text;

pub use text::Deals;

/// What the number of ways is reduced by.
pub const MODULUS: u64 = 1_000_000_007;

/// The largest n that is accepted. The contest stops at 99; twenty times as
/// much still lets the solver end within seconds.
pub const MAX_N: usize = 2000;

/// One deal: three hands of 2n cards, before the first discard.
///
/// Every value from 1 to 3n occurs exactly twice, possibly both times in one
/// hand. The cards of a hand are kept in the order of the input.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Deal {
    hands: [Vec<u16>; 3],
}

/// The number of ways modulo [`MODULUS`].
pub type Ways = u32;

impl Deal {
    /// A deal of these hands (of A, of B, of C), or what is wrong with them.
    pub fn new(hands: [Vec<u16>; 3]) -> Result<Self, String> {
        let [a, b, c] = &hands;
        let n = a.len() / 2;
        if !(1..=MAX_N).contains(&n) {
            return Err(format!("n is {n}, not from 1 to {MAX_N}"));
        }
        if [a, b, c].iter().any(|hand| hand.len() != 2 * n) {
            return Err(format!("hands of {}, {} and {} cards", a.len(), b.len(), c.len()));
        }
        let mut copies = vec![0u8; 3 * n + 1];
        for value in hands.iter().flatten() {
            match copies.get_mut(usize::from(*value)) {
                Some(count) if *value > 0 && *count < 2 => *count += 1,
                Some(_) if *value > 0 => return Err(format!("value {value} occurs three times")),
                _ => return Err(format!("value {value} is not from 1 to {}", 3 * n)),
            }
        }
        // 6n cards, none of the 3n values more than twice: each exactly twice.
        Ok(Self { hands })
    }

    /// Half the number of cards in a hand.
    pub fn n(&self) -> usize {
        self.hands[0].len() / 2
    }

    /// The hands of A, of B and of C.
    pub fn hands(&self) -> &[Vec<u16>; 3] {
        &self.hands
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_deal_is_refused() {
        let new = |hands: [&[u16]; 3]| Deal::new(hands.map(<[u16]>::to_vec));
        assert!(new([&[1, 3], &[1, 2], &[2, 3]]).is_ok());
        for (hands, why) in [
            ([&[][..], &[][..], &[][..]], "n is 0, not from 1 to 2000"),
            ([&[1, 3], &[1, 2, 2], &[3]], "hands of 2, 3 and 1 cards"),
            ([&[1, 3, 2], &[1, 2], &[3, 3]], "hands of 3, 2 and 2 cards"),
            ([&[1, 3], &[1, 2], &[1, 3]], "value 1 occurs three times"),
            ([&[1, 3], &[1, 2], &[4, 3]], "value 4 is not from 1 to 3"),
            ([&[1, 3], &[1, 0], &[2, 3]], "value 0 is not from 1 to 3"),
        ] {
            assert_eq!(new(hands).unwrap_err(), why);
        }
    }
}
