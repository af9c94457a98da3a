//! Lines with a special move of the solver: promotion, en passant, castling, a pawn far ahead.
//!
//! # Roles
//! - `piece`: the piece that makes the move, where it stands afterwards (the king when castling).
//!
//! # Predicate
//! - *Promotion*: a pawn promotes. *Underpromotion*: to something else than a queen.
//! - *En passant*: a pawn is taken en passant. *Castling*: the solver castles.
//! - *Advanced pawn*: a pawn moves to the seventh rank or promotes.
//!
//! # Source
//! Lichess themes "promotion", "underPromotion", "enPassant", "castling", "advancedPawn" ("one of
//! your pawns is deep into the opponent position, maybe threatening to promote").

use super::{Line, Step, Theme, Use};
use crate::chess::{PieceType, Rank};

pub(super) static PROMOTION: Theme = Theme {
    name: "promotion",
    labels: &["promotion"],
    summary: "A pawn promotes.",
    roles: &["piece"],
    find: |line| moves(line, |step| step.m.promotion().is_some()),
};

pub(super) static UNDERPROMOTION: Theme = Theme {
    name: "underpromotion",
    labels: &["underPromotion"],
    summary: "A pawn becomes something else than a queen.",
    roles: &["piece"],
    find: |line| moves(line, |step| step.m.promotion().is_some_and(|piece_type| piece_type != PieceType::Queen)),
};

pub(super) static EN_PASSANT: Theme = Theme {
    name: "en-passant",
    labels: &["enPassant"],
    summary: "A pawn is taken en passant.",
    roles: &["piece"],
    find: |line| moves(line, |step| step.m.is_en_passant()),
};

pub(super) static CASTLING: Theme = Theme {
    name: "castling",
    labels: &["castling"],
    summary: "The solver castles.",
    roles: &["piece"],
    find: |line| moves(line, |step| step.m.is_castle()),
};

pub(super) static ADVANCED_PAWN: Theme = Theme {
    name: "advanced-pawn",
    labels: &["advancedPawn"],
    summary: "A pawn reaches the seventh rank or promotes.",
    roles: &["piece"],
    find: |line| moves(line, is_far_advance),
};

fn is_far_advance(step: &Step) -> bool {
    let rank = step.mover().relative_rank(step.to().rank());
    step.m.role() == PieceType::Pawn && matches!(rank, Rank::Seventh | Rank::Eighth)
}

fn moves(line: &Line, wanted: fn(&Step) -> bool) -> Vec<Use> {
    let steps = line.solver_steps().filter(wanted);
    steps.map(|step| Use::common(step.ply, vec![("piece", step.to())])).collect()
}
