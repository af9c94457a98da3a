//! Material in chess words: who is the exchange up, who has two bishops for a rook.
//!
//! Players do not add up pawns. A balance says what each side has that the other has not, officers of
//! equal worth set off against each other, so that words can name it.

use reti_core::{
    chess::{Board, Color, PieceType, Position},
    value::{balance, worth},
};

/// Whether a gain only takes back what the side to move is behind.
pub fn regains(position: &Position, gain: i32) -> bool {
    let behind = -balance(position.board(), position.turn());
    behind >= 100 && gain <= behind + 50
}

/// What each side has more than the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// White's surplus, dearest first.
    pub white: Vec<(PieceType, usize)>,
    /// Black's surplus, dearest first.
    pub black: Vec<(PieceType, usize)>,
}

/// From the dearest to the cheapest.
const KINDS: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// How a balance is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nobody has anything more.
    Level,
    /// One side has more, and gave nothing for it.
    Up(Color),
    /// A rook against a minor piece, and perhaps pawns more.
    ExchangeUp {
        /// The side with the rook.
        side: Color,
        /// Pawns that this side has more, or fewer.
        pawns: i32,
    },
    /// A bishop against a knight.
    Minor {
        /// The side with the bishop.
        bishop: Color,
    },
    /// Each side has something; the first named has the dearest piece.
    Against(Color),
}

impl Balance {
    /// The balance of a board.
    pub fn of(board: &Board) -> Balance {
        Balance::between(|color, kind| (board.by_color(color) & board.by_role(kind)).count() as i32)
    }

    /// What has changed between two boards: what a side has won, and what it gave for it.
    pub fn change(before: &Board, after: &Board) -> Balance {
        let count = |board: &Board, color, kind| (board.by_color(color) & board.by_role(kind)).count() as i32;
        Balance::between(|color, kind| count(after, color, kind) - count(before, color, kind))
    }

    fn between(count: impl Fn(Color, PieceType) -> i32) -> Balance {
        let mut balance = Balance::default();
        for kind in KINDS {
            let difference = count(Color::White, kind) - count(Color::Black, kind);
            match difference {
                1.. => balance.white.push((kind, difference as usize)),
                0 => {}
                _ => balance.black.push((kind, difference.unsigned_abs() as usize)),
            }
        }
        balance
    }

    /// What a side has more.
    pub fn of_side(&self, side: Color) -> &[(PieceType, usize)] {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// What a side has more in centipawns, with a sign.
    pub fn sum(&self, side: Color) -> i32 {
        let sum = |pieces: &[(PieceType, usize)]| -> i32 {
            pieces.iter().map(|&(kind, count)| worth(kind) * count as i32).sum()
        };
        sum(self.of_side(side)) - sum(self.of_side(!side))
    }

    fn count(&self, side: Color, kind: PieceType) -> i32 {
        self.of_side(side).iter().find(|(other, _)| *other == kind).map_or(0, |(_, count)| *count as i32)
    }

    /// Minor pieces of a side's surplus.
    fn minors(&self, side: Color) -> i32 {
        self.count(side, PieceType::Bishop) + self.count(side, PieceType::Knight)
    }

    /// How it is called.
    pub fn kind(&self) -> Kind {
        match (self.white.is_empty(), self.black.is_empty()) {
            (true, true) => return Kind::Level,
            (false, true) => return Kind::Up(Color::White),
            (true, false) => return Kind::Up(Color::Black),
            (false, false) => {}
        }
        for side in Color::ALL {
            let rook = self.count(side, PieceType::Rook) == 1 && self.minors(side) == 0;
            let minor = self.minors(!side) == 1 && self.count(!side, PieceType::Rook) == 0;
            let queens = self.count(side, PieceType::Queen) + self.count(!side, PieceType::Queen);
            let pawns = self.count(side, PieceType::Pawn) - self.count(!side, PieceType::Pawn);
            if rook && minor && queens == 0 && (-1..=2).contains(&pawns) {
                return Kind::ExchangeUp { side, pawns };
            }
            let bishop = self.of_side(side) == [(PieceType::Bishop, 1)];
            if bishop && self.of_side(!side) == [(PieceType::Knight, 1)] {
                return Kind::Minor { bishop: side };
            }
        }
        let dearest = |side: Color| self.of_side(side).first().map_or(0, |(kind, _)| worth(*kind));
        // The side with the dearest piece is named first; of equals the one that has more.
        let weight = |side: Color| (dearest(side), self.sum(side));
        let first = if weight(Color::Black) > weight(Color::White) { Color::Black } else { Color::White };
        Kind::Against(first)
    }
}

/// A sum of centipawns in chess words. Words go by steps, and what is said is never more than the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sum {
    /// Less than a pawn.
    Little,
    /// A pawn.
    Pawn,
    /// Two pawns.
    TwoPawns,
    /// A piece: a knight or a bishop.
    Piece,
    /// A piece and a pawn.
    PieceAndPawn,
    /// A rook.
    Rook,
    /// Two pieces.
    TwoPieces,
    /// A rook and two pawns, and the like.
    RookAndTwoPawns,
    /// A rook and a piece.
    RookAndPiece,
    /// A queen.
    Queen,
    /// More than a queen.
    MoreThanQueen,
}

impl Sum {
    /// All, the smallest first, with the least centipawns of each.
    pub const ALL: [(Sum, i32); 11] = [
        (Sum::Little, 0),
        (Sum::Pawn, 100),
        (Sum::TwoPawns, 200),
        (Sum::Piece, 300),
        (Sum::PieceAndPawn, 400),
        (Sum::Rook, 500),
        (Sum::TwoPieces, 600),
        (Sum::RookAndTwoPawns, 700),
        (Sum::RookAndPiece, 800),
        (Sum::Queen, 900),
        (Sum::MoreThanQueen, 1_000),
    ];

    /// The largest step that a sum reaches.
    pub fn of(centipawns: i32) -> Sum {
        Sum::ALL.iter().rev().find(|(_, least)| centipawns >= *least).map_or(Sum::Little, |(sum, _)| *sum)
    }

    /// Its permanent name, as templates use it.
    pub const fn name(self) -> &'static str {
        match self {
            Sum::Little => "little",
            Sum::Pawn => "pawn",
            Sum::TwoPawns => "two-pawns",
            Sum::Piece => "piece",
            Sum::PieceAndPawn => "piece-and-pawn",
            Sum::Rook => "rook",
            Sum::TwoPieces => "two-pieces",
            Sum::RookAndTwoPawns => "rook-and-two-pawns",
            Sum::RookAndPiece => "rook-and-piece",
            Sum::Queen => "queen",
            Sum::MoreThanQueen => "more-than-queen",
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use reti_core::chess::Position;

    use super::*;

    #[track_caller]
    fn check(fen: &str, expected: Kind) {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(Balance::of(position.board()).kind(), expected, "{fen}");
    }

    #[test]
    fn balances_have_names() {
        use Color::{Black, White};
        check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Kind::Level);
        check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Kind::Up(White));
        check("4kr2/8/8/8/8/8/8/4KB2 w - - 0 1", Kind::ExchangeUp { side: Black, pawns: 0 });
        check("4kr2/8/8/8/8/8/4P3/4KB2 w - - 0 1", Kind::ExchangeUp { side: Black, pawns: -1 });
        check("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", Kind::Minor { bishop: White });
        check("3rkr2/8/8/8/8/8/8/3QK3 w - - 0 1", Kind::Against(White));
        check("4kr2/8/8/8/8/8/8/2B1KB2 w - - 0 1", Kind::Against(Black));
    }

    #[test]
    fn words_never_say_more_than_the_sum() {
        for (sum, least) in Sum::ALL {
            assert_eq!(Sum::of(least), sum);
            assert!(least == 0 || Sum::of(least - 1) < sum);
        }
    }
}
