//! The queen mates from the first rank behind the king, protected by a bishop.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen and the bishop.
//!
//! # Predicate
//! Checkmate. The net is a queen that gives check from a square next to `king` on the first rank of
//! the mated side, with `king` on the second, and a bishop that protects her; at least one square of
//! the ring is blocked.
//!
//! # Source
//! After Max Lange. The name as in the usual lists of checkmate patterns (English Wikipedia,
//! "Checkmate pattern"); decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Bishop, Queen};

pub(in crate::motif) static MAX_LANGE_MATE: Motif = Motif {
    name: "max-lange-mate",
    number: 26,
    family: "max-lange-mate",
    summary: "The queen mates from behind the king, protected by a bishop.",
    detect: |relations| detect(relations, holds),
    examples: &[("6Q1/5Bpk/7p/8/8/8/8/6K1 b - - 0 1", "white: king=h7")],
    near_misses: &[("5RQ1/6pk/7p/8/8/8/8/6K1 b - - 0 1", "a rook protects the queen and leaves g6 free")],
    source: include_str!("max_lange_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([bishop]) = net.is_made_of(Queen, [Bishop]) else { return false };
    net.is_close()
        && net.king.rank_of(net.checker) == 0
        && net.king.offset(net.checker).1 == -1
        && net.protects(bishop, net.checker)
        && net.king.blocked.any()
}
