//! Styles, as [`anstyle`] escapes; whoever prints strips them where there is no
//! terminal.

use anstyle::{AnsiColor, Style};

/// Right, or as wanted.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Wrong, or as given.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Headings.
pub const STRONG: Style = Style::new().bold();
/// Side remarks.
pub const FAINT: Style = Style::new().dimmed();

/// A text without the escapes of styles (`ESC [ … m`).
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find('\u{1b}') {
        plain.push_str(&rest[..place]);
        rest = rest[place..].find('m').map_or("", |end| &rest[place + end + 1..]);
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    #[test]
    fn styles_are_removed() {
        let style = super::BAD;
        assert_eq!(super::plain(&format!("a {style}b{style:#} c")), "a b c");
    }
}
