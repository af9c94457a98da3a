//! A table of six men on the processor, in as much memory as there is: slices by king pair, on disk.
//!
//! Quiet moves of the men stay in a slice, those of a king lead to at most eight others. So nine slices are all
//! that a kernel sees at a time: they are put side by side, and the table of king moves says which is which. The
//! kernels are those of a card, built for the host. Slices that do not fit into memory lie in a file (`cache`).
//! What the rounds decide is written down in a `journal`, from which a killed run goes on behind the last
//! half-round that it finished; ranks are read from it too, when the table is certified slice by slice.
//!
//! The tables that it rests on have a man fewer, are made in memory by the [`Engine`], and stay there. Pawns would
//! make slices of their own and lead to other tables of six men; they are left to cards.

mod cache;
mod journal;
mod pass;

use std::fs;
use std::path::{Path, PathBuf};

use reti_core::chess::Color;
use reti_tables::material::Material;

use crate::certificate::{Certificate, Maker};
use crate::engine::{Engine, EngineError, FIFTY, MOST_ROUNDS, Rule, Summary, Wish, shape_of};
use crate::geometry::Geometry;
use crate::host::Host;
use crate::memory;
use crate::roles::Roles;
use crate::sums::Sums;

use cache::Cache;
use journal::Journal;
use pass::{Pass, Ranks};

const PAIRS: usize = 462;
/// A slice and those that a king's move leads to.
const NEAR: usize = 9;
const PLANES: usize = 8;
/// The three sets of a table: attacker to move and open, defender to move and lost, and candidates for it.
const OPEN: usize = 0;
const LOST: usize = 1;
const CANDIDATES: usize = 2;

/// What happens while a table is made.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// A table is begun: what it will take, as far as that is known.
    Begun(Estimate),
    /// A half-round is done: round and side.
    Round(u32, usize),
    /// So many slices are certified and counted.
    Counted(u32),
}

/// What a table will take, told before it is begun.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Whose table.
    pub roles: Roles,
    /// Words of each of its sets.
    pub words: u64,
    /// Seconds at the rate of the tables of fewer men that were made in this run; none if nothing was.
    pub seconds: Option<f64>,
    /// Bytes of memory in all.
    pub memory: u64,
    /// Bytes on disk: slices that do not fit into memory, and the journal, of which this is a guess.
    pub disk: u64,
    /// Whether an earlier run has begun it.
    pub resumed: bool,
}

/// Makes tables by slices.
pub struct Sliced<'a> {
    engine: Engine<Host>,
    geometry: Geometry,
    folder: PathBuf,
    memory: u64,
    /// What the tables below take of it.
    below: u64,
    watch: &'a mut Watch<'a>,
    /// How often a slice was read back from disk so far.
    pub read: u64,
    /// Bytes of the journals that were finished so far.
    pub written: u64,
}

/// Is told what happens, and says whether to go on; a later run does where it is not.
pub type Watch<'a> = dyn FnMut(Progress) -> bool + 'a;

/// How much longer a table takes than a smaller one that is not certified, word for word. `KQQQQvK` was told to take
/// 279 s by this, and took 227 of one processor.
const CERTIFYING: f64 = 2.5;
/// Bytes of the journal for each byte of a set, the most that was measured: 0.3 for `KQQQQvK`, 3 for `KBBvKN`.
const JOURNAL: u64 = 3;

impl<'a> Sliced<'a> {
    /// Slices in a folder, with so many bytes of memory.
    pub fn new(folder: &Path, memory: u64, watch: &'a mut Watch<'a>) -> Result<Sliced<'a>, EngineError> {
        fs::create_dir_all(folder)?;
        let engine = Engine::new(Host::new(u64::MAX))?;
        let geometry = Geometry::new();
        Ok(Sliced { engine, geometry, folder: folder.to_owned(), memory, below: 0, watch, read: 0, written: 0 })
    }

    /// Makes, ranks, counts and certifies an endgame without pawns, of four men or more.
    pub fn certify(&mut self, endgame: Material) -> Result<Certificate, EngineError> {
        if endgame.pawns() > 0 || endgame.men() < 4 {
            return Err(EngineError::NotBySlices(endgame));
        }
        self.below = memory::below(endgame);
        let roles = Roles::of(endgame, Color::White);
        let least = self.fixed(&roles) + 8 * roles.words() * 8 / PAIRS as u64;
        if least > self.memory {
            let needed = least.div_ceil(1 << 20);
            return Err(EngineError::TooLittle { endgame, needed, limit: self.memory >> 20 });
        }
        let certificate = Certificate::make(self, endgame)?;
        for entry in fs::read_dir(&self.folder)?.flatten() {
            let name = entry.file_name();
            if [".slices", ".journal"].iter().any(|end| name.to_string_lossy().ends_with(end)) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(certificate)
    }

    /// Bytes of memory besides slices: the tables below, lists and maps, and nine slices with their ranks.
    fn fixed(&self, roles: &Roles) -> u64 {
        let slice = roles.words() / PAIRS as u64 * 8;
        let near = NEAR as u64 * slice;
        self.below + roles.words() / 64 * 8 * 4 + 2 * near + 2 * near * PLANES as u64 + 4 * slice
    }

    fn estimate(&self, roles: &Roles, journal: &Journal) -> Estimate {
        let (set, share) = (roles.words() * 8, self.share(roles));
        let seconds = self.engine.rates.making(roles, Rule::Plain, false).map(|seconds| seconds * CERTIFYING);
        let memory = self.fixed(roles) + (3 * set).min(share) + share;
        let disk = (3 * set).saturating_sub(share) + JOURNAL * set;
        Estimate { roles: *roles, words: roles.words(), seconds, memory, disk, resumed: journal.last().is_some() }
    }

    /// Half of what is left of the memory: for slices of sets, and as much for ranks.
    fn share(&self, roles: &Roles) -> u64 {
        self.memory.saturating_sub(self.fixed(roles)) / 2
    }

    fn pass(&mut self, roles: &Roles, rule: Rule, late: bool) -> Result<Pass, EngineError> {
        let name = format!(
            "{roles}.{}{}",
            if rule == Rule::Fifty { "fifty" } else { "plain" },
            if late { ".late" } else { "" }
        );
        let words = roles.words() as usize / PAIRS;
        let journal = Journal::open(&self.folder.join(format!("{name}.journal")), &name)?;
        let cache = Cache::new(&self.folder.join(format!("{name}.slices")), words, self.share(roles))?;
        let mut job = self.engine.job(roles, rule, 0, 0);
        job.late = u32::from(late);
        Ok(Pass::new(shape_of(roles), words, &job, journal, cache))
    }

    /// The rounds of a table, those that an earlier run has finished read from its journal.
    fn rounds(&mut self, roles: &Roles, pass: &mut Pass, cap: u32) -> Result<u32, EngineError> {
        pass.start(&self.geometry)?;
        let mut at = pass.recall()?;
        loop {
            let (round, side) = at;
            if side == 0 && round > 1 && !(pass.journal.decided(round - 1, 0) || pass.journal.decided(round - 1, 1)) {
                break;
            }
            if round > cap {
                if cap == MOST_ROUNDS {
                    return Err(EngineError::TooLong(*roles));
                }
                break;
            }
            pass.half_round(&self.geometry, round, side)?;
            pass.journal.finish(round, side)?;
            tell(self.watch, Progress::Round(round, side))?;
            at = if side == 0 { (round, 1) } else { (round + 1, 0) };
        }
        Ok(pass.journal.rounds())
    }
}

fn tell(watch: &mut Watch<'_>, progress: Progress) -> Result<(), EngineError> {
    if watch(progress) { Ok(()) } else { Err(EngineError::Stopped) }
}

impl Maker for Sliced<'_> {
    fn make(&mut self, roles: &Roles, rule: Rule, wish: Wish) -> Result<Summary, EngineError> {
        for (next, set) in Engine::<Host>::leads_to(roles) {
            self.engine.ensure(&next, rule, set)?;
        }
        let mut pass = self.pass(roles, rule, false)?;
        let estimate = self.estimate(roles, &pass.journal);
        tell(self.watch, Progress::Begun(estimate))?;
        let cap = if rule == Rule::Fifty { FIFTY } else { MOST_ROUNDS };
        let done = pass.journal.sums().len() == PAIRS;
        let rounds = if done { pass.journal.rounds() } else { self.rounds(roles, &mut pass, cap)? };
        let mut late = None;
        if rule == Rule::Fifty && rounds >= FIFTY && !done {
            // Losses that end with the defender's own forced capture take a ply longer.
            let mut other = self.pass(roles, rule, true)?;
            self.rounds(roles, &mut other, cap)?;
            late = Some(other);
        }
        let ranks = wish.certify.then(|| Ranks::new(rounds, pass.words, self.share(roles)));
        let total = pass.count(&self.geometry, late.as_mut(), ranks, self.watch)?;
        for pass in [Some(&pass), late.as_ref()].into_iter().flatten() {
            self.read += pass.reads();
            self.written += pass.journal.bytes();
        }
        let mut sums = Sums::default();
        sums.0.copy_from_slice(&total[1..]);
        let summary = Summary { sums, rounds, violations: wish.certify.then_some(total[0]) };
        self.engine.remember(roles, rule, wish, &summary)?;
        Ok(summary)
    }

    fn is_clean(&self, roles: &Roles) -> bool {
        self.engine.is_clean(roles)
    }

    fn labels(&self, roles: &Roles) -> Option<[u64; 2]> {
        self.engine.labels(roles)
    }
}
