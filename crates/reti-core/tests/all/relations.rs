//! Relations and the position graph over real games: fast against slow, and the symmetries.

use crate::support;

use std::collections::BTreeSet;

use reti_core::{
    chess::{Bitboard, Position, Square, Symmetry},
    legality::is_safe_simple,
    relation::{
        Relations,
        graph::{Edge, Graph, Relation},
        simple,
    },
};

#[test]
fn fast_facts_equal_slow_ones() {
    for position in support::positions() {
        let relations = Relations::new(&position);
        let board = position.board();
        assert_eq!(relations.triples(), simple::triples(board), "{}", position.fen());
        for square in board.occupied() {
            assert_eq!(relations.attacks_from(square), simple::attacks_from(board, square));
        }
    }
}

#[test]
fn edges_are_sorted_and_legal_flags_are_true() {
    for position in support::positions().iter().step_by(2) {
        let relations = Relations::new(position);
        let graph = Graph::new(&relations);
        let order = |edge: &Edge| (edge.source, edge.relation.index(), edge.target, edge.relation.third());
        assert!(graph.edges.windows(2).all(|pair| order(&pair[0]) < order(&pair[1])), "{}", position.fen());
        for edge in &graph.edges {
            let safe = || is_safe_simple(position.board(), edge.source, edge.target);
            match edge.relation {
                Relation::Attack { legal, en_passant: false, .. } => assert_eq!(legal, safe(), "{edge:?}"),
                Relation::Defend { legal } => {
                    let is_king = position.board().kings().contains(edge.target);
                    assert_eq!(legal, safe() && !is_king, "{edge:?} in {}", position.fen());
                }
                _ => {}
            }
        }
        let counts = graph.counts();
        assert_eq!(counts[2], relations.triples().len(), "one block a triple");
        assert_eq!(counts[4], relations.triples().len(), "one x-ray a triple");
    }
}

fn image(symmetry: Symmetry, edge: &Edge) -> Edge {
    let at = |square: Square| symmetry.square(square);
    let relation = match edge.relation {
        Relation::Block { slider, kind } => Relation::Block { slider: at(slider), kind },
        Relation::Pin { shielded, is_absolute } => Relation::Pin { shielded: at(shielded), is_absolute },
        Relation::Xray { through, kind } => Relation::Xray { through: at(through), kind },
        same => same,
    };
    Edge { source: at(edge.source), relation, target: at(edge.target) }
}

#[test]
fn the_graph_follows_the_symmetries() {
    for position in support::positions() {
        let edges = Graph::new(&Relations::new(&position)).edges;
        for symmetry in Symmetry::ALL {
            let Some(mapped) = symmetry.position(&position) else { continue };
            let expected: BTreeSet<Edge> = edges.iter().map(|edge| image(symmetry, edge)).collect();
            let found: BTreeSet<Edge> = Graph::new(&Relations::new(&mapped)).edges.into_iter().collect();
            assert_eq!(found, expected, "{symmetry:?} of {}", position.fen());
        }
    }
}

#[test]
fn en_passant_is_an_edge_to_the_pawn() {
    let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
    let graph = Graph::new(&Relations::new(&position));
    let edge = Edge {
        source: Square::E5,
        relation: Relation::Attack { legal: true, check: false, en_passant: true },
        target: Square::D5,
    };
    assert!(graph.edges.contains(&edge));
    // The capture would uncover the rook: no edge.
    let pinned = Position::from_fen("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1").unwrap();
    assert!(Graph::new(&Relations::new(&pinned)).edges.iter().all(|e| e.source != Square::E5));
}

#[test]
fn views_are_cuts_of_the_graph() {
    let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").unwrap();
    let graph = Graph::new(&Relations::new(&position));
    let three = Bitboard::from_square(Square::B4).with(Square::C3).with(Square::E1);
    assert_eq!(graph.induced(three).counts(), graph.counts());
    assert_eq!(graph.induced(three.without(Square::E1)).counts()[2..], [0, 0, 0], "the third piece is missing");
    assert_eq!(graph.restricted("pin").edges.len(), 1);
    assert_eq!(graph.restricted("pin").nodes.len(), graph.nodes.len());
    let phantom = Position::from_fen("4k3/8/8/8/1b1P4/2N5/8/4K3 w - - 0 1").unwrap();
    let graph = Graph::new(&Relations::new(&phantom));
    assert!(graph.legal_view().edges.len() <= graph.edges.len());
    assert!(graph.legal_view().edges.iter().all(|edge| !edge.relation.is_phantom()));
}

#[test]
fn text_and_position_are_the_same_thing() {
    for position in support::positions() {
        assert_eq!(Position::from_fen(&position.fen()).unwrap(), position);
        for &m in position.legal_moves().iter().take(8) {
            assert_eq!(position.parse_move(&position.san(m)), Ok(m));
            assert_eq!(position.parse_move(&position.uci(m)), Ok(m));
        }
    }
}
