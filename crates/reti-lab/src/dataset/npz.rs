//! Arrays in a file that `numpy.load` opens: a zip archive of `.npy` members, nothing compressed.
//!
//! The library `zip` writes the archive, also beyond 4 GiB. A member is a header of one line and the
//! numbers themselves, which is written here: the library for it reads Python literals with a parser
//! generator and would double what this crate builds.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions, write::StreamWriter};

pub(super) struct Writer<W: Write> {
    zip: ZipWriter<StreamWriter<W>>,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(out: W) -> Self {
        Writer { zip: ZipWriter::new_stream(out) }
    }

    /// An array of integers, given as the parts that follow each other.
    pub(super) fn integers(&mut self, name: &str, shape: &[usize], parts: &[&[i64]]) -> io::Result<()> {
        let numbers = parts.iter().copied().flatten().map(|value| value.to_le_bytes());
        self.member(name, &header("<i8", shape), numbers)
    }

    pub(super) fn floats(&mut self, name: &str, shape: &[usize], values: &[f32]) -> io::Result<()> {
        self.member(name, &header("<f4", shape), values.iter().map(|value| value.to_le_bytes()))
    }

    /// An array of text, every entry as long as the longest.
    pub(super) fn strings<T: AsRef<str>>(&mut self, name: &str, texts: &[T]) -> io::Result<()> {
        let width = texts.iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0).max(1);
        let letters = texts
            .iter()
            .flat_map(|text| text.as_ref().chars().map(u32::from).chain(std::iter::repeat(0)).take(width))
            .map(u32::to_le_bytes);
        self.member(name, &header(&format!("<U{width}"), &[texts.len()]), letters)
    }

    fn member<const N: usize>(
        &mut self,
        name: &str,
        header: &[u8],
        values: impl Iterator<Item = [u8; N]>,
    ) -> io::Result<()> {
        // The same games give the same file: no time of writing.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(zip::DateTime::default())
            .large_file(true);
        self.zip.start_file(format!("{name}.npy"), options)?;
        let mut out = io::BufWriter::new(&mut self.zip);
        out.write_all(header)?;
        for value in values {
            out.write_all(&value)?;
        }
        out.flush()
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.zip.finish()?.into_inner().flush()
    }
}

/// The header of an `.npy` member: type and shape, padded so that the numbers begin at a multiple of 64.
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
        writer.integers("pairs", &[2, 2], &[&[1, 2], &[3, -4]]).unwrap();
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
