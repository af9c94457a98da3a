//! `reti field`: the influence of pieces over the board.

use std::path::Path;

use clap::{Parser, ValueEnum};
use reti::{
    chess::{Color, PieceType, Position},
    field::{self, Selection},
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    terminal,
};

/// How pieces influence the squares around them: a heat map, its peaks, and scores
///
/// Every piece spreads the weights of its kernel around it; sums of that are fields. Territory counts
/// the squares where one side's influence is larger.
#[derive(Debug, Parser)]
#[command(
    name = "field",
    after_help = "\
Examples:
  reti field startpos
  reti field '7k/8/3N4/8/8/8/8/K7 w - - 0 1' --side white --piece knight
  reti field startpos --kernels occluded --format svg -o field.svg
  reti field startpos --scales 3:0.5,5:0.3,7:0.2
  reti field '4k3/8/8/8/8/8/8/Q3K2N w - - 0 1' --attention 40
  reti field 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5' --flow --format svg -o flow.svg
  reti field startpos --kernels learned
  reti field 'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4' --kernels my.toml --format svg -o seen.svg
  reti field --kernels
  reti field --kernels my.toml --format svg -o kernels.svg"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input; without one the kernels are shown
    #[arg(required_unless_present = "kernels")]
    fen: Option<String>,
    /// Whose influence to show
    #[arg(long, value_enum, default_value = "balance")]
    side: Side,
    /// Only that of one kind of piece
    #[arg(long, value_enum)]
    piece: Option<Piece>,
    /// How pieces spread influence: seed, endgame, phase or occluded; with learned or a kernels file, what the
    /// learned evaluation sees: reach, targets, danger to the king, weak pawns and its terms for both sides.
    /// Without a position the learned kernels themselves
    #[arg(long, value_name = "NAME|FILE", num_args = 0..=1, default_missing_value = "learned")]
    kernels: Option<String>,
    /// The same as --kernels learned, with the kernels of this file
    #[arg(long, value_name = "FILE", conflicts_with = "kernels", requires = "fen")]
    evaluation: Option<String>,
    /// Kernels of several sizes added up: odd numbers divided by commas, all or none with a factor, as in
    /// 3:0.5,5:0.3,7:0.2
    #[arg(long, value_name = "SIZES", requires = "fen", allow_hyphen_values = true)]
    scales: Option<String>,
    /// Weigh each kind of piece by its share of attention, a softmax over the norms divided by a temperature;
    /// 80 if none is given
    #[arg(long, value_name = "TEMPERATURE", num_args = 0..=1, default_missing_value = "80", requires = "fen")]
    attention: Option<String>,
    /// Show where pieces drift: down the slope of the opponent's influence
    #[arg(long, requires = "fen")]
    flow: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    /// White's less Black's
    Balance,
    /// White's
    White,
    /// Black's
    Black,
    /// Both added up
    Strength,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Piece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A heat map with numbers, norms and scores
    Text,
    /// The twelve fields, sums, slopes, territory and scores by term
    Json,
    /// A picture with slopes and critical points
    Svg,
    /// The same as pixels, if built with it
    Png,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let Some(fen) = &self.fen else { return self.show_kernels() };
        let position = arguments::position(fen)?;
        if let Some(name) = self.learned() {
            return self.show_view(&position, name);
        }
        let selection = self.selection()?;
        self.output.write(match self.format {
            Format::Text => field::text(&position, selection, self.output.colored()),
            Format::Json => reti::wire::to_json(&field::fields(&position, selection)),
            Format::Svg => field::svg(&position, selection),
            Format::Png => return self.output.write(arguments::png(&field::svg(&position, selection))?),
        })
    }
}

impl Arguments {
    /// The learned kernels, or a file of them, if that is what was asked for.
    fn learned(&self) -> Option<&str> {
        let name = self.evaluation.as_deref().or(self.kernels.as_deref());
        name.filter(|name| !["seed", "endgame", "phase", "occluded"].contains(name))
    }

    /// What learned kernels see on a position.
    fn show_view(&self, position: &Position, name: &str) -> Result<(), Failure> {
        if self.scales.is_some() || self.attention.is_some() || self.flow {
            let message = "--scales, --attention and --flow go with --kernels seed, endgame, phase or occluded";
            return Err(Failure::Usage(message.to_owned()));
        }
        let evaluation = arguments::evaluation(name)?;
        let Some(view) = field::view(position, evaluation) else {
            return Err(Failure::Usage(format!("the evaluation '{name}' has no learned kernels to look through")));
        };
        self.output.write(match self.format {
            Format::Text => field::view_text(position, &view, self.output.colored()),
            Format::Json => reti::wire::to_json(&view),
            Format::Svg => field::view_svg(position, &view),
            Format::Png => return self.output.write(arguments::png(&field::view_svg(position, &view))?),
        })
    }

    /// The learned kernels, or those of a file.
    fn show_kernels(&self) -> Result<(), Failure> {
        let name = self.kernels.as_deref().unwrap_or("learned");
        let own;
        let kernels = match name {
            "learned" => &field::KERNELS,
            "seed" | "endgame" | "phase" | "occluded" => {
                let message =
                    format!("--kernels {name} needs a position, such as: reti field startpos --kernels {name}");
                return Err(Failure::Usage(message));
            }
            file => {
                own = field::read_kernels(file, &terminal::read(Path::new(file))?)?;
                &own
            }
        };
        self.output.write(match self.format {
            Format::Text => field::kernels_text(kernels, self.output.colored()),
            Format::Json => reti::wire::to_json(&field::kernels_data(kernels)),
            Format::Svg => field::kernels_svg(kernels),
            Format::Png => return self.output.write(arguments::png(&field::kernels_svg(kernels))?),
        })
    }

    fn selection(&self) -> Result<Selection, Failure> {
        Ok(Selection {
            scales: self.scales.as_deref().map(field::Scales::read).transpose()?,
            attention: self.attention.as_deref().map(field::read_temperature).transpose()?,
            flow: self.flow,
            side: match self.side {
                Side::Balance => field::Side::Balance,
                Side::White => field::Side::Of(Color::White),
                Side::Black => field::Side::Of(Color::Black),
                Side::Strength => field::Side::Strength,
            },
            piece: self.piece.map(|piece| match piece {
                Piece::Pawn => PieceType::Pawn,
                Piece::Knight => PieceType::Knight,
                Piece::Bishop => PieceType::Bishop,
                Piece::Rook => PieceType::Rook,
                Piece::Queen => PieceType::Queen,
                Piece::King => PieceType::King,
            }),
            kernels: match self.kernels.as_deref() {
                None | Some("seed") => field::Kernels::Seed,
                Some("endgame") => field::Kernels::Endgame,
                Some("phase") => field::Kernels::Phase,
                Some("occluded") => field::Kernels::Occluded,
                Some(other) => {
                    return Err(Failure::Usage(format!(
                        "'{other}' spreads no influence over a position: choose seed, endgame, phase or occluded"
                    )));
                }
            },
        })
    }
}
