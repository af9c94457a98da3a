//! Opening, middlegame and endgame.
//!
//! The middlegame begins when at most ten knights, bishops, rooks and queens are left, or when one side has
//! fewer than four men on its first rank; the endgame when at most six pieces are left. So Lichess divides
//! games, less its measure of how far the sides have mixed. A game never goes back to an earlier phase.

use reti_core::chess::{Bitboard, Board, Color, Position, Rank};

/// A phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Pieces come out.
    Opening,
    /// Pieces are out.
    Middlegame,
    /// Few pieces are left.
    Endgame,
}

impl Phase {
    /// All phases, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// By what stands on the board.
    pub fn of(board: &Board) -> Phase {
        let pieces = (board.occupied() & !board.pawns() & !board.kings()).count();
        let at_home = |color: Color| {
            let home = Bitboard::from_rank(color.fold_wb(Rank::First, Rank::Eighth));
            (board.by_color(color) & home).count()
        };
        match pieces {
            0..=6 => Phase::Endgame,
            7..=10 => Phase::Middlegame,
            _ if Color::ALL.into_iter().any(|color| at_home(color) < 4) => Phase::Middlegame,
            _ => Phase::Opening,
        }
    }
}

/// The phase of every position of a game.
pub fn phases(positions: &[Position]) -> Vec<Phase> {
    let mut now = Phase::Opening;
    let mut later = |position: &Position| {
        now = now.max(Phase::of(position.board()));
        now
    };
    positions.iter().map(&mut later).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[track_caller]
    fn check(fen: &str, expected: Phase) {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(Phase::of(position.board()), expected, "{fen}");
        let mirrored = reti_core::chess::Symmetry::Mirror.position(&position).unwrap();
        assert_eq!(Phase::of(mirrored.board()), expected, "{fen} mirrored");
    }

    #[test]
    fn the_board_tells_the_phase() {
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Phase::Opening);
        check("r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 1", Phase::Opening);
        check("2rq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/1QNBPN2/PP1B1PPP/4RRK1 w - - 0 1", Phase::Middlegame);
        check("4k3/pppp4/2n5/8/8/2N5/PPPP4/R3K2R w KQ - 0 1", Phase::Endgame);
    }

    #[test]
    fn a_game_never_goes_back() {
        let fens = ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"];
        let positions = fens.map(|fen| Position::from_fen(fen).unwrap());
        assert_eq!(phases(&positions), [Phase::Endgame; 2]);
    }
}
