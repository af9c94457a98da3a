//! The best result that captures, promotions and pawn moves give, found once before the rounds.
//!
//! Captures and promotions lead to other tables, pawn moves to slices that are already finished.
//! For a word of 64 positions the best of their results is a byte for each lane, in the order of
//! [`Code`], 0 where there is no such move.

use reti_core::chess::{Color, PieceType, Position};

use super::GenerateError;
use crate::lanes;
use crate::layout::{Layout, Squares};
use crate::material::{Man, Material, PROMOTIONS};
use crate::rules;
use crate::table::{Code, Metric, Tables, View};

/// Views of all tables that an endgame leads to.
pub(super) struct Externals<'a> {
    layout: &'a Layout,
    metric: Metric,
    /// After the man in a slot was captured.
    captured: Vec<Option<View>>,
    /// After the pawn in a slot promoted.
    promoted: Vec<Vec<View>>,
    /// After the pawn in a slot promoted by capturing the man in another slot.
    promoted_by_capture: Vec<Vec<Vec<View>>>,
}

impl<'a> Externals<'a> {
    pub(super) fn new(layout: &'a Layout, metric: Metric, tables: &dyn Tables) -> Result<Externals<'a>, GenerateError> {
        let men = layout.men();
        let view = |promotion: Option<(usize, PieceType)>, captured: Option<usize>| {
            view(layout, metric, tables, promotion, captured)
        };
        let mut captured = Vec::new();
        let mut promoted = Vec::new();
        let mut promoted_by_capture = Vec::new();
        for (slot, man) in men.iter().enumerate() {
            captured.push(if man.kind == PieceType::King { None } else { Some(view(None, Some(slot))?) });
            let (mut quiet, mut taking) = (Vec::new(), Vec::new());
            if man.kind == PieceType::Pawn {
                quiet = PROMOTIONS.into_iter().map(|kind| view(Some((slot, kind)), None)).collect::<Result<_, _>>()?;
                for (victim, other) in men.iter().enumerate() {
                    let takes = other.color != man.color && other.kind != PieceType::King;
                    let kinds = PROMOTIONS.into_iter().filter(|_| takes);
                    taking
                        .push(kinds.map(|kind| view(Some((slot, kind)), Some(victim))).collect::<Result<Vec<_>, _>>()?);
                }
            }
            promoted.push(quiet);
            promoted_by_capture.push(taking);
        }
        Ok(Externals { layout, metric, captured, promoted, promoted_by_capture })
    }

    /// The best result for each legal lane of a word.
    pub(super) fn best(
        &self,
        turn: Color,
        squares: &Squares,
        fixed: u64,
        legal: u64,
        finished: &[Vec<u8>; 2],
    ) -> [u8; 64] {
        let mut word = Word { externals: self, turn, squares: *squares, fixed, legal, finished, best: [0; 64] };
        let lane = self.layout.lane();
        for (slot, man) in self.layout.men().iter().enumerate() {
            if man.color != turn {
                continue;
            }
            if slot == lane {
                word.lane_captures(*man);
            } else if man.kind == PieceType::Pawn {
                word.pawn_pushes(slot, *man);
                word.captures(slot, *man);
            } else {
                word.captures(slot, *man);
            }
        }
        word.best
    }
}

fn view(
    layout: &Layout,
    metric: Metric,
    tables: &dyn Tables,
    promotion: Option<(usize, PieceType)>,
    captured: Option<usize>,
) -> Result<View, GenerateError> {
    let slots: Vec<usize> = (0..layout.men().len()).filter(|&slot| Some(slot) != captured).collect();
    let men: Vec<Man> = slots
        .iter()
        .map(|&slot| match promotion {
            Some((pawn, kind)) if pawn == slot => Man { kind, ..layout.men()[slot] },
            _ => layout.men()[slot],
        })
        .collect();
    let material = layout.material();
    let (missing, _) = Material::of_men(&men);
    let table = tables.table(missing).ok_or(GenerateError::Missing { material, missing })?;
    if metric == Metric::Mate && table.metric() != metric {
        return Err(GenerateError::OtherMetric { material, other: missing });
    }
    View::new(table, &men, &slots).ok_or(GenerateError::Missing { material, missing })
}

/// What a position with a code is worth to the side that moves into it.
#[inline]
fn worth(metric: Metric, code: u8) -> u8 {
    match metric {
        Metric::Mate => 0u8.wrapping_sub(code).wrapping_add(u8::from(code > 128)),
        Metric::Conversion | Metric::Labels => match code {
            0 => 0,
            1..=127 => Code::win(1).0,
            128 => Code::DRAW.0,
            129.. => Code::loss(0).0,
        },
    }
}

/// A word while its external moves are looked at.
struct Word<'a> {
    externals: &'a Externals<'a>,
    turn: Color,
    squares: Squares,
    fixed: u64,
    legal: u64,
    finished: &'a [Vec<u8>; 2],
    best: [u8; 64],
}

impl Word<'_> {
    /// What a position that a move leads to is worth to the mover.
    #[inline]
    fn worth(&self, code: u8) -> u8 {
        worth(self.externals.metric, code)
    }

    fn offer(&mut self, lanes: u64, codes: &[u8; 64]) {
        let lanes = lanes::bytes(lanes & self.legal);
        let metric = self.externals.metric;
        for (best, (&code, lane)) in self.best.iter_mut().zip(codes.iter().zip(lanes)) {
            *best = (*best).max(worth(metric, code) & lane);
        }
    }

    fn offer_one(&mut self, lanes: u64, code: u8) {
        let worth = self.worth(code);
        for lane in rules::squares(lanes & self.legal) {
            self.best[lane] = self.best[lane].max(worth);
        }
    }

    fn with(&self, slot: usize, square: usize) -> Squares {
        let mut squares = self.squares;
        squares[slot] = square as u8;
        squares
    }

    /// Captures by the man whose squares are the lanes.
    fn lane_captures(&mut self, man: Man) {
        let lane = self.externals.layout.lane();
        for (victim, view) in self.externals.captured.iter().enumerate() {
            let (Some(view), other) = (view, self.externals.layout.men()[victim]) else { continue };
            if other.color == self.turn {
                continue;
            }
            let target = usize::from(self.squares[victim]);
            let from = rules::attacks_of(man, target, self.fixed) & !self.fixed & self.legal;
            if from != 0 {
                self.offer_one(from, view.one(&self.with(lane, target), !self.turn));
            }
        }
    }

    /// Captures by another man, pawns included.
    fn captures(&mut self, slot: usize, man: Man) {
        let layout = self.externals.layout;
        let from = usize::from(self.squares[slot]);
        let reach = rules::attacks_of(man, from, self.fixed);
        for (victim, other) in layout.men().iter().enumerate() {
            if other.color == self.turn || other.kind == PieceType::King {
                continue;
            }
            let targets = if victim == layout.lane() {
                reach & !self.fixed & self.legal
            } else {
                reach & rules::bit(self.squares[victim].into())
            };
            for target in rules::squares(targets) {
                let lanes = match victim == layout.lane() {
                    true => rules::bit(target),
                    false if rules::is_slider(man.kind) => !rules::between(from, target),
                    false => !0,
                };
                if lanes & self.legal != 0 {
                    self.capture(slot, man, victim, target, lanes);
                }
            }
        }
    }

    fn capture(&mut self, slot: usize, man: Man, victim: usize, target: usize, lanes: u64) {
        let externals = self.externals;
        let lane = externals.layout.lane();
        let squares = self.with(slot, target);
        let promotes = man.kind == PieceType::Pawn && matches!(target / 8, 0 | 7);
        let views: &[View] = match (&externals.captured[victim], promotes) {
            (_, true) => &externals.promoted_by_capture[slot][victim],
            (Some(view), false) => std::slice::from_ref(view),
            (None, false) => &[],
        };
        for view in views {
            if victim == lane {
                self.offer_one(lanes, view.one(&squares, !self.turn));
            } else {
                self.offer(lanes, &view.lanes(&squares, !self.turn, lane));
            }
        }
    }

    fn pawn_pushes(&mut self, slot: usize, man: Man) {
        let externals = self.externals;
        let (step, double, promotes) = rules::pushes(man.color, self.squares[slot].into());
        if self.fixed & rules::bit(step) != 0 {
            return;
        }
        let lane = externals.layout.lane();
        let lanes = !rules::bit(step);
        if promotes {
            for view in &externals.promoted[slot] {
                self.offer(lanes, &view.lanes(&self.with(slot, step), !self.turn, lane));
            }
            return;
        }
        let codes = self.own_lanes(&self.with(slot, step));
        self.offer(lanes, &codes);
        if let Some(double) = double.filter(|&double| self.fixed & rules::bit(double) == 0) {
            let lanes = lanes & !rules::bit(double);
            let mut codes = self.own_lanes(&self.with(slot, double));
            self.allow_en_passant(slot, double, step, lanes & self.legal, &mut codes);
            self.offer(lanes, &codes);
        }
    }

    /// The finished codes of a word of the same table, the other side to move.
    fn own_lanes(&self, squares: &Squares) -> [u8; 64] {
        let side = &self.finished[usize::from((!self.turn).is_black())];
        let base = self.externals.layout.index(squares) & !63;
        side[base..].first_chunk().copied().unwrap_or([0; 64])
    }

    /// Raises the codes after a double step to what the other side gets by taking en passant.
    fn allow_en_passant(&self, slot: usize, double: usize, passed: usize, lanes: u64, codes: &mut [u8; 64]) {
        let layout = self.externals.layout;
        let Some(view) = &self.externals.captured[slot] else { return };
        for (taker, man) in layout.men()[..layout.pawns()].iter().enumerate() {
            let from = usize::from(self.squares[taker]);
            if man.color == self.turn || rules::attacks_of(*man, from, 0) & rules::bit(passed) == 0 {
                continue;
            }
            let after = view.lanes(&self.with(taker, passed), self.turn, layout.lane());
            for lane in rules::squares(lanes) {
                let worth = self.worth(after[lane]);
                let code = &mut codes[lane];
                if *code == 0 || worth == 0 {
                    continue;
                }
                if worth > *code || (*code == 128 && worth < 128 && self.is_stuck(slot, double, lane)) {
                    *code = worth;
                }
            }
        }
    }

    /// Whether the other side has no move after a double step, en passant aside.
    fn is_stuck(&self, slot: usize, double: usize, lane: usize) -> bool {
        let mut squares = self.with(slot, double);
        squares[self.externals.layout.lane()] = lane as u8;
        let board = self.externals.layout.board(&squares);
        let position = board.and_then(|board| Position::from_board(board, !self.turn));
        position.is_some_and(|position| position.legal_moves().is_empty())
    }
}
