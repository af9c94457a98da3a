//! Making one-sided tables on a device, and keeping those that others need.
//!
//! A table is solved batch by batch: all slices of equally advanced pawns at once, the most advanced
//! first. In each batch everything irrevocable (captures, promotions, pawn moves) is looked up once;
//! then rounds follow, each over the list of words that the round before can have changed. The round in
//! which a position is decided is its rank. Ranks are kept for a batch only, as bit planes, and the
//! certifier goes over the batch before they are given up.
//!
//! Tables of up to five men stay on the device. Those of six leave, the longest unused first, when room
//! is needed. Sets that take longer to make than to pack, those with two pawns or more, wait in a
//! [`Store`]; the others are made again when they are needed again. Checksums must then be the same.

use std::collections::HashMap;
use std::time::Instant;

use crate::device::{Device, DeviceError, Kernel, Shape};
use crate::geometry::{Geometry, Slices};
use crate::job::{Address, Job, Ref};
use crate::plan::Rates;
use crate::roles::{PAWN, Roles};
use crate::store::{Damage, Note, Packed, Store};
use crate::sums::Sums;

pub use crate::error::EngineError;

/// Rounds that a table may have: what fits into the bit planes.
pub(crate) const MOST_ROUNDS: u32 = 255;
/// Rounds between two looks at the sums.
const BATCH_OF_ROUNDS: u32 = 8;
/// Rounds that the fifty-move rule leaves.
pub(crate) const FIFTY: u32 = 50;
const SLOTS: u64 = 2 * (MOST_ROUNDS as u64 + 2 * BATCH_OF_ROUNDS as u64) + 64;
const PLANES: u64 = 8;
/// Where the sums of counting begin.
const COUNT_SLOT: u32 = SLOTS as u32 - 48;
const CHECK_SLOT: u32 = SLOTS as u32 - 50;

/// Which of the two sets of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Set {
    /// Attacker to move, not won.
    Open,
    /// Defender to move, lost.
    Lost,
}

/// Whose rules: without or with the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Wins take as long as they take.
    Plain,
    /// A win must reach a capture, pawn move or mate within fifty moves.
    Fifty,
}

/// What is known of a table once it was made.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// Its sums; those of ranks are 0 if it was made without.
    pub sums: Sums,
    /// The last round that decided something: the longest win.
    pub rounds: u32,
    /// Violations found by the certifier; none if it was not asked.
    pub violations: Option<u64>,
}

struct Kept {
    open: Option<Address>,
    lost: Option<Address>,
    bytes: u64,
    used: u64,
}

/// Working memory of batches.
#[derive(Default)]
struct Scratch {
    words: u64,
    ranked: bool,
    candidates: Address,
    maps: [Address; 4],
    list: Address,
    ranks: [Address; 2],
    other: [Address; 2],
}

/// What making a table should do besides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    /// Write ranks and certify labels and ranks.
    pub certify: bool,
    /// Count, and make checksums.
    pub count: bool,
}

/// What tables that others rest on are made with: their checksums are told and must not change.
const COUNTED: Wish = Wish { certify: false, count: true };

/// One batch of a finished table, its ranks included, before they are given up.
pub struct Batch<'a> {
    /// The first word.
    pub base: u64,
    /// Words.
    pub words: u64,
    /// The job, for tests that damage something.
    pub job: &'a Job,
}

/// Tables with this many pawns are worth packing: to make one again takes many others.
const WAITING_PAWNS: usize = 2;

/// Whether tables of as many men ask for a set: after a promotion of the attacker the defender is to
/// move, and the other way round, and the promoted man is there.
fn is_asked(roles: &Roles, set: Set) -> bool {
    let side = usize::from(set == Set::Open);
    roles.men[side][..PAWN].iter().any(|&n| n > 0)
}

/// Words of a slice, and first slices of the batches, from the first slices of the levels.
pub(crate) fn batches(roles: &Roles, levels: &[usize]) -> (u64, Vec<usize>) {
    if roles.pawns() == 0 {
        return (462 << (6 * (roles.pieces().len() - 1)), vec![0, 1]);
    }
    let words = 1u64 << (6 * shape_of(roles).fields);
    let most = ((128 << 20) / words) as usize;
    let mut firsts = vec![0];
    for pair in levels.windows(2) {
        let mut at = pair[0];
        while at < pair[1] {
            at = (at + most).min(pair[1]);
            firsts.push(at);
        }
    }
    (words, firsts)
}

/// The bytes of working memory for a batch of so many words, with ranks and with the fifty-move rule.
pub(crate) fn scratch_bytes(words: u64) -> u64 {
    let maps = 4 * words.div_ceil(64) * 8;
    words * (8 + 4) + maps + 2 * words * 8 * PLANES + 2 * words * 8
}

/// The shape of the kernels of a table.
pub fn shape_of(roles: &Roles) -> Shape {
    let pieces = roles.pieces().len() as u32;
    if roles.pawns() == 0 {
        Shape { fields: pieces.saturating_sub(1), pawnless: true }
    } else {
        Shape { fields: pieces + 1, pawnless: false }
    }
}

/// A device with its tables.
pub struct Engine<D: Device> {
    /// The device.
    pub device: D,
    geometry: Address4,
    slices: HashMap<Vec<u8>, (Slices, [Address; 3])>,
    kept: HashMap<(Roles, Rule), Kept>,
    labels: HashMap<(Roles, Rule), [u64; 2]>,
    clean: HashMap<Roles, bool>,
    /// Where sets wait that do not fit on the device.
    pub store: Store,
    /// Tables of up to this many men stay on the device.
    pub resident: usize,
    /// Tables with this many pawns or more wait in the store.
    pub waiting_pawns: usize,
    /// How long things took so far.
    pub rates: Rates,
    /// Tables made so far.
    pub made: u64,
    /// Sets brought back from the store so far.
    pub fetched: u64,
    pinned: Vec<(Roles, Rule)>,
    scratch: Scratch,
    small: [Address; 2],
    used: u64,
    peak: u64,
    clock: u64,
    pool: HashMap<u64, Vec<Address>>,
    /// Seconds so far: rounds, rounds with the fifty-move rule, certifying, counting, packing, unpacking.
    pub seconds: [f64; 6],
    /// Called with every finished batch of a certified table, before it is certified.
    pub on_batch: Option<BatchHook<D>>,
}

/// What looks at finished batches.
pub type BatchHook<D> = Box<dyn FnMut(&mut D, &Roles, &Batch<'_>) -> Result<(), DeviceError>>;

#[derive(Clone, Copy)]
struct Address4 {
    steps: Address,
    pairs: Address,
    between: Address,
    kings: Address,
}

fn bytes_of<T: Copy, const N: usize>(items: &[T], to_bytes: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    items.iter().flat_map(|&item| to_bytes(item)).collect()
}

impl<D: Device> Engine<D> {
    /// An engine without tables.
    pub fn new(mut device: D) -> Result<Engine<D>, EngineError> {
        let geometry = Geometry::new();
        let mut put = |bytes: Vec<u8>| -> Result<Address, DeviceError> {
            let address = device.allocate(bytes.len() as u64)?;
            device.upload(address, &bytes)?;
            Ok(address)
        };
        let geometry = Address4 {
            steps: put(bytes_of(&geometry.steps, u32::to_le_bytes))?,
            pairs: put(bytes_of(&geometry.pairs, u32::to_le_bytes))?,
            between: put(bytes_of(&geometry.between, u64::to_le_bytes))?,
            kings: put(bytes_of(&geometry.kings, u16::to_le_bytes))?,
        };
        let small = [device.allocate(SLOTS * 8)?, device.allocate(SLOTS * 4)?];
        Ok(Engine {
            device,
            geometry,
            slices: HashMap::new(),
            kept: HashMap::new(),
            labels: HashMap::new(),
            clean: HashMap::new(),
            store: Store::default(),
            resident: crate::memory::RESIDENT,
            waiting_pawns: WAITING_PAWNS,
            rates: Rates::default(),
            made: 0,
            fetched: 0,
            pinned: Vec::new(),
            scratch: Scratch::default(),
            small,
            used: 0,
            peak: 0,
            clock: 0,
            pool: HashMap::new(),
            seconds: [0.0; 6],
            on_batch: None,
        })
    }

    /// The most memory that was in use.
    pub fn peak(&self) -> u64 {
        self.peak
    }

    fn forget(&mut self, key: (Roles, Rule)) {
        if let Some(kept) = self.kept.remove(&key) {
            for address in [kept.open, kept.lost].into_iter().flatten() {
                self.put_back(address, kept.bytes);
            }
        }
    }

    /// Gives up a table on the device; what was costly to make waits in the store.
    fn evict(&mut self, key: (Roles, Rule)) -> Result<(), EngineError> {
        self.save(key, false)?;
        self.forget(key);
        Ok(())
    }

    /// Whether a set is kept in the store when it leaves the device.
    fn waits(&self, roles: &Roles, set: Set) -> bool {
        self.store.is_open() && roles.pawns() >= self.waiting_pawns && is_asked(roles, set)
    }

    /// Packs the sets of a table that others will ask for.
    fn save(&mut self, key: (Roles, Rule), on_disk: bool) -> Result<(), EngineError> {
        let (roles, rule) = key;
        let (Some(kept), Some(&labels)) = (self.kept.get(&key), self.labels.get(&key)) else { return Ok(()) };
        let (bytes, sets) = (kept.bytes, [(Set::Open, kept.open), (Set::Lost, kept.lost)]);
        let note = Note { clean: self.clean.get(&roles).copied(), labels };
        for (set, address) in sets {
            let Some(address) = address else { continue };
            if !self.waits(&roles, set) || self.store.has(&(roles, rule, set)) {
                continue;
            }
            let began = Instant::now();
            let staged = self.device.fetch_staged(address, bytes)?;
            let packed = Packed::new(set, note, staged).map_err(|_| EngineError::Unstable(roles))?;
            self.store.put((roles, rule, set), packed, on_disk);
            self.seconds[4] += began.elapsed().as_secs_f64();
        }
        Ok(())
    }

    /// Brings a set back from the store; tells whether it was there and whole.
    fn fetch(&mut self, roles: &Roles, rule: Rule, set: Set) -> Result<bool, EngineError> {
        let key = (*roles, rule, set);
        let Some(packed) = self.store.get(&key) else { return Ok(false) };
        let (bytes, note) = (packed.unpacked(), packed.note());
        let known = self.labels.get(&(*roles, rule));
        if bytes != roles.words() * 8 || known.is_some_and(|labels| *labels != note.labels) {
            self.store.refuse(&key, &Damage::Labels);
            return Ok(false);
        }
        self.pinned.push((*roles, rule));
        let place = self.take(bytes);
        self.pinned.pop();
        let place = place?;
        let began = Instant::now();
        if let Err(damage) = packed.unpack(set, self.device.stage(bytes)?) {
            self.put_back(place, bytes);
            self.store.refuse(&key, &damage);
            return Ok(false);
        }
        self.device.send_staged(place, bytes)?;
        let seconds = began.elapsed().as_secs_f64();
        self.seconds[5] += seconds;
        self.rates.fetched(bytes, seconds);
        self.fetched += 1;
        self.clock += 1;
        let used = self.clock;
        let kept = self.kept.entry((*roles, rule)).or_insert(Kept { open: None, lost: None, bytes, used });
        kept.used = used;
        *(if set == Set::Open { &mut kept.open } else { &mut kept.lost }) = Some(place);
        self.labels.entry((*roles, rule)).or_insert(note.labels);
        if let Some(clean) = note.clean {
            self.clean.entry(*roles).or_insert(clean);
        }
        Ok(true)
    }

    /// Whether a set is on the device.
    pub(crate) fn is_here(&self, roles: &Roles, rule: Rule, set: Set) -> bool {
        let kept = self.kept.get(&(*roles, rule));
        kept.is_some_and(|kept| if set == Set::Open { kept.open.is_some() } else { kept.lost.is_some() })
    }

    fn put_back(&mut self, address: Address, bytes: u64) {
        self.pool.entry(bytes).or_default().push(address);
    }

    /// Memory; gives up what is not needed if there is no room.
    fn take(&mut self, bytes: u64) -> Result<Address, EngineError> {
        if let Some(address) = self.pool.get_mut(&bytes).and_then(Vec::pop) {
            return Ok(address);
        }
        while self.used + bytes > self.device.memory() {
            if let Some((&size, list)) = self.pool.iter_mut().find(|(_, list)| !list.is_empty()) {
                if let Some(address) = list.pop() {
                    self.device.release(address, size);
                    self.used -= size;
                }
                continue;
            }
            let oldest =
                self.kept.iter().filter(|(key, _)| key.0.count() > self.resident && !self.pinned.contains(key));
            let Some(key) = oldest.min_by_key(|(_, kept)| kept.used).map(|(&key, _)| key) else {
                return Err(DeviceError::Memory {
                    device: self.device.name(),
                    wanted: bytes >> 20,
                    limit: self.device.memory() >> 20,
                }
                .into());
            };
            self.evict(key)?;
            if let Some(address) = self.pool.get_mut(&bytes).and_then(Vec::pop) {
                return Ok(address);
            }
        }
        let address = self.device.allocate(bytes)?;
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        Ok(address)
    }

    fn slices_of(&mut self, roles: &Roles) -> Result<[Address; 3], EngineError> {
        let sides = roles.pawn_sides();
        if let Some((_, addresses)) = self.slices.get(&sides) {
            return Ok(*addresses);
        }
        let slices = Slices::new(&sides);
        let parts = [
            bytes_of(&slices.pawns, u32::to_le_bytes),
            slices.mirrored.clone(),
            bytes_of(&slices.map, u32::to_le_bytes),
        ];
        let mut addresses = [0; 3];
        for (address, part) in addresses.iter_mut().zip(parts) {
            *address = self.device.allocate(part.len() as u64)?;
            self.device.upload(*address, &part)?;
        }
        self.slices.insert(sides, (slices, addresses));
        Ok(addresses)
    }

    /// Words of a slice, and first slices of the batches.
    fn batches(&self, roles: &Roles) -> (u64, Vec<usize>) {
        let slices = self.slices.get(&roles.pawn_sides());
        batches(roles, slices.map_or(&[][..], |(slices, _)| &slices.levels))
    }

    /// The tables that one irrevocable move leads to, and which of their sets is needed.
    pub fn leads_to(roles: &Roles) -> Vec<(Roles, Set)> {
        let mut found = Vec::new();
        for (side, set) in [(0, Set::Open), (1, Set::Lost)] {
            for kind in 0..5 {
                if roles.men[side][kind] > 0 {
                    found.push((roles.without(kind, side), set));
                }
            }
            if roles.men[side][PAWN] == 0 {
                continue;
            }
            // Who promotes is to move, so the other side is to move afterwards.
            let set = if side == 0 { Set::Lost } else { Set::Open };
            for kind in 0..4 {
                let promoted = roles.without(PAWN, side).with(kind, side);
                found.push((promoted, set));
                for victim in 0..4 {
                    if roles.men[1 - side][victim] > 0 {
                        found.push((promoted.without(victim, 1 - side), set));
                    }
                }
            }
        }
        found.sort_unstable_by_key(|(roles, set)| (*roles, *set == Set::Lost));
        found.dedup();
        found
    }

    fn reference(&self, roles: &Roles, rule: Rule, set: Set) -> Ref {
        let mut reference = Ref {
            men: (roles.pieces().len() + 2) as u8,
            pawns: roles.pawns() as u8,
            exists: 1,
            slices: self.slices.get(&roles.pawn_sides()).map_or(0, |(_, addresses)| addresses[2]),
            ..Ref::default()
        };
        if !roles.is_bare() {
            let kept = self.kept.get(&(*roles, self.ruled(roles, rule)));
            reference.set = kept.and_then(|kept| if set == Set::Open { kept.open } else { kept.lost }).unwrap_or(0);
        }
        reference
    }

    /// The rule by which a table was made: where fifty moves always suffice there is only one.
    pub(crate) fn ruled(&self, roles: &Roles, rule: Rule) -> Rule {
        if rule == Rule::Fifty && self.is_clean(roles) { Rule::Plain } else { rule }
    }

    /// Whether the fifty-move rule is known to change nothing in a table.
    pub fn is_clean(&self, roles: &Roles) -> bool {
        roles.is_bare() || self.clean.get(roles) == Some(&true)
    }

    /// Makes sure that a set of a table is on the device.
    pub fn ensure(&mut self, roles: &Roles, rule: Rule, set: Set) -> Result<(), EngineError> {
        if roles.pawns() > 0 {
            self.slices_of(roles)?;
        }
        if roles.is_bare() {
            return Ok(());
        }
        if rule == Rule::Fifty && !self.clean.contains_key(roles) {
            self.fetch(roles, Rule::Plain, set)?;
            if !self.clean.contains_key(roles) {
                self.make(roles, Rule::Plain, COUNTED)?;
            }
        }
        let key = (*roles, self.ruled(roles, rule));
        self.clock += 1;
        let clock = self.clock;
        if let Some(kept) = self.kept.get_mut(&key) {
            kept.used = clock;
            if (if set == Set::Open { kept.open } else { kept.lost }).is_some() {
                return Ok(());
            }
        }
        if self.fetch(roles, key.1, set)? {
            return Ok(());
        }
        self.make(roles, key.1, COUNTED)?;
        let other = if set == Set::Open { Set::Lost } else { Set::Open };
        if roles.count() > self.resident && !self.waits(roles, other) {
            self.drop_set(key, other);
        }
        Ok(())
    }

    /// Gives up one set of a table.
    fn drop_set(&mut self, key: (Roles, Rule), set: Set) {
        let Some(kept) = self.kept.get_mut(&key) else { return };
        let (address, bytes) = (if set == Set::Open { kept.open.take() } else { kept.lost.take() }, kept.bytes);
        if let Some(address) = address {
            self.put_back(address, bytes);
        }
    }

    /// Makes a table and all that it needs.
    pub fn make(&mut self, roles: &Roles, rule: Rule, wish: Wish) -> Result<Summary, EngineError> {
        let next = Self::leads_to(roles);
        let before = self.pinned.len();
        if roles.pawns() > 0 {
            self.slices_of(roles)?;
        }
        for (other, set) in &next {
            self.ensure(other, rule, *set)?;
            let key = (*other, self.ruled(other, rule));
            self.pinned.push(key);
        }
        let began = Instant::now();
        self.forget((*roles, rule));
        let (words, firsts) = self.batches(roles);
        let slices = firsts.last().copied().unwrap_or(1) as u64;
        let bytes = words * slices * 8;
        let open = self.take(bytes)?;
        let lost = self.take(bytes)?;
        let most = firsts.windows(2).map(|pair| (pair[1] - pair[0]) as u64 * words).max().unwrap_or(words);
        self.prepare(most, wish.certify, rule == Rule::Fifty)?;
        let mut job = self.job(roles, rule, open, lost);
        self.device.clear(self.small[0], SLOTS * 8)?;
        let mut summary = Summary { sums: Sums::default(), rounds: 0, violations: wish.certify.then_some(0) };
        for pair in firsts.windows(2) {
            let base = pair[0] as u64 * words;
            job.words = ((pair[1] - pair[0]) as u64 * words) as u32;
            job.nw = open + base * 8;
            job.dl = lost + base * 8;
            if roles.pawns() > 0 {
                let addresses = self.slices[&roles.pawn_sides()].1;
                job.arrangements = addresses[0] + pair[0] as u64 * 4;
                job.selfmirror = addresses[1] + pair[0] as u64;
            }
            self.batch(roles, rule, wish, base, job, &mut summary)?;
        }
        self.clock += 1;
        self.kept.insert((*roles, rule), Kept { open: Some(open), lost: Some(lost), bytes, used: self.clock });
        self.pinned.truncate(before);
        self.remember(roles, rule, wish, &summary)?;
        self.made += 1;
        self.rates.made(roles, rule, wish.certify, began.elapsed().as_secs_f64());
        if self.store.has_folder() && roles.count() > self.resident {
            self.save((*roles, rule), true)?;
        }
        Ok(summary)
    }

    /// Remembers what a finished table tells about itself; a table that was made before must be the same.
    pub(crate) fn remember(
        &mut self,
        roles: &Roles,
        rule: Rule,
        wish: Wish,
        summary: &Summary,
    ) -> Result<(), EngineError> {
        if rule == Rule::Plain {
            let clean = summary.rounds < FIFTY && Self::leads_to(roles).iter().all(|(other, _)| self.is_clean(other));
            self.clean.entry(*roles).or_insert(clean);
        }
        if wish.count {
            let labels = [summary.sums.0[16], summary.sums.0[17]];
            if *self.labels.entry((*roles, rule)).or_insert(labels) != labels {
                return Err(EngineError::Unstable(*roles));
            }
            if rule == Rule::Fifty && self.labels.get(&(*roles, Rule::Plain)) == Some(&labels) {
                // The rule changes nothing after all: from now on one table serves both.
                self.clean.insert(*roles, true);
            }
        }
        Ok(())
    }

    /// Tells what a certificate of an earlier run says: whether the fifty-move rule changes nothing in a
    /// table, and the checksums that its labels must have.
    pub fn know(&mut self, roles: &Roles, clean: bool, labels: [u64; 2]) {
        self.clean.insert(*roles, clean);
        self.labels.insert((*roles, Rule::Plain), labels);
    }

    /// Checksums of the labels of a table that was counted.
    pub fn labels(&self, roles: &Roles) -> Option<[u64; 2]> {
        self.labels.get(&(*roles, Rule::Plain)).copied()
    }

    fn prepare(&mut self, words: u64, ranked: bool, fifty: bool) -> Result<(), EngineError> {
        if self.scratch.words < words {
            let old = std::mem::take(&mut self.scratch);
            let maps = old.words.div_ceil(64) * 8;
            let parts = [(old.candidates, old.words * 8), (old.list, old.words * 4)];
            let ranks = old.ranks.map(|address| (address, old.words * 8 * PLANES));
            let other = old.other.map(|address| (address, old.words * 8));
            for (address, bytes) in parts.into_iter().chain(old.maps.map(|map| (map, maps))).chain(ranks).chain(other) {
                if address != 0 {
                    self.put_back(address, bytes);
                }
            }
            let candidates = self.take(words * 8)?;
            let list = self.take(words * 4)?;
            let mut maps = [0; 4];
            for map in &mut maps {
                *map = self.take(words.div_ceil(64) * 8)?;
            }
            self.scratch = Scratch { words, candidates, maps, list, ..Scratch::default() };
        }
        let words = self.scratch.words;
        if ranked && !self.scratch.ranked {
            self.scratch.ranks = [self.take(words * 8 * PLANES)?, self.take(words * 8 * PLANES)?];
            self.scratch.ranked = true;
        }
        if fifty && self.scratch.other[0] == 0 {
            self.scratch.other = [self.take(words * 8)?, self.take(words * 8)?];
        }
        Ok(())
    }

    pub(crate) fn job(&self, roles: &Roles, rule: Rule, open: Address, lost: Address) -> Job {
        let mut job = Job {
            steps: self.geometry.steps,
            pairs: self.geometry.pairs,
            between: self.geometry.between,
            kings: self.geometry.kings,
            candidates: self.scratch.candidates,
            opennw: self.scratch.maps[0],
            opencand: self.scratch.maps[1],
            dirtynw: self.scratch.maps[2],
            dirtydl: self.scratch.maps[3],
            list: self.scratch.list,
            sums: self.small[0],
            counts: self.small[1],
            pawns: roles.pawns() as u32,
            ..Job::default()
        };
        let own = Ref { set: 0, ..self.reference(roles, rule, Set::Open) };
        job.selfnw = Ref { set: open, ..own };
        job.selfdl = Ref { set: lost, ..own };
        let pieces = roles.pieces();
        (job.kind[0], job.kind[1], job.side[1]) = (4, 4, 1);
        for (i, &(kind, side)) in pieces.iter().enumerate() {
            (job.kind[i + 2], job.side[i + 2]) = (kind, side);
            let set = if side == 0 { Set::Open } else { Set::Lost };
            job.captured[i] = self.reference(&roles.without(kind.into(), side.into()), rule, set);
        }
        for (i, &side) in roles.pawn_sides().iter().enumerate() {
            job.pawnside[i] = side;
            let set = if side == 0 { Set::Open } else { Set::Lost };
            job.captured[4 + i] = self.reference(&roles.without(PAWN, side.into()), rule, set);
            let set = if side == 0 { Set::Lost } else { Set::Open };
            for kind in 0..4u8 {
                let promoted = roles.without(PAWN, side.into()).with(kind.into(), side.into());
                let before = |skip: Option<usize>| {
                    let others = pieces.iter().enumerate().filter(|&(other, _)| Some(other) != skip);
                    (2 + others.filter(|&(_, &man)| man < (kind, side)).count()) as u8
                };
                job.promoted[i][usize::from(kind)] =
                    Ref { insert: before(None), ..self.reference(&promoted, rule, set) };
                for (victim, &(taken, whose)) in pieces.iter().enumerate().filter(|(_, man)| man.1 != side) {
                    let after = promoted.without(taken.into(), whose.into());
                    job.promotedby[i][victim][usize::from(kind)] =
                        Ref { insert: before(Some(victim)), ..self.reference(&after, rule, set) };
                }
            }
        }
        job
    }

    fn batch(
        &mut self,
        roles: &Roles,
        rule: Rule,
        wish: Wish,
        base: u64,
        mut job: Job,
        summary: &mut Summary,
    ) -> Result<(), EngineError> {
        let shape = shape_of(roles);
        if wish.certify {
            (job.ranknw, job.rankdl) = (self.scratch.ranks[0], self.scratch.ranks[1]);
            for address in self.scratch.ranks {
                self.device.clear(address, u64::from(job.words) * 8 * PLANES)?;
            }
        }
        let began = Instant::now();
        let cap = if rule == Rule::Fifty { FIFTY } else { MOST_ROUNDS };
        let rounds = self.rounds(roles, shape, &job, cap)?;
        if rule == Rule::Fifty && rounds >= FIFTY {
            // Losses that end with the defender's own forced capture take a ply longer.
            let mut late = job;
            late.late = 1;
            (late.nw, late.dl) = (self.scratch.other[0], self.scratch.other[1]);
            self.rounds(roles, shape, &late, cap)?;
            self.device.copy(job.dl, late.dl, u64::from(job.words) * 8)?;
        }
        self.seconds[usize::from(rule == Rule::Fifty)] += began.elapsed().as_secs_f64();
        summary.rounds = summary.rounds.max(rounds);
        if let Some(mut hook) = self.on_batch.take() {
            let batch = Batch { base, words: job.words.into(), job: &job };
            let done = hook(&mut self.device, roles, &batch);
            self.on_batch = Some(hook);
            done?;
        }
        self.device.clear(job.sums, SLOTS * 8)?;
        if wish.certify {
            let began = Instant::now();
            job.slot = CHECK_SLOT;
            self.device.launch(shape, Kernel::CheckAttacker, &job)?;
            self.device.launch(shape, Kernel::CheckDefender, &job)?;
            self.sums()?;
            self.seconds[2] += began.elapsed().as_secs_f64();
        }
        if wish.certify || wish.count {
            let began = Instant::now();
            job.slot = COUNT_SLOT;
            self.device.launch(shape, Kernel::Count, &job)?;
            let sums = self.sums()?;
            self.seconds[3] += began.elapsed().as_secs_f64();
            for (sum, &more) in summary.sums.0.iter_mut().zip(&sums[COUNT_SLOT as usize..]) {
                *sum = sum.wrapping_add(more);
            }
            if let Some(violations) = &mut summary.violations {
                *violations += sums[CHECK_SLOT as usize];
            }
        }
        Ok(())
    }

    fn sums(&mut self) -> Result<Vec<u64>, EngineError> {
        let mut bytes = vec![0; SLOTS as usize * 8];
        self.device.download(self.small[0], &mut bytes)?;
        Ok(bytes.as_chunks::<8>().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect())
    }

    /// The rounds of one batch; tells the last one that decided something.
    fn rounds(&mut self, roles: &Roles, shape: Shape, job: &Job, cap: u32) -> Result<u32, EngineError> {
        let maps = u64::from(job.words).div_ceil(64) * 8;
        let listed = shape.fields > 0;
        let mut job = *job;
        for address in [job.opennw, job.opencand, job.dirtynw, job.dirtydl] {
            self.device.clear(address, maps)?;
        }
        self.device.clear(job.sums, SLOTS * 8)?;
        self.device.clear(job.counts, SLOTS * 4)?;
        self.device.launch(shape, Kernel::Start, &job)?;
        self.device.launch(shape, Kernel::Defender, &job)?;
        let mut round = 0;
        loop {
            round += 1;
            if round > cap {
                break;
            }
            job.round = round;
            self.half_round(shape, &mut job, 0, if round == 1 { Kernel::Convert } else { Kernel::Attack }, listed)?;
            let all = !listed || (job.late == 1 && round == 1);
            self.half_round(shape, &mut job, 1, Kernel::Defend, !all)?;
            if round.is_multiple_of(BATCH_OF_ROUNDS) {
                let sums = self.sums()?;
                if sums[2 * round as usize] == 0 && sums[2 * round as usize + 1] == 0 {
                    break;
                }
                if round + BATCH_OF_ROUNDS > MOST_ROUNDS {
                    return Err(EngineError::TooLong(*roles));
                }
            }
        }
        let sums = self.sums()?;
        let last = (2..=2 * round.min(cap) as usize + 1).rev().find(|&slot| sums[slot] != 0);
        Ok(last.map_or(0, |slot| slot as u32 / 2))
    }

    /// One side's half of a round: the list of words to look at, then these.
    fn half_round(
        &mut self,
        shape: Shape,
        job: &mut Job,
        mover: u32,
        kernel: Kernel,
        listed: bool,
    ) -> Result<(), EngineError> {
        let maps = u64::from(job.words).div_ceil(64) * 8;
        (job.mover, job.slot) = (mover, 2 * job.round + mover);
        let dirty = if mover == 0 { job.dirtydl } else { job.dirtynw };
        if listed && kernel != Kernel::Convert {
            self.device.launch(shape, Kernel::Row, job)?;
            self.device.clear(dirty, maps)?;
            let kernel = if mover == 0 { Kernel::ListAttack } else { Kernel::ListDefend };
            self.device.launch(shape, kernel, job)?;
        } else {
            self.device.clear(dirty, maps)?;
            self.device.launch(shape, kernel, job)?;
        }
        Ok(())
    }
}
