//! `reti field`: the influence of pieces over the board.

use clap::{Parser, ValueEnum};
use reti::{
    chess::{Color, PieceType},
    field::{self, Selection},
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
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
  reti field startpos --kernels occluded --format svg -o field.svg"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: String,
    /// Whose influence to show
    #[arg(long, value_enum, default_value = "balance")]
    side: Side,
    /// Only that of one kind of piece
    #[arg(long, value_enum)]
    piece: Option<Piece>,
    /// How pieces spread influence
    #[arg(long, value_enum, default_value = "seed")]
    kernels: Kernels,
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
enum Kernels {
    /// Fixed kernels, the king sheltered
    Seed,
    /// The same with an active king
    Endgame,
    /// Between the two, by the material that is left
    Phase,
    /// Sliders stop at pieces
    Occluded,
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
        let position = arguments::position(&self.fen)?;
        let selection = self.selection();
        self.output.write(match self.format {
            Format::Text => field::text(&position, selection, self.output.colored()),
            Format::Json => reti::wire::to_json(&field::fields(&position, selection)),
            Format::Svg => field::svg(&position, selection),
            Format::Png => return self.output.write(arguments::png(&field::svg(&position, selection))?),
        })
    }
}

impl Arguments {
    fn selection(&self) -> Selection {
        Selection {
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
            kernels: match self.kernels {
                Kernels::Seed => field::Kernels::Seed,
                Kernels::Endgame => field::Kernels::Endgame,
                Kernels::Phase => field::Kernels::Phase,
                Kernels::Occluded => field::Kernels::Occluded,
            },
        }
    }
}
