//! What a tool answers: the position and its board, short text, the document; or what was wrong and what is
//! legal.
//!
//! Models invent positions. So every answer begins with the FEN and the board that it speaks about, after
//! the moves that were given, and a mistake in the input comes back as a result that a model can read: the
//! message, a caret under the bad characters, and the legal moves where a move was wrong.

use reti::{
    draw,
    requests::{self, Limits, Place, Refusal},
};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value};

/// The fields that say which position is meant.
const PLACE: [&str; 5] = ["fen", "pgn", "game", "ply", "moves"];

/// What was found out about a call.
pub struct Found {
    /// The document's text, or why there is none.
    pub document: Result<String, Refusal>,
    /// The reviewed game, if a game was reviewed.
    pub pgn: Option<String>,
    /// What the answer's text begins with.
    head: String,
    /// What may be played, if a move was wrong.
    legal: String,
}

impl Found {
    /// Adds to an answer what a model must see: the position, and after a mistake the legal moves.
    pub fn new(request: &Value, limits: Limits, document: Result<String, Refusal>, pgn: Option<String>) -> Found {
        let reached = place(request, limits, None);
        let (mut head, mut legal) = (String::new(), String::new());
        match &document {
            Ok(_) => {
                if let Some(place) = &reached {
                    head = shown(place);
                    head.push_str(&after(request, place, limits));
                }
            }
            Err(Refusal::Unusable(field, _)) => {
                let count = field.strip_prefix("moves/").and_then(|index| index.parse::<usize>().ok());
                let here = if count.is_some() { place(request, limits, count) } else { reached };
                if let Some(place) = here.filter(|_| count.is_some() || matches!(field.as_str(), "move" | "line")) {
                    legal = format!("\n{}legal moves: {}\n", shown(&place), legal_moves(&place));
                }
            }
            Err(_) => {}
        }
        Found { document, pgn, head, legal }
    }

    /// The result of the call.
    pub fn result(self) -> CallToolResult {
        match self.document {
            Err(refusal) => refused(&refusal, &self.legal),
            Ok(text) => match serde_json::from_str::<Value>(&text) {
                Ok(document) => answered(document, &self.head, self.pgn),
                Err(error) => refused(&Refusal::Failed(error.to_string()), ""),
            },
        }
    }
}

/// The position that a request is about, or the one after only so many of its moves.
fn place(request: &Value, limits: Limits, moves: Option<usize>) -> Option<Place> {
    let mut fields: Map<String, Value> = Map::new();
    for name in PLACE {
        if let Some(value) = request.get(name) {
            fields.insert(name.to_owned(), value.clone());
        }
    }
    if let (Some(count), Some(Value::Array(list))) = (moves, fields.get_mut("moves")) {
        list.truncate(count);
    }
    requests::place(Value::Object(fields).to_string().as_bytes(), limits).ok()
}

fn shown(place: &Place) -> String {
    let position = &place.position;
    format!("FEN: {}\n{}", position.fen(), draw::text::board(position.board(), draw::text::Style::default()))
}

/// The position after the move that is asked about.
fn after(request: &Value, place: &Place, limits: Limits) -> String {
    let Some(text) = request.get("move").and_then(Value::as_str) else { return String::new() };
    let mut next = request.clone();
    if let Some(fields) = next.as_object_mut() {
        let moves = fields.entry("moves").or_insert_with(|| Value::Array(Vec::new()));
        if let Some(list) = moves.as_array_mut() {
            list.push(Value::String(text.to_owned()));
        }
    }
    let Some(after) = self::place(&next, limits, None) else { return String::new() };
    let Some(&m) = after.moves.last() else { return String::new() };
    format!("FEN ({}): {}\n", place.position.san(m), after.position.fen())
}

fn legal_moves(place: &Place) -> String {
    let position = &place.position;
    let mut moves: Vec<String> = position.legal_moves().iter().map(|&m| position.san(m)).collect();
    moves.sort();
    moves.join(" ")
}

/// A document with its text, and its picture beside it.
fn answered(mut document: Value, head: &str, pgn: Option<String>) -> CallToolResult {
    let picture = document.as_object_mut().and_then(|fields| fields.remove("svg"));
    let told = pgn.unwrap_or_else(|| requests::text(&document));
    let mut content = vec![ContentBlock::text(format!("{head}\n{}", told.trim_end()))];
    if let Some(Value::String(svg)) = picture {
        let (data, kind) = picture_of(&svg);
        content.push(ContentBlock::image(base64(&data), kind));
    }
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(document);
    result
}

#[cfg(feature = "png")]
fn picture_of(svg: &str) -> (Vec<u8>, &'static str) {
    match draw::png::png(svg, 1.0) {
        Ok(pixels) => (pixels, "image/png"),
        // A picture that cannot be drawn can still be sent as it is.
        Err(_) => (svg.as_bytes().to_vec(), "image/svg+xml"),
    }
}

#[cfg(not(feature = "png"))]
fn picture_of(svg: &str) -> (Vec<u8>, &'static str) {
    (svg.as_bytes().to_vec(), "image/svg+xml")
}

/// Bytes as letters (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits =
            group.iter().enumerate().fold(0u32, |bits, (index, &byte)| bits | u32::from(byte) << (16 - 8 * index));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            out.push(if place <= group.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

/// A refusal that a model can read: what is wrong, where, and what would be legal.
pub fn refused(refusal: &Refusal, legal: &str) -> CallToolResult {
    let problem = refusal.problem();
    let told = refusal.report();
    let mut result = CallToolResult::error(vec![ContentBlock::text(format!("{told}{legal}").trim_end())]);
    result.structured_content = serde_json::to_value(&problem).ok();
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bytes_become_letters() {
        // The examples of RFC 4648, section 10.
        for (bytes, letters) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
    }

    #[track_caller]
    fn text_of(result: &CallToolResult) -> &str {
        &result.content[0].as_text().unwrap().text
    }

    #[test]
    fn a_wrong_move_is_answered_with_the_board_and_what_is_legal() {
        let request = json!({"moves": ["e4", "e5", "Ke3"]});
        let limits = Limits::default();
        let refusal = requests::place(request.to_string().as_bytes(), limits).unwrap_err();
        let result = Found::new(&request, limits, Err(refusal), None).result();
        assert_eq!(result.is_error, Some(true));
        let text = text_of(&result);
        assert!(text.contains("illegal move") && text.contains("^^^") && text.contains("legal moves: "), "{text}");
        assert!(text.contains("Ke2") && text.contains("4p3/4P3"), "{text}");
    }

    #[test]
    fn a_wrong_position_is_shown_with_a_caret() {
        let request = json!({"fen": "k7/8/8/8/8/8/8/K7 x"});
        let limits = Limits::default();
        let refusal = requests::place(request.to_string().as_bytes(), limits).unwrap_err();
        let result = Found::new(&request, limits, Err(refusal), None).result();
        assert!(text_of(&result).ends_with('^'), "{}", text_of(&result));
    }
}
