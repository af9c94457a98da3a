//! Requests for lessons.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Ask, Budget, Call, Language, Refusal, place::about_a_position, told};
use crate::{
    check::{self, Checker},
    explain::{self, Explainer, Level},
    prompt, read_move,
    tables::ExactValues,
};

/// How much is worth a sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reader {
    /// Gains from a fifth of a pawn on, short lines.
    Beginner,
    /// Gains from half a pawn on, and the main features of the position.
    #[default]
    Club,
    /// Gains from a pawn on, all features, and all that a line uses.
    Expert,
}

about_a_position! {
    /// Explains a position or a move.
    Explain {
        /// The move to judge, in SAN or UCI.
        #[serde(rename = "move")]
        played: Option<String>,
        /// How much it may cost; 3,000,000 nodes if nothing is said.
        budget: Budget,
        /// For whom it is.
        level: Reader,
        /// The reader's rating from 400 to 3000, instead of a level.
        elo: Option<u32>,
        /// Nothing is left out for brevity.
        all: bool,
        /// The language of the sentences.
        language: Language,
    }
}

/// The least that a lesson can be made of.
const MIN_NODES: u64 = 1_000;

impl Ask for Explain {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let place = self.place(call.limits)?;
        let budget = self.budget.checked(call.limits)?;
        let nodes = budget
            .nodes
            .map_or_else(|| explain::Budget::default().nodes.min(call.limits.nodes), |nodes| nodes.max(MIN_NODES));
        let deadline = budget.deadline(call);
        let is_late = || (call.clock)() >= deadline;
        let stop = || (call.stop)() || is_late();
        let tables = exact_values(call)?;
        let explainer = Explainer::new()
            .tables(&tables)
            .budget(explain::Budget { nodes })
            .level(self.reader()?)
            .everything(self.all)
            .until(&stop);
        let played = self.played.as_deref().map(|text| read_move(&place.position, text)).transpose();
        let lesson = match played.map_err(Refusal::of("move"))? {
            Some(m) => explainer.explain_move(&place.position, m),
            None => explainer.explain_after(&place.position, place.last()),
        };
        if stop() {
            return Err(if (call.stop)() { Refusal::Stopped } else { Refusal::OutOfTime });
        }
        Ok(told(&explain::document(&lesson?, self.language.words(), &tables.used().folder)))
    }
}

about_a_position! {
    /// Checks what somebody says about a position.
    Check {
        /// English text; several lines are several statements.
        text: Option<String>,
        /// Claims as data, each an object such as `{"claim": "pinned", "piece": "f6"}`; a string is text.
        claims: Vec<serde_json::Value>,
        /// How much a statement that must be played out may cost; 400,000 nodes if nothing is said.
        budget: Budget,
        /// The language of the sentences.
        language: Language,
    }
}

impl Ask for Check {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let place = self.place(call.limits)?;
        let budget = self.budget.checked(call.limits)?;
        let mut inputs = check::read_inputs(self.text.as_deref().unwrap_or_default()).map_err(Refusal::of("text"))?;
        inputs.extend(check::read_claims(&self.claims).map_err(Refusal::of("claims"))?);
        if inputs.is_empty() {
            return Err(Refusal::wrong("text", "nothing is said: text or claims are needed".to_owned()));
        }
        let deadline = budget.deadline(call);
        let stop = || (call.stop)() || (call.clock)() >= deadline;
        let tables = exact_values(call)?;
        let nodes = budget.nodes.unwrap_or(check::NODES).min(call.limits.nodes);
        let checker = Checker::new().tables(&tables).nodes(nodes).words(self.language.words()).until(&stop);
        let checked = checker.check(&place.position, &inputs);
        if stop() {
            return Err(if (call.stop)() { Refusal::Stopped } else { Refusal::OutOfTime });
        }
        Ok(told(&checked?))
    }
}

about_a_position! {
    /// Tells a language model about a position.
    Prompt {
        /// How long the text may be, in estimated tokens; 600 if nothing is said.
        tokens: Option<usize>,
        /// How much it may cost; 3,000,000 nodes if nothing is said.
        budget: Budget,
        /// The language of the sentences.
        language: Language,
    }
}

impl Ask for Prompt {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let tokens = self.tokens.unwrap_or(prompt::TOKENS);
        if !(prompt::MIN_TOKENS..=prompt::MAX_TOKENS).contains(&tokens) {
            let (least, most) = (prompt::MIN_TOKENS, prompt::MAX_TOKENS);
            return Err(Refusal::wrong("tokens", format!("{tokens} is not from {least} to {most}")));
        }
        let place = self.place(call.limits)?;
        let budget = self.budget.checked(call.limits)?;
        let usual = explain::Budget::default().nodes.min(call.limits.nodes);
        let nodes = budget.nodes.map_or(usual, |nodes| nodes.max(MIN_NODES));
        let deadline = budget.deadline(call);
        let stop = || (call.stop)() || (call.clock)() >= deadline;
        let tables = exact_values(call)?;
        let words = self.language.words();
        let explainer =
            Explainer::new().tables(&tables).budget(explain::Budget { nodes }).everything(true).until(&stop);
        let lesson = explainer.explain_after(&place.position, place.last());
        let checker = Checker::new().tables(&tables).words(words).until(&stop);
        let options = prompt::Options { tokens, words, ..prompt::Options::default() }.with_checker(checker);
        let found = lesson.and_then(|lesson| prompt::prompt(&lesson, &options));
        if stop() {
            return Err(if (call.stop)() { Refusal::Stopped } else { Refusal::OutOfTime });
        }
        Ok(told(&found?))
    }
}

impl Explain {
    fn reader(&self) -> Result<Level, Refusal> {
        match (self.elo, self.level) {
            (Some(elo), _) if !(400..=3_000).contains(&elo) => {
                Err(Refusal::wrong("elo", format!("{elo} is no rating from 400 to 3000")))
            }
            (Some(elo), _) => Ok(Level::of_elo(elo)),
            (None, Reader::Beginner) => Ok(Level::BEGINNER),
            (None, Reader::Club) => Ok(Level::CLUB),
            (None, Reader::Expert) => Ok(Level::EXPERT),
        }
    }
}

/// The tables that may be asked, with their own record of which were.
pub(super) fn exact_values(call: &Call<'_>) -> Result<ExactValues, Refusal> {
    match call.tables {
        None => Ok(ExactValues::embedded()),
        Some(folder) => ExactValues::with_folder(folder).map_err(|error| Refusal::Failed(error.to_string())),
    }
}
