//! Endgame tables: built, asked, verified, forged and counted.
//!
//! A thin face of `reti-tables`: text and folders in, documents of [`wire`] out. Tables that are
//! missing are built on the way, with everything that they need.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use reti_core::chess::{Color, Position};
use reti_core::value::Value;
use reti_search::probe::{Exact, Probe};
use reti_tables::build::{self, Event, Options, Record};
use reti_tables::chain::Memory;
use reti_tables::forge;
use reti_tables::format::{self, TableFile};
use reti_tables::generate::generate;
use reti_tables::layout::Convention;
use reti_tables::probe::{Prober, Source};
use reti_tables::stats::{self, Histogram, Zugzwangs};
use reti_tables::store::Store;
use reti_tables::syzygy::Syzygy;
use reti_tables::table::{Code, Metric, Table};
use reti_tables::verify::cqd::Category;
use reti_tables::verify::peel::peel;
use reti_tables::verify::{Violation, certified, cqd};

use crate::wire::{self, SCHEMA};

pub use reti_tables::build::Event as BuildEvent;
pub use reti_tables::material::{Material, MaterialError};
pub use reti_tables::published;
pub use reti_tables::verify::cqd::CAVEAT;

/// Why tables did not answer.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// A table was made or read and is wrong.
    #[error("{0}")]
    Wrong(String),
    /// Anything else: files, memory, missing tables.
    #[error("{0}")]
    Other(String),
}

fn other(error: impl std::fmt::Display) -> TablesError {
    TablesError::Other(error.to_string())
}

/// A folder of tables, and how to add to it.
pub struct Folder {
    store: Store,
    options: Options,
}

/// How tables are built.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Moves to mate for five men too.
    pub mate: bool,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Memory in MiB.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { mate: false, threads: 0, memory: 7_168 }
    }
}

type Watch<'a> = &'a mut (dyn FnMut(Event) + Send);

impl Folder {
    /// Opens a folder of tables; it is made if it is not there.
    pub fn open(folder: &Path, limits: &Limits) -> Result<Folder, TablesError> {
        let store = Store::open(folder, limits.memory << 20).map_err(other)?;
        Ok(Folder { store, options: Options { mate: limits.mate, threads: limits.threads } })
    }

    /// Builds the tables of some endgames and all that they need, where they are missing.
    pub fn build(&self, wanted: &[Material], watch: Watch) -> Result<Vec<wire::TableBuilt>, TablesError> {
        let records = build::build(&self.store, wanted, &self.options, watch).map_err(|error| match error {
            build::BuildError::Rejected { .. } => TablesError::Wrong(error.to_string()),
            error => other(error),
        })?;
        Ok(records.iter().map(built).collect())
    }

    fn load(&self, material: Material, watch: Watch) -> Result<(std::sync::Arc<Table>, Memory), TablesError> {
        self.build(&[material], watch)?;
        let table = self.store.load(material).map_err(other)?;
        Ok((table, self.store.successors(material).map_err(other)?))
    }

    /// A file that is there is the one to verify: a damaged one is named, not silently made anew.
    fn refuse_damaged(&self, material: Material) -> Result<(), TablesError> {
        if self.store.has(material) { self.store.file(material).map(drop).map_err(other) } else { Ok(()) }
    }

    /// Verifies the table of an endgame by labels and ranks.
    pub fn certify(&self, material: Material, watch: Watch) -> Result<wire::TableVerification, TablesError> {
        self.refuse_damaged(material)?;
        let (table, tables) = self.load(material, watch)?;
        certified_document(&table, &tables, "reti", None)
    }

    /// Verifies the labels of an endgame as the seed does.
    pub fn cqd(&self, material: Material, watch: Watch) -> Result<wire::TableVerification, TablesError> {
        self.refuse_damaged(material)?;
        let (table, tables) = self.load(material, watch)?;
        cqd_document(&table, &tables, "reti")
    }

    /// The positions of an endgame by category under the rule of the published row, where that is
    /// not the 462 convention.
    pub fn as_published(&self, material: Material, watch: Watch) -> Result<Option<wire::TableCategories>, TablesError> {
        let (table, tables) = self.load(material, watch)?;
        let report = cqd::verify(&table, &tables).map_err(other)?;
        Ok(report.as_published.map(categories))
    }

    /// Verifies labels from a file; without ranks of their own, ranks are looked for.
    pub fn verify_file(&self, file: &Path, by_cqd: bool, watch: Watch) -> Result<wire::TableVerification, TablesError> {
        let labels = TableFile::open(file).map_err(other)?.load().map_err(other)?;
        self.verify_labels(&labels, &file.display().to_string(), by_cqd, watch)
    }

    /// Verifies a Syzygy file's values.
    pub fn verify_syzygy(
        &self,
        folder: &Path,
        material: Material,
        by_cqd: bool,
        watch: Watch,
    ) -> Result<wire::TableVerification, TablesError> {
        let labels = Syzygy::open(folder).map_err(other)?.labels(material).map_err(other)?;
        self.verify_labels(&labels, "syzygy", by_cqd, watch)
    }

    fn verify_labels(
        &self,
        labels: &Table,
        source: &str,
        by_cqd: bool,
        watch: Watch,
    ) -> Result<wire::TableVerification, TablesError> {
        let successors = labels.material().successors();
        self.build(&successors, watch)?;
        let tables = self.store.successors(labels.material()).map_err(other)?;
        if by_cqd {
            return cqd_document(labels, &tables, source);
        }
        if labels.metric() != Metric::Labels {
            return certified_document(labels, &tables, source, None);
        }
        let peeled = peel(labels, &tables).map_err(other)?;
        let unsupported = peeled.unsupported.number(labels.layout(), Convention::C462);
        certified_document(&peeled.table, &tables, source, Some(unsupported))
    }

    /// Writes the largest false labelling in favour of a side that the seed's check accepts.
    pub fn forge(
        &self,
        material: Material,
        winner: Color,
        file: Option<&Path>,
        watch: Watch,
    ) -> Result<wire::TableForgery, TablesError> {
        let (truth, tables) = self.load(material, watch)?;
        let forgery = forge::forge(&truth, winner, &tables).map_err(other)?;
        if let Some(file) = file {
            let anchored = format::nothing_anchored(truth.layout());
            format::write(file, &forgery.table, &anchored).map_err(other)?;
        }
        let mut wrong = forgery.wrong[0];
        wrong += forgery.wrong[1];
        let count = |count: stats::Count, convention| count.number(truth.layout(), convention);
        Ok(wire::TableForgery {
            schema: SCHEMA,
            kind: wire::Kind::new(),
            endgame: material.to_string(),
            winner: color_name(winner),
            wrong: Convention::ALL.iter().map(|&c| (c.name().to_owned(), count(wrong, c))).collect(),
            winner_to_move: count(forgery.wrong[0], Convention::C462),
            loser_to_move: count(forgery.wrong[1], Convention::C462),
        })
    }

    /// Counts a table; with `times`, generates and verifies it once more with a clock.
    pub fn stats(&self, material: Material, times: bool, watch: Watch) -> Result<wire::TableStats, TablesError> {
        let (table, tables) = self.load(material, watch)?;
        let mut document = count(&table, &tables)?;
        if times {
            let start = Instant::now();
            let again = generate(material, table.metric(), &tables).map_err(other)?;
            document.generate_seconds = Some(start.elapsed().as_secs_f64());
            let start = Instant::now();
            certified::certify(&again, &tables).map_err(other)?;
            document.verify_seconds = Some(start.elapsed().as_secs_f64());
        }
        Ok(document)
    }
}

/// Asks tables about a position: ours in a folder, Syzygy files, or both.
pub fn probe(
    position: &Position,
    folder: Option<&Path>,
    syzygy: Option<&Path>,
    make: bool,
) -> Result<wire::TableProbe, TablesError> {
    let prober = Prober::new(folder, syzygy, make).map_err(other)?;
    let answer = prober.answer(position).map_err(other)?;
    let mate = answer.metric == Some(Metric::Mate);
    let dtm = |code: Option<Code>| code.filter(|_| mate).and_then(Code::plies);
    let moves = answer.moves.iter().map(|answer| wire::TableMove {
        played: position.uci(answer.mv),
        san: position.san(answer.mv),
        value: value_name(answer.value),
        dtm: dtm(answer.code),
    });
    Ok(wire::TableProbe {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        turn: position.turn().into(),
        value: value_name(answer.value),
        dtm: dtm(answer.code),
        rank: answer.code.and_then(Code::rank),
        metric: answer.metric.map(metric_name),
        source: match answer.source {
            Source::Reti => wire::TableSource::Reti,
            Source::Syzygy => wire::TableSource::Syzygy,
        },
        moves: moves.collect(),
        line: crate::proof::uci_line(position, &answer.line),
        line_san: crate::proof::san_line(position, &answer.line),
    })
}

/// Tables as the source of exact values that searches ask for.
pub struct ExactValues {
    prober: Prober,
    most_men: usize,
}

impl ExactValues {
    /// Values of our tables in a folder: those of up to four men are made on first need, larger ones
    /// are asked if `most_men` allows it and they are there.
    pub fn open(folder: &Path, most_men: usize) -> Result<ExactValues, TablesError> {
        Ok(ExactValues { prober: Prober::new(Some(folder), None, true).map_err(other)?, most_men })
    }
}

impl ExactValues {
    /// Values of the tables that are already in a folder; nothing is made.
    pub fn open_existing(folder: &Path, most_men: usize) -> Result<ExactValues, TablesError> {
        Ok(ExactValues { prober: Prober::new(Some(folder), None, false).map_err(other)?, most_men })
    }
}

impl Probe for ExactValues {
    /// Silent where the tables are: more men, castling rights, a file that cannot be read.
    fn probe(&self, position: &Position) -> Option<Exact> {
        if position.board().occupied().count() > self.most_men {
            return None;
        }
        let (value, _) = self.prober.value(position).ok()?;
        let (code, metric) = self.prober.code(position).ok()?;
        let mate_in = if metric == Metric::Mate { code.plies().map(u32::from) } else { None };
        Some(Exact { value, mate_in })
    }
}

const SIDES: [Color; 2] = [Color::White, Color::Black];

fn count(table: &Table, tables: &Memory) -> Result<wire::TableStats, TablesError> {
    let histograms = SIDES.map(|turn| Histogram::new(table, turn));
    let values = |convention: Convention| {
        let side = |histogram: &Histogram| wire::TableValues {
            win: histogram.with_value(Value::Win, convention),
            draw: histogram.with_value(Value::Draw, convention),
            loss: histogram.with_value(Value::Loss, convention),
        };
        wire::TableSides { white_to_move: side(&histograms[0]), black_to_move: side(&histograms[1]) }
    };
    let mate = table.metric() == Metric::Mate;
    let mut longest = Vec::new();
    for (turn, histogram) in SIDES.into_iter().zip(&histograms) {
        for value in [Value::Win, Value::Loss] {
            let Some(code) = histogram.longest(value) else { continue };
            longest.push(wire::TableLongest {
                turn: color_name(turn),
                value: value_name(value),
                rank: code.rank().unwrap_or(0),
                dtm: code.plies().filter(|_| mate),
                positions: histogram.with_code(code, Convention::Orbits),
                fen: stats::example(table, turn, code).map_or(String::new(), |position| position.fen()),
            });
        }
    }
    let zugzwangs = Zugzwangs::new(table);
    let report = cqd::verify(table, tables).map_err(other)?;
    let by_category = |convention| categories(Category::ALL.map(|category| report.positions(category, convention)));
    let c462 = by_category(Convention::C462);
    let all = report.all(Convention::C462).max(1);
    Ok(wire::TableStats {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        endgame: table.material().to_string(),
        metric: metric_name(table.metric()),
        values: Convention::ALL.iter().map(|&c| (c.name().to_owned(), values(c))).collect(),
        max_dtm: longest.iter().filter_map(|longest| longest.dtm).max(),
        longest,
        zugzwangs_for_white: zugzwangs.for_white,
        zugzwangs_for_black: zugzwangs.for_black,
        zugzwangs_full_point: zugzwangs.full_point,
        categories: Convention::ALL.iter().map(|&c| (c.name().to_owned(), by_category(c))).collect::<BTreeMap<_, _>>(),
        capture_percent: 100.0 * (c462.capture + c462.promotion_only) as f64 / all as f64,
        generate_seconds: None,
        verify_seconds: None,
    })
}

fn certified_document(
    table: &Table,
    tables: &Memory,
    source: &str,
    unsupported: Option<u64>,
) -> Result<wire::TableVerification, TablesError> {
    let report = certified::certify(table, tables).map_err(other)?;
    Ok(wire::TableVerification {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        endgame: table.material().to_string(),
        method: wire::VerificationMethod::Certified,
        source: source.to_owned(),
        passed: report.is_certified() && unsupported.unwrap_or(0) == 0,
        sufficient: true,
        positions: report.checked,
        categories: None,
        violations_by_category: None,
        violations: report.violations,
        full_violations: None,
        unsupported,
        first: violations(table, &report.first),
    })
}

fn cqd_document(table: &Table, tables: &Memory, source: &str) -> Result<wire::TableVerification, TablesError> {
    let report = cqd::verify(table, tables).map_err(other)?;
    let convention = Convention::C462;
    let violations_by = categories(Category::ALL.map(|category| report.violations(category, convention)));
    let violated = report.all_violations(Convention::Full) > 0;
    Ok(wire::TableVerification {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        endgame: table.material().to_string(),
        method: wire::VerificationMethod::Cqd,
        source: source.to_owned(),
        passed: !violated,
        sufficient: false,
        positions: report.all(convention),
        categories: Some(categories(Category::ALL.map(|category| report.positions(category, convention)))),
        violations_by_category: Some(violations_by),
        violations: report.all_violations(convention),
        full_violations: Some(report.baseline_violations(convention)),
        unsupported: None,
        first: violations(table, &report.first),
    })
}

fn violations(table: &Table, violations: &[Violation]) -> Vec<wire::TableViolation> {
    let told = |code: u8| match (Code(code).value(), Code(code).rank()) {
        (Some(value), Some(rank)) => format!("{} {rank}", value_name(value)),
        (Some(value), None) => value_name(value).to_string(),
        (None, _) => "not legal".to_owned(),
    };
    let tell = |violation: &Violation| wire::TableViolation {
        fen: table
            .position(violation.turn, violation.index)
            .map_or_else(|| format!("place {}", violation.index), |position| position.fen()),
        found: told(violation.found),
        expected: told(violation.expected),
    };
    violations.iter().map(tell).collect()
}

fn categories([mate, stalemate, capture, promotion_only, quiet]: [u64; 5]) -> wire::TableCategories {
    wire::TableCategories { mate, stalemate, capture, promotion_only, quiet }
}

fn built(record: &Record) -> wire::TableBuilt {
    wire::TableBuilt {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        endgame: record.material.to_string(),
        positions: record.positions,
        generate_seconds: record.generate,
        verify_seconds: record.certify,
        seconds: record.load + record.generate + record.certify + record.write,
        cpu_seconds: record.cpu.map(|cpu| cpu.total),
        bytes: record.sizes.file,
        value_bytes: record.sizes.values,
    }
}

fn value_name(value: Value) -> wire::Value {
    value.into()
}

fn metric_name(metric: Metric) -> wire::Metric {
    match metric {
        Metric::Mate => wire::Metric::Mate,
        Metric::Conversion => wire::Metric::Conversion,
        Metric::Labels => wire::Metric::Nothing,
    }
}

fn color_name(color: Color) -> wire::Color {
    color.into()
}
