//! Famous moments: the lesson names the point that every book names.

#![allow(clippy::unwrap_used, reason = "tests")]

use reti::{
    chess::Position,
    explain::{Options, Sources, lesson, lesson_of_move},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Moments {
    moment: Vec<Moment>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moment {
    name: String,
    moves: Option<String>,
    fen: Option<String>,
    #[serde(rename = "move")]
    played: Option<String>,
    expect: Vec<String>,
}

impl Moment {
    fn position(&self) -> Position {
        let start = self.fen.as_ref().map_or(Position::start(), |fen| Position::from_fen(fen).unwrap());
        let moves = self.moves.iter().flat_map(|moves| moves.split(' '));
        moves.fold(start, |position, san| position.play(position.parse_move(san).unwrap()))
    }

    /// The lesson, as `reti explain --nodes 20000` gives it.
    fn text(&self) -> String {
        let position = self.position();
        let mut options = Options::default();
        options.effort.proof_nodes = 20_000;
        let sources = Sources { engine_nodes: Some(200_000), ..Sources::default() };
        let told = match &self.played {
            Some(m) => lesson_of_move(&position, position.parse_move(m).unwrap(), options, sources),
            None => lesson(&position, options, sources),
        };
        told.told.claims.into_iter().map(|claim| claim.text).collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn famous_moments_are_told_by_their_point() {
    let text = include_str!("../../../testdata/famous-moments.toml");
    let moments: Moments = toml::from_str(text).unwrap();
    assert!(moments.moment.len() >= 20);
    let mut missing = Vec::new();
    for moment in &moments.moment {
        let told = moment.text();
        let words: Vec<&String> = moment.expect.iter().filter(|words| !told.contains(words.as_str())).collect();
        if !words.is_empty() {
            missing.push(format!("{}: {words:?} is not in\n{told}\n", moment.name));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
