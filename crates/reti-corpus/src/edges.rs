//! Lives of relations: from which ply to which one piece attacked, defended, blocked, pinned or x-rayed another.
//!
//! A game as a temporal graph. A piece is named by its letter and square in the game's first position (`Ng1`, `pd7`)
//! and keeps that name wherever it goes, as a promoted pawn does; so an attack that goes on while the attacker moves
//! is one life. A relation is the same as long as its kind and its two or three pieces are; whether it is legal or
//! gives check does not matter. It is *born* at the ply whose position first shows it and *died* at the first ply
//! whose position does not; what the last position shows has not died.

use std::{collections::BTreeMap, sync::Arc};

use arrow::array::{ArrayRef, Int32Builder, Int64Builder, StringBuilder};
use reti_core::{
    chess::{Board, Piece, Position, Square},
    relation::{
        Relations,
        graph::{Graph, Relation},
    },
};

/// Where a piece stood in the first position, which names it.
type Home = Square;

/// One relation between pieces, as long as it lasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Life {
    /// The first ply that shows it.
    pub born: usize,
    /// The index of the relation in [`Relation::NAMES`].
    pub relation: usize,
    /// The acting piece.
    pub source: Home,
    /// The other one.
    pub target: Home,
    /// The third one, if there is one.
    pub third: Option<Home>,
    /// The first ply that does not show it any more.
    pub died: Option<usize>,
}

/// The lives of all relations of a game, sorted by birth.
pub fn lives(positions: &[Position]) -> Vec<Life> {
    let mut found = Vec::new();
    let mut alive: BTreeMap<(usize, Home, Home, Option<Home>), usize> = BTreeMap::new();
    let mut homes = Homes::new(positions.first().map(Position::board));
    for (ply, position) in positions.iter().enumerate() {
        if let Some(before) = ply.checked_sub(1) {
            homes.follow(positions[before].board(), position.board());
        }
        let mut now = BTreeMap::new();
        for edge in Graph::new(&Relations::new(position)).edges {
            let third = edge.relation.third().and_then(|square| homes.at(square));
            if let (Some(source), Some(target)) = (homes.at(edge.source), homes.at(edge.target)) {
                let key = (edge.relation.index(), source, target, third);
                now.insert(key, alive.remove(&key).unwrap_or(ply));
            }
        }
        found.extend(alive.iter().map(|(&key, &born)| life(key, born, Some(ply))));
        alive = now;
    }
    found.extend(alive.iter().map(|(&key, &born)| life(key, born, None)));
    found.sort_unstable();
    found
}

fn life(
    (relation, source, target, third): (usize, Home, Home, Option<Home>),
    born: usize,
    died: Option<usize>,
) -> Life {
    Life { born, relation, source, target, third, died }
}

/// Which piece stands where, by the square it came from.
struct Homes([Option<Home>; 64]);

impl Homes {
    fn new(board: Option<&Board>) -> Homes {
        let mut homes = Homes([None; 64]);
        for square in board.into_iter().flat_map(Board::occupied) {
            homes.0[square.to_usize()] = Some(square);
        }
        homes
    }

    fn at(&self, square: Square) -> Option<Home> {
        self.0[square.to_usize()]
    }

    /// One move on. What changed its square is matched by what it is, because castling moves two pieces; only a
    /// pawn that promotes becomes something else, and then it is the only one that moved.
    fn follow(&mut self, before: &Board, after: &Board) {
        let changed: Vec<Square> =
            Square::ALL.into_iter().filter(|&square| before.piece_at(square) != after.piece_at(square)).collect();
        let mover = changed.iter().find_map(|&square| after.piece_at(square)).map(|piece| piece.color);
        let of_mover = |board: &Board| -> Vec<(Square, Piece)> {
            let pieces = changed.iter().filter_map(|&square| Some((square, board.piece_at(square)?)));
            pieces.filter(|(_, piece)| Some(piece.color) == mover).collect()
        };
        let (left, arrived) = (of_mover(before), of_mover(after));
        let old = self.0;
        for &square in &changed {
            self.0[square.to_usize()] = None;
        }
        for (to, piece) in arrived {
            let same = left.iter().find(|(_, other)| *other == piece).or(left.first());
            self.0[to.to_usize()] = same.and_then(|(from, _)| old[from.to_usize()]);
        }
    }
}

/// Rows of the table `edges`.
#[derive(Default)]
pub(crate) struct Edges {
    game: Int64Builder,
    born: Int32Builder,
    died: Int32Builder,
    texts: [StringBuilder; 4],
}

impl Edges {
    /// Adds a game; returns how many rows that were.
    pub(crate) fn add(&mut self, number: i64, positions: &[Position]) -> usize {
        let Some(start) = positions.first() else { return 0 };
        let name = |home: Home| start.board().piece_at(home).map(|piece| format!("{}{home}", piece.char()));
        let lives = lives(positions);
        for life in &lives {
            self.game.append_value(number);
            self.born.append_value(life.born as i32);
            self.died.append_option(life.died.map(|ply| ply as i32));
            let texts = [
                Some(Relation::NAMES[life.relation].to_owned()),
                name(life.source),
                name(life.target),
                life.third.and_then(name),
            ];
            for (column, text) in self.texts.iter_mut().zip(texts) {
                column.append_option(text);
            }
        }
        lives.len()
    }

    pub(crate) fn take(&mut self) -> Vec<ArrayRef> {
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(self.game.finish()), Arc::new(self.born.finish()), Arc::new(self.died.finish())];
        columns.extend(self.texts.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns
    }
}
