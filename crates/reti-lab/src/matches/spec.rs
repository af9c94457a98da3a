//! Contestants and limits, read from text.

use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

/// What cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// A limit.
    #[error("bad limit '{0}': expected a clock such as 1+0.02 or 40/60+0.5, in seconds")]
    Limit(String),
    /// A part of a contestant.
    #[error("bad engine '{spec}': {message}")]
    Contestant {
        /// The whole text.
        spec: String,
        /// What is wrong.
        message: String,
    },
}

/// How much thinking a move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A clock: milliseconds at the start and for each move, and moves until the start is given again.
    Clock {
        /// Milliseconds at the start.
        base: u64,
        /// Milliseconds added for each move.
        increment: u64,
        /// Moves until the start time is added again; the whole game if absent.
        moves: Option<u32>,
    },
    /// Nodes for each move.
    Nodes(u64),
    /// Plies for each move.
    Depth(u32),
    /// Milliseconds for each move.
    MoveTime(u64),
}

impl FromStr for Limit {
    type Err = SpecError;

    /// A clock: `1+0.02`, `60`, `40/60+0.5`.
    fn from_str(text: &str) -> Result<Limit, SpecError> {
        let fail = || SpecError::Limit(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(fail)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let milliseconds = |text: &str| {
            let seconds: f64 = text.parse().ok().filter(|seconds| (0.0..1e6).contains(seconds))?;
            Some((1000.0 * seconds).round() as u64)
        };
        let base = milliseconds(base).filter(|&base| base > 0).ok_or_else(fail)?;
        Ok(Limit::Clock { base, increment: milliseconds(increment).ok_or_else(fail)?, moves })
    }
}

/// An engine that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// How it is called in reports.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// UCI options to be set.
    pub options: Vec<(String, String)>,
    /// Its own limit.
    pub limit: Option<Limit>,
    /// A rating that is known from elsewhere.
    pub rating: Option<f64>,
}

impl Contestant {
    /// Reads `PROGRAM; key=value; ...`. The program `reti` is the one at `own`. Keys are `name`,
    /// `args`, `tc`, `nodes`, `depth`, `movetime`, `elo`; all others are UCI options.
    ///
    /// ```
    /// use reti_lab::matches::Contestant;
    /// let read = Contestant::read("/usr/games/stockfish; name=SF; nodes=1000; elo=2518; Hash=16", "reti".as_ref());
    /// assert_eq!(read.unwrap().options, [("Hash".to_owned(), "16".to_owned())]);
    /// ```
    pub fn read(spec: &str, own: &Path) -> Result<Contestant, SpecError> {
        let fail = |message: String| SpecError::Contestant { spec: spec.to_owned(), message };
        let mut fields = spec.split(';').map(str::trim);
        let program = fields.next().filter(|text| !text.is_empty()).ok_or_else(|| fail("no program".to_owned()))?;
        let mut found = if program == "reti" {
            Contestant { program: own.to_owned(), arguments: vec!["uci".to_owned()], ..Contestant::bare("Reti") }
        } else {
            let name = Path::new(program).file_name().map_or(program.into(), |name| name.to_string_lossy());
            Contestant { program: program.into(), ..Contestant::bare(&name) }
        };
        let mut is_named = false;
        for field in fields.filter(|field| !field.is_empty()) {
            let (key, value) =
                field.split_once('=').ok_or_else(|| fail(format!("'{field}' is not of the form key=value")))?;
            let (key, value) = (key.trim(), value.trim());
            let number = || value.parse::<u64>().map_err(|_| fail(format!("'{value}' is not a number")));
            match key {
                "name" => {
                    value.clone_into(&mut found.name);
                    is_named = true;
                }
                "args" => found.arguments = value.split_whitespace().map(str::to_owned).collect(),
                "tc" => found.limit = Some(value.parse()?),
                "nodes" => found.limit = Some(Limit::Nodes(number()?)),
                "depth" => found.limit = Some(Limit::Depth(number()?.min(1_000) as u32)),
                "movetime" => found.limit = Some(Limit::MoveTime(number()?)),
                "elo" => found.rating = Some(value.parse().map_err(|_| fail(format!("'{value}' is not a rating")))?),
                _ => {
                    found.options.push((key.to_owned(), value.to_owned()));
                    if !is_named {
                        found.name = format!("{} {key}={value}", found.name);
                    }
                }
            }
        }
        if found.rating.is_some_and(|rating| !rating.is_finite()) {
            return Err(fail("a rating must be a number".to_owned()));
        }
        Ok(found)
    }

    fn bare(name: &str) -> Contestant {
        Contestant {
            name: name.to_owned(),
            program: PathBuf::new(),
            arguments: vec![],
            options: vec![],
            limit: None,
            rating: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let clock = |base, increment, moves| Ok(Limit::Clock { base, increment, moves });
        assert_eq!("1+0.02".parse(), clock(1_000, 20, None));
        assert_eq!("40/60".parse(), clock(60_000, 0, Some(40)));
        for text in ["", "x", "0+1", "-1", "1+", "1+x", "0/5", "1e99", "nan"] {
            assert_eq!(text.parse::<Limit>(), Err(SpecError::Limit(text.to_owned())));
        }
    }

    #[test]
    fn contestants_are_read() {
        let found = Contestant::read("reti; Evaluation=seed; Move Overhead=20", "/bin/reti".as_ref()).unwrap();
        assert_eq!((found.name.as_str(), found.arguments.len()), ("Reti Evaluation=seed Move Overhead=20", 1));
        let found = Contestant::read("./sf; elo=2000; tc=1+1; args=-u x; name=A", "reti".as_ref()).unwrap();
        assert_eq!((found.name.as_str(), found.rating, found.arguments.len()), ("A", Some(2000.0), 2));
        for bad in ["", ";", "x; y", "x; nodes=many", "x; elo=high", "x; elo=NaN", "x; tc=0"] {
            assert!(Contestant::read(bad, "reti".as_ref()).is_err(), "{bad}");
        }
    }
}
