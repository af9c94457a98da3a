//! The table file: checked, compressed, and readable at one place without unpacking the rest.
//!
//! ```text
//! header     magic, version, metric, order of places, endgame, blocks, length, checksum
//! directory  for each block: offset, length, unpacked length, checksum
//! blocks     values white to move, values black to move, codes white, codes black
//! ```
//!
//! The *values* section has two bits for each place and is small; where a capture or promotion
//! alone gives the value, it holds whatever compresses best, so a reader takes the better of the
//! two. The *codes* section has the whole [`Code`] of each kept place and
//! stands by itself. Numbers are little-endian. A block's checksum covers its section, side and
//! number and the endgame too, so blocks cannot be exchanged unnoticed. Files are written under
//! another name and renamed when complete: a half-written one never looks finished.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use reti_core::chess::Color;
use reti_core::value::Value;

use crate::fold::Fold;
use crate::layout::{Layout, Squares};
use crate::material::{Material, MaterialError};
use crate::mmap::Bytes;
use crate::rules;
use crate::table::{Code, Metric, Table};

const MAGIC: &[u8; 8] = b"RETITAB\n";
const VERSION: u16 = 1;
const HEADER: usize = 64;
const ENTRY: usize = 24;

/// The extension of table files.
pub const EXTENSION: &str = "reti";

/// Why a table file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system says no.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The first bytes are not a table's.
    #[error("{}: not a Reti table", path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// Written by another version of the program.
    #[error("{}: format version {found}, this program reads version {VERSION}; build the table again", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u16,
    },
    /// The file is shorter or longer than it says.
    #[error("{}: {found} bytes instead of {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// The length in the header.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// Header or directory do not match their checksum, or make no sense.
    #[error("{}: header damaged", path.display())]
    Header {
        /// The file.
        path: PathBuf,
    },
    /// The endgame in the header is not one.
    #[error("{}: {error}", path.display())]
    Name {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: MaterialError,
    },
    /// The file is the table of another endgame.
    #[error("{}: the table of {found}, not of {expected}", path.display())]
    OtherEndgame {
        /// The file.
        path: PathBuf,
        /// What was asked for.
        expected: Material,
        /// What it is.
        found: Material,
    },
    /// A block does not match its checksum or cannot be unpacked.
    #[error("{}: block {block} damaged", path.display())]
    Block {
        /// The file.
        path: PathBuf,
        /// The number of the block.
        block: usize,
    },
}

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Two bits for each place.
    Values,
    /// A byte for each place.
    Codes,
}

impl Section {
    /// Places in a block.
    const fn places(self) -> usize {
        match self {
            Section::Values => 1 << 17,
            Section::Codes => 1 << 16,
        }
    }

    const fn packed_len(self, places: usize) -> usize {
        match self {
            Section::Values => places / 4,
            Section::Codes => places,
        }
    }
}

/// Which blocks a layout has, in file order.
fn block_count(layout: &Layout, section: Section) -> usize {
    layout.len().div_ceil(section.places())
}

fn first_block(layout: &Layout, section: Section, turn: Color) -> usize {
    let values = block_count(layout, Section::Values);
    let codes = block_count(layout, Section::Codes);
    let side = usize::from(turn.is_black());
    match section {
        Section::Values => side * values,
        Section::Codes => 2 * values + side * codes,
    }
}

/// A checksum that any change of eight neighbouring bytes changes for certain.
///
/// Each step is one-to-one in the state and in the eight bytes taken in.
fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let mut state = seed ^ 0x9E37_79B9_7F4A_7C15;
    let mut step = |word: u64| {
        state = (state ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        state ^= state >> 32;
    };
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        step(u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    step(u64::from_le_bytes(last));
    step(bytes.len() as u64);
    state
}

fn block_seed(name: &[u8; 16], metric: Metric, block: usize) -> u64 {
    let salt = match metric {
        Metric::Mate => 0,
        Metric::Conversion => 1,
        Metric::Labels => 1 << 40,
    };
    checksum(block as u64 * 2 + salt, name)
}

const METRICS: [Metric; 3] = [Metric::Mate, Metric::Conversion, Metric::Labels];

fn metric_byte(metric: Metric) -> u8 {
    METRICS.iter().position(|&known| known == metric).unwrap_or(0) as u8
}

fn name_bytes(material: Material) -> [u8; 16] {
    let mut name = [0; 16];
    for (byte, letter) in name.iter_mut().zip(material.to_string().bytes()) {
        *byte = letter;
    }
    name
}

/// The file of an endgame in a folder.
pub fn path_of(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{material}.{EXTENSION}"))
}

/// For each word and side, the positions whose value a capture or promotion alone gives.
pub type Anchored = [Vec<u64>; 2];

/// Sizes of a written file, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The whole file.
    pub file: u64,
    /// Its values section.
    pub values: u64,
}

/// Writes a table to a file.
pub fn write(path: &Path, table: &Table, anchored: &Anchored) -> Result<Sizes, FileError> {
    let layout = table.layout();
    let fold = Fold::new(layout);
    let name = name_bytes(table.material());
    let mut directory = Vec::new();
    let mut sizes = Sizes::default();
    let blocks = 2 * (block_count(layout, Section::Values) + block_count(layout, Section::Codes));
    let mut offset = (HEADER + ENTRY * blocks) as u64;
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let io = |error| FileError::Io { path: path.to_owned(), error };
    let written = (|| {
        let mut file = io::BufWriter::new(File::create(&temporary)?);
        file.write_all(&vec![0; offset as usize])?;
        for section in [Section::Values, Section::Codes] {
            for turn in [Color::White, Color::Black] {
                let first = first_block(layout, section, turn);
                let numbers: Vec<usize> = (0..block_count(layout, section)).collect();
                for group in numbers.chunks(64) {
                    let packed: io::Result<Vec<_>> =
                        group.par_iter().map(|&n| pack(table, &fold, anchored, section, turn, n)).collect();
                    for (&number, (packed, raw)) in group.iter().zip(packed?) {
                        let sum = checksum(block_seed(&name, table.metric(), first + number), &packed);
                        directory.extend(offset.to_le_bytes());
                        directory.extend((packed.len() as u32).to_le_bytes());
                        directory.extend((raw as u32).to_le_bytes());
                        directory.extend(sum.to_le_bytes());
                        offset += packed.len() as u64;
                        if section == Section::Values {
                            sizes.values += (packed.len() + ENTRY) as u64;
                        }
                        file.write_all(&packed)?;
                    }
                }
            }
        }
        sizes.file = offset;
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        io::Seek::seek(&mut file, io::SeekFrom::Start(0))?;
        let mut head = header(table, &name, blocks, offset);
        head.extend(directory);
        let sum = checksum(0, &head);
        head[HEADER - 8..HEADER].copy_from_slice(&sum.to_le_bytes());
        file.write_all(&head)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    })();
    if let Err(error) = written {
        // Leaves no litter; that the removal may fail too changes nothing.
        let _ = fs::remove_file(&temporary);
        return Err(io(error));
    }
    Ok(sizes)
}

/// The header with its checksum still zero.
fn header(table: &Table, name: &[u8; 16], blocks: usize, length: u64) -> Vec<u8> {
    let mut head = Vec::with_capacity(HEADER);
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.push(metric_byte(table.metric()));
    head.push(1); // the order of places
    head.extend((blocks as u32).to_le_bytes());
    head.extend(name);
    head.extend(length.to_le_bytes());
    head.resize(HEADER, 0);
    head
}

/// Packs one block; gives its bytes and their unpacked length.
fn pack(
    table: &Table,
    fold: &Fold,
    anchored: &Anchored,
    section: Section,
    turn: Color,
    number: usize,
) -> io::Result<(Vec<u8>, usize)> {
    let layout = table.layout();
    let start = number * section.places();
    let end = (start + section.places()).min(layout.len());
    let mut last = Code::DRAW.0;
    let mut raw = Vec::with_capacity(section.packed_len(end - start));
    let mut filled = [0u8; 64];
    let anchored = &anchored[usize::from(turn.is_black())][start / 64..end / 64];
    for (word, anchored) in (start / 64..).zip(anchored) {
        let squares = layout.squares(word * 64);
        let codes = &table.codes(turn)[word * 64..][..64];
        let kept = fold.lanes(&squares);
        let mut needed = kept;
        if section == Section::Values {
            needed &= !anchored;
        }
        for (lane, filled) in filled.iter_mut().enumerate() {
            *filled = last;
            if codes[lane] == 0 || kept >> lane & 1 == 0 {
                continue;
            }
            if needed >> lane & 1 != 0 {
                last = codes[lane];
                *filled = last;
            } else {
                // A reader takes the better of this and the best capture: it must not be too good.
                *filled = last.min(codes[lane]);
            }
        }
        match section {
            Section::Codes => raw.extend(filled),
            Section::Values => {
                let bits = |code: u8| u8::from(code >= 128) + u8::from(code > 128);
                raw.extend(
                    filled
                        .as_chunks::<4>()
                        .0
                        .iter()
                        .map(|four| bits(four[0]) | bits(four[1]) << 2 | bits(four[2]) << 4 | bits(four[3]) << 6),
                );
            }
        }
    }
    let level = if section == Section::Values && table.material().men() <= 4 { 9 } else { 1 };
    Ok((zstd::bulk::compress(&raw, level)?, raw.len()))
}

/// An open table file.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    bytes: Bytes,
    layout: Layout,
    fold: Fold,
    metric: Metric,
    name: [u8; 16],
}

impl TableFile {
    /// Opens a file and checks its header and directory.
    pub fn open(path: &Path) -> Result<TableFile, FileError> {
        let bytes = Bytes::open(path).map_err(|error| FileError::Io { path: path.to_owned(), error })?;
        TableFile::from_bytes(path, bytes)
    }

    /// Opens the table of an endgame in a folder.
    pub fn open_in(folder: &Path, expected: Material) -> Result<TableFile, FileError> {
        let path = path_of(folder, expected);
        let file = TableFile::open(&path)?;
        let found = file.layout.material();
        if found == expected { Ok(file) } else { Err(FileError::OtherEndgame { path, expected, found }) }
    }

    /// A file from its bytes; the path is used in errors.
    pub fn from_bytes(path: &Path, bytes: Bytes) -> Result<TableFile, FileError> {
        let path = path.to_owned();
        if bytes.first_chunk() != Some(MAGIC) {
            return Err(FileError::NotATable { path });
        }
        let Some(head) = bytes.first_chunk::<HEADER>() else { return Err(FileError::Header { path }) };
        let found = u16::from_le_bytes([head[8], head[9]]);
        if found != VERSION {
            return Err(FileError::Version { path, found });
        }
        let blocks = u32_at(head, 12) as usize;
        let expected = u64_at(head, 32);
        if expected != bytes.len() as u64 {
            return Err(FileError::Length { path, expected, found: bytes.len() as u64 });
        }
        let mut checked = match bytes.get(..HEADER + ENTRY * blocks) {
            Some(checked) => checked.to_vec(),
            None => return Err(FileError::Header { path }),
        };
        checked[HEADER - 8..HEADER].fill(0);
        if checksum(0, &checked) != u64_at(head, HEADER - 8) || head[11] != 1 {
            return Err(FileError::Header { path });
        }
        let Some(&metric) = METRICS.get(usize::from(head[10])) else { return Err(FileError::Header { path }) };
        let mut name = [0; 16];
        name.copy_from_slice(&head[16..32]);
        let text = String::from_utf8_lossy(&name);
        let material: Material = match text.trim_end_matches('\0').parse() {
            Ok(material) => material,
            Err(error) => return Err(FileError::Name { path, error }),
        };
        let layout = Layout::new(material);
        if blocks != 2 * (block_count(&layout, Section::Values) + block_count(&layout, Section::Codes)) {
            return Err(FileError::Header { path });
        }
        let fold = Fold::new(&layout);
        Ok(TableFile { path, bytes, layout, fold, metric, name })
    }

    /// The endgame.
    pub fn material(&self) -> Material {
        self.layout.material()
    }

    /// What its ranks count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The order of its places.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Unpacks one block after checking it.
    pub fn block(&self, section: Section, turn: Color, number: usize) -> Result<Vec<u8>, FileError> {
        let block = first_block(&self.layout, section, turn) + number;
        let damaged = || FileError::Block { path: self.path.clone(), block };
        let entry = self.bytes.get(HEADER + ENTRY * block..).and_then(|rest| rest.first_chunk::<ENTRY>());
        let entry = entry.ok_or_else(damaged)?;
        let start = usize::try_from(u64_at(entry, 0)).map_err(|_| damaged())?;
        let (len, raw) = (u32_at(entry, 8) as usize, u32_at(entry, 12) as usize);
        let packed = start.checked_add(len).and_then(|end| self.bytes.get(start..end)).ok_or_else(damaged)?;
        let places = (self.layout.len() - number * section.places()).min(section.places());
        let sum = checksum(block_seed(&self.name, self.metric, block), packed);
        if sum != u64_at(entry, 16) || raw != section.packed_len(places) {
            return Err(damaged());
        }
        let unpacked = zstd::bulk::decompress(packed, raw).map_err(|_| damaged())?;
        if unpacked.len() == raw { Ok(unpacked) } else { Err(damaged()) }
    }

    /// The block and the place in it that hold a placement.
    pub fn place(&self, section: Section, squares: &Squares) -> (usize, usize) {
        let index = self.layout.index(&self.fold.canonical(squares).0);
        (index / section.places(), index % section.places())
    }

    /// The code of a legal placement.
    pub fn code(&self, squares: &Squares, turn: Color) -> Result<Code, FileError> {
        let (block, at) = self.place(Section::Codes, squares);
        Ok(Code(self.block(Section::Codes, turn, block)?[at]))
    }

    /// The whole table, every block checked.
    pub fn load(&self) -> Result<Table, FileError> {
        let side = |turn: Color| -> Result<Vec<u8>, FileError> {
            let mut codes = vec![0; self.layout.len()];
            codes.par_chunks_mut(Section::Codes.places()).enumerate().try_for_each(|(number, part)| {
                part.copy_from_slice(&self.block(Section::Codes, turn, number)?);
                Ok(())
            })?;
            self.fold.restore(&mut codes, turn);
            Ok(codes)
        };
        let (white, black) = rayon::join(|| side(Color::White), || side(Color::Black));
        Ok(Table::from_codes(self.layout.clone(), self.metric, [white?, black?]))
    }

    /// Checks every block of both sections without keeping it.
    pub fn check(&self) -> Result<(), FileError> {
        for section in [Section::Values, Section::Codes] {
            for turn in [Color::White, Color::Black] {
                (0..block_count(&self.layout, section))
                    .into_par_iter()
                    .try_for_each(|number| self.block(section, turn, number).map(drop))?;
            }
        }
        Ok(())
    }
}

/// The value in an unpacked block of the values section.
pub fn value_at(block: &[u8], at: usize) -> Value {
    match block[at / 4] >> (2 * (at % 4)) & 3 {
        0 => Value::Loss,
        1 => Value::Draw,
        _ => Value::Win,
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |chunk| u32::from_le_bytes(*chunk))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

/// The positions whose value a capture or promotion alone gives, none of them.
pub fn nothing_anchored(layout: &Layout) -> Anchored {
    [vec![0; layout.len() / 64], vec![0; layout.len() / 64]]
}

/// The lanes of a word in which two lists of codes have the same value, the first not being 0.
pub(crate) fn lanes_of_equal_value(codes: &[u8; 64], others: &[u8; 64]) -> u64 {
    if *codes == [0; 64] {
        return 0;
    }
    let class = |code: u8| u8::from(code >= 128) + u8::from(code > 128);
    let equal = |lane: usize| codes[lane] != 0 && class(codes[lane]) == class(others[lane]);
    (0..64).filter(|&lane| equal(lane)).map(rules::bit).sum()
}
