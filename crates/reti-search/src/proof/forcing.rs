//! Which moves does the attacker try, and in which order?
//!
//! Checks, captures and promotions force matters most; a quiet move forces only if it threatens
//! something (seed 000, section 6.2; decision D-41). A [`Width`] says how far a search goes down
//! that list. Out of check the defender is never restricted: every legal reply is answered, so the
//! choice made here can cost completeness but never truth.

use reti_core::{
    chess::{Bitboard, Color, Move, PieceType, Position, Rank, Square, attacks},
    exchange::{Arena, see_fast},
    value::worth,
};

use super::goal::MATE;

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

/// The candidates of the side to move at one width, checks first; `for_mate` if only mate counts,
/// so that a threat is a threat of mate.
///
/// A side in check has all its evasions at every width but [`Width::Checks`].
pub fn candidates(position: &Position, width: Width, for_mate: bool) -> Vec<Candidate> {
    let moves = position.legal_moves();
    let in_check = position.is_check();
    let mut found = Vec::with_capacity(moves.len());
    let mut others = Vec::with_capacity(moves.len());
    for &m in &moves {
        let after = position.play(m);
        if after.is_check() {
            found.push(Candidate { m, after, class: Class::Check });
        } else if width > Width::Checks {
            others.push((m, after));
        }
    }
    for (m, after) in others {
        let is_forcing = m.is_capture() || m.is_promotion();
        let class = if for_mate {
            if width >= Width::Threats && threatens_mate(&after) {
                Class::Threat(MATE)
            } else if width == Width::All || in_check {
                Class::Quiet
            } else {
                continue;
            }
        } else if is_forcing {
            Class::Capture(see_fast(position, m))
        } else if width == Width::Forcing && !in_check {
            continue;
        } else {
            match threat(position, m, &after) {
                Some(worth) => Class::Threat(worth),
                None if looks_at_king(&after, m) && threatens_mate(&after) => Class::Threat(MATE),
                None if width == Width::All || in_check => Class::Quiet,
                None => continue,
            }
        };
        found.push(Candidate { m, after, class });
    }
    found
}

/// What a quiet move threatens to win by a capture that it makes possible, or by promoting; `None`
/// if that is less than two pawns.
pub fn threat(position: &Position, m: Move, after: &Position) -> Option<i32> {
    let best = new_threat(position, m, after);
    (best >= 200).then_some(best)
}

/// The best capture that a quiet move makes possible for its piece or for a slider behind it, or
/// the promotion that it prepares.
fn new_threat(position: &Position, m: Move, after: &Position) -> i32 {
    let Some(from) = m.from() else {
        return 0;
    };
    let mover = position.turn();
    let to = if m.is_castle() { after.king(mover) } else { m.to() };
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
    best
}

/// Whether a quiet move makes a capture possible that wins at least a pawn, or threatens mate.
pub fn is_threat(position: &Position, m: Move, after: &Position) -> bool {
    new_threat(position, m, after) >= 100 || looks_at_king(after, m) && threatens_mate(after)
}

/// Whether the piece that has just moved attacks a square next to the enemy king.
pub(super) fn looks_at_king(after: &Position, m: Move) -> bool {
    let ring = attacks::king_attacks(after.king(after.turn()));
    (after.board().attacks_from(m.to()) & ring).any()
}

/// What the side to move has gained by its best capture or promotion, exchanges on its square
/// included; 0 if there is none.
pub fn best_capture(position: &Position) -> i32 {
    let moves = position.legal_moves();
    let noisy = moves.iter().filter(|m| m.is_capture() || m.is_promotion());
    noisy.map(|&m| see_fast(position, m)).max().unwrap_or(0).max(0)
}

/// Whether the side that has just moved would mate at once if the other side passed.
pub fn threatens_mate(after: &Position) -> bool {
    after.pass().is_some_and(|passed| mate_in_one(&passed).is_some())
}

/// A move that mates at once.
pub fn mate_in_one(position: &Position) -> Option<Move> {
    let enemy_king = position.king(!position.turn());
    position.legal_moves().into_iter().find(|&m| may_check(position, m, enemy_king) && position.play(m).is_checkmate())
}

/// A cheap necessary condition for giving check: the piece arrives on a line or jump to the king,
/// or leaves a line on which a slider looks at him.
pub(super) fn may_check(position: &Position, m: Move, king: Square) -> bool {
    let board = position.board();
    let turn: Color = position.turn();
    let arriving = m.promotion().unwrap_or(m.role());
    let direct = match arriving {
        PieceType::Knight => attacks::knight_attacks(m.to()).contains(king),
        PieceType::Pawn => attacks::pawn_attacks(turn, m.to()).contains(king),
        PieceType::Bishop => attacks::bishop_attacks(m.to(), Bitboard::EMPTY).contains(king),
        PieceType::Rook => attacks::rook_attacks(m.to(), Bitboard::EMPTY).contains(king),
        PieceType::Queen => attacks::queen_attacks(m.to(), Bitboard::EMPTY).contains(king),
        PieceType::King => false,
    };
    direct || m.is_castle() || m.is_en_passant() || {
        let sliders = board.by_color(turn) & board.sliders();
        m.from().is_some_and(|from| {
            (sliders.without(from)).into_iter().any(|slider| attacks::between(slider, king).contains(from))
        })
    }
}
