//! `reti zones`: who can reach what, and who can stop it in time.

use clap::{Parser, ValueEnum};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
};

/// The zones of a position: main trajectories, and who disturbs or supports them in time
///
/// Every zone is printed in the notation of Linguistic Geometry: t(piece, trajectory, time).
#[derive(Debug, Parser)]
#[command(name = "zones", after_help = "Example:\n  reti zones '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' --horizon 5")]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: String,
    /// The longest main trajectory, in moves
    #[arg(long, default_value = "5", value_name = "MOVES", value_parser = clap::value_parser!(u32).range(0..=i64::from(reti::geometry::MAX_HORIZON)))]
    horizon: u32,
    /// Print times as the draft of the paper does: the main trajectory's length, 1 for supporters
    #[arg(long)]
    legacy: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// The notation of the paper
    Text,
    /// Zones with their trajectories and times
    Json,
    /// Main trajectories bold, negations dashed, times as small numbers
    Svg,
    /// The same as pixels, if built with it
    Png,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let position = arguments::position(&self.fen)?;
        let notation = if self.legacy { reti::geometry::Notation::Legacy } else { reti::geometry::Notation::Modern };
        let zones = reti::geometry::zones(&position, self.horizon, notation);
        self.output.write(match self.format {
            Format::Text => reti::geometry::zones_text(&zones),
            Format::Json => reti::wire::to_json(&zones),
            Format::Svg => reti::geometry::zones_svg(&position, self.horizon),
            Format::Png => {
                return self.output.write(arguments::png(&reti::geometry::zones_svg(&position, self.horizon))?);
            }
        })
    }
}
