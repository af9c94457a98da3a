//! Mates around a queen: dovetail, swallow's tail, kill box, triangle, Balestra's.
//!
//! # Roles
//! - `checker`: the piece that gives check.
//! - `queen`, `rook`: the helper.
//! - `wall`: the pieces of the mated side around the king.
//! - `king`: the mated king.
//!
//! # Predicate
//! - *Dovetail*: the king is not at the edge; the queen alone checks from the next square
//!   diagonally; every other square around the king is blocked by its own piece, or the queen and
//!   nothing else guards it.
//! - *Swallow's tail*: the same from the next square on the file or rank; the two squares that the
//!   queen does not reach are blocked by the king's own pieces.
//! - *Kill box*: a rook next to the king; the queen protects it from two squares away diagonally, so
//!   that both hold the king in a box of three by three; one of them gives check.
//! - *Triangle*: the queen checks from the next square diagonally, protected by a rook that is also
//!   next to the king, two squares from the queen on a line.
//! - *Balestra's*: the king at the edge with no piece of its own around it; a bishop checks, and the
//!   queen a knight's jump away takes the other squares.
//!
//! # Source
//! Lichess themes "dovetailMate", "swallowstailMate", "killBoxMate", "triangleMate", "balestraMate".

use super::{
    Cast, Theme,
    mate::{Mate, in_mate},
};
use crate::chess::{Bitboard, PieceType, Square, attacks};

pub(super) static DOVETAIL_MATE: Theme = Theme {
    name: "dovetail-mate",
    labels: &["dovetailMate"],
    summary: "A queen mates from the next diagonal square, the king's own pieces block the rest.",
    roles: &["checker", "wall", "king"],
    find: |line| in_mate(line, dovetail),
};

pub(super) static SWALLOWS_TAIL_MATE: Theme = Theme {
    name: "swallows-tail-mate",
    labels: &["swallowstailMate"],
    summary: "A queen mates from the next square in front, the king's own pieces block the corners behind.",
    roles: &["checker", "wall", "king"],
    find: |line| in_mate(line, swallows_tail),
};

pub(super) static KILL_BOX_MATE: Theme = Theme {
    name: "kill-box-mate",
    labels: &["killBoxMate"],
    summary: "Rook next to the king, queen behind it on the diagonal: a box of three by three.",
    roles: &["queen", "rook", "king"],
    find: |line| in_mate(line, kill_box),
};

pub(super) static TRIANGLE_MATE: Theme = Theme {
    name: "triangle-mate",
    labels: &["triangleMate"],
    summary: "Queen and rook next to the king on one line, one square between them.",
    roles: &["checker", "rook", "king"],
    find: |line| in_mate(line, triangle),
};

pub(super) static BALESTRA_MATE: Theme = Theme {
    name: "balestra-mate",
    labels: &["balestraMate"],
    summary: "A bishop mates, a queen a knight's jump away holds the rest.",
    roles: &["checker", "queen", "king"],
    find: |line| in_mate(line, balestra),
};

fn with_wall(mate: &Mate, queen: Square) -> Cast {
    let mut cast = vec![("checker", queen)];
    cast.extend(mate.blocked.into_iter().map(|square| ("wall", square)));
    cast
}

/// The queen that alone checks from a neighbouring square, if the king is not at the edge.
fn lone_queen(mate: &Mate) -> Option<Square> {
    let queen = mate.checkers.single_square()?;
    let shape = mate.checking(PieceType::Queen).any() && mate.ring.contains(queen) && mate.ring.count() == 8;
    shape.then_some(queen)
}

fn is_diagonal(mate: &Mate, square: Square) -> bool {
    let (files, ranks) = mate.offset(square);
    files != 0 && files.abs() == ranks.abs()
}

fn dovetail(mate: &Mate) -> Option<Cast> {
    let queen = lone_queen(mate).filter(|&queen| is_diagonal(mate, queen))?;
    let alone = |flight: Square| mate.guards(flight) == Bitboard::from_square(queen);
    mate.flights().without(queen).into_iter().all(alone).then(|| with_wall(mate, queen))
}

fn swallows_tail(mate: &Mate) -> Option<Cast> {
    let queen = lone_queen(mate).filter(|&queen| !is_diagonal(mate, queen))?;
    let reached = |flight: Square| mate.guards(flight).contains(queen);
    mate.flights().without(queen).into_iter().all(reached).then(|| with_wall(mate, queen))
}

fn kill_box(mate: &Mate) -> Option<Cast> {
    for rook in mate.men(PieceType::Rook) & mate.ring {
        for queen in mate.men(PieceType::Queen) & mate.guards(rook) {
            let corners = rook.distance(queen) == 2 && attacks::bishop_attacks(rook, Bitboard::EMPTY).contains(queen);
            let boxed = corners && queen.distance(mate.king) <= 2;
            if boxed && (mate.checkers.contains(rook) || mate.checkers.contains(queen)) {
                return Some(vec![("queen", queen), ("rook", rook)]);
            }
        }
    }
    None
}

fn triangle(mate: &Mate) -> Option<Cast> {
    let queen = (mate.checking(PieceType::Queen) & mate.ring).first().filter(|&queen| is_diagonal(mate, queen))?;
    let rooks = mate.guards(queen) & mate.men(PieceType::Rook) & mate.ring;
    let rook = rooks.into_iter().find(|rook| rook.distance(queen) == 2)?;
    Some(vec![("checker", queen), ("rook", rook)])
}

fn balestra(mate: &Mate) -> Option<Cast> {
    let bishop = mate.checking(PieceType::Bishop).first()?;
    let bare = mate.ring.count() == 5 && mate.blocked.is_empty();
    let queens = mate.men(PieceType::Queen) & attacks::knight_attacks(mate.king);
    let queen = queens.into_iter().find(|&queen| bare && mate.guarded_by(queen).any())?;
    Some(vec![("checker", bishop), ("queen", queen)])
}
