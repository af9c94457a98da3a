//! The graph drawn on the board: one arrow a relation, one colour and one stroke a kind, the strongest ones only.

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

/// So many relations can be told apart on a board.
pub const MOST: usize = 14;

/// The board with the strongest relations as arrows, as an SVG document.
pub fn svg(position: &Position, selection: Selection, most: usize) -> String {
    let graph = graph(position, selection);
    let drawn = strongest(&graph, most);
    let mut picture = Picture::new(position.board(), format!("Relations of {}", graph.graph.fen));
    let counts = relation_names().map(|name| graph.links.iter().filter(|link| link.relation == name).count());
    let told: Vec<String> =
        relation_names().iter().zip(counts).map(|(name, count)| format!("{count} {name}")).collect();
    picture.description = format!("{} to move. Relations: {}.", words::side(position.turn()), told.join(", "));
    for (name, offset, width) in LAYERS {
        picture.arrows.extend(drawn.iter().filter(|link| link.relation == name).filter_map(|link| {
            let (color, stroke) = look(name);
            // A relation without legal force is dotted, whatever its kind.
            let stroke = if link.legal == Some(false) { Stroke::Dotted } else { stroke };
            let (from, to) = ends(link)?;
            Some(Arrow { stroke, width, offset, ..Arrow::new(from, to, color) })
        }));
    }
    for (name, count) in relation_names().into_iter().zip(counts) {
        let shown = drawn.iter().filter(|link| link.relation == name).count();
        let told = if shown < count { format!("{shown} of {count}") } else { count.to_string() };
        if count > 0 {
            let (color, stroke) = look(name);
            picture.legend.push(Legend { text: format!("{name} ({told})"), color: color.to_owned(), stroke });
        }
    }
    if drawn.iter().any(|link| link.legal == Some(false)) {
        let text = "no legal force".to_owned();
        picture.legend.push(Legend { text, color: palette::GREEN.to_owned(), stroke: Stroke::Dotted });
    }
    picture.svg()
}

/// The strongest relations, as they stand in the graph.
fn strongest(graph: &wire::Graph, most: usize) -> Vec<&wire::Link> {
    let mut order: Vec<(usize, &wire::Link)> = graph.links.iter().enumerate().collect();
    order.sort_by_key(|(_, link)| std::cmp::Reverse(link.strength));
    // One that says what another says is drawn only where there is room for all.
    let count = if most < order.len() { order.iter().filter(|(_, link)| link.strength > 0).count() } else { most };
    order.truncate(most.min(count));
    order.sort_by_key(|(place, _)| *place);
    order.into_iter().map(|(_, link)| link).collect()
}

fn ends(link: &wire::Link) -> Option<(super::Square, super::Square)> {
    Some((link.source.parse().ok()?, link.target.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";

    /// The arrows of a picture.
    fn arrows(svg: &str) -> usize {
        svg.matches("<g opacity=").count()
    }

    #[test]
    fn a_picture_shows_the_strongest_and_counts_the_rest() {
        let position = crate::read_position(MIDDLEGAME).unwrap();
        let all = graph(&position, Selection::default()).links.len();
        let few = svg(&position, Selection::default(), MOST);
        assert_eq!(arrows(&few), MOST);
        assert!(few.contains("attack (4)") && few.contains(" of 57)"), "{few}");
        assert_eq!(arrows(&svg(&position, Selection::default(), all)), all);
    }
}
