//! A field as text: numbers on the board, tinted if colours are wanted.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, RgbColor};
use reti_core::chess::Position;

use super::{Selection, attention, fields, flow, is_black, mark, share, short};
use crate::wire;

pub(super) const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// A heat map with numbers, the norms of both sides, territory and scores.
pub fn text(position: &Position, selection: Selection, color: bool) -> String {
    let fields = fields(position, selection);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{}", heading(&fields));
    heat_map(&mut out, &fields.shown, selection, color);
    out.push_str("\n^ maximum   v minimum   x saddle\n");
    match &fields.attention {
        Some(attention) => attention::text(&mut out, &fields.norms, attention),
        None => norms(&mut out, &fields.norms),
    }
    if let Some(flow) = &fields.flow {
        flow::text(&mut out, position, flow);
    }
    let _ = writeln!(out, "\n{}", territory_sentence(fields.territory));
    out.push_str("Scores for White, in centipawns\n");
    for score in &fields.evaluations {
        let terms: Vec<String> = score
            .terms
            .iter()
            .filter(|term| term.value.abs() >= 0.05)
            .map(|term| format!("{} {}", term.name, short(term.value)))
            .collect();
        let told = if terms.is_empty() { "everything balanced".to_owned() } else { terms.join(", ") };
        let _ = writeln!(out, "  {:<15}{:>6}  ({told})", score.name, score.score.cp.unwrap_or(0));
    }
    out
}

fn norms(out: &mut String, norms: &wire::SideNorms) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\n{:<12}{:>9}{:>9}", "L1 norm", "White", "Black");
    for (index, name) in PIECES.iter().enumerate() {
        let [white, black] = [norms.white[index], norms.black[index]].map(short);
        let _ = writeln!(out, "  {name:<10}{white:>9}{black:>9}");
    }
}

fn heading(fields: &wire::Fields) -> String {
    let name = &fields.shown.name;
    let what = match name.split_once(' ').unwrap_or((name, "")) {
        ("white", "") => "White's influence".to_owned(),
        ("black", "") => "Black's influence".to_owned(),
        ("balance", "") => "Influence, White less Black".to_owned(),
        ("strength", "") => "Influence, both sides added up".to_owned(),
        ("white", piece) => format!("White's influence by {piece}s"),
        ("black", piece) => format!("Black's influence by {piece}s"),
        ("balance", piece) => format!("Influence by {piece}s, White less Black"),
        (_, piece) => format!("Influence by {piece}s, both sides added up"),
    };
    let how = if fields.occluded { "stopping at pieces" } else { "through all pieces" };
    let sizes = |scales: &Vec<wire::Scale>| {
        let sizes: Vec<String> = scales.iter().map(|scale| format!("{} x {:.3}", scale.size, scale.factor)).collect();
        format!(", sizes {}", sizes.join(" + "))
    };
    let scales = fields.scales.as_ref().map_or(String::new(), sizes);
    let weighed = fields.attention.as_ref();
    let weighed = weighed.map_or(String::new(), |by| format!(", by attention at temperature {}", by.temperature));
    format!("{what} (kernels {}{scales}, {how}{weighed})", fields.kernels)
}

fn heat_map(out: &mut String, shown: &wire::ShownField, selection: Selection, color: bool) {
    let mut signs = [[' '; 8]; 8];
    for (row, column, sign) in shown.critical_points.iter().filter_map(mark) {
        signs[row][column] = sign;
    }
    out.push_str("  ");
    for file in 'a'..='h' {
        let _ = write!(out, "{file:>5} ");
    }
    out.push('\n');
    for (row, values) in shown.values.iter().enumerate() {
        let _ = write!(out, "{} ", 8 - row);
        for (column, &value) in values.iter().enumerate() {
            let number = if value == 0.0 { ".".to_owned() } else { short(value) };
            let cell = format!("{number:>5}{}", signs[row][column]);
            if color {
                let (red, green, blue) = tint(share(value, &shown.values), is_black(selection, value));
                let style = Ansi256Color(16).on(RgbColor(red, green, blue));
                let _ = write!(out, "{style}{cell}{style:#}");
            } else {
                out.push_str(&cell);
            }
        }
        while !color && out.ends_with(' ') {
            out.pop();
        }
        out.push('\n');
    }
}

/// From near white to sky blue for White, to orange for Black; black digits stay readable on all.
fn tint(share: f64, black: bool) -> (u8, u8, u8) {
    let full = if black { (230.0, 140.0, 30.0) } else { (70.0, 160.0, 225.0) };
    let mix = |end: f64| (246.0 + (end - 246.0) * share.sqrt()).round() as u8;
    (mix(full.0), mix(full.1), mix(full.2))
}

fn territory_sentence(territory: i32) -> String {
    let squares = if territory.abs() == 1 { "square" } else { "squares" };
    match territory {
        0 => "Territory: even.".to_owned(),
        1.. => format!("Territory: White controls {territory} {squares} more."),
        _ => format!("Territory: Black controls {} {squares} more.", -territory),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Side;
    use reti_core::chess::{Color, PieceType};

    const KNIGHT: &str = "7k/8/3N4/8/8/8/8/K7 w - - 0 1";

    #[test]
    fn the_seeds_heat_map_is_drawn() {
        let position = crate::read_position(KNIGHT).unwrap();
        let selection =
            Selection { side: Side::Of(Color::White), piece: Some(PieceType::Knight), ..Selection::default() };
        let drawn = text(&position, selection, false);
        let lines: Vec<&str> = drawn.lines().take(6).collect();
        assert_eq!(lines[0], "White's influence by knights (kernels seed, through all pieces)");
        assert_eq!(lines[1], "      a     b     c     d     e     f     g     h ");
        assert!(lines[2].contains('3') && lines[4].contains("10^"), "{drawn}");
        assert!(!drawn.contains('\x1b'));
        assert!(text(&position, selection, true).contains("\x1b[48;2;70;160;225m"));
    }

    #[test]
    fn territory_is_told_from_both_sides() {
        assert_eq!(territory_sentence(0), "Territory: even.");
        assert_eq!(territory_sentence(1), "Territory: White controls 1 square more.");
        assert_eq!(territory_sentence(-12), "Territory: Black controls 12 squares more.");
    }
}
