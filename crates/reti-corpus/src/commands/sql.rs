//! `reti-corpus sql`: questions in SQL, one or many.

use std::{
    io::{self, IsTerminal as _, Read as _, Write as _},
    path::PathBuf,
};

use reti_corpus::{
    CorpusError,
    sql::{Corpus, Format},
};
use rustyline::{DefaultEditor, error::ReadlineError};

use super::Failure;

/// Arguments of `sql`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The folder of the corpus
    dir: PathBuf,
    /// The question; without one a shell on a terminal, else questions from standard input, separated by ';'
    query: Option<String>,
    /// Ask a cluster that sees the same files: the address of its scheduler
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "HOST:PORT")]
    cluster: Option<String>,
    /// Into how many pieces a cluster divides the work
    #[cfg(feature = "cluster")]
    #[arg(long, default_value_t = 16, requires = "cluster", value_name = "N")]
    partitions: usize,
    /// So many seconds a cluster may take to answer
    #[cfg(feature = "cluster")]
    #[arg(long, default_value_t = 600, requires = "cluster", value_name = "SECONDS")]
    patience: u64,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t = FormatArgument::Table)]
    format: FormatArgument,
    /// The file to write, needed for Parquet
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How to write an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FormatArgument {
    /// For people
    Table,
    /// Comma-separated, with a header
    Csv,
    /// One object a line
    Json,
    /// A file of columns
    Parquet,
}

/// Asks.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let corpus = open(arguments)?;
    if let Some(query) = &arguments.query {
        return answer(&corpus, query, arguments);
    }
    if io::stdin().is_terminal() {
        return shell(&corpus, arguments);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    for query in text.split(';').filter(|query| !query.trim().is_empty()) {
        answer(&corpus, query, arguments)?;
    }
    Ok(())
}

/// Opens the corpus for questions here or elsewhere.
fn open(arguments: &Arguments) -> Result<Corpus, CorpusError> {
    #[cfg(feature = "cluster")]
    if let Some(scheduler) = arguments.cluster.clone() {
        let patience = std::time::Duration::from_secs(arguments.patience);
        let cluster = reti_corpus::cluster::Cluster { scheduler, partitions: arguments.partitions, patience };
        return Corpus::open_on(&cluster, &arguments.dir);
    }
    Corpus::open(&arguments.dir)
}

fn answer(corpus: &Corpus, query: &str, arguments: &Arguments) -> Result<(), Failure> {
    let answer = corpus.ask(query)?;
    let format = match arguments.format {
        FormatArgument::Table => Format::Table,
        FormatArgument::Csv => Format::Csv,
        FormatArgument::Json => Format::Json,
        FormatArgument::Parquet => {
            let path = arguments.output.as_ref();
            let path = path.ok_or_else(|| CorpusError::Usage("Parquet needs a file: --output FILE".to_owned()))?;
            return Ok(answer.parquet(path)?);
        }
    };
    let text = answer.text(format)?;
    match &arguments.output {
        Some(path) => std::fs::write(path, text)?,
        // Names of players come from anywhere.
        None if format == Format::Table => io::stdout().write_all(reti::for_terminal(&text, false).as_bytes())?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(())
}

/// A shell with history: a question ends with ';', `quit` leaves.
fn shell(corpus: &Corpus, arguments: &Arguments) -> Result<(), Failure> {
    let broken = |error: ReadlineError| Failure::Output(io::Error::other(error));
    let mut editor = DefaultEditor::new().map_err(broken)?;
    let history = arguments.dir.join("history.txt");
    // The first time there is none.
    let _ = editor.load_history(&history);
    let mut query = String::new();
    loop {
        match editor.readline(if query.is_empty() { "reti> " } else { "  ... " }) {
            Ok(line) if query.is_empty() && matches!(line.trim(), "quit" | "exit" | "\\q") => break,
            Ok(line) => {
                query.push_str(&line);
                query.push('\n');
            }
            Err(ReadlineError::Interrupted) => query.clear(),
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(broken(error)),
        }
        if !query.trim_end().ends_with(';') {
            continue;
        }
        editor.add_history_entry(query.trim()).map_err(broken)?;
        let asked = query.trim().trim_end_matches(';').to_owned();
        query.clear();
        match answer(corpus, &asked, arguments) {
            Err(Failure::Corpus(error)) => eprintln!("{}", reti::for_terminal(&error.to_string(), false)),
            other => other?,
        }
    }
    editor.save_history(&history).map_err(broken)
}
