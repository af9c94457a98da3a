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

use std::cell::Cell;

use crate::{
    chess::{Bitboard, Board, Color, Move, PieceType, Position, Rank, Square, attacks, color_index, type_index},
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
        let fight = Fight::new(self.board, square, self.occupied);
        self.best_capture(&fight, fight.attacking(by, self.occupied), by)
    }

    /// The same with the capture started by the piece on `from`.
    pub fn capture_from(self, from: Square, square: Square) -> Option<i32> {
        let by = self.board.color_at(from)?;
        let fight = Fight::new(self.board, square, self.occupied);
        self.best_capture(&fight, fight.capturer(from, self.occupied), by)
    }

    /// Whether [`Arena::capture_on`] is worth something. Most captures that win take a dear piece with a cheap
    /// one or take what nobody guards, and the rest need to be followed only until that is clear.
    pub fn wins_on(self, square: Square, by: Color) -> bool {
        let fight = Fight::new(self.board, square, self.occupied);
        self.wins(&fight, fight.attacking(by, self.occupied), by)
    }

    /// Whether [`Arena::capture_from`] is worth something.
    pub fn wins_from(self, from: Square, square: Square) -> bool {
        let Some(by) = self.board.color_at(from) else { return false };
        let fight = Fight::new(self.board, square, self.occupied);
        self.wins(&fight, fight.capturer(from, self.occupied), by)
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

    fn best_capture(self, fight: &Fight<'_>, capturers: Bitboard, by: Color) -> Option<i32> {
        let victim = self.board.role_at(fight.square)?;
        if victim == PieceType::King || capturers.is_empty() {
            return None;
        }
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

    fn wins(self, fight: &Fight<'_>, capturers: Bitboard, by: Color) -> bool {
        let Some(victim) = self.board.role_at(fight.square).filter(|&victim| victim != PieceType::King) else {
            return false;
        };
        PieceType::ALL.into_iter().any(|piece_type| {
            (capturers & self.board.by_role(piece_type)).into_iter().any(|from| {
                fight.may_capture(by, from, self.occupied)
                    && fight.arrivals(piece_type).any(|(bonus, prize)| {
                        let gain = worth(victim) + bonus;
                        // Where no pawn promotes, a reply takes no more than the prize.
                        !fight.is_last_rank && prize < gain
                            || fight.window(!by, self.occupied.without(from), prize, i32::MIN / 2, gain) < gain
                    })
            })
        })
    }
}

/// A fight over one square: captures only there, each side free to stop.
struct Fight<'b> {
    board: &'b Board,
    square: Square,
    kings: [Option<Square>; 2],
    /// Who could capture on the square if nothing stood between: of the sliders a free line is asked.
    reaching: Reaching,
    /// The same for each king, found when it is asked for the first time.
    dangers: [Cell<Option<Reaching>>; 2],
    /// Whether the square lies on the last rank of either side.
    is_last_rank: bool,
}

/// The pieces of both sides that reach a square on a board without others: found once, while the pieces that stand
/// between come and go.
#[derive(Clone, Copy)]
struct Reaching {
    steppers: Bitboard,
    sliders: Bitboard,
}

impl Reaching {
    fn new(board: &Board, square: Square) -> Reaching {
        let (white, black) = (board.by_color(Color::White), board.by_color(Color::Black));
        let pawns =
            attacks::pawn_attacks(Color::White, square) & black | attacks::pawn_attacks(Color::Black, square) & white;
        Reaching {
            steppers: pawns & board.pawns()
                | attacks::knight_attacks(square) & board.knights()
                | attacks::king_attacks(square) & board.kings(),
            sliders: attacks::rook_attacks(square, Bitboard::EMPTY) & board.rooks_and_queens()
                | attacks::bishop_attacks(square, Bitboard::EMPTY) & board.bishops_and_queens(),
        }
    }

    /// Those among `men` that attack `square` when only `occupied` is on the board.
    #[inline]
    fn among(self, men: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
        let mut found = self.steppers & men;
        for slider in self.sliders & men {
            found.set(slider, (attacks::between(square, slider) & occupied).is_empty());
        }
        found
    }

    /// Whether there is one.
    #[inline]
    fn any(self, men: Bitboard, square: Square, occupied: Bitboard) -> bool {
        let free = |slider: Square| (attacks::between(square, slider) & occupied).is_empty();
        (self.steppers & men).any() || (self.sliders & men).into_iter().any(free)
    }
}

impl<'b> Fight<'b> {
    /// A king that is lifted from `present` does not restrain its side.
    fn new(board: &'b Board, square: Square, present: Bitboard) -> Fight<'b> {
        let king = |color| board.king_of(color).filter(|&king| present.contains(king));
        Fight {
            board,
            square,
            kings: [king(Color::White), king(Color::Black)],
            reaching: Reaching::new(board, square),
            dangers: [Cell::new(None), Cell::new(None)],
            is_last_rank: matches!(square.rank(), Rank::First | Rank::Eighth),
        }
    }

    /// The pieces of `side` that attack the square.
    #[inline]
    fn attacking(&self, side: Color, occupied: Bitboard) -> Bitboard {
        self.reaching.among(self.board.by_color(side) & occupied, self.square, occupied)
    }

    /// The piece on `from`, if it attacks the square.
    #[inline]
    fn capturer(&self, from: Square, occupied: Bitboard) -> Bitboard {
        self.reaching.among(Bitboard::from_square(from) & occupied, self.square, occupied)
    }

    /// The best value for `side`, to capture the piece worth `prize` on the square or to stop.
    fn best(&self, side: Color, occupied: Bitboard, prize: i32) -> i32 {
        self.window(side, occupied, prize, i32::MIN / 2, i32::MAX / 2)
    }

    /// [`Fight::best`] with alpha-beta bounds. A capture is never worth more than what it takes,
    /// and stopping is always worth nothing: two bounds that cut most of the permutations.
    fn window(&self, side: Color, occupied: Bitboard, prize: i32, alpha: i32, beta: i32) -> i32 {
        let mut best = 0;
        // Where no pawn promotes, every capture takes the prize and nothing more.
        if beta <= 0 || !self.is_last_rank && prize <= alpha.max(0) {
            return best;
        }
        let capturers = self.attacking(side, occupied);
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
        let Some(king) = self.kings[color_index(side)] else { return true };
        let enemies = self.board.by_color(!side) & occupied.without(self.square);
        let rest = occupied.without(from);
        if king == from {
            return !self.reaching.any(enemies, self.square, rest);
        }
        let danger = &self.dangers[color_index(side)];
        let reaching = danger.get().unwrap_or_else(|| {
            let reaching = Reaching::new(self.board, king);
            danger.set(Some(reaching));
            reaching
        });
        !reaching.any(enemies, king, rest)
    }

    /// What a capturer adds by promoting, and what stands on the square afterwards.
    #[inline]
    fn arrivals(&self, piece_type: PieceType) -> impl Iterator<Item = (i32, i32)> + use<> {
        let promotes = piece_type == PieceType::Pawn && self.is_last_rank;
        let ways: &[(i32, i32)] =
            if promotes { &PROMOTING } else { std::slice::from_ref(&ARRIVING[type_index(piece_type)]) };
        ways.iter().copied()
    }
}

/// What each type of piece adds by arriving, which is nothing, and what it is worth there.
static ARRIVING: [(i32, i32); 6] = [
    (0, worth(PieceType::Pawn)),
    (0, worth(PieceType::Knight)),
    (0, worth(PieceType::Bishop)),
    (0, worth(PieceType::Rook)),
    (0, worth(PieceType::Queen)),
    (0, worth(PieceType::King)),
];

/// The same for a pawn that promotes, in the order of [`PROMOTIONS`].
static PROMOTING: [(i32, i32); 4] = {
    let mut ways = [(0, 0); 4];
    let mut index = 0;
    while index < 4 {
        let prize = worth(PROMOTIONS[index]);
        ways[index] = (prize - worth(PieceType::Pawn), prize);
        index += 1;
    }
    ways
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::attackers;

    #[test]
    fn who_reaches_a_square_attacks_it_and_winning_is_a_gain() {
        for fen in [
            "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
            "r2q1rk1/pP2ppbp/2n3p1/3N4/2Bp2b1/5N2/Pp3PPP/R2QR1K1 b - - 0 14",
            "3rk3/2P1P3/8/3q4/3R4/8/3K4/7b w - - 0 1",
            "4k3/4r3/8/8/4B3/8/2n1p3/3RK3 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let board = position.board();
            for lifted in board.occupied() {
                let arena = Arena::new(board).without(lifted);
                for square in Square::ALL {
                    let fight = Fight::new(board, square, arena.occupied());
                    for color in Color::ALL {
                        let told = attackers(board, square, color, arena.occupied());
                        assert_eq!(fight.attacking(color, arena.occupied()), told, "{square} in {fen}");
                        let gain = arena.capture_on(square, color);
                        assert_eq!(arena.wins_on(square, color), gain > Some(0), "{square} in {fen}");
                    }
                    for from in board.occupied() {
                        let gain = arena.capture_from(from, square);
                        assert_eq!(arena.wins_from(from, square), gain > Some(0), "{from}{square} in {fen}");
                    }
                }
            }
        }
    }
}
