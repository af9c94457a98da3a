//! The quiet-only verifier: labels found again from quiet moves, given what captures are worth at the border.
//!
//! The paper leaves this to future work. Captures and promotions lead to smaller tables, which are verified
//! already; what they give is written down once, for each position, and never looked at again. From there on
//! only moves that keep the material are followed, backwards: a lost position makes those before it won, a won
//! one makes us look again at those before it. What is never reached is drawn. The labels of the table are
//! not used, so this is a proof of them that shares no step with the generator, which pulls sets forward, and
//! none with [`super::successors`]: one position at a time, moves undone instead of made.
//!
//! The paper hopes to leave out positions with a capture altogether. That would be wrong: a capture may draw
//! where a quiet move wins. Only those are settled at the border in which a capture wins or no quiet move
//! exists. [CQD, section 8, future work 1]

use rayon::prelude::*;
use reti_core::chess::{Color, PieceType};

use super::{SIDES, VerifyError, Violation};
use crate::layout::{Layout, Squares};
use crate::material::{Man, Material, PROMOTIONS};
use crate::rules;
use crate::table::{Code, Table, Tables, View};

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Legal places, both sides to move.
    pub checked: u64,
    /// Places whose label is another than the one found.
    pub violations: u64,
    /// The first of them.
    pub first: Vec<Violation>,
    /// Places whose value captures and promotions alone settle, or that have no move.
    pub settled: u64,
}

/// How many violations are kept as examples.
const KEPT: usize = 16;

/// What is known about a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Illegal,
    /// Nothing yet; in the end, a draw.
    Open,
    Won,
    Lost,
}

/// What the best move that leaves the endgame gives its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Border {
    /// There is no such move.
    None,
    Loses,
    Draws,
    Wins,
}

/// Finds the labels of a table again and compares.
pub fn verify(table: &Table, tables: &dyn Tables) -> Result<Report, VerifyError> {
    let layout = table.layout();
    let board = Board::new(layout, tables)?;
    let mut play = board.begin();
    let settled = play.seed();
    play.spread();
    let mut report = Report { settled, ..Report::default() };
    for turn in SIDES {
        let codes = table.codes(turn).iter().zip(&play.states[side(turn)]);
        for (index, (&found, state)) in codes.enumerate() {
            let expected = match state {
                State::Illegal => 0,
                State::Open => Code::DRAW.0,
                State::Won => Code::win(1).0,
                State::Lost => Code::loss(0).0,
            };
            report.checked += u64::from(expected != 0);
            if Code(found).value() != Code(expected).value() {
                report.violations += 1;
                if report.first.len() < KEPT {
                    report.first.push(Violation { turn, index, found, expected });
                }
            }
        }
    }
    Ok(report)
}

fn side(turn: Color) -> usize {
    usize::from(turn.is_black())
}

/// A way to leave the endgame: whom a move captures, which pawn becomes what, and the table after it.
struct Exit {
    victim: Option<usize>,
    promotion: Option<(usize, PieceType)>,
    view: View,
}

/// The rules of one endgame, one position at a time.
struct Board<'a> {
    layout: &'a Layout,
    men: &'a [Man],
    /// The tables after each change of the material.
    exits: Vec<Exit>,
}

impl<'a> Board<'a> {
    fn new(layout: &'a Layout, tables: &dyn Tables) -> Result<Board<'a>, VerifyError> {
        let men = layout.men();
        let taken = (0..men.len()).filter(|&slot| men[slot].kind != PieceType::King);
        let victims: Vec<Option<usize>> = taken.map(Some).chain([None]).collect();
        let pawns = (0..men.len()).filter(|&slot| men[slot].kind == PieceType::Pawn);
        let becomes = pawns.flat_map(|pawn| PROMOTIONS.map(|kind| Some((pawn, kind))));
        let becomes: Vec<Option<(usize, PieceType)>> = becomes.chain([None]).collect();
        let mut exits = Vec::new();
        for &victim in &victims {
            for &promotion in &becomes {
                let same = |pawn: usize| victim.is_some_and(|victim| men[victim].color == men[pawn].color);
                if victim.is_none() && promotion.is_none() || promotion.is_some_and(|(pawn, _)| same(pawn)) {
                    continue;
                }
                let slots: Vec<usize> = (0..men.len()).filter(|&slot| Some(slot) != victim).collect();
                let mut left: Vec<Man> = slots.iter().map(|&slot| men[slot]).collect();
                if let Some((pawn, kind)) = promotion
                    && let Some(man) = slots.iter().position(|&slot| slot == pawn).map(|at| &mut left[at])
                {
                    man.kind = kind;
                }
                let missing = Material::of_men(&left).0;
                let error = || VerifyError::Missing { material: layout.material(), missing };
                let view = tables.table(missing).and_then(|table| View::new(table, &left, &slots));
                exits.push(Exit { victim, promotion, view: view.ok_or_else(error)? });
            }
        }
        Ok(Board { layout, men, exits })
    }

    fn occupied(&self, squares: &Squares) -> u64 {
        squares[..self.men.len()].iter().fold(0, |set, &square| set | rules::bit(square.into()))
    }

    fn is_attacked(&self, king: Color, squares: &Squares, occupied: u64) -> bool {
        let target = rules::bit(squares[self.layout.king(king)].into());
        let enemies = self.men.iter().zip(squares).filter(|(man, _)| man.color != king);
        enemies.into_iter().any(|(man, &from)| rules::attacks_of(*man, from.into(), occupied) & target != 0)
    }

    fn is_legal(&self, turn: Color, squares: &Squares) -> bool {
        let occupied = self.occupied(squares);
        occupied.count_ones() as usize == self.men.len() && !self.is_attacked(!turn, squares, occupied)
    }

    /// What a position of a smaller table gives the side that moves into it; `None` if that is not legal.
    fn after(view: &View, squares: &Squares, turn: Color) -> Option<Border> {
        match view.one(squares, !turn) {
            0 => None,
            1..=127 => Some(Border::Wins),
            128 => Some(Border::Draws),
            129.. => Some(Border::Loses),
        }
    }

    /// The best move that leaves the endgame.
    fn border(&self, turn: Color, squares: &Squares) -> Border {
        let occupied = self.occupied(squares);
        let mut best = Border::None;
        for Exit { victim, promotion, view } in &self.exits {
            for (slot, man) in self.men.iter().enumerate().filter(|(_, man)| man.color == turn) {
                let from = usize::from(squares[slot]);
                let last = man.kind == PieceType::Pawn && rules::pushes(man.color, from).2;
                if last != promotion.is_some() || promotion.is_some_and(|(pawn, _)| pawn != slot) {
                    continue;
                }
                let target = match victim {
                    Some(victim) if self.men[*victim].color == turn => continue,
                    Some(victim) => {
                        let target = usize::from(squares[*victim]);
                        let reach = rules::attacks_of(*man, from, occupied);
                        if reach & rules::bit(target) == 0 {
                            continue;
                        }
                        target
                    }
                    None => rules::pushes(man.color, from).0,
                };
                if victim.is_none() && occupied & rules::bit(target) != 0 {
                    continue;
                }
                let mut next = *squares;
                next[slot] = target as u8;
                best = best.max(Board::after(view, &next, turn).unwrap_or(Border::None));
            }
        }
        best
    }

    /// The squares that a man may go to without changing the material; with `back`, those it may come from.
    fn quiet(man: Man, from: usize, occupied: u64, back: bool) -> u64 {
        if man.kind != PieceType::Pawn {
            return rules::attacks_of(man, from, occupied) & !occupied;
        }
        let up = man.color.is_white() != back;
        let step = |square: usize| if up { square + 8 } else { square - 8 };
        // Ranks as the pawn sees them, from 0.
        let rank = if man.color.is_white() { from / 8 } else { 7 - from / 8 };
        let (may_step, may_leap) = if back { (rank > 1, rank == 3) } else { (rank < 6, rank == 1) };
        if !may_step || occupied & rules::bit(step(from)) != 0 {
            return 0;
        }
        let one = step(from);
        let leap = may_leap && occupied & rules::bit(step(one)) == 0;
        // One step back to its own first rank is possible from the third only.
        let single = if back && rank == 1 { 0 } else { rules::bit(one) };
        single | if leap { rules::bit(step(one)) } else { 0 }
    }

    /// After a double step: what taking it en passant would give the taker, if somebody can.
    fn en_passant(&self, turn: Color, squares: &Squares, slot: usize, from: usize, target: usize) -> Option<Border> {
        if self.men[slot].kind != PieceType::Pawn || from.abs_diff(target) != 16 {
            return None;
        }
        let takers = self.men.iter().enumerate().filter(|(_, man)| man.color != turn && man.kind == PieceType::Pawn);
        let mut best = None;
        for (taker, _) in takers {
            let stands = usize::from(squares[taker]);
            if stands / 8 != target / 8 || stands.abs_diff(target) != 1 {
                continue;
            }
            let mut next = *squares;
            next[slot] = target as u8;
            next[taker] = usize::midpoint(from, target) as u8;
            let exit = self.exits.iter().find(|exit| exit.victim == Some(slot) && exit.promotion.is_none());
            best = best.max(exit.and_then(|exit| Board::after(&exit.view, &next, !turn)));
        }
        best
    }

    fn begin(&self) -> Play<'_, 'a> {
        let sides = SIDES.map(|turn| {
            let each = (0..self.layout.len()).into_par_iter();
            each.map(|index| {
                let squares = self.layout.squares(index);
                if self.is_legal(turn, &squares) {
                    (State::Open, self.border(turn, &squares))
                } else {
                    (State::Illegal, Border::None)
                }
            })
            .unzip::<State, Border, Vec<State>, Vec<Border>>()
        });
        let [(white, white_border), (black, black_border)] = sides;
        Play { board: self, states: [white, black], borders: [white_border, black_border], queue: Vec::new() }
    }
}

/// The labels while they are found.
struct Play<'a, 'b> {
    board: &'a Board<'b>,
    states: [Vec<State>; 2],
    borders: [Vec<Border>; 2],
    /// Places that were decided and have not been followed yet.
    queue: Vec<(Color, usize)>,
}

/// What a quiet move leads to, for the side that then moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Lost,
    Open,
    Won,
}

impl Play<'_, '_> {
    /// The quiet moves of a position, by what is known about where they lead.
    fn moves(&self, turn: Color, squares: &Squares) -> impl Iterator<Item = Next> {
        let occupied = self.board.occupied(squares);
        let movers = self.board.men.iter().enumerate().filter(move |(_, man)| man.color == turn);
        let (squares, board) = (*squares, self.board);
        movers.flat_map(move |(slot, &man)| {
            let from = usize::from(squares[slot]);
            rules::squares(Board::quiet(man, from, occupied, false)).filter_map(move |target| {
                let mut next = squares;
                next[slot] = target as u8;
                let state = self.states[side(!turn)][board.layout.index(&next)];
                let known = match state {
                    State::Illegal => return None,
                    State::Open => Next::Open,
                    State::Won => Next::Won,
                    State::Lost => Next::Lost,
                };
                Some(match board.en_passant(turn, &squares, slot, from, target) {
                    Some(Border::Wins) => Next::Won,
                    Some(Border::Draws) if known == Next::Lost => Next::Open,
                    // Taking en passant is the only move, and it loses.
                    Some(Border::Loses) if known == Next::Open && !self.has_move(!turn, &next) => Next::Lost,
                    _ => known,
                })
            })
        })
    }

    /// Whether a position has a move; en passant is not looked at.
    fn has_move(&self, turn: Color, squares: &Squares) -> bool {
        let index = self.board.layout.index(squares);
        self.borders[side(turn)][index] != Border::None || self.moves(turn, squares).next().is_some()
    }

    fn wins(&self, turn: Color, index: usize) -> bool {
        self.borders[side(turn)][index] == Border::Wins
            || self.moves(turn, &self.board.layout.squares(index)).any(|next| next == Next::Lost)
    }

    fn loses(&self, turn: Color, index: usize) -> bool {
        let border = self.borders[side(turn)][index];
        if border > Border::Loses {
            return false;
        }
        let squares = self.board.layout.squares(index);
        let mut moves = 0;
        for next in self.moves(turn, &squares) {
            if next != Next::Won {
                return false;
            }
            moves += 1;
        }
        // Without any move it is mate or stalemate.
        moves > 0 || border == Border::Loses || self.board.is_attacked(turn, &squares, self.board.occupied(&squares))
    }

    fn decide(&mut self, turn: Color, index: usize, state: State) {
        self.states[side(turn)][index] = state;
        self.queue.push((turn, index));
    }

    /// Decides what needs no quiet move, or only those that the border decides; returns how many positions are
    /// settled at the border or over.
    fn seed(&mut self) -> u64 {
        let places = || (0..self.board.layout.len()).into_par_iter();
        let is_settled = |turn: Color, index: usize| {
            self.states[side(turn)][index] == State::Open
                && (self.borders[side(turn)][index] == Border::Wins
                    || self.moves(turn, &self.board.layout.squares(index)).next().is_none())
        };
        let settled = SIDES.map(|turn| places().filter(|&index| is_settled(turn, index)).count() as u64);
        for state in [State::Won, State::Lost] {
            for turn in SIDES {
                let is = |index: &usize| match state {
                    State::Won => self.wins(turn, *index),
                    _ => self.loses(turn, *index),
                };
                let open = (0..self.board.layout.len()).into_par_iter();
                let open = open.filter(|&index| self.states[side(turn)][index] == State::Open);
                let found: Vec<usize> = open.filter(is).collect();
                for index in found {
                    self.decide(turn, index, state);
                }
            }
        }
        settled.iter().sum()
    }

    /// Follows quiet moves backwards until nothing changes.
    fn spread(&mut self) {
        while let Some((turn, index)) = self.queue.pop() {
            let is_lost = self.states[side(turn)][index] == State::Lost;
            let squares = self.board.layout.squares(index);
            let occupied = self.board.occupied(&squares);
            for (slot, &man) in self.board.men.iter().enumerate().filter(|(_, man)| man.color != turn) {
                for from in rules::squares(Board::quiet(man, squares[slot].into(), occupied, true)) {
                    let mut before = squares;
                    before[slot] = from as u8;
                    for place in places(self.board.layout, &before) {
                        if self.states[side(!turn)][place] != State::Open {
                            continue;
                        }
                        if is_lost && self.wins(!turn, place) {
                            self.decide(!turn, place, State::Won);
                        } else if !is_lost && self.loses(!turn, place) {
                            self.decide(!turn, place, State::Lost);
                        }
                    }
                }
            }
        }
    }
}

/// The places of a position: two, if its white king stands on the diagonal and there are no pawns.
fn places(layout: &Layout, squares: &Squares) -> [usize; 2] {
    let place = layout.index(squares);
    let home = layout.squares(place);
    if layout.pawns() > 0 || home[0] / 8 != home[0] % 8 {
        return [place; 2];
    }
    [place, layout.index(&home.map(|square| square % 8 * 8 + square / 8))]
}
