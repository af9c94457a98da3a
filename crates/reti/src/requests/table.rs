//! Requests about endgame tables: what they say, how one is made, how one is forged.

use reti_core::chess::Color;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Ask, Budget, Call, Event, Refusal, place::about_a_position, told};
use crate::{tables, wire};

about_a_position! {
    /// Asks the tables.
    Table {}
}

impl Ask for Table {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        let found = tables::probe(&position, call.tables, None);
        Ok(told(&found.map_err(|error| Refusal::wrong("fen", error.to_string()))?))
    }
}

/// More men take seconds in which nothing can be stopped.
const MAX_FORGED_MEN: usize = 3;

/// Forges a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forge {
    /// The endgame, of up to three men, such as `KBvK`.
    pub endgame: String,
    /// The side that is said to win; White if nothing is said.
    #[serde(default)]
    pub winner: Option<wire::Color>,
}

impl Ask for Forge {
    fn answer(self, _: &Call<'_>) -> Result<String, Refusal> {
        let material = read(&self.endgame)?;
        if material.men() > MAX_FORGED_MEN {
            let message = format!("{material} has more than {MAX_FORGED_MEN} men: `reti table forge` can do it");
            return Err(Refusal::wrong("endgame", message));
        }
        let winner = if self.winner == Some(wire::Color::Black) { Color::Black } else { Color::White };
        Ok(told(
            &tables::Folder::embedded()
                .forge_and_check(material, winner)
                .map_err(|error| Refusal::Failed(error.to_string()))?,
        ))
    }
}

/// Makes a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// The endgame, of up to four men, such as `KRvK`.
    pub endgame: String,
}

impl Ask for Build {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let material = read(&self.endgame)?;
        let most = tables::MOST_MADE_MEN;
        if material.men() > most {
            let message = format!("{material} has more than {most} men: `reti table build` can do it");
            return Err(Refusal::wrong("endgame", message));
        }
        let deadline = Budget::default().deadline(call);
        let stop = || (call.stop)() || (call.clock)() >= deadline;
        let tell = |progress| (call.tell)(&Event::Progress(progress));
        let made = tables::make(material, tables::MakeWatch { tell: &tell, stop: &stop });
        let document = made.map_err(|error| match error {
            tables::MakeError::Stopped if (call.stop)() => Refusal::Stopped,
            tables::MakeError::Stopped => Refusal::OutOfTime,
            tables::MakeError::Failed(error) => Refusal::Failed(error.to_string()),
        })?;
        (call.tell)(&Event::Document(wire::to_line(&document)));
        Ok(told(&document))
    }
}

fn read(endgame: &str) -> Result<tables::Material, Refusal> {
    endgame.trim().parse().map_err(|error: tables::MaterialError| Refusal::wrong("endgame", error.to_string()))
}
