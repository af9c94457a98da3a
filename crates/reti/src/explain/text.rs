//! Explanations for a terminal and as a picture.

use std::fmt::Write as _;

use reti_core::chess::{Bitboard, Position, Square};

use crate::{
    draw::{
        self,
        svg::{Arrow, Circle, Picture},
    },
    sentence::{Filling, Words},
    tactics::color_of_meaning,
    wire, words,
};

/// The explanation in words, below the board.
pub fn text(position: &Position, told: &wire::Explanation, words: &Words, color: bool) -> String {
    let first = told.claims.first();
    let marked: Bitboard =
        first.iter().flat_map(|claim| &claim.shapes).filter_map(|shape| square(&shape.from)).collect();
    let mut out = draw::text::board(position.board(), draw::text::Style { color, marked, ..Default::default() });
    let played = told.played.as_ref().and_then(|uci| position.parse_move(uci).ok()).map(|m| position.san(m));
    let say = |template: &str| {
        let filling = Filling::new()
            .with("side", words.side(position.turn()))
            .with("other", words.side(!position.turn()))
            .with("played", played.clone().unwrap_or_default());
        words.say(&format!("claims/{template}"), filling)
    };
    let has = |kind: &str| told.claims.iter().any(|claim| claim.kind == kind && claim.verdict == Some("proven"));
    // Writing to a string cannot fail.
    let headings = if played.is_some() {
        let _ = writeln!(out, "\n{}", say("to-judge"));
        if !has("threat") {
            let _ = writeln!(out, "{}", say("nothing-allowed"));
        }
        ["heading-missed", "heading-allowed", "heading-changed"]
    } else {
        let _ = writeln!(out, "\n{}", say("to-move"));
        if position.is_stalemate() {
            let _ = writeln!(out, "{}", say("stalemate"));
        } else if !position.is_checkmate() && !has("opportunity") {
            let _ = writeln!(out, "{}", say("nothing-proven"));
        }
        ["heading-opportunity", "heading-threat", "heading-observation"]
    };
    for (kind, heading) in ["opportunity", "threat", "observation"].into_iter().zip(headings) {
        let claims: Vec<&wire::Claim> = told.claims.iter().filter(|claim| claim.kind == kind).collect();
        if !claims.is_empty() {
            let _ = writeln!(out, "\n{}", say(heading));
        }
        for claim in claims {
            let _ = writeln!(out, "{}", wrapped(&claim.text));
        }
    }
    out
}

/// A paragraph as a list item, lines of at most 96 characters.
pub(crate) fn wrapped(text: &str) -> String {
    words::wrapped(text, "  - ", "    ")
}

fn square(name: &str) -> Option<Square> {
    name.parse().ok()
}

/// The board with the shapes of the first claim.
pub fn svg(position: &Position, told: &wire::Explanation) -> String {
    let mut picture = Picture::new(position.board(), format!("Explanation of {}", told.fen));
    let texts: Vec<&str> = told.claims.iter().map(|claim| claim.text.as_str()).collect();
    picture.description = format!("{} to move. {}", words::side(position.turn()), texts.join(" "));
    for shape in told.claims.iter().take(1).flat_map(|claim| &claim.shapes) {
        let color = color_of_meaning(shape.meaning);
        match (square(&shape.from), shape.to.as_deref().map(square)) {
            (Some(from), Some(Some(to))) => picture.arrows.push(Arrow::new(from, to, color)),
            (Some(square), None) => picture.circles.push(Circle { square, color: color.to_owned() }),
            _ => {}
        }
    }
    picture.svg()
}
