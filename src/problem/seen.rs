//! Which behaviours occurred.

/// Which behaviours occurred.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seen {
    /// 64 to a word; no word behind the last that has one.
    words: Vec<u64>,
}

impl Seen {
    /// Marks the behaviour with this index in
    /// [`About::behaviours`](super::About::behaviours).
    pub fn mark(&mut self, behaviour: usize) {
        let (word, bit) = (behaviour / 64, behaviour % 64);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    /// Marks it if the condition holds.
    pub fn mark_if(&mut self, condition: bool, behaviour: usize) {
        if condition {
            self.mark(behaviour);
        }
    }

    /// Whether it occurred.
    pub fn has(&self, behaviour: usize) -> bool {
        self.words.get(behaviour / 64).is_some_and(|word| word >> (behaviour % 64) & 1 == 1)
    }

    /// The indices of all that occurred.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..64 * self.words.len()).filter(|behaviour| self.has(*behaviour))
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn as_many_behaviours_as_there_are() {
        let mut seen = Seen::default();
        [3, 1_000, 64, 63, 3].into_iter().for_each(|behaviour| seen.mark(behaviour));
        seen.mark_if(false, 5);
        assert_eq!(seen.iter().collect::<Vec<_>>(), [3, 63, 64, 1_000]);
        assert!(seen.has(64) && !seen.has(65) && !seen.has(1 << 40));
    }
}
