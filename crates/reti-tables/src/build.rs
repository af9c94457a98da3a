//! Building a folder of tables: every endgame after those that it leads to.
//!
//! Finished files are kept, so a run that was killed continues where it stopped. Each table is
//! certified by the verifier before it is written, and so are the kept ones that it rests on, down
//! to bare kings: a certificate is worth what it stands on. Several builds may work in one folder;
//! they take turns table by table, and what one has finished the other keeps. Which table is next is for the
//! module `schedule` to say.

mod schedule;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use crate::certificate::Certificate;
use crate::format::{self, FileError, Sizes};
use crate::generate::{GenerateError, generate};
use crate::layout::Layout;
use crate::material::Material;
use crate::store::{Store, bytes_in_memory, bytes_of_side};
use crate::table::{Metric, Table};
use crate::verify::VerifyError;
use crate::verify::certified::{self, Report};

use schedule::Schedule;

/// Why a folder could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table could not be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A table could not be verified.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// A table was made but is wrong.
    #[error("{material}: {violations} positions are wrong; nothing was written")]
    Rejected {
        /// The endgame.
        material: Material,
        /// How many positions failed.
        violations: u64,
    },
    /// A table that is there, and on which another would rest, is wrong.
    #[error(
        "{}: {violations} positions are wrong; nothing was built on it: remove the file and build again",
        path.display()
    )]
    WrongFile {
        /// The file.
        path: PathBuf,
        /// How many positions failed.
        violations: u64,
    },
    /// The memory limit is too small.
    #[error("{material} needs {needed} MiB of memory, the limit is {limit} MiB")]
    Memory {
        /// The endgame.
        material: Material,
        /// What it needs.
        needed: u64,
        /// What it may take.
        limit: u64,
    },
    /// Threads could not be started.
    #[error("threads could not be started: {0}")]
    Threads(String),
    /// Who was to make a table elsewhere could not.
    #[error("{material} could not be made: {message}")]
    Elsewhere {
        /// The endgame.
        material: Material,
        /// Why not.
        message: String,
    },
}

/// Makes tables elsewhere, with ranks in moves to conversion; what it does not make (`None`) is generated
/// here. Either way a table is certified by the same verifier before it is written.
pub type Maker<'a> = dyn FnMut(Material) -> Result<Option<Table>, String> + Send + 'a;

/// What to build, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Moves to mate for five men too; fewer men always have them.
    pub mate: bool,
    /// Threads; 0 for all cores.
    pub threads: usize,
    /// Count what each table has, for its certificate.
    pub count: bool,
}

/// What building one table took.
#[derive(Clone, Debug)]
pub struct Record {
    /// The endgame.
    pub material: Material,
    /// Legal places, both sides to move.
    pub positions: u64,
    /// Seconds of loading what it leads to.
    pub load: f64,
    /// Seconds of generating.
    pub generate: f64,
    /// Seconds of certifying.
    pub certify: f64,
    /// Seconds of writing.
    pub write: f64,
    /// Processor seconds of all of it, where the system tells.
    pub cpu: Option<Cpu>,
    /// Bytes written.
    pub sizes: Sizes,
    /// What is in it, if that was asked for.
    pub certificate: Option<Box<Certificate>>,
}

/// Processor seconds by stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu {
    /// Of generating.
    pub generate: f64,
    /// Of certifying.
    pub certify: f64,
    /// Of everything, loading and writing included.
    pub total: f64,
}

/// What happens while building.
#[derive(Clone, Debug)]
pub enum Event {
    /// A table is begun: which, and the shares of the work done and to do so far.
    Begin {
        /// The endgame.
        material: Material,
        /// Places done before it.
        done: u64,
        /// Places of all tables to build.
        all: u64,
    },
    /// A table was already there.
    Kept(Material),
    /// A table is finished.
    Done(Record),
}

/// The metric that a table of an endgame is built with.
pub fn metric_for(material: Material, options: &Options) -> Metric {
    if material.men() <= 4 || options.mate { Metric::Mate } else { Metric::Conversion }
}

/// The endgames to build for some wanted ones, in order, each after those that it leads to.
pub fn order(wanted: &[Material]) -> Vec<Material> {
    let mut all: Vec<Material> = Vec::new();
    for material in wanted {
        all.extend(material.closure());
    }
    all.sort_by_key(|&material| schedule::order(material));
    all.dedup();
    all
}

/// Builds the tables of some endgames and all that they need.
pub fn build(
    store: &Store,
    wanted: &[Material],
    options: &Options,
    on_event: &mut (dyn FnMut(Event) + Send),
) -> Result<Vec<Record>, BuildError> {
    build_with(store, wanted, options, &mut |_| Ok(None), on_event)
}

/// As [`build`], with tables that somebody else makes, such as a graphics card.
pub fn build_with(
    store: &Store,
    wanted: &[Material],
    options: &Options,
    maker: &mut Maker<'_>,
    on_event: &mut (dyn FnMut(Event) + Send),
) -> Result<Vec<Record>, BuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|error| BuildError::Threads(error.to_string()))?;
    store.sweep(&store.lock()?);
    pool.install(|| build_all(store, wanted, options, maker, on_event))
}

fn build_all(
    store: &Store,
    wanted: &[Material],
    options: &Options,
    maker: &mut Maker<'_>,
    on_event: &mut (dyn FnMut(Event) + Send),
) -> Result<Vec<Record>, BuildError> {
    let order = order(wanted);
    let places = |material: &Material| Layout::new(*material).len() as u64;
    let missing: Vec<Material> = order.iter().copied().filter(|&one| !is_usable(store, one, options)).collect();
    let all = missing.iter().map(places).sum();
    let mut done = 0;
    let mut records = Vec::new();
    let mut certified = BTreeSet::new();
    order.iter().filter(|one| !missing.contains(one)).for_each(|&one| on_event(Event::Kept(one)));
    let mut schedule = Schedule::new(&missing);
    while let Some(material) = schedule.next(&|side| store.holds(side)) {
        // Another process may have made it since.
        let lock = store.lock()?;
        if is_usable(store, material, options) {
            on_event(Event::Kept(material));
        } else {
            on_event(Event::Begin { material, done, all });
            for next in material.successors() {
                certify_kept(store, next, &mut certified)?;
            }
            let record = build_one(store, material, options, maker, &schedule)?;
            certified.insert(material);
            on_event(Event::Done(record.clone()));
            records.push(record);
        }
        drop(lock);
        done += places(&material);
    }
    Ok(records)
}

/// Whether the file of an endgame can be kept: it opens, counts what is wanted, and rests on the
/// tables that are here.
fn is_usable(store: &Store, material: Material, options: &Options) -> bool {
    store.file(material).is_ok_and(|file| {
        let counts = file.metric() == Metric::Mate || metric_for(material, options) == Metric::Conversion;
        counts && file.check_rests(|next| store.digest(next)).is_ok()
    })
}

/// Certifies a table that was kept, and before it those that it leads to.
fn certify_kept(store: &Store, material: Material, done: &mut BTreeSet<Material>) -> Result<(), BuildError> {
    if done.contains(&material) {
        return Ok(());
    }
    for next in material.successors() {
        certify_kept(store, next, done)?;
    }
    let violations = certified::certify(&*store.load(material)?, &store.successors(material)?)?.violations;
    if violations > 0 {
        return Err(BuildError::WrongFile { path: format::path_of(store.folder(), material), violations });
    }
    done.insert(material);
    Ok(())
}

fn build_one(
    store: &Store,
    material: Material,
    options: &Options,
    maker: &mut Maker<'_>,
    schedule: &Schedule,
) -> Result<Record, BuildError> {
    let metric = metric_for(material, options);
    let begun = (Instant::now(), cpu_seconds());
    let needed = bytes_needed(material);
    if needed > store.limit() {
        let (needed, limit) = (needed >> 20, store.limit() >> 20);
        return Err(BuildError::Memory { material, needed, limit });
    }
    let sides = material.successor_sides();
    let absent: u64 = sides.iter().filter(|&&side| !store.holds(side)).map(|side| bytes_of_side(side.0)).sum();
    store.make_room(bytes_of_its_own(material) + absent, &sides, &|side| schedule.demand(side));
    let tables = store.successors(material)?;
    let loaded = (Instant::now(), cpu_seconds());
    let elsewhere = if metric == Metric::Conversion { maker(material) } else { Ok(None) };
    let table = match elsewhere.map_err(|message| BuildError::Elsewhere { material, message })? {
        Some(table) => table,
        None => generate(material, metric, &tables)?,
    };
    let generated = (Instant::now(), cpu_seconds());
    let report = certified::certify(&table, &tables)?;
    let certified = (Instant::now(), cpu_seconds());
    if !report.is_certified() {
        return Err(BuildError::Rejected { material, violations: report.violations });
    }
    let Report { checked, violations, anchored, .. } = report;
    let sizes = store.write(&table, &anchored)?;
    let mut certificate = None;
    if options.count {
        let (digest, rests) = (store.digest(material), store.rests(material)?);
        certificate = Some(Box::new(Certificate::new(&table, violations, digest, rests)));
    }
    store.keep(&table);
    let span = |from: (Instant, Option<f64>), to: (Instant, Option<f64>)| (to.0 - from.0).as_secs_f64();
    let cpu = |from: Option<f64>, to: Option<f64>| Some(to? - from?);
    let end = (Instant::now(), cpu_seconds());
    let cpu = (|| {
        Some(Cpu {
            generate: cpu(loaded.1, generated.1)?,
            certify: cpu(generated.1, certified.1)?,
            total: cpu(begun.1, end.1)?,
        })
    })();
    Ok(Record {
        material,
        positions: checked,
        load: span(begun, loaded),
        generate: span(loaded, generated),
        certify: span(generated, certified),
        write: span(certified, end),
        cpu,
        sizes,
        certificate,
    })
}

/// What generating and certifying an endgame takes at most: its table, the sides that it needs of those it
/// leads to, and the sets of the slices being worked on.
pub fn bytes_needed(material: Material) -> u64 {
    let successors: u64 = material.successor_sides().into_iter().map(|side| bytes_of_side(side.0)).sum();
    successors + bytes_of_its_own(material)
}

/// The part of this that is not there before.
fn bytes_of_its_own(material: Material) -> u64 {
    let own = bytes_in_memory(material);
    own + own / 2 + (64 << 20)
}

/// Processor seconds of this process so far, where the system tells.
pub fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    // The kernel reports these in hundredths of a second on every platform Linux runs on.
    Some(ticks / 100.0)
}
