//! Reasons about the tension on the board, read back: breaks, pressure, pins that end, barred ways.

use reti_core::chess::{CastlingSide, Color, PieceType, Position, Square};

use super::{
    board::{attackers, attacks, king_distance, looks_through},
    claims::{Scene, SceneCheck},
    motifs::{all_stand, color, is_passed, is_pawn, one, price},
};

pub const TENSION: &[(&str, SceneCheck)] = &[
    ("There is no other legal move.", |scene, _| scene.base.legal_moves().len() == 1 && scene.line.len() == 1),
    ("The king must move and can no longer castle.", |scene, _| {
        let Some(after) = scene.after() else { return false };
        let replies = after.legal_moves();
        let rights = [CastlingSide::KingSide, CastlingSide::QueenSide];
        after.is_check()
            && !replies.is_empty()
            && replies.iter().all(|reply| reply.role() == PieceType::King)
            && rights.into_iter().any(|wing| after.may_castle(after.turn(), wing))
    }),
    ("{P} no longer pins {P} to {P}.", |scene, reads| {
        let Some(after) = scene.after() else { return false };
        let (pinner, pinned, behind) = (one(reads, 0), one(reads, 1), one(reads, 2));
        let (old, new) = (scene.base.board(), after.board());
        let same = |square: Square| old.piece_at(square) == new.piece_at(square);
        all_stand(old, reads)
            && color(old, pinner) != scene.base.turn()
            && color(old, pinned) == scene.base.turn()
            && looks_through(old, pinner, pinned, behind)
            && color(old, behind) == scene.base.turn()
            && same(pinner)
            && same(pinned)
            && !still_matters(after, pinner, pinned, behind)
    }),
    ("It challenges {P}.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let target = one(reads, 0);
        all_stand(after.board(), reads)
            && m.role() == PieceType::Pawn
            && is_pawn(after.board(), target)
            && color(after.board(), target) == after.turn()
            && attacks(after.board(), m.to(), target)
    }),
    ("It offers to trade queens.", |scene, _| is_offered(scene, PieceType::Queen)),
    ("It offers to trade rooks.", |scene, _| is_offered(scene, PieceType::Rook)),
    ("It offers to trade bishops.", |scene, _| is_offered(scene, PieceType::Bishop)),
    ("It offers to trade knights.", |scene, _| is_offered(scene, PieceType::Knight)),
    ("It stands in the way of {P}, a passed pawn.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let pawn = one(reads, 0);
        let step = if color(after.board(), pawn) == Color::White { 1 } else { -1 };
        all_stand(after.board(), reads)
            && color(after.board(), pawn) == after.turn()
            && is_passed(after.board(), pawn)
            && m.to().file() == pawn.file()
            && m.to().rank() as i32 - pawn.rank() as i32 == step
    }),
    ("It gives {P} a way off the back rank.", |scene, reads| {
        let (king, side) = (one(reads, 0), scene.base.turn());
        let out = |position: &Position| {
            let mut lifted = position.board().clone();
            lifted.discard_piece_at(king);
            let free = |square: &&Square| {
                king_distance(king, **square) == 1
                    && square.rank() != king.rank()
                    && position.board().color_at(**square) != Some(side)
                    && attackers(&lifted, **square, !side).is_empty()
            };
            Square::ALL.iter().filter(free).count()
        };
        let home = if side == Color::White { 0 } else { 7 };
        scene.after().is_some_and(|after| {
            all_stand(after.board(), reads)
                && after.king(side) == king
                && king.rank() as i32 == home
                && out(&scene.base) == 0
                && out(after) > 0
        })
    }),
    ("It guards {P} once more.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (square, side) = (one(reads, 0), scene.base.turn());
        let count = |position: &Position, by: Color| attackers(position.board(), square, by).len();
        all_stand(after.board(), reads)
            && color(after.board(), square) == side
            && m.to() != square
            && attacks(after.board(), m.to(), square)
            && m.from().is_some_and(|from| !attacks(scene.base.board(), from, square))
            && count(&scene.base, !side) >= count(&scene.base, side).max(1)
            && count(after, side) > count(&scene.base, side)
    }),
    ("It puts pressure on {P}.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (square, side) = (one(reads, 0), scene.base.turn());
        let count = |by: Color| attackers(after.board(), square, by).len();
        all_stand(after.board(), reads)
            && color(after.board(), square) != side
            && attacks(after.board(), m.to(), square)
            && m.from().is_some_and(|from| !attacks(scene.base.board(), from, square))
            && count(side) >= count(!side)
            && price(after, m.to()).unwrap_or(0) <= 0
    }),
    ("{P} is on its way to {S}.", |scene, reads| {
        let (piece, square) = (one(reads, 0), one(reads, 1));
        let mut later = scene.line.iter().skip(2).step_by(2).filter(|next| next.from() == Some(piece));
        let (Some(m), Some(next)) = (scene.line.first(), later.next()) else { return false };
        let direct = scene.base.legal_moves().iter().any(|other| other.from() == m.from() && other.to() == square);
        scene.after().is_some_and(|after| all_stand(after.board(), reads))
            && m.to() == piece
            && next.from() == Some(piece)
            && next.to() == square
            && !direct
    }),
];

/// Whether the piece still shields something dearer, or its king, from the pinner.
fn still_matters(after: &Position, pinner: Square, pinned: Square, behind: Square) -> bool {
    let board = after.board();
    let through = |target: Square| looks_through(board, pinner, pinned, target);
    let king = after.king(color(board, pinned));
    let mut open = board.clone();
    open.discard_piece_at(pinned);
    let wins = super::board::capture(&open, pinner, behind).is_some_and(|gain| gain > 0);
    through(king) || board.color_at(behind) == board.color_at(pinned) && through(behind) && wins
}

/// A quiet move after which pieces of one kind attack each other, neither for free.
fn is_offered(scene: &Scene, kind: PieceType) -> bool {
    let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
    let board = after.board();
    let mut others = (board.by_color(after.turn()) & board.by_role(kind)).into_iter();
    m.role() == kind
        && !m.is_capture()
        && price(after, m.to()).unwrap_or(0) <= 0
        && others.any(|other| {
            attacks(board, m.to(), other) && m.from().is_some_and(|from| !attacks(scene.base.board(), from, other))
        })
}
