//! An annotated game as PGN.
//!
//! Nothing is printed anew: glyphs, comments and variations are added to the text that was read (see
//! `crate::pgn::edit`). Evaluations stand as `[%eval]`, marks on the board as `[%cal]` and `[%csl]`
//! with the colours of their roles: attackers green, targets red, defenders blue, lines yellow.

use std::fmt::Write as _;

use reti_core::chess::Position;
use reti_lessons::words::{Filling, Words};

use crate::{
    pgn::{
        Game,
        edit::{Addition, Additions, edit, ended},
    },
    wire::{AnnotatedGame, AnnotatedMove, Score, Shape},
};

/// The text of the game with its annotations. A game that was written without a final empty line
/// gets one, so that games can follow each other.
pub fn pgn(game: &Game, annotated: &AnnotatedGame, words: &Words) -> String {
    let mut tags = vec![("Annotator", format!("Reti {}", env!("CARGO_PKG_VERSION")))];
    if let Some(opening) = &annotated.opening {
        tags.push(("ECO", opening.eco.clone()));
        tags.push(("Opening", opening.name.clone()));
    }
    let mut position = game.start.clone();
    let mut moves = Vec::with_capacity(annotated.moves.len());
    for (ply, (told, &m)) in annotated.moves.iter().zip(&game.moves).enumerate() {
        let written: Vec<&str> =
            game.comments.iter().filter(|(at, _)| *at == ply + 1).map(|(_, text)| text.as_str()).collect();
        let lines = told.variations.iter().map(|line| variation(&position, line, marks_of_line(told, line)));
        moves.push(Addition { glyph: glyph(told), comment: comment(told, &written), variations: lines.collect() });
        position = position.play(m);
    }
    let about = |template: &str, problem: String| words.say(template, Filling::new().with("problem", problem));
    let problem = game.problem.as_ref();
    let problem = problem.map_or(String::new(), |problem| about("annotations/stops", problem.to_string()));
    // A problem without a place in the moves is told at their beginning.
    let preface = match (&game.problem, game.layout.problem) {
        (Some(problem), None) => {
            format!("{} {}", annotated.summary.text, about("annotations/not-all", problem.to_string()))
        }
        _ => annotated.summary.text.clone(),
    };
    ended(edit(game, &Additions { tags, preface, moves, problem }))
}

fn glyph(told: &AnnotatedMove) -> Option<u8> {
    match (told.judgement.as_deref(), told.praise.as_deref()) {
        (Some("inaccuracy"), _) => Some(6),
        (Some("mistake"), _) => Some(2),
        (Some(_), _) => Some(4),
        (None, Some("brilliancy")) => Some(3),
        (None, Some("only-move")) => Some(1),
        (None, _) => None,
    }
}

/// Commands and words; what the author's own comments have already is not said again.
fn comment(told: &AnnotatedMove, written: &[&str]) -> String {
    let mut parts = Vec::new();
    let has = |command: &str| written.iter().any(|text| text.contains(command));
    if let Some(eval) = eval(&told.score).filter(|_| !has("[%eval") && !told.san.ends_with('#')) {
        parts.push(eval);
    }
    if !has("[%cal") && !has("[%csl") {
        parts.extend(marks(&told.shapes));
    }
    if let Some(order) = told.order {
        parts.push(format!("[%order {order}]"));
    }
    if let Some(fragility) = told.fragility {
        parts.push(format!("[%fragility {fragility:.3}]"));
    }
    parts.extend(Some(told.comment.clone()).filter(|text| !text.is_empty()));
    parts.join(" ")
}

/// `[%eval 0.35]`, `[%eval #-3]`: for White.
fn eval(score: &Score) -> Option<String> {
    match (score.mate, score.cp) {
        (Some(mate), _) => Some(format!("[%eval #{mate}]")),
        (None, Some(cp)) => Some(format!("[%eval {:.2}]", f64::from(cp) / 100.0)),
        (None, None) => None,
    }
}

/// `[%csl Ge4,Rd5]` and `[%cal Gb5c7]`.
fn marks(shapes: &[Shape]) -> Vec<String> {
    let color = |shape: &Shape| match shape.meaning.as_str() {
        "attacker" => 'G',
        "defender" => 'B',
        _ => 'R',
    };
    let list =
        |shapes: Vec<String>, command: &str| (!shapes.is_empty()).then(|| format!("[%{command} {}]", shapes.join(",")));
    let circles = shapes.iter().filter(|shape| shape.to.is_none());
    let arrows = shapes.iter().filter_map(|shape| shape.to.as_ref().map(|to| (shape, to)));
    let circles = list(circles.map(|shape| format!("{}{}", color(shape), shape.from)).collect(), "csl");
    let arrows = list(arrows.map(|(shape, to)| format!("{}{}{to}", color(shape), shape.from)).collect(), "cal");
    circles.into_iter().chain(arrows).collect()
}

/// The marks that belong to the first move of a variation: those of the claim that it proves.
fn marks_of_line<'a>(told: &'a AnnotatedMove, line: &[String]) -> &'a [Shape] {
    let missed = told.annotations.iter().find(|annotation| annotation.role == "missed");
    let shapes = missed.map_or(&[][..], |annotation| &annotation.claim.shapes);
    if told.variations.first().is_some_and(|first| first == line) { shapes } else { &[] }
}

/// A better line of the game's move with this index, with numbers.
pub(super) fn numbered_line(game: &AnnotatedGame, index: usize, line: &[String]) -> String {
    let before = index.checked_sub(1).map_or(&game.fen, |before| &game.moves[before].fen);
    Position::from_fen(before).map_or_else(|_| line.join(" "), |position| variation(&position, line, &[]))
}

/// A line with numbers, and marks after its first move.
pub fn variation(position: &Position, line: &[String], shapes: &[Shape]) -> String {
    let mut out = String::new();
    let mut here = position.clone();
    let mut needs_number = true;
    for (index, san) in line.iter().enumerate() {
        let Ok(m) = here.parse_move(san) else { break };
        let white = here.turn().is_white();
        if white || needs_number {
            // Writing to a string cannot fail.
            let _ = write!(out, "{}{} ", here.fullmoves(), if white { "." } else { "..." });
        }
        out.push_str(san);
        // The trigger has been played: only rings.
        let rings: Vec<Shape> = shapes.iter().filter(|shape| shape.to.is_none()).take(6).cloned().collect();
        needs_number = index == 0 && !rings.is_empty();
        if needs_number {
            let _ = write!(out, " {{ {} }}", marks(&rings).join(" "));
        }
        out.push(' ');
        here = here.play(m);
    }
    out.trim_end().to_owned()
}
