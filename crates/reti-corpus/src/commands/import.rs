//! `reti-corpus import`: from PGN to tables.

use std::{
    io::{self, IsTerminal as _, Write as _},
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use reti_corpus::{
    CorpusError,
    import::{Options, Progress, import},
    manifest::Folder,
    table::Table,
    wire,
};

use super::Failure;

/// Arguments of `import`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Files of games, plain or compressed with zstd
    #[arg(required = true, value_name = "GAMES.pgn[.zst]")]
    files: Vec<PathBuf>,
    /// The folder of the corpus; a second import goes on there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Which tables: games, positions, tactics, observations, edges, mates; errors always are
    #[arg(long, value_delimiter = ',', default_value = "games,mates", value_name = "TABLES")]
    tables: Vec<String>,
    /// Look whether tactics are sound, with so many positions for each proof; slow
    #[arg(long, value_name = "NODES")]
    prove: Option<u64>,
    /// About how many KiB of text go into one part
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=65_536), value_name = "KIB")]
    part_size: u32,
    /// How many threads; 0 for one on each core
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Import on a cluster that sees the same files: the address of its scheduler
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "HOST:PORT")]
    cluster: Option<String>,
    /// Into how many tasks a cluster divides the parts
    #[cfg(feature = "cluster")]
    #[arg(long, default_value_t = 64, requires = "cluster", value_name = "N")]
    partitions: usize,
    /// After so many seconds without a finished part a cluster is sent the rest again, and twice at most
    #[cfg(feature = "cluster")]
    #[arg(long, default_value_t = 600, requires = "cluster", value_name = "SECONDS")]
    patience: u64,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
    /// How to tell what was done
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How to tell what was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Imports.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let named = |name: &String| {
        Table::named(name.trim()).ok_or_else(|| {
            let names: Vec<&str> = Table::ALL.iter().map(|table| table.name()).collect();
            CorpusError::Usage(format!("no table is called '{name}': there are {}", names.join(", ")))
        })
    };
    let tables = arguments.tables.iter().map(named).collect::<Result<Vec<Table>, CorpusError>>()?;
    let options = Options {
        tables,
        proof_nodes: arguments.prove,
        part_bytes: arguments.part_size as usize * 1024,
        threads: arguments.threads,
    };
    let progress = Progress::default();
    let done = AtomicBool::new(false);
    let shows = !arguments.quiet && io::stderr().is_terminal();
    let result = std::thread::scope(|scope| {
        if shows {
            scope.spawn(|| show(&progress, &done));
        }
        let result = work(arguments, &options, &progress);
        done.store(true, Ordering::Relaxed);
        result
    })?;
    let folder = Folder::open(&arguments.out)?;
    let names: Vec<_> = arguments.files.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    for name in folder.without_games()?.into_iter().filter(|name| names.contains(name)) {
        eprintln!("{}", reti::for_terminal(&format!("no games in {name}"), false));
    }
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Json => write!(out, "{}", reti::wire::to_line(&result))?,
        Format::Text => writeln!(out, "{}", text(&result))?,
    }
    Ok(())
}

/// Imports here or elsewhere.
fn work(arguments: &Arguments, options: &Options, progress: &Progress) -> Result<wire::Import, CorpusError> {
    #[cfg(feature = "cluster")]
    if let Some(scheduler) = arguments.cluster.clone() {
        let patience = Duration::from_secs(arguments.patience);
        let cluster = reti_corpus::cluster::Cluster { scheduler, partitions: arguments.partitions, patience };
        let tell = |text: &str| eprintln!("{}", reti::for_terminal(text, false));
        let (files, out) = (&arguments.files, &arguments.out);
        return reti_corpus::cluster::send::import(files, out, options, &cluster, progress, &tell);
    }
    import(&arguments.files, &arguments.out, options, progress)
}

/// The progress on a terminal: bytes and time left, games and positions a second.
fn show(progress: &Progress, done: &AtomicBool) {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} % {msg}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    while !done.load(Ordering::Relaxed) {
        let seconds = bar.elapsed().as_secs_f64().max(0.1);
        let games = progress.games.load(Ordering::Relaxed);
        let rate = progress.positions.load(Ordering::Relaxed) as f64 / seconds;
        bar.set_length(progress.total.load(Ordering::Relaxed));
        bar.set_position(progress.done.load(Ordering::Relaxed));
        bar.set_message(format!("{games} games, {rate:.0} positions a second"));
        std::thread::sleep(Duration::from_millis(200));
    }
    bar.finish_and_clear();
}

fn text(import: &wire::Import) -> String {
    let wire::Import { games, positions, tactics, observations, edges, mates, errors, .. } = import;
    if games + errors == 0 {
        return "no game was found: nothing is there to ask about".to_owned();
    }
    let counted = |count: u64, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let mut rows = vec![counted(*games, "game")];
    let more = [(positions, "position"), (tactics, "tactic"), (observations, "observation"), (edges, "edge")];
    rows.extend(more.into_iter().filter(|(count, _)| **count > 0).map(|(count, one)| counted(*count, one)));
    rows.extend([counted(*mates, "mate"), counted(*errors, "error")]);
    let parts = counted(import.parts as u64, "part");
    format!("{}\n{parts}, {} finished before; {:.1} seconds", rows.join(", "), import.skipped, import.seconds)
}
