//! Annotated games as one page in HTML that needs nothing else.
//!
//! The page has no script and loads nothing: boards and curves are SVG inside it. It is one column,
//! so that it reads on a phone; headings, tables and descriptions are there for screen readers.
//! A page is a [`head`], a [`section`] for each game and a [`FOOT`], so that it can be written while
//! games are still being annotated.

use std::{collections::BTreeMap, fmt::Write as _};

use reti_core::chess::{Position, Square};
use reti_lessons::words::{Filling, Words};
use reti_search::score::Score;

use super::{
    pgn::numbered_line,
    text::{evaluation, sign},
};
use crate::{
    draw::svg::{Arrow, Circle, Picture, Tint, palette},
    markup::escape,
    tactics::color_of_meaning,
    wire::{AnnotatedGame, AnnotatedMove, SideSummary},
};

const STYLE: &str = include_str!("report.css");

/// The end of a page.
pub const FOOT: &str = "</main>\n</body>\n</html>\n";

/// The beginning of a page.
pub fn head(title: &str, words: &Words) -> String {
    let title = escape(title);
    let (tag, heading) = (escape(&words.tag()), escape(&say("title", Filling::new(), words)));
    format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{heading}</h1>\n"
    )
}

/// A sentence or heading of the report.
fn say(template: &str, filling: Filling, words: &Words) -> String {
    words.say(&format!("annotations/report-{template}"), filling)
}

/// One game of a page.
pub fn section(game: &AnnotatedGame, words: &Words) -> String {
    let mut out = String::new();
    let id = format!("game-{}", game.game);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<article aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{} <span class=\"result\">{}</span></h2>",
        escape(&game.name),
        game.result
    );
    if let Some(opening) = &game.opening {
        let _ = writeln!(out, "<p>{} ({})</p>", escape(&opening.name), opening.eco);
    }
    out.push_str(&figures(game, words));
    if !game.summary.turning_points.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", turning_points(game, words));
    }
    out.push_str(&curves(game, words));
    out.push_str(&moves(game));
    let moments: Vec<&AnnotatedMove> = game.moves.iter().filter(|told| is_moment(told)).collect();
    if !moments.is_empty() {
        let _ = writeln!(out, "<h3>{}</h3>", escape(&say("moments", Filling::new(), words)));
    }
    for told in moments {
        out.push_str(&moment(game, told, words));
    }
    if let Some(problem) = &game.problem {
        let rest = words.say("annotations/rest", Filling::new().with("problem", problem.clone()));
        let _ = writeln!(out, "<p class=\"problem\">{}</p>", escape(&rest));
    }
    let evaluated = say("evaluated", Filling::new().with("evaluator", game.evaluator.clone()), words);
    let _ = writeln!(out, "<p class=\"small\">{}</p>\n</article>", escape(&evaluated));
    out
}

/// The turning points, each with a link to its move.
fn turning_points(game: &AnnotatedGame, words: &Words) -> String {
    let turns = &game.summary.turning_points;
    let fill = |template: &str, filling: Filling| words.fill(&format!("annotations/{template}"), filling);
    let told = turns.iter().map(|turn| {
        let link = format!("<a href=\"#{}\">{}</a>", anchor(game, turn.ply), escape(&turn.san));
        let judgement = escape(&fill(&turn.judgement, Filling::new()));
        fill("turning-point", Filling::new().with("move", link).with("judgement", judgement))
    });
    let moves = told.collect::<Vec<_>>().join(", ");
    words.say("annotations/turning-points", Filling::new().with("count", turns.len()).with("moves", moves))
}

fn is_moment(told: &AnnotatedMove) -> bool {
    !told.comment.is_empty()
}

fn anchor(game: &AnnotatedGame, ply: usize) -> String {
    format!("game-{}-ply-{ply}", game.game)
}

/// Accuracy and faults of both sides, as a table.
fn figures(game: &AnnotatedGame, words: &Words) -> String {
    let (white, black) = (&game.summary.white, &game.summary.black);
    let number = |value: Option<f64>, unit: &str| value.map_or("-".to_owned(), |value| format!("{value:.0}{unit}"));
    let name = |template: &str| escape(&say(template, Filling::new(), words));
    let row = |template: &str, of: &dyn Fn(&SideSummary) -> String| {
        let name = name(template);
        format!("<tr><th scope=\"row\">{name}</th><td>{}</td><td>{}</td></tr>\n", of(white), of(black))
    };
    let list = |motifs: &BTreeMap<String, usize>| {
        let names: Vec<String> = motifs.keys().map(|motif| escape(&words.motif(motif))).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(", ") }
    };
    [
        format!(
            "<table>\n<thead><tr><td></td><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead>\n<tbody>\n",
            name("white"),
            name("black")
        ),
        row("accuracy", &|side| number(side.accuracy, "%")),
        row("loss", &|side| number(side.centipawn_loss, "")),
        row("blunders", &|side| side.blunders.to_string()),
        row("mistakes", &|side| side.mistakes.to_string()),
        row("inaccuracies", &|side| side.inaccuracies.to_string()),
        row("found", &|side| list(&side.found)),
        row("missed", &|side| list(&side.missed)),
        "</tbody>\n</table>\n".to_owned(),
    ]
    .concat()
}

/// The moves in a row; those with a comment lead to it.
fn moves(game: &AnnotatedGame) -> String {
    let mut out = String::from("<p class=\"moves\">");
    for (index, told) in game.moves.iter().enumerate() {
        if index == 0 || !told.number.ends_with("...") {
            let _ = write!(out, "<span class=\"number\">{}</span> ", told.number);
        }
        let played = format!("{}{}", escape(&told.san), sign(told.judgement.as_deref()));
        let _ = if is_moment(told) {
            write!(out, "<a href=\"#{}\">{played}</a> ", anchor(game, told.ply))
        } else {
            write!(out, "{played} ")
        };
    }
    let _ = writeln!(out, "{}</p>", game.result);
    out
}

/// A move with a comment: heading, board, words, lines.
fn moment(game: &AnnotatedGame, told: &AnnotatedMove, words: &Words) -> String {
    let mut out = String::new();
    let played = format!("{} {}{}", told.number, told.san, sign(told.judgement.as_deref()));
    let _ = writeln!(
        out,
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h4 id=\"{0}-title\">{1} <span class=\"eval\">{2}</span></h4>",
        anchor(game, told.ply),
        escape(&played),
        escape(&evaluation(&told.score, words))
    );
    if let Ok(position) = Position::from_fen(&told.fen) {
        let _ = writeln!(out, "<figure>{}</figure>", board(&position, told, &played, words).trim_end());
    }
    let _ = writeln!(out, "<div><p>{}</p>", escape(&told.comment));
    for line in &told.variations {
        let _ = writeln!(out, "<p class=\"line\">{}</p>", escape(&numbered_line(game, told.ply - 1, line)));
    }
    out.push_str("</div>\n</section>\n");
    out
}

/// The position after a move, with the move and what the claim marks.
fn board(position: &Position, told: &AnnotatedMove, played: &str, words: &Words) -> String {
    let title = say("after", Filling::new().with("move", played), words);
    let mut picture = Picture::new(position.board(), title);
    let square = |name: &str| name.parse::<Square>().ok();
    for name in [told.first.get(..2), told.first.get(2..4)].into_iter().flatten() {
        let color = palette::YELLOW.to_owned();
        picture.tints.extend(square(name).map(|square| Tint { square, color, opacity: 0.35 }));
    }
    if position.is_check() {
        let color = palette::VERMILION.to_owned();
        picture.tints.push(Tint { square: position.king(position.turn()), color, opacity: 0.5 });
    }
    for shape in &told.shapes {
        let color = color_of_meaning(&shape.meaning);
        match (square(&shape.from), shape.to.as_deref().map(square)) {
            (Some(from), Some(Some(to))) => picture.arrows.push(Arrow::new(from, to, color)),
            (Some(square), None) => picture.circles.push(Circle { square, color: color.to_owned() }),
            _ => {}
        }
    }
    picture.svg_in(words)
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 120.0;

/// The curves of the game, one below the other with the same plies.
fn curves(game: &AnnotatedGame, words: &Words) -> String {
    let chance = |told: &AnnotatedMove| match (told.score.mate, told.score.cp) {
        (Some(0), _) => Some(if told.number.ends_with("...") { 0.0 } else { 100.0 }),
        (Some(mate), _) => Some(if mate > 0 { 100.0 } else { 0.0 }),
        (None, cp) => cp.map(|cp| Score::Centipawns(cp).chance()),
    };
    let values: Vec<f64> = game.moves.iter().filter_map(chance).collect();
    let orders: Vec<f64> = game.moves.iter().filter_map(|told| told.order).map(|order| order as f64).collect();
    let fragility: Vec<f64> = game.moves.iter().filter_map(|told| told.fragility).collect();
    let mut out = String::new();
    if values.len() > 1 {
        out.push_str(&curve("chances", game, &values, 100.0, palette::BLUE, words));
    }
    for (name, values, color) in [("order", orders, palette::PURPLE), ("fragility", fragility, palette::VERMILION)] {
        let most = values.iter().copied().fold(0.0, f64::max);
        if values.len() > 1 && most > 0.0 {
            out.push_str(&curve(name, game, &values, most, color, words));
        }
    }
    out
}

/// A curve between 0 and `high`, and where it is highest.
fn curve(template: &str, game: &AnnotatedGame, values: &[f64], high: f64, color: &str, words: &Words) -> String {
    let last = (values.len() - 1).max(1) as f64;
    let x = |index: usize| WIDTH * index as f64 / last;
    let y = |value: f64| HEIGHT - HEIGHT * value / high;
    let peak = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]).then(b.cmp(&a))).unwrap_or(0);
    let name =
        |index: usize| game.moves.get(index).map_or(String::new(), |told| format!("{} {}", told.number, told.san));
    let zero = y(if high > 99.0 { 50.0 } else { 0.0 });
    let title = escape(&say(template, Filling::new(), words));
    let peak = say("peak", Filling::new().with("count", values.len()).with("move", name(peak)), words);
    let mut out = String::new();
    let _ = write!(
        out,
        "<figure class=\"curve\"><figcaption>{title}</figcaption>\n<svg xmlns=\"http://www.w3.org/2000/svg\" \
         viewBox=\"0 -4 {WIDTH} {}\" role=\"img\" preserveAspectRatio=\"none\"><title>{title}</title><desc>{}</desc>\n<line x1=\"0\" y1=\"{zero:.1}\" x2=\"{WIDTH}\" y2=\"{zero:.1}\" \
         stroke=\"#888888\" stroke-width=\"1\"/>\n",
        HEIGHT + 8.0,
        escape(&peak),
    );
    let points: Vec<String> =
        values.iter().enumerate().map(|(index, &value)| format!("{:.1},{:.1}", x(index), y(value))).collect();
    let _ = writeln!(
        out,
        "<polygon points=\"0,{zero:.1} {} {WIDTH},{zero:.1}\" fill=\"{color}\" opacity=\"0.18\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" \
         vector-effect=\"non-scaling-stroke\"/>",
        points.join(" "),
        points.join(" ")
    );
    for (index, told) in game.moves.iter().enumerate().filter(|(index, _)| *index < values.len()) {
        if matches!(told.judgement.as_deref(), Some("mistake" | "blunder")) {
            let _ = writeln!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{}\"><title>{}{}</title></circle>",
                x(index),
                y(values[index]),
                palette::VERMILION,
                escape(&name(index)),
                sign(told.judgement.as_deref())
            );
        }
    }
    out.push_str("</svg></figure>\n");
    out
}
