//! What earlier parts of a search found out, by the key of the position.
//!
//! A fixed number of entries in groups of four, one cache line each. Within a group the shallowest
//! and oldest entry makes room for a new one. All threads of a search share the table without locks:
//! an entry is two words, the finding and the key mixed with it, and an entry whose halves come from
//! two different writers does not fit its key and counts as none *[Hyatt and Mann 2002]*. Mates are
//! stored as distances from the stored position, not from the root, so that they are right wherever
//! the position is met again.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::{
    code::Code,
    prefetch::prefetch,
    score::{NEAR_WIN, UNKNOWN},
};

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

impl Bound {
    /// What a search with this window knows about the score that it found.
    pub fn of(score: i32, alpha: i32, beta: i32) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether a score with this bound says more than a guess.
    pub fn tells(self, score: i32, guess: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > guess,
            Bound::Upper => score < guess,
        }
    }
}

/// What is remembered about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub code: Code,
    score: i16,
    evaluation: i16,
    pub depth: i32,
    pub bound: Bound,
    /// Whether the position was once on a principal variation.
    pub was_principal: bool,
    age: u8,
}

/// A finding to be stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub code: Code,
    pub score: i32,
    pub evaluation: i32,
    pub depth: i32,
    pub bound: Bound,
    pub was_principal: bool,
}

/// Ages are counted to this and begin again.
const AGES: u8 = 32;

impl Entry {
    fn unpack(word: u64) -> Option<Entry> {
        let bound = match word >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            code: Code::from_bits(word as u16),
            score: (word >> 16) as i16,
            evaluation: (word >> 32) as i16,
            depth: i32::from((word >> 48) as u8),
            bound,
            was_principal: word >> 58 & 1 == 1,
            age: (word >> 59) as u8,
        })
    }

    fn pack(&self) -> u64 {
        let bound: u64 = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(self.code.bits())
            | u64::from(self.score.cast_unsigned()) << 16
            | u64::from(self.evaluation.cast_unsigned()) << 32
            | (self.depth as u64 & 255) << 48
            | bound << 56
            | u64::from(self.was_principal) << 58
            | u64::from(self.age) << 59
    }

    /// The score as seen from a distance of `ply` to the root.
    pub fn score(&self, ply: usize) -> i32 {
        match i32::from(self.score) {
            score if score > NEAR_WIN => score - ply as i32,
            score if score < -NEAR_WIN => score + ply as i32,
            score => score,
        }
    }

    /// The evaluation of the position itself, if it was computed.
    pub fn evaluation(&self) -> Option<i32> {
        (i32::from(self.evaluation) != UNKNOWN).then_some(i32::from(self.evaluation))
    }

    /// Whether the stored score decides a window.
    pub fn decides(&self, ply: usize, alpha: i32, beta: i32) -> bool {
        let score = self.score(ply);
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    word: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Group([Slot; 4]);

/// The transposition table.
pub(super) struct Table {
    groups: Vec<Group>,
    age: AtomicU8,
}

impl Table {
    /// A table of about so many mebibytes, at least one group.
    pub fn new(mebibytes: usize) -> Table {
        Table::try_new(mebibytes).expect("a table of the usual size fits into memory")
    }

    /// The same, or `None` if there is not so much memory.
    pub fn try_new(mebibytes: usize) -> Option<Table> {
        let count = ((mebibytes << 20) / size_of::<Group>()).max(1);
        let mut groups = Vec::new();
        groups.try_reserve_exact(count).ok()?;
        groups.resize_with(count, Group::default);
        Some(Table { groups, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.groups.iter().flat_map(|group| &group.0) {
            slot.mixed.store(0, Relaxed);
            slot.word.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what is stored so far becomes older.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    fn group(&self, key: u64) -> &Group {
        &self.groups[((u128::from(key) * self.groups.len() as u128) >> 64) as usize]
    }

    /// Brings a group near; what it holds is asked for later.
    #[inline]
    pub fn touch(&self, key: u64) {
        prefetch(self.group(key));
    }

    /// What is known about a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.group(key).0.iter().find_map(|slot| {
            let word = slot.word.load(Relaxed);
            if slot.mixed.load(Relaxed) ^ word == key { Entry::unpack(word) } else { None }
        })
    }

    /// Remembers a finding. A shallower one does not displace a deeper one of the same search.
    pub fn put(&self, key: u64, finding: Finding, ply: usize) {
        let age = self.age.load(Relaxed);
        let score = match finding.score {
            score if score > NEAR_WIN => score + ply as i32,
            score if score < -NEAR_WIN => score - ply as i32,
            score => score,
        };
        let mut new = Entry {
            code: finding.code,
            score: score as i16,
            evaluation: finding.evaluation as i16,
            depth: finding.depth.clamp(0, 255),
            bound: finding.bound,
            was_principal: finding.was_principal,
            age,
        };
        let slots = &self.group(key).0;
        let mut chosen = &slots[0];
        let mut least = i32::MAX;
        for slot in slots {
            let word = slot.word.load(Relaxed);
            let Some(old) = Entry::unpack(word) else {
                if least > i32::MIN {
                    (chosen, least) = (slot, i32::MIN);
                }
                continue;
            };
            if slot.mixed.load(Relaxed) ^ word == key {
                if new.bound != Bound::Exact && old.age == age && old.depth > new.depth + 3 {
                    return;
                }
                // A bound without a move does not forget the move that was good before.
                if new.code.is_none() {
                    new.code = old.code;
                }
                chosen = slot;
                break;
            }
            let worth = old.depth - 4 * i32::from((age + AGES - old.age) % AGES);
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        let word = new.pack();
        chosen.mixed.store(key ^ word, Relaxed);
        chosen.word.store(word, Relaxed);
    }

    /// How full the table is with findings of this search, in thousandths.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.groups.iter().take(250).flat_map(|group| &group.0);
        let used = sample
            .clone()
            .filter(|slot| Entry::unpack(slot.word.load(Relaxed)).is_some_and(|entry| entry.age == age))
            .count();
        (1000 * used / sample.count()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::score::MATE;

    fn finding(score: i32, depth: i32) -> Finding {
        let code = Code::from_bits(77);
        Finding { code, score, evaluation: -13, depth, bound: Bound::Exact, was_principal: true }
    }

    #[test]
    fn findings_come_back() {
        let table = Table::new(1);
        table.put(7, finding(-250, 9), 3);
        let entry = table.get(7).unwrap();
        assert_eq!((entry.code.bits(), entry.score(0), entry.evaluation(), entry.depth), (77, -250, Some(-13), 9));
        assert!(entry.was_principal && entry.bound == Bound::Exact);
        table.put(7, Finding { code: Code::NONE, evaluation: UNKNOWN, ..finding(1, 9) }, 0);
        let entry = table.get(7).unwrap();
        assert_eq!((entry.code.bits(), entry.score(0), entry.evaluation()), (77, 1, None));
    }

    #[test]
    fn mates_are_stored_as_distances_from_the_position() {
        let table = Table::new(1);
        table.put(7, finding(MATE - 9, 3), 4);
        let entry = table.get(7).unwrap();
        assert_eq!((entry.score(4), entry.score(0)), (MATE - 9, MATE - 5));
        table.put(8, finding(-(MATE - 9), 3), 4);
        assert_eq!(table.get(8).unwrap().score(6), -(MATE - 11));
        assert!(table.get(9).is_none());
    }

    #[test]
    fn deep_findings_survive_shallow_ones() {
        let table = Table::new(0);
        for key in 1..=4 {
            table.put(key, finding(0, 10 + key as i32), 0);
        }
        table.put(5, finding(0, 1), 0);
        table.put(6, finding(0, 1), 0);
        let known: Vec<u64> = (1..=6).filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(known, [2, 3, 4, 6]);
        assert_eq!(table.fullness(), 1000);
        for _ in 0..6 {
            table.grow_older();
        }
        table.put(9, finding(0, 1), 0);
        assert!(table.get(9).is_some() && table.fullness() == 250);
        table.clear();
        assert_eq!(table.fullness(), 0);
    }
}
