//! The problem pigs.
use duipai::problems::pigs::Pigs;
#[test]
fn laws() {
    duipai::laws::check::<Pigs>();
}
