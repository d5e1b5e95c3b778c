//! Equal programs, counted.

use super::mask::{HISTORIES, reachable};

/// How many masks are looked up by going through them; above it, a table over
/// all masks is worth its 8 MB.
const FEW: usize = 32;
const NONE: u32 = u32::MAX;

/// Different masks with how many programs have each.
#[derive(Default)]
pub(crate) struct Groups {
    masks: Vec<u32>,
    weights: Vec<u64>,
    /// The group of every mask; empty while there are few.
    table: Vec<u32>,
}

impl Groups {
    /// Counts one more program with this mask and returns its group.
    #[inline]
    pub(crate) fn add(&mut self, mask: u32) -> u32 {
        let group = match self.table.get(mask as usize) {
            Some(&group) if group != NONE => group,
            Some(_) => self.new_in_table(mask),
            None => self.among_few(mask),
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
        self.table = vec![NONE; 1 << HISTORIES];
        for (group, mask) in self.masks.iter().enumerate() {
            self.table[*mask as usize] = group as u32;
            self.table[(mask & reachable(*mask)) as usize] = group as u32;
        }
        self.new_in_table(mask)
    }

    /// A mask that has not come yet. It joins a group whose programs choose
    /// alike in all histories that can occur; with thousands of programs that
    /// leaves several times fewer groups.
    fn new_in_table(&mut self, mask: u32) -> u32 {
        let occurring = (mask & reachable(mask)) as usize;
        let group = match self.table[occurring] {
            NONE => self.push(mask),
            group => group,
        };
        self.table[occurring] = group;
        self.table[mask as usize] = group;
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
