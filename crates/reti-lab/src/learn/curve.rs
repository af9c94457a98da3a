//! The loss curve as a picture: the error on learned and on held-out positions, pass by pass.

use std::fmt::Write as _;

use super::Epoch;
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

#[cfg(test)]
mod tests {
    use super::*;

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
