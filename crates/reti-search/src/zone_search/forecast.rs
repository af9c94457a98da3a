//! The forecast of a race: one pawn each, who is in time for what.
//!
//! Everything in such an ending is a question of time, so the forecast looks at fourteen times: how
//! many pushes each pawn needs; how many free moves each king would need so that the enemy pawn,
//! taken alone, no longer wins (read from the exact pawn-against-king table; nought means that it
//! holds already); and how far each king is from either pawn, from either promotion square and from
//! the other king. A king step that lowers several of them at once is what the Réti study is about.
//!
//! A small network, thirty-two units over the fourteen times, turns them into two log-odds for the
//! side to move: that it holds, and that it wins. It was fitted to exact values of random legal
//! positions by `examples/forecast_train.rs`, which prints `weights` and how often it is right.
//! The arithmetic is done in whole numbers, so that every machine searches the same tree.
//!
//! The forecast orders moves and drops hopeless ones; it never ends a branch and never counts as a
//! value.

mod weights;

use reti_core::chess::{Color, Position, Rank, Square, color_index};

use crate::bitbase::Bitbases;
use weights::{FIRST, FIRST_BIAS, SECOND, SECOND_BIAS};

/// How many times a forecast looks at.
pub const TIMES: usize = 14;

/// The times of a race, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race(pub [u8; TIMES]);

/// What is expected, for the side to move, as log-odds in thousandths: 0 means even, 2200 nine to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// That it does not lose.
    pub holds: i32,
    /// That it wins.
    pub wins: i32,
}

impl Race {
    /// The race in a position; `None` unless each side has just one pawn, on different files, and
    /// nothing else.
    pub fn new(position: &Position) -> Option<Race> {
        let board = position.board();
        if board.occupied().count() != 4 || board.pawns().count() != 2 {
            return None;
        }
        let us = position.turn();
        let own = (board.pawns() & board.by_color(us)).single_square()?;
        let enemy = (board.pawns() & board.by_color(!us)).single_square()?;
        if own.file() == enemy.file() {
            return None;
        }
        let (king, other) = (position.king(us), position.king(!us));
        let goal = |pawn: Square, color: Color| Square::from_coords(pawn.file(), color.relative_rank(Rank::Eighth));
        let (own_goal, enemy_goal) = (goal(own, us), goal(enemy, !us));
        let apart = own.file().distance(enemy.file());
        Some(Race(
            [
                free_moves(position, us, enemy),
                free_moves(position, !us, own),
                pushes(own, us),
                pushes(enemy, !us),
                king.distance(own),
                king.distance(enemy),
                other.distance(own),
                other.distance(enemy),
                king.distance(own_goal),
                king.distance(enemy_goal),
                other.distance(own_goal),
                other.distance(enemy_goal),
                king.distance(other),
                apart,
            ]
            .map(|time| time as u8),
        ))
    }

    /// Whether no promotion zone is alive: each king holds the other's pawn.
    pub fn is_over(self) -> bool {
        self.0[0] == 0 && self.0[1] == 0
    }

    /// The log-odds.
    pub fn forecast(self) -> Forecast {
        let mut sums = SECOND_BIAS.map(|bias| 1000 * i32::from(bias));
        for (unit, &bias) in FIRST_BIAS.iter().enumerate() {
            let times = self.0.iter().enumerate();
            let input: i32 = times.map(|(index, &time)| i32::from(time) * i32::from(FIRST[index][unit])).sum();
            let active = (input + i32::from(bias)).max(0);
            for (sum, &weight) in sums.iter_mut().zip(&SECOND[unit]) {
                *sum += active * i32::from(weight);
            }
        }
        let [holds, wins] = sums.map(|sum| sum / 1000);
        Forecast { holds, wins }
    }
}

/// The forecast of a position, if it is a race.
pub fn forecast(position: &Position) -> Option<Forecast> {
    Race::new(position).map(Race::forecast)
}

/// How many free moves a king needs to hold against one pawn, the pawn's side to move then; 7 for
/// seven and more.
fn free_moves(position: &Position, defender: Color, pawn: Square) -> u32 {
    let table = Bitbases::shared();
    let mut kings = Color::ALL.map(|color| position.king(color));
    let from = kings[color_index(defender)];
    let mut fewest = 7;
    for to in Square::ALL {
        let moves = from.distance(to);
        if moves < fewest {
            kings[color_index(defender)] = to;
            if table.pawn_wins(pawn, !defender, kings, !defender) == Some(false) {
                fewest = moves;
            }
        }
    }
    fewest
}

/// Pushes to promotion, the double step counted as one.
fn pushes(pawn: Square, color: Color) -> u32 {
    let left = match color {
        Color::White => Rank::Eighth as u32 - pawn.rank() as u32,
        Color::Black => pawn.rank() as u32,
    };
    left.min(5)
}
