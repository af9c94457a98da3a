//! Tactics: the motifs of a position as a set, with order, identity, interaction and core.
//!
//! A tactic is one instance of a motif in one position (seed 000, definition 3.2). Their number is
//! the *tactical order* T(P) (section 4). The same tactic can be recognised after a move by its key:
//! motif, and the coloured pieces on the squares that play its roles (D-34), so a move creates
//! Delta(m) and resolves Nabla(m). Tactics that share a piece interact; the connected components of
//! that graph are the compound tactics (section 4.2). What the predicates need is the *core*
//! (section 5; the module [`core`] says what is wrong with the seed's proposition about it).

pub mod core;

use std::collections::BTreeSet;

use crate::{
    chess::{Bitboard, Color, Piece, Square},
    motif::{CATALOGUE, Cast, HANGING_PIECE, Kind, Motif, Property, Role, TacticValue, names_of_mate},
    relation::Relations,
};

/// One instance of a motif in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tactic {
    /// Which motif.
    pub motif: &'static Motif,
    /// Who plays which role, and for whom.
    pub cast: Cast,
}

/// What makes a tactic the same in two positions: the family of its motif, and which pieces stand
/// where in which role (decision D-34).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TacticKey {
    /// The family of the motif.
    pub family: &'static str,
    /// Role, piece and square, sorted.
    pub parts: Vec<(Role, Piece, Square)>,
}

impl Tactic {
    /// What it weighs among the features of a position, in pawns.
    pub fn weight(&self, relations: &Relations) -> f64 {
        (self.motif.weight)(relations, &self.cast)
    }

    /// The tactic's identity.
    pub fn key(&self, relations: &Relations) -> TacticKey {
        let board = relations.board();
        let parts = self.cast.parts.iter();
        let parts = parts.filter_map(|&(role, square)| board.piece_at(square).map(|piece| (role, piece, square)));
        TacticKey { family: self.motif.family, parts: parts.collect() }
    }

    /// What it is worth to its owner.
    pub fn value(&self, relations: &Relations) -> TacticValue {
        (self.motif.price)(relations, &self.cast)
    }

    /// The pieces that it needs: roles and context.
    pub fn support(&self) -> Bitboard {
        self.cast.squares() | self.cast.context
    }
}

/// All tactics of a position, T(P) as a set, sorted by motif and roles.
pub fn tactics(relations: &Relations) -> Vec<Tactic> {
    let mut found = Vec::with_capacity(16);
    for motif in CATALOGUE.iter().filter(|motif| motif.kind == Kind::Tactic) {
        found.extend((motif.detect)(relations).into_iter().map(|cast| Tactic { motif, cast }));
    }
    found.extend(mate(relations));
    found.sort_by(|a, b| (a.motif.name, &a.cast.parts).cmp(&(b.motif.name, &b.cast.parts)));
    found
}

/// The mate of a position: named by the first pattern of the catalogue that fits, the further names
/// as a property (decision D-33).
pub fn mate(relations: &Relations) -> Option<Tactic> {
    let mut names = names_of_mate(relations).into_iter();
    let (motif, mut cast) = names.next()?;
    let others: Vec<_> = names.map(|(motif, _)| motif).collect();
    if !others.is_empty() {
        cast = cast.with(Property::Names(others));
    }
    Some(Tactic { motif, cast })
}

/// The observations of a position: motifs that do not count.
pub fn observations(relations: &Relations) -> Vec<Tactic> {
    let mut found = Vec::new();
    for motif in CATALOGUE.iter().filter(|motif| motif.kind == Kind::Observation) {
        found.extend((motif.detect)(relations).into_iter().map(|cast| Tactic { motif, cast }));
    }
    found
}

/// How many tactics there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Order {
    /// T: all tactics.
    pub total: usize,
    /// Those that White owns.
    pub white: usize,
    /// Those that Black owns.
    pub black: usize,
    /// T*: without hanging pieces that another tactic of the same owner is about.
    pub reduced: usize,
}

/// The tactical order of a set of tactics (seed 000, definition 4.1; decision D-31).
pub fn order(tactics: &[Tactic]) -> Order {
    let owned = |color| tactics.iter().filter(|tactic| tactic.cast.owner == color).count();
    let repeated = tactics.iter().filter(|tactic| is_repetition(tactic, tactics)).count();
    Order {
        total: tactics.len(),
        white: owned(Color::White),
        black: owned(Color::Black),
        reduced: tactics.len() - repeated,
    }
}

/// Whether a tactic only says again that the victim of another one hangs.
pub fn is_repetition(tactic: &Tactic, tactics: &[Tactic]) -> bool {
    if *tactic.motif != HANGING_PIECE {
        return false;
    }
    let piece = tactic.cast.one(Role::Piece);
    tactics.iter().any(|other| {
        other.cast.owner == tactic.cast.owner
            && other.cast.parts.iter().any(|&(role, square)| square == piece && other.motif.victims.contains(&role))
    })
}

/// What a move does to the set of tactics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Delta(m): indices of the tactics after the move that were not there before.
    pub created: Vec<usize>,
    /// Nabla(m): indices of the tactics before the move that are gone.
    pub resolved: Vec<usize>,
}

/// Compares the tactics of two positions by their keys (seed 000, section 4.3).
pub fn change(before: (&Relations, &[Tactic]), after: (&Relations, &[Tactic])) -> Change {
    let keys = |(relations, tactics): (&Relations, &[Tactic])| -> Vec<TacticKey> {
        tactics.iter().map(|tactic| tactic.key(relations)).collect()
    };
    let (old, new) = (keys(before), keys(after));
    let missing_in = |these: &[TacticKey], those: &[TacticKey]| -> Vec<usize> {
        (0..these.len()).filter(|&index| !those.contains(&these[index])).collect()
    };
    Change { created: missing_in(&new, &old), resolved: missing_in(&old, &new) }
}

/// The connected components of the interaction graph: tactics that share a piece, directly or
/// through others. Indices sorted; components sorted by their first index (decision D-35).
pub fn components(tactics: &[Tactic]) -> Vec<Vec<usize>> {
    let squares: Vec<Bitboard> = tactics.iter().map(|tactic| tactic.cast.squares()).collect();
    let mut left: BTreeSet<usize> = (0..tactics.len()).collect();
    let mut components = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut component = vec![first];
        let mut reached = squares[first];
        while let Some(&next) = left.iter().find(|&&index| (squares[index] & reached).any()) {
            left.remove(&next);
            reached |= squares[next];
            component.push(next);
        }
        component.sort_unstable();
        components.push(component);
    }
    components
}

/// The edges of the interaction graph, as pairs of indices.
pub fn interactions(tactics: &[Tactic]) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for (i, one) in tactics.iter().enumerate() {
        for (j, other) in tactics.iter().enumerate().skip(i + 1) {
            if (one.cast.squares() & other.cast.squares()).any() {
                edges.push((i, j));
            }
        }
    }
    edges
}
