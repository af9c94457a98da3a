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
    chess::{Board, Position, Square, type_index},
    field::{
        learned::{
            Counts,
            layout::{COUNT, GROUPS, Group, TABLES, offset},
        },
        score,
    },
};

/// Which part of the evaluation is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// One number for each kind of piece.
    Material,
    /// Piece-square tables.
    Tables,
    /// Everything.
    All,
}

impl Terms {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Terms::Material => "material",
            Terms::Tables => "tables",
            Terms::All => "all",
        }
    }

    /// The weight that stands for another one, if it is learned at all.
    fn weight(self, index: u16) -> Option<u16> {
        match self {
            Terms::Material => (usize::from(index) < TABLES).then_some(index / 32 * 32),
            Terms::Tables => (usize::from(index) < TABLES).then_some(index),
            Terms::All => Some(index),
        }
    }
}

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
    agreement: (usize, usize),
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

    /// The same positions with only a part of the evaluation.
    #[must_use]
    pub fn only(&self, terms: Terms) -> Data {
        let mut data = Data { samples: Vec::new(), counts: Vec::new(), ..self.clone() };
        for sample in &self.samples {
            let start = data.counts.len();
            for &(index, count) in self.counts(sample) {
                let Some(index) = terms.weight(index) else { continue };
                match data.counts[start..].iter_mut().find(|(known, _)| *known == index) {
                    Some((_, sum)) => *sum += count,
                    None => data.counts.push((index, count)),
                }
            }
            let length = (data.counts.len() - start) as u16;
            data.samples.push(Sample { start: start as u32, length, ..sample.clone() });
        }
        data
    }

    /// The same positions without some groups of weights.
    #[must_use]
    pub fn without(self, groups: &[&Group]) -> Data {
        let mut is_left = [true; COUNT];
        for (place, _) in GROUPS.iter().enumerate().filter(|(_, group)| groups.contains(group)) {
            is_left[offset(place)..][..GROUPS[place].len()].fill(false);
        }
        let Data { mut samples, counts, .. } = self;
        let mut kept = Vec::with_capacity(counts.len());
        for sample in &mut samples {
            let start = kept.len();
            let all = &counts[sample.start as usize..][..usize::from(sample.length)];
            kept.extend(all.iter().copied().filter(|&(index, _)| is_left[usize::from(index)]));
            (sample.start, sample.length) = (start as u32, (kept.len() - start) as u16);
        }
        Data { samples, counts: kept, ..self }
    }

    /// Of the positions with Black to move where a side is clearly ahead in material, how many the
    /// engine scores for that side, seen as White's scores, and how many for the other. More of the
    /// second kind means that scores are the side to move's.
    pub fn agreement(&self) -> (usize, usize) {
        self.agreement
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

impl Row {
    /// Whether score and material speak for the same side, where Black is to move and both speak.
    fn agrees(&self) -> Option<bool> {
        const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];
        let board = self.position.board();
        let material: i32 =
            board.into_iter().map(|(_, piece)| piece.color.fold_wb(1, -1) * WORTH[type_index(piece.role)]).sum();
        let speaks = self.position.turn().is_black() && material.abs() >= 3 && self.centipawns.abs() > 100.0;
        speaks.then_some((material > 0) == (self.centipawns > 0.0))
    }
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
            match row.agrees() {
                Some(true) => data.agreement.0 += 1,
                Some(false) => data.agreement.1 += 1,
                None => {}
            }
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
    let Labelled { position, centipawns, result, noisy } = labelled(line)?;
    let counts = if noisy { Vec::new() } else { counts(&position) };
    Ok(Row { position, centipawns, result, noisy, counts })
}

/// What a line says.
pub(super) struct Labelled {
    pub position: Position,
    /// The engine's score for White.
    pub centipawns: f32,
    /// White's points, if there is a result.
    pub result: Option<f32>,
    /// Whether the score comes from a check or a capture and not from the position.
    pub noisy: bool,
}

/// Reads a line.
pub(super) fn labelled(line: &str) -> Result<Labelled, String> {
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
    Ok(Labelled { position, centipawns, result, noisy })
}

fn counts(position: &Position) -> Vec<(u16, i16)> {
    let counts = Counts::new(position.board(), Some(position.turn()));
    let used = counts.all().iter().enumerate().filter(|(_, count)| **count != 0);
    used.map(|(index, &count)| (index as u16, count as i16)).collect()
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
