//! What a move does to the tension on the board: breaks, pressure, pins that end, ways that open or are
//! barred, and where the moved piece is going.
//!
//! Each is a fact of the boards before and after the move that few other moves bring about.

use reti_core::{
    chess::{Bitboard, CastlingSide, Color, File, Move, PieceType, Position, Rank, Square, attacks},
    exchange::Arena,
    legality::attackers,
    motif::Role,
    relation::Relations,
    tactic,
    value::worth,
};

use super::{Case, REMARKABLE, Reason, TELLING, is_passed, is_safe};
use crate::claim::{Claim, Evidence};

/// All of them, the most telling first.
pub(super) fn pressure(case: &Case<'_>) -> Vec<Claim> {
    if case.m.is_castle() {
        return Vec::new();
    }
    let mut found = Vec::new();
    found.extend(uncastles(case));
    found.extend(unpins(case));
    found.extend(challenges(case));
    found.extend(offers(case));
    found.extend(bars(case));
    found.extend(airs(case));
    found.extend(backs(case));
    found.extend(presses(case));
    let mut claims: Vec<Claim> = found.into_iter().map(|reason| case.on_board(reason)).collect();
    claims.extend(heads(case));
    claims
}

/// A check that only the king answers, which so loses the right to castle.
fn uncastles(case: &Case<'_>) -> Option<Reason> {
    let replies = case.after.legal_moves();
    let moves_king = !replies.is_empty() && replies.iter().all(|reply| reply.role() == PieceType::King);
    let enemy = case.after.turn();
    let rights = CastlingSide::ALL.into_iter().any(|wing| case.after.may_castle(enemy, wing));
    (case.after.is_check() && rights && moves_king).then_some(Reason::Uncastles)
}

/// A pin of an own piece that the move ends.
fn unpins(case: &Case<'_>) -> Option<Reason> {
    // Who is in check cannot use a pin, which stands all the same.
    if case.after.is_check() {
        return None;
    }
    let side = case.position.turn();
    let pins = |position: &Position| -> Vec<(Square, Square, Square)> {
        let relations = Relations::new(position);
        let found = tactic::tactics(&relations);
        let theirs = found.iter().filter(|found| found.cast.owner != side && found.motif.family == "pin");
        let role = |found: &tactic::Tactic, role: Role| found.cast.all(role).next();
        theirs
            .filter_map(|found| {
                Some((role(found, Role::Pinner)?, role(found, Role::Pinned)?, role(found, Role::Shielded)?))
            })
            .collect()
    };
    let before = pins(case.position);
    let ends = |after: &Position, (pinner, pinned, behind): (Square, Square, Square)| {
        let free = after.board().color_at(pinned) == Some(side) && after.board().color_at(pinner) == Some(!side);
        // A piece that has no other move left is not pinned by the book, and shields all the same.
        let mut lifted = after.board().clone();
        lifted.discard_piece_at(pinned);
        let shields = lifted.color_at(behind) == Some(side)
            && lifted.attacks_from(pinner).contains(behind)
            && Arena::new(&lifted).capture_on(behind, !side).is_some_and(|gain| gain > 0);
        free && !shields
            && !pins(after).iter().any(|&(one, other, _)| (one, other) == (pinner, pinned))
            && (after.board().color_at(behind).is_some() || case.m.from() == Some(behind))
    };
    let &pin = before.iter().find(|pin| case.m.from() != Some(pin.1) && ends(&case.after, **pin))?;
    let tells = case.is_rare(REMARKABLE, |other| ends(&case.position.play(other), pin));
    let (pinner, pinned, behind) = pin;
    (tells && is_safe(&case.after, case.m.to())).then_some(Reason::Unpins { pinner, pinned, behind })
}

/// A pawn that attacks an enemy pawn: a break.
fn challenges(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let attacked = |m: Move| -> Bitboard {
        if m.role() != PieceType::Pawn || m.is_promotion() {
            return Bitboard::EMPTY;
        }
        let after = case.position.play(m);
        let theirs = after.board().pawns() & after.board().by_color(!side);
        attacks::pawn_attacks(side, m.to()) & theirs
    };
    let own = attacked(case.m);
    let square = own.into_iter().next()?;
    // A pawn that is simply lost challenges nobody; one that is not taken, or taken back, does.
    let takes = |ply: usize| case.line().get(ply).is_some_and(|m| m.is_capture() && m.to() == case.m.to());
    let holds = case.stays() || case.line().len() > 2 && (!takes(1) || takes(2));
    (holds && case.is_rare(REMARKABLE, |other| attacked(other).any())).then_some(Reason::Challenges(square))
}

/// A quiet move that lets pieces of one kind be traded.
fn offers(case: &Case<'_>) -> Option<Reason> {
    let faced = |m: Move| -> Option<Square> {
        let kind = m.role();
        if m.is_capture() || m.is_promotion() || matches!(kind, PieceType::Pawn | PieceType::King) {
            return None;
        }
        let after = case.position.play(m);
        let board = after.board();
        let same = board.by_color(after.turn()) & board.by_role(kind) & board.attacks_from(m.to());
        let before = m.from().map_or(Bitboard::EMPTY, |from| case.position.board().attacks_from(from));
        // Both could be taken and taken back.
        let even = |square: Square| Arena::new(board).capture_on(square, !after.turn()).is_none_or(|gain| gain <= 0);
        let guarded = attackers(board, m.to(), !after.turn(), board.occupied()).any();
        (same & !before).into_iter().find(|square| guarded && is_safe(&after, m.to()) && even(*square))
    };
    let other = faced(case.m)?;
    case.is_rare(REMARKABLE, |other| faced(other).is_some()).then_some(Reason::Offers(other))
}

/// A piece that steps in front of an enemy passed pawn.
fn bars(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let blocked = |m: Move| -> Option<Square> {
        if m.role() == PieceType::Pawn || m.is_castle() {
            return None;
        }
        let after = case.position.play(m);
        let step = side.fold_wb(1, -1);
        let behind = Square::from_coords(m.to().file(), m.to().rank().offset(step)?);
        let board = after.board();
        let is_pawn = (board.pawns() & board.by_color(!side)).contains(behind);
        (is_pawn && is_passed(&after, behind)).then_some(behind)
    };
    let pawn = blocked(case.m)?;
    (is_safe(&case.after, case.m.to()) && case.is_rare(REMARKABLE, |other| blocked(other).is_some()))
        .then_some(Reason::Bars(pawn))
}

/// Squares off its first rank to which a side's king could step.
fn ways_out(position: &Position, side: Color) -> Bitboard {
    let king = position.king(side);
    let board = position.board();
    let lifted = board.occupied() & !Bitboard::from_square(king);
    let steps = attacks::king_attacks(king) & !board.by_color(side);
    let safe = |square: &Square| !attackers(board, *square, !side, lifted).any();
    let free = steps.into_iter().filter(|square| square.rank() != king.rank() && safe(square));
    free.collect()
}

/// A king on its first rank and off the middle files gets its first way off the rank, while the enemy has a rook or
/// queen.
fn airs(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let home = side.fold_wb(Rank::First, Rank::Eighth);
    let board = case.position.board();
    let heavy = board.by_color(!side) & (board.rooks() | board.queens());
    let king = case.position.king(side);
    let at_home = king.rank() == home && !(File::D..=File::E).contains(&king.file());
    if case.m.role() != PieceType::Pawn || !at_home || heavy.is_empty() {
        return None;
    }
    let is_aired = |m: Move| ways_out(&case.position.play(m), side).any();
    let told = ways_out(case.position, side).is_empty() && is_aired(case.m) && case.is_rare(REMARKABLE, is_aired);
    told.then_some(Reason::Airs(king))
}

/// How often a side attacks or guards a square.
fn count(position: &Position, square: Square, side: Color) -> usize {
    let board = position.board();
    attackers(board, square, side, board.occupied()).count()
}

/// An attacked own man that the moved piece guards as well, where the guards were no more than the attackers.
fn backs(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let backed = |m: Move, square: Square| {
        let after = case.position.play(m);
        m.to() != square
            && after.board().color_at(square) == Some(side)
            && after.board().attacks_from(m.to()).contains(square)
            && m.from().is_some_and(|from| !case.position.board().attacks_from(from).contains(square))
            && count(&after, square, side) > count(case.position, square, side)
    };
    let board = case.position.board();
    let mut needy: Vec<Square> = (board.by_color(side) & !board.kings())
        .into_iter()
        .filter(|&square| {
            let attacked = count(case.position, square, !side);
            attacked > 0 && attacked >= count(case.position, square, side) && backed(case.m, square)
        })
        .collect();
    needy.sort_by_key(|&square| (std::cmp::Reverse(board.role_at(square).map_or(0, worth)), square));
    let square = *needy.first()?;
    (is_safe(&case.after, case.m.to()) && case.is_rare(REMARKABLE, |other| backed(other, square)))
        .then_some(Reason::Backs(square))
}

/// An enemy man that the moved piece newly attacks, and that is guarded no more often than attacked.
fn presses(case: &Case<'_>) -> Option<Reason> {
    let side = case.position.turn();
    let pressed = |m: Move| -> Vec<Square> {
        let Some(from) = m.from().filter(|_| !m.is_castle() && m.role() != PieceType::King) else { return Vec::new() };
        let after = case.position.play(m);
        let board = after.board();
        let men = board.by_color(!side) & !board.kings() & board.attacks_from(m.to());
        let new = men & !case.position.board().attacks_from(from);
        let doubtful = |square: &Square| count(&after, *square, side) >= count(&after, *square, !side);
        new.into_iter().filter(doubtful).collect()
    };
    let mut own = pressed(case.m);
    let board = case.after.board();
    own.sort_by_key(|&square| (std::cmp::Reverse(board.role_at(square).map_or(0, worth)), square));
    let square = *own.first()?;
    let also = |other: Move| pressed(other).contains(&square);
    let tells = is_safe(&case.after, case.m.to()) && case.is_rare(REMARKABLE, also);
    (tells && !case.after.is_check()).then_some(Reason::Presses(square))
}

/// The line goes on at once with the same piece to a square that it could not reach before.
fn heads(case: &Case<'_>) -> Option<Claim> {
    heads_at(case, 2)
}

/// Up to which ply of the line a piece is followed: lines are shown so far.
const LAST: usize = 6;

/// The same later in the line, while nobody attacks the piece: who is driven is not on the way.
pub(super) fn heads_later(case: &Case<'_>) -> Option<Claim> {
    let next = |ply: &usize| case.line().get(*ply).is_some_and(|next| next.from() == Some(case.m.to()));
    let ply = (2..=LAST).step_by(2).find(next).filter(|ply| *ply > 2)?;
    let before = case.line()[..ply].iter().fold(case.position.clone(), |here, &m| here.play(m));
    let driven = attackers(before.board(), case.m.to(), !before.turn(), before.board().occupied()).any();
    if driven { None } else { heads_at(case, ply) }
}

fn heads_at(case: &Case<'_>, ply: usize) -> Option<Claim> {
    let next = *case.line().get(ply).filter(|next| next.from() == Some(case.m.to()))?;
    let from = case.m.from()?;
    let kind = case.m.role();
    let travels = !matches!(kind, PieceType::Pawn | PieceType::King)
        && !case.m.is_capture()
        && !next.is_capture()
        && next.to() != from;
    let can_reach = |position: &Position, at: Square| {
        position.legal_moves().iter().any(|m| m.from() == Some(at) && m.to() == next.to())
    };
    let waiting = case.after.pass()?;
    if !travels || can_reach(case.position, from) || !can_reach(&waiting, case.m.to()) {
        return None;
    }
    let also = |other: Move| {
        other.from() == Some(from)
            && case.position.play(other).pass().is_some_and(|waiting| can_reach(&waiting, other.to()))
    };
    let tells = is_safe(&case.after, case.m.to()) && case.is_rare(TELLING, also);
    let reason = Reason::Heads { piece: case.m.to(), square: next.to() };
    tells.then(|| case.claim(reason, Evidence::of(case.look)))
}
