//! What people read: findings, tables, numbers. Styled with [`anstyle`]
//! escapes; whoever prints strips them where there is no terminal.

mod diff;
mod finding;
mod table;

pub use diff::{diff, visible};
pub use finding::{finding, parting};
pub use table::{Row, behaviours, table};

use anstyle::{AnsiColor, Style};

/// Right, or as wanted.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Wrong, or as given.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Headings.
pub const STRONG: Style = Style::new().bold();
/// Side remarks.
pub const FAINT: Style = Style::new().dimmed();

/// A number with commas between thousands.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn commas_between_thousands() {
        let shown: Vec<_> = [0, 999, 1000, 1234567].map(super::thousands).into();
        assert_eq!(shown, ["0", "999", "1,000", "1,234,567"]);
    }
}
