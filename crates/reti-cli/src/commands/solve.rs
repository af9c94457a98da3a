//! `reti solve`: the zone search.

mod stockfish;

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    language::Wording,
};

/// Solves a study along its zones and tells how
///
/// The search moves only along trajectories that matter; where that fails it looks wider, for pieces that
/// could have helped. The sound tier ends branches by exact tables only; the pioneer tier uses
/// rules of thumb for pawn races as well.
#[derive(Debug, Parser)]
#[command(
    name = "solve",
    after_help = "Examples:\n  reti solve '7K/8/k1P5/7p/8/8/8/8 w - - 0 1'\n  reti solve '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' --compare alphabeta --compare stockfish\n  reti solve '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' --tree svg -o tree.svg"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: String,
    /// Which knowledge may end a branch
    #[arg(long, value_enum, default_value = "sound")]
    tier: Tier,
    /// What orders the moves of a pawn race: zones alone, or a network fitted to exact values of such races
    #[arg(long, value_enum, default_value = "none")]
    forecast: Forecast,
    /// How much of the search is told: its story, or every move, cut and return
    #[arg(long, value_enum, default_value = "story")]
    events: Events,
    /// Do without tables of four men: queen endings are judged by a rule of thumb, and less is decided
    #[arg(long)]
    no_tables: bool,
    /// Ask exact tables of up to four men: the default
    #[arg(long, hide = true, conflicts_with = "no_tables")]
    exact: bool,
    /// Print the tree instead of the story
    #[arg(long, value_enum)]
    tree: Option<Tree>,
    /// Lay the number of moves tried beside that of alpha-beta or Stockfish
    ///
    /// `alphabeta` searches all legal moves with the same library, deeper and deeper, until it
    /// agrees. `stockfish` or `stockfish=PATH` runs the program with one thread and tells from which
    /// node on it keeps the key move. May be given twice.
    #[arg(long, value_name = "alphabeta|stockfish[=PATH]")]
    compare: Vec<String>,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    wording: Wording,
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
enum Forecast {
    /// Nothing fitted: candidates and their order come from zones
    None,
    /// A small network that was fitted to exact values of races of one pawn each
    Fitted,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Events {
    /// At most 40 lines
    Story,
    /// Everything
    All,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tree {
    /// One branch a line
    Text,
    /// The DOT language
    Dot,
    /// A picture
    Svg,
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
        let rivals = self.compare.iter().map(|text| Rival::read(text)).collect::<Result<Vec<_>, _>>()?;
        let probe: &dyn reti::Probe = if self.no_tables { &reti::ThreeMen } else { &reti::tables::Embedded };
        let forecast = match self.forecast {
            Forecast::None => reti::Forecast::None,
            Forecast::Fitted => reti::Forecast::Fitted,
        };
        let solution = reti::geometry::solve(&position, tier, forecast, probe);
        let words = self.wording.words()?;
        let mut compared = Vec::new();
        for rival in rivals {
            compared.push(rival.run(&position, tier, probe, &solution)?);
        }
        self.output.write(match (self.format, self.tree) {
            (Format::Json, _) => {
                let mut solved = reti::geometry::solved(&position, tier, &solution);
                solved.compared = compared;
                reti::wire::to_json(&solved)
            }
            (Format::Text, Some(Tree::Text)) => reti::geometry::tree_text(&position, &solution, &words),
            (Format::Text, Some(Tree::Dot)) => reti::geometry::tree_dot(&position, &solution, &words),
            (Format::Text, Some(Tree::Svg)) => reti::geometry::tree_svg(&position, &solution, &words),
            (Format::Text, None) if !compared.is_empty() => {
                reti::geometry::compared_text(&position, &solution, &compared, &words)
            }
            (Format::Text, None) => match self.events {
                Events::Story => reti::geometry::story_text(&position, &solution, &words),
                Events::All => reti::geometry::solved_text(&position, &solution, &words),
            },
        })
    }
}

/// Who is compared with the zone search.
enum Rival {
    AlphaBeta,
    Stockfish(PathBuf),
}

impl Rival {
    fn read(text: &str) -> Result<Rival, Failure> {
        match text.split_once('=') {
            None if text == "alphabeta" => Ok(Rival::AlphaBeta),
            None if text == "stockfish" => Ok(Rival::Stockfish(stockfish::find())),
            Some(("stockfish", path)) if !path.is_empty() => Ok(Rival::Stockfish(PathBuf::from(path))),
            _ => Err(Failure::Usage(format!(
                "'{text}' is nothing to compare with: expected alphabeta or stockfish[=PATH]"
            ))),
        }
    }

    fn run(
        self,
        position: &reti::chess::Position,
        tier: reti::Tier,
        probe: &dyn reti::Probe,
        solution: &reti::geometry::Solution,
    ) -> Result<reti::wire::Compared, Failure> {
        match self {
            Rival::AlphaBeta => Ok(reti::geometry::beside_alpha_beta(position, tier, probe, solution)),
            Rival::Stockfish(path) => {
                let key = solution.key.map(|m| position.uci(m));
                stockfish::ask(&path, &position.fen(), key.as_deref()).map_err(|error| {
                    Failure::Silent(reti::advice::Silence { who: path.display().to_string(), why: error.to_string() })
                })
            }
        }
    }
}
