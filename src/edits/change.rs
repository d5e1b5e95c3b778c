//! Another text like this one.

use super::lines::{Lines, Place};
use super::stages::{self, Cut, Edit};
use crate::choices::Choices;

/// The text with one small change, drawn from `choices`: a number, two words
/// swapped, a letter; an element more or less while a number ahead of it follows.
/// It may be the same text, and need be no input.
pub fn changed(text: &str, choices: &mut dyn Choices) -> String {
    let lines = Lines::of(text);
    let places: Vec<Place> = lines.places().map(|(place, _)| place).collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let place = *choices.pick(&places);
    let other = *choices.pick(&places);
    let word = |place: Place| lines.word(place).map_or("", |word| &*word.text).to_owned();
    let set = |set: Vec<(Place, String)>| lines.with(&Edit { cut: Cut::Nothing, set });
    match choices.weighted(&[4, 2, 1, 2, 2, 2]) {
        0 => match lines.word(place).and_then(|word| word.number) {
            Some(number) => set(vec![(place, near(number, choices).to_string())]),
            None => set(vec![(place, word(other))]),
        },
        1 => set(vec![(place, word(other)), (other, word(place))]),
        2 => set(vec![(place, word(other))]),
        3 => repeated(&lines, place, choices),
        4 => removed(&lines, choices).unwrap_or_else(|| text.to_owned()),
        _ => {
            let mut letters: Vec<char> = word(place).chars().collect();
            let from: Vec<char> = word(other).chars().collect();
            let at = choices.index(letters.len());
            letters[at] = *choices.pick(&from);
            set(vec![(place, letters.into_iter().collect())])
        }
    }
}

/// A number near this one, or a plain one.
fn near(number: i64, choices: &mut dyn Choices) -> i64 {
    let by = i64::from(choices.between(1, 3));
    match choices.below(6) {
        0 => number.saturating_add(by),
        1 => number.saturating_sub(by),
        2 => number.saturating_mul(2),
        3 => number / 2,
        4 => by,
        _ => number.saturating_mul(10).saturating_add(by),
    }
}

/// A word or a line twice, and a number ahead of it one more.
fn repeated(lines: &Lines, (line, place): Place, choices: &mut dyn Choices) -> String {
    let counts: Vec<(Place, i64)> = lines
        .places()
        .filter(|(at, _)| *at < (line, place))
        .filter_map(|(at, word)| Some((at, word.number?)))
        .collect();
    let mut more = lines.clone();
    if !counts.is_empty() {
        let (at, value) = *choices.pick(&counts);
        more.0[at.0].words[at.1].text = value.saturating_add(1).to_string();
    }
    if choices.chance(1, 2) {
        let twice = more.0[line].clone();
        more.0.insert(line, twice);
    } else {
        let twice = more.0[line].words[place].clone();
        more.0[line].words.insert(place + 1, twice);
        // The first of a line may have no gap ahead of it.
        more.0[line].words[place + 1].apart();
    }
    more.with(&Edit { cut: Cut::Nothing, set: Vec::new() })
}

/// One of the smallest cuts.
fn removed(lines: &Lines, choices: &mut dyn Choices) -> Option<String> {
    let cuts = stages::smallest_cuts(lines, choices.below(4));
    if cuts.is_empty() {
        return None;
    }
    Some(lines.with(choices.pick(&cuts)))
}

#[cfg(test)]
mod tests {
    use super::changed;
    use crate::choices::{Random, Zeros};
    use std::collections::HashSet;

    #[test]
    fn changes_are_of_many_kinds_and_keep_lists_whole_often_enough() {
        let text = "3\n10 20 30\n";
        let mut whole = HashSet::new();
        for seed in 0..2_000 {
            let other = changed(text, &mut Random::new(seed, 0));
            let words: Vec<&str> = other.split_ascii_whitespace().collect();
            if words.first().is_some_and(|n| n.parse() == Ok(words.len() - 1)) {
                whole.insert(other);
            }
        }
        let longer = whole.iter().any(|text| text.starts_with("4\n"));
        let shorter = whole.iter().any(|text| text.starts_with("2\n"));
        assert!(longer && shorter && whole.len() > 50, "{whole:?}");
        for text in ["", "\n", "a", "猪 x\n"] {
            changed(text, &mut Zeros);
            (0..200).for_each(|seed| drop(changed(text, &mut Random::new(seed, 0))));
        }
    }
}
