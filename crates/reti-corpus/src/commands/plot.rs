//! `reti-corpus plot`: the answer to a question as a picture.

use std::{fs, path::PathBuf};

use reti_corpus::{
    CorpusError,
    plot::{Labels, svg},
    sql::Corpus,
};

use super::Failure;

/// Arguments of `plot`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The folder of the corpus
    dir: PathBuf,
    /// The question: the first column is the horizontal axis, every other one a line
    query: String,
    /// The picture, as SVG
    #[arg(short, long, value_name = "FILE.svg")]
    output: PathBuf,
    /// Above the picture
    #[arg(long, default_value = "")]
    title: String,
    /// Below the horizontal axis
    #[arg(long, default_value = "")]
    x: String,
    /// Beside the vertical axis
    #[arg(long, default_value = "")]
    y: String,
    /// Count in powers of ten on the vertical axis
    #[arg(long)]
    log: bool,
}

/// Draws.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let answer = Corpus::open(&arguments.dir)?.ask(&arguments.query)?;
    let labels = Labels {
        title: arguments.title.clone(),
        x: arguments.x.clone(),
        y: arguments.y.clone(),
        logarithmic: arguments.log,
    };
    let picture = svg(&answer, &labels)?;
    fs::write(&arguments.output, picture)
        .map_err(|error| Failure::Corpus(CorpusError::File { path: arguments.output.clone(), error }))
}
