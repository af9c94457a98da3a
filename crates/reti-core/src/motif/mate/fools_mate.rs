//! The quickest mate: a queen checks the unmoved king on the diagonal that its own pawns have
//! opened.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen.
//!
//! # Predicate
//! Checkmate. The net is one queen, not next to `king`, which stands on its home square; she checks
//! on a diagonal; at least three squares of the ring are blocked. It is the name of an opening trap,
//! so it is used up to move four only, and not for the image left to right, where the king has no
//! home.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{
    MATE, Motif, detect,
    net::{Axis, Net},
};
use crate::chess::PieceType::Queen;

pub(in crate::motif) static FOOLS_MATE: Motif = Motif {
    name: "fools-mate",
    number: 13,
    family: "fools-mate",
    summary: "A queen mates the unmoved king on an opened diagonal within four moves.",
    detect: |relations| detect(relations, holds),
    examples: &[("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "black: king=e1")],
    near_misses: &[
        ("rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3", "the g-pawn steps in between"),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 5",
            "on move five it is no longer the opening trap",
        ),
    ],
    source: include_str!("fools_mate.rs"),
    ..MATE
};

/// Later it is no trap of the opening (D-33).
const LAST_MOVE: u32 = 4;

fn holds(net: &Net) -> bool {
    net.king.move_number <= LAST_MOVE
        && net.is_made_of(Queen, []).is_some()
        && net.king.is_at_home()
        && net.line() == Some(Axis::Diagonal)
        && !net.is_close()
        && net.king.blocked.count() >= 3
}
