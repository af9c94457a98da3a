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
    /// The tables after each change of the material.
    views: Vec<(Change, View)>,
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
        let mut views = Vec::new();
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
            views.push((change, View::new(table, &left, &slots).ok_or_else(error)?));
        }
        Ok(Successors { layout, metric, views })
    }

    fn views(&self, victim: Option<usize>, pawn: Option<usize>) -> impl Iterator<Item = &View> {
        self.views
            .iter()
            .filter(move |(change, _)| change.victim == victim && change.promotion.map(|(slot, _)| slot) == pawn)
            .map(|(_, view)| view)
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
            return Some(Word { legal, check: 0, capture: none, promotion: none, pawn: none, quiet: none });
        }
        let there = codes[usize::from(turn.is_white())];
        let least = [NONE; 4];
        let mut look = Look { all: self, turn, squares, fixed, legal, there, word, least };
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
        let [capture, promotion, pawn, mut quiet] = look.least;
        let [capture, promotion, pawn] = [capture, promotion, pawn].map(|least| self.irreversible(least));
        for least in &mut quiet {
            *least = worth(*least);
        }
        Some(Word { legal, check, capture, promotion, pawn, quiet })
    }

    /// What moves that cannot be taken back are worth.
    #[inline]
    fn irreversible(&self, mut least: Least) -> [u8; 64] {
        if least == NONE {
            return [0; 64];
        }
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

/// A board of bytes, rank by rank.
type Rows = [[u8; 8]; 8];

#[inline]
fn rows(lanes: &[u8; 64]) -> Rows {
    let mut rows = [[0; 8]; 8];
    rows.copy_from_slice(lanes.as_chunks::<8>().0);
    rows
}

/// Quiet moves of a bishop, rook or queen inside a word: along each line, what stands farther is
/// carried back square by square until a man bars the way.
fn slide(least: &mut Least, word: &[u8; 64], fixed: u64, kind: PieceType) {
    let mut codes = rows(word);
    for code in codes.as_flattened_mut() {
        *code = code.wrapping_sub(1);
    }
    let barred = rows(&lanes::bytes(fixed));
    let mut found = [[255u8; 8]; 8];
    if kind != PieceType::Rook {
        for shift in [-1, 1] {
            carry(&mut found, &codes, &barred, shift, true);
            carry(&mut found, &codes, &barred, shift, false);
        }
    }
    if kind != PieceType::Bishop {
        carry(&mut found, &codes, &barred, 0, true);
        carry(&mut found, &codes, &barred, 0, false);
        let mut sideways = [[255u8; 8]; 8];
        let (codes, barred) = (transposed(&codes), transposed(&barred));
        carry(&mut sideways, &codes, &barred, 0, true);
        carry(&mut sideways, &codes, &barred, 0, false);
        let sideways = transposed(&sideways);
        for (found, sideways) in found.iter_mut().zip(sideways) {
            min_row(found, &sideways);
        }
    }
    for (least, &found) in least.iter_mut().zip(found.as_flattened()) {
        *least = (*least).min(found);
    }
}

#[inline]
fn min_row(row: &mut [u8; 8], other: &[u8; 8]) {
    for (a, b) in row.iter_mut().zip(other) {
        *a = (*a).min(*b);
    }
}

#[inline]
fn transposed(rows: &Rows) -> Rows {
    let mut out = [[0; 8]; 8];
    for (a, row) in rows.iter().enumerate() {
        for (b, &code) in row.iter().enumerate() {
            out[b][a] = code;
        }
    }
    out
}

/// Carries what lies on one side of each square (above or below, shifted by a file or not) to it.
#[inline]
fn carry(found: &mut Rows, codes: &Rows, barred: &Rows, shift: i32, from_above: bool) {
    let mut seen = [255u8; 8];
    for step in 0..8 {
        let rank = if from_above { 7 - step } else { step };
        min_row(&mut found[rank], &seen);
        min_row(&mut seen, &codes[rank]);
        for (seen, barred) in seen.iter_mut().zip(barred[rank]) {
            *seen |= barred;
        }
        let row = u64::from_le_bytes(seen);
        seen = match shift {
            0 => row,
            1 => row >> 8 | 0xFF << 56,
            _ => row << 8 | 0xFF,
        }
        .to_le_bytes();
    }
}
