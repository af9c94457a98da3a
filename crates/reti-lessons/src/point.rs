//! What a line uses: its themes, the tactics that its first move creates, and the mate at its end.
//!
//! A theme holds on the boards of the line itself, so a sentence about it can be replayed there. The
//! tactics that the first move creates are told where no theme says more; a mate is told by its names.

use reti_core::{
    chess::{Position, Square},
    exchange::simple::victim_square,
    line::{self, Line, Use},
    motif::{Cast, Motif, Property, Role},
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
    /// A motif of lines, with all its uses.
    Theme {
        /// By ply of the line as it is played out, the move that sets the task counted; at least one.
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
            Uses::Theme { uses, .. } => uses.first().map(|used| used.motif.name).into_iter().collect(),
            Uses::Takes(_) => Vec::new(),
            Uses::Creates(tactic) => vec![tactic.motif.name],
            Uses::Mate(tactic) => names_of(tactic),
        }
    }

    /// The ply of the line as it is played out at which it is used; none for a mate, which is at the end.
    pub fn ply(&self) -> Option<usize> {
        match &self.uses {
            Uses::Theme { uses, .. } => uses.first().map(|used| used.ply),
            Uses::Takes(_) | Uses::Creates(_) => Some(0),
            Uses::Mate(_) => None,
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

    /// Its roles, with their squares.
    pub fn roles(&self) -> Vec<(Role, Vec<Square>)> {
        match &self.uses {
            Uses::Theme { uses, .. } => {
                uses.first().map(|used| in_order(line_roles(used.motif), &used.cast)).unwrap_or_default()
            }
            Uses::Takes(square) => vec![(Role::Piece, vec![*square])],
            Uses::Creates(tactic) | Uses::Mate(tactic) => roles_of(tactic),
        }
    }

    /// Rings around its squares.
    pub fn marks(&self) -> Vec<Mark> {
        let rings = self.roles().into_iter().flat_map(|(role, squares)| {
            squares.into_iter().map(move |square| Mark { from: square, to: None, meaning: Meaning::of(role) })
        });
        rings.collect()
    }
}

/// The roles that a motif has in lines.
pub fn line_roles(motif: &Motif) -> &'static [Role] {
    motif.theme.as_ref().map_or(motif.roles, |theme| theme.roles)
}

fn in_order(roles: &[Role], cast: &Cast) -> Vec<(Role, Vec<Square>)> {
    let roles = roles.iter().map(|&role| (role, cast.all(role).collect::<Vec<Square>>()));
    roles.filter(|(_, squares)| !squares.is_empty()).collect()
}

/// The roles of a tactic, in the order of display.
pub fn roles_of(tactic: &Tactic) -> Vec<(Role, Vec<Square>)> {
    in_order(tactic.motif.roles, &tactic.cast)
}

/// The names of a tactic: a mate may have further ones.
pub fn names_of(tactic: &Tactic) -> Vec<&'static str> {
    let further = tactic.cast.properties.iter().find_map(|property| match property {
        Property::Names(names) => Some(names.clone()),
        _ => None,
    });
    std::iter::once(tactic.motif.name).chain(further.into_iter().flatten().map(|motif| motif.name)).collect()
}

/// Themes that describe where a line happens rather than how it works.
pub const SCENES: [&str; 6] =
    ["exposed-king", "advanced-pawn", "attacking-f2-f7", "kingside-attack", "castling", "promotion"];

/// How many of the tactics that a move creates are told where the line shows no theme.
const MAX_CREATED: usize = 2;

/// What is worth saying about a line; `created` is what its first move creates, and at most so many
/// themes are told.
pub fn points(line: &Line, created: &[Tactic], most: usize) -> Vec<Point> {
    let mut found = themes(line);
    if found.len() > most {
        // Tactics before scenes; then again by ply.
        found.sort_by_key(|point| point.names().iter().any(|name| SCENES.contains(name)));
        found.truncate(most);
        found.sort_by_key(Point::ply);
    }
    let mate = mate_at(line.end());
    if found.is_empty() && mate.is_none() {
        found = created_points(line, created);
    }
    found.extend(mate.map(|tactic| Point { uses: Uses::Mate(tactic), on_first_board: line.moves().len() == 1 }));
    found
}

/// The motifs of a line that have a sentence, each once, by ply.
fn themes(line: &Line) -> Vec<Point> {
    let has_words = |used: &Use| Words::english().has(&format!("themes/{}", used.motif.name));
    let all: Vec<Use> = line::uses(line).into_iter().filter(has_words).collect();
    let mut found: Vec<&[Use]> = all.chunk_by(|one, next| one.motif == next.motif).collect();
    found.sort_by_key(|uses| uses[0].ply);
    let also: Vec<&'static str> = found.iter().map(|uses| uses[0].motif.name).collect();
    let points = found.iter().map(|uses| Point {
        uses: Uses::Theme { uses: uses.to_vec(), also: also.clone() },
        on_first_board: uses[0].ply == line.first(),
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
    tactic::mate(&Relations::new(position))
}
