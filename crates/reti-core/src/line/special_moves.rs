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

use super::{Line, Moment, Step, Theme};
use crate::chess::{PieceType, Rank};
use crate::motif::{BLANK, Label, Motif, Role};

pub(crate) static PROMOTION: Motif = Motif {
    name: "promotion",
    number: 75,
    family: "promotion",
    summary: "A pawn promotes.",
    theme: Some(Theme::only(&[Role::Piece], |line| moves(line, |step| step.m.promotion().is_some()))),
    played: &[("4k3/7P/4PK2/8/8/8/2p5/8 b - - 0 58", "c1=Q h8=Q#", "h8=Q# white: piece=h8")],
    label: Some(Label::same(&["promotion"])),
    source: include_str!("special_moves.rs"),
    ..BLANK
};

pub(crate) static UNDERPROMOTION: Motif = Motif {
    name: "underpromotion",
    number: 76,
    family: "underpromotion",
    summary: "A pawn becomes something else than a queen.",
    theme: Some(Theme::only(&[Role::Piece], |line| {
        moves(line, |step| step.m.promotion().is_some_and(|piece_type| piece_type != PieceType::Queen))
    })),
    played: &[("8/1B6/8/8/5kpK/8/7p/8 w - - 0 69", "Bc8 h1=R#", "h1=R# black: piece=h1")],
    label: Some(Label::same(&["underPromotion"])),
    source: include_str!("special_moves.rs"),
    ..BLANK
};

pub(crate) static EN_PASSANT: Motif = Motif {
    name: "en-passant",
    number: 77,
    family: "en-passant",
    summary: "A pawn is taken en passant.",
    theme: Some(Theme::only(&[Role::Piece], |line| moves(line, |step| step.m.is_en_passant()))),
    played: &[("8/5Kp1/7p/5k1P/8/8/8/8 b - - 1 66", "g5 hxg6 h5 g7", "hxg6 white: piece=g6")],
    label: Some(Label::same(&["enPassant"])),
    source: include_str!("special_moves.rs"),
    ..BLANK
};

pub(crate) static CASTLING: Motif = Motif {
    name: "castling",
    number: 78,
    family: "castling",
    summary: "The solver castles.",
    theme: Some(Theme::only(&[Role::Piece], |line| moves(line, |step| step.m.is_castle()))),
    played: &[("7r/5ppp/p2kp3/8/1P6/8/1Pr2PPP/R3K2R b KQ - 0 19", "Rxb2 O-O-O+ Ke7 Kxb2", "O-O-O+ white: piece=c1")],
    label: Some(Label::same(&["castling"])),
    source: include_str!("special_moves.rs"),
    ..BLANK
};

pub(crate) static ADVANCED_PAWN: Motif = Motif {
    name: "advanced-pawn",
    number: 79,
    family: "advanced-pawn",
    summary: "A pawn reaches the seventh rank or promotes.",
    theme: Some(Theme::only(&[Role::Piece], |line| moves(line, is_far_advance))),
    played: &[("4k3/4P3/4KP2/8/7n/8/8/8 b - - 2 72", "Ng6 f7#", "f7# white: piece=f7")],
    label: Some(Label::same(&["advancedPawn"])),
    source: include_str!("special_moves.rs"),
    ..BLANK
};

fn is_far_advance(step: &Step) -> bool {
    let rank = step.mover().relative_rank(step.to().rank());
    step.m.role() == PieceType::Pawn && matches!(rank, Rank::Seventh | Rank::Eighth)
}

fn moves(line: &Line, wanted: fn(&Step) -> bool) -> Vec<Moment> {
    let steps = line.solver_steps().filter(wanted);
    steps.map(|step| Moment::common(step.ply, vec![(Role::Piece, step.to())])).collect()
}
