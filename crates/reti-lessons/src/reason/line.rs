//! What the line behind a move shows: a piece that is driven away, pieces that are traded, pieces that reach more
//! at its end; and what a piece looks at from where it stands now: the king or queen through other men, a passed
//! pawn from behind.
//!
//! A line is one way to play on, not a proof, so what is told of it is marked as calculated.

use reti_core::{
    chess::{Bitboard, Board, Color, Move, PieceType, Position, Square, attacks},
    value::worth,
};
use reti_search::score::Score;

use super::{
    Case, REMARKABLE, Reason, improves::reach, is_passed, is_safe, prepares::prepares_later, pressure::heads_later,
    shown_plies,
};
use crate::claim::{Claim, Evidence};

/// The piece that the line drives away, and the pawn that a rook or queen stands behind.
pub(super) fn line(case: &Case<'_>) -> Vec<Claim> {
    let chases = chases(case).map(|reason| case.claim(reason, Evidence::of(case.look)));
    chases.into_iter().chain(escorts(case).map(|reason| case.on_board(reason))).collect()
}

/// What can be said where nothing nearer is: what the line comes to later, what the piece looks at; else that the
/// line puts a mate off, trades, or gives the pieces room.
pub(super) fn later(case: &Case<'_>) -> Option<Claim> {
    // A table's line is one of many that are as good.
    if case.look.is_exact() {
        return resists(case);
    }
    prepares_later(case)
        .or_else(|| heads_later(case))
        .or_else(|| faces(case).map(|reason| case.on_board(reason)))
        .or_else(|| outcome(case))
}

fn outcome(case: &Case<'_>) -> Option<Claim> {
    let second = case.second?;
    resists(case).or_else(|| {
        let reason = line_trades(case, second.line()).or_else(|| unfolds(case, second.line()))?;
        Some(case.claim(reason, Evidence::of(case.look)))
    })
}

/// Every move is mated, and the best of the others sooner.
fn resists(case: &Case<'_>) -> Option<Claim> {
    let second = case.second?;
    match (case.look.score, second.score) {
        (Score::MatedIn(last), Score::MatedIn(sooner)) if sooner < last => {
            Some(case.claim(Reason::Resists, Evidence::of(second)))
        }
        _ => None,
    }
}

/// A piece of at least its own worth that the moved man newly attacks, and that moves away in the line.
fn chases(case: &Case<'_>) -> Option<Reason> {
    let reply = *case.line().get(1)?;
    let prey = reply.from().filter(|_| !reply.is_capture() && !case.after.is_check())?;
    let kind = case.after.board().role_at(prey).filter(|kind| !matches!(kind, PieceType::Pawn | PieceType::King))?;
    let attacked = |m: Move| {
        let after = case.position.play(m);
        let before = m.from().map_or(Bitboard::EMPTY, |from| case.position.board().attacks_from(from));
        after.board().attacks_from(m.to()).contains(prey) && !before.contains(prey)
    };
    // A bishop is worth as much as a knight.
    let dear = worth(kind) + 50 >= worth(case.m.role()) && case.m.role() != PieceType::King;
    (dear && attacked(case.m) && case.is_rare(REMARKABLE, attacked)).then_some(Reason::Chases(prey))
}

/// The moved rook or queen stands behind a passed pawn of its own side, with nothing but rooks and queens between.
fn escorts(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let escorted = |m: Move| -> Option<Square> {
        let from = m.from().filter(|_| matches!(m.role(), PieceType::Rook | PieceType::Queen) && !m.is_capture())?;
        let after = case.position.play(m);
        let board = after.board();
        let pawns = board.pawns() & board.by_color(side) & Bitboard::from_file(m.to().file());
        let ahead = |pawn: Square| side.fold_wb(pawn.rank() > m.to().rank(), pawn.rank() < m.to().rank());
        let heavy = board.by_color(side) & board.rooks_and_queens();
        let free = |pawn: Square| ((attacks::between(m.to(), pawn) & board.occupied()) & !heavy).is_empty();
        let comes = from.file() != m.to().file();
        pawns.into_iter().find(|&pawn| comes && ahead(pawn) && free(pawn) && is_passed(&after, pawn))
    };
    let pawn = escorted(case.m)?;
    (case.stays() && case.is_rare(REMARKABLE, |other| escorted(other).is_some()))
        .then_some(Reason::Escorts { piece: case.m.to(), pawn })
}

/// How many men may stand between a piece and the king or queen that it faces.
const BETWEEN: usize = 2;

/// The enemy king or queen that a rook or bishop faces along a line, through one man or two.
fn faced(board: &Board, piece: Square, side: Color) -> Option<Square> {
    let lines = match board.role_at(piece)? {
        PieceType::Rook => attacks::rook_attacks(piece, Bitboard::EMPTY),
        PieceType::Bishop => attacks::bishop_attacks(piece, Bitboard::EMPTY),
        _ => return None,
    };
    let men = |target: Square| (attacks::between(piece, target) & board.occupied()).count();
    let theirs = board.by_color(!side);
    let near =
        |targets: Bitboard| (targets & theirs & lines).into_iter().find(|&target| (1..=BETWEEN).contains(&men(target)));
    near(board.kings()).or_else(|| near(board.queens()))
}

/// The moved rook or bishop newly faces the enemy king or queen.
fn faces(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let newly = |m: Move| -> Option<Square> {
        let from = m.from().filter(|_| !m.is_capture())?;
        let target = faced(case.position.play(m).board(), m.to(), side)?;
        (faced(case.position.board(), from, side) != Some(target)).then_some(target)
    };
    let target = newly(case.m)?;
    (case.stays() && !case.after.is_check() && case.is_rare(REMARKABLE, |other| newly(other).is_some()))
        .then_some(Reason::Faces { piece: case.m.to(), target })
}

/// How many plies of the line are looked at: those that are shown.
const PLIES: usize = 8;

/// The kinds of which a line trades a pair, one man of each side and of equal worth on one square.
fn traded(position: &Position, line: &[Move]) -> Vec<PieceType> {
    let captures = line.windows(2).filter(|pair| {
        let [take, back] = pair else { return false };
        take.capture() == Some(take.role()) && back.capture() == Some(take.role()) && back.to() == take.to()
    });
    debug_assert!(line.first().is_none_or(|m| position.is_legal(*m)));
    captures.map(|pair| pair[0].role()).filter(|kind| *kind != PieceType::Pawn).collect()
}

/// Rooks or queens that the line trades and the line of the next best move does not.
fn line_trades(case: &Case<'_>, second: &[Move]) -> Option<Reason> {
    let cut = |line: &[Move]| line[..line.len().min(PLIES)].to_vec();
    let others = traded(case.position, &cut(second));
    let plies = shown_plies(case.position, case.line(), PLIES);
    let kinds = traded(case.position, &case.line()[..plies]);
    let kind = kinds.into_iter().find(|kind| !others.contains(kind))?;
    Some(Reason::LineTrades(kind))
}

/// By how many squares more the pieces must reach at the end of the line.
const LEAST: usize = 4;

/// The mover's pieces reach more squares at the end of the line than now, and more than after the next best move.
fn unfolds(case: &Case<'_>, second: &[Move]) -> Option<Reason> {
    let side = case.position.turn();
    let sum = |board: &Board| -> usize {
        let officers = board.by_color(side) & !board.pawns() & !board.kings();
        officers.into_iter().map(|square| reach(board, square)).sum()
    };
    let end = |line: &[Move]| -> Option<usize> {
        let plies = shown_plies(case.position, line, PLIES);
        let last = line[..plies].iter().fold(case.position.clone(), |here, &m| here.play(m));
        // Where something hangs the line is not over.
        line.get(plies - 1).filter(|m| is_safe(&last, m.to())).map(|_| sum(last.board()))
    };
    let (before, after) = (sum(case.position.board()), end(case.line())?);
    let better = after >= before + LEAST && end(second).is_none_or(|other| other < after);
    better.then_some(Reason::Unfolds { before, after })
}
