//! Poker Game: Decision.
use duipai::problems::poker::Poker;

#[test]
fn laws() {
    duipai::laws::check::<Poker>();
}
