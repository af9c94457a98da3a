//! What a move does for room: squares that are covered, pawns that are held back, space on a wing, pawns that
//! go at a king, kings that step out of a line or towards a pawn, trades that are avoided.
//!
//! Quiet moves by flank pawns and kings are played for these. Each is a fact of the boards before and after
//! the move that few other moves bring about.

use reti_core::{
    chess::{Bitboard, Color, File, Move, PieceType, Position, Rank, Square, attacks},
    field::score::phase,
    legality::attackers,
};

use super::{Case, REMARKABLE, Reason, TELLING, improves::reach, is_passed, is_safe};
use crate::claim::{Claim, Evidence};

/// All of them, the most telling first.
pub(super) fn room(case: &Case<'_>) -> Vec<Claim> {
    if case.m.is_castle() {
        return Vec::new();
    }
    let mut found = Vec::new();
    found.extend(restrains(case));
    found.extend(fixes(case));
    found.extend(avoids(case));
    found.extend(sidesteps(case));
    found.extend(covers(case));
    found.extend(approaches(case));
    found.extend(storms(case));
    found.extend(space(case));
    found.extend(connects(case));
    found.extend(doubles(case));
    found.extend(opens(case));
    found.extend(dodges(case));
    let mut claims: Vec<Claim> = found.into_iter().map(|reason| case.on_board(reason)).collect();
    claims.extend(hunts(case).map(|reason| case.claim(reason, Evidence::of(case.look))));
    claims
}

/// A pawn that stops an enemy pawn which could have gone forward.
fn fixes(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let fixed = |m: Move| -> Option<Square> {
        let pawn = Square::from_coords(m.to().file(), m.to().rank().offset(side.fold_wb(1, -1))?);
        let board = case.position.board();
        let is_pawn = (board.pawns() & board.by_color(!side)).contains(pawn);
        (m.role() == PieceType::Pawn && !m.is_capture() && !m.is_promotion() && is_pawn).then_some(pawn)
    };
    let pawn = fixed(case.m)?;
    (case.stays() && case.is_rare(REMARKABLE, |other| fixed(other).is_some())).then_some(Reason::Fixes(pawn))
}

/// An enemy pawn that could have stepped safely to a square where it would now be lost.
fn restrains(case: &Case<'_>) -> Option<Reason> {
    let passed = case.position.pass()?;
    let steps = |position: &Position| -> Vec<Move> {
        let quiet = |m: &Move| m.role() == PieceType::Pawn && !m.is_capture() && !m.is_promotion();
        position.legal_moves().into_iter().filter(quiet).collect()
    };
    let safe: Vec<Move> = steps(&passed).into_iter().filter(|m| is_safe(&passed.play(*m), m.to())).collect();
    let restrained = |m: Move| -> Option<(Square, Square)> {
        let after = case.position.play(m);
        let lost = |step: &Move| safe.contains(step) && !is_safe(&after.play(*step), step.to());
        // Something that is attacked is not held back: its steps are flights.
        let calm = |from: Square| attackers(after.board(), from, !after.turn(), after.board().occupied()).is_empty();
        let held = steps(&after).into_iter().filter(|step| lost(step) && step.from().is_some_and(calm));
        let step = held.min_by_key(|step| from_own_side(step.to(), !case.position.turn()))?;
        Some((step.from()?, step.to()))
    };
    let (pawn, square) = restrained(case.m)?;
    let tells = is_safe(&case.after, case.m.to()) && !case.after.is_check();
    (tells && case.is_rare(REMARKABLE, |other| restrained(other).is_some()))
        .then_some(Reason::Restrains { pawn, square })
}

/// The moved piece could have been traded for one of its worth, and is out of reach now.
fn avoids(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let kind = case.m.role();
    let from = case.m.from().filter(|_| !matches!(kind, PieceType::Pawn | PieceType::King) && !case.m.is_capture())?;
    let board = case.position.board();
    let traders = attackers(board, from, !side, board.occupied());
    let equal = |square: &Square| board.role_at(*square) == Some(kind);
    let trader = traders.into_iter().filter(equal).min_by_key(|square| from_own_side(*square, !side))?;
    // Who may take it for nothing is told otherwise.
    let even = !case.position.is_check() && is_safe_from(case.position, from);
    let after = case.after.board();
    let free = attackers(after, case.m.to(), !side, after.occupied()).is_empty();
    let also = |other: Move| {
        let after = case.position.play(other);
        other.from() == Some(from) && attackers(after.board(), other.to(), !side, after.board().occupied()).is_empty()
    };
    (even && free && case.is_rare(TELLING, also)).then_some(Reason::Avoids(trader))
}

/// Whether captures would win nothing on a square of the side to move, if it were the opponent's turn.
fn is_safe_from(position: &Position, square: Square) -> bool {
    position.pass().is_some_and(|passed| is_safe(&passed, square))
}

/// The enemy pieces that look at a side's king or queen through a single man; a queen does not mind another.
fn looks_at(position: &Position, target: Square, side: Color) -> Vec<Square> {
    let board = position.board();
    let theirs = board.by_color(!side);
    let queens = if board.role_at(target) == Some(PieceType::King) { board.queens() } else { Bitboard::EMPTY };
    let rooks = attacks::rook_attacks(target, Bitboard::EMPTY) & theirs & (board.rooks() | queens);
    let bishops = attacks::bishop_attacks(target, Bitboard::EMPTY) & theirs & (board.bishops() | queens);
    // An enemy pawn in between stays there.
    let pawns = board.pawns() & theirs;
    let near = |square: &Square| {
        let between = attacks::between(target, *square) & board.occupied();
        between.count() == 1 && (between & pawns).is_empty()
    };
    (rooks | bishops).into_iter().filter(near).collect()
}

/// The king or queen leaves a line on which an enemy piece looked at it through a single man.
fn sidesteps(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let dear = |m: Move| matches!(m.role(), PieceType::King | PieceType::Queen) && !m.is_capture();
    if case.position.is_check() || case.after.is_check() || !dear(case.m) {
        return None;
    }
    let before = looks_at(case.position, case.m.from()?, side);
    let left = |m: Move| -> Option<Square> {
        let after = (m.role() == case.m.role() && m.from() == case.m.from()).then(|| case.position.play(m))?;
        let now = looks_at(&after, m.to(), side);
        before.iter().copied().find(|square| now.is_empty() && after.board().color_at(*square) == Some(!side))
    };
    let piece = left(case.m)?;
    // A queen has many squares to go to, and most leave the line.
    let most = if case.m.role() == PieceType::King { REMARKABLE } else { TELLING };
    (case.stays() && case.is_rare(most, |other| left(other).is_some())).then_some(Reason::Sidesteps(piece))
}

/// The moved piece guards an empty square in its own half that nobody guarded and an enemy piece could go to.
fn covers(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let own_half = |square: &Square| side.fold_wb(square.rank() <= Rank::Fourth, square.rank() >= Rank::Fifth);
    let board = case.position.board();
    let visitors = board.by_color(!side) & !board.pawns() & !board.kings();
    let visited = |square: &Square| visitors.into_iter().find(|&piece| board.attacks_from(piece).contains(*square));
    let open: Vec<(Square, Square)> = (!board.occupied())
        .into_iter()
        .filter(own_half)
        .filter(|square| attackers(board, *square, side, board.occupied()).is_empty())
        .filter_map(|square| Some((visited(&square)?, square)))
        .collect();
    let covered = |m: Move| -> Option<(Square, Square)> {
        let after = case.position.play(m);
        let board = after.board();
        let guards = |square: Square| board.attacks_from(m.to()).contains(square) && !board.occupied().contains(square);
        let still = |piece: Square, square: Square| piece != m.to() && board.attacks_from(piece).contains(square);
        let now = open.iter().copied().filter(|&(piece, square)| guards(square) && still(piece, square));
        now.min_by_key(|&(_, square)| from_own_side(square, !side))
    };
    let (piece, square) = covered(case.m)?;
    let tells = !case.m.is_capture() && is_safe(&case.after, case.m.to());
    (tells && case.is_rare(REMARKABLE, |other| covered(other).is_some())).then_some(Reason::Covers { piece, square })
}

/// From which phase on kings walk: at most a few pieces are left.
const LATE: f64 = 0.6;

/// How near to a weak pawn a king is that goes for it.
const NEAR: u32 = 3;

/// Few pieces are left, and the king comes nearer to a pawn that matters: a passed one, or one that no pawn
/// guards.
pub(super) fn approaches(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let board = case.position.board();
    if case.m.role() != PieceType::King || phase(board) <= LATE {
        return None;
    }
    let guarded_by_pawn = |pawn: Square| {
        let owner = board.color_at(pawn).unwrap_or(side);
        (attacks::pawn_attacks(!owner, pawn) & board.pawns() & board.by_color(owner)).any()
    };
    let matters = |pawn: &Square| {
        is_passed(case.position, *pawn) || board.color_at(*pawn) == Some(!side) && !guarded_by_pawn(*pawn)
    };
    let king = case.position.king(side);
    let nearer = |m: Move, pawn: Square| m.role() == PieceType::King && m.to().distance(pawn) < king.distance(pawn);
    let mut pawns: Vec<Square> = board.pawns().into_iter().filter(matters).collect();
    // The nearest first; of equals the passed one, and then the same one on a mirrored board.
    pawns.sort_by_key(|&pawn| (king.distance(pawn), !is_passed(case.position, pawn), from_own_side(pawn, side)));
    // One that the king takes is not there any more to come nearer to, and a weak one far away is no aim.
    let aims = |pawn: Square| is_passed(case.position, pawn) || case.m.to().distance(pawn) <= NEAR;
    let pawn = pawns.into_iter().find(|&pawn| nearer(case.m, pawn) && pawn != case.m.to() && aims(pawn))?;
    case.is_rare(TELLING, |other| nearer(other, pawn)).then_some(Reason::Approaches(pawn))
}

/// An order of squares that mirrored boards share: the farthest advanced first, then the nearest to the middle.
fn from_own_side(square: Square, side: Color) -> (i32, i32) {
    (-advance(square, side), (2 * square.file() as i32 - 7).abs())
}

/// How many ranks a man has gone forward, its first rank being none.
fn advance(square: Square, side: Color) -> i32 {
    side.fold_wb(square.rank() as i32, 7 - square.rank() as i32)
}

/// A pawn that goes at the enemy king on its wing.
fn storms(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let king = case.after.king(!side);
    let at_home = advance(king, !side) <= 1 && !(File::D..=File::E).contains(&king.file());
    let runs = |m: Move| {
        m.role() == PieceType::Pawn
            && !m.is_capture()
            && advance(m.to(), side) >= 3
            && (m.to().file() as i32 - king.file() as i32).abs() <= 1
    };
    let queens = case.position.board().queens() & case.position.board().by_color(side);
    (at_home && queens.any() && runs(case.m) && is_safe(&case.after, case.m.to()) && case.is_rare(REMARKABLE, runs))
        .then_some(Reason::Storms(king))
}

/// A pawn on a wing that goes to the middle of the board or beyond and stays there.
fn space(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let takes = |m: Move| {
        let wing = !(File::C..=File::F).contains(&m.to().file());
        m.role() == PieceType::Pawn && !m.is_capture() && wing && (3..=5).contains(&advance(m.to(), side))
    };
    let told = takes(case.m) && is_safe(&case.after, case.m.to());
    (told && case.is_rare(REMARKABLE, takes)).then_some(Reason::Space(case.m.to()))
}

/// Both rooks stand on their first rank, and nothing stands between them any more.
fn connects(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let home = side.fold_wb(Rank::First, Rank::Eighth);
    let connected = |position: &Position| {
        let board = position.board();
        let rooks = board.rooks() & board.by_color(side) & Bitboard::from_rank(home);
        rooks.count() == 2 && rooks.first().is_some_and(|rook| (board.attacks_from(rook) & rooks).any())
    };
    let told = !connected(case.position) && connected(&case.after) && is_safe(&case.after, case.m.to());
    (told && case.is_rare(REMARKABLE, |other| connected(&case.position.play(other)))).then_some(Reason::Connects)
}

/// The moved rook or queen joins another on a file without own pawns, and nothing stands between them.
fn doubles(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let joined = |m: Move| -> Option<Square> {
        let from = m.from().filter(|from| {
            matches!(m.role(), PieceType::Rook | PieceType::Queen) && !m.is_capture() && from.file() != m.to().file()
        })?;
        let after = case.position.play(m);
        let board = after.board();
        let own = board.by_color(side);
        let file = Bitboard::from_file(m.to().file());
        let heavy = own & board.rooks_and_queens() & file & board.attacks_from(m.to());
        (board.pawns() & own & file).is_empty().then(|| heavy.without(from).first()).flatten()
    };
    let other = joined(case.m)?;
    (is_safe(&case.after, case.m.to()) && case.is_rare(REMARKABLE, |other| joined(other).is_some()))
        .then_some(Reason::Doubles { piece: case.m.to(), other })
}

/// How many squares a piece reaches at most that is shut in, and how many at least that is not.
const SHUT_IN: (usize, usize) = (1, 3);

/// A bishop, rook or queen that was shut in, and gets out because another man moved.
fn opens(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let (most, least) = SHUT_IN;
    let before = case.position.board();
    let opened = |m: Move| -> Option<Square> {
        let after = case.position.play(m);
        let board = after.board();
        let lines = board.by_color(side) & board.sliders();
        let freed =
            |square: &Square| *square != m.to() && reach(before, *square) <= most && reach(board, *square) >= least;
        lines.into_iter().filter(freed).max_by_key(|square| (reach(board, *square), from_own_side(*square, side)))
    };
    let piece = opened(case.m)?;
    (is_safe(&case.after, case.m.to()) && case.is_rare(REMARKABLE, |other| opened(other) == Some(piece)))
        .then_some(Reason::Opens(piece))
}

fn is_minor(kind: Option<PieceType>) -> bool {
    matches!(kind, Some(PieceType::Knight | PieceType::Bishop))
}

/// A bishop that a knight could have been exchanged for, or the other way round, steps out of reach.
fn dodges(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let kind = case.m.role();
    let from = case.m.from().filter(|_| is_minor(Some(kind)) && !case.m.is_capture() && !case.position.is_check())?;
    let board = case.position.board();
    let traders = attackers(board, from, !side, board.occupied());
    let unlike = |square: &Square| is_minor(board.role_at(*square)) && board.role_at(*square) != Some(kind);
    let trader = traders.into_iter().filter(unlike).min_by_key(|square| from_own_side(*square, !side))?;
    let free = |m: Move| {
        let after = case.position.play(m);
        m.from() == Some(from) && attackers(after.board(), m.to(), !side, after.board().occupied()).is_empty()
    };
    (is_safe_from(case.position, from) && free(case.m) && case.is_rare(TELLING, free))
        .then_some(Reason::Dodges { piece: case.m.to(), other: trader })
}

/// The moved knight or bishop newly attacks a knight or bishop, or a piece its like, and the line takes it.
fn hunts(case: &Case<'_>) -> Option<Reason> {
    let [_, reply, next, ..] = case.line() else { return None };
    let kind = case.m.role();
    let from = case.m.from().filter(|_| !matches!(kind, PieceType::Pawn | PieceType::King) && !case.m.is_capture())?;
    let square = next.to();
    let prey = case.after.board().role_at(square);
    let alike = prey == Some(kind) || is_minor(Some(kind)) && is_minor(prey);
    let follows = next.from() == Some(case.m.to()) && next.is_capture() && reply.to() != square;
    let attacked = |m: Move| case.position.play(m).board().attacks_from(m.to()).contains(square);
    let new = !case.position.board().attacks_from(from).contains(square) && attacked(case.m);
    (alike && follows && new && is_safe(&case.after, case.m.to()) && case.is_rare(REMARKABLE, attacked))
        .then_some(Reason::Hunts(square))
}
