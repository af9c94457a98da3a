//! Explanations for a terminal and as a picture.

use std::fmt::Write as _;

use reti_core::chess::{Bitboard, Position, Square};

use crate::{
    draw::{
        self,
        svg::{Arrow, Circle, Picture},
    },
    tactics::color_of_meaning,
    wire, words,
};

/// The explanation in words, below the board.
pub fn text(position: &Position, told: &wire::Explanation, color: bool) -> String {
    let first = told.claims.first();
    let marked: Bitboard =
        first.iter().flat_map(|claim| &claim.shapes).filter_map(|shape| square(&shape.from)).collect();
    let mut out = draw::text::board(position.board(), draw::text::Style { color, marked, ..Default::default() });
    let side = words::side(position.turn());
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\n{side} to move.");
    if position.is_stalemate() {
        let _ = writeln!(out, "{side} has no move and is not in check: stalemate.");
    } else if !position.is_checkmate() && !told.claims.iter().any(|claim| claim.kind == "opportunity") {
        let _ = writeln!(out, "Nothing is proven to win material or to mate for {side}.");
    }
    let other = words::side(!position.turn());
    let headings = [
        ("opportunity", format!("What {side} can do")),
        ("threat", format!("What {other} threatens")),
        ("observation", "On the board".to_owned()),
    ];
    for (kind, heading) in headings {
        let claims: Vec<&wire::Claim> = told.claims.iter().filter(|claim| claim.kind == kind).collect();
        if !claims.is_empty() {
            let _ = writeln!(out, "\n{heading}");
        }
        for claim in claims {
            let _ = writeln!(out, "{}", wrapped(&claim.text));
        }
    }
    out
}

/// A paragraph as a list item, lines of at most 96 characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::from("  -")];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        if last.chars().count() + 1 + word.chars().count() > 96 {
            lines.push(format!("    {word}"));
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    lines.join("\n")
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
