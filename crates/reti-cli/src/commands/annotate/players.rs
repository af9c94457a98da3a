//! Whose games they are: the player that was named, or who plays in every game of the file.

use reti::{
    annotate::player::Player,
    explain::Words,
    wire::{AnnotatedGame, PlayerReport},
};
use serde_json::Value;

/// Tables over the games of players.
pub struct Players {
    named: bool,
    told: Vec<Player>,
    games: usize,
}

/// So many games make a table without anyone asking for it.
const MANY: usize = 5;

impl Players {
    /// For a named player, or for whoever it will be.
    pub fn new(name: Option<&str>) -> Players {
        Players { named: name.is_some(), told: name.map(Player::new).into_iter().collect(), games: 0 }
    }

    /// The same after some games that an earlier run has counted; `None` if that cannot be read.
    pub fn after(name: Option<&str>, games: usize, told: &Value) -> Option<Players> {
        let told = serde_json::from_value(told.clone()).ok()?;
        Some(Players { named: name.is_some(), told, games })
    }

    /// What has been counted, for a later run.
    pub fn state(&self) -> Value {
        serde_json::to_value(&self.told).unwrap_or_default()
    }

    /// Adds a game.
    pub fn add(&mut self, game: &AnnotatedGame) {
        self.games += 1;
        if self.named {
            self.told.iter_mut().for_each(|player| player.add(game));
            return;
        }
        if self.games == 1 {
            let tag = |wanted: &str| game.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            let known = ["White", "Black"].into_iter().filter_map(tag).map(|(_, value)| value.as_str());
            self.told = known.filter(|name| !name.is_empty() && !name.starts_with('?')).map(Player::new).collect();
        }
        self.told.retain(|player| player.color(game).is_some());
        self.told.iter_mut().for_each(|player| player.add(game));
    }

    /// The tables.
    pub fn reports(&self, words: &Words) -> Vec<PlayerReport> {
        let enough = self.named || self.games >= MANY;
        let wanted = self.told.iter().filter(|player| enough && !player.is_empty());
        wanted.map(|player| player.report(words)).collect()
    }
}
