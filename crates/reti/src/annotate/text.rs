//! An annotated game for a terminal: the summary, then the moves that have something to them.

use std::fmt::Write as _;

use super::pgn::numbered_line;
use reti_lessons::words::{Filling, Words};

use crate::wire::{AnnotatedGame, AnnotatedMove, Score};

/// The game in words.
pub fn text(game: &AnnotatedGame, words: &Words, color: bool) -> String {
    let fill = |template: &str, filling: Filling| words.fill(&format!("annotations/{template}"), filling);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{} {}\n", bold(&game.name, color), game.result);
    out.push_str(&wrapped(&game.summary.text, ""));
    out.push('\n');
    let mut quiet: Vec<String> = Vec::new();
    for (index, told) in game.moves.iter().enumerate() {
        let white = !told.number.ends_with("...");
        let number = if white || quiet.is_empty() { format!("{} ", told.number) } else { String::new() };
        let played = format!("{number}{}{}", told.san, sign(told));
        if told.comment.is_empty() && told.judgement.is_none() && told.order.is_none() && told.fragility.is_none() {
            quiet.push(played);
            continue;
        }
        if !quiet.is_empty() {
            out.push_str(&wrapped(&quiet.join(" "), ""));
            quiet.clear();
        }
        let played = format!("{} {}{}", told.number, told.san, sign(told));
        let _ = write!(out, "{}  {}", bold(&played, color), evaluation(&told.score, words));
        if let Some(order) = told.order {
            let _ = write!(out, "  {}", fill("order", Filling::new().with("number", order)));
        }
        if let Some(fragility) = told.fragility {
            let number = format!("{fragility:.3}");
            let _ = write!(out, "  {}", fill("fragility", Filling::new().with("number", number)));
        }
        out.push('\n');
        out.push_str(&details(game, index, told));
    }
    if !quiet.is_empty() {
        out.push_str(&wrapped(&quiet.join(" "), ""));
    }
    if let Some(problem) = &game.problem {
        out.push_str(&wrapped(&fill("rest", Filling::new().with("problem", problem.clone())), ""));
    }
    out.push('\n');
    out
}

fn details(game: &AnnotatedGame, index: usize, told: &AnnotatedMove) -> String {
    let mut out = String::new();
    if !told.comment.is_empty() {
        out.push_str(&wrapped(&told.comment, "    "));
    }
    for line in &told.variations {
        out.push_str(&wrapped(&format!("({})", numbered_line(game, index, line)), "    "));
    }
    out
}

fn sign(told: &AnnotatedMove) -> &'static str {
    match (told.judgement.as_deref(), told.praise.as_deref()) {
        (Some("inaccuracy"), _) => "?!",
        (Some("mistake"), _) => "?",
        (Some(_), _) => "??",
        (None, Some("brilliancy")) => "!!",
        (None, Some("only-move")) => "!",
        (None, _) => "",
    }
}

/// `+0.35`, `White mates in 3`: for White.
fn evaluation(score: &Score, words: &Words) -> String {
    use reti_core::chess::Color;
    let fill = |template: &str, filling: Filling| words.fill(&format!("annotations/{template}"), filling);
    let side = |white: bool| words.side(if white { Color::White } else { Color::Black });
    match (score.mate, score.cp, score.value.as_deref()) {
        (Some(0), _, _) => fill("evaluation-mate", Filling::new()),
        (Some(mate), _, _) => {
            fill("evaluation-mates", Filling::new().with("side", side(mate > 0)).with("mate", mate.abs()))
        }
        (None, _, Some("draw")) => fill("evaluation-draw", Filling::new()),
        (None, _, Some(value)) => fill("evaluation-wins", Filling::new().with("side", side(value == "win"))),
        (None, Some(cp), None) => format!("{:+.2}", f64::from(cp) / 100.0),
        (None, None, None) => String::new(),
    }
}

fn bold(text: &str, color: bool) -> String {
    let style = if color { anstyle::Style::new().bold() } else { anstyle::Style::new() };
    format!("{style}{text}{style:#}")
}

/// A text in lines, each behind the indent.
fn wrapped(text: &str, indent: &str) -> String {
    crate::words::wrapped(text, indent, indent) + "\n"
}
