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
use crate::{
    draw::svg::{Arrow, Circle, Legend, Picture, Stroke, palette},
    wire,
};

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
    drawn(position, &found.tactics, describe(position, words), words)
}

/// The board with some tactics on it; those that are refuted in dashes, under the others.
pub(super) fn drawn(position: &Position, tactics: &[wire::Tactic], description: String, words: &Words) -> String {
    let fill = |template: &str, filling: Filling| words.fill(&format!("tactics/{template}"), filling);
    let title = fill("picture-title", Filling::new().with("fen", position.fen()));
    let mut picture = Picture::new(position.board(), title);
    picture.description = description;
    let is_refuted = |tactic: &&wire::Tactic| {
        tactic.soundness.as_ref().is_some_and(|soundness| soundness.verdict == wire::SoundnessVerdict::Refuted)
    };
    let (refuted, standing): (Vec<_>, Vec<_>) = tactics.iter().partition(is_refuted);
    for (tactics, is_refuted) in [(&standing, false), (&refuted, true)] {
        for tactic in tactics {
            add(&mut picture, tactic, is_refuted);
        }
    }
    if !tactics.is_empty() {
        let mut legend = vec![
            ("attacker", palette::GREEN, Stroke::Solid),
            ("target", palette::VERMILION, Stroke::Solid),
            ("defender", palette::BLUE, Stroke::Solid),
            ("line", palette::YELLOW, Stroke::Dashed),
        ];
        if !refuted.is_empty() {
            legend.push(("refuted", palette::GRAY, Stroke::Dashed));
        }
        let line = |(meaning, color, stroke): (&str, &str, Stroke)| {
            let text = fill(&format!("legend-{meaning}"), Filling::new());
            Legend { text, color: color.to_owned(), stroke }
        };
        picture.legend = legend.into_iter().map(line).collect();
    }
    picture.svg_in(words)
}

fn add(picture: &mut Picture, tactic: &wire::Tactic, is_refuted: bool) {
    for (source, relation, target) in &tactic.edges {
        let Some(mut arrow) = arrow(source, relation.as_str(), target) else { continue };
        if picture.arrows.contains(&arrow) {
            continue;
        }
        if is_refuted {
            arrow.stroke = Stroke::Dashed;
            arrow.width = 3.0;
        }
        if !picture.arrows.contains(&arrow) {
            picture.arrows.push(arrow);
        }
    }
    for (role, squares) in &tactic.roles.0 {
        for square in squares.iter().filter_map(|square| square.parse::<Square>().ok()) {
            let mut circle = Circle::new(square, color_of_meaning(meaning_of_role(role)));
            if is_refuted {
                circle.stroke = Stroke::Dashed;
            }
            if !picture.circles.iter().any(|drawn| drawn.square == square) {
                picture.circles.push(circle);
            }
        }
    }
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
