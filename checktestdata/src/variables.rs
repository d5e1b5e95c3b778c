//! The variables of a run.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::ast::Name;
use crate::program::Program;
use crate::values::{Int, Value};

/// The indices of one element of an array: none for the plain variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Index {
    /// The plain variable.
    Plain,
    /// `a[i]`, without a list of its own, because nearly all are of this kind.
    One(Int),
    /// `a[i, j, …]`.
    Many(Vec<Int>),
}

impl Index {
    /// The index of these numbers.
    pub fn new(mut numbers: Vec<Int>) -> Self {
        match numbers.len() {
            0 => Self::Plain,
            1 => numbers.pop().map_or(Self::Plain, Self::One),
            _ => Self::Many(numbers),
        }
    }
}

/// As it is written after a name.
impl std::fmt::Display for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Plain => Ok(()),
            Self::One(number) => write!(f, "[{number}]"),
            Self::Many(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(Int::to_string).collect();
                write!(f, "[{}]", numbers.join(","))
            }
        }
    }
}

/// The values of all variables of a program.
#[derive(Debug)]
pub struct Variables {
    slots: Vec<Slot>,
    changes: u64,
}

#[derive(Debug, Default)]
struct Slot {
    plain: Option<Value>,
    entries: HashMap<Index, Value>,
    /// How often each value occurs, where the program asks for it.
    counts: Option<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    times: HashMap<Value, u64>,
    /// How many values occur more than once.
    repeated: u64,
}

impl Counts {
    fn add(&mut self, value: &Value) {
        let times = self.times.entry(value.clone()).or_default();
        *times += 1;
        self.repeated += u64::from(*times == 2);
    }

    fn remove(&mut self, value: &Value) {
        let Some(times) = self.times.get_mut(value) else { return };
        *times -= 1;
        let left = *times;
        self.repeated -= u64::from(left == 1);
        if left == 0 {
            self.times.remove(value);
        }
    }
}

impl Variables {
    /// No variable of the program has a value.
    pub fn new(program: &Program) -> Self {
        let slot =
            |&counted: &bool| Slot { counts: counted.then(Counts::default), ..Slot::default() };
        Self { slots: program.counted.iter().map(slot).collect(), changes: 0 }
    }

    /// The value of a variable, if it has one.
    pub fn get(&self, name: Name, index: &Index) -> Option<&Value> {
        let slot = &self.slots[name.0];
        match index {
            Index::Plain => slot.plain.as_ref(),
            _ => slot.entries.get(index),
        }
    }

    /// Gives a variable a value.
    pub fn set(&mut self, name: Name, index: Index, value: Value) {
        let slot = &mut self.slots[name.0];
        if let Some(counts) = &mut slot.counts {
            counts.add(&value);
        }
        // Whether it is the same of the same type: 1 and 1.0 are equal, and yet
        // 1/2 and 1.0/2 differ.
        let same = |old: &Value| *old == value && old.kind() == value.kind();
        let old = match index {
            Index::Plain => {
                self.changes += u64::from(!slot.plain.as_ref().is_some_and(same));
                slot.plain.replace(value)
            }
            _ => {
                self.changes += u64::from(!slot.entries.get(&index).is_some_and(same));
                slot.entries.insert(index, value)
            }
        };
        if let (Some(counts), Some(old)) = (&mut slot.counts, old) {
            counts.remove(&old);
        }
    }

    /// Takes away all values of a name.
    pub fn unset(&mut self, name: Name) {
        let slot = &mut self.slots[name.0];
        self.changes += u64::from(slot.plain.is_some() || !slot.entries.is_empty());
        slot.plain = None;
        slot.entries = HashMap::new();
        if let Some(counts) = &mut slot.counts {
            *counts = Counts::default();
        }
    }

    /// How often a variable got another value than it had, or lost it: if this
    /// stays, all variables are as they were.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// How many values a name has.
    pub fn len(&self, name: Name) -> usize {
        let slot = &self.slots[name.0];
        slot.entries.len() + usize::from(slot.plain.is_some())
    }

    /// Whether a name has no value.
    pub fn is_empty(&self, name: Name) -> bool {
        self.len(name) == 0
    }

    /// Whether one of the values of a name is this one. Quick for a name that
    /// the program asks it of.
    pub fn contains(&self, name: Name, value: &Value) -> bool {
        let slot = &self.slots[name.0];
        match &slot.counts {
            Some(counts) => counts.times.contains_key(value),
            None => self.values(name).any(|(_, other)| other == value),
        }
    }

    /// All values of a name, in no particular order.
    fn values(&self, name: Name) -> impl Iterator<Item = (Index, &Value)> {
        let slot = &self.slots[name.0];
        let plain = slot.plain.iter().map(|value| (Index::Plain, value));
        plain.chain(slot.entries.iter().map(|(index, value)| (index.clone(), value)))
    }

    /// An index that one of these names has and another one has not.
    pub fn index_not_shared(&self, names: &[Name]) -> Option<(Name, Name, Index)> {
        let (&first, others) = names.split_first()?;
        for &other in others {
            for (has, lacks) in [(first, other), (other, first)] {
                let lacking = self.values(has).map(|(index, _)| index);
                let missing = lacking.filter(|index| self.get(lacks, index).is_none()).min();
                if let Some(index) = missing {
                    return Some((has, lacks, index));
                }
            }
        }
        None
    }

    /// Whether no two indices hold the same values of all these names, which
    /// have the same indices. Constant time for one name that the program asks
    /// it of, else time and memory in the number of values.
    pub fn unique(&self, names: &[Name]) -> bool {
        if let ([name], Some(counts)) =
            (names, names.first().and_then(|name| self.slots[name.0].counts.as_ref()))
        {
            debug_assert!(counts.times.len() <= self.len(*name));
            return counts.repeated == 0;
        }
        let Some(&first) = names.first() else { return true };
        let mut seen = HashSet::new();
        self.values(first).all(|(index, _)| seen.insert(self.row(names, &index)))
    }

    /// The first two indices, in their order, that hold the same values.
    pub fn repeated(&self, names: &[Name]) -> Option<(Index, Index)> {
        let &first = names.first()?;
        let mut indices: Vec<Index> = self.values(first).map(|(index, _)| index).collect();
        indices.sort();
        let mut seen = HashMap::new();
        indices.into_iter().find_map(|index| {
            let row = self.row(names, &index);
            match seen.get(&row) {
                Some(earlier) => Some((Index::clone(earlier), index)),
                None => {
                    seen.insert(row, index);
                    None
                }
            }
        })
    }

    fn row(&self, names: &[Name], index: &Index) -> Vec<Option<&Value>> {
        names.iter().map(|&name| self.get(name, index)).collect()
    }

    /// All values of a name by their indices.
    pub fn sorted(&self, name: Name) -> BTreeMap<Index, &Value> {
        self.values(name).collect()
    }
}
