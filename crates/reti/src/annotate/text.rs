//! An annotated game for a terminal: the summary, then the moves that have something to them.

use std::fmt::Write as _;

use super::pgn::numbered_line;
use crate::wire::{AnnotatedGame, AnnotatedMove, Evaluation};

/// The game in words.
pub fn text(game: &AnnotatedGame, color: bool) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{} {}\n", bold(&game.name, color), game.result);
    out.push_str(&wrapped(&game.summary.text, ""));
    out.push('\n');
    let mut quiet: Vec<String> = Vec::new();
    for (index, told) in game.moves.iter().enumerate() {
        let white = !told.number.ends_with("...");
        let number = if white || quiet.is_empty() { format!("{} ", told.number) } else { String::new() };
        let played = format!("{number}{}{}", told.san, sign(told.judgement));
        if told.comment.is_empty() && told.judgement.is_none() && told.order.is_none() && told.fragility.is_none() {
            quiet.push(played);
            continue;
        }
        if !quiet.is_empty() {
            out.push_str(&wrapped(&quiet.join(" "), ""));
            quiet.clear();
        }
        let played = format!("{} {}{}", told.number, told.san, sign(told.judgement));
        let _ = write!(out, "{}  {}", bold(&played, color), evaluation(told.evaluation));
        if let Some(order) = told.order {
            let _ = write!(out, "  order {order}");
        }
        if let Some(fragility) = told.fragility {
            let _ = write!(out, "  fragility {fragility:.3}");
        }
        out.push('\n');
        out.push_str(&details(game, index, told));
    }
    if !quiet.is_empty() {
        out.push_str(&wrapped(&quiet.join(" "), ""));
    }
    if let Some(problem) = &game.problem {
        out.push_str(&wrapped(&format!("The rest could not be read: {problem}."), ""));
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

pub(super) fn sign(judgement: Option<&str>) -> &'static str {
    match judgement {
        Some("inaccuracy") => "?!",
        Some("mistake") => "?",
        Some(_) => "??",
        None => "",
    }
}

/// `+0.35`, `mate in 3`: for White.
pub(super) fn evaluation(evaluation: Evaluation) -> String {
    match (evaluation.mate, evaluation.cp, evaluation.value) {
        (Some(0), _, _) => "mate".to_owned(),
        (Some(mate), _, _) => format!("{} mates in {}", if mate > 0 { "White" } else { "Black" }, mate.abs()),
        (None, _, Some("win")) => "White wins by the table".to_owned(),
        (None, _, Some("loss")) => "Black wins by the table".to_owned(),
        (None, _, Some(_)) => "draw by the table".to_owned(),
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
