//! Zones as a picture: main trajectories bold, negations dashed, times as small numbers.
//!
//! A board full of arrows says nothing, so a few zones are drawn, but each as a whole: whoever sees a main
//! trajectory sees who intercepts it. A zone with more ways than fit is thinned to one main trajectory, the one
//! that is intercepted most, and one way of every piece that interferes. The legend names what is drawn.

use std::cmp::Reverse;

use reti_core::chess::{Position, Square};

use super::SIDES;
use crate::{
    draw::svg::{Arrow, Label, Legend, Picture, Stroke, palette},
    wire, words,
};

/// So many steps of trajectories can be told apart on a board.
const MOST_STEPS: usize = 28;
/// So many steps of one zone, so that there is room for another one.
const MOST_STEPS_OF_ZONE: usize = 14;

/// A step of a trajectory, and whether it is one of a main trajectory.
type Step = (String, String, bool);

/// The most valuable zones as a picture, at most so many and only those for which there is room.
pub fn zones_svg(position: &Position, zones: &wire::Zones, most: usize) -> String {
    let mut picture = Picture::new(position.board(), format!("zones up to {} moves", zones.horizon));
    let (mut steps, mut drawn, mut thinned): (Vec<Step>, usize, bool) = (Vec::new(), 0, false);
    for zone in in_order(&zones.zones) {
        let room = (MOST_STEPS - steps.len()).min(MOST_STEPS_OF_ZONE);
        let symbols = if drawn < most { chosen(zone, &steps, room) } else { Vec::new() };
        if symbols.is_empty() {
            continue;
        }
        drawn += 1;
        thinned |= symbols.len() < zone.symbols.len();
        for symbol in symbols {
            draw(&mut picture, symbol);
            let new = new_steps(symbol, &steps);
            steps.extend(new);
        }
    }
    // What matters most is drawn last, above the rest.
    picture.arrows.sort_by_key(|arrow| arrow.stroke == Stroke::Solid);
    legend(&mut picture);
    let mut note = |text: String| {
        picture.legend.push(Legend { text, color: palette::GRAY.to_owned(), stroke: Stroke::Dotted });
    };
    if drawn < zones.zones.len() {
        note(format!("{drawn} of {} zones", zones.zones.len()));
    }
    if thinned {
        note("not all ways of every piece".to_owned());
    }
    picture.svg()
}

/// The zones as they come into question: the most valuable first, of every side and target one before the others.
fn in_order(zones: &[wire::Zone]) -> Vec<&wire::Zone> {
    let mut order: Vec<&wire::Zone> = zones.iter().collect();
    order.sort_by_key(|zone| (Reverse(zone.worth), zone.length, Reverse(zone.symbols.len())));
    let mut targets: Vec<(wire::Color, &str)> = Vec::new();
    let (first, again): (Vec<_>, Vec<_>) = order.into_iter().partition(|zone| {
        let target = (zone.owner, zone.to.as_str());
        let new = !targets.contains(&target);
        targets.push(target);
        new
    });
    first.into_iter().chain(again).collect()
}

/// The steps of a trajectory that are not drawn yet.
fn new_steps(symbol: &wire::ZoneSymbol, drawn: &[Step]) -> Vec<Step> {
    let pairs = symbol.squares.windows(2);
    let steps = pairs.map(|pair| (pair[0].clone(), pair[1].clone(), symbol.negation == 0));
    steps.filter(|step| !drawn.contains(step)).collect()
}

/// Steps on a board, and how many of them there may be.
#[derive(Clone)]
struct Room {
    steps: Vec<Step>,
    most: usize,
}

impl Room {
    /// Adds a trajectory if there is room for all of it.
    fn add(&mut self, symbol: &wire::ZoneSymbol) -> bool {
        let new = new_steps(symbol, &self.steps);
        let fits = self.steps.len() + new.len() <= self.most;
        if fits {
            self.steps.extend(new);
        }
        fits
    }
}

/// What is drawn of a zone: everything, or one main trajectory with one way of every piece that interferes, as far
/// as there is room; nothing if there is not even room for a first negation.
fn chosen<'a>(zone: &'a wire::Zone, drawn: &[Step], room: usize) -> Vec<&'a wire::ZoneSymbol> {
    let mut whole = Room { steps: drawn.to_vec(), most: drawn.len() + room };
    let mut thin = whole.clone();
    if zone.symbols.iter().all(|symbol| whole.add(symbol)) {
        return zone.symbols.iter().collect();
    }
    let meets = |symbol: &wire::ZoneSymbol, other: &wire::ZoneSymbol| {
        symbol.squares.last().is_some_and(|end| other.squares[1..].contains(end))
    };
    let negations = |number: u32| zone.symbols.iter().filter(move |symbol| symbol.negation == number);
    let intercepted = |main: &&wire::ZoneSymbol| negations(1).filter(|symbol| meets(symbol, main)).count();
    let Some(main) = negations(0).max_by_key(intercepted).filter(|main| thin.add(main)) else { return Vec::new() };
    let mut chosen = vec![main];
    let deepest = zone.symbols.iter().map(|symbol| symbol.negation).max().unwrap_or(0);
    for number in 1..=deepest {
        let mut found: Vec<&wire::ZoneSymbol> = negations(number).collect();
        found.sort_by_key(|symbol| symbol.squares.len());
        for symbol in found {
            let known = chosen.iter().any(|other| other.negation > 0 && other.squares[0] == symbol.squares[0]);
            let matters = chosen.iter().any(|other| other.negation + 1 == number && meets(symbol, other));
            if !known && matters && thin.add(symbol) {
                chosen.push(symbol);
            }
        }
    }
    let alone = chosen.len() == 1 && negations(1).next().is_some();
    if alone { Vec::new() } else { chosen }
}

fn draw(picture: &mut Picture, symbol: &wire::ZoneSymbol) {
    let main = symbol.negation == 0;
    let tint = SIDES[usize::from(symbol.color == wire::Color::Black)].1;
    let squares: Vec<Square> = symbol.squares.iter().filter_map(|name| name.parse().ok()).collect();
    for pair in squares.windows(2) {
        let mut arrow = Arrow::new(pair[0], pair[1], tint);
        arrow.stroke = if main { Stroke::Solid } else { Stroke::Dashed };
        arrow.width = if main { 7.0 } else { 2.5 };
        let drawn = |old: &Arrow| (old.from, old.to, old.stroke) == (arrow.from, arrow.to, arrow.stroke);
        if !picture.arrows.iter().any(drawn) {
            picture.arrows.push(arrow);
        }
    }
    let Some(&square) = squares.last() else { return };
    if picture.labels.iter().all(|old| old.square != square) {
        picture.labels.push(Label { square, text: symbol.time.to_string() });
    }
}

/// A line for every kind of arrow that is drawn.
fn legend(picture: &mut Picture) {
    for (side, tint) in SIDES {
        for (what, stroke) in [("main", Stroke::Solid), ("negations", Stroke::Dashed)] {
            if picture.arrows.iter().any(|arrow| arrow.color == tint && arrow.stroke == stroke) {
                let text = format!("{}: {what}", words::color_name(side));
                picture.legend.push(Legend { text, color: tint.to_owned(), stroke });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{Notation, zones},
        read_position,
    };

    /// A middlegame with all pieces, the Réti study, and a pawn that nobody stops.
    const CROWDED: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 1";
    const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
    const ALONE: &str = "7k/8/8/8/8/8/P7/K7 w - - 0 1";

    #[test]
    fn whoever_sees_a_zone_sees_who_intercepts_it() {
        for (fen, horizon) in [(CROWDED, 2), (CROWDED, 3), (RETI, 5)] {
            let position = read_position(fen).expect("a legal position");
            let found = zones(&position, horizon, Notation::Modern);
            for zone in &found.zones {
                let drawn = chosen(zone, &[], MOST_STEPS_OF_ZONE);
                let intercepts = |symbol: &wire::ZoneSymbol| symbol.negation == 1;
                let missing = zone.symbols.iter().any(intercepts) && !drawn.iter().any(|symbol| intercepts(symbol));
                assert!(drawn.is_empty() || !missing, "{fen} {}-{}", zone.from, zone.to);
            }
            assert!(zones_svg(&position, &found, 4).contains("negations"), "{fen}");
        }
    }

    #[test]
    fn the_legend_names_only_what_is_drawn() {
        let position = read_position(ALONE).expect("a legal position");
        let picture = zones_svg(&position, &zones(&position, 6, Notation::Modern), 4);
        assert!(picture.contains("white: main") && !picture.contains("negations"), "{picture}");
        assert!(!picture.contains("black: "), "{picture}");
    }
}
