//! The problem strategy.
use duipai::problems::strategy::Strategy;

#[test]
fn laws() {
    duipai::laws::check::<Strategy>();
}
