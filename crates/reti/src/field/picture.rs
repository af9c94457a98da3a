//! A field as a picture: tinted squares with numbers, darts along the slopes, rings at the points
//! that stand out.

use reti_core::{
    chess::{Color, Position, Square},
    field,
};

use super::{Selection, attention, fields, flow, is_black, mark, share, short};
use crate::{
    draw::svg::{Arrow, Circle, Dart, Label, Legend, Picture, Stroke, Tint, palette},
    wire,
};

/// White's influence.
const WHITE: &str = palette::BLUE;
/// Black's influence.
const BLACK: &str = palette::YELLOW;

const KINDS: [(&str, char, &str); 3] =
    [("maximum", '^', palette::GREEN), ("minimum", 'v', palette::VERMILION), ("saddle", 'x', palette::PURPLE)];

/// The board with one field, as an SVG document.
pub fn svg(position: &Position, selection: Selection) -> String {
    let fields = fields(position, selection);
    let shown = &fields.shown;
    let mut picture = Picture::new(position.board(), format!("Influence ({}) of {}", shown.name, fields.fen));
    picture.headroom = true;
    picture.description = format!("Territory {}. {}", fields.territory, extremes(shown));
    let steepest = Square::ALL.into_iter().map(|square| slope(shown, square)).map(|(x, y)| x.hypot(y));
    let steepest = steepest.fold(0.0_f64, f64::max);
    for square in Square::ALL {
        let value = at(&shown.values, square);
        let color = if is_black(selection, value) { BLACK } else { WHITE };
        let opacity = 0.9 * share(value, &shown.values).sqrt();
        picture.tints.push(Tint { square, color: color.to_owned(), opacity });
        let (right, down) = slope(shown, square);
        let length = right.hypot(down);
        // Where a piece stands, its own kernel hides the slope.
        if length > 0.0 && !selection.flow && position.board().piece_at(square).is_none() {
            // The steepest dart spans most of its square, the others less by the root of the ratio.
            let scale = 0.42 * (length / steepest).sqrt() / length;
            let color = palette::GRAY.to_owned();
            picture.darts.push(Dart { square, right: right * scale, down: down * scale, color });
        }
    }
    // Arrows of the flow and rings in one picture hide each other.
    let points = if selection.flow { &[][..] } else { &shown.critical_points };
    for (point, (row, column, sign)) in points.iter().filter_map(|point| Some((point, mark(point)?))) {
        let Some(square) = field::square(row as i32, column as i32) else { continue };
        let color = KINDS.iter().find(|(kind, ..)| point.kind == *kind).map_or(palette::GRAY, |(.., color)| color);
        picture.circles.push(Circle::new(square, color));
        picture.labels.push(Label { square, text: format!("{sign}{}", short(point.value)) });
    }
    let plain = Square::ALL.into_iter().filter(|square| !picture.circles.iter().any(|ring| ring.square == *square));
    let labels = plain.map(|square| (square, at(&shown.values, square))).filter(|(_, value)| *value != 0.0);
    let labels: Vec<Label> = labels.map(|(square, value)| Label { square, text: short(value) }).collect();
    picture.labels.extend(labels);
    if let Some(flow) = &fields.flow {
        for (color, from, to, share) in flow::arrows(flow) {
            picture.arrows.push(Arrow { width: 2.0 + 5.0 * share, ..Arrow::new(from, to, side(color)) });
        }
    }
    legend(&mut picture, &fields);
    picture.svg()
}

/// The colour of a side's drifting pieces, darker than its influence.
fn side(color: Color) -> &'static str {
    color.fold_wb(palette::PURPLE, palette::VERMILION)
}

fn legend(picture: &mut Picture, fields: &wire::Fields) {
    let mut add = |text: &str, color: &str| {
        picture.legend.push(Legend { text: text.to_owned(), color: color.to_owned(), stroke: Stroke::Solid });
    };
    if fields.flow.is_some() {
        add("White drifts", side(Color::White));
        add("Black drifts", side(Color::Black));
    } else {
        for (kind, sign, color) in KINDS {
            add(&format!("{sign} {kind}"), color);
        }
        add("slope, uphill", palette::GRAY);
    }
    add("for White", WHITE);
    add("for Black", BLACK);
    for (text, color) in fields.attention.iter().flat_map(attention::legend) {
        add(&text, color.fold_wb(WHITE, BLACK));
    }
}

fn at(rows: &wire::Rows, square: Square) -> f64 {
    let (row, column) = field::cell(square);
    rows[row as usize][column as usize]
}

fn slope(shown: &wire::ShownField, square: Square) -> (f64, f64) {
    (at(&shown.slope_right, square), at(&shown.slope_down, square))
}

fn extremes(shown: &wire::ShownField) -> String {
    let of = |kind: &str| {
        let points = shown.critical_points.iter().filter(|point| point.kind == kind);
        let names: Vec<&str> = points.map(|point| point.square.as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    format!("Maxima: {}. Minima: {}. Saddles: {}.", of("maximum"), of("minimum"), of("saddle"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_a_tint_for_every_square_and_a_ring_for_every_point() {
        let position = crate::read_position("startpos").unwrap();
        let drawn = svg(&position, Selection::default());
        let points = fields(&position, Selection::default()).shown.critical_points.len();
        assert_eq!(drawn.matches("stroke-width=\"3.5\"").count(), points);
        assert!(drawn.contains("Territory 0."), "{drawn}");
        assert!(drawn.contains(">slope, uphill</text>"));
        assert_eq!(drawn, svg(&position, Selection::default()));
    }
}
