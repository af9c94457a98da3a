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
#[command(
    name = "zones",
    after_help = "Examples:\n  reti zones '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' --horizon 5\n  reti zones '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' --after Kg7"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: String,
    /// The longest main trajectory, in moves
    #[arg(long, default_value = "5", value_name = "MOVES", value_parser = clap::value_parser!(u32).range(0..=i64::from(reti::geometry::MAX_HORIZON)))]
    horizon: u32,
    /// Show what becomes of them after a move: kept, shortened, frozen (and why), new
    #[arg(long, value_name = "MOVE")]
    after: Option<String>,
    /// How many zones a picture shows, the most valuable first
    #[arg(long, value_name = "N", default_value_t = reti::geometry::MOST_DRAWN_ZONES)]
    most: usize,
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
        let mut zones = reti::geometry::zones(&position, self.horizon, notation);
        if let Some(text) = &self.after {
            let m = reti::read_move(&position, text)?;
            let after = reti::geometry::zones_after(&position, m, self.horizon, notation);
            let picture = || reti::geometry::zones_after_svg(&position.play(m), &after);
            return match self.format {
                Format::Text => self.output.write(reti::geometry::zones_after_text(&after)),
                Format::Svg => self.output.write(picture()),
                Format::Png => self.output.write(arguments::png(&picture())?),
                Format::Json => {
                    zones.after = Some(after);
                    self.output.write(reti::wire::to_json(&zones))
                }
            };
        }
        self.output.write(match self.format {
            Format::Text => reti::geometry::zones_text(&zones),
            Format::Json => reti::wire::to_json(&zones),
            Format::Svg => reti::geometry::zones_svg(&position, &zones, self.most),
            Format::Png => {
                return self.output.write(arguments::png(&reti::geometry::zones_svg(&position, &zones, self.most))?);
            }
        })
    }
}
