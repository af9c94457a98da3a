//! The mated king and what keeps it in place: what all mate themes ask.

use super::{Cast, Line, Reading, Use};
use crate::{
    chess::{Bitboard, Board, Color, PieceType, Rank, Square, attacks},
    legality::attackers,
};

/// A checkmate at the end of a line, seen from the mated king.
pub(super) struct Mate<'l> {
    pub board: &'l Board,
    ply: usize,
    /// The mated side.
    pub mated: Color,
    pub king: Square,
    pub checkers: Bitboard,
    /// The squares around the king.
    pub ring: Bitboard,
    /// The squares around the king that its own pieces occupy.
    pub blocked: Bitboard,
}

impl<'l> Mate<'l> {
    /// `None` if the line does not end with the solver giving mate.
    pub fn of(line: &'l Line) -> Option<Mate<'l>> {
        let end = line.end();
        let last = line.solver_steps().last()?;
        if end.turn() == line.solver() || !end.is_checkmate() {
            return None;
        }
        let (board, mated) = (end.board(), end.turn());
        let king = end.king(mated);
        let ring = attacks::king_attacks(king);
        let blocked = ring & board.by_color(mated);
        Some(Mate { board, ply: last.ply, mated, king, checkers: end.checkers(), ring, blocked })
    }

    /// The checkers of one type.
    pub fn checking(&self, piece_type: PieceType) -> Bitboard {
        self.checkers & self.board.by_role(piece_type)
    }

    /// The mating side's pieces of one type.
    pub fn men(&self, piece_type: PieceType) -> Bitboard {
        self.board.by_color(!self.mated) & self.board.by_role(piece_type)
    }

    /// The mating side's pieces that attack a square once the king is lifted.
    pub fn guards(&self, square: Square) -> Bitboard {
        attackers(self.board, square, !self.mated, self.board.occupied().without(self.king))
    }

    /// The squares around the king that its own pieces do not block.
    pub fn flights(&self) -> Bitboard {
        self.ring & !self.blocked
    }

    /// The flights that one piece guards.
    pub fn guarded_by(&self, guard: Square) -> Bitboard {
        self.flights().into_iter().filter(|&flight| self.guards(flight).contains(guard)).collect()
    }

    /// Whether the king stands on the rank where its side's pieces start.
    pub fn is_home(&self) -> bool {
        self.mated.relative_rank(self.king.rank()) == Rank::First
    }

    /// Files to the right and ranks up the board, from the king.
    pub fn offset(&self, square: Square) -> (i32, i32) {
        let files = i32::from(square.file()) - i32::from(self.king.file());
        (files, i32::from(square.rank()) - i32::from(self.king.rank()))
    }

    /// Whether the king stands in a corner.
    pub fn is_cornered(&self) -> bool {
        self.ring.count() == 3
    }

    /// The report of a mate theme; the king is always cast.
    pub fn used(&self, mut cast: Cast, reading: Reading) -> Vec<Use> {
        cast.push(("king", self.king));
        vec![Use { ply: self.ply, cast, reading }]
    }
}

/// Runs a predicate on the mate at the end of a line.
pub(super) fn in_mate(line: &Line, predicate: fn(&Mate) -> Option<Cast>) -> Vec<Use> {
    Mate::of(line).and_then(|mate| predicate(&mate).map(|cast| mate.used(cast, Reading::Common))).unwrap_or_default()
}
