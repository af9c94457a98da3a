//! `reti table rules`: an endgame as a decision tree with exceptions.

use std::path::PathBuf;

use clap::Args;
use reti::{rules, wire};

use super::{Format, Place, endgames, failure};
use crate::{arguments::Output, failure::Failure, language::Wording};

/// The tree asks what a player can see: distances, the square of the pawn, opposition, checks, captures. With
/// the list of its exceptions it is the table again, which is checked every time.
#[derive(Debug, Args)]
pub struct Rules {
    #[arg(value_name = "ENDGAME", required = true, help = "Endgames such as KPvK")]
    endgames: Vec<String>,
    /// How many levels of the tree are told as rules
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=20))]
    depth: u8,
    /// The most leaves of a tree
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    leaves: u32,
    /// Ask only what is taught: the square of the pawn, key squares, opposition, who is in front and who is nearer
    #[arg(long)]
    taught: bool,
    /// One tree for all these endgames, which differ in the kinds of pieces only
    #[arg(long)]
    shared: bool,
    /// Compare with the sizes of the Syzygy files in DIR
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    #[command(flatten)]
    wording: Wording,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    output: Output,
}

impl Rules {
    /// Fits the trees and tells them.
    pub fn run(&self) -> Result<(), Failure> {
        let wanted = endgames(&self.endgames)?;
        let words = self.wording.words()?;
        let growth = rules::Growth { leaves: self.leaves as usize, taught: self.taught, ..rules::Growth::default() };
        let depth = usize::from(self.depth);
        let request = rules::Request { depth, shared: self.shared, growth, syzygy: self.syzygy.as_deref() };
        let found = self.place.open()?.rules(&wanted, request, &words).map_err(failure)?;
        self.output.write(match (self.place.format, found.as_slice()) {
            (Format::Json, [one]) => wire::to_json(one),
            (Format::Json, all) => wire::to_json(&all),
            (Format::Text, all) => all.iter().map(|one| rules::text(one, depth, &words)).collect(),
        })?;
        let wrong: Vec<&str> = found.iter().filter(|one| one.differences > 0).map(|one| one.endgame.as_str()).collect();
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(Failure::Refuted(format!("tree and exceptions are not the table: {}", wrong.join(" "))))
        }
    }
}
