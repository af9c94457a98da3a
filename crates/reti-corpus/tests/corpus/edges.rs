//! The temporal edge list says of every position what its graph says, with pieces that keep their names.

use std::collections::BTreeSet;

use reti_core::{
    chess::{Move, Position, Square},
    relation::{
        Relations,
        graph::{Graph, Relation},
    },
};
use reti_corpus::{
    edges::{Life, lives},
    table::Table,
};

use crate::{Scratch, committed_games, imported, options};

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// Where every piece came from, by the text of the moves: another way than the one that is tested.
fn homes(start: &Position, moves: &[Move]) -> Vec<[Option<Square>; 64]> {
    let mut homes = [None; 64];
    for place in start.board().occupied() {
        homes[place.to_usize()] = Some(place);
    }
    let mut all = vec![homes];
    let mut here = start.clone();
    for &m in moves {
        let uci = here.uci(m);
        let (from, to) = (square(&uci[..2]), square(&uci[2..4]));
        let rook = match (m.is_castle(), uci.as_str()) {
            (true, "e1g1") => Some(("h1", "f1")),
            (true, "e1c1") => Some(("a1", "d1")),
            (true, "e8g8") => Some(("h8", "f8")),
            (true, "e8c8") => Some(("a8", "d8")),
            _ => None,
        };
        homes[to.to_usize()] = homes[from.to_usize()].take();
        if let Some((from, to)) = rook {
            homes[square(to).to_usize()] = homes[square(from).to_usize()].take();
        }
        here = here.play(m);
        for place in Square::ALL {
            if here.board().piece_at(place).is_none() {
                // Taken en passant.
                homes[place.to_usize()] = None;
            }
        }
        all.push(homes);
    }
    all
}

fn played(moves: &[&str]) -> (Vec<Move>, Vec<Position>) {
    let mut positions = vec![Position::start()];
    let mut read = Vec::new();
    for text in moves {
        let here = positions.last().unwrap();
        let m = here.parse_move(text).unwrap();
        read.push(m);
        positions.push(here.play(m));
    }
    (read, positions)
}

type Named = (usize, Square, Square, Option<Square>);

#[test]
fn the_lives_at_every_ply_are_the_edges_of_its_graph() {
    let scratch = Scratch::new();
    let games = committed_games();
    let source = scratch.file("games.pgn", games.concat().as_bytes());
    let done = imported(&source, &scratch.path("out"), &options(&[Table::Games, Table::Edges], 64));
    let mut rows = 0;
    let mut plies = 0;
    for moves in crate::texts(&scratch.path("out"), Table::Games, "moves") {
        let (moves, positions) = played(&moves.split(' ').collect::<Vec<_>>());
        let found = lives(&positions);
        rows += found.len() as u64;
        for (ply, (position, homes)) in positions.iter().zip(homes(&positions[0], &moves)).enumerate() {
            let home = |square: Square| homes[square.to_usize()].unwrap();
            let expected: BTreeSet<Named> = Graph::new(&Relations::new(position))
                .edges
                .iter()
                .map(|e| (e.relation.index(), home(e.source), home(e.target), e.relation.third().map(home)))
                .collect();
            let is_alive = |life: &&Life| life.born <= ply && life.died.is_none_or(|died| ply < died);
            let alive = found.iter().filter(is_alive).map(|l| (l.relation, l.source, l.target, l.third));
            assert_eq!(alive.collect::<BTreeSet<Named>>(), expected, "ply {ply} of {moves:?}");
            plies += 1;
        }
    }
    assert!(plies > 5_000);
    assert_eq!(done.edges, rows);
}

/// A castled rook, a pawn taken en passant and a promoted one are who they were.
#[test]
fn a_piece_keeps_its_name() {
    let moves = "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 g1f3 b8c6 f1e2 c8g4 e1g1 d8d7 d6c7 a8c8 f1e1 h7h6 b2b3 h6h5 \
                 b3b4 h5h4 b4b5 h4h3 b5a6 h3g2 a6b7 f6d5 b7c8q";
    let (_, positions) = played(&moves.split(' ').collect::<Vec<_>>());
    let found = lives(&positions);
    let attacks = |source: &str, target: &str| {
        let is_it = |life: &&Life| (life.relation, life.source, life.target) == (0, square(source), square(target));
        found.iter().filter(is_it).map(|life| (life.born, life.died)).collect::<Vec<_>>()
    };
    assert_eq!(Relation::NAMES[0], "attack");
    // The rook of h1 looks down the e-file from e1; nothing of Black stands open there while Be2 is in between.
    assert!(attacks("h1", "e7").is_empty());
    // The b-pawn takes on a6, b7 and c8, where it is a queen and checks along the rank.
    assert_eq!(attacks("b2", "d8").last(), Some(&(positions.len() - 1, None)));
    // The pawn of d7 is gone after it was taken en passant.
    assert!(found.iter().filter(|life| life.target == square("d7")).all(|life| life.died.is_some_and(|ply| ply <= 5)));
}
