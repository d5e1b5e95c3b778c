//! Equal programs, counted.

use super::mask::reachable;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// How many masks are looked up by going through them; above it a hash table
/// is faster.
const FEW: usize = 32;

/// Different masks with how many programs have each.
#[derive(Default)]
pub(crate) struct Groups {
    masks: Vec<u32>,
    weights: Vec<u64>,
    /// The group of every mask that has come; empty while there are few.
    known: HashMap<u32, u32, BuildHasherDefault<MaskHasher>>,
}

/// Spreads masks by one multiplication. There are only 2²¹ of them, and an
/// input with many that collide is still read in a second.
#[derive(Default)]
struct MaskHasher(u64);

impl Hasher for MaskHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, mask: u32) {
        // 2⁶⁴ divided by the golden ratio; the best bits come out on top.
        let product = (self.0 ^ u64::from(mask)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product.rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Groups {
    /// Counts one more program with this mask and returns its group.
    #[inline]
    pub(crate) fn add(&mut self, mask: u32) -> u32 {
        let group = match self.known.get(&mask) {
            Some(group) => *group,
            None if self.known.is_empty() => self.among_few(mask),
            None => self.new_among_many(mask),
        };
        self.weights[group as usize] += 1;
        group
    }

    fn among_few(&mut self, mask: u32) -> u32 {
        if let Some(group) = self.masks.iter().position(|known| *known == mask) {
            return group as u32;
        }
        if self.masks.len() < FEW {
            return self.push(mask);
        }
        for (mask, group) in self.masks.iter().zip(0..) {
            self.known.insert(*mask, group);
            self.known.insert(mask & reachable(*mask), group);
        }
        self.new_among_many(mask)
    }

    /// A mask that has not come yet. It joins a group whose programs choose
    /// alike in all histories that can occur; with thousands of programs that
    /// leaves several times fewer groups.
    fn new_among_many(&mut self, mask: u32) -> u32 {
        let occurring = mask & reachable(mask);
        let group = match self.known.get(&occurring) {
            Some(group) => *group,
            None => self.push(mask),
        };
        self.known.insert(occurring, group);
        self.known.insert(mask, group);
        group
    }

    fn push(&mut self, mask: u32) -> u32 {
        self.masks.push(mask);
        self.weights.push(0);
        (self.masks.len() - 1) as u32
    }

    /// The number of groups.
    pub(crate) fn len(&self) -> usize {
        self.masks.len()
    }

    /// The mask of each group.
    pub(crate) fn masks(&self) -> &[u32] {
        &self.masks
    }

    /// The number of programs in each group.
    pub(crate) fn weights(&self) -> &[u64] {
        &self.weights
    }
}
