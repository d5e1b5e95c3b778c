//! How large an instance is.

/// How large an instance is: two counts, the first of them the more important.
/// A problem with one count leaves the second 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(pub u64, pub u64);

impl Size {
    /// Whether the other is at most a few times as large: what a
    /// [`Problem::neighbour`](super::Problem::neighbour) may be.
    pub fn is_near(self, other: Self) -> bool {
        let near = |one: u64, other: u64| other <= one.saturating_mul(4).saturating_add(16);
        near(self.0, other.0) && near(self.1, other.1)
    }

    /// The size in words: `3 pigs, 1 card in the deck`.
    pub fn describe(self, units: &[impl AsRef<str>]) -> String {
        let count = |number: u64, unit: &str| match (number, unit.split_once(' ')) {
            (1, None) => format!("1 {}", unit.strip_suffix('s').unwrap_or(unit)),
            (1, Some((first, rest))) => {
                format!("1 {} {rest}", first.strip_suffix('s').unwrap_or(first))
            }
            _ => format!("{number} {unit}"),
        };
        match units {
            [] => format!("{}", self.0),
            [one] => count(self.0, one.as_ref()),
            [one, two, ..] => {
                format!("{}, {}", count(self.0, one.as_ref()), count(self.1, two.as_ref()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn sizes_read_as_english() {
        let units = ["pigs", "cards in the deck"];
        assert_eq!(Size(2, 1).describe(&units), "2 pigs, 1 card in the deck");
        assert_eq!(Size(1, 12).describe(&units[..1]), "1 pig");
    }
}
