//! The king is mated on its home rank, shut in by its own pieces.
//!
//! # Roles
//! - `checker`: the rook or queen on the home rank.
//! - `wall`: each of the mated side's pieces in front of the king.
//! - `king`: the mated king.
//!
//! # Predicate
//! The king stands on its home rank and a rook or queen gives check along it. Every square in front
//! of the king holds a piece of its own, and the mating side attacks none of these squares: the
//! wall alone is the reason.
//!
//! # Source
//! Lichess theme "backRankMate".

use super::{
    Cast, Line, Theme, Use,
    mate::{Mate, in_mate},
};
use crate::chess::PieceType;

pub(super) static BACK_RANK_MATE: Theme = Theme {
    name: "back-rank-mate",
    labels: &["backRankMate"],
    summary: "Mate on the home rank behind the king's own pieces.",
    roles: &["checker", "wall", "king"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    in_mate(line, back_rank)
}

fn back_rank(mate: &Mate) -> Option<Cast> {
    if !mate.is_home() {
        return None;
    }
    let heavy = mate.checking(PieceType::Rook) | mate.checking(PieceType::Queen);
    let checker = heavy.into_iter().find(|checker| checker.rank() == mate.king.rank())?;
    let front = mate.ring.into_iter().filter(|square| square.rank() != mate.king.rank());
    let mut cast = vec![("checker", checker)];
    for square in front {
        let attacked = mate.board.attacks_to(square, !mate.mated, mate.board.occupied()).any();
        if attacked || !mate.blocked.contains(square) {
            return None;
        }
        cast.push(("wall", square));
    }
    Some(cast)
}
