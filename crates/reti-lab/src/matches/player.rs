//! A contestant at the board: an engine's process and what it thought about its moves.

use std::time::Duration;

use reti_search::engine::Score;

use super::Contestant;
use reti::uci::client::{Client, Fault, Info};

/// What an engine answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Reply {
    pub best: String,
    pub elapsed: Duration,
    /// Centipawns for the side to move, if it told; mates are far away.
    pub score: Option<i32>,
    pub depth: u32,
    pub nodes: u64,
}

pub(super) struct Player(Client);

impl Contestant {
    /// Why the engine does not take its options, if it does not. A program that does not start loses its games.
    pub fn refusal(&self) -> Option<String> {
        if self.options.is_empty() {
            return None;
        }
        match Player::start(self) {
            Err(Fault::Refusal(why)) => Some(format!("engine {}: {why}", self.name)),
            _ => None,
        }
    }
}

/// The score that stands for a mate.
pub(super) const MATE: i32 = 30_000;

impl Player {
    /// Starts the program, introduces itself and sets the options.
    pub fn start(contestant: &Contestant) -> Result<Player, Fault> {
        Client::start_as_asked(&contestant.program, &contestant.arguments, &contestant.options).map(Player)
    }

    /// Whether the process can no longer be used.
    pub fn is_lost(&self) -> bool {
        self.0.is_lost()
    }

    /// A new game begins.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.0.new_game()
    }

    /// Asks for a move. `most` is how long the answer may take at all.
    pub fn think(&mut self, position: &str, go: &str, most: Duration) -> Result<Reply, Fault> {
        let mut reply = Reply::default();
        let choice = self.0.think(position, go, most, |info| reply.note(&info))?;
        Ok(Reply { best: choice.best, elapsed: choice.elapsed, ..reply })
    }
}

impl Reply {
    fn note(&mut self, info: &Info) {
        self.depth = info.depth.unwrap_or(self.depth);
        self.nodes = info.nodes.unwrap_or(self.nodes);
        if let Some(score) = info.score.filter(|_| info.place == 1) {
            self.score = Some(match score {
                Score::MateIn(_) => MATE,
                Score::MatedIn(_) => -MATE,
                score => score.rank(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_noted_from_the_first_line_only() {
        let mut reply = Reply::default();
        for line in ["info depth 7 multipv 1 score cp -31 nodes 400", "info depth 7 multipv 2 score cp 900"] {
            reply.note(&Info::read(line).unwrap());
        }
        assert_eq!((reply.score, reply.depth, reply.nodes), (Some(-31), 7, 400));
        reply.note(&Info::read("info depth 8 score mate -3").unwrap());
        assert_eq!((reply.score, reply.nodes), (Some(-MATE), 400));
    }
}
