//! Many position graphs as arrays for graph learning.
//!
//! The layout is decision D-80: arrays of all positions one after the other, with pointers, under
//! names that PyTorch Geometric batches without help. Pieces are nodes, relations are typed edges,
//! tactics are hyperedges. With squares as nodes, legal moves are edges as well, and `y_move` names
//! the one that was played. Node numbers in `edge_index` and friends count from 0 in each position.
//!
//! Two documented departures: `attacked` has no column of its own, because the list of D-80 has 25
//! entries for 24 columns and it equals *enemy attackers > 0*; and the worth of a king is 0 as a
//! node feature. The column `sigma` of tactics costs a search for each, so it is filled where its budget is given;
//! otherwise it is zero and named in the array `missing`.

mod column;
pub mod features;
mod npz;

use std::io::{self, Write};

use reti_core::chess::{Color, Position};

use reti::pgn::{Game, Outcome};

use crate::wire;
use column::Column;
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

/// The name of the column that is zero unless its budget is given.
const SIGMA: &str = "hyperedge_attr.sigma";

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
    /// Nodes for the soundness degree of each tactic; none leaves the column zero.
    pub sigma: Option<u64>,
}

fn samples(
    game: &Game,
    Shape { nodes, view, sigma }: Shape,
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
        each(Sample { position, features: features::extract(position, nodes, view, sigma), result, eval, played })?;
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

/// A dataset as a NumPy archive; collected on the disk and written at the end.
pub struct Archive {
    shape: Shape,
    count: u64,
    /// How far the nodes, edges, hyperedges and incidences have come.
    ends: [i64; 4],
    pointers: [Column; 4],
    nodes: Column,
    sources: Column,
    targets: Column,
    edge_types: Column,
    edges: Column,
    thirds: Column,
    moves: Column,
    hyper: [Column; 4],
    hyper_attributes: Column,
    graphs: Column,
    results: Column,
    evals: Column,
    played: Column,
    fens: Column,
    longest_fen: usize,
}

impl Archive {
    /// An empty dataset.
    pub fn new(shape: Shape) -> Archive {
        let column = Column::default;
        Archive {
            shape,
            count: 0,
            ends: [0; 4],
            pointers: Default::default(),
            nodes: column(),
            sources: column(),
            targets: column(),
            edge_types: column(),
            edges: column(),
            thirds: column(),
            moves: column(),
            hyper: Default::default(),
            hyper_attributes: column(),
            graphs: column(),
            results: column(),
            evals: column(),
            played: column(),
            fens: column(),
            longest_fen: 1,
        }
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds every position of a game; returns how many. Fails as soon as no archive can hold them.
    pub fn add(&mut self, game: &Game) -> io::Result<usize> {
        let before = self.len();
        samples(game, self.shape, |sample| self.push(&sample))?;
        let largest = [&self.nodes, &self.edges, &self.sources, &self.targets, &self.edge_types, &self.thirds];
        if largest.into_iter().map(Column::len).sum::<u64>() > npz::MAX_BYTES {
            return Err(npz::too_large());
        }
        Ok(self.len() - before)
    }

    fn push(&mut self, Sample { position, features, result, eval, played }: &Sample<'_>) -> io::Result<()> {
        let hyper = &features.hyperedges;
        let nodes = features.nodes.len() / self.shape.nodes.width();
        let counts = [nodes, features.sources.len(), hyper.kind.len(), hyper.node.len()];
        for ((pointers, end), count) in self.pointers.iter_mut().zip(&mut self.ends).zip(counts) {
            // A pointer stands before its position, and one more at the end.
            pointers.integers(&[*end])?;
            *end += count as i64;
        }
        self.nodes.floats(&features.nodes)?;
        self.sources.integers(&features.sources)?;
        self.targets.integers(&features.targets)?;
        self.edge_types.integers(&features.edge_types)?;
        self.edges.floats(&features.edges)?;
        self.thirds.integers(&features.thirds)?;
        self.moves.integers(&features.moves)?;
        for (column, values) in self.hyper.iter_mut().zip([&hyper.node, &hyper.hyperedge, &hyper.role, &hyper.kind]) {
            column.integers(values)?;
        }
        self.hyper_attributes.floats(&hyper.attributes)?;
        self.graphs.floats(&features.graph)?;
        self.results.floats(&[*result])?;
        self.evals.floats(&[*eval])?;
        self.played.integers(&[*played])?;
        let fen = position.fen();
        self.longest_fen = self.longest_fen.max(fen.chars().count());
        self.fens.extend(fen.bytes().chain(*b"\n"))?;
        self.count += 1;
        Ok(())
    }

    /// Writes the archive.
    pub fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        let (node_width, edge_width) = (self.shape.nodes.width() as u64, features::EDGE_FEATURES.len() as u64);
        let [all_nodes, all_edges, hyperedges, incidences] = self.ends.map(i64::cast_unsigned);
        let count = self.count;
        let mut zip = npz::Writer::new(out);
        for (name, (pointers, end)) in
            ["node_ptr", "edge_ptr", "hedge_ptr", "hinc_ptr"].into_iter().zip(self.pointers.iter_mut().zip(self.ends))
        {
            pointers.integers(&[end])?;
            zip.integers(name, &[count + 1], &mut [pointers])?;
        }
        zip.floats("x", &[all_nodes, node_width], &mut self.nodes)?;
        zip.integers("edge_index", &[2, all_edges], &mut [&mut self.sources, &mut self.targets])?;
        zip.integers("edge_type", &[all_edges], &mut [&mut self.edge_types])?;
        zip.floats("edge_attr", &[all_edges, edge_width], &mut self.edges)?;
        zip.integers("edge_third", &[self.thirds.len() / 8], &mut [&mut self.thirds])?;
        zip.integers("edge_move", &[self.moves.len() / 8], &mut [&mut self.moves])?;
        let [node, hyperedge, role, kind] = &mut self.hyper;
        zip.integers("hyperedge_index", &[2, incidences], &mut [node, hyperedge])?;
        zip.integers("hyperedge_role", &[incidences], &mut [role])?;
        zip.integers("hyperedge_type", &[hyperedges], &mut [kind])?;
        zip.floats("hyperedge_attr", &[hyperedges, 4], &mut self.hyper_attributes)?;
        zip.floats("u", &[count, features::GRAPH_FEATURES.len() as u64], &mut self.graphs)?;
        zip.floats("y_result", &[count], &mut self.results)?;
        zip.floats("y_eval_cp", &[count], &mut self.evals)?;
        zip.integers("y_move", &[count], &mut [&mut self.played])?;
        zip.lines("fen", count, self.longest_fen, &mut self.fens)?;
        zip.strings("x_names", self.shape.nodes.names())?;
        zip.strings("edge_attr_names", &features::EDGE_FEATURES)?;
        zip.strings("u_names", &features::GRAPH_FEATURES)?;
        zip.strings("hyperedge_attr_names", &features::HYPEREDGE_FEATURES)?;
        zip.strings("hyperedge_type_names", &features::motif_names())?;
        zip.strings("hyperedge_role_names", &features::role_names())?;
        let missing: &[&str] = if self.shape.sigma.is_some() { &[] } else { &[SIGMA] };
        zip.strings("missing", missing)?;
        zip.finish()
    }
}
