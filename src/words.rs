//! Numbers in words, and times that are read.

use std::time::Duration;

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

/// The longest time that can be asked for: a century is as good as no limit, and
/// a moment that far ahead is still one on every system's clock (the largest
/// numbers of seconds are not).
const MOST_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// A duration such as `15s`, `500ms`, `2m`, `1h`; a century at most.
///
/// # Errors
///
/// What is wrong with it, for who wrote it.
pub fn duration(text: &str) -> Result<Duration, String> {
    if text.chars().all(|c| c.is_ascii_digit()) && !text.is_empty() {
        return Err(format!("a unit is missing: {text}s, {text}ms or {text}m?"));
    }
    let too_long = || "too long: at most 36500 days".to_owned();
    match humantime::parse_duration(text) {
        Ok(time) if time > MOST_TIME => Err(too_long()),
        Ok(time) => Ok(time),
        Err(humantime::DurationError::NumberOverflow) => Err(too_long()),
        Err(error) => Err(format!("{error} (examples: 15s, 500ms, 2m)")),
    }
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
