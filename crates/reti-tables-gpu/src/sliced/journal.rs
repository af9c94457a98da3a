//! What has been decided so far, on disk: the one thing that a later run goes on from.
//!
//! A position is decided once, so the decisions of all half-rounds, slice by slice, are the state of a table and
//! its ranks as well. They are appended to one file. A mark ends each half-round; what stands behind the last mark
//! when a run is killed is cut off by the next. Sums of slices that were certified and counted follow the rounds.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use reti_tables::checksum::checksum;

/// Which half of a round: the attacker's, then the defender's.
pub type Side = usize;

/// Decided positions of a word: its number in the slice, and the lanes.
pub type Change = (u32, u64);

/// Numbers that certifying and counting a slice give.
pub type SliceSums = [u64; 21];

const MAGIC: &[u8; 8] = b"RETIJRN\n";
const HEAD: usize = 40;
const CHANGES: u8 = 1;
const MARK: u8 = 2;
const SUMS: u8 = 3;

/// Where the changes of a slice in one half-round stand.
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    /// The round.
    pub round: u32,
    at: u64,
    len: u32,
    count: u32,
    sum: u64,
}

/// The journal of one table.
#[derive(Debug)]
pub struct Journal {
    file: File,
    end: u64,
    /// By side and slice.
    changes: BTreeMap<(Side, u32), Vec<Chunk>>,
    sums: BTreeMap<u32, SliceSums>,
    last: Option<(u32, Side)>,
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the journal is damaged ({what}): remove it and begin again"))
}

fn number(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|part| part.first_chunk()).map_or(0, |&part| u64::from_le_bytes(part))
}

/// The head of a chunk: kind, side, slice, round, how many, bytes, their sum, its own sum.
fn head(kind: u8, side: Side, slice: u32, round: u32, count: u32, payload: &[u8]) -> Vec<u8> {
    let mut out = vec![kind, side as u8, 0, 0];
    for part in [slice, round, count, payload.len() as u32, 0] {
        out.extend(part.to_le_bytes());
    }
    out.extend(checksum(7, payload).to_le_bytes());
    let own = checksum(8, &out);
    out.extend(own.to_le_bytes());
    out
}

impl Journal {
    /// Opens the journal of a table, `name` telling which; goes on behind the last mark that is whole.
    pub fn open(path: &Path, name: &str) -> io::Result<Journal> {
        let mut file = File::options().create(true).truncate(false).read(true).write(true).open(path)?;
        let length = file.metadata()?.len();
        let mut title = MAGIC.to_vec();
        title.extend(format!("{name:<56}").into_bytes());
        let mut found = vec![0; title.len()];
        if length < title.len() as u64 {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&title)?;
            found.clone_from(&title);
        } else {
            file.read_exact(&mut found)?;
        }
        if found != title {
            return Err(damaged("it is the journal of another table"));
        }
        let end = title.len() as u64;
        let mut journal = Journal { file, end, changes: BTreeMap::new(), sums: BTreeMap::new(), last: None };
        journal.scan(length)?;
        journal.file.set_len(journal.end)?;
        Ok(journal)
    }

    /// Reads the heads of all chunks; what no mark ends is not counted.
    fn scan(&mut self, length: u64) -> io::Result<()> {
        let mut at = self.end;
        let mut open: Vec<((Side, u32), Chunk)> = Vec::new();
        let mut bytes = [0; HEAD];
        while at + HEAD as u64 <= length {
            self.file.seek(SeekFrom::Start(at))?;
            self.file.read_exact(&mut bytes)?;
            let part = |i: usize| number(&bytes, 4 + 4 * i) as u32;
            let (slice, round, count, len) = (part(0), part(1), part(2), part(3));
            let next = at + HEAD as u64 + u64::from(len);
            if checksum(8, &bytes[..HEAD - 8]) != number(&bytes, HEAD - 8) || next > length {
                break;
            }
            let chunk = Chunk { round, at: at + HEAD as u64, len, count, sum: number(&bytes, 24) };
            let side = usize::from(bytes[1]);
            match bytes[0] {
                CHANGES => open.push(((side, slice), chunk)),
                MARK => {
                    for (key, chunk) in open.drain(..) {
                        self.changes.entry(key).or_default().push(chunk);
                    }
                    self.last = Some((round, side));
                    self.end = next;
                }
                _ => {
                    let payload = self.payload(&chunk)?;
                    let sums: Vec<u64> = (0..21).map(|i| number(&payload, 8 * i)).collect();
                    self.sums.insert(slice, sums.try_into().map_err(|_| damaged("sums"))?);
                    self.end = next;
                }
            }
            at = next;
        }
        Ok(())
    }

    fn payload(&mut self, chunk: &Chunk) -> io::Result<Vec<u8>> {
        let mut payload = vec![0; chunk.len as usize];
        self.file.seek(SeekFrom::Start(chunk.at))?;
        self.file.read_exact(&mut payload)?;
        if checksum(7, &payload) == chunk.sum { Ok(payload) } else { Err(damaged("a sum is wrong")) }
    }

    fn write(&mut self, head: &[u8], payload: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(head)?;
        self.file.write_all(payload)?;
        self.end += (head.len() + payload.len()) as u64;
        Ok(())
    }

    /// The last half-round that was finished, by this run or an earlier one.
    pub fn last(&self) -> Option<(u32, Side)> {
        self.last
    }

    /// Bytes written.
    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// Whether a half-round decided something.
    pub fn decided(&self, round: u32, side: Side) -> bool {
        let of_side = self.changes.range((side, 0)..=(side, u32::MAX));
        of_side.flat_map(|(_, chunks)| chunks).any(|chunk| chunk.round == round && chunk.count > 0)
    }

    /// The last round that decided something.
    pub fn rounds(&self) -> u32 {
        self.changes.values().flatten().map(|chunk| chunk.round).max().unwrap_or(0)
    }

    /// Writes down what a half-round decided in a slice.
    pub fn append(&mut self, side: Side, slice: u32, round: u32, changes: &[Change]) -> io::Result<()> {
        let mut raw = Vec::with_capacity(changes.len() * 12);
        let mut before = 0;
        for (word, _) in changes {
            raw.extend((word - before).to_le_bytes());
            before = *word;
        }
        raw.extend(changes.iter().flat_map(|(_, lanes)| lanes.to_le_bytes()));
        let payload = zstd::bulk::compress(&raw, 1)?;
        let head = head(CHANGES, side, slice, round, changes.len() as u32, &payload);
        let (at, len, count) = (self.end + HEAD as u64, payload.len() as u32, changes.len() as u32);
        self.write(&head, &payload)?;
        let chunk = Chunk { round, at, len, count, sum: checksum(7, &payload) };
        self.changes.entry((side, slice)).or_default().push(chunk);
        Ok(())
    }

    /// Ends a half-round: from now on a later run goes on behind it.
    pub fn finish(&mut self, round: u32, side: Side) -> io::Result<()> {
        self.write(&head(MARK, side, 0, round, 0, &[]), &[])?;
        self.last = Some((round, side));
        self.file.sync_data()
    }

    /// Keeps the sums of a slice.
    pub fn keep_sums(&mut self, slice: u32, sums: SliceSums) -> io::Result<()> {
        let payload: Vec<u8> = sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
        self.write(&head(SUMS, 0, slice, 0, 0, &payload), &payload)?;
        self.sums.insert(slice, sums);
        Ok(())
    }

    /// The sums of slices that are known.
    pub fn sums(&self) -> &BTreeMap<u32, SliceSums> {
        &self.sums
    }

    /// What was decided in a slice, by rounds.
    pub fn changes(&mut self, side: Side, slice: u32) -> io::Result<Vec<(u32, Vec<Change>)>> {
        let chunks = self.changes.get(&(side, slice)).cloned().unwrap_or_default();
        let mut found = Vec::with_capacity(chunks.len());
        for chunk in chunks {
            let count = chunk.count as usize;
            let raw = zstd::bulk::decompress(&self.payload(&chunk)?, count * 12)?;
            let (words, lanes) = raw.split_at_checked(count * 4).ok_or_else(|| damaged("a chunk is short"))?;
            let mut before = 0u32;
            let words = words.as_chunks::<4>().0.iter().map(|&step| {
                before = before.wrapping_add(u32::from_le_bytes(step));
                before
            });
            let lanes = lanes.as_chunks::<8>().0.iter().map(|&lanes| u64::from_le_bytes(lanes));
            found.push((chunk.round, words.zip(lanes).collect()));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_mark_ends_is_forgotten() {
        let path = std::env::temp_dir().join(format!("reti-journal-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let changes = [(3, 5), (4, 1 << 63), (900, 2)];
        let mut journal = Journal::open(&path, "KQvKR").expect("is new");
        assert_eq!(journal.last(), None);
        journal.append(0, 7, 1, &changes).expect("is written");
        journal.finish(1, 0).expect("is written");
        let whole = journal.bytes();
        journal.append(1, 7, 1, &changes[1..]).expect("is written");
        drop(journal);
        for cut in [0, 1, HEAD as u64 + 1] {
            let length = std::fs::metadata(&path).expect("is there").len();
            File::options().write(true).open(&path).and_then(|file| file.set_len(length - cut)).expect("is cut");
            let mut again = Journal::open(&path, "KQvKR").expect("is there");
            assert_eq!((again.last(), again.bytes(), again.rounds()), (Some((1, 0)), whole, 1));
            assert_eq!(again.changes(0, 7).expect("is whole"), [(1, changes.to_vec())]);
            assert!(again.changes(1, 7).expect("is whole").is_empty() && !again.decided(1, 1));
            again.append(1, 7, 1, &changes).expect("is written");
        }
        assert!(Journal::open(&path, "KQvKB").is_err());
        std::fs::remove_file(path).expect("is there");
    }
}
