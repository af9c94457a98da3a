//! Annotated games as one page in HTML that needs nothing else.
//!
//! The page is data and one script: the games as documents of the kind `annotated-game`, each in an element
//! of its own that the script reads when the game is opened, the words in the language of the comments, and
//! the board that is built from `web/board`. It loads nothing, and its content security policy lets nothing
//! run but that script. Whatever comes from a game is data to the script, which shows it as text.
//!
//! A page is a [`head`], a [`section`] for each game and a [`foot`], so that it can be written while games
//! are still being annotated.

use std::fmt::Write as _;

use reti_core::motif::CATALOGUE;
use reti_lessons::words::{Filling, Words};

use crate::{
    markup::escape,
    wire::{self, AnnotatedGame, PlayerReport},
};

const SCRIPT: &str = include_str!("../../../../web/board/dist/report.js");
const STYLE: &str = include_str!("../../../../web/board/dist/report.css");
/// What the policy lets run: the script, by its hash.
const SCRIPT_HASH: &str = include_str!("../../../../web/board/dist/report.sha256");

/// Words of the page without anything to fill in.
const PLAIN: [&str; 67] = [
    "title",
    "white",
    "black",
    "white-to-move",
    "black-to-move",
    "board",
    "moves",
    "summary",
    "exercises",
    "this-move",
    "start",
    "first",
    "previous",
    "next",
    "last",
    "moment",
    "flip",
    "theme",
    "back",
    "own-line",
    "better",
    "best-line",
    "allowed",
    "has-comment",
    "promote",
    "no-move",
    "empty",
    "man-king",
    "man-queen",
    "man-rook",
    "man-bishop",
    "man-knight",
    "man-pawn",
    "chances",
    "chances-about",
    "order",
    "order-about",
    "fragility",
    "fragility-about",
    "try",
    "hint",
    "solution",
    "find",
    "your-move",
    "solved",
    "accuracy",
    "opening",
    "middlegame",
    "endgame",
    "clock-0",
    "clock-1",
    "clock-2",
    "loss",
    "blunders",
    "mistakes",
    "inaccuracies",
    "best-moves",
    "longest",
    "found",
    "missed",
    "allowed-motifs",
    "moments",
    "search",
    "all-games",
    "index-game",
    "index-result",
    "index-opening",
];
/// Words that the page fills in, with what it calls the places.
const FILLED: [(&str, &[&str]); 12] = [
    ("index-white", &[]),
    ("index-black", &[]),
    ("index-blunders", &[]),
    ("picked", &["piece"]),
    ("exercise", &["number"]),
    ("difficulty", &["rating"]),
    ("was-missed", &["number"]),
    ("was-allowed", &["number"]),
    ("wrong", &["move"]),
    ("right", &["move"]),
    ("games", &["count"]),
    ("evaluated", &["evaluator"]),
];

/// The beginning of a page.
pub fn head(title: &str, words: &Words) -> String {
    let (title, tag) = (escape(title), escape(&words.tag()));
    let name = escape(&words.fill("report/title", Filling::new()));
    let without_script = escape(&words.say("report/no-script", Filling::new()));
    format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '{hash}'; \
         style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header><span class=\"name\">{name}</span></header>\n\
         <main><noscript><p>{without_script}</p></noscript></main>\n\
         <script type=\"application/json\" id=\"words\">{dictionary}</script>\n",
        hash = SCRIPT_HASH.trim(),
        dictionary = data(&dictionary(words)),
    )
}

/// One game of a page: what the index shows as attributes, everything else as data.
pub fn section(game: &AnnotatedGame, words: &Words) -> String {
    let percent =
        |accuracy: Option<f64>| accuracy.map_or_else(|| "\u{2013}".to_owned(), |value| format!("{value:.0} %"));
    let (white, black) = (&game.summary.white, &game.summary.black);
    let _ = words;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<script type=\"application/json\" class=\"game-data\" data-id=\"{}\" data-name=\"{}\" data-result=\"{}\" \
         data-opening=\"{}\" data-white=\"{}\" data-black=\"{}\" data-blunders=\"{} / {}\">{}</script>",
        game.game,
        escape(&game.name),
        escape(&game.result),
        escape(&game.opening.as_ref().map_or_else(String::new, |opening| opening.name.clone())),
        percent(white.accuracy),
        percent(black.accuracy),
        white.blunders,
        black.blunders,
        data(&wire::to_line(game)),
    );
    out
}

/// The end of a page, with the table of a player if there is one.
pub fn foot(player: Option<&PlayerReport>) -> String {
    let table = player.map_or_else(String::new, |report| {
        format!("<section class=\"player-table\"><pre>{}</pre></section>\n", lines(&report.text))
    });
    format!("{table}<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

/// Text with its line ends, escaped.
fn lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}

/// JSON that may stand inside of an element: nothing in it ends the element or begins another one.
fn data(json: &str) -> String {
    json.trim_end().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// The words of the page as JSON.
fn dictionary(words: &Words) -> String {
    let plain = PLAIN.iter().map(|&name| (name.to_owned(), words.fill(&format!("report/{name}"), Filling::new())));
    let filled = FILLED.iter().map(|&(name, places)| {
        let filling = places.iter().fold(Filling::new(), |filling, &place| filling.with(place, format!("{{{place}}}")));
        (name.to_owned(), words.fill(&format!("report/{name}"), filling))
    });
    let motifs = CATALOGUE.iter().map(|motif| (format!("motif-{}", motif.name), words.motif(motif.name)));
    let all: std::collections::BTreeMap<String, String> = plain.chain(filled).chain(motifs).collect();
    serde_json::to_string(&all).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_element() {
        assert_eq!(data("\"</script><!--&\"\n"), "\"\\u003c/script\\u003e\\u003c!--\\u0026\"");
        let page = head("</title><script>", Words::english());
        assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"), "{page}");
    }

    #[test]
    fn the_bundle_stays_inside_its_script() {
        assert!(!SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
        assert!(!STYLE.contains("</style") && !STYLE.contains("http://") || STYLE.contains("www.w3.org"));
        assert!(SCRIPT_HASH.starts_with("sha256-"));
    }
}
