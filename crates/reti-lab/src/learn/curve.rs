//! Learning as a picture: the error on learned and on held-out positions, pass by pass, or the points of Elo above
//! the start, round by round.

use std::fmt::Write as _;

use super::{Epoch, Round};
use reti::draw::svg::palette;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

/// A line of the picture: its name, colour, dashes and values.
type Line<'c> = (&'c str, &'c str, &'c str, fn(&Epoch) -> f64);

const LINES: [Line<'_>; 3] = [
    ("learned positions", palette::BLUE, "", |epoch| epoch.learned),
    ("held-out games", palette::VERMILION, "", |epoch| epoch.held_out),
    ("held-out games, engine only", palette::GREEN, "6 4", |epoch| epoch.engine),
];

/// The errors of all passes, as an SVG document.
pub fn svg(epochs: &[Epoch], best: usize) -> String {
    let values: Vec<f64> = epochs.iter().flat_map(|epoch| LINES.map(|(.., value)| value(epoch))).collect();
    let highest = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let lowest = values.iter().copied().fold(highest, f64::min);
    // A little air above and below, also when all values are equal.
    let air = (highest - lowest).max(highest * 0.02) * 0.08;
    let (bottom, top) = ((lowest - air).max(0.0), highest + air);
    let last = epochs.len().max(2) as f64;
    let x = |number: usize| LEFT + (number as f64 - 1.0) / (last - 1.0) * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| TOP + (top - value) / (top - bottom) * (HEIGHT - TOP - BOTTOM);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>Mean squared error by pass</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>"
    );
    for step in 0..=4 {
        let value = bottom + (top - bottom) * f64::from(step) / 4.0;
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {0:.1}H{1}\" stroke=\"#dddddd\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{value:.4}</text>",
            y(value),
            WIDTH - RIGHT,
            LEFT - 8.0,
            y(value) + 4.0
        );
    }
    for (place, (name, color, dashes, value)) in LINES.iter().enumerate() {
        let points: Vec<String> =
            epochs.iter().map(|epoch| format!("{:.1},{:.1}", x(epoch.number), y(value(epoch)))).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>\n\
             <path d=\"M{1} 20h24\" stroke=\"{color}\" stroke-width=\"3\" stroke-dasharray=\"{dashes}\"/>\
             <text x=\"{2}\" y=\"24\">{name}</text>",
            points.join(" "),
            LEFT + 220.0 * place as f64,
            LEFT + 220.0 * place as f64 + 30.0
        );
    }
    if let Some(epoch) = epochs.iter().find(|epoch| epoch.number == best) {
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
            x(best),
            y(epoch.held_out),
            palette::VERMILION
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">pass over the data, 1 to {}; the circle is the kept one</text>\n</svg>",
        f64::midpoint(LEFT, WIDTH - RIGHT),
        HEIGHT - 18.0,
        epochs.len()
    );
    out
}

/// Points of Elo above the start by games, with intervals, as an SVG document.
pub fn of_rounds(rounds: &[Round]) -> String {
    let ends = || rounds.iter().flat_map(|round| [round.advantage.low, round.advantage.high]);
    let (bottom, top) = (ends().fold(-20.0, f64::min) - 10.0, ends().fold(20.0, f64::max) + 10.0);
    let most = rounds.last().map_or(1, |round| round.games).max(1) as f64;
    let x = |games: f64| LEFT + games / most * (WIDTH - LEFT - RIGHT);
    let y = |elo: f64| TOP + (top - elo) / (top - bottom) * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>Elo above the start by games</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
    );
    for elo in [bottom, bottom / 2.0, 0.0, top / 2.0, top] {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {0:.1}H{1}\" stroke=\"#dddddd\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{elo:+.0}</text>",
            y(elo),
            WIDTH - RIGHT,
            LEFT - 8.0,
            y(elo) + 4.0
        );
    }
    let points: Vec<String> =
        rounds.iter().map(|round| format!("{:.1},{:.1}", x(round.games as f64), y(round.advantage.elo))).collect();
    let blue = palette::BLUE;
    let _ = writeln!(
        out,
        "<polyline points=\"{:.1},{:.1} {}\" fill=\"none\" stroke=\"{blue}\" stroke-width=\"2\"/>",
        x(0.0),
        y(0.0),
        points.join(" ")
    );
    for round in rounds {
        let (at, low, high) = (x(round.games as f64), y(round.advantage.low), y(round.advantage.high));
        let _ = writeln!(out, "<path d=\"M{at:.1} {low:.1}V{high:.1}\" stroke=\"{blue}\"/>");
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">games learned from, 0 to {most}; points of Elo above the start, with 95 % intervals</text>\n</svg>",
        f64::midpoint(LEFT, WIDTH - RIGHT),
        HEIGHT - 18.0
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_have_a_point_and_an_interval_each() {
        use crate::learn::Advantage;
        let advantage = |elo: f64| Advantage { elo, low: elo - 30.0, high: elo + 30.0, games: 100 };
        let rounds: Vec<Round> = (1..=3)
            .map(|number| Round { number, games: 500 * number, advantage: advantage(40.0 * number as f64) })
            .collect();
        let drawn = of_rounds(&rounds);
        assert_eq!(drawn.matches('V').count(), 3);
        let line = drawn.lines().find(|line| line.starts_with("<polyline")).unwrap();
        assert_eq!(line.split('"').nth(1).unwrap().split(' ').count(), 4);
        assert!(!drawn.contains("NaN") && !of_rounds(&[]).contains("NaN"));
    }

    #[test]
    fn a_curve_has_a_point_for_every_pass() {
        let epochs: Vec<Epoch> = (1..=5)
            .map(|number| {
                let error = 0.1 / number as f64;
                Epoch { number, learned: error, held_out: error + 0.01, engine: error + 0.02 }
            })
            .collect();
        let drawn = svg(&epochs, 4);
        assert_eq!(drawn.matches("<polyline").count(), 3);
        assert_eq!(drawn.matches("<circle").count(), 1);
        let first = drawn.lines().find(|line| line.starts_with("<polyline")).unwrap();
        assert_eq!(first.split('"').nth(1).unwrap().split(' ').count(), 5);
        assert!(!drawn.contains("NaN"));
        assert!(!svg(&[], 0).contains("NaN"));
    }
}
