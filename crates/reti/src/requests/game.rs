//! Requests about whole games.

use std::fmt::Write as _;

use reti_core::chess::Position;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Ask, Call, Event, Language, Limits, Place, Refusal,
    lesson::exact_values,
    place::{Asked, find_game},
    told,
};
use crate::{
    annotate::{self, Effort, Options, Scheme, Watch},
    fragility,
    pgn::{self, Game, tree::Node},
    wire,
};

/// A game of a list.
pub(super) fn entry(game: &Game) -> wire::GameEntry {
    wire::GameEntry {
        game: game.number,
        name: game.name(),
        plies: game.moves.len(),
        result: game.outcome.text().to_owned(),
    }
}

/// A game with its variations.
pub(super) fn tree(game: &Game) -> wire::GameTree {
    wire::GameTree {
        game: game.number,
        name: game.name(),
        tags: game.tags.clone(),
        fen: game.start.fen(),
        result: game.outcome.text().to_owned(),
        moves: nodes(&pgn::tree::tree(game)),
        problem: game.problem.clone().map(|problem| Refusal::of("pgn")(problem).problem()),
    }
}

fn nodes(line: &[Node]) -> Vec<wire::GameNode> {
    let one = |node: &Node| {
        let dots = if node.before.turn().is_white() { "." } else { "..." };
        wire::GameNode {
            number: format!("{}{dots}", node.before.fullmoves()),
            played: node.before.uci(node.played),
            san: node.before.san(node.played),
            fen: node.before.play(node.played).fen(),
            preface: node.preface.clone(),
            comments: node.comments.clone(),
            glyphs: node.glyphs.clone(),
            variations: node.variations.iter().map(|line| nodes(line)).collect(),
        }
    };
    line.iter().map(one).collect()
}

/// How hard to look at a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Care {
    /// Small budgets, no praise: about a second for a game.
    Fast,
    /// As `reti annotate` does without options.
    #[default]
    Normal,
}

/// Reviews a game.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Annotate {
    /// The game as PGN.
    pub pgn: String,
    /// Which game of the PGN, from 1.
    pub game: Option<usize>,
    /// Where the game begins, instead of a PGN: a FEN, or `startpos`.
    pub fen: Option<String>,
    /// Moves of the game, after those of the PGN, in SAN or UCI.
    pub moves: Vec<String>,
    /// How hard to look.
    pub effort: Care,
    /// Nodes for each position, instead of what the effort says.
    pub nodes: Option<u64>,
    /// Which losses make a mistake.
    pub scheme: Option<wire::Scheme>,
    /// Also the order of every position: how many tactics are on the board.
    pub order: bool,
    /// Also the fragility of every position.
    pub fragility: bool,
    /// Also exercises from the game.
    pub exercises: bool,
    /// The language of comments.
    pub language: Language,
}

/// A reviewed game in its two forms.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The document, as the program prints it.
    pub json: String,
    /// The game with glyphs, comments and variations.
    pub pgn: String,
}

/// Most nodes for a position of a game.
const MAX_NODES: u64 = 5_000_000;

impl Annotate {
    /// The game that is meant.
    fn played(&self, limits: Limits) -> Result<Game, Refusal> {
        if self.fen.is_none() && self.moves.is_empty() {
            return find_game(&self.pgn, self.game.unwrap_or(1), limits);
        }
        let pgn = Some(self.pgn.as_str()).filter(|text| !text.trim().is_empty());
        let asked = Asked { fen: self.fen.as_deref(), pgn, game: self.game, ply: None, moves: &self.moves };
        find_game(&written(&asked.place(limits)?), 1, limits)
    }

    fn review(&self, call: &Call<'_>) -> Result<Annotated, Refusal> {
        let game = self.played(call.limits)?;
        let effort = self.effort()?;
        let words = self.language.words();
        let tell = |share: f64| (call.tell)(&Event::Progress(wire::Progress::of(share)));
        let options = Options {
            words,
            effort,
            order: self.order,
            fragility: self.fragility,
            exercises: self.exercises,
            watch: Watch { tell: &tell, stop: call.stop },
        };
        let tables = exact_values(call)?;
        let table = if self.effort == Care::Fast { 2 } else { 32 };
        let annotated =
            annotate::annotate(&game, &mut annotate::own_advisor_until(table, call.stop), &tables, &options);
        if (call.stop)() {
            return Err(Refusal::Stopped);
        }
        let annotated = annotated?;
        Ok(Annotated { json: wire::to_line(&annotated), pgn: annotate::pgn(&game, &annotated, words) })
    }

    fn effort(&self) -> Result<Effort, Refusal> {
        let mut effort = match self.effort {
            Care::Fast => Effort::FAST,
            Care::Normal => Effort::default(),
        };
        if let Some(nodes) = self.nodes {
            if !(100..=MAX_NODES).contains(&nodes) {
                return Err(Refusal::wrong("nodes", format!("{nodes} is not from 100 to {MAX_NODES}")));
            }
            effort.nodes = nodes;
        }
        effort.scheme = match self.scheme {
            Some(wire::Scheme::ChessCom) => Scheme::ChessCom,
            _ => Scheme::Lichess,
        };
        Ok(effort)
    }
}

impl Ask for Annotate {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        self.review(call).map(|annotated| annotated.json)
    }
}

/// Answers a request for a review, as a document and as PGN.
pub fn annotated(body: &[u8], call: &Call<'_>) -> Result<Annotated, Refusal> {
    super::read::<Annotate>(body)?.review(call)
}

/// Refuses a request for a review that could not be answered, before any work is done.
pub fn check_annotate(body: &[u8], limits: Limits) -> Result<(), Refusal> {
    let asked = super::read::<Annotate>(body)?;
    asked.effort()?;
    asked.played(limits).map(|_| ())
}

/// A game that was told by its moves, as PGN; the tags of the game that it goes on with stay.
fn written(place: &Place) -> String {
    let known = place.game.iter().flat_map(|game| &game.tags);
    let kept = known.filter(|(name, _)| !matches!(name.as_str(), "FEN" | "SetUp"));
    let mut out = String::new();
    for (name, value) in kept {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(out, "[{name} \"{value}\"]");
    }
    if place.start != Position::start() {
        let _ = writeln!(out, "[SetUp \"1\"]\n[FEN \"{}\"]", place.start.fen());
    }
    out.push('\n');
    let mut position = place.start.clone();
    for (index, &m) in place.moves.iter().enumerate() {
        if position.turn().is_white() || index == 0 {
            let dots = if position.turn().is_white() { "." } else { "..." };
            let _ = write!(out, "{}{dots} ", position.fullmoves());
        }
        let _ = write!(out, "{} ", position.san(m));
        position = position.play(m);
    }
    let outcome = place.game.as_ref().map_or("*", |game| game.outcome.text());
    out.push_str(if place.moves.is_empty() || place.game.is_none() { "*" } else { outcome });
    out.push('\n');
    out
}

/// Follows the fragility of a game.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Fragility {
    /// The game as PGN.
    pub pgn: String,
    /// Which game of the PGN, from 1.
    pub game: Option<usize>,
}

impl Ask for Fragility {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let game = find_game(&self.pgn, self.game.unwrap_or(1), call.limits)?;
        Ok(told(&fragility::curve(&game, crate::Mode::Standard)))
    }
}
