//! Why a request has no answer, as RFC 9457 wants it told.
//!
//! A refusal of something that was typed keeps its [`Problem`], so that a page can set a caret under the
//! bad characters; `field` says in which part of the request they are.

use reti_search::advice::Silence;

use crate::{Problem, wire};

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is no JSON, or not of the right shape.
    #[error("{message}")]
    Malformed {
        /// What is wrong.
        message: String,
        /// The line of the body, from 1.
        line: usize,
        /// The column of that line, from 1.
        column: usize,
        /// That line.
        text: String,
    },
    /// A text in it cannot be used: a FEN, a move, a game.
    #[error("{0}: {1}")]
    Unusable(String, Problem),
    /// A value in it cannot be used.
    #[error("{0}: {1}")]
    Wrong(String, String),
    /// Time was up before there was an answer.
    #[error("time was up before there was an answer: ask for fewer nodes, or give more milliseconds")]
    OutOfTime,
    /// Nobody wanted the answer any more.
    #[error("the request was stopped")]
    Stopped,
    /// Something that should answer did not.
    #[error("{0}")]
    Failed(String),
}

/// The longest line of a body that is repeated in a problem.
const MAX_TEXT: usize = 400;

impl Refusal {
    pub(super) fn malformed(error: &serde_json::Error, body: &[u8]) -> Refusal {
        let line =
            String::from_utf8_lossy(body.split(|&byte| byte == b'\n').nth(error.line().max(1) - 1).unwrap_or(b""));
        let text = line.chars().take(MAX_TEXT).collect();
        // The place is told apart.
        let message = error.to_string();
        let message = shortened(message.split(" at line ").next().unwrap_or(&message).to_owned());
        Refusal::Malformed { message, line: error.line(), column: error.column(), text }
    }

    pub(super) fn no_object(body: &[u8]) -> Refusal {
        let text = String::from_utf8_lossy(body.trim_ascii_start()).chars().take(MAX_TEXT).collect();
        Refusal::Malformed { message: "expected a JSON object".to_owned(), line: 1, column: 1, text }
    }

    pub(super) fn wrong(field: impl Into<String>, message: String) -> Refusal {
        Refusal::Wrong(field.into(), shortened(message))
    }

    /// A problem with a field.
    pub(super) fn of(field: impl Into<String>) -> impl FnOnce(Problem) -> Refusal {
        let field = field.into();
        move |problem| Refusal::Unusable(field, Problem { message: shortened(problem.message), ..problem })
    }

    /// What is wrong, for people: the message, and where a text cannot be used the text with a caret under
    /// the bad part.
    pub fn report(&self) -> String {
        match self {
            Refusal::Malformed { message, column, text, .. } => {
                let at = text.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
                let subject = "bad request".to_owned();
                Problem { subject, message: message.clone(), span: at..at + 1, text: text.clone() }.report()
            }
            Refusal::Unusable(field, problem) => {
                Problem { subject: format!("{field}: {}", problem.subject), ..problem.clone() }.report()
            }
            refusal => format!("{refusal}\n"),
        }
    }

    /// The refusal as a problem document.
    pub fn problem(&self) -> wire::ProblemDetails {
        let (slug, title, status) = match self {
            Refusal::Malformed { .. } => ("malformed-request", "The request cannot be read", 400),
            Refusal::Unusable(..) => ("unusable-text", "A text in the request cannot be used", 422),
            Refusal::Wrong(..) => ("wrong-value", "A value in the request cannot be used", 422),
            Refusal::OutOfTime => ("out-of-time", "Time was up", 503),
            Refusal::Stopped => ("stopped", "The request was stopped", 503),
            Refusal::Failed(_) => ("failed", "There is no answer", 500),
        };
        let mut told = wire::ProblemDetails::new(slug, title, status, self.to_string());
        match self {
            Refusal::Malformed { line, column, text, .. } => {
                told.line = Some(*line);
                let start = column.saturating_sub(1).min(text.chars().count());
                (told.text, told.start, told.end) = (Some(text.clone()), Some(start), Some(start + 1));
            }
            Refusal::Unusable(field, problem) => {
                told.detail = problem.to_string();
                told.field = Some(field.clone());
                let characters = |bytes: usize| problem.text.char_indices().take_while(|(at, _)| *at < bytes).count();
                told.start = Some(characters(problem.span.start));
                told.end = Some(characters(problem.span.end));
                told.text = Some(problem.text.clone());
                told.report = Some(problem.report());
            }
            Refusal::Wrong(field, message) => {
                told.detail.clone_from(message);
                told.field = Some(field.clone());
            }
            Refusal::OutOfTime | Refusal::Stopped | Refusal::Failed(_) => {}
        }
        told
    }
}

/// A message that quotes what was sent, with the middle left out where that was long: what was expected comes last.
fn shortened(message: String) -> String {
    let count = message.chars().count();
    if count <= MAX_TEXT {
        return message;
    }
    let first: String = message.chars().take(MAX_TEXT / 2).collect();
    let last: String = message.chars().skip(count - MAX_TEXT / 2).collect();
    format!("{first}...{last}")
}

impl From<Silence> for Refusal {
    fn from(silence: Silence) -> Refusal {
        Refusal::Failed(silence.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_huge_value_is_not_sent_back() {
        let body = format!("\"{}\"", "[".repeat(100_000));
        let error = serde_json::from_str::<Vec<String>>(&body).unwrap_err();
        let report = Refusal::malformed(&error, body.as_bytes()).report();
        assert!(report.chars().count() < 3 * MAX_TEXT, "{}", report.len());
        assert!(report.contains("invalid type: string") && report.contains("expected a sequence"), "{report}");
    }
}
