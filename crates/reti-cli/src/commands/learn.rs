//! `reti learn`: kernels from labelled positions.

use std::path::PathBuf;

use clap::Parser;
use reti::learn::{self, Options};

use super::Run;
use crate::{failure::Failure, terminal};

/// Learn the kernels of the evaluation from labelled positions
#[derive(Debug, Parser)]
#[command(name = "learn")]
pub struct Arguments {
    /// Labelled positions, plain or .zst
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Where the kernels go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[arg(long, default_value_t = 173.7)]
    scale: f64,
    #[arg(long, default_value_t = 60)]
    epochs: usize,
    #[arg(long, default_value_t = 2.0)]
    rate: f64,
    #[arg(long, default_value_t = 1e-7)]
    decay: f64,
    #[arg(long, default_value_t = 4096)]
    batch: usize,
    #[arg(long, default_value_t = 0.3)]
    result_share: f64,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let mut files = Vec::new();
        for path in &self.data {
            files.push((path.display().to_string(), terminal::read(path)?));
        }
        let data = learn::read(&files).map_err(|error| Failure::Usage(error.to_string()))?;
        terminal::report(&format!("{} positions of {} games, {} noisy\n", data.len(), data.games, data.noisy));
        let options = Options { scale: self.scale, epochs: self.epochs, rate: self.rate, decay: self.decay, batch: self.batch, result_share: self.result_share, ..Options::default() };
        let learned = learn::learn(&data, &options, |epoch| {
            terminal::report(&format!("{:>3} {:.6} {:.6} {:.6}\n", epoch.number, epoch.learned, epoch.held_out, epoch.engine));
            true
        });
        for quality in &learned.quality {
            terminal::report(&format!("{quality:?}\n"));
        }
        terminal::write(Some(&self.out), learned.file("learned").as_bytes())
    }
}
