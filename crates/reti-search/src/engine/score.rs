//! The search's own numbers, and what they mean.

pub use crate::score::Score;

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

impl Score {
    /// The search's number as a score for the side to move.
    pub(super) fn new(score: i32) -> Score {
        let plies = (MATE - score.abs()) as u32;
        match score {
            score if score.abs() <= NEAR_MATE => Score::Centipawns(score),
            1.. => Score::MateIn(plies.div_ceil(2)),
            _ => Score::MatedIn(plies / 2),
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
