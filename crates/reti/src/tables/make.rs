//! A table made in memory while somebody watches, from bare kings up; nothing of it is kept.
//!
//! As [`super::Folder::build`] does it: every table that the wanted one leads to is made first, and each is certified
//! before another rests on it. What it tells on the way is how far it has come and in which words that can be said.

use reti_core::chess::Color;
use reti_tables::certificate::Certificate;
use reti_tables::chain::Memory;
use reti_tables::checksum::{Digest, Rest};
use reti_tables::generate::{GenerateError, Step, generate_watched};
use reti_tables::layout::Layout;
use reti_tables::table::{Metric, Table, Tables};
use reti_tables::verify::certified;

use super::{Material, certificate, color_name, other};
use crate::wire;

/// The most men of a table that is made this way: its tables fit into memory, and it takes seconds.
pub const MOST_MEN: usize = 4;

/// Why a table was not made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// Nobody wanted it any more.
    #[error("the table was given up")]
    Stopped,
    /// It was made and is wrong, or could not be made.
    #[error(transparent)]
    Failed(#[from] super::TablesError),
}

/// Who watches.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Hears how far it has come, from one thread at a time.
    pub tell: &'a (dyn Fn(wire::Progress) + Sync),
    /// Whether nobody wants it any more.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Makes the table of an endgame and all that it leads to, certifies them, and counts the one that was asked for.
pub fn make(material: Material, watch: Watch<'_>) -> Result<wire::TableCertificate, MakeError> {
    let order = material.closure();
    let mut tables = Memory::new();
    let mut way = Way::new(&order, watch);
    for &next in &order {
        let metric = Metric::Mate;
        let table =
            generate_watched(next, metric, &tables, &|step| way.step(next, step)).map_err(|error| match error {
                GenerateError::Stopped { .. } => MakeError::Stopped,
                error => MakeError::Failed(other(error)),
            })?;
        way.tell(next, CERTIFYING, wire::TableStage::Certifying, Told::default());
        let report = certified::certify(&table, &tables).map_err(|error| MakeError::Failed(other(error)))?;
        if !report.is_certified() {
            let wrong = format!("{next}: {} positions are wrong", report.violations);
            return Err(MakeError::Failed(super::TablesError::Wrong(wrong)));
        }
        if (watch.stop)() {
            return Err(MakeError::Stopped);
        }
        tables.insert(table);
        if next != material {
            way.done(next);
        }
    }
    way.tell(material, COUNTING, wire::TableStage::Counting, Told::default());
    let table = tables.table(material).ok_or_else(|| MakeError::Failed(other(format!("{material} is not there"))))?;
    Ok(counted(&table, &tables))
}

/// What is in a certified table, with a position of each longest win.
fn counted(table: &Table, tables: &Memory) -> wire::TableCertificate {
    let rest = |material| {
        let digest = Digest::of_table(&*tables.table(material)?);
        Some(Rest { material, digest })
    };
    let rests_on = table.material().successors().into_iter().filter_map(rest).collect();
    let made = Certificate::new(table, 0, Some(Digest::of_table(table)), rests_on);
    let [white, black] = super::SIDES.map(|winner| made.longest_position(table, winner).map(|position| position.fen()));
    wire::TableCertificate { longest_positions: wire::TablePositions { white, black }, ..certificate(&made) }
}

/// The shares of a table's work that are done when it is certified, and when it is counted.
const CERTIFYING: f64 = 0.6;
const COUNTING: f64 = 0.95;

/// A round brings so much of what is left: nobody knows beforehand how many there are.
const ROUND: f64 = 0.12;

/// How far it has come.
struct Way<'a> {
    watch: Watch<'a>,
    order: &'a [Material],
    /// Places of the tables that are finished, and of all.
    done: f64,
    all: f64,
}

impl<'a> Way<'a> {
    fn new(order: &'a [Material], watch: Watch<'a>) -> Way<'a> {
        Way { watch, order, done: 0.0, all: order.iter().copied().map(places).sum() }
    }

    /// Tells a step of generating; says whether to go on.
    fn step(&self, material: Material, step: Step) -> bool {
        let generating = wire::TableStage::Generating;
        match step {
            // With pawns the rounds of many placements run side by side.
            Step::Round { winner, round, decided } if material.pawns() == 0 => {
                let sides = super::SIDES.iter().filter(|&&side| !material.is_bare(side)).count() as f64;
                let before = f64::from(u8::from(winner == Color::Black && sides > 1.0));
                let share = (before + 1.0 - (1.0 - ROUND).powi(round.into())) / sides;
                let told = wire::TableRound { winner: color_name(winner), round, decided };
                self.tell(material, CERTIFYING * share, generating, Told { round: Some(told), ..Told::default() });
            }
            Step::Placements { done, all } if all > 1 => {
                let told = wire::TablePlacements { done, all };
                self.tell(
                    material,
                    CERTIFYING * done as f64 / all as f64,
                    generating,
                    Told { placements: Some(told), ..Told::default() },
                );
            }
            Step::Round { .. } | Step::Placements { .. } => {}
        }
        !(self.watch.stop)()
    }

    fn tell(&self, material: Material, share: f64, stage: wire::TableStage, told: Told) {
        let number = self.order.iter().position(|&one| one == material).map_or(0, |at| at + 1);
        let Told { round, placements } = told;
        let endgame = material.to_string();
        let table = wire::TableProgress { endgame, number, tables: self.order.len(), stage, round, placements };
        let share = (self.done + share * places(material)) / self.all;
        (self.watch.tell)(wire::Progress { table: Some(table), ..wire::Progress::of(share) });
    }

    fn done(&mut self, material: Material) {
        self.done += places(material);
    }
}

/// What a step of generating tells.
#[derive(Clone, Copy, Default)]
struct Told {
    round: Option<wire::TableRound>,
    placements: Option<wire::TablePlacements>,
}

fn places(material: Material) -> f64 {
    Layout::new(material).len() as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use reti_tables::{embedded, table::Code};

    use super::*;

    fn made(name: &str) -> (wire::TableCertificate, Vec<wire::Progress>) {
        let told = Mutex::new(Vec::new());
        let watch = Watch { tell: &|progress| told.lock().unwrap().push(progress), stop: &|| false };
        let document = make(name.parse().unwrap(), watch).unwrap();
        (document, told.into_inner().unwrap())
    }

    /// The table is the one in the program, and what is told on the way only grows.
    #[test]
    fn a_table_is_made_again() {
        for (name, white, black) in [("KRvK", Some(16), None), ("KPvK", Some(28), None), ("KQvKR", Some(35), Some(19))]
        {
            let (document, told) = made(name);
            let digest = embedded::shared().digest(name.parse().unwrap()).unwrap();
            assert_eq!(document.checksum, Some(digest.to_string()), "{name}");
            assert_eq!((document.longest.white, document.longest.black), (white, black), "{name}");
            assert_eq!(document.violations, 0);
            let shares: Vec<f64> = told.iter().map(|progress| progress.progress).collect();
            assert!(shares.is_sorted() && shares.iter().all(|share| (0.0..=1.0).contains(share)), "{name}: {shares:?}");
            let last = told.last().and_then(|progress| progress.table.clone()).unwrap();
            assert_eq!(
                (last.endgame.as_str(), last.stage, last.number),
                (name, wire::TableStage::Counting, last.tables)
            );
        }
    }

    /// The position of the longest win is as long as the certificate says, by the tables in the program.
    #[test]
    fn the_longest_win_can_be_shown() {
        let (document, _) = made("KQvKR");
        for (fen, moves) in [
            (document.longest_positions.white, document.longest.white),
            (document.longest_positions.black, document.longest.black),
        ] {
            let position = crate::read_position(&fen.unwrap()).unwrap();
            assert_eq!(embedded::probe(&position).and_then(Code::rank).map(u32::from), moves);
        }
    }

    #[test]
    fn it_is_given_up_when_nobody_wants_it() {
        let watch = Watch { tell: &|_| (), stop: &|| true };
        assert!(matches!(make("KRvK".parse().unwrap(), watch), Err(MakeError::Stopped)));
    }
}
