//! `reti prove`: does a move really win something? A verdict with its evidence.

use std::{path::PathBuf, sync::atomic::Ordering};

use clap::{Parser, ValueEnum};
use reti::{
    chess::{Move, Position},
    proof::{self, Goal, Question},
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    interrupt,
    language::Wording,
    terminal,
};

/// Whether a move mates or wins material against every reply, with a proof that can be checked
///
/// The verdict is proven, refuted (with the reply that refutes) or unknown when the budget is spent. A
/// proof answers every legal reply; the separate checker has accepted it before it is shown. Ctrl-C
/// ends the search with what is known. Exit code 4 means refuted, or a certificate that does not hold; a
/// certificate that was asked for and could not be written is exit code 1.
#[derive(Debug, Parser)]
#[command(
    name = "prove",
    after_help = "\
Examples:
  reti prove '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37'
  reti prove '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --goal mate --tree
  reti prove 'r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1' --move Nc7+ --goal gain=200 --certificate fork.proof
  reti prove --check fork.proof
  reti prove 'r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1' --move Nc7+ --goal eval=150"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    #[arg(required_unless_present = "check")]
    fen: Option<String>,
    /// Only this first move
    #[arg(long = "move", value_name = "MOVE")]
    only: Option<String>,
    /// What to prove: mate, mate=N (in N moves) or gain=CP (centipawns); the best there is if not given. With
    /// eval=CP nothing is proven: the engine calculates whether the evaluation improves by so much
    #[arg(long, value_name = "GOAL", value_parser = aim)]
    goal: Option<Aim>,
    /// Positions to test, for each goal that is tried
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
    /// Memory of the search in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
    /// Ask the exact tables of up to four men that are in the program
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
    wording: Wording,
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

/// A goal for the prover, or one for the engine.
#[derive(Clone, Copy, Debug)]
enum Aim {
    Prove(Goal),
    Evaluation(i32),
}

fn aim(text: &str) -> Result<Aim, String> {
    let proven = proof::read_goal(text).map(Aim::Prove);
    let aim = proven.or_else(|| proof::calculated::read_goal(text).map(Aim::Evaluation));
    aim.ok_or_else(|| "expected mate, mate=N, gain=CP or eval=CP, with numbers from 1".to_owned())
}

pub(super) fn goal(text: &str) -> Result<Goal, String> {
    proof::read_goal(text).ok_or_else(|| "expected mate, mate=N or gain=CP, with numbers from 1".to_owned())
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        if let Some(path) = &self.check {
            return self.check(path);
        }
        let position = arguments::position(self.fen.as_deref().unwrap_or("-"))?;
        let only = self.only.as_deref().map(|text| reti::read_move(&position, text)).transpose()?;
        let goal = match self.goal {
            Some(Aim::Evaluation(goal)) => return self.calculate(&position, goal, only),
            Some(Aim::Prove(goal)) => Some(goal),
            None => None,
        };
        let question =
            Question { goal, only, nodes: self.nodes, table_bytes: (self.table as usize) << 20, motifs: true };
        let available = reti::limits::available_memory().filter(|&most| self.table as usize > most);
        if let Some(most) = available {
            let message = format!("--table {}: only {most} MiB of memory can be had", self.table);
            return Err(Failure::Usage(message));
        }
        let stopped = interrupt::signal();
        let probe = self.tables();
        let answer = proof::prove(&position, &question, probe, &|| stopped.load(Ordering::Relaxed));
        if let (Some(path), Some(certificate)) = (&self.certificate, &answer.certificate) {
            terminal::write(Some(path), certificate.to_string().as_bytes())?;
        }
        let words = self.wording.words()?;
        let mut text = match self.format {
            Format::Text => proof::text(&position, &answer, &words),
            Format::Json => reti::wire::to_json(&answer.wire),
            Format::Svg | Format::Png => proof::svg(&position, &answer, &words),
        };
        if let (true, Format::Text, Some(certificate)) = (self.tree, self.format, &answer.certificate) {
            text.push_str(&proof::tree(certificate, &words));
        }
        match self.format {
            Format::Png => self.output.write(arguments::png(&text)?)?,
            _ => self.output.write(text)?,
        }
        let is_refuted = answer.wire.verdict == reti::wire::Verdict::Refuted;
        match &self.certificate {
            Some(path) if answer.certificate.is_none() => {
                let why = if is_refuted { "the claim is refuted" } else { "nothing was proven" };
                let message = format!("{}: not written, because {why}", path.display());
                Err(Failure::Output(std::io::Error::other(message)))
            }
            _ if is_refuted => Err(Failure::Refuted("refuted".to_owned())),
            _ => Ok(()),
        }
    }
}

impl Arguments {
    fn calculate(&self, position: &Position, goal: i32, only: Option<Move>) -> Result<(), Failure> {
        if self.certificate.is_some() || self.tree || self.exact {
            let message = "an evaluation is calculated, not proven: it has no certificate, tree or tables";
            return Err(Failure::Usage(message.to_owned()));
        }
        let stopped = interrupt::signal();
        let stop = || stopped.load(Ordering::Relaxed);
        let found = proof::calculated::calculate(position, goal, only, self.nodes, &stop);
        match self.format {
            Format::Text => self.output.write(found.text(&*self.wording.words()?)),
            Format::Json => self.output.write(reti::wire::to_json(&found.wire)),
            Format::Svg | Format::Png => {
                Err(Failure::Usage("an evaluation has no picture here: use text or json, or reti field".to_owned()))
            }
        }
    }

    fn tables(&self) -> Option<&'static dyn reti::Probe> {
        self.exact.then_some(&reti::tables::Embedded)
    }

    fn check(&self, path: &std::path::Path) -> Result<(), Failure> {
        let text = terminal::read_strictly(path)?;
        if !text.starts_with("reti-proof ") {
            let (subject, message) = (path.display().to_string(), "this is no certificate: it begins otherwise");
            let message = format!("{message} than with 'reti-proof'");
            let first: String = text.lines().next().unwrap_or_default().chars().take(80).collect();
            return Err(Failure::Input(reti::Problem { subject, message, span: 0..first.len(), text: first }));
        }
        let checked = proof::check_certificate(&text, self.tables());
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
                self.output.write(proof::checked_text(&checked, &*self.wording.words()?))?;
            }
            Format::Text => {}
        }
        if checked.accepted { Ok(()) } else { Err(Failure::Refuted(verdict)) }
    }
}
