//! A rook or queen stands on a file without own pawns and presses on an enemy pawn.
//!
//! # Roles
//! - `rook`: each rook or queen of the owner on the file that has an enemy pawn in front of it.
//!
//! # Predicate
//! No pawn of the owner stands on the file; an enemy pawn does, in front of at least one rook or
//! queen of the owner. Pieces in between do not matter. One cast for each side and file.
//!
//! # Source
//! Seed 003, "Teachability" (positional motifs); the usual textbook term.

use super::{BLANK, Cast, Kind, Motif, Role, open_file::by_file, pawns};
use crate::{chess::Color, relation::Relations};

pub(super) static HALF_OPEN_FILE: Motif = Motif {
    name: "half-open-file",
    number: 64,
    family: "half-open-file",
    kind: Kind::Observation,
    summary: "A rook or queen stands on a file without own pawns and presses on an enemy pawn.",
    roles: &[Role::Rook],
    detect,
    weight: |_, _| 0.12,
    examples: &[("4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "white: rook=d1")],
    near_misses: &[
        ("4k3/3p4/8/8/8/8/3P4/3RK3 w - - 0 1", "an own pawn stands on the file"),
        ("3Rk3/8/3p4/8/8/8/8/4K3 b - - 0 1", "the pawn is behind the rook"),
        ("4k3/p7/8/8/8/8/P7/3RK3 w - - 0 1", "the file is open"),
    ],
    source: include_str!("half_open_file.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let mut casts = Vec::new();
    for owner in Color::ALL {
        let pressing = pawns::ahead(!owner, pawns::of(board, !owner)) & !pawns::files(pawns::of(board, owner));
        casts.extend(by_file(owner, pawns::heavy_pieces(board, owner) & pressing));
    }
    casts
}
