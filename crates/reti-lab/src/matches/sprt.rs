//! A test that may end a match early.
//!
//! The sequential probability ratio test compares two hypotheses about the difference in strength
//! and stops as soon as one of them is much more likely *[Wald 1945]*. The likelihoods are those of
//! a normal distribution with the mean and variance of the points of whole pairs.

use crate::wire::MatchDecision;

/// Two hypotheses about the first contestant's advantage, in Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The smaller one.
    pub lower: f64,
    /// The larger one.
    pub upper: f64,
    /// How often either may be accepted wrongly.
    pub error: f64,
}

/// Where the test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The logarithm of the likelihood ratio; large speaks for the larger hypothesis.
    pub ratio: f64,
    /// Where the test ends, in both directions.
    pub bound: f64,
}

impl Decision {
    /// Whether the test has ended.
    pub fn is_final(&self) -> bool {
        self.ratio.abs() >= self.bound
    }

    /// Which hypothesis is accepted.
    pub fn decision(&self) -> MatchDecision {
        if self.ratio >= self.bound {
            MatchDecision::Accepted
        } else if self.ratio <= -self.bound {
            MatchDecision::Rejected
        } else {
            MatchDecision::Undecided
        }
    }
}

impl Sprt {
    /// The state after some pairs, by the first contestant's points from 0 to 2; `None` while all
    /// are alike.
    pub fn decide(&self, pairs: &[f64]) -> Option<Decision> {
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count / 2.0;
        let variance = pairs.iter().map(|points| (points / 2.0 - mean).powi(2)).sum::<f64>() / count;
        if pairs.len() < 8 || variance <= 0.0 {
            return None;
        }
        let share = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (low, high) = (share(self.lower), share(self.upper));
        let ratio = count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        Some(Decision { ratio, bound: ((1.0 - self.error) / self.error).ln() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_matches_are_decided() {
        let sprt = Sprt { lower: 0.0, upper: 10.0, error: 0.05 };
        let winning: Vec<f64> = (0..400).map(|index| if index % 2 == 0 { 2.0 } else { 1.0 }).collect();
        let losing: Vec<f64> = winning.iter().map(|points| 2.0 - points).collect();
        assert_eq!(sprt.decide(&winning).unwrap().decision().as_str(), "accepted");
        assert_eq!(sprt.decide(&losing).unwrap().decision().as_str(), "rejected");
        assert_eq!(sprt.decide(&winning[..8]).unwrap().decision().as_str(), "undecided");
        assert_eq!(sprt.decide(&[1.0; 50]), None);
        assert_eq!(sprt.decide(&[]), None);
    }
}
