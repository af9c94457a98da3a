//! `reti prove`: does a move really win something? A verdict with its evidence.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::{Parser, ValueEnum};
use reti::proof::{self, Goal, Question};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    terminal,
};

/// Whether a move mates or wins material against every reply, with a proof that can be checked
///
/// The verdict is proven, refuted (with the reply that refutes) or unknown within the budget. A
/// proof answers every legal reply; the separate checker has accepted it before it is shown. Ctrl-C
/// ends the search with what is known. Exit code 4 means refuted, or a certificate that does not hold.
#[derive(Debug, Parser)]
#[command(
    name = "prove",
    after_help = "\
Examples:
  reti prove '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37'
  reti prove '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --goal mate --tree
  reti prove 'r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1' --move Nc7+ --goal gain=500 --certificate fork.proof
  reti prove --check fork.proof"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    #[arg(required_unless_present = "check")]
    fen: Option<String>,
    /// Only this first move
    #[arg(long = "move", value_name = "MOVE")]
    only: Option<String>,
    /// What to prove: mate, mate=N (in N moves) or gain=CP (centipawns); the best there is if not given
    #[arg(long, value_name = "GOAL", value_parser = goal)]
    goal: Option<Goal>,
    /// Positions to test, for each goal that is tried
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
    /// Memory of the search in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
    /// Ask exact tables of up to four men; those that are met for the first time are made in the cache folder
    #[arg(long)]
    exact: bool,
    /// Show the whole proof
    #[arg(long)]
    tree: bool,
    /// Write the proof to FILE, for `reti prove --check`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check the certificate in FILE instead of searching
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "only", "goal", "tree", "certificate"])]
    check: Option<PathBuf>,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The verdict, the line and the motifs
    Text,
    /// The same as data
    Json,
    /// The first plies as arrows on the board
    Svg,
    /// The same as pixels, if built with it
    Png,
}

pub(super) fn goal(text: &str) -> Result<Goal, String> {
    proof::read_goal(text).ok_or_else(|| "expected mate, mate=N or gain=CP".to_owned())
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        if let Some(path) = &self.check {
            return self.check(path);
        }
        let position = arguments::position(self.fen.as_deref().unwrap_or("-"))?;
        let only = self.only.as_deref().map(|text| reti::read_move(&position, text)).transpose()?;
        let question = Question {
            goal: self.goal,
            only,
            nodes: self.nodes,
            table_bytes: (self.table as usize) << 20,
            motifs: true,
        };
        let stopped = Arc::new(AtomicBool::new(false));
        let handler = Arc::clone(&stopped);
        // Without a handler Ctrl-C simply ends the program, which is no disaster.
        let _ = ctrlc::set_handler(move || handler.store(true, Ordering::Relaxed));
        let tables = self.tables()?;
        let probe = tables.as_ref().map(|tables| tables as &dyn reti::Probe);
        let answer = proof::prove(&position, &question, probe, &|| stopped.load(Ordering::Relaxed));
        if let (Some(path), Some(certificate)) = (&self.certificate, &answer.certificate) {
            fs::write(path, certificate.to_string()).map_err(Failure::Output)?;
        }
        let mut text = match self.format {
            Format::Text => proof::text(&position, &answer),
            Format::Json => reti::wire::to_json(&answer.wire),
            Format::Svg | Format::Png => proof::svg(&position, &answer),
        };
        if let (true, Format::Text, Some(certificate)) = (self.tree, self.format, &answer.certificate) {
            text.push_str(&proof::tree(certificate));
        }
        match self.format {
            Format::Png => self.output.write(arguments::png(&text)?)?,
            _ => self.output.write(text)?,
        }
        match answer.wire.verdict {
            reti::wire::Verdict::Refuted => Err(Failure::Refuted("refuted".to_owned())),
            _ => Ok(()),
        }
    }
}

impl Arguments {
    fn tables(&self) -> Result<Option<reti::tables::ExactValues>, Failure> {
        self.exact.then(super::table::exact_values).transpose()
    }

    fn check(&self, path: &std::path::Path) -> Result<(), Failure> {
        let mut text = String::new();
        terminal::open(path)?
            .read_to_string(&mut text)
            .map_err(|error| Failure::File(path.display().to_string(), error))?;
        let tables = self.tables()?;
        let checked = proof::check_certificate(&text, tables.as_ref().map(|tables| tables as &dyn reti::Probe));
        let verdict = match &checked.fault {
            None => "accepted".to_owned(),
            Some(fault) => format!("rejected: {fault}"),
        };
        match self.format {
            Format::Json => self.output.write(reti::wire::to_json(&checked))?,
            Format::Svg | Format::Png => {
                return Err(Failure::Usage("--check has no picture: use text or json".to_owned()));
            }
            Format::Text if checked.accepted => {
                let what = match (checked.mate, checked.gain) {
                    (Some(moves), _) => format!("mate in at most {moves}"),
                    (None, Some(gain)) => format!("a gain of at least {gain} centipawns"),
                    (None, None) => "a win".to_owned(),
                };
                let first = checked.first.as_deref().unwrap_or("-");
                self.output.write(format!("accepted: {first}, {what}, {} positions\n", checked.tree_size))?;
            }
            Format::Text => {}
        }
        if checked.accepted { Ok(()) } else { Err(Failure::Refuted(verdict)) }
    }
}
