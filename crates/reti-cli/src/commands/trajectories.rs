//! `reti trajectories`: the shortest ways of a piece.

use clap::{Parser, ValueEnum};

use super::Run;
use crate::{arguments::Output, failure::Failure};

/// The shortest trajectories of a piece between two squares
///
/// The board is empty but for obstacles. With --derivation the grammar of shortest trajectories is
/// shown at work: productions, sets and the string after every step.
#[derive(Debug, Parser)]
#[command(name = "trajectories", after_help = "Example:\n  reti trajectories K f6 h1 --derivation")]
pub struct Arguments {
    /// The piece: K, Q, R, B, N, P, or small letters for Black
    piece: String,
    /// Where it starts
    from: String,
    /// Where it goes
    to: String,
    /// Squares that nobody enters or crosses, such as d5,e6
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    obstacles: Vec<String>,
    /// 1 for the shortest trajectories, 2 for those that bend once and are one move longer
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..=2))]
    degree: u32,
    /// Print a historical table of distances instead: t15
    #[arg(long, value_enum)]
    table: Option<Table>,
    /// Show the derivation of the first trajectory
    #[arg(long)]
    derivation: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Table {
    /// Moves from the centre of a board of 15 by 15 points
    T15,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// One trajectory a line
    Text,
    /// Distance, count and trajectories
    Json,
    /// A picture with all steps as arrows
    Svg,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let input = Failure::Input;
        let piece = reti::geometry::read_piece(&self.piece).map_err(input)?;
        let from = reti::geometry::read_square(&self.from).map_err(input)?;
        let to = reti::geometry::read_square(&self.to).map_err(input)?;
        let obstacles: Result<Vec<_>, _> =
            self.obstacles.iter().map(|name| reti::geometry::read_square(name)).collect();
        let obstacles = obstacles.map_err(input)?;
        if let Some(Table::T15) = self.table {
            return self.output.write(reti::geometry::t15_text(piece));
        }
        let found = match self.degree {
            2 => reti::geometry::admissible(piece, from, to, &obstacles),
            _ => reti::geometry::trajectories(piece, from, to, &obstacles),
        };
        self.output.write(match self.format {
            Format::Json => reti::wire::to_json(&found),
            Format::Svg => reti::geometry::trajectories_svg(&found, &obstacles),
            Format::Text if self.derivation => reti::geometry::derivation(piece, from, to, &obstacles),
            Format::Text => reti::geometry::trajectories_text(&found),
        })
    }
}
