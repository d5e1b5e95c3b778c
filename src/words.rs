//! Numbers in words.

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

/// A number of things in words: `1 try`, `1,234 tries`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_thing_is_not_several() {
        let shown: Vec<_> =
            [0, 1, 2, 1000].map(|number| super::counted(number, "try", "tries")).into();
        assert_eq!(shown, ["0 tries", "1 try", "2 tries", "1,000 tries"]);
    }

    #[test]
    fn commas_between_thousands() {
        let shown: Vec<_> = [0, 999, 1000, 1234567].map(super::thousands).into();
        assert_eq!(shown, ["0", "999", "1,000", "1,234,567"]);
    }
}
