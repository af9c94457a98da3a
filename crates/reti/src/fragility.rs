//! The fragility of a game, ply by ply, as data, table, picture and line of blocks.
//!
//! Fragility tells how much of a position's web hangs on pieces under attack; over a game it rises
//! to the critical moments (seed 000, section 7.3; spec 8.3, decision D-50). Two graphs are in use
//! and give different curves, so everything that is written here names its mode.

mod beside;

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use reti_core::{
    chess::{Color, Position},
    fragility::{Mode, fragility_of},
};

use crate::{
    markup::escape,
    pgn::Game,
    tactics::{self, Effort},
    wire,
};

/// The curve of a game.
pub fn curve(game: &Game, mode: Mode) -> wire::FragilityCurve {
    curve_beside(game, mode, |_| None)
}

/// The curve of a game with its tactical order and soundness beside it; each tactic may cost so much.
pub fn curve_with_soundness(game: &Game, mode: Mode, effort: Effort) -> wire::FragilityCurve {
    curve_beside(game, mode, |position| {
        let found = tactics::prove(position, effort).survey;
        Some(wire::SoundnessPly {
            order: found.tactics.len(),
            order_sound: found.sound_order(),
            degree_white: found.degree(Color::White),
            degree_black: found.degree(Color::Black),
        })
    })
}

fn curve_beside(
    game: &Game,
    mode: Mode,
    beside: impl Fn(&Position) -> Option<wire::SoundnessPly>,
) -> wire::FragilityCurve {
    let ply = |position: &Position, mode: Mode, number: usize| wire::FragilityPly {
        soundness: beside(position),
        ..ply(position, mode, number)
    };
    let mut position = game.start.clone();
    let mut plies = vec![ply(&position, mode, 0)];
    for (index, &m) in game.moves.iter().enumerate() {
        let (uci, san) = (position.uci(m), position.san(m));
        position = position.play(m);
        plies.push(wire::FragilityPly {
            number: Some(game.move_number(index)),
            played: Some(uci),
            san: Some(san),
            ..ply(&position, mode, index + 1)
        });
    }
    let mut peak = 0;
    for (index, ply) in plies.iter().enumerate() {
        if ply.f > plies[peak].f {
            peak = index;
        }
    }
    wire::FragilityCurve {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        mode: mode.into(),
        game: game.number,
        name: game.name(),
        peak,
        plies,
    }
}

fn ply(position: &Position, mode: Mode, ply: usize) -> wire::FragilityPly {
    let found = fragility_of(position, mode);
    let piece = |square| position.board().piece_at(square).map(|piece| format!("{}{square}", piece.char()));
    let key = found.key.and_then(piece);
    wire::FragilityPly {
        ply,
        number: None,
        played: None,
        san: None,
        f: found.total,
        f_white: found.white,
        f_black: found.black,
        key,
        soundness: None,
    }
}

/// How a ply is called: `14...Qe6`, or `the start`.
fn name(ply: &wire::FragilityPly) -> String {
    match (&ply.number, &ply.san) {
        (Some(number), Some(san)) => format!("{number}{san}"),
        _ => "the start".to_owned(),
    }
}

/// The curve as comma-separated values, with a header.
pub fn csv(curves: &[wire::FragilityCurve]) -> String {
    let has_soundness = curves.iter().flat_map(|curve| &curve.plies).any(|ply| ply.soundness.is_some());
    let more = if has_soundness { ",order,order_sound,degree_white,degree_black" } else { "" };
    let mut out = format!("game,mode,ply,number,san,f,f_white,f_black,key,peak{more}\n");
    for curve in curves {
        for ply in &curve.plies {
            // Writing to a string cannot fail. SAN, numbers and squares need no quotes.
            let _ = write!(
                out,
                "{},{},{},{},{},{:.9},{:.9},{:.9},{},{}",
                curve.game,
                curve.mode,
                ply.ply,
                ply.number.as_deref().unwrap_or_default(),
                ply.san.as_deref().unwrap_or_default(),
                ply.f,
                ply.f_white,
                ply.f_black,
                ply.key.as_deref().unwrap_or_default(),
                u8::from(ply.ply == curve.peak)
            );
            if let Some(beside) = ply.soundness {
                let degree = |degree: Option<i32>| degree.map_or(String::new(), |degree| degree.to_string());
                let (white, black) = (degree(beside.degree_white), degree(beside.degree_black));
                let _ = write!(out, ",{},{},{white},{black}", beside.order, beside.order_sound);
            }
            out.push('\n');
        }
    }
    out
}

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const PLIES_A_LINE: usize = 60;

/// The curve for a terminal: a line of blocks, and the peak in words.
pub fn text(curve: &wire::FragilityCurve, color: bool) -> String {
    let peak = &curve.plies[curve.peak];
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{} ({} plies, mode {})", curve.name, curve.plies.len() - 1, curve.mode);
    for (row, plies) in curve.plies.chunks(PLIES_A_LINE).enumerate() {
        let first = plies.first().map(|ply| ply.number.as_deref().unwrap_or("")).unwrap_or_default();
        let _ = write!(out, "{first:>6} ");
        for (index, ply) in plies.iter().enumerate() {
            let level = if peak.f > 0.0 { (ply.f / peak.f * 7.0).round() as usize } else { 0 };
            let block = BLOCKS[level.min(7)];
            let is_peak = row * PLIES_A_LINE + index == curve.peak && peak.f > 0.0;
            let style = if is_peak && color { AnsiColor::Red.on_default().bold() } else { Style::new() };
            let _ = write!(out, "{style}{block}{style:#}");
        }
        out.push('\n');
        out += &beside::rows(plies);
        let column = curve.peak.checked_sub(row * PLIES_A_LINE).filter(|&column| column < plies.len());
        if let Some(column) = column.filter(|_| peak.f > 0.0) {
            let _ = writeln!(out, "{:>1$} peak", "^", 8 + column);
        }
    }
    if peak.f > 0.0 {
        let key = peak.key.as_deref().map_or(String::new(), |key| format!("; key piece {}", piece_name(key)));
        let _ = writeln!(
            out,
            "Peak {:.4} after {} (White's pieces {:.4}, Black's {:.4}){key}",
            peak.f,
            name(peak),
            peak.f_white,
            peak.f_black
        );
    } else {
        out.push_str("No piece that is attacked lies between others: the curve is flat.\n");
    }
    out + beside::legend(curve)
}

/// `White's knight f3` for `Nf3`, `Black's pawn e5` for `pe5`.
fn piece_name(key: &str) -> String {
    let mut chars = key.chars();
    let letter = chars.next().unwrap_or_default();
    let side = if letter.is_ascii_uppercase() { "White" } else { "Black" };
    let piece = reti_core::chess::PieceType::from_char(letter).map_or("piece", crate::words::type_name);
    format!("{side}'s {piece} {}", chars.as_str())
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 280.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 40.0;

/// A line of the picture: label, colour, width and what it shows.
type Series = (&'static str, &'static str, f64, fn(&wire::FragilityPly) -> f64);

/// The curve as an SVG picture: F, the parts of both sides, and the peak; below it order, sound tactics and
/// degrees if the curve has them.
pub fn svg(curve: &wire::FragilityCurve) -> String {
    let peak = &curve.plies[curve.peak];
    let last = (curve.plies.len() - 1).max(1) as f64;
    let top = nice_ceiling(peak.f);
    let x = |ply: usize| LEFT + (WIDTH - LEFT - RIGHT) * ply as f64 / last;
    let y = |f: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * f / top;
    let height = HEIGHT + beside::height(curve);
    let mut out = String::new();
    let title = format!("Fragility of {} (mode {})", curve.name, curve.mode);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n<title>{}</title>\n\
         <desc>{} plies. The curve peaks at {:.4} after {}.</desc>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"16\" font-size=\"13\" fill=\"#111111\">{}</text>",
        escape(&title),
        curve.plies.len() - 1,
        peak.f,
        escape(&name(peak)),
        escape(&title),
    );
    for step in 0..=4 {
        let f = top * f64::from(step) / 4.0;
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{1:.1}\" x2=\"{0}\" y2=\"{1:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\" fill=\"#444444\">{f:.2}</text>",
            WIDTH - RIGHT,
            y(f),
            LEFT - 6.0,
            y(f) + 4.0
        );
    }
    beside::panels(&mut out, curve, &x);
    axis(&mut out, curve, &x, height - BOTTOM);
    let series: [Series; 3] = [
        ("White's pieces", "#e69f00", 1.2, |ply| ply.f_white),
        ("Black's pieces", "#0072b2", 1.2, |ply| ply.f_black),
        ("F", "#111111", 2.2, |ply| ply.f),
    ];
    for (index, (label, color, width, value)) in series.into_iter().enumerate() {
        let points: Vec<String> =
            curve.plies.iter().map(|ply| format!("{:.1},{:.1}", x(ply.ply), y(value(ply)))).collect();
        let at = LEFT + 110.0 * index as f64;
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"/>\
             <line x1=\"{at}\" y1=\"31\" x2=\"{}\" y2=\"31\" stroke=\"{color}\" stroke-width=\"3\"/>\
             <text x=\"{}\" y=\"35\" fill=\"#222222\">{label}</text>",
            points.join(" "),
            at + 16.0,
            at + 21.0
        );
    }
    if peak.f > 0.0 {
        let (px, py) = (x(peak.ply), y(peak.f));
        let (anchor, shift) = if px > WIDTH * 0.7 { ("end", -8.0) } else { ("start", 8.0) };
        let _ = writeln!(
            out,
            "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"4.5\" fill=\"none\" stroke=\"#d55e00\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"#d55e00\" font-weight=\"bold\">{} {:.3}</text>",
            px + shift,
            py + 4.0,
            escape(&name(peak)),
            peak.f
        );
    }
    out.push_str("</svg>\n");
    out
}

fn axis(out: &mut String, curve: &wire::FragilityCurve, x: &impl Fn(usize) -> f64, base: f64) {
    let step = [2, 10, 20, 40, 100, 200, 400].into_iter().find(|step| curve.plies.len() / step <= 12).unwrap_or(1000);
    for ply in (0..curve.plies.len()).step_by(step) {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#444444\">{}</text>",
            x(ply),
            base + 15.0,
            ply.div_ceil(2)
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#444444\">moves played</text>",
        f64::midpoint(LEFT, WIDTH - RIGHT),
        base + BOTTOM - 8.0
    );
}

/// A round number that is not below the value.
fn nice_ceiling(value: f64) -> f64 {
    [0.04, 0.1, 0.2, 0.4, 0.8, 1.2, 1.6, 2.0, 4.0, 8.0].into_iter().find(|&ceiling| value <= ceiling).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::games;

    /// The game that Morphy won at the opera, Paris 1858.
    const OPERA: &str = "[White \"Morphy\"]\n[Black \"Brunswick\"]\n[Date \"1858.11.02\"]\n\n\
        1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 \
        11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

    fn opera(mode: Mode) -> wire::FragilityCurve {
        let game = games(OPERA.as_bytes()).next().unwrap().unwrap();
        assert_eq!(game.problem, None);
        curve(&game, mode)
    }

    #[test]
    fn the_peak_of_the_opera_game_is_found_in_both_modes() {
        // Source: spec 8.3, computed with the Python reference.
        let standard = opera(Mode::Standard);
        let peak = &standard.plies[standard.peak];
        assert_eq!((name(peak).as_str(), format!("{:.4}", peak.f).as_str()), ("14...Qe6", "0.7677"));
        let code = opera(Mode::AuthorCode);
        let peak = &code.plies[code.peak];
        assert_eq!((name(peak).as_str(), format!("{:.4}", peak.f).as_str()), ("13.Rxd7", "0.4369"));
    }

    #[test]
    fn text_and_table_mark_the_peak() {
        let curve = opera(Mode::Standard);
        let told = text(&curve, false);
        assert!(told.starts_with("Morphy - Brunswick, 1858 (33 plies, mode standard)\n"), "{told}");
        assert!(told.contains("Peak 0.7677 after 14...Qe6"), "{told}");
        let line = told.lines().nth(1).unwrap();
        let caret = told.lines().nth(2).unwrap().find('^').unwrap();
        assert_eq!(line.chars().nth(caret), Some('█'), "{told}");
        let table = csv(std::slice::from_ref(&curve));
        assert_eq!(table.lines().count(), 1 + 34);
        assert_eq!(table.lines().filter(|line| line.ends_with(",1")).count(), 1);
    }

    #[test]
    fn soundness_stands_beside_the_curve_in_every_form() {
        let game = games(OPERA.as_bytes()).next().unwrap().unwrap();
        let alone = curve(&game, Mode::Standard);
        let with = curve_with_soundness(&game, Mode::Standard, Effort::of(200));
        assert!(with.plies.iter().any(|ply| ply.soundness.is_some_and(|beside| beside.degree_white.is_some())));
        for words in ["order (tactics)", "sound tactics", "White's degree", "Black's degree"] {
            assert!(svg(&with).contains(words) && !svg(&alone).contains(words), "{words}");
        }
        let (told, plain) = (text(&with, false), text(&alone, false));
        let rows: Vec<&str> = told.lines().skip(2).take(4).collect();
        for (row, name) in rows.iter().zip(["order", "sound", "White", "Black"]) {
            assert!(row.trim_start().starts_with(name) && row.chars().count() == 7 + with.plies.len(), "{told}");
        }
        // Before the first move there is no tactic, and so no degree.
        assert!(rows[2].starts_with(" White ."), "{told}");
        assert!(told.contains("the degree of a side's best tactic in pawns") && !plain.contains("degree"), "{told}");
        // Nothing is drawn outside the picture.
        let drawn = svg(&with);
        let high: f64 = drawn.split(" height=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        let lowest = drawn.split(" y=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse().unwrap());
        assert!(lowest.fold(0.0, f64::max) < high);
    }

    #[test]
    fn an_empty_game_has_a_flat_curve() {
        let game = games(&b"[White \"A\"]\n\n*"[..]).next().unwrap().unwrap();
        let curve = curve(&game, Mode::Standard);
        assert!(text(&curve, true).ends_with("the curve is flat.\n"));
        assert!(svg(&curve).contains("0 plies"));
    }
}
