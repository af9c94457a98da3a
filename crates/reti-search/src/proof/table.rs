//! The memory of a proof search: proof and disproof numbers by position, within a fixed size.
//!
//! Sets of four entries; the entry with the least work behind it gives way. Losing an entry costs
//! time, never truth: a proof is rebuilt and checked afterwards.

/// Solved in the attacker's favour: proof number 0; against him: disproof number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

/// The number that stands for "cannot".
pub(super) const INFINITE: u32 = 1_000_000_000;

impl Numbers {
    pub(super) const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    work: u32,
    /// The proving move at an attacker node, as [`pack`](super::dfpn::pack) writes it; 0 for none.
    best: u16,
    /// The search that wrote it.
    search: u16,
}

impl Entry {
    fn is_proven(&self) -> bool {
        self.proof == 0
    }
}

/// A hash table of fixed size.
pub(super) struct Table {
    sets: Vec<[Entry; 4]>,
    search: u16,
    /// The first search for the current goal.
    first: u16,
}

impl Table {
    /// A table of at most `bytes` bytes, and of one set at least; half as much, and again, where the
    /// memory cannot be had.
    pub(super) fn new(bytes: usize) -> Table {
        let mut count = (bytes / size_of::<[Entry; 4]>()).max(1);
        let mut sets = Vec::new();
        while count > 1 && sets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        sets.resize(count, [Entry::default(); 4]);
        Table { sets, search: 1, first: 1 }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.sets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<(Numbers, u16)> {
        self.sets[self.index(key)]
            .iter()
            .find(|entry| entry.key == key && self.counts(entry))
            .map(|entry| (Numbers { proof: entry.proof, disproof: entry.disproof }, entry.best))
    }

    /// Whether an entry says something to the current search: its own do, and proofs of narrower
    /// searches for the same goal.
    fn counts(&self, entry: &Entry) -> bool {
        entry.search == self.search || entry.is_proven() && (self.first..self.search).contains(&entry.search)
    }

    pub(super) fn put(&mut self, key: u64, numbers: Numbers, work: u32, best: u16) {
        let index = self.index(key);
        let search = self.search;
        let set = &self.sets[index];
        let place = set.iter().position(|entry| entry.key == key && self.counts(entry)).unwrap_or_else(|| {
            // Proven entries are what a proof is made of, so they stay longer.
            let weight = |entry: &Entry| match entry {
                _ if !self.counts(entry) => 0,
                _ if entry.is_proven() => entry.work.saturating_mul(8),
                _ => entry.work,
            };
            (0..4).min_by_key(|&i| weight(&set[i])).unwrap_or(0)
        });
        self.sets[index][place] = Entry { key, proof: numbers.proof, disproof: numbers.disproof, work, best, search };
    }

    /// Forgets everything: a search for another goal sees an empty table.
    pub(super) fn clear(&mut self) {
        self.next();
        self.first = self.search;
    }

    /// Keeps only what is proven: a wider search for the same goal may use it.
    pub(super) fn keep_proofs(&mut self) {
        self.next();
    }

    fn next(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.sets.fill([Entry::default(); 4]);
            (self.search, self.first) = (1, 1);
        }
    }
}
