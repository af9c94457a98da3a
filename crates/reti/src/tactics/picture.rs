//! Tactics drawn on the board: rings for roles, arrows for the relations that make them up.
//!
//! Attackers are green, their targets red, defenders blue, and the lines that sliders look along
//! are yellow.

use reti_core::{
    chess::{Position, Square},
    relation::Relations,
    tactic,
};
use reti_lessons::words::{Filling, Words};

use super::{Wanted, tactics, text::to_move};
use crate::draw::svg::{Arrow, Circle, Legend, Picture, Stroke, palette};

/// The part that a role plays in a picture, by its name on the wire.
pub(crate) fn meaning_of_role(role: &str) -> &'static str {
    match role {
        "forker" | "pinner" | "attacker" | "slider" | "checker" | "blocker" => "attacker",
        "defender" | "defended" | "protected" | "shielded" => "defender",
        _ => "target",
    }
}

/// The colour of a part.
pub(crate) fn color_of_meaning(meaning: &str) -> &'static str {
    match meaning {
        "attacker" => palette::GREEN,
        "defender" => palette::BLUE,
        "line" => palette::YELLOW,
        _ => palette::VERMILION,
    }
}

fn arrow(source: &str, relation: &str, target: &str) -> Option<Arrow> {
    let (from, to): (Square, Square) = (source.parse().ok()?, target.parse().ok()?);
    let (color, stroke, width, offset) = match relation {
        "attack" => (palette::GREEN, Stroke::Solid, 4.5, 0.0),
        "defend" => (palette::BLUE, Stroke::Solid, 3.5, 3.0),
        // The line is drawn once, from the slider; its block and pin edges say the same.
        "xray" => (palette::YELLOW, Stroke::Dashed, 4.0, -3.0),
        _ => return None,
    };
    Some(Arrow { stroke, width, offset, ..Arrow::new(from, to, color) })
}

/// The board with its tactics, as an SVG document.
pub fn svg(position: &Position, words: &Words) -> String {
    let found = tactics(position, Wanted::default());
    let fill = |template: &str, filling: Filling| words.fill(&format!("tactics/{template}"), filling);
    let title = fill("picture-title", Filling::new().with("fen", position.fen()));
    let mut picture = Picture::new(position.board(), title);
    picture.description = describe(position, words);
    for tactic in &found.tactics {
        for (source, relation, target) in &tactic.edges {
            if let Some(arrow) =
                arrow(source, relation.as_str(), target).filter(|arrow| !picture.arrows.contains(arrow))
            {
                picture.arrows.push(arrow);
            }
        }
        for (role, squares) in &tactic.roles.0 {
            for square in squares.iter().filter_map(|square| square.parse::<Square>().ok()) {
                let circle = Circle { square, color: color_of_meaning(meaning_of_role(role)).to_owned() };
                if !picture.circles.iter().any(|drawn| drawn.square == square) {
                    picture.circles.push(circle);
                }
            }
        }
    }
    if !found.tactics.is_empty() {
        picture.legend = [
            ("attacker", palette::GREEN, Stroke::Solid),
            ("target", palette::VERMILION, Stroke::Solid),
            ("defender", palette::BLUE, Stroke::Solid),
            ("line", palette::YELLOW, Stroke::Dashed),
        ]
        .into_iter()
        .map(|(meaning, color, stroke)| {
            let text = fill(&format!("legend-{meaning}"), Filling::new());
            Legend { text, color: color.to_owned(), stroke }
        })
        .collect();
    }
    picture.svg_in(words)
}

fn describe(position: &Position, words: &Words) -> String {
    let found = tactic::tactics(&Relations::new(position));
    let mut told = vec![to_move(position, words)];
    told.extend(found.iter().map(|tactic| words.tactic(position.board(), tactic)));
    if found.is_empty() {
        told.push(words.say("tactics/no-tactics", Filling::new()));
    }
    told.join(" ")
}
