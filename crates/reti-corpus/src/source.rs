//! Files of games, cut into parts that can be worked on independently.
//!
//! A part ends where a game begins: at an empty line before `[Event `. The place of such a *boundary* is the line
//! end before the empty line, so that two neighbours who only know where their ranges begin agree about who has
//! which game, without looking back. Three kinds of files:
//!
//! - plain PGN, and zstd as most programs write it, are read in order by one thread that hands out texts;
//! - zstd as `pzstd` writes it, which is what Lichess publishes: frames of known size, each behind a frame to be
//!   skipped that names the size (`50 2A 4D 18`, length 4, size), so a part is a range of frames that anyone can
//!   unpack without the rest. What begins in its last frame is read on into the next ones.
//!
//! Damage costs what it touches: a frame that cannot be unpacked, and the games that reach into it.
//!
//! A [`Piece`] says where a part is, so that another process can read it alone ([`Piece::read`]).

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    sync::mpsc::SyncSender,
};

use reti_tables::checksum::checksum;

use crate::CorpusError;

/// The magic and the length of a frame that names the size of the next one.
const PZSTD: [u8; 8] = [0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0];

/// The magic of a zstd frame.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// A part may become so many bytes longer than asked for when no boundary comes; then it is cut anyhow.
const LONGEST_GAME: usize = 64 << 20;

/// What a frame may unpack to; those of Lichess hold some megabytes.
const LARGEST_FRAME: u64 = 1 << 30;

/// A file of games.
#[derive(Clone, Debug)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// The checksum of all its bytes.
    pub checksum: String,
    layout: Layout,
}

#[derive(Clone, Debug)]
enum Layout {
    Plain,
    Zstd,
    /// Ranges of whole frames with what names their sizes: from byte, to byte.
    Frames(Vec<(u64, u64)>),
}

/// Where a part is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The file to read.
    pub path: PathBuf,
    /// The part's number in the source.
    pub number: usize,
    /// Its first byte.
    pub begin: u64,
    /// The byte behind its last one.
    pub end: u64,
    /// Whether these bytes are frames of `pzstd`; text otherwise.
    pub is_packed: bool,
    /// How many lines of the source come before it; 0 where that is not known.
    pub lines_before: usize,
    /// What of the source could not be unpacked, in words; of `pzstd` that is found when the part is read.
    pub damage: Vec<String>,
}

impl Piece {
    /// Reads the part.
    pub fn read(&self) -> io::Result<Text> {
        let mut file = File::open(&self.path)?;
        let text = Text { number: self.number, lines_before: self.lines_before, ..Text::default() };
        if self.is_packed {
            return Frames { file, range: (self.begin, self.end), text, gaps: Vec::new() }.read();
        }
        file.seek(SeekFrom::Start(self.begin))?;
        let mut bytes = Vec::new();
        file.take(self.end - self.begin).read_to_end(&mut bytes)?;
        Ok(Text { packed: self.end - self.begin, bytes, damage: self.damage.clone(), ..text })
    }
}

/// The text of a part.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// Its number in the source, from 0.
    pub number: usize,
    /// How many lines of the source come before it; 0 where that is not known (`pzstd`).
    pub lines_before: usize,
    /// Whole games.
    pub bytes: Vec<u8>,
    /// How many bytes of the file it took, for the progress.
    pub packed: u64,
    /// What of the source could not be unpacked, in words.
    pub damage: Vec<String>,
}

impl Source {
    /// Looks at a file: its checksum, and how it is laid out in parts of about so many bytes of text.
    pub fn open(path: &Path, part_bytes: usize) -> Result<Source, CorpusError> {
        let error = |error| CorpusError::File { path: path.to_owned(), error };
        let mut file = File::open(path).map_err(error)?;
        let bytes = file.metadata().map_err(error)?.len();
        let checksum = sum(&mut file).map_err(error)?;
        file.rewind().map_err(error)?;
        let mut start = Vec::new();
        file.by_ref().take(8).read_to_end(&mut start).map_err(error)?;
        let layout = if start == PZSTD {
            // Games shrink to about a fifth.
            Layout::Frames(groups(&frames(&mut file, bytes).map_err(error)?, (part_bytes as u64 / 5).max(1)))
        } else if start.starts_with(&ZSTD) {
            Layout::Zstd
        } else {
            Layout::Plain
        };
        Ok(Source { path: path.to_owned(), bytes, checksum, layout })
    }

    /// Where the parts are, if that is known beforehand: they can be unpacked independently.
    pub fn ranges(&self) -> Option<Vec<Piece>> {
        let Layout::Frames(groups) = &self.layout else { return None };
        let piece = |(number, &(begin, end)): (usize, &(u64, u64))| {
            let path = self.path.clone();
            Piece { path, number, begin, end, is_packed: true, ..Piece::default() }
        };
        Some(groups.iter().enumerate().map(piece).collect())
    }

    /// Whether parts can be read from the file itself by whoever knows where they are.
    pub fn is_divisible(&self) -> bool {
        !matches!(self.layout, Layout::Zstd)
    }

    /// Reads the file in order and sends its parts; ends early when nobody listens.
    pub fn stream(&self, part_bytes: usize, parts: &SyncSender<Text>) -> io::Result<()> {
        let file = BufReader::with_capacity(1 << 18, File::open(&self.path)?);
        match self.layout {
            Layout::Zstd => cut(zstd::stream::read::Decoder::with_buffer(file)?, part_bytes, self.bytes, parts),
            _ => cut(file, part_bytes, self.bytes, parts),
        }
        Ok(())
    }
}

/// The checksum of a file, chained over blocks.
fn sum(file: &mut File) -> io::Result<String> {
    let mut block = vec![0; 1 << 20];
    let mut state = 0;
    loop {
        let mut filled = 0;
        while filled < block.len() {
            match file.read(&mut block[filled..])? {
                0 => break,
                read => filled += read,
            }
        }
        state = checksum(state, &block[..filled]);
        if filled < block.len() {
            return Ok(format!("{state:016x}"));
        }
    }
}

/// The frame at a place behind what names its size, as offset and length. A size that leads out of the file gives
/// what is left, so that unpacking it reports the damage.
fn frame_at(file: &mut File, at: u64, bytes: u64) -> io::Result<(u64, u64)> {
    file.seek(SeekFrom::Start(at))?;
    let mut head = [0; 12];
    let rest = bytes - at;
    if rest < 12 || file.read_exact(&mut head).is_err() || head[..8] != PZSTD {
        return Ok((at, rest));
    }
    let size = u64::from(u32::from_le_bytes([head[8], head[9], head[10], head[11]]));
    Ok((at + 12, size.min(rest - 12)))
}

/// Every frame of a file with what names its size: from byte, to byte.
fn frames(file: &mut File, bytes: u64) -> io::Result<Vec<(u64, u64)>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes {
        let (offset, length) = frame_at(file, at, bytes)?;
        found.push((at, offset + length));
        at = offset + length;
    }
    Ok(found)
}

/// Neighbouring frames together until they have about so many bytes.
fn groups(frames: &[(u64, u64)], least: u64) -> Vec<(u64, u64)> {
    let mut groups: Vec<(u64, u64)> = Vec::new();
    let mut size = 0;
    for &(begin, end) in frames {
        match groups.last_mut() {
            Some(group) if size < least => group.1 = end,
            _ => {
                groups.push((begin, end));
                size = 0;
            }
        }
        // What names the size does not count.
        size += (end - begin).saturating_sub(12);
    }
    groups
}

/// Where the first boundary at or after a place is: the line end before an empty line before `[Event `.
fn boundary(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text.get(at..)?.iter().position(|&byte| byte == b'\n').map(|found| at + found) {
        if begins_event(&text[found..]) == Some(true) {
            return Some(found);
        }
        at = found + 1;
    }
    None
}

/// Whether a line end is a boundary; none if the text is too short to tell.
fn begins_event(text: &[u8]) -> Option<bool> {
    let mut answer = Some(false);
    for pattern in [&b"\n\n[Event "[..], b"\n\r\n[Event "] {
        if text.starts_with(pattern) {
            return Some(true);
        }
        if pattern.starts_with(text) {
            answer = None;
        }
    }
    answer
}

/// Where the last boundary of a text is.
fn last_boundary(text: &[u8]) -> Option<usize> {
    (0..text.len()).rev().find(|&at| text[at] == b'\n' && begins_event(&text[at..]) == Some(true))
}

/// Cuts a stream at boundaries.
fn cut(mut stream: impl Read, part_bytes: usize, file_bytes: u64, parts: &SyncSender<Text>) {
    let mut text = Text::default();
    let mut block = vec![0; 1 << 18];
    let mut searched = part_bytes;
    loop {
        let read = match stream.read(&mut block) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                // The game that the damage begins in is not to be trusted.
                let keep = last_boundary(&text.bytes).unwrap_or(0);
                text.bytes.truncate(keep);
                text.damage.push(format!("the rest of the file cannot be read: {error}"));
                break;
            }
        };
        text.bytes.extend_from_slice(&block[..read]);
        loop {
            let end = boundary(&text.bytes, searched.max(1));
            let end = end.or_else(|| (text.bytes.len() > part_bytes + LONGEST_GAME).then_some(text.bytes.len()));
            let Some(end) = end else {
                // A boundary that is not complete yet begins in the last few bytes.
                searched = part_bytes.max(text.bytes.len().saturating_sub(16));
                break;
            };
            let rest = text.bytes.split_off(end);
            let next = Text {
                number: text.number + 1,
                lines_before: text.lines_before + text.bytes.split(|&byte| byte == b'\n').count() - 1,
                bytes: rest,
                ..Text::default()
            };
            let done = std::mem::replace(&mut text, next);
            searched = part_bytes;
            if parts.send(done).is_err() {
                return;
            }
        }
    }
    text.packed = file_bytes;
    // Nobody listens any more: then nobody misses it.
    let _ = parts.send(text);
}

/// A range of frames that is being unpacked.
struct Frames {
    file: File,
    range: (u64, u64),
    text: Text,
    /// Where a frame is missing.
    gaps: Vec<usize>,
}

impl Frames {
    fn read(mut self) -> io::Result<Text> {
        let number = self.text.number;
        let bytes = self.file.metadata()?.len();
        let (mut at, end) = self.range;
        self.text.packed = end - at;
        while at < end {
            at = self.append(at, bytes)?;
        }
        // What begins in the own frames ends in later ones.
        let own = self.text.bytes.len();
        let own_gaps = self.gaps.len();
        while at < bytes {
            let is_full = self.text.bytes.len() > own + LONGEST_GAME;
            if is_full || self.gaps.len() > own_gaps || boundary(&self.text.bytes, own).is_some() {
                break;
            }
            at = self.append(at, bytes)?;
        }
        let bytes = std::mem::take(&mut self.text.bytes);
        let mut from = 0;
        for (index, to) in self.gaps.iter().copied().chain([bytes.len()]).enumerate() {
            let piece = &bytes[from..to];
            let is_first = index == 0 && number == 0;
            let start = if is_first { Some(0) } else { boundary(piece, 0) };
            let end = if index < self.gaps.len() {
                // The game that reaches into the gap is lost.
                last_boundary(piece)
            } else {
                Some(boundary(piece, own.saturating_sub(from)).unwrap_or(piece.len()))
            };
            if let (Some(start), Some(end)) = (start, end)
                && (from + start < own || is_first)
                && start < end
            {
                self.text.bytes.extend_from_slice(&piece[start..end]);
            }
            from = to;
        }
        Ok(self.text)
    }

    /// Unpacks the frame at a place and adds its text, or a gap; returns where the next one is.
    fn append(&mut self, at: u64, bytes: u64) -> io::Result<u64> {
        let (offset, length) = frame_at(&mut self.file, at, bytes)?;
        self.file.seek(SeekFrom::Start(offset))?;
        let mut packed = vec![0; length as usize];
        self.file.read_exact(&mut packed)?;
        match unpack(&packed) {
            Ok(bytes) => self.text.bytes.extend(bytes),
            Err(error) => {
                self.gaps.push(self.text.bytes.len());
                self.text.damage.push(format!("the frame at byte {offset} cannot be unpacked: {error}"));
            }
        }
        Ok(offset + length)
    }
}

fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    zstd::stream::read::Decoder::with_buffer(packed)?.take(LARGEST_FRAME + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FRAME {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too large"));
    }
    Ok(bytes)
}
