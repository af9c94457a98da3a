//! Arrays in a file that `numpy.load` opens: a zip archive of `.npy` members, nothing compressed.
//!
//! The library `zip` writes the archive, also beyond 4 GiB. A member is a header of one line and the
//! numbers themselves, which is written here: the library for it reads Python literals with a parser
//! generator and would double what this crate builds.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::column::Column;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions, write::StreamWriter};

pub(super) struct Writer<W: Write> {
    zip: ZipWriter<StreamWriter<W>>,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(out: W) -> Self {
        Writer { zip: ZipWriter::new_stream(out) }
    }

    /// An array of integers, given as the columns that follow each other.
    pub(super) fn integers(&mut self, name: &str, shape: &[u64], parts: &mut [&mut Column]) -> io::Result<()> {
        self.member(name, &header("<i8", shape), parts)
    }

    pub(super) fn floats(&mut self, name: &str, shape: &[u64], values: &mut Column) -> io::Result<()> {
        self.member(name, &header("<f4", shape), &mut [values])
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
        self.member(name, &header(&format!("<U{width}"), &[count]), &mut [&mut padded])
    }

    /// An array of text, every entry as long as the longest.
    pub(super) fn strings<T: AsRef<str>>(&mut self, name: &str, texts: &[T]) -> io::Result<()> {
        let width = texts.iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0).max(1);
        let mut data = Column::default();
        for text in texts {
            data.extend(wide(text.as_ref(), width))?;
        }
        self.member(name, &header(&format!("<U{width}"), &[texts.len() as u64]), &mut [&mut data])
    }

    fn member(&mut self, name: &str, header: &[u8], parts: &mut [&mut Column]) -> io::Result<()> {
        // The same games give the same file: no time of writing.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(zip::DateTime::default())
            .large_file(true);
        self.zip.start_file(format!("{name}.npy"), options)?;
        self.zip.write_all(header)?;
        for part in parts {
            part.each(|bytes| self.zip.write_all(bytes))?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.zip.finish()?.into_inner().flush()
    }
}

/// Larger archives are refused: what comes after them reads arrays at once.
pub(super) fn too_large() -> io::Error {
    io::Error::other("an npz archive must stay below 4 GiB; use jsonl")
}

/// The largest archive.
pub(super) const MAX_BYTES: u64 = u32::MAX as u64;

/// A text as NumPy keeps it: four bytes for each character, zeros behind it.
fn wide(text: &str, width: usize) -> Vec<u8> {
    let padded = text.chars().map(u32::from).chain(std::iter::repeat(0)).take(width);
    padded.flat_map(u32::to_le_bytes).collect()
}

/// The header of an `.npy` member: type and shape, padded so that the numbers begin at a multiple of 64.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_padded() {
        let bytes = header("<f4", &[3, 24]);
        assert_eq!(bytes.len() % 64, 0);
        assert!(bytes.ends_with(b"\n"));
        let text = String::from_utf8_lossy(&bytes[10..]).into_owned();
        assert!(text.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (3,24,), }"), "{text}");
    }

    #[test]
    fn members_read_as_they_were_written() {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes);
        let column = |values: [i64; 2]| {
            let mut column = Column::default();
            column.extend(values.map(i64::to_le_bytes).concat()).unwrap();
            column
        };
        writer.integers("pairs", &[2, 2], &mut [&mut column([1, 2]), &mut column([3, -4])]).unwrap();
        writer.strings("names", &["a", "bé"]).unwrap();
        writer.finish().unwrap();
        let mut archive = zip::ZipArchive::new(io::Cursor::new(bytes)).unwrap();
        assert_eq!(archive.file_names().map(Result::unwrap).collect::<Vec<_>>(), ["pairs.npy", "names.npy"]);
        let mut member = Vec::new();
        io::Read::read_to_end(&mut archive.by_name("pairs.npy").unwrap(), &mut member).unwrap();
        assert_eq!(member, [header("<i8", &[2, 2]), [1i64, 2, 3, -4].map(i64::to_le_bytes).concat()].concat());
        let mut member = Vec::new();
        io::Read::read_to_end(&mut archive.by_name("names.npy").unwrap(), &mut member).unwrap();
        let letters = ['a', '\0', 'b', 'é'].map(|letter| u32::from(letter).to_le_bytes()).concat();
        assert_eq!(member, [header("<U2", &[2]), letters].concat());
    }
}
