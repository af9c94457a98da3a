//! An array that grows for as long as games come, and lies on the disk meanwhile.
//!
//! An archive names the size of an array before its numbers, so nothing can be written before the
//! last game is read; in memory the arrays of a million positions would take gigabytes.

use std::{
    env, fs,
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write},
    path::PathBuf,
    process,
    sync::atomic::{AtomicU64, Ordering},
};

/// So many bytes stay in memory.
const IN_MEMORY: usize = 1 << 20;

/// Distinguishes the columns of this process.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// A growing array of bytes.
#[derive(Default)]
pub(super) struct Column {
    recent: Vec<u8>,
    earlier: Option<Spill>,
    length: u64,
}

/// A file that nobody else needs.
struct Spill {
    file: File,
    path: PathBuf,
}

impl Spill {
    fn new() -> io::Result<Spill> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("reti-dataset-{}-{number}", process::id()));
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
        Ok(Spill { file, path })
    }
}

impl Drop for Spill {
    fn drop(&mut self) {
        // What cannot be removed lies in a folder that is emptied now and then.
        let _ = fs::remove_file(&self.path);
    }
}

impl Column {
    /// How many bytes it has.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Adds bytes at the end.
    pub fn extend(&mut self, bytes: impl IntoIterator<Item = u8>) -> io::Result<()> {
        let before = self.recent.len();
        self.recent.extend(bytes);
        self.length += (self.recent.len() - before) as u64;
        if self.recent.len() > IN_MEMORY {
            let spill = match &mut self.earlier {
                Some(spill) => spill,
                none => none.insert(Spill::new()?),
            };
            spill.file.write_all(&self.recent)?;
            self.recent.clear();
        }
        Ok(())
    }

    /// Adds integers as NumPy keeps them.
    pub fn integers(&mut self, values: &[i64]) -> io::Result<()> {
        self.extend(values.iter().flat_map(|value| value.to_le_bytes()))
    }

    /// Adds fractions as NumPy keeps them.
    pub fn floats(&mut self, values: &[f32]) -> io::Result<()> {
        self.extend(values.iter().flat_map(|value| value.to_le_bytes()))
    }

    /// Hands over all bytes in their order; may be done more than once.
    pub fn each(&mut self, mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        if let Some(spill) = &mut self.earlier {
            let mut buffer = vec![0; 1 << 16];
            spill.file.seek(SeekFrom::Start(0))?;
            loop {
                let count = spill.file.read(&mut buffer)?;
                if count == 0 {
                    break;
                }
                each(&buffer[..count])?;
            }
            // More may be added behind it.
            spill.file.seek(SeekFrom::End(0))?;
        }
        each(&self.recent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_gives_back_what_it_was_given() {
        let mut column = Column::default();
        for value in 0..400_000 {
            column.integers(&[value]).unwrap();
        }
        assert_eq!(column.len(), 3_200_000);
        let path = column.earlier.as_ref().unwrap().path.clone();
        for _ in 0..2 {
            let mut all = Vec::new();
            column.each(|bytes| all.write_all(bytes)).unwrap();
            let values = all.chunks(8).map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap()));
            assert!(values.eq(0..400_000));
        }
        drop(column);
        assert!(!path.exists());
    }
}
