//! Reasons that a line shows, read back: pieces driven away, trades, room at the end; and lines of sight.

use reti_core::chess::{Color, Move, PieceType, Position, Square};
use reti_search::score::Score;

use super::{
    board::{attackers, attacks, between, worth},
    claims::{Scene, SceneCheck},
    grammar::Read,
    motifs::{all_stand, color, is_passed, is_pawn, one},
};

pub const LINE: &[(&str, SceneCheck)] = &[
    ("It attacks {P}, which moves away.", |scene, reads| {
        let [m, reply, ..] = &scene.line[..] else { return false };
        let (prey, board) = (one(reads, 0), scene.base.board());
        let Some(after) = scene.after() else { return false };
        all_stand(after.board(), reads)
            && color(after.board(), prey) != scene.base.turn()
            && !is_pawn(after.board(), prey)
            && attacks(after.board(), m.to(), prey)
            && m.from().is_some_and(|from| !attacks(board, from, prey))
            && reply.from() == Some(prey)
            && !reply.is_capture()
    }),
    ("{P} then stands behind {P}, a passed pawn.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (piece, pawn, side) = (one(reads, 0), one(reads, 1), scene.base.turn());
        let board = after.board();
        let heavy = |square: Square| matches!(board.role_at(square), Some(PieceType::Rook | PieceType::Queen));
        let ahead = if side == Color::White { pawn.rank() > piece.rank() } else { pawn.rank() < piece.rank() };
        let own_heavy = |square: Square| heavy(square) && color(board, square) == side;
        let way = between(piece, pawn).unwrap_or_default();
        all_stand(board, reads)
            && piece == m.to()
            && heavy(piece)
            && is_pawn(board, pawn)
            && color(board, pawn) == side
            && is_passed(board, pawn)
            && piece.file() == pawn.file()
            && ahead
            && way.into_iter().all(|square| board.piece_at(square).is_none() || own_heavy(square))
    }),
    ("{P} then faces {P}, with other men between them.", |scene, reads| {
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let (piece, target) = (one(reads, 0), one(reads, 1));
        let board = after.board();
        let men = between(piece, target)
            .map(|way| way.into_iter().filter(|square| board.piece_at(*square).is_some()).collect::<Vec<_>>());
        let mut open = board.clone();
        for square in men.iter().flatten() {
            open.discard_piece_at(*square);
        }
        all_stand(board, reads)
            && piece == m.to()
            && color(board, target) != scene.base.turn()
            && matches!(board.role_at(target), Some(PieceType::King | PieceType::Queen))
            && men.is_some_and(|men| (1..=2).contains(&men.len()))
            && attacks(&open, piece, target)
    }),
    ("Every move loses, but this one puts the mate off longest.", |scene, _| {
        match (scene.around.best, scene.score()) {
            (Some((m, Score::MatedIn(last))), Some(Score::MatedIn(sooner))) => {
                sooner < last && scene.trigger() == Some(m)
            }
            _ => false,
        }
    }),
    ("The line trades queens.", |scene, _| trades(scene, PieceType::Queen)),
    ("The line trades rooks.", |scene, _| trades(scene, PieceType::Rook)),
    ("The line trades bishops.", |scene, _| trades(scene, PieceType::Bishop)),
    ("The line trades knights.", |scene, _| trades(scene, PieceType::Knight)),
    ("At the end of the line {C}'s pieces reach {N} squares instead of {N}.", |scene, reads| {
        let (Read::Side(side), Read::Number(then), Read::Number(now)) = (&reads[0], &reads[1], &reads[2]) else {
            return false;
        };
        let last = &scene.positions[scene.positions.len() - 1];
        *side == scene.base.turn() && room(last, *side) == *then && room(&scene.base, *side) == *now && then > now
    }),
];

/// Whether two men of one kind leave the board, one after the other on the same square.
fn trades(scene: &Scene, kind: PieceType) -> bool {
    let takes = |m: &Move| m.role() == kind && m.capture() == Some(kind);
    scene.line.windows(2).any(|pair| {
        takes(&pair[0]) && pair[1].capture() == Some(kind) && pair[1].to() == pair[0].to() && worth(kind) > 0
    })
}

/// How many squares a side's officers reach together that no own man holds and no enemy pawn covers.
fn room(position: &Position, side: Color) -> u32 {
    let board = position.board();
    let officers = board.by_color(side) & !board.pawns() & !board.kings();
    let free = |square: &Square| {
        board.color_at(*square) != Some(side)
            && !attackers(board, *square, !side).iter().any(|&enemy| is_pawn(board, enemy))
    };
    let reached = |piece: Square| Square::ALL.into_iter().filter(|to| attacks(board, piece, *to) && free(to)).count();
    officers.into_iter().map(|piece| reached(piece) as u32).sum()
}
