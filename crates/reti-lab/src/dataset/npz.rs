//! NumPy archives: a zip file of arrays, stored without compression.
//!
//! An `.npy` entry is a magic number, a header in the syntax of a Python dictionary padded to 64
//! bytes, and the numbers in little-endian order (NumPy format version 1.0). The zip around it is
//! the classic format, so an archive must stay below 4 GiB; more is refused with an error.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::column::Column;

pub(super) struct Writer<'w, W: Write> {
    out: &'w mut W,
    offset: u64,
    directory: Vec<Entry>,
}

struct Entry {
    name: String,
    crc: u32,
    size: u32,
    offset: u32,
}

/// 1980-01-01, so that equal data gives equal files.
const DATE: u16 = (1 << 5) | 1;

impl<'w, W: Write> Writer<'w, W> {
    pub(super) fn new(out: &'w mut W) -> Self {
        Writer { out, offset: 0, directory: Vec::new() }
    }

    /// An array of integers, given as the columns that follow each other.
    pub(super) fn integers(&mut self, name: &str, shape: &[u64], parts: &mut [&mut Column]) -> io::Result<()> {
        self.columns(name, &header("<i8", shape), parts)
    }

    pub(super) fn floats(&mut self, name: &str, shape: &[u64], values: &mut Column) -> io::Result<()> {
        self.columns(name, &header("<f4", shape), &mut [values])
    }

    /// Reads the columns twice: the checksum stands before the data.
    fn columns(&mut self, name: &str, header: &[u8], parts: &mut [&mut Column]) -> io::Result<()> {
        let mut crc = Crc::default();
        crc.add(header);
        for part in parts.iter_mut() {
            part.each(|bytes| {
                crc.add(bytes);
                Ok(())
            })?;
        }
        let length = header.len() as u64 + parts.iter().map(|part| part.len()).sum::<u64>();
        self.begin(name, crc.value(), length)?;
        self.out.write_all(header)?;
        for part in parts {
            part.each(|bytes| self.out.write_all(bytes))?;
        }
        Ok(())
    }

    /// An array of text that is given as lines, every entry as long as the longest.
    pub(super) fn lines(&mut self, name: &str, count: u64, width: usize, lines: &mut Column) -> io::Result<()> {
        let mut padded = Column::default();
        let mut line: Vec<u8> = Vec::new();
        lines.each(|bytes| {
            for &byte in bytes {
                if byte == b'\n' {
                    padded.extend(wide(&String::from_utf8_lossy(&line), width))?;
                    line.clear();
                } else {
                    line.push(byte);
                }
            }
            Ok(())
        })?;
        self.columns(name, &header(&format!("<U{width}"), &[count]), &mut [&mut padded])
    }

    /// An array of text, every entry as long as the longest.
    pub(super) fn strings<T: AsRef<str>>(&mut self, name: &str, texts: &[T]) -> io::Result<()> {
        let width = texts.iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0).max(1);
        let mut data = Column::default();
        for text in texts {
            data.extend(wide(text.as_ref(), width))?;
        }
        self.columns(name, &header(&format!("<U{width}"), &[texts.len() as u64]), &mut [&mut data])
    }

    /// Writes what stands before an array.
    fn begin(&mut self, name: &str, crc: u32, length: u64) -> io::Result<()> {
        let size = u32::try_from(length).map_err(|_| too_large())?;
        let offset = u32::try_from(self.offset).map_err(|_| too_large())?;
        let entry = Entry { name: format!("{name}.npy"), crc, size, offset };
        let mut local = Vec::from(*b"PK\x03\x04");
        local.extend(entry.common());
        local.extend(entry.name.bytes());
        self.out.write_all(&local)?;
        self.offset += local.len() as u64 + length;
        self.directory.push(entry);
        Ok(())
    }

    pub(super) fn finish(self) -> io::Result<()> {
        let mut central = Vec::new();
        for entry in &self.directory {
            central.extend(*b"PK\x01\x02");
            central.extend(20u16.to_le_bytes());
            central.extend(entry.common());
            // Comment length, disk number, internal attributes, external attributes.
            central.extend([0; 2 + 2 + 2 + 4]);
            central.extend(entry.offset.to_le_bytes());
            central.extend(entry.name.bytes());
        }
        let start = u32::try_from(self.offset).map_err(|_| too_large())?;
        let count = self.directory.len() as u16;
        let size = central.len() as u32;
        central.extend(*b"PK\x05\x06");
        central.extend([0; 4]);
        central.extend(count.to_le_bytes());
        central.extend(count.to_le_bytes());
        central.extend(size.to_le_bytes());
        central.extend(start.to_le_bytes());
        central.extend([0; 2]);
        self.out.write_all(&central)?;
        self.out.flush()
    }
}

impl Entry {
    /// The fields that the local header and the central directory share.
    fn common(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for field in [20u16, 0, 0, 0, DATE] {
            bytes.extend(field.to_le_bytes());
        }
        for field in [self.crc, self.size, self.size] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend((self.name.len() as u16).to_le_bytes());
        bytes.extend(0u16.to_le_bytes());
        bytes
    }
}

/// The classic zip format counts with 32 bits.
pub(super) fn too_large() -> io::Error {
    io::Error::other("an npz archive must stay below 4 GiB; use jsonl")
}

/// The largest archive.
pub(super) const MOST_BYTES: u64 = u32::MAX as u64;

/// A text as NumPy keeps it: four bytes a character, zeros behind it.
fn wide(text: &str, width: usize) -> Vec<u8> {
    let padded = text.chars().map(u32::from).chain(std::iter::repeat(0)).take(width);
    padded.flat_map(u32::to_le_bytes).collect()
}

fn header(kind: &str, shape: &[u64]) -> Vec<u8> {
    let mut dictionary = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': (");
    for length in shape {
        // Writing to a string cannot fail. The comma after a single length makes it a tuple.
        let _ = write!(dictionary, "{length},");
    }
    dictionary.push_str("), }");
    let total = (10 + dictionary.len() + 1).next_multiple_of(64);
    while 10 + dictionary.len() + 1 < total {
        dictionary.push(' ');
    }
    dictionary.push('\n');
    let mut bytes = Vec::from(*b"\x93NUMPY\x01\x00");
    bytes.extend((dictionary.len() as u16).to_le_bytes());
    bytes.extend(dictionary.bytes());
    bytes
}

/// The checksum of zip files, with the reflected polynomial 0xEDB88320.
struct Crc {
    table: [u32; 256],
    state: u32,
}

impl Default for Crc {
    fn default() -> Crc {
        let table = std::array::from_fn(|index| {
            (0..8).fold(index as u32, |value, _| if value & 1 == 1 { (value >> 1) ^ 0xedb8_8320 } else { value >> 1 })
        });
        Crc { table, state: !0 }
    }
}

impl Crc {
    fn add(&mut self, data: &[u8]) {
        self.state =
            data.iter().fold(self.state, |crc, &byte| self.table[usize::from((crc as u8) ^ byte)] ^ (crc >> 8));
    }

    fn value(&self) -> u32 {
        !self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        // The check value of CRC-32/ISO-HDLC for the digits one to nine.
        let mut crc = Crc::default();
        crc.add(b"1234");
        crc.add(b"56789");
        assert_eq!(crc.value(), 0xcbf4_3926);
    }

    #[test]
    fn headers_are_padded() {
        let bytes = header("<f4", &[3, 24]);
        assert_eq!(bytes.len() % 64, 0);
        assert!(bytes.ends_with(b"\n"));
        let text = String::from_utf8_lossy(&bytes[10..]).into_owned();
        assert!(text.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (3,24,), }"), "{text}");
    }
}
