//! The numbers of one position: what a network sees of its nodes, edges and whole (decision D-80).

use reti_core::{
    chess::{Bitboard, CastlingSide, Color, Move, PieceType, Position, Rank, Square},
    exchange::{Arena, see_exact},
    fragility::{Mode, fragility},
    legality::reach,
    motif::{Motif, Role},
    relation::{
        Relations,
        graph::{Edge, Graph, LineKind, Relation},
    },
    tactic::{self, Tactic},
    value::{balance, worth},
};
use reti_search::soundness::degree;

use super::Hyperedges;

/// What the nodes of a dataset are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nodes {
    /// The pieces.
    #[default]
    Pieces,
    /// All 64 squares, a1 first; every legal move is an edge too, so that a network can score moves.
    Squares,
}

impl Nodes {
    /// How many columns `x` has.
    pub const fn width(self) -> usize {
        self.names().len()
    }

    /// The columns of `x`.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Nodes::Pieces => NODE_FEATURES.split_at(24).0,
            Nodes::Squares => &NODE_FEATURES,
        }
    }
}

/// The type of an edge that is a legal move, after the five relations.
const LEGAL_MOVE: i64 = 5;

/// The columns of `x`; the last exists for squares only.
pub const NODE_FEATURES: [&str; 25] = [
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "king",
    "white_or_own",
    "black_or_enemy",
    "file",
    "rank",
    "worth",
    "own_attackers",
    "enemy_attackers",
    "legal_enemy_attackers",
    "legal_own_attackers",
    "see",
    "hanging",
    "pinned_absolute",
    "pinned_relative",
    "mobility",
    "betweenness",
    "in_core",
    "is_checker",
    "light_square",
    "occupied",
];

/// The columns of `edge_attr`.
pub const EDGE_FEATURES: [&str; 8] =
    ["legal", "kind", "files", "ranks", "distance", "worth_difference", "see_from", "has_third"];

/// The columns of `u`.
pub const GRAPH_FEATURES: [&str; 14] = [
    "black_to_move",
    "white_short",
    "white_long",
    "black_short",
    "black_long",
    "en_passant_file",
    "halfmoves",
    "fullmoves",
    "order",
    "order_reduced",
    "fragility",
    "phase",
    "material",
    "check",
];

/// The columns of `hyperedge_attr`.
pub const HYPEREDGE_FEATURES: [&str; 4] = ["owner_is_first", "material_delta", "sound", "sigma"];

/// The motifs that `hyperedge_type` numbers.
pub fn motif_names() -> Vec<&'static str> {
    Motif::by_number().into_iter().map(|motif| motif.name).collect()
}

/// The roles that `hyperedge_role` numbers.
pub fn role_names() -> Vec<&'static str> {
    Role::ALL.iter().map(|role| role.name()).collect()
}

/// Whose pieces columns 6 and 7 call their own, and for whom the labels are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointOfView {
    /// White and Black; labels for White.
    #[default]
    White,
    /// The side to move and its enemy; labels for the side to move.
    Mover,
}

/// The numbers of one position, or of several in a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// Rows of [`NODE_FEATURES`].
    pub nodes: Vec<f32>,
    /// The source node of each edge.
    pub sources: Vec<i64>,
    /// The target node of each edge.
    pub targets: Vec<i64>,
    /// The relation of each edge: attack 0, defend 1, block 2, pin 3, x-ray 4, legal move 5.
    pub edge_types: Vec<i64>,
    /// Rows of [`EDGE_FEATURES`].
    pub edges: Vec<f32>,
    /// The third node of each edge, or -1.
    pub thirds: Vec<i64>,
    /// The [number of the move](move_number) of each edge, or -1.
    pub moves: Vec<i64>,
    /// Tactics.
    pub hyperedges: Hyperedges,
    /// The row of [`GRAPH_FEATURES`].
    pub graph: [f32; 14],
}

/// Centipawns in queens, between -1 and 1.
fn queens(centipawns: i32) -> f32 {
    (centipawns as f32 / 900.0).clamp(-1.0, 1.0)
}

/// A number for a move: 64 times its source plus its target square, plus 4096 for a knight, 8192 for
/// a bishop, 12288 for a rook and 16384 for a queen that a pawn becomes. Castling is the king's move.
pub fn move_number(position: &Position, m: Move) -> i64 {
    let Some(from) = m.from() else { return -1 };
    let to = match m.castling_side() {
        Some(side) => Square::from_coords(side.king_to_file(), position.turn().relative_rank(Rank::First)),
        None => m.to(),
    };
    let promotion = m.promotion().map_or(0, |piece_type| reti_core::chess::type_index(piece_type) as i64);
    promotion * 4096 + i64::from(u32::from(from)) * 64 + i64::from(u32::from(to))
}

/// The numbers of a position; with `sigma` nodes for the soundness degree of each tactic, or without it.
pub fn extract(position: &Position, nodes: Nodes, view: PointOfView, sigma: Option<u64>) -> Features {
    let relations = Relations::new(position);
    let graph = Graph::new(&relations);
    let fragility = fragility(&relations, Mode::Standard);
    let tactics = tactic::tactics(&relations);
    let core = tactic::core::core(&relations, &tactics).squares;
    let table = Table { position, relations: &relations, graph: &graph, view, core };
    let mut features = Features { graph: table.graph_row(fragility.total, &tactics), ..Features::default() };
    let squares: Vec<Square> = match nodes {
        Nodes::Pieces => graph.nodes.iter().map(|node| node.square).collect(),
        Nodes::Squares => Square::ALL.to_vec(),
    };
    for &square in &squares {
        let row = table.node_row(square, fragility.betweenness[square.to_usize()]);
        features.nodes.extend(&row[..nodes.width()]);
    }
    let index = |square: Square| squares.binary_search(&square).map_or(-1, |index| index as i64);
    for edge in &graph.edges {
        features.sources.push(index(edge.source));
        features.targets.push(index(edge.target));
        features.edge_types.push(edge.relation.index() as i64);
        features.thirds.push(edge.relation.third().map_or(-1, index));
        features.moves.push(-1);
        features.edges.extend(table.edge_row(*edge));
    }
    if nodes == Nodes::Squares {
        for m in position.legal_moves() {
            let number = move_number(position, m);
            let [from, to] = [number / 64 % 64, number % 64];
            features.sources.push(from);
            features.targets.push(to);
            features.edge_types.push(LEGAL_MOVE);
            features.thirds.push(-1);
            features.moves.push(number);
            features.edges.extend(table.move_row(m, from, to));
        }
    }
    for (number, found) in tactics.iter().enumerate() {
        // An empty square can play a part; it has a number only among squares.
        for &(role, square) in found.cast.parts.iter().filter(|(_, square)| index(*square) >= 0) {
            features.hyperedges.node.push(index(square));
            features.hyperedges.hyperedge.push(number as i64);
            features.hyperedges.role.push(role as i64);
        }
        features.hyperedges.kind.push(i64::from(found.motif.number));
        features.hyperedges.attributes.extend(table.tactic_row(found, sigma));
    }
    features
}

struct Table<'a> {
    position: &'a Position,
    relations: &'a Relations,
    graph: &'a Graph,
    view: PointOfView,
    core: Bitboard,
}

impl Table<'_> {
    /// The side that the first colour column stands for.
    fn first(&self) -> Color {
        match self.view {
            PointOfView::White => Color::White,
            PointOfView::Mover => self.position.turn(),
        }
    }

    fn tactic_row(&self, found: &Tactic, sigma: Option<u64>) -> [f32; 4] {
        let value = found.value(self.relations);
        let degree = sigma.and_then(|nodes| degree(self.position, found, nodes));
        let flag = |value: bool| f32::from(u8::from(value));
        [
            flag(found.cast.owner == self.first()),
            queens(value.material_delta),
            flag(value.is_sound),
            degree.map_or(0.0, queens),
        ]
    }

    fn node_row(&self, square: Square, betweenness: f64) -> [f32; 25] {
        let board = self.position.board();
        let flag = |value: bool| f32::from(u8::from(value));
        let mut row = [0.0; 25];
        row[8] = u32::from(square.file()) as f32 / 7.0;
        row[9] = u32::from(square.rank()) as f32 / 7.0;
        row[23] = flag(square.is_light());
        let Some(piece) = board.piece_at(square) else { return row };
        let first = self.first();
        let legal = |color: Color| {
            let capturers = self.relations.attackers(square, color);
            capturers.into_iter().filter(|&from| self.relations.is_legal_capture(from, square)).count() as f32
        };
        let see = Arena::new(board).capture_on(square, !piece.color);
        let pinned = |absolute: bool| {
            self.graph.edges.iter().any(|edge| {
                edge.target == square
                    && matches!(edge.relation, Relation::Pin { is_absolute, .. } if is_absolute == absolute)
            })
        };
        row[reti_core::chess::type_index(piece.role)] = 1.0;
        row[6] = flag(piece.color == first);
        row[7] = flag(piece.color != first);
        row[10] = if piece.role == PieceType::King { 0.0 } else { queens(worth(piece.role)) };
        row[11] = self.relations.attackers(square, piece.color).count() as f32;
        row[12] = self.relations.attackers(square, !piece.color).count() as f32;
        row[13] = legal(!piece.color);
        row[14] = legal(piece.color);
        row[15] = see.map_or(0.0, queens);
        row[16] = flag(see.is_some_and(|value| value > 0));
        row[17] = flag(pinned(true));
        row[18] = flag(pinned(false));
        row[19] = self.mobility(square, piece.color) / 27.0;
        row[20] = betweenness as f32;
        row[21] = flag(self.core.contains(square));
        row[22] = flag(self.position.checkers().contains(square));
        row[24] = 1.0;
        row
    }

    /// How many squares the piece could go to with its king safe, were it its side's move.
    fn mobility(&self, square: Square, color: Color) -> f32 {
        let board = self.position.board();
        let safety = self.relations.safety(color);
        reach(board, square).into_iter().filter(|&to| safety.allows(board, square, to)).count() as f32
    }

    fn edge_row(&self, edge: Edge) -> [f32; 8] {
        let board = self.position.board();
        let flag = |value: bool| f32::from(u8::from(value));
        let worth_at = |square: Square| board.role_at(square).map_or(0, worth);
        let (files, ranks) = (
            edge.target.file() as i32 - edge.source.file() as i32,
            edge.target.rank() as i32 - edge.source.rank() as i32,
        );
        let attacks = match edge.relation {
            Relation::Attack { .. } | Relation::Pin { .. } => true,
            Relation::Defend { .. } => false,
            Relation::Block { kind, .. } | Relation::Xray { kind, .. } => kind == LineKind::Attack,
        };
        let see_from = match edge.relation {
            Relation::Attack { .. } => Arena::new(board).capture_from(edge.source, edge.target),
            _ => None,
        };
        [
            flag(!edge.relation.is_phantom()),
            flag(attacks),
            files as f32 / 7.0,
            ranks as f32 / 7.0,
            files.abs().max(ranks.abs()) as f32 / 7.0,
            queens(worth_at(edge.target) - worth_at(edge.source)),
            see_from.map_or(0.0, queens),
            flag(edge.relation.third().is_some()),
        ]
    }

    /// A legal move as an edge: its exchange value stands where a capture's does.
    fn move_row(&self, m: Move, from: i64, to: i64) -> [f32; 8] {
        let (files, ranks) = (to % 8 - from % 8, to / 8 - from / 8);
        let captured = m.capture().map_or(0, worth);
        [
            1.0,
            f32::from(u8::from(m.is_capture())),
            files as f32 / 7.0,
            ranks as f32 / 7.0,
            files.abs().max(ranks.abs()) as f32 / 7.0,
            queens(captured - worth(m.role())),
            queens(see_exact(self.position, m)),
            0.0,
        ]
    }

    fn graph_row(&self, fragility: f64, tactics: &[Tactic]) -> [f32; 14] {
        let position = self.position;
        let board = position.board();
        let order = tactic::order(tactics);
        let flag = |value: bool| f32::from(u8::from(value));
        let castling = |color, side| flag(position.may_castle(color, side));
        let count = |set: Bitboard| set.count() as f32;
        // Full at the start, 0 when only kings and pawns are left.
        let phase =
            (count(board.knights() | board.bishops()) + 2.0 * count(board.rooks()) + 4.0 * count(board.queens()))
                / 24.0;
        let sign = if self.view == PointOfView::Mover && position.turn() == Color::Black { -1 } else { 1 };
        let balance = sign * balance(board, Color::White);
        [
            flag(position.turn() == Color::Black),
            castling(Color::White, CastlingSide::KingSide),
            castling(Color::White, CastlingSide::QueenSide),
            castling(Color::Black, CastlingSide::KingSide),
            castling(Color::Black, CastlingSide::QueenSide),
            position.en_passant_square().map_or(-1.0, |square| square.file() as u8 as f32 / 7.0),
            position.halfmoves() as f32 / 100.0,
            position.fullmoves() as f32,
            order.total as f32,
            order.reduced as f32,
            fragility as f32,
            phase.min(1.0),
            balance as f32 / 900.0,
            flag(position.is_check()),
        ]
    }
}
