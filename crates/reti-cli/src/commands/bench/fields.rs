//! `reti bench fields`: the seed's table 8.2, measured.

use std::path::{Path, PathBuf};

use clap::Args;
use reti_lab::{
    epd::{self, Entry},
    evaluations::{self, Course},
};

use crate::{
    arguments::{self, Report},
    failure::Failure,
    terminal,
};

/// What the evaluations are worth under one search: speed, time to depth 3, tactics, strategy, master moves
///
/// Suites and games are looked for in the folder that the variable `RETI_DATA` names (`epd/wac.epd`,
/// `epd/sts_v3.epd`, `pgn/masters.pgn.zst`) unless given; what is missing is left out.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  RETI_DATA=data reti bench fields
  reti bench fields --wac wac.epd --evaluation learned --evaluation classical --format json")]
pub struct Arguments {
    /// Which evaluations, instead of those of the seed's table and its extensions: names, or kernels files; may be repeated
    #[arg(long, value_name = "NAME|FILE")]
    evaluation: Vec<String>,
    /// The tactical suite
    #[arg(long, value_name = "FILE")]
    wac: Option<PathBuf>,
    /// The strategic suite, with points
    #[arg(long, value_name = "FILE")]
    sts: Option<PathBuf>,
    /// Master games, as PGN
    #[arg(long, value_name = "FILE")]
    masters: Option<PathBuf>,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes for each position of the tactical suite, the second time
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1..))]
    deep_nodes: u64,
    /// Positions of the tactical suite at most; 0 leaves it out
    #[arg(long, value_name = "N", default_value_t = 300, help_heading = "Samples")]
    wac_sample: usize,
    /// Positions of the tactical suite that are searched deeply
    #[arg(long, value_name = "N", default_value_t = 30, help_heading = "Samples")]
    deep_sample: usize,
    /// Positions of the strategic suite
    #[arg(long, value_name = "N", default_value_t = 300, help_heading = "Samples")]
    sts_sample: usize,
    /// Positions of master games
    #[arg(long, value_name = "N", default_value_t = 500, help_heading = "Samples")]
    masters_sample: usize,
    /// Random positions that are searched to depth 3; 0 leaves them out
    #[arg(long, value_name = "N", default_value_t = 1_000, help_heading = "Samples")]
    random_sample: usize,
    /// The depth to which speed in search is measured, in plies
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    #[command(flatten)]
    report: Report,
}

impl Arguments {
    /// Measures and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let mut evaluations = Vec::new();
        for name in &self.evaluation {
            evaluations.push(arguments::evaluation(name)?);
        }
        if evaluations.is_empty() {
            evaluations = Course::EVALUATIONS.to_vec();
        }
        let tactics = suite(self.wac.as_deref(), "epd/wac.epd")?;
        let strategy = suite(self.sts.as_deref(), "epd/sts_v3.epd")?;
        let masters = match found(self.masters.as_deref(), "pgn/masters.pgn.zst") {
            Some(path) if self.masters_sample > 0 => {
                let games = terminal::games(&path)?.filter_map(Result::ok);
                Course::of_games(games.filter(|game| game.problem.is_none()), self.masters_sample)
            }
            _ => Vec::new(),
        };
        let plan = Course {
            evaluations,
            nodes: self.nodes,
            deep_nodes: self.deep_nodes,
            deep_tactics: Course::sample(&tactics, self.deep_sample),
            tactics: Course::sample(&tactics, self.wac_sample),
            strategy: Course::sample(&strategy, self.sts_sample),
            masters,
            depth: self.depth,
            random: Course::random(self.random_sample),
        };
        let comparison = evaluations::compare(&plan, |name| terminal::report(&format!("measuring {name}\n")));
        self.report.write(|| evaluations::comparison_text(&comparison), || reti::wire::to_json(&comparison))
    }
}

/// The file that was named, or the one in the folder of data if it is there.
fn found(named: Option<&Path>, usual: &str) -> Option<PathBuf> {
    named.map(Path::to_path_buf).or_else(|| {
        let path = PathBuf::from(std::env::var_os("RETI_DATA")?).join(usual);
        path.is_file().then_some(path)
    })
}

fn suite(named: Option<&Path>, usual: &str) -> Result<Vec<Entry>, Failure> {
    match found(named, usual) {
        Some(path) => Ok(epd::read(&terminal::read(&path)?)?),
        None => Ok(Vec::new()),
    }
}
