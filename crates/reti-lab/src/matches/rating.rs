//! Ratings from results: maximum likelihood, with errors from drawing pairs again.
//!
//! The model is Elo's: a difference of `d` points means an expected score of `1 / (1 + 10^(-d/400))`,
//! a draw is half a point. The ratings are those under which the results are most likely
//! *[Bradley and Terry 1952]*. Half a drawn game is added to every pairing that was played, so that
//! nobody who won everything gets an infinite rating. Errors: the same number of pairs of games is
//! drawn from the played ones, with repetition, and the ratings are computed again *[Efron 1979]*;
//! whole pairs, because the two games of an opening are not independent. What this does not know is
//! how wrong the anchors' own ratings are.

/// Two games of one opening with colours reversed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// One side, by number.
    pub first: usize,
    /// The other side.
    pub second: usize,
    /// The first side's points.
    pub points: f64,
    /// How many games, 1 or 2.
    pub games: f64,
}

/// How known ratings fix the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchors {
    /// Anchors are right on average: the scale is moved until their mean error is zero.
    Mean,
    /// Anchors are exactly right.
    Fixed,
}

/// A rating with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The most likely rating.
    pub rating: f64,
    /// 95 % of the drawn samples lie between these.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Ratings of all contestants; `known` holds the anchors. Without anchors the mean is 0.
pub fn fit(pairs: &[Pair], known: &[Option<f64>], anchors: Anchors, samples: usize, seed: u64) -> Vec<Fit> {
    let count = known.len();
    let ratings = likeliest(pairs, known, anchors);
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(samples); count];
    for _ in 0..if pairs.is_empty() { 0 } else { samples } {
        let sample: Vec<Pair> = pairs.iter().map(|_| pairs[dice.usize(..pairs.len())]).collect();
        for (list, rating) in drawn.iter_mut().zip(likeliest(&sample, known, anchors)) {
            list.push(rating);
        }
    }
    let bounds = |mut list: Vec<f64>, rating: f64| {
        list.sort_by(f64::total_cmp);
        let at = |share: f64| list.get((share * list.len() as f64) as usize).copied().unwrap_or(rating);
        Fit { rating, low: at(0.025), high: at(0.975) }
    };
    drawn.into_iter().zip(ratings).map(|(list, rating)| bounds(list, rating)).collect()
}

const SCALE: f64 = std::f64::consts::LN_10 / 400.0;

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}

/// The ratings under which the results are most likely, by Newton's method for one at a time.
fn likeliest(pairs: &[Pair], known: &[Option<f64>], anchors: Anchors) -> Vec<f64> {
    let count = known.len();
    let mut points = vec![vec![0.0; count]; count];
    let mut games = vec![vec![0.0; count]; count];
    for pair in pairs {
        points[pair.first][pair.second] += pair.points;
        points[pair.second][pair.first] += pair.games - pair.points;
        games[pair.first][pair.second] += pair.games;
        games[pair.second][pair.first] += pair.games;
    }
    for one in 0..count {
        for other in 0..count {
            if games[one][other] > 0.0 {
                points[one][other] += 0.25;
                games[one][other] += 0.5;
            }
        }
    }
    let has_anchors = known.iter().any(Option::is_some);
    let is_fixed = |one: usize| anchors == Anchors::Fixed && known[one].is_some();
    let start =
        if has_anchors { known.iter().flatten().sum::<f64>() / known.iter().flatten().count() as f64 } else { 0.0 };
    let mut ratings: Vec<f64> = known.iter().map(|known| known.unwrap_or(start)).collect();
    for _ in 0..3_000 {
        let mut largest: f64 = 0.0;
        for one in (0..count).filter(|&one| !is_fixed(one)) {
            let (mut slope, mut bend) = (0.0, 0.0);
            for other in 0..count {
                if games[one][other] > 0.0 {
                    let share = expected(ratings[one] - ratings[other]);
                    slope += points[one][other] - games[one][other] * share;
                    bend += games[one][other] * share * (1.0 - share);
                }
            }
            if bend > 0.0 {
                let step = (slope / (SCALE * bend)).clamp(-200.0, 200.0);
                ratings[one] += step;
                largest = largest.max(step.abs());
            }
        }
        if largest < 0.01 {
            break;
        }
    }
    if anchors == Anchors::Mean || !has_anchors {
        let errors: Vec<f64> = if has_anchors {
            known.iter().zip(&ratings).filter_map(|(known, rating)| known.map(|known| known - rating)).collect()
        } else {
            ratings.iter().map(|rating| -rating).collect()
        };
        let shift = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
        for rating in &mut ratings {
            *rating += shift;
        }
    }
    ratings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(first: usize, second: usize, results: &[(usize, f64)]) -> Vec<Pair> {
        let pair = |points| Pair { first, second, points, games: 2.0 };
        results.iter().flat_map(|&(count, points)| vec![pair(points); count]).collect()
    }

    #[test]
    fn three_quarters_are_191_points() {
        // 400 log10(3) = 190.85; half a draw more moves it by less than one.
        let played = pairs(0, 1, &[(100, 2.0), (100, 1.0)]);
        let fits = fit(&played, &[None, Some(2000.0)], Anchors::Fixed, 400, 1);
        assert!((fits[0].rating - 2190.85).abs() < 1.0, "{fits:?}");
        assert!((fits[1].rating - 2000.0).abs() < 1e-9);
        assert!(fits[0].low < fits[0].rating - 20.0 && fits[0].high > fits[0].rating + 20.0, "{fits:?}");
        assert!(fits[0].high - fits[0].low < 120.0, "{fits:?}");
    }

    #[test]
    fn perfect_scores_stay_finite_and_nobody_is_rated_without_games() {
        let fits = fit(&pairs(0, 1, &[(20, 2.0)]), &[None, None, Some(1000.0)], Anchors::Mean, 50, 1);
        assert!(fits[0].rating > fits[1].rating + 400.0 && fits[0].rating < 3_000.0, "{fits:?}");
        assert!((fits[2].rating - 1000.0).abs() < 1e-9);
        assert!(fit(&[], &[None, None], Anchors::Mean, 10, 1).iter().all(|fit| fit.rating.abs() < 1e-9));
    }

    #[test]
    fn ratings_add_up_along_a_chain_and_anchors_are_right_on_average() {
        let mut played = pairs(0, 1, &[(100, 2.0), (100, 1.0)]);
        played.extend(pairs(1, 2, &[(100, 2.0), (100, 1.0)]));
        let fits = fit(&played, &[Some(2400.0), None, Some(2000.0)], Anchors::Mean, 0, 1);
        let found: Vec<f64> = fits.iter().map(|fit| fit.rating).collect();
        assert!((found[0] - found[2] - 381.7).abs() < 2.0, "{found:?}");
        assert!((found[0] + found[2] - 4400.0).abs() < 0.1, "{found:?}");
    }
}
