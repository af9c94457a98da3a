//! Finished sets that wait outside the device: packed in the host's memory and, where a folder is named,
//! in files that a later run reads instead of making the tables again.
//!
//! A set is cut into blocks that are packed and unpacked side by side. Two sums guard it. The sum of the
//! unpacked words is the checksum of labels that certificates name, made here by other code than the
//! kernels', so that what is read is held against what was certified. The sums of packed blocks and of
//! the header find damage of a file even where it would unpack to the same words. What is damaged is
//! told, and made again.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::engine::{Rule, Set};
use crate::roles::Roles;

/// Bytes of a set that are packed together.
const BLOCK: usize = 1 << 20;
/// The fastest level: reading must be quicker than making again.
const LEVEL: i32 = 1;
const MAGIC: &[u8; 8] = b"RETISET\n";
const VERSION: u8 = 1;
/// Magic, eight small numbers, men, then words, the set's sum, both labels, the number of blocks.
const FIXED: usize = 8 + 8 + 16 + 5 * 8;

/// Which set.
pub type Key = (Roles, Rule, Set);

/// What is wrong with a set that waited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The header or its sum is wrong, or the length.
    #[error("the header is damaged or the file is cut off")]
    Header,
    /// It is the set of another table.
    #[error("it is another set than its name says")]
    Other,
    /// A block does not have its sum, or cannot be unpacked.
    #[error("block {0} is damaged")]
    Block(usize),
    /// The words are not those that were certified.
    #[error("its labels do not have their checksum")]
    Labels,
}

/// What a set brings along about its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whether the fifty-move rule changes nothing, if that is known.
    pub clean: Option<bool>,
    /// Checksums of both sets of the table.
    pub labels: [u64; 2],
}

/// A set, packed.
#[derive(Debug)]
pub struct Packed {
    note: Note,
    bytes: u64,
    blocks: Vec<Vec<u8>>,
}

/// The finalizer of splitmix64 over two numbers, as in the kernels.
fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(b);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A sum of bytes that any single change changes.
fn digest(bytes: &[u8]) -> u64 {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let sum = chunks.iter().fold(bytes.len() as u64, |sum, &chunk| mix(sum, u64::from_le_bytes(chunk)));
    rest.iter().fold(sum, |sum, &byte| mix(sum, byte.into()))
}

fn place(set: Set) -> usize {
    usize::from(set == Set::Lost)
}

/// The checksum of labels of words that begin at a word of their set.
fn labels(bytes: &[u8], first: u64, set: Set) -> u64 {
    let words = bytes.as_chunks::<8>().0.iter().map(|&word| u64::from_le_bytes(word));
    words
        .zip(first..)
        .filter(|&(word, _)| word != 0)
        .fold(0, |sum, (word, at)| sum.wrapping_add(mix(2 * at + place(set) as u64, word)))
}

impl Packed {
    /// Packs a set; an error if its words do not have the checksum that the device has counted.
    pub fn new(set: Set, note: Note, bytes: &[u8]) -> Result<Packed, Damage> {
        let parts: Vec<(u64, io::Result<Vec<u8>>)> = bytes
            .par_chunks(BLOCK)
            .enumerate()
            .map(|(i, part)| (labels(part, (i * BLOCK / 8) as u64, set), zstd::bulk::compress(part, LEVEL)))
            .collect();
        if parts.iter().fold(0u64, |sum, part| sum.wrapping_add(part.0)) != note.labels[place(set)] {
            return Err(Damage::Labels);
        }
        let blocks = parts.into_iter().enumerate().map(|(i, (_, block))| block.map_err(|_| Damage::Block(i)));
        Ok(Packed { note, bytes: bytes.len() as u64, blocks: blocks.collect::<Result<_, _>>()? })
    }

    /// What it says about its table.
    pub fn note(&self) -> Note {
        self.note
    }

    /// Bytes unpacked.
    pub fn unpacked(&self) -> u64 {
        self.bytes
    }

    /// Bytes packed.
    pub fn packed(&self) -> u64 {
        self.blocks.iter().map(|block| block.len() as u64).sum()
    }

    /// Unpacks, and holds the words against their checksum.
    pub fn unpack(&self, set: Set, out: &mut [u8]) -> Result<(), Damage> {
        if out.len() as u64 != self.bytes || self.blocks.len() != out.len().div_ceil(BLOCK) {
            return Err(Damage::Header);
        }
        let sum = out.par_chunks_mut(BLOCK).zip(&self.blocks).enumerate().map(|(i, (out, block))| {
            let length = zstd::bulk::decompress_to_buffer(block, out).map_err(|_| Damage::Block(i))?;
            if length != out.len() {
                return Err(Damage::Block(i));
            }
            Ok(labels(out, (i * BLOCK / 8) as u64, set))
        });
        let sum = sum.try_reduce(|| 0, |a, b| Ok(a.wrapping_add(b)))?;
        if sum == self.note.labels[place(set)] { Ok(()) } else { Err(Damage::Labels) }
    }

    fn header(&self, key: &Key) -> Vec<u8> {
        let clean = self.note.clean.map_or(2, u8::from);
        let mut out = MAGIC.to_vec();
        out.extend([VERSION, u8::from(key.1 == Rule::Fifty), place(key.2) as u8, clean, 0, 0, 0, 0]);
        out.extend(key.0.men.as_flattened());
        out.extend([0; 6]);
        for number in [self.bytes, self.note.labels[place(key.2)], self.note.labels[0], self.note.labels[1]] {
            out.extend(number.to_le_bytes());
        }
        out.extend((self.blocks.len() as u64).to_le_bytes());
        let sums: Vec<u64> = self.blocks.par_iter().map(|block| digest(block)).collect();
        for (block, sum) in self.blocks.iter().zip(sums) {
            out.extend((block.len() as u64).to_le_bytes());
            out.extend(sum.to_le_bytes());
        }
        let sum = digest(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// Writes a file under another name, and renames it when it is whole.
    fn write(&self, key: &Key, path: &Path) -> io::Result<()> {
        let half = path.with_extension(format!("half-{}", std::process::id()));
        let written = fs::File::create(&half).and_then(|mut file| {
            file.write_all(&self.header(key))?;
            self.blocks.iter().try_for_each(|block| file.write_all(block))?;
            file.sync_all()
        });
        let done = written.and_then(|()| fs::rename(&half, path));
        if done.is_err() {
            let _ = fs::remove_file(&half);
        }
        done
    }

    /// Reads the bytes of a file.
    pub fn parse(key: &Key, bytes: &[u8]) -> Result<Packed, Damage> {
        let number = |at: usize| -> Result<u64, Damage> {
            let part = bytes.get(at..at + 8).ok_or(Damage::Header)?;
            Ok(part.as_chunks::<8>().0.first().map_or(0, |&part| u64::from_le_bytes(part)))
        };
        let count = number(FIXED - 8)? as usize;
        let end = count.checked_mul(16).and_then(|n| n.checked_add(FIXED)).ok_or(Damage::Header)?;
        let head = bytes.get(..end).ok_or(Damage::Header)?;
        if !head.starts_with(MAGIC) || head[8] != VERSION || number(end)? != digest(head) {
            return Err(Damage::Header);
        }
        let own = [u8::from(key.1 == Rule::Fifty), place(key.2) as u8];
        if head[9..11] != own || head[16..26] != *key.0.men.as_flattened() {
            return Err(Damage::Other);
        }
        let clean = [Some(false), Some(true)].get(usize::from(head[11])).copied().flatten();
        let note = Note { clean, labels: [number(48)?, number(56)?] };
        let mut at = end + 8;
        let mut parts = Vec::with_capacity(count);
        for i in 0..count {
            let length = number(FIXED + 16 * i)? as usize;
            let part = at.checked_add(length).and_then(|end| bytes.get(at..end)).ok_or(Damage::Header)?;
            parts.push((part, number(FIXED + 16 * i + 8)?));
            at += length;
        }
        if at != bytes.len() {
            return Err(Damage::Header);
        }
        let check = |(i, &(part, sum)): (usize, &(&[u8], u64))| {
            if digest(part) == sum { Ok(part.to_vec()) } else { Err(Damage::Block(i)) }
        };
        let blocks = parts.par_iter().enumerate().map(check).collect::<Result<_, _>>()?;
        Ok(Packed { note, bytes: number(32)?, blocks })
    }
}

struct Waiting {
    packed: Arc<Packed>,
    used: u64,
}

/// Where sets wait.
#[derive(Default)]
pub struct Store {
    limit: u64,
    bytes: u64,
    folder: Option<PathBuf>,
    waiting: HashMap<Key, Waiting>,
    clock: u64,
    /// What went wrong with files, for people: a damaged set is made again, a full disk is not written to.
    pub trouble: Vec<String>,
}

impl Store {
    /// Room for `limit` bytes of packed sets in memory; files in a folder, if one is named.
    pub fn new(limit: u64, folder: Option<&Path>) -> io::Result<Store> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder)?;
        }
        Ok(Store { limit, folder: folder.map(Path::to_path_buf), ..Store::default() })
    }

    /// Whether anything can wait here.
    pub fn is_open(&self) -> bool {
        self.limit > 0 || self.folder.is_some()
    }

    /// Whether there is a folder.
    pub fn has_folder(&self) -> bool {
        self.folder.is_some()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Sets in memory.
    pub fn sets(&self) -> usize {
        self.waiting.len()
    }

    /// The file of a set.
    pub fn file(&self, key: &Key) -> Option<PathBuf> {
        let rule = if key.1 == Rule::Fifty { "fifty" } else { "plain" };
        let set = if key.2 == Set::Open { "open" } else { "lost" };
        Some(self.folder.as_ref()?.join(format!("{}.{rule}.{set}.set", key.0)))
    }

    /// Whether a set waits, in memory or as a file.
    pub fn has(&self, key: &Key) -> bool {
        self.waiting.contains_key(key) || self.is_on_disk(key)
    }

    /// Whether a set has a file.
    pub fn is_on_disk(&self, key: &Key) -> bool {
        self.file(key).is_some_and(|file| file.exists())
    }

    /// Takes a set; writes it, too, if asked. What is easiest to make again leaves when room is needed.
    pub fn put(&mut self, key: Key, packed: Packed, on_disk: bool) {
        if let (true, Some(file)) = (on_disk, self.file(&key))
            && let Err(error) = packed.write(&key, &file)
        {
            self.trouble.push(format!("{}: {error}; nothing more is kept in files", file.display()));
            self.folder = None;
        }
        self.hold(key, Arc::new(packed));
    }

    fn hold(&mut self, key: Key, packed: Arc<Packed>) {
        self.remove(&key);
        let needed = packed.packed();
        let worth = |key: &Key, used: u64| (key.0.pawns(), used);
        while self.bytes + needed > self.limit {
            let least = self.waiting.iter().map(|(key, waiting)| (worth(key, waiting.used), *key)).min();
            // What is worth less than the least does not push it out.
            let Some((_, least)) = least.filter(|((pawns, _), _)| *pawns <= key.0.pawns()) else { return };
            self.remove(&least);
        }
        self.clock += 1;
        self.bytes += needed;
        self.waiting.insert(key, Waiting { packed, used: self.clock });
    }

    fn remove(&mut self, key: &Key) {
        if let Some(waiting) = self.waiting.remove(key) {
            self.bytes -= waiting.packed.packed();
        }
    }

    /// A set that waits; a damaged file is told and forgotten.
    pub fn get(&mut self, key: &Key) -> Option<Arc<Packed>> {
        self.clock += 1;
        if let Some(waiting) = self.waiting.get_mut(key) {
            waiting.used = self.clock;
            return Some(Arc::clone(&waiting.packed));
        }
        let file = self.file(key)?;
        let bytes = fs::read(&file).ok()?;
        match Packed::parse(key, &bytes) {
            Ok(packed) => {
                let packed = Arc::new(packed);
                self.hold(*key, Arc::clone(&packed));
                Some(packed)
            }
            Err(damage) => {
                self.refuse(key, &damage);
                None
            }
        }
    }

    /// Forgets a set that turned out to be wrong, and its file.
    pub fn refuse(&mut self, key: &Key, damage: &Damage) {
        let name = self.file(key).map_or_else(|| key.0.to_string(), |file| file.display().to_string());
        self.trouble.push(format!("{name}: {damage}; it is made again"));
        self.remove(key);
        if let Some(file) = self.file(key) {
            let _ = fs::remove_file(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (Key, Vec<u8>, Packed) {
        let roles = Roles { men: [[0, 0, 0, 1, 1], [0, 0, 1, 0, 0]] };
        let key = (roles, Rule::Plain, Set::Lost);
        // More than two blocks, with runs and noise.
        let bytes: Vec<u8> = (0..(2 * BLOCK + 800) as u64 / 8)
            .flat_map(|i| (if i % 7 == 0 { mix(i, 1) } else { 0 }).to_le_bytes())
            .collect();
        let note = Note { clean: Some(false), labels: [5, labels(&bytes, 0, Set::Lost)] };
        let packed = Packed::new(Set::Lost, note, &bytes).expect("has its sum");
        (key, bytes, packed)
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let (key, bytes, packed) = sample();
        let mut file = packed.header(&key);
        file.extend(packed.blocks.concat());
        let again = Packed::parse(&key, &file).expect("is whole");
        assert_eq!(again.note(), packed.note());
        let mut out = vec![1; bytes.len()];
        again.unpack(Set::Lost, &mut out).expect("is whole");
        assert_eq!(out, bytes);
        assert_eq!(again.unpack(Set::Open, &mut out), Err(Damage::Labels));
        assert!(Packed::new(Set::Open, packed.note(), &bytes).is_err());
    }

    /// Every single flipped bit of a file, and every shorter file, is refused.
    #[test]
    fn flipped_bits_and_missing_ends_are_found() {
        let (key, _, packed) = sample();
        let mut file = packed.header(&key);
        let header = file.len();
        file.extend(packed.blocks.concat());
        let mut flips: Vec<usize> = (0..header * 8).collect();
        flips.extend((0..1000u64).map(|i| (mix(i, 2) % (file.len() as u64 * 8)) as usize));
        for at in flips {
            file[at / 8] ^= 1 << (at % 8);
            assert!(Packed::parse(&key, &file).is_err(), "bit {at}");
            file[at / 8] ^= 1 << (at % 8);
        }
        for length in [0, 8, header - 1, header, file.len() - 1] {
            assert!(Packed::parse(&key, &file[..length]).is_err(), "{length} bytes");
        }
        let other = (key.0, Rule::Fifty, key.2);
        assert_eq!(Packed::parse(&other, &file).err(), Some(Damage::Other));
    }

    #[test]
    fn what_has_more_pawns_stays() {
        let (key, _, packed) = sample();
        let mut store = Store::new(packed.packed() * 2, None).expect("no folder");
        let more = (Roles { men: [[0, 0, 0, 0, 2], [0, 0, 1, 0, 0]] }, Rule::Plain, Set::Lost);
        for key in [more, key, (key.0, Rule::Fifty, key.2)] {
            store.put(key, sample().2, false);
        }
        assert!(store.has(&more) && !store.has(&key) && store.has(&(key.0, Rule::Fifty, key.2)));
        assert_eq!(store.sets(), 2);
    }
}
