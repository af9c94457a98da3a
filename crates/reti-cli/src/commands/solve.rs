//! `reti solve`: the zone search.

use clap::{Parser, ValueEnum};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
};

/// Solves a study along its zones and tells how
///
/// The search moves only along trajectories that matter and inspects its failures for pieces that
/// could have helped. The sound tier ends branches by exact tables only; the pioneer tier uses
/// rules of thumb for pawn races as well.
#[derive(Debug, Parser)]
#[command(name = "solve", after_help = "Example:\n  reti solve '7K/8/k1P5/7p/8/8/8/8 w - - 0 1'")]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: String,
    /// Which knowledge may end a branch
    #[arg(long, value_enum, default_value = "sound")]
    tier: Tier,
    /// Ask exact tables of up to four men; those that are met for the first time are made in the cache folder
    #[arg(long)]
    exact: bool,
    /// Print the tree instead of the story
    #[arg(long, value_enum)]
    tree: Option<Tree>,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tier {
    /// Exact tables only
    Sound,
    /// Rules of thumb too
    Pioneer,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tree {
    /// One branch a line
    Text,
    /// The DOT language
    Dot,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Verdict, key move and the search in words
    Text,
    /// Verdict, key move and tree
    Json,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let position = arguments::position(&self.fen)?;
        let tier = match self.tier {
            Tier::Sound => reti::Tier::Sound,
            Tier::Pioneer => reti::Tier::Pioneer,
        };
        let tables = self.exact.then(super::table::exact_values).transpose()?;
        let probe: &dyn reti::Probe = tables.as_ref().map_or(&reti::ThreeMen, |tables| tables);
        let solution = reti::geometry::solve(&position, tier, probe);
        self.output.write(match (self.format, self.tree) {
            (Format::Json, _) => reti::wire::to_json(&reti::geometry::solved(&position, tier, &solution)),
            (Format::Text, Some(Tree::Text)) => reti::geometry::tree_text(&position, &solution),
            (Format::Text, Some(Tree::Dot)) => reti::geometry::tree_dot(&position, &solution),
            (Format::Text, None) => reti::geometry::solved_text(&position, &solution),
        })
    }
}
