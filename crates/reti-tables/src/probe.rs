//! Asking tables about one position.
//!
//! Our own tables are asked first, then Syzygy files if a folder was named. Tables of up to four
//! men that are missing are made on the spot, which takes seconds, so nothing must be installed.
//! Positions with en passant rights are answered by looking at every move, castling rights by
//! nobody.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use reti_core::chess::{Color, Move, Position};
use reti_core::value::Value;

use crate::build::{self, BuildError, Options};
use crate::format::{FileError, Section, TableFile, value_at};
use crate::layout::Squares;
use crate::material::{MOST_MEN, Material};
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
    #[error("{men} men; tables go up to {MOST_MEN}")]
    TooManyMen {
        /// How many.
        men: usize,
    },
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A missing table could not be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Syzygy files could not answer.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
}

/// Who answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A table of ours.
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
    store: Option<Store>,
    make: bool,
    syzygy: Option<Syzygy>,
    files: Mutex<HashMap<Material, Arc<TableFile>>>,
    blocks: Mutex<HashMap<Block, Arc<Vec<u8>>>>,
}

/// How many unpacked blocks are kept.
const BLOCKS: usize = 256;

impl Prober {
    /// A prober for a folder of our tables, of Syzygy files, or both; `make` allows it to add
    /// missing tables of up to four men to our folder.
    pub fn new(folder: Option<&Path>, syzygy: Option<&Path>, make: bool) -> Result<Prober, ProbeError> {
        let store = folder.map(|folder| Store::open(folder, 2 << 30)).transpose()?;
        let syzygy = syzygy.map(Syzygy::open).transpose()?;
        Ok(Prober { store, make, syzygy, files: Mutex::default(), blocks: Mutex::default() })
    }

    /// The value of a position for the side to move.
    pub fn value(&self, position: &Position) -> Result<(Value, Source), ProbeError> {
        let material = check(position)?;
        match self.file(material)? {
            Some(file) => Ok((self.our_value(&file, position)?, Source::Reti)),
            None => self.syzygy_value(material, position),
        }
    }

    /// Value and rank of a position for the side to move, from our tables.
    pub fn code(&self, position: &Position) -> Result<(Code, Metric), ProbeError> {
        let material = check(position)?;
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

    /// Everything about a position.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let material = check(position)?;
        if self.file(material)?.is_none() {
            return self.syzygy_answer(material, position);
        }
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
        Ok(Answer { value, code: Some(code), metric: Some(metric), source: Source::Reti, moves, line })
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
        let own = self.file(Material::of_board(position.board()).0)?.map(|file| file.metric());
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

    /// The open file of an endgame, made first if that is allowed; `None` if there is none.
    fn file(&self, material: Material) -> Result<Option<Arc<TableFile>>, ProbeError> {
        let Some(store) = &self.store else { return Ok(None) };
        if let Some(file) = self.files.lock().unwrap_or_else(PoisonError::into_inner).get(&material) {
            return Ok(Some(file.clone()));
        }
        if !store.has(material) {
            if !self.make || material.men() > 4 {
                return Ok(None);
            }
            build::build(store, &[material], &Options::default(), &mut |_| {})?;
        }
        let file = Arc::new(store.file(material)?);
        self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(material, file.clone());
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
    if men > MOST_MEN {
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
