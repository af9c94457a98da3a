//! Static exchange evaluation: what a fight over one square is worth.
//!
//! A move is played, then both sides may capture on its destination, in any order and with any
//! legal capturer, and either may stop when it likes (seed 003; decision D-11). [`see_exact`]
//! follows that definition to the letter, on occupancy masks instead of positions; [`see_fast`]
//! always captures with the cheapest piece, which errs once in some 26,000 captures and suits a
//! search (D-12). Both know pins that appear and disappear during the exchange, because a capturer
//! counts only if its own king is safe on the board as it then stands. [`simple`] plays the same
//! fight with whole positions and is the oracle of both.
//!
//! What it ignores on purpose: every other square. [`several`] looks at more of them at once.

mod narrative;
mod several;
pub mod simple;
mod swap;

use crate::{
    chess::{Bitboard, Board, Color, Move, PieceType, Position, Rank, Square},
    legality::attackers,
    value::worth,
};

pub use narrative::{DefenseNote, Exchange, NoDefense, Step, defense_notes, narrate};
pub use several::{Bonus, Several, after_any_reply, several};
pub use swap::see_fast;

/// The value of a legal move for its mover, in centipawns, by all captures on its destination.
///
/// ```
/// use reti_core::{chess::Position, exchange::see_exact};
/// let position = Position::from_fen("4k3/8/3p4/2p5/3P4/8/8/4K3 w - - 0 1").unwrap();
/// assert_eq!(see_exact(&position, position.parse_move("dxc5").unwrap()), 0);
/// ```
pub fn see_exact(position: &Position, m: Move) -> i32 {
    let Some(first) = FirstMove::of(position, m) else {
        return 0;
    };
    first.gain - first.fight(position.board()).best(!first.mover, first.occupied, first.prize)
}

/// The board after the forced first move of an exchange, as masks.
#[derive(Clone, Copy)]
struct FirstMove {
    mover: Color,
    square: Square,
    /// What the first move takes, promotion included.
    gain: i32,
    /// What the mover risks: the worth of the piece that now stands on the square.
    prize: i32,
    occupied: Bitboard,
}

impl FirstMove {
    /// `None` for castling, after which nothing can be captured on the king's square.
    fn of(position: &Position, m: Move) -> Option<FirstMove> {
        let board = position.board();
        let (from, square) = (m.from()?, m.to());
        if m.is_castle() {
            return None;
        }
        let mut occupied = (board.occupied() ^ Bitboard::from_square(from)).with(square);
        if m.is_en_passant() {
            occupied.discard(en_passant_victim(from, square));
        }
        let arriving = m.promotion().unwrap_or(m.role());
        let gain = m.capture().map_or(0, worth) + promotion_gain(m.promotion());
        Some(FirstMove { mover: position.turn(), square, gain, prize: worth(arriving), occupied })
    }

    fn fight(self, board: &Board) -> Fight<'_> {
        Fight::new(board, self.square, board.occupied())
    }
}

/// The pawn that an en passant capture from `from` to `to` removes.
pub(crate) fn en_passant_victim(from: Square, to: Square) -> Square {
    Square::from_coords(to.file(), from.rank())
}

fn promotion_gain(promotion: Option<PieceType>) -> i32 {
    promotion.map_or(0, |piece_type| worth(piece_type) - worth(PieceType::Pawn))
}

/// What a pawn may become, dearest first.
pub(crate) const PROMOTIONS: [PieceType; 4] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// A board with some of its pieces lifted, on which captures can be priced.
///
/// Motifs ask what a capture would be worth *if that piece were gone* (the front of a skewer, the
/// blocker of a discovered attack, a defender): lifting is a mask, not a copy.
#[derive(Clone, Copy)]
pub struct Arena<'b> {
    board: &'b Board,
    occupied: Bitboard,
}

impl<'b> Arena<'b> {
    /// All pieces of the board.
    pub fn new(board: &'b Board) -> Arena<'b> {
        Arena { board, occupied: board.occupied() }
    }

    /// The same board with the piece on `square` lifted.
    #[must_use]
    pub fn without(self, square: Square) -> Arena<'b> {
        Arena { occupied: self.occupied.without(square), ..self }
    }

    /// The pieces on the board.
    pub fn occupied(self) -> Bitboard {
        self.occupied
    }

    /// The best value for `by` of capturing on `square` as if it were to move; `None` if it has no
    /// legal capture there, or a king stands there. The first capture is forced, so the value can
    /// be negative. En passant is not considered.
    pub fn capture_on(self, square: Square, by: Color) -> Option<i32> {
        self.best_capture(attackers(self.board, square, by, self.occupied), square, by)
    }

    /// The same with the capture started by the piece on `from`.
    pub fn capture_from(self, from: Square, square: Square) -> Option<i32> {
        let by = self.board.color_at(from)?;
        let own = attackers(self.board, square, by, self.occupied) & Bitboard::from_square(from);
        self.best_capture(own, square, by)
    }

    /// The value of going to `square` with the piece on `from`, whatever stands there; the king's
    /// safety at the start of the exchange is the caller's business.
    pub fn arrival(self, from: Square, square: Square, promotion: Option<PieceType>) -> i32 {
        let Some(piece) = self.board.piece_at(from) else {
            return 0;
        };
        let captured = if self.occupied.contains(square) { self.board.role_at(square) } else { None };
        let gain = captured.map_or(0, worth) + promotion_gain(promotion);
        let occupied = self.occupied.without(from).with(square);
        let prize = worth(promotion.unwrap_or(piece.role));
        gain - Fight::new(self.board, square, self.occupied).best(!piece.color, occupied, prize)
    }

    fn best_capture(self, capturers: Bitboard, square: Square, by: Color) -> Option<i32> {
        let victim = self.board.role_at(square)?;
        if victim == PieceType::King || capturers.is_empty() {
            return None;
        }
        let fight = Fight::new(self.board, square, self.occupied);
        let mut best = None;
        for piece_type in PieceType::ALL {
            for from in capturers & self.board.by_role(piece_type) {
                if !fight.may_capture(by, from, self.occupied) {
                    continue;
                }
                for (bonus, prize) in fight.arrivals(piece_type) {
                    let gain = worth(victim) + bonus;
                    if best.is_some_and(|best| best >= gain) {
                        continue;
                    }
                    let value = gain - fight.best(!by, self.occupied.without(from), prize);
                    best = best.max(Some(value));
                }
            }
        }
        best
    }
}

/// A fight over one square: captures only there, each side free to stop.
struct Fight<'b> {
    board: &'b Board,
    square: Square,
    kings: [Option<Square>; 2],
    /// Whether the square lies on the last rank of either side.
    is_last_rank: bool,
}

impl<'b> Fight<'b> {
    /// A king that is lifted from `present` does not restrain its side.
    fn new(board: &'b Board, square: Square, present: Bitboard) -> Fight<'b> {
        let king = |color| board.king_of(color).filter(|&king| present.contains(king));
        Fight {
            board,
            square,
            kings: [king(Color::White), king(Color::Black)],
            is_last_rank: matches!(square.rank(), Rank::First | Rank::Eighth),
        }
    }

    /// The best value for `side`, to capture the piece worth `prize` on the square or to stop.
    fn best(&self, side: Color, occupied: Bitboard, prize: i32) -> i32 {
        self.window(side, occupied, prize, i32::MIN / 2, i32::MAX / 2)
    }

    /// [`Fight::best`] with alpha-beta bounds. A capture is never worth more than what it takes,
    /// and stopping is always worth nothing: two bounds that cut most of the permutations.
    fn window(&self, side: Color, occupied: Bitboard, prize: i32, alpha: i32, beta: i32) -> i32 {
        let mut best = 0;
        if beta <= 0 {
            return best;
        }
        let capturers = attackers(self.board, self.square, side, occupied);
        if capturers.is_empty() {
            return best;
        }
        for piece_type in PieceType::ALL {
            for from in capturers & self.board.by_role(piece_type) {
                for (bonus, next_prize) in self.arrivals(piece_type) {
                    let gain = prize + bonus;
                    let floor = best.max(alpha);
                    if gain <= floor || !self.may_capture(side, from, occupied) {
                        continue;
                    }
                    let reply = self.window(!side, occupied.without(from), next_prize, gain - beta, gain - floor);
                    best = best.max(gain - reply);
                    if best >= beta {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Whether `from` may capture on the square with its own king safe afterwards.
    #[inline]
    fn may_capture(&self, side: Color, from: Square, occupied: Bitboard) -> bool {
        let enemies = occupied.without(self.square);
        match self.kings[crate::chess::color_index(side)] {
            None => true,
            Some(king) if king == from => {
                (attackers(self.board, self.square, !side, occupied.without(from)) & enemies).is_empty()
            }
            Some(king) => (attackers(self.board, king, !side, occupied.without(from)) & enemies).is_empty(),
        }
    }

    /// What a capturer adds by promoting, and what stands on the square afterwards.
    #[inline]
    fn arrivals(&self, piece_type: PieceType) -> impl Iterator<Item = (i32, i32)> + use<> {
        let promotes = piece_type == PieceType::Pawn && self.is_last_rank;
        let plain = if promotes { None } else { Some((0, worth(piece_type))) };
        let count = if promotes { PROMOTIONS.len() } else { 0 };
        plain
            .into_iter()
            .chain(PROMOTIONS.into_iter().take(count).map(|promoted| (promotion_gain(Some(promoted)), worth(promoted))))
    }
}
