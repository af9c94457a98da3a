//! What earlier parts of a search found out, by the key of the position.
//!
//! A fixed number of entries in groups of four. Within a group the shallowest and oldest entry makes
//! room for a new one. Mates are stored as distances from the stored position, not from the root, so
//! that they are right wherever the position is met again.

use super::score::{LONGEST, MATE};

/// A move in sixteen bits: from, to and promotion; 0 for none.
pub(super) type Code = u16;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// At most this.
    Upper,
    /// At least this.
    Lower,
    /// Exactly this.
    Exact,
}

/// What is remembered about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub code: Code,
    score: i16,
    depth: i8,
    age: u8,
    pub bound: Bound,
}

const EMPTY: Entry = Entry { key: 0, code: 0, score: 0, depth: -1, age: 0, bound: Bound::Upper };

type Group = [Entry; 4];

/// Scores beyond this are mates.
const NEAR_MATE: i32 = MATE - LONGEST as i32;

impl Entry {
    /// The score as seen from a distance of `ply` to the root.
    pub fn score(&self, ply: usize) -> i32 {
        match i32::from(self.score) {
            score if score > NEAR_MATE => score - ply as i32,
            score if score < -NEAR_MATE => score + ply as i32,
            score => score,
        }
    }

    pub fn depth(&self) -> i32 {
        i32::from(self.depth)
    }
}

/// The transposition table.
pub(super) struct Table {
    groups: Vec<Group>,
    age: u8,
}

impl Table {
    /// A table of about so many mebibytes, at least one group.
    pub fn new(mebibytes: usize) -> Table {
        let count = (mebibytes << 20) / size_of::<Group>();
        Table { groups: vec![[EMPTY; 4]; count.max(1)], age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.groups.fill([EMPTY; 4]);
        self.age = 0;
    }

    /// A new search begins: what is stored so far becomes older.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn group(&self, key: u64) -> usize {
        ((u128::from(key) * self.groups.len() as u128) >> 64) as usize
    }

    /// What is known about a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.groups[self.group(key)].iter().find(|entry| entry.key == key && entry.depth >= 0).copied()
    }

    /// Remembers a finding. A shallower one does not displace a deeper one of the same search.
    pub fn put(&mut self, key: u64, code: Code, score: i32, depth: i32, bound: Bound, ply: usize) {
        let age = self.age;
        let index = self.group(key);
        let group = &mut self.groups[index];
        let score = match score {
            score if score > NEAR_MATE => score + ply as i32,
            score if score < -NEAR_MATE => score - ply as i32,
            score => score,
        };
        let worth = |entry: &Entry| i32::from(entry.depth) - 4 * i32::from(age.wrapping_sub(entry.age));
        let same = group.iter().position(|entry| entry.key == key);
        let Some(slot) = same.or_else(|| (0..4).min_by_key(|&slot| worth(&group[slot]))) else { return };
        let old = &mut group[slot];
        let is_same = same.is_some();
        if is_same && bound != Bound::Exact && old.age == age && i32::from(old.depth) > depth + 2 {
            return;
        }
        // A bound without a move does not forget the move that was good before.
        let code = if code == 0 && is_same { old.code } else { code };
        *old = Entry { key, code, score: score as i16, depth: depth.clamp(0, 127) as i8, age, bound };
    }

    /// How full the table is with findings of this search, in thousandths.
    pub fn fullness(&self) -> u32 {
        let sample = self.groups.iter().take(250).flatten();
        let used = sample.clone().filter(|entry| entry.depth >= 0 && entry.age == self.age).count();
        (1000 * used / sample.count()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_stored_as_distances_from_the_position() {
        let mut table = Table::new(1);
        table.put(7, 1, MATE - 9, 3, Bound::Exact, 4);
        let entry = table.get(7).unwrap();
        assert_eq!((entry.score(4), entry.score(0)), (MATE - 9, MATE - 5));
        table.put(8, 1, -(MATE - 9), 3, Bound::Exact, 4);
        assert_eq!(table.get(8).unwrap().score(6), -(MATE - 11));
        assert!(table.get(9).is_none());
    }

    #[test]
    fn deep_findings_survive_shallow_ones() {
        let mut table = Table::new(0);
        for key in 1..=4 {
            table.put(key, 1, 0, 10 + key as i32, Bound::Exact, 0);
        }
        table.put(5, 1, 0, 1, Bound::Exact, 0);
        table.put(6, 1, 0, 1, Bound::Exact, 0);
        let known: Vec<u64> = (1..=6).filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(known, [2, 3, 4, 6]);
        assert_eq!(table.fullness(), 1000);
        table.clear();
        assert_eq!(table.fullness(), 0);
    }
}
