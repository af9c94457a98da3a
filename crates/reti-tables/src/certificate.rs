//! What is in a table that was certified, small enough to be kept for all.
//!
//! Counts in every convention, the longest wins, which table it is and which tables it rests on. Whoever
//! makes the table again can compare.

use reti_core::chess::{Color, Position};
use reti_core::value::Value;

use crate::checksum::{Digest, Rest};
use crate::layout::Convention;
use crate::material::Material;
use crate::stats::{self, Histogram};
use crate::table::{Code, Metric, Table};

/// Wins, draws and losses of the side to move, white and black.
pub type Outcomes = [[u64; 3]; 2];

/// A certified table.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The endgame.
    pub material: Material,
    /// What its ranks count.
    pub metric: Metric,
    /// Places that the certifier found wrong.
    pub violations: u64,
    /// Counts in the order of [`Convention::ALL`].
    pub counts: [Outcomes; 4],
    /// The longest win of white and of black, in moves that the metric counts.
    pub longest: [Option<u8>; 2],
    /// Which table it is; none if it has no file.
    pub digest: Option<Digest>,
    /// The tables that it rests on.
    pub rests_on: Vec<Rest>,
}

impl Certificate {
    /// Counts a table.
    pub fn new(table: &Table, violations: u64, digest: Option<Digest>, rests_on: Vec<Rest>) -> Certificate {
        let sides = [Color::White, Color::Black].map(|turn| Histogram::new(table, turn));
        let count = |side: &Histogram, convention| {
            [Value::Win, Value::Draw, Value::Loss].map(|value| side.with_value(value, convention))
        };
        let counts = Convention::ALL.map(|convention| [0, 1].map(|side: usize| count(&sides[side], convention)));
        // What a side wins it wins when it is to move, and has won when the other is.
        let rank = |side: usize, value| sides[side].longest(value).and_then(Code::rank);
        let longest = [0, 1].map(|side| rank(side, Value::Win).max(rank(1 - side, Value::Loss)));
        let (material, metric) = (table.material(), table.metric());
        Certificate { material, metric, violations, counts, longest, digest, rests_on }
    }

    /// A position of the table that was counted in which a side's win is the longest: with that side to move, if there
    /// is one.
    pub fn longest_position(&self, table: &Table, winner: Color) -> Option<Position> {
        let rank = self.longest[usize::from(winner.is_black())]?;
        let won = (rank > 0).then(|| stats::example(table, winner, Code::win(rank))).flatten();
        won.or_else(|| stats::example(table, !winner, Code::loss(rank)))
    }
}
