//! `reti graph`: the network of a position, of a game over time, or of many games as a dataset.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap::{ArgGroup, Parser, ValueEnum, builder::PossibleValuesParser};
use reti::{
    fragility,
    graph::{self, Selection},
    wire,
};
use reti_lab::dataset::{
    Archive, JsonLines, Shape,
    features::{Nodes, PointOfView},
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    terminal::report,
};

/// Who attacks, defends, blocks, pins and x-rays whom
///
/// With a FEN: the relations of one position. With --fragility: how much of the web hangs on
/// attacked pieces, over a game. With --dataset: all positions of many games for graph learning.
#[derive(Debug, Parser)]
#[command(name = "graph", group(ArgGroup::new("what").required(true).args(["fen", "fragility", "dataset"])),
    after_help = "\
Examples:
  reti graph '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1' --relation pin
  reti graph startpos --format svg -o start.svg
  reti graph --fragility game.pgn
  reti graph --fragility game.pgn --sigma 2000 --format csv
  reti graph --dataset games.pgn --format npz -o games.npz
  reti graph --dataset games.pgn --sigma 500 --format jsonl")]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: Option<String>,
    /// The fragility curve of the games in FILE (PGN; - for standard input)
    #[arg(long, value_name = "FILE")]
    fragility: Option<PathBuf>,
    /// A dataset of all positions of the games in FILE (PGN; - for standard input)
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,
    /// Only one relation
    #[arg(long, value_name = "NAME", requires = "fen", value_parser = PossibleValuesParser::new(graph::relation_names()))]
    relation: Option<String>,
    /// Only what has legal force: without the defences of pinned pieces and the like
    #[arg(long, requires = "fen")]
    legal: bool,
    /// How many relations a picture shows, the strongest first
    #[arg(long, value_name = "N", requires = "fen", default_value_t = graph::MOST_DRAWN)]
    most: usize,
    /// On which graph fragility is computed
    #[arg(long, value_enum, default_value = "standard")]
    mode: Mode,
    /// Only the game with this number, from 1
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    game: Option<usize>,
    /// What the nodes of a dataset are
    #[arg(long = "graph", value_enum, value_name = "NODES", default_value = "piece")]
    nodes: NodeKind,
    /// Whose view a dataset takes
    #[arg(long, value_enum, default_value = "white")]
    pov: View,
    /// Also how sound tactics are, with so many nodes for each: order, sound tactics and degrees beside a
    /// fragility curve; the column sigma of a dataset, which is 0 otherwise
    #[arg(long, value_name = "NODES", conflicts_with = "fen", value_parser = clap::value_parser!(u64).range(1..))]
    sigma: Option<u64>,
    /// How to write the answer [default: text; npz for --dataset]
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<Format>,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The board and the relations of each piece, or the curve
    Text,
    /// Node-link data for networkx, or the curve
    Json,
    /// For Graphviz
    Dot,
    /// For networkx, yEd and others
    Graphml,
    /// For Gephi and networkx
    Gexf,
    /// A picture
    Svg,
    /// The same as pixels, if built with it
    Png,
    /// The curve as a table
    Csv,
    /// A dataset as a NumPy archive
    Npz,
    /// A dataset as a line of JSON a position
    Jsonl,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Mode {
    /// All pieces, every attack and defence
    Standard,
    /// As the fragility paper's published code builds it
    AuthorCode,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum NodeKind {
    /// The pieces
    Piece,
    /// All squares, with legal moves as further edges
    Square,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum View {
    /// White and Black; labels for White
    White,
    /// Own and enemy pieces; labels for the side to move
    Mover,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        match (&self.fen, &self.fragility, &self.dataset) {
            (Some(fen), _, _) => self.relations(fen),
            (_, Some(path), _) => self.curve(path),
            (_, _, Some(path)) => self.collect(path),
            // The argument group asks for one of the three.
            (None, None, None) => Err(Failure::Usage("a FEN, --fragility or --dataset is needed".to_owned())),
        }
    }
}

impl Arguments {
    fn wrong_format(&self, what: &str, formats: &str) -> Failure {
        let format = self.format.and_then(|format| format.to_possible_value());
        let name = format.as_ref().map_or("", |value| value.get_name());
        Failure::Usage(format!("{what} cannot be written as {name}: choose --format {formats}"))
    }

    fn relations(&self, fen: &str) -> Result<(), Failure> {
        let position = arguments::position(fen)?;
        let relation = graph::relation_names().into_iter().find(|name| self.relation.as_deref() == Some(name));
        let selection = Selection { relation, legal_only: self.legal };
        self.output.write(match self.format.unwrap_or(Format::Text) {
            Format::Text => graph::text(&position, selection, self.output.colored()),
            Format::Json => graph::json(&position, selection),
            Format::Dot => graph::dot(&position, selection),
            Format::Graphml => graph::graphml(&position, selection),
            Format::Gexf => graph::gexf(&position, selection),
            Format::Svg => graph::svg(&position, selection, self.most),
            Format::Png => return self.output.write(arguments::png(&graph::svg(&position, selection, self.most))?),
            Format::Csv | Format::Npz | Format::Jsonl => {
                return Err(self.wrong_format("one position's graph", "text, json, dot, graphml, gexf or svg"));
            }
        })
    }

    fn curve(&self, path: &Path) -> Result<(), Failure> {
        let mode = match self.mode {
            Mode::Standard => reti::Mode::Standard,
            Mode::AuthorCode => reti::Mode::AuthorCode,
        };
        let format = self.format.unwrap_or(Format::Text);
        if !matches!(format, Format::Text | Format::Json | Format::Svg | Format::Png | Format::Csv) {
            return Err(self.wrong_format("a fragility curve", "text, json, csv or svg"));
        }
        self.output.keeps(path)?;
        if matches!(format, Format::Svg | Format::Png) {
            return self.picture(path, mode, format);
        }
        // One game is written otherwise than several, so the first one waits for the second; of the
        // rest only one is in memory at a time.
        let mut out = self.output.open()?;
        let (mut first, mut count) = (None, 0);
        let problems = arguments::each_game(path, self.game, |game| {
            let curve = self.of_game(game, mode);
            count += 1;
            if count == 1 {
                first = Some(curve);
                return Ok(());
            }
            let earlier = first.take().map_or_else(String::new, |first| self.told(&first, format, 1, false));
            out.write_all((earlier + &self.told(&curve, format, count, false)).as_bytes()).map_err(Failure::Output)
        })?;
        if let Some(only) = first {
            out.write_all(self.told(&only, format, 1, true).as_bytes()).map_err(Failure::Output)?;
        } else if count == 0 && format == Format::Csv {
            out.write_all(fragility::csv(&[]).as_bytes()).map_err(Failure::Output)?;
        }
        out.finish()?;
        arguments::tell_problems(problems)
    }

    /// The curve of a game, with its soundness beside it if that was asked for.
    fn of_game(&self, game: &reti::pgn::Game, mode: reti::Mode) -> wire::FragilityCurve {
        match self.sigma {
            Some(nodes) => fragility::curve_with_soundness(game, mode, reti::tactics::Effort::of(nodes)),
            None => fragility::curve(game, mode),
        }
    }

    /// A curve as it stands among others, or alone.
    fn told(&self, curve: &wire::FragilityCurve, format: Format, number: usize, alone: bool) -> String {
        match format {
            Format::Csv => {
                let text = fragility::csv(std::slice::from_ref(curve));
                if number == 1 {
                    text
                } else {
                    text.split_once('\n').map_or_else(String::new, |(_, rows)| rows.to_owned())
                }
            }
            Format::Json if alone => wire::to_json(curve),
            Format::Json => wire::to_line(curve),
            _ => {
                let text = fragility::text(curve, self.output.colored());
                if number == 1 { text } else { format!("\n{text}") }
            }
        }
    }

    /// The picture of the only game.
    fn picture(&self, path: &Path, mode: reti::Mode, format: Format) -> Result<(), Failure> {
        let (mut picture, mut count) = (None, 0);
        let problems = arguments::each_game(path, self.game, |game| {
            count += 1;
            if count == 1 {
                picture = Some(fragility::svg(&self.of_game(game, mode)));
            }
            Ok(())
        })?;
        let Some(svg) = picture.filter(|_| count == 1) else {
            return Err(Failure::Usage(format!("{count} games in one picture: choose one with --game N")));
        };
        if format == Format::Png {
            self.output.write(arguments::png(&svg)?)?;
        } else {
            self.output.write(svg)?;
        }
        arguments::tell_problems(problems)
    }

    fn collect(&self, path: &Path) -> Result<(), Failure> {
        let shape = Shape {
            nodes: match self.nodes {
                NodeKind::Piece => Nodes::Pieces,
                NodeKind::Square => Nodes::Squares,
            },
            view: match self.pov {
                View::White => PointOfView::White,
                View::Mover => PointOfView::Mover,
            },
            sigma: self.sigma,
        };
        self.output.keeps(path)?;
        let mut counts = (0, 0);
        let problems = match self.format.unwrap_or(Format::Npz) {
            Format::Npz => {
                let mut archive = Archive::new(shape);
                let problems = arguments::each_game(path, self.game, |game| count(&mut counts, archive.add(game)))?;
                let mut out = self.output.open()?;
                archive.write(&mut out).map_err(Failure::Output)?;
                out.finish()?;
                problems
            }
            Format::Jsonl => {
                let mut out = self.output.open()?;
                let mut lines = JsonLines::new(&mut out, shape);
                let problems = arguments::each_game(path, self.game, |game| count(&mut counts, lines.add(game)))?;
                lines.finish().map_err(Failure::Output)?;
                out.finish()?;
                problems
            }
            _ => return Err(self.wrong_format("a dataset", "npz or jsonl")),
        };
        if self.output.output.is_some() {
            let games = if counts.0 == 1 { "game" } else { "games" };
            report(&format!("{} positions of {} {games}\n", counts.1, counts.0));
        }
        arguments::tell_problems(problems)
    }
}

fn count(counts: &mut (usize, usize), added: io::Result<usize>) -> Result<(), Failure> {
    counts.0 += 1;
    counts.1 += added.map_err(Failure::Output)?;
    Ok(())
}
