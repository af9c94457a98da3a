//! What a line uses: its themes, the tactics that its first move creates, and the mate at its end.
//!
//! A theme holds on the boards of the line itself, so a sentence about it can be replayed there. The
//! tactics that the first move creates are told where no theme says more; a mate is told by its names.

use reti_core::{
    chess::{Position, Square},
    exchange::simple::victim_square,
    line::{Line, THEMES, Theme, Use},
    motif::{Kind, Motif, Property},
    relation::Relations,
    tactic::{self, Tactic},
};

use crate::{
    claim::{Mark, Meaning},
    words::Words,
};

/// Something that a line uses.
#[derive(Clone, Debug)]
pub struct Point {
    /// What.
    pub uses: Uses,
    /// Whether its squares are those of the board after the first move of the line.
    on_first_board: bool,
}

/// What a line uses.
#[derive(Clone, Debug)]
pub enum Uses {
    /// A theme, with all its uses by ply.
    Theme {
        /// Which.
        theme: &'static Theme,
        /// By ply of the line as it is played out, the move that sets the task counted.
        uses: Vec<Use>,
        /// The other themes of the line, so that one can leave it to another to say more.
        also: Vec<&'static str>,
    },
    /// The first move takes this piece.
    Takes(Square),
    /// The first move creates this.
    Creates(Tactic),
    /// The line ends in this mate.
    Mate(Tactic),
}

impl Point {
    /// Its names; a mate may have several.
    pub fn names(&self) -> Vec<&'static str> {
        match &self.uses {
            Uses::Theme { theme, .. } => vec![theme.name],
            Uses::Takes(_) => Vec::new(),
            Uses::Creates(tactic) => vec![tactic.motif.name],
            Uses::Mate(tactic) => names_of(tactic),
        }
    }

    /// Whether its squares are those of the board after the first move.
    pub fn on_first_board(&self) -> bool {
        self.on_first_board
    }

    /// Whether it belongs to the last board of the line.
    pub fn at_end(&self) -> bool {
        matches!(self.uses, Uses::Mate(_))
    }

    /// Its roles by name, with their squares.
    pub fn roles(&self) -> Vec<(&'static str, Vec<Square>)> {
        match &self.uses {
            Uses::Theme { theme, uses, .. } => {
                let squares = |role: &&'static str| -> Vec<Square> {
                    let cast = uses.first().into_iter().flat_map(|used| &used.cast);
                    cast.filter(|part| part.0 == *role).map(|part| part.1).collect()
                };
                let roles = theme.roles.iter().map(|role| (*role, squares(role)));
                roles.filter(|(_, squares)| !squares.is_empty()).collect()
            }
            Uses::Takes(square) => vec![("piece", vec![*square])],
            Uses::Creates(tactic) | Uses::Mate(tactic) => roles_of(tactic),
        }
    }

    /// Rings around its squares.
    pub fn marks(&self) -> Vec<Mark> {
        let meaning = |role: &str| {
            let known = reti_core::motif::Role::ALL.into_iter().find(|known| known.name() == role);
            known.map_or(Meaning::Target, Meaning::of)
        };
        let rings = self.roles().into_iter().flat_map(|(role, squares)| {
            squares.into_iter().map(move |square| Mark { from: square, to: None, meaning: meaning(role) })
        });
        rings.collect()
    }
}

/// The roles of a tactic by name, in the order of display.
pub fn roles_of(tactic: &Tactic) -> Vec<(&'static str, Vec<Square>)> {
    let roles = tactic.motif.roles.iter().map(|&role| (role.name(), tactic.cast.all(role).collect::<Vec<Square>>()));
    roles.filter(|(_, squares)| !squares.is_empty()).collect()
}

/// The names of a tactic: a mate may have further ones.
pub fn names_of(tactic: &Tactic) -> Vec<&'static str> {
    let further = tactic.cast.properties.iter().find_map(|property| match property {
        Property::Names(names) => Some(names.clone()),
        _ => None,
    });
    std::iter::once(tactic.motif.name).chain(further.into_iter().flatten()).collect()
}

/// How many of the tactics that a move creates are told where the line shows no theme.
const MAX_CREATED: usize = 2;

/// What is worth saying about a line; `created` is what its first move creates, and at most so many
/// themes are told.
pub fn points(line: &Line, created: &[Tactic], most: usize) -> Vec<Point> {
    let mut found = themes(line);
    found.truncate(most);
    let mate = mate_at(line.end());
    if found.is_empty() && mate.is_none() {
        found = created_points(line, created);
    }
    found.extend(mate.map(|tactic| Point { uses: Uses::Mate(tactic), on_first_board: line.moves().len() == 1 }));
    found
}

/// The themes of a line that have a sentence, each once, by ply.
fn themes(line: &Line) -> Vec<Point> {
    let mut found: Vec<(usize, &'static Theme, Vec<Use>)> = Vec::new();
    for theme in THEMES.iter().filter(|theme| Words::english().has(&format!("themes/{}", theme.name))) {
        let uses: Vec<Use> = (theme.find)(line).into_iter().filter(|used| used.reading.is_true()).collect();
        found.extend(uses.first().map(|used| used.ply).map(|ply| (ply, *theme, uses)));
    }
    found.sort_by_key(|(ply, ..)| *ply);
    let also: Vec<&'static str> = found.iter().map(|(_, theme, _)| theme.name).collect();
    let first = line.first();
    let points = found.into_iter().map(|(ply, theme, uses)| Point {
        uses: Uses::Theme { theme, uses, also: also.clone() },
        on_first_board: ply == first,
    });
    points.collect()
}

/// What the first move takes, or what it creates that wins most.
fn created_points(line: &Line, created: &[Tactic]) -> Vec<Point> {
    let Some(step) = line.step(line.first()) else {
        return Vec::new();
    };
    if let Some(square) = victim_square(step.m) {
        return vec![Point { uses: Uses::Takes(square), on_first_board: false }];
    }
    let relations = Relations::new(step.after);
    let mut told: Vec<&Tactic> = created.iter().filter(|tactic| !tactic::is_repetition(tactic, created)).collect();
    told.sort_by_key(|tactic| std::cmp::Reverse(tactic.value(&relations).material_delta));
    let told = told.into_iter().take(MAX_CREATED);
    told.map(|tactic| Point { uses: Uses::Creates(tactic.clone()), on_first_board: true }).collect()
}

/// The mate of a position, by all its names.
pub fn mate_at(position: &Position) -> Option<Tactic> {
    if !position.is_checkmate() {
        return None;
    }
    let relations = Relations::new(position);
    tactic::tactics(&relations).into_iter().find(|tactic| tactic.motif.kind == Kind::Mate)
}

/// Whether a motif is a tactic or a mate rather than an observation.
pub fn is_tactical(motif: &Motif) -> bool {
    motif.kind != Kind::Observation
}
