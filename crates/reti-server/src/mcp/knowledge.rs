//! What a client can read and be told besides tools: the catalogue of motifs, the glossary, and prompts.

use reti::motifs;
use rmcp::{
    ErrorData,
    model::{
        GetPromptRequestParams, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, ReadResourceResult,
        Resource, ResourceContents, ResourceTemplate, Role,
    },
};
use serde_json::Value;

const MOTIFS: &str = "reti://motifs";
const GLOSSARY: &str = "reti://glossary";
const MARKDOWN: &str = "text/markdown";
const PLAIN: &str = "text/plain";

/// Where the project keeps its words.
const HANDBOOK: &str = include_str!("../../../../CONTRIBUTING.md");

/// What can be read.
pub fn resources() -> Vec<Resource> {
    let one = |address: &str, name: &str, title: &str, about: &str, kind: &str| {
        Resource::new(address, name).with_title(title).with_description(about).with_mime_type(kind)
    };
    vec![
        one(MOTIFS, "motifs", "Motifs", "Every motif that Reti knows, one line each.", PLAIN),
        one(GLOSSARY, "glossary", "Glossary", "What Reti's words mean.", MARKDOWN),
    ]
}

/// What can be read by name.
pub fn templates() -> Vec<ResourceTemplate> {
    let one = ResourceTemplate::new("reti://motifs/{name}", "motif").with_title("Motif");
    vec![one.with_description("A motif's definition, examples and near misses.").with_mime_type(PLAIN)]
}

/// Reads one.
pub fn read(address: &str) -> Result<ReadResourceResult, ErrorData> {
    let (text, kind) = match address {
        MOTIFS => (motifs::listing(), PLAIN),
        GLOSSARY => (glossary().to_owned(), MARKDOWN),
        _ => {
            let found = address.strip_prefix("reti://motifs/").and_then(|name| motifs::text(name, false));
            let missing = || ErrorData::resource_not_found(format!("there is nothing at '{address}'"), None);
            (found.ok_or_else(missing)?, PLAIN)
        }
    };
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, address).with_mime_type(kind)]))
}

/// The table of words in the handbook.
fn glossary() -> &'static str {
    let words = HANDBOOK.split_once("\n## Words\n").map_or("", |(_, rest)| rest);
    words.split_once("\n## ").map_or(words, |(section, _)| section).trim()
}

/// The prompts.
pub fn prompts() -> Vec<Prompt> {
    let argument =
        |name: &str, about: &str, needed: bool| PromptArgument::new(name).with_description(about).with_required(needed);
    let review = vec![
        argument("pgn", "The game as PGN.", true),
        argument("player", "Whose game it is: white or black; both if nothing is said.", false),
    ];
    let teach = vec![
        argument("fen", "The position as FEN.", true),
        argument("level", "For whom: beginner, club or expert.", false),
    ];
    vec![
        Prompt::new("review-my-game", Some("Goes through a game and says only what was checked."), Some(review))
            .with_title("Review my game"),
        Prompt::new("teach-me-this-position", Some("Explains a position, step by step."), Some(teach))
            .with_title("Teach me this position"),
    ]
}

/// How a model should go about it: the rules that all prompts share.
const RULES: &str = "Do not state anything about the board that a tool did not tell you. Ask legal_moves before \
    you name a move, and check_statements about every sentence of your own before you say it: drop what is false, \
    and say that you do not know where the answer is cannot-tell.";

/// A prompt, filled in.
pub fn prompt(asked: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let given = |name: &str| word(asked.arguments.as_ref(), name);
    let needed = |name: &str| {
        let missing = || ErrorData::invalid_params(format!("the argument `{name}` is missing"), None);
        given(name).ok_or_else(missing)
    };
    let text = match asked.name.as_str() {
        "review-my-game" => {
            let pgn = needed("pgn")?;
            let side = given("player").map_or(String::new(), |player| format!(" I played {player}."));
            format!(
                "Review my game.{side} Call annotate_game with the PGN below. Then tell me the two or three moments \
                 that decided it: what was played, what was better and why, with the lines of the review, and \
                 what I should practise. {RULES}\n\n{pgn}"
            )
        }
        "teach-me-this-position" => {
            let fen = needed("fen")?;
            let level = given("level").unwrap_or("club");
            format!(
                "Teach me this position. I am a player of the level `{level}`. Call explain with the FEN below \
                 and this level, then let me find the move: show the board, ask what I would play, judge my answer \
                 with explain_move, and only then tell me what was best and why. {RULES}\n\n{fen}"
            )
        }
        name => return Err(ErrorData::invalid_params(format!("there is no prompt '{name}'"), None)),
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]))
}

fn word<'a>(arguments: Option<&'a JsonObject>, name: &str) -> Option<&'a str> {
    arguments?.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_listed_can_be_read() {
        for resource in resources() {
            let read = read(&resource.uri).unwrap();
            assert!(
                matches!(&read.contents[0], ResourceContents::TextResourceContents { text, .. } if text.len() > 500)
            );
        }
        assert!(glossary().contains("| motif | a named pattern"), "the glossary is the handbook's table");
        assert!(read("reti://motifs/fork").is_ok());
        for address in ["reti://motifs/nothing", "file:///etc/passwd", "reti://motifs/../../secret", ""] {
            assert!(read(address).is_err(), "{address}");
        }
    }
}
