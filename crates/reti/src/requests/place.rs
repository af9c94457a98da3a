//! Which position a request is about: a FEN, a game, moves, or what somebody pasted.

use reti_core::chess::{Move, Position};
use reti_search::engine::Game as Played;

use super::{Limits, Refusal};
use crate::{
    pgn::{self, Game},
    read_move, read_position,
};

/// A position, and how it came about.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where the game begins, as far as it is known.
    pub start: Position,
    /// The moves since then.
    pub moves: Vec<Move>,
    /// The position asked about.
    pub position: Position,
    /// The game that the moves come from.
    pub game: Option<Game>,
}

impl Place {
    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// The game as an engine needs it.
    pub fn played(&self) -> Played {
        let mut played = Played::new(self.start.clone());
        self.moves.iter().for_each(|&m| played.play(m));
        played
    }

    fn play(&mut self, m: Move) {
        self.position = self.position.play(m);
        self.moves.push(m);
    }

    fn at(start: Position) -> Place {
        Place { position: start.clone(), start, moves: Vec::new(), game: None }
    }
}

/// The fields that say which position is meant.
pub(super) struct Asked<'a> {
    pub fen: Option<&'a str>,
    pub pgn: Option<&'a str>,
    pub game: Option<usize>,
    pub ply: Option<usize>,
    pub moves: &'a [String],
}

impl Asked<'_> {
    /// The position that is meant.
    pub fn place(&self, limits: Limits) -> Result<Place, Refusal> {
        if self.moves.len() > limits.plies {
            let message = format!("{} moves are too many: at most {} can be given", self.moves.len(), limits.plies);
            return Err(Refusal::wrong("moves", message));
        }
        let mut place = match (self.fen, self.pgn) {
            (Some(_), Some(_)) => {
                return Err(Refusal::wrong("pgn", "a FEN or a game, but not both".to_owned()));
            }
            (fen, None) => {
                if self.game.is_some() || self.ply.is_some() {
                    let field = if self.game.is_some() { "game" } else { "ply" };
                    return Err(Refusal::wrong(field, "this needs a game: give `pgn` as well".to_owned()));
                }
                let fen = fen.unwrap_or("startpos");
                Place::at(read_position(fen).map_err(Refusal::of("fen"))?)
            }
            (None, Some(pgn)) => of_game(find_game(pgn, self.game.unwrap_or(1), limits)?, self.ply)?,
        };
        for (index, text) in self.moves.iter().enumerate() {
            let m = read_move(&place.position, text).map_err(Refusal::of(format!("moves/{index}")))?;
            place.play(m);
        }
        Ok(place)
    }
}

/// The game with a number.
pub(super) fn find_game(text: &str, number: usize, limits: Limits) -> Result<Game, Refusal> {
    let mut count = 0;
    for game in pgn::games(text.as_bytes()) {
        let game = game.map_err(|error| Refusal::wrong("pgn", error.to_string()))?;
        count = game.number;
        if count != number {
            continue;
        }
        if game.moves.len() > limits.plies {
            let message = format!("the game has {} plies: at most {} are read", game.moves.len(), limits.plies);
            return Err(Refusal::wrong("pgn", message));
        }
        return match game.problem.clone() {
            Some(problem) if game.moves.is_empty() => Err(Refusal::of("pgn")(problem)),
            _ => Ok(game),
        };
    }
    let message = match count {
        0 => "no games found: expected PGN such as 1. e4 e5 2. Nf3 Nc6 *".to_owned(),
        _ => format!("there is no game {number}, there are {count}"),
    };
    Err(Refusal::wrong(if count == 0 { "pgn" } else { "game" }, message))
}

/// The position of a game after so many plies, or at its end.
pub(super) fn of_game(game: Game, ply: Option<usize>) -> Result<Place, Refusal> {
    let count = game.moves.len();
    let ply = ply.unwrap_or(count);
    if ply > count {
        return Err(Refusal::wrong("ply", format!("there is no ply {ply}: the game has {count}")));
    }
    let mut place = Place::at(game.start.clone());
    game.moves[..ply].iter().for_each(|&m| place.play(m));
    place.game = Some(game);
    Ok(place)
}

/// Declares a request about a position: the fields that all of them share, and its own.
macro_rules! about_a_position {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            /// The position as FEN, or `startpos`, which it is if nothing is said.
            pub fen: Option<String>,
            /// A game as PGN, instead of a FEN.
            pub pgn: Option<String>,
            /// Which game of the PGN, from 1.
            pub game: Option<usize>,
            /// The position of the game after so many plies; its end if nothing is said.
            pub ply: Option<usize>,
            /// Moves from there, in SAN or UCI.
            pub moves: Vec<String>,
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $name {
            pub(super) fn place(&self, limits: $crate::requests::Limits) -> Result<$crate::requests::Place, $crate::requests::Refusal> {
                $crate::requests::place::Asked {
                    fen: self.fen.as_deref(),
                    pgn: self.pgn.as_deref(),
                    game: self.game,
                    ply: self.ply,
                    moves: &self.moves,
                }
                .place(limits)
            }
        }
    };
}
pub(super) use about_a_position;
