//! `reti tactics`: the tactics of a position.

use clap::{Parser, ValueEnum};
use reti::{
    explain::Words,
    line::SetUp,
    tactics::{self, Wanted},
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    language::Wording,
};

/// Forks, pins, hanging pieces and the like: who plays which role, and what it is worth
///
/// Detectors look at the position and do not search: a value is an estimate by exchanges, not a
/// proof. With --prove each tactic is played out: sound is proven and checked, likely is calculated by
/// the engine, refuted comes with the line in which the other side holds everything, and unknown means
/// that the nodes were spent.
#[derive(Debug, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(
    name = "tactics",
    after_help = "\
Examples:
  reti tactics 'r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1'
  reti tactics 'r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1' --before-after Nc7
  reti tactics 'r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1' --line 'Nc7+ Kd7 Nxa8'
  reti tactics 'r3k3/2N2p2/8/8/8/8/5PP1/6K1 b - - 0 1' --prove"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: String,
    /// What a move creates and resolves, instead of the position's tactics
    #[arg(long, value_name = "MOVE")]
    before_after: Option<String>,
    /// Which themes a line of moves uses, ply by ply, instead of the position's tactics
    #[arg(long, value_name = "MOVES", conflicts_with = "before_after")]
    line: Option<String>,
    /// The first move of the line is the opponent's, as in puzzle files
    #[arg(long, requires = "line")]
    set_up: bool,
    /// Also the core: the pieces that matter, and a part of the board that still shows every tactic
    #[arg(long)]
    core: bool,
    /// Also which tactics share pieces
    #[arg(long)]
    interactions: bool,
    /// Also what does not count: weak pawns, open files, an exposed king
    #[arg(long)]
    observations: bool,
    /// What of it is real: each tactic sound, likely, refuted or unknown, and what is proven to win
    #[arg(long, conflicts_with_all = ["before_after", "line", "core", "interactions", "observations"])]
    prove: bool,
    /// The engine's nodes for each tactic that is judged; proofs get their share
    #[arg(long, value_name = "N", requires = "prove", default_value_t = tactics::Effort::default().look_nodes)]
    nodes: u64,
    /// Also the proofs of sound tactics, as JSON texts for `reti prove --check`
    #[arg(long, requires = "prove")]
    certificates: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    wording: Wording,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The board, and the tactics of each side
    Text,
    /// Roles, values, components, core
    Json,
    /// A picture of the board with rings and arrows
    Svg,
    /// The same as pixels, if built with it
    Png,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let position = arguments::position(&self.fen)?;
        let words = self.wording.words()?;
        if let Some(text) = &self.before_after {
            let m = reti::read_move(&position, text)?;
            return match self.format {
                Format::Text => self.output.write(tactics::change_text(&position, m, &words)),
                Format::Json => self.output.write(reti::wire::to_json(&tactics::change(&position, m))),
                Format::Svg | Format::Png => {
                    Err(Failure::Usage("--before-after has no picture: use text or json".to_owned()))
                }
            };
        }
        if let Some(moves) = &self.line {
            return self.tag(&position, moves, &words);
        }
        if self.prove {
            return self.judge(&position, &words);
        }
        let wanted = Wanted { core: self.core, interactions: self.interactions, observations: self.observations };
        self.output.write(match self.format {
            Format::Text => tactics::text(&position, wanted, &words, self.output.colored()),
            Format::Json => reti::wire::to_json(&tactics::tactics(&position, wanted)),
            Format::Svg => tactics::svg(&position, &words),
            Format::Png => return self.output.write(arguments::png(&tactics::svg(&position, &words))?),
        })
    }
}

impl Arguments {
    fn judge(&self, position: &reti::chess::Position, words: &Words) -> Result<(), Failure> {
        let found = tactics::prove(position, tactics::Effort::of(self.nodes));
        self.output.write(match self.format {
            Format::Text => found.text(words, self.output.colored()),
            Format::Json => reti::wire::to_json(&found.document(self.certificates)),
            Format::Svg => found.svg(words),
            Format::Png => return self.output.write(arguments::png(&found.svg(words))?),
        })
    }

    fn tag(&self, position: &reti::chess::Position, moves: &str, words: &Words) -> Result<(), Failure> {
        let set_up = if self.set_up { SetUp::Included } else { SetUp::Absent };
        let line = reti::line::read(position, moves, set_up)?;
        match self.format {
            Format::Text => self.output.write(reti::line::text(&line, words)),
            Format::Json => self.output.write(reti::wire::to_json(&reti::line::tag(&line))),
            Format::Svg | Format::Png => Err(Failure::Usage("--line has no picture: use text or json".to_owned())),
        }
    }
}
