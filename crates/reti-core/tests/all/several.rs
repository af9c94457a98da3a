//! Exchanges over several squares against their definition, and what they see that one square does not.

#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use reti_core::{
    chess::{Bitboard, Position, Symmetry},
    exchange::{after_any_reply, see_exact, several, simple::several_simple},
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// The squares of a few pieces, different ones for every position.
fn some_squares(position: &Position, seed: usize) -> Bitboard {
    let occupied: Vec<_> = position.board().occupied().into_iter().collect();
    (0..4).map(|index| occupied[(seed * 7 + index * 5) % occupied.len()]).collect()
}

#[test]
fn the_definition_is_kept() {
    let mut compared = 0;
    for (index, position) in support::positions().iter().enumerate().step_by(41) {
        let squares = some_squares(position, index);
        let Some(found) = several(position, squares) else { continue };
        assert_eq!(found.value, several_simple(position, squares, false), "{} {squares:?}", position.fen());
        compared += 1;
        // The line can be played and keeps to the squares.
        let mut here = position.clone();
        for m in &found.line {
            here = match m {
                Some(m) => {
                    assert!(here.is_legal(*m) && m.is_capture());
                    here.play(*m)
                }
                None => here.pass().unwrap(),
            };
        }
        let mirrored = several(&Symmetry::Mirror.position(position).unwrap(), squares.flip_vertical()).unwrap();
        assert_eq!(mirrored.value, found.value, "{}", position.fen());
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn one_square_is_an_ordinary_exchange() {
    for position in support::positions().iter().step_by(29) {
        for square in position.board().by_color(!position.turn()) {
            let moves = position.legal_moves();
            let captures = moves.iter().filter(|m| m.is_capture() && m.to() == square && !m.is_en_passant());
            let best = captures.map(|&m| see_exact(position, m)).max().unwrap_or(0).max(0);
            if moves.iter().any(|m| m.is_en_passant()) {
                continue;
            }
            let found = several(position, Bitboard::from_square(square)).unwrap();
            assert_eq!(found.value, best, "{square} in {}", position.fen());
        }
    }
}

#[test]
fn two_pieces_that_hang_are_not_both_saved_by_waiting() {
    // A knight attacks two bishops that nobody defends: one capture each turn.
    let fork = position("4k3/8/8/2b1b3/8/3N4/8/4K3 w - - 0 1");
    let found = several(&fork, Bitboard::FULL).unwrap();
    assert_eq!(found.value, 300);
}

#[test]
fn a_desperado_sells_its_life() {
    // Black's knight hangs to the rook, whatever it does; it takes a pawn first.
    let lost = position("4k3/8/8/3n4/8/2P5/1P6/3R2K1 b - - 0 1");
    let all = several(&lost, Bitboard::FULL).unwrap();
    assert_eq!(all.value, -200, "a pawn for the knight");
    assert!(all.line.first().is_some_and(Option::is_some), "it takes at once");
    let square = reti_core::chess::Square::D5;
    assert_eq!(several(&lost, Bitboard::from_square(square)).unwrap().value, -300);
}

#[test]
fn a_fork_leaves_something_after_any_reply() {
    let forked = position("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1");
    let (kept, _) = after_any_reply(&forked, forked.board().occupied()).unwrap();
    assert_eq!(kept, 500);
    // A queen takes the forker: nothing is left.
    let answered = position("r2qk3/2N5/8/8/8/8/8/4K3 b - - 0 1");
    let (kept, reply) = after_any_reply(&answered, answered.board().occupied()).unwrap();
    assert!(kept <= -300 && reply.is_capture());
}

#[test]
fn what_is_left_behind_is_told_apart() {
    // Taking back doubles Black's pawns.
    let trade = position("4k3/1pp5/2n5/1B6/8/8/8/4K3 w - - 0 1");
    let taken = trade.parse_move("Bxc6").unwrap();
    let after = several(&trade.play(taken), Bitboard::FULL).unwrap();
    assert_eq!(after.value, 300, "the bishop is taken back");
    assert!(
        after.bonuses.iter().any(|bonus| bonus.motif.name == "doubled-pawn" && bonus.value < 0),
        "{:?}",
        after.bonuses
    );
}
