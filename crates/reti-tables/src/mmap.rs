//! Table files in memory: mapped, or read as a whole.
//!
//! The only module of the crate with `unsafe`. Mapping lets a probe touch a few pages of a large
//! file; reading is the safe twin that tests compare with and that is used where mapping fails.
#![expect(unsafe_code, reason = "mapping a file has no safe interface")]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file.
#[derive(Debug)]
pub enum Bytes {
    /// Mapped pages.
    Mapped(Mmap),
    /// A copy.
    Read(Vec<u8>),
}

impl Bytes {
    /// Maps a file; reads it if it cannot be mapped.
    pub fn open(path: &Path) -> io::Result<Bytes> {
        let file = File::open(path)?;
        // SAFETY: the map is read-only and private to this value. Table files are written under
        // another name and renamed when complete, and are never changed in place by this crate;
        // every block is checked against its checksum before it is used, so a change by another
        // program gives an error. Cutting the file off while it is mapped is the one thing that
        // would end the program; the documentation of the format says so.
        match unsafe { Mmap::map(&file) } {
            Ok(map) => Ok(Bytes::Mapped(map)),
            Err(_) => Bytes::read(path),
        }
    }

    /// Reads a file as a whole.
    pub fn read(path: &Path) -> io::Result<Bytes> {
        Ok(Bytes::Read(std::fs::read(path)?))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Read(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapped_and_read_bytes_are_equal() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        assert_eq!(*Bytes::open(&path).unwrap(), *Bytes::read(&path).unwrap());
        assert!(Bytes::open(Path::new("no such file")).is_err());
    }
}
