//! A rook or queen stands on a file without pawns.
//!
//! # Roles
//! - `rook`: each rook or queen of the owner on the file.
//!
//! # Predicate
//! No pawn stands on the file, and at least one rook or queen of the owner does. One cast for each
//! side and file. On a board without pawns the word means nothing, and nothing is reported.
//!
//! # Source
//! Seed 003, "Teachability" (positional motifs); the usual textbook term.

use super::{BLANK, Cast, Kind, Motif, Role, pawns};
use crate::{
    chess::{Bitboard, Color, File},
    relation::Relations,
};

pub(super) static OPEN_FILE: Motif = Motif {
    name: "open-file",
    number: 63,
    family: "open-file",
    kind: Kind::Observation,
    summary: "A rook or queen stands on a file without pawns.",
    roles: &[Role::Rook],
    detect,
    weight: |_, _| 0.3,
    examples: &[
        ("4k3/p7/8/8/8/8/P7/3RK3 w - - 0 1", "white: rook=d1"),
        ("4k3/p7/8/8/8/3R4/P7/3QK3 w - - 0 1", "white: rook=d1 rook=d3"),
    ],
    near_misses: &[
        ("4k3/3p4/8/8/8/8/P7/3RK3 w - - 0 1", "an enemy pawn makes the file half-open"),
        ("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "without pawns there are no files to open"),
    ],
    source: include_str!("open_file.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    if board.pawns().is_empty() {
        return Vec::new();
    }
    let open = !pawns::files(board.pawns());
    let mut casts = Vec::new();
    for owner in Color::ALL {
        casts.extend(by_file(owner, pawns::heavy_pieces(board, owner) & open));
    }
    casts
}

/// One cast for each file on which `rooks` stand (shared with the half-open file).
pub(super) fn by_file(owner: Color, rooks: Bitboard) -> impl Iterator<Item = Cast> {
    File::ALL
        .into_iter()
        .map(move |file| rooks & Bitboard::from_file(file))
        .filter(|rooks| rooks.any())
        .map(move |rooks| Cast::new(owner, rooks.into_iter().map(|rook| (Role::Rook, rook))))
}
