//! Fragility: how much of a position's web hangs on pieces that are under attack.
//!
//! F(P) is the sum, over the attacked pieces, of their betweenness centrality in the graph of
//! attacks and defences (Barthelemy 2025; seed 000, section 7.3; decision D-50). The paper's prose
//! and the author's public code build different graphs, so there are two modes, and every figure
//! should name its own: [`Mode::Standard`] follows the prose (all pieces, pseudo-legal edges),
//! [`Mode::AuthorCode`] follows the code (legal moves only, so pawns "defend" what they could push
//! onto, and pieces without edges are absent).
//!
//! Betweenness is computed by Brandes' algorithm with the nodes of a breadth-first layer as one
//! bit set; [`betweenness_simple`] is the textbook form and the oracle.

mod author_code;

use crate::{
    chess::{Bitboard, Color, Position, Square},
    relation::Relations,
};

/// Which graph fragility is computed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// All pieces; an edge for every pseudo-legal attack or defence.
    #[default]
    Standard,
    /// The construction of the author's published code.
    AuthorCode,
}

impl Mode {
    /// The mode's name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Standard => "standard",
            Mode::AuthorCode => "author-code",
        }
    }
}

/// The fragility of one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Fragility {
    /// On which graph.
    pub mode: Mode,
    /// F: the sum over both sides.
    pub total: f64,
    /// The part of White's attacked pieces.
    pub white: f64,
    /// The part of Black's attacked pieces.
    pub black: f64,
    /// The attacked piece with the largest betweenness; the lowest square on ties.
    pub key: Option<Square>,
    /// All attacked pieces.
    pub attacked: Bitboard,
    /// The betweenness of the piece on each square.
    pub betweenness: [f64; 64],
}

/// A directed graph on squares: who points at whom.
pub struct Digraph {
    nodes: Bitboard,
    forward: [Bitboard; 64],
    backward: [Bitboard; 64],
}

impl Digraph {
    /// A graph from the targets of each node.
    pub fn new(nodes: Bitboard, forward: [Bitboard; 64]) -> Digraph {
        let mut backward = [Bitboard::EMPTY; 64];
        for source in nodes {
            for target in forward[source.to_usize()] {
                backward[target.to_usize()].add(source);
            }
        }
        Digraph { nodes, forward, backward }
    }
}

/// The fragility of a position.
pub fn fragility(relations: &Relations, mode: Mode) -> Fragility {
    let board = relations.board();
    let occupied = board.occupied();
    let mut attacked = Bitboard::EMPTY;
    for color in Color::ALL {
        for square in board.by_color(color) {
            attacked.set(square, relations.attackers(square, !color).any());
        }
    }
    let graph = match mode {
        Mode::Standard => {
            let mut forward = [Bitboard::EMPTY; 64];
            for square in occupied {
                forward[square.to_usize()] = relations.attacks_from(square) & occupied;
            }
            Digraph::new(occupied, forward)
        }
        Mode::AuthorCode => author_code::graph(relations.position()),
    };
    let betweenness = betweenness(&graph);
    let part = |color| {
        let squares = attacked & board.by_color(color);
        // Not `sum`, which is -0 for nothing.
        squares.into_iter().fold(0.0, |sum, square| sum + betweenness[square.to_usize()])
    };
    let (white, black) = (part(Color::White), part(Color::Black));
    let mut key: Option<Square> = None;
    // A graph of fewer than three nodes has no betweenness at all: nothing is key to it.
    for square in attacked.into_iter().filter(|_| graph.nodes.count() >= 3) {
        if key.is_none_or(|best| betweenness[square.to_usize()] > betweenness[best.to_usize()]) {
            key = Some(square);
        }
    }
    Fragility { mode, total: white + black, white, black, key, attacked, betweenness }
}

/// The fragility of a position, from scratch.
pub fn fragility_of(position: &Position, mode: Mode) -> Fragility {
    fragility(&Relations::new(position), mode)
}

/// Directed shortest-path betweenness, endpoints excluded, divided by (n-1)(n-2); all zero for
/// fewer than three nodes.
pub fn betweenness(graph: &Digraph) -> [f64; 64] {
    let mut total = [0.0; 64];
    let count = graph.nodes.count();
    if count < 3 {
        return total;
    }
    let mut paths = [0.0f64; 64];
    let mut dependency = [0.0f64; 64];
    let mut layers = [Bitboard::EMPTY; 65];
    for source in graph.nodes {
        // 1. Breadth first, counting shortest paths layer by layer.
        let mut seen = Bitboard::from_square(source);
        paths[source.to_usize()] = 1.0;
        layers[0] = seen;
        let mut depth = 0;
        loop {
            let mut next = Bitboard::EMPTY;
            for node in layers[depth] {
                for target in graph.forward[node.to_usize()] & !seen {
                    paths[target.to_usize()] += paths[node.to_usize()];
                    next.add(target);
                }
            }
            if next.is_empty() {
                break;
            }
            seen |= next;
            depth += 1;
            layers[depth] = next;
        }
        // 2. Backwards, collecting how much each node is needed.
        for layer in (1..=depth).rev() {
            for node in layers[layer] {
                let share = (1.0 + dependency[node.to_usize()]) / paths[node.to_usize()];
                for before in graph.backward[node.to_usize()] & layers[layer - 1] {
                    dependency[before.to_usize()] += paths[before.to_usize()] * share;
                }
                total[node.to_usize()] += dependency[node.to_usize()];
                dependency[node.to_usize()] = 0.0;
                paths[node.to_usize()] = 0.0;
            }
        }
        dependency[source.to_usize()] = 0.0;
        paths[source.to_usize()] = 0.0;
    }
    let scale = 1.0 / ((count - 1) * (count - 2)) as f64;
    for node in graph.nodes {
        total[node.to_usize()] *= scale;
    }
    total
}

/// The same by definition: for every ordered pair of nodes, the share of its shortest paths that
/// run through each third node, counted from distances and path numbers of all pairs.
pub fn betweenness_simple(graph: &Digraph) -> [f64; 64] {
    let mut total = [0.0; 64];
    let nodes = graph.nodes.into_iter().collect::<Vec<_>>();
    if nodes.len() < 3 {
        return total;
    }
    let mut distance = vec![[None::<u32>; 64]; 64];
    let mut paths = vec![[0.0f64; 64]; 64];
    for &source in &nodes {
        let (distance, paths) = (&mut distance[source.to_usize()], &mut paths[source.to_usize()]);
        distance[source.to_usize()] = Some(0);
        paths[source.to_usize()] = 1.0;
        let mut queue = std::collections::VecDeque::from([source]);
        while let Some(node) = queue.pop_front() {
            for target in graph.forward[node.to_usize()] {
                let through = distance[node.to_usize()].map(|d| d + 1);
                if distance[target.to_usize()].is_none() {
                    distance[target.to_usize()] = through;
                    queue.push_back(target);
                }
                if distance[target.to_usize()] == through {
                    paths[target.to_usize()] += paths[node.to_usize()];
                }
            }
        }
    }
    for &from in &nodes {
        for &to in nodes.iter().filter(|&&to| to != from) {
            let Some(length) = distance[from.to_usize()][to.to_usize()] else {
                continue;
            };
            for &middle in nodes.iter().filter(|&&m| m != from && m != to) {
                let (a, b) = (distance[from.to_usize()][middle.to_usize()], distance[middle.to_usize()][to.to_usize()]);
                if matches!((a, b), (Some(a), Some(b)) if a + b == length) {
                    total[middle.to_usize()] += paths[from.to_usize()][middle.to_usize()]
                        * paths[middle.to_usize()][to.to_usize()]
                        / paths[from.to_usize()][to.to_usize()];
                }
            }
        }
    }
    let scale = 1.0 / ((nodes.len() - 1) * (nodes.len() - 2)) as f64;
    total.map(|sum| sum * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_is_not_fragile() {
        for mode in [Mode::Standard, Mode::AuthorCode] {
            let found = fragility_of(&Position::start(), mode);
            assert_eq!((found.total, found.key), (0.0, None));
        }
    }

    #[test]
    fn bare_kings_have_no_betweenness() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert!(fragility_of(&position, Mode::Standard).total.abs() < f64::EPSILON);
    }
}
