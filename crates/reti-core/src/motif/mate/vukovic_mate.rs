//! A rook mates the king on the edge from the square next to it, protected by king or pawn, while a
//! knight takes the flights beside.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook, the knight, and the king or pawn that
//! protects the rook.
//!
//! # Predicate
//! Checkmate. `king` stands on the edge. The net is a rook that gives check from a square next to
//! it, a king or pawn that protects the rook, and a knight that does not protect the rook but guards
//! at least two flights.
//!
//! # Source
//! After Vladimir Vuković, author of "The Art of Attack in Chess". The name as in the usual lists of
//! checkmate patterns (English Wikipedia, "Checkmate pattern"); decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{MatedKing, Net},
};
use crate::chess::{
    PieceType::{King, Knight, Pawn, Rook},
    Square,
};

pub(in crate::motif) static VUKOVIC_MATE: Motif = Motif {
    name: "vukovic-mate",
    number: 18,
    family: "vukovic-mate",
    summary: "A supported rook mates on the edge while a knight takes two flights.",
    detect: |relations| detect(relations, holds),
    examples: &[("4k3/4R3/3PN3/8/8/8/8/6K1 b - - 0 1", "white: king=e8")],
    near_misses: &[
        ("4k3/4R3/4N3/8/8/8/8/6K1 b - - 0 1", "nothing protects the rook"),
        ("7k/7R/5N2/8/8/8/8/6K1 b - - 0 1", "the knight itself protects the rook: an Arabian mate"),
    ],
    label: Some(Label::own(&["vukovicMate"], labelled)),
    source: include_str!("vukovic_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let with = |protector| net.is_made_of(Rook, [Knight, protector]);
    let Some([knight, protector]) = with(King).or_else(|| with(Pawn)) else { return false };
    net.is_close()
        && net.king.is_on_edge()
        && net.protects(protector, net.checker)
        && !net.protects(knight, net.checker)
        && net.covers(knight).count() >= 2
}

/// Labels want the knight two squares from the king on a file or rank, and let anything but a knight
/// protect the rook.
fn labelled(king: &MatedKing) -> bool {
    let Some(rook) = (king.checking(Rook) & king.ring).first() else { return false };
    let supports = king.guards(rook);
    let opposite = |&knight: &Square| {
        let (files, ranks) = king.offset(knight);
        files.abs() + ranks.abs() == 2 && files * ranks == 0 && king.covers(knight).any()
    };
    supports.any()
        && supports.is_disjoint(king.men(Knight))
        && king.men(Knight).into_iter().any(|knight| opposite(&knight))
}
