//! The best successor of each position, 64 positions at a time, byte by byte.
//!
//! A code is larger the better it is for the side to move, so the mover wants the *least* code
//! among its successors. Illegal positions have code 0; one subtracted from every code (wrapping)
//! makes them the largest byte, and the least byte is then the answer. Moves are looked at in
//! three groups: those that change the material, pawn moves, and quiet moves.
//! [CQD, definitions 3 and 4]

use reti_core::chess::{Color, PieceType, Position};

use super::VerifyError;
use crate::lanes;
use crate::layout::{BoardSymmetry, Layout, Squares, king_home};
use crate::material::{Man, Material, PROMOTIONS};
use crate::rules;
use crate::table::{Code, Metric, Tables, View};

/// One byte for each lane: one less than the least code of the successors, 255 for none.
type Least = [u8; 64];

const NONE: Least = [255; 64];

/// What the successors of 64 positions say.
#[derive(Clone, Debug)]
pub struct Word {
    /// Legal positions.
    pub legal: u64,
    /// Positions with the mover in check.
    pub check: u64,
    /// Best result by captures; 0 for none.
    pub capture: [u8; 64],
    /// Best result by promotions that capture nothing.
    pub promotion: [u8; 64],
    /// Best result by other pawn moves.
    pub pawn: [u8; 64],
    /// Best result by the rest.
    pub quiet: [u8; 64],
    /// Whether there may be a move that changes the material.
    pub is_loud: bool,
}

impl Word {
    /// Best result by moves that change the material.
    pub fn material(&self) -> [u8; 64] {
        let mut best = self.capture;
        max(&mut best, &self.promotion);
        best
    }

    /// Best result by any move.
    pub fn best(&self) -> [u8; 64] {
        let mut best = self.material();
        max(&mut best, &self.pawn);
        max(&mut best, &self.quiet);
        best
    }

    /// The codes that the positions must have.
    pub fn expected_codes(&self) -> [u8; 64] {
        let mut best = self.best();
        for (code, legal) in best.iter_mut().zip(lanes::bytes(self.legal)) {
            *code &= legal;
        }
        for lane in rules::squares(lanes::passing(&best, |code| code == 0) & self.legal) {
            let mated = self.check & rules::bit(lane) != 0;
            best[lane] = if mated { Code::loss(0).0 } else { Code::DRAW.0 };
        }
        best
    }
}

#[inline]
fn max(codes: &mut [u8; 64], others: &[u8; 64]) {
    for (code, other) in codes.iter_mut().zip(others) {
        *code = (*code).max(*other);
    }
}

/// Finds successors in one endgame.
pub struct Successors<'a> {
    layout: &'a Layout,
    metric: Metric,
    /// The tables after each change of the material, by whom it captures and which pawn promotes.
    views: Vec<Vec<View>>,
}

/// How a move changes the material: whom it captures, which pawn becomes what.
#[derive(Clone, Copy)]
struct Change {
    victim: Option<usize>,
    promotion: Option<(usize, PieceType)>,
}

impl<'a> Successors<'a> {
    /// Prepares for an endgame, whose metric decides how ranks are compared.
    pub fn new(layout: &'a Layout, metric: Metric, tables: &dyn Tables) -> Result<Successors<'a>, VerifyError> {
        let men = layout.men();
        let mut changes: Vec<Change> = Vec::new();
        let pieces = (0..men.len()).filter(|&slot| men[slot].kind != PieceType::King);
        changes.extend(pieces.clone().map(|victim| Change { victim: Some(victim), promotion: None }));
        for pawn in 0..layout.pawns() {
            for kind in PROMOTIONS {
                let promotion = Some((pawn, kind));
                changes.push(Change { victim: None, promotion });
                let victims = pieces.clone().filter(|&victim| men[victim].color != men[pawn].color);
                changes.extend(victims.map(|victim| Change { victim: Some(victim), promotion }));
            }
        }
        let mut views = vec![Vec::new(); (men.len() + 1) * (men.len() + 1)];
        for change in changes {
            let Change { victim, promotion } = change;
            let slots: Vec<usize> = (0..men.len()).filter(|&slot| Some(slot) != victim).collect();
            let kind_of = |slot: usize| match promotion {
                Some((pawn, kind)) if pawn == slot => kind,
                _ => men[slot].kind,
            };
            let left: Vec<Man> = slots.iter().map(|&slot| Man { kind: kind_of(slot), ..men[slot] }).collect();
            let (missing, _) = Material::of_men(&left);
            let error = || VerifyError::Missing { material: layout.material(), missing };
            let table = tables.table(missing).ok_or_else(error)?;
            if metric == Metric::Mate && table.metric() != Metric::Mate {
                return Err(VerifyError::OtherMetric { material: layout.material(), other: missing });
            }
            let pawn = promotion.map(|(pawn, _)| pawn);
            views[place_of(men.len(), victim, pawn)].push(View::new(table, &left, &slots).ok_or_else(error)?);
        }
        Ok(Successors { layout, metric, views })
    }

    #[inline]
    fn views(&self, victim: Option<usize>, pawn: Option<usize>) -> &[View] {
        &self.views[place_of(self.layout.men().len(), victim, pawn)]
    }

    /// Looks at the successors of the 64 positions of a word; `None` if two men share a square.
    pub fn word(&self, codes: [&[u8]; 2], turn: Color, word: usize) -> Option<Word> {
        let squares = self.layout.squares(word * 64);
        let lane = self.layout.lane();
        let fixed = squares[..lane].iter().fold(0, |set, &square| set | rules::bit(square.into()));
        if fixed.count_ones() as usize != lane {
            return None;
        }
        let legal = !fixed & !self.checks(!turn, &squares, fixed);
        if legal == 0 {
            let none = [0; 64];
            return Some(Word {
                legal,
                check: 0,
                capture: none,
                promotion: none,
                pawn: none,
                quiet: none,
                is_loud: false,
            });
        }
        let there = codes[usize::from(turn.is_white())];
        let least = [NONE; 4];
        let mut look = Look { all: self, turn, squares, fixed, legal, there, word, least, found: [false; 4] };
        for (slot, man) in self.layout.men().iter().enumerate().filter(|(_, man)| man.color == turn) {
            if slot == lane {
                look.lane_man(*man);
            } else if man.kind == PieceType::Pawn {
                look.pawn(slot, *man);
            } else {
                look.other_man(slot, *man);
            }
        }
        let check = self.checks(turn, &squares, fixed) & legal;
        let is_loud = look.found[CAPTURE] || look.found[PROMOTION];
        let [capture, promotion, pawn] =
            [CAPTURE, PROMOTION, PAWN].map(|group| self.irreversible(look.found[group], &look.least[group]));
        let mut quiet = look.least[QUIET];
        for least in &mut quiet {
            *least = worth(*least);
        }
        Some(Word { legal, check, capture, promotion, pawn, quiet, is_loud })
    }

    /// What moves that cannot be taken back are worth.
    #[inline]
    fn irreversible(&self, is_there: bool, least: &Least) -> [u8; 64] {
        if !is_there {
            return [0; 64];
        }
        let mut least = *least;
        match self.metric {
            Metric::Mate => least.iter_mut().for_each(|least| *least = worth(*least)),
            Metric::Conversion | Metric::Labels => least.iter_mut().for_each(|least| *least = worth_at_once(*least)),
        }
        least
    }

    /// The lanes in which a side's king is attacked.
    fn checks(&self, side: Color, squares: &Squares, fixed: u64) -> u64 {
        let lane = self.layout.lane();
        let king = self.layout.king(side);
        let enemies = self.layout.men().iter().enumerate().filter(|(_, man)| man.color != side);
        let mut lanes = 0;
        for (slot, man) in enemies {
            let from = usize::from(squares[slot]);
            if king == lane {
                lanes |= rules::attacks_of(*man, from, fixed);
            } else if slot == lane {
                lanes |= rules::attacks_of(*man, squares[king].into(), fixed);
            } else if rules::attacks_of(*man, from, fixed) >> squares[king] & 1 != 0 {
                // A leaper cannot be blocked: nothing lies between.
                let path = if rules::is_slider(man.kind) { rules::between(from, squares[king].into()) } else { 0 };
                lanes |= !path;
            }
        }
        lanes
    }
}

/// Where the views of a capture and a promotion are, either of which there need not be.
#[inline]
fn place_of(men: usize, victim: Option<usize>, pawn: Option<usize>) -> usize {
    victim.map_or(0, |slot| slot + 1) * (men + 1) + pawn.map_or(0, |slot| slot + 1)
}

/// What moving into a position is worth to the mover, from one less than its code.
#[inline]
fn worth(least: u8) -> u8 {
    // 255 (nothing) gives 0; a loss of n moves gives a win of n + 1; a win of n a loss of n.
    255u8.wrapping_sub(least).wrapping_add(u8::from(least >= 128 && least != 255))
}

/// The same for moves that cannot be taken back, after which ranks start anew.
#[inline]
fn worth_at_once(least: u8) -> u8 {
    match least {
        0..=126 => Code::win(1).0,
        127 => Code::DRAW.0,
        128..=254 => Code::loss(0).0,
        255 => 0,
    }
}

/// A word while its successors are looked at.
struct Look<'a> {
    all: &'a Successors<'a>,
    turn: Color,
    squares: Squares,
    fixed: u64,
    legal: u64,
    there: &'a [u8],
    word: usize,
    /// By captures, promotions, pawn moves and quiet moves.
    least: [Least; 4],
    /// Whether there may be such moves; told for all but the quiet ones.
    found: [bool; 4],
}

const CAPTURE: usize = 0;
const PROMOTION: usize = 1;
const PAWN: usize = 2;
const QUIET: usize = 3;

#[inline]
fn take(least: &mut Least, codes: &[u8; 64]) {
    for (least, code) in least.iter_mut().zip(codes) {
        *least = (*least).min(code.wrapping_sub(1));
    }
}

/// As `take`, except for some lanes.
fn take_except(least: &mut Least, codes: &[u8; 64], barred: u64) {
    take_behind(least, codes, &lanes::bytes(barred));
}

/// As `take`, except where a byte of ones bars the way.
#[inline]
fn take_behind(least: &mut Least, codes: &[u8; 64], barred: &[u8; 64]) {
    for (least, (code, barred)) in least.iter_mut().zip(codes.iter().zip(barred)) {
        *least = (*least).min(code.wrapping_sub(1) | barred);
    }
}

impl<'a> Look<'a> {
    #[inline]
    fn with(&self, slot: usize, square: usize) -> Squares {
        let mut squares = self.squares;
        squares[slot] = square as u8;
        squares
    }

    /// The word of the same endgame that starts at a place.
    #[inline]
    fn at(&self, index: usize) -> &'a [u8; 64] {
        self.there[index..].first_chunk().unwrap_or(&[0; 64])
    }

    fn enemies(&self) -> impl Iterator<Item = (usize, Man)> + use<'a> {
        let turn = self.turn;
        let men = self.all.layout.men().iter().copied().enumerate();
        men.filter(move |(_, man)| man.color != turn && man.kind != PieceType::King)
    }

    /// The man whose squares are the lanes: its quiet moves stay in the word.
    fn lane_man(&mut self, man: Man) {
        let lane = self.all.layout.lane();
        let word = self.at(self.word * 64);
        match man.kind {
            PieceType::Knight | PieceType::King => leap(&mut self.least[QUIET], word, man),
            _ => slide(&mut self.least[QUIET], word, self.fixed, man.kind),
        }
        for (victim, _) in self.enemies() {
            let target = usize::from(self.squares[victim]);
            let from = rules::attacks_of(man, target, self.fixed) & self.legal;
            if from == 0 {
                continue;
            }
            self.found[CAPTURE] = true;
            for view in self.all.views(Some(victim), None) {
                let least = view.one(&self.with(lane, target), !self.turn).wrapping_sub(1);
                for lane in rules::squares(from) {
                    self.least[CAPTURE][lane] = self.least[CAPTURE][lane].min(least);
                }
            }
        }
    }

    /// Any man but a pawn that is not the lane man.
    fn other_man(&mut self, slot: usize, man: Man) {
        let layout = self.all.layout;
        let from = usize::from(self.squares[slot]);
        let reach = rules::attacks_of(man, from, self.fixed);
        if slot == 0 {
            self.turned_king(reach & !self.fixed);
        } else {
            // Nearest squares first: a lane man on one of them bars the way to the farther ones.
            let home = self.word * 64 - from * layout.stride(slot);
            for target in rules::squares(reach & !self.fixed) {
                let word = self.at(home + target * layout.stride(slot));
                let path = if rules::is_slider(man.kind) { rules::between(from, target) } else { 0 };
                if path == 0 {
                    take(&mut self.least[QUIET], word);
                } else {
                    take_except(&mut self.least[QUIET], word, path);
                }
            }
        }
        for (victim, _) in self.enemies() {
            self.capture(slot, from, victim, reach, rules::is_slider(man.kind), None);
        }
    }

    /// The white king without pawns, which may leave its triangle.
    fn turned_king(&mut self, targets: u64) {
        for target in rules::squares(targets) {
            let symmetry = king_home(target).1;
            let mut squares = self.with(0, target);
            squares[self.all.layout.lane()] = 0;
            let word = self.at(self.all.layout.index(&squares) & !63);
            if symmetry == BoardSymmetry::NONE {
                take(&mut self.least[QUIET], word);
                continue;
            }
            let mut turned = [0; 64];
            for (code, image) in turned.iter_mut().zip(symmetry.images()) {
                *code = word[usize::from(image & 63)];
            }
            take(&mut self.least[QUIET], &turned);
        }
    }

    /// Captures of one man by another that is not the lane man.
    fn capture(&mut self, slot: usize, from: usize, victim: usize, reach: u64, slides: bool, pawn: Option<usize>) {
        let lane = self.all.layout.lane();
        let all = self.all;
        if victim == lane {
            self.found[CAPTURE] |= reach & self.legal != 0;
            for target in rules::squares(reach & self.legal) {
                for view in all.views(Some(victim), pawn) {
                    let least = view.one(&self.with(slot, target), !self.turn).wrapping_sub(1);
                    self.least[CAPTURE][target] = self.least[CAPTURE][target].min(least);
                }
            }
            return;
        }
        let target = usize::from(self.squares[victim]);
        if reach & rules::bit(target) == 0 {
            return;
        }
        let path = if slides { rules::between(from, target) } else { 0 };
        self.found[CAPTURE] = true;
        for view in all.views(Some(victim), pawn) {
            let codes = view.lanes(&self.with(slot, target), !self.turn, lane);
            take_except(&mut self.least[CAPTURE], &codes, path);
        }
    }

    fn pawn(&mut self, slot: usize, man: Man) {
        let all = self.all;
        let lane = all.layout.lane();
        let from = usize::from(self.squares[slot]);
        let (step, double, promotes) = rules::pushes(man.color, from);
        let reach = rules::attacks_of(man, from, self.fixed);
        for (victim, _) in self.enemies() {
            self.capture(slot, from, victim, reach, false, promotes.then_some(slot));
        }
        if self.fixed & rules::bit(step) != 0 {
            return;
        }
        self.found[if promotes { PROMOTION } else { PAWN }] = true;
        if promotes {
            for view in all.views(None, Some(slot)) {
                let codes = view.lanes(&self.with(slot, step), !self.turn, lane);
                take_except(&mut self.least[PROMOTION], &codes, rules::bit(step));
            }
            return;
        }
        let word = self.at(all.layout.index(&self.with(slot, step)) & !63);
        take_except(&mut self.least[PAWN], word, rules::bit(step));
        if let Some(double) = double.filter(|&double| self.fixed & rules::bit(double) == 0) {
            let mut codes = *self.at(all.layout.index(&self.with(slot, double)) & !63);
            self.answer_en_passant(slot, double, step, &mut codes);
            take_except(&mut self.least[PAWN], &codes, rules::bit(step) | rules::bit(double));
        }
    }

    /// After a double step the other side may also take en passant, or must, if it has no other move.
    fn answer_en_passant(&self, slot: usize, double: usize, passed: usize, codes: &mut [u8; 64]) {
        let all = self.all;
        for (taker, man) in self.enemies().filter(|(_, man)| man.kind == PieceType::Pawn) {
            let from = usize::from(self.squares[taker]);
            if from / 8 != double / 8 || from.abs_diff(double) != 1 {
                continue;
            }
            debug_assert!(rules::attacks_of(man, from, 0) & rules::bit(passed) != 0);
            for view in all.views(Some(slot), None) {
                let after = view.lanes(&self.with(taker, passed), self.turn, all.layout.lane());
                for lane in rules::squares(self.legal) {
                    let least = after[lane].wrapping_sub(1);
                    let answer = match all.metric {
                        Metric::Mate => worth(least),
                        Metric::Conversion | Metric::Labels => worth_at_once(least),
                    };
                    if codes[lane] == 0 || answer == 0 {
                        continue;
                    }
                    let forced = codes[lane] == Code::DRAW.0 && answer < Code::DRAW.0 && {
                        let mut squares = self.with(slot, double);
                        squares[all.layout.lane()] = lane as u8;
                        let board = all.layout.board(&squares);
                        board
                            .and_then(|board| Position::from_board(board, !self.turn))
                            .is_some_and(|p| p.is_stalemate())
                    };
                    codes[lane] = if forced { answer } else { codes[lane].max(answer) };
                }
            }
        }
    }
}

/// Quiet moves of a knight or king inside a word.
fn leap(least: &mut Least, word: &[u8; 64], man: Man) {
    for (from, least) in least.iter_mut().enumerate() {
        for target in rules::squares(rules::attacks_of(man, from, 0)) {
            *least = (*least).min(word[target].wrapping_sub(1));
        }
    }
}

/// A board of bytes, a word of eight for each rank.
type Rows = [u64; 8];

fn rows(lanes: &[u8; 64]) -> Rows {
    std::array::from_fn(|rank| lanes.as_chunks::<8>().0.get(rank).map_or(0, |row| u64::from_le_bytes(*row)))
}

/// How a board is turned so that some lines stand upright: files as they are, ranks by exchanging files and ranks,
/// diagonals by moving each rank round by its number.
#[derive(Clone, Copy)]
enum Upright {
    Files,
    Ranks,
    Rising,
    Falling,
}

impl Upright {
    fn turn(self, rows: &Rows) -> Rows {
        match self {
            Upright::Files => *rows,
            Upright::Ranks => transposed(rows),
            Upright::Rising => std::array::from_fn(|rank| rows[rank].rotate_right(8 * rank as u32)),
            Upright::Falling => std::array::from_fn(|rank| rows[rank].rotate_left(8 * rank as u32)),
        }
    }

    fn turn_back(self, rows: &Rows) -> Rows {
        match self {
            Upright::Rising => Upright::Falling.turn(rows),
            Upright::Falling => Upright::Rising.turn(rows),
            other => other.turn(rows),
        }
    }
}

/// Ones where a line ends although its column goes on, by ways of turning: on the way up, and down.
static ENDS: [[Rows; 2]; 4] = ends();

const fn ends() -> [[Rows; 2]; 4] {
    let mut ends = [[[0; 8]; 2]; 4];
    let mut rank = 0;
    while rank < 8 {
        ends[Upright::Rising as usize][0][rank] = 0xFF << (8 * ((15 - rank) % 8));
        ends[Upright::Rising as usize][1][rank] = 0xFF << (8 * ((8 - rank) % 8));
        ends[Upright::Falling as usize][0][rank] = 0xFF << (8 * rank);
        ends[Upright::Falling as usize][1][rank] = 0xFF << (8 * ((7 + rank) % 8));
        rank += 1;
    }
    ends
}

fn transposed(rows: &Rows) -> Rows {
    let mut rows = *rows;
    for (step, mask) in [(1, 0x00FF_00FF_00FF_00FF_u64), (2, 0x0000_FFFF_0000_FFFF), (4, 0x0000_0000_FFFF_FFFF)] {
        for low in (0..8).filter(|row| row & step == 0) {
            let (a, b) = (rows[low], rows[low + step]);
            rows[low] = a & mask | (b & mask) << (8 * step);
            rows[low + step] = a >> (8 * step) & mask | b & !mask;
        }
    }
    rows
}

/// Quiet moves of a bishop, rook or queen inside a word: along each line, what stands farther is
/// carried back square by square until a man bars the way.
fn slide(least: &mut Least, word: &[u8; 64], fixed: u64, kind: PieceType) {
    let mut codes = *word;
    for code in &mut codes {
        *code = code.wrapping_sub(1);
    }
    let (codes, barred) = (rows(&codes), rows(&lanes::bytes(fixed)));
    match kind {
        PieceType::Rook => carry::<2, 16>(least, &codes, &barred, [Upright::Files, Upright::Ranks]),
        PieceType::Bishop => carry::<2, 16>(least, &codes, &barred, [Upright::Rising, Upright::Falling]),
        _ => {
            let all = [Upright::Files, Upright::Ranks, Upright::Rising, Upright::Falling];
            carry::<4, 32>(least, &codes, &barred, all);
        }
    }
}

/// The ranks of several boards side by side.
#[inline]
fn beside<const BOARDS: usize, const BYTES: usize>(boards: &[Rows; BOARDS]) -> [[u8; BYTES]; 8] {
    let mut ranks = [[0; BYTES]; 8];
    for (rank, bytes) in ranks.iter_mut().enumerate() {
        for (part, board) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(boards) {
            *part = board[rank].to_le_bytes();
        }
    }
    ranks
}

/// Carries what lies above and below each square to it, in several boards side by side: a rank of all of them at a
/// time.
#[inline]
fn carry<const BOARDS: usize, const BYTES: usize>(
    least: &mut Least,
    codes: &Rows,
    barred: &Rows,
    boards: [Upright; BOARDS],
) {
    let codes = beside::<BOARDS, BYTES>(&boards.map(|board| board.turn(codes)));
    let barred = beside::<BOARDS, BYTES>(&boards.map(|board| board.turn(barred)));
    let ends = [0, 1].map(|way: usize| beside::<BOARDS, BYTES>(&boards.map(|board| ENDS[board as usize][way])));
    let mut found = [[255u8; BYTES]; 8];
    for (way, ends) in ends.iter().enumerate() {
        let mut seen = [255u8; BYTES];
        for step in 0..8 {
            let rank = if way == 0 { step } else { 7 - step };
            let row = found[rank].iter_mut().zip(&mut seen).zip(codes[rank].iter().zip(&barred[rank]).zip(&ends[rank]));
            for ((found, seen), ((code, barred), end)) in row {
                *found = (*found).min(*seen);
                *seen = (*seen).min(*code) | barred | end;
            }
        }
    }
    for (place, board) in boards.into_iter().enumerate() {
        let rows: Rows = std::array::from_fn(|rank| {
            found[rank].as_chunks::<8>().0.get(place).map_or(0, |part| u64::from_le_bytes(*part))
        });
        let back = board.turn_back(&rows).map(u64::to_le_bytes);
        for (least, found) in least.iter_mut().zip(back.as_flattened()) {
            *least = (*least).min(*found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against moves square by square.
    #[test]
    fn sliding_carries_what_attacks_reach() {
        let mut rng = fastrand::Rng::with_seed(3);
        for kind in [PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
            for _ in 0..200 {
                let fixed = rng.u64(..) & rng.u64(..) & rng.u64(..);
                let mut word = [0u8; 64];
                rules::squares(!fixed).for_each(|square| word[square] = rng.u8(..));
                let mut fast = NONE;
                slide(&mut fast, &word, fixed, kind);
                let man = Man { color: Color::White, kind };
                for from in rules::squares(!fixed) {
                    let targets = rules::squares(rules::attacks_of(man, from, fixed) & !fixed);
                    let slow = targets.map(|target| word[target].wrapping_sub(1)).min().unwrap_or(255);
                    assert_eq!(fast[from], slow, "{kind:?} from {from} among {fixed:x}");
                }
            }
        }
    }
}
