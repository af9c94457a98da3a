//! Syzygy files, read through their library and told in our words.
//!
//! Syzygy distinguishes wins that the fifty-move rule frustrates; Reti's values ignore that rule,
//! so a cursed win is a win and a blessed loss a loss.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use reti_core::chess::{Color, Position, Rules};
use reti_core::value::Value;
use shakmaty_syzygy::{Tablebase, Wdl};

use crate::fold::Fold;
use crate::layout::Layout;
use crate::material::Material;
use crate::platform;
use crate::rules;
use crate::table::{Code, Metric, Table};

/// Why Syzygy files cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// The folder cannot be read.
    #[error("{}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        error: std::io::Error,
    },
    /// The file is missing or damaged, or the position is not in it.
    #[error("Syzygy: {error} ({fen})")]
    Probe {
        /// What was asked.
        fen: String,
        /// What the library says.
        error: String,
    },
}

/// A folder of Syzygy files.
#[derive(Debug)]
pub struct Syzygy {
    tables: Tablebase<Rules>,
    count: usize,
}

impl Syzygy {
    /// Opens a folder.
    pub fn open(folder: &Path) -> Result<Syzygy, SyzygyError> {
        let mut tables = platform::syzygy();
        let count =
            tables.add_directory(folder).map_err(|error| SyzygyError::Folder { path: folder.to_owned(), error })?;
        Ok(Syzygy { tables, count })
    }

    /// How many files were found.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The value of a position for the side to move; the fifty-move rule is ignored.
    pub fn value(&self, position: &Position) -> Result<Value, SyzygyError> {
        match self.tables.probe_wdl_after_zeroing(position.rules()) {
            Ok(Wdl::Win | Wdl::CursedWin) => Ok(Value::Win),
            Ok(Wdl::Draw) => Ok(Value::Draw),
            Ok(Wdl::Loss | Wdl::BlessedLoss) => Ok(Value::Loss),
            Err(error) => Err(SyzygyError::Probe { fen: position.fen(), error: error.to_string() }),
        }
    }

    /// All values of an endgame as labels.
    pub fn labels(&self, material: Material) -> Result<Table, SyzygyError> {
        let layout = Layout::new(material);
        let fold = Fold::new(&layout);
        let side = |turn: Color| -> Result<Vec<u8>, SyzygyError> {
            let mut codes = vec![0u8; layout.len()];
            codes.par_chunks_mut(64).enumerate().try_for_each(|(word, codes)| {
                let mut squares = layout.squares(word * 64);
                let Some(fixed) = layout.fixed(&squares) else { return Ok(()) };
                let lanes = fold.lanes(&squares) & layout.legal_lanes(turn, &squares, fixed);
                for lane in rules::squares(lanes) {
                    squares[layout.lane()] = lane as u8;
                    let board = layout.board(&squares);
                    if let Some(position) = board.and_then(|board| Position::from_board(board, turn)) {
                        codes[lane] = match self.value(&position)? {
                            Value::Win => Code::win(1).0,
                            Value::Draw => Code::DRAW.0,
                            Value::Loss => Code::loss(0).0,
                        };
                    }
                }
                Ok(())
            })?;
            fold.restore(&mut codes, turn);
            Ok(codes)
        };
        let codes = [side(Color::White)?, side(Color::Black)?];
        Ok(Table::from_codes(layout, Metric::Labels, codes))
    }
}
