//! Labelled positions: text lines in, counts of the learned evaluation's cases out.
//!
//! A line is `FEN | centipawns for White | best move | move played | result for White`, fields divided
//! by bars; a result of -1 means that there is none. Positions in check are left out
//! (an engine never evaluates them), and so are those where the best move captures or promotes: their
//! score comes from that move and not from the position.
//!
//! Games are told apart by order: a line continues the game of the line before it unless the result
//! changes, the move number does not grow, or pieces come back. That may join two games, never divide
//! one, as long as a file keeps games together. Positions without a result are variations of positions
//! of another file in the same order; each is put into the game of the position that it differs least
//! from among the next few.

use rayon::prelude::*;
use reti_core::{
    chess::{Board, Color, Position, Square},
    field::{
        learned::{fast::{self, Sink}, layout::COUNT, table_index},
        score,
    },
};

/// A damaged line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {message}")]
pub struct DataError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// A labelled position.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Where its counts begin in the list of counts, and how many there are.
    pub start: u32,
    pub length: u16,
    /// Officers that are left, from 24 to 0.
    pub phase: u8,
    pub file: u8,
    /// The engine's score for White, in centipawns.
    pub centipawns: f32,
    /// White's points, if there is a result.
    pub result: Option<f32>,
    pub game: u32,
}

/// Labelled positions, ready to learn from.
#[derive(Clone, Debug, Default)]
pub struct Data {
    pub(super) samples: Vec<Sample>,
    /// White's count less Black's, by weight.
    pub(super) counts: Vec<(u16, i16)>,
    /// The names of the files.
    pub files: Vec<String>,
    /// Positions that were left out because of a check or a capture.
    pub noisy: usize,
    /// How many games were told apart.
    pub games: usize,
}

impl Data {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    pub(super) fn counts(&self, sample: &Sample) -> &[(u16, i16)] {
        &self.counts[sample.start as usize..][..usize::from(sample.length)]
    }
}

/// A line that was read.
struct Row {
    position: Position,
    centipawns: f32,
    result: Option<f32>,
    noisy: bool,
    counts: Vec<(u16, i16)>,
}

/// Reads files of labelled positions, given as name and text.
pub fn read(files: &[(String, String)]) -> Result<Data, DataError> {
    let mut data = Data::default();
    let mut reference: Vec<(Board, u32)> = Vec::new();
    for (file, (name, text)) in files.iter().enumerate() {
        let lines: Vec<(usize, &str)> =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')).collect();
        let rows: Result<Vec<Row>, DataError> = lines
            .par_iter()
            .map(|(index, line)| {
                row(line).map_err(|message| DataError { file: name.clone(), line: index + 1, message })
            })
            .collect();
        let rows = rows?;
        let games = games(&rows, &mut data.games, &reference);
        for (row, game) in rows.iter().zip(&games) {
            if row.noisy {
                data.noisy += 1;
                continue;
            }
            data.samples.push(Sample {
                start: data.counts.len() as u32,
                length: row.counts.len() as u16,
                phase: (24.0 * (1.0 - score::phase(row.position.board()))).round() as u8,
                file: file as u8,
                centipawns: row.centipawns,
                result: row.result,
                game: *game,
            });
            data.counts.extend(&row.counts);
        }
        data.files.push(name.clone());
        if reference.is_empty() {
            reference = rows.iter().zip(games).map(|(row, game)| (row.position.board().clone(), game)).collect();
        }
    }
    Ok(data)
}

fn row(line: &str) -> Result<Row, String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, score, best, _, result] = fields[..] else {
        return Err(format!("expected five fields divided by bars, found {}", fields.len()));
    };
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let wrong_score = || format!("'{score}' is not a score in centipawns");
    let centipawns: f32 = score.parse().map_err(|_| wrong_score())?;
    if !centipawns.is_finite() {
        return Err(wrong_score());
    }
    let result = match result.parse::<f32>() {
        Ok(-1.0) => None,
        Ok(points) if [0.0, 0.5, 1.0].contains(&points) => Some(points),
        _ => return Err(format!("'{result}' is not a result: expected 1, 0.5, 0, or -1 for none")),
    };
    let noisy = position.is_check()
        || match position.parse_move(best) {
            Ok(m) => m.is_capture() || m.is_promotion(),
            Err(_) if best.trim_matches(['-', '0']).is_empty() => false,
            Err(error) => return Err(format!("'{best}' is not a best move: {}", error.problem)),
        };
    let mut tally = Tally::default();
    if !noisy {
        tally.count(&position);
    }
    Ok(Row { position, centipawns, result, noisy, counts: tally.list() })
}

/// Counts by weight.
struct Tally([i16; COUNT]);

impl Default for Tally {
    fn default() -> Tally {
        Tally([0; COUNT])
    }
}

impl Sink for Tally {
    fn add(&mut self, color: Color, index: usize, times: i32) {
        self.0[index] += color.fold_wb(times, -times) as i16;
    }
}

impl Tally {
    fn count(&mut self, position: &Position) {
        for (square, piece) in position.board() {
            self.add(piece.color, table_index(piece, square), 1);
        }
        fast::count_all(position.board(), Some(position.turn()), self);
    }

    fn list(&self) -> Vec<(u16, i16)> {
        let used = self.0.iter().enumerate().filter(|(_, count)| **count != 0);
        used.map(|(index, &count)| (index as u16, count)).collect()
    }
}

/// How far behind the last found position the next one is looked for, and how different it may be.
const WINDOW: usize = 64;
const DIFFERENT: usize = 8;

/// The number of each row's game.
fn games(rows: &[Row], next: &mut usize, reference: &[(Board, u32)]) -> Vec<u32> {
    let mut games: Vec<u32> = Vec::with_capacity(rows.len());
    let mut found = 0;
    for (index, row) in rows.iter().enumerate() {
        if row.result.is_none()
            && let Some(place) = nearest(row.position.board(), reference, found)
        {
            found = place;
            games.push(reference[place].1);
            continue;
        }
        let before = index.checked_sub(1).map(|before| &rows[before]);
        if before.is_none_or(|before| !continues(before, row)) {
            *next += 1;
        }
        games.push(*next as u32);
    }
    games
}

fn continues(before: &Row, row: &Row) -> bool {
    let ply = |position: &Position| 2 * position.fullmoves() + position.turn().fold_wb(0, 1);
    let men = |row: &Row| row.position.board().occupied().count();
    before.result == row.result && ply(&before.position) < ply(&row.position) && men(before) >= men(row)
}

fn nearest(board: &Board, reference: &[(Board, u32)], from: usize) -> Option<usize> {
    let window = reference.iter().enumerate().skip(from).take(WINDOW);
    let differences = window.map(|(place, (other, _))| (difference(board, other), place));
    differences.min().filter(|(difference, _)| *difference <= DIFFERENT).map(|(_, place)| place)
}

fn difference(one: &Board, other: &Board) -> usize {
    Square::ALL.into_iter().filter(|&square| one.piece_at(square) != other.piece_at(square)).count()
}
