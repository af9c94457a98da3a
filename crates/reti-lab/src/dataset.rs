//! Many position graphs as arrays for graph learning.
//!
//! The layout is decision D-80: arrays of all positions one after the other, with pointers, under
//! names that PyTorch Geometric batches without help. Pieces are nodes, relations are typed edges,
//! tactics are hyperedges. With squares as nodes, legal moves are edges as well, and `y_move` names
//! the one that was played. Node numbers in `edge_index` and friends count from 0 in each position.
//!
//! Two documented departures: `attacked` has no column of its own, because the list of D-80 has 25
//! entries for 24 columns and it equals *enemy attackers > 0*; and the worth of a king is 0 as a
//! node feature. What Reti cannot compute yet is zero and named in the array `missing`.

pub mod features;
mod npz;

use std::io::{self, Write};

use reti_core::chess::{Color, Position};

use reti::pgn::{Game, Outcome};

use crate::wire;
use features::{Features, Nodes, PointOfView};

/// The tactics of one position as hyperedges: which piece takes part in which tactic in which role.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hyperedges {
    /// The piece of each incidence.
    pub node: Vec<i64>,
    /// The hyperedge of each incidence.
    pub hyperedge: Vec<i64>,
    /// The role of each incidence, as its number in `hyperedge_role_names`.
    pub role: Vec<i64>,
    /// The motif of each hyperedge, as its number in `hyperedge_type_names`.
    pub kind: Vec<i64>,
    /// A row of [`features::HYPEREDGE_FEATURES`] for each hyperedge.
    pub attributes: Vec<f32>,
}

/// Names of features that are zero because nothing computes them yet.
pub const MISSING: [&str; 1] = ["hyperedge_attr.sigma"];

/// A labelled position on its way into a dataset.
struct Sample<'a> {
    position: &'a Position,
    features: Features,
    result: f32,
    eval: f32,
    /// The number of the move that was played, or -1 at the end.
    played: i64,
}

/// What kind of dataset is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// What the nodes are.
    pub nodes: Nodes,
    /// Whose view it takes.
    pub view: PointOfView,
}

fn samples(
    game: &Game,
    Shape { nodes, view }: Shape,
    mut each: impl FnMut(Sample<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let evals = evals(game);
    for (ply, position) in game.positions().iter().enumerate() {
        let sign = if view == PointOfView::Mover && position.turn() == Color::Black { -1.0 } else { 1.0 };
        let result = match game.outcome {
            Outcome::Win(Color::White) => sign,
            Outcome::Win(Color::Black) => -sign,
            Outcome::Draw => 0.0,
            Outcome::Unknown => f32::NAN,
        };
        let eval = evals[ply].map_or(f32::NAN, |eval| eval * sign);
        let played = game.moves.get(ply).map_or(-1, |&m| features::move_number(position, m));
        each(Sample { position, features: features::extract(position, nodes, view), result, eval, played })?;
    }
    Ok(())
}

/// Evaluations that comments give as `[%eval 0.31]`, in centipawns for White; mates are ±10000.
fn evals(game: &Game) -> Vec<Option<f32>> {
    let mut found = vec![None; game.moves.len() + 1];
    for (ply, comment) in &game.comments {
        let text = comment.split("[%eval ").nth(1).and_then(|rest| rest.split([']', ',', ' ']).next());
        let value = text.and_then(|text| match text.strip_prefix('#') {
            Some(mate) => mate.parse::<f32>().ok().map(|moves| 10_000.0f32.copysign(moves)),
            None => text.parse::<f32>().ok().map(|pawns| (pawns * 100.0).round()),
        });
        if value.is_some_and(f32::is_finite) {
            found[*ply] = value;
        }
    }
    found
}

/// A dataset as lines of JSON, one position a line; written while games are read.
pub struct JsonLines<W: Write> {
    out: W,
    shape: Shape,
}

impl<W: Write> JsonLines<W> {
    /// Lines will be written to `out`.
    pub fn new(out: W, shape: Shape) -> JsonLines<W> {
        JsonLines { out, shape }
    }

    /// Adds every position of a game; returns how many.
    pub fn add(&mut self, game: &Game) -> io::Result<usize> {
        let JsonLines { out, shape } = self;
        samples(game, *shape, |sample| {
            let Sample { position, features, result, eval, played } = sample;
            let known = |value: f32| Some(value).filter(|value| !value.is_nan());
            let hyper = features.hyperedges;
            let line = wire::DatasetLine {
                schema: wire::SCHEMA,
                kind: wire::Kind::new(),
                fen: position.fen(),
                x: rows(&features.nodes, shape.nodes.width()),
                edge_index: [features.sources, features.targets],
                edge_type: features.edge_types,
                edge_attr: rows(&features.edges, features::EDGE_FEATURES.len()),
                edge_third: features.thirds,
                edge_move: features.moves,
                hyperedge_index: [hyper.node, hyper.hyperedge],
                hyperedge_role: hyper.role,
                hyperedge_type: hyper.kind,
                hyperedge_attr: rows(&hyper.attributes, 4),
                u: features.graph.to_vec(),
                y_result: known(result),
                y_eval_cp: known(eval),
                y_move: played,
            };
            out.write_all(wire::to_line(&line).as_bytes())
        })?;
        Ok(game.moves.len() + 1)
    }

    /// Writes what is still held back.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn rows(values: &[f32], width: usize) -> Vec<Vec<f32>> {
    values.chunks(width).map(<[f32]>::to_vec).collect()
}

/// A dataset as a NumPy archive; collected in memory and written at the end.
pub struct Archive {
    shape: Shape,
    node_ptr: Vec<i64>,
    edge_ptr: Vec<i64>,
    hedge_ptr: Vec<i64>,
    hinc_ptr: Vec<i64>,
    all: Features,
    graphs: Vec<f32>,
    results: Vec<f32>,
    evals: Vec<f32>,
    played: Vec<i64>,
    fens: Vec<String>,
}

impl Archive {
    /// An empty dataset.
    pub fn new(shape: Shape) -> Archive {
        Archive {
            shape,
            node_ptr: vec![0],
            edge_ptr: vec![0],
            hedge_ptr: vec![0],
            hinc_ptr: vec![0],
            all: Features::default(),
            graphs: Vec::new(),
            results: Vec::new(),
            evals: Vec::new(),
            played: Vec::new(),
            fens: Vec::new(),
        }
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.fens.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.fens.is_empty()
    }

    /// Adds every position of a game; returns how many.
    pub fn add(&mut self, game: &Game) -> io::Result<usize> {
        let before = self.len();
        samples(game, self.shape, |sample| {
            self.push(sample);
            Ok(())
        })?;
        Ok(self.len() - before)
    }

    fn push(&mut self, Sample { position, features, result, eval, played }: Sample<'_>) {
        let next = |pointers: &mut Vec<i64>, count: usize| {
            pointers.push(pointers.last().copied().unwrap_or(0) + count as i64);
        };
        next(&mut self.node_ptr, features.nodes.len() / self.shape.nodes.width());
        next(&mut self.edge_ptr, features.sources.len());
        next(&mut self.hedge_ptr, features.hyperedges.kind.len());
        next(&mut self.hinc_ptr, features.hyperedges.node.len());
        self.graphs.extend(features.graph);
        self.all.append(features);
        self.results.push(result);
        self.evals.push(eval);
        self.played.push(played);
        self.fens.push(position.fen());
    }

    /// Writes the archive.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Features { nodes, sources, targets, edge_types, edges, thirds, moves, hyperedges, .. } = &self.all;
        let (node_width, edge_width) = (self.shape.nodes.width(), features::EDGE_FEATURES.len());
        let mut zip = npz::Writer::new(out);
        zip.integers("node_ptr", &[self.node_ptr.len()], &[&self.node_ptr])?;
        zip.integers("edge_ptr", &[self.edge_ptr.len()], &[&self.edge_ptr])?;
        zip.integers("hedge_ptr", &[self.hedge_ptr.len()], &[&self.hedge_ptr])?;
        zip.integers("hinc_ptr", &[self.hinc_ptr.len()], &[&self.hinc_ptr])?;
        zip.floats("x", &[nodes.len() / node_width, node_width], nodes)?;
        zip.integers("edge_index", &[2, sources.len()], &[sources, targets])?;
        zip.integers("edge_type", &[edge_types.len()], &[edge_types])?;
        zip.floats("edge_attr", &[edges.len() / edge_width, edge_width], edges)?;
        zip.integers("edge_third", &[thirds.len()], &[thirds])?;
        zip.integers("edge_move", &[moves.len()], &[moves])?;
        zip.integers("hyperedge_index", &[2, hyperedges.node.len()], &[&hyperedges.node, &hyperedges.hyperedge])?;
        zip.integers("hyperedge_role", &[hyperedges.role.len()], &[&hyperedges.role])?;
        zip.integers("hyperedge_type", &[hyperedges.kind.len()], &[&hyperedges.kind])?;
        zip.floats("hyperedge_attr", &[hyperedges.attributes.len() / 4, 4], &hyperedges.attributes)?;
        zip.floats("u", &[self.len(), features::GRAPH_FEATURES.len()], &self.graphs)?;
        zip.floats("y_result", &[self.len()], &self.results)?;
        zip.floats("y_eval_cp", &[self.len()], &self.evals)?;
        zip.integers("y_move", &[self.len()], &[&self.played])?;
        zip.strings("fen", &self.fens)?;
        zip.strings("x_names", self.shape.nodes.names())?;
        zip.strings("edge_attr_names", &features::EDGE_FEATURES)?;
        zip.strings("u_names", &features::GRAPH_FEATURES)?;
        zip.strings("hyperedge_attr_names", &features::HYPEREDGE_FEATURES)?;
        zip.strings("hyperedge_type_names", &features::motif_names())?;
        zip.strings("hyperedge_role_names", &features::role_names())?;
        zip.strings("missing", &MISSING)?;
        zip.finish()
    }
}
