//! What stands beside a curve of fragility if it was asked for: how many tactics there are, how many of them
//! are sound, and their degree; as rows of digits, and as two panels below the picture.

use std::fmt::Write as _;

use super::{BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH};
use crate::wire;

/// From the top of one panel to the next.
const STEP: f64 = 118.0;
const PANEL: f64 = 80.0;
/// A degree of so much is a mate: it is told as that, not as pawns.
const MATE: i32 = 20_000;

/// How much higher the picture is.
pub(super) fn height(curve: &wire::FragilityCurve) -> f64 {
    if has(curve) { 2.0 * STEP } else { 0.0 }
}

fn has(curve: &wire::FragilityCurve) -> bool {
    curve.plies.iter().any(|ply| ply.soundness.is_some())
}

/// A character for each ply and row; nothing if it was not asked for.
pub(super) fn rows(plies: &[wire::FragilityPly]) -> String {
    let row = |name: &str, sign: &dyn Fn(&wire::SoundnessPly) -> char| {
        let signs: Option<String> = plies.iter().map(|ply| ply.soundness.as_ref().map(sign)).collect();
        signs.map_or(String::new(), |signs| format!("{name:>6} {signs}\n"))
    };
    let count = |count: usize| char::from_digit(count.min(9) as u32, 10).unwrap_or('9');
    [
        row("order", &|beside| count(beside.order)),
        row("sound", &|beside| count(beside.order_sound)),
        row("White", &|beside| degree_sign(beside.degree_white)),
        row("Black", &|beside| degree_sign(beside.degree_black)),
    ]
    .concat()
}

/// Whole pawns, and signs for what is no such number.
fn degree_sign(degree: Option<i32>) -> char {
    match degree {
        None => '.',
        Some(degree) if degree >= MATE => '#',
        Some(degree) if degree < -50 => '-',
        Some(degree) => char::from_digit(((degree.max(0) + 50) / 100).min(9).cast_unsigned(), 10).unwrap_or('9'),
    }
}

/// What the rows mean.
pub(super) fn legend(curve: &wire::FragilityCurve) -> &'static str {
    if has(curve) {
        "order: tactics; sound: those that are proven; White, Black: the degree of a side's best tactic in pawns\n\
         (. none, # mate, - below nought); 9 is nine or more.\n"
    } else {
        ""
    }
}

/// Both panels below the curve; `x` says where a ply stands.
pub(super) fn panels(out: &mut String, curve: &wire::FragilityCurve, x: &impl Fn(usize) -> f64) {
    if has(curve) {
        let top = HEIGHT - BOTTOM + STEP - PANEL;
        order(out, curve, x, top);
        degree(out, curve, x, top + STEP);
    }
}

/// Two lines across a panel with their numbers, and what its colours mean.
fn frame(out: &mut String, top: f64, most: &str, labels: &[(&str, &str)]) {
    for (y, number) in [(top, most), (top + PANEL, "0")] {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{0}\" y2=\"{y:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{1}\" y=\"{2:.1}\" text-anchor=\"end\" fill=\"#444444\">{number}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0
        );
    }
    let mut at = LEFT;
    for (label, color) in labels {
        let _ = writeln!(
            out,
            "<line x1=\"{at}\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\" stroke=\"{color}\" stroke-width=\"3\"/>\
             <text x=\"{2}\" y=\"{3}\" fill=\"#222222\">{label}</text>",
            top - 14.0,
            at + 16.0,
            at + 21.0,
            top - 10.0
        );
        at += 42.0 + 6.0 * label.chars().count() as f64;
    }
}

/// Bars: all tactics, and before them the sound ones.
fn order(out: &mut String, curve: &wire::FragilityCurve, x: &impl Fn(usize) -> f64, top: f64) {
    let (all, sound) = ("#bbbbbb", "#009e73");
    let most = curve.plies.iter().filter_map(|ply| ply.soundness).map(|beside| beside.order).max().unwrap_or(0).max(1);
    frame(out, top, &most.to_string(), &[("order (tactics)", all), ("sound tactics", sound)]);
    let width = (0.7 * (x(1) - x(0))).clamp(1.0, 12.0);
    for ply in &curve.plies {
        let Some(beside) = ply.soundness else { continue };
        for (count, color) in [(beside.order, all), (beside.order_sound, sound)] {
            let high = PANEL * count as f64 / most as f64;
            // No bar stands out of the panel.
            let left = (x(ply.ply) - width / 2.0).max(LEFT);
            let right = (x(ply.ply) + width / 2.0).min(WIDTH - RIGHT);
            if count > 0 {
                let _ = writeln!(
                    out,
                    "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\" fill=\"{color}\"/>",
                    top + PANEL - high,
                    right - left
                );
            }
        }
    }
}

/// The degrees of both sides in pawns; where there is none, the line is broken, and mates stand at the top.
fn degree(out: &mut String, curve: &wire::FragilityCurve, x: &impl Fn(usize) -> f64, top: f64) {
    let known = curve.plies.iter().filter_map(|ply| ply.soundness);
    let pawns = known.flat_map(|beside| [beside.degree_white, beside.degree_black]).flatten();
    let most = (pawns.filter(|&degree| degree < MATE).max().unwrap_or(0).max(100) + 99) / 100;
    let (white, black) = ("#e69f00", "#0072b2");
    let labels = [("White's degree in pawns", white), ("Black's degree (mates at the top)", black)];
    frame(out, top, &most.to_string(), &labels);
    let y = |degree: i32| top + PANEL * (1.0 - (f64::from(degree) / f64::from(100 * most)).clamp(0.0, 1.0));
    let of_white: fn(&wire::SoundnessPly) -> Option<i32> = |beside| beside.degree_white;
    let of_black: fn(&wire::SoundnessPly) -> Option<i32> = |beside| beside.degree_black;
    for (of, color, shift) in [(of_white, white, -0.6), (of_black, black, 0.6)] {
        let place = |ply: &wire::FragilityPly| {
            ply.soundness.as_ref().and_then(of).map(|degree| (x(ply.ply), y(degree) + shift))
        };
        let places: Vec<Option<(f64, f64)>> = curve.plies.iter().map(place).collect();
        for part in places.split(Option::is_none).filter(|part| !part.is_empty()) {
            let points: Vec<String> = part.iter().flatten().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.4\"/>",
                points.join(" ")
            );
        }
        for (x, y) in places.iter().flatten() {
            let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"{color}\"/>");
        }
    }
}
