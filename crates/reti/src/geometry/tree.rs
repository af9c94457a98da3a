//! The tree of a zone search as text, in the DOT language and as a picture.
//!
//! The picture reads from left to right: a column a ply, a row a leaf. Colour and line say what a
//! move came to for the side that asked (the side to move at the root): green and full for a win,
//! grey for a draw, vermilion and dashed for a loss. The line that settles the matter is bold. In
//! large trees small subtrees are folded into a number.

use std::fmt::Write as _;

use reti_core::chess::{Move, Position};
use reti_search::{
    tree::SearchTree,
    zone_search::{Solution, WON},
};

use reti_lessons::words::{Filling, Words};

use super::told::{fill, score, verdict};
use crate::{draw::svg::palette, markup::escape};

/// The tree as text, one branch a line.
pub fn tree_text(position: &Position, solution: &Solution, words: &Words) -> String {
    let mut positions = vec![position.clone()];
    solution.tree.outline(|id, branch| {
        let before = positions[branch.father].clone();
        positions.push(before.play(branch.transition));
        format!("{id} {} {}", before.san(branch.transition), score(branch.value.unwrap_or(0), words))
    })
}

/// The tree in the DOT language.
pub fn tree_dot(position: &Position, solution: &Solution, words: &Words) -> String {
    let start = fill("tree-start", Filling::new(), words).replace('"', "\\\"");
    let mut text = format!("digraph search {{\n  node [shape=box];\n  0 [label=\"{start}\"];\n");
    for (id, cell) in cells(position, solution, words).iter().enumerate().skip(1) {
        let _ =
            writeln!(text, "  {id} [label=\"{} {}\"];\n  {} -> {id};", cell.san, score(cell.value, words), cell.father);
    }
    text + "}\n"
}

/// Most branches that a picture shows; the rest is folded.
const SHOWN: usize = 240;
const COLUMN: f64 = 84.0;
const ROW: f64 = 24.0;
const BOX: (f64, f64) = (62.0, 18.0);
const TOP: f64 = 64.0;
const LEFT: f64 = 16.0;

/// A branch in the picture.
struct Cell {
    father: usize,
    san: String,
    /// For the side that played the move.
    value: i32,
    /// Whether the side that asked played it.
    asked: bool,
    depth: usize,
    /// Branches below.
    size: usize,
    /// Whether the line that settles the matter goes through it.
    settles: bool,
}

impl Cell {
    /// The score for the side that asked.
    fn score(&self) -> i32 {
        if self.asked { self.value } else { -self.value }
    }
}

/// All branches; index 0 is the root.
fn cells(position: &Position, solution: &Solution, words: &Words) -> Vec<Cell> {
    let tree = &solution.tree;
    let mut positions = vec![position.clone()];
    let san = fill("tree-start", Filling::new(), words);
    let root = Cell { father: 0, san, value: 0, asked: false, depth: 0, size: tree.len(), settles: true };
    let mut cells = vec![root];
    let main = main_line(tree, solution.key);
    for (id, branch) in tree.branches() {
        let before = positions[branch.father].clone();
        positions.push(before.play(branch.transition));
        cells.push(Cell {
            father: branch.father,
            san: before.san(branch.transition),
            value: branch.value.unwrap_or(0),
            asked: before.turn() == position.turn(),
            depth: cells[branch.father].depth + 1,
            size: tree.end_of(id) - id - 1,
            settles: main.contains(&id),
        });
    }
    cells
}

/// The branches from the key on along best moves.
fn main_line(tree: &SearchTree<Move>, key: Option<Move>) -> Vec<usize> {
    let mut line = Vec::new();
    // The last visit of the key is the one that counts.
    let mut at = tree.children(0).filter(|(_, branch)| Some(branch.transition) == key).last();
    while let Some((id, _)) = at {
        line.push(id);
        let best = tree.children(id).filter_map(|(_, son)| son.value).max();
        at = tree.children(id).find(|(_, son)| son.value == best);
    }
    line
}

/// The tree as an SVG picture.
pub fn tree_svg(position: &Position, solution: &Solution, words: &Words) -> String {
    let cells = cells(position, solution, words);
    // Fold the smallest subtrees until the picture can be read.
    let mut least = 0;
    let visible = |least: usize, cell: &Cell| cell.depth <= 1 || cell.settles || cells[cell.father].size >= least;
    while cells.iter().filter(|cell| visible(least, cell)).count() > SHOWN {
        least = if least == 0 { 2 } else { least * 3 / 2 + 1 };
    }
    let mut shown: Vec<bool> = Vec::with_capacity(cells.len());
    for cell in &cells {
        let father = cell.depth == 0 || shown[cell.father];
        shown.push(father && visible(least, cell));
    }
    let mut rows = vec![0.0_f64; cells.len()];
    let mut next = 0.0;
    for id in (0..cells.len()).filter(|&id| shown[id]) {
        let has_sons = (id + 1..cells.len()).take(1).any(|son| shown[son] && cells[son].father == id);
        rows[id] = next;
        if !has_sons {
            next += 1.0;
        }
    }
    let deepest = cells.iter().zip(&shown).filter(|(_, shown)| **shown).map(|(cell, _)| cell.depth).max().unwrap_or(0);
    let width = (2.0 * LEFT + COLUMN * deepest as f64 + BOX.0 + 30.0).max(520.0);
    let height = TOP + ROW * next.max(1.0) + 46.0;
    let mut out = head(position, solution, (width, height), words);
    let place = |id: usize| (LEFT + COLUMN * cells[id].depth as f64, TOP + ROW * rows[id]);
    // Lines first, boxes above them.
    for id in (1..cells.len()).filter(|&id| shown[id]) {
        let (from, to) = (place(cells[id].father), place(id));
        line(&mut out, &cells[id], from, to);
    }
    for id in (0..cells.len()).filter(|&id| shown[id]) {
        let folded = cells[id].size > 0
            && !cells.iter().zip(&shown).any(|(cell, &shown)| shown && cell.depth > 0 && cell.father == id);
        boxed(&mut out, &cells[id], place(id), folded);
    }
    legend(&mut out, height, words);
    out + "</svg>\n"
}

fn head(position: &Position, solution: &Solution, (width, height): (f64, f64), words: &Words) -> String {
    let title = fill("tree-title", verdict(position, solution, words), words);
    let tree_of = fill("tree-of", Filling::new().with("fen", position.fen()), words);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"sans-serif\">\n"
    );
    let _ = writeln!(out, "<title>{}</title>", escape(&title));
    let _ = writeln!(out, "<desc>{}</desc>", escape(&tree_of));
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    let _ =
        writeln!(out, "<text x=\"{LEFT}\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{}</text>", escape(&title));
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"42\" font-size=\"11\" fill=\"#555555\">{}</text>",
        escape(&position.fen())
    );
    out
}

/// Colour, tint and dashes of a result for the side that asked.
fn look(score: i32) -> (&'static str, &'static str, &'static str) {
    match score {
        WON.. => (palette::GREEN, "#e0f3ec", ""),
        ..0 => (palette::VERMILION, "#fbe9dd", " stroke-dasharray=\"4 2\""),
        _ => (palette::GRAY, "#f2f2f2", ""),
    }
}

fn line(out: &mut String, cell: &Cell, from: (f64, f64), to: (f64, f64)) {
    let (color, _, dashes) = look(cell.score());
    let stroke = if cell.settles { 2.6 } else { 1.1 };
    let (x1, y1) = (from.0 + BOX.0, from.1 + BOX.1 / 2.0);
    let (x2, y2) = (to.0, to.1 + BOX.1 / 2.0);
    let middle = x1 + (COLUMN - BOX.0) / 2.0;
    let _ = writeln!(
        out,
        "<path d=\"M{x1} {y1}H{middle}V{y2}H{x2}\" fill=\"none\" stroke=\"{color}\" \
         stroke-width=\"{stroke}\"{dashes}/>"
    );
}

fn boxed(out: &mut String, cell: &Cell, (x, y): (f64, f64), folded: bool) {
    let (color, tint, dashes) = if cell.depth == 0 { (palette::GRAY, "#ffffff", "") } else { look(cell.score()) };
    let (stroke, weight) = if cell.settles { (2.2, "bold") } else { (1.0, "normal") };
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{tint}\" stroke=\"{color}\" \
         stroke-width=\"{stroke}\"{dashes}/><text x=\"{}\" y=\"{}\" font-size=\"11.5\" font-weight=\"{weight}\" \
         text-anchor=\"middle\">{}</text>",
        BOX.0,
        BOX.1,
        x + BOX.0 / 2.0,
        y + 13.0,
        escape(&cell.san)
    );
    if folded {
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"9.5\" fill=\"#555555\">+{}</text>",
            x + BOX.0 + 3.0,
            y + 12.5,
            cell.size
        );
    }
}

fn legend(out: &mut String, height: f64, words: &Words) {
    let y = height - 16.0;
    let parts = [(WON, "tree-wins"), (0, "tree-draws"), (-WON, "tree-loses"), (0, "tree-bold")];
    let mut x = LEFT;
    for (index, (score, name)) in parts.into_iter().enumerate() {
        let text = fill(name, Filling::new(), words);
        let (color, tint, dashes) = look(score);
        if index < 3 {
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{}\" width=\"18\" height=\"11\" rx=\"3\" fill=\"{tint}\" stroke=\"{color}\"{dashes}/>",
                y - 9.5
            );
            x += 23.0;
        }
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"11\" fill=\"#333333\">{}</text>", escape(&text));
        x += 6.2 * text.chars().count() as f64 + 18.0;
    }
}
