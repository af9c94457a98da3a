//! `reti graph`: the network of a position.

use clap::{Parser, ValueEnum, builder::PossibleValuesParser};
use reti::graph::{self, Selection};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
};

/// Who attacks, defends, blocks, pins and x-rays whom
#[derive(Debug, Parser)]
#[command(
    name = "graph",
    after_help = "\
Example:
  reti graph '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1' --relation pin"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: String,
    /// Only one relation
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(graph::relation_names()))]
    relation: Option<String>,
    /// Only what has legal force: without the defences of pinned pieces and the like
    #[arg(long)]
    legal: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The board, and the relations of each piece
    Text,
    /// Node-link data for networkx
    Json,
    /// For Graphviz
    Dot,
    /// For networkx, yEd and others
    Graphml,
    /// For Gephi and networkx
    Gexf,
    /// A picture of the board with an arrow a relation
    Svg,
}

impl Arguments {
    fn selection(&self) -> Selection {
        let relation = graph::relation_names().into_iter().find(|name| self.relation.as_deref() == Some(name));
        Selection { relation, legal_only: self.legal }
    }
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let position = arguments::position(&self.fen)?;
        let selection = self.selection();
        self.output.write(match self.format {
            Format::Text => graph::text(&position, selection, self.output.colored()),
            Format::Json => graph::json(&position, selection),
            Format::Dot => graph::dot(&position, selection),
            Format::Graphml => graph::graphml(&position, selection),
            Format::Gexf => graph::gexf(&position, selection),
            Format::Svg => graph::svg(&position, selection),
        })
    }
}
