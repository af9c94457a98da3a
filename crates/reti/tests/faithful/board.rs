//! The board read square by square: attacks, pins and exchanges, written only for the checker.

use reti_core::chess::{Board, Color, PieceType, Position, Rank, Square};
use reti_core::relation::simple::attacks_from;

pub const fn worth(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Knight | PieceType::Bishop => 300,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 10_000,
    }
}

pub fn attacks(board: &Board, from: Square, to: Square) -> bool {
    attacks_from(board, from).contains(to)
}

pub fn attackers(board: &Board, square: Square, by: Color) -> Vec<Square> {
    board.by_color(by).into_iter().filter(|&from| attacks(board, from, square)).collect()
}

pub fn is_in_check(board: &Board, side: Color) -> bool {
    board.king_of(side).is_some_and(|king| !attackers(board, king, !side).is_empty())
}

/// The squares strictly between two squares of one line; `None` off lines.
pub fn between(from: Square, to: Square) -> Option<Vec<Square>> {
    let (files, ranks) = (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32);
    if (files, ranks) == (0, 0) || !(files == 0 || ranks == 0 || files.abs() == ranks.abs()) {
        return None;
    }
    let steps = files.abs().max(ranks.abs());
    let (file, rank) = (files.signum(), ranks.signum());
    let at = |step: i32| Some(Square::from_coords(from.file().offset(file * step)?, from.rank().offset(rank * step)?));
    (1..steps).map(at).collect()
}

/// Whether `slider` looks at `target` through exactly the piece on `middle`.
pub fn looks_through(board: &Board, slider: Square, middle: Square, target: Square) -> bool {
    let is_slider = matches!(board.role_at(slider), Some(PieceType::Bishop | PieceType::Rook | PieceType::Queen));
    let Some(between) = between(slider, target) else {
        return false;
    };
    let mut without = board.clone();
    without.discard_piece_at(middle);
    is_slider
        && between.contains(&middle)
        && between.iter().filter(|&&square| board.piece_at(square).is_some()).count() == 1
        && attacks(&without, slider, target)
}

/// The board after a capture that ignores whose turn it is; `None` if it leaves the own king in check.
pub fn after_capture(board: &Board, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Board> {
    let mut after = board.clone();
    let mut piece = after.remove_piece_at(from)?;
    piece.role = promotion.unwrap_or(piece.role);
    after.set_piece_at(to, piece);
    (!is_in_check(&after, piece.color)).then_some(after)
}

/// What the best capture on a square brings to `by`, both sides free to stop; `None` without a capture.
pub fn best_capture(board: &Board, square: Square, by: Color) -> Option<i32> {
    attackers(board, square, by).into_iter().filter_map(|from| capture(board, from, square)).max()
}

/// The same with the first capturer given.
pub fn capture(board: &Board, from: Square, square: Square) -> Option<i32> {
    let by = board.color_at(from).filter(|_| attacks(board, from, square))?;
    let victim = worth(board.role_at(square)?);
    let last = if by == Color::White { Rank::Eighth } else { Rank::First };
    let promotes = board.role_at(from) == Some(PieceType::Pawn) && square.rank() == last;
    let kinds: &[Option<PieceType>] = if promotes {
        &[Some(PieceType::Queen), Some(PieceType::Rook), Some(PieceType::Bishop), Some(PieceType::Knight)]
    } else {
        &[None]
    };
    kinds
        .iter()
        .filter_map(|&kind| {
            let after = after_capture(board, from, square, kind)?;
            let promoted = kind.map_or(0, |kind| worth(kind) - worth(PieceType::Pawn));
            Some(victim + promoted - best_capture(&after, square, !by).unwrap_or(0).max(0))
        })
        .max()
}

/// Material of a side, kings not counted.
pub fn material(board: &Board, side: Color) -> i32 {
    board
        .by_color(side)
        .into_iter()
        .filter_map(|square| board.role_at(square))
        .filter(|&kind| kind != PieceType::King)
        .map(worth)
        .sum()
}

/// The position with a side to move, whoever's turn it is; `None` if that is not legal.
pub fn with_turn(position: &Position, side: Color) -> Option<Position> {
    if position.turn() == side { Some(position.clone()) } else { position.pass() }
}

/// King steps between two squares.
pub fn king_distance(one: Square, other: Square) -> i32 {
    let files = (one.file() as i32 - other.file() as i32).abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).abs();
    files.max(ranks)
}
