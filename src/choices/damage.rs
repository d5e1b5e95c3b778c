//! Damaged texts: what a careless hand or a fuzzer makes of a right one.

use super::Choices;

/// A text with one to three places deleted, repeated, replaced or moved.
pub(crate) fn damage(bytes: &[u8], random: &mut dyn Choices) -> Vec<u8> {
    let mut text = bytes.to_vec();
    for _ in 0..random.between(1, 3) {
        let place = random.index(text.len() + 1);
        let end = (place + random.between(1, 4) as usize).min(text.len());
        match random.below(5) {
            0 => drop(text.drain(place..end)),
            1 => {
                let piece = text[place..end].to_vec();
                text.splice(place..place, piece);
            }
            2 => text.insert(place, random.below(256) as u8),
            3 => text.insert(place, *random.pick(b" \n\r\t019#.=ADFJKZP-")),
            _ => text.truncate(place),
        }
    }
    text
}
