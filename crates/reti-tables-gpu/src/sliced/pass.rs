//! One run of rounds over all slices, and the certifying and counting of what it gave.

use std::collections::HashMap;
use std::io;

use super::cache::Cache;
use super::journal::{Change, Journal, Side, SliceSums};
use super::{CANDIDATES, LOST, NEAR, OPEN, PAIRS, PLANES, Progress, Watch, tell};
use crate::device::{DeviceError, Kernel, Shape};
use crate::engine::EngineError;
use crate::geometry::{Geometry, NONE};
use crate::host::Host;
use crate::job::{Address, Job};

/// Maps with a bit for each word: open and candidates where there are any, and what the last half-round changed.
const SOME: [usize; 2] = [0, 1];
const CHANGED: [usize; 2] = [2, 3];

/// What a kernel sees: a slice in the first place, and behind it those that a king's move leads to.
#[derive(Debug)]
struct Bench {
    words: usize,
    steps: Vec<u32>,
    kings: Vec<u16>,
    /// Open and lost.
    sets: [Vec<u64>; 2],
    candidates: Vec<u64>,
    maps: [Vec<u64>; 4],
    /// Planes of open and lost; nothing while rounds go on.
    ranks: [Vec<u64>; 2],
    list: Vec<u32>,
    counts: Vec<u32>,
    sums: Vec<u64>,
}

fn address<T>(items: &mut [T]) -> Address {
    items.as_mut_ptr() as Address
}

impl Bench {
    fn new(words: usize) -> Bench {
        Bench {
            words,
            steps: vec![NONE; 2 * PAIRS * 8],
            kings: vec![0; NEAR],
            sets: std::array::from_fn(|_| vec![0; NEAR * words]),
            candidates: vec![0; words],
            maps: std::array::from_fn(|_| vec![0; NEAR * words / 64]),
            ranks: [Vec::new(), Vec::new()],
            list: vec![0; words],
            counts: vec![0; 1],
            sums: vec![0; 32],
        }
    }

    /// Says where a king of a side can go from a pair; gives the pairs in the places of the bench.
    fn arrange(&mut self, geometry: &Geometry, mover: Side, pair: usize) -> Vec<usize> {
        let mut places = vec![pair];
        self.kings[0] = geometry.kings[pair];
        for step in 0..8 {
            let entry = geometry.steps[(mover * PAIRS + pair) * 8 + step];
            let local = &mut self.steps[mover * PAIRS * 8 + step];
            *local = entry;
            if entry != NONE {
                let near = (entry & 511) as usize;
                let place = places.iter().position(|&known| known == near).unwrap_or_else(|| {
                    places.push(near);
                    places.len() - 1
                });
                *local = entry & !511 | place as u32;
            }
        }
        places
    }

    /// A job on what is here, with the other tables of `table`.
    fn job(&mut self, table: &Job) -> Job {
        let ranks =
            if self.ranks[OPEN].is_empty() { [0, 0] } else { self.ranks.each_mut().map(|planes| address(planes)) };
        Job {
            steps: address(&mut self.steps),
            kings: address(&mut self.kings),
            nw: address(&mut self.sets[OPEN]),
            dl: address(&mut self.sets[LOST]),
            candidates: address(&mut self.candidates),
            opennw: address(&mut self.maps[SOME[0]]),
            opencand: address(&mut self.maps[SOME[1]]),
            dirtynw: address(&mut self.maps[CHANGED[0]]),
            dirtydl: address(&mut self.maps[CHANGED[1]]),
            ranknw: ranks[OPEN],
            rankdl: ranks[LOST],
            list: address(&mut self.list),
            counts: address(&mut self.counts),
            sums: address(&mut self.sums),
            words: self.words as u32,
            slot: 0,
            ..*table
        }
    }

    fn place(&mut self, set: usize, place: usize) -> &mut [u64] {
        &mut self.sets[set][place * self.words..][..self.words]
    }
}

/// Ranks of slices, made from the journal, as planes of bits.
#[derive(Debug)]
pub struct Ranks {
    planes: usize,
    words: usize,
    limit: usize,
    held: HashMap<(Side, usize), (Vec<u64>, u64)>,
    clock: u64,
}

impl Ranks {
    /// For ranks up to `rounds`; those of slices that take `bytes` stay in memory.
    pub fn new(rounds: u32, words: usize, bytes: u64) -> Ranks {
        let planes = (u32::BITS - rounds.leading_zeros()).max(1) as usize;
        let limit = (bytes / (planes * words * 8) as u64).max(1) as usize;
        Ranks { planes, words, limit, held: HashMap::new(), clock: 0 }
    }

    /// Puts the ranks of a slice into a place of the bench.
    fn put(&mut self, journal: &mut Journal, key: (Side, usize), out: &mut [u64], place: usize) -> io::Result<()> {
        self.clock += 1;
        if !self.held.contains_key(&key) {
            while self.held.len() >= self.limit {
                let oldest = self.held.iter().min_by_key(|(_, held)| held.1).map(|(&key, _)| key);
                oldest.and_then(|oldest| self.held.remove(&oldest));
            }
            let mut planes = vec![0; self.planes * self.words];
            for (round, changes) in journal.changes(key.0, key.1 as u32)? {
                for plane in (0..self.planes).filter(|plane| round >> plane & 1 != 0) {
                    for &(word, lanes) in &changes {
                        planes[plane * self.words + word as usize] |= lanes;
                    }
                }
            }
            self.held.insert(key, (planes, 0));
        }
        if let Some((planes, used)) = self.held.get_mut(&key) {
            *used = self.clock;
            for (plane, bits) in planes.chunks_exact(self.words).enumerate() {
                out[(plane * NEAR + place) * self.words..][..self.words].copy_from_slice(bits);
            }
        }
        Ok(())
    }
}

/// The rounds of one table.
#[derive(Debug)]
pub struct Pass {
    shape: Shape,
    /// Words of a slice.
    pub words: usize,
    job: Job,
    /// What was decided.
    pub journal: Journal,
    cache: Cache,
    maps: [Vec<u64>; 4],
    bench: Bench,
}

/// The number of a slice of a set in the cache.
fn number(set: usize, pair: usize) -> usize {
    set * PAIRS + pair
}

impl Pass {
    /// A run over slices of so many words; `job` knows the tables that moves lead to.
    pub fn new(shape: Shape, words: usize, job: &Job, journal: Journal, cache: Cache) -> Pass {
        let maps = std::array::from_fn(|_| vec![0; PAIRS * words / 64]);
        Pass { shape, words, job: *job, journal, cache, maps, bench: Bench::new(words) }
    }

    /// How often a slice had to be read back from disk.
    pub fn reads(&self) -> u64 {
        self.cache.read
    }

    fn rows(&self, pair: usize) -> std::ops::Range<usize> {
        let rows = self.words / 64;
        pair * rows..(pair + 1) * rows
    }

    /// Everything legal is open; what no capture saves is a candidate; mates are lost.
    pub fn start(&mut self, geometry: &Geometry) -> Result<(), EngineError> {
        for pair in 0..PAIRS {
            self.bench.arrange(geometry, 0, pair);
            let job = self.bench.job(&self.job);
            Host::run(self.shape, Kernel::Start, &job, self.words as u32)?;
            self.cache.put(number(OPEN, pair), self.bench.place(OPEN, 0))?;
        }
        let rows = self.words / 64;
        for pair in 0..PAIRS {
            for (place, near) in self.bench.arrange(geometry, 1, pair).into_iter().enumerate() {
                self.cache.get(number(OPEN, near), self.bench.place(OPEN, place))?;
            }
            self.bench.maps.iter_mut().for_each(|map| map[..rows].fill(0));
            let job = self.bench.job(&self.job);
            Host::run(self.shape, Kernel::Defender, &job, self.words as u32)?;
            self.cache.put(number(CANDIDATES, pair), &self.bench.candidates)?;
            self.cache.put(number(LOST, pair), self.bench.place(LOST, 0))?;
            let range = self.rows(pair);
            for map in [SOME[1], CHANGED[1]] {
                self.maps[map][range.clone()].copy_from_slice(&self.bench.maps[map][..rows]);
            }
        }
        Ok(())
    }

    /// Applies what the journal knows; tells the half-round to go on with.
    pub fn recall(&mut self) -> Result<(u32, Side), EngineError> {
        let Some((round, side)) = self.journal.last() else { return Ok((1, 0)) };
        self.maps.iter_mut().for_each(|map| map.fill(0));
        let mut slice = vec![0; self.words];
        for pair in 0..PAIRS {
            let first = self.rows(pair).start;
            for half in 0..2 {
                let changes = self.journal.changes(half, pair as u32)?;
                let sets = if half == 0 { &[(OPEN, false)][..] } else { &[(LOST, true), (CANDIDATES, false)] };
                for &(set, gains) in sets {
                    self.cache.get(number(set, pair), &mut slice)?;
                    for &(word, lanes) in changes.iter().flat_map(|(_, changes)| changes) {
                        let word = &mut slice[word as usize];
                        *word = if gains { *word | lanes } else { *word & !lanes };
                    }
                    self.cache.put(number(set, pair), &slice)?;
                }
                // What was put last is what must not be empty: open, or candidates.
                for (word, _) in slice.iter().enumerate().filter(|(_, lanes)| **lanes != 0) {
                    self.maps[SOME[half]][first + word / 64] |= 1 << (word % 64);
                }
                let last = changes.iter().filter(|(at, _)| (*at, half) == (round, side));
                for &(word, _) in last.flat_map(|(_, changes)| changes) {
                    self.maps[CHANGED[half]][first + word as usize / 64] |= 1 << (word % 64);
                }
            }
        }
        Ok(if side == 0 { (round, 1) } else { (round + 1, 0) })
    }

    /// One side's half of a round over all slices.
    pub fn half_round(&mut self, geometry: &Geometry, round: u32, side: Side) -> Result<(), EngineError> {
        for pair in 0..PAIRS {
            let changes = self.half_slice(geometry, round, side, pair)?;
            if !changes.is_empty() {
                self.journal.append(side, pair as u32, round, &changes)?;
            }
        }
        self.maps[CHANGED[1 - side]].fill(0);
        Ok(())
    }

    /// The same for one slice; tells what it decided.
    fn half_slice(
        &mut self,
        geometry: &Geometry,
        round: u32,
        side: Side,
        pair: usize,
    ) -> Result<Vec<Change>, EngineError> {
        let (rows, range) = (self.words / 64, self.rows(pair));
        // A side pulls from the positions of the other.
        let (pulled, before) = (1 - side, CHANGED[1 - side]);
        let places = self.bench.arrange(geometry, side, pair);
        for (place, &near) in places.iter().enumerate() {
            let from = self.rows(near);
            self.bench.maps[before][place * rows..][..rows].copy_from_slice(&self.maps[before][from]);
        }
        let all = round == 1 && (side == 0 || self.job.late == 1);
        if !all && self.bench.maps[before][..places.len() * rows].iter().all(|&row| row == 0) {
            return Ok(Vec::new());
        }
        self.bench.maps[SOME[side]][..rows].copy_from_slice(&self.maps[SOME[side]][range.clone()]);
        self.bench.maps[CHANGED[side]][..rows].fill(0);
        self.bench.counts[0] = 0;
        let job = Job { round, mover: side as u32, ..self.bench.job(&self.job) };
        let (mut kernel, mut items) = (if side == 0 { Kernel::Convert } else { Kernel::Defend }, self.words as u32);
        if !all {
            Host::run(self.shape, Kernel::Row, &job, rows as u32)?;
            (kernel, items) = ([Kernel::ListAttack, Kernel::ListDefend][side], self.bench.counts[0]);
            if items == 0 {
                return Ok(Vec::new());
            }
        }
        for (place, &near) in places.iter().enumerate() {
            self.cache.get(number(pulled, near), self.bench.place(pulled, place))?;
        }
        self.cache.get(number(side, pair), self.bench.place(side, 0))?;
        if side == 1 {
            self.cache.get(number(CANDIDATES, pair), &mut self.bench.candidates)?;
        }
        let old = if side == 0 { self.bench.place(OPEN, 0).to_vec() } else { self.bench.candidates.clone() };
        Host::run(self.shape, kernel, &job, items)?;
        for map in [SOME[side], CHANGED[side]] {
            self.maps[map][range.clone()].copy_from_slice(&self.bench.maps[map][..rows]);
        }
        let new = if side == 0 { &self.bench.sets[OPEN][..self.words] } else { &self.bench.candidates[..] };
        let words = old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
        let changes: Vec<Change> = words.map(|(word, (old, new))| (word as u32, old & !new)).collect();
        if !changes.is_empty() {
            self.cache.put(number(side, pair), self.bench.place(side, 0))?;
            if side == 1 {
                self.cache.put(number(CANDIDATES, pair), &self.bench.candidates)?;
            }
        }
        Ok(changes)
    }

    /// Violations and sums of all slices; `late` has the lost positions where another run found them, and without
    /// ranks nothing is certified.
    pub fn count(
        &mut self,
        geometry: &Geometry,
        mut late: Option<&mut Pass>,
        mut ranks: Option<Ranks>,
        watch: &mut Watch<'_>,
    ) -> Result<SliceSums, EngineError> {
        if ranks.is_some() {
            self.bench.ranks = std::array::from_fn(|_| vec![0; PLANES * NEAR * self.words]);
        }
        for pair in 0..PAIRS {
            if !self.journal.sums().contains_key(&(pair as u32)) {
                let losses = late.as_deref_mut().map(|late| &mut late.cache);
                let sums = self.count_slice(geometry, losses, ranks.as_mut(), pair)?;
                self.journal.keep_sums(pair as u32, sums)?;
                tell(watch, Progress::Counted(pair as u32 + 1))?;
            }
        }
        let mut total = [0u64; 21];
        for sums in self.journal.sums().values() {
            total.iter_mut().zip(sums).for_each(|(total, sum)| *total = total.wrapping_add(*sum));
        }
        Ok(total)
    }

    fn count_slice(
        &mut self,
        geometry: &Geometry,
        late: Option<&mut Cache>,
        ranks: Option<&mut Ranks>,
        pair: usize,
    ) -> Result<SliceSums, EngineError> {
        let words = self.words;
        // The attacker moves to positions with the defender to move, and the other way round.
        let places = [1, 0].map(|mover| self.bench.arrange(geometry, mover, pair));
        for (place, &near) in places[OPEN].iter().enumerate() {
            self.cache.get(number(OPEN, near), self.bench.place(OPEN, place))?;
        }
        let losses = late.unwrap_or(&mut self.cache);
        for (place, &near) in places[LOST].iter().enumerate() {
            losses.get(number(LOST, near), self.bench.place(LOST, place))?;
        }
        let mut sums = [0; 21];
        let is_ranked = ranks.is_some();
        if let Some(ranks) = ranks {
            for side in [OPEN, LOST] {
                for (place, &near) in places[side].iter().enumerate() {
                    ranks.put(&mut self.journal, (side, near), &mut self.bench.ranks[side], place)?;
                }
            }
        }
        let mut job = self.bench.job(&self.job);
        // Where the slice stands in the table is told by the distance of these two.
        job.selfnw.set = job.nw.wrapping_sub((pair * words * 8) as u64);
        let launch = |kernel: Kernel, job: &Job, sums: &mut [u64], bench: &mut Vec<u64>| -> Result<(), DeviceError> {
            bench.fill(0);
            Host::run(self.shape, kernel, job, words as u32)?;
            sums.iter_mut().zip(bench).for_each(|(sum, more)| *sum += *more);
            Ok(())
        };
        if is_ranked {
            // Planes are as far apart as the bench is long.
            job.words = (NEAR * words) as u32;
            launch(Kernel::CheckAttacker, &job, &mut sums[..1], &mut self.bench.sums)?;
            launch(Kernel::CheckDefender, &job, &mut sums[..1], &mut self.bench.sums)?;
        }
        launch(Kernel::Count, &job, &mut sums[1..], &mut self.bench.sums)?;
        Ok(sums)
    }
}
