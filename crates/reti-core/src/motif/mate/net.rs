//! The mated king and the nets that hold it.
//!
//! In a checkmate every neighbouring square of the king, its *ring*, is either *blocked* by a piece
//! of its own side or a *flight* that the mating side guards. Guards are found with the king lifted
//! from the board, so that a slider also guards the squares behind the king; a mating piece on the
//! ring must be protected like any other flight is guarded. A *net* is a set of mating pieces that
//! contains a checker and guards every flight, and from which no piece can be left out (D-32). That
//! the check cannot be parried in another way is part of checkmate and not asked here.
//!
//! In other words a net is a minimal set that meets every *task*: giving check is one, and so is
//! each flight. [`MatedKing::nets`] finds them by taking, for the first task nobody does yet, each
//! piece that could do it. Nets of more than five pieces are not looked for.
//!
//! Everything is said in the frame of the mated side, whose back rank is rank 0.

use crate::{
    chess::{Bitboard, Board, Color, PieceType, Square, attacks},
    relation::Relations,
};

/// The most pieces that a net may have.
const LARGEST: usize = 5;

/// The king of a side that is checkmated, and what surrounds it.
pub(crate) struct MatedKing<'a> {
    board: &'a Board,
    /// The mated side.
    pub color: Color,
    /// Where the king stands.
    pub square: Square,
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// The neighbouring squares.
    pub ring: Bitboard,
    /// The squares of the ring with a piece of the king's own side.
    pub blocked: Bitboard,
    /// The number of the move at which it happened.
    pub move_number: u32,
}

impl<'a> MatedKing<'a> {
    /// The mated king of a position; `None` if it is not checkmate.
    pub fn new(relations: &'a Relations) -> Option<MatedKing<'a>> {
        let position = relations.position();
        let color = position.turn();
        let safety = relations.safety(color);
        if safety.checkers.is_empty() || !position.is_checkmate() {
            return None;
        }
        let board = relations.board();
        let ring = attacks::king_attacks(safety.king);
        Some(MatedKing {
            board,
            color,
            square: safety.king,
            checkers: safety.checkers,
            ring,
            blocked: ring & board.by_color(color),
            move_number: position.fullmoves(),
        })
    }

    /// The mating pieces that attack a square once the king is lifted from the board.
    pub fn guards(&self, square: Square) -> Bitboard {
        self.board.attacks_to(square, !self.color, self.board.occupied().without(self.square))
    }

    /// The mating side's pieces of one type.
    pub fn men(&self, piece_type: PieceType) -> Bitboard {
        self.board.by_color(!self.color) & self.board.by_role(piece_type)
    }

    /// The checkers of one type.
    pub fn checking(&self, piece_type: PieceType) -> Bitboard {
        self.checkers & self.board.by_role(piece_type)
    }

    /// The flights on which nothing stands.
    pub fn empty_flights(&self) -> Bitboard {
        self.ring & !self.board.occupied()
    }

    /// Whether an empty flight is guarded by some of these pieces and by no other.
    pub fn needs(&self, pieces: Bitboard) -> bool {
        self.empty_flights().into_iter().any(|flight| self.guards(flight).is_subset(pieces))
    }

    /// The squares of the ring that the mating side has to guard.
    pub fn flights(&self) -> Bitboard {
        self.ring & !self.blocked
    }

    /// File and rank of a square in the frame of the mated side.
    fn coordinates(&self, square: Square) -> (i32, i32) {
        let square = if self.color == Color::White { square } else { square.flip_vertical() };
        (square.file().to_u32() as i32, square.rank().to_u32() as i32)
    }

    /// The king's own file, from 0.
    pub fn file(&self) -> i32 {
        self.coordinates(self.square).0
    }

    /// The rank of a square as the mated side counts, from 0.
    pub fn rank_of(&self, square: Square) -> i32 {
        self.coordinates(square).1
    }

    /// Files and ranks from the king to a square; ranks grow away from the mated side.
    pub fn offset(&self, square: Square) -> (i32, i32) {
        let (king_file, king_rank) = self.coordinates(self.square);
        let (file, rank) = self.coordinates(square);
        (file - king_file, rank - king_rank)
    }

    /// Whether a square is next to the king.
    pub fn touches(&self, square: Square) -> bool {
        self.ring.contains(square)
    }

    /// Whether the king stands on its own first rank.
    pub fn is_on_back_rank(&self) -> bool {
        self.rank_of(self.square) == 0
    }

    /// Whether the king stands on the edge of the board, corners included.
    pub fn is_on_edge(&self) -> bool {
        self.ring.count() < 8
    }

    /// Whether the king stands in a corner.
    pub fn is_in_corner(&self) -> bool {
        self.ring.count() == 3
    }

    /// Whether the king stands where it begins the game.
    pub fn is_at_home(&self) -> bool {
        self.coordinates(self.square) == (4, 0)
    }

    /// Whether a line through the king runs along the edge of the board.
    pub fn is_edge(&self, line: Axis) -> bool {
        let (file, rank) = self.coordinates(self.square);
        match line {
            Axis::Rank => rank == 0 || rank == 7,
            Axis::File => file == 0 || file == 7,
            Axis::Diagonal => false,
        }
    }

    /// The flights that a piece guards.
    pub fn covers(&self, piece: Square) -> Bitboard {
        self.flights().into_iter().filter(|&flight| self.guards(flight).contains(piece)).collect()
    }

    /// Whether a square lies on a diagonal through the king.
    pub fn is_diagonal(&self, square: Square) -> bool {
        slope(square, self.square) != 0
    }

    /// The queen that alone gives check from a neighbouring square, if the king is not on the edge.
    pub fn lone_queen(&self) -> Option<Square> {
        let queen = self.checkers.single_square().filter(|&checker| self.touches(checker))?;
        (self.checking(PieceType::Queen).any() && !self.is_on_edge()).then_some(queen)
    }

    /// All nets, small ones first; among equals by their distance from the king.
    pub fn nets(&self) -> Vec<Bitboard> {
        let mut tasks = vec![self.checkers];
        tasks.extend(self.flights().into_iter().map(|flight| self.guards(flight)));
        let mut nets = Vec::new();
        complete(&tasks, Bitboard::EMPTY, &mut nets);
        nets.sort_by_cached_key(|&net| {
            let mut steps: Vec<_> = net.into_iter().map(|square| self.offset(square)).collect();
            steps.sort_by_key(|&(files, ranks)| (ranks, files.abs(), files));
            let shape: Vec<_> = steps.iter().map(|&(files, ranks)| (ranks, files.abs())).collect();
            (net.count(), shape, steps)
        });
        nets.dedup();
        nets
    }
}

/// Adds to `nets` every minimal way to complete `chosen` so that it meets all tasks. A set may be
/// found more than once.
fn complete(tasks: &[Bitboard], chosen: Bitboard, nets: &mut Vec<Bitboard>) {
    let Some(&open) = tasks.iter().find(|task| task.is_disjoint(chosen)) else {
        let needed = |piece: Square| tasks.iter().any(|&task| (task & chosen) == Bitboard::from_square(piece));
        if chosen.into_iter().all(needed) {
            nets.push(chosen);
        }
        return;
    };
    if chosen.count() < LARGEST {
        for piece in open {
            complete(tasks, chosen.with(piece), nets);
        }
    }
}

/// A net with exactly one checker, which is what the named patterns are about.
pub(super) struct Net<'a> {
    board: &'a Board,
    /// The king that it holds.
    pub king: &'a MatedKing<'a>,
    /// The piece that gives check.
    pub checker: Square,
    /// All pieces of the net.
    pub pieces: Bitboard,
}

impl<'a> Net<'a> {
    /// A net of `king`; `None` if it needs both checkers of a double check.
    pub fn new(king: &'a MatedKing<'a>, pieces: Bitboard) -> Option<Net<'a>> {
        let checker = (pieces & king.checkers).single_square()?;
        Some(Net { board: king.board, king, checker, pieces })
    }

    /// The helpers in the order of `helpers`, if a piece of type `checker` gives check and the rest
    /// of the net consists of pieces of exactly these types, which must be different from each other.
    pub fn is_made_of<const N: usize>(&self, checker: PieceType, helpers: [PieceType; N]) -> Option<[Square; N]> {
        let rest = self.pieces.without(self.checker);
        if !self.is_checked_by(checker) || rest.count() != N {
            return None;
        }
        let mut squares = [self.checker; N];
        for (square, helper) in squares.iter_mut().zip(helpers) {
            *square = (rest & self.board.by_role(helper)).single_square()?;
        }
        Some(squares)
    }

    /// The same for a rook or queen as the checker.
    pub fn is_made_of_major_and<const N: usize>(&self, helpers: [PieceType; N]) -> Option<[Square; N]> {
        self.is_made_of(PieceType::Rook, helpers).or_else(|| self.is_made_of(PieceType::Queen, helpers))
    }

    /// Whether a piece of this type gives check.
    pub fn is_checked_by(&self, checker: PieceType) -> bool {
        self.board.role_at(self.checker) == Some(checker)
    }

    /// Pieces of a type, of both sides.
    pub fn all(&self, piece_type: PieceType) -> Bitboard {
        self.board.by_role(piece_type)
    }

    /// Whether the check comes from a square next to the king.
    pub fn is_close(&self) -> bool {
        self.king.touches(self.checker)
    }

    /// The line along which the check is given; `None` for a knight.
    pub fn line(&self) -> Option<Axis> {
        Axis::between(self.checker, self.king.square)
    }

    /// Whether a mating piece protects another, the king lifted.
    pub fn protects(&self, protector: Square, piece: Square) -> bool {
        self.king.guards(piece).contains(protector)
    }

    /// The flights that a piece guards.
    pub fn covers(&self, piece: Square) -> Bitboard {
        self.king.covers(piece)
    }

    /// The flights that a piece is the only one of the net to guard.
    pub fn alone_covers(&self, piece: Square) -> Bitboard {
        let alone = |&flight: &Square| (self.king.guards(flight) & self.pieces) == Bitboard::from_square(piece);
        self.king.flights().into_iter().filter(alone).collect()
    }

    /// Whether the queen that gives check leaves exactly two squares of a full ring to others, and
    /// both are blocked: the tail of the dovetail, swallow's tail and Cozio mates.
    pub fn has_blocked_tail(&self) -> bool {
        let unseen = |&square: &Square| !self.protects(self.checker, square);
        let tail: Bitboard = self.king.ring.without(self.checker).into_iter().filter(unseen).collect();
        !self.king.is_on_edge() && tail.count() == 2 && tail.is_subset(self.king.blocked)
    }
}

/// The kind of line that joins two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Rank,
    File,
    Diagonal,
}

impl Axis {
    /// The line through two different squares, if there is one.
    pub fn between(one: Square, other: Square) -> Option<Axis> {
        if one.rank() == other.rank() {
            Some(Axis::Rank)
        } else if one.file() == other.file() {
            Some(Axis::File)
        } else {
            (slope(one, other) != 0).then_some(Axis::Diagonal)
        }
    }
}

/// Which way the diagonal through two squares runs: 1 like a1-h8, -1 like a8-h1, 0 if there is none.
pub(super) fn slope(one: Square, other: Square) -> i32 {
    let files = one.file().to_u32() as i32 - other.file().to_u32() as i32;
    let ranks = one.rank().to_u32() as i32 - other.rank().to_u32() as i32;
    if files.abs() == ranks.abs() { (files * ranks).signum() } else { 0 }
}

/// What labels mean by two bishops: one gives check, bishops alone guard the flights, and a second one
/// stands so that the product of both distances to the king's file is as wanted.
pub(super) fn are_only_bishops(king: &MatedKing, wanted: fn(i32) -> bool) -> bool {
    let bishops = king.men(PieceType::Bishop);
    let Some(checker) = king.checking(PieceType::Bishop).first() else { return false };
    let files = |bishop: Square| king.offset(bishop).0;
    king.flights().into_iter().all(|flight| king.guards(flight).is_subset(bishops))
        && bishops.without(checker).into_iter().any(|bishop| wanted(files(bishop) * files(checker)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::Position,
        motif::{CATALOGUE, Kind},
    };

    /// The definition word for word: every set of up to five mating pieces that gives check and
    /// guards all flights, if none of its parts does.
    fn nets_simple(king: &MatedKing) -> Vec<Bitboard> {
        let is_net = |pieces: Bitboard| {
            (pieces & king.checkers).any()
                && king.flights().into_iter().all(|flight| (king.guards(flight) & pieces).any())
        };
        let useful = king.flights().into_iter().fold(king.checkers, |all, flight| all | king.guards(flight));
        let mut sets: Vec<Bitboard> =
            useful.carry_rippler().filter(|set| set.count() <= LARGEST && is_net(*set)).collect();
        let all = sets.clone();
        sets.retain(|&set| all.iter().all(|&part| part == set || !part.is_subset(set)));
        sets.sort_unstable();
        sets
    }

    #[track_caller]
    fn check(fen: &str, expected: &[&str]) {
        let relations = Relations::new(&Position::from_fen(fen).unwrap());
        let king = MatedKing::new(&relations).unwrap();
        let text = |net: &Bitboard| net.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(king.nets().iter().map(text).collect::<Vec<_>>(), expected, "{fen}");
    }

    #[test]
    fn nets_are_the_minimal_sets_of_the_definition() {
        let mates = CATALOGUE.iter().filter(|motif| motif.kind == Kind::Mate);
        for (fen, _) in mates.flat_map(|motif| motif.examples) {
            let relations = Relations::new(&Position::from_fen(fen).unwrap());
            let king = MatedKing::new(&relations).unwrap();
            let mut nets = king.nets();
            nets.sort_unstable();
            assert_eq!(nets, nets_simple(&king), "{fen}");
        }
    }

    #[test]
    fn a_slider_guards_the_square_behind_the_king() {
        check("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", &["d8"]);
    }

    #[test]
    fn a_spare_guard_makes_a_second_net_and_not_a_larger_one() {
        check("R3k3/1R6/4K3/8/8/8/8/8 b - - 0 1", &["b7 a8", "e6 a8"]);
    }

    #[test]
    fn a_mating_piece_next_to_the_king_needs_protection() {
        check("4k3/4Q3/8/8/8/4R3/8/6K1 b - - 0 1", &["e3 e7"]);
    }

    #[test]
    fn without_checkmate_there_is_no_mated_king() {
        for fen in ["3R2k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1", "7k/5Q2/8/8/8/8/8/6K1 b - - 0 1"] {
            assert!(MatedKing::new(&Relations::new(&Position::from_fen(fen).unwrap())).is_none(), "{fen}");
        }
    }
}
