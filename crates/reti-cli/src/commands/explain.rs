//! `reti explain`: what is going on in a position.

use std::path::{Path, PathBuf};

use clap::{Parser, ValueEnum};
use reti::{
    chess::{Move, Position},
    coaching::{self, Judge, OwnEngine, Plan, TeachabilityWeights, WithTables},
    explain::{self, Lesson, Level, Options, Sources},
    sentence::Words,
};

use super::Run;
use crate::{
    arguments::{self, Output},
    engine::Engine,
    failure::Failure,
    terminal,
};

/// What is going on in a position: what can be won, what is threatened, what stands there
///
/// What is said to win or to threaten is proven against every reply; the rest is what stands on the
/// board. With --move the answer is about that move: what it wins, allows, misses and changes.
/// Without a position a sample is explained.
#[derive(Debug, Parser)]
#[command(
    name = "explain",
    after_help = "\
Examples:
  reti explain
  reti explain game.pgn --at 12b
  reti explain 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4'
  reti explain 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3' --move Nf6"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input; with --ply or --at a game as PGN
    fen: Option<String>,
    /// The position of the game after N plies
    #[arg(long, value_name = "N", requires = "fen", conflicts_with = "at")]
    ply: Option<usize>,
    /// The moment of the game before this move: 12w for White's, 12b for Black's twelfth
    #[arg(long, value_name = "MOVE", requires = "fen", value_parser = moment)]
    at: Option<String>,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Explain this move, in SAN or UCI
    #[arg(long = "move", value_name = "MOVE")]
    played: Option<String>,
    /// How much to say
    #[arg(long, value_enum, default_value = "club")]
    level: LevelArgument,
    /// Nodes that each attempt at a proof may take
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    nodes: u64,
    /// Nodes that the engine may take where nothing is proven; 0 for no engine
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    engine_nodes: u64,
    /// Show the alternatives that teach most
    #[arg(long, help_heading = "Coaching")]
    coach: bool,
    /// How many alternatives to show
    #[arg(long, value_name = "N", default_value_t = 2, requires = "coach", help_heading = "Coaching")]
    alternatives: usize,
    /// Weights of teachability as TOML
    #[arg(long, value_name = "FILE", requires = "coach", help_heading = "Coaching")]
    weights: Option<PathBuf>,
    /// One weight by the name that a weights file uses; may be repeated
    #[arg(long, value_name = "NAME=NUMBER", requires = "coach", help_heading = "Coaching")]
    weight: Vec<String>,
    /// A UCI engine that evaluates instead of Reti's own
    #[arg(long, value_name = "PATH", requires = "coach", help_heading = "Coaching")]
    engine: Option<PathBuf>,
    /// Sentences from a folder instead of the English ones
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LevelArgument {
    /// Gains from a fifth of a pawn on, no positional terms
    Beginner,
    /// Gains from half a pawn on, and the main features of the position
    Club,
    /// Gains from a pawn on, all features, and all that a line uses
    Expert,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Sentences below a board
    Text,
    /// Claims
    Json,
    /// A picture of the first claim
    Svg,
    /// The same as pixels, if built with it
    Png,
}

fn moment(text: &str) -> Result<String, String> {
    arguments::read_moment(text).map(|_| text.to_owned()).ok_or_else(|| "expected 12w or 12b".to_owned())
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let argument = self.fen.as_deref().unwrap_or(explain::SAMPLE);
        let position = if self.ply.is_some() || self.at.is_some() {
            arguments::moment(Path::new(argument), self.game, self.ply, self.at.as_deref())?
        } else {
            arguments::position(argument)?
        };
        let mut options = Options {
            level: match self.level {
                LevelArgument::Beginner => Level::Beginner,
                LevelArgument::Club => Level::Club,
                LevelArgument::Expert => Level::Expert,
            },
            ..Options::default()
        };
        options.effort.proof_nodes = self.nodes;
        let own = self.templates.as_deref().map(Words::read).transpose()?;
        let words = own.as_ref().unwrap_or(Words::english());
        let played = self.played.as_deref().map(|text| reti::read_move(&position, text)).transpose()?;
        let tables = small_tables();
        let probe: Option<&dyn reti::Probe> = tables.as_ref().map(|tables| tables as &dyn reti::Probe);
        let sources = Sources { words, probe, engine_nodes: Some(self.engine_nodes) };
        let told = lesson(&position, played, options, sources).told;
        let coaching = if self.coach { Some(self.coaching(&position, played, sources)?) } else { None };
        self.output.write(match self.format {
            Format::Text => {
                let mut text = explain::text(&position, &told, words, self.output.colored());
                if let Some(coaching) = &coaching {
                    text.push('\n');
                    text.push_str(&coaching::text(coaching, words));
                }
                text
            }
            Format::Json => match &coaching {
                Some(coaching) => reti::wire::to_json(&reti::wire::Coached { told: &told, coaching }),
                None => reti::wire::to_json(&told),
            },
            Format::Svg => explain::svg(&position, &told),
            Format::Png => return self.output.write(arguments::png(&explain::svg(&position, &told))?),
        })
    }
}

impl Arguments {
    fn coaching(
        &self,
        position: &Position,
        played: Option<Move>,
        sources: Sources<'_>,
    ) -> Result<reti::wire::Coaching, Failure> {
        let mut weights = match &self.weights {
            None => TeachabilityWeights::default(),
            Some(path) => {
                let name = path.display().to_string();
                let text = terminal::read_strictly(path)?;
                TeachabilityWeights::read(&name, &text)?
            }
        };
        for setting in &self.weight {
            weights.set(setting)?;
        }
        let plan = Plan { shown: self.alternatives, ..Plan::default() };
        let engine = self.engine.as_deref().map(|path| {
            Engine::start(path).map_err(|error| Failure::File(format!("engine {}", path.display()), error))
        });
        let engine = engine.transpose()?;
        let trouble = engine.as_ref().map(Engine::trouble);
        let mut judge: Box<dyn Judge> = match engine {
            None => Box::new(OwnEngine::default()),
            Some(engine) => Box::new(engine),
        };
        let coach = |judge: &mut dyn Judge| coaching::coach(position, played, plan, &weights, judge, sources.words);
        let coaching = match sources.probe {
            Some(probe) => coach(&mut WithTables { probe, otherwise: judge }),
            None => coach(judge.as_mut()),
        };
        // No advice without an answer.
        if let (Some(trouble), Some(path)) = (trouble, &self.engine) {
            trouble.check(path)?;
        }
        Ok(coaching)
    }
}

/// Tables that are already in the cache folder; nothing is made.
fn small_tables() -> Option<reti::tables::ExactValues> {
    let folder = super::table::cache_folder();
    folder.is_dir().then(|| reti::tables::ExactValues::open_existing(&folder, 5).ok()).flatten()
}

fn lesson(position: &Position, played: Option<Move>, options: Options, sources: Sources<'_>) -> Lesson {
    match played {
        Some(m) => explain::lesson_of_move(position, m, options, sources),
        None => explain::lesson(position, options, sources),
    }
}
