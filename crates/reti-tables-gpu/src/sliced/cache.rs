//! Slices of sets in memory as far as there is room, the others in a file.
//!
//! The file is only an extension of memory: what is in it is worthless to a later run.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// Slices of equal length, by number.
#[derive(Debug)]
pub struct Cache {
    file: File,
    words: usize,
    /// How many slices may be in memory.
    limit: usize,
    held: HashMap<usize, Held>,
    clock: u64,
    /// Slices that had to be read back so far.
    pub read: u64,
}

#[derive(Debug)]
struct Held {
    slice: Vec<u64>,
    changed: bool,
    used: u64,
}

impl Cache {
    /// Slices of so many words, of which those that take `bytes` are in memory, at least one.
    pub fn new(path: &Path, words: usize, bytes: u64) -> io::Result<Cache> {
        let file = File::options().create(true).truncate(true).read(true).write(true).open(path)?;
        let limit = (bytes / (words as u64 * 8)).max(1) as usize;
        Ok(Cache { file, words, limit, held: HashMap::new(), clock: 0, read: 0 })
    }

    /// Copies a slice that was put before.
    pub fn get(&mut self, number: usize, out: &mut [u64]) -> io::Result<()> {
        self.clock += 1;
        if let Some(held) = self.held.get_mut(&number) {
            held.used = self.clock;
            out.copy_from_slice(&held.slice);
            return Ok(());
        }
        let mut bytes = vec![0; self.words * 8];
        self.file.seek(SeekFrom::Start((number * self.words * 8) as u64))?;
        self.file.read_exact(&mut bytes)?;
        for (word, &bytes) in out.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(bytes);
        }
        self.read += 1;
        self.hold(number, out.to_vec(), false)
    }

    /// Puts a slice.
    pub fn put(&mut self, number: usize, slice: &[u64]) -> io::Result<()> {
        self.clock += 1;
        if let Some(held) = self.held.get_mut(&number) {
            held.slice.copy_from_slice(slice);
            (held.changed, held.used) = (true, self.clock);
            return Ok(());
        }
        self.hold(number, slice.to_vec(), true)
    }

    fn hold(&mut self, number: usize, slice: Vec<u64>, changed: bool) -> io::Result<()> {
        while self.held.len() >= self.limit {
            let oldest = self.held.iter().min_by_key(|(_, held)| held.used).map(|(&number, _)| number);
            let Some((old, held)) = oldest.and_then(|old| Some((old, self.held.remove(&old)?))) else { break };
            if held.changed {
                let mut bytes = vec![0; self.words * 8];
                for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(&held.slice) {
                    *bytes = word.to_le_bytes();
                }
                self.file.seek(SeekFrom::Start((old * self.words * 8) as u64))?;
                self.file.write_all(&bytes)?;
            }
        }
        self.held.insert(number, Held { slice, changed, used: self.clock });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_come_back_from_the_file() {
        let path = std::env::temp_dir().join(format!("reti-cache-{}", std::process::id()));
        let mut cache = Cache::new(&path, 3, 2 * 24).expect("a file");
        for number in 0..9u64 {
            cache.put(number as usize, &[number, number + 1, !number]).expect("is written");
        }
        cache.put(4, &[7, 8, 9]).expect("is written");
        let mut out = [0; 3];
        for number in (0..9u64).chain(0..9) {
            cache.get(number as usize, &mut out).expect("is there");
            assert_eq!(out, if number == 4 { [7, 8, 9] } else { [number, number + 1, !number] });
        }
        assert!(cache.read >= 16, "{}", cache.read);
        std::fs::remove_file(path).expect("is there");
    }
}
