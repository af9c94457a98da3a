//! Whether a pattern holds in one position, by the detectors: the slow and plain meaning.

use std::collections::BTreeMap;

use reti_core::{
    chess::{Color, Piece, Position, Square},
    fragility::{Mode, fragility},
    motif::Kind,
    relation::{Relations, graph::Graph},
    tactic::{self, Tactic},
};
use reti_lessons::phase::Phase;

use super::{Condition, MotifCondition, NumberField, Pattern};
use crate::rows;

/// A position with what only its game knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// How many moves had been played.
    pub ply: Option<usize>,
    /// The phase of the game, which does not go back.
    pub phase: Option<Phase>,
}

impl Pattern {
    /// Whether the pattern holds; none if it asks for something that a position alone does not tell.
    pub fn holds(&self, position: &Position, moment: Moment) -> Option<bool> {
        let relations = Relations::new(position);
        let mut found = tactic::tactics(&relations);
        found.extend(tactic::observations(&relations));
        let mut all = true;
        for (condition, negated) in &self.conditions {
            all &= condition.holds(&relations, &found, moment)? != *negated;
        }
        Some(all)
    }

    /// The tactics of a position that the pattern names.
    pub fn named(&self, position: &Position) -> Vec<Tactic> {
        let relations = Relations::new(position);
        let mut found = tactic::tactics(&relations);
        found.extend(tactic::observations(&relations));
        let named = |tactic: &Tactic| {
            self.conditions.iter().any(|(condition, negated)| match condition {
                Condition::Motif(motif) => !negated && motif.fits(&relations, tactic),
                _ => false,
            })
        };
        found.into_iter().filter(named).collect()
    }
}

impl Condition {
    fn holds(&self, relations: &Relations, found: &[Tactic], moment: Moment) -> Option<bool> {
        let position = relations.position();
        Some(match self {
            Condition::Motif(motif) if motif.proven => return None,
            Condition::Motif(motif) => found.iter().any(|tactic| motif.fits(relations, tactic)),
            Condition::Turn(turn) => position.turn() == *turn,
            Condition::Number(field, comparison, value) => {
                comparison.holds(number(*field, relations, found, moment)?, *value)
            }
            Condition::Phase(phase) => reti::wire::Phase::from(moment.phase?) == *phase,
            Condition::Material(material) => {
                let found = rows::material(position.board());
                let turned = material.split_once('v').map(|(white, black)| format!("{black}v{white}"));
                found == *material || Some(found) == turned
            }
            Condition::Stands(piece, square) => position.board().piece_at(*square) == Some(*piece),
            Condition::Like(other, least) => similarity(position, other) >= *least,
            Condition::Tag(..) => return None,
        })
    }
}

fn number(field: NumberField, relations: &Relations, found: &[Tactic], moment: Moment) -> Option<f64> {
    let counted: Vec<Tactic> = found.iter().filter(|tactic| tactic.motif.kind != Kind::Observation).cloned().collect();
    let order = tactic::order(&counted);
    let fragile = || fragility(relations, Mode::Standard);
    Some(match field {
        NumberField::Ply => moment.ply? as f64,
        NumberField::Position(name) => match name {
            "men" => relations.board().occupied().count() as f64,
            "order" => order.total as f64,
            "order_white" => order.white as f64,
            "order_black" => order.black as f64,
            "order_reduced" => order.reduced as f64,
            "fragility" => fragile().total,
            "fragility_white" => fragile().white,
            "fragility_black" => fragile().black,
            _ => return None,
        },
        NumberField::Game(_) => return None,
    })
}

impl MotifCondition {
    /// Whether a tactic is one that is meant.
    fn fits(&self, relations: &Relations, tactic: &Tactic) -> bool {
        let owner = tactic.cast.owner;
        if tactic.motif.name != self.motif.name || self.owner.is_some_and(|wanted| wanted != owner) {
            return false;
        }
        let board = relations.board();
        let cast = |is_meant: &dyn Fn(usize, Piece) -> bool| -> Vec<Piece> {
            let parts = tactic.cast.parts.iter().filter_map(|&(role, square)| Some((role, board.piece_at(square)?)));
            parts.filter(|(role, piece)| is_meant(*role as usize, *piece)).map(|(_, piece)| piece).collect()
        };
        let by = cast(&|_, piece| piece.color == owner);
        let is_observation = self.motif.kind == Kind::Observation;
        let victims = self.motif.victims;
        let of = cast(&|role, piece| {
            let is_victim = victims.is_empty() || victims.iter().any(|victim| *victim as usize == role);
            is_victim && (is_observation || piece.color != owner)
        });
        let plays = |list: &[Piece], wanted| list.iter().filter(|piece| piece.role == wanted).count();
        self.by.is_none_or(|wanted| plays(&by, wanted) > 0)
            && self.of.iter().all(|&wanted| plays(&of, wanted) >= self.of.iter().filter(|one| **one == wanted).count())
    }
}

/// Whether a piece stands on a square.
pub fn stands(position: &Position, piece: Piece, square: Square) -> bool {
    position.board().piece_at(square) == Some(piece)
}

/// How alike two positions are: the share of their relations that they have in common, where a relation is who does
/// what to whom, wherever they stand; counted as often as it occurs. The colours may be exchanged.
pub fn similarity(one: &Position, other: &Position) -> f64 {
    let count = |position: &Position, swaps: bool| {
        let mut counts: BTreeMap<(Piece2, &'static str, Piece2), i64> = BTreeMap::new();
        let relations = Relations::new(position);
        let board = relations.board();
        let piece = |square| board.piece_at(square).map(|piece| place(piece, swaps));
        for edge in Graph::new(&relations).edges {
            if let (Some(source), Some(target)) = (piece(edge.source), piece(edge.target)) {
                *counts.entry((source, edge.relation.name(), target)).or_default() += 1;
            }
        }
        counts
    };
    let own = count(one, false);
    let alike = |swaps: bool| {
        let their = count(other, swaps);
        let shared: i64 = own.iter().map(|(key, count)| *count.min(their.get(key).unwrap_or(&0))).sum();
        let all: i64 = own.values().sum::<i64>() + their.values().sum::<i64>() - shared;
        if all == 0 { 1.0 } else { shared as f64 / all as f64 }
    };
    alike(false).max(alike(true))
}

type Piece2 = (bool, usize);

fn place(piece: Piece, swaps: bool) -> Piece2 {
    ((piece.color == Color::White) != swaps, reti_core::chess::type_index(piece.role))
}
