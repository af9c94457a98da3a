//! Asking tables about one position.
//!
//! Up to four men the tables in the program answer, whatever lies in a folder. Beyond, our tables
//! in a folder are asked first, then Syzygy files, each if a folder was named. Positions with en
//! passant rights are answered by looking at every move, castling rights by nobody. A prober
//! remembers which tables it used.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use reti_core::chess::{Color, Move, Position};
use reti_core::value::Value;

use crate::embedded;
use crate::format::{FileError, Section, TableFile, value_at};
use crate::layout::Squares;
use crate::material::{MAX_MEN, Material};
use crate::store::Store;
use crate::syzygy::{Syzygy, SyzygyError};
use crate::table::{Code, Metric};

/// Why a position got no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// Tables know nothing of castling.
    #[error("tables have no castling rights: {fen}")]
    Castling {
        /// The position.
        fen: String,
    },
    /// Too many men, or the table has not been built.
    #[error("there is no table of {material}; build it with: reti table build {material}")]
    Missing {
        /// The endgame.
        material: Material,
    },
    /// More men than any table has.
    #[error("{men} men; tables go up to {MAX_MEN}")]
    TooManyMen {
        /// How many.
        men: usize,
    },
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Syzygy files could not answer.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
}

/// Who answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A table in the program.
    Embedded,
    /// A table of ours in a folder.
    Reti,
    /// A Syzygy file.
    Syzygy,
}

/// What a table says about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// For the side to move.
    pub value: Value,
    /// Value and rank, if our table answered.
    pub code: Option<Code>,
    /// What the rank counts.
    pub metric: Option<Metric>,
    /// Who answered.
    pub source: Source,
    /// All legal moves, best first.
    pub moves: Vec<MoveAnswer>,
    /// Best play to mate, or to the end of what the tables know; empty for a draw.
    pub line: Vec<Move>,
}

/// What a table says about a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveAnswer {
    /// The move.
    pub mv: Move,
    /// Its value for the side that plays it.
    pub value: Value,
    /// The same with the rank, for the side that plays it, if our table answered.
    pub code: Option<Code>,
}

type Block = (Material, Section, Color, usize);

/// Tables that can be asked.
#[derive(Debug)]
pub struct Prober {
    /// Whether the embedded tables are asked, which are not read before they are needed.
    embedded: bool,
    store: Option<Store>,
    syzygy: Option<Syzygy>,
    files: Mutex<HashMap<Material, Arc<TableFile>>>,
    blocks: Mutex<HashMap<Block, Arc<Vec<u8>>>>,
    used: Mutex<BTreeSet<Material>>,
    used_embedded: AtomicBool,
}

/// How many unpacked blocks are kept.
const BLOCKS: usize = 256;
/// Whole tables are not loaded by probing.
const MEMORY: u64 = 0;

impl Prober {
    /// The embedded tables, and beyond them a folder of our tables, of Syzygy files, or both.
    pub fn new(folder: Option<&Path>, syzygy: Option<&Path>) -> Result<Prober, ProbeError> {
        let prober = Prober::without_embedded(folder, syzygy)?;
        Ok(Prober { embedded: true, ..prober })
    }

    /// Folders alone, to compare them with what the program knows.
    pub fn without_embedded(folder: Option<&Path>, syzygy: Option<&Path>) -> Result<Prober, ProbeError> {
        let store = folder.map(|folder| Store::existing(folder, MEMORY)).transpose()?;
        let syzygy = syzygy.map(Syzygy::open).transpose()?;
        Ok(Prober {
            embedded: false,
            store,
            syzygy,
            files: Mutex::default(),
            blocks: Mutex::default(),
            used: Mutex::default(),
            used_embedded: AtomicBool::new(false),
        })
    }

    /// The embedded tables alone.
    pub fn embedded() -> Prober {
        Prober {
            embedded: true,
            store: None,
            syzygy: None,
            files: Mutex::default(),
            blocks: Mutex::default(),
            used: Mutex::default(),
            used_embedded: AtomicBool::new(false),
        }
    }

    /// The endgames of the folder whose files have answered so far, and whether embedded tables have.
    pub fn used(&self) -> (Vec<Material>, bool) {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        (used.iter().copied().collect(), self.used_embedded.load(Ordering::Relaxed))
    }

    /// What the embedded tables say, where they are asked.
    fn known(&self, position: &Position) -> Option<Code> {
        let code = if self.embedded { embedded::probe(position)? } else { return None };
        self.used_embedded.store(true, Ordering::Relaxed);
        Some(code)
    }

    /// The value of a position for the side to move.
    pub fn value(&self, position: &Position) -> Result<(Value, Source), ProbeError> {
        let material = check(position)?;
        if let Some(value) = self.known(position).and_then(Code::value) {
            return Ok((value, Source::Embedded));
        }
        match self.file(material)? {
            Some(file) => Ok((self.our_value(&file, position)?, Source::Reti)),
            None => self.syzygy_value(material, position),
        }
    }

    /// Value and rank of a position for the side to move, from our tables.
    pub fn code(&self, position: &Position) -> Result<(Code, Metric), ProbeError> {
        let material = check(position)?;
        if let Some(code) = self.known(position) {
            return Ok((code, Metric::Mate));
        }
        let file = self.file(material)?.ok_or(ProbeError::Missing { material })?;
        let metric = file.metric();
        if position.en_passant_square().is_some() {
            let mut best = Code::ILLEGAL;
            for &m in &position.legal_moves() {
                best = best.max(self.move_code(position, m)?);
            }
            return Ok((best, metric));
        }
        let (squares, turn) = placed(&file, position, material)?;
        let (block, at) = file.place(Section::Codes, &squares);
        let unpacked = self.block(&file, Section::Codes, turn, block)?;
        Ok((Code(unpacked[at]), metric))
    }

    /// What the ranks of an endgame count, if one of our tables answers for it.
    fn metric(&self, material: Material) -> Result<Option<Metric>, ProbeError> {
        if self.embedded && material.men() <= embedded::MEN {
            return Ok(Some(Metric::Mate));
        }
        Ok(self.file(material)?.map(|file| file.metric()))
    }

    /// Everything about a position.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let material = check(position)?;
        if self.metric(material)?.is_none() {
            return self.syzygy_answer(material, position);
        }
        let few = self.embedded && material.men() <= embedded::MEN;
        let source = if few { Source::Embedded } else { Source::Reti };
        let (code, metric) = self.code(position)?;
        let moves = self.rated_moves(position)?;
        let mut line = Vec::new();
        let mut at = position.clone();
        let decided = code.rank().is_some();
        while decided && line.len() < 1_000 {
            let Some(best) = self.rated_moves(&at)?.first().copied() else { break };
            line.push(best.mv);
            at = at.play(best.mv);
        }
        let value = code.value().unwrap_or(Value::Draw);
        Ok(Answer { value, code: Some(code), metric: Some(metric), source, moves, line })
    }

    /// All legal moves, best first.
    fn rated_moves(&self, position: &Position) -> Result<Vec<MoveAnswer>, ProbeError> {
        let mut moves = Vec::new();
        for &mv in &position.legal_moves() {
            let code = self.move_code(position, mv)?;
            moves.push(MoveAnswer { mv, value: code.value().unwrap_or(Value::Draw), code: Some(code) });
        }
        moves.sort_by_key(|answer| std::cmp::Reverse(answer.code));
        Ok(moves)
    }

    /// What a move is worth to the side that plays it.
    fn move_code(&self, position: &Position, m: Move) -> Result<Code, ProbeError> {
        let (code, metric) = self.code(&position.play(m))?;
        let own = self.metric(Material::of_board(position.board()).0)?;
        // Where ranks count moves to a conversion, they start anew after one.
        let starts_anew = own == Some(Metric::Conversion) && (m.is_zeroing() || metric != Metric::Conversion);
        Ok(match (code.value(), code.rank()) {
            (Some(Value::Loss), Some(_)) if starts_anew => Code::win(1),
            (Some(Value::Win), Some(_)) if starts_anew => Code::loss(0),
            (Some(Value::Loss), Some(rank)) => Code::win(rank.saturating_add(1)),
            (Some(Value::Win), Some(rank)) => Code::loss(rank),
            _ => Code::DRAW,
        })
    }

    /// The value by the small section: the better of what is stored and the best capture.
    fn our_value(&self, file: &TableFile, position: &Position) -> Result<Value, ProbeError> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(if position.is_check() { Value::Loss } else { Value::Draw });
        }
        let all = position.en_passant_square().is_some();
        let mut best = None;
        for &m in moves.iter().filter(|m| all || m.is_capture() || m.is_promotion()) {
            best = best.max(Some(-self.value(&position.play(m))?.0));
        }
        if all || best == Some(Value::Win) {
            return Ok(best.unwrap_or(Value::Draw));
        }
        let (squares, turn) = placed(file, position, file.material())?;
        let (block, at) = file.place(Section::Values, &squares);
        let stored = value_at(&self.block(file, Section::Values, turn, block)?, at);
        Ok(best.map_or(stored, |best| best.max(stored)))
    }

    fn syzygy_value(&self, material: Material, position: &Position) -> Result<(Value, Source), ProbeError> {
        let syzygy = self.syzygy.as_ref().ok_or(ProbeError::Missing { material })?;
        Ok((syzygy.value(position)?, Source::Syzygy))
    }

    fn syzygy_answer(&self, material: Material, position: &Position) -> Result<Answer, ProbeError> {
        let (value, source) = self.syzygy_value(material, position)?;
        let mut moves = Vec::new();
        for &mv in &position.legal_moves() {
            moves.push(MoveAnswer { mv, value: -self.value(&position.play(mv))?.0, code: None });
        }
        moves.sort_by_key(|answer| std::cmp::Reverse(answer.value));
        Ok(Answer { value, code: None, metric: None, source, moves, line: Vec::new() })
    }

    /// The open file of an endgame, if there is one; it must rest on the tables that are here.
    fn file(&self, material: Material) -> Result<Option<Arc<TableFile>>, ProbeError> {
        let Some(store) = &self.store else { return Ok(None) };
        if let Some(file) = self.files.lock().unwrap_or_else(PoisonError::into_inner).get(&material) {
            return Ok(Some(file.clone()));
        }
        if !store.has(material) {
            return Ok(None);
        }
        let file = Arc::new(store.file(material)?);
        let embedded = |next| if self.embedded { embedded::shared().digest(next) } else { None };
        file.check_rests(|next| embedded(next).or_else(|| store.digest(next)))?;
        self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(material, file.clone());
        self.used.lock().unwrap_or_else(PoisonError::into_inner).insert(material);
        Ok(Some(file))
    }

    fn block(&self, file: &TableFile, section: Section, turn: Color, number: usize) -> Result<Arc<Vec<u8>>, FileError> {
        let key = (file.material(), section, turn, number);
        if let Some(block) = self.blocks.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(block.clone());
        }
        let block = Arc::new(file.block(section, turn, number)?);
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        if blocks.len() >= BLOCKS {
            blocks.clear();
        }
        blocks.insert(key, block.clone());
        Ok(block)
    }
}

/// The endgame of a position that tables can know.
fn check(position: &Position) -> Result<Material, ProbeError> {
    let men = position.board().occupied().count();
    if men > MAX_MEN {
        return Err(ProbeError::TooManyMen { men });
    }
    if position.has_castling_rights() {
        return Err(ProbeError::Castling { fen: position.fen() });
    }
    Ok(Material::of_board(position.board()).0)
}

/// Where a position stands in a file's table, and the side to move there.
fn placed(file: &TableFile, position: &Position, material: Material) -> Result<(Squares, Color), ProbeError> {
    let (_, exchanged) = Material::of_board(position.board());
    let squares = file.layout().squares_of_board(position.board(), exchanged);
    let turn = if exchanged { !position.turn() } else { position.turn() };
    squares.map(|squares| (squares, turn)).ok_or(ProbeError::Missing { material })
}
