//! Two or more pawns of one side stand on the same file.
//!
//! # Roles
//! - `pawn`: each pawn on the file.
//!
//! # Predicate
//! At least two pawns of one side stand on a file, whatever stands between them. One cast a file.
//! The owner is the other side.
//!
//! # Source
//! Seed 003, "Teachability" (positional motifs); the usual textbook term.

use super::{BLANK, Cast, Kind, Motif, Role, pawns};
use crate::{
    chess::{Bitboard, Color, File},
    relation::Relations,
};

pub(super) static DOUBLED_PAWN: Motif = Motif {
    name: "doubled-pawn",
    number: 57,
    family: "doubled-pawn",
    kind: Kind::Observation,
    summary: "Two or more pawns of one side stand on the same file.",
    roles: &[Role::Pawn],
    detect,
    weight: |_, _| 0.15,
    examples: &[
        ("4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1", "black: pawn=e3 pawn=e4"),
        ("4k3/2p5/2p5/8/2p5/8/8/4K3 w - - 0 1", "white: pawn=c4 pawn=c6 pawn=c7"),
    ],
    near_misses: &[
        ("4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 1", "the pawns stand on neighbouring files"),
        ("4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 1", "the pawns belong to different sides"),
    ],
    source: include_str!("doubled_pawn.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let mut casts = Vec::new();
    for owner in Color::ALL {
        let pawns = pawns::of(relations.board(), !owner);
        for file in File::ALL {
            let doubled = pawns & Bitboard::from_file(file);
            if doubled.more_than_one() {
                casts.push(Cast::new(owner, doubled.into_iter().map(|pawn| (Role::Pawn, pawn))));
            }
        }
    }
    casts
}
