//! Endgame tables: built, asked, verified, forged and counted.
//!
//! A thin face of `reti-tables`: text and folders in, documents of [`wire`] out. Tables of up to four
//! men are in the program; larger ones come from folders that the user fills with [`Folder::build`],
//! which is all that ever writes. [`ExactValues`] is how searches and lessons ask either.

mod make;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use reti_core::chess::{Color, Position};
use reti_core::value::Value;
use reti_search::probe::{Exact, Probe};
use reti_tables::build::{self, Event, Options, Record};
use reti_tables::certificate::Certificate;
use reti_tables::chain::Memory;
use reti_tables::embedded;
use reti_tables::fifty::{self, Fifty};
use reti_tables::forge;
use reti_tables::format::{self, TableFile};
use reti_tables::generate::generate;
use reti_tables::layout::Convention;
use reti_tables::probe::{ProbeError, Prober, Source};
use reti_tables::stats::{self, Histogram, Zugzwangs};
use reti_tables::store::Store;
use reti_tables::syzygy::Syzygy;
use reti_tables::table::{Code, Metric, Table};
use reti_tables::verify::audit::{Audit, Auditor, Verdict};
use reti_tables::verify::cqd::Category;
use reti_tables::verify::peel::peel;
use reti_tables::verify::{Violation, certified, cqd, quiet};

use crate::wire::{self, SCHEMA};

pub use make::{MOST_MEN as MOST_MADE_MEN, MakeError, Watch as MakeWatch, make};
pub use reti_tables::build::Event as BuildEvent;
pub use reti_tables::embedded::MEN as EMBEDDED_MEN;
pub use reti_tables::material::{Material, MaterialError};
#[cfg(target_family = "wasm")]
pub use reti_tables::platform::bring;
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

pub(crate) fn other(error: impl std::fmt::Display) -> TablesError {
    TablesError::Other(error.to_string())
}

/// A folder of tables, and how to add to it.
pub struct Folder {
    path: PathBuf,
    /// Nothing if there is no such folder.
    store: Option<Store>,
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
    /// Count what each table has, for its certificate.
    pub count: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { mate: false, threads: 0, memory: 7_168, count: false }
    }
}

/// How labels are verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// With ranks, which are looked for where there are none: sufficient.
    Ranks,
    /// Labels alone, by category, as the seed does: necessary.
    Labels,
    /// By finding them again from quiet moves: sufficient.
    Quiet,
}

/// A table that was built.
#[derive(Clone, Debug)]
pub struct Built {
    /// What it took.
    pub times: wire::TableBuilt,
    /// What is in it, if that was asked for.
    pub certificate: Option<wire::TableCertificate>,
}

type Watch<'a> = &'a mut (dyn FnMut(Event) + Send);

impl Folder {
    /// Opens a folder of tables to build in; it is made if it is not there.
    pub fn create(folder: &Path, limits: &Limits) -> Result<Folder, TablesError> {
        let store = Store::open(folder, limits.memory << 20).map_err(other)?;
        Ok(Folder { store: Some(store), ..Folder::closed(folder, limits) })
    }

    /// Opens a folder of tables to read; if it is not there, there are the embedded tables alone.
    pub fn open(folder: &Path, limits: &Limits) -> Result<Folder, TablesError> {
        let store = folder.exists().then(|| Store::existing(folder, limits.memory << 20)).transpose().map_err(other)?;
        Ok(Folder { store, ..Folder::closed(folder, limits) })
    }

    fn closed(folder: &Path, limits: &Limits) -> Folder {
        let options = Options { mate: limits.mate, threads: limits.threads, count: limits.count };
        Folder { path: folder.to_owned(), store: None, options }
    }

    /// The tables in the program alone.
    pub fn embedded() -> Folder {
        Folder::closed(Path::new(""), &Limits::default())
    }

    /// Builds the tables of some endgames and all that they need, where they are missing.
    pub fn build(&self, wanted: &[Material], watch: Watch) -> Result<Vec<Built>, TablesError> {
        self.build_with(wanted, &mut |_| Ok(None), watch)
    }

    /// As [`Folder::build`], with tables of five men that somebody else makes.
    pub fn build_with(
        &self,
        wanted: &[Material],
        maker: &mut build::Maker<'_>,
        watch: Watch,
    ) -> Result<Vec<Built>, TablesError> {
        let store = self.store.as_ref().ok_or_else(|| other(format!("no folder {}", self.path.display())))?;
        let records = build::build_with(store, wanted, &self.options, maker, watch).map_err(|error| match error {
            build::BuildError::Rejected { .. } | build::BuildError::WrongFile { .. } => {
                TablesError::Wrong(error.to_string())
            }
            error => other(error),
        })?;
        let made = |one: &Record| Built { times: built(one), certificate: one.certificate.as_deref().map(certificate) };
        Ok(records.iter().map(made).collect())
    }

    /// A table of the folder, or the embedded one where it has none.
    pub(crate) fn table(&self, material: Material) -> Result<Arc<Table>, TablesError> {
        if let Some(store) = self.store.as_ref().filter(|store| store.has(material)) {
            return store.load(material).map_err(other);
        }
        let missing = || other(ProbeError::Missing { material });
        embedded::shared().table(material).map_err(other)?.ok_or_else(missing)
    }

    /// The tables that an endgame leads to.
    pub(crate) fn successors(&self, material: Material) -> Result<Memory, TablesError> {
        let mut memory = Memory::new();
        for next in material.successors() {
            memory.insert_shared(self.table(next)?);
        }
        Ok(memory)
    }

    /// The endgames with a file in the folder.
    pub fn endgames(&self) -> Result<Vec<Material>, TablesError> {
        self.store.as_ref().map_or(Ok(Vec::new()), |store| store.endgames().map_err(other))
    }

    /// Verifies tables by labels and ranks, each with everything that it rests on; without names, all
    /// files of the folder. Where the folder has no file of a name, the embedded table is verified.
    pub fn audit(&self, names: &[Material]) -> Result<Vec<wire::TableAudit>, TablesError> {
        let mut auditor = Auditor::new(self.store.as_ref());
        if !names.is_empty() {
            return Ok(names.iter().map(|&material| audited(&auditor.audit(material))).collect());
        }
        let store = self.store.as_ref().ok_or_else(|| other(format!("there is no folder {}", self.path.display())))?;
        let mut found: Vec<_> =
            store.endgames().map_err(other)?.into_iter().map(|m| audited(&auditor.audit(m))).collect();
        found.extend(store.misnamed().map_err(other)?.iter().map(|path| misnamed(path)));
        Ok(found)
    }

    /// Verifies the labels of an endgame as the seed does.
    pub fn cqd(&self, material: Material) -> Result<wire::TableVerification, TablesError> {
        cqd_document(&*self.table(material)?, &self.successors(material)?, "reti")
    }

    /// Finds the labels of an endgame again from quiet moves and what captures give.
    pub fn quiet(&self, material: Material) -> Result<wire::TableVerification, TablesError> {
        self.verify_labels(&*self.table(material)?, "reti", Check::Quiet)
    }

    /// The positions of an endgame by category under the rule of the published row, where that is
    /// not the 462 convention.
    pub fn as_published(&self, material: Material) -> Result<Option<wire::TableCategories>, TablesError> {
        let report = cqd::verify(&*self.table(material)?, &self.successors(material)?).map_err(other)?;
        Ok(report.as_published.map(categories))
    }

    /// Verifies labels from a file; without ranks of their own, ranks are looked for.
    pub fn verify_file(&self, file: &Path, check: Check) -> Result<wire::TableVerification, TablesError> {
        let labels = TableFile::open_claim(file).map_err(other)?.load().map_err(other)?;
        self.verify_labels(&labels, &file.display().to_string(), check)
    }

    /// Verifies a Syzygy file's values.
    pub fn verify_syzygy(
        &self,
        folder: &Path,
        material: Material,
        check: Check,
    ) -> Result<wire::TableVerification, TablesError> {
        let labels = Syzygy::open(folder).map_err(other)?.labels(material).map_err(other)?;
        self.verify_labels(&labels, "syzygy", check)
    }

    fn verify_labels(
        &self,
        labels: &Table,
        source: &str,
        check: Check,
    ) -> Result<wire::TableVerification, TablesError> {
        let material = labels.material();
        let mut auditor = Auditor::new(self.store.as_ref());
        for next in material.successors() {
            if auditor.audit(next).verdict != Verdict::Certified {
                return Err(TablesError::Wrong(format!("to verify {material}, the table of {next} must be certified")));
            }
        }
        let tables = self.successors(material)?;
        match check {
            Check::Labels => return cqd_document(labels, &tables, source),
            Check::Quiet => return quiet_document(labels, &tables, source),
            Check::Ranks => {}
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
    ) -> Result<wire::TableForgery, TablesError> {
        let forgery = forge::forge(&*self.table(material)?, winner, &self.successors(material)?).map_err(other)?;
        if let Some(file) = file {
            if TableFile::open(file).is_ok() {
                return Err(other(format!("{} is a table; labels are written elsewhere", file.display())));
            }
            format::write_labels(file, &forgery.table).map_err(other)?;
        }
        Ok(forged(material, winner, &forgery))
    }

    /// Makes the same labelling, and asks both verifiers about it.
    pub fn forge_and_check(&self, material: Material, winner: Color) -> Result<wire::TableForgery, TablesError> {
        let forgery = forge::forge(&*self.table(material)?, winner, &self.successors(material)?).map_err(other)?;
        let by_labels = self.verify_labels(&forgery.table, "forged", Check::Labels)?;
        let by_ranks = self.verify_labels(&forgery.table, "forged", Check::Ranks)?;
        Ok(wire::TableForgery { checks: vec![by_labels, by_ranks], ..forged(material, winner, &forgery) })
    }

    /// Counts a table; with `times`, generates and verifies it once more with a clock.
    pub fn stats(&self, material: Material, times: bool) -> Result<wire::TableStats, TablesError> {
        let (table, tables) = (self.table(material)?, self.successors(material)?);
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

fn forged(material: Material, winner: Color, forgery: &forge::Forgery) -> wire::TableForgery {
    let mut wrong = forgery.wrong[0];
    wrong += forgery.wrong[1];
    let count = |count: stats::Count, convention| count.number(forgery.table.layout(), convention);
    wire::TableForgery {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        endgame: material.to_string(),
        winner: color_name(winner),
        wrong: Convention::ALL.iter().map(|&c| (c.name().to_owned(), count(wrong, c))).collect(),
        winner_to_move: count(forgery.wrong[0], Convention::C462),
        loser_to_move: count(forgery.wrong[1], Convention::C462),
        checks: Vec::new(),
    }
}

/// Asks tables about a position: those in the program, ours in a folder, Syzygy files.
pub fn probe(
    position: &Position,
    folder: Option<&Path>,
    syzygy: Option<&Path>,
) -> Result<wire::TableProbe, TablesError> {
    answer(position, &Prober::new(folder, syzygy).map_err(other)?)
}

/// Asks Syzygy files alone about a position.
pub fn probe_syzygy(position: &Position, folder: &Path) -> Result<wire::TableProbe, TablesError> {
    answer(position, &Prober::without_embedded(None, Some(folder)).map_err(other)?)
}

fn answer(position: &Position, prober: &Prober) -> Result<wire::TableProbe, TablesError> {
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
        fifty_move_rule: fifty_move_rule(position, answer.code, answer.metric, answer.value),
        source: match answer.source {
            Source::Embedded => wire::TableSource::Embedded,
            Source::Reti => wire::TableSource::Reti,
            Source::Syzygy => wire::TableSource::Syzygy,
        },
        moves: moves.collect(),
        line: crate::proof::uci_line(position, &answer.line),
        line_san: crate::proof::san_line(position, &answer.line),
    })
}

fn fifty_move_rule(
    position: &Position,
    code: Option<Code>,
    metric: Option<Metric>,
    value: Value,
) -> Option<wire::FiftyMoveRule> {
    let material = Material::of_board(position.board()).0;
    let known = code.zip(metric).map(|(code, metric)| fifty::verdict(material, code, metric, position.halfmoves()));
    match known {
        Some(verdict) => verdict.map(|verdict| match verdict {
            Fifty::Holds => wire::FiftyMoveRule::Holds,
            Fifty::Draws => wire::FiftyMoveRule::Draws,
            Fifty::Unknown => wire::FiftyMoveRule::Unknown,
        }),
        None => (value != Value::Draw).then_some(wire::FiftyMoveRule::Unknown),
    }
}

/// The tables in the program as the source of exact values: up to four men, with moves to mate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Embedded;

impl Probe for Embedded {
    fn probe(&self, position: &Position) -> Option<Exact> {
        embedded::probe(position).and_then(|code| exact(code, Metric::Mate))
    }
}

/// The same for who cannot wait: what has to be made or unpacked first is not known yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ready;

impl Probe for Ready {
    fn probe(&self, position: &Position) -> Option<Exact> {
        embedded::probe_ready(position).and_then(|code| exact(code, Metric::Mate))
    }
}

fn exact(code: Code, metric: Metric) -> Option<Exact> {
    let mate_in = if metric == Metric::Mate { code.plies().map(u32::from) } else { None };
    code.value().map(|value| Exact { value, mate_in })
}

/// Tables as the source of exact values that searches ask for: those in the program, and larger ones
/// from a folder that the user named.
#[derive(Debug)]
pub struct ExactValues {
    prober: Prober,
    problem: Mutex<Option<String>>,
}

/// Which tables gave answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Whether some in the program did.
    pub embedded: bool,
    /// The endgames of the folder that did, sorted by name.
    pub folder: Vec<String>,
}

impl ExactValues {
    /// The tables in the program alone.
    pub fn embedded() -> ExactValues {
        ExactValues { prober: Prober::embedded(), problem: Mutex::default() }
    }

    /// The tables in the program, and beyond them those in a folder; nothing is made there. A file of
    /// the folder that cannot be opened is an error.
    pub fn with_folder(folder: &Path) -> Result<ExactValues, TablesError> {
        let store = Store::existing(folder, 0).map_err(other)?;
        for material in store.endgames().map_err(other)?.into_iter().filter(|m| m.men() > embedded::MEN) {
            store.file(material).map_err(other)?;
        }
        let prober = Prober::new(Some(folder), None).map_err(other)?;
        Ok(ExactValues { prober, problem: Mutex::default() })
    }

    /// Which tables have answered so far.
    pub fn used(&self) -> Used {
        let (folder, embedded) = self.prober.used();
        let mut folder: Vec<String> = folder.iter().map(ToString::to_string).collect();
        folder.sort_unstable();
        Used { embedded, folder }
    }

    /// The first thing that went wrong with a file of the folder, which then was silent. Whoever uses
    /// the values tells it.
    pub fn problem(&self) -> Option<String> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Probe for ExactValues {
    /// Silent where the tables are: more men, castling rights, no such table, or a file that turns out
    /// to be damaged, which [`ExactValues::problem`] then tells.
    fn probe(&self, position: &Position) -> Option<Exact> {
        match self.prober.code(position) {
            Ok((code, metric)) => exact(code, metric),
            Err(ProbeError::Castling { .. } | ProbeError::Missing { .. } | ProbeError::TooManyMen { .. }) => None,
            Err(error) => {
                let mut problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
                problem.get_or_insert_with(|| error.to_string());
                None
            }
        }
    }
}

/// What the program brings along: how many tables, and in how many bytes.
pub fn embedded_size() -> (usize, usize) {
    let tables = embedded::shared();
    (tables.endgames().count(), tables.len())
}

/// The file of embedded tables, made anew and certified; the same bytes every time.
pub fn embedded_archive() -> Result<Vec<u8>, TablesError> {
    let mut memory = Memory::new();
    for material in embedded::endgames() {
        memory.make(material, Metric::Mate).map_err(other)?;
    }
    embedded::archive(&memory).map_err(other)
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
        settled: None,
        first: violations(table, &report.first),
    })
}

fn audited(audit: &Audit) -> wire::TableAudit {
    let rest = |(rest, verdict): &(reti_tables::checksum::Rest, Verdict)| wire::TableRest {
        table: rest.material.to_string(),
        checksum: rest.digest.to_string(),
        verdict: verdict_name(*verdict),
    };
    let violation = |(violation, fen): &(Violation, Option<String>)| wire::TableViolation {
        fen: fen.clone().unwrap_or_else(|| format!("place {}", violation.index)),
        found: code_text(violation.found),
        expected: code_text(violation.expected),
    };
    wire::TableAudit {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        table: audit.material.to_string(),
        source: if audit.embedded { wire::TableSource::Embedded } else { wire::TableSource::Reti },
        verdict: verdict_name(audit.verdict),
        checksum: audit.digest.map(|digest| digest.to_string()),
        sections: wire::TableSections { codes: verdict_name(audit.codes), values: verdict_name(audit.values) },
        rests_on: audit.rests_on.iter().map(rest).collect(),
        positions: audit.positions,
        violations: audit.violations,
        first: audit.first.iter().map(violation).collect(),
        problem: audit.problem.clone(),
    }
}

/// A file that ends like a table and is named like none.
fn misnamed(path: &Path) -> wire::TableAudit {
    let verdict = verdict_name(Verdict::Damaged);
    wire::TableAudit {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        table: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        source: wire::TableSource::Reti,
        verdict,
        checksum: None,
        sections: wire::TableSections { codes: verdict, values: verdict },
        rests_on: Vec::new(),
        positions: 0,
        violations: 0,
        first: Vec::new(),
        problem: Some(format!("{}: not the name of an endgame", path.display())),
    }
}

fn verdict_name(verdict: Verdict) -> wire::TableVerdict {
    match verdict {
        Verdict::Certified => wire::TableVerdict::Certified,
        Verdict::Damaged => wire::TableVerdict::Damaged,
        Verdict::Unverified => wire::TableVerdict::Unverified,
    }
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
        settled: None,
        first: violations(table, &report.first),
    })
}

fn quiet_document(table: &Table, tables: &Memory, source: &str) -> Result<wire::TableVerification, TablesError> {
    let report = quiet::verify(table, tables).map_err(other)?;
    Ok(wire::TableVerification {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        endgame: table.material().to_string(),
        method: wire::VerificationMethod::Quiet,
        source: source.to_owned(),
        passed: report.violations == 0,
        sufficient: true,
        positions: report.checked,
        categories: None,
        violations_by_category: None,
        violations: report.violations,
        full_violations: None,
        unsupported: None,
        settled: Some(report.settled),
        first: violations(table, &report.first),
    })
}

fn violations(table: &Table, violations: &[Violation]) -> Vec<wire::TableViolation> {
    let tell = |violation: &Violation| wire::TableViolation {
        fen: table
            .position(violation.turn, violation.index)
            .map_or_else(|| format!("place {}", violation.index), |position| position.fen()),
        found: code_text(violation.found),
        expected: code_text(violation.expected),
    };
    violations.iter().map(tell).collect()
}

fn code_text(code: u8) -> String {
    match (Code(code).value(), Code(code).rank()) {
        (Some(value), Some(rank)) => format!("{} {rank}", value_name(value)),
        (Some(value), None) => value_name(value).to_string(),
        (None, _) => "not legal".to_owned(),
    }
}

fn categories([mate, stalemate, capture, promotion_only, quiet]: [u64; 5]) -> wire::TableCategories {
    wire::TableCategories { mate, stalemate, capture, promotion_only, quiet }
}

fn certificate(made: &Certificate) -> wire::TableCertificate {
    let values = |[win, draw, loss]: [u64; 3]| wire::TableValues { win, draw, loss };
    let turns = |convention: Convention| {
        let place = Convention::ALL.iter().position(|&one| one == convention).unwrap_or(0);
        let [white, black] = made.counts[place].map(values);
        wire::TableTurns { white, black }
    };
    wire::TableCertificate {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        endgame: made.material.to_string(),
        men: made.material.men() as u8,
        metric: metric_name(made.metric),
        violations: made.violations,
        counts: wire::TableCounts {
            full: turns(Convention::Full),
            orbits: turns(Convention::Orbits),
            orbits_ordered: turns(Convention::OrbitsOrdered),
            c462: turns(Convention::C462),
        },
        fifty_move_rule: None,
        longest: wire::TableLengths { white: made.longest[0].map(u32::from), black: made.longest[1].map(u32::from) },
        longest_positions: wire::TablePositions::default(),
        checksums: None,
        checksum: made.digest.map(|digest| digest.to_string()),
        rests_on: made.rests_on.iter().map(|rest| (rest.material.to_string(), rest.digest.to_string())).collect(),
    }
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
