//! A move in sixteen bits.
//!
//! Six bits say from where, six to where, four what is special. Castling is written as the king
//! taking its own rook, so that it is the same in Chess960. The code alone does not tell what moves
//! or what is captured: the [`Place`](super::place::Place) does.

use reti_core::chess::{Move, PieceType, Square};

/// A move, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Code(u16);

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Normal,
    Castle,
    EnPassant,
    Promotion(PieceType),
}

const PROMOTED: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

impl Code {
    pub const NONE: Code = Code(0);

    #[inline]
    pub const fn normal(from: Square, to: Square) -> Code {
        Code(from as u16 | (to as u16) << 6)
    }

    #[inline]
    pub const fn castle(king: Square, rook: Square) -> Code {
        Code(Code::normal(king, rook).0 | 1 << 12)
    }

    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Code {
        Code(Code::normal(from, to).0 | 2 << 12)
    }

    #[inline]
    pub const fn promotion(from: Square, to: Square, piece_type: PieceType) -> Code {
        Code(Code::normal(from, to).0 | (piece_type as u16 + 2) << 12)
    }

    /// The code of a move of the rules library.
    pub fn new(m: Move) -> Code {
        match m {
            Move::Normal { from, to, promotion: None, .. } => Code::normal(from, to),
            Move::Normal { from, to, promotion: Some(piece_type), .. } => Code::promotion(from, to, piece_type),
            Move::EnPassant { from, to } => Code::en_passant(from, to),
            Move::Castle { king, rook } => Code::castle(king, rook),
            Move::Put { .. } => Code::NONE,
        }
    }

    pub const fn bits(self) -> u16 {
        self.0
    }

    pub const fn from_bits(bits: u16) -> Code {
        Code(bits)
    }

    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn from(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    #[inline]
    pub fn to(self) -> Square {
        Square::new(u32::from(self.0 >> 6 & 63))
    }

    /// From and to as one number below 4,096.
    #[inline]
    pub const fn way(self) -> usize {
        (self.0 & 4095) as usize
    }

    #[inline]
    pub fn kind(self) -> Kind {
        match self.0 >> 12 {
            0 => Kind::Normal,
            1 => Kind::Castle,
            2 => Kind::EnPassant,
            special => Kind::Promotion(PROMOTED[usize::from(special & 3)]),
        }
    }

    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 >> 12 > 2
    }

    #[inline]
    pub const fn is_castle(self) -> bool {
        self.0 >> 12 == 1
    }

    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 == 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reti_core::chess::Position;

    #[test]
    fn codes_tell_the_moves_of_a_position_apart() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let moves = Position::from_fen(fen).unwrap().legal_moves();
            let mut codes: Vec<u16> = moves.iter().map(|&m| Code::new(m).bits()).collect();
            codes.sort_unstable();
            codes.dedup();
            assert_eq!(codes.len(), moves.len());
            assert!(!codes.contains(&0));
        }
    }

    #[test]
    fn promotions_come_back() {
        for piece_type in PROMOTED {
            assert_eq!(Code::promotion(Square::A7, Square::A8, piece_type).kind(), Kind::Promotion(piece_type));
        }
    }
}
