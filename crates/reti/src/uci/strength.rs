//! Playing weaker on purpose.
//!
//! Three things make a player weaker: fewer nodes; scores of the best few moves blurred by chance, so that
//! sometimes a worse one of them is taken; and slips, where any legal move is played. A short table says which
//! mixture plays at which rating. Its ratings were measured in matches, on the scale of the engines that the
//! ladder of `docs/performance-engine.md` is anchored on; between its rows everything grows evenly, nodes in
//! doublings. It says nothing about people, who play differently weakly.

use reti_core::chess::{Move, Position};
use reti_search::engine::Line;

/// The lowest and highest rating.
pub(super) const RATINGS: (u32, u32) = (800, 2800);
/// The level that is not limited.
pub(super) const FULL: u32 = 20;
/// How many lines a limited engine looks at.
pub(super) const CANDIDATES: usize = 4;

/// What a player of a rating does.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mixture {
    rating: f64,
    nodes: f64,
    /// A move may seem so many centipawns better than it is.
    blur: f64,
    /// So often in a thousand moves any legal one is played.
    slips: f64,
}

const fn mixture(rating: u32, nodes: u32, blur: u32, slips: u32) -> Mixture {
    Mixture { rating: rating as f64, nodes: nodes as f64, blur: blur as f64, slips: slips as f64 }
}

/// Measured ratings and what plays at them, in rising order.
static MEASURED: [Mixture; 11] = [
    mixture(656, 100, 461, 329),
    mixture(867, 100, 382, 226),
    mixture(1083, 100, 302, 123),
    mixture(1211, 122, 252, 64),
    mixture(1436, 221, 206, 24),
    mixture(1567, 556, 148, 0),
    mixture(1939, 1852, 84, 0),
    mixture(2226, 3509, 57, 0),
    mixture(2479, 5600, 41, 0),
    mixture(2613, 8701, 29, 0),
    mixture(2842, 15898, 16, 0),
];

/// What plays at a rating: between the two rows around it, or along the last two beyond the ends.
fn at(rating: u32) -> Mixture {
    let rating = f64::from(rating);
    let above = MEASURED.iter().position(|row| row.rating > rating).unwrap_or(MEASURED.len() - 1).max(1);
    let (low, high) = (MEASURED[above - 1], MEASURED[above]);
    let share = (rating - low.rating) / (high.rating - low.rating);
    let mix = |low: f64, high: f64| (low + share * (high - low)).max(0.0);
    Mixture {
        rating,
        nodes: mix(low.nodes.log2(), high.nodes.log2()).exp2(),
        blur: mix(low.blur, high.blur),
        slips: mix(low.slips, high.slips),
    }
}

/// How strong to play, as a rating; `None` is full strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength(Option<u32>);

impl Strength {
    /// The lowest and highest rating.
    pub const RATINGS: (u32, u32) = RATINGS;

    /// A rating, or full strength.
    pub fn of_rating(rating: Option<u32>) -> Strength {
        Strength::new(FULL, rating)
    }

    /// How many lines are looked at.
    pub fn candidates(self) -> usize {
        if self.is_limited() { CANDIDATES } else { 1 }
    }

    /// A skill level, or a rating if that is to limit the strength. A level is 100 points.
    pub fn new(level: u32, rating: Option<u32>) -> Strength {
        let (low, high) = RATINGS;
        let of_level = (level < FULL).then_some(low + 100 * level);
        Strength(rating.or(of_level).map(|rating| rating.clamp(low, high)))
    }

    /// Whether anything is limited.
    pub fn is_limited(self) -> bool {
        self.0.is_some()
    }

    /// How many nodes may be searched.
    pub fn nodes(self) -> Option<u64> {
        self.0.map(|rating| at(rating).nodes.round() as u64)
    }

    /// Picks one of the lines' moves, or any other; `chance` is any number.
    pub fn pick(self, position: &Position, lines: &[Line], chance: u64) -> Option<Move> {
        let Mixture { blur, slips, .. } = at(self.0?);
        let mut dice = fastrand::Rng::with_seed(chance);
        if 1000.0 * dice.f64() < slips {
            let moves = position.legal_moves();
            return (!moves.is_empty()).then(|| moves[dice.usize(..moves.len())]);
        }
        let seen = lines.iter().map(|line| {
            let luck = dice.i32(0..=blur.round() as i32);
            (line.score.rank() + luck, line.moves[0])
        });
        // The first of equals.
        seen.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, m)| m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reti_search::score::Score;

    #[test]
    fn more_strength_is_more_nodes_and_fewer_errors() {
        assert!(!Strength::new(20, None).is_limited());
        let ratings = (RATINGS.0..=RATINGS.1).step_by(50);
        let mixtures: Vec<Mixture> = ratings.map(at).collect();
        for two in mixtures.windows(2) {
            assert!(two[0].nodes <= two[1].nodes && two[0].blur >= two[1].blur && two[0].slips >= two[1].slips);
            assert!(two[0] != two[1] && two[0].nodes >= 1.0, "{two:?}");
        }
        assert_eq!(Strength::new(0, None), Strength::of_rating(Some(800)));
        assert_eq!(Strength::new(3, Some(9_999)), Strength::of_rating(Some(2800)));
        let position = Position::start();
        let line = |text: &str, score| Line {
            score: Score::Centipawns(score),
            moves: vec![position.parse_move(text).unwrap()],
        };
        let lines = [line("e4", 50), line("a3", -80)];
        let errors = |rating| {
            let pick = |chance| Strength::of_rating(Some(rating)).pick(&position, &lines, chance);
            (0..1_000).filter(|&chance| pick(chance) != Some(lines[0].moves[0])).count()
        };
        assert!(errors(800) > 200 && errors(800) < 700, "{}", errors(800));
        assert!(errors(1200) < errors(800) && errors(2800) == 0, "{} {}", errors(1200), errors(2800));
    }

    #[test]
    fn the_table_rises() {
        for two in MEASURED.windows(2) {
            assert!(two[0].rating < two[1].rating && two[0].nodes <= two[1].nodes, "{two:?}");
            let found = at(two[0].rating as u32);
            assert!((found.nodes - two[0].nodes).abs() < 1e-6 && (found.blur - two[0].blur).abs() < 1e-9, "{found:?}");
        }
    }
}
