//! `reti-corpus find`: positions by a pattern.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use reti_corpus::{pattern::Pattern, report, sql::Corpus, wire::FoundPosition};

use super::Failure;

/// Arguments of `find`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Patterns:
  fork by knight of king and queen, White to move, ply < 40
  absolute-pin of rook for Black
  back-rank-mate
  KRPvKR, order >= 2
  Nd5, not hanging-piece, phase middlegame
  like \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\" >= 0.7
docs/corpus.md has the grammar.")]
pub struct Arguments {
    /// The folder of the corpus
    dir: PathBuf,
    /// What to look for
    pattern: String,
    /// At most so many positions; 0 for all
    #[arg(long, default_value_t = 100, value_name = "N")]
    limit: usize,
    /// How to write them
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Show the SQL that the pattern becomes, and how it is run
    #[arg(long)]
    explain: bool,
}

/// How to write positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One line each
    Text,
    /// One document a line
    Json,
    /// The games, with the positions marked
    Pgn,
}

/// Finds.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let pattern = Pattern::read(&arguments.pattern).map_err(reti_corpus::CorpusError::from)?;
    let corpus = Corpus::open(&arguments.dir)?;
    let limit = (arguments.limit > 0).then_some(arguments.limit);
    let mut out = io::stdout().lock();
    if arguments.explain {
        let sql = pattern.sql(&corpus.folder.manifest, limit)?;
        let plan = corpus.ask(&format!("EXPLAIN FORMAT TREE {sql}"))?;
        write!(out, "{sql}\n\n{}", plan.text(reti_corpus::sql::Format::Table)?)?;
        return Ok(());
    }
    let found = report::find(&corpus, &pattern, limit)?;
    match arguments.format {
        Format::Text => {
            for one in &found {
                writeln!(out, "{}", reti::for_terminal(&line(one), false))?;
            }
            writeln!(out, "{} positions", found.len())?;
        }
        Format::Json => {
            for one in &found {
                write!(out, "{}", reti::wire::to_line(one))?;
            }
        }
        Format::Pgn => write!(out, "{}", report::pgn(&corpus, &found)?)?,
    }
    Ok(())
}

fn line(found: &FoundPosition) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let told: Vec<String> = found
        .matched
        .iter()
        .map(|tactic| {
            let roles: Vec<String> =
                tactic.roles.iter().map(|(role, squares)| format!("{role}={}", squares.join("+"))).collect();
            format!("{} {}: {}", tactic.motif, tactic.owner, roles.join(" "))
        })
        .collect();
    let players = format!("{} - {}", name(&found.white), name(&found.black));
    format!("{} ply {:>3}  {players}  {}  {}", found.game, found.ply, found.fen, told.join("; "))
}
