//! The problems: one folder each.
pub mod fishing;
pub mod pigs;
pub mod poker;
pub mod split;
pub mod strategy;
