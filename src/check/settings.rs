//! How often and how long two functions are compared.

use crate::campaign::HANG;
use crate::words;
use std::env::VarError;
use std::time::Duration;

/// The variable that chooses the seed: a number.
pub const SEED_VARIABLE: &str = "DUIPAI_SEED";
/// The variable that chooses how many inputs are compared: a number from 1.
pub const CASES_VARIABLE: &str = "DUIPAI_CASES";
/// The variable that chooses for how long: `10s`, `500ms`, `2m`.
pub const TIME_VARIABLE: &str = "DUIPAI_TIME";
/// The variable that chooses one input: its index.
pub const AT_VARIABLE: &str = "DUIPAI_AT";

/// Inputs. A mistake that shows in one of a thousand is missed once in 22,000
/// times; functions of some microseconds take less than a tenth of a second,
/// which nobody notices in a test.
const CASES: u64 = 10_000;
/// Functions that take milliseconds are compared less often: a test should end.
const TIME: Duration = Duration::from_secs(10);

/// See [`super::Comparison`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) seed: u64,
    pub(super) cases: u64,
    pub(super) at: Option<u64>,
    pub(super) time: Duration,
    pub(super) hang: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seed: 0, cases: CASES, at: None, time: TIME, hang: HANG }
    }
}

/// A variable of the environment that means nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{variable} is `{value}` in the environment: expected {expected}")]
pub struct WrongVariable {
    variable: &'static str,
    value: String,
    expected: String,
}

impl Settings {
    /// With what the environment says instead.
    pub(super) fn or_from_environment(self) -> Result<Self, WrongVariable> {
        self.or_from(|variable| match std::env::var(variable) {
            Ok(value) => Some(value),
            Err(VarError::NotPresent) => None,
            Err(VarError::NotUnicode(value)) => Some(value.to_string_lossy().into_owned()),
        })
    }

    fn or_from(self, get: impl Fn(&str) -> Option<String>) -> Result<Self, WrongVariable> {
        let number = |variable, least: u64| {
            let Some(value) = get(variable) else { return Ok(None) };
            match value.parse() {
                Ok(number) if number >= least => Ok(Some(number)),
                _ => {
                    let expected = format!("a number from {least} to {}", u64::MAX);
                    Err(WrongVariable { variable, value, expected })
                }
            }
        };
        let time = match get(TIME_VARIABLE) {
            None => self.time,
            Some(value) => words::duration(&value).map_err(|why| WrongVariable {
                variable: TIME_VARIABLE,
                value,
                expected: format!("a time; {why}"),
            })?,
        };
        Ok(Self {
            seed: number(SEED_VARIABLE, 0)?.unwrap_or(self.seed),
            cases: number(CASES_VARIABLE, 1)?.unwrap_or(self.cases),
            at: number(AT_VARIABLE, 0)?.or(self.at),
            time,
            hang: self.hang,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(pairs: &[(&str, &str)]) -> Result<Settings, String> {
        let get = |name: &str| {
            pairs.iter().find(|(variable, _)| *variable == name).map(|(_, v)| (*v).to_owned())
        };
        let own = Settings { seed: 3, cases: 5, ..Settings::default() };
        own.or_from(get).map_err(|error| error.to_string())
    }

    #[test]
    fn what_the_environment_says_counts() {
        let own = Settings { seed: 3, cases: 5, ..Settings::default() };
        assert_eq!(from(&[]), Ok(own.clone()));
        let all = [
            (SEED_VARIABLE, "18446744073709551615"),
            (CASES_VARIABLE, "1"),
            (TIME_VARIABLE, "2m"),
            (AT_VARIABLE, "0"),
        ];
        let time = Duration::from_secs(120);
        let expected = Settings { seed: u64::MAX, cases: 1, at: Some(0), time, hang: HANG };
        assert_eq!(from(&all), Ok(expected));
    }

    #[test]
    fn what_means_nothing_is_named() {
        for (variable, value, expected) in [
            (SEED_VARIABLE, "x", "a number from 0 to 18446744073709551615"),
            (SEED_VARIABLE, "", "a number from 0 to 18446744073709551615"),
            (AT_VARIABLE, "-1", "a number from 0 to 18446744073709551615"),
            (CASES_VARIABLE, "0", "a number from 1 to 18446744073709551615"),
            (CASES_VARIABLE, "18446744073709551616", "a number from 1 to 18446744073709551615"),
            (TIME_VARIABLE, "10", "a time; a unit is missing: 10s, 10ms or 10m?"),
        ] {
            let message =
                format!("{variable} is `{value}` in the environment: expected {expected}");
            assert_eq!(from(&[(variable, value)]), Err(message));
        }
        assert!(from(&[(TIME_VARIABLE, "soon")]).is_err());
    }
}
