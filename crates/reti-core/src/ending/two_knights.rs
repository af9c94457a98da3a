//! Two knights cannot force mate against a bare king.
//!
//! # Roles
//! - `piece`: the knights.
//! - `king`: the bare king.
//!
//! # Predicate
//! King and two knights against king, and the knights' side has no mate in one: such positions exist
//! only if the king has walked into them.
//!
//! # Claim
//! A draw; the table of the ending confirms it.
//!
//! # Source
//! Fine 1941; Müller and Lamprecht 2001.

use super::{
    Claim, Ending, Found,
    view::{View, mates_at_once},
};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static TWO_KNIGHTS: Ending = Ending {
    name: "two-knights",
    summary: "Two knights cannot force mate against a bare king.",
    roles: &[Role::King, Role::Piece],
    detect,
    examples: &[("4k3/8/4K3/3N1N2/8/8/8/8 w - - 0 1", "draws: king=e8 piece=d5 piece=f5")],
    near_misses: &[
        ("7k/8/5NK1/4N3/8/8/8/8 w - - 0 1", "Nf7 is mate: the king has walked into it"),
        ("7k/p7/5NK1/4N3/8/8/8/8 b - - 0 1", "with a pawn the defender can be out of stalemate, and lose"),
    ],
    source: include_str!("two_knights.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let knights = |view: View<'_>| {
        let men = view.own([PieceType::Knight; 2])?;
        view.others([])?;
        let parts = men.map(|knight| (Role::Piece, view.turned(knight)));
        let king = (Role::King, position.king(!view.strong));
        (!mates_at_once(position)).then(|| Found::new(&TWO_KNIGHTS, None, Claim::Draws, [parts[0], parts[1], king]))
    };
    View::both(position).into_iter().filter_map(knights).collect()
}
