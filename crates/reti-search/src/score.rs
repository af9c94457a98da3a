//! Scores: centipawns, a distance to mate, or the truth of a table.
//!
//! One type for everyone who says what a position is worth, and the one place where a score becomes
//! something else: a share of winning chances on Lichess's curve (DESIGN, "Units"), a number to sort
//! by, or the text of the UCI protocol.

use std::fmt;

use reti_core::{
    chess::Board,
    field::score::{Evaluation, phase},
    value::Value,
};

use crate::chances::Chances;

/// What a position is worth for a side that the context names, usually the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// A guess.
    Centipawns(i32),
    /// The side mates in so many of its moves.
    MateIn(u32),
    /// The side is mated in so many of the opponent's moves; 0 if it is mated now.
    MatedIn(u32),
    /// What a table knows, where it does not count moves to mate.
    Exact(Value),
}

/// Scores beyond this are all the same for winning chances.
const MAX_CENTIPAWNS: i32 = 1_000;

/// The number of a mate on the board, for sorting: every mate is above every guess and every value.
const MATE: i32 = 30_000;

/// The number of a win that a table knows, for sorting.
const WIN: i32 = 25_000;

/// How fast winning chances grow with centipawns, as Lichess publishes it.
const CURVE: f64 = 0.003_682_08;

impl Score {
    /// The same seen by the other side.
    #[must_use]
    pub const fn turned(self) -> Score {
        match self {
            Score::Centipawns(score) => Score::Centipawns(-score),
            Score::MateIn(moves) => Score::MatedIn(moves),
            Score::MatedIn(moves) => Score::MateIn(moves),
            Score::Exact(Value::Win) => Score::Exact(Value::Loss),
            Score::Exact(Value::Draw) => Score::Exact(Value::Draw),
            Score::Exact(Value::Loss) => Score::Exact(Value::Win),
        }
    }

    /// In centipawns, within ten pawns; what is decided counts as ten pawns.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(score) => score.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
            Score::MateIn(_) | Score::Exact(Value::Win) => MAX_CENTIPAWNS,
            Score::MatedIn(_) | Score::Exact(Value::Loss) => -MAX_CENTIPAWNS,
            Score::Exact(Value::Draw) => 0,
        }
    }

    /// The winning chances in points from 0 to 100, on the curve that Lichess publishes.
    ///
    /// ```
    /// use reti_search::score::Score;
    /// assert!((Score::Centipawns(300).chance() - 75.1).abs() < 0.1);
    /// assert!((Score::Centipawns(-300).chance() + Score::Centipawns(300).chance() - 100.0).abs() < 1e-9);
    /// ```
    pub fn chance(self) -> f64 {
        50.0 + 50.0 * (2.0 / (1.0 + (-CURVE * f64::from(self.centipawns())).exp()) - 1.0)
    }

    /// The guess with the mean of the winning chances of several guesses; what is no guess is not mixed, and the last
    /// score stands.
    ///
    /// ```
    /// use reti_search::score::Score;
    /// let guesses = |list: [i32; 3]| list.map(Score::Centipawns);
    /// assert_eq!(Score::mean(&guesses([-200, 0, 200])), Score::Centipawns(0));
    /// assert_eq!(Score::mean(&guesses([80, 80, 80])), Score::Centipawns(80));
    /// assert_eq!(Score::mean(&[Score::Centipawns(80), Score::MateIn(3)]), Score::MateIn(3));
    /// ```
    ///
    /// # Panics
    ///
    /// If there are no scores.
    #[must_use]
    pub fn mean(scores: &[Score]) -> Score {
        let last = *scores.last().expect("the mean of something");
        if scores.iter().any(|score| score.is_decided()) || scores.iter().all(|score| *score == last) {
            return last;
        }
        let chance = scores.iter().map(|score| score.chance()).sum::<f64>() / (100.0 * scores.len() as f64);
        Score::Centipawns(((chance / (1.0 - chance)).ln() / CURVE).round() as i32)
    }

    /// One number for each score, in the order of their worth: short mates before long ones, mates before
    /// wins of tables, these before guesses.
    pub fn rank(self) -> i32 {
        match self {
            Score::Centipawns(score) => score.clamp(1 - WIN, WIN - 1),
            Score::MateIn(moves) => MATE - (2 * moves.min(2_000) as i32 - 1).max(0),
            Score::MatedIn(moves) => 2 * moves.min(2_000) as i32 - MATE,
            Score::Exact(Value::Win) => WIN,
            Score::Exact(Value::Draw) => 0,
            Score::Exact(Value::Loss) => -WIN,
        }
    }

    /// A guess of a search with this evaluation on this board in the centipawns that chess programs tell; what is
    /// decided stays as it is.
    #[must_use]
    pub fn usual(self, evaluation: &Evaluation, board: &Board) -> Score {
        match self {
            Score::Centipawns(score) => Score::Centipawns(evaluation.usual(score, phase(board))),
            decided => decided,
        }
    }

    /// Whether it is no guess.
    pub fn is_decided(self) -> bool {
        !matches!(self, Score::Centipawns(_))
    }

    /// How likely a win, a draw and a loss are for the side to move, in thousandths, for `UCI_ShowWDL`, where a share of
    /// the officers is left and the guess is a search's own, not yet a [usual](Score::usual) one: what [our own games](Chances::OURS) say about a guess; what is decided is certain.
    pub fn win_draw_loss(self, officers: f64) -> [u32; 3] {
        let score = match self {
            Score::Centipawns(score) => f64::from(score),
            Score::MateIn(_) | Score::Exact(Value::Win) => return [1000, 0, 0],
            Score::Exact(Value::Draw) => return [0, 1000, 0],
            Score::MatedIn(_) | Score::Exact(Value::Loss) => return [0, 0, 1000],
        };
        let [win, _, loss] = Chances::OURS.of(score, officers).map(|share| (1000.0 * share).round() as u32);
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
            Score::Exact(_) => write!(f, "cp {}", self.rank()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_whole_and_grow() {
        for officers in [0.0, 0.4, 1.0] {
            let told: Vec<[u32; 3]> =
                (-2_000..=2_000).step_by(50).map(|score| Score::Centipawns(score).win_draw_loss(officers)).collect();
            assert!(told.iter().all(|shares| shares.iter().sum::<u32>() == 1000));
            assert!(
                told.is_sorted_by_key(|[win, _, _]| *win) && told.iter().rev().is_sorted_by_key(|[.., loss]| *loss)
            );
        }
        assert_eq!(Score::MateIn(3).win_draw_loss(0.5), [1000, 0, 0]);
    }

    #[test]
    fn ranks_put_scores_in_order() {
        use Score::{Centipawns, Exact, MateIn, MatedIn};
        let sorted = [
            MatedIn(0),
            MatedIn(1),
            MatedIn(4),
            Exact(Value::Loss),
            Centipawns(-900),
            Exact(Value::Draw),
            Centipawns(1),
            Centipawns(30_000),
            Exact(Value::Win),
            MateIn(9),
            MateIn(1),
        ];
        assert!(sorted.windows(2).all(|pair| pair[0].rank() < pair[1].rank()), "{sorted:?}");
        for score in sorted {
            assert_eq!(score.turned().turned(), score);
            assert!((score.chance() + score.turned().chance() - 100.0).abs() < 1e-9, "{score:?}");
        }
    }
}
