//! Several matches rated together.
//!
//! Who plays at 800 never meets who plays at 2800: levels of strength are measured in several matches that have
//! engines in common, by name. Their pairs of games are thrown together and rated at once, as those of one match
//! are (`rating`). Ratings of engines that nothing connects would say nothing about each other, so that is an
//! error, and so is an engine with two different anchors.

use std::{error::Error, fmt, fmt::Write as _};

use super::{
    Anchors, Pair, fit,
    report::{SAMPLES, round},
};
use crate::wire;

/// Why matches cannot be rated together.
#[derive(Clone, Debug, PartialEq)]
pub enum JoinError {
    /// There are no games.
    Empty,
    /// An engine has two anchors.
    Anchors(String, f64, f64),
    /// No chain of games leads from the first engine to this one.
    Apart(String, String),
    /// The pairs of a pairing are not its games.
    Pairs(String, String),
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::Empty => f.write_str("no games to rate"),
            JoinError::Anchors(name, one, other) => write!(f, "'{name}' has two anchors: {one} and {other}"),
            JoinError::Apart(one, other) => write!(f, "no games connect '{one}' with '{other}'"),
            JoinError::Pairs(one, other) => {
                write!(f, "the pairs of '{one}' and '{other}' do not have as many points as their games")
            }
        }
    }
}

impl Error for JoinError {}

/// Rates all engines of several matches at once.
pub fn join(matches: &[wire::Match], anchors: Anchors) -> Result<wire::Ratings, JoinError> {
    let mut engines: Vec<wire::RatedEngine> = Vec::new();
    for engine in matches.iter().flat_map(|played| &played.engines) {
        add_engine(&mut engines, engine)?;
    }
    let mut pairings: Vec<wire::MatchPairing> = Vec::new();
    for pairing in matches.iter().flat_map(|played| &played.pairings) {
        add_pairing(&mut pairings, pairing)?;
    }
    let number = |name: &str| engines.iter().position(|engine| engine.name == name);
    let mut pairs = Vec::new();
    for pairing in &pairings {
        let (Some(first), Some(second)) = (number(&pairing.first), number(&pairing.second)) else { continue };
        for (halves, &count) in pairing.pairs.iter().enumerate() {
            pairs.extend(vec![Pair { first, second, points: halves as f64 / 2.0, games: 2.0 }; count]);
        }
    }
    if pairs.is_empty() {
        return Err(JoinError::Empty);
    }
    connected(&engines, &pairs)?;
    let known: Vec<Option<f64>> = engines.iter().map(|engine| engine.anchor).collect();
    for (engine, fit) in engines.iter_mut().zip(fit(&pairs, &known, anchors, SAMPLES, 1)) {
        (engine.rating, engine.low, engine.high) = (round(fit.rating), round(fit.low), round(fit.high));
    }
    Ok(wire::Ratings {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        matches: matches.len(),
        games: 2 * pairs.len(),
        faults: engines.iter().map(|engine| engine.faults).sum(),
        engines,
        pairings,
    })
}

fn add_engine(engines: &mut Vec<wire::RatedEngine>, engine: &wire::MatchEngine) -> Result<(), JoinError> {
    let faults = engine.illegal_moves + engine.time_losses + engine.crashes + engine.hangs;
    let Some(known) = engines.iter_mut().find(|known| known.name == engine.name) else {
        engines.push(wire::RatedEngine {
            name: engine.name.clone(),
            rating: 0.0,
            low: 0.0,
            high: 0.0,
            anchor: engine.anchor,
            games: engine.games,
            points: engine.points,
            faults,
        });
        return Ok(());
    };
    if let (Some(one), Some(other)) = (known.anchor, engine.anchor)
        && (one - other).abs() > 1e-9
    {
        return Err(JoinError::Anchors(engine.name.clone(), one, other));
    }
    known.anchor = known.anchor.or(engine.anchor);
    known.games += engine.games;
    known.points += engine.points;
    known.faults += faults;
    Ok(())
}

fn add_pairing(pairings: &mut Vec<wire::MatchPairing>, new: &wire::MatchPairing) -> Result<(), JoinError> {
    let halves = |pairs: &[usize; 5]| pairs.iter().enumerate().map(|(halves, count)| halves * count).sum::<usize>();
    if 2 * new.pairs.iter().sum::<usize>() != new.wins + new.draws + new.losses
        || halves(&new.pairs) != 2 * new.wins + new.draws
    {
        return Err(JoinError::Pairs(new.first.clone(), new.second.clone()));
    }
    let mut new = new.clone();
    let same = |known: &&mut wire::MatchPairing| {
        (&known.first, &known.second) == (&new.first, &new.second)
            || (&known.second, &known.first) == (&new.first, &new.second)
    };
    let Some(known) = pairings.iter_mut().find(same) else {
        pairings.push(new);
        return Ok(());
    };
    if known.first != new.first {
        std::mem::swap(&mut new.wins, &mut new.losses);
        new.pairs.reverse();
    }
    known.wins += new.wins;
    known.draws += new.draws;
    known.losses += new.losses;
    for (sum, count) in known.pairs.iter_mut().zip(new.pairs) {
        *sum += count;
    }
    Ok(())
}

/// Whether games lead from each engine to each other.
fn connected(engines: &[wire::RatedEngine], pairs: &[Pair]) -> Result<(), JoinError> {
    let mut reached = vec![false; engines.len()];
    let mut waiting = vec![0];
    while let Some(one) = waiting.pop() {
        if !std::mem::replace(&mut reached[one], true) {
            let others = pairs.iter().filter_map(|pair| match (pair.first == one, pair.second == one) {
                (true, _) => Some(pair.second),
                (_, true) => Some(pair.first),
                _ => None,
            });
            waiting.extend(others.filter(|&other| !reached[other]));
        }
    }
    match reached.iter().position(|reached| !reached) {
        Some(apart) => Err(JoinError::Apart(engines[0].name.clone(), engines[apart].name.clone())),
        None => Ok(()),
    }
}

/// The ratings for people.
pub fn text(ratings: &wire::Ratings) -> String {
    let mut out = format!("{} games of {} matches, {} faults\n\n", ratings.games, ratings.matches, ratings.faults);
    let mut engines: Vec<&wire::RatedEngine> = ratings.engines.iter().collect();
    engines.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    let width = engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{:<width$}  {:>6} {:>7} {:>7} {:>6} {:>7} {:>6}",
        "engine", "Elo", "low", "high", "games", "points", "faults"
    );
    for engine in engines {
        let _ = writeln!(
            out,
            "{:<width$}  {:>6.0} {:>7.0} {:>7.0} {:>6} {:>7} {:>6}{}",
            engine.name,
            engine.rating,
            engine.low,
            engine.high,
            engine.games,
            engine.points,
            engine.faults,
            engine.anchor.map_or(String::new(), |rating| format!("  anchor {rating:.0}"))
        );
    }
    let _ = writeln!(out, "\nlow and high: 95 % of {SAMPLES} samples of whole pairs of games");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match of two with three points of four for the first in every pair of pairs.
    fn three_quarters(first: (&str, Option<f64>), second: (&str, Option<f64>), twice: usize) -> wire::Match {
        let engine = |(name, anchor): (&str, Option<f64>), points: usize| wire::MatchEngine {
            name: name.to_owned(),
            anchor,
            games: 4 * twice,
            points: points as f64,
            ..wire::MatchEngine::default()
        };
        wire::Match {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            limit: "1 nodes".to_owned(),
            games: 4 * twice,
            distinct: 4 * twice,
            faults: 0,
            plies: 0,
            engines: vec![engine(first, 3 * twice), engine(second, twice)],
            pairings: vec![wire::MatchPairing {
                first: first.0.to_owned(),
                second: second.0.to_owned(),
                wins: 2 * twice,
                draws: 2 * twice,
                losses: 0,
                pairs: [0, 0, twice, 0, twice],
            }],
            sprt: None,
        }
    }

    fn ratings(matches: &[wire::Match]) -> Vec<f64> {
        join(matches, Anchors::Mean).unwrap().engines.iter().map(|engine| engine.rating).collect()
    }

    #[test]
    fn matches_are_joined_by_the_engines_that_they_have_in_common() {
        // 400 log10(3) = 190.85 for each of the two steps.
        let low = three_quarters(("middle", None), ("low", Some(1000.0)), 100);
        let high = three_quarters(("high", None), ("middle", None), 100);
        let found = ratings(&[low, high]);
        assert!((found[0] - 1190.85).abs() < 1.0 && (found[2] - 1381.7).abs() < 2.0, "{found:?}");
        assert!((found[1] - 1000.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn the_same_pairing_is_added_whichever_side_comes_first() {
        let forth = three_quarters(("a", None), ("b", Some(1000.0)), 50);
        let back = three_quarters(("b", Some(1000.0)), ("a", None), 50);
        let found = join(&[forth.clone(), back], Anchors::Mean).unwrap();
        assert_eq!((found.games, found.pairings.len(), found.pairings[0].pairs), (400, 1, [50, 0, 100, 0, 50]));
        assert!((found.engines[0].rating - 1000.0).abs() < 0.1, "{found:?}");
        let twice = join(&[forth.clone(), forth.clone()], Anchors::Mean).unwrap();
        let once = join(&[forth], Anchors::Mean).unwrap();
        let width = |ratings: &wire::Ratings| ratings.engines[0].high - ratings.engines[0].low;
        assert!(width(&twice) < width(&once), "more games, smaller errors");
        assert!(text(&twice).contains("400 games of 2 matches, 0 faults"), "{}", text(&twice));
    }

    #[test]
    fn what_cannot_be_compared_is_an_error() {
        let one = three_quarters(("a", Some(2000.0)), ("b", None), 5);
        let other = three_quarters(("c", None), ("d", None), 5);
        let apart = JoinError::Apart("a".to_owned(), "c".to_owned());
        assert_eq!(join(&[one.clone(), other], Anchors::Mean), Err(apart));
        let moved = three_quarters(("a", Some(2100.0)), ("b", None), 5);
        let anchors = JoinError::Anchors("a".to_owned(), 2000.0, 2100.0);
        assert_eq!(join(&[one.clone(), moved], Anchors::Mean), Err(anchors));
        let mut damaged = one;
        damaged.pairings[0].pairs[4] += 1;
        assert_eq!(join(&[damaged], Anchors::Mean), Err(JoinError::Pairs("a".to_owned(), "b".to_owned())));
        assert_eq!(join(&[], Anchors::Mean), Err(JoinError::Empty));
    }
}
