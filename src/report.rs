//! What people read: findings and tables.

mod diff;
mod finding;
mod table;

pub use diff::{diff, diff_of_values, visible};
pub use finding::{finding, parting};
pub use table::{Row, behaviours, table};
