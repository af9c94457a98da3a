//! The beginner's trap: the queen takes on f7 (f2), protected by a bishop, before the king has
//! moved.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen and the bishop.
//!
//! # Predicate
//! Checkmate. The net is a queen that gives check and a bishop that protects her. `king` stands on
//! its home square, she on the square diagonally in front of it on the f-file; at least two squares
//! of the ring are blocked. It is the name of an opening trap, so it is used up to move eight only,
//! and not for the image left to right.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Bishop, Queen};

pub(in crate::motif) static SCHOLARS_MATE: Motif = Motif {
    name: "scholars-mate",
    number: 14,
    family: "scholars-mate",
    summary: "A queen protected by a bishop mates on f7 or f2 within eight moves.",
    detect: |relations| detect(relations, holds),
    examples: &[("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", "white: king=e8")],
    near_misses: &[
        (
            "r1bqkb1r/pppp1Qpp/2n2n2/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 4",
            "nothing protects the queen: the king takes her",
        ),
        (
            "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 9",
            "on move nine it is no longer the opening trap",
        ),
    ],
    source: include_str!("scholars_mate.rs"),
    ..MATE
};

/// Later it is no trap of the opening (D-33).
const LAST_MOVE: u32 = 8;

fn holds(net: &Net) -> bool {
    let Some([bishop]) = net.is_made_of(Queen, [Bishop]) else { return false };
    net.king.move_number <= LAST_MOVE
        && net.king.is_at_home()
        && net.king.offset(net.checker) == (1, 1)
        && net.protects(bishop, net.checker)
        && net.king.blocked.count() >= 2
}
