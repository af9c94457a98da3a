//! The tables of all endgames of up to four men, inside the program.
//!
//! They know everything that the files of a folder know, value and moves to mate, and are there
//! without a folder, the same on every machine. An archive is small enough to ship because it
//! leaves out what a reader finds by itself:
//!
//! - of an endgame that is made in a moment only the digest is kept ([`is_made`]): the generator
//!   makes it when it is first asked;
//! - of each endgame one side to move is kept, the one that compresses better; what the other side
//!   can reach is one move away. If both sides have the same men, mirroring gives the other side;
//! - where the best capture or promotion has exactly the value and rank of the position, the place
//!   holds whatever compresses best and is not too good, and a reader takes the better of the two.
//!
//! [`archive`] makes the file from certified tables; a test makes the tables again and compares. A
//! table is unpacked or made when it is first asked. Threads that come at the same time wait for the
//! first one, except those of a pool, whose help it may need: they do the same work again. Who plays
//! against a clock does not wait at all ([`probe_ready`]): the table is made aside.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::thread;

use rayon::prelude::*;
use reti_core::chess::{Color, Position};
use reti_core::value::Value;

use crate::checksum::{Digest, checksum};
use crate::fold::Fold;
use crate::format::{self, u32_at, u64_at};
use crate::generate::{GenerateError, generate};
use crate::layout::Layout;
use crate::material::Material;
use crate::platform;
use crate::rules;
use crate::table::{Code, Metric, Table, Tables};
use crate::verify::VerifyError;
use crate::verify::successors::Successors;

/// The most men of an embedded table.
pub const MEN: usize = 4;

const MAGIC: &[u8; 8] = b"RETIEMB\n";
const VERSION: u32 = 2;
const HEADER: usize = 24;
const ENTRY: usize = 56;
/// Whoever makes the archive waits a minute once, so that everybody loads less.
const LEVEL: i32 = 19;

/// Why an archive cannot be read or made.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is not an archive of tables, or it is damaged.
    #[error("the archive of small tables is damaged: {0}")]
    Damaged(&'static str),
    /// A table to be put in is not certified.
    #[error("{material}: {violations} positions are wrong")]
    Wrong {
        /// The endgame.
        material: Material,
        /// How many positions failed.
        violations: u64,
    },
    /// A table that is needed is missing.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// A table that is not kept cannot be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// Compression failed.
    #[error("compression: {0}")]
    Pack(#[from] io::Error),
}

/// All endgames of up to four men, in the order in which their tables can be made.
pub fn endgames() -> impl Iterator<Item = Material> {
    (2..=MEN).flat_map(Material::all)
}

/// Whether the table of an endgame is made instead of kept.
///
/// Four men without pawns take the generator some hundredths of a second and rest on three men only.
/// Of those with a pawn three that take much room and rest on no other table of four men with pawns
/// are made; two pawns would take much longer, because they promote to all of these first.
pub fn is_made(material: Material) -> bool {
    let layout = Layout::new(material);
    layout.men().len() == MEN && (layout.pawns() == 0 || MADE_WITH_PAWN.contains(&material.to_string().as_str()))
}

/// The endgames with a pawn that are not kept.
const MADE_WITH_PAWN: [&str; 3] = ["KRvKP", "KBPvK", "KNPvK"];

/// What the embedded tables say about a position for the side to move, of which they count moves to
/// mate; `None` with more men or with castling rights.
pub fn probe(position: &Position) -> Option<Code> {
    // Where the archive comes from elsewhere it is not fetched for nothing.
    if is_small(position) { shared().code(position) } else { None }
}

/// What [`probe`] says, if nothing has to be made or unpacked for it ([`Embedded::ready_code`]).
pub fn probe_ready(position: &Position) -> Option<Code> {
    if is_small(position) { shared().ready_code(position) } else { None }
}

fn is_small(position: &Position) -> bool {
    position.board().occupied().count() <= MEN && !position.has_castling_rights()
}

/// The tables that the program brings along.
pub fn shared() -> &'static Embedded {
    static SHARED: LazyLock<Embedded> =
        LazyLock::new(|| Embedded::read(platform::archive()).expect("a test reads the archive"));
    &SHARED
}

/// An archive of tables, unpacked as they are asked.
#[derive(Debug)]
pub struct Embedded {
    bytes: &'static [u8],
    entries: Vec<Entry>,
    recent: Recent,
}

/// Answers for the side to move that is not kept, which take a look at every move: searches ask for
/// the same positions again and again.
#[derive(Debug)]
struct Recent(Vec<AtomicU64>);

impl Recent {
    /// Half a mebibyte.
    const LEN: usize = 1 << 16;

    fn new() -> Recent {
        Recent(std::iter::repeat_with(AtomicU64::default).take(Recent::LEN).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize % Recent::LEN]
    }

    fn get(&self, key: u64) -> Option<Code> {
        let found = self.slot(key).load(Ordering::Relaxed);
        (found >> 8 == key).then_some(Code(found as u8))
    }

    fn put(&self, key: u64, code: Code) {
        self.slot(key).store(key << 8 | u64::from(code.0), Ordering::Relaxed);
    }
}

/// The one number of a place of a table; never 0.
fn key(table: usize, place: usize) -> u64 {
    (table as u64 + 1) << 32 | place as u64
}

#[derive(Debug)]
struct Entry {
    layout: Layout,
    fold: Fold,
    digest: Digest,
    /// The side to move whose places are kept.
    side: Color,
    offset: usize,
    /// The bytes that are kept of it, none of a table that is made.
    len: usize,
    sum: u64,
    /// The kept places, unpacked.
    places: OnceLock<Vec<u8>>,
    /// All places of both sides.
    whole: OnceLock<Arc<Table>>,
    /// Held by who makes the whole.
    making: Mutex<()>,
    /// Whether everything is there that a look at a position of the endgame may ask for.
    is_ready: AtomicBool,
    /// Whether somebody sees to that.
    is_asked: AtomicBool,
}

impl Embedded {
    /// Reads an archive: its directory now, its tables when they are asked.
    pub fn read(bytes: &'static [u8]) -> Result<Embedded, ArchiveError> {
        let damaged = ArchiveError::Damaged;
        let head = bytes.first_chunk::<HEADER>().ok_or(damaged("too short"))?;
        if !head.starts_with(MAGIC) || u32_at(head, 8) != VERSION {
            return Err(damaged("magic or version"));
        }
        let end = HEADER + ENTRY * u32_at(head, 12) as usize;
        let directory = bytes.get(HEADER..end).ok_or(damaged("too short"))?;
        if checksum(0, directory) != u64_at(head, 16) {
            return Err(damaged("directory"));
        }
        let mut entries: Vec<Entry> = Vec::new();
        let mut offset = end;
        for entry in directory.as_chunks::<ENTRY>().0 {
            let name = String::from_utf8_lossy(&entry[..16]);
            let material: Material = name.trim_end_matches('\0').parse().map_err(|_| damaged("name"))?;
            let layout = Layout::new(material);
            let digest = Digest(entry[16..].first_chunk().copied().unwrap_or_default());
            let side = if entry[32] == 0 { Color::White } else { Color::Black };
            let (len, sum) = (u64_at(entry, 40) as usize, u64_at(entry, 48));
            let fold = Fold::new(&layout);
            let (places, whole, making) = (OnceLock::new(), OnceLock::new(), Mutex::default());
            let (is_ready, is_asked) = (AtomicBool::new(false), AtomicBool::new(false));
            entries.push(Entry {
                layout,
                fold,
                digest,
                side,
                offset,
                len,
                sum,
                places,
                whole,
                making,
                is_ready,
                is_asked,
            });
            offset = offset.checked_add(len).filter(|&end| end <= bytes.len()).ok_or(damaged("too short"))?;
        }
        if offset != bytes.len() {
            return Err(damaged("too long"));
        }
        entries.sort_by_key(|entry| entry.layout.material());
        Ok(Embedded { bytes, entries, recent: Recent::new() })
    }

    /// The endgames, in the order of their names' sides.
    pub fn endgames(&self) -> impl Iterator<Item = Material> {
        self.entries.iter().map(|entry| entry.layout.material())
    }

    /// The bytes of the archive.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is no table.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Which table of an endgame is embedded.
    pub fn digest(&self, material: Material) -> Option<Digest> {
        self.entry(material).map(|entry| entry.digest)
    }

    fn entry(&self, material: Material) -> Option<&Entry> {
        self.number(material).map(|number| &self.entries[number])
    }

    fn number(&self, material: Material) -> Option<usize> {
        self.entries.binary_search_by_key(&material, |entry| entry.layout.material()).ok()
    }

    /// Unpacks every table that is kept and checks that it is what the directory says.
    pub fn check(&self) -> Result<(), ArchiveError> {
        self.entries.iter().filter(|entry| entry.len > 0).try_for_each(|entry| self.unpack(entry).map(drop))
    }

    fn unpack(&self, entry: &Entry) -> Result<Vec<u8>, ArchiveError> {
        let packed = &self.bytes[entry.offset..entry.offset + entry.len];
        if checksum(1, packed) != entry.sum {
            return Err(ArchiveError::Damaged("table"));
        }
        let places = platform::unpack(packed, entry.layout.len())?;
        if places.len() == entry.layout.len() { Ok(places) } else { Err(ArchiveError::Damaged("length")) }
    }

    fn places<'a>(&'a self, entry: &'a Entry) -> &'a [u8] {
        entry.places.get_or_init(|| self.unpack(entry).expect("a test unpacks the archive that is compiled in"))
    }

    /// The value of a position for the side to move.
    pub fn value(&self, position: &Position) -> Option<Value> {
        self.code(position).and_then(Code::value)
    }

    /// Value and moves to mate of a position for the side to move.
    pub fn code(&self, position: &Position) -> Option<Code> {
        if is_small(position) { self.look(position) } else { None }
    }

    /// [`Embedded::code`], if nothing has to be made or unpacked for it. Otherwise that begins aside, and until it
    /// is done nothing is known.
    pub fn ready_code(&'static self, position: &Position) -> Option<Code> {
        let number = self.number(Material::of_board(position.board()).0)?;
        let entry = &self.entries[number];
        if entry.is_ready.load(Ordering::Acquire) {
            return self.code(position);
        }
        if !entry.is_asked.swap(true, Ordering::Relaxed) {
            // Without a thread it is never ready, and nothing worse.
            let _ = thread::Builder::new().spawn(move || self.prepare(number));
        }
        None
    }

    fn look(&self, position: &Position) -> Option<Code> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some(if position.is_check() { Code::loss(0) } else { Code::DRAW });
        }
        let (material, mut exchanged) = Material::of_board(position.board());
        let number = self.number(material)?;
        let entry = &self.entries[number];
        if entry.len == 0 {
            let table = self.whole(entry).expect("a test makes the tables that are not kept");
            return table.code(position);
        }
        if material.is_symmetric() {
            exchanged = position.turn() != entry.side;
        }
        let turn = if exchanged { !position.turn() } else { position.turn() };
        // Positions in a table have no en passant rights: with them every move is looked at.
        let is_kept = turn == entry.side && position.en_passant_square().is_none();
        let squares = entry.layout.squares_of_board(position.board(), exchanged)?;
        let place = entry.layout.index(&entry.fold.canonical(&squares).0);
        let mut best = if is_kept { Code(self.places(entry)[place]) } else { Code::ILLEGAL };
        let key = (!is_kept && position.en_passant_square().is_none()).then(|| key(number, place));
        if let Some(known) = key.and_then(|key| self.recent.get(key)) {
            return Some(known);
        }
        for &m in moves.iter().filter(|m| !is_kept || m.is_capture() || m.is_promotion()) {
            best = best.max(before(self.look(&position.play(m))?));
        }
        if let Some(key) = key {
            self.recent.put(key, best);
        }
        Some(best)
    }

    /// Makes or unpacks what looks at positions of an endgame ask for, captures and promotions included.
    fn prepare(&self, number: usize) {
        let entry = &self.entries[number];
        if entry.is_ready.load(Ordering::Acquire) {
            return;
        }
        for next in entry.layout.material().successors().into_iter().filter_map(|next| self.number(next)) {
            self.prepare(next);
        }
        if entry.len == 0 {
            self.whole(entry).expect("a test makes the tables that are not kept");
        } else {
            self.places(entry);
        }
        entry.is_ready.store(true, Ordering::Release);
    }

    /// A whole table, as the generator made it, and checked to be that one.
    pub fn table(&self, material: Material) -> Result<Option<Arc<Table>>, ArchiveError> {
        self.entry(material).map(|entry| self.whole(entry).cloned()).transpose()
    }

    fn whole<'a>(&self, entry: &'a Entry) -> Result<&'a Arc<Table>, ArchiveError> {
        if let Some(table) = entry.whole.get() {
            return Ok(table);
        }
        // A thread of a pool that waited could be asked to help the one it waits for.
        let alone = rayon::current_thread_index().is_none();
        let _turn = alone.then(|| entry.making.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(table) = entry.whole.get() {
            return Ok(table);
        }
        let material = entry.layout.material();
        for next in material.successors() {
            self.table(next)?;
        }
        let table = if entry.len == 0 { generate(material, Metric::Mate, self)? } else { self.restore(entry)? };
        if Digest::of_table(&table) != entry.digest {
            return Err(ArchiveError::Damaged("digest"));
        }
        Ok(entry.whole.get_or_init(|| Arc::new(table)))
    }

    /// Fills in what was left out: captures and promotions first, then the other side to move.
    fn restore(&self, entry: &Entry) -> Result<Table, ArchiveError> {
        let layout = &entry.layout;
        let successors = Successors::new(layout, Metric::Mate, self)?;
        let mut kept = self.unpack(entry)?;
        entry.fold.restore(&mut kept, entry.side);
        let blank = vec![0; layout.len()];
        let words =
            |side: Color,
             kept: &[u8],
             fill: &(dyn Fn(&[u8; 64], &crate::verify::successors::Word) -> [u8; 64] + Sync)| {
                let codes = if entry.side.is_white() { [kept, &blank] } else { [&blank, kept] };
                let mut out = vec![0; layout.len()];
                out.as_chunks_mut::<64>().0.par_iter_mut().enumerate().for_each(|(word, out)| {
                    if let Some(seen) = successors.word(codes, side, word) {
                        let found = kept[word * 64..].first_chunk().unwrap_or(&[0; 64]);
                        *out = fill(found, &seen);
                    }
                });
                out
            };
        let kept = words(entry.side, &kept, &|found, seen| {
            let material = seen.material();
            std::array::from_fn(|lane| if found[lane] == 0 { 0 } else { found[lane].max(material[lane]) })
        });
        let other = words(!entry.side, &kept, &|_, seen| seen.expected_codes());
        let codes = if entry.side.is_white() { [kept, other] } else { [other, kept] };
        Ok(Table::from_codes(layout.clone(), Metric::Mate, codes))
    }
}

impl Tables for Embedded {
    fn table(&self, material: Material) -> Option<Arc<Table>> {
        Embedded::table(self, material).ok().flatten()
    }
}

/// What a position is worth to the side that moved to it.
fn before(code: Code) -> Code {
    match (code.value(), code.rank()) {
        (Some(Value::Loss), Some(rank)) => Code::win(rank.saturating_add(1)),
        (Some(Value::Win), Some(rank)) => Code::loss(rank),
        _ => Code::DRAW,
    }
}

/// The archive of all endgames of up to four men, from tables that are certified on the way.
pub fn archive(tables: &dyn Tables) -> Result<Vec<u8>, ArchiveError> {
    let mut directory = Vec::new();
    let mut blocks = Vec::new();
    for material in endgames() {
        let missing = VerifyError::Missing { material, missing: material };
        let table = tables.table(material).ok_or(missing)?;
        let violations = crate::verify::certified::certify(&table, tables)?.violations;
        if violations > 0 {
            return Err(ArchiveError::Wrong { material, violations });
        }
        let made = is_made(material);
        let (side, packed) = if made { (Color::White, Vec::new()) } else { smaller_side(&table, tables)? };
        directory.extend(format::name_bytes(material));
        directory.extend(Digest::of_table(&table).0);
        directory.extend([u8::from(side.is_black()), 0, 0, 0, 0, 0, 0, 0]);
        directory.extend((packed.len() as u64).to_le_bytes());
        directory.extend(checksum(1, &packed).to_le_bytes());
        blocks.extend(packed);
    }
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.extend(((directory.len() / ENTRY) as u32).to_le_bytes());
    out.extend(checksum(0, &directory).to_le_bytes());
    out.extend(directory);
    out.extend(blocks);
    Ok(out)
}

/// The side to move whose places take less room, packed; white if both sides have the same men.
fn smaller_side(table: &Table, tables: &dyn Tables) -> Result<(Color, Vec<u8>), ArchiveError> {
    let sides: &[Color] = if table.material().is_symmetric() { &[Color::White] } else { &[Color::White, Color::Black] };
    let packed: Result<Vec<_>, ArchiveError> = sides
        .par_iter()
        .map(|&side| Ok((side, platform::pack(&needed_places(table, tables, side)?, LEVEL)?)))
        .collect();
    packed?.into_iter().min_by_key(|(_, bytes)| bytes.len()).ok_or(ArchiveError::Damaged("no side"))
}

/// The codes of one side to move, with fillers where a reader needs none.
fn needed_places(table: &Table, tables: &dyn Tables, side: Color) -> Result<Vec<u8>, ArchiveError> {
    let layout = table.layout();
    let successors = Successors::new(layout, Metric::Mate, tables)?;
    let codes = [table.codes(Color::White), table.codes(Color::Black)];
    let fold = Fold::new(layout);
    let mut last = Code::DRAW.0;
    let mut places = Vec::with_capacity(layout.len());
    for (word, found) in table.codes(side).as_chunks::<64>().0.iter().enumerate() {
        let kept = fold.lanes(&layout.squares(word * 64));
        let mut needed = kept;
        if let Some(seen) = successors.word(codes, side, word) {
            let material = seen.material();
            needed &= !(0..64).filter(|&lane| material[lane] == found[lane]).map(rules::bit).sum::<u64>();
        }
        places.extend(format::filled(found, kept, needed, &mut last));
    }
    Ok(places)
}
