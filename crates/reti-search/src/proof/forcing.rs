//! Which moves does the attacker try, and in which order?
//!
//! Checks, captures and promotions force matters most; a quiet move forces only if it threatens
//! something (seed 000, section 6.2; decision D-41). A [`Width`] says how far a search goes down
//! that list. Out of check the defender is never restricted: every legal reply is answered, so the
//! choice made here can cost completeness but never truth.

use reti_core::{
    chess::{Bitboard, Color, Move, PieceType, Position, Rank},
    exchange::{Arena, see_fast},
    value::worth,
};

/// How many kinds of attacker moves a search considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// Checks only.
    Checks,
    /// Checks, captures and promotions.
    Forcing,
    /// The same, and quiet moves that threaten to win something or to mate.
    Threats,
    /// All legal moves.
    All,
}

/// What kind of move a candidate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Gives check.
    Check,
    /// Captures or promotes, with the value of the exchange.
    Capture(i32),
    /// Threatens to win so much next.
    Threat(i32),
    /// Anything else.
    Quiet,
}

/// A move of the attacker with the position after it.
pub struct Candidate {
    /// The move.
    pub m: Move,
    /// The position after it, the defender to move.
    pub after: Position,
    /// What kind of move it is.
    pub class: Class,
}

/// The candidates of the side to move at one width.
///
/// A side in check has all its evasions at every width but [`Width::Checks`].
pub fn candidates(position: &Position, width: Width) -> Vec<Candidate> {
    let moves = position.legal_moves();
    let in_check = position.is_check();
    let mut found = Vec::with_capacity(moves.len());
    for &m in &moves {
        let after = position.play(m);
        let class = if after.is_check() {
            Class::Check
        } else if width == Width::Checks {
            continue;
        } else if m.is_capture() || m.is_promotion() {
            Class::Capture(see_fast(position, m))
        } else if width == Width::Forcing && !in_check {
            continue;
        } else {
            match threat(position, m, &after) {
                Some(worth) => Class::Threat(worth),
                None if width == Width::All || in_check => Class::Quiet,
                None => continue,
            }
        };
        found.push(Candidate { m, after, class });
    }
    found
}

/// What a quiet move threatens to win by a capture that it makes possible, or by promoting; `None`
/// if less than a minor piece or if the moved piece simply hangs.
pub fn threat(position: &Position, m: Move, after: &Position) -> Option<i32> {
    let from = m.from()?;
    let to = if m.is_castle() { after.king(position.turn()) } else { m.to() };
    let mover = position.turn();
    if see_fast(position, m) <= -300 {
        return None;
    }
    let board = after.board();
    let mut best = 0;
    if m.role() == PieceType::Pawn && m.to().rank() == mover.relative_rank(Rank::Seventh) {
        best = worth(PieceType::Queen) - worth(PieceType::Pawn);
    }
    let arena = Arena::new(board);
    let targets = board.by_color(!mover) & !board.kings();
    let mut consider = |square, seen: Bitboard| {
        for target in seen & targets {
            if let Some(value) = arena.capture_from(square, target) {
                best = best.max(value);
            }
        }
    };
    consider(to, board.attacks_from(to));
    let before = position.board();
    let sliders = before.by_color(mover) & before.sliders();
    for slider in sliders.without(from) {
        consider(slider, board.attacks_from(slider) & !before.attacks_from(slider));
    }
    (best >= 200).then_some(best)
}

/// Whether the side that has just moved would mate at once if the other side passed.
pub fn threatens_mate(after: &Position) -> bool {
    after.pass().is_some_and(|passed| has_mate_in_one(&passed))
}

/// Whether the side to move can mate at once.
pub fn has_mate_in_one(position: &Position) -> bool {
    let enemy_king = position.king(!position.turn());
    position.legal_moves().into_iter().any(|m| may_check(position, m, enemy_king) && position.play(m).is_checkmate())
}

/// A cheap necessary condition for giving check: the piece arrives on a line or jump to the king,
/// or leaves a line on which a slider looks at him.
fn may_check(position: &Position, m: Move, king: reti_core::chess::Square) -> bool {
    let board = position.board();
    let turn: Color = position.turn();
    let arriving = m.promotion().unwrap_or(m.role());
    let direct = match arriving {
        PieceType::Knight => reti_core::chess::attacks::knight_attacks(m.to()).contains(king),
        PieceType::Pawn => reti_core::chess::attacks::pawn_attacks(turn, m.to()).contains(king),
        PieceType::Bishop => reti_core::chess::attacks::bishop_attacks(m.to(), Bitboard::EMPTY).contains(king),
        PieceType::Rook => reti_core::chess::attacks::rook_attacks(m.to(), Bitboard::EMPTY).contains(king),
        PieceType::Queen => reti_core::chess::attacks::queen_attacks(m.to(), Bitboard::EMPTY).contains(king),
        PieceType::King => false,
    };
    direct || m.is_castle() || m.is_en_passant() || {
        let sliders = board.by_color(turn) & board.sliders();
        m.from().is_some_and(|from| {
            (sliders.without(from))
                .into_iter()
                .any(|slider| reti_core::chess::attacks::between(slider, king).contains(from))
        })
    }
}
