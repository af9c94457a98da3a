//! The moves of a place, in parts: first those that capture or make a queen, then the rest.
//!
//! What is generated answers a check and is right but for pins and the king's own steps;
//! [`Place::is_safe`] decides about those when a move is about to be made, because most moves never
//! are. [`Place::is_legal`] examines a move that comes from elsewhere: the table or a killer.

use reti_core::chess::{Bitboard, Color, PieceType, Rank, Square, attacks, color_index};

use super::{
    code::{Code, Kind},
    place::{Place, WINGS, right},
};

/// A move and its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub code: Code,
    pub rank: i32,
}

/// Under-promotions, least unlikely first.
const LESSER: [PieceType; 3] = [PieceType::Knight, PieceType::Rook, PieceType::Bishop];

fn push(out: &mut Vec<Ranked>, code: Code) {
    out.push(Ranked { code, rank: 0 });
}

/// One rank forward.
#[inline]
fn forward(set: Bitboard, color: Color) -> Bitboard {
    color.fold_wb(Bitboard(set.0 << 8), Bitboard(set.0 >> 8))
}

#[inline]
fn behind(square: Square, color: Color, ranks: i32) -> Square {
    Square::new((square as i32 - color.fold_wb(8, -8) * ranks) as u32)
}

fn attacks_of(piece_type: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Pawn => Bitboard::EMPTY,
        PieceType::Knight => attacks::knight_attacks(square),
        PieceType::Bishop => attacks::bishop_attacks(square, occupied),
        PieceType::Rook => attacks::rook_attacks(square, occupied),
        PieceType::Queen => attacks::queen_attacks(square, occupied),
        PieceType::King => attacks::king_attacks(square),
    }
}

/// What a legality test needs to know once a node.
#[derive(Clone, Copy)]
pub(super) struct Restraint {
    king: Square,
    pinned: Bitboard,
}

impl Place<'_> {
    /// The own pieces that alone shield the own king.
    pub fn restraint(&self) -> Restraint {
        let king = self.king(self.turn);
        Restraint { king, pinned: self.shields(king, self.turn) & self.own() }
    }

    /// Pieces of either colour that alone stand between a king of `color` and an enemy slider.
    fn shields(&self, king: Square, color: Color) -> Bitboard {
        let board = &self.board;
        let snipers = board.by_color(!color)
            & (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
                | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
        let mut shields = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & board.occupied();
            if !between.more_than_one() {
                shields |= between;
            }
        }
        shields
    }

    /// Where a piece other than the king may go to answer a check; everywhere if there is none.
    #[inline]
    fn answers(&self) -> Bitboard {
        match self.checkers.single_square() {
            Some(checker) => attacks::between(self.king(self.turn), checker).with(checker),
            None if self.checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        }
    }

    /// Captures, en passant, and promotions to a queen.
    pub fn captures(&self, out: &mut Vec<Ranked>) {
        let answers = self.answers();
        let targets = self.enemies() & answers;
        let (us, pawns) = (self.turn, self.board.pawns() & self.own());
        let last = Bitboard::from_rank(us.fold_wb(Rank::Eighth, Rank::First));
        // Pawns: by captured piece, so that no pawn without a capture is looked at.
        let (left, right) = pawn_captures(pawns, us);
        for (set, step) in [(left, us.fold_wb(7, -9)), (right, us.fold_wb(9, -7))] {
            for to in set & targets {
                let from = Square::new((to as i32 - step) as u32);
                let code = if last.contains(to) {
                    Code::promotion(from, to, PieceType::Queen)
                } else {
                    Code::normal(from, to)
                };
                push(out, code);
            }
        }
        for to in forward(pawns, us) & last & answers & !self.board.occupied() {
            push(out, Code::promotion(behind(to, us, 1), to, PieceType::Queen));
        }
        if let Some(to) = self.en_passant {
            for from in attacks::pawn_attacks(!us, to) & pawns {
                push(out, Code::en_passant(from, to));
            }
        }
        self.officers(targets, self.enemies(), out);
    }

    /// All other moves.
    pub fn quiets(&self, out: &mut Vec<Ranked>) {
        let (answers, empty) = (self.answers(), !self.board.occupied());
        let (us, pawns) = (self.turn, self.board.pawns() & self.own());
        let last = Bitboard::from_rank(us.fold_wb(Rank::Eighth, Rank::First));
        let third = Bitboard::from_rank(us.fold_wb(Rank::Third, Rank::Sixth));
        let single = forward(pawns, us) & empty;
        for to in single & answers & !last {
            push(out, Code::normal(behind(to, us, 1), to));
        }
        for to in forward(single & third, us) & empty & answers {
            push(out, Code::normal(behind(to, us, 2), to));
        }
        self.officers(empty & answers, empty, out);
        if self.checkers.is_empty() {
            self.castles(out);
        }
        for to in single & answers & last {
            for piece_type in LESSER {
                push(out, Code::promotion(behind(to, us, 1), to, piece_type));
            }
        }
        let (left, right) = pawn_captures(pawns & forward(last, !us), us);
        for (set, step) in [(left, us.fold_wb(7, -9)), (right, us.fold_wb(9, -7))] {
            for to in set & self.enemies() & answers {
                for piece_type in LESSER {
                    push(out, Code::promotion(Square::new((to as i32 - step) as u32), to, piece_type));
                }
            }
        }
    }

    /// Moves of pieces to `targets`, and of the king to `for_king`.
    fn officers(&self, targets: Bitboard, for_king: Bitboard, out: &mut Vec<Ranked>) {
        let (board, own, occupied) = (&self.board, self.own(), self.board.occupied());
        for from in board.knights() & own {
            for to in attacks::knight_attacks(from) & targets {
                push(out, Code::normal(from, to));
            }
        }
        for from in board.bishops_and_queens() & own {
            for to in attacks::bishop_attacks(from, occupied) & targets {
                push(out, Code::normal(from, to));
            }
        }
        for from in board.rooks_and_queens() & own {
            for to in attacks::rook_attacks(from, occupied) & targets {
                push(out, Code::normal(from, to));
            }
        }
        let king = self.king(self.turn);
        for to in attacks::king_attacks(king) & for_king {
            push(out, Code::normal(king, to));
        }
    }

    fn castles(&self, out: &mut Vec<Ranked>) {
        for wing in 0..2 {
            if let Some(code) = self.castle(wing) {
                push(out, code);
            }
        }
    }

    /// A castling move if it is legal.
    fn castle(&self, wing: usize) -> Option<Code> {
        let side = color_index(self.turn);
        if self.rights & right(side, wing) == 0 || self.in_check() {
            return None;
        }
        let (rook, path) = self.castling.wings[side][wing]?;
        let occupied = self.board.occupied();
        if (path & occupied).any() {
            return None;
        }
        let king = self.king(self.turn);
        let target = WINGS[wing].king_to(self.turn);
        let lifted = occupied.without(king);
        let is_attacked = |square, occupied| self.board.attacks_to(square, !self.turn, occupied).any();
        if attacks::between(king, target).with(target).into_iter().any(|square| is_attacked(square, lifted)) {
            return None;
        }
        // In Chess960 the rook itself may have shielded the king.
        let after = lifted.without(rook).with(WINGS[wing].rook_to(self.turn));
        (!is_attacked(target, after)).then(|| Code::castle(king, rook))
    }

    /// Whether a generated move leaves the own king safe.
    #[inline]
    pub fn is_safe(&self, code: Code, restraint: Restraint) -> bool {
        let (from, to) = (code.from(), code.to());
        if from == restraint.king {
            // Castling was examined when it was generated.
            return code.is_castle()
                || self.board.attacks_to(to, !self.turn, self.board.occupied().without(from)).is_empty();
        }
        if code.is_en_passant() {
            return self.is_en_passant_safe(from, to);
        }
        !restraint.pinned.contains(from) || attacks::aligned(from, to, restraint.king)
    }

    /// Whether any code is a legal move here.
    pub fn is_legal(&self, code: Code, restraint: Restraint) -> bool {
        let (from, to) = (code.from(), code.to());
        if code.is_none() || !self.own().contains(from) {
            return false;
        }
        let Some(moving) = self.type_at(from) else { return false };
        match code.kind() {
            Kind::Castle => (0..2).any(|wing| self.castle(wing) == Some(code)),
            Kind::EnPassant => {
                moving == PieceType::Pawn
                    && self.en_passant == Some(to)
                    && attacks::pawn_attacks(self.turn, from).contains(to)
                    && self.is_en_passant_safe(from, to)
            }
            kind => {
                let reaches = match moving {
                    PieceType::Pawn => self.pawn_reaches(from, to, kind),
                    _ => {
                        kind == Kind::Normal
                            && !self.own().contains(to)
                            && attacks_of(moving, from, self.board.occupied()).contains(to)
                    }
                };
                reaches && (moving == PieceType::King || self.answers().contains(to)) && self.is_safe(code, restraint)
            }
        }
    }

    fn pawn_reaches(&self, from: Square, to: Square, kind: Kind) -> bool {
        let us = self.turn;
        let promotes = to.rank() == us.fold_wb(Rank::Eighth, Rank::First);
        if promotes == (kind == Kind::Normal) {
            return false;
        }
        if attacks::pawn_attacks(us, from).contains(to) {
            return self.enemies().contains(to);
        }
        let empty = !self.board.occupied();
        let single = forward(Bitboard::from_square(from), us) & empty;
        let third = Bitboard::from_rank(us.fold_wb(Rank::Third, Rank::Sixth));
        (single | forward(single & third, us) & empty).contains(to)
    }

    /// All legal moves, for the root and for tests.
    pub fn legal_codes(&self) -> Vec<Code> {
        let restraint = self.restraint();
        let mut out = Vec::new();
        self.captures(&mut out);
        self.quiets(&mut out);
        out.into_iter().map(|ranked| ranked.code).filter(|&code| self.is_safe(code, restraint)).collect()
    }
}

/// Where pawns capture, towards the a-file and towards the h-file as White sees it.
#[inline]
fn pawn_captures(pawns: Bitboard, us: Color) -> (Bitboard, Bitboard) {
    const A: u64 = 0x0101_0101_0101_0101;
    const H: u64 = A << 7;
    let (left, right) = (pawns.0 & !A, pawns.0 & !H);
    us.fold_wb((Bitboard(left << 7), Bitboard(right << 9)), (Bitboard(left >> 9), Bitboard(right >> 7)))
}

/// From where the pieces of the side to move would check, to see whether a move gives check.
pub(super) struct CheckSquares {
    squares: [Bitboard; 6],
    shields: Bitboard,
    king: Square,
}

impl CheckSquares {
    pub fn new(place: &Place<'_>) -> CheckSquares {
        let king = place.king(!place.turn);
        let occupied = place.board.occupied();
        let (bishop, rook) = (attacks::bishop_attacks(king, occupied), attacks::rook_attacks(king, occupied));
        CheckSquares {
            squares: [
                attacks::pawn_attacks(!place.turn, king),
                attacks::knight_attacks(king),
                bishop,
                rook,
                bishop | rook,
                Bitboard::EMPTY,
            ],
            shields: place.shields(king, !place.turn) & place.own(),
            king,
        }
    }

    /// Whether a move gives check. Castling, en passant and promotions are answered roughly: by what
    /// arrives, without the lines that they open.
    #[inline]
    pub fn is_check(&self, place: &Place<'_>, code: Code) -> bool {
        let (from, to) = (code.from(), code.to());
        let arriving = super::place::promoted(code).or(place.type_at(from));
        if let Some(piece_type) = arriving
            && self.squares[reti_core::chess::type_index(piece_type)].contains(to)
            && !code.is_castle()
        {
            return true;
        }
        self.shields.contains(from) && !attacks::aligned(from, to, self.king)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::place::{Castling, key_of};
    use reti_core::{
        chess::Position,
        field::{
            network::Memory,
            score::{Accumulator, CLASSICAL},
        },
    };

    fn place<'c>(position: &Position, castling: &'c Castling) -> Place<'c> {
        Place::new(position, castling, Accumulator::new(&CLASSICAL, position.board()))
    }

    /// Compares everything with the library along all lines to a depth.
    fn compare(place: &Place<'_>, position: &Position, depth: u32) -> u64 {
        let mut ours: Vec<u16> = place.legal_codes().iter().map(|code| code.bits()).collect();
        let moves = position.legal_moves();
        let mut theirs: Vec<u16> = moves.iter().map(|&m| Code::new(m).bits()).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{}", position.fen());
        assert_eq!(place.key, key_of(position), "{}", position.fen());
        assert_eq!(place.checkers, position.checkers(), "{}", position.fen());
        assert_eq!(place.board, *position.board());
        let white = CLASSICAL.score(position.board());
        assert_eq!(place.evaluate(&mut Memory::default(), 0), position.turn().fold_wb(white, -white));
        let restraint = place.restraint();
        if depth == 0 {
            for bits in 0..=u16::MAX {
                let known = theirs.binary_search(&bits).is_ok();
                // Other bits are never written.
                if matches!(bits >> 12, 0..=2 | 4..=7) {
                    assert_eq!(place.is_legal(Code::from_bits(bits), restraint), known, "{bits:x} in {position:?}");
                }
            }
            return 1;
        }
        let checks = CheckSquares::new(place);
        let mut count = 0;
        for &m in &moves {
            let code = Code::new(m);
            let (after, expected) = (place.after(code), position.play(m));
            if !code.is_castle() && !code.is_en_passant() && !code.is_promotion() {
                assert_eq!(checks.is_check(place, code), expected.is_check(), "{m} in {}", position.fen());
            }
            count += compare(&after, &expected, depth - 1);
        }
        count
    }

    #[test]
    fn moves_keys_and_checks_are_those_of_the_rules_library() {
        // Positions and counts: the Chess Programming Wiki's perft page, and Chess960 starts 518 and 357
        // with castling rights at the edge of the rules.
        for (fen, depth) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 1),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 1),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 1),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 1),
            ("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", 1),
            ("rk2r3/8/8/8/8/8/8/R1K4R w HAe - 0 1", 1),
            ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", 1),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let castling = Castling::new(&position);
            compare(&place(&position, &castling), &position, depth);
        }
    }

    #[test]
    fn deep_walks_agree_with_the_rules_library() {
        // Random games: moves, keys, checks and scores at every step.
        let mut dice = fastrand::Rng::with_seed(7);
        let mut steps = 0;
        for start in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            for _ in 0..30 {
                let mut position = Position::from_fen(start).unwrap();
                let castling = Castling::new(&position);
                let mut here = place(&position, &castling);
                for _ in 0..120 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let m = moves[dice.usize(..moves.len())];
                    here = here.after(Code::new(m));
                    position = position.play(m);
                    let mut ours: Vec<u16> = here.legal_codes().iter().map(|code| code.bits()).collect();
                    let mut theirs: Vec<u16> = position.legal_moves().iter().map(|&m| Code::new(m).bits()).collect();
                    ours.sort_unstable();
                    theirs.sort_unstable();
                    assert_eq!(ours, theirs, "{}", position.fen());
                    assert_eq!(here.key, key_of(&position), "{}", position.fen());
                    assert_eq!(here.checkers, position.checkers());
                    steps += 1;
                }
            }
        }
        assert!(steps > 3_000);
    }
}
