//! The graph drawn on the board: one arrow a relation, one colour and one stroke a kind.

use super::{Position, Selection, graph, relation_names, words};
use crate::{
    draw::svg::{Arrow, Legend, Picture, Stroke, palette},
    wire,
};

/// How a relation is drawn. The stroke repeats what the colour says.
fn look(relation: &str) -> (&'static str, Stroke) {
    match relation {
        "attack" => (palette::VERMILION, Stroke::Solid),
        "defend" => (palette::GREEN, Stroke::Solid),
        "block" => (palette::GRAY, Stroke::Dotted),
        "pin" => (palette::PURPLE, Stroke::Solid),
        _ => (palette::BLUE, Stroke::Dashed),
    }
}

/// The order of drawing, what matters most last; and how far each kind is pushed aside.
const LAYERS: [(&str, f64, f64); 5] =
    [("xray", -6.0, 1.8), ("block", 6.0, 1.8), ("defend", 3.0, 2.2), ("attack", -3.0, 3.2), ("pin", 0.0, 5.0)];

/// The board with the relations as arrows, as an SVG document.
pub fn svg(position: &Position, selection: Selection) -> String {
    let graph = graph(position, selection);
    let mut picture = Picture::new(position.board(), format!("Relations of {}", graph.graph.fen));
    let counts = relation_names().map(|name| graph.links.iter().filter(|link| link.relation == name).count());
    let told: Vec<String> =
        relation_names().iter().zip(counts).map(|(name, count)| format!("{count} {name}")).collect();
    picture.description = format!("{} to move. Relations: {}.", words::side(position.turn()), told.join(", "));
    for (name, offset, width) in LAYERS {
        picture.arrows.extend(graph.links.iter().filter(|link| link.relation == name).filter_map(|link| {
            let (color, stroke) = look(name);
            // A relation without legal force is dotted, whatever its kind.
            let stroke = if link.legal == Some(false) { Stroke::Dotted } else { stroke };
            let (from, to) = ends(link)?;
            Some(Arrow { stroke, width, offset, ..Arrow::new(from, to, color) })
        }));
    }
    for (name, count) in relation_names().into_iter().zip(counts) {
        if count > 0 {
            let (color, stroke) = look(name);
            picture.legend.push(Legend { text: format!("{name} ({count})"), color: color.to_owned(), stroke });
        }
    }
    if graph.links.iter().any(|link| link.legal == Some(false)) {
        let text = "no legal force".to_owned();
        picture.legend.push(Legend { text, color: palette::GREEN.to_owned(), stroke: Stroke::Dotted });
    }
    picture.svg()
}

fn ends(link: &wire::Link) -> Option<(super::Square, super::Square)> {
    Some((link.source.parse().ok()?, link.target.parse().ok()?))
}
