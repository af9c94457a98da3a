//! The graph of a position for readers and for other programs.
//!
//! [`graph`] turns a position into wire data in the node-link convention of networkx; every other
//! format is written from that data, so that all of them hold the same nodes, edges and properties
//! (seed 000, sections 1-2; decisions D-05 to D-10). Nodes are named by their squares.

mod exports;
mod picture;
mod strength;
mod text;

use reti_core::{
    chess::{Color, Position, Square},
    relation::{
        Relations,
        graph::{Edge, Graph, LineKind, Node, Relation},
    },
    value::worth,
};

use crate::{wire, words};

pub use exports::{dot, gexf, graphml};
pub use picture::{MOST as MOST_DRAWN, svg};
use strength::Strengths;
pub use text::text;

/// Which part of a graph is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only this relation, one of [`relation_names`]; all if `None`.
    pub relation: Option<&'static str>,
    /// Only what has legal force: no defence by a pinned piece, no capture that exposes a king.
    pub legal_only: bool,
}

/// The names of the relations, in the order of the output.
pub const fn relation_names() -> [&'static str; 5] {
    Relation::NAMES
}

/// The selected part of a graph.
fn selected(relations: &Relations, selection: Selection) -> Graph {
    let mut graph = Graph::new(relations);
    if selection.legal_only {
        graph = graph.legal_view();
    }
    if let Some(name) = selection.relation {
        graph = graph.restricted(name);
    }
    graph
}

/// The graph of a position, or the selected part of it.
pub fn graph(position: &Position, selection: Selection) -> wire::Graph {
    let relations = Relations::new(position);
    let graph = selected(&relations, selection);
    let strengths = Strengths::new(&relations);
    wire::Graph {
        directed: true,
        multigraph: true,
        graph: wire::GraphProperties {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            fen: position.fen(),
            turn: position.turn().into(),
            relation: selection.relation.unwrap_or("all").to_owned(),
            legal_only: selection.legal_only,
        },
        nodes: graph.nodes.iter().map(wire_node).collect(),
        links: graph.edges.iter().map(|edge| wire_link(*edge, &relations, strengths.of(*edge))).collect(),
    }
}

fn wire_node(node: &Node) -> wire::Node {
    wire::Node {
        id: node.square.to_string(),
        piece: node.piece.char(),
        color: node.piece.color.into(),
        piece_type: node.piece.role.into(),
        index: u32::from(node.square),
        worth: worth(node.piece.role),
    }
}

fn wire_link(edge: Edge, relations: &Relations, strength: u32) -> wire::Link {
    let name = edge.relation.name();
    let mut link = wire::Link {
        source: edge.source.to_string(),
        target: edge.target.to_string(),
        key: edge.relation.third().map_or(name.to_owned(), |third| format!("{name}:{third}")),
        relation: edge.relation.into(),
        strength,
        legal: None,
        check: None,
        en_passant: None,
        through: None,
        slider: None,
        shielded: None,
        is_absolute: None,
        kind: None,
        shields: None,
    };
    match edge.relation {
        Relation::Attack { legal, check, en_passant } => {
            (link.legal, link.check, link.en_passant) = (Some(legal), Some(check), Some(en_passant));
        }
        Relation::Defend { legal } => link.legal = Some(legal),
        Relation::Block { slider, kind } => {
            (link.slider, link.kind) = (Some(slider.to_string()), Some(kind.into()));
            link.shields = Some(edge.is_shield(relations));
        }
        Relation::Pin { shielded, is_absolute } => {
            (link.shielded, link.is_absolute) = (Some(shielded.to_string()), Some(is_absolute));
        }
        Relation::Xray { through, kind } => {
            (link.through, link.kind) = (Some(through.to_string()), Some(kind.into()));
        }
    }
    link
}

/// The graph as node-link JSON.
///
/// In networkx: `nx.node_link_graph(json.load(file), edges="links")`.
pub fn json(position: &Position, selection: Selection) -> String {
    wire::to_json(&graph(position, selection))
}
