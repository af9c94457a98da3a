//! `reti explain`: what is going on in a position, what to do and why.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use clap::{Parser, ValueEnum};
use reti::{
    Probe, Problem,
    chess::{Move, Position},
    explain::{self, Budget, Desk, Explainer, Lesson, Level, TeachabilityWeights, Words},
    tables::ExactValues,
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    language::Wording,
    terminal,
};

/// What is going on in a position: who stands better, what to do and why, what to beware
///
/// A lesson says how it knows: proven against every reply, exact by a table, calculated by a search, or on
/// the board. With --move the answer is about that move: what it deserves, what it allows and what was
/// better. Without a position a sample is explained. `-` reads standard input; several lines of FEN there
/// are a batch, answered as one JSON document per line.
#[derive(Debug, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(
    name = "explain",
    after_help = "\
Examples:
  reti explain
  reti explain 'e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5'
  reti explain game.pgn --at 12b
  reti explain 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4'
  reti explain 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3' --move Nf6"
)]
pub struct Arguments {
    /// The position as FEN, startpos, moves from the start, a PGN file, or - for standard input
    position: Option<String>,
    /// The position of the game after N plies
    #[arg(long, value_name = "N", requires = "position", conflicts_with = "at")]
    ply: Option<usize>,
    /// The moment of the game before this move: 12w for White's, 12b for Black's twelfth
    #[arg(long, value_name = "MOVE", requires = "position", value_parser = moment)]
    at: Option<String>,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Judge this move, in SAN or UCI
    #[arg(long = "move", value_name = "MOVE")]
    played: Option<String>,
    /// Play this move first: the opponent's last one, so that taking back is called taking back
    #[arg(long, value_name = "MOVE")]
    after: Option<String>,
    /// How much to say
    #[arg(long, value_enum, default_value = "club")]
    level: LevelArgument,
    /// The reader's rating, instead of a level
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u32).range(400..=3000), conflicts_with = "level")]
    elo: Option<u32>,
    /// The least gain that is worth a sentence, in centipawns
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    threshold: Option<i32>,
    /// A tenth of the effort
    #[arg(long, conflicts_with = "deep")]
    fast: bool,
    /// Ten times the effort
    #[arg(long)]
    deep: bool,
    /// Nodes for all questions of the lesson together [default: 3000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1_000..), conflicts_with_all = ["fast", "deep"])]
    nodes: Option<u64>,
    /// Leave nothing out for brevity
    #[arg(long)]
    all: bool,
    /// A UCI engine that is asked what is best, instead of Reti's own
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// How Reti's own engine evaluates positions: a name, or a kernels file
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["engine", "coach"])]
    evaluation: Option<String>,
    /// A folder with larger tables than the program's own
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
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
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    wording: Wording,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LevelArgument {
    /// Gains from a fifth of a pawn on, short lines, few positional terms
    Beginner,
    /// Gains from half a pawn on, and the main features of the position
    Club,
    /// Gains from a pawn on, all features, and all that a line uses
    Expert,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Sentences below a board
    Text,
    /// The lesson as data
    Json,
    /// A picture of the main point
    Svg,
    /// The same as pixels, if built with it
    Png,
}

fn moment(text: &str) -> Result<String, String> {
    arguments::read_moment(text).map(|_| text.to_owned()).ok_or_else(|| "expected 12w or 12b".to_owned())
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let words = &*self.wording.words()?;
        let tables = super::table::exact_values(self.tables.as_deref())?;
        if let Some(path) = &self.engine {
            // A path that is wrong is told before any work is done.
            arguments::start_engine(path)?;
        }
        let explainer = self.explainer(&tables)?;
        if self.position.as_deref() == Some("-") {
            let text = terminal::text_or_input("-")?;
            let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            if lines.len() > 1 {
                return self.batch(&lines, &explainer, words, &tables);
            }
            let place = Asked { position: reti::read_position(text.trim())?, last: None };
            return self.one(place, &explainer, words, &tables);
        }
        self.one(self.place()?, &explainer, words, &tables)
    }
}

/// Mebibytes of an engine with another evaluation.
const MEMORY: usize = 16;

/// A position and the opponent's last move, if it is known.
struct Asked {
    position: Position,
    last: Option<Move>,
}

impl Arguments {
    fn explainer<'t>(&'t self, tables: &'t dyn Probe) -> Result<Explainer<'t>, Failure> {
        let evaluation = self.evaluation.as_deref().map(arguments::evaluation).transpose()?;
        let explainer = Explainer::new().tables(tables).budget(self.budget()).level(self.level()).everything(self.all);
        Ok(match &self.engine {
            Some(path) => explainer.advisor(Box::new(move |_| arguments::advisor(path))),
            None => match evaluation {
                Some(evaluation) => explainer.advisor(Box::new(move |side| {
                    Ok(Box::new(reti::advice::Own::new(MEMORY, side).evaluating(evaluation)))
                })),
                None => explainer,
            },
        })
    }

    fn budget(&self) -> Budget {
        match (self.nodes, self.fast, self.deep) {
            (Some(nodes), ..) => Budget { nodes },
            (None, true, _) => Budget::FAST,
            (None, _, true) => Budget::DEEP,
            _ => Budget::default(),
        }
    }

    fn level(&self) -> Level {
        let level = match (self.elo, self.level) {
            (Some(elo), _) => Level::of_elo(elo),
            (None, LevelArgument::Beginner) => Level::BEGINNER,
            (None, LevelArgument::Club) => Level::CLUB,
            (None, LevelArgument::Expert) => Level::EXPERT,
        };
        Level { threshold: self.threshold.unwrap_or(level.threshold), ..level }
    }

    /// The position that the arguments name.
    fn place(&self) -> Result<Asked, Failure> {
        let argument = self.position.as_deref().unwrap_or(explain::SAMPLE);
        let is_fen = argument.split('/').count() >= 8 || argument.trim() == "startpos" || argument.trim().is_empty();
        let path = Path::new(argument);
        if !is_fen && (self.ply.is_some() || self.at.is_some() || path.is_file()) {
            let (position, last) = arguments::moment(path, self.game, self.ply, self.at.as_deref())?;
            return Ok(Asked { position, last });
        }
        if is_fen {
            return Ok(Asked { position: reti::read_position(argument)?, last: None });
        }
        match reti::line::read_game(argument) {
            Ok((position, last)) => Ok(Asked { position, last }),
            // What does not begin with a move is an unreadable position.
            Err(problem) if problem.subject.starts_with("move 1 ") => {
                Err(reti::read_position(argument).err().unwrap_or(problem).into())
            }
            Err(problem) => Err(problem.into()),
        }
    }

    fn one(&self, place: Asked, explainer: &Explainer<'_>, words: &Words, tables: &ExactValues) -> Result<(), Failure> {
        let Asked { mut position, mut last } = place;
        if let Some(text) = &self.after {
            let m = reti::read_move(&position, text)?;
            position = position.play(m);
            last = Some(m);
        }
        let played = self.played.as_deref().map(|text| reti::read_move(&position, text)).transpose()?;
        let waiting = terminal::Waiting::with("looking at the position");
        let lesson = match played {
            Some(m) => explainer.explain_move(&position, m),
            None => explainer.explain_after(&position, last),
        }?;
        super::table::tell_problem(tables)?;
        let alternatives = if self.coach { self.coaching(&position, played, tables)? } else { Vec::new() };
        drop(waiting);
        self.output.write(match self.format {
            Format::Text => explain::text(&lesson, &alternatives, &tables.used().folder, words, self.output.colored()),
            Format::Json => {
                let mut document = explain::document(&lesson, words, &tables.used().folder);
                if self.coach {
                    let told = alternatives.iter().filter_map(|found| explain::alternative(found, words));
                    document.alternatives = Some(told.collect());
                }
                reti::wire::to_json(&document)
            }
            Format::Svg => explain::svg(&lesson, words),
            Format::Png => return self.output.write(arguments::png(&explain::svg(&lesson, words))?),
        })
    }

    /// Many positions, one JSON document per line, on all cores; bad lines are named, the rest is answered.
    fn batch(
        &self,
        lines: &[&str],
        explainer: &Explainer<'_>,
        words: &Words,
        tables: &ExactValues,
    ) -> Result<(), Failure> {
        let workers = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        let mut problems: Vec<Problem> = Vec::new();
        let mut failure = None;
        let mut out = self.output.open()?;
        let explain = |line: &str| -> Result<Result<Lesson, Problem>, Failure> {
            let fen = reti::wire::fen_of_line(line);
            let position = match reti::read_position(&fen) {
                Ok(position) => position,
                Err(problem) => return Ok(Err(problem)),
            };
            Ok(Ok(explainer.explain(&position)?))
        };
        reti::annotate::many::in_order(
            lines.iter().enumerate(),
            workers,
            || (),
            |(), (index, line)| (index, explain(line)),
            |(index, answer)| {
                match answer {
                    Ok(Ok(lesson)) => {
                        let line = reti::wire::to_line(&explain::document(&lesson, words, &tables.used().folder));
                        // Whoever reads along need not wait for the last lesson.
                        let written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
                        failure = written.err().map(Failure::Output);
                    }
                    Ok(Err(problem)) => {
                        let subject = format!("line {}: {}", index + 1, problem.subject);
                        problems.push(Problem { subject, ..problem });
                    }
                    Err(error) => failure = Some(error),
                }
                failure.is_none()
            },
        );
        if let Some(failure) = failure {
            return Err(failure);
        }
        out.finish()?;
        arguments::tell_problems(problems)
    }

    fn coaching(
        &self,
        position: &Position,
        played: Option<Move>,
        tables: &dyn Probe,
    ) -> Result<Vec<explain::Alternative>, Failure> {
        let mut weights = match &self.weights {
            None => TeachabilityWeights::default(),
            Some(path) => {
                let name = path.display().to_string();
                let text = terminal::read_strictly(path)?;
                explain::read_weights(&name, &text)?
            }
        };
        for setting in &self.weight {
            explain::set_weight(&mut weights, setting)?;
        }
        let mut desk = match &self.engine {
            Some(path) => Desk::with(arguments::advisor(path)?, tables),
            None => Desk::own(position, tables),
        };
        Ok(explain::coach(&mut desk, position, played, self.alternatives, &weights, (self.budget(), self.level()))?)
    }
}
