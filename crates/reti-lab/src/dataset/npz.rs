//! NumPy archives: a zip file of arrays, stored without compression.
//!
//! An `.npy` entry is a magic number, a header in the syntax of a Python dictionary padded to 64
//! bytes, and the numbers in little-endian order (NumPy format version 1.0). The zip around it is
//! the classic format, so an archive must stay below 4 GiB; more is refused with an error.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

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

    /// An array of integers, given as the parts that follow each other.
    pub(super) fn integers(&mut self, name: &str, shape: &[usize], parts: &[&[i64]]) -> io::Result<()> {
        let mut data = header("<i8", shape);
        for part in parts {
            data.extend(part.iter().flat_map(|value| value.to_le_bytes()));
        }
        self.entry(name, &data)
    }

    pub(super) fn floats(&mut self, name: &str, shape: &[usize], values: &[f32]) -> io::Result<()> {
        let mut data = header("<f4", shape);
        data.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self.entry(name, &data)
    }

    /// An array of text, every entry as long as the longest.
    pub(super) fn strings<T: AsRef<str>>(&mut self, name: &str, texts: &[T]) -> io::Result<()> {
        let width = texts.iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0).max(1);
        let mut data = header(&format!("<U{width}"), &[texts.len()]);
        for text in texts {
            let padded = text.as_ref().chars().map(u32::from).chain(std::iter::repeat(0)).take(width);
            data.extend(padded.flat_map(u32::to_le_bytes));
        }
        self.entry(name, &data)
    }

    fn entry(&mut self, name: &str, data: &[u8]) -> io::Result<()> {
        let too_large =
            || io::Error::new(io::ErrorKind::FileTooLarge, "an npz archive must stay below 4 GiB; use jsonl");
        let size = u32::try_from(data.len()).map_err(|_| too_large())?;
        let offset = u32::try_from(self.offset).map_err(|_| too_large())?;
        let entry = Entry { name: format!("{name}.npy"), crc: crc32(data), size, offset };
        let mut local = Vec::from(*b"PK\x03\x04");
        local.extend(entry.common());
        local.extend(entry.name.bytes());
        self.out.write_all(&local)?;
        self.out.write_all(data)?;
        self.offset += local.len() as u64 + u64::from(size);
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
        let start = u32::try_from(self.offset).map_err(|_| {
            io::Error::new(io::ErrorKind::FileTooLarge, "an npz archive must stay below 4 GiB; use jsonl")
        })?;
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

fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
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
fn crc32(data: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|index| {
        (0..8).fold(index as u32, |value, _| if value & 1 == 1 { (value >> 1) ^ 0xedb8_8320 } else { value >> 1 })
    });
    !data.iter().fold(!0, |crc, &byte| table[usize::from((crc as u8) ^ byte)] ^ (crc >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        // The check value of CRC-32/ISO-HDLC for the digits one to nine.
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
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
