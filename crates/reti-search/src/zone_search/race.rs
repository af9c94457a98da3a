//! Pawn races: who is in time, and rules of thumb for the result.
//!
//! The rules end branches in the pioneer tier only; none of them is exact.

use reti_core::{
    chess::{Bitboard, Color, Position, Rank, Square},
    value::Value,
};

use super::Reason;

/// The squares where a pawn will stand after each push, up to promotion.
pub fn path(square: Square, color: Color) -> Vec<Square> {
    let forward = if color == Color::White { 8 } else { -8 };
    let mut stops = Vec::new();
    let mut at = square;
    if square.rank() == color.relative_rank(Rank::Second) {
        at = at.offset(forward).unwrap_or(at);
    }
    while let Some(next) = at.offset(forward) {
        stops.push(next);
        at = next;
    }
    stops
}

/// The squares ahead of a side's pawns.
pub fn own_path_squares(position: &Position, us: Color) -> Bitboard {
    let pawns = position.board().pawns() & position.board().by_color(us);
    pawns.into_iter().flat_map(|square| path(square, us)).collect()
}

/// What the generalised square rules say for the side to move, with one pawn each.
pub fn rule(position: &Position) -> Option<(Value, Reason)> {
    let us = position.turn();
    let sides = [Runner::new(position, us)?, Runner::new(position, !us)?];
    let for_us = |index: usize, value: Value| if index == 0 { value } else { -value };
    for (index, own) in sides.iter().enumerate() {
        let other = &sides[1 - index];
        if own.is_free(position) && own.plies + 4 <= other.plies {
            return Some((for_us(index, Value::Win), Reason::RaceWon));
        }
        if own.is_free(position) && own.is_blocked_for_good(position, other) {
            return Some((for_us(index, Value::Win), Reason::RaceBlocked));
        }
    }
    let both_run = sides.iter().all(|side| side.is_free(position));
    let escorted = sides.iter().any(|side| side.is_escorted(position));
    let even = sides[0].plies.abs_diff(sides[1].plies) <= 1;
    (both_run && escorted && even).then_some((Value::Draw, Reason::RaceDrawn))
}

/// A pawn on its way, the only one of its side.
struct Runner {
    color: Color,
    pawn: Square,
    stops: Vec<Square>,
    /// Plies until it has promoted.
    plies: u32,
}

impl Runner {
    fn new(position: &Position, color: Color) -> Option<Runner> {
        let board = position.board();
        if board.occupied().count() != 4 {
            return None;
        }
        let pawn = (board.pawns() & board.by_color(color)).single_square()?;
        let stops = path(pawn, color);
        let pushes = stops.len() as u32;
        let plies = if color == position.turn() { 2 * pushes - 1 } else { 2 * pushes };
        Some(Runner { color, pawn, stops, plies })
    }

    /// Whether nothing stands in its way and the enemy king is outside its square.
    fn is_free(&self, position: &Position) -> bool {
        let slack = u32::from(self.color != position.turn());
        let clear = self.stops.iter().all(|&stop| position.board().piece_at(stop).is_none());
        let far = |goal: &Square| position.king(!self.color).distance(*goal) > self.stops.len() as u32 + slack;
        clear && self.stops.last().is_some_and(far)
    }

    /// Whether the own king stands in the way of the other pawn, and the other king cannot come
    /// beside that way before this pawn promotes.
    fn is_blocked_for_good(&self, position: &Position, other: &Runner) -> bool {
        let in_the_way = other.stops.contains(&position.king(self.color));
        let helper = position.king(other.color);
        let near = other.stops.iter().map(|stop| helper.distance(*stop).saturating_sub(1)).min();
        in_the_way && near.is_some_and(|moves| 2 * moves > self.plies)
    }

    /// Whether the pawn is on the sixth or seventh rank with its king on a neighbouring file, level
    /// with it or one ahead.
    fn is_escorted(&self, position: &Position) -> bool {
        let king = position.king(self.color);
        let rank = |square: Square| match self.color {
            Color::White => square.rank() as i32,
            Color::Black => 7 - square.rank() as i32,
        };
        let ahead = rank(king) - rank(self.pawn);
        self.stops.len() <= 2 && king.file().distance(self.pawn.file()) == 1 && (0..=1).contains(&ahead)
    }
}
