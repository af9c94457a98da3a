//! Bishops of opposite colours, with nothing but pawns beside them: neither bishop can fight for the
//! other's squares, so even a pawn or two more often do not win.
//!
//! # Roles
//! - `bishop`: the two bishops.
//! - `king`: the king of the side with fewer pawns, if one has fewer.
//!
//! # Predicate
//! Each side has its king, one bishop and any number of pawns, at least one pawn is on the board, and the
//! bishops stand on squares of different colours.
//!
//! # Claim
//! Often drawn, no more.
//!
//! # Source
//! Fine 1941; Dvoretsky 2003.

use super::{Claim, Ending, Found, view::same_color};
use crate::{
    chess::{Color, Position},
    motif::Role,
};

pub(super) static OPPOSITE_BISHOPS: Ending = Ending {
    name: "opposite-bishops",
    summary: "Bishops of opposite colours: a draw is near even with a pawn or two more.",
    roles: &[Role::King, Role::Bishop],
    detect,
    examples: &[
        ("8/5pk1/6p1/3b3p/3P3P/2K1B1P1/5P2/8 w - - 0 1", "drawish: king=g7 bishop=e3 bishop=d5"),
        ("8/5pk1/6p1/3b3p/7P/2K1B1P1/5P2/8 w - - 0 1", "drawish: bishop=e3 bishop=d5"),
    ],
    near_misses: &[
        ("8/5pk1/6p1/4b2p/3P3P/2K1B1P1/5P2/8 w - - 0 1", "both bishops stand on dark squares"),
        ("r7/5pk1/6p1/3b3p/3P3P/2K1B1P1/5P2/R7 w - - 0 1", "with rooks the attacker's chances grow"),
        ("4k3/8/5b2/8/8/8/2B5/4K3 w - - 0 1", "no pawns: nobody can force mate at all"),
    ],
    source: include_str!("opposite_bishops.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let board = position.board();
    let others = board.occupied() & !board.kings() & !board.pawns();
    let bishop = |color: Color| (others & board.by_color(color) & board.bishops()).single_square();
    let (Some(white), Some(black)) = (bishop(Color::White), bishop(Color::Black)) else { return Vec::new() };
    if others.count() != 2 || board.pawns().is_empty() || same_color(white, black) {
        return Vec::new();
    }
    let pawns = |color: Color| (board.pawns() & board.by_color(color)).count();
    let behind = Color::ALL.into_iter().find(|&color| pawns(color) < pawns(!color));
    let king = behind.map(|color| (Role::King, position.king(color)));
    let bishops = [(Role::Bishop, white), (Role::Bishop, black)];
    vec![Found::new(&OPPOSITE_BISHOPS, None, Claim::Drawish, bishops.into_iter().chain(king))]
}
