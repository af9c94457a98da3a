//! Endgames of up to six men on a graphics card: certificates, and which cards there are.
//!
//! With the feature `gpu`. Without it, and on machines without a card, everything here says so and
//! nothing else changes.

use std::path::PathBuf;

use reti_tables::material::Material;
use reti_tables::table::Table;

use crate::tables::TablesError;

/// What to certify, and on what.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The endgames.
    pub wanted: Vec<Material>,
    /// The number of the card.
    pub device: usize,
    /// MiB of its memory that may be used; 0 for nearly all that is free.
    pub memory: u64,
    /// MiB of the host's memory that packed tables may wait in.
    pub waiting: u64,
    /// A folder in which tables that take long to make are kept, for this run and later ones.
    pub keep: Option<PathBuf>,
    /// Files with certificates of earlier runs: these endgames are not made again.
    pub known: Vec<PathBuf>,
    /// Seconds in which everything must be done: an endgame that would take longer is not begun.
    pub seconds: Option<f64>,
    /// Where compiled kernels are kept.
    pub kernels: Option<PathBuf>,
}

/// A certified endgame.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The endgame.
    pub endgame: Material,
    /// The certificate, one line of JSON (`reti/2`, kind `table-certificate`).
    pub line: String,
    /// Places that the certifier found wrong.
    pub violations: u64,
    /// The longest wins, in moves to a capture, pawn move or mate.
    pub longest: Vec<u32>,
    /// Seconds that it took, what it rests on included.
    pub seconds: f64,
}

#[cfg(feature = "six-men")]
impl Certified {
    pub(crate) fn new(made: &reti_tables_gpu::certificate::Certificate, seconds: f64) -> Certified {
        Certified {
            endgame: made.endgame,
            line: made.json(),
            violations: made.violations,
            longest: made.sides.iter().flatten().map(|side| side.longest).collect(),
            seconds,
        }
    }
}

/// What a run of a card tells.
#[derive(Clone, Debug)]
pub enum Progress<'a> {
    /// An endgame is begun; how long it will take, if anything like it was measured.
    Begun(Material, Option<f64>),
    /// It is certified.
    Done(&'a Certified),
    /// Not begun, because it would take so long and so much time is left; how many endgames are left.
    Stopped(Material, Option<f64>, f64, usize),
    /// A kept file was damaged, or could not be written.
    Trouble(&'a str),
}

#[cfg(not(feature = "gpu"))]
const MISSING: &str = "this program was built without graphics cards (cargo build --features gpu)";

/// The cards of this machine in words, or why there are none.
#[cfg(not(feature = "gpu"))]
pub fn cards() -> Result<Vec<String>, TablesError> {
    Err(TablesError::Other(MISSING.to_owned()))
}

/// Makes, ranks, counts and certifies endgames.
#[cfg(not(feature = "gpu"))]
pub fn certify(_: &Request, _: &mut dyn FnMut(Progress<'_>)) -> Result<Vec<Certified>, TablesError> {
    Err(TablesError::Other(MISSING.to_owned()))
}

/// Makes tables of five men on a card, for [`crate::tables::Folder::build_with`].
#[cfg(not(feature = "gpu"))]
pub fn maker(_: usize, _: Option<PathBuf>) -> Result<Making, TablesError> {
    Err(TablesError::Other(MISSING.to_owned()))
}

/// Makes a table elsewhere, or says why not.
pub type Making = Box<dyn FnMut(Material) -> Result<Option<Table>, String> + Send>;

#[cfg(feature = "gpu")]
pub use card::{cards, certify, maker};

#[cfg(feature = "gpu")]
mod card {
    use std::collections::BTreeSet;
    use std::time::Instant;

    use reti_tables_gpu::certificate::Certificate;
    use reti_tables_gpu::cuda::{self, Cuda};
    use reti_tables_gpu::device::{Device as _, Shape};
    use reti_tables_gpu::engine::Engine;
    use reti_tables_gpu::files;
    use reti_tables_gpu::memory;
    use reti_tables_gpu::plan::{self, Event};
    use reti_tables_gpu::store::Store;

    use super::{Certified, Making, Material, PathBuf, Progress, Request, TablesError};

    fn other(error: impl std::fmt::Display) -> TablesError {
        TablesError::Other(error.to_string())
    }

    /// The cards of this machine in words, or why there are none.
    pub fn cards() -> Result<Vec<String>, TablesError> {
        let words = |card: &cuda::Card| format!("{}: {}, {} MiB", card.number, card.name, card.memory >> 20);
        Ok(cuda::cards().map_err(other)?.iter().map(words).collect())
    }

    /// Makes tables of five men on a card, for [`crate::tables::Folder::build_with`].
    pub fn maker(number: usize, kernels: Option<PathBuf>) -> Result<Making, TablesError> {
        Ok(Box::new(files::on_card(number, 0, kernels).map_err(other)?))
    }

    /// Makes, ranks, counts and certifies endgames.
    pub fn certify(request: &Request, each: &mut dyn FnMut(Progress<'_>)) -> Result<Vec<Certified>, TablesError> {
        let start = Instant::now();
        let mut card = Cuda::open(request.device, request.memory << 20, request.kernels.as_deref()).map_err(other)?;
        memory::check(&request.wanted, &card.name(), card.memory()).map_err(TablesError::Other)?;
        card.prepare(&Shape::ALL).map_err(other)?;
        let mut engine = Engine::new(card).map_err(other)?;
        engine.store = Store::new(request.waiting << 20, request.keep.as_deref()).map_err(other)?;
        let mut known = BTreeSet::new();
        for path in &request.known {
            let text = std::fs::read_to_string(path).map_err(|error| other(format!("{}: {error}", path.display())))?;
            known.extend(text.lines().filter_map(|line| Certificate::recall(&mut engine, line)));
        }
        let wanted: Vec<Material> = request.wanted.iter().copied().filter(|one| !known.contains(one)).collect();
        let mut all = Vec::new();
        let mut told = 0;
        let left = request.seconds.map_or(f64::INFINITY, |seconds| seconds - start.elapsed().as_secs_f64());
        let run = plan::run(&mut engine, &wanted, left, &mut |engine, event| {
            for trouble in &engine.store.trouble[told..] {
                each(Progress::Trouble(trouble));
            }
            told = engine.store.trouble.len();
            match event {
                Event::Begun(endgame, thought) => each(Progress::Begun(endgame, thought.seconds)),
                Event::Stopped(endgame, thought, rest) => {
                    each(Progress::Stopped(endgame, thought.seconds, rest, wanted.len() - all.len()));
                }
                Event::Done(made, seconds) => {
                    let certified = Certified::new(made, seconds);
                    each(Progress::Done(&certified));
                    all.push(certified);
                }
            }
            Ok(())
        });
        run.map_err(other)?;
        Ok(all)
    }
}
