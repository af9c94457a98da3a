//! Scores: centipawns, or a distance to mate.

use std::fmt;

/// The score of a mate on the board; `n` plies away it is `n` less.
pub(super) const MATE: i32 = 30_000;
/// The longest line that is searched, in plies.
pub(super) const LONGEST: usize = 128;
/// Evaluations are kept within this.
pub(super) const LARGEST: i32 = 20_000;

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// A guess.
    Centipawns(i32),
    /// The side to move mates in so many of its moves.
    MateIn(u32),
    /// The side to move is mated in so many of the opponent's moves; 0 if it is mated now.
    MatedIn(u32),
}

impl Score {
    pub(super) fn new(score: i32) -> Score {
        let plies = (MATE - score.abs()) as u32;
        match score {
            score if score.abs() <= MATE - LONGEST as i32 => Score::Centipawns(score),
            1.. => Score::MateIn(plies.div_ceil(2)),
            _ => Score::MatedIn(plies / 2),
        }
    }
}

impl fmt::Display for Score {
    /// As the UCI protocol writes it: `cp 13`, `mate 3`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(score) => write!(f, "cp {score}"),
            Score::MateIn(moves) => write!(f, "mate {moves}"),
            Score::MatedIn(0) => write!(f, "mate 0"),
            Score::MatedIn(moves) => write!(f, "mate -{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let told = [13, -250, MATE - 1, MATE - 3, -MATE, 4 - MATE].map(|score| Score::new(score).to_string());
        assert_eq!(told, ["cp 13", "cp -250", "mate 1", "mate 2", "mate 0", "mate -2"]);
    }
}
