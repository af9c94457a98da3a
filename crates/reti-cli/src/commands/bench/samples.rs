//! Random samples of puzzles and of positions of games, which several measurements share.

use std::{path::Path, str::FromStr};

use reti::chess::Position;
use reti_lab::{proofs::sample_key, puzzle};

use crate::{failure::Failure, terminal};

/// Where middlegames begin and end, roughly.
const FIRST_PLY: usize = 16;
/// The last ply that is asked about.
const LAST_PLY: usize = 80;

/// One of several parts of a sample, for processes that share it; their counts add up to those of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: usize,
    of: usize,
}

impl Part {
    /// Every so manieth member, beginning with the part's own.
    pub fn take<T>(self, sample: Vec<T>) -> Vec<T> {
        sample.into_iter().skip(self.number - 1).step_by(self.of).collect()
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number, of }),
            _ => Err("expected a part and the number of parts, such as 3/16".to_owned()),
        }
    }
}

/// Some puzzles of a file.
pub fn puzzles(path: &Path, sample: usize, seed: u64) -> Result<Vec<puzzle::Record>, Failure> {
    let mut records = Vec::new();
    for record in puzzle::records(terminal::open(path)?)? {
        records.push(record?);
    }
    records.sort_by_cached_key(|record| sample_key(&record.id, seed));
    records.truncate(sample);
    Ok(records)
}

/// Positions of some puzzles after the opponent's first move, with their names.
pub fn of_puzzles(path: &Path, sample: usize, seed: u64) -> Result<Vec<(String, Position)>, Failure> {
    let mut found = Vec::new();
    for record in puzzles(path, sample, seed)? {
        let line = record.line()?;
        found.push((record.id.clone(), line.positions()[line.first()].clone()));
    }
    Ok(found)
}

/// One position each of some of the first `most` games of a file, between moves 8 and 40, with its name.
pub fn of_games(path: &Path, most: usize, sample: usize, seed: u64) -> Result<Vec<(String, Position)>, Failure> {
    let mut found = Vec::new();
    for game in reti::pgn::games(terminal::open(path)?).take(most) {
        let game = game.map_err(|error| Failure::File(path.display().to_string(), error))?;
        let id = format!("game {}", game.number);
        let positions = game.positions();
        let first = FIRST_PLY.min(positions.len());
        let last = LAST_PLY.min(positions.len().saturating_sub(1));
        if first < last {
            let ply = first + (sample_key(&id, seed) % (last - first) as u64) as usize;
            found.push((format!("{id} ply {ply}"), positions[ply].clone()));
        }
    }
    found.sort_by_cached_key(|(id, _)| sample_key(id, seed));
    found.truncate(sample);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_up_the_whole() {
        let part = |text: &str| text.parse::<Part>();
        let of = |number: usize| part(&format!("{number}/3")).map(|part| part.take((0..10).collect()));
        assert_eq!(of(1), Ok(vec![0, 3, 6, 9]));
        let mut all: Vec<usize> = (1..=3).flat_map(|number| of(number).unwrap_or_default()).collect();
        all.sort_unstable();
        assert_eq!(all, (0..10).collect::<Vec<_>>());
        for bad in ["0/3", "4/3", "1/0", "1", "", "a/b", "-1/3"] {
            assert!(part(bad).is_err(), "{bad}");
        }
    }
}
