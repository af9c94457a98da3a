//! `reti bench wdl`: whether `UCI_ShowWDL` is true to results.

use clap::Args;
use reti::engine;
use reti_lab::{
    chances::{self, Chances, Looks, Truth},
    matches, self_play,
};

use crate::{
    arguments::{self, Output},
    failure::Failure,
};

/// How often scores are won, drawn and lost in games of the engine against itself
///
/// Games are played out from the built-in openings. A curve is fitted to every other game and judged on the
/// games between; the curve that `UCI_ShowWDL` tells by is judged on all of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench wdl --games 500 --nodes 5000 --seed 1")]
pub struct Arguments {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Nodes of a move, more or less a quarter
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How positions are evaluated: a name, or a file that `reti learn` wrote
    #[arg(long, value_name = "NAME|FILE", default_value = engine::DEFAULT.name)]
    evaluation: String,
    #[command(flatten)]
    output: Output,
}

impl Arguments {
    /// Plays, fits, judges and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let evaluation = arguments::evaluation(&self.evaluation)?;
        let plan = self_play::Plan { nodes: self.nodes, ..self_play::Plan::default() };
        let games = self_play::games(evaluation, &matches::built_in(), &plan, self.games as usize, self.seed);
        let fitted = Looks::of(&games, |number| number % 2 == 0).fit();
        let others = Looks::of(&games, |number| number % 2 == 1);
        let ends = |points: f64| games.iter().filter(|game| (game.white - points).abs() < 0.25).count();
        self.output.write(format!(
            "{} games of {} against itself, {} nodes a move: White won {}, drew {}, lost {}\n\n\
             Fitted to every other game\n{}\nJudged on the games between\n{}\n\
             The curve of UCI_ShowWDL\n{}\nJudged on all games\n{}",
            games.len(),
            evaluation.name,
            self.nodes,
            ends(1.0),
            ends(0.5),
            ends(0.0),
            chances::text(&fitted),
            Truth::of(&fitted, &others).text(),
            chances::text(&Chances::OURS),
            Truth::of(&Chances::OURS, &Looks::of(&games, |_| true)).text(),
        ))
    }
}
