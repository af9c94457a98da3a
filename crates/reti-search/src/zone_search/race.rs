//! Pawn races: who is in time, and rules of thumb for the result.
//!
//! In a pawn ending a king has two goals: to *catch* an enemy pawn before it queens, and to
//! *support* a pawn of its own. Both are questions of time: how many moves is the king short? A king
//! that is short of both by more than the tempi that the enemy must spend is a mere spectator, and
//! its steps are not worth trying. That forecast chooses moves; it never ends a branch.
//!
//! The rules of thumb do end branches, in the pioneer tier only. None of them is exact.

use reti_core::{
    chess::{Bitboard, Color, Position, Rank, Square},
    value::Value,
};

/// The forecast of a pawn ending for one side.
#[derive(Clone, Debug)]
pub struct Race {
    /// The stops of every enemy pawn on its way to promotion.
    enemy_paths: Vec<Vec<Square>>,
    /// The stops of every own pawn, its own square first.
    own_paths: Vec<Vec<Square>>,
    /// Moves that the enemy king needs to take or stop the nearest own pawn.
    pub tempi: u32,
}

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

impl Race {
    /// The forecast for a side; `None` unless only kings and pawns are left.
    pub fn new(position: &Position, us: Color) -> Option<Race> {
        let board = position.board();
        if board.kings() | board.pawns() != board.occupied() {
            return None;
        }
        let pawns = |color: Color| board.pawns() & board.by_color(color);
        let enemy_king = position.king(!us);
        let own_paths: Vec<Vec<Square>> =
            pawns(us).into_iter().map(|square| std::iter::once(square).chain(path(square, us)).collect()).collect();
        let tempi = own_paths.iter().map(|path| enemy_king.distance(path[0]).max(1)).max().unwrap_or(0);
        let enemy_paths = pawns(!us).into_iter().map(|square| path(square, !us)).collect();
        Some(Race { enemy_paths, own_paths, tempi })
    }

    /// How many moves a king is short of catching the enemy pawns, the enemy to move.
    pub fn catch(&self, king: Square) -> u32 {
        self.enemy_paths
            .iter()
            .map(|path| {
                let late = |(index, stop): (usize, &Square)| king.distance(*stop).saturating_sub(index as u32 + 1);
                path.iter().enumerate().map(late).min().unwrap_or(0)
            })
            .max()
            .unwrap_or(0)
    }

    /// How many moves a king is away from standing beside an own pawn's path.
    pub fn support(&self, king: Square) -> u32 {
        let reach = |path: &Vec<Square>| path.iter().map(|stop| king.distance(*stop).saturating_sub(1)).min();
        self.own_paths.iter().filter_map(reach).min().unwrap_or(u32::MAX)
    }

    /// Whether a king step makes progress towards a goal that is still within reach.
    pub fn is_hopeful(&self, from: Square, to: Square, slack: u32) -> bool {
        let budget = self.tempi + slack;
        let catch = self.catch(to);
        let support = self.support(to);
        let catching = catch <= budget && (catch == 0 || catch < self.catch(from));
        let supporting = support <= budget && (support == 0 || support < self.support(from));
        catching || supporting
    }
}

/// The squares ahead of a side's pawns.
pub fn own_path_squares(position: &Position, us: Color) -> Bitboard {
    let pawns = position.board().pawns() & position.board().by_color(us);
    pawns.into_iter().flat_map(|square| path(square, us)).collect()
}

/// What a rule says for the side to move, with one pawn each: a pawn that cannot be stopped and
/// queens at least four plies before the other one wins (right in 99% of the random positions in
/// which it speaks).
pub fn rule(position: &Position) -> Option<(Value, &'static str)> {
    let board = position.board();
    if board.occupied().count() != 4 || board.pawns().count() != 2 {
        return None;
    }
    let us = position.turn();
    let pawn = |color: Color| (board.pawns() & board.by_color(color)).single_square();
    let time = |color: Color| -> Option<u32> {
        let stops = path(pawn(color)?, color);
        let pushes = stops.len() as u32;
        Some(if color == us { 2 * pushes - 1 } else { 2 * pushes })
    };
    let free = |color: Color| -> Option<bool> {
        let stops = path(pawn(color)?, color);
        let goal = *stops.last()?;
        let far = position.king(!color).distance(goal);
        let slack = u32::from(color != us);
        let clear = stops.iter().all(|&stop| board.piece_at(stop).is_none());
        Some(clear && far > stops.len() as u32 + slack)
    };
    for (color, value) in [(us, Value::Win), (!us, Value::Loss)] {
        if free(color)? && time(color)? + 4 <= time(!color)? {
            return Some((value, "square rule: the race is won"));
        }
    }
    None
}
