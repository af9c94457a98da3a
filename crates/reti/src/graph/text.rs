//! The graph for people: the board, a count, and for every piece what it does and suffers.

use std::fmt::Write as _;

use super::{Color, Edge, Graph, LineKind, Position, Relation, Relations, Selection, Square, selected, words};
use crate::draw::text::{Style, board};

/// Board and relations, grouped by piece.
pub fn text(position: &Position, selection: Selection, color: bool) -> String {
    let relations = Relations::new(position);
    let graph = selected(&relations, selection);
    let mut out = board(position.board(), Style { color, ..Style::default() });
    let counts = graph.counts();
    let told: Vec<String> = Relation::NAMES
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{count} {}", plural(name, count)))
        .collect();
    let told = if told.is_empty() { "no relations".to_owned() } else { told.join(", ") };
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\n{} to move. {} pieces; {told}.", words::side(position.turn()), graph.nodes.len());
    let tables = Tables { position, graph: &graph };
    for side in Color::ALL {
        let _ = writeln!(out, "\n{}", words::side(side));
        for node in graph.nodes.iter().filter(|node| node.piece.color == side) {
            let lines = tables.lines(node.square);
            let name = words::short(position.board(), node.square);
            let figure = words::figure(node.piece);
            let mut head = format!("{figure} {name}");
            // With one relation asked for, pieces without it are left out.
            if lines.is_empty() && selection.relation.is_none() {
                let _ = writeln!(out, "{head}  nothing");
            }
            for (label, entries) in lines {
                let _ = writeln!(out, "{head:<5}  {label:<12} {}", entries.join(", "));
                head = String::new();
            }
        }
    }
    if graph.edges.iter().any(|edge| edge.relation.is_phantom()) {
        out.push_str(
            "\n(x) no legal force: the capturer's own king would be in check, or the defended piece is a king.\n",
        );
    }
    out
}

fn plural(name: &str, count: usize) -> String {
    let name = if name == "xray" { "x-ray" } else { name };
    let name = if name == "defend" { "defence" } else { name };
    if count == 1 { name.to_owned() } else { format!("{name}s") }
}

struct Tables<'a> {
    position: &'a Position,
    graph: &'a Graph,
}

impl Tables<'_> {
    fn name(&self, square: Square) -> String {
        words::short(self.position.board(), square)
    }

    /// What the piece on `square` does, then what others do to it.
    fn lines(&self, square: Square) -> Vec<(&'static str, Vec<String>)> {
        let active = |index: usize| self.select(index, |edge| edge.source == square, |edge| self.acting(edge));
        let passive = |index: usize| self.select(index, |edge| edge.target == square, |edge| self.suffering(edge));
        let lines = [
            ("attacks", active(0)),
            ("defends", active(1)),
            ("blocks", active(2)),
            ("pins", active(3)),
            ("x-rays", active(4)),
            ("attacked by", passive(0)),
            ("defended by", passive(1)),
            ("pinned by", passive(3)),
        ];
        lines.into_iter().filter(|(_, entries)| !entries.is_empty()).collect()
    }

    fn select(&self, index: usize, keep: impl Fn(&Edge) -> bool, tell: impl Fn(&Edge) -> String) -> Vec<String> {
        self.graph.edges.iter().filter(|edge| edge.relation.index() == index && keep(edge)).map(tell).collect()
    }

    fn acting(&self, edge: &Edge) -> String {
        let target = self.name(edge.target);
        match edge.relation {
            Relation::Attack { check: true, .. } => format!("{target} (check)"),
            Relation::Attack { en_passant: true, .. } => format!("{target} (en passant)"),
            relation if relation.is_phantom() => format!("{target} (x)"),
            Relation::Attack { .. } | Relation::Defend { .. } => target,
            Relation::Block { slider, kind } => match kind {
                LineKind::Attack => format!("{} from attacking {target}", self.name(slider)),
                LineKind::Defend => format!("{} from defending {target}", self.name(slider)),
            },
            Relation::Pin { shielded, .. } => format!("{target} to {}", self.name(shielded)),
            Relation::Xray { through, .. } => format!("{target} through {}", self.name(through)),
        }
    }

    fn suffering(&self, edge: &Edge) -> String {
        let source = self.name(edge.source);
        if edge.relation.is_phantom() { format!("{source} (x)") } else { source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_is_told_from_both_ends() {
        let position = crate::read_position("4k3/8/8/8/1b1P4/2N5/8/4K3 w - - 0 1").unwrap();
        let told = text(&position, Selection::default(), false);
        assert!(told.contains("♝ Bb4  attacks      Nc3\n       pins         Nc3 to Ke1\n"), "{told}");
        assert!(told.contains("pinned by    Bb4"), "{told}");
        let only = Selection { relation: Some("pin"), legal_only: true };
        assert!(text(&position, only, false).contains("White to move. 5 pieces; 1 pin."));
    }
}
