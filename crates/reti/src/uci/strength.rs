//! Playing weaker on purpose.
//!
//! A level from 0 to 20 decides how many nodes are searched and how often a worse move among the
//! best few is taken: each candidate's score is blurred by chance, the more the lower the level.
//! Ratings are mapped to levels along a straight line. The line is nominal: it orders the levels and
//! was not measured against people.

use reti_core::chess::Move;
use reti_search::engine::Line;

/// The lowest and highest nominal rating.
pub(super) const RATINGS: (u32, u32) = (800, 2400);
/// The level that is not limited.
pub(super) const FULL: u32 = 20;
/// How many lines a limited engine looks at.
pub(super) const CANDIDATES: usize = 4;

/// How strong to play, in hundredths of a level; `None` is full strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength(Option<u32>);

impl Strength {
    /// The lowest and highest nominal rating.
    pub const RATINGS: (u32, u32) = RATINGS;

    /// A nominal rating, or full strength.
    pub fn of_rating(rating: Option<u32>) -> Strength {
        Strength::new(FULL, rating)
    }

    /// How many lines are looked at.
    pub fn candidates(self) -> usize {
        if self.is_limited() { CANDIDATES } else { 1 }
    }

    /// A skill level, or a rating if that is to limit the strength.
    pub fn new(level: u32, rating: Option<u32>) -> Strength {
        match rating {
            Some(rating) => {
                let (low, high) = RATINGS;
                Strength(Some((rating.clamp(low, high) - low) * 1900 / (high - low)))
            }
            None => Strength((level < FULL).then_some(100 * level)),
        }
    }

    /// Whether anything is limited.
    pub fn is_limited(self) -> bool {
        self.0.is_some()
    }

    /// How many nodes may be searched: 256 at level 0, twice as many every second level.
    pub fn nodes(self) -> Option<u64> {
        self.0.map(|level| (256.0 * 2f64.powf(f64::from(level) / 200.0)) as u64)
    }

    /// Picks one of the lines; `chance` is any number.
    pub fn pick(self, lines: &[Line], chance: u64) -> Option<Move> {
        let level = self.0?;
        // At level 0 a score may seem 240 centipawns better than it is, at level 19 twelve.
        let blur = 240 - (12 * level / 100) as i32;
        let mut dice = fastrand::Rng::with_seed(chance);
        let seen = lines.iter().map(|line| {
            let luck = dice.i32(0..=blur);
            (line.score.rank() + luck, line.moves[0])
        });
        // The first of equals.
        seen.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, m)| m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reti_core::chess::Position;
    use reti_search::score::Score;

    #[test]
    fn more_strength_is_more_nodes_and_fewer_errors() {
        assert!(!Strength::new(20, None).is_limited());
        assert_eq!(Strength::new(0, None).nodes(), Some(256));
        assert_eq!(Strength::new(20, Some(800)).nodes(), Some(256));
        assert!(Strength::new(20, Some(2400)).nodes() > Strength::new(20, Some(1600)).nodes());
        let position = Position::start();
        let line = |text: &str, score| Line {
            score: Score::Centipawns(score),
            moves: vec![position.parse_move(text).unwrap()],
        };
        let lines = [line("e4", 50), line("a3", -80)];
        let errors = |level| {
            let pick = |chance| Strength::new(level, None).pick(&lines, chance) == Some(lines[1].moves[0]);
            (0..1_000).filter(|&chance| pick(chance)).count()
        };
        assert!(errors(0) > 30 && errors(0) < 400 && errors(19) == 0, "{} {}", errors(0), errors(19));
    }
}
