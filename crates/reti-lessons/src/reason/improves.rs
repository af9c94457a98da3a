//! What a move improves: pieces that come out or reach more, files, outposts, weaknesses, the king.
//!
//! These are facts of the board after the move that few other moves bring about; which of them count in the
//! evaluation is the list of observations in [`crate::feature`].

use reti_core::{
    chess::{Bitboard, Board, Color, Move, PieceType, Position, Rank, Square, attacks},
    exchange::Arena,
    field::score::phase,
    relation::Relations,
    tactic::{self, Tactic},
};

use super::{Case, REMARKABLE, Reason, TELLING, is_passed, room};
use crate::claim::Claim;

/// The king castles.
pub(super) fn castles(case: &Case<'_>) -> Option<Claim> {
    case.m.is_castle().then(|| case.on_board(Reason::Castles))
}

/// Everything else, the most telling first.
pub(super) fn improves(case: &Case<'_>) -> Vec<Claim> {
    let mut found = Vec::new();
    found.extend(creates(case).map(Reason::Creates));
    found.extend(develops(case));
    found.extend(advances(case));
    found.extend(aims(case));
    found.extend(reaches(case));
    found.extend(centre(case));
    found.extend(king_active(case));
    found.extend(denies(case));
    found.extend(restricts(case));
    found.extend(safer(case));
    if !found.iter().any(|reason| matches!(reason, Reason::Reaches { .. })) {
        found.extend(mobility(case));
    }
    found.into_iter().map(|reason| case.on_board(reason)).collect()
}

/// The least weight of a feature that is a reason to create it: less than what is worth a sentence of its own.
const LEAST: f64 = 0.1;

/// The observation with the most weight that the move creates for its side.
fn creates(case: &Case<'_>) -> Option<Tactic> {
    let side = case.position.turn();
    let before = Relations::new(case.position);
    let old = tactic::observations(&before);
    let new_of = |after: &Position| -> Vec<Tactic> {
        let after = Relations::new(after);
        let new = tactic::observations(&after);
        let change = tactic::change((&before, &old), (&after, &new));
        let mine = change.created.iter().map(|&index| new[index].clone());
        // What is told of these is seldom new: new is that somebody can make use of it. And what stood there with
        // one more is not new because that one has left.
        let part = |of: &Tactic, whole: &Tactic| {
            of.motif == whole.motif && of.cast.parts.iter().all(|part| whole.cast.parts.contains(part))
        };
        let is_new = |tactic: &Tactic| {
            !["weak-pawn", "back-rank-weakness"].contains(&tactic.motif.name)
                && !old.iter().any(|known| part(tactic, known))
        };
        mine.filter(|tactic| tactic.cast.owner == side && tactic.weight(&after) >= LEAST).filter(is_new).collect()
    };
    let after = Relations::new(&case.after);
    let mut found = new_of(&case.after);
    found.sort_by(|one, other| other.weight(&after).total_cmp(&one.weight(&after)));
    // A king in the centre is told otherwise, or better not at all; a piece that stood there before did not come.
    let comes = |square: Square| square == case.m.to() && case.m.role() != PieceType::King;
    let is_told = |tactic: &Tactic| {
        tactic.motif.name != "centralized-piece" || tactic.cast.parts.iter().all(|&(_, square)| comes(square))
    };
    let best = found.into_iter().find(is_told)?;
    // A piece that can be taken there has not arrived.
    let stays = best.cast.parts.iter().all(|&(_, square)| {
        case.after.board().color_at(square) != Some(side)
            || Arena::new(case.after.board()).capture_on(square, !side).unwrap_or(0) <= 0
    });
    let also = |other: Move| new_of(&case.position.play(other)).iter().any(|found| found.motif == best.motif);
    (stays && case.is_rare(REMARKABLE, also)).then_some(best)
}

/// A knight or bishop that leaves its first square.
fn develops(case: &Case<'_>) -> Option<Reason> {
    let is_development = |m: Move| {
        let home = case.position.turn().fold_wb(Rank::First, Rank::Eighth);
        matches!(m.role(), PieceType::Knight | PieceType::Bishop)
            && m.from().is_some_and(|from| from.rank() == home && first_squares(m.role()).contains(from))
            && m.to().rank() != home
    };
    let early = case.position.fullmoves() <= 20 && phase(case.position.board()) < 0.4;
    let safe = case.stays();
    (early && safe && is_development(case.m) && case.is_rare(TELLING, is_development))
        .then(|| Reason::Develops(case.m.role()))
}

fn first_squares(piece_type: PieceType) -> Bitboard {
    match piece_type {
        PieceType::Knight => [Square::B1, Square::G1, Square::B8, Square::G8].into_iter().collect(),
        _ => [Square::C1, Square::F1, Square::C8, Square::F8].into_iter().collect(),
    }
}

/// A passed pawn beyond the middle that goes forward and stays.
fn advances(case: &Case<'_>) -> Option<Reason> {
    let (from, to) = (case.m.from()?, case.m.to());
    let pushes = case.m.role() == PieceType::Pawn
        && !case.m.is_capture()
        && !case.m.is_promotion()
        && is_passed(case.position, from)
        && is_passed(&case.after, to);
    (pushes && case.stays()).then_some(Reason::Advances(to))
}

/// The moved piece newly bears on several squares around the enemy king.
fn aims(case: &Case<'_>) -> Option<Reason> {
    let king = case.position.king(case.after.turn());
    let measure = |m: Move| -> usize {
        let Some(from) = m.from().filter(|_| !matches!(m.role(), PieceType::Pawn | PieceType::King)) else { return 0 };
        let after = case.position.play(m);
        let zone = attacks::king_attacks(king);
        let (old, new) = (case.position.board().attacks_from(from) & zone, after.board().attacks_from(m.to()) & zone);
        if old.is_empty() { new.count() } else { 0 }
    };
    let own = measure(case.m);
    let safe = case.stays();
    let queens = case.position.board().queens() & case.position.board().by_color(case.position.turn());
    (own >= 2 && safe && queens.any() && case.is_rare(REMARKABLE, |other| measure(other) >= 1))
        .then_some(Reason::Aims { piece: case.m.to(), king })
}

/// How many squares a piece reaches that no own piece holds and no enemy pawn covers.
pub fn reach(board: &Board, square: Square) -> usize {
    let Some(color) = board.color_at(square) else { return 0 };
    let enemy_pawns = board.pawns() & board.by_color(!color);
    let covered = enemy_pawns.into_iter().fold(Bitboard::EMPTY, |all, pawn| all | attacks::pawn_attacks(!color, pawn));
    (board.attacks_from(square) & !board.by_color(color) & !covered).count()
}

/// By how many squares a piece must reach more.
const LEAST_REACH: usize = 2;

/// The piece that reaches more after the move than before, the moved one or one whose line it opened.
fn reaches(case: &Case<'_>) -> Option<Reason> {
    let best_of = |m: Move| -> Option<(usize, Square, usize, usize)> {
        let after = case.position.play(m);
        let side = case.position.turn();
        let (old, new) = (case.position.board(), after.board());
        let officers = new.by_color(side) & !new.pawns() & !new.kings();
        let gains = officers.into_iter().filter_map(|square| {
            let before = if square == m.to() { m.from()? } else { square };
            let (was, is) = (reach(old, before), reach(new, square));
            Some((is.checked_sub(was)?, square, was, is))
        });
        // The first of equals by square, so that mirrored boards agree on the larger gain only.
        gains.max_by_key(|&(gain, square, ..)| (gain, square == m.to()))
    };
    if case.m.is_castle() {
        return None;
    }
    let (gain, piece, before, after) = best_of(case.m)?;
    let safe = case.stays();
    let rare =
        case.is_rare(REMARKABLE, |other| !other.is_castle() && best_of(other).is_some_and(|(more, ..)| more >= gain));
    (gain >= LEAST_REACH && safe && rare).then_some(Reason::Reaches { piece, before, after })
}

/// The pawn's new square keeps an enemy piece from a square that it could have gone to.
fn denies(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let denied = |m: Move| -> Option<(Square, Square)> {
        let from = m.from().filter(|_| m.role() == PieceType::Pawn)?;
        let board = case.position.board();
        let others = (board.pawns() & board.by_color(side)).without(from);
        let covered = others.into_iter().fold(Bitboard::EMPTY, |all, pawn| all | attacks::pawn_attacks(side, pawn));
        let new = attacks::pawn_attacks(side, m.to()) & !attacks::pawn_attacks(side, from) & !covered;
        let free = new & !board.occupied();
        let visitors = (board.by_color(!side) & (board.knights() | board.bishops())).without(m.to());
        free.into_iter().find_map(|square| {
            let piece = visitors.into_iter().find(|&piece| board.attacks_from(piece).contains(square))?;
            Some((piece, square))
        })
    };
    let (piece, square) = denied(case.m)?;
    (case.stays() && case.is_rare(REMARKABLE, |other| denied(other).is_some()))
        .then_some(Reason::Denies { piece, square })
}

/// By how many squares less an enemy piece must reach.
const LEAST_RESTRICTION: usize = 2;

/// The enemy piece that reaches fewer squares after the move than before.
fn restricts(case: &Case<'_>) -> Option<Reason> {
    let best_of = |m: Move| -> Option<(usize, Square, usize, usize)> {
        let after = case.position.play(m);
        let (old, new) = (case.position.board(), after.board());
        let officers = new.by_color(after.turn()) & !new.pawns() & !new.kings();
        let falls = officers.into_iter().filter_map(|square| {
            let (was, is) = (reach(old, square), reach(new, square));
            Some((was.checked_sub(is)?, square, was, is))
        });
        falls.max_by_key(|&(fall, square, ..)| (fall, new.role_at(square).map(reti_core::value::worth)))
    };
    let (fall, piece, before, after) = best_of(case.m)?;
    let rare = fall >= LEAST_RESTRICTION
        && case.is_rare(REMARKABLE, |other| best_of(other).is_some_and(|(more, ..)| more >= fall));
    (rare && case.stays()).then_some(Reason::Restricts { piece, before, after })
}

/// How many squares around a side's king its enemy attacks, the king's own square counted.
pub fn exposure(board: &Board, side: Color) -> usize {
    let Some(king) = board.king_of(side) else { return 0 };
    let zone = attacks::king_attacks(king).with(king);
    let lifted = board.occupied() & !Bitboard::from_square(king);
    zone.into_iter().filter(|&square| reti_core::legality::attackers(board, square, !side, lifted).any()).count()
}

/// The king's surroundings are attacked less than before.
fn safer(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let before = exposure(case.position.board(), side);
    let after_of = |m: Move| exposure(case.position.play(m).board(), side);
    let after = after_of(case.m);
    let better = after < before && case.is_rare(REMARKABLE, |other| after_of(other) <= after);
    better.then_some(Reason::Safer { before, after })
}

/// By how many squares more all own pieces must reach together.
const LEAST_MOBILITY: usize = 2;

/// All own officers together reach more squares than before.
fn mobility(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let sum = |board: &Board| -> usize {
        let officers = board.by_color(side) & !board.pawns() & !board.kings();
        officers.into_iter().map(|square| reach(board, square)).sum()
    };
    let before = sum(case.position.board());
    let after_of = |m: Move| sum(case.position.play(m).board());
    let after = after_of(case.m);
    let better = after >= before + LEAST_MOBILITY && case.is_rare(REMARKABLE, |other| after_of(other) >= after);
    (better && case.stays()).then_some(Reason::Mobility { before, after })
}

/// A pawn that takes a square of the wide centre while the opening lasts.
fn centre(case: &Case<'_>) -> Option<Reason> {
    let takes_space = |m: Move| {
        let (file, rank) =
            (m.to().file() as i32, case.position.turn().fold_wb(m.to().rank() as i32, 7 - m.to().rank() as i32));
        m.role() == PieceType::Pawn && (2..=5).contains(&file) && (3..=4).contains(&rank)
    };
    let safe = case.stays();
    let early = phase(case.position.board()) < 0.4;
    (early && safe && takes_space(case.m) && case.is_rare(REMARKABLE, takes_space))
        .then_some(Reason::Centre(case.m.to()))
}

/// The king steps towards the middle when the queens are gone.
fn king_active(case: &Case<'_>) -> Option<Reason> {
    let middle = |square: Square| {
        let away = |value: i32| (2 * value - 7).abs();
        away(square.file() as i32).max(away(square.rank() as i32))
    };
    let steps_in = |m: Move| {
        m.role() == PieceType::King && !m.is_castle() && m.from().is_some_and(|from| middle(m.to()) < middle(from))
    };
    let late = case.position.board().queens().is_empty() && phase(case.position.board()) > 0.6;
    // A pawn that it goes for says more than the middle.
    let vague = room::approaches(case).is_none();
    (late && vague && steps_in(case.m) && case.is_rare(TELLING, steps_in)).then_some(Reason::KingActive)
}
