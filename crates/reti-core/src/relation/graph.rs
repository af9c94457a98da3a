//! The position graph: pieces as nodes, relations as labelled edges.
//!
//! A labelled directed multigraph (seed 000, definition 2.1): one node a piece, sorted by square;
//! edges sorted by source, relation, target and third piece, so that two runs print the same bytes.
//! Relations between three pieces are edges between two with the third as a property. An edge
//! without legal force, such as the defence by a pinned piece, is a *phantom*; the
//! [legal view](Graph::legal_view) drops those.

use super::{RayTriple, Relations};
use crate::{
    chess::{Bitboard, Color, Piece, PieceType, Square},
    value::worth,
};

/// A piece of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub piece: Piece,
}

/// Whether a line relation would attack or defend its target if the line were open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// Slider and target are enemies.
    Attack,
    /// Slider and target are of one colour.
    Defend,
}

impl LineKind {
    /// `attack` or `defend`.
    pub const fn name(self) -> &'static str {
        match self {
            LineKind::Attack => "attack",
            LineKind::Defend => "defend",
        }
    }
}

/// How one piece relates to another, with what else the relation involves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// The source could capture the target, pins ignored.
    Attack {
        /// Whether the capture would leave the own king safe.
        legal: bool,
        /// Whether the target is the king.
        check: bool,
        /// Whether it is an en passant capture.
        en_passant: bool,
    },
    /// The source could recapture on the target's square.
    Defend {
        /// Whether that would leave the own king safe.
        legal: bool,
    },
    /// The source stops a slider from reaching the target.
    Block {
        /// The slider that is stopped.
        slider: Square,
        /// What the slider would do to the target.
        kind: LineKind,
    },
    /// The source holds the target in front of a dearer piece.
    Pin {
        /// The dearer piece.
        shielded: Square,
        /// Whether that is the king.
        is_absolute: bool,
    },
    /// The source looks at the target through one piece.
    Xray {
        /// The piece in between.
        through: Square,
        /// What the source would do to the target.
        kind: LineKind,
    },
}

impl Relation {
    /// The names of all relations, in the order of edges.
    pub const NAMES: [&'static str; 5] = ["attack", "defend", "block", "pin", "xray"];

    /// The position of the relation in [`Relation::NAMES`].
    pub const fn index(self) -> usize {
        match self {
            Relation::Attack { .. } => 0,
            Relation::Defend { .. } => 1,
            Relation::Block { .. } => 2,
            Relation::Pin { .. } => 3,
            Relation::Xray { .. } => 4,
        }
    }

    /// The relation's name.
    pub const fn name(self) -> &'static str {
        Relation::NAMES[self.index()]
    }

    /// The third piece that takes part, if any.
    pub const fn third(self) -> Option<Square> {
        match self {
            Relation::Attack { .. } | Relation::Defend { .. } => None,
            Relation::Block { slider: third, .. }
            | Relation::Pin { shielded: third, .. }
            | Relation::Xray { through: third, .. } => Some(third),
        }
    }

    /// Whether it is an attack or defence that could not legally be executed.
    pub const fn is_phantom(self) -> bool {
        matches!(self, Relation::Attack { legal: false, .. } | Relation::Defend { legal: false })
    }
}

/// A labelled edge between two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// Where the acting piece stands.
    pub source: Square,
    /// How it relates to the target.
    pub relation: Relation,
    /// Where the other piece stands.
    pub target: Square,
}

impl Edge {
    /// Whether this is what seed 000, section 2.2 calls *shields*: a block whose blocker and target
    /// are friends and whose slider is an enemy (decision D-08).
    pub fn is_shield(self, relations: &Relations) -> bool {
        let board = relations.board();
        matches!(self.relation, Relation::Block { slider, .. }
            if board.color_at(self.source) == board.color_at(self.target)
                && board.color_at(slider) != board.color_at(self.source))
    }

    fn pieces(self) -> Bitboard {
        let ends = Bitboard::from_square(self.source).with(self.target);
        self.relation.third().map_or(ends, |third| ends.with(third))
    }
}

/// The graph of a position, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The pieces, sorted by square.
    pub nodes: Vec<Node>,
    /// The relations, sorted by source, relation, target, third piece.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// All relations of a position.
    pub fn new(relations: &Relations) -> Graph {
        let board = relations.board();
        let nodes = board.iter().map(|(square, piece)| Node { square, piece }).collect::<Vec<_>>();
        let mut edges = Vec::with_capacity(160);
        let lines = LinesBySource::new(relations);
        let en_passant = relations.en_passant();
        for node in &nodes {
            add_attacks_and_defenses(&mut edges, relations, *node, en_passant);
            lines.add_blocks(&mut edges, relations, node.square);
            LinesBySource::add_pins_and_xrays(&mut edges, relations, node.square);
        }
        Graph { nodes, edges }
    }

    /// The part within a set of squares: an edge stays if both ends and its third piece are inside.
    /// A cut of the existing graph; nothing is computed anew (decision D-10).
    #[must_use]
    pub fn induced(&self, squares: Bitboard) -> Graph {
        Graph {
            nodes: self.nodes.iter().filter(|node| squares.contains(node.square)).copied().collect(),
            edges: self.edges.iter().filter(|edge| edge.pieces().is_subset(squares)).copied().collect(),
        }
    }

    /// All nodes, but only the edges of one relation, named as in [`Relation::NAMES`].
    #[must_use]
    pub fn restricted(&self, name: &str) -> Graph {
        self.filtered(|edge| edge.relation.name() == name)
    }

    /// The graph without phantom edges.
    #[must_use]
    pub fn legal_view(&self) -> Graph {
        self.filtered(|edge| !edge.relation.is_phantom())
    }

    /// How many edges of each relation there are, in the order of [`Relation::NAMES`].
    pub fn counts(&self) -> [usize; 5] {
        let mut counts = [0; 5];
        for edge in &self.edges {
            counts[edge.relation.index()] += 1;
        }
        counts
    }

    fn filtered(&self, keep: impl Fn(&Edge) -> bool) -> Graph {
        Graph { nodes: self.nodes.clone(), edges: self.edges.iter().filter(|edge| keep(edge)).copied().collect() }
    }
}

fn add_attacks_and_defenses(
    edges: &mut Vec<Edge>,
    relations: &Relations,
    Node { square: source, piece }: Node,
    en_passant: Option<(Square, Bitboard)>,
) {
    let board = relations.board();
    let seen = relations.attacks_from(source);
    let safety = relations.safety(piece.color);
    let enemies = board.by_color(!piece.color);
    let enemy_king = relations.safety(!piece.color).king;
    // The squares where this piece may legally capture; the king's are asked one by one.
    let allowed = if piece.role == PieceType::King {
        (seen & board.occupied()).into_iter().filter(|&to| safety.allows(board, source, to)).collect()
    } else {
        safety.targets_of(source)
    };
    let victim = en_passant.filter(|(_, capturers)| capturers.contains(source)).map(|(victim, _)| victim);
    let targets = (seen & enemies) | victim.map_or(Bitboard::EMPTY, Bitboard::from_square);
    for target in targets {
        let en_passant = victim == Some(target);
        let legal = en_passant || allowed.contains(target);
        let check = target == enemy_king;
        edges.push(Edge { source, relation: Relation::Attack { legal, check, en_passant }, target });
    }
    for target in seen & board.by_color(piece.color) {
        let legal = target != safety.king && allowed.contains(target);
        edges.push(Edge { source, relation: Relation::Defend { legal }, target });
    }
}

/// The ray triples grouped by slider (as they come) and by blocker.
struct LinesBySource {
    /// Index of the first triple of each blocker's chain, plus one; 0 for none.
    first: [u16; 64],
    /// The next triple of the same blocker, plus one.
    next: Vec<u16>,
}

impl LinesBySource {
    fn new(relations: &Relations) -> LinesBySource {
        let mut first = [0; 64];
        let mut next = vec![0; relations.triples().len()];
        for (index, triple) in relations.triples().iter().enumerate().rev() {
            let head = &mut first[triple.blocker.to_usize()];
            next[index] = *head;
            *head = index as u16 + 1;
        }
        LinesBySource { first, next }
    }

    fn add_blocks(&self, edges: &mut Vec<Edge>, relations: &Relations, source: Square) {
        let start = edges.len();
        let mut cursor = self.first[source.to_usize()];
        while cursor > 0 {
            let triple = relations.triples()[cursor as usize - 1];
            let relation = Relation::Block { slider: triple.slider, kind: kind(relations, triple) };
            edges.push(Edge { source, relation, target: triple.target });
            cursor = self.next[cursor as usize - 1];
        }
        edges[start..].sort_unstable_by_key(|edge| (edge.target, edge.relation));
    }

    fn add_pins_and_xrays(edges: &mut Vec<Edge>, relations: &Relations, slider: Square) {
        let own = relations.triples();
        let start = own.partition_point(|triple| triple.slider < slider);
        let own = &own[start..];
        let count = own.iter().take_while(|triple| triple.slider == slider).count();
        let own = &own[..count];
        for triple in own {
            if let Some(is_absolute) = pin_kind(relations, *triple) {
                let relation = Relation::Pin { shielded: triple.target, is_absolute };
                edges.push(Edge { source: slider, relation, target: triple.blocker });
            }
        }
        let xrays = edges.len();
        for triple in own {
            let relation = Relation::Xray { through: triple.blocker, kind: kind(relations, *triple) };
            edges.push(Edge { source: slider, relation, target: triple.target });
        }
        edges[xrays..].sort_unstable_by_key(|edge| edge.target);
    }
}

fn kind(relations: &Relations, triple: RayTriple) -> LineKind {
    let board = relations.board();
    let white = board.by_color(Color::White);
    if white.contains(triple.slider) == white.contains(triple.target) { LineKind::Defend } else { LineKind::Attack }
}

/// Whether the triple is a pin by geometry, and whether it is absolute (decision D-08).
fn pin_kind(relations: &Relations, triple: RayTriple) -> Option<bool> {
    let board = relations.board();
    let owner = board.color_at(triple.slider)?;
    let enemies = board.by_color(!owner);
    if !enemies.contains(triple.blocker) || !enemies.contains(triple.target) {
        return None;
    }
    let (front, behind) = (board.role_at(triple.blocker)?, board.role_at(triple.target)?);
    if behind == PieceType::King { Some(true) } else { (worth(front) < worth(behind)).then_some(false) }
}
