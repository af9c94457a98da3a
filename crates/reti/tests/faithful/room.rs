//! Reasons about room, read back: pawns held back, squares guarded, space, kings that step aside or come near.

use reti_core::chess::{Color, File, Move, PieceType, Position, Square};
use reti_lessons::claim::Evidence;
use reti_search::score::Score;

use super::{
    board::{attackers, attacks, between, king_distance},
    claims::{Scene, SceneCheck},
    motifs::{all_stand, color, is_passed, is_pawn, one, price},
};

pub const ROOM: &[(&str, SceneCheck)] = &[
    ("It holds back {P}, which would be lost on {S}.", |scene, reads| {
        let (pawn, square) = (one(reads, 0), one(reads, 1));
        let Some(after) = scene.after() else { return false };
        let stepped = |position: &Position| -> Option<Position> {
            let moves = position.legal_moves();
            let m = moves.iter().find(|m| m.from() == Some(pawn) && m.to() == square && !m.is_capture())?;
            Some(position.play(*m))
        };
        let lost = |position: &Position| stepped(position).is_some_and(|next| price(&next, square).unwrap_or(0) > 0);
        all_stand(after.board(), &reads[..1])
            && is_pawn(after.board(), pawn)
            && color(after.board(), pawn) == after.turn()
            && lost(after)
            && scene.base.pass().is_some_and(|passed| stepped(&passed).is_some() && !lost(&passed))
    }),
    ("It fixes {P}, which can no longer go forward.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (pawn, side) = (one(reads, 0), scene.base.turn());
        let ahead = if side == Color::White { -1 } else { 1 };
        all_stand(after.board(), reads)
            && is_pawn(after.board(), pawn)
            && color(after.board(), pawn) != side
            && m.role() == PieceType::Pawn
            && !m.is_capture()
            && m.to().file() == pawn.file()
            && m.to().rank() as i32 == pawn.rank() as i32 + ahead
    }),
    ("It avoids a trade of queens.", |scene, _| is_avoided(scene, PieceType::Queen)),
    ("It avoids a trade of rooks.", |scene, _| is_avoided(scene, PieceType::Rook)),
    ("It avoids a trade of bishops.", |scene, _| is_avoided(scene, PieceType::Bishop)),
    ("It avoids a trade of knights.", |scene, _| is_avoided(scene, PieceType::Knight)),
    ("The king leaves the line of {P}.", |scene, reads| leaves_line(scene, one(reads, 0), PieceType::King, reads)),
    ("The queen leaves the line of {P}.", |scene, reads| leaves_line(scene, one(reads, 0), PieceType::Queen, reads)),
    ("It guards {S}, where {P} could have gone.", |scene, reads| {
        let (square, piece) = (one(reads, 0), one(reads, 1));
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (board, side) = (scene.base.board(), scene.base.turn());
        all_stand(after.board(), &reads[1..])
            && color(after.board(), piece) != side
            && !is_pawn(after.board(), piece)
            && board.piece_at(square).is_none()
            && attacks(board, piece, square)
            && attackers(board, square, side).is_empty()
            && attacks(after.board(), m.to(), square)
    }),
    ("The king comes nearer to {P}.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (pawn, board) = (one(reads, 0), scene.base.board());
        let (side, owner) = (scene.base.turn(), color(board, pawn));
        let guarded = attackers(board, pawn, owner).iter().any(|&guard| is_pawn(board, guard));
        all_stand(after.board(), reads)
            && all_stand(board, reads)
            && is_pawn(board, pawn)
            && (is_passed(board, pawn) || owner != side && !guarded)
            && m.role() == PieceType::King
            && king_distance(m.to(), pawn) < king_distance(scene.base.king(side), pawn)
    }),
    ("The pawn advances against {P}.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (king, side) = (one(reads, 0), scene.base.turn());
        all_stand(after.board(), reads)
            && after.king(!side) == king
            && m.role() == PieceType::Pawn
            && !m.is_capture()
            && forward(m.to(), side) >= 3
            && (m.to().file() as i32 - king.file() as i32).abs() <= 1
            && price(after, m.to()).unwrap_or(0) <= 0
    }),
    ("It takes space on the kingside.", |scene, _| takes_space(scene, &[File::G, File::H])),
    ("It takes space on the queenside.", |scene, _| takes_space(scene, &[File::A, File::B])),
    ("It connects the rooks.", |scene, _| {
        let side = scene.base.turn();
        let connected = |position: &Position| {
            let board = position.board();
            let home = if side == Color::White { 0 } else { 7 };
            let rooks: Vec<Square> = (board.rooks() & board.by_color(side)).into_iter().collect();
            let pairs = rooks.iter().flat_map(|one| rooks.iter().map(move |other| (*one, *other)));
            pairs.into_iter().any(|(one, other)| {
                one.rank() as i32 == home && other.rank() as i32 == home && attacks(board, one, other)
            })
        };
        !connected(&scene.base) && scene.after().is_some_and(connected)
    }),
    ("{P} and {P} then stand on one file.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (piece, other, side) = (one(reads, 0), one(reads, 1), scene.base.turn());
        let board = after.board();
        let heavy = |square| matches!(board.role_at(square), Some(PieceType::Rook | PieceType::Queen));
        let own_pawns = (board.pawns() & board.by_color(side)).into_iter();
        all_stand(board, reads)
            && piece == m.to()
            && [piece, other].into_iter().all(|square| heavy(square) && color(board, square) == side)
            && piece.file() == other.file()
            && m.from().is_some_and(|from| from.file() != other.file())
            && attacks(board, piece, other)
            && own_pawns.into_iter().all(|pawn| pawn.file() != piece.file())
    }),
    ("It opens the way for {P}.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let piece = one(reads, 0);
        let goes = |position: &Position| {
            let board = position.board();
            let free = |square: &Square| board.color_at(*square) != Some(scene.base.turn());
            let covered = |square: &Square| {
                attackers(board, *square, !scene.base.turn()).iter().any(|&enemy| is_pawn(board, enemy))
            };
            let all = Square::ALL.into_iter().filter(|square| attacks(board, piece, *square));
            all.filter(|square| free(square) && !covered(square)).count()
        };
        all_stand(after.board(), reads)
            && piece != m.to()
            && color(after.board(), piece) == scene.base.turn()
            && goes(&scene.base) <= 1
            && goes(after) >= 3
    }),
    ("{P} can then no longer be exchanged for {P}.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (piece, other, side) = (one(reads, 0), one(reads, 1), scene.base.turn());
        let minor = |square| matches!(after.board().role_at(square), Some(PieceType::Knight | PieceType::Bishop));
        all_stand(after.board(), reads)
            && piece == m.to()
            && !m.is_capture()
            && minor(piece)
            && minor(other)
            && color(after.board(), other) != side
            && m.from().is_some_and(|from| {
                attacks(scene.base.board(), other, from) && price(&scene.base, from).unwrap_or(0) <= 0
            })
            && attackers(after.board(), piece, !side).is_empty()
    }),
    ("It holds the draw by perpetual check.", |scene, _| {
        let boards: Vec<_> = scene.positions.iter().map(|here| (here.board().clone(), here.turn())).collect();
        let comes_again = boards.iter().enumerate().any(|(index, board)| boards[..index].contains(board));
        let checks = scene.positions.iter().skip(1).step_by(2).all(Position::is_check);
        let level = match &scene.evidence {
            Evidence::Calculated(looked) => looked.score == Score::Centipawns(0),
            _ => false,
        };
        comes_again && checks && level
    }),
    ("It takes {P}, which gives check.", |scene, reads| {
        let is_gone = |after: &Position| after.board().color_at(one(reads, 0)) != Some(after.turn());
        gives_check(scene, reads) && scene.trigger().is_some_and(Move::is_capture) && scene.after().is_some_and(is_gone)
    }),
    ("It blocks the check of {P}.", |scene, reads| {
        let way = between(one(reads, 0), scene.base.king(scene.base.turn())).unwrap_or_default();
        gives_check(scene, reads) && scene.trigger().is_some_and(|m| way.contains(&m.to()))
    }),
    ("The king steps out of the check of {P}.", |scene, reads| {
        let steps = |m: &Move| m.role() == PieceType::King && m.to() != one(reads, 0);
        gives_check(scene, reads) && scene.trigger().as_ref().is_some_and(steps)
    }),
    ("It goes after {P}.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (prey, side) = (one(reads, 0), scene.base.turn());
        let minor = |kind| matches!(kind, Some(PieceType::Knight | PieceType::Bishop));
        let kind = after.board().role_at(prey);
        all_stand(after.board(), reads)
            && color(after.board(), prey) != side
            && attacks(after.board(), m.to(), prey)
            && !m.is_capture()
            && m.from().is_some_and(|from| !attacks(scene.base.board(), from, prey))
            && (kind == Some(m.role()) || minor(kind) && minor(Some(m.role())))
            && price(after, m.to()).unwrap_or(0) <= 0
    }),
];

/// Whether this piece alone gives check before the move.
fn gives_check(scene: &Scene, reads: &[super::grammar::Read]) -> bool {
    let (board, side) = (scene.base.board(), scene.base.turn());
    all_stand(board, reads) && attackers(board, scene.base.king(side), !side) == vec![one(reads, 0)]
}

/// How far a man has come from its own first rank.
fn forward(square: Square, side: Color) -> i32 {
    let rank = square.rank() as i32;
    if side == Color::White { rank } else { 7 - rank }
}

fn takes_space(scene: &Scene, files: &[File]) -> bool {
    let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
    m.role() == PieceType::Pawn
        && !m.is_capture()
        && files.contains(&m.to().file())
        && forward(m.to(), scene.base.turn()) >= 3
        && price(after, m.to()).unwrap_or(0) <= 0
}

/// Whether a piece would see a square if one man less stood between them.
fn looks(position: &Position, piece: Square, target: Square) -> bool {
    let board = position.board();
    let Some(way) = between(piece, target) else { return false };
    let men: Vec<Square> = way.into_iter().filter(|square| board.piece_at(*square).is_some()).collect();
    let [only] = men[..] else { return false };
    let mut without = board.clone();
    without.discard_piece_at(only);
    attacks(&without, piece, target)
}

/// Whether the moved king or queen was looked at by a piece through a single man, and is not any more.
fn leaves_line(scene: &Scene, piece: Square, kind: PieceType, reads: &[super::grammar::Read]) -> bool {
    let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
    let Some(from) = m.from() else { return false };
    all_stand(after.board(), reads)
        && m.role() == kind
        && color(after.board(), piece) != scene.base.turn()
        && looks(&scene.base, piece, from)
        && !looks(after, piece, m.to())
        && !attacks(after.board(), piece, m.to())
}

/// A piece that one of its kind could take, evenly, steps out of everybody's reach.
fn is_avoided(scene: &Scene, kind: PieceType) -> bool {
    let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
    let side = scene.base.turn();
    let Some(from) = m.from() else { return false };
    let board = scene.base.board();
    m.role() == kind
        && !m.is_capture()
        && attackers(board, from, !side).iter().any(|&trader| board.role_at(trader) == Some(kind))
        && price(&scene.base, from).unwrap_or(0) <= 0
        && attackers(after.board(), m.to(), !side).is_empty()
}
