//! The table file: checked, compressed, and readable at one place without unpacking the rest.
//!
//! ```text
//! header       magic, version, metric, order of places, endgame, blocks, length, digest, checksum
//! directory    for each block: offset, length, unpacked length, checksums packed and unpacked
//! certificate  the tables that this one rests on, each with its digest
//! blocks       values white to move, values black to move, codes white, codes black
//! ```
//!
//! The *values* section has two bits for each place and is small; where a capture or promotion
//! alone gives the value, it holds whatever compresses best, so a reader takes the better of the
//! two. The *codes* section has the whole [`Code`] of each kept place and
//! stands by itself. Numbers are little-endian. A block's checksum covers its section, side and
//! number and the endgame too, so blocks cannot be exchanged unnoticed. The digest is made of the
//! checksums of the unpacked codes, so that opening a file settles *which* table it is, and every
//! block that is read later is held against that. Files are written under another name and renamed
//! when complete: a half-written one never looks finished.
//!
//! Labels, true or forged, that claim values without ranks are kept in files of the same shape with
//! another magic: they can be verified, but nobody takes them for a table.
//!
//! Six men will need ranks beyond a byte and tables in slices; the header has fields for both, and a
//! reader that knows neither refuses such a file.

use std::fs::{self, File};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use reti_core::chess::Color;
use reti_core::value::Value;

use crate::checksum::{Digest, Rest, checksum};
use crate::fold::Fold;
use crate::lanes;
use crate::layout::{Layout, Squares};
use crate::material::{Material, MaterialError};
use crate::mmap::Bytes;
use crate::platform;
use crate::rules;
use crate::table::{Code, Metric, Table};

const MAGIC: &[u8; 8] = b"RETITAB\n";
const LABELS_MAGIC: &[u8; 8] = b"RETILAB\n";
const VERSION: u16 = 2;
const HEADER: usize = 128;
const ENTRY: usize = 32;
const REST: usize = 32;

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
    /// Labels without ranks, which claim and do not prove.
    #[error("{}: labels, not a table; verify them with: reti table verify --labels {}", path.display(), path.display())]
    Labels {
        /// The file.
        path: PathBuf,
    },
    /// A table was made from another one than the one that is here.
    #[error("{}: rests on another table of {material} (checksum {expected}) than the one here ({found}); build it again", path.display())]
    Stale {
        /// The file.
        path: PathBuf,
        /// The endgame of the other table.
        material: Material,
        /// The one that it rests on.
        expected: Digest,
        /// The one that is here.
        found: Digest,
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

fn block_seed(name: &[u8; 16], metric: Metric, block: usize) -> u64 {
    let salt = match metric {
        Metric::Mate => 0,
        Metric::Conversion => 1,
        Metric::Labels => 1 << 40,
    };
    checksum(block as u64 * 2 + salt, name)
}

const METRICS: [Metric; 3] = [Metric::Mate, Metric::Conversion, Metric::Labels];

pub(crate) fn metric_byte(metric: Metric) -> u8 {
    METRICS.iter().position(|&known| known == metric).unwrap_or(0) as u8
}

pub(crate) fn name_bytes(material: Material) -> [u8; 16] {
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

/// Writes a table and the digests of the tables that it rests on to a file.
pub fn write(path: &Path, table: &Table, anchored: &Anchored, rests_on: &[Rest]) -> Result<Sizes, FileError> {
    let temporary = temporary_name(path);
    let written = File::create_new(&temporary).and_then(|file| {
        let sizes = write_all(file, table, anchored, rests_on)?;
        fs::rename(&temporary, path)?;
        Ok(sizes)
    });
    written.map_err(|error| {
        // Leaves no litter; that the removal may fail too changes nothing.
        let _ = fs::remove_file(&temporary);
        FileError::Io { path: path.to_owned(), error }
    })
}

/// Writes labels, which are no table, to a file.
pub fn write_labels(path: &Path, labels: &Table) -> Result<Sizes, FileError> {
    write(path, labels, &nothing_anchored(labels.layout()), &[])
}

/// How the names of unfinished files end.
pub(crate) const UNFINISHED: &str = "reti-part";

/// A name beside a file that no other writer has: process and a random number.
fn temporary_name(path: &Path) -> PathBuf {
    let random = RandomState::new().build_hasher().finish();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{stem}.{}-{random:016x}.{UNFINISHED}", std::process::id()))
}

/// The process that writes, or wrote, an unfinished file; `None` for every other name.
pub(crate) fn writer_of(name: &str) -> Option<u32> {
    let (rest, ending) = name.strip_prefix('.')?.rsplit_once('.')?;
    let (process, random) = rest.rsplit_once('.')?.1.split_once('-')?;
    let is_random = random.len() == 16 && random.bytes().all(|byte| byte.is_ascii_hexdigit());
    (ending == UNFINISHED && is_random).then(|| process.parse().ok()).flatten()
}

fn write_all(file: File, table: &Table, anchored: &Anchored, rests_on: &[Rest]) -> io::Result<Sizes> {
    let layout = table.layout();
    let fold = Fold::new(layout);
    let name = name_bytes(table.material());
    let mut directory = Vec::new();
    let mut sizes = Sizes::default();
    let mut sums = Vec::new();
    let blocks = 2 * (block_count(layout, Section::Values) + block_count(layout, Section::Codes));
    let mut offset = (HEADER + ENTRY * blocks + REST * rests_on.len()) as u64;
    let mut file = io::BufWriter::new(file);
    file.write_all(&vec![0; offset as usize])?;
    for (section, turn) in PARTS {
        let first = first_block(layout, section, turn);
        let numbers: Vec<usize> = (0..block_count(layout, section)).collect();
        for group in numbers.chunks(64) {
            let packed: io::Result<Vec<_>> =
                group.par_iter().map(|&n| pack(table, &fold, anchored, section, turn, n)).collect();
            for (&number, Packed { bytes, len, sum }) in group.iter().zip(packed?) {
                directory.extend(offset.to_le_bytes());
                directory.extend((bytes.len() as u32).to_le_bytes());
                directory.extend((len as u32).to_le_bytes());
                directory.extend(checksum(block_seed(&name, table.metric(), first + number), &bytes).to_le_bytes());
                directory.extend(sum.to_le_bytes());
                offset += bytes.len() as u64;
                match section {
                    Section::Values => sizes.values += (bytes.len() + ENTRY) as u64,
                    Section::Codes => sums.push(sum),
                }
                file.write_all(&bytes)?;
            }
        }
    }
    sizes.file = offset;
    let digest = Digest::of_blocks(table.material(), table.metric(), &sums);
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    io::Seek::seek(&mut file, io::SeekFrom::Start(0))?;
    let mut head = header(table, blocks, offset, digest, rests_on.len());
    head.extend(directory);
    for rest in rests_on {
        head.extend(name_bytes(rest.material));
        head.extend(rest.digest.0);
    }
    let sum = checksum(0, &head);
    head[HEADER - 8..HEADER].copy_from_slice(&sum.to_le_bytes());
    file.write_all(&head)?;
    file.sync_all()?;
    Ok(sizes)
}

/// The header with its checksum still zero.
fn header(table: &Table, blocks: usize, length: u64, digest: Digest, rests_on: usize) -> Vec<u8> {
    let mut head = Vec::with_capacity(HEADER);
    head.extend(if table.metric() == Metric::Labels { LABELS_MAGIC } else { MAGIC });
    head.extend(VERSION.to_le_bytes());
    head.push(metric_byte(table.metric()));
    head.push(ORDER);
    head.extend((blocks as u32).to_le_bytes());
    head.extend(name_bytes(table.material()));
    head.extend(length.to_le_bytes());
    head.extend(digest.0);
    head.extend((rests_on as u16).to_le_bytes());
    head.extend(SHAPE);
    head.resize(HEADER, 0);
    head
}

/// The order of places within a table.
const ORDER: u8 = 1;
/// Bytes of a code, nothing, slices of the table, and which of them the file is.
const SHAPE: [u8; 10] = [1, 0, 1, 0, 0, 0, 0, 0, 0, 0];
/// Where the shape stands in the header.
const SHAPE_AT: usize = 58;

/// Both sections with either side to move, in file order.
const PARTS: [(Section, Color); 4] = [
    (Section::Values, Color::White),
    (Section::Values, Color::Black),
    (Section::Codes, Color::White),
    (Section::Codes, Color::Black),
];

/// A block as it stands in a file.
struct Packed {
    bytes: Vec<u8>,
    /// Unpacked bytes.
    len: usize,
    /// Their checksum.
    sum: u64,
}

/// Packs one block.
fn pack(
    table: &Table,
    fold: &Fold,
    anchored: &Anchored,
    section: Section,
    turn: Color,
    number: usize,
) -> io::Result<Packed> {
    let raw = raw_block(table, fold, &anchored[usize::from(turn.is_black())], section, turn, number);
    let level = if section == Section::Values && table.material().men() <= 4 { 9 } else { 1 };
    Ok(Packed { bytes: platform::pack(&raw, level)?, len: raw.len(), sum: raw_sum(&raw) })
}

/// How many bytes the values of a table take in a file, with their entries in the directory.
pub fn value_bytes(table: &Table, anchored: &Anchored) -> io::Result<u64> {
    let fold = Fold::new(table.layout());
    let mut all = 0;
    for turn in [Color::White, Color::Black] {
        let numbers = (0..block_count(table.layout(), Section::Values)).into_par_iter();
        let sizes: io::Result<Vec<u64>> = numbers
            .map(|number| {
                let packed = pack(table, &fold, anchored, Section::Values, turn, number)?;
                Ok((packed.bytes.len() + ENTRY) as u64)
            })
            .collect();
        all += sizes?.iter().sum::<u64>();
    }
    Ok(all)
}

/// The checksum of an unpacked block.
fn raw_sum(raw: &[u8]) -> u64 {
    checksum(3, raw)
}

/// The checksums of the unpacked blocks of a section, as a file of the table would have them.
pub(crate) fn block_sums(table: &Table, section: Section) -> Vec<u64> {
    let layout = table.layout();
    let fold = Fold::new(layout);
    let anchored = vec![0; layout.len() / 64];
    let sides = [Color::White, Color::Black].map(|turn| {
        (0..block_count(layout, section))
            .into_par_iter()
            .map(|number| raw_sum(&raw_block(table, &fold, &anchored, section, turn, number)))
            .collect::<Vec<u64>>()
    });
    sides.concat()
}

/// The bytes of a block: what is kept, and between it what compresses well.
fn raw_block(table: &Table, fold: &Fold, anchored: &[u64], section: Section, turn: Color, number: usize) -> Vec<u8> {
    let layout = table.layout();
    let start = number * section.places();
    let end = (start + section.places()).min(layout.len());
    let mut last = Code::DRAW.0;
    let mut raw = Vec::with_capacity(section.packed_len(end - start));
    for (word, &anchored) in (start / 64..).zip(&anchored[start / 64..end / 64]) {
        let kept = fold.lanes(&layout.squares(word * 64));
        let needed = if section == Section::Values { kept & !anchored } else { kept };
        let codes: &[u8; 64] = table.codes(turn)[word * 64..].first_chunk().unwrap_or(&[0; 64]);
        let filled = filled(codes, kept, needed, &mut last);
        match section {
            Section::Codes => raw.extend(filled),
            Section::Values => {
                let mut values = filled;
                for code in &mut values {
                    *code = u8::from(*code >= 128) + u8::from(*code > 128);
                }
                raw.extend(values.as_chunks::<4>().0.iter().map(|&four| {
                    let four = u32::from_le_bytes(four);
                    (four | four >> 6 | four >> 12 | four >> 18) as u8
                }));
            }
        }
    }
    raw
}

/// The codes of a word that are needed, the others repeating what came before, which compresses well.
///
/// Kept codes that are not needed are those that a reader finds by its captures and promotions. It
/// takes the better of that and what stands here, so this must not be too good.
pub(crate) fn filled(codes: &[u8; 64], kept: u64, needed: u64, last: &mut u8) -> [u8; 64] {
    if kept == 0 {
        return [*last; 64];
    }
    let legal = lanes::passing(codes, |code| code != 0);
    let mut gaps = !(kept & needed & legal);
    let mut filled = *codes;
    while gaps != 0 {
        // Each gap repeats what stands before it.
        let start = gaps.trailing_zeros() as usize;
        let end = start + (gaps >> start).trailing_ones() as usize;
        let code = if start == 0 { *last } else { codes[start - 1] };
        filled[start..end].iter_mut().for_each(|filled| *filled = code);
        gaps = if end == 64 { 0 } else { gaps >> end << end };
    }
    *last = filled[63];
    let bounded = kept & legal & !needed;
    if bounded != 0 {
        for ((filled, code), bounded) in filled.iter_mut().zip(codes).zip(lanes::bytes(bounded)) {
            *filled = (*filled).min(*code | !bounded);
        }
    }
    filled
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
    digest: Digest,
    rests_on: Vec<Rest>,
}

impl TableFile {
    /// Opens the file of a table and checks its header, directory and certificate.
    pub fn open(path: &Path) -> Result<TableFile, FileError> {
        let file = TableFile::open_claim(path)?;
        if file.metric == Metric::Labels { Err(FileError::Labels { path: file.path }) } else { Ok(file) }
    }

    /// Opens a file that is to be verified: a table, or labels that nobody else accepts.
    pub fn open_claim(path: &Path) -> Result<TableFile, FileError> {
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

    /// A file from its bytes, table or labels; the path is used in errors.
    pub fn from_bytes(path: &Path, bytes: Bytes) -> Result<TableFile, FileError> {
        let path = path.to_owned();
        let magic = bytes.first_chunk::<8>();
        if magic != Some(MAGIC) && magic != Some(LABELS_MAGIC) {
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
        let rests = usize::from(u16::from_le_bytes([head[56], head[57]]));
        let certificate = HEADER + ENTRY * blocks;
        let mut checked = match bytes.get(..certificate + REST * rests) {
            Some(checked) => checked.to_vec(),
            None => return Err(FileError::Header { path }),
        };
        checked[HEADER - 8..HEADER].fill(0);
        let is_known = head[11] == ORDER && head[SHAPE_AT..].starts_with(&SHAPE);
        if checksum(0, &checked) != u64_at(head, HEADER - 8) || !is_known {
            return Err(FileError::Header { path });
        }
        let metric = METRICS.get(usize::from(head[10])).copied();
        let metric = metric.filter(|&metric| (metric == Metric::Labels) == (magic == Some(LABELS_MAGIC)));
        let Some(metric) = metric else { return Err(FileError::Header { path }) };
        let (material, name) = match read_name(&head[16..]) {
            Ok(read) => read,
            Err(error) => return Err(FileError::Name { path, error }),
        };
        let mut rests_on = Vec::new();
        for rest in checked[certificate..].as_chunks::<REST>().0 {
            match read_name(rest) {
                Ok((material, _)) => rests_on.push(Rest { material, digest: digest_at(rest, 16) }),
                Err(error) => return Err(FileError::Name { path, error }),
            }
        }
        let layout = Layout::new(material);
        let values = 2 * block_count(&layout, Section::Values);
        let sums: Vec<u64> =
            checked[HEADER..certificate].as_chunks::<ENTRY>().0.iter().map(|e| u64_at(e, 24)).collect();
        let digest = digest_at(head, 40);
        let names: Vec<Material> = rests_on.iter().map(|rest: &Rest| rest.material).collect();
        let is_proven = metric == Metric::Labels || names == material.successors();
        let is_whole = is_proven && blocks == values + 2 * block_count(&layout, Section::Codes);
        if !is_whole || digest != Digest::of_blocks(material, metric, &sums[values..]) {
            return Err(FileError::Header { path });
        }
        let fold = Fold::new(&layout);
        Ok(TableFile { path, bytes, layout, fold, metric, name, digest, rests_on })
    }

    /// Which table it is.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The tables that it was made from and certified with.
    pub fn rests_on(&self) -> &[Rest] {
        &self.rests_on
    }

    /// Whether it rests on the tables that are here, as far as `digest_of` knows them.
    pub fn check_rests(&self, digest_of: impl Fn(Material) -> Option<Digest>) -> Result<(), FileError> {
        for rest in &self.rests_on {
            if let Some(found) = digest_of(rest.material).filter(|&found| found != rest.digest) {
                let (path, material, expected) = (self.path.clone(), rest.material, rest.digest);
                return Err(FileError::Stale { path, material, expected, found });
            }
        }
        Ok(())
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
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
        let unpacked = platform::unpack(packed, raw).map_err(|_| damaged())?;
        if unpacked.len() == raw && raw_sum(&unpacked) == u64_at(entry, 24) { Ok(unpacked) } else { Err(damaged()) }
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
        let (white, black) = rayon::join(|| self.load_side(Color::White), || self.load_side(Color::Black));
        Ok(Table::from_codes(self.layout.clone(), self.metric, [white?, black?]))
    }

    /// The codes with one side to move, every block checked.
    pub fn load_side(&self, turn: Color) -> Result<Vec<u8>, FileError> {
        let mut codes = vec![0; self.layout.len()];
        codes.par_chunks_mut(Section::Codes.places()).enumerate().try_for_each(|(number, part)| {
            part.copy_from_slice(&self.block(Section::Codes, turn, number)?);
            Ok(())
        })?;
        self.fold.restore(&mut codes, turn);
        Ok(codes)
    }

    /// Checks every block of both sections without keeping it.
    pub fn check(&self) -> Result<(), FileError> {
        self.check_section(Section::Values)?;
        self.check_section(Section::Codes)
    }

    /// Checks every block of a section without keeping it.
    pub fn check_section(&self, section: Section) -> Result<(), FileError> {
        [Color::White, Color::Black].into_iter().try_for_each(|turn| {
            (0..block_count(&self.layout, section))
                .into_par_iter()
                .try_for_each(|number| self.block(section, turn, number).map(drop))
        })
    }

    /// How many places of the values section do not say what the table says, of which `anchored` tells
    /// where a capture or promotion alone gives the value.
    pub fn wrong_values(&self, table: &Table, anchored: &Anchored) -> Result<u64, FileError> {
        let mut wrong = 0;
        for (side, turn) in [Color::White, Color::Black].into_iter().enumerate() {
            let blocks = (0..block_count(&self.layout, Section::Values)).into_par_iter();
            let counts: Result<Vec<u64>, FileError> = blocks
                .map(|number| {
                    let block = self.block(Section::Values, turn, number)?;
                    Ok(self.wrong_in_block(&block, number, table.codes(turn), &anchored[side]))
                })
                .collect();
            wrong += counts?.iter().sum::<u64>();
        }
        Ok(wrong)
    }

    fn wrong_in_block(&self, block: &[u8], number: usize, codes: &[u8], anchored: &[u64]) -> u64 {
        let start = number * Section::Values.places();
        let end = (start + Section::Values.places()).min(codes.len());
        let mut wrong = 0;
        for word in start / 64..end / 64 {
            let kept = self.fold.lanes(&self.layout.squares(word * 64));
            for lane in rules::squares(kept) {
                let Some(value) = Code(codes[word * 64 + lane]).value() else { continue };
                let stored = value_at(block, word * 64 + lane - start);
                // Where a reader finds the value by itself, it must only not be misled.
                let is_right = stored == value || anchored[word] & rules::bit(lane) != 0 && stored < value;
                wrong += u64::from(!is_right);
            }
        }
        wrong
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

/// An endgame by its name, and the name as it stands in files.
fn read_name(bytes: &[u8]) -> Result<(Material, [u8; 16]), MaterialError> {
    let mut name = [0; 16];
    name.copy_from_slice(&bytes[..16]);
    let text = String::from_utf8_lossy(&name);
    let material: Material = text.trim_end_matches('\0').parse()?;
    Ok((material, name))
}

fn digest_at(bytes: &[u8], at: usize) -> Digest {
    Digest(bytes[at..].first_chunk().copied().unwrap_or_default())
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |chunk| u32::from_le_bytes(*chunk))
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

/// The positions whose value a capture or promotion alone gives, none of them.
pub fn nothing_anchored(layout: &Layout) -> Anchored {
    [vec![0; layout.len() / 64], vec![0; layout.len() / 64]]
}

/// The lanes of a word in which two lists of codes have the same value, the first not being 0.
pub(crate) fn lanes_of_equal_value(codes: &[u8; 64], others: &[u8; 64]) -> u64 {
    let class = |code: u8| u8::from(code >= 128) + u8::from(code > 128);
    lanes::passing_both(codes, others, |code, other| code != 0 && class(code) == class(other))
}
