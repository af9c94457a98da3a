//! How much a relation matters beside the others of its position, for who can show only a few.
//!
//! What is dear and poorly guarded counts: a check before a pin, a pin before an attack on something cheap, an attack
//! before a guard, and a guard of what nobody attacks last. The numbers are ours, chosen by looking at pictures; they
//! order, and mean nothing else.

use reti_core::{
    chess::Square,
    relation::{
        Relations,
        graph::{Edge, Graph, LineKind, Node, Relation},
    },
    value::worth,
};

/// A king counts as much as a queen and something: all of them would hide everything else.
const MOST_WORTH: i64 = 1200;

/// The strengths of a position's relations.
pub struct Strengths<'a> {
    relations: &'a Relations,
    graph: Graph,
}

impl<'a> Strengths<'a> {
    /// Of all relations of a position.
    pub fn new(relations: &'a Relations) -> Strengths<'a> {
        Strengths { relations, graph: Graph::new(relations) }
    }

    /// How much a relation matters; 0 where a pin says the same.
    pub fn of(&self, edge: Edge) -> u32 {
        let (target, source) = (self.worth(edge.target), self.worth(edge.source));
        let strength = match edge.relation {
            Relation::Attack { .. } | Relation::Xray { .. } if self.is_said_by_a_pin(edge) => 0,
            Relation::Attack { legal, check, .. } => {
                let weak = self.count(edge.target, true) - self.count(edge.target, false);
                let dear = 600 + target + (target - source).max(0) + 300 * weak.max(0) + 900 * i64::from(check);
                force(legal, dear)
            }
            Relation::Pin { is_absolute, .. } => 1100 + target + 300 * i64::from(is_absolute),
            Relation::Defend { legal } if self.count(edge.target, true) > 0 => force(legal, 500 + target),
            Relation::Defend { legal } => force(legal, 60 + target / 20),
            Relation::Xray { kind: LineKind::Attack, .. } => 250 + target / 3,
            Relation::Xray { .. } => 40,
            Relation::Block { .. } if edge.is_shield(self.relations) => 120,
            Relation::Block { .. } => 20,
        };
        u32::try_from(strength).unwrap_or(0)
    }

    fn worth(&self, square: Square) -> i64 {
        let node = self.graph.nodes.iter().find(|node: &&Node| node.square == square);
        node.map_or(0, |node| i64::from(worth(node.piece.role)).min(MOST_WORTH))
    }

    /// How many attack a square, or guard it, with legal force.
    fn count(&self, target: Square, attacks: bool) -> i64 {
        let counts = |edge: &&Edge| {
            edge.target == target
                && match edge.relation {
                    Relation::Attack { legal, .. } => legal && attacks,
                    Relation::Defend { legal } => legal && !attacks,
                    _ => false,
                }
        };
        self.graph.edges.iter().filter(counts).count() as i64
    }

    /// Whether a pin names the same slider and the same piece: an attack on it, or the line through it.
    fn is_said_by_a_pin(&self, edge: Edge) -> bool {
        let pinned = match edge.relation {
            Relation::Xray { through, .. } => through,
            _ => edge.target,
        };
        let is_pin = |other: &Edge| matches!(other.relation, Relation::Pin { .. });
        self.graph.edges.iter().any(|other| is_pin(other) && (other.source, other.target) == (edge.source, pinned))
    }
}

/// What cannot be carried out matters less.
fn force(legal: bool, strength: i64) -> i64 {
    if legal { strength } else { strength * 3 / 10 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hangs_comes_before_what_is_guarded_for_nothing() {
        // The knight pins nothing and attacks the queen; the pawns guard each other.
        let position = crate::read_position("4k3/8/3q4/8/4N3/8/5PP1/6K1 b - - 0 1").unwrap();
        let relations = Relations::new(&position);
        let strengths = Strengths::new(&relations);
        let graph = Graph::new(&relations);
        let strongest = graph.edges.iter().max_by_key(|edge| strengths.of(**edge)).unwrap();
        assert_eq!((strongest.source, strongest.target), (Square::E4, Square::D6));
        let guards = graph.edges.iter().filter(|edge| matches!(edge.relation, Relation::Defend { .. }));
        assert!(guards.map(|edge| strengths.of(*edge)).all(|strength| strength < 600));
    }

    #[test]
    fn a_pin_is_said_once() {
        let position = crate::read_position("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").unwrap();
        let relations = Relations::new(&position);
        let strengths = Strengths::new(&relations);
        let said: Vec<u32> = Graph::new(&relations)
            .edges
            .iter()
            .filter(|edge| edge.source == Square::B4)
            .map(|edge| strengths.of(*edge))
            .filter(|strength| *strength > 0)
            .collect();
        assert_eq!(said.len(), 1, "the pin, without its attack and its line");
    }
}
