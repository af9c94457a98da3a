//! Scores: centipawns, or a distance to mate.

use std::fmt;

/// The score of a mate on the board; `n` plies away it is `n` less.
pub(super) const MATE: i32 = 30_000;
/// A window that contains every score.
pub(super) const INFINITE: i32 = MATE + 1;
/// Stands for an evaluation that was not computed.
pub(super) const UNKNOWN: i32 = -32_000;
/// The longest line that is searched, in plies.
pub(super) const LONGEST: usize = 128;
/// Scores beyond this are mates.
pub(super) const NEAR_MATE: i32 = MATE - LONGEST as i32;
/// A win that a table knows, less the distance to the root.
pub(super) const TABLE_WIN: i32 = 25_000;
/// Scores beyond this are wins that a table or a mate shows.
pub(super) const NEAR_WIN: i32 = TABLE_WIN - LONGEST as i32;
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
            score if score.abs() <= NEAR_MATE => Score::Centipawns(score),
            1.. => Score::MateIn(plies.div_ceil(2)),
            _ => Score::MatedIn(plies / 2),
        }
    }

    /// How likely a win, a draw and a loss are, in thousandths: what a logistic curve makes of the
    /// score, wider while many pieces are on the board. A guess like the score itself.
    pub fn chances(self) -> [u32; 3] {
        let score = match self {
            Score::Centipawns(score) => f64::from(score),
            Score::MateIn(_) => return [1000, 0, 0],
            Score::MatedIn(_) => return [0, 0, 1000],
        };
        // A score of 150 is an even chance to win, 110 points of score one step of the curve.
        let curve = |score: f64| (1000.0 / (1.0 + ((150.0 - score) / 110.0).exp())).round() as u32;
        let (win, loss) = (curve(score), curve(-score));
        [win, 1000 - win - loss, loss]
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

    #[test]
    fn chances_are_symmetric_and_whole() {
        for score in [-2_000, -300, -1, 0, 40, 150, 900] {
            let (ours, theirs) = (Score::Centipawns(score).chances(), Score::Centipawns(-score).chances());
            assert_eq!(ours.iter().sum::<u32>(), 1000);
            assert_eq!(ours, [theirs[2], theirs[1], theirs[0]]);
        }
        assert_eq!(Score::MateIn(3).chances(), [1000, 0, 0]);
    }
}
