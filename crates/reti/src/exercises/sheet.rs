//! Exercises as a sheet to print: diagrams first, then hints, then solutions.
//!
//! One page in HTML that loads nothing: diagrams are SVG inside it, seen from the solver's side. Whatever
//! comes from a game is escaped.

use std::fmt::Write as _;

use reti_core::chess::{Color, Position};
use reti_lessons::words::{Filling, Words};

use super::{difficulty, task};
use crate::{draw::svg::Picture, markup::escape, wire::Exercise};

const STYLE: &str = include_str!("sheet.css");

/// The sheet.
pub fn sheet(exercises: &[Exercise], words: &Words) -> String {
    let say = |template: &str| escape(&words.fill(&format!("exercises/{template}"), Filling::new()));
    let title = say("title");
    let mut out = format!(
        "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    if exercises.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "<p>{}</p>", say("none"));
    }
    out.push_str("<div class=\"diagrams\">\n");
    for (index, exercise) in exercises.iter().enumerate() {
        out.push_str(&diagram(index + 1, exercise, words));
    }
    out.push_str("</div>\n");
    let list = |out: &mut String, heading: &str, item: &dyn Fn(&Exercise) -> String| {
        let _ = writeln!(out, "<section>\n<h2>{}</h2>\n<ol>", say(heading));
        for exercise in exercises {
            let _ = writeln!(out, "<li>{}</li>", item(exercise));
        }
        out.push_str("</ol>\n</section>\n");
    };
    if !exercises.is_empty() {
        list(&mut out, "hints", &|exercise| escape(&exercise.hint));
        list(&mut out, "solutions", &|exercise| solution(exercise, words));
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn diagram(number: usize, exercise: &Exercise, words: &Words) -> String {
    let Ok(position) = Position::from_fen(&exercise.fen) else { return String::new() };
    let name = words.fill("exercises/number", Filling::new().with("number", number));
    let task = task(exercise, words);
    let mut picture = Picture::new(position.board(), format!("{name}: {task}"));
    picture.flipped = position.turn() == Color::Black;
    format!(
        "<figure>\n{}\n<figcaption><b>{number}.</b> {} <small>{}</small></figcaption>\n</figure>\n",
        picture.svg(),
        escape(&task),
        escape(&difficulty(exercise, words))
    )
}

fn solution(exercise: &Exercise, words: &Words) -> String {
    let line = Position::from_fen(&exercise.fen)
        .map_or_else(|_| exercise.san.join(" "), |position| crate::annotate::variation(&position, &exercise.san, &[]));
    let source = Filling::new()
        .with("game", exercise.source.name.clone())
        .with("number", exercise.source.number.trim_end_matches('.').to_owned());
    format!(
        "<b>{}</b> {} <small>{}.</small>",
        escape(&line),
        escape(&exercise.reason),
        escape(&words.fill("exercises/source", source))
    )
}
